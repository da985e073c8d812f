package roms_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/must"
)

func symbol(t *testing.T, image *roms.Image, name string) int {
	t.Helper()
	v, ok := image.Symbol(name)
	require.True(t, ok, name)
	return int(v)
}

// Under CP/M the engine is the ROM's to the byte, at the same place.
func TestTheCommandHasTheROMsSearch(t *testing.T) {
	rom := must.Have(roms.Open("", roms.Options{}))
	com := must.Have(roms.Terminal(roms.Command, 0))
	assert.Equal(t, uint16(0x100), com.Load)
	assert.LessOrEqual(t, len(com.Bytes), 16<<10)

	load, end := symbol(t, rom, "M1"), symbol(t, rom, "row") // the screen begins there
	assert.Equal(t, load, symbol(t, com, "M1"))
	from := load - int(com.Load)
	assert.Equal(t, rom.Bytes[:end-load], com.Bytes[from:])
	assert.Less(t, symbol(t, com, "T_LEG6"), load, "the dialogue lies in front of the variables")
}

// Wherever it lies, the engine makes the same searches and takes the same time for them.
func TestTheSearchIsTheSameEverywhere(t *testing.T) {
	rom := must.Have(roms.Open("", roms.Options{}))
	reference := must.Have(emulated.New("rom", rom))
	type search struct {
		sargon.Result
		took uint64
	}
	searched := func(e *emulated.Engine, fen string, level sargon.Level) search {
		require.NoError(t, e.SetPosition(must.Have(sargon.ParseFEN(fen))))
		before := e.Machine().TStates
		r := must.Have(e.Search(t.Context(), sargon.SearchOptions{Level: level}))
		return search{r, e.Machine().TStates - before}
	}
	wanted := map[string]search{}
	for _, at := range []struct {
		kind  roms.Kind
		start uint16
	}{{roms.Command, 0}, {roms.Binary, 0x8000}, {roms.Hex, 0x4300}, {roms.Binary, 0}, {roms.Binary, 0xD900}} {
		engine := must.Have(emulated.New("board", must.Have(roms.Terminal(at.kind, at.start))))
		for fen, level := range map[string]sargon.Level{
			"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w - - 2 3":      2,
			"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 10":                         2,
			"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b - - 0 20": 1,
		} {
			if _, known := wanted[fen]; !known {
				wanted[fen] = searched(reference, fen, level)
			}
			want, got := wanted[fen], searched(engine, fen, level)
			assert.Equal(t, want.Trace, got.Trace, "%v at %04X: %s", at.kind, at.start, fen)
			assert.Equal(t, want.Best, got.Best, fen)
			assert.Equal(t, want.took, got.took, fen)
		}
	}
}

// A board with a serial port, data at 81h, status at 80h, and a screen that is cleared by port 82h and
// has its cursor at 83h and 84h, as its owner fills in the table.
var (
	ownTable = []byte{
		0xDB, 0x81, 0xC9, // BASE+3 in: IN A,(81H); RET
		0xD3, 0x81, 0xC9, // out: OUT (81H),A; RET
		0xDB, 0x80, 0xC9, // status: IN A,(80H); RET
		0xD3, 0x82, 0xC9, // clear: OUT (82H),A; RET
		0xC3, 0x00, 0x01, // cursor: JP 0100H
		0xC3, 0x38, 0x00, // exit: JP 0038H
	}
	ownCursor = []byte{0x7A, 0xD3, 0x83, 0x7B, 0xD3, 0x84, 0xC9} // LD A,D; OUT (83H),A; LD A,E; OUT (84H),A; RET
)

// The program on a bare Z80: a move typed is answered, and resigning ends it.
func TestABoardWithASerialPort(t *testing.T) {
	image := must.Have(roms.Terminal(roms.Binary, 0x8000))
	var hex bytes.Buffer
	require.NoError(t, image.WriteHex(&hex))
	m := emu.New()
	loadHex(t, m, hex.String())
	copy(m.Memory[image.Load+3:], ownTable)
	copy(m.Memory[0x100:], ownCursor)
	keys, said, screens := []byte("w1Ne2e4\x12n"), strings.Builder{}, 0
	m.In = func(port uint16) uint8 {
		switch {
		case len(keys) == 0:
			return 0
		case port&0xFF == 0x80:
			return 0xFF
		}
		key := keys[0]
		keys = keys[1:]
		return key
	}
	m.Out = func(port uint16, c uint8) {
		switch port & 0xFF {
		case 0x81:
			said.WriteByte(c)
		case 0x82:
			screens++
		default:
			assert.Zero(t, c, "the cursor goes to the top left")
		}
	}
	m.PC = image.Load
	stop, err := m.Run(context.Background(),
		emu.Until{TStates: 2e9, Addresses: []uint16{0x38}})
	require.NoError(t, err)
	require.Equal(t, emu.AtAddress, stop, said.String())
	assert.Contains(t, said.String(), "4 . . . . P . . .\r\n")
	assert.Contains(t, said.String(), "E7-E5")
	assert.Contains(t, said.String(), "THE Z80 WINS.")
	assert.Positive(t, screens)
}

// loadHex loads Intel HEX as a monitor does, by way of a file that roms.Open checks.
func loadHex(t *testing.T, m *emu.Machine, hex string) {
	t.Helper()
	image := must.Have(roms.Terminal(roms.Hex, 0x8000))
	base := filepath.Join(t.TempDir(), "sargon")
	require.NoError(t, os.WriteFile(base+".hex", []byte(hex), 0o600))
	// A symbol file tells where the image begins.
	require.NoError(t, os.WriteFile(base+".sym", []byte("M1 8000\n"), 0o600))
	read := must.Have(roms.Open(base+".hex", roms.Options{}))
	require.Equal(t, image.Bytes, read.Bytes)
	require.NoError(t, m.Load(read.Load, read.Bytes))
}

func TestTerminalSaysWhatIsWrong(t *testing.T) {
	for want, at := range map[string]struct {
		kind  roms.Kind
		start uint16
	}{
		"not as a listing":        {roms.Listing, 0x8000},
		"loads all programs":      {roms.Command, 0x8000},
		"not the start of a page": {roms.Hex, 0x8001},
		"from DA00h on the program runs past FFFFh, the end of memory: want a start of D900h at most": {
			roms.Binary, 0xDA00},
	} {
		_, err := roms.Terminal(at.kind, at.start)
		assert.ErrorContains(t, err, want)
	}
}
