package prove

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"sargon78/compare/routine"
	"sargon78/roms"
)

// Verdict returns what has been shown of a row, in a word or two.
func (r *Result) Verdict() string {
	if r.Routine == nil {
		return "not applicable"
	}
	return r.Result.Verdict()
}

// Write writes results as a table, and the faults below it.
func Write(w io.Writer, results []Result) {
	fmt.Fprintln(w)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "routine\tspec\tcases\tleft open\tT-states\tseconds\t\t")
	for i := range results {
		r := &results[i]
		fmt.Fprintf(table, "%s\t§%s\t%d\t%d\t%d\t%.1f\t%s\t\n", r.Row.Name, r.Row.Section,
			r.Cases, r.Undefined, r.Longest, r.Seconds, r.Verdict())
	}
	_ = table.Flush()
	for i := range results {
		r := &results[i]
		if r.Fault == nil {
			if r.Routine == nil && r.Missing != "" {
				fmt.Fprintf(w, "%s (spec §%s) is not applicable: the program has no label %s\n",
					r.Row.Name, r.Row.Section, r.Missing)
			}
			if unused := r.Unused.String(); unused != "" {
				fmt.Fprintf(w, "%s: %s\n", r.Row.Name, unused)
			}
			continue
		}
		fmt.Fprintf(w, "\n%s (spec §%s): %s\n", r.Row.Name, r.Row.Section, r.Fault)
		if len(r.Debug) > 0 {
			fmt.Fprintf(w, "  to step through it, in sargon debug --plain:\n    %s\n",
				strings.Join(r.Debug, "\n    "))
		}
	}
}

// WriteRows writes for each row where its piece of the program begins and ends, and its domain; if
// withContracts is set, also what the routine may touch.
func WriteRows(w io.Writer, image *roms.Image, rows []*Row, withContracts bool) {
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(w, "  %s: %s\n", name, text)
		}
	}
	for _, row := range rows {
		fmt.Fprintf(w, "%s (spec §%s): %s\n", row.Name, row.Section, row.Cut)
		r, missing := row.Routine(image)
		if r == nil {
			line("not applicable", "the program has no label "+missing)
			continue
		}
		line("inputs", inputsText(row.inputs))
		for _, inputs := range row.alternatives {
			line("  or with", inputsText(inputs))
		}
		line("also", row.Also)
		line("bounded", row.Bounded)
		if !withContracts {
			continue
		}
		c := contractOf(row)
		line("registers given", r.Given.String())
		line("answered", r.Results.String())
		line("may change", r.Changes.String())
		for _, use := range []struct {
			name string
			all  []span
		}{
			{"variables read", c.reads}, {"changed", c.changes}, {"made", c.makes}, {"not compared", c.private},
			{"clobbered", c.clobbers},
		} {
			line(use.name, spansText(use.all))
		}
		line("stubbed", strings.Join(c.calls, ", "))
	}
}

func inputsText(inputs []routine.Input) string {
	var parts []string
	for i := range inputs {
		in := &inputs[i]
		name := in.Name
		if in.Len > 1 {
			name = fmt.Sprintf("%s (%d bytes)", name, in.Len)
		}
		text := in.Values.String()
		if in.Values.Name != "" && len(in.List) > 0 && slices.Max(in.List) > 0xFF { // addresses
			text = in.Values.Name
		}
		parts = append(parts, name+" = "+text)
	}
	return strings.Join(parts, "; ")
}

func spansText(all []span) string {
	var parts []string
	for _, s := range all {
		name := addressName(s.at)
		if s.label != "" {
			name = s.label
		}
		if s.n > 1 {
			name += fmt.Sprintf(" (%d bytes)", s.n)
		}
		parts = append(parts, name)
	}
	return strings.Join(parts, ", ")
}

// Summary returns a sentence on the results. ok reports whether no row differs or is left open, and at least
// one is applicable to the program.
func Summary(results []Result) (said string, ok bool) {
	number := map[string]int{}
	for i := range results {
		number[results[i].Verdict()]++
	}
	said = fmt.Sprintf("%d of %d routines proved, %d bounded",
		number["proved"], len(results), number["bounded"])
	for _, verdict := range []string{"not applicable", "in part", "interrupted", "LEFT OPEN", "DIFFERS"} {
		if n := number[verdict]; n > 0 {
			said += fmt.Sprintf(", %d %s", n, strings.TrimSuffix(verdict, "S"))
		}
	}
	if len(results) > 0 && number["not applicable"] == len(results) {
		return said + ": the program has none of the labels; an image needs those of the ROM's source", false
	}
	return said, number["DIFFERS"]+number["LEFT OPEN"] == 0
}
