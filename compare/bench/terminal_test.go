package bench_test

import (
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
	t    *testing.T
	last uint16 // where it keeps the last move
}

// press types keys and lets the program run until it wants more. It tells what its last search took.
func (p *player) press(keys string) uint64 {
	p.Press([]byte(strings.ToUpper(keys))...)
	for {
		require.NoError(p.t, p.RunFor(p.t.Context(), 1e9))
		if s := p.State(); s.Waiting || s.Ended {
			return s.SearchTStates
		}
	}
}

// lastMove is the move made last.
func (p *player) lastMove() (move string) {
	p.Do(func(m *emu.Machine) {
		squares := m.Memory[p.last+2:]
		move = sargon.Move{From: sargon.Square(squares[0]), To: sargon.Square(squares[1])}.String()
	})
	return move
}

func newJupiter(t *testing.T) *player {
	image := romstest.Image(t)
	search, _ := image.Symbol("FNDMOV")
	last, _ := image.Symbol("last")
	m := must.Have(jupiter.New(program.Loadable(image), console.Options{Search: search}))
	return &player{m.Console, t, last}
}

func newCPM(t *testing.T, said *strings.Builder) *player {
	image := must.Have(roms.Terminal(roms.Command, 0))
	search, _ := image.Symbol("FNDMOV")
	last, _ := image.Symbol("last")
	m := must.Have(cpm.New(image.Bytes, console.Options{Search: search, Output: said}))
	return &player{m.Console, t, last}
}

// A game to mate, and the beginning of another one at level 2: by the same keys a program makes the
// same moves on the Jupiter and under CP/M, there on every core, and every search takes the same
// T-states.
func TestTheGameUnderCPMIsThatOfTheJupiter(t *testing.T) {
	for keys, moves := range map[string]string{
		"w1n": "e2e4 e7e5 h2h4 g8f6 c2c4 f6e4 b1c3 e4c3 d2c3 f8e7 d1g4 e8g8 c1h6 f7f5 g4g7",
		"w2n": "e2e4 e7e5 g1f3 b8c6",
	} {
		var all []*player
		said := make([]strings.Builder, len(cores.Names()))
		for i, name := range cores.Names() {
			p := newCPM(t, &said[i])
			p.Do(func(m *emu.Machine) { m.SetCore(must.Have(cores.New(name))) })
			all = append(all, p)
		}
		thought := map[string]uint64{}
		for _, p := range append(all, newJupiter(t)) {
			p.press(keys)
			for i, move := range strings.Fields(moves) {
				if i%2 == 1 {
					assert.Equal(t, move, p.lastMove())
					continue
				}
				took := p.press(move)
				if thought[move] == 0 {
					thought[move] = took
				}
				assert.Equal(t, thought[move], took, "%s at %d %s", keys, i, move)
			}
		}
		for i := range said {
			assert.Equal(t, said[0].String(), said[i].String(), cores.Names()[i])
		}
		if keys == "w2n" {
			continue
		}
		assert.Contains(t, said[0].String(), "YOU BEAT A Z80!")
		for _, p := range all {
			p.press("n")
			assert.True(t, p.State().Ended)
		}
	}
}
