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
	most      int // in how many cases at most they were looked for
	files     map[string]*row
	all       row
	kills     map[result]int
	survivors []*fault
	refuted   []*fault // killed, though a reason says that nothing can show them
	worse     []*fault // killed when their list was frozen, and not now
	lost      []*fault // of a frozen list, without a place in today's sources
}

// row is what became of the faults of a file.
type row struct {
	built, proved, killed, survived, equivalent int // killed by the proof; and else
}

func (t *table) add(f *fault, r result) {
	if t.files == nil {
		t.files, t.kills = map[string]*row{}, map[result]int{}
	}
	n := t.files[f.File]
	if n == nil {
		n = &row{}
		t.files[f.File] = n
	}
	if r.Outcome != killed && f.Outcome == killed && f.Cases <= t.most {
		t.worse = append(t.worse, f)
	}
	if r.Outcome == notBuilt {
		return
	}
	for _, n := range []*row{n, &t.all} {
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
	if r.Outcome != killed {
		t.survivors = append(t.survivors, f)
		return
	}
	r.Test = ""
	t.kills[r]++
	if f.Reason != "" {
		t.refuted = append(t.refuted, f)
	}
}

// String is the table, what killed how many faults, and those that somebody must look at.
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
	kills := slices.SortedFunc(maps.Keys(t.kills), func(a, b result) int {
		return cmp.Or(cmp.Compare(a.Cases, b.Cases), cmp.Compare(a.By, b.By))
	})
	for _, r := range kills {
		fmt.Fprintf(&b, "\nkilled by %s", r.By)
		if r.Cases > 0 {
			fmt.Fprintf(&b, ", in %d cases", r.Cases)
		}
		fmt.Fprintf(&b, ": %d", t.kills[r])
	}
	b.WriteByte('\n')
	tell := func(faults []*fault, what func(*fault) string) {
		slices.SortStableFunc(faults, func(a, b *fault) int {
			return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line)
		})
		for _, f := range faults {
			fmt.Fprintf(&b, "\n%s\n\t%s:%d: %s\n\t%s\n", f.ID, f.File, f.Line, f.change(), what(f))
		}
	}
	tell(t.survivors, func(f *fault) string { return cmp.Or(f.Reason, "SURVIVED") })
	tell(t.refuted, func(f *fault) string { return "KILLED, though: " + f.Reason })
	tell(t.worse, func(f *fault) string {
		return fmt.Sprintf("WAS KILLED by %s when the list was frozen", f.By)
	})
	for _, f := range t.lost {
		fmt.Fprintf(&b, "\n%s\n\t%s:%d %s: %s\n\tNOT PLANTED: %s\n",
			f.ID, f.File, f.Line, f.In, oneLine(f.Old), f.how)
	}
	return b.String()
}

// verdict returns an error if an unexplained fault of a sample survived, if a fault of a frozen
// list that was killed is not, or if none was planted.
func (t *table) verdict() error {
	unexplained := 0
	for _, f := range t.survivors {
		if f.Outcome == "" && f.Reason == "" {
			unexplained++
		}
	}
	switch {
	case t.all.built == 0:
		return fmt.Errorf("no fault was planted")
	case unexplained > 0:
		return fmt.Errorf("%d of %d faults survived", unexplained, t.all.built)
	case len(t.worse) > 0:
		return fmt.Errorf("%d of %d faults that were killed are not killed now",
			len(t.worse), t.all.built)
	case len(t.refuted) > 0:
		return fmt.Errorf("%d faults are killed, though a reason says that nothing can show them",
			len(t.refuted))
	case len(t.lost) > 0:
		return fmt.Errorf("%d faults have no place in today's sources: write their new text into "+
			"the list", len(t.lost))
	}
	return nil
}
