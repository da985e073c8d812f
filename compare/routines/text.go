package routines

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"sargon78/native/literal"
	"sargon78/sargon"
)

// Write writes results as a table, with the first difference of each routine under it.
func Write(w io.Writer, results []Result) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "routine\tspec\tdrawn\tundefined\tdifferent\t")
	for _, r := range results {
		fmt.Fprintf(table, "%s\t§%s\t%d\t%d\t%d\t\n",
			r.Name, r.Section, r.Drawn, r.Undefined, r.Different)
	}
	_ = table.Flush()
	for _, r := range results {
		if r.First != nil {
			fmt.Fprintf(w, "\n%s (spec §%s):\n%s", r.Name, r.Section, r.First)
		}
	}
}

// maxUndefined is how many percent of the inputs of a routine may lead out of the specification: of
// a routine that has more, too little is shown.
const maxUndefined = 10

// Verdict says what is wrong with the results of a comparison, "" if nothing is: a routine differs,
// or was hardly compared.
func Verdict(results []Result) string {
	for _, r := range results {
		if r.Different > 0 {
			return "routines differ"
		}
	}
	for _, r := range results {
		if inputs := r.Drawn; r.Undefined*100 > inputs*maxUndefined || inputs == 0 {
			return fmt.Sprintf("%s is undefined for %d of %d inputs, more than %d %%",
				r.Name, r.Undefined, inputs, maxUndefined)
		}
	}
	if len(results) == 0 {
		return "nothing was compared"
	}
	return ""
}

// maxCells is how many different cells are shown.
const maxCells = 12

// String shows the input and what differs.
func (d *Difference) String() string {
	var b strings.Builder
	c := &d.Input
	for rank := 7; rank >= 0; rank-- {
		b.WriteString("    ")
		for file := range 8 {
			if p := sargon.Piece(c.Tables[21+10*rank+file]); p == sargon.Empty {
				b.WriteString(" ..")
			} else {
				fmt.Fprintf(&b, " %02X", uint8(p))
			}
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "    %v; move number %d; view of %v from %v\n",
		c.Color, c.MoveNumber, c.Piece, sargon.Square(c.Square))
	tables := c.Tables[literal.CellLists:]
	fmt.Fprintf(&b, "    lists % X | % X\n", tables[:7], tables[7:14])
	royals := c.Tables[literal.CellRoyals:]
	fmt.Fprintf(&b, "    %d pins; royal squares % X\n", c.NPins, royals[:4])
	if d.Err != nil {
		fmt.Fprintf(&b, "  the program fails: %v\n", d.Err)
	}
	for i, cell := range d.Cells {
		if i == maxCells {
			fmt.Fprintf(&b, "  … and %d more\n", len(d.Cells)-i)
			break
		}
		fmt.Fprintf(&b, "  %s\n", cell)
	}
	return b.String()
}

// MarshalText is String, for reports in JSON.
func (d *Difference) MarshalText() ([]byte, error) { return []byte(d.String()), nil }
