package tui

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/screen"
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

func newWalk(t testing.TB, g *game.Game) *Walk {
	t.Helper()
	walk := must.Have(NewWalk(romstest.Image(t), g, 2))
	return walk
}

// The list of moves on the screen, row by row, after each half-move.
func TestTheScreenShowsTheGame(t *testing.T) {
	walk := newWalk(t, played(t, "e4 e5 Nf3 Nc6 Bb5 a6 O-O axb5"))
	for halfMoves, want := range map[int]string{
		0: "",
		1: " 1 E2-E4",
		2: " 1 E2-E4 E7-E5",
		7: " 4 0-0",
		8: " 4 0-0   A6XB5",
	} {
		screen := must.Have(walk.At(halfMoves))
		rows := strings.Split(strings.TrimSpace(screen.Text(0, 2, 15, 8)), "\n")
		require.Equal(t, strings.TrimSpace(want), strings.TrimSpace(rows[len(rows)-1]),
			"after %d", halfMoves)
	}
}

func TestTheScreenShowsPositionsAndUnderpromotion(t *testing.T) {
	g := must.Have(game.FromFEN("8/P6k/8/8/8/8/8/K7 w - - 0 30"))
	walk := newWalk(t, g)
	for _, move := range []string{"a8=N", "Kg7"} {
		require.NoError(t, g.PlayText(move))
	}
	screens := map[string]bool{}
	for halfMoves := range 3 {
		screen := must.Have(walk.At(halfMoves))
		screens[screen.String()] = true
	}
	require.Len(t, screens, 3)
}

func TestOtherEditionsCannotShowAGame(t *testing.T) {
	_, err := NewWalk(&roms.Image{Name: "x", Load: 0x1000, Bytes: []byte{0xC9}},
		game.New(), 2)
	require.ErrorIs(t, err, program.ErrOtherEdition)
}

// terminal is a simulated one that hands out what it shows.
type viewer struct {
	tcell.SimulationScreen
	width, height int
	ready         chan struct{}
	shows         chan string // the newest picture, if nobody has taken it yet
	shown         string      // the last one that was taken
}

func (s *viewer) Init() error {
	err := s.SimulationScreen.Init()
	s.SetSize(s.width, s.height)
	close(s.ready)
	return err
}

func (s *viewer) Show() {
	s.SimulationScreen.Show()
	select {
	case <-s.shows:
	default:
	}
	s.shows <- contents(s)
}

var keyNames = map[rune]tcell.Key{
	'→': tcell.KeyRight, '←': tcell.KeyLeft, '⇥': tcell.KeyEnd, '⇤': tcell.KeyHome,
	'⇟': tcell.KeyPgDn,
	'⇞': tcell.KeyPgUp, '⎋': tcell.KeyEscape,
}

func (s *viewer) press(keys string) {
	for _, r := range keys {
		if r == '\r' {
			s.InjectKey(tcell.KeyEnter, 0, tcell.ModNone)
		} else if key, ok := keyNames[r]; ok {
			s.InjectKey(key, 0, tcell.ModNone)
		} else {
			s.InjectKey(tcell.KeyRune, r, tcell.ModNone)
		}
	}
}

// await waits until the terminal shows a text, and returns all it shows then.
func (s *viewer) await(t *testing.T, want string) string {
	t.Helper()
	timeout := time.After(time.Hour) // of the bubble's clock: until nothing moves any more
	for !strings.Contains(s.shown, want) {
		select {
		case s.shown = <-s.shows:
		case <-timeout:
			require.Fail(t, "not shown", "want %q in\n%s", want, s.shown)
		}
	}
	return s.shown
}

// view runs the viewer on a terminal of so many cells, until the test is over. The test is in a
// bubble of synctest.
func view(
	t *testing.T, walk *Walk, width, height int,
	review func(context.Context) iter.Seq2[think.Verdict, error],
) *viewer {
	s := &viewer{
		SimulationScreen: tcell.NewSimulationScreen("UTF-8"), width: width, height: height,
		ready: make(chan struct{}), shows: make(chan string, 1),
	}
	ended := make(chan error, 1)
	go func() {
		ended <- Replay(context.Background(), s, walk, ReplayOptions{
			Look: Look{Glyphs: screen.Sextant, Theme: screen.Themes[0]}, Level: 2, Review: review,
		})
	}()
	<-s.ready
	t.Cleanup(func() {
		s.press("q")
		require.NoError(t, <-ended)
	})
	return s
}

func TestViewer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := played(t, "e4 e5 Qh5 Ke7 Qxe5")
		g.Tags.Set("White", "Anna")
		g.Tags.Set("Black", "Sargon")
		s := view(t, newWalk(t, g), 100, 40,
			func(ctx context.Context) iter.Seq2[think.Verdict, error] {
				thinker := &think.Thinker{Mirror: game.NewMirror(native.New10x12())}
				return thinker.Review(ctx, g, 2, sargon.White, sargon.Black)
			})
		require.NotContains(t, s.await(t, "Anna – Sargon"), "E2-E4")
		for _, step := range []struct {
			keys string
			want []string
		}{
			{"→→", []string{"1... e5", "Sargon agrees", "book"}},
			{"n", []string{"2. Qh5", "Sargon: Nc3", "change +0.00 for Sargon, 210", "positions, about 1:14 in 1978"}},
			{"⇥", []string{"3. Qxe5#", "mates, 40 positions, about 0:14", "1-0 (checkmate)",
				"level 2: agrees with 3 of 5"}},
			{"←", []string{"2... Ke7", "Sargon: "}},
			{"⇞", []string{"Anna – Sargon"}},
			{"⇟→", []string{"3. Qxe5#"}},
			{"⇤n", []string{"1. e4"}},
		} {
			s.press(step.keys)
			for _, want := range step.want {
				s.await(t, want)
			}
		}
		require.Contains(t, s.await(t, "1. e4"), " 1 E2-E4")
	})
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
	for i, want := range []string{"", "– / c5", "", "Nc3 / –", "Qg4"} {
		require.Equal(t, want, a.others(i), i)
	}
	a.replay.verdicts[3].Choice, a.replay.verdicts[3].SAN = game.Move{}, "Qe7"
	require.Equal(t, "Nc3 / Qe7", a.others(3))
}

func TestViewerOfVariations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const text = `1. e4 e5 $6 {Too symmetrical.}
	(1... c5 {Sharp.} 2. Nf3 d6 (2... Nc6 3. Bb5)) ({Or} 1... e6!) 2. Nf3 *`
		var g *game.Game
		for read, err := range pgn.Read(strings.NewReader(text), "") {
			require.NoError(t, err)
			g = read
		}
		review := func(context.Context) iter.Seq2[think.Verdict, error] {
			return func(yield func(think.Verdict, error) bool) {
				for i := range 3 {
					yield(think.Verdict{Index: i, Played: *g.Ply(i), SAN: fmt.Sprint("Na", i)}, nil)
				}
			}
		}
		for _, size := range [][2]int{{60, 20}, {80, 24}, {67, 33}, {100, 40}} {
			s := view(t, newWalk(t, g), size[0], size[1], review)
			s.await(t, "? help") // what else stands there depends on how far the review is
			s.press("v")
			s.press("→→")
			s.await(t, "Na1")
			shown := strings.Join(strings.Fields(s.await(t, "1... e5?!")), " ")
			if size[0] == 67 { // all of this window is the machine's screen
				require.Contains(t, shown, "F1/? help v variation F10/q leave")
			} else {
				require.Contains(t, shown, "symmetrical")
			}
			for _, step := range []struct{ keys, want string }{
				{"v", "variation 1/2"}, {"→", "2. Nf3"}, {"←", "1... c5"}, {"", "Sharp."},
				{"v", "variation 2/2"}, {"←→", "1... e6!"}, {"", "Or"},
				{"v", "variation 1/2"}, {"→→", "2... d6"}, {"v", "variation 1/1"},
				{"→", "3. Bb5"}, {"⎋", "2... d6"},
			} {
				s.press(step.keys)
				s.await(t, step.want)
			}
			require.NotContains(t, s.shown, "Na1")
			s.press("⎋")
			s.await(t, "1... e5?!")
			s.await(t, "Na1")
			s.press("←v")
			if size[0] >= 67 {
				s.await(t, "no variation")
				s.press("→")
				s.await(t, "v variation")
			}
		}
	})
}

func TestViewerInLittleRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := view(t, newWalk(t, played(t, "e4 e5")), 80, 24, nil)
		s.press("→")
		require.Contains(t, s.await(t, "1. e4"), "F10/q leave")

		s = view(t, newWalk(t, played(t, "e4")), 60, 20, nil) // the modern board fits
		s.press("→")
		s.await(t, "1. e4")
		s.await(t, "←→ step")
		view(t, newWalk(t, played(t, "e4")), 18, 20, nil).await(t, "This window")
	})
}

func TestViewerPlaysByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := played(t, "e4 e5 Nf3 Nc6 Bc4")
		g.Comment = "Played in a café."
		g.Ply(2).Comment = "The usual move."
		for _, size := range [][2]int{{80, 24}, {64, 33}, {67, 33}, {100, 40}, {140, 45}} {
			s := view(t, newWalk(t, g), size[0], size[1], nil)
			s.await(t, "café.")
			s.press("+++")
			s.await(t, "250")
			s.press(" ")
			s.await(t, "3. Bc4")
			s.press("2\r")
			for _, words := range []string{"2. Nf3", "usual", "F1/? help", "F10/q leave"} {
				s.await(t, words)
			}
			s.press("9\r")
			s.await(t, "move 9")
			s.press("?")
			s.await(t, "plays the game by itself")
			s.press("xf")
			s.await(t, "usual")
			if size[0] == 100 {
				s.await(t, "h       g       f")
				s.press("f")
				s.await(t, "a       b       c")
			}
		}
	})
}

func ExamplePlayers() {
	g := game.New()
	g.Tags.Set("White", "Anna")
	fmt.Println(Players(g))
	// Output: Anna – Black
}

// A page of help that is longer than the window is read on, and any other key closes it.
func TestViewerHelpIsReadOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := view(t, newWalk(t, played(t, "e4 e5")), 60, 20, nil)
		s.press("?")
		s.await(t, "Up, Down: more")
		s.press("⇟")
		s.await(t, "F10/q   leave")
		s.press("n")
		s.await(t, "? help")
	})
}
