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
	fmt.Fprintln(table, "routine\tspec\tcomplete\tdrawn\tundefined\tdifferent\t")
	for _, r := range results {
		fmt.Fprintf(table, "%s\t§%s\t%d\t%d\t%d\t%d\t\n",
			r.Name, r.Section, r.Complete, r.Drawn, r.Undefined, r.Different)
	}
	_ = table.Flush()
	for _, r := range results {
		if r.First != nil {
			fmt.Fprintf(w, "\n%s (spec §%s):\n%s", r.Name, r.Section, r.First)
		}
	}
}

// Same tells whether something was compared, and nothing differed.
func Same(results []Result) bool {
	compared := uint64(0)
	for _, r := range results {
		if r.Different > 0 {
			return false
		}
		compared += r.Complete + r.Drawn - r.Undefined
	}
	return compared > 0
}

// mostCells is how many different cells are shown.
const mostCells = 12

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
		if i == mostCells {
			fmt.Fprintf(&b, "  … and %d more\n", len(d.Cells)-i)
			break
		}
		fmt.Fprintf(&b, "  %s\n", cell)
	}
	return b.String()
}

// MarshalText is String, for reports in JSON.
func (d *Difference) MarshalText() ([]byte, error) { return []byte(d.String()), nil }
