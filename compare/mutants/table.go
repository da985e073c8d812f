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
	survivors []fault
}

// row is what became of the faults of a file.
type row struct {
	built, early, late, survived, equivalent int
}

func (t *table) add(f fault, r result) {
	if t.files == nil {
		t.files = map[string]*row{}
	}
	n := t.files[f.file]
	if n == nil {
		n = &row{}
		t.files[f.file] = n
	}
	if r.outcome == notBuilt {
		return
	}
	n.built++
	switch {
	case r.outcome == found && r.cases == stages[0].cases:
		n.early++
	case r.outcome == found:
		n.late++
	case equivalent[f.ID()] != "":
		n.equivalent++
		t.survivors = append(t.survivors, f)
	default:
		n.survived++
		t.survivors = append(t.survivors, f)
	}
}

func (n *row) plus(o *row) {
	n.built += o.built
	n.early += o.early
	n.late += o.late
	n.survived += o.survived
	n.equivalent += o.equivalent
}

// String is the table, and the survivors under it.
func (t *table) String() string {
	var b strings.Builder
	sum := &row{}
	fmt.Fprintf(&b, "| file | faults | found by %d cases | by %d | equivalent | not found |\n"+
		"|---|--:|--:|--:|--:|--:|\n",
		stages[0].cases, t.most)
	line := func(name string, n *row) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d |\n",
			name, n.built, n.early, n.late, n.equivalent, n.survived)
	}
	for _, name := range slices.Sorted(maps.Keys(t.files)) {
		line(name, t.files[name])
		sum.plus(t.files[name])
	}
	line("all", sum)
	slices.SortFunc(t.survivors, func(a, b fault) int {
		return cmp.Or(strings.Compare(a.file, b.file), a.offset-b.offset)
	})
	for _, f := range t.survivors {
		fmt.Fprintf(&b, "\n%s\n\t%s:%d: %s\n\t%s\n", f.ID(), f.file, f.line, f.change(),
			cmp.Or(equivalent[f.ID()], "NOT FOUND"))
	}
	return b.String()
}

// verdict returns an error if an unexplained fault was not found, or none was planted.
func (t *table) verdict() error {
	sum := &row{}
	for _, n := range t.files {
		sum.plus(n)
	}
	switch {
	case sum.built == 0:
		return fmt.Errorf("no fault was planted")
	case sum.survived > 0:
		return fmt.Errorf("%d of %d faults were not found", sum.survived, sum.built)
	}
	return nil
}
