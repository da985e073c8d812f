package session_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sargon78/native"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
	"sargon78/sargon/must"
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

// rest waits until the session waits for the user, and returns what has happened.
func rest(t *session.Session) (all []session.Change) {
	for {
		all = append(all, t.Changes()...)
		if v := t.View(); !v.Busy {
			return all
		}
		<-t.News()
	}
}

// moves makes moves of the user, each answered by the engine.
func moves(t require.TestingT, s *session.Session, text string) {
	for m := range strings.FieldsSeq(text) {
		require.NoError(t, s.Do(session.Move(m)))
		rest(s)
	}
}

func line(t *session.Session) (san string) {
	for _, p := range t.View().Game.Plies() {
		san += " " + p.SAN
	}
	return strings.TrimSpace(san)
}

func Example() {
	t := session.New(session.Options{Open: openEngine, Engine: "10x12", Level: 2})
	defer t.Close()
	// told returns what has happened, until it is the user's turn.
	told := func() {
		for {
			for _, c := range t.Changes() {
				switch c.Kind {
				case session.Moved:
					fmt.Println(t.View().Game.Ply(c.Ply).SAN, c.ByEngine)
				case session.ActionDone:
					fmt.Println(c.Text)
				}
			}
			if !t.View().EngineToMove {
				return
			}
			<-t.News()
		}
	}
	fmt.Println(t.Do(session.Move("e4")))
	told()
	fmt.Println(t.Do(session.Move("e5")))
	fmt.Println(t.Do(session.TakeBack))
	told()
	// Output:
	// <nil>
	// e4 false
	// e5 true
	// "e5" is not a legal move: white has no pawn that can go to e5 (in rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2)
	// <nil>
	// took back your move and Sargon's reply
}

// A patient engine thinks until it is told to stop, or to go on.
type patient struct {
	sargon.Engine
	goOn <-chan struct{}
}

func (p patient) Search(ctx context.Context, o sargon.SearchOptions) (sargon.Result, error) {
	root := o.Callbacks.Root
	o.Callbacks.Root = func(m sargon.Move, number, of int) {
		if root(m, number, of); number == 2 {
			select {
			case <-p.goOn:
			case <-ctx.Done():
			}
		}
	}
	return p.Engine.Search(ctx, o)
}

// newPatient returns a session whose engine thinks until go on is closed.
func newPatient() (t *session.Session, goOn chan struct{}) {
	goOn = make(chan struct{})
	t = session.New(session.Options{
		Open:  func(string) (sargon.Engine, error) { return patient{native.New10x12(), goOn}, nil },
		Level: 1,
	})
	_ = t.Do(session.SetUp("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 20"))
	return t, goOn
}

func TestTakingBackInMidSearch(t *testing.T) {
	s, _ := newPatient()
	require.NoError(t, s.Do(session.Move("a4")))
	s.Changes()
	require.NotNil(t, s.View().Search)
	assert.ErrorIs(t, s.Do(session.Play(game.Move{})), session.ErrNotYourTurn)
	require.NoError(t, s.Do(session.TakeBack))
	assert.Equal(t, "took back one move", rest(s)[0].Text)
	assert.Nil(t, s.View().Search)
	assert.Empty(t, line(s))
	assert.ErrorIs(t, s.Do(session.TakeBack), session.ErrFirstMove)
	var illegal *sargon.IllegalMoveError
	assert.ErrorAs(t, s.Do(session.Play(game.Move{From: sargon.E1, To: sargon.E8})), &illegal)
}

func TestPremoves(t *testing.T) {
	s, goOn := newPatient()
	for _, m := range []string{"a4", "b4", "Qh5", "c4"} {
		require.NoError(t, s.Do(session.Move(m)))
		s.Changes()
	}
	assert.Equal(t, []string{"b4", "Qh5", "c4"}, s.View().Premoves)
	close(goOn)
	var kinds []session.ChangeKind
	for _, c := range rest(s) {
		kinds = append(kinds, c.Kind)
	}
	assert.Equal(t, []session.ChangeKind{
		session.Moved, session.PremoveMade, session.Moved,
		session.Moved, session.PremoveMade, session.PremoveRefused,
	}, kinds)
	assert.Empty(t, s.View().Premoves, "what follows makes no sense any more")
	assert.Equal(t, 4, s.View().Game.Len())
}

func TestPremovesAreForgotten(t *testing.T) {
	for name, action := range map[string]session.Action{
		"forget": session.ClearPremoves, "back": session.TakeBack, "sides": session.ChangeSides,
		"new": session.NewGame(sargon.White), "self-play": session.SelfPlay,
	} {
		s, _ := newPatient()
		for _, m := range []string{"a4", "b4"} {
			require.NoError(t, s.Do(session.Move(m)))
			s.Changes()
		}
		require.NoError(t, s.Do(action))
		assert.Empty(t, s.View().Premoves, name)
		s.Close()
	}
}

func TestResigningAsks(t *testing.T) {
	s := newSession("10x12", sargon.White)
	moves(t, s, "e4")
	assert.Equal(t, "book", s.View().Game.Ply(1).Note.String())
	require.NoError(t, s.Do(session.Resign))
	assert.Equal(t, session.Resigning, s.View().State)
	require.NoError(t, s.Do(session.CancelResign))
	assert.Equal(t, session.Playing, s.View().State)
	require.NoError(t, s.Do(session.Resign))
	assert.False(t, s.View().Over)
	require.NoError(t, s.Do(session.Resign))
	assert.True(t, s.View().Over)
	assert.Equal(t, game.BlackWins, s.View().Game.Result().Outcome)
	assert.ErrorIs(t, s.Do(session.Resign), session.ErrOver)
	assert.ErrorIs(t, s.Do(session.SelfPlay), session.ErrOver)
	require.NoError(t, s.Do(session.TakeBack))
	assert.False(t, s.View().Over)
	assert.Equal(t, "e4 e5", line(s))
}

// The states exclude each other: what leads from one to the other is drawn at session.State.
func TestStates(t *testing.T) {
	s := newSession("10x12", sargon.White)
	for _, step := range []struct {
		action session.Action
		err    error
		state  session.State
	}{
		{session.Resign, nil, session.Resigning},
		{session.Move("e5"), new(sargon.IllegalMoveError), session.Playing}, // answers the question too
		{session.SelfPlay, nil, session.SelfPlaying},
		{session.Resign, session.ErrSelfPlay, session.SelfPlaying},
		{session.SetEngine("nonsense"), errors.ErrUnsupported, session.SelfPlaying},
		{session.SelfPlay, nil, session.Playing},
		{session.Resign, nil, session.Resigning},
		{session.SelfPlay, nil, session.SelfPlaying},
		{session.SelfPlay, nil, session.Playing},
		{session.Resign, nil, session.Resigning},
		{session.Resign, nil, session.Playing},
		{session.Resign, session.ErrOver, session.Playing},
	} {
		assert.Equal(t, step.err == nil, s.Do(step.action) == nil)
		assert.Equal(t, step.state, s.View().State)
	}
	s.Close()
	assert.Equal(t, session.Closed, s.View().State)
	assert.NotEmpty(t, s.Changes())
	assert.Empty(t, s.Changes(), "nothing happens any more")
}

func TestSelfPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession("10x12", sargon.White)
		require.NoError(t, s.Do(session.SelfPlay))
		began := time.Now()
		for s.Changes(); s.View().Game.Len() < 4; s.Changes() {
			<-s.News()
		}
		assert.Equal(t, 3*time.Second, time.Since(began), "people are to see each move")
		require.NoError(t, s.Do(session.SelfPlay))
		assert.Equal(t, "you play white again", rest(s)[0].Text)
		assert.False(t, s.View().EngineToMove)
		s.Close()
	})
}

func TestMoveNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newPatient()
		assert.ErrorIs(t, s.Do(session.MoveNow), session.ErrNotBusy)
		require.NoError(t, s.Do(session.Move("a4")))
		s.Changes()
		synctest.Wait() // it thinks about its second move
		p := s.View().Search
		require.NotEmpty(t, p.Line)
		assert.Equal(t, 2, p.Number)
		assert.Greater(t, p.Total, 2)
		require.NoError(t, s.Do(session.MoveNow))
		assert.Equal(t, 2, s.View().Game.Len())
		s.Close()
	})
}

// Analysis reports what a hint reports, and the next best moves. Neither leaves a trace.
func TestHints(t *testing.T) {
	s := newSession("10x12", sargon.White)
	defer s.Close()
	moves(t, s, "e4")
	before := must.Have(s.State()).Game.Position
	var hints []game.Move
	for _, action := range []session.Action{session.Hint, session.Analyze} {
		require.NoError(t, s.Do(action))
		changes := rest(s)
		assert.Equal(t, session.Hinted, changes[len(changes)-1].Kind)
		hints = append(hints, s.View().Hint)
		assert.Equal(t, before, must.Have(s.State()).Game.Position)
	}
	assert.Equal(t, hints[0], hints[1])
	assert.Equal(t, "e4 e5", line(s))
	v := s.View()
	require.Len(t, v.Candidates, 4)
	assert.Equal(t, v.Game.SAN(hints[0]), v.Candidates[0].Line[0])
	for i, move := range v.Candidates[1:] {
		assert.LessOrEqual(t, move.Score, v.Candidates[i].Score)
	}
	require.NoError(t, s.Do(session.Move("Nf3")))
	assert.Empty(t, s.View().Candidates, "they were of another position")
}

func TestClaimingADraw(t *testing.T) {
	s := newSession("10x12", sargon.White)
	assert.ErrorContains(t, s.Do(session.ClaimDraw), "no draw yet")
	for range 2 {
		for _, m := range []string{"Nf3", "Nf6", "Ng1", "Ng8"} {
			if s.View().EngineToMove {
				require.NoError(t, s.Do(session.ChangeSides))
			}
			require.NoError(t, s.Do(session.Move(m)))
		}
	}
	assert.False(t, s.View().Over, "Sargon knows of no such draw")
	require.NoError(t, s.Do(session.ClaimDraw))
	assert.True(t, s.View().Over)
	assert.Equal(t, game.Repetition, s.View().Game.Result().Reason)
	require.NoError(t, s.Do(session.TakeBack))
	assert.False(t, s.View().Over)
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
		for range 2 { // it is asked again after an action
			changes := rest(s)
			last := changes[len(changes)-1]
			assert.Equal(t, session.EngineBroken, last.Kind)
			assert.Error(t, last.Err)
			assert.Empty(t, rest(s), "not before")
			require.NoError(t, s.Do(session.SetLevel(2)))
		}
		assert.Zero(t, s.View().Game.Len())
	}
	s := newSession("nonsense", sargon.Black)
	assert.ErrorContains(t, rest(s)[0].Err, "no engine")
	assert.ErrorContains(t, s.Do(session.SetEngine("other")), "no engine")
	assert.Equal(t, "nonsense", s.View().Engine)
}

// A machine that cannot take the game over is left, and has it when the user comes back.
func TestAMachineThatCannotBeSetUp(t *testing.T) {
	p, broken := newProgram(), false
	s := session.New(session.Options{
		Open: func(name string) (sargon.Engine, error) {
			if broken && name == "rom" {
				return nil, errors.New("it is away")
			}
			return openEngine(name)
		},
		Engine: "rom", Level: 1, Machine: p, SetUpMachine: true, Stepped: true,
	})
	require.NoError(t, s.Do(session.UseMachine))
	require.NoError(t, s.Do(session.SetEngine("10x12")))
	broken = true
	const fen = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 20"
	assert.ErrorContains(t, s.Do(session.SetUp(fen)), "it is away")
	assert.False(t, s.View().OnMachine)
	assert.ErrorContains(t, s.Do(session.UseMachine), "it is away")
	broken = false
	require.NoError(t, s.Do(session.UseMachine))
	held := p.Position()
	assert.Equal(t, fen, held.FEN())
}

func TestClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession("rom", sargon.White)
		time.Sleep(5 * time.Second)
		require.NoError(t, s.Do(session.Move("e4")))
		v := s.View()
		assert.Equal(t, 5*time.Second, v.TimesOf(0).Elapsed)
		time.Sleep(2 * time.Second)
		v = s.View()
		assert.Equal(t, 2*time.Second, v.Clock(sargon.Black).Elapsed, "its clock runs")
		rest(s)
		moves(t, s, "Nf3")
		v = s.View()
		took := v.TimesOf(3).In1978
		assert.Greater(t, took.Duration, time.Second)
		assert.True(t, took.Estimated, "our ROM is not the original")
		assert.Equal(t, took, v.Clock(sargon.Black).In1978)
		s.Close()
	})
}

// A game is saved as it stands, and goes on from there in another session.
func TestSavingAndRestoring(t *testing.T) {
	var saved []*states.State
	options := session.Options{
		Open: openEngine, Engine: "10x12", Level: 2, Player: sargon.White,
		Save: func(s *states.State, _ *game.Game) error {
			saved = append(saved, s)
			return nil
		},
	}
	s := session.New(options)
	rest(s)
	s.Close()
	assert.Empty(t, saved, "there is nothing to save yet")
	s = session.New(options)
	moves(t, s, "e4 Nf3")
	require.NotEmpty(t, saved)
	last := saved[len(saved)-1]
	assert.NotNil(t, last.Game.Position)
	assert.Equal(t, states.Board, last.Kind)

	options.Level = 1
	again := session.New(options)
	require.NoError(t, again.Restore(last))
	assert.Equal(t, line(s), line(again))
	assert.Equal(t, sargon.Level(2), again.View().Level)
	options.Save = func(*states.State, *game.Game) error { return errors.New("no space left") }
	s = session.New(options)
	require.NoError(t, s.Do(session.Move("e4")))
	changes := rest(s)
	require.NoError(t, s.Do(session.Move("Nf3")))
	changes = append(changes, rest(s)...)
	s.Close()
	told := 0
	for _, c := range append(changes, s.Changes()...) {
		if c.Kind == session.NotSaved {
			told++
		}
	}
	assert.Equal(t, 1, told, "once, while it goes on")
}

// newProgram is one whose dialogue never comes out otherwise.
func newProgram() *program.Program {
	return must.Have(program.New(must.Have(romImage()), program.Options{Chance: func() byte { return 0 }}))
}

// newMachine returns a session on a machine, with a game in its dialogue.
func newMachine(t require.TestingT, fen string, level sargon.Level) (*session.Session, *program.Program) {
	p := newProgram()
	s := session.New(session.Options{
		Open: openEngine, Engine: "rom", Level: level, Player: sargon.White, Machine: p, SetUpMachine: true,
	})
	if fen != "" {
		require.NoError(t, s.Do(session.SetUp(fen)))
	}
	require.NoError(t, s.Do(session.UseMachine))
	rest(s)
	return s, p
}

// types types keys and waits until the machine asks for more.
func types(t require.TestingT, s *session.Session, keys string) (changes []session.Change) {
	require.NoError(t, s.Do(session.Type([]byte(keys)...)))
	return rest(s)
}

func TestAtTheMachine(t *testing.T) {
	s, p := newMachine(t, "", 1)
	defer s.Close()
	types(t, s, "e2e4")
	assert.Equal(t, "e4 e5", line(s))
	assert.Equal(t, "book", s.View().Game.Ply(1).Note.String())
	changes := types(t, s, "e1e8")
	require.Len(t, changes, 1)
	assert.Equal(t, session.MoveRefused, changes[0].Kind)
	require.NoError(t, s.Do(session.UseEngine))
	held := p.Position()
	assert.Equal(t, &held, must.Have(s.State()).Game.Position, "with what its search has left")
	moves(t, s, "Nf3")
	require.NoError(t, s.Do(session.UseMachine))
	types(t, s, "D2D4")
	assert.Equal(t, "d4", s.View().Game.Ply(4).SAN)
	require.NoError(t, s.Do(session.TakeBack), "the machine is set up anew")
	rest(s)
	types(t, s, "F1C4")
	assert.Equal(t, "Bc4", s.View().Game.Ply(4).SAN)
	types(t, s, "\x12") // Control-R
	assert.Equal(t, session.Resigning, s.View().State)
	types(t, s, "\x12")
	assert.True(t, s.View().Over)
}

// While it thinks keys are a premove.
func TestPremoveAtTheMachine(t *testing.T) {
	s, _ := newMachine(t, "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 20", 2)
	defer s.Close()
	s.SetSpeed(0, 1e5)
	require.NoError(t, s.Do(session.Type([]byte("A2A4")...)))
	for s.Changes(); !s.View().Thinks(); s.Changes() {
		<-s.News()
	}
	require.NoError(t, s.Do(session.Type([]byte("c2c4\x1b")...)), "Escape forgets it")
	assert.Empty(t, s.View().Premoves)
	assert.ErrorIs(t, s.Do(session.Type(0x12)), session.ErrNotYourTurn, "resigning comes later")
	require.NoError(t, s.Do(session.Type([]byte("b2b5\b4")...)))
	assert.Equal(t, []string{"B2B4"}, s.View().Premoves)
	require.NoError(t, s.Do(session.Skip))
	for s.Changes(); s.View().Skipping; s.Changes() {
		<-s.News()
	}
	s.SetSpeed(0, 0)
	rest(s)
	assert.Equal(t, "b4", s.View().Game.Ply(2).SAN)
	assert.Equal(t, 4, s.View().Game.Len())
}

// stepped is a session on a machine that runs in Step, which takes the place of the goroutine.
func stepped(t *testing.T, setUp bool) *session.Session {
	s := session.New(session.Options{
		Open: openEngine, Engine: "rom", Level: 1, Machine: newProgram(), SetUpMachine: setUp, Stepped: true,
	})
	require.NoError(t, s.Do(session.UseMachine))
	return s
}

// step lets the machine run until something is so.
func step(t *testing.T, s *session.Session, until func(session.View) bool) {
	for !until(s.View()) {
		require.NoError(t, s.Step(100_000))
		s.Changes()
	}
}

func TestAMachineIsSwitchedOn(t *testing.T) {
	s := stepped(t, false)
	assert.Equal(t, session.Questions, s.View().Dialogue)
	require.NoError(t, s.Do(session.Type([]byte("W1N")...)))
	step(t, s, func(v session.View) bool { return v.AwaitingMove })
	require.NoError(t, s.Do(session.Type([]byte("D2D4")...)))
	step(t, s, func(v session.View) bool { return v.AwaitingMove && v.Game.Len() == 2 })
	before := s.View().Game

	require.NoError(t, s.Do(session.SwitchOn))
	assert.Equal(t, session.Questions, s.View().Dialogue)
	assert.NotSame(t, before, s.View().Game)
	require.NoError(t, s.Do(session.Type([]byte("B2N")...)))
	step(t, s, func(v session.View) bool { return v.AwaitingMove })
	assert.Equal(t, sargon.Black, s.View().Player)
	assert.Equal(t, sargon.Level(2), s.View().Level)
	assert.Equal(t, 1, s.View().Game.Len())
}

func TestSelfPlayAtAMachine(t *testing.T) {
	s := stepped(t, true)
	require.NoError(t, s.Do(session.SetUp("4k3/8/8/3q4/8/2N5/8/4K3 b - - 0 20")))
	require.NoError(t, s.Do(session.ChangeSides)) // the machine is to move
	require.NoError(t, s.Do(session.SelfPlay))
	assert.True(t, s.View().OnMachine)
	step(t, s, func(v session.View) bool { return v.Game.Len() == 4 })
	for i := range 4 {
		ply := s.View().Game.Ply(i)
		require.NotNil(t, ply.Note, "half-move %d was found by the machine", i)
		assert.Positive(t, ply.Note.Evals)
		assert.Positive(t, s.View().TimesOf(i).In1978.Duration)
	}
	require.NoError(t, s.Do(session.SelfPlay))
	step(t, s, func(v session.View) bool { return v.AwaitingMove })
	assert.Equal(t, s.View().Player, s.View().Game.Side())
}

// Resigned while the machine thinks: its dialogue says so too, and a saved game knows why it ended.
func TestAResignationIsRestored(t *testing.T) {
	s := stepped(t, true)
	require.NoError(t, s.Do(session.Type([]byte("E2E4")...)))
	step(t, s, session.View.Thinks)
	require.NoError(t, s.Do(session.Resign))
	require.NoError(t, s.Do(session.Resign))
	s.Changes()
	assert.False(t, s.View().Thinks(), "the dialogue is over")
	state := must.Have(s.State())

	other := stepped(t, true)
	require.NoError(t, other.Restore(state))
	assert.Equal(t, game.Resignation, other.View().Game.Result().Reason)
	require.NoError(t, other.Do(session.TakeBack))
	step(t, other, session.View.Thinks)
}

// A machine is saved, and goes on elsewhere.
func TestSavingAMachine(t *testing.T) {
	s, _ := newMachine(t, "", 1)
	types(t, s, "E2E4")
	types(t, s, "G1")
	r := must.Have(s.State())
	assert.Equal(t, states.Program, r.Kind)
	s.Close()
	s, _ = newMachine(t, "8/8/8/4k3/8/8/4K3/8 w - - 0 50", 1)
	defer s.Close()
	r.Game.Level = 4 // by mistake: the level is the one in its memory
	require.NoError(t, s.Restore(r))
	assert.Equal(t, sargon.Level(1), s.View().Level)
	types(t, s, "F3")
	assert.Equal(t, "Nf3", s.View().Game.Ply(2).SAN)
	assert.Equal(t, 4, s.View().Game.Len())
	r.Machine = []byte("nonsense")
	assert.Error(t, s.Restore(r))
	assert.Equal(t, 4, s.View().Game.Len())
}

// A mate on the screen is followed by no turn of the player: the note of the last move is
// still that of its own search, the same as an engine's.
func TestNoteOfAMateOnTheScreen(t *testing.T) {
	const fen = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2"
	machine, _ := newMachine(t, fen, 2)
	defer machine.Close()
	types(t, machine, "G2G4")
	native := newSession("0x88", sargon.White)
	require.NoError(t, native.Do(session.SetUp(fen)))
	require.NoError(t, native.Do(session.SetLevel(2)))
	moves(t, native, "g4")
	require.Equal(t, "g4 Qh4#", line(machine))
	assert.Equal(t, native.View().Game.Ply(1).Note, machine.View().Game.Ply(1).Note)
	assert.Equal(t, sargon.Mates, machine.View().Game.Ply(1).Note.Score)
}

// agree checks that game, referee, engine and screen mean the same position.
func agree(t *rapid.T, s *session.Session, p *program.Program) {
	fen := strings.Fields(s.View().Game.FEN())[0]
	if p := must.Have(s.State()).Game.Position; p != nil && strings.Fields(p.FEN())[0] != fen {
		t.Fatalf("the engine has %s, the game %s", p.FEN(), fen)
	}
	held := p.Position()
	if v := s.View(); v.OnMachine && !v.Busy && strings.Fields(held.FEN())[0] != fen {
		t.Fatalf("the machine has %s, the game %s", held.FEN(), fen)
	}
}

// Whatever a person does, in whatever order, game, referee, engine and the screen of the
// machine agree about the position.
func TestNothingEverDisagrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newProgram()
		s := session.New(session.Options{
			Open: openEngine, Engine: "10x12", Level: 1, Machine: p, SetUpMachine: true,
		})
		defer s.Close()
		// can does an action that may be refused.
		can := func(a session.Action, refusals ...error) func(*rapid.T) {
			return func(t *rapid.T) {
				err := s.Do(a)
				if err != nil && !slices.Contains(refusals, err) {
					t.Fatal(err)
				}
				s.Changes()
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"play": func(t *rapid.T) {
				v := s.View()
				legal := v.Game.Legal()
				if v.Over || v.EngineToMove || v.Busy {
					return
				}
				m := rapid.SampledFrom(legal).Draw(t, "move")
				switch {
				case !v.OnMachine:
					require.NoError(t, s.Do(session.Play(m)))
				case !m.Underpromotes():
					n := v.Game.Len()
					types(t, s, strings.ToUpper(m.From.String()+m.To.String()))
					if s.View().Game.Len() == n {
						t.Fatalf("%v was not made on the machine", m)
					}
				}
			},
			"wait": func(*rapid.T) {
				if s.View().State != session.SelfPlaying {
					rest(s)
				}
			},
			"start": func(*rapid.T) { s.Changes() },
			"hint":  can(session.Hint, session.ErrOver, session.ErrNotYourTurn),
			"back":  can(session.TakeBack, session.ErrFirstMove),
			"rewind": func(t *rapid.T) {
				v := s.View()
				n := rapid.IntRange(0, v.Game.Len()).Draw(t, "to")
				can(session.Open(v.Game.At(n), v.Player))(t)
			},
			"new": func(t *rapid.T) {
				can(session.SetUp(rapid.SampledFrom([]string{
					sargon.StartFEN,
					"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10",
					"8/P6k/8/8/8/8/p6K/8 b - - 0 40",
					"2k5/4p3/1R2R3/1p6/3P4/1p6/1P6/2B2K2 b - d3 0 40",
				}).Draw(t, "fen")))(t)
			},
			"sides":     can(session.ChangeSides),
			"self-play": can(session.SelfPlay, session.ErrOver),
			"engine change": func(t *rapid.T) {
				engine := rapid.SampledFrom([]string{"rom", "10x12", "0x88"}).Draw(t, "engine")
				can(session.SetEngine(engine))(t)
			},
			"resign": func(t *rapid.T) {
				can(session.Resign, session.ErrOver, session.ErrSelfPlay)(t)
				can(session.Resign, session.ErrOver, session.ErrSelfPlay)(t)
			},
			"to the machine": func(t *rapid.T) { can(session.UseMachine)(t); rest(s) },
			"to the board":   can(session.UseEngine),
			"":               func(t *rapid.T) { agree(t, s, p) },
		})
	})
}
