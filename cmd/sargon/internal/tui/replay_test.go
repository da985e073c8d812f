package tui

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/native"
	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/must"
	"sargon78/sargon/think"
)

func played(t testing.TB, moves string) *game.Game {
	g := game.New()
	for _, text := range strings.Fields(moves) {
		require.NoError(t, g.PlayText(text))
	}
	return g
}

func newWalk(t testing.TB) *Walk {
	t.Helper()
	return must.Have(NewWalk(romstest.Image(t), 2))
}

// The list of moves on the screen, row by row, after each half-move.
func TestTheScreenShowsTheGame(t *testing.T) {
	walk, g := newWalk(t), played(t, "e4 e5 Nf3 Nc6 Bb5 a6 O-O axb5")
	for halfMoves, want := range map[int]string{
		0: "",
		1: " 1 E2-E4",
		2: " 1 E2-E4 E7-E5",
		7: " 4 0-0",
		8: " 4 0-0   A6XB5",
	} {
		screen := must.Have(walk.Screen(g, halfMoves))
		rows := strings.Split(strings.TrimSpace(screen.Text(0, 2, 15, 8)), "\n")
		require.Equal(t, strings.TrimSpace(want), strings.TrimSpace(rows[len(rows)-1]),
			"after %d", halfMoves)
	}
}

func TestTheScreenShowsPositionsAndUnderpromotion(t *testing.T) {
	walk, g := newWalk(t), must.Have(game.FromFEN("8/P6k/8/8/8/8/8/K7 w - - 0 30"))
	for _, move := range []string{"a8=N", "Kg7"} {
		require.NoError(t, g.PlayText(move))
	}
	screens := map[string]bool{}
	for halfMoves := range 3 {
		screens[must.Have(walk.Screen(g, halfMoves)).String()] = true
	}
	require.Len(t, screens, 3)
}

func TestOtherEditionsCannotShowAGame(t *testing.T) {
	_, err := NewWalk(&roms.Image{Name: "x", Load: 0x1000, Bytes: []byte{0xC9}}, 2)
	require.ErrorIs(t, err, program.ErrOtherEdition)
}

// watch shows a game move by move on a terminal of so many cells.
func watch(t testing.TB, g *game.Game, width, height int, o ReplayOptions) *person {
	s := &person{t: t, sim: tcell.NewSimulationScreen("UTF-8")}
	require.NoError(t, s.sim.Init())
	t.Cleanup(s.sim.Fini)
	s.sim.SetSize(width, height)
	o.Game, o.Screen, o.Theme = g, s.sim, screen.Themes[0]
	s.App = newReplay(newWalk(t), o)
	s.settle()
	return s
}

// reviewed waits for the verdicts on the moves.
func (s *person) reviewed(verdicts int, o ReplayOptions) {
	loop := terminal.NewLoop()
	go s.review(s.t.Context(), loop, o.Review)
	for range verdicts {
		(<-loop.Posts)()
	}
	s.settle()
}

func TestReplayRuns(t *testing.T) {
	sim := tcell.NewSimulationScreen("UTF-8")
	require.NoError(t, sim.Init())
	walk := newWalk(t)
	wrong := errors.New("it cannot think")
	o := ReplayOptions{
		Game: played(t, "e4"),
		Review: func(context.Context) iter.Seq2[think.Verdict, error] {
			return func(yield func(think.Verdict, error) bool) { yield(think.Verdict{}, wrong) }
		},
	}
	o.Screen, o.Theme = initialised{sim}, screen.Themes[0]
	require.ErrorIs(t, Replay(t.Context(), walk, o), wrong)
	sim = tcell.NewSimulationScreen("UTF-8")
	require.NoError(t, sim.Init())
	sim.InjectKey(tcell.KeyRune, 'q', tcell.ModNone)
	o.Screen, o.Review = initialised{sim}, nil
	require.NoError(t, Replay(t.Context(), walk, o))
}

func TestViewer(t *testing.T) {
	g := played(t, "e4 e5 Qh5 Ke7 Qxe5")
	g.Tags.Set("White", "Anna")
	g.Tags.Set("Black", "Sargon")
	o := ReplayOptions{Review: func(ctx context.Context) iter.Seq2[think.Verdict, error] {
		thinker := &think.Thinker{Mirror: game.NewMirror(native.New10x12())}
		return thinker.Review(ctx, g, 2, sargon.White, sargon.Black)
	}}
	s := watch(t, g, 100, 40, o)
	s.sees("Anna – Sargon")
	require.NotContains(t, s.text(), "E2-E4")
	s.reviewed(g.Len(), o)
	for _, step := range []struct {
		keys string
		want []string
	}{
		{"<Right><Right>", []string{"1... e5", "Sargon agrees", "book"}},
		{"n", []string{"2. Qh5", "Sargon: Nc3", "change +0.00 for Sargon, 210",
			"positions, about 1:14 in 1978"}},
		{"<End>", []string{"3. Qxe5#", "mates, 40 positions, about 0:14", "1-0 (checkmate)",
			"level 2: agrees with 3 of 5"}},
		{"<Left>", []string{"2... Ke7", "Sargon: "}},
		{"<PgUp>", []string{"Anna – Sargon"}},
		{"<PgDn><Right>", []string{"3. Qxe5#"}},
		{"<Home>n", []string{"1. e4", " 1 E2-E4"}},
	} {
		s.press(step.keys, step.want...)
	}
}

// The suggestions for the two moves of a line stand beside each other.
func TestSuggestionsForOneNumber(t *testing.T) {
	g := played(t, "e4 e5 Nf3 Nc6 Bc4")
	a := &App{replay: &replay{}}
	a.view.Game = g
	for i, san := range []string{"", "c5", "Nc3", "", "Qg4"} {
		choice := game.Move{} // that nobody plays
		if san == "" {
			choice = g.Ply(i).Move
		}
		a.replay.verdicts = append(a.replay.verdicts,
			think.Verdict{Index: i, Played: *g.Ply(i), Choice: choice, SAN: san})
	}
	for number, want := range []string{"– / c5", "Nc3 / –", "Qg4"} {
		require.Equal(t, want, a.others(2*number), number)
	}
	a.replay.verdicts[3].Choice, a.replay.verdicts[3].SAN = game.Move{}, "Qe7"
	require.Equal(t, "Nc3 / Qe7", a.others(3))
}

func TestViewerOfVariations(t *testing.T) {
	const text = `1. e4 e5 $6 {Too symmetrical.}
	(1... c5 {Sharp.} 2. Nf3 d6 (2... Nc6 3. Bb5)) ({Or} 1... e6!) 2. Nf3 *`
	var g *game.Game
	for read, err := range pgn.Read(strings.NewReader(text), "") {
		require.NoError(t, err)
		g = read
	}
	o := ReplayOptions{Review: func(context.Context) iter.Seq2[think.Verdict, error] {
		return func(yield func(think.Verdict, error) bool) {
			for i := range 3 {
				yield(think.Verdict{Index: i, Played: *g.Ply(i), SAN: fmt.Sprint("Na", i)}, nil)
			}
		}
	}}
	for _, size := range [][2]int{{60, 20}, {80, 24}, {67, 33}, {100, 40}} {
		s := watch(t, g, size[0], size[1], o)
		s.sees("? help")
		s.reviewed(3, o)
		s.press("v<Right><Right>", "Na1", "1... e5?!")
		shown := strings.Join(strings.Fields(s.text()), " ")
		if size[0] == 67 { // all of this window is the machine's screen
			require.Contains(t, shown, "F1/? help v variation F10/q leave")
		} else {
			require.Contains(t, shown, "symmetrical")
		}
		for _, step := range []struct{ keys, want string }{
			{"v", "variation 1/2"}, {"<Right>", "2. Nf3"}, {"<Left>", "1... c5"}, {"", "Sharp."},
			{"v", "variation 2/2"}, {"<Left><Right>", "1... e6!"}, {"", "Or"},
			{"v", "variation 1/2"}, {"<Right><Right>", "2... d6"}, {"v", "variation 1/1"},
			{"<Right>", "3. Bb5"}, {"<Esc>", "2... d6"},
		} {
			s.press(step.keys, step.want)
		}
		require.NotContains(t, s.text(), "Na1")
		s.press("<Esc>", "1... e5?!", "Na1")
		s.press("<Left>v")
		if size[0] >= 67 {
			s.sees("no variation")
			s.press("<Right>", "v variation")
		}
	}
}

func TestViewerInLittleRoom(t *testing.T) {
	for _, test := range []struct {
		width, height int
		sees          []string
	}{
		{80, 24, []string{"1. e4", "F10/q leave"}},
		{60, 20, []string{"1. e4", "←→ step"}}, // the modern board fits
		{18, 20, []string{"This window"}},
	} {
		s := watch(t, played(t, "e4 e5"), test.width, test.height, ReplayOptions{})
		s.press("<Right>", test.sees...)
	}
}

func TestViewerPlaysByItself(t *testing.T) {
	g := played(t, "e4 e5 Nf3 Nc6 Bc4")
	g.Comment = "In a café."
	g.Ply(2).Comment = "The usual move."
	for _, size := range [][2]int{{80, 24}, {64, 33}, {67, 33}, {100, 40}, {140, 45}} {
		s := watch(t, g, size[0], size[1], ReplayOptions{})
		s.sees("café.")
		s.press(" ")
		assert.Equal(t, pace, s.Wait())
		for range g.Len() {
			assert.True(t, s.replay.playing)
			s.Handle(tcell.NewEventInterrupt(nil))
		}
		assert.Zero(t, s.Wait())
		s.settle()
		s.sees("3. Bc4")
		s.press("<Left><Left>", "2. Nf3", "usual", "F1/? help", "F10/q leave")
		s.press("?", "plays the game by itself")
		s.press("xf", "usual")
		if size[0] == 100 {
			s.sees("h       g       f")
			s.press("f", "a       b       c")
		}
	}
}

func ExamplePlayers() {
	g := game.New()
	g.Tags.Set("White", "Anna")
	fmt.Println(Players(g))
	// Output: Anna – Black
}
