package session_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sargon78/native"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

// A game of random actions takes a while; -rapid.checks=1000 looks longer.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "30"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// openEngine opens the engines of the tests.
func openEngine(name string) (sargon.Engine, error) {
	switch name {
	case "10x12":
		return native.New10x12(), nil
	case "0x88":
		return native.New0x88(), nil
	case "rom":
		image, err := romImage()
		if err != nil {
			return nil, err
		}
		return emulated.New(name, image)
	}
	return nil, fmt.Errorf("no engine %q", name)
}

var romImage = sync.OnceValues(func() (*roms.Image, error) { return roms.Open("", roms.Options{}) })

func newSession(engine string, player sargon.Color) *session.Session {
	return session.New(session.Options{Open: openEngine, Engine: engine, Level: 1, Player: player})
}

// think lets the engine make its move.
func think(t require.TestingT, s *session.Session) session.Found {
	_, err := s.Think(func() {})
	require.NoError(t, err)
	<-s.Searching().Wait()
	found, err := s.Finish()
	require.NoError(t, err)
	return found
}

func play(t require.TestingT, s *session.Session, moves string) {
	for text := range strings.FieldsSeq(moves) {
		m, err := s.Game().ParseMove(text)
		require.NoError(t, err)
		require.NoError(t, s.Play(m))
	}
}

func Example() {
	t := session.New(session.Options{Open: openEngine, Engine: "10x12", Level: 2,
		Player: sargon.White})
	m, _ := t.Game().ParseMove("e4")
	fmt.Println(t.Play(m), t.EngineToMove())
	_, _ = t.Think(func() {})
	<-t.Searching().Wait()
	found, err := t.Finish()
	fmt.Println(found.SAN, err, t.EngineToMove())
	// Output:
	// <nil> true
	// e5 <nil> false
}

func TestTurns(t *testing.T) {
	s := newSession("10x12", sargon.White)
	play(t, s, "e4")
	assert.ErrorIs(t, s.Play(game.Move{From: sargon.E1, To: sargon.E8}), session.ErrNotYourTurn)
	think(t, s)
	assert.Equal(t, 2, s.Game().Len())
	assert.Equal(t, "book", s.Game().Ply(1).Note.String())
	err := s.Play(game.Move{From: sargon.E1, To: sargon.E8})
	var illegal *game.IllegalMoveError
	assert.ErrorAs(t, err, &illegal)
	n, err := s.TakeBack()
	require.NoError(t, err)
	assert.Equal(t, 2, n)
	_, err = s.TakeBack()
	assert.ErrorIs(t, err, session.ErrFirstMove)
}

func TestTakeBackInMidSearch(t *testing.T) {
	s := newSession("10x12", sargon.White)
	play(t, s, "e4")
	think(t, s)
	require.NoError(t, s.SetLevel(6))
	play(t, s, "Nf3")
	_, err := s.Think(func() {})
	require.NoError(t, err)
	n, err := s.TakeBack()
	require.NoError(t, err)
	assert.Equal(t, 1, n, "only the person's move was made")
	assert.Nil(t, s.Searching())
	assert.Equal(t, "e5", s.Game().Ply(1).SAN)
}

func TestAResignationIsTakenBack(t *testing.T) {
	s := newSession("10x12", sargon.White)
	play(t, s, "e4")
	require.NoError(t, s.Resign())
	n, err := s.TakeBack()
	require.NoError(t, err)
	assert.Zero(t, n)
	assert.False(t, s.Over())
	assert.Equal(t, 1, s.Game().Len())
	n, err = s.TakeBack()
	require.NoError(t, err)
	assert.Equal(t, 1, n)
}

func TestTheEngineAlone(t *testing.T) {
	s := newSession("10x12", sargon.White)
	s.SetAlone(true)
	for range 3 {
		assert.True(t, s.EngineToMove())
		think(t, s)
	}
	assert.Equal(t, 3, s.Game().Len())
	_, err := s.Think(func() {})
	require.NoError(t, err)
	s.SetAlone(false)
	assert.NotNil(t, s.Searching(), "it was to move anyway")
	think(t, s)
	s.SetAlone(true)
	_, err = s.Think(func() {})
	require.NoError(t, err)
	s.SetAlone(false)
	assert.Nil(t, s.Searching(), "the person is to move again")
	assert.False(t, s.EngineToMove())
}

func TestLeft(t *testing.T) {
	assert.Zero(t, session.Left(time.Minute, 1, 30), "nothing is known yet")
	assert.Zero(t, session.Left(time.Minute, 0, 0))
	assert.Equal(t, 20*time.Minute, session.Left(10*time.Minute, 11, 30))
}

func TestProgressGrows(t *testing.T) {
	s := newSession("10x12", sargon.White)
	require.NoError(t, s.SetLevel(3))
	play(t, s, "a3")
	think(t, s) // of the book
	play(t, s, "b3")
	_, err := s.Think(func() {})
	require.NoError(t, err)
	search := s.Searching()
	<-search.Wait()
	p := search.Progress()
	found, err := s.Finish()
	require.NoError(t, err)
	assert.InDelta(t, float64(found.Result.Evals), float64(p.Evals), 1, "the root's may be missing")
	assert.InEpsilon(t, float64(found.Times.In1978.Duration), float64(p.In1978.Duration), 0.2)
}

func TestMoveNow(t *testing.T) {
	s := newSession("10x12", sargon.White)
	_, err := s.MoveNow()
	assert.ErrorIs(t, err, session.ErrNothing)
	require.NoError(t,
		s.NewGame(sargon.Black, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"))
	require.NoError(t, s.SetLevel(6))
	news := make(chan struct{}, 100)
	_, err = s.Think(func() {
		select {
		case news <- struct{}{}:
		default:
		}
	})
	require.NoError(t, err)
	for s.Searching().Progress().Best.IsZero() {
		<-news
	}
	p := s.Searching().Progress()
	assert.NotEmpty(t, p.Line)
	assert.Positive(t, p.Of)
	found, err := s.MoveNow()
	require.NoError(t, err)
	assert.True(t, s.Game().Len() == 1 && s.Game().Ply(0).SAN == found.SAN)
}

func TestHintLeavesNoTrace(t *testing.T) {
	s := newSession("rom", sargon.White)
	play(t, s, "e4")
	think(t, s)
	before, err := s.Position()
	require.NoError(t, err)
	_, err = s.Hint(func() {})
	require.NoError(t, err)
	<-s.Searching().Wait()
	found, err := s.Finish()
	require.NoError(t, err)
	assert.True(t, found.Hint)
	assert.NotEmpty(t, found.SAN)
	after, err := s.Position()
	require.NoError(t, err)
	assert.Equal(t, before, after)
	assert.Equal(t, 2, s.Game().Len())
	assert.Positive(t, found.Times.In1978.Duration)
}

func TestResignAndDraw(t *testing.T) {
	s := newSession("10x12", sargon.Black)
	require.NoError(t, s.Resign())
	assert.Equal(t, game.WhiteWins, s.Game().Result().Outcome)
	assert.ErrorIs(t, s.Resign(), session.ErrOver)
	assert.False(t, s.EngineToMove())

	require.NoError(t, s.NewGame(sargon.White, ""))
	assert.ErrorContains(t, s.ClaimDraw(), "no draw to claim")
	for range 2 {
		for _, m := range []string{"Nf3", "Nf6", "Ng1", "Ng8"} {
			s.SetPlayer(s.Game().Side())
			play(t, s, m)
		}
	}
	assert.False(t, s.Over(), "Sargon knows of no such draw")
	require.NoError(t, s.ClaimDraw())
	assert.True(t, s.Over())
	assert.Equal(t, game.Repetition, s.Game().Result().Reason)
}

// failing is an engine that breaks down.
type failing struct {
	sargon.Engine
	panics bool
}

func (f failing) Search(context.Context, sargon.SearchOptions) (sargon.Result, error) {
	if f.panics {
		panic("index out of range")
	}
	return sargon.Result{}, errors.New("memory fault")
}

func TestEnginesThatFail(t *testing.T) {
	for _, panics := range []bool{false, true} {
		s := session.New(session.Options{
			Open: func(string) (sargon.Engine, error) {
				return failing{native.New10x12(), panics}, nil
			},
			Engine: "broken", Level: 1, Player: sargon.Black,
		})
		_, err := s.Think(func() {})
		require.NoError(t, err)
		<-s.Searching().Wait()
		_, err = s.Finish()
		assert.Error(t, err)
		assert.Zero(t, s.Game().Len())
	}
	s := newSession("nonsense", sargon.Black)
	_, err := s.Think(func() {})
	assert.ErrorContains(t, err, "no engine")
	assert.ErrorContains(t, s.SetEngine("other"), "no engine")
	assert.Equal(t, "nonsense", s.Engine())
}

func TestClocks(t *testing.T) {
	now := time.Unix(0, 0)
	s := session.New(session.Options{
		Open: openEngine, Engine: "rom", Level: 1, Player: sargon.White,
		Now: func() time.Time { return now },
	})
	now = now.Add(5 * time.Second)
	play(t, s, "e4")
	assert.Equal(t, 5*time.Second, s.Times(0).Now)
	now = now.Add(2 * time.Second)
	assert.Equal(t, 2*time.Second, s.Total(sargon.Black).Now, "its clock runs")
	think(t, s)
	play(t, s, "Nf3")
	found := think(t, s)
	assert.Greater(t, found.Times.In1978.Duration, time.Second)
	assert.True(t, found.Times.In1978.About, "our ROM is not the original")
	assert.Equal(t, found.Times.In1978, s.Total(sargon.Black).In1978)
}

// world is a session and a machine, as a front end has them.
type world struct {
	s        *session.Session
	program  *program.Program
	follower session.Follower
	onScreen bool
}

// A mate on the screen is followed by no turn of the player: the note of the last move is
// still that of its own search, the same as an engine's.
func TestNoteOfAMateOnTheScreen(t *testing.T) {
	const fen = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2"
	image, err := romImage()
	require.NoError(t, err)
	p, err := program.New(image, program.Options{Chance: func() byte { return 0 }})
	require.NoError(t, err)
	w := &world{s: newSession("rom", sargon.White), program: p}
	require.NoError(t, w.s.NewGame(sargon.White, fen))
	require.NoError(t, w.s.SetLevel(2))
	_, err = w.s.SetUp(p)
	require.NoError(t, err)
	w.follower.TakenUp(w.s, 0)
	w.untilAsked(t, "")
	w.untilAsked(t, "G2G4")

	native := newSession("0x88", sargon.White)
	require.NoError(t, native.NewGame(sargon.White, fen))
	require.NoError(t, native.SetLevel(2))
	play(t, native, "g4")
	think(t, native)
	require.Equal(t, "Qh4#", w.s.Game().Ply(1).SAN)
	assert.Equal(t, native.Game().Ply(1).Note, w.s.Game().Ply(1).Note)
	assert.Equal(t, sargon.Mates, w.s.Game().Ply(1).Note.Score)
}

// untilAsked runs the machine until it wants a key.
func (w *world) untilAsked(t interface{ Fatalf(string, ...any) }, keys string) {
	ctx, cancel := context.WithCancel(context.Background())
	w.program.Press([]byte(keys)...)
	ended := make(chan error, 1)
	go func() { ended <- w.program.Run(ctx) }()
	for {
		changed := w.program.Changed()
		if s := w.program.State(); s.Waiting || s.Left {
			break
		}
		select {
		case <-changed:
		case err := <-ended:
			cancel()
			t.Fatalf("the machine: %v", err)
		}
	}
	cancel()
	<-ended
	w.follower.Follow(w.s, w.program)
}

// agree checks that game, referee, engine and screen mean the same position.
func (w *world) agree(t *rapid.T) {
	fen := strings.Join(strings.Fields(w.s.Game().FEN())[:2], " ")
	p, err := w.s.Position()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(strings.Fields(p.FEN())[:2], " "); got != fen {
		t.Fatalf("the engine has %s, the game %s", got, fen)
	}
	if !w.onScreen {
		return
	}
	p = w.program.Position()
	if got := strings.Fields(p.FEN())[0]; got != strings.Fields(fen)[0] {
		t.Fatalf("the machine has %s, the game %s", got, fen)
	}
}

// Whatever a person does, in whatever order, game, referee, engine and the screen of the
// machine agree about the position.
func TestNothingEverDisagrees(t *testing.T) {
	image, err := romImage()
	require.NoError(t, err)
	rapid.Check(t, func(t *rapid.T) {
		p, err := program.New(image, program.Options{Chance: func() byte { return 0 }})
		if err != nil {
			t.Fatal(err)
		}
		w := &world{s: newSession("10x12", sargon.White), program: p}
		// onBoard wraps what can be done on the modern board only.
		onBoard := func(action func(*rapid.T)) func(*rapid.T) {
			return func(t *rapid.T) {
				if !w.onScreen {
					action(t)
				}
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"play": func(t *rapid.T) {
				legal := w.s.Game().Legal()
				if len(legal) == 0 || w.s.Game().Side() != w.s.Player() || w.s.Over() {
					return
				}
				m := rapid.SampledFrom(legal).Draw(t, "move")
				if !w.onScreen {
					if err := w.s.Play(m); err != nil {
						t.Fatal(err)
					}
					return
				}
				if m.Underpromotes() {
					return
				}
				n := w.s.Game().Len()
				w.untilAsked(t, strings.ToUpper(m.From.String()+m.To.String()))
				if w.s.Game().Len() == n {
					t.Fatalf("%v was not made on the machine", m)
				}
			},
			"engine": onBoard(func(t *rapid.T) {
				if !w.s.EngineToMove() {
					return
				}
				think(t, w.s)
			}),
			"start and stop": onBoard(func(t *rapid.T) {
				if !w.s.EngineToMove() {
					return
				}
				if _, err := w.s.Think(func() {}); err != nil {
					t.Fatal(err)
				}
			}),
			"hint": onBoard(func(t *rapid.T) {
				if w.s.EngineToMove() || w.s.Over() {
					return
				}
				if _, err := w.s.Hint(func() {}); err != nil {
					t.Fatal(err)
				}
				<-w.s.Searching().Wait()
				if f, err := w.s.Finish(); err != nil || !w.s.Game().IsLegal(f.Move) {
					t.Fatal(f, err)
				}
			}),
			"back": onBoard(func(t *rapid.T) {
				if _, err := w.s.TakeBack(); err != nil && !errors.Is(err, session.ErrFirstMove) {
					t.Fatal(err)
				}
			}),
			"rewind": onBoard(func(t *rapid.T) {
				n := rapid.IntRange(0, w.s.Game().Len()).Draw(t, "to")
				w.s.SetGame(w.s.Game().At(n), w.s.Player())
			}),
			"new": onBoard(func(t *rapid.T) {
				fen := rapid.SampledFrom([]string{
					"", "", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10",
					"8/P6k/8/8/8/8/p6K/8 b - - 0 40",
					"2k5/4p3/1R2R3/1p6/3P4/1p6/1P6/2B2K2 b - d3 0 40",
				}).Draw(t, "fen")
				sides := []sargon.Color{sargon.White, sargon.Black}
				side := rapid.SampledFrom(sides).Draw(t, "side")
				if err := w.s.NewGame(side, fen); err != nil {
					t.Fatal(err)
				}
			}),
			"sides": onBoard(func(*rapid.T) { w.s.SetPlayer(w.s.Player().Other()) }),
			"engine change": onBoard(func(t *rapid.T) {
				engines := rapid.SampledFrom([]string{"rom", "10x12", "0x88"})
				if err := w.s.SetEngine(engines.Draw(t, "engine")); err != nil {
					t.Fatal(err)
				}
			}),
			"resign": onBoard(func(t *rapid.T) {
				if err := w.s.Resign(); err != nil && !errors.Is(err, session.ErrOver) {
					t.Fatal(err)
				}
			}),
			"to the screen": onBoard(func(t *rapid.T) {
				if _, err := w.s.SetUp(w.program); err != nil {
					t.Fatal(err)
				}
				w.follower.TakenUp(w.s, 0)
				w.onScreen = true
				w.untilAsked(t, "")
			}),
			"to the board": func(t *rapid.T) {
				if !w.onScreen {
					return
				}
				w.follower.Leave(w.s)
				w.onScreen = false
			},
			"": w.agree,
		})
		w.s.Stop()
	})
}
