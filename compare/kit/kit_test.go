package kit

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare"
	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/emu"
	"sargon78/native"
	"sargon78/native/reference"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/must"
	"sargon78/sargon/spec"
	published "sargon78/sargon/spec/kit"
	"sargon78/sargon/spec/variables"
)

var (
	all   = must.Have(Read())
	kinds = func() map[Kind][]*Case {
		kinds := map[Kind][]*Case{}
		for i := range all {
			kinds[all[i].Kind] = append(kinds[all[i].Kind], &all[i])
		}
		return kinds
	}()
)

// The searches of the kit reach every rule that the reference engine counts, and its routines reach those of
// their sections. There are 300 searches; at each level the first is at most a tenth of the longest. The line
// protocol can read each position, and no position occurs twice.
func TestKitIsWhole(t *testing.T) {
	for i, c := range all {
		assert.Equal(t, i+1, c.ID)
	}
	for f := range reference.Rule(reference.NumRules) {
		assert.NotEmpty(t, reaching(kinds[Search], f), f)
		section := f.Info().Section
		ofIt := func(c Case) bool { // attack lists are of §6, but they also reach rules of §5
			return c.Before != nil && (c.Section == section || c.Kind == "attack lists") && c.Reaches(f)
		}
		if section >= 4 && section <= 10 && f != reference.RootIntoPrevious { // only searches reach that
			assert.True(t, slices.ContainsFunc(all, ofIt), f)
		}
	}
	seen := map[string]bool{}
	searches, counts := map[sargon.Level]int{}, map[sargon.Level][]uint64{}
	for _, c := range kinds[Search] {
		searches[c.Level]++
		counts[c.Level] = append(counts[c.Level], evals(c))
		text := fmt.Sprintf("level %d %s", c.Level, c.Position)
		assert.False(t, seen[text], text)
		seen[text] = true
		parsed := must.Have(cases.ParseCase(text))
		assert.Zero(t, parsed.Last().MaxEvals)
	}
	assert.Equal(t, map[sargon.Level]int{1: 110, 2: 100, 3: 60, 4: 30}, searches)
	for level, list := range counts {
		assert.LessOrEqual(t, 10*list[0], list[len(list)-1], level)
	}
}

// The games end with a mate, by the rules of chess. A program that keeps its memory from move to move plays
// them too.
func TestGames(t *testing.T) {
	assert.Len(t, kinds[Game], 3)
	for _, c := range kinds[Game] {
		engine := native.NewBitboards()
		for _, ply := range c.Want["plies"].([]any) {
			move := must.Have(sargon.ParseMove(strings.Fields(ply.(string))[0]))
			require.NoError(t, engine.Play(move.From, move.To))
		}
		p := engine.Position()
		assert.Empty(t, must.Have(game.Divide(t.Context(), p, 1)))
		assert.True(t, p.InCheck(p.Side))

		asked := must.Have(c.parse())
		asked.Stateful = true
		s := observe.Engine{Participant: new(observe.FromEngine(native.NewBitboards()))}
		came := gameValues(s.Observe(t.Context(), &asked, observe.Options{}), sargon.DetailState)
		assert.Empty(t, difference(c, came), c.ID)
	}
}

// What the kit gives a routine is all that the routine needs: the ROM on the machine, given only that, leaves
// what the kit wants.
func TestTheROMPassesTheRoutinesOfTheKit(t *testing.T) {
	image := romstest.Image(t)
	passed := 0
	for i := range all {
		if c := &all[i]; c.Before != nil {
			machine := emu.New()
			require.NoError(t, machine.Load(image.Load, image.Bytes))
			require.NoError(t, c.setInputs(machine.Memory[:]))
			machine.SP = image.Load + variables.STACK
			entry, known := image.Symbol(routineOf[c.Kind])
			require.True(t, known)
			machine.Budget = 1e9 // T-states
			require.NoError(t, machine.Call(t.Context(), entry), c.ID)
			left := c.outputs(machine.Memory[:], machine.A, machine.E)
			assert.Empty(t, difference(c, left), "case %d, %s", c.ID, c.Kind)
			passed++
		}
	}
	routines := 0
	for kind := range routineOf {
		assert.Greater(t, len(kinds[kind]), 20, kind)
		routines += len(kinds[kind])
	}
	assert.Equal(t, routines, passed)
}

// A port in which only pawns attack does not pass: it is wrong in each kind that asks who attacks.
func TestAPortInWhichOnlyPawnsAttackIsWrong(t *testing.T) {
	answers := Answers{}
	for _, c := range kinds["attack"] {
		board := must.Have(hex.DecodeString(c.Before["BOARDA"].(string)))
		at := must.Have(hex.DecodeString(c.Before["M3"].(string)))[0]
		own := must.Have(hex.DecodeString(c.Before["P1"].(string)))[0]
		attacked := "00"
		for _, step := range []int{9, 11, -9, -11} {
			piece := board[int(at)+step]
			if piece != 0xFF && piece&7 == 1 && (piece^own)&0x80 != 0 && (piece&0x80 != 0) == (step > 0) {
				attacked = "01"
			}
		}
		answers[c.ID] = Values{"A": attacked}
	}
	g := Check(t.Context(), all, answers)
	assert.GreaterOrEqual(t, len(g.Wrong), 10, "of %d", len(kinds["attack"]))
	assert.NotEmpty(t, g.Right, "some squares are attacked by pawns")
	assert.False(t, g.Passed())
}

// Sampled calls are cases of all kinds, all different, with answers. The same seed gives the same cases.
func TestSampledCalls(t *testing.T) {
	const most = 3
	sampled := must.Have(Sample(t.Context(), 7, most))
	again := must.Have(Sample(t.Context(), 7, most))
	assert.Equal(t, sampled, again)
	counts, keys := map[Kind]int{}, map[string]bool{}
	for i := range sampled {
		c := &sampled[i]
		counts[c.Kind]++
		keys[c.key()] = true
		assert.Empty(t, c.Differs(t.Context(), reference.New()))
		c.Want = Values{"A": "7f", "E": "7f", "MLIST": []any{}, "POSK": "0000", "NPINS": "7f", "VALM": "00"}
		assert.NotEmpty(t, c.Differs(t.Context(), reference.New()))
	}
	assert.Len(t, keys, len(sampled))
	assert.Len(t, counts, len(routineOf))
	for kind, n := range counts {
		want := most
		if kind == "ordering" {
			want = 1 // a quarter, at least one
		}
		assert.Equal(t, want, n, kind)
	}
}

// The kit in the tree has the answers of the reference engine, bit for bit. This test leaves out the long
// searches and the long game; .ci/run makes the whole kit anew.
func TestKitIsReproduced(t *testing.T) {
	assert.Less(t, len(published.File), 1<<20)
	short := slices.DeleteFunc(slices.Clone(all), func(c Case) bool {
		return c.New == nil && (evals(&c) > 800 || c.Kind == Game && c.Black > 1)
	})
	var before, after bytes.Buffer
	require.NoError(t, write(&before, short))
	require.NoError(t, answerAll(t.Context(), short))
	require.NoError(t, write(&after, short))
	assert.True(t, bytes.Equal(before.Bytes(), after.Bytes()),
		"make it anew: go run ./cmd/sargon kit --force DIR, and copy kit.jsonl to sargon/spec/kit")
}

// An engine that shares no search with the one that made the kit gives its answers.
func TestTheAnswersAreGiven(t *testing.T) {
	answers := must.Have(CollectAnswers(t.Context(), observe.FromEngine(native.NewBitboards()), all, 4, 0, func(int) {}))
	assert.Equal(t, "levels 1–4 exact; all 307 answers are right", Check(t.Context(), all, answers).Verdict())
}

// A broken rule is named, with nothing but the answers: those to searches, or all.
func TestABrokenRuleIsNamed(t *testing.T) {
	suspects := 0
	for _, b := range []compare.BrokenRule{
		{Rule: reference.CastlingKnightFileAttacked}, {Rule: reference.KnightAttacks},
		{Rule: reference.NegativeStep}, {Rule: reference.ExchangeSmallerDefender},
		{Rule: reference.UnmakeFirstMove}, {Rule: reference.Extension}, {Rule: reference.MakeCastling},
		{Rule: reference.EnPassantOneStep}, {Rule: reference.CutEqual}, {Rule: reference.LossOwn},
	} {
		t.Run(b.Rule.String(), func(t *testing.T) {
			searches, answers := Answers{}, Answers{}
			for i := range all {
				if c := &all[i]; c.Before != nil || c.Kind == Search && c.Level == 1 {
					answers[c.ID] = c.answer(t.Context(), b.Engine(evals(c)+10*routineEvals))
					if c.Kind == Search {
						searches[c.ID] = answers[c.ID]
					}
				}
			}
			for _, given := range []Answers{searches, answers} {
				g := Check(t.Context(), all, given)
				assert.Contains(t, strings.Join(g.LikelyRules, "\n"), b.String())
				assert.False(t, g.Passed())
				suspects += len(g.LikelyRules)
			}
		})
	}
	assert.LessOrEqual(t, suspects, 30, "of twenty diagnoses")
}

// Answers may have only some of the values, with hexadecimal digits in upper or lower case, and numbers in
// quotes. A value of another type is just wrong. One wrong move may have any reason: no rule is named.
func TestAnswersOfAPortAreGraded(t *testing.T) {
	exchange, search, making := kinds[Exchange][0], kinds[Search][0], kinds["making"][0]
	game, count := kinds[Game][0], kinds[Count][0]
	exchanges := fmt.Sprintf("exchange (spec §7)       0 of 1 right, %d not answered\n"+
		"    case %d: E is 7f, want %s\n", len(kinds[Exchange])-1, exchange.ID, exchange.Want["E"])
	noPlies := strings.Repeat(`"-",`, len(game.Want["plies"].([]any)))
	const right = "all 1 answers are right"
	for _, test := range []struct {
		of     *Case
		answer string
		want   string // in the grade, at its end
	}{
		{making, fmt.Sprintf(`"BOARDA":%q`, strings.ToUpper(making.Want["BOARDA"].(string))), right + "\n"},
		{exchange, `"E":"7f"`, exchanges},
		{exchange, `"E":"7f"`, "it looks as if\n    spec §7, exchange, were wrong\n"},
		{search, fmt.Sprintf(`"best":%q,"score":"%v"`, search.Want["best"], search.Want["score"]),
			right + "\n"},
		{search, `"error":"no time"`, "it fails: no time\n"},
		{&all[0], `"MLIST":"x"`, "1 of 1 answers are wrong"},
		{game, `"plies":[` + strings.TrimSuffix(noPlies, ",") + "]", "1 of 1 answers are wrong"},
		{count, `"best":"a2a3"`,
			fmt.Sprintf("1 of 1 answers are wrong, the first at case %d\n", count.ID)},
		{search, `"best":"a1a1"`, "1 of 1 answers are wrong"},
	} {
		line := fmt.Sprintf(`{"id":%d,%s}`, test.of.ID, test.answer)
		g := Check(t.Context(), all, must.Have(ReadAnswers(strings.NewReader(line), all)))
		var b bytes.Buffer
		g.Write(&b)
		assert.Contains(t, b.String(), test.want, line)
		assert.Equal(t, strings.HasPrefix(test.want, right), g.Passed(), line)
		if strings.Contains(test.answer, "best") {
			assert.Empty(t, g.LikelyRules, line)
		}
	}

	for _, every := range []int{40, 1} { // if some moves are wrong at random, or all, no rule fits
		moves := Answers{}
		for i, c := range kinds[Search] {
			moves[c.ID] = Values{"best": c.Want["best"]}
			if i%every == every/2 {
				moves[c.ID] = Values{"best": "a1a1"}
			}
		}
		assert.Equal(t, []string{noRule}, Check(t.Context(), all, moves).LikelyRules)
	}
}

func TestAnswersThatCannotBeReadAreNamed(t *testing.T) {
	search := fmt.Sprintf(`{"id":%d`, kinds[Search][0].ID)
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
		_, err := ReadAnswers(strings.NewReader(text), all)
		assert.ErrorContains(t, err, want, text)
	}
}

// The numbers on the page of the kit are those of the kit.
func TestThePageSaysTheNumbersOfTheKit(t *testing.T) {
	p, ok := spec.Lookup("kit")
	require.True(t, ok)
	page := p.String()
	cell := regexp.MustCompile("`([A-Z]+[0-9]?)`").FindAllString(page, -1)
	for kind, cases := range kinds {
		assert.Contains(t, page, string(kind))
		if cases[0].Before != nil { // the page has a table of these kinds
			assert.Contains(t, page, fmt.Sprintf("\n| %s | %d |", kind, len(cases)))
		}
		for name := range cases[0].Before {
			assert.Contains(t, cell, "`"+name+"`")
		}
	}
	for _, c := range kinds[Count] {
		w := c.Want
		assert.Contains(t, page, fmt.Sprintf("| %d | %v | %v | %v | %v |\n", c.Level, w["evals"],
			w["trace"], w["best"], w["score"]))
	}
	assert.Contains(t, page, fmt.Sprintf("%d of them: 110 at level 1, 100 at 2, 60 at 3 and 30 at 4",
		len(kinds[Search])))
	for _, line := range regexp.MustCompile(`(?m)^\{"id":\d+,"(CKFLG|best)".*\}$`).FindAllString(page, -1) {
		g := Check(t.Context(), all, must.Have(ReadAnswers(strings.NewReader(line), all)))
		assert.Equal(t, strings.Contains(line, "best"), g.Passed(), line) // the list is cut short
	}
}
