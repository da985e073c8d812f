package cases

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

// odd are cases that were once never or hardly ever made.
var odd = map[string]func(*Case, *Ply) bool{
	"number 0": func(c *Case, _ *Ply) bool { return c.Start.MoveNumber == 0 },
	"number 1 elsewhere": func(c *Case, _ *Ply) bool {
		return c.Start.MoveNumber == 1 && c.Start.Board != sargon.StartPosition().Board
	},
	"number 254":  func(c *Case, _ *Ply) bool { return c.Start.MoveNumber == 254 },
	"number 255":  func(c *Case, _ *Ply) bool { return c.Start.MoveNumber == 255 },
	"nobook":      func(_ *Case, p *Ply) bool { return p.NoBook },
	"wrong check": func(c *Case, _ *Ply) bool { return isWrongCheck(&c.Start) },
	"edge pawn":   func(c *Case, _ *Ply) bool { return edgePawns(&c.Start) != nil },
	"royal without queen": func(c *Case, _ *Ply) bool {
		s := c.Start.Royal[sargon.WhiteQueen]
		return s != sargon.NoSquare &&
			c.Start.Board[s]&^sargon.MovedBit != sargon.NewPiece(sargon.Queen, sargon.White)
	},
	"after a double move": func(c *Case, _ *Ply) bool {
		return c.Start.Previous.Flags&sargon.DoubleMove != 0
	},
	"a single step en passant": func(c *Case, _ *Ply) bool { return isOneStep(&c.Start) },
	"level 4":                  func(_ *Case, p *Ply) bool { return p.Level == 4 },
	"level 5":                  func(_ *Case, p *Ply) bool { return p.Level == 5 },
	"level 6":                  func(_ *Case, p *Ply) bool { return p.Level == 6 },
	"a state that is kept":     func(c *Case, p *Ply) bool { return c.Stateful && p.Level > 0 },
	"refused":                  func(_ *Case, p *Ply) bool { return len(p.Refused) > 0 },
}

// The generator makes cases of all kinds, odd ones too, and each survives being written and read.
func TestCasesSurviveBeingWritten(t *testing.T) {
	made := map[string]bool{}
	o := GeneratorOptions{Seed: 28, Cases: 4000, TargetEvery: 250, Levels: Levels{1: 0.9, 3: 0.1}}
	for c := range must.Have(NewGenerator(o)).All() {
		made[c.Origin] = true
		require.NoError(t, c.Start.Validate(), c)
		for i := range c.Plies {
			for what, is := range odd {
				made[what] = made[what] || is(&c, &c.Plies[i])
			}
			if c.Plies[i].Level > 0 {
				part := c.At(i)
				again := parse(part.String())
				require.Equal(t, part.String(), again.String())
				assert.Equal(t, c.Start, again.Start)
			}
		}
		if last := c.Last(); len(c.Plies) == 1 && last.Level >= expensiveLevel && last.MaxEvals == 0 {
			made["a deep search to the end"] = true
			other := c.Start
			other.Side = other.Side.Other()
			assert.Less(t, len(legalMoves(c.Start))+len(legalMoves(other)), manyMoves, c)
		}
		whole := parse(c.String())
		assert.Equal(t, c.Searches(), whole.Searches(), c)
		if c.Origin == kindPlayout && c.Number%10 == 0 { // byte for byte, deep in a game
			position := must.Have(c.Position())
			assert.Equal(t, position, parse(New(position, 1).String()).Start)
		}
	}
	for _, what := range slices.Concat(Kinds(), slices.Collect(maps.Keys(odd)),
		[]string{"a deep search to the end"}) {
		assert.True(t, made[what], what)
	}
}

func TestCaseText(t *testing.T) {
	for _, line := range []string{
		"level 2 startpos moves e2e4 e7e5",
		"level 1 fen 8/8/8/3pP3/8/8/8/K6k w - - 0 30 set d5=81 previous d6d5-10",
		"level 3 fen 8/8/8/8/8/8/8/K2Q3k w - - 0 1 royal a1 h1 - - number 1 nobook",
		"level 1 startpos queenpawn",
		"level 6 startpos nobook evals 300",
		"level 1 startpos stateful 2 e2e4 !e7e4 e7e5 3 1 !e1e3 !a1a8 g1f3",
		"level 1 startpos stateful",
		"level 1 startpos moves 2 e2e4 !e7e4 e7e5 1",
		"level 1 fen 8/8/8/8/8/8/8/K2Q3k w - - 0 0 set b1=01,c8=89 number 0",
	} {
		assert.Equal(t, line, parse(line).String())
	}
	assert.Equal(t, "level 1 fen 8/8/8/3pP3/8/8/8/K6k w - d6 0 2",
		parse("fen 8/8/8/3pP3/8/8/8/K6k w - d6").String())
}

func TestBadCases(t *testing.T) {
	const at = "level 1 fen 8/8/8/3pP3/8/8/8/K6k w - - 0 30 "
	for line, message := range map[string]string{
		"":                               "no position",
		"level 2":                        "no position",
		"level startpos":                 `level: want words after it, like "level 2"`,
		"level 0 startpos":               "want a number 1–6",
		"level x startpos":               `level "x"`,
		"startpos e2e4":                  `"e2e4": want level`,
		"startpos moves e2":              `"e2" is not a move`,
		"fen 8/8 w - -":                  "found 2 ranks",
		"set e4=01 startpos":             "comes after a position",
		at + "set e9=01":                 `"e9" is not a square`,
		at + "set e4=07":                 "the byte of a piece",
		at + "set e4=11":                 "the byte of a piece",
		at + "royal e1":                  `royal: want words after it, like "royal e1 e8 d1 d8"`,
		at + "royal e1 e8 - x":           `"x" is not a square`,
		at + "previous d6d5":             "its flags in hexadecimal",
		at + "previous d9d5-10":          "is not a move",
		"startpos evals 0":               "want a number above 0",
		"startpos stateful e2e4 x":       "want a move, ! and a move",
		"startpos moves e2e4 stateful 1": "want one of them",
		at + "number 256":                "want 0–255",
		at + "number 1 moves e1e9q":      "is not a move",
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

// A file of cases says the version of its format. One with another version is refused as a whole; so
// are files joined to one. The files of the corpus begin with it.
func TestHeadingOfAFile(t *testing.T) {
	const one, other = "level 1 startpos\n", "level 2 startpos\n"
	for text, want := range map[string][]int{ // cases, and the line of an error
		Heading + "\n" + one + "# more\n" + Heading + "\n" + other: {2, 0},
		"# mine\n\n" + Heading + "\r\n" + one:                      {1, 0},
		one + other:                                                {2, 0},
		"cases 2\n" + one:                                          {0, 1},
		"# old\ncases 0\n" + one:                                   {0, 2},
		one + "cases two\n" + other:                                {1, 2},
		"cases\n" + one:                                            {1, 1}, // no heading, and no case
	} {
		f := Files{Names: []string{"-"}, Stdin: strings.NewReader(text)}
		came, failed := 0, 0
		for {
			_, err := f.Next(Shard{})
			if errors.Is(err, io.EOF) {
				break
			}
			if err == nil {
				came++
				continue
			}
			_, err2 := fmt.Sscanf(err.Error(), "-:%d:", &failed)
			require.NoError(t, err2, err)
			if strings.Contains(text, "cases ") {
				assert.ErrorContains(t, err, `of the format of cases: only "cases 1" is read`)
			}
		}
		assert.Equal(t, want, []int{came, failed}, "%q", text)
	}
	for _, name := range must.Have(fs.Glob(corpusFiles, "testdata/corpus/*.case")) {
		text := string(must.Have(corpusFiles.ReadFile(name)))
		assert.True(t, strings.HasPrefix(text, Heading+"\n"), name)
	}
}

func TestLevels(t *testing.T) {
	for text, want := range map[string]string{
		"2": "2", "1-3": "1:0.79,2:0.2,3:0.01", "3-3": "3", "1:80,2:20": "1:80,2:20",
	} {
		assert.Equal(t, want, must.Have(ParseLevels(text)).String())
	}
	for _, text := range []string{"", "0", "7", "3-1", "1:0", "1:x", "1-", "1:-2", "1,,2"} {
		_, err := ParseLevels(text)
		assert.Error(t, err, text)
	}
	l := must.Have(ParseLevels("1-4"))
	counts := map[sargon.Level]int{}
	r := rand.New(rand.NewPCG(3, 4))
	for range 100_000 {
		counts[l.Pick(r)]++
	}
	assert.InDelta(t, 20_000, counts[2], 1000)
	assert.InDelta(t, 1000, counts[3], 200)
	assert.InDelta(t, 50, counts[4], 35)
}

// A case of a generator does not depend on the ones before it, and shards have all of them.
func TestCasesStandAlone(t *testing.T) {
	generator := func() *Generator {
		return must.Have(NewGenerator(GeneratorOptions{
			Seed: 20, Cases: 400, Levels: Levels{1: 0.8, 2: 0.2}, TargetEvery: 24,
		}))
	}
	searches, all := 0, map[int]Case{}
	for c := range generator().All() {
		all[c.Number] = c
		searches += c.Searches()
	}
	assert.Equal(t, 400, searches)
	for shard := 3; shard > 0; shard-- {
		g := generator()
		for {
			c, err := g.Next(Shard{Number: shard, Of: 3})
			if err != nil {
				assert.ErrorIs(t, err, io.EOF)
				break
			}
			require.Equal(t, all[c.Number], c)
			delete(all, c.Number)
		}
	}
	assert.Empty(t, all)
}

// The lines of the corpus are cases, and reach the rules that are said of them.
func TestCorpus(t *testing.T) {
	c := must.Have(readCorpus())
	m, said := newMaker(rand.NewPCG(1, 2), AnyCase, Levels{}), map[string][]reference.Rule{}
	for rule, cases := range c.witnesses {
		for _, s := range cases {
			said[s.String()] = append(said[s.String()], rule)
		}
	}
	assert.Greater(t, len(said), 50)
	for _, s := range c.cases {
		assert.NoError(t, s.Start.Validate(), "%s: %v", s.Origin, s)
		rules := said[s.String()]
		if rules == nil {
			continue
		}
		result, _ := m.search(&s, targetMaxEvals)
		for _, rule := range rules {
			assert.NotZero(t, m.reference.Reached[rule], "%v: %v", rule, s)
		}
		if !slices.Contains(rules, reference.TypelessMoves) {
			assert.Empty(t, result.UndefinedReason, "%v: %v", rules, s)
		}
	}
}

// Engines are asked only for what they can be asked for.
func TestCapabilities(t *testing.T) {
	for _, ask := range []Capability{AnySearch, OnlyFEN} {
		o := GeneratorOptions{Seed: 5, Cases: 160, Capability: ask, TargetEvery: 16}
		lines := map[string]bool{}
		for c := range must.Have(NewGenerator(o)).All() {
			p := c.Start
			lines[c.String()] = true
			require.False(t, isWrongCheck(&p) || edgePawns(&p) != nil || c.Stateful, c)
			require.True(t, ask < OnlyFEN || c.Origin == kindPlayout || ExpressibleInFEN(p), c)
			for _, ply := range c.Plies {
				require.Zero(t, ply.MaxEvals, c)
			}
		}
		assert.Greater(t, len(lines), 60, "hardly any is made twice")
	}
}

// What must be refused, and what must be accepted, the rules of chess say: neither what 10x12 takes
// by mistake nor what it refuses by mistake is left out.
func TestLegalityIsNotAskedOfAnEngine(t *testing.T) {
	for name, test := range map[string]struct {
		rule    reference.Rule
		refused bool // whether it shows in what must be refused
	}{
		"accepts any move":   {reference.TestAttacked, true},
		"pawns never go two": {reference.PawnTwoStep, false},
	} {
		t.Run(name, func(t *testing.T) {
			tools, sound := newMaker(rand.NewPCG(1, 2), AnyCase, Levels{1: 1}), reference.New()
			tools.reference.Tamper = func(p reference.Rule, happens bool) bool {
				return happens && p != test.rule
			}
			var games []Case
			for range 50 {
				games = append(games, kindOf(kindStateful).make(tools, 16, 0))
			}
			mistakes := 0 // of the engine of the tools
			for _, g := range games {
				require.NoError(t, sound.SetPosition(g.Start))
				require.NoError(t, tools.reference.SetPosition(g.Start))
				for i := range g.Plies {
					p := &g.Plies[i]
					require.NoError(t, p.Play(sound), g.Start.FEN())
					if err := p.Play(tools.reference); err != nil {
						require.Equal(t, test.refused, strings.Contains(err.Error(), "accepts"), "%v", err)
						mistakes++
						assert.Positive(t, g.Last().Level, "the engines are asked")
						break
					}
				}
			}
			assert.Positive(t, mistakes)
		})
	}
}

func TestUnknownKindsAndRules(t *testing.T) {
	for _, o := range []GeneratorOptions{
		{Kinds: []string{"nonsense"}}, {Kinds: []string{"deep"}, Rules: []string{"pin-twice"}},
		{Kinds: []string{"deep"}, Capability: OnlyFEN},
	} {
		_, err := NewGenerator(o)
		assert.Error(t, err)
	}
	_, err := NewGenerator(GeneratorOptions{Rules: []string{"pin-twice", "en-passing"}})
	assert.ErrorContains(t, err, `no rule "en-passing"`)
}

// Most searches of locked positions come to their end, at each of the deep levels.
func TestLockedPositionsAreSearchedToTheEnd(t *testing.T) {
	g := must.Have(NewGenerator(GeneratorOptions{Seed: 5, Cases: 64, Kinds: []string{"locked"}}))
	engine, levels := native.NewBitboards(), map[sargon.Level]int{}
	for c := range g.All() {
		require.NoError(t, engine.SetPosition(c.Start))
		if _, err := engine.Search(t.Context(), c.Options()); !errors.Is(err, sargon.ErrMaxEvals) {
			levels[c.Last().Level]++
		}
	}
	assert.Len(t, levels, 3, levels)
	assert.Greater(t, levels[4]+levels[5]+levels[6], 24, levels)
}

// A new kind of cases is one line of the table: it can be chosen by its name, is drawn by its share
// for engines that can do it, and reports count it.
func TestAKindIsOneLineOfTheTable(t *testing.T) {
	const share = 0.4
	usual := kinds
	defer func() { kinds = usual }()
	kinds = func() []kind {
		return append([]kind{{
			name: "kings only", share: share, needs: AnySearch,
			make: func(*maker, int, reference.Rule) Case {
				c := parse("level 1 fen 4k3/8/8/8/8/8/8/4K3 w - - 0 20")
				c.Origin = "kings only"
				return c
			},
		}}, usual()...)
	}
	assert.Contains(t, Kinds(), "kings only")
	drawn := func(o GeneratorOptions) (n int) {
		o.Cases = 320
		for c := range must.Have(NewGenerator(o)).All() {
			if c.Origin == "kings only" {
				n++
			}
		}
		return n
	}
	assert.Equal(t, 320, drawn(GeneratorOptions{Kinds: []string{"kings only"}}))
	assert.Greater(t, drawn(GeneratorOptions{Seed: 2, Capability: AnySearch}), 40)
	assert.Zero(t, drawn(GeneratorOptions{Seed: 2, Capability: OnlyFEN}))
}

// A pawn that has not moved may go two squares from any rank (spec §4), though chess allows it from one:
// no engine is asked to refuse that. From its own rank it may not jump, and is asked.
func TestTwoStepsThatArePlayed(t *testing.T) {
	m := newMaker(rand.NewPCG(1, 2), AnyCase, Levels{1: 1})
	p := must.Have(sargon.ParseFEN("4k3/8/8/8/8/7p/7P/4K3 w - - 0 20"))
	p.Board[must.Have(sargon.ParseSquare("b1"))] = sargon.Piece(sargon.Pawn)
	require.NoError(t, m.reference.SetPosition(p))
	asked := map[string]bool{}
	for range 50_000 {
		for _, move := range m.refused(legalMoves(p)) {
			asked[move.String()] = true
		}
	}
	assert.NoError(t, m.reference.Play(must.Have(sargon.ParseSquare("b1")), must.Have(sargon.ParseSquare("b3"))))
	assert.NotContains(t, asked, "b1b3")
	assert.Contains(t, asked, "h2h4")
}
