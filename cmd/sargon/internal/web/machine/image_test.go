package machine_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/web/machine"
	"sargon78/emu/asm"
	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program/programtest"
	"sargon78/sargon/must"
)

// another returns a machine with another ROM image, which was sent to the page.
func another(t testing.TB) *machine.Machine {
	t.Helper()
	image := must.Have(roms.Open(programtest.OtherROM(t), roms.Options{}))
	data := must.Have(machine.Pack(image))
	arrived := must.Have(machine.Unpack(data))
	m := must.Have(machine.New(arrived))
	return m
}

func sans(m *machine.Machine) (moves []string) {
	for _, p := range m.Game().Plies {
		moves = append(moves, p.SAN)
	}
	return moves
}

func TestAnotherEditionIsFollowed(t *testing.T) {
	m := another(t)
	untilAsked(t, m)
	assert.False(t, m.Game().Started)
	require.NoError(t, m.NewGame(sargon.White, 1))
	untilAsked(t, m)
	plays(t, m, "e2e4")
	require.NoError(t, m.Press([]byte("E1-E8")...)) // refused, and asked for again
	untilAsked(t, m)
	plays(t, m, "g1f3")
	g := m.Game()
	assert.Equal(t, []string{"e4", "e5", "Nf3", "Nc6"}, sans(m))
	assert.True(t, g.Waiting)
	assert.Equal(t, 1, g.Level)
	assert.Positive(t, g.Plies[3].Evals)
	assert.Equal(t, strings.Fields(g.FEN)[:4], strings.Fields(m.Inside(sargon.NoSquare).FEN)[:4])
	problem := m.Problem()
	assert.Equal(t, m.Status().Trace, nativeSearch(t, problem, 0).Trace.String())

	data := must.Have(m.Save())
	require.NoError(t, m.TakeBack())
	untilAsked(t, m)
	assert.Equal(t, []string{"e4", "e5"}, sans(m))
	require.NoError(t, m.Load(data))
	plays(t, m, "f1c4")
	assert.Len(t, sans(m), 6)

	require.NoError(t, m.NewGame(sargon.Black, 2))
	untilAsked(t, m)
	g = m.Game()
	assert.Len(t, g.Plies, 1)
	assert.Equal(t, "black", g.Player)

	require.NoError(t, m.SetUp("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 9", nil, sargon.White, 1))
	untilAsked(t, m)
	plays(t, m, "a1a8") // mate
	g = m.Game()
	assert.True(t, g.Ended)
	assert.Equal(t, "1-0", g.Result)
}

func TestAnotherEditionPlaysItself(t *testing.T) {
	m := another(t)
	require.NoError(t, m.NewGame(sargon.White, 1))
	m.SelfPlay(true)
	for range 1000 {
		if m.Run(1_000_000, nil); len(m.Game().Plies) >= 7 {
			break
		}
	}
	require.GreaterOrEqual(t, len(m.Game().Plies), 7)
	for i, p := range m.Game().Plies {
		assert.Equal(t, i > 1, p.Evals > 0, "half-move %d, %s, was thought about", i, p.SAN)
	}
	m.SelfPlay(false)
	untilAsked(t, m)
	g := m.Game()
	assert.Equal(t, "white", g.Player)
	assert.True(t, g.Waiting)
}

func TestAnotherEditionIsDisassembled(t *testing.T) {
	m := another(t)
	require.NoError(t, m.SetUp("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20", nil, sargon.Black, 1))
	m.Run(1<<40, m.Thinking)
	require.True(t, m.Thinking())
	lines := m.Source().Lines
	seen := map[string]bool{}
	for range 2000 {
		m.Run(1, nil)
		line, ok := here(t, m, lines)
		if !ok {
			continue // in the monitor
		}
		require.Equal(t, hex.EncodeToString(line.Bytes), m.Memory(int(line.Address), len(line.Bytes)))
		seen[line.Text] = true
	}
	assert.True(t, seen["        LDIR"] || seen["        RET"], "%v", seen)

	at := slices.IndexFunc(lines, func(l asm.Line) bool { return l.Text == "FNDMOV:" })
	require.Positive(t, at)
	calls := slices.IndexFunc(lines, func(l asm.Line) bool {
		return l.Text == "        CALL FNDMOV"
	})
	assert.Positive(t, calls, "calls say what they call")
	now := obeys(t, m, false, fmt.Sprintf("break %d", lines[calls].Address))
	assert.Equal(t, lines[calls].Address, now.Points[0].From)
}

// The debugger has the lines of the embedded ROM as soon as they arrive, which is after the machine has
// started.
func TestTheSourceComesLater(t *testing.T) {
	sent := romstest.Image(t)
	image := must.Have(machine.Unpack(must.Have(machine.Pack(sent))))
	m := must.Have(machine.New(image))
	assert.Empty(t, m.Source().Lines)
	require.NoError(t, machine.UnpackSource(image, machine.PackSource(sent)))
	assert.Len(t, m.Source().Lines, len(sent.Source.Lines))
	assert.Contains(t, obeys(t, m, false, "list search.z80:82 3").Output, "CALL    POINTS")
}

// UnpackSource returns the lines that PackSource was given.
func TestLinesArriveAsTheyWereSent(t *testing.T) {
	sent, arrived := romstest.Image(t).Source.Lines, must.Have(embedded()).Source.Lines
	assert.Equal(t, string(must.Have(json.Marshal(sent))), string(must.Have(json.Marshal(arrived))))
}

func TestProgramsThatThePageCannotRun(t *testing.T) {
	for _, bad := range []string{
		"", "[]", "{}", `{"name":"x"}`, `{"name":"x","load":65535,"bytes":"AAAA"}`,
	} {
		_, err := machine.Unpack([]byte(bad))
		assert.ErrorContains(t, err, "damaged", bad)
	}
	image := must.Have(machine.Unpack([]byte(`{"name":"x","load":256,"bytes":"AAAA"}`)))
	require.NoError(t, machine.UnpackSource(image, []byte("x.z80 1 256 3 3 true  NOP")))
	for _, bad := range []string{
		"\n", "x.z80 1 256 3 4 true NOP", "x.z80 1 255 1 1 true NOP", "x.z80 1 -1 1 1 true NOP",
		"x.z80 1 256 3 3 true",
	} {
		assert.ErrorContains(t, machine.UnpackSource(image, []byte(bad)), "damaged", bad)
	}
	assert.Len(t, image.Source.Lines, 1)
	_, err := machine.New(&roms.Image{Name: "x", Kind: roms.Binary, Load: 0x1000, Bytes: []byte{0xC9}})
	assert.ErrorContains(t, err, "no symbol")
}
