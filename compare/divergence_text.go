package compare

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"sargon78/compare/observe"
	"sargon78/sargon"
	"sargon78/sargon/emulated/debugger"
	"sargon78/sargon/spec/cells"
)

// String explains the difference to a person, on a screen of 100 columns.
func (d *Divergence) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "case: %v\n", d.Case)
	for i := range d.Seen {
		if why := d.Failure(i); why != "" {
			fmt.Fprintf(&b, "%s: %v\n", d.Names[i], why)
		}
	}
	switch d.Kind {
	case NoDivergence:
		fmt.Fprintf(&b, "%s and %s do the same: %d evaluations\n", d.Names[0], d.Names[1], d.Index)
	case OtherEvaluation:
		fmt.Fprintf(&b, "evaluation %d is the first that differs, after %d in common\n", d.Index,
			d.Index-1)
		d.writeEvaluation(&b)
	case EndedEarlier:
		d.writeEnd(&b)
	case OtherResult:
		fmt.Fprintf(&b, "all %d evaluations are the same, but the results differ:\n", d.Index)
		d.writeResults(&b)
	case NoTrace:
		b.WriteString("the results differ; one of the engines does not show its evaluations:\n")
		d.writeResults(&b)
		d.writeReference(&b)
	}
	for _, line := range d.Suspects {
		b.WriteString(line + "\n")
	}
	return b.String()
}

func (d *Divergence) writeEnd(b *strings.Builder) {
	longer := 0
	if d.Evaluations[0] == nil {
		longer = 1
	}
	fmt.Fprintf(b,
		"the %d evaluations of %s are the first ones of %s, which goes on with evaluation %d\n",
		d.Index-1, d.Names[1-longer], d.Names[longer], d.Index)
	d.writeEvaluation(b)
	fmt.Fprintf(b, "%s ended with %s\n", d.Names[1-longer],
		resultText(&d.Seen[1-longer]))
}

// writeResults shows the results: what differs, or all if that tells nothing.
func (d *Divergence) writeResults(b *strings.Builder) {
	texts := [2]string{resultText(&d.Seen[0]), resultText(&d.Seen[1])}
	if texts[0] == texts[1] {
		fmt.Fprintf(b, "  both: %s\n", texts[0])
		for _, difference := range observe.Differences(&d.Seen[0], &d.Seen[1], sargon.DetailTrace) {
			fmt.Fprintf(b, "  * %v\n", difference)
		}
		return
	}
	for i := range d.Names {
		fmt.Fprintf(b, "  %-14s %s\n", d.Names[i], texts[i])
	}
}

func resultText(o *observe.Observation) string {
	r := &o.Result
	text := r.Best.String()
	if r.Evals > 0 { // otherwise it shows its move only
		text = fmt.Sprintf("%v, score %d, %d evaluations, trace %v", r.Best, uint8(r.Score), r.Evals,
			r.Trace)
	}
	switch {
	case o.Failure != observe.NoFailure:
		text += ": " + o.Text
	case o.NoMove:
		text += ": " + sargon.ErrNoLegalMove.Error()
	case o.Limited:
		text += ": " + sargon.ErrMaxEvals.Error()
	}
	return text
}

// writeEvaluation shows the evaluation side by side.
func (d *Divergence) writeEvaluation(b *strings.Builder) {
	if len(d.Before) > 0 {
		separator := "before it: "
		for _, s := range d.Before {
			fmt.Fprintf(b, "%s%v", separator, s)
			separator = ", "
		}
		b.WriteString("   (ply, move, value)\n")
	}
	if len(d.Line) > 0 {
		fmt.Fprintf(b, "line to it:")
		for _, m := range d.Line {
			fmt.Fprintf(b, " %v", m)
		}
		b.WriteString("\n")
	}
	t := table{tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)}
	t.row("", [3]string{d.Names[0], d.Names[1], "specification"})
	texts := [3]string{"-", "-", "-"}
	for i, e := range d.Evaluations {
		if e != nil {
			texts[i] = e.String()
		}
	}
	t.row("ply, move, value", texts)
	d.rowsOfTotals(&t)
	_ = t.Flush() // into memory
	d.writeBoard(b)
	d.writeAttacks(b)
	for i, text := range d.inside {
		if text != "" {
			fmt.Fprintf(b, "inside %s:\n  %s\n", d.Names[i], strings.ReplaceAll(text, "\n", "\n  "))
		}
	}
}

// rowsOfTotals adds the totals, royal squares and pins; a mark shows what differs.
func (d *Divergence) rowsOfTotals(t *table) {
	if d.States[0] == nil && d.States[1] == nil {
		return
	}
	for _, v := range shownValues() {
		if v.cell == cells.VALM { // that is in the first row
			continue
		}
		texts := [3]string{"-", "-", "-"}
		for i, s := range d.States {
			if s != nil {
				texts[i] = v.text(s)
			}
		}
		t.row(v.name, texts)
	}
}

// table lines columns up.
type table struct{ *tabwriter.Writer }

// row writes a row, and marks it if both engines have the value and differ. The head has no name.
func (t *table) row(name string, texts [3]string) {
	mark := "  "
	if name != "" && texts[0] != texts[1] && texts[0] != "-" && texts[1] != "-" {
		mark = "* "
	}
	fmt.Fprintf(t, "%s%s\t%s\t%s\t%s\n", mark, name, texts[0], texts[1], texts[2])
}

// writeBoard draws the board of the evaluation, and lists the squares on which the other engine has
// another byte.
func (d *Divergence) writeBoard(b *strings.Builder) {
	shown := slices.DeleteFunc([]*sargon.State{d.States[0], d.States[1], d.States[specification]},
		func(s *sargon.State) bool { return s == nil })
	if len(shown) == 0 {
		return
	}
	b.WriteString("  the board, with the move made\n")
	drawing := strings.Split(sargon.Position{Board: shown[0].Board}.String(), "\n")
	for _, line := range drawing[:9] {
		line, _, _ = strings.Cut(line, "   ")
		fmt.Fprintf(b, "  %s\n", line)
	}
	if d.States[1] == nil {
		return
	}
	var lines []string
	for s := range sargon.Square(sargon.BoardSize) {
		if x, y := shown[0].Board[s], d.States[1].Board[s]; x != y {
			lines = append(lines, fmt.Sprintf("* %v: %v / %v", s, x, y))
		}
	}
	writeSome(b, lines, 4, "squares")
}

// writeSome writes the first lines of a list, and how many more there are.
func writeSome(b *strings.Builder, lines []string, most int, what string) {
	for _, line := range lines[:min(most, len(lines))] {
		b.WriteString(line + "\n")
	}
	if more := len(lines) - most; more > 0 {
		fmt.Fprintf(b, "  and %d more %s\n", more, what)
	}
}

// writeAttacks shows the squares on which attack lists or exchanges differ, as each engine
// counts them on the board of the evaluation.
func (d *Divergence) writeAttacks(b *strings.Builder) {
	x, y := d.examined[0], d.examined[1]
	if x == nil || y == nil {
		d.writeReference(b)
		return
	}
	if d.atRoot {
		b.WriteString("both rest on the same, but for the root (BC0, MV0) or what is done afterwards\n")
	}
	var lines []string
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		if one, other := attackText(x, s), attackText(y, s); one != other {
			lines = append(lines, fmt.Sprintf("* attackers of %v: %s / %s", s, one, other))
		}
	}
	writeSome(b, lines, 6, "squares with other attackers")
}

// writeReference shows what one engine counts if the other shows no lists: only the squares on
// which a piece is lost, since those decide.
func (d *Divergence) writeReference(b *strings.Builder) {
	x, name := d.examined[0], d.Names[0]
	if x == nil {
		x, name = d.examined[1], d.Names[1]
	}
	if x == nil {
		return
	}
	where := "then"
	if d.Kind == NoTrace {
		where = "before the search"
	}
	fmt.Fprintf(b, "what %s has %s; White, then Black: how many, and who as half-bytes from pawn "+
		"to king\n", name, where)
	fmt.Fprintf(b, "  pins: %s\n", debugger.PinsText(x.Pins))
	var lines []string
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		if list := &x.Attacks[s]; x.Exchanges[s] != 0 || d.isPiece(s) && list[0] > 0 && list[7] > 0 {
			lines = append(lines, fmt.Sprintf("  attackers of %v: %s", s, attackText(x, s)))
		}
	}
	writeSome(b, lines, 8, "attacked pieces")
}

// isPiece tells whether a piece stands on a square when the evaluation is done.
func (d *Divergence) isPiece(s sargon.Square) bool {
	for _, state := range d.States {
		if state != nil {
			return state.Board[s] != sargon.Empty && state.Board[s] != sargon.Border
		}
	}
	return false
}

// attackText writes an attack list: for each side the count and the slots from pawn to
// king, then the exchange.
func attackText(x *sargon.Examination, s sargon.Square) string {
	l := x.Attacks[s]
	text := fmt.Sprintf("%d:%x %d:%x", l[0], l[1:7], l[7], l[8:])
	if x.Exchanges[s] != 0 {
		text += fmt.Sprintf(" loses %d", x.Exchanges[s])
	}
	return text
}
