package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// summary is the outcome of all chosen faults.
type summary struct {
	maxCases int // the limit of cases in which they were looked for
	faults   []*fault
}

// The kinds of problems that make a run fail, as words after the number of faults.
const (
	unexplained = "survived"
	worse       = "were killed when their list was frozen, and are not now"
	refuted     = "are killed, though a reason says that nothing can show them"
	lost        = "have no place in today's sources: write their new text into the list"
	standing    = "are removed in the list, though their code is there as it was"
)

// note returns what is to say about a fault, and of what kind that is; "" if there is nothing. Some kinds
// are problems.
func (t *summary) note(f *fault) (kind, text string) {
	switch r := f.current; {
	case f.Outcome == removed && f.source == nil:
		return "removed", "REMOVED: " + f.Reason
	case f.Outcome == removed:
		return standing, "REMOVED, though its code is there: " + f.Reason
	case f.source == nil:
		return lost, fmt.Sprintf("NOT PLANTED, in %s: %s", f.In, f.unplacedReason)
	case r.Outcome == "": // the run was interrupted
	case r.Outcome != killed && f.Outcome == killed && f.Cases <= t.maxCases:
		return worse, fmt.Sprintf("WAS KILLED by %s when the list was frozen", f.By)
	case r.Outcome == notBuilt:
	case r.Outcome == killed && f.Reason != "":
		return refuted, "KILLED, though: " + f.Reason
	case r.Outcome == killed:
	case f.Reason != "":
		return "equivalent", f.Reason
	case f.Outcome != "":
		return "known", "SURVIVED"
	default:
		return unexplained, "SURVIVED"
	}
	return "", ""
}

// notes returns the notes on all faults, by their kind.
func (t *summary) notes() map[string][]string {
	notes := map[string][]string{}
	for _, f := range t.faults {
		if kind, text := t.note(f); kind != "" {
			notes[kind] = append(notes[kind],
				fmt.Sprintf("%s\n\t%s:%d: %s\n\t%s\n", f.ID, f.File, f.Line, f.change(), text))
		}
	}
	return notes
}

// columns are those of the table. A fault counts in the first, and by its outcome in one of the others.
var columns = []string{"faults", "by proof", "killed else", "equivalent", "survived"}

// column returns the column in which a fault counts that was tried and builds.
func column(f *fault) string {
	switch r := f.current; {
	case r.Outcome == killed && r.By == proof:
		return "by proof"
	case r.Outcome == killed:
		return "killed else"
	case f.Reason != "":
		return "equivalent"
	}
	return "survived"
}

// built returns the faults that were tried and build.
func (t *summary) built() []*fault {
	return slices.DeleteFunc(slices.Clone(t.faults), func(f *fault) bool {
		return f.current.Outcome == "" || f.current.Outcome == notBuilt
	})
}

// String returns the table, how many faults each kind of kill has, and the notes.
func (t *summary) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| file | %s |\n|---%s|\n", strings.Join(columns, " | "),
		strings.Repeat("|--:", len(columns)))
	counts, kills := map[string]map[string]int{"total": {}}, map[result]int{}
	for _, f := range t.built() {
		if counts[f.File] == nil {
			counts[f.File] = map[string]int{}
		}
		for _, row := range []map[string]int{counts[f.File], counts["total"]} {
			row["faults"]++
			row[column(f)]++
		}
		if f.current.Outcome == killed {
			kills[result{By: f.current.By, Cases: f.current.Cases}]++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(&b, "| %s |", name)
		for _, column := range columns {
			fmt.Fprintf(&b, " %d |", counts[name][column])
		}
		b.WriteByte('\n')
	}
	for _, r := range slices.SortedFunc(maps.Keys(kills), func(a, b result) int {
		return cmp.Or(cmp.Compare(a.Cases, b.Cases), cmp.Compare(a.By, b.By))
	}) {
		fmt.Fprintf(&b, "\nkilled by %s", r.By)
		if r.Cases > 0 {
			fmt.Fprintf(&b, ", in %d cases", r.Cases)
		}
		fmt.Fprintf(&b, ": %d", kills[r])
	}
	b.WriteByte('\n')
	notes := t.notes()
	for _, kind := range slices.Sorted(maps.Keys(notes)) {
		slices.Sort(notes[kind])
		b.WriteString("\n" + strings.Join(notes[kind], "\n"))
	}
	return b.String()
}

// ledger returns an error if a fault of a list has no place today, or more than one, or if a removed
// fault has a place.
func (t *summary) ledger() error { return t.none(len(t.faults), lost, standing) }

// none returns an error for the first of some kinds of problems that some fault has: how many have it.
func (t *summary) none(of int, kinds ...string) error {
	notes := t.notes()
	for _, kind := range kinds {
		if n := len(notes[kind]); n > 0 {
			return fmt.Errorf("%d of %d faults %s", n, of, kind)
		}
	}
	return nil
}

// verdict returns an error if a fault of a sample survived without a reason, if a fault of a frozen list is
// no longer killed or has no place, if a removed fault has a place, if a reason is wrong, or if no fault was
// planted.
func (t *summary) verdict() error {
	built := len(t.built())
	if built == 0 {
		return errors.New("no fault was planted")
	}
	return t.none(built, unexplained, worse, refuted, lost, standing)
}
