package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sargon78/sargon/files"
)

// A fault is one small change of one source file: a patch of whole lines. In a frozen list it is
// a line of JSON, with its outcome when the list was frozen.
type fault struct {
	ID     string `json:"id"`
	File   string `json:"file"` // with slashes
	Line   int    `json:"line"`
	In     string `json:"in,omitempty"` // a function or routine, for readers of the list
	Kind   string `json:"kind"`         // of the change
	Before string `json:"before,omitempty"`
	Old    string `json:"old"`
	New    string `json:"new"`
	After  string `json:"after,omitempty"`
	Means  string `json:"means,omitempty"` // what the code then does wrong, to find a new place by hand

	result        // empty for a sampled fault
	Reason string `json:"reason,omitempty"` // why nothing can show the fault, or why it is removed

	current result // its outcome in this run

	// The place in today's source. If there is none, source is nil, and unplacedReason says why.
	source         *source
	first, last    int // lines
	at             int // where a sampled change begins, in bytes
	unplacedReason string
}

// asWritten is how a patch is found if the lines around it have not changed.
const asWritten = "as written"

// change returns the change in one line.
func (f *fault) change() string { return oneLine(f.Old) + " → " + oneLine(f.New) }

func oneLine(s string) string {
	if s = strings.Join(strings.Fields(s), " "); s == "" {
		return "nothing"
	}
	return s
}

// applied returns the source with the fault in it.
func (f *fault) applied() string {
	s := f.source
	return s.text[:s.lines[f.first].from] + f.New + s.text[s.lines[f.last].to:]
}

// place returns the file and line where the fault is today; if it has no place, where it was.
func (f *fault) place() string {
	if f.source == nil {
		return fmt.Sprintf("%s:%d", f.File, f.Line)
	}
	return fmt.Sprintf("%s:%d", f.source.file, f.source.lines[f.first].number)
}

// entry returns the line of the ledger: the name, the place, the change, the outcome when the list was
// frozen, and how its place was found.
func (f *fault) entry() string {
	return strings.Join([]string{f.ID, f.place(), f.change(), f.fate(), f.unplacedReason}, "\t")
}

// fate returns the outcome of a fault when its list was frozen.
func (f *fault) fate() string {
	fate := string(cmp.Or(f.Outcome, "sampled"))
	switch {
	case f.Outcome == killed && f.Test != "":
		return fmt.Sprintf("%s by %s, %s", fate, f.By, f.Test)
	case f.Outcome == killed && f.Cases > 0:
		return fmt.Sprintf("%s by %s, in %d cases", fate, f.By, f.Cases)
	case f.Outcome == killed:
		return fmt.Sprintf("%s by %s", fate, f.By)
	case f.Reason != "":
		return fate + ": " + f.Reason
	}
	return fate
}

// codes returns the lines of a text of the patch in the form in which they are compared.
func (f *fault) codes(text string) []string {
	lines := linesOf(f.File, text)
	return codes(lines, 0, len(lines))
}

// find finds the place of a patch in today's sources: the place that has its lines, and most of the
// lines around them. Blanks and comments are ignored; file and function may have changed, but not both
// the file and all lines around it. how says what has changed, or why there is no place. A removed
// fault has a place only if nothing has changed there.
func (f *fault) find(sources []source) {
	old, before, after := f.codes(f.Old), f.codes(f.Before), f.codes(f.After)
	slices.Reverse(before)
	f.source = nil
	places, equal, most := 0, 0, -1
	for i := range sources {
		s := &sources[i]
		for first := range s.lines {
			behind := first + len(old)
			if len(old) == 0 || s.lines[first].code != old[0] ||
				!slices.Equal(codes(s.lines, first, behind), old) {
				continue
			}
			above := codes(s.lines, first-len(before), first)
			slices.Reverse(above)
			around := common(before, above) + common(after, codes(s.lines, behind, behind+len(after)))
			around *= 2
			if s.file == f.File {
				around++
			}
			places++
			if around > most {
				f.source, f.first, f.last = s, first, behind-1
				most, equal = around, 0
			}
			if around == most {
				equal++
			}
		}
	}
	all := 2 * (len(before) + len(after))
	switch {
	case places == 0:
		f.unplacedReason = "text not found"
	case equal > 1 || places > 1 && 2*most < all:
		f.source, f.unplacedReason = nil, fmt.Sprintf("text not found: it could be in %d places", places)
	case most == 0 && all > 0:
		f.source, f.unplacedReason = nil, "text not found: it is in another file, among other lines"
	case most <= all && f.Outcome == removed:
		f.source, f.unplacedReason = nil, "text not found"
	case most <= all:
		f.unplacedReason = "moved, or other lines around it"
	default:
		f.unplacedReason = asWritten
	}
}

// common returns how many elements at the beginning are the same.
func common(a, b []string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// freeze records where a fault is today, with as many lines around it as distinguish the place from all
// others, at least two on each side.
func (f *fault) freeze(sources []source) error {
	const minAround, maxAround = 2, 12
	lines := f.source.lines
	f.File, f.Line = f.source.file, lines[f.first].number
	for n := minAround; n <= maxAround; n++ {
		f.Before = strings.Join(codes(lines, f.first-n, f.first), "\n")
		f.After = strings.Join(codes(lines, f.last+1, f.last+1+n), "\n")
		again := *f
		if again.find(sources); again.unplacedReason == asWritten && again.first == f.first {
			return nil
		}
	}
	return fmt.Errorf("%s: %d lines around it do not tell its place", f.ID, maxAround)
}

// readList reads a frozen list, and finds its faults in today's sources.
func readList(name string, sources []source) (faults []*fault, err error) {
	text, err := os.ReadFile(name)
	lines := json.NewDecoder(bytes.NewReader(text))
	lines.DisallowUnknownFields()
	for err == nil && lines.More() {
		f := new(fault)
		if err = lines.Decode(f); err != nil {
			err = fmt.Errorf("%s:%d: %w", name, len(faults)+1, err)
		}
		f.find(sources)
		faults = append(faults, f)
	}
	return faults, err
}

// numbered returns the faults that build, with the names that they have in a new list.
func numbered(what string, faults []*fault) []*fault {
	faults = slices.DeleteFunc(faults, func(f *fault) bool { return f.current.Outcome == notBuilt })
	for i, f := range faults {
		f.ID = fmt.Sprintf("%s-%03d", what, i+1)
	}
	return faults
}

// writeList writes a frozen list, with the new outcomes of the faults that were tried.
func writeList(name string, faults []*fault, sources []source) error {
	for _, f := range faults {
		f.result = cmp.Or(f.current, f.result, result{Outcome: notScored})
		if f.current.Outcome == survived && f.Reason != "" {
			f.Outcome = equivalentMutant
		}
		if f.source != nil && f.Outcome != removed {
			if err := f.freeze(sources); err != nil {
				return err
			}
		}
	}
	return files.WriteFile(name, nil, files.JSONLines(faults))
}

// explain gives each fault that is in a list of equivalents its reason: both change the same lines in
// the same way.
func explain(faults []*fault, list string, sources []source) error {
	equivalents, err := readList(list, sources)
	key := func(f *fault) string {
		return fmt.Sprint(f.source.file, f.first, f.last, f.codes(f.New))
	}
	reasons := map[string]string{}
	for _, f := range equivalents {
		if f.source != nil {
			reasons[key(f)] = f.Reason
		}
	}
	for _, f := range faults {
		f.Reason = reasons[key(f)]
	}
	return err
}

// frozenList returns the file of the frozen list of a target, or of the equivalents.
func frozenList(root, what string) string {
	return filepath.Join(root, "compare", "mutants", "testdata", what+".jsonl")
}

// sample returns n faults chosen by a seed, in the order of the source; 0 is all.
func sample[T any](faults []T, n int, seed uint64) []T {
	if n == 0 || n >= len(faults) {
		return faults
	}
	sampled := rand.New(rand.NewPCG(seed, 0)).Perm(len(faults))[:n]
	slices.Sort(sampled)
	chosen := make([]T, n)
	for i, k := range sampled {
		chosen[i] = faults[k]
	}
	return chosen
}
