package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// table is what became of all faults that were tried.
type table struct {
	most  int // in how many cases at most they were looked for
	files map[string]*row
	all   row
	kills map[result]int
	notes map[string][]string // on faults that somebody may look at, by what is said of them
}

// row is what became of the faults of a file.
type row struct {
	built, proved, killed, survived, equivalent int // killed by the proof; and else
}

// What there must be none of.
const (
	unexplained = "survived"
	worse       = "were killed when their list was frozen, and are not now"
	refuted     = "are killed, though a reason says that nothing can show them"
	lost        = "have no place in today's sources: write their new text into the list"
)

// tell notes something about a fault.
func (t *table) tell(f *fault, kind, format string, args ...any) {
	if t.notes == nil {
		t.notes = map[string][]string{}
	}
	t.notes[kind] = append(t.notes[kind], fmt.Sprintf("%s\n\t%s:%d: %s\n\t%s\n",
		f.ID, f.File, f.Line, f.change(), fmt.Sprintf(format, args...)))
}

// lose notes a fault of a frozen list that has no place.
func (t *table) lose(f *fault) { t.tell(f, lost, "NOT PLANTED, in %s: %s", f.In, f.how) }

// add enters a fault that was tried.
func (t *table) add(f *fault, r result) {
	if r.Outcome != killed && f.Outcome == killed && f.Cases <= t.most {
		t.tell(f, worse, "WAS KILLED by %s when the list was frozen", f.By)
	}
	if r.Outcome == notBuilt {
		return
	}
	if t.files == nil {
		t.files, t.kills = map[string]*row{}, map[result]int{}
	}
	if t.files[f.File] == nil {
		t.files[f.File] = &row{}
	}
	for _, n := range []*row{t.files[f.File], &t.all} {
		n.built++
		switch {
		case r.Outcome == killed && r.By == proof:
			n.proved++
		case r.Outcome == killed:
			n.killed++
		case f.Reason != "":
			n.equivalent++
		default:
			n.survived++
		}
	}
	switch {
	case r.Outcome == killed:
		r.Test = ""
		t.kills[r]++
		if f.Reason != "" {
			t.tell(f, refuted, "KILLED, though: %s", f.Reason)
		}
	case f.Reason != "":
		t.tell(f, "equivalent", "%s", f.Reason)
	case f.Outcome != "":
		t.tell(f, "known", "SURVIVED")
	default:
		t.tell(f, unexplained, "SURVIVED")
	}
}

// String is the table, what killed how many faults, and those that somebody may look at.
func (t *table) String() string {
	var b strings.Builder
	b.WriteString("| file | faults | by proof | killed else | equivalent | survived |\n" +
		"|---|--:|--:|--:|--:|--:|\n")
	line := func(name string, n *row) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d |\n",
			name, n.built, n.proved, n.killed, n.equivalent, n.survived)
	}
	for _, name := range slices.Sorted(maps.Keys(t.files)) {
		line(name, t.files[name])
	}
	line("all", &t.all)
	for _, r := range slices.SortedFunc(maps.Keys(t.kills), func(a, b result) int {
		return cmp.Or(cmp.Compare(a.Cases, b.Cases), cmp.Compare(a.By, b.By))
	}) {
		fmt.Fprintf(&b, "\nkilled by %s", r.By)
		if r.Cases > 0 {
			fmt.Fprintf(&b, ", in %d cases", r.Cases)
		}
		fmt.Fprintf(&b, ": %d", t.kills[r])
	}
	b.WriteByte('\n')
	for _, kind := range slices.Sorted(maps.Keys(t.notes)) {
		slices.Sort(t.notes[kind])
		b.WriteString("\n" + strings.Join(t.notes[kind], "\n"))
	}
	return b.String()
}

// verdict returns an error if an unexplained fault of a sample survived, if a fault of a frozen
// list that was killed is not or has no place, if a reason is wrong, or if no fault was planted.
func (t *table) verdict() error {
	if t.all.built == 0 {
		return fmt.Errorf("no fault was planted")
	}
	for _, kind := range []string{unexplained, worse, refuted, lost} {
		if n := len(t.notes[kind]); n > 0 {
			return fmt.Errorf("%d of %d faults %s", n, t.all.built, kind)
		}
	}
	return nil
}
