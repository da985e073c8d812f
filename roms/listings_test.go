package roms_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"sargon78/emu/asm"
	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon/must"
	"sargon78/sargon/spec/variables"
)

// tables are the names that listings may define as distances from TBASE.
var tables = []string{"DIRECT", "DPOINT", "DCOUNT", "PVALUE", "PIECES"}

// distance is the equate of such a name; the index into PVALUE starts at 1.
func distance(name, equals, here string) string {
	if name == "PVALUE" {
		here += "-1"
	}
	return name + " " + equals + " " + strings.Replace(here, "$", "$-TBASE", 1)
}

// withDistances is the listing with tables whose names are distances.
func withDistances(text string) string {
	for _, name := range tables {
		text = regexp.MustCompile(`(?m)^`+name+`(\s+DB)`).ReplaceAllString(text,
			strings.ReplaceAll(distance(name, "EQU", "$"), "$", "$$")+"\n$1")
	}
	return strings.NewReplacer(
		"PVALUE-1-TBASE", "PVALUE", "DIRECT-TBASE", "DIRECT", "DPOINT-TBASE", "DPOINT", "DCOUNT-TBASE",
		"DCOUNT",
		"DE,PIECES", "DE,PIECES+TBASE", "PIECES-SQ_A1", "PIECES+TBASE-SQ_A1",
	).Replace(text)
}

// inTDL is the listing in TDL's dialect, with the code as bytes and tables whose names are
// distances.
func inTDL(t *testing.T, zilog string) string {
	t.Helper()
	program := must.Have(asm.Assemble("zilog", []byte(zilog), asm.Options{}))
	var b strings.Builder
	labels := map[uint16]string{}
	for _, s := range program.Symbols {
		switch {
		case strings.Contains(" "+strings.Join(tables, " ")+" ", " "+s.Name+" "):
			labels[s.Value] = strings.ReplaceAll(distance(s.Name, "=", "$"), "$", ".") + "\n"
		case s.Label:
			labels[s.Value] += s.Name + ":\n"
		default:
			fmt.Fprintf(&b, "%s = 0%04XH\n", s.Name, s.Value)
		}
	}
	fmt.Fprintf(&b, "\t.LOC\t0%04XH\n", program.Origin)
	for i, c := range program.Image {
		fmt.Fprintf(&b, "%s\t.BYTE\t0%02XH ; '%c'\n", labels[program.Origin+uint16(i)], c, 'A'+i%26)
	}
	return b.String() + "\t.END\n"
}

func inUTF16(text string, order binary.AppendByteOrder) string {
	file := order.AppendUint16(nil, 0xFEFF)
	for _, unit := range utf16.Encode([]rune(text)) {
		file = order.AppendUint16(file, unit)
	}
	return string(file)
}

// However a listing reaches us, the same program comes out, and Check finds all in it.
func TestListingsAsTheyAreFound(t *testing.T) {
	embedded := must.Have(roms.Open("", roms.Options{}))
	zilog := romstest.Whole(t)
	for dialect, text := range map[string]string{"Zilog": zilog, "distances": withDistances(zilog),
		"TDL": inTDL(t, zilog)} {
		for form, file := range map[string]string{
			"plain":            text,
			"CR":               strings.ReplaceAll(text, "\n", "\r"),
			"CR LF, Control-Z": strings.ReplaceAll(text, "\n", "\r\n") + "\x1A\x1A",
			"UTF-8 mark":       "\uFEFF" + text,
			"UTF-16 LE":        inUTF16(text, binary.LittleEndian),
			"UTF-16 BE":        inUTF16(strings.ReplaceAll(text, "\n", "\r\n"), binary.BigEndian),
		} {
			if dialect != "Zilog" && form != "plain" { // how a file is written has nothing to do with it
				continue
			}
			name := filepath.Join(t.TempDir(), "listing.asm")
			require.NoError(t, os.WriteFile(name, []byte(file), 0o600))
			image := must.Have(roms.Open(name, roms.Options{}))
			require.Equal(t, embedded.Bytes, image.Bytes, "%s, %s", dialect, form)
			require.Empty(t, roms.Check(image), "%s, %s", dialect, form)
			require.Empty(t, image.Warnings())
			for _, table := range tables {
				want, _ := embedded.Symbol(table)
				is, _ := image.Symbol(table)
				require.Equal(t, want, is, "%s, %s: %s", dialect, form, table)
			}
		}
	}
}

// The names of all variables that an index reaches may be distances, also in a symbol file.
func TestDistancesInSymbolFiles(t *testing.T) {
	embedded := must.Have(roms.Open("", roms.Options{}))
	symbols := ""
	for name, value := range embedded.Symbols {
		if c, ok := variables.Named(name); ok && c.Offset >= 0x80 && c.Offset < 0x180 {
			value = c.Offset - variables.TBASE
		}
		symbols += fmt.Sprintf("%s EQU 0%04XH\n", name, value)
	}
	open := folder(t, map[string]string{"sargon.bin": string(embedded.Bytes),
		"sargon.sym": inUTF16(symbols, binary.LittleEndian)})
	image, err := open("sargon.bin", roms.Options{})
	require.NoError(t, err)
	require.Empty(t, roms.Check(image))
	board, _ := image.Symbol("BOARDA")
	require.EqualValues(t, roms.DefaultLoad+0xB4, board)

	image.Symbols["MLIST"] = 0x200 // which no index reaches
	image.Symbols["DPOINT"]--      // which nothing explains
	problems := roms.Check(image)
	require.Len(t, problems, 2)
	require.Contains(t, problems[0].String(), "DPOINT: is at FF97h, and belongs at 1198h")
	require.Contains(t, problems[1].String(), "MLIST: is at 0200h")
}

// Each number of each table, if it is wrong, is named; nothing else is.
func TestCheckNamesTheWrongNumber(t *testing.T) {
	image := must.Have(roms.Open("", roms.Options{}))
	for _, name := range []string{"BMOVES", "DIRECT", "DPOINT", "DCOUNT", "PVALUE", "PIECES"} {
		c, ok := variables.Named(name)
		require.True(t, ok)
		for i := range c.Size {
			at := int(c.Offset) + i
			image.Bytes[at]++
			problems := roms.Check(image)
			image.Bytes[at]--
			require.Len(t, problems, 1, "%s %d", name, i)
			require.Equal(t, name, problems[0].Name)
			require.Contains(t, problems[0].Why, fmt.Sprintf("entry %d ", i))
		}
	}
	image.Bytes[variables.DIRECT+2] = 11
	image.Bytes[variables.PVALUE+3] = 4
	problems := roms.Check(image)
	require.Len(t, problems, 2)
	require.Regexp(t, `^DIRECT: entry 2 in variables\.z80:\d+ is 11, and should be -11 \(spec §2\)$`,
		problems[0].String())
	require.Regexp(t, `^PVALUE: entry 3 \(rook\) in variables\.z80:\d+ is 4, and should be 5 \(spec §1\)$`,
		problems[1].String())

	clear(image.Bytes[variables.DIRECT:][:24])
	problems = roms.Check(image)
	require.Len(t, problems, 2)
	require.Contains(t, problems[0].String(),
		"DIRECT: 24 of the 24 numbers at load address + 080h are not those of spec §2, "+
			"the first of them: entry 0")
	image.Bytes = image.Bytes[:0x84]
	require.Contains(t, fmt.Sprint(roms.Check(image)), "DIRECT: the program ends before it")
}

// The tables need no names.
func TestTablesWithoutNames(t *testing.T) {
	image := must.Have(roms.Open("", roms.Options{}))
	for _, name := range tables {
		delete(image.Symbols, name)
	}
	require.Empty(t, roms.Check(image))
}

// END in the middle: code after it is assembled too, and other text is left out. Both is said.
func TestEndInTheMiddle(t *testing.T) {
	zilog := romstest.Whole(t)
	cut := func(text, line, end string) string { return strings.Replace(text, line, end+"\n"+line, 1) }
	head, _, _ := strings.Cut(zilog, "FNDMOV:\n")
	open := folder(t, map[string]string{
		"zilog.asm": cut(zilog, "FNDMOV:\n", "\tEND"), "tdl.asm": cut(inTDL(t, zilog),
			"FNDMOV:\n", "\t.END"),
		"text.asm": head + "\tEND\nThis is what I have typed so far.\nThe rest will follow.\n",
		"end.asm":  "\tORG 1100H\n\tNOP\n\tEND\n\n ; nothing more\n\x1A\x1A",
	})
	embedded := must.Have(roms.Open("", roms.Options{}))
	for _, name := range []string{"zilog.asm", "tdl.asm"} {
		image, err := open(name, roms.Options{})
		require.NoError(t, err)
		require.Len(t, image.Warnings(), 1)
		require.Regexp(t, `^`+name+`:(\d+): code follows this END, from line \d+ on; it is assembled too`,
			image.Warnings()[0])
		require.Equal(t, embedded.Bytes, image.Bytes)
		require.Empty(t, roms.Check(image))
	}
	image, err := open("text.asm", roms.Options{})
	require.NoError(t, err)
	require.Contains(t, fmt.Sprint(image.Warnings()), "lines of text after this END that are left out: 2")
	require.Contains(t, fmt.Sprint(roms.Check(image)), "FNDMOV: no such symbol")
	image, err = open("end.asm", roms.Options{})
	require.NoError(t, err)
	require.Empty(t, image.Warnings())
}
