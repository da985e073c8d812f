package bench

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu"
	"sargon78/emu/console"
	"sargon78/emu/cpm"
	"sargon78/emu/jupiter"
	"sargon78/emu/z80/cores"
	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/must"
)

// player is a program at its questions, on one computer or the other.
type player struct {
	*console.Console
	t     *testing.T
	image *roms.Image
}

// press types keys and lets the program run until it wants more. It tells what its last search took.
func (p *player) press(keys string) uint64 {
	p.t.Helper()
	p.Press([]byte(strings.ToUpper(keys))...)
	for {
		require.NoError(p.t, p.RunFor(context.Background(), 1e9))
		if s := p.State(); s.Waiting || s.Left {
			return s.Thought
		}
	}
}

// lastMove is the move made last.
func (p *player) lastMove() string {
	addr, ok := p.image.Symbol("last")
	require.True(p.t, ok)
	var m sargon.Move
	p.Do(func(cpu *emu.Machine) {
		m = sargon.Move{
			From: sargon.Square(cpu.Memory[addr+2]), To: sargon.Square(cpu.Memory[addr+3]),
		}
	})
	return m.String()
}

func newJupiter(t *testing.T) *player {
	image := romstest.Image(t)
	search, _ := image.Symbol("FNDMOV")
	m := must.Have(jupiter.New(program.Loadable(image), console.Options{Search: search}))
	return &player{m.Console, t, image}
}

func newCPM(t *testing.T, said *strings.Builder) *player {
	image := must.Have(roms.Terminal(roms.Command, 0))
	search, _ := image.Symbol("FNDMOV")
	m := must.Have(cpm.New(image.Bytes, console.Options{Search: search, Output: said}))
	return &player{m.Console, t, image}
}

// The calibration game under CP/M, to the mate at the end. It begins by the same keys on the Jupiter:
// the same moves, and every search takes the same T-states.
func TestTheGameUnderCPMIsThatOfTheJupiter(t *testing.T) {
	var said strings.Builder
	screen, text := newJupiter(t), newCPM(t, &said)
	screen.press("w2n")
	text.press("w2n")
	total := uint64(0)
	for i, move := range strings.Fields(calibration) {
		if i%2 == 1 {
			require.Equal(t, move, text.lastMove())
			continue
		}
		inText := text.press(move)
		if i < 8 {
			assert.Equal(t, screen.press(move), inText, "ply %d", i+1)
			assert.Equal(t, screen.lastMove(), text.lastMove())
		}
		total += inText
	}
	assert.Greater(t, total, uint64(3e9))
	assert.Contains(t, said.String(), "YOU BEAT A Z80!")
	text.press("n")
	assert.True(t, text.State().Left)
}

// Every core of the machine plays it alike.
func TestTheGameUnderCPMOnEveryCore(t *testing.T) {
	var want string
	var thought uint64
	for _, name := range cores.Names() {
		core := must.Have(cores.New(name))
		var said strings.Builder
		p := newCPM(t, &said)
		p.Do(func(m *emu.Machine) { m.SetCore(core) })
		p.press("w1n")
		spent := uint64(0)
		for _, ply := range []int{0, 2, 4} { // White's first moves
			spent += p.press(strings.Fields(calibration)[ply])
		}
		if want == "" {
			want, thought = said.String(), spent
		}
		assert.Equal(t, want, said.String(), name)
		assert.Equal(t, thought, spent, name)
	}
	assert.Contains(t, want, "B8-C6")
}
