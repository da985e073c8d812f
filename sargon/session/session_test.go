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

func newTable(engine string, player sargon.Color) *session.Session {
	return session.New(session.Options{Open: openEngine, Engine: engine, Level: 1, Player: player})
}

// rest waits until the table waits for the user, and returns what has happened.
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
func moves(t require.TestingT, table *session.Session, text string) {
	for m := range strings.FieldsSeq(text) {
		require.NoError(t, table.Do(session.Move(m)))
		rest(table)
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
	// told tells what has happened, until it is the user's turn.
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

// newPatient returns a table whose engine thinks until go on is closed.
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
	table, _ := newPatient()
	require.NoError(t, table.Do(session.Move("a4")))
	table.Changes()
	require.NotNil(t, table.View().Search)
	assert.ErrorIs(t, table.Do(session.Play(game.Move{})), session.ErrNotYourTurn)
	require.NoError(t, table.Do(session.TakeBack))
	assert.Equal(t, "took back one move", rest(table)[0].Text)
	assert.Nil(t, table.View().Search)
	assert.Empty(t, line(table))
	assert.ErrorIs(t, table.Do(session.TakeBack), session.ErrFirstMove)
	var illegal *sargon.IllegalMoveError
	assert.ErrorAs(t, table.Do(session.Play(game.Move{From: sargon.E1, To: sargon.E8})), &illegal)
}

func TestPremoves(t *testing.T) {
	table, goOn := newPatient()
	for _, m := range []string{"a4", "b4", "Qh5", "c4"} {
		require.NoError(t, table.Do(session.Move(m)))
		table.Changes()
	}
	assert.Equal(t, []string{"b4", "Qh5", "c4"}, table.View().Premoves)
	close(goOn)
	var kinds []session.ChangeKind
	for _, c := range rest(table) {
		kinds = append(kinds, c.Kind)
	}
	assert.Equal(t, []session.ChangeKind{
		session.Moved, session.PremoveMade, session.Moved,
		session.Moved, session.PremoveMade, session.PremoveRefused,
	}, kinds)
	assert.Empty(t, table.View().Premoves, "what follows makes no sense any more")
	assert.Equal(t, 4, table.View().Game.Len())
}

func TestPremovesAreForgotten(t *testing.T) {
	for name, action := range map[string]session.Action{
		"forget": session.ClearPremoves, "back": session.TakeBack, "sides": session.ChangeSides,
		"new": session.NewGame(sargon.White), "self-play": session.SelfPlay,
	} {
		table, _ := newPatient()
		for _, m := range []string{"a4", "b4"} {
			require.NoError(t, table.Do(session.Move(m)))
			table.Changes()
		}
		require.NoError(t, table.Do(action))
		assert.Empty(t, table.View().Premoves, name)
		table.Close()
	}
}

func TestResigningAsks(t *testing.T) {
	table := newTable("10x12", sargon.White)
	moves(t, table, "e4")
	assert.Equal(t, "book", table.View().Game.Ply(1).Note.String())
	require.NoError(t, table.Do(session.Resign))
	assert.True(t, table.View().ResignPending)
	require.NoError(t, table.Do(session.CancelResign))
	assert.False(t, table.View().ResignPending)
	require.NoError(t, table.Do(session.Resign))
	assert.False(t, table.View().Over)
	require.NoError(t, table.Do(session.Resign))
	assert.True(t, table.View().Over)
	assert.Equal(t, game.BlackWins, table.View().Game.Result().Outcome)
	assert.ErrorIs(t, table.Do(session.Resign), session.ErrOver)
	assert.ErrorIs(t, table.Do(session.SelfPlay), session.ErrOver)
	require.NoError(t, table.Do(session.TakeBack))
	assert.False(t, table.View().Over)
	assert.Equal(t, "e4 e5", line(table))
}

func TestSelfPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table := newTable("10x12", sargon.White)
		require.NoError(t, table.Do(session.SelfPlay))
		began := time.Now()
		for table.Changes(); table.View().Game.Len() < 4; table.Changes() {
			<-table.News()
		}
		assert.Equal(t, 3*time.Second, time.Since(began), "people are to see each move")
		require.NoError(t, table.Do(session.SelfPlay))
		assert.Equal(t, "you play white again", rest(table)[0].Text)
		assert.False(t, table.View().EngineToMove)
		table.Close()
	})
}

func TestMoveNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, _ := newPatient()
		assert.ErrorIs(t, table.Do(session.MoveNow), session.ErrNotBusy)
		require.NoError(t, table.Do(session.Move("a4")))
		table.Changes()
		synctest.Wait() // it thinks about its second move
		p := table.View().Search
		require.NotEmpty(t, p.Line)
		assert.Equal(t, 2, p.Number)
		assert.Greater(t, p.Total, 2)
		require.NoError(t, table.Do(session.MoveNow))
		assert.Equal(t, 2, table.View().Game.Len())
		table.Close()
	})
}

// Analysis tells what a hint tells, and the moves next to it. Neither leaves a trace.
func TestHints(t *testing.T) {
	table := newTable("10x12", sargon.White)
	defer table.Close()
	moves(t, table, "e4")
	before := must.Have(table.State()).Game.Position
	var hints []game.Move
	for _, action := range []session.Action{session.Hint, session.Analyze} {
		require.NoError(t, table.Do(action))
		changes := rest(table)
		assert.Equal(t, session.Hinted, changes[len(changes)-1].Kind)
		hints = append(hints, table.View().Hint)
		assert.Equal(t, before, must.Have(table.State()).Game.Position)
	}
	assert.Equal(t, hints[0], hints[1])
	assert.Equal(t, "e4 e5", line(table))
	v := table.View()
	require.Len(t, v.Candidates, 4)
	assert.Equal(t, v.Game.SAN(hints[0]), v.Candidates[0].Line[0])
	for i, move := range v.Candidates[1:] {
		assert.LessOrEqual(t, move.Score, v.Candidates[i].Score)
	}
	require.NoError(t, table.Do(session.Move("Nf3")))
	assert.Empty(t, table.View().Candidates, "they were of another position")
}

func TestClaimingADraw(t *testing.T) {
	table := newTable("10x12", sargon.White)
	assert.ErrorContains(t, table.Do(session.ClaimDraw), "no draw yet")
	for range 2 {
		for _, m := range []string{"Nf3", "Nf6", "Ng1", "Ng8"} {
			if table.View().EngineToMove {
				require.NoError(t, table.Do(session.ChangeSides))
			}
			require.NoError(t, table.Do(session.Move(m)))
		}
	}
	assert.False(t, table.View().Over, "Sargon knows of no such draw")
	require.NoError(t, table.Do(session.ClaimDraw))
	assert.True(t, table.View().Over)
	assert.Equal(t, game.Repetition, table.View().Game.Result().Reason)
	require.NoError(t, table.Do(session.TakeBack))
	assert.False(t, table.View().Over)
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
		table := session.New(session.Options{
			Open: func(string) (sargon.Engine, error) {
				return failing{native.New10x12(), panics}, nil
			},
			Engine: "broken", Level: 1, Player: sargon.Black,
		})
		for range 2 { // it is asked again after an action
			changes := rest(table)
			last := changes[len(changes)-1]
			assert.Equal(t, session.EngineFailed, last.Kind)
			assert.Error(t, last.Err)
			assert.Empty(t, rest(table), "not before")
			require.NoError(t, table.Do(session.SetLevel(2)))
		}
		assert.Zero(t, table.View().Game.Len())
	}
	table := newTable("nonsense", sargon.Black)
	assert.ErrorContains(t, rest(table)[0].Err, "no engine")
	assert.ErrorContains(t, table.Do(session.SetEngine("other")), "no engine")
	assert.Equal(t, "nonsense", table.View().Engine)
}

// A machine that cannot take the game over is left, and has it when the user comes back.
func TestAMachineThatCannotBeSetUp(t *testing.T) {
	p, broken := newProgram(), false
	table := session.New(session.Options{
		Open: func(name string) (sargon.Engine, error) {
			if broken && name == "rom" {
				return nil, errors.New("it is away")
			}
			return openEngine(name)
		},
		Engine: "rom", Level: 1, Machine: p, SetUpMachine: true, Stepped: true,
	})
	require.NoError(t, table.Do(session.UseMachine))
	require.NoError(t, table.Do(session.SetEngine("10x12")))
	broken = true
	const fen = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 20"
	assert.ErrorContains(t, table.Do(session.SetUp(fen)), "it is away")
	assert.False(t, table.View().OnMachine)
	assert.ErrorContains(t, table.Do(session.UseMachine), "it is away")
	broken = false
	require.NoError(t, table.Do(session.UseMachine))
	held := p.Position()
	assert.Equal(t, fen, held.FEN())
}

func TestClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table := newTable("rom", sargon.White)
		time.Sleep(5 * time.Second)
		require.NoError(t, table.Do(session.Move("e4")))
		v := table.View()
		assert.Equal(t, 5*time.Second, v.TimesOf(0).Elapsed)
		time.Sleep(2 * time.Second)
		v = table.View()
		assert.Equal(t, 2*time.Second, v.Clock(sargon.Black).Elapsed, "its clock runs")
		rest(table)
		moves(t, table, "Nf3")
		v = table.View()
		took := v.TimesOf(3).In1978
		assert.Greater(t, took.Duration, time.Second)
		assert.True(t, took.Estimated, "our ROM is not the original")
		assert.Equal(t, took, v.Clock(sargon.Black).In1978)
		table.Close()
	})
}

// A game is saved as it stands, and goes on from there on another table.
func TestSavingAndRestoring(t *testing.T) {
	var saved []*states.State
	options := session.Options{
		Open: openEngine, Engine: "10x12", Level: 2, Player: sargon.White,
		Save: func(s *states.State, _ *game.Game) error {
			saved = append(saved, s)
			return nil
		},
	}
	table := session.New(options)
	rest(table)
	table.Close()
	assert.Empty(t, saved, "there is nothing to save yet")
	table = session.New(options)
	moves(t, table, "e4 Nf3")
	require.NotEmpty(t, saved)
	last := saved[len(saved)-1]
	assert.NotNil(t, last.Game.Position)
	assert.Equal(t, states.Board, last.Kind)

	options.Level = 1
	again := session.New(options)
	require.NoError(t, again.Restore(last))
	assert.Equal(t, line(table), line(again))
	assert.Equal(t, sargon.Level(2), again.View().Level)
	options.Save = func(*states.State, *game.Game) error { return errors.New("no space left") }
	table = session.New(options)
	require.NoError(t, table.Do(session.Move("e4")))
	changes := rest(table)
	require.NoError(t, table.Do(session.Move("Nf3")))
	changes = append(changes, rest(table)...)
	table.Close()
	told := 0
	for _, c := range append(changes, table.Changes()...) {
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

// newMachine returns a table at a machine, with a game in its dialogue.
func newMachine(t require.TestingT, fen string, level sargon.Level) (*session.Session, *program.Program) {
	p := newProgram()
	table := session.New(session.Options{
		Open: openEngine, Engine: "rom", Level: level, Player: sargon.White, Machine: p, SetUpMachine: true,
	})
	if fen != "" {
		require.NoError(t, table.Do(session.SetUp(fen)))
	}
	require.NoError(t, table.Do(session.UseMachine))
	rest(table)
	return table, p
}

// types types keys and waits until the machine asks for more.
func types(t require.TestingT, table *session.Session, keys string) (changes []session.Change) {
	require.NoError(t, table.Do(session.Type([]byte(keys)...)))
	return rest(table)
}

func TestAtTheMachine(t *testing.T) {
	table, p := newMachine(t, "", 1)
	defer table.Close()
	types(t, table, "e2e4")
	assert.Equal(t, "e4 e5", line(table))
	assert.Equal(t, "book", table.View().Game.Ply(1).Note.String())
	changes := types(t, table, "e1e8")
	require.Len(t, changes, 1)
	assert.Equal(t, session.MoveRefused, changes[0].Kind)
	require.NoError(t, table.Do(session.UseEngine))
	held := p.Position()
	assert.Equal(t, &held, must.Have(table.State()).Game.Position, "with what its search has left")
	moves(t, table, "Nf3")
	require.NoError(t, table.Do(session.UseMachine))
	types(t, table, "D2D4")
	assert.Equal(t, "d4", table.View().Game.Ply(4).SAN)
	require.NoError(t, table.Do(session.TakeBack), "the machine is set up anew")
	rest(table)
	types(t, table, "F1C4")
	assert.Equal(t, "Bc4", table.View().Game.Ply(4).SAN)
	types(t, table, "\x12") // Control-R
	assert.True(t, table.View().ResignPending)
	types(t, table, "\x12")
	assert.True(t, table.View().Over)
}

// While it thinks keys are a premove.
func TestPremoveAtTheMachine(t *testing.T) {
	table, _ := newMachine(t, "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 20", 2)
	defer table.Close()
	table.SetSpeed(0, 1e5)
	require.NoError(t, table.Do(session.Type([]byte("A2A4")...)))
	for table.Changes(); !table.View().Thinks(); table.Changes() {
		<-table.News()
	}
	require.NoError(t, table.Do(session.Type([]byte("c2c4\x1b")...)), "Escape forgets it")
	assert.Empty(t, table.View().Premoves)
	assert.ErrorIs(t, table.Do(session.Type(0x12)), session.ErrNotYourTurn, "resigning comes later")
	require.NoError(t, table.Do(session.Type([]byte("b2b5\b4")...)))
	assert.Equal(t, []string{"B2B4"}, table.View().Premoves)
	require.NoError(t, table.Do(session.Skip))
	for table.Changes(); table.View().Skipping; table.Changes() {
		<-table.News()
	}
	table.SetSpeed(0, 0)
	rest(table)
	assert.Equal(t, "b4", table.View().Game.Ply(2).SAN)
	assert.Equal(t, 4, table.View().Game.Len())
}

// stepped is a table at a machine that runs by Step, which takes the place of the goroutine.
func stepped(t *testing.T, setUp bool) *session.Session {
	table := session.New(session.Options{
		Open: openEngine, Engine: "rom", Level: 1, Machine: newProgram(), SetUpMachine: setUp, Stepped: true,
	})
	require.NoError(t, table.Do(session.UseMachine))
	return table
}

// step lets the machine run until something is so.
func step(t *testing.T, table *session.Session, until func(session.View) bool) {
	for !until(table.View()) {
		require.NoError(t, table.Step(100_000))
		table.Changes()
	}
}

func TestAMachineIsSwitchedOn(t *testing.T) {
	table := stepped(t, false)
	assert.False(t, table.View().GameStarted)
	require.NoError(t, table.Do(session.Type([]byte("W1N")...)))
	step(t, table, func(v session.View) bool { return v.AwaitingMove })
	require.NoError(t, table.Do(session.Type([]byte("D2D4")...)))
	step(t, table, func(v session.View) bool { return v.AwaitingMove && v.Game.Len() == 2 })
	before := table.View().Game

	require.NoError(t, table.Do(session.SwitchOn))
	assert.False(t, table.View().GameStarted)
	assert.NotSame(t, before, table.View().Game)
	require.NoError(t, table.Do(session.Type([]byte("B2N")...)))
	step(t, table, func(v session.View) bool { return v.AwaitingMove })
	assert.Equal(t, sargon.Black, table.View().Player)
	assert.Equal(t, sargon.Level(2), table.View().Level)
	assert.Equal(t, 1, table.View().Game.Len())
}

func TestSelfPlayAtAMachine(t *testing.T) {
	table := stepped(t, true)
	require.NoError(t, table.Do(session.SetUp("4k3/8/8/3q4/8/2N5/8/4K3 b - - 0 20")))
	require.NoError(t, table.Do(session.ChangeSides)) // the machine is to move
	require.NoError(t, table.Do(session.SelfPlay))
	assert.True(t, table.View().OnMachine)
	step(t, table, func(v session.View) bool { return v.Game.Len() == 4 })
	for i := range 4 {
		ply := table.View().Game.Ply(i)
		require.NotNil(t, ply.Note, "half-move %d was found by the machine", i)
		assert.Positive(t, ply.Note.Evals)
		assert.Positive(t, table.View().TimesOf(i).In1978.Duration)
	}
	require.NoError(t, table.Do(session.SelfPlay))
	step(t, table, func(v session.View) bool { return v.AwaitingMove })
	assert.Equal(t, table.View().Player, table.View().Game.Side())
}

// Resigned while the machine thinks: its dialogue says so too, and a saved game knows why it ended.
func TestAResignationIsRestored(t *testing.T) {
	table := stepped(t, true)
	require.NoError(t, table.Do(session.Type([]byte("E2E4")...)))
	step(t, table, session.View.Thinks)
	require.NoError(t, table.Do(session.Resign))
	require.NoError(t, table.Do(session.Resign))
	table.Changes()
	assert.False(t, table.View().Thinks(), "the dialogue is over")
	state := must.Have(table.State())

	other := stepped(t, true)
	require.NoError(t, other.Restore(state))
	assert.Equal(t, game.Resignation, other.View().Game.Result().Reason)
	require.NoError(t, other.Do(session.TakeBack))
	step(t, other, session.View.Thinks)
}

// A machine is saved, and goes on elsewhere.
func TestSavingAMachine(t *testing.T) {
	table, _ := newMachine(t, "", 1)
	types(t, table, "E2E4")
	types(t, table, "G1")
	r := must.Have(table.State())
	assert.Equal(t, states.Program, r.Kind)
	table.Close()
	table, _ = newMachine(t, "8/8/8/4k3/8/8/4K3/8 w - - 0 50", 1)
	defer table.Close()
	r.Game.Level = 4 // by mistake: the level is the one in its memory
	require.NoError(t, table.Restore(r))
	assert.Equal(t, sargon.Level(1), table.View().Level)
	types(t, table, "F3")
	assert.Equal(t, "Nf3", table.View().Game.Ply(2).SAN)
	assert.Equal(t, 4, table.View().Game.Len())
	r.Machine = []byte("nonsense")
	assert.Error(t, table.Restore(r))
	assert.Equal(t, 4, table.View().Game.Len())
}

// A mate on the screen is followed by no turn of the player: the note of the last move is
// still that of its own search, the same as an engine's.
func TestNoteOfAMateOnTheScreen(t *testing.T) {
	const fen = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2"
	machine, _ := newMachine(t, fen, 2)
	defer machine.Close()
	types(t, machine, "G2G4")
	native := newTable("0x88", sargon.White)
	require.NoError(t, native.Do(session.SetUp(fen)))
	require.NoError(t, native.Do(session.SetLevel(2)))
	moves(t, native, "g4")
	require.Equal(t, "g4 Qh4#", line(machine))
	assert.Equal(t, native.View().Game.Ply(1).Note, machine.View().Game.Ply(1).Note)
	assert.Equal(t, sargon.Mates, machine.View().Game.Ply(1).Note.Score)
}

// agree checks that game, referee, engine and screen mean the same position.
func agree(t *rapid.T, table *session.Session, p *program.Program) {
	fen := strings.Fields(table.View().Game.FEN())[0]
	if p := must.Have(table.State()).Game.Position; p != nil && strings.Fields(p.FEN())[0] != fen {
		t.Fatalf("the engine has %s, the game %s", p.FEN(), fen)
	}
	held := p.Position()
	if v := table.View(); v.OnMachine && !v.Busy && strings.Fields(held.FEN())[0] != fen {
		t.Fatalf("the machine has %s, the game %s", held.FEN(), fen)
	}
}

// Whatever a person does, in whatever order, game, referee, engine and the screen of the
// machine agree about the position.
func TestNothingEverDisagrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newProgram()
		table := session.New(session.Options{
			Open: openEngine, Engine: "10x12", Level: 1, Machine: p, SetUpMachine: true,
		})
		defer table.Close()
		// can does an action that may be refused.
		can := func(a session.Action, refusals ...error) func(*rapid.T) {
			return func(t *rapid.T) {
				err := table.Do(a)
				if err != nil && !slices.Contains(refusals, err) {
					t.Fatal(err)
				}
				table.Changes()
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"play": func(t *rapid.T) {
				v := table.View()
				legal := v.Game.Legal()
				if v.Over || v.EngineToMove || v.Busy {
					return
				}
				m := rapid.SampledFrom(legal).Draw(t, "move")
				switch {
				case !v.OnMachine:
					require.NoError(t, table.Do(session.Play(m)))
				case !m.Underpromotes():
					n := v.Game.Len()
					types(t, table, strings.ToUpper(m.From.String()+m.To.String()))
					if table.View().Game.Len() == n {
						t.Fatalf("%v was not made on the machine", m)
					}
				}
			},
			"wait": func(*rapid.T) {
				if !table.View().SelfPlay {
					rest(table)
				}
			},
			"start": func(*rapid.T) { table.Changes() },
			"hint":  can(session.Hint, session.ErrOver, session.ErrNotYourTurn),
			"back":  can(session.TakeBack, session.ErrFirstMove),
			"rewind": func(t *rapid.T) {
				v := table.View()
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
				can(session.Resign, session.ErrOver)(t)
				can(session.Resign, session.ErrOver)(t)
			},
			"to the machine": func(t *rapid.T) { can(session.UseMachine)(t); rest(table) },
			"to the board":   can(session.UseEngine),
			"":               func(t *rapid.T) { agree(t, table, p) },
		})
	})
}
