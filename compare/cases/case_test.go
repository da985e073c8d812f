package cases

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native/literal"
	"sargon78/sargon"
)

// Every case that the generator makes survives being written and read.
func TestCasesSurviveBeingWritten(t *testing.T) {
	tools := NewTools()
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	for i := range classes {
		for range 50 {
			g := tools.single(r, func() *class { return &classes[i] }, 2)
			c := g.Case(0)
			again, err := ParseCase(c.String())
			require.NoError(t, err, c.String())
			require.Equal(t, c, again, c.String())
			seen[g.Origin] = true
		}
	}
	assert.Len(t, seen, len(classes))
	games := tools.playout(r, 20, Levels{{1, 1}})
	for _, g := range games {
		for ply := range g.Plies {
			if g.Plies[ply].Level == 0 {
				continue
			}
			c := g.Case(ply)
			again, err := ParseCase(c.String())
			require.NoError(t, err)
			assert.Equal(t, c.String(), again.String())
			position, err := c.Position()
			require.NoError(t, err)
			again, err = ParseCase(Case{Start: position, Level: 1}.String())
			require.NoError(t, err)
			assert.Equal(t, position, again.Start, "a position of a game, byte for byte")
		}
	}
}

func TestCaseText(t *testing.T) {
	for _, line := range []string{
		"level 2 startpos moves e2e4 e7e5",
		"level 1 fen 8/8/8/3pP3/8/8/8/K6k w - - 0 30 set d5=81 previous d6d5-10",
		"level 3 fen 8/8/8/8/8/8/8/K2Q3k w - - 0 1 royal a1 h1 - - number 1 nobook",
		"level 1 startpos queenpawn",
		"level 6 startpos nobook evals 300",
		"level 1 startpos kept 2 e2e4 !e7e4 e7e5 3 1 !e1e3 !a1a8 g1f3",
		"level 1 fen 8/8/8/8/8/8/8/K2Q3k w - - 0 0 set b1=01,c8=89 number 0",
	} {
		c, err := ParseCase(line)
		require.NoError(t, err, line)
		assert.Equal(t, line, c.String())
	}
	c, err := ParseCase("fen 8/8/8/3pP3/8/8/8/K6k w - d6")
	require.NoError(t, err)
	assert.Equal(t, "level 1 fen 8/8/8/3pP3/8/8/8/K6k w - d6 0 2", c.String())
}

func TestBadCases(t *testing.T) {
	const at = "level 1 fen 8/8/8/3pP3/8/8/8/K6k w - - 0 30 "
	for line, message := range map[string]string{
		"":                           "no position",
		"level 2":                    "no position",
		"level 0 startpos":           "want a number 1–6",
		"level x startpos":           `level "x"`,
		"startpos e2e4":              `"e2e4": want level`,
		"startpos moves e2":          `"e2" is not a move`,
		"fen 8/8 w - -":              "board has 2 ranks",
		"set e4=01 startpos":         "comes after a position",
		at + "set e9=01":             `"e9" is not a square`,
		at + "set e4=07":             "the byte of a piece",
		at + "set e4=11":             "the byte of a piece",
		at + "royal e1":              "want 4 words",
		at + "royal e1 e8 - x":       `"x" is not a square`,
		at + "previous d6d5":         "its flags in hexadecimal",
		at + "previous d9d5-10":      "is not a move",
		"startpos evals 0":           "want a number above 0",
		"startpos kept e2e4 x":       "want a level, a move",
		"startpos moves e2e4 kept 1": "want one of them",
		at + "number 256":            "want 0–255",
		at + "number 1 moves e1e9q":  "is not a move",
	} {
		_, err := ParseCase(line)
		assert.ErrorContains(t, err, message, line)
	}
}

func FuzzParseCase(f *testing.F) {
	f.Add("level 2 startpos moves e2e4 e7e5")
	f.Add("level 1 fen 8/8/8/3pP3/8/8/8/K6k w - - 0 30 set d5=81 royal a1 h1 - - " +
		"previous d6d5-10 number 3 nobook queenpawn")
	f.Fuzz(func(t *testing.T, line string) {
		c, err := ParseCase(line)
		if err != nil {
			return
		}
		again, err := ParseCase(c.String())
		if err != nil {
			t.Fatalf("%q is read as %q, and that: %v", line, c, err)
		}
		if again.String() != c.String() {
			t.Fatalf("%q is read as %q, and that as %q", line, c, again)
		}
	})
}

func TestLevels(t *testing.T) {
	for text, want := range map[string]string{
		"2": "2", "1-3": "1:0.79,2:0.2,3:0.01", "3-3": "3", "1:80,2:20": "1:80,2:20",
	} {
		l, err := ParseLevels(text)
		require.NoError(t, err)
		assert.Equal(t, want, l.String())
	}
	for _, text := range []string{"", "0", "7", "3-1", "1:0", "1:x", "1-", "1:-2", "1,,2"} {
		_, err := ParseLevels(text)
		assert.Error(t, err, text)
	}
	l, err := ParseLevels("1-4")
	require.NoError(t, err)
	counts := map[sargon.Level]int{}
	r := rand.New(rand.NewPCG(3, 4))
	for range 100_000 {
		counts[l.Pick(r)]++
	}
	assert.InDelta(t, 20_000, counts[2], 1000)
	assert.InDelta(t, 1000, counts[3], 200)
	assert.InDelta(t, 50, counts[4], 35)
}

// Batch i of a generator does not depend on the ones before it.
func TestBatchesStandAlone(t *testing.T) {
	var forward []Batch
	g, err := NewGenerator(GeneratorOptions{
		Seed: 20, Cases: 400, Levels: Levels{{1, 0.8}, {2, 0.2}}, SteerEvery: 32,
	})
	require.NoError(t, err)
	tools := NewTools()
	for {
		maker, ok, err := g.Next()
		require.NoError(t, err)
		if !ok {
			break
		}
		forward = append(forward, maker(tools))
	}
	cases := 0
	for i := len(forward) - 1; i >= 0; i-- {
		alone := g.batch(NewTools(), i, batchCases)
		require.Equal(t, forward[i], alone, "batch %d", i)
		cases += alone.Searches()
	}
	assert.Equal(t, 400, cases)
}

// Positions of set-ups are legal, unless they are odd on purpose.
func TestSetUpsAreLegal(t *testing.T) {
	tools := NewTools()
	r := rand.New(rand.NewPCG(5, 6))
	for i := range classes {
		for range 100 {
			p := tools.single(r, func() *class { return &classes[i] }, 1).Start
			require.Equal(t, classes[i].name == "king to be taken", p.InCheck(p.Side.Other()),
				"%s: %s", classes[i].name, PositionText(p))
			if !classes[i].refused &&
				!strings.Contains("odd bytes, one-step en passant", classes[i].name) {
				_, err := sargon.ParseFEN(p.FEN())
				require.NoError(t, err)
			}
		}
	}
}

// A game that keeps its state repeats all that came before.
func TestKeptGame(t *testing.T) {
	c, err := ParseCase("level 1 startpos kept 1 e2e4 !e7e4 e7e5 2 g1f3")
	require.NoError(t, err)
	p, err := c.Position()
	require.NoError(t, err)
	assert.Equal(t, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 2", p.FEN())
	c, err = ParseCase("level 1 startpos kept e2e4 !e7e5")
	require.NoError(t, err)
	_, err = c.Position()
	assert.ErrorContains(t, err, "accepts the move e7e5, which is not legal")
}

// Batches drawn for one purpose are independent of those for another, and one of each group is
// drawn.
func TestDrawnIndependently(t *testing.T) {
	const every, groups = 16, 4000
	both := 0
	for group := range groups {
		drawn := 0
		for number := group * every; number < (group+1)*every; number++ {
			_, one := Drawn(number, every, 7)
			_, other := Drawn(number, every, 1978)
			if one {
				drawn++
			}
			if one && other {
				both++
			}
		}
		require.Equal(t, 1, drawn)
	}
	assert.InDelta(t, groups/every, both, groups/every/3)
}

// Cases that were once never or hardly ever made are made in a run of usual length.
func TestOddCasesAreMade(t *testing.T) {
	g, err := NewGenerator(GeneratorOptions{Seed: 28, Cases: 4000, SteerEvery: 1 << 20})
	require.NoError(t, err)
	made := map[string]int{}
	tools := NewTools()
	for number := range 4000 / batchCases {
		b := g.batch(tools, number, batchCases)
		for i := range b.Games {
			for ply := range b.Games[i].Plies {
				countOdd(made, &b.Games[i], &b.Games[i].Plies[ply])
			}
		}
	}
	for _, what := range []string{
		"number 0", "number 1 elsewhere", "number 254", "number 255", "nobook", "wrong check",
		"edge pawn", "royal without queen", "after a double move", "level 4", "level 5", "level 6",
		"kept", "refused",
	} {
		assert.NotZero(t, made[what], what)
	}
}

func countOdd(made map[string]int, g *Game, p *Ply) {
	count := func(what string, is bool) {
		if is {
			made[what]++
		}
	}
	start := sargon.StartPosition()
	count(fmt.Sprintf("number %d", g.Start.MoveNumber), true)
	count("number 1 elsewhere", g.Start.MoveNumber == 1 && g.Start.Board != start.Board)
	count("nobook", p.NoBook)
	count("wrong check", g.Start.InCheck(g.Start.Side.Other()))
	count("after a double move", g.Start.Previous.Flags&sargon.DoubleMove != 0)
	count(fmt.Sprintf("level %d", p.Level), true)
	count("kept", g.Keep && p.Level > 0)
	count("refused", len(p.Refused) > 0)
	for file := range 8 {
		count("edge pawn", g.Start.Board[sargon.SquareAt(file, 7)].Type() == sargon.Pawn)
	}
	for i, s := range g.Start.Royal[sargon.WhiteQueen:] {
		piece := g.Start.Board[s]
		count("royal without queen", s != sargon.NoSquare && (piece.Type() != sargon.Queen ||
			piece.Color() != []sargon.Color{sargon.White, sargon.Black}[i]))
	}
}

// Bigger pieces capture a pawn defended by a pawn only if that pawn was pushed out of its list.
func TestPawnBatteries(t *testing.T) {
	tools := NewTools()
	r := rand.New(rand.NewPCG(1, 2))
	lost := 0
	for range 100 {
		g := tools.single(r, func() *class { return classNamed("pawn battery") }, 1)
		require.NoError(t, tools.probe.SetPosition(g.Start))
		x, err := tools.probe.Examine(t.Context())
		require.NoError(t, err)
		for s := sargon.SquareAt(0, 1); s <= sargon.SquareAt(7, 6); s++ {
			if g.Start.Board[s].Type() != sargon.Pawn || g.Start.Board[s].Color() != sargon.White {
				continue
			}
			besidePawn := g.Start.Board[s-9].Type() == sargon.Pawn
			if besidePawn && x.Exchanges[s] != 0 {
				lost++
				break
			}
		}
	}
	assert.Greater(t, lost, 20)
}

// A capture en passant is the first move of the list.
func TestEnPassantFirst(t *testing.T) {
	tools := NewTools()
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		g := tools.single(r, func() *class { return classNamed("en passant first") }, 1)
		require.NoError(t, tools.probe.SetPosition(g.Start))
		assert.NotZero(t, tools.probe.Moves(nil)[0].Flags&sargon.DoubleMove, g.Start.FEN())
	}
}

// The list area is full just where a pair is stored, and now and then where only one record of its
// list is.
func TestFullLists(t *testing.T) {
	tools := NewTools()
	r := rand.New(rand.NewPCG(1, 2))
	reached := map[literal.Point]int{}
	for range 40 {
		g := tools.single(r, func() *class { return classNamed("full list") }, 1)
		_ = tools.reaches(g, literal.PairCut)
		for _, point := range []literal.Point{literal.PairCut, literal.PairDropped} {
			reached[point] += int(tools.probe.Reached[point])
		}
	}
	assert.Positive(t, reached[literal.PairCut])
	assert.Positive(t, reached[literal.PairDropped])
	above := tools.steer(r, literal.PairAbove, Levels{{1, 1}})
	assert.True(t, tools.reaches(above, literal.PairAbove))
}

// In a kept game a side has nothing to list after the other has listed something.
func TestShutIn(t *testing.T) {
	tools := NewTools()
	r := rand.New(rand.NewPCG(1, 2))
	var games []Game
	for range 30 {
		games = append(games, tools.kept(r, batchCases, Levels{{1, 1}})...)
	}
	nothing := 0
	for _, g := range games {
		require.NoError(t, tools.probe.SetPosition(g.Start))
		for ply := range g.Plies {
			p := &g.Plies[ply]
			if ply > 0 && p.Level > 0 && len(tools.probe.Moves(nil)) == 0 {
				nothing++
			}
			require.NoError(t, p.goThrough(t.Context(), tools.probe))
		}
	}
	assert.Greater(t, nothing, 2)
}

func TestUnknownKind(t *testing.T) {
	for _, o := range []GeneratorOptions{
		{Kinds: []string{"nonsense"}}, {Kinds: []string{"deep"}, Rules: []string{"pin-twice"}},
		{Kinds: []string{"deep"}, Ask: AskFEN},
	} {
		_, err := NewGenerator(o)
		assert.Error(t, err)
	}
}

func TestUnknownRule(t *testing.T) {
	_, err := NewGenerator(GeneratorOptions{Rules: []string{"pin-twice", "en-passing"}})
	assert.ErrorContains(t, err, `no rule "en-passing"`)
}
