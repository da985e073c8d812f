package prove

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// maxLeft is how many percent of all cases of a row may leave the specification: of a row that has
// more, too little is shown; the most are the 11 % of "boards, pins". The first cases, which a part of
// a row has, are alike: of them not all may.
const maxLeft = 15

// Verdict is a word or two for what became of a row.
func (r *Result) Verdict() string {
	switch {
	case r.Fault != nil:
		return "DIFFERS"
	case r.Left > 0 && r.Left == r.Cases, r.Done && r.Left*100 > r.Cases*maxLeft:
		return "LEFT OPEN"
	case !r.Done:
		return "in part"
	case r.Row.Bounded != "":
		return "bounded"
	}
	return "proved"
}

// Write writes results as a table; under it the faults.
func Write(w io.Writer, results []Result) {
	fmt.Fprintln(w)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "routine\tspec\tcases\tleft open\tT-states\tseconds\t\t")
	for i := range results {
		r := &results[i]
		fmt.Fprintf(table, "%s\t§%s\t%d\t%d\t%d\t%.1f\t%s\t\n", r.Row.Name, r.Row.Section,
			r.Cases, r.Left, r.Longest, r.Seconds, r.Verdict())
	}
	_ = table.Flush()
	for i := range results {
		if r := &results[i]; r.Fault != nil {
			fmt.Fprintf(w, "\n%s (spec §%s): %s\n  with %s\n",
				r.Row.Name, r.Row.Section, r.Fault.What, r.Fault.Path)
			if len(r.Fault.Debug) > 0 {
				fmt.Fprintf(w, "  to step through it, in sargon debug --plain:\n    %s\n",
					strings.Join(r.Fault.Debug, "\n    "))
			}
		}
	}
}

// WriteRows writes what the rows are about, with their contracts if wanted.
func WriteRows(w io.Writer, rows []*Row, withContracts bool) {
	for _, r := range rows {
		fmt.Fprintf(w, "%s (spec §%s): %s\n  inputs: %s\n", r.Name, r.Section, r.Cut, r.Domain)
		if r.Bounded != "" {
			fmt.Fprintf(w, "  bounded: %s\n", r.Bounded)
		}
		if !withContracts {
			continue
		}
		c := contractOf(r)
		for _, part := range [][2]string{
			{"registers given", c.in}, {"answered", strings.TrimSpace(c.out + " " + c.sets)},
			{"used", c.uses}, {"cells read", c.reads}, {"changed", c.changes}, {"made", c.makes},
			{"not compared", c.own}, {"spoiled", c.spoils}, {"left out", c.calls},
		} {
			if part[1] != "" {
				fmt.Fprintf(w, "  %s: %s\n", part[0], part[1])
			}
		}
	}
}

// Summary says in a sentence what became of the rows; ok if none differs, or is left open.
func Summary(results []Result) (said string, ok bool) {
	number := map[string]int{}
	for i := range results {
		number[results[i].Verdict()]++
	}
	said = fmt.Sprintf("%d of %d routines proved, %d bounded",
		number["proved"], len(results), number["bounded"])
	if n := number["in part"]; n > 0 {
		said += fmt.Sprintf(", %d in part", n)
	}
	if n := number["LEFT OPEN"]; n > 0 {
		said += fmt.Sprintf(", %d LEFT OPEN", n)
	}
	if n := number["DIFFERS"]; n > 0 {
		said += fmt.Sprintf(", %d DIFFER", n)
	}
	return said, number["DIFFERS"]+number["LEFT OPEN"] == 0
}
