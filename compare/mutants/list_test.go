package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/must"
)

func TestWordsOfASource(t *testing.T) {
	for _, c := range []struct{ file, text, words, names string }{
		{"a.go", "if n << 3 /* why */ {\n\tb.full = true // so\n}", "if n << 3 { b . full = true }",
			"n b full"},
		{"a.z80", "look:   LD B,(IX+SIDE) ; why\n CP ';' ; so\n EX AF,AF' ; now\n",
			"look : LD B , ( IX + SIDE ) CP ';' EX AF , AF'", "look SIDE"},
	} {
		var names []string
		words := cut(c.file, c.text)
		for _, w := range words {
			assert.Equal(t, w.text, c.text[w.from:w.to])
			if w.name {
				names = append(names, w.text)
			}
		}
		assert.Equal(t, c.words, strings.Join(texts(words), " "))
		assert.Equal(t, c.names, strings.Join(names, " "))
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

// What is frozen is found again, whatever has been done to the source that leaves the fault there.
func TestFrozenFaultIsFoundAgain(t *testing.T) {
	then := must.Have(newSource("a.go", frozenSource))
	faults := must.Have(then.faults())
	e, err := freeze(faults[slices.IndexFunc(faults, func(f fault) bool {
		return f.ID() == "a.go:board.look:operator changed#2"
	})], "a-1", []source{then})
	require.NoError(t, err)
	assert.Equal(t, &entry{
		ID: "a-1", File: "a.go", Line: 5, In: "board.look", Kind: "operator changed",
		Before: "func (b *board) look(n int) bool {\nb.seen++", Old: "if n < 3 {", New: "if n <= 3 {",
		After: "return false\n}",
	}, e)

	for _, c := range []struct {
		what    string // is done to the source
		changes []string
		how     string // the fault is found then
		want    string
	}{
		{"nothing", nil, asWritten, "if n <= 3 {"},
		{
			"blanks and comments", []string{"if n < 3 {", "if n <\n\t\t3 { // few"}, asWritten,
			"if n <= 3 { // few",
		},
		{"another function", []string{"look", "glance"}, "moved, renamed", "if n <= 3 {"},
		{"other names", []string{"n int", "m int", "n <", "m <"}, "renamed", "if m <= 3 {"},
		{
			"other lines around it", []string{"return false", "panic(n)"}, "other lines around it",
			"if n <= 3 {",
		},
		{
			"names and function", []string{"look", "glance", "n int", "m int", "n <", "m <"},
			"moved, renamed", "if m <= 3 {",
		},
		{
			"too much", []string{"look", "glance", "n int", "m int", "n <", "m <", "b.seen++", "b.n--"},
			"text not found", "",
		},
		{"another number", []string{"n < 3 {", "n < 4 {"}, "text not found", ""},
		{
			"twice the same", []string{"	return n < 3\n", "	if n < 3 {\n\t\treturn false\n\t}\n\treturn true\n",
				"look", "glance"},
			"text not found: it could be in 2 places", "",
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			text := strings.NewReplacer(c.changes...).Replace(frozenSource)
			f, err := e.find([]source{must.Have(newSource("a.go", text))})
			if c.want == "" {
				assert.EqualError(t, err, c.how)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.how, f.how)
			assert.Contains(t, f.applied(text), c.want)
		})
	}
}

// A fault written by hand is several lines, or puts some in; a list that is written again keeps what
// is wrong with it.
func TestFrozenFaultByHand(t *testing.T) {
	now := must.Have(newSource("a.go", frozenSource))
	for _, c := range []struct{ old, new, want string }{
		{
			"func (b *board) far(n int) bool {", "func (b *board) far(n int) bool {\nn++\nb.n = n",
			"bool {\nn++\nb.n = n\n\tb.seen++\n\treturn n",
		},
		{"return false\n}\nreturn true", "return true", "n < 3 {\n\t\treturn true\n}"},
		{"b.seen++\nreturn n < 3", "n = b.seen\nb.seen++\nreturn n < 3", "{\n\tn = b.seen\nb.seen++\n"},
	} {
		e := &entry{ID: "a-1", File: "a.go", In: "board.far", Old: c.old, New: c.new, Means: "why"}
		f := must.Have(e.find([]source{now}))
		changed := f.applied(frozenSource)
		assert.Contains(t, changed, c.want)
		again := must.Have(freeze(f, "a-1", []source{now}))
		assert.Equal(t, "why", again.Means)
		f = must.Have(again.find([]source{now}))
		assert.Equal(t, texts(cut("a.go", changed)), texts(cut("a.go", f.applied(frozenSource))))
	}
}

// renamed gives every name of a source another one, and begins it with a comment.
func (s *source) renamed(t *testing.T) (source, func(string) string) {
	name := func(w word) string {
		if w.name {
			return w.text + "_new"
		}
		return w.text
	}
	rename := func(text string) string {
		var b strings.Builder
		done := 0
		for _, w := range cut(s.file, text) {
			b.WriteString(text[done:w.from] + name(w))
			done = w.to
		}
		return b.String() + text[done:]
	}
	return must.Have(newSource("new_"+s.file, rename(s.text))), rename
}

// Every kind of fault can be frozen, is found as it was, and nearly all of them are found when all
// files are called something else, all functions and all names.
func TestFrozenFaultsSurviveARebuild(t *testing.T) {
	for name, on := range targets(t) {
		sources, faults := sourcesAndFaults(t, on)
		rebuilt := make([]source, len(sources))
		rename := map[string]func(string) string{}
		for i := range sources {
			rebuilt[i], rename[sources[i].file] = sources[i].renamed(t)
		}
		found := 0
		for _, f := range sample(faults, 20, 7) {
			e := must.Have(freeze(f, "x", sources))
			require.Equal(t, asWritten, must.Have(e.find(sources)).how)
			changed, err := e.find(rebuilt)
			if err != nil {
				continue
			}
			found++
			want := rename[f.file](f.applied(sourceOf(sources, f.file)))
			require.Equal(t, texts(cut(f.file, want)),
				texts(cut(f.file, changed.applied(sourceOf(rebuilt, changed.file)))), f.ID())
		}
		assert.Greater(t, found, 15, name)
	}
}

// A list that is drawn is numbered from 1, without what does not build; one that is written again
// keeps its names and, of what nobody has tried this time, the outcome.
func TestFrozenListIsWritten(t *testing.T) {
	sources := []source{must.Have(newSource("a.go", frozenSource))}
	drawn := must.Have(sources[0].faults())[:4]
	name := filepath.Join(t.TempDir(), "list.jsonl")
	written := func(o options, faults []fault, results map[string]result) (told []string) {
		require.NoError(t, o.writeFrozen("a", name, faults, results, sources))
		for _, f := range must.Have(readList(name, sources)) {
			told = append(told, fmt.Sprint(f.entry.ID, " ", f.entry.Outcome, " ", f.entry.Test))
		}
		return told
	}
	dead := result{Outcome: killed, By: failingTest, Test: "one"}
	assert.Equal(t, []string{"a-001 killed one", "a-002 not scored ", "a-003 survived "},
		written(options{}, slices.Clone(drawn), map[string]result{
			drawn[0].ID(): dead, drawn[1].ID(): {Outcome: notBuilt}, drawn[3].ID(): {Outcome: survived},
		}))
	again := must.Have(readList(name, sources))
	dead.Test = "other"
	assert.Equal(t, []string{"a-001 killed one", "a-002 killed other", "a-003 survived "},
		written(options{frozen: true}, nil, map[string]result{again[1].ID(): dead}))
}

// The lists are whole: each line is a fault with a name of its own, and says what became of it.
func TestFrozenLists(t *testing.T) {
	root := must.Have(moduleRoot())
	for name, want := range map[string]int{"rom": 300, "native": 300, "harness": 26} {
		faults := must.Have(readList(frozenList(root, name), nil))
		plain := 0
		names := map[string]bool{}
		for _, f := range faults {
			e := f.entry
			assert.False(t, names[e.ID], "%s is there twice", e.ID)
			names[e.ID] = true
			if !strings.HasPrefix(e.ID, name+"-E") {
				plain++
			}
			assert.NotEqual(t, e.Old == "", e.Old != e.New, e.ID)
			switch e.Outcome {
			case killed:
				assert.NotEmpty(t, e.By, e.ID)
			case survived, undecided, notScored:
			case equivalentMutant:
				assert.NotEmpty(t, e.Reason, e.ID)
			default:
				assert.Fail(t, "no outcome", e.ID)
			}
		}
		assert.Equal(t, want, plain, name)
	}
}
