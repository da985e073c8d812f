package roms_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/emu/asm"
	"sargon78/roms"
	"sargon78/sargon/must"
	"sargon78/sargon/spec/variables"
)

func TestEmbeddedROM(t *testing.T) {
	first := must.Have(roms.Open("", roms.Options{}))
	require.EqualValues(t, roms.DefaultLoad, first.Load)
	require.Equal(t, roms.Embedded, first.Kind)
	require.Empty(t, roms.Check(first))

	for _, load := range []uint16{0x0100, 0x4000, 0x9000} {
		moved := must.Have(roms.Open("", roms.Options{Load: load}))
		require.Equal(t, load, moved.Load)
		require.Len(t, moved.Bytes, len(first.Bytes))
		require.Empty(t, roms.Check(moved))
		require.NotEqual(t, first.Bytes, moved.Bytes)
		for _, c := range variables.All {
			if c.Kind == variables.Index {
				require.Equal(t, uint8((load+variables.TBASE)>>8), moved.Bytes[c.Offset+1], c.Name)
			}
		}
	}
}

// A change of comments changes no byte of the program. A deliberate change of the program changes this.
func TestTheROMIsTheSame(t *testing.T) {
	image := must.Have(roms.Open("", roms.Options{}))
	require.Equal(t, "29f1a5b0fb3bde48cf25d35780a91d92c942ebf055f04fea81a4d6090c4162f4", image.SHA256())
}

func TestLoadAddresses(t *testing.T) {
	for load, want := range map[uint16]string{
		0x0040: "memory of the monitor", 0x00FF: "memory of the monitor",
		0x1234: "try 1200h", 0x01FF: "try 0100h",
		0xC000: "lies in the screen", 0xFF00: "lies in the screen",
	} {
		_, err := roms.Open("", roms.Options{Load: load})
		require.ErrorContains(t, err, want, "%04X", load)
	}

	_, err := roms.Open("", roms.Options{Load: 0xBF00})
	require.ErrorContains(t, err, "the screen begins at C000h: choose ")
	_, advice, _ := strings.Cut(err.Error(), "choose ")
	var highest uint16
	_, err = fmt.Sscanf(advice, "%Xh or lower", &highest)
	require.NoError(t, err)
	_, err = roms.Open("", roms.Options{Load: highest})
	require.NoError(t, err)
	_, err = roms.Open("", roms.Options{Load: highest + 0x100})
	require.Error(t, err)
}

// A program with the names that a ROM image has, so short that a test can show it. It is no
// chess program.
const listing = `
START	EQU	0
	ORG	START
M1	DW	TBASE
	ORG	START+20H
KOLOR	DB	0
TBASE	EQU	START+100H
	ORG	START+0B00H
DRIVER:	LD	A,(KOLOR)
	JP	DRIVER
`

const listingTDL = `
START = 0
	.LOC	START
M1:	.WORD	TBASE
	.LOC	START+20H
KOLOR:	.BYTE	0
TBASE = START+100H
	.LOC	START+0B00H
DRIVER:	LDA	KOLOR
	JMP	DRIVER
	.END
`

// folder writes files for a test and gives a function that opens one of them.
func folder(t *testing.T, files map[string]string) (open func(name string,
	o roms.Options) (*roms.Image, error)) {
	dir := t.TempDir()
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	return func(name string, o roms.Options) (*roms.Image, error) {
		if o.Symbols != "" {
			o.Symbols = filepath.Join(dir, o.Symbols)
		}
		return roms.Open(filepath.Join(dir, name), o)
	}
}

// image assembles the listing for a load address.
func image(t *testing.T, load uint16) []byte {
	program, err := asm.Assemble("test", []byte(listing),
		asm.Options{Define: map[string]uint16{"START": load}})
	require.NoError(t, err)
	return program.Image
}

// intelHex writes bytes as Intel HEX.
func intelHex(addr uint16, code string) string {
	var b strings.Builder
	_ = (&roms.Image{Load: addr, Bytes: []byte(code)}).WriteHex(&b)
	return b.String()
}

const symbolsAt2000 = `
M1	EQU 02000H
KOLOR	EQU 02020H
TBASE	EQU 02100H
DRIVER	EQU 02B00H
`

func TestKindsOfFiles(t *testing.T) {
	at2000 := string(image(t, 0x2000))
	open := folder(t, map[string]string{
		"sargon.asm": listing, "tdl.src": listingTDL, "noname": listing,
		"sargon.bin": at2000, "sargon.sym": symbolsAt2000,
		"other.hex": intelHex(0x2000, at2000), "other.map": symbolsAt2000,
		"plain": at2000, "plain.lab": symbolsAt2000,
		"hexes": intelHex(0x2000, at2000), "far.txt": symbolsAt2000,
	})
	want, err := open("sargon.asm", roms.Options{Load: 0x2000})
	require.NoError(t, err)
	require.Equal(t, at2000, string(want.Bytes))
	require.NotNil(t, want.Source)
	line, ok := want.Source.LineAt(0x2B00)
	require.True(t, ok)
	require.Equal(t, 9, line.Number)
	for _, file := range []struct {
		name string
		o    roms.Options
		kind roms.Kind
	}{
		{"sargon.asm", roms.Options{Load: 0x2000}, roms.Listing},
		{"tdl.src", roms.Options{Load: 0x2000}, roms.Listing},
		{"noname", roms.Options{Load: 0x2000}, roms.Listing},
		{"sargon.bin", roms.Options{}, roms.Binary},
		{"sargon.bin", roms.Options{Load: 0x2000}, roms.Binary},
		{"other.hex", roms.Options{}, roms.Hex},
		{"plain", roms.Options{}, roms.Binary},
		{"hexes", roms.Options{Symbols: "far.txt"}, roms.Hex},
	} {
		got, err := open(file.name, file.o)
		require.NoError(t, err, file.name)
		require.Equal(t, file.kind, got.Kind, file.name)
		require.EqualValues(t, 0x2000, got.Load, file.name)
		require.Equal(t, want.Bytes, got.Bytes, file.name)
		driver, ok := got.Symbol("driver")
		require.True(t, ok)
		require.EqualValues(t, 0x2B00, driver)
		require.EqualValues(t, 0x2B00, got.Start())
	}
	standard, err := open("tdl.src", roms.Options{})
	require.NoError(t, err)
	require.EqualValues(t, roms.DefaultLoad, standard.Load)
	for range 20 { // what is given is not moved, however it is spelled
		for _, name := range []string{"START", "start"} {
			defined, err := open("tdl.src", roms.Options{Define: map[string]uint16{name: 0x3000}})
			require.NoError(t, err)
			require.EqualValues(t, 0x3000, defined.Load)
		}
	}
}

func TestCommands(t *testing.T) {
	open := folder(t, map[string]string{"chess.com": "\xC9", "with.com": "\xC9",
		"with.sym": "0100 DRIVER\n", "bad.com": "\xC9", "bad.sym": "?!"})
	command, err := open("chess.com", roms.Options{})
	require.NoError(t, err)
	require.Equal(t, roms.Command, command.Kind)
	require.EqualValues(t, 0x100, command.Load)
	require.EqualValues(t, 0x100, command.Start())
	require.NotEmpty(t, roms.Check(command))
	command, err = open("with.com", roms.Options{Load: 0x100})
	require.NoError(t, err)
	require.Contains(t, command.Symbols, "DRIVER")
	_, err = open("chess.com", roms.Options{Load: 0x1000})
	require.ErrorContains(t, err, "0100h")
	_, err = open("bad.com", roms.Options{})
	require.ErrorContains(t, err, "bad.sym:1:")
}

func TestBadFiles(t *testing.T) {
	at2000 := string(image(t, 0x2000))
	open := folder(t, map[string]string{
		"empty.bin": "", "alone.bin": at2000, "huge.com": strings.Repeat(".", 65000),
		"moved.bin": at2000, "moved.sym": symbolsAt2000,
		"odd.bin": at2000, "odd.sym": "M1 EQU 2001H\n",
		"low.bin": at2000, "low.sym": "M1 EQU 40H\n",
		"long.bin": strings.Repeat("x", 0xA001), "long.sym": symbolsAt2000,
		"strange.bin": at2000, "strange.sym": "FRED EQU 1\n",
		"below.hex": intelHex(0x1FFF, "xyz"), "below.sym": symbolsAt2000,
		"cut.hex": ":0100000041BE\n", "cut.sym": symbolsAt2000,
		"binary.asm": "\x00\x01\x02",
		"fixed.asm":  "TWO EQU 1200H\n\tORG 1280H\n\tNOP\n\tORG TWO\n\tNOP\n\tORG 1300H\n\tNOP\n",
		"wrong.asm":  "\tORG 0\n\tLD A,B,C\n\tNONSENSE\n", "nothing.asm": "; only a comment\n",
		"high.asm": "BASE EQU 0\n\tORG BASE\n\tDS 0A000H\n\tDS 2000H\n\tNOP\n",
	})
	for _, bad := range []struct {
		name string
		o    roms.Options
		want []string
	}{
		{"missing.asm", roms.Options{}, []string{"missing.asm", "no such file"}},
		{".", roms.Options{}, []string{"folder"}},
		{"empty.bin", roms.Options{}, []string{"empty.bin is empty"}},
		{"alone.bin", roms.Options{}, []string{"needs a symbol file", "alone.sym", ".map"}},
		{"alone.bin", roms.Options{Symbols: "lost.sym"}, []string{"lost.sym"}},
		{"moved.bin", roms.Options{Load: 0x3000}, []string{"2000h", "moved.sym", "3000h", "listing"}},
		{"odd.bin", roms.Options{}, []string{"odd.sym", "2001h", "page"}},
		{"low.bin", roms.Options{}, []string{"low.sym", "0040h", "monitor", "listing"}},
		{"long.bin", roms.Options{}, []string{"would end at C000h", "screen"}},
		{"strange.bin", roms.Options{}, []string{"strange.sym", "M1, TBASE, KOLOR, BOARDA"}},
		{"below.hex", roms.Options{}, []string{"1FFFh", "below its load address 2000h"}},
		{"cut.hex", roms.Options{}, []string{"cut.hex:1:", "end record"}},
		{"binary.asm", roms.Options{}, []string{"binary.asm is not text"}},
		{"wrong.asm", roms.Options{}, []string{"wrong.asm:2:", string(filepath.Separator) + "wrong.asm:3:", "NONSENSE"}},
		{"nothing.asm", roms.Options{}, []string{"nothing.asm", "nothing"}},
		{"high.asm", roms.Options{}, []string{"would end at D100h"}},
		{"fixed.asm", roms.Options{Load: 0x2000}, []string{"written for load address 1200h",
			"cannot be moved to 2000h", "fixed.asm:4, ORG TWO, stays at 1200h"}},
		{"fixed.asm", roms.Options{Define: map[string]uint16{"X": 1}}, []string{"no equate X"}},
		{"huge.com", roms.Options{}, []string{"65000 bytes", "room for 64768"}},
	} {
		got, err := open(bad.name, bad.o)
		require.Error(t, err, bad.name)
		require.Nil(t, got)
		for _, want := range bad.want {
			require.ErrorContains(t, err, want, bad.name)
		}
	}
}

func TestCheckNamesWhatIsMissing(t *testing.T) {
	image := must.Have(roms.Open("", roms.Options{}))
	delete(image.Symbols, "PTSCK")
	delete(image.Symbols, "XCHNG")
	image.Symbols["BOARDA"]++
	image.Symbols["FNDMOV"] = 0x0100
	image.Symbols["DRIVER"] = image.Load + uint16(len(image.Bytes))
	var names []string
	for _, m := range roms.Check(image) {
		names = append(names, m.Name)
		require.Contains(t, m.String(), m.Name+": ")
	}
	require.Equal(t, []string{"BOARDA", "DRIVER", "FNDMOV", "PTSCK", "XCHNG"}, names)
}

func TestSymbolFiles(t *testing.T) {
	want := map[string]uint16{"M1": 0x1000, "BC0": 0x1031, "FNDMOV": 0x1B00, "ADD": 0x00FF}
	for name, text := range map[string]string{
		"pasmo":        "M1\t\tEQU 01000H\nBC0\t\tEQU 01031H\nFNDMOV\t\tEQU 01B00H\nADD\t\tEQU 000FFH\n",
		"z80asm":       "M1:\tequ $1000\nBC0:\tequ $1031\nfndmov:\tequ $1b00\nadd:\tequ $00ff\n",
		"value first":  "1000 M1\n1031 BC0\n1B00 FNDMOV\r\n00FF ADD\n",
		"name first":   "M1 1000\nBC0 1031\nFNDMOV 1B00 ; search\n\nADD 00FF\n",
		"pairs":        "1000 M1\t1031 BC0\t1B00 FNDMOV\n00FF ADD\n\x1A rubbish",
		"equal signs":  "M1=1000h\nBC0 = 0x1031\nFNDMOV\t=$1B00\nADD = 255\n",
		"twice is one": "\xEF\xBB\xBF1000h M1\n1031h BC0\n0x1B00 FNDMOV\n$00FF ADD\n1000 M1\n",
	} {
		got, err := roms.ReadSymbols([]byte(text))
		require.NoError(t, err, name)
		require.Equal(t, want, got, name)
	}
	for text, want := range map[string]string{
		"":                             "no symbols",
		"M1 EQU 1000H\nM1 EQU 2000H\n": "2: M1 has two values, 1000h and 2000h",
		"M1 EQU 12345H":                "1: \"12345H\"",
		"M1 EQU TWO":                   "1: \"TWO\"",
		"1000 M1\nTHIS IS TEXT\n":      "2: cannot parse \"THIS IS TEXT\" as a symbol",
		"M1 XYZ":                       "1: ",
		"M1 +100":                      "1: ",
		"1000 M-1":                     "not a name",
	} {
		_, err := roms.ReadSymbols([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
}

// More labels are found by their names in any case, and change nothing of the image that they are added to.
func TestMoreLabels(t *testing.T) {
	image := must.Have(roms.Open("", roms.Options{}))
	before := image.Labels["pins_of"]
	file := filepath.Join(t.TempDir(), "more.sym")
	require.NoError(t, os.WriteFile(file, []byte("1234 PINS_OF\n5678 mine\n"), 0o600))
	more, err := image.WithLabels(file)
	require.NoError(t, err)
	require.EqualValues(t, 0x1234, more.Labels["pins_of"])
	require.Equal(t, before, image.Labels["pins_of"])
	addr, ok := more.Symbol("Mine")
	require.True(t, ok)
	require.EqualValues(t, 0x5678, addr)
	_, ok = image.Symbol("Mine")
	require.False(t, ok)
	require.NoError(t, os.WriteFile(file, []byte("1234 MINE\n1235 MINE\n"), 0o600))
	_, err = image.WithLabels(file)
	require.ErrorContains(t, err, "more.sym:2: MINE has two values")
}

// The symbols that the assembler writes are among those that can be read.
func TestSymbolsOfTheROMRoundTrip(t *testing.T) {
	image := must.Have(roms.Open("", roms.Options{}))
	var b bytes.Buffer
	require.NoError(t, image.Source.WriteSymbols(&b))
	symbols, err := roms.ReadSymbols(b.Bytes())
	require.NoError(t, err)
	require.Equal(t, image.Symbols, symbols)
}

func TestSourceIsComplete(t *testing.T) {
	names := must.Have(fs.Glob(roms.Source(), "*.z80"))
	included := ""
	for _, name := range []string{"main.z80", "terminal.z80"} {
		included += string(must.Have(fs.ReadFile(roms.Source(), name)))
	}
	for _, name := range names {
		if name != "main.z80" && name != "terminal.z80" {
			require.Contains(t, included, `INCLUDE "`+name+`"`)
		}
	}
}

// What is printed to the right of the board has 15 columns, and the text there must not reach the board.
func TestTextsBesideTheBoardFit(t *testing.T) {
	image := must.Have(roms.Open("", roms.Options{}))
	texts := 0
	for _, line := range image.Source.Lines {
		fields := strings.Fields(line.Text)
		if len(fields) < 2 || fields[0] != "TELL" || fields[1] == "MACRO" {
			continue
		}
		texts++
		_, length, _ := strings.Cut(fields[1], ",")
		n, ok := image.Symbol(length)
		require.True(t, ok, length)
		require.LessOrEqual(t, n, uint16(15), line.Text)
	}
	require.Greater(t, texts, 15)
}

// An address belongs to the label before it, in the code only.
func TestRoutines(t *testing.T) {
	image := must.Have(roms.Open("", roms.Options{}))
	routines := image.Routines()
	at := func(symbol string, offset uint16) string {
		addr, ok := image.Symbol(symbol)
		require.True(t, ok, symbol)
		name, distance := routines.At(addr + offset)
		return fmt.Sprintf("%s+%d", name, distance)
	}
	require.Equal(t, "FNDMOV+0", at("FNDMOV", 0))
	require.Equal(t, "FNDMOV+1", at("FNDMOV", 1))
	board, ok := image.Symbol("BOARDA")
	require.True(t, ok)
	for _, outside := range []uint16{0, board, image.Load - 1, image.Load + uint16(len(image.Bytes)),
		0xFFFF} {
		name, offset := routines.At(outside)
		require.Empty(t, name)
		require.Equal(t, outside, offset)
	}

	bare := &roms.Image{Load: 0x100, Bytes: make([]byte, 16),
		Symbols: map[string]uint16{"LONGER": 0x104, "START": 0x100, "SAME": 0x104, "FAR": 0x900}}
	name, offset := bare.Routines().At(0x105)
	require.Equal(t, "SAME", name)
	require.EqualValues(t, 1, offset)
}
