package emulated_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/must"
)

// patched returns the embedded ROM with other code where a routine starts. Symbols stand for the
// two bytes of their addresses.
func patched(t *testing.T, patches map[string][]any) *emulated.Engine {
	t.Helper()
	image := romstest.Image(t)
	image.Bytes = bytes.Clone(image.Bytes)
	address := func(name string) uint16 {
		addr, ok := image.Symbol(name)
		require.True(t, ok, name)
		return addr
	}
	for routine, code := range patches {
		to := image.Bytes[address(routine)-image.Load:]
		for _, c := range code {
			switch c := c.(type) {
			case int:
				to[0], to = byte(c), to[1:]
			case string:
				addr := address(c)
				to[0], to[1], to = byte(addr), byte(addr>>8), to[2:]
			}
		}
	}
	return must.Have(emulated.New("made up", image))
}

// endlessly is a loop: NOP, JR to the NOP. (A machine would notice a jump to itself at once.)
var endlessly = []any{0x00, 0x18, 0xFD}

const twoKings = "k7/8/8/8/8/8/8/K7 w - - 0 9"

func TestEndlessSearch(t *testing.T) {
	engine := patched(t, map[string][]any{"XCHNG": endlessly})
	put(t, engine, twoKings)
	before := engine.Position()

	result, err := engine.Search(context.Background(), sargon.SearchOptions{Level: 1})
	require.ErrorIs(t, err, sargon.ErrEndless)
	assert.ErrorContains(t, err, "made up, searching at level 1 k7/8/8/8/8/8/8/K7 w")
	assert.ErrorContains(t, err,
		fmt.Sprintf("after 1 evaluations there was no other in %d T-states", emulated.Patience()))
	assert.EqualValues(t, 1, result.Evals)
	_, err = engine.Examine(context.Background())
	assert.ErrorIs(t, err, sargon.ErrEndless)
	assert.Equal(t, before, engine.Position())
	assert.NoError(t, engine.Play(sargon.A1, sargon.B1), "there is no exchange in that")

	engine = patched(t, map[string][]any{"VALMOV": endlessly})
	put(t, engine, twoKings)
	assert.ErrorIs(t, engine.Play(sargon.A1, sargon.B1), sargon.ErrEndless)
	assert.Equal(t, before, engine.Position())
}

// A list that leads back to itself: the search goes on and on, and is never without news.
func TestListThatIsARing(t *testing.T) {
	engine := patched(t, map[string][]any{
		"SORTM": {
			0x2A, "MLPTRI", // LD HL,(MLPTRI)
			0x5E, 0x23, 0x56, 0xEB, // LD E,(HL); INC HL; LD D,(HL); EX DE,HL: the first record
			0x5D, 0x54, 0x73, 0x23, 0x72, // LD E,L; LD D,H; LD (HL),E; INC HL; LD (HL),D: linked with itself
			0x11, 0x04, 0x00, 0x19, 0x36, 0x80, 0xC9, // LD DE,4; ADD HL,DE; LD (HL),80H; RET: its value
		},
		"POINTS": {0x3E, 0x80, 0x32, "VALM", 0xC9}, // LD A,80H; LD (VALM),A; RET: quicker
	})
	put(t, engine, twoKings)
	_, err := engine.Search(context.Background(), sargon.SearchOptions{Level: 2})
	require.ErrorIs(t, err, sargon.ErrEndless)
	assert.ErrorContains(t, err, "its list of moves at ply 1 goes round in a ring")
}

// A program may write a score also where its generator is called on the side, to count dropped moves.
func TestAScoreThatIsWrittenOnTheSide(t *testing.T) {
	image := romstest.ImageWithChange(t, "generate", "GENMOV:", "GENMOV:\n LD (SCORE+1),A")
	engine := must.Have(emulated.New("made up", image))
	put(t, engine, "qQR2R1q/Q1q1q3/3Q4/1Q3rk1/1R1Rp3/1qq3KQ/QRrqrPQq/Q1Q3Q1 w - - 0 10")
	result, err := engine.Search(t.Context(), sargon.SearchOptions{Level: 3, MaxEvals: 300})
	assert.NoError(t, err)
	assert.NotZero(t, result.Dropped)
}

func TestEndlessSearchCanBeStopped(t *testing.T) {
	engine := patched(t, map[string][]any{"XCHNG": endlessly})
	put(t, engine, twoKings)
	engine.Machine().Budget = 0 // only a stop ends it
	exchange, _ := engine.Image().Symbol("XCHNG")
	for name, run := range map[string]func(context.Context) error{
		"Search": func(ctx context.Context) error {
			_, err := engine.Search(ctx, sargon.SearchOptions{Level: 1})
			return err
		},
		"Examine": func(ctx context.Context) error { _, err := engine.Examine(ctx); return err },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		engine.Machine().Trap(exchange, func(*emu.Machine) error { cancel(); return nil })
		assert.ErrorIs(t, run(ctx), context.Canceled, name)
	}
}

// tables reads the ply table and the list area.
func tables(engine *emulated.Engine) []byte {
	plies, _ := engine.Image().Symbol("PLYIX")
	list, _ := engine.Image().Symbol("MLIST")
	memory := engine.Machine().Memory[:]
	return bytes.Join([][]byte{memory[plies:][:40], memory[list:][:2048]}, nil)
}

func TestTablesAreKeptThroughAGame(t *testing.T) { // spec §3
	engine := open(t, 0)
	put(t, engine, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
	empty := tables(engine)
	assert.Empty(t, bytes.Trim(empty, "\x00"))

	_, err := engine.Search(context.Background(), sargon.SearchOptions{Level: 2, MaxEvals: 40})
	require.ErrorIs(t, err, sargon.ErrMaxEvals)
	_, err = engine.Examine(context.Background())
	require.NoError(t, err)
	assert.Error(t, engine.Play(sargon.A1, sargon.A8))
	assert.Equal(t, empty, tables(engine), "stopped, looked at, refused")

	result := must.Have(engine.Search(context.Background(), sargon.SearchOptions{Level: 2}))
	searched := tables(engine)
	assert.NotZero(t, searched[4+2]|searched[4+3], "head of ply 2: the move tried last")
	assert.Equal(t, []byte{byte(result.Root[0].From), byte(result.Root[0].To)},
		record(searched, result.Root[0]))

	_, err = engine.Examine(context.Background())
	require.NoError(t, err)
	assert.Equal(t, searched, tables(engine))

	require.NoError(t, engine.Play(result.Best.From, result.Best.To))
	played := tables(engine)
	assert.Equal(t, searched[4:40+1024], played[4:40+1024],
		"all but ply 1 and the second half of the list")
	assert.NotEqual(t, searched[40+1024:], played[40+1024:])

	put(t, engine, twoKings)
	assert.Equal(t, empty, tables(engine))
}

// record finds a move in the list area and returns its squares.
func record(tables []byte, m sargon.RatedMove) []byte {
	for list := tables[40:]; len(list) >= 6; list = list[6:] {
		if list[2] == byte(m.From) && list[3] == byte(m.To) {
			return list[2:4]
		}
	}
	return nil
}

// Where there is no move at all, an old record must not be taken for one.
func TestNoMoveAtAllInAGame(t *testing.T) {
	p := must.Have(sargon.ParseFEN("7k/8/8/8/8/8/8/K7 w - - 0 9"))
	for _, wall := range []sargon.Square{sargon.G8, sargon.G8 - 10, sargon.H8 - 10} {
		p.Board[wall] = sargon.Border
	}
	engine := open(t, 0)
	require.NoError(t, engine.SetPosition(p))
	_, err := engine.Search(context.Background(), sargon.SearchOptions{Level: 2})
	require.NoError(t, err)
	require.NoError(t, engine.Play(sargon.A1, sargon.B1))
	result, err := engine.Search(context.Background(), sargon.SearchOptions{Level: 2})
	assert.ErrorIs(t, err, sargon.ErrNoLegalMove)
	assert.Equal(t, sargon.Even, result.Score)
	var illegal *sargon.IllegalMoveError
	assert.ErrorAs(t, engine.Play(sargon.A1, sargon.A1+10), &illegal,
		"White's first move, which lies there still")
}
