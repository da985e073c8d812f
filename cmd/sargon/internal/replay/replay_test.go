package replay_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/replay"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/native"
	"sargon78/roms"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/game"
	"sargon78/sargon/think"
)

func played(t testing.TB, moves string) *game.Game {
	g := game.New()
	for _, text := range strings.Fields(moves) {
		require.NoError(t, g.PlayText(text))
	}
	return g
}

func thinker() *think.Thinker {
	return &think.Thinker{Mirror: game.NewMirror(native.New10x12())}
}

func Example() {
	g := game.New()
	for _, move := range []string{"e4", "e5", "Qh5", "Ke7", "Qxe5"} {
		_ = g.PlayText(move)
	}
	thinker := &think.Thinker{Mirror: game.NewMirror(native.New10x12())}
	verdicts, err := replay.Check(context.Background(), g, thinker, replay.Options{Level: 2, White: true}, nil)
	for _, v := range verdicts {
		fmt.Println(v)
	}
	fmt.Printf("Sargon agrees with %v. %v\n", replay.Sum(verdicts), err)
	// Output:
	// 1.   e4       =        book
	//    2.   Qh5      Nc3      +0.00 e=210 1978~1:14
	//    3.   Qxe5#    =        mates e=40 1978~0:14
	// Sargon agrees with 2 of 3 moves. <nil>
}

// A game that Sargon played with itself it would play again, move for move.
func TestSargonAgreesWithItself(t *testing.T) {
	g := game.New()
	player := thinker()
	player.Style.Book = true
	for range 30 {
		choice, err := player.Choose(t.Context(), g, think.Limits{Level: 2}, think.Report{})
		require.NoError(t, err)
		require.NoError(t, g.Play(choice.Move))
	}
	verdicts, err := replay.Check(t.Context(), g, thinker(), replay.Options{Level: 2, White: true, Black: true}, nil)
	require.NoError(t, err)
	require.Equal(t, "30 of 30 moves (White 15 of 15, Black 15 of 15)", replay.Sum(verdicts).String())

	replay.Annotate(g, verdicts, 2, "")
	require.Equal(t, "book", g.Ply(0).Note.String())
	require.Positive(t, g.Ply(2).Note.Evals)
	require.Empty(t, g.Ply(2).Comment)
}

func TestBothBookMovesAreSargons(t *testing.T) {
	for move, want := range map[string]string{"e4": "1 of 1", "d4": "1 of 1", "c4": "0 of 1"} {
		verdicts, err := replay.Check(t.Context(), played(t, move), thinker(), replay.Options{Level: 1, White: true}, nil)
		require.NoError(t, err)
		require.Equal(t, want+" moves", replay.Sum(verdicts).String(), move)
	}
}

func TestOtherMovesBecomeComments(t *testing.T) {
	g := played(t, "a3 a6 h3")
	g.Ply(2).Comment = "dull"
	verdicts, err := replay.Check(t.Context(), g, thinker(), replay.Options{Level: 1, White: true}, nil)
	require.NoError(t, err)
	replay.Annotate(g, verdicts, 1, "")
	require.Equal(t, "Sargon: e4 book", g.Ply(0).Comment)
	require.Regexp(t, `^Sargon: \S+ [+-]\d\.\d\d e=\d+ 1978~\d:\d\d dull$`, g.Ply(2).Comment)
	require.Empty(t, g.Ply(1).Comment)
	require.Equal(t, "Sargon 1978 at level 1", g.Tags.Get("Annotator"))
}

func TestCheckEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	verdicts, err := replay.Check(ctx, played(t, "e4 e5 Nf3 Nc6"), thinker(), replay.Options{Level: 2, White: true, Black: true}, func(v replay.Verdict) {
		if v.Index == 1 {
			cancel()
		}
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, verdicts, 2)
}

func newWalk(t testing.TB, g *game.Game) *replay.Walk {
	t.Helper()
	image, err := roms.Open("", roms.Options{})
	require.NoError(t, err)
	walk, err := replay.NewWalk(image, g, 2)
	require.NoError(t, err)
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
		screen, err := walk.At(halfMoves)
		require.NoError(t, err)
		rows := strings.Split(strings.TrimSpace(strings.ReplaceAll(screen.Text(0, 2, 15, 8), "\n\n", "\n")), "\n")
		require.Equal(t, strings.TrimSpace(want), strings.TrimSpace(rows[len(rows)-1]), "after %d", halfMoves)
	}
}

func TestTheScreenShowsPositionsAndUnderpromotion(t *testing.T) {
	g, err := game.FromFEN("8/P6k/8/8/8/8/8/K7 w - - 0 30")
	require.NoError(t, err)
	walk := newWalk(t, g)
	for _, move := range []string{"a8=N", "Kg7"} {
		require.NoError(t, g.PlayText(move))
	}
	screens := map[string]bool{}
	for halfMoves := range 3 {
		screen, err := walk.At(halfMoves)
		require.NoError(t, err)
		screens[screen.String()] = true
	}
	require.Len(t, screens, 3)
}

func TestOtherEditionsCannotShowAGame(t *testing.T) {
	_, err := replay.NewWalk(&roms.Image{Name: "x", Load: 0x1000, Bytes: []byte{0xC9}}, game.New(), 2)
	require.ErrorIs(t, err, program.ErrOtherEdition)
}

// terminal is a simulated one that keeps what it shows.
type terminal struct {
	tcell.SimulationScreen
	width, height int
	ready         chan struct{}

	mutex sync.Mutex
	shown string
}

func (s *terminal) Init() error {
	err := s.SimulationScreen.Init()
	s.SetSize(s.width, s.height)
	close(s.ready)
	return err
}

func (s *terminal) Show() {
	s.SimulationScreen.Show()
	cells, width, _ := s.GetContents()
	var b strings.Builder
	for i, cell := range cells {
		if len(cell.Runes) > 0 {
			b.WriteRune(cell.Runes[0])
		}
		if width > 0 && i%width == width-1 {
			b.WriteByte('\n')
		}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.shown = b.String()
}

var keyNames = map[rune]tcell.Key{
	'→': tcell.KeyRight, '←': tcell.KeyLeft, '⇥': tcell.KeyEnd, '⇤': tcell.KeyHome, '⇟': tcell.KeyPgDn, '⇞': tcell.KeyPgUp,
}

func (s *terminal) press(keys string) {
	for _, r := range keys {
		if key, ok := keyNames[r]; ok {
			s.InjectKey(key, 0, tcell.ModNone)
		} else {
			s.InjectKey(tcell.KeyRune, r, tcell.ModNone)
		}
	}
}

// await waits until the terminal shows a text, and returns all it shows then.
func (s *terminal) await(t *testing.T, want string) string {
	t.Helper()
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		s.mutex.Lock()
		shown := s.shown
		s.mutex.Unlock()
		if strings.Contains(shown, want) {
			return shown
		}
		if time.Since(began) > time.Minute {
			require.Fail(t, "not shown", "want %q in\n%s", want, shown)
		}
	}
}

// view runs the viewer on a terminal of so many cells, until the test is over.
func view(t *testing.T, walk *replay.Walk, width, height int, check func(context.Context, func(replay.Verdict)) error) *terminal {
	s := &terminal{SimulationScreen: tcell.NewSimulationScreen("UTF-8"), width: width, height: height, ready: make(chan struct{})}
	ended := make(chan error, 1)
	go func() {
		ended <- replay.View(context.Background(), s, walk, replay.ViewOptions{
			Glyphs: screen.Sextant, Look: screen.Paper, Level: 2, Check: check,
		})
	}()
	<-s.ready
	t.Cleanup(func() {
		s.press("q")
		select {
		case err := <-ended:
			require.NoError(t, err)
		case <-time.After(time.Minute):
			t.Fatal("the viewer does not leave")
		}
	})
	return s
}

func TestViewer(t *testing.T) {
	g := played(t, "e4 e5 Qh5 Ke7 Qxe5")
	g.Tags.Set("White", "Anna")
	g.Tags.Set("Black", "Sargon")
	s := view(t, newWalk(t, g), 100, 40, func(ctx context.Context, each func(replay.Verdict)) error {
		_, err := replay.Check(ctx, g, thinker(), replay.Options{Level: 2, White: true, Black: true}, each)
		return err
	})
	require.NotContains(t, s.await(t, "Anna – Sargon"), "E2-E4")
	for _, step := range []struct{ keys, want string }{
		{"→→", "1... e5   Sargon agrees   book"},
		{" ", "2. Qh5   Sargon: Nc3   +0.00 e=210 1978~1:14"},
		{"⇥", "3. Qxe5#   Sargon agrees   mates e=40 1978~0:14   1-0 (checkmate)   (level 2: 3 of 5)"},
		{"←", "2... Ke7   Sargon: "},
		{"⇞", "Anna – Sargon"},
		{"⇟→", "3. Qxe5#"},
		{"⇤n", "1. e4"},
	} {
		s.press(step.keys)
		s.await(t, step.want)
	}
	require.Contains(t, s.await(t, "1. e4"), " 1 E2-E4")
}

func TestViewerInLittleRoom(t *testing.T) {
	s := view(t, newWalk(t, played(t, "e4 e5")), 80, 24, nil)
	s.press("→")
	require.Contains(t, s.await(t, "1. e4"), "q leaves")

	view(t, newWalk(t, played(t, "e4")), 60, 20, nil).await(t, "60×20 cells are too few")
}
