package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/roms"
	"sargon78/sargon/must"
)

const root = "../.."

func changes(faults []*fault) []string {
	var said []string
	for _, f := range faults {
		said = append(said, f.Kind+": "+f.change())
	}
	return said
}

// sampled returns the faults of a source.
func sampled(file, text string) []*fault {
	s := newSource(file, text)
	return must.Have(s.faults())
}

func TestFaultsOfGo(t *testing.T) {
	faults := sampled("a.go", `package a
import "fmt"
func (b *board) look(n int) bool {
	var list [7]int
	if n < 3 && !b.full {
		b.count++ // one more
		return false
	}
	fmt.Println(list,
		n)
	select {
	case <-b.done:
	}
	return true
}
`)
	assert.Equal(t, []string{
		"condition negated: if n < 3 && !b.full { → if !(n < 3 && !b.full) {",
		"operator changed: if n < 3 && !b.full { → if n <= 3 && !b.full {",
		"number too big: if n < 3 && !b.full { → if n < 4 && !b.full {",
		"number too small: if n < 3 && !b.full { → if n < 2 && !b.full {",
		"operator changed: if n < 3 && !b.full { → if n < 3 || !b.full {",
		"sign dropped: if n < 3 && !b.full { → if n < 3 && b.full {",
		"statement left out: b.count++ // one more → // one more",
		"operator changed: b.count++ // one more → b.count-- // one more",
		"truth turned: return false → return true",
		"statement left out: fmt.Println(list, n) → nothing",
		"truth turned: return true → return false",
	}, changes(faults))
	assert.Equal(t, "a.go:5:operator changed#2", faults[4].ID)
}

func TestFaultsOfZ80(t *testing.T) {
	faults := sampled("a.z80", `SIDE    EQU     7
TAB     DB      1,0FFH          ; 12
look:   LD      B,(IX+SIDE)     ; 3 not a fault
        CP      ';'
        JR      NC,look
        OR      A               ; as AND
        OR      B
`)
	assert.Equal(t, []string{
		"number too big: TAB DB 1,0FFH ; 12 → TAB DB 2,0FFH ; 12",
		"number too small: TAB DB 1,0FFH ; 12 → TAB DB 0,0FFH ; 12",
		"number too big: TAB DB 1,0FFH ; 12 → TAB DB 1,256 ; 12",
		"number too small: TAB DB 1,0FFH ; 12 → TAB DB 1,254 ; 12",
		"instruction left out: look: LD B,(IX+SIDE) ; 3 not a fault → look: ; 3 not a fault",
		"register mistaken: look: LD B,(IX+SIDE) ; 3 not a fault → look: LD C,(IX+SIDE) ; 3 not a fault",
		"register mistaken: look: LD B,(IX+SIDE) ; 3 not a fault → look: LD B,(IY+SIDE) ; 3 not a fault",
		"address one off: look: LD B,(IX+SIDE) ; 3 not a fault → look: LD B,(IX+SIDE+1) ; 3 not a fault",
		"instruction left out: CP ';' → nothing",
		"instruction left out: JR NC,look → nothing",
		"condition turned: JR NC,look → JR C,look",
		"instruction left out: OR A ; as AND → ; as AND",
		"instruction changed: OR A ; as AND → XOR A ; as AND",
		"instruction left out: OR B → nothing",
		"instruction changed: OR B → AND B",
		"register mistaken: OR B → OR C",
	}, changes(faults))
}

// sourcesAndFaults returns the sources of a target and their faults.
func sourcesAndFaults(name string) ([]source, []*fault) {
	sources := must.Have(targets[name].sources(root))
	return sources, must.Have(targets[name].faults(sources))
}

// Each fault is one change at the place that it names, and has a name of its own. Nearly all faults leave a
// program that builds; otherwise a sample of them would say little.
func TestEveryFaultIsWhereItSays(t *testing.T) {
	for name, on := range targets {
		sources, faults := sourcesAndFaults(name)
		few := map[string]int{"example": 50}
		assert.Greater(t, len(faults), cmp.Or(few[name], 1000), name)
		names := map[string]bool{}
		for _, f := range faults {
			assert.False(t, names[f.ID], "two faults are called %s", f.ID)
			names[f.ID] = true
			text, from := f.source.text, f.source.lines[f.first].from
			require.True(t, strings.HasPrefix(text[from:], f.Old), f.ID)
			require.Equal(t, f.Line, 1+strings.Count(text[:from], "\n"), f.ID)
			require.NotEqual(t, text, f.applied(), f.ID)
		}
		built := 0
		for _, f := range sample(faults, 40, 1) {
			require.NoError(t, f.freeze(sources)) // the lines around it tell its place
			var err error
			if on.extension == ".go" {
				_, err = parser.ParseFile(token.NewFileSet(), f.File, f.applied(), 0)
			} else {
				dir := t.TempDir()
				require.NoError(t, (&workshop{root: root}).plant(on, f, dir))
				_, err = roms.Open(filepath.Join(dir, "main.z80"), roms.Options{})
			}
			if err == nil {
				built++
			}
		}
		assert.Greater(t, built, 32, name)
	}
}

// Each equivalent fault is one that can be sampled.
func TestEquivalentFaultsAreKnownByTheirWords(t *testing.T) {
	list := frozenList(root, "equivalent")
	for _, name := range []string{"native", "rom"} {
		sources, faults := sourcesAndFaults(name)
		ours := slices.DeleteFunc(must.Have(readList(list, sources)), func(f *fault) bool {
			return !targets[name].holds(f.File) || f.Outcome == removed
		})
		require.NoError(t, explain(faults, list, sources))
		explained := slices.DeleteFunc(faults, func(f *fault) bool { return f.Reason == "" })
		assert.Len(t, explained, len(ours), name)
	}
}

const frozenSource = `package a

func (b *board) look(n int) bool {
	b.seen++
	if n < 3 {
		return false
	}
	return true
}

func (b *board) far(n int) bool {
	b.seen++
	return n < 3
}
`

// frozen returns the fault of frozenSource with a name, as a list has it.
func frozen(t *testing.T, id string) *fault {
	sources := []source{newSource("a.go", frozenSource)}
	faults := must.Have(sources[0].faults())
	f := faults[slices.IndexFunc(faults, func(f *fault) bool { return f.ID == id })]
	require.NoError(t, f.freeze(sources))
	return f
}

// A frozen fault is found again after any change of the source that leaves its own lines. Its reason belongs
// to its change only, wherever that is now; another change at its old place has no reason.
func TestFrozenFaultIsFoundAgain(t *testing.T) {
	f := frozen(t, "a.go:5:operator changed#1")
	f.Reason = "nobody looks"
	assert.Equal(t, []any{"a.go", 5, "operator changed"}, []any{f.File, f.Line, f.Kind})
	assert.Equal(t, []string{"func (b *board) look(n int) bool {\nb.seen++", "if n < 3 {", "if n <= 3 {",
		"return false\n}"}, []string{f.Before, f.Old, f.New, f.After})
	list := filepath.Join(t.TempDir(), "list.jsonl")
	require.NoError(t, os.WriteFile(list, must.Have(json.Marshal(f)), 0o666))
	const lost, moved = "text not found", "moved, or other lines around it"
	for _, c := range []struct {
		what    string // what is done to the source
		changes []string
		how     string // how the fault is found then
	}{
		{"nothing", nil, asWritten},
		{"blanks and comments", []string{"if n < 3 {", "if n  < 3 {  // few"}, asWritten},
		{"another function", []string{"look", "glance"}, moved},
		{"other lines around it", []string{"return false", "panic(n)"}, moved},
		{"another condition before it", []string{"b.seen++\n\tif", "if n > 9 {\n\t}\n\tb.seen++\n\tif"}, moved},
		{"all lines around it", []string{"return false", "panic(n)", "b.seen++", "b.n++"}, moved},
		{"another number", []string{"n < 3 {", "n < 4 {"}, lost},
		{"twice the same", []string{"	return n < 3\n", "	if n < 3 {\n\t\treturn false\n\t}\n\treturn true\n",
			"look", "glance"}, lost + ": it could be in 2 places"},
		{"another place like it", []string{"	return n < 3\n", "	if n < 3 {\n\t\treturn true\n\t}\n",
			"look", "glance", "	return true\n}\n\nfunc", "	return\n}\n\nfunc"}, moved},
	} {
		t.Run(c.what, func(t *testing.T) {
			text := strings.NewReplacer(c.changes...).Replace(frozenSource)
			now := []source{newSource("b.go", "package a"), newSource("a.go", text)}
			again := *f
			again.source = nil
			again.find(now)
			assert.Equal(t, c.how, again.unplacedReason)
			faults := must.Have(now[1].faults())
			require.NoError(t, explain(faults, list, now))
			var explained []int // lines
			for _, f := range faults {
				if f.Reason != "" {
					assert.Contains(t, f.New, "<= 3 {")
					explained = append(explained, f.Line)
				}
			}
			if strings.HasPrefix(c.how, lost) {
				assert.Nil(t, again.source)
				assert.Empty(t, explained)
				return
			}
			assert.Contains(t, again.applied(), "\tif n <= 3 {\n")
			number := again.source.lines[again.first].number
			assert.Less(t, number, 9, "in the first function")
			assert.Equal(t, []int{number}, explained)
		})
	}
}

// A fault written by hand may change several lines, or insert some. A list that is written again keeps what
// the fault means.
func TestFrozenFaultByHand(t *testing.T) {
	sources := []source{newSource("a.go", frozenSource)}
	for _, c := range []struct{ old, new, want string }{
		{
			"func (b *board) far(n int) bool {", "func (b *board) far(n int) bool {\nn++\nb.n = n",
			"bool {\nn++\nb.n = n\n\tb.seen++\n\treturn n",
		},
		{"return false\n}\nreturn true", "return true", "n < 3 {\n\t\treturn true\n}"},
		{"b.seen++\nreturn n < 3", "n = b.seen\nb.seen++\nreturn n < 3", "{\n\tn = b.seen\nb.seen++\n"},
	} {
		f := &fault{ID: "a-1", File: "a.go", In: "board.far", Old: c.old, New: c.new, Means: "why"}
		f.find(sources)
		changed := f.applied()
		assert.Contains(t, changed, c.want)
		require.NoError(t, f.freeze(sources))
		assert.Equal(t, "why", f.Means)
		f.find(sources)
		assert.Equal(t, asWritten, f.unplacedReason)
		assert.Equal(t, changed, f.applied())
	}
}

// A new list is numbered from 1, without faults that do not build. A list that is written again keeps its
// names and, of faults that were not tried this time, the outcome.
func TestFrozenListIsWritten(t *testing.T) {
	sources := []source{newSource("a.go", frozenSource)}
	name := filepath.Join(t.TempDir(), "list.jsonl")
	written := func(faults []*fault) (told []string) {
		require.NoError(t, writeList(name, faults, sources))
		for _, f := range must.Have(readList(name, sources)) {
			told = append(told, fmt.Sprint(f.ID, " ", f.Outcome, " ", f.Test, " ", f.unplacedReason))
		}
		return told
	}
	sampled := must.Have(sources[0].faults())[:4]
	sampled[0].current = result{Outcome: killed, By: failingTest, Test: "one"}
	sampled[1].current, sampled[3].current = result{Outcome: notBuilt}, result{Outcome: survived}
	want := []string{"a-001 killed one as written", "a-002 not scored  as written", "a-003 survived  as written"}
	assert.Equal(t, want, written(numbered("a", sampled)))
	again := must.Have(readList(name, sources))
	again[1].current = result{Outcome: killed, By: failingTest, Test: "other"}
	want[1] = "a-002 killed other as written"
	assert.Equal(t, want, written(again))
}

// No frozen fault is lost: each has one place in today's sources and an outcome, or it is removed with a
// reason, and its code is gone. To delete a line of a list, one must change a number here.
func TestFrozenLists(t *testing.T) {
	want := map[string]int{"rom": 300, "native": 300, "harness": 125, "example": 51, "equivalent": 167}
	got := map[string]int{}
	for name, on := range targets {
		if on.list != "" { // it uses the list of another target
			continue
		}
		var ledger strings.Builder
		all := new(summary)
		o := options{workshop: workshop{root: root}, frozen: true, list: true}
		assert.NoError(t, o.run(t.Context(), name, all, &ledger, io.Discard))
		assert.NoError(t, all.ledger(), "%s: go run ./compare/mutants --frozen --list %s", name, name)
		assert.Equal(t, len(all.faults), strings.Count(ledger.String(), "\n"))
		names := map[string]bool{}
		for _, f := range all.faults {
			assert.False(t, names[f.ID], "%s is there twice", f.ID)
			names[f.ID] = true
			list, _, _ := strings.Cut(f.ID, "-")
			got[list]++
			assert.NotEqual(t, f.Old == "", f.Old != f.New, f.ID)
			switch f.Outcome {
			case killed:
				assert.NotEmpty(t, f.By, f.ID)
				if f.By == failingTest {
					assert.True(t, isTest(f), "%s: there is no test %s", f.ID, f.Test)
				}
			case survived, undecided, notScored:
			case equivalentMutant, removed:
				assert.NotEmpty(t, f.Reason, f.ID)
			default:
				assert.Fail(t, "no outcome", f.ID)
			}
		}
	}
	assert.Equal(t, want, got)
}

// isTest reports whether the test exists that killed a fault of the harness. Fault.Test names it: compare or
// a folder in compare, and the test.
func isTest(f *fault) bool {
	folder, test, _ := strings.Cut(f.Test, " ")
	test, _, _ = strings.Cut(test, "/")
	dir := filepath.Join(root, "compare")
	if folder != "compare" {
		dir = filepath.Join(dir, folder)
	}
	for _, name := range must.Have(filepath.Glob(filepath.Join(dir, "*_test.go"))) {
		if strings.Contains(string(must.Have(os.ReadFile(name))), "\nfunc "+test+"(") {
			return true
		}
	}
	return false
}

// The ledger has a line for each fault: where it is today, and its outcome. --freeze writes the list again
// with these places. A removed fault stays in the list and needs no place; it is an error if its code is
// there.
func TestLedger(t *testing.T) {
	sources := []source{newSource("a.go", "\n\n"+strings.Replace(frozenSource, "true", "n > 9", 1))}
	faults := func() (all []*fault) {
		for _, id := range []string{
			"a.go:4:operator changed#1", "a.go:5:operator changed#1", "a.go:6:truth turned#1", "a.go:8:truth turned#1",
		} {
			all = append(all, frozen(t, id))
		}
		for i, r := range []result{
			{Outcome: killed, By: failingTest, Test: "a TestA"}, {Outcome: equivalentMutant},
			{Outcome: killed, By: crash, Cases: 32}, {Outcome: removed},
		} {
			all[i].ID, all[i].result = fmt.Sprintf("a-%d", i+1), r
			all[i].find(sources)
		}
		all[1].Reason, all[3].Reason = "nobody looks", "nobody asks"
		return all
	}
	all := &summary{faults: faults()}
	var lines []string
	for _, f := range all.faults {
		lines = append(lines, f.entry())
	}
	assert.Equal(t, []string{
		"a-1\ta.go:6\tb.seen++ → b.seen--\tkilled by test, a TestA\tas written",
		"a-2\ta.go:7\tif n < 3 { → if n <= 3 {\tequivalent: nobody looks\tas written",
		"a-3\ta.go:8\treturn false → return true\tkilled by crash, in 32 cases\t" + "moved, or other lines around it",
		"a-4\ta.go:8\treturn true → return false\tremoved: nobody asks\ttext not found",
	}, lines)
	require.NoError(t, all.ledger())
	name := filepath.Join(t.TempDir(), "list.jsonl")
	require.NoError(t, writeList(name, all.faults, sources))
	again := must.Have(readList(name, sources))
	assert.Equal(t, asWritten, again[2].unplacedReason)
	assert.Equal(t, removed, again[3].Outcome)
	assert.Equal(t, 8, again[3].Line, "where it was")

	sources[0] = newSource("a.go", frozenSource)
	all.faults = faults()
	assert.ErrorContains(t, all.ledger(), "1 of 4 faults are removed in the list, though")
	sources[0] = newSource("a.go", strings.ReplaceAll(frozenSource, "b.seen++", "b.seen += 1"))
	all.faults = faults()
	assert.ErrorContains(t, all.ledger(), "1 of 4 faults have no place")
	sources[0] = newSource("b.go", "package b\n\nfunc other() bool {\n\treturn true\n}\n\nfunc f() {\nb.seen++\n}\n")
	all.faults = faults()
	assert.Contains(t, all.faults[0].unplacedReason, "in another file, among other lines")
}

func TestSampleIsDrawnFromItsSeed(t *testing.T) {
	all := sampled("a.z80", strings.Repeat("\tINC\tA\n", 50))
	five := sample(all, 5, 1)
	assert.Len(t, five, 5)
	assert.Equal(t, five, sample(all, 5, 1))
	assert.NotEqual(t, five, sample(all, 5, 2))
	assert.Equal(t, all, sample(all, 0, 1))
}

// tried returns a summary of one fault that was tried several times, with these results.
func tried(f fault, results ...result) *summary {
	all := &summary{maxCases: 400}
	for _, r := range results {
		again := f
		again.current, again.source = r, &source{}
		all.faults = append(all.faults, &again)
	}
	return all
}

func TestTableTellsWhatSurvived(t *testing.T) {
	f := fault{ID: "a.go:3:number too big#1", File: "a.go", Line: 3, Old: "1", New: "2"}
	require.ErrorContains(t, tried(f).verdict(), "no fault was planted")
	results := []result{
		{Outcome: killed, By: proof}, {Outcome: killed, By: difference, Cases: 32},
		{Outcome: killed, By: timeout, Cases: 2000}, {Outcome: killed, By: timeout, Cases: 2000},
		{Outcome: notBuilt}, {},
	}
	require.NoError(t, tried(f, results...).verdict())
	all := tried(f, append(results, result{Outcome: survived}, result{Outcome: undecided})...)
	const survivor = "\na.go:3:number too big#1\n\ta.go:3: 1 → 2\n\tSURVIVED\n"
	assert.Equal(t, `| file | faults | by proof | killed else | equivalent | survived |
|---|--:|--:|--:|--:|--:|
| a.go | 6 | 1 | 3 | 0 | 2 |
| total | 6 | 1 | 3 | 0 | 2 |

killed by proof: 1
killed by difference, in 32 cases: 1
killed by timeout, in 2000 cases: 2
`+survivor+survivor, all.String())
	assert.ErrorContains(t, all.verdict(), "2 of 6 faults survived")
}

// A fault that was killed when its list was frozen must be killed; one that survived then is known; one with
// a reason must survive; one without a place must get one.
func TestVerdictOnAFrozenList(t *testing.T) {
	wasKilled := result{Outcome: killed, By: crash}
	hadSurvived := fault{ID: "a-2", result: result{Outcome: survived}}
	explained := fault{ID: "a-3", result: hadSurvived.result, Reason: "nobody reads it"}
	fine := tried(hadSurvived, result{Outcome: killed}).faults
	const worse = "WAS KILLED by crash when the list was frozen"
	for _, c := range []struct {
		f    fault
		now  outcome
		said string
	}{
		{fault{ID: "a-1", result: wasKilled}, killed, ""},
		{fault{ID: "a-1", result: wasKilled}, survived, worse},
		{fault{ID: "a-1", result: wasKilled}, notBuilt, worse},
		{fault{ID: "a-0", result: result{Outcome: killed, Cases: 2000}}, survived, ""}, // killed in more cases
		{hadSurvived, killed, ""},
		{hadSurvived, survived, ""},
		{explained, survived, ""},
		{explained, killed, "KILLED, though: nobody reads it"},
	} {
		all := tried(c.f, result{Outcome: c.now})
		all.faults = append(all.faults, fine...)
		assert.Equal(t, c.said == "", all.verdict() == nil, c)
		assert.Contains(t, all.String(), c.said)
	}
	all := summary{faults: append(fine, &fault{ID: "a-4", In: "board.look", unplacedReason: "text not found"})}
	assert.ErrorContains(t, all.verdict(), "1 of 1 faults have no place")
	assert.Contains(t, all.String(), "NOT PLANTED, in board.look: text not found")
}

// The first matching verdict decides which kind of kill it is.
func TestKindsOfKills(t *testing.T) {
	for said, want := range map[string]kill{
		`{"type":"difference","differences":[{"what":"score"}]}`:                       difference,
		`{"type":"difference","failure":"panic: index out of range"}`:                  crash,
		`{"type":"difference","failure":"timed out after 10s"}`:                        timeout,
		`{"type":"difference","failure":"refuses the move e2e4"}`:                      failure,
		"{\"type\":\"summary\"}\nsargon compare: rom was given up: why":                failure,
		`{"type":"summary","verdict":"inconclusive","reason":"nothing was compared"}`:  limit,
		"{}\nsargon compare: inconclusive: bitboards did none of the cases\n":          limit,
		"\nresult     inconclusive: nothing was compared; cases done: rom 0, 0x88 0\n": limit,
		`{"type":"summary","verdict":"no difference"}`:                                 harness,
		"{}\nsargon compare: writing the report: no space\n":                           harness,
		`{"type":"summary"}`: harness,
		"\n40 of 43 routines proved, 2 bounded, 1 DIFFER\n":               proof,
		"\n0 of 43 routines proved, 0 bounded, 42 in part, 1 LEFT OPEN\n": proof,
		"\n41 of 43 routines proved, 2 bounded\n":                         harness,
		"sargon prove: rom.z80:3: no such instruction\n":                  harness,
		"sargon compare: mine.z80: no symbol XCHNG\n":                     harness,
		"panic: nil map\n\ngoroutine 1 [running]:\n":                      harness,
	} {
		assert.Equal(t, want, (&stage{verdicts: sargonVerdicts}).classify(said).By, said)
	}
	for said, want := range map[string]kill{
		"\n12 calls of 40 routines, 2 routines differ\n":     difference,
		"\n12 calls of 1 routine, 1 routine differs\n":       difference,
		"\n12 calls of 40 routines, 0 routines differ\n":     harness,
		"\nsargon prove: move 3 of x.pgn: it does not end\n": failure,
		"panic: nil map\n\ngoroutine 1 [running]:\n":         harness,
	} {
		assert.Equal(t, want, (&stage{verdicts: besideVerdicts}).classify(said).By, said)
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
		"FAIL [build failed]\n": {Outcome: notBuilt},
	} {
		assert.Equal(t, want, (&stage{tests: "compare", verdicts: testVerdicts}).classify(said), said)
	}
	for said, want := range map[string]result{
		"generation (spec §4)     not answered\nsearches, level 1        109 of 109 right, 1 not answered\n" +
			"searches, level 2        0 of 9 right\ngames                    2 of 3 right\n" +
			"level 1 exact; 10 of 121 answers are wrong, the first at case 7\n": {
			Outcome: killed, By: difference, Test: "searches, level 2; games",
		},
		"games                    not answered\nnothing was answered\n":    {Outcome: killed, By: limit},
		"sargon kit check: exec:example: hello: want ok, not \"\"\n":       {Outcome: killed, By: failure},
		"panic: nil map\n\ngoroutine 1 [running]:\n":                       {Outcome: undecided, By: harness},
		"games  3 of 3 right\nlevels 1–3 exact; all 3 answers are right\n": {Outcome: killed, By: limit},
	} {
		assert.Equal(t, want, (&stage{verdicts: kitVerdicts}).classify(said), said)
	}
	s := stage{words: []string{"go", "version"}, verdicts: kitVerdicts, passes: regexp.MustCompile("^go version")}
	assert.Equal(t, result{Outcome: survived}, must.Have(s.run(t.Context(), ".")))
	s.passes = kitPasses
	assert.Equal(t, result{Outcome: undecided, By: harness}, must.Have(s.run(t.Context(), ".")))
}

// The stages for a fault go from cheap to expensive. Stages that cannot show it are left out.
func TestStages(t *testing.T) {
	w := &workshop{root: root, bin: "sargon", seed: 7}
	for _, c := range []struct{ on, file, test, want string }{
		{"rom", "board.z80", "", "rom asm, prove, 32, 400, 2000"},
		{"beside", "board.z80", "", "rom asm, prove, prove"},
		{"beside", "", "", "prove, prove"},
		{"native", "native/board.go", "", "build, 32, 400, 2000"},
		{"native", "native/reference/make.go", "", "build, prove, 32, 400, 2000"},
		{"harness", "", "", ". compare, . observe"},
		{"harness", "compare/observe/x.go", "", ". observe, . compare"},
		{"harness", "compare/observe/x.go", "observe TestA/b", "^TestA$ observe, . observe, . compare"},
		{"example", "compare/external/example/main.go", "", "build, kit check"},
	} {
		f := &fault{source: &source{file: c.file}, result: result{Test: c.test}}
		if c.file == "" { // the original
			f, w.folders = nil, []string{"compare/observe"}
		}
		var got []string
		for _, s := range targets[c.on].stages(w, f, "dir") {
			words := strings.Join(s.words, " ")
			switch {
			case s.tests != "":
				got = append(got, s.words[slices.Index(s.words, "-run")+1]+" "+s.tests)
			case s.cases > 0:
				assert.Contains(t, words, "--seed 7")
				got = append(got, fmt.Sprint(s.cases))
			default:
				got = append(got, regexp.MustCompile(`rom asm|prove|build|kit check`).FindString(words))
			}
		}
		assert.Equal(t, c.want, strings.Join(got, ", "), c.file)
	}
}

func TestWrongWords(t *testing.T) {
	var out bytes.Buffer
	for _, args := range [][]string{
		{}, {"emu"}, {"--sample", "x", "rom"}, {"--sample", "-1", "--list", "rom"}, {"--max-cases", "-1", "rom"},
		{"--check", "native"}, {"--check", "--list", "rom"}, {"--list", "kit"}, {"kit", "rom"},
		{"--freeze", "--frozen", "beside"},
	} {
		assert.Error(t, run(t.Context(), args, &out, &out), args)
	}
	assert.NoError(t, run(t.Context(), []string{"--help"}, &out, &out))
	assert.Contains(t, out.String(), "number of faults tried at the same time")
}

// `sargon rom check` notices faults of the board's routines, and those that it does not notice are listed.
func TestWhatTheCheckOfAnImageNotices(t *testing.T) {
	check := func(only string) (string, error) {
		var out strings.Builder
		err := run(t.Context(), []string{"--frozen", "--check", "--only", only, "rom"}, &out, io.Discard)
		return out.String(), err
	}
	said, err := check("rom-01")
	assert.NoError(t, err)
	assert.Contains(t, said, "sargon rom check notices 10 of 10 faults, 100.0 %")
	said, err = check("rom-281") // its fault is in flags that no code reads
	assert.ErrorContains(t, err, "want at least 95 %")
	assert.Contains(t, said, "not noticed: rom-281\tgame.z80:")
}
