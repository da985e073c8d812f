package machine_test

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/web/machine"
	"sargon78/emu/asm"
	"sargon78/native"
	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated/states/statestest"
	"sargon78/sargon/must"
)

func Example() {
	image, _ := roms.Open("", roms.Options{})
	m, _ := machine.New(image)
	_ = m.NewGame(sargon.White, 1)
	m.Run(100_000_000, nil) // ends when the program wants a key
	_ = m.PlayerMove("e2e4")
	m.Run(1_000_000_000, nil)
	g := m.Game()
	fmt.Println(g.Plies[0].SAN, g.Plies[1].SAN, g.Waiting)
	// Output: e4 e5 true
}

// embedded returns the embedded ROM, after it was sent to the page.
var embedded = sync.OnceValues(func() (*roms.Image, error) {
	image, err := roms.Open("", roms.Options{})
	if err != nil {
		return nil, err
	}
	data, err := machine.Pack(image)
	if err != nil {
		return nil, err
	}
	arrived, err := machine.Unpack(data)
	if err != nil {
		return nil, err
	}
	return arrived, machine.UnpackSource(arrived, machine.PackSource(image))
})

func open(t testing.TB) *machine.Machine {
	t.Helper()
	image := must.Have(embedded())
	m := must.Have(machine.New(image))
	return m
}

// at returns a machine in which a position was set up by its dialogue.
func at(t testing.TB, fen string, player sargon.Color, level sargon.Level) *machine.Machine {
	t.Helper()
	m := open(t)
	require.NoError(t, m.SetUp(fen, nil, player, level))
	return m
}

// untilAsked runs the machine until the program wants a key.
func untilAsked(t testing.TB, m *machine.Machine) {
	t.Helper()
	for range 10_000 {
		m.Run(1_000_000, nil)
		s := m.Status()
		require.Nil(t, s.Fault)
		if s.Waiting {
			return
		}
	}
	t.Fatal("the program does not ask")
}

// stops runs the machine to a place, in the form of StopAt.
func stops(t testing.TB, m *machine.Machine, place string) {
	t.Helper()
	require.NoError(t, m.StopAt(place))
	for !m.Run(1_000_000, nil) {
		require.False(t, m.Status().Waiting, place)
	}
}

// plays plays moves, and runs the machine until it has answered each.
func plays(t testing.TB, m *machine.Machine, moves ...string) {
	t.Helper()
	for _, move := range moves {
		require.NoError(t, m.PlayerMove(move))
		untilAsked(t, m)
	}
}

// registers returns the texts of the registers by name.
func registers(in machine.Inside) map[string]string {
	texts := map[string]string{}
	for _, r := range in.Registers {
		texts[r.Name] = r.Text
	}
	return texts
}

// here returns the line of the source that is about to run; ok is false in the monitor.
func here(t testing.TB, m *machine.Machine, lines []asm.Line) (line asm.Line, ok bool) {
	t.Helper()
	pc := must.Have(strconv.ParseInt(registers(m.Inside(sargon.NoSquare))["PC"], 16, 32))
	for _, line := range lines {
		if at := int(line.Address); at <= int(pc) && int(pc) < at+len(line.Bytes) {
			require.Equal(t, int(pc), at, "%s: the line begins with the instruction", line.Text)
			return line, true
		}
	}
	return line, false
}

// nativeSearch does the search of the machine with a native engine.
func nativeSearch(t testing.TB, p *machine.Problem, maxEvals uint64) sargon.Result {
	t.Helper()
	require.NotNil(t, p)
	engine := native.New0x88()
	require.NoError(t, engine.SetPosition(p.Position))
	result, err := engine.Search(context.Background(),
		sargon.SearchOptions{Level: p.Level, MaxEvals: maxEvals})
	if maxEvals == 0 {
		require.NoError(t, err)
	}
	return result
}

func TestTheSameThoughtAsTheNativeEngine(t *testing.T) {
	m := open(t)
	require.NoError(t, m.NewGame(sargon.White, 2))
	untilAsked(t, m)
	plays(t, m, "e2e4", "g1f3")
	last := m.Game().Plies[3]
	want := nativeSearch(t, m.Problem(), 0)
	assert.Equal(t, want.Trace.String(), m.Status().Trace)
	assert.Equal(t, want.Evals-1, m.Status().Evals, "the evaluation of the root is not counted")
	assert.Equal(t, want.Evals, last.Evals)
	assert.Equal(t, want.Best.String(), last.UCI)
	assert.True(t, want.Estimated)
	assert.InDelta(t, want.In1978().Seconds(), last.Time, 1e-9,
		"the original's time, from the same search")
}

func TestStopsAtEvaluations(t *testing.T) {
	m := at(t, italian, sargon.Black, 2)
	for n := uint64(1); n <= 15; n++ {
		stops(t, m, fmt.Sprintf("UNMOVE if eval == %d", n))
		s := m.Status()
		require.Equal(t, n, s.Evals)
		require.True(t, s.Thinking)
		// The native engine, stopped there, has the same fingerprint.
		want := nativeSearch(t, m.Problem(), n+1)
		require.Equal(t, want.Trace.String(), s.Trace)
	}
	before := m.Status().TStates
	m.Run(1, nil)
	assert.InDelta(t, 10, m.Status().TStates-before, 10, "one instruction takes 4 to 23 T-states")
}

// The details of a square come from the running machine, and not from a native engine.
func TestInsideAsksTheMachine(t *testing.T) {
	exchange := func(image *roms.Image) int8 {
		m := must.Have(machine.New(image))
		require.NoError(t, m.SetUp("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20", nil, sargon.Black, 2))
		stops(t, m, "UNMOVE if eval == 1")
		in := m.Inside(sargon.E8)
		assert.EqualValues(t, 0x9E, in.Square.Piece)
		assert.Equal(t, "UNMOVE", in.Routine)
		assert.Len(t, in.Line, 1)
		line, ok := here(t, m, m.Source().Lines)
		require.True(t, ok)
		assert.NotEmpty(t, line.Bytes)
		assert.Regexp(t, `^\s+\w`, line.Text, "an instruction")
		in = m.Inside(must.Have(sargon.ParseSquare("d5")))
		assert.Equal(t, []string{"knight"}, in.White)
		return in.Square.Exchange
	}
	image := romstest.Image(t)
	assert.EqualValues(t, 18, exchange(image))
	values, ok := image.Symbol("PVALUE")
	require.True(t, ok)
	image.Bytes[values-image.Load+4] = 7 // the queen's
	image.Kind = roms.Listing
	assert.EqualValues(t, 14, exchange(image))
}

func TestPlaysAgainstItselfToTheEnd(t *testing.T) {
	m := open(t)
	// White mates in one move, which ends the game.
	require.NoError(t, m.SetUp("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 9", nil, sargon.Black, 2))
	m.SelfPlay(true)
	untilAsked(t, m)
	g := m.Game()
	require.NotEmpty(t, g.Plies)
	assert.Equal(t, "Ra8#", g.Plies[0].SAN)
	assert.True(t, g.Ended)
	assert.Equal(t, "1-0", g.Result)
	screen := m.Screen()
	assert.Contains(t, screen.Text(0, 0, 15, 32), "THE Z80 WINS.")
}

func TestASearchGoesOnAfterAReload(t *testing.T) {
	m := at(t, italian, sargon.Black, 1)
	m.Run(5_000_000, nil)
	require.True(t, m.Status().Thinking)
	saved := must.Have(m.Save())
	untilAsked(t, m)

	other := open(t)
	require.NoError(t, other.Load(saved))
	require.True(t, other.Status().CatchUp)
	untilAsked(t, other)
	assert.False(t, other.Status().CatchUp)
	assert.Equal(t, m.Screen(), other.Screen())
	want, got := m.Game(), other.Game()
	assert.Equal(t, want, got)
}

// The program knows no draw but stalemate, and plays on. The page announces draws by the rules of package
// game, as all front ends do.
func TestDrawsThatTheProgramDoesNotKnow(t *testing.T) {
	m := open(t)
	for fen, reason := range map[string]string{
		"b6k/8/8/8/8/8/6p1/5B1K w - - 0 20":                        "",
		"b6k/8/8/8/8/8/8/5B1K w - - 0 20":                          "insufficient material",
		"4k2r/8/8/8/8/8/8/4K2R w - - 100 80":                       "fifty moves",
		"7k/5Q2/5K2/8/8/8/8/8 b - - 0 20":                          "stalemate",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": "",
	} {
		require.NoError(t, m.SetUp(fen, nil, sargon.White, 1))
		g := m.Game()
		assert.Equal(t, reason, g.Reason, fen)
		assert.Equal(t, reason != "" && reason != "stalemate", g.Drawn, fen)
		assert.Equal(t, reason == "stalemate", g.Ended, fen)
	}
	there := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	require.NoError(t, m.SetUp("", append(there, there...), sargon.White, 1))
	assert.True(t, m.Game().Drawn)
	assert.Equal(t, "threefold repetition", m.Game().Reason)
}

func TestTakesMovesBack(t *testing.T) {
	m := open(t)
	assert.Error(t, m.TakeBack())
	require.NoError(t, m.NewGame(sargon.White, 1))
	untilAsked(t, m)
	plays(t, m, "e2e4", "g1f3")
	number := m.Game().Number
	require.NoError(t, m.TakeBack())
	untilAsked(t, m)
	g := m.Game()
	assert.Equal(t, number, g.Number, "it is the same game")
	assert.Len(t, g.Plies, 2)
	assert.True(t, g.Waiting)
	plays(t, m, "d2d4")
	assert.Equal(t, "d4", m.Game().Plies[2].SAN)
	saved := must.Have(m.Save())
	require.NoError(t, m.NewGame(sargon.White, 1))
	untilAsked(t, m)
	assert.Greater(t, m.Game().Number, number)
	other := open(t)
	require.NoError(t, other.Load(saved))
	assert.Equal(t, number, other.Game().Number)
}

// After resigning by a key of the machine, or while it thinks, one can play another game.
func TestResigns(t *testing.T) {
	m := open(t)
	lost := func(result string) {
		untilAsked(t, m)
		g := m.Game()
		assert.True(t, g.Ended)
		assert.Equal(t, result, g.Result)
		assert.Equal(t, "resignation", g.Reason)
		assert.False(t, m.Status().Thinking)
	}
	assert.Error(t, m.Resign(), "no game yet")
	require.NoError(t, m.NewGame(sargon.Black, 1))
	untilAsked(t, m)
	require.NoError(t, m.Press(0x12))
	lost("1-0")
	require.NoError(t, m.SetUp(italian, nil, sargon.Black, 4))
	m.Run(1<<40, m.Thinking)
	require.True(t, m.Thinking())
	require.NoError(t, m.Resign())
	lost("1-0")
	require.NoError(t, m.Press('Y'))
	untilAsked(t, m)
	require.NoError(t, m.Press('W', '1', 'N'))
	untilAsked(t, m)
	plays(t, m, "e2e4")
	assert.Len(t, m.Game().Plies, 2)
}

func TestRefusesWhatIsWrong(t *testing.T) {
	m := open(t)
	assert.Error(t, m.NewGame(sargon.White, 7))
	assert.Error(t, m.SetUp("nonsense", nil, sargon.White, 1))
	assert.Error(t, m.SetUp("", []string{"e5"}, sargon.White, 1))
	assert.Error(t, m.PlayerMove("e2e4"), "the program has not asked yet")
	assert.ErrorContains(t, m.Load([]byte("no state")), "no saved game")
}

func FuzzLoad(f *testing.F) {
	m := open(f)
	saved, err := m.Save()
	require.NoError(f, err)
	f.Add(saved)
	f.Add(statestest.File(f, `{"Version":1,"Kind":"board","Game":{"Player":0,"Level":1}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if m.Load(data) == nil {
			m.Run(100_000, nil)
			m.Game()
			m.Inside(sargon.E8)
		}
	})
}

// Poke changes a byte of the board in the memory of the machine, and the program draws the new piece.
func TestAByteOfTheBoardIsChanged(t *testing.T) {
	m := open(t)
	d2 := must.Have(sargon.ParseSquare("d2"))
	require.NoError(t, m.SetUp("", nil, sargon.White, 1))
	untilAsked(t, m)
	before, screen := m.Inside(d2), m.Screen()
	require.NoError(t, m.Poke(int(d2), byte(sargon.Queen)))
	after := m.Inside(d2)
	assert.EqualValues(t, sargon.Queen, after.Board[d2])
	assert.Equal(t, before.Registers, after.Registers)
	assert.NotEqual(t, screen, m.Screen())
	require.NoError(t, m.Poke(0, 0))
	assert.Zero(t, m.Inside(d2).Board[0], "a hole in the border")
	assert.Error(t, m.Poke(120, 0))
}
