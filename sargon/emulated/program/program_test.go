package program_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu"
	"sargon78/native"
	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/program/programtest"
	"sargon78/sargon/game"
	"sargon78/sargon/must"
)

func open(t testing.TB) *program.Program {
	t.Helper()
	image := romstest.Image(t)
	return must.Have(program.New(image, program.Options{Chance: func() byte { return 0 }}))
}

// typeKeys types and runs the machine until it wants another key.
func typeKeys(t testing.TB, p *program.Program, keys string) {
	t.Helper()
	p.Press([]byte(keys)...)
	for {
		require.NoError(t, p.RunFor(t.Context(), emu.CheckInterval))
		if state := p.State(); state.Waiting || state.Ended {
			return
		}
	}
}

// said is what stands next to the board.
func said(p *program.Program) string {
	screen := p.Screen()
	return screen.Text(0, 0, 15, 32)
}

func Example() {
	image, _ := roms.Open("", roms.Options{})
	p, _ := program.New(image, program.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go p.Run(ctx)
	p.Press([]byte("W1Ne2e4")...)
	for turns := 0; turns < 3; {
		changed := p.Changed()
		for _, e := range p.Events() {
			turns++
			fmt.Println(e.Position.Side, "to move, after", e.Position.Previous)
		}
		if turns < 3 {
			<-changed
		}
	}
	// Output:
	// white to move, after 0000
	// black to move, after e2e4
	// white to move, after e7e5
}

func TestEventsTellTheGame(t *testing.T) {
	p := open(t)
	typeKeys(t, p, "B1N")
	events := p.Events()
	require.Len(t, events, 2)
	assert.Equal(t, program.MachineToMove, events[0].Kind)
	assert.Equal(t, sargon.StartPosition(), events[0].Position)
	assert.Equal(t, sargon.White, events[0].MachineSide)
	assert.Equal(t, sargon.Level(1), events[0].Level)
	assert.Equal(t, program.PlayerToMove, events[1].Kind)
	assert.Equal(t, sargon.Black, events[1].Position.Side)
	assert.Zero(t, events[1].Evals, "the book answered")

	typeKeys(t, p, "E7E5")
	events = p.Events()
	require.Len(t, events, 2)
	native0x88 := native.New0x88()
	require.NoError(t, native0x88.SetPosition(events[0].Position))
	same, err := native0x88.Search(context.Background(), sargon.SearchOptions{Level: 1})
	require.NoError(t, err)
	assert.Equal(t, same.Evals, events[1].Evals)
	assert.Equal(t, same.In1978(), events[1].In1978, "the time of 1978 of the same search")
	thoughts := p.Thoughts()
	assert.Equal(t, same.OriginalTStates, thoughts.OriginalTStates)
	assert.Equal(t, events[1].Position.Previous.String(), thoughts.Line[0].String())
	assert.Equal(t, events[1].Score, thoughts.Score)

	typeKeys(t, p, "\x12")
	events = p.Events()
	require.Len(t, events, 1)
	assert.Equal(t, program.Resigned, events[0].Kind)
	assert.Equal(t, same.OriginalTStates, p.Thoughts().OriginalTStates, "it stays")
}

// runTo runs the machine until it has been at an address so many times.
func runTo(t testing.TB, p *program.Program, addr uint16, visits int) {
	t.Helper()
	errThere := errors.New("it is there")
	p.Do(func(m *emu.Machine) {
		m.Trap(addr, func(*emu.Machine) error {
			if visits--; visits > 0 {
				return nil
			}
			return errThere
		})
	})
	require.ErrorIs(t, p.Run(t.Context()), errThere)
	p.Do(func(m *emu.Machine) { m.Trap(addr, nil) })
}

// play is a game in the referee's book, as a Setting.
func play(t testing.TB, moves string) (*game.Game, program.GameSetup) {
	t.Helper()
	g := game.New()
	s := program.GameSetup{Start: sargon.StartPosition(), Level: 2}
	for m := range strings.FieldsSeq(moves) {
		require.NoError(t, g.PlayText(m))
	}
	for _, p := range g.Plies() {
		s.Moves = append(s.Moves, sargon.Move{From: p.Move.From, To: p.Move.To})
	}
	var err error
	s.Final, err = sargon.ParseFEN(g.FEN())
	require.NoError(t, err)
	return g, s
}

const scotch = "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6 e5 Qe7 Qe2 Nd5 c4 Ba6"

func TestAGameIsTakenUpInTheDialogue(t *testing.T) {
	for _, player := range []sargon.Color{sargon.White, sargon.Black} {
		g, s := play(t, scotch)
		s.Player = player
		p := open(t)
		require.NoError(t, p.SetUp(s))
		if player == sargon.Black {
			// The machine is to move: it thinks, and the game goes on from there.
			typeKeys(t, p, "")
			events := p.Events()
			require.Len(t, events, 2)
			assert.Equal(t, program.MachineToMove, events[0].Kind)
			assert.Equal(t, strings.Fields(g.FEN())[0], strings.Fields(events[0].Position.FEN())[0])
			continue
		}
		typeKeys(t, p, "")
		for _, text := range []string{"SARGON DEPTH 2", " 3 D2-D4 E5XD4", " 8 C2-C4 C8-A6"} {
			assert.Contains(t, said(p), text)
		}
		events := p.Events()
		require.Len(t, events, 1)
		assert.Equal(t, program.PlayerToMove, events[0].Kind)
		assert.EqualValues(t, 9, events[0].Position.MoveNumber)
	}
}

func TestAPositionIsTakenUpInTheDialogue(t *testing.T) {
	for _, fen := range []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10",
		"2k5/4p3/1R2R3/1p6/3P4/1p6/1P6/2B2K2 b - d3 0 40",
	} {
		position := must.Have(sargon.ParseFEN(fen))
		p := open(t)
		require.NoError(t, p.SetUp(program.GameSetup{Start: position, Final: position,
			Player: position.Side, Level: 1}))
		typeKeys(t, p, "")
		events := p.Events()
		require.Len(t, events, 1)
		assert.Equal(t, position.Board, events[0].Position.Board)
		assert.Equal(t, position.Royal, events[0].Position.Royal)
		assert.Equal(t, position.MoveNumber, events[0].Position.MoveNumber)
		assert.Equal(t, position.Previous, events[0].Position.Previous)
	}
}

func TestTheEndOfAGameIsTakenUpToo(t *testing.T) {
	for moves, want := range map[string][]string{
		"f3 e5 g4 Qh4#": {"MATE, AND DONE.", "THE Z80 WINS."}, "e4 e5": {"YOU BOW OUT."},
	} {
		_, s := play(t, moves)
		s.Resigned = len(s.Moves) == 2
		p := open(t)
		require.NoError(t, p.SetUp(s))
		typeKeys(t, p, "")
		for _, text := range want {
			assert.Contains(t, said(p), text)
		}
	}
}

// The program knows no promotion to a knight: the game goes on from the position.
func TestUnderpromotionIsTakenUpAsAPosition(t *testing.T) {
	g, s := play(t, "a4 b5 axb5 a6 bxa6 Nc6 a7 Nb8 axb8=N e6")
	p := open(t)
	require.NoError(t, p.SetUp(s))
	typeKeys(t, p, "")
	position := p.Position()
	assert.Equal(t, sargon.Knight, position.Board[sargon.B8].Type())
	assert.Equal(t, strings.Fields(g.FEN())[0], strings.Fields(position.FEN())[0])
}

// Between two instructions of a search nothing is lost.
func TestASearchGoesOnWhereItWasSaved(t *testing.T) {
	p := open(t)
	typeKeys(t, p, "W2N")
	p.Press([]byte("D2D4G1F3")...)
	exchange, _ := p.Image().Symbol("XCHNG")
	runTo(t, p, exchange, 1000)
	saved := must.Have(p.Save())
	typeKeys(t, p, "")
	want := p.Position()

	other := open(t)
	require.NoError(t, other.Resume(saved))
	assert.True(t, other.State().Thinking)
	typeKeys(t, other, "")
	// It was listened to from there on.
	whole, rest := p.Thoughts(), other.Thoughts()
	assert.Equal(t, whole.Line[0], rest.Line[0])
	assert.Equal(t, whole.Score, rest.Score)
	assert.Equal(t, [2]int{whole.Total, whole.Total}, [2]int{rest.Number, rest.Total})
	assert.Less(t, rest.Evals, whole.Evals)
	assert.Zero(t, rest.OriginalTStates)
	got := other.Position()
	assert.Equal(t, want, got)
	assert.Equal(t, p.Screen(), other.Screen())
}

func TestResetShowsTheFirstPage(t *testing.T) {
	p := open(t)
	typeKeys(t, p, "")
	first := p.Screen()
	typeKeys(t, p, "W1NE2E4")
	assert.NotEqual(t, first, p.Screen())
	require.NoError(t, p.Reset())
	typeKeys(t, p, "")
	assert.Equal(t, first, p.Screen())
}

func TestProgramsForOtherMachinesAreRefused(t *testing.T) {
	_, err := program.New(&roms.Image{Name: "x.com", Kind: roms.Command, Load: 0x100,
		Bytes: []byte{0xC9}}, program.Options{})
	assert.ErrorContains(t, err, "CP/M")
}

// A program without the names is a screen and a keyboard.
func TestProgramWithoutSymbols(t *testing.T) {
	image := &roms.Image{Name: "bare", Load: 0x1000, Bytes: []byte{0xFF, 0x81,
		0x00, 0xFF, 0x81, 0x1A, 0x18, 0xF8}}
	p := must.Have(program.New(image, program.Options{}))
	typeKeys(t, p, "A")
	screen := p.Screen()
	assert.EqualValues(t, 'A', screen[0])
	assert.False(t, p.CanFollow())
	assert.ErrorIs(t, p.SetUp(program.GameSetup{}), program.ErrUnknownDialogue)
}

func BenchmarkThinking(b *testing.B) {
	tStates := uint64(0)
	for b.Loop() {
		p := open(b)
		typeKeys(b, p, "W3NE2E4G1F3")
		tStates += p.State().SearchTStates
	}
	b.ReportMetric(float64(tStates)/1e6/b.Elapsed().Seconds(), "MHz")
}

func BenchmarkSetUp(b *testing.B) {
	_, s := play(b, scotch)
	p := open(b)
	for b.Loop() {
		require.NoError(b, p.SetUp(s))
	}
}

func TestEveryPieceIsShown(t *testing.T) {
	other := must.Have(roms.Open(programtest.OtherROM(t), roms.Options{}))
	another := must.Have(program.New(other, program.Options{}))
	for _, p := range []*program.Program{open(t), another} {
		shown, board, err := p.ShowPieces()
		require.NoError(t, err)
		seen := map[[2]any]bool{} // a piece, and whether its square is dark
		for square, piece := range board {
			if at := sargon.Square(square); piece != sargon.Empty && piece != sargon.Border {
				seen[[2]any{piece, (at.File()+at.Rank())%2 == 0}] = true
				column, row := 16+6*at.File(), 4*(7-at.Rank())
				assert.NotEqual(t, shown.At(column, row), shown.At(column+2, row+2), "%v is empty", at)
			}
		}
		assert.Len(t, seen, 2*2*6)
	}
}

func TestWhatTheProgramWants(t *testing.T) {
	p := open(t)
	for _, step := range []struct {
		keys string
		want program.AwaitedInput
	}{
		{"", program.AwaitedInput{Keys: "WB"}},
		{"W", program.AwaitedInput{Keys: "123456"}},
		{"1", program.AwaitedInput{Keys: "NP"}},
		{"P", program.AwaitedInput{Keys: "YN"}},
		{"Y", program.AwaitedInput{Board: true}},
		{"W", program.AwaitedInput{Board: true}},
		{"K\x1b", program.AwaitedInput{Board: true}}, // Black has no king yet
	} {
		typeKeys(t, p, step.keys)
		assert.Equal(t, step.want, p.AwaitedInput(), "after %q", step.keys)
	}
	p = open(t)
	typeKeys(t, p, "W1N")
	assert.Equal(t, program.AwaitedInput{Move: true}, p.AwaitedInput())
	typeKeys(t, p, "E2")
	assert.Equal(t, program.AwaitedInput{Move: true}, p.AwaitedInput())
}
