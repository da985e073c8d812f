package main

import (
	"bytes"
	"context"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/must"
)

func changes(faults []fault) []string {
	var said []string
	for _, f := range faults {
		said = append(said, f.where+": "+f.rule+": "+f.change())
	}
	return said
}

// drawn are the faults of a source.
func drawn(t *testing.T, file, text string) []fault {
	t.Helper()
	s := must.Have(newSource(file, text))
	return must.Have(s.faults())
}

func TestFaultsOfGo(t *testing.T) {
	faults := drawn(t, "a.go", `package a
import "fmt"
func (b *board) look(n int) bool {
	var list [7]int
	if n < 3 && !b.full {
		b.count++
		return false
	}
	fmt.Println(list)
	select {
	case <-b.done:
	}
	return true
}
`)
	assert.Equal(t, []string{
		"board.look: condition negated: n < 3 && !b.full → !(n < 3 && !b.full)",
		"board.look: operator changed: < → <=",
		"board.look: number too big: 3 → 4",
		"board.look: number too small: 3 → 2",
		"board.look: operator changed: && → ||",
		"board.look: sign dropped: ! → nothing",
		"board.look: statement left out: b.count++ → nothing",
		"board.look: operator changed: ++ → --",
		"board.look: truth turned: false → true",
		"board.look: statement left out: fmt.Println(list) → nothing",
		"board.look: truth turned: true → false",
	}, changes(faults))
}

func TestFaultsOfZ80(t *testing.T) {
	faults := drawn(t, "a.z80", `SIDE    EQU     7
TAB     DB      1,0FFH          ; 12
look:   LD      B,(IX+SIDE)     ; 3 not a fault
        CP      'A'
        JR      NC,look
        OR      A               ; as AND
        OR      B
`)
	assert.Equal(t, []string{
		"TAB: number too big: 1 → 2",
		"TAB: number too small: 1 → 0",
		"TAB: number too big: 0FFH → 256",
		"TAB: number too small: 0FFH → 254",
		"look: instruction left out: LD B,(IX+SIDE) → nothing",
		"look: register mistaken: B → C",
		"look: register mistaken: IX → IY",
		"look: address one off: SIDE → SIDE+1",
		"look: instruction left out: CP 'A' → nothing",
		"look: instruction left out: JR NC,look → nothing",
		"look: condition turned: NC → C",
		"look: instruction left out: OR A → nothing",
		"look: instruction changed: OR → XOR",
		"look: instruction left out: OR B → nothing",
		"look: instruction changed: OR → AND",
		"look: register mistaken: B → C",
	}, changes(faults))
}

func targets(t *testing.T) map[string]target {
	root := must.Have(moduleRoot())
	return map[string]target{
		"native": &goField{built{root: root}}, "rom": &romField{}, "harness": &harnessField{root: root},
	}
}

func sourcesAndFaults(t *testing.T, on target) ([]source, []fault) {
	sources, err := on.sources()
	require.NoError(t, err)
	faults, err := allFaults(on, sources)
	require.NoError(t, err)
	return sources, faults
}

func sourceOf(sources []source, file string) string {
	return sources[slices.IndexFunc(sources, func(s source) bool { return s.file == file })].text
}

// Each fault is one change, where it says, with a name of its own.
func TestEveryFaultIsWhereItSays(t *testing.T) {
	for name, on := range targets(t) {
		sources, faults := sourcesAndFaults(t, on)
		assert.Greater(t, len(faults), 1000, name)
		names := map[string]bool{}
		for _, f := range faults {
			assert.False(t, names[f.ID()], "two faults are called %s", f.ID())
			names[f.ID()] = true
			source := sourceOf(sources, f.file)
			require.Equal(t, f.old, source[f.offset:f.offset+len(f.old)], f.ID())
			require.Equal(t, f.line, 1+strings.Count(source[:f.offset], "\n"), f.ID())
			require.NotEqual(t, source, f.applied(source), f.ID())
		}
	}
}

// Each equivalent fault is one that can be drawn, still has its words in today's sources, and has a
// reason.
func TestEquivalentFaultsAreKnownByTheirWords(t *testing.T) {
	root := must.Have(moduleRoot())
	explained := 0
	for _, name := range []string{"native", "rom"} {
		sources, faults := sourcesAndFaults(t, targets(t)[name])
		equivalents := must.Have(readList(frozenList(root, "equivalent"), sources))
		for _, f := range equivalents {
			ours := slices.ContainsFunc(sources, func(s source) bool {
				return path.Ext(s.file) == path.Ext(f.entry.File)
			})
			assert.Equal(t, ours, f.file != "", "%s: %s", f.entry.ID, f.how)
			assert.NotEmpty(t, f.entry.Reason, f.entry.ID)
		}
		explain(faults, equivalents, sources)
		for _, f := range faults {
			if f.reason != "" {
				explained++
			}
		}
		if name == "rom" {
			assert.Equal(t, len(equivalents), explained)
		}
	}
}

// A reason belongs to the words of its change: another change in the place of the old one has none.
func TestAReasonIsForItsChangeOnly(t *testing.T) {
	then := must.Have(newSource("a.go", frozenSource))
	e := must.Have(freeze(drawn(t, "a.go", frozenSource)[2], "a-1", []source{then}))
	e.Reason = "nobody looks"
	for _, c := range []struct {
		old, new string
		changes  []string
	}{
		{"", "", []string{"n < 3 → !(n < 3)"}},
		{"b.seen++\n\tif", "if n > 9 {\n\t\treturn true\n\t}\n\tb.seen++\n\tif", []string{"n < 3 → !(n < 3)"}},
		{"n < 3 {", "n < 4 {", nil},
	} {
		now := must.Have(newSource("a.go", strings.Replace(frozenSource, c.old, c.new, 1)))
		f, err := e.find([]source{now})
		if err != nil {
			f = fault{entry: e}
		}
		faults := drawn(t, "a.go", now.text)
		explain(faults, []fault{f}, []source{now})
		var explained []string
		for _, f := range faults {
			if f.reason != "" {
				explained = append(explained, f.change())
			}
		}
		assert.Equal(t, c.changes, explained)
	}
}

// Nearly all changes must build, or a sample of them says little.
func TestFaultsLeaveAProgram(t *testing.T) {
	for _, name := range []string{"native", "harness"} {
		sources, faults := sourcesAndFaults(t, targets(t)[name])
		for _, f := range sample(faults, 100, 1) {
			changed := f.applied(sourceOf(sources, f.file))
			_, err := parser.ParseFile(token.NewFileSet(), f.file, changed, 0)
			assert.NoError(t, err, f.ID())
		}
	}

	_, faults := sourcesAndFaults(t, &romField{})
	built := 0
	for _, f := range sample(faults, 40, 1) {
		p, err := (&romField{}).plant(context.Background(), f, t.TempDir())
		require.NoError(t, err)
		if p != nil {
			built++
		}
	}
	assert.Greater(t, built, 32)
}

func TestSampleIsDrawnFromItsSeed(t *testing.T) {
	all := drawn(t, "a.z80", strings.Repeat("\tINC\tA\n", 50))
	assert.Equal(t, sample(all, 5, 1), sample(all, 5, 1))
	assert.NotEqual(t, sample(all, 5, 1), sample(all, 5, 2))
	assert.Len(t, sample(all, 5, 1), 5)
	assert.Equal(t, all, sample(all, 0, 1))
}

func TestTableTellsWhatSurvived(t *testing.T) {
	f := fault{
		file: "a.go", line: 3, where: "look", rule: "number too big", number: 1,
		old: "1", new: "2",
	}
	var all table
	require.ErrorContains(t, all.verdict(), "no fault was planted")
	all.add(f, result{Outcome: killed, By: proof})
	all.add(f, result{Outcome: killed, By: difference, Cases: 32})
	all.add(f, result{Outcome: killed, By: timeout, Cases: 2000})
	all.add(f, result{Outcome: killed, By: timeout, Cases: 2000})
	all.add(f, result{Outcome: notBuilt})
	require.NoError(t, all.verdict())
	all.add(f, result{Outcome: survived, Cases: 2000})
	all.add(f, result{Outcome: undecided, Cases: 400})
	assert.Equal(t, `| file | faults | by proof | killed else | equivalent | survived |
|---|--:|--:|--:|--:|--:|
| a.go | 6 | 1 | 3 | 0 | 2 |
| all | 6 | 1 | 3 | 0 | 2 |

killed by proof: 1
killed by difference, in 32 cases: 1
killed by timeout, in 2000 cases: 2

a.go:look:number too big#1
	a.go:3: 1 → 2
	SURVIVED

a.go:look:number too big#1
	a.go:3: 1 → 2
	SURVIVED
`, all.String())
	assert.ErrorContains(t, all.verdict(), "2 of 6 faults survived")
}

// What was killed when a list was frozen must be killed; what survived then is known; what has a
// reason must survive; what has no place must get one.
func TestVerdictOnAFrozenList(t *testing.T) {
	wasKilled := fault{entry: &entry{ID: "a-1", result: result{Outcome: killed, By: crash}}}
	killedLater := fault{entry: &entry{ID: "a-0", result: result{Outcome: killed, Cases: 2000}}}
	hadSurvived := fault{entry: &entry{ID: "a-2", result: result{Outcome: survived}}}
	explained := fault{entry: &entry{ID: "a-3", result: result{Outcome: survived}}, reason: "nobody reads it"}
	lost := fault{entry: &entry{ID: "a-4"}, how: "text not found"}
	for _, c := range []struct {
		f    fault
		r    result
		said string
	}{
		{wasKilled, result{Outcome: killed}, ""},
		{wasKilled, result{Outcome: survived}, "WAS KILLED by crash when the list was frozen"},
		{killedLater, result{Outcome: survived}, ""},
		{wasKilled, result{Outcome: notBuilt}, "WAS KILLED by crash when the list was frozen"},
		{hadSurvived, result{Outcome: killed}, ""},
		{hadSurvived, result{Outcome: survived}, ""},
		{explained, result{Outcome: survived}, ""},
		{explained, result{Outcome: killed}, "KILLED, though: nobody reads it"},
	} {
		all := table{most: 400}
		all.add(hadSurvived, result{Outcome: killed})
		all.add(c.f, c.r)
		assert.Equal(t, c.said == "", all.verdict() == nil, c)
		assert.Contains(t, all.String(), c.said)
	}
	all := table{lost: []fault{lost}}
	all.add(hadSurvived, result{Outcome: killed})
	assert.ErrorContains(t, all.verdict(), "1 faults have no place")
	assert.Contains(t, all.String(), "NOT PLANTED: text not found")
}

// Results are kept line by line; a run that goes on does not try those again.
func TestResultsAreKept(t *testing.T) {
	name := filepath.Join(t.TempDir(), "kept.tsv")
	require.NoError(t, os.WriteFile(name, []byte(
		`{"id":"a.z80:x:y#1","outcome":"killed","by":"difference","cases":100}`+"\n"+`{"id":"a.z8`), 0o666))
	kept, file, err := openKept(name)
	require.NoError(t, err)
	require.NoError(t, file.Close())
	assert.Equal(t, map[string]result{
		"a.z80:x:y#1": {Outcome: killed, By: difference, Cases: 100},
	}, kept)
}

// A kill is told by what was wrong first.
func TestKindsOfKills(t *testing.T) {
	for said, want := range map[string]kill{
		`{"type":"difference","differences":[{"what":"score"}]}`:                                difference,
		`{"type":"difference","failure":"panic: index out of range"}`:                           crash,
		`{"type":"difference","failure":"no answer within 10s"}`:                                timeout,
		`{"type":"difference","failure":"refuses the move e2e4"}`:                               failure,
		"{\"type\":\"summary\"}\nsargon compare: rom was given up: why":                         failure,
		"{\"type\":\"summary\"}\nsargon compare: nothing was compared\n":                        limit,
		"{}\nsargon compare: sets did none of the cases by itself\n":                            limit,
		"{}\nsargon compare: sets fell back to another engine in 4 of 4 cases, more than 1 %\n": limit,
		"{}\nsargon compare: writing the report: no space\n":                                    harness,
		`{"type":"summary"}`: harness,
		"\n40 of 43 routines proved, 2 bounded, 1 DIFFER\n":                         proof,
		"\n0 of 43 routines proved, 0 bounded, 42 in part, 1 LEFT OPEN\n":           proof,
		"\n41 of 43 routines proved, 2 bounded\n":                                   harness,
		"sargon prove: rom.z80:3: no such instruction\n":                            harness,
		"result     routines differ\n":                                              difference,
		"result     ATTACK, test is undefined for 9 of 10 inputs, more than 10 %\n": limit,
		"sargon compare: mine.z80: no symbol XCHNG\n":                               harness,
	} {
		assert.Equal(t, want, killedBy([]byte(said)), said)
	}
	for said, want := range map[string]result{
		"--- FAIL: TestRun (0.1s)\n    --- FAIL: TestRun/a (0s)\nFAIL\n": {
			Outcome: killed, By: failingTest, Test: "compare TestRun",
		},
		"--- FAIL: TestRun (0.1s)\npanic: nil map\nFAIL\n": {
			Outcome: killed, By: crash, Test: "compare TestRun",
		},
		"panic: test timed out after 1m0s\n\trunning tests:\n\t\tTestRun (1m0s)\n": {
			Outcome: killed, By: timeout, Test: "compare TestRun",
		},
		"panic: nil map\n":      {Outcome: killed, By: crash, Test: "compare"},
		"exit status 3\nFAIL\n": {Outcome: undecided, By: harness, Test: "compare"},
	} {
		assert.Equal(t, want, killedInTest("compare", said), said)
	}
}

// What survived the cheap stages is tried in the dear ones later.
func TestStagesLeft(t *testing.T) {
	assert.Equal(t, stages, limits{most: 2000}.left(0))
	assert.Equal(t, stages[:2], limits{most: 400}.left(0))
	assert.Equal(t, stages[2:], limits{most: 2000}.left(400))
	assert.Empty(t, limits{most: 400}.left(400))
}

func TestWrongWords(t *testing.T) {
	var out bytes.Buffer
	for _, args := range [][]string{{}, {"emu"}, {"--sample", "x", "rom"}} {
		assert.Error(t, run(context.Background(), args, &out, &out), args)
	}
	assert.NoError(t, run(context.Background(), []string{"--help"}, &out, &out))
	assert.Contains(t, out.String(), "number of faults tried at the same time")
}
