package kit_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare"
	"sargon78/compare/cases"
	"sargon78/compare/external"
	"sargon78/compare/kit"
	"sargon78/compare/observe"
	"sargon78/native"
	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/must"
	"sargon78/sargon/spec"
)

var readOnce = sync.OnceValues(kit.Read)

func read(t *testing.T) []kit.Case {
	t.Helper()
	return must.Have(readOnce())
}

// Every rule that the reference model counts is reached, 300 searches are asked for, and at each
// level the first is a tenth of the longest.
func TestKitIsWhole(t *testing.T) {
	all := read(t)
	reached := map[string]bool{}
	searches, evals := map[sargon.Level]int{}, map[sargon.Level][]float64{}
	for i := range all {
		c := &all[i]
		assert.Equal(t, i+1, c.ID)
		for _, name := range c.New {
			reached[name] = true
		}
		if c.Kind == kit.Search {
			searches[c.Level]++
			evals[c.Level] = append(evals[c.Level], c.Want["evals"].(float64))
		}
	}
	for f := range literal.Fork(literal.NumForks) {
		assert.True(t, reached[f.String()], f.String())
	}
	assert.Equal(t, map[sargon.Level]int{1: 110, 2: 100, 3: 60, 4: 30}, searches)
	for level, list := range evals {
		assert.LessOrEqual(t, 10*list[0], list[len(list)-1], level)
	}
}

// The games end with a mate, by the rules of chess.
func TestGamesEndWithMate(t *testing.T) {
	games := 0
	for _, c := range read(t) {
		if c.Kind != kit.Game {
			continue
		}
		games++
		engine := native.NewSets()
		for _, ply := range c.Want["plies"].([]any) {
			move := must.Have(sargon.ParseMove(strings.Fields(ply.(string))[0]))
			require.NoError(t, engine.Play(move.From, move.To))
		}
		p := engine.Position()
		assert.Empty(t, must.Have(game.Divide(t.Context(), p, 1)))
		assert.True(t, p.InCheck(p.Side))
	}
	assert.Equal(t, 3, games)
}

// ask has an engine answer cases up to a level.
func ask(t *testing.T, engine sargon.Engine, all []kit.Case, to sargon.Level) kit.Answers {
	t.Helper()
	answers, err := kit.Ask(t.Context(), observe.Opened(engine), all, to, 0, func(int) {})
	require.NoError(t, err)
	return answers
}

// An engine that shares no search with the one that made the kit gives its answers.
func TestAnotherEngineGivesTheAnswers(t *testing.T) {
	g := kit.Check(t.Context(), read(t), ask(t, native.NewSets(), read(t), 4))
	assert.True(t, g.Passed(), g.Wrong)
	assert.Equal(t, 307, g.Answered)
	assert.Equal(t, "levels 1–4 exact; all 307 answers are right", g.Verdict())
}

// A rule that is broken is named, from the answers alone.
func TestABrokenRuleIsNamed(t *testing.T) {
	searches := slices.DeleteFunc(slices.Clone(read(t)),
		func(c kit.Case) bool { return c.Kind != kit.Search })
	for _, b := range []compare.Broken{
		{Rule: literal.CastlingKnightFileAttacked}, {Rule: literal.SeesThrough},
		{Rule: literal.NegativeStep}, {Rule: literal.ExchangeSmallerDefender},
		{Rule: literal.UnmakeFirstMove}, {Rule: literal.Extension}, {Rule: literal.MakeCastling},
		{Rule: literal.EnPassantOneStep}, {Rule: literal.CutEqual}, {Rule: literal.LossOwn},
	} {
		t.Run(b.Rule.String(), func(t *testing.T) {
			engine := literal.New()
			engine.Tamper = func(f literal.Fork, happens bool) bool { return happens && f != b.Rule }
			g := kit.Check(t.Context(), read(t), ask(t, engine, searches, 1))
			require.NotEmpty(t, g.Looks)
			assert.Contains(t, strings.Join(g.Looks, "\n"), b.String())
			assert.False(t, g.Passed())
		})
	}
}

// answers reads answers as a port writes them.
func answers(t *testing.T, text string) kit.Answers {
	t.Helper()
	all, err := kit.ReadAnswers(strings.NewReader(text), read(t))
	require.NoError(t, err)
	return all
}

// first returns the first case of a kind with a value.
func first(t *testing.T, kind kit.Kind) (c kit.Case) {
	t.Helper()
	for _, c := range read(t) {
		if c.Kind == kind {
			return c
		}
	}
	t.Fatal("no such case")
	return c
}

// Answers may hold some of the values only, with hexadecimal digits of either size.
func TestAnswersOfAPortAreGraded(t *testing.T) {
	c := first(t, kit.Exchange)
	right := fmt.Sprintf(`{"id":%d,"E":%q}`, c.ID, strings.ToUpper(c.Want["E"].(string)))
	g := kit.Check(t.Context(), read(t), answers(t, right))
	assert.True(t, g.Passed())
	assert.Equal(t, "all 1 answers are right", g.Verdict())

	g = kit.Check(t.Context(), read(t), answers(t, fmt.Sprintf(`{"id":%d,"E":"7f"}`, c.ID)))
	assert.False(t, g.Passed())
	var b bytes.Buffer
	g.Write(&b)
	assert.Contains(t, b.String(), fmt.Sprintf("exchange (spec §7)       0 of 1 right, %d not answered\n"+
		"    case %d: E is 7f, want %s\n", count(t, kit.Exchange)-1, c.ID, c.Want["E"]))
	assert.Contains(t, b.String(), "it looks as if\n    spec §7, exchange, were wrong\n")

	assert.Equal(t, "nothing was answered", kit.Check(t.Context(), read(t), nil).Verdict())
}

func count(t *testing.T, kind kit.Kind) (n int) {
	t.Helper()
	for _, c := range read(t) {
		if c.Kind == kind {
			n++
		}
	}
	return n
}

func TestAnswersThatCannotBeReadAreNamed(t *testing.T) {
	search := fmt.Sprintf(`{"id":%d`, first(t, kit.Search).ID)
	for text, want := range map[string]string{
		"hello":                        "line 1: want a JSON object",
		"\n{}":                         `line 2: "id" is to be the number of a case`,
		`{"id":0}`:                     "the number of a case, from 1 to",
		`{"id":1.5}`:                   "the number of a case",
		`{"id":99999}`:                 "the number of a case",
		`{"id":1,"best":"e2e4"}`:       `case 1 has no "best": want some of CKFLG, MLIST`,
		`{"id":1,"MLIST":"x"}` + "\n[": "line 2",
		`{"id":1}`:                     "case 1: want its answer",
		search + `,"pmate":0}`:         `want its answer, of a search at least the move, "best"`,
		search + `,"best":null}`:       "want its answer",
		search + `,"best":"e2e4"}` + "\n" + search + `,"best":"d2d4"}`: "line 2: case",
	} {
		_, err := kit.ReadAnswers(strings.NewReader(text), read(t))
		assert.ErrorContains(t, err, want, text)
	}
	plies := strings.Repeat(`"-",`, len(first(t, kit.Game).Want["plies"].([]any)))
	for _, wrong := range []string{
		`{"id":1,"MLIST":"x"}`, // a value of another kind is wrong, and no more
		search + `,"error":"no time"}`,
		fmt.Sprintf(`{"id":%d,"plies":[%s]}`, first(t, kit.Game).ID, strings.TrimSuffix(plies, ",")),
	} {
		assert.False(t, kit.Check(t.Context(), read(t), answers(t, wrong)).Passed(), wrong)
	}
	c := first(t, kit.Search)
	quoted := fmt.Sprintf(`%s,"best":%q,"score":"%v"}`, search, c.Want["best"], c.Want["score"])
	assert.True(t, kit.Check(t.Context(), read(t), answers(t, quoted)).Passed())
}

// Every position can be read by the line protocol, and none is twice there.
func TestPositionsCanBeAskedFor(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range read(t) {
		if c.Kind != kit.Search {
			continue
		}
		text := fmt.Sprintf("level %d %s", c.Level, c.Position)
		assert.False(t, seen[text], text)
		seen[text] = true
		parsed := must.Have(cases.ParseCase(text))
		assert.Zero(t, parsed.Last().MaxEvals)
	}
}

// What the page says of numbers is so.
func TestThePageSaysTheNumbersOfTheKit(t *testing.T) {
	p, ok := spec.Lookup("kit")
	require.True(t, ok)
	page := p.String()
	for _, c := range read(t) {
		w := c.Want
		if c.Kind == kit.Count {
			assert.Contains(t, page, fmt.Sprintf("| %d | %v | %v | %v | %v |\n", c.Level, w["evals"],
				w["trace"], w["best"], w["score"]))
		}
		assert.Contains(t, page, string(c.Kind))
	}
	assert.Contains(t, page, fmt.Sprintf("%d of them: 110 at level 1, 100 at 2, 60 at 3 and 30 at 4",
		count(t, kit.Search)))
	for _, answer := range regexp.MustCompile(`(?m)^\{"id":\d+,"(CKFLG|best)".*\}$`).FindAllString(page, -1) {
		g := kit.Check(t.Context(), read(t), answers(t, answer))
		assert.Equal(t, strings.Contains(answer, "best"), g.Passed(), answer) // the list is cut short
	}
}

// The program that ports are to translate from passes, but for the position that no FEN can say.
func TestTheExamplePasses(t *testing.T) {
	program := filepath.Join(t.TempDir(), "example.exe")
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", program, "../external/example").CombinedOutput()
	require.NoError(t, err, string(out))
	engine := must.Have(external.Open(t.Context(), `"`+program+`"`))
	defer engine.Close()
	g := kit.Check(t.Context(), read(t), ask(t, engine, read(t), 2))
	assert.True(t, g.Passed(), g.Wrong)
	assert.Equal(t, "levels 1–2 exact; all 213 answers are right", g.Verdict())
}

// One wrong move has any reason: nothing is said of the rules.
func TestAMoveAloneSaysNothing(t *testing.T) {
	c := first(t, kit.Count)
	g := kit.Check(t.Context(), read(t), answers(t, fmt.Sprintf(`{"id":%d,"best":"a2a3"}`, c.ID)))
	assert.False(t, g.Passed())
	assert.Empty(t, g.Looks)
	assert.Equal(t, fmt.Sprintf("1 of 1 answers are wrong, the first at case %d", c.ID), g.Verdict())
}
