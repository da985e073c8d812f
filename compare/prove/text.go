package prove

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// How many percent of all cases of a row may leave the specification: of a row that has more, too
// little is shown. The most are the 11 % of "boards, pins", which is bounded. The first cases, which a
// part of a row has, are alike: of them not all may.
const (
	maxLeft        = 10
	maxLeftBounded = 15
)

// Verdict is a word or two for what became of a row.
func (r *Result) Verdict() string {
	most := uint64(maxLeft)
	if r.Row.Bounded != "" {
		most = maxLeftBounded
	}
	switch {
	case r.Fault != nil:
		return "DIFFERS"
	case r.Missing != "":
		return "not applicable"
	case r.Left > 0 && r.Left == r.Cases, r.Done && r.Left*100 > r.Cases*most:
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
		r := &results[i]
		if r.Fault == nil {
			if r.Missing != "" {
				fmt.Fprintf(w, "%s (spec §%s) is not applicable: the program has no label %s\n",
					r.Row.Name, r.Row.Section, r.Missing)
			}
			continue
		}
		fmt.Fprintf(w, "\n%s (spec §%s): %s\n", r.Row.Name, r.Row.Section, r.Fault)
		if len(r.Fault.Debug) > 0 {
			fmt.Fprintf(w, "  to step through it, in sargon debug --plain:\n    %s\n",
				strings.Join(r.Fault.Debug, "\n    "))
		}
	}
}

// String says what differs, and with which inputs.
func (f *Fault) String() string {
	if f.Path == "" {
		return f.What
	}
	return fmt.Sprintf("%s\n  with %s", f.What, f.Path)
}

// WriteRows writes what the rows are about, with their contracts if wanted.
func WriteRows(w io.Writer, rows []*Row, withContracts bool) {
	for _, r := range rows {
		fmt.Fprintf(w, "%s (spec §%s): %s\n", r.Name, r.Section, r.Cut)
		lines := [][2]string{{"inputs", strings.ReplaceAll(r.Domain, " | ", "\n    | ")}, {"bounded", r.Bounded}}
		if c := contractOf(r); withContracts {
			lines = append(lines, [][2]string{
				{"registers given", c.in}, {"answered", strings.TrimSpace(c.out + " " + c.sets)},
				{"used", c.uses}, {"cells read", c.reads}, {"changed", c.changes}, {"made", c.makes},
				{"not compared", c.own}, {"spoiled", c.spoils}, {"left out", c.calls},
			}...)
		}
		for _, line := range lines {
			if line[1] != "" {
				fmt.Fprintf(w, "  %s: %s\n", line[0], line[1])
			}
		}
	}
}

// Summary returns a sentence on the results; ok reports whether no row differs or is left open, and at
// least one is applicable to the program.
func Summary(results []Result) (said string, ok bool) {
	number := map[string]int{}
	for i := range results {
		number[results[i].Verdict()]++
	}
	said = fmt.Sprintf("%d of %d routines proved, %d bounded",
		number["proved"], len(results), number["bounded"])
	for _, verdict := range []string{"not applicable", "in part", "LEFT OPEN", "DIFFERS"} {
		if n := number[verdict]; n > 0 {
			said += fmt.Sprintf(", %d %s", n, strings.TrimSuffix(verdict, "S"))
		}
	}
	if len(results) > 0 && number["not applicable"] == len(results) {
		return said + ": the program has none of the labels; an image needs those of the ROM's source", false
	}
	return said, number["DIFFERS"]+number["LEFT OPEN"] == 0
}
