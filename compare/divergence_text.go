package compare

import (
	"cmp"
	"fmt"
	"strings"
	"text/tabwriter"

	"sargon78/compare/observe"
	"sargon78/sargon"
	"sargon78/sargon/emulated/debugger"
)

// String explains the difference to a person, on a screen of 100 columns.
func (d *Divergence) String() string {
	var b strings.Builder
	one, other := &d.sides[0], &d.sides[1]
	fmt.Fprintf(&b, "case: %v\n", d.Case)
	for i, s := range d.sides[:referenceSide] {
		if why := d.Failure(i); why != "" {
			fmt.Fprintf(&b, "%s: %v\n", s.name, why)
		}
	}
	switch d.Kind {
	case NoDivergence:
		fmt.Fprintf(&b, "%s and %s do the same: %d evaluations\n", one.name, other.name, d.Index)
	case OtherEvaluation:
		fmt.Fprintf(&b, "evaluation %d is the first that differs, after %d in common\n", d.Index,
			d.Index-1)
		d.writeEvaluation(&b)
	case EndedEarlier:
		shorter, longer := one, other
		if other.evaluation == nil {
			shorter, longer = other, one
		}
		fmt.Fprintf(&b,
			"the %d evaluations of %s are the first ones of %s, which goes on with evaluation %d\n",
			d.Index-1, shorter.name, longer.name, d.Index)
		d.writeEvaluation(&b)
		fmt.Fprintf(&b, "%s ended with %s\n", shorter.name, resultText(&shorter.observation))
	case OtherResult:
		fmt.Fprintf(&b, "all %d evaluations are the same, but the results differ:\n", d.Index)
		d.writeResults(&b)
	case NoTrace:
		b.WriteString("the results differ; one of the engines does not show its evaluations:\n")
		d.writeResults(&b)
		d.writeReference(&b, "before the search")
	}
	for _, line := range d.Suspects {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// Changes lists the evaluations of the same moves to which the engines give different values, as long
// as both try the same moves.
func (d *Divergence) Changes() string {
	text := fmt.Sprintf("values that differ among the first %d evaluations: %d", d.sameMoves, d.changedValues)
	if d.movesDiffer {
		text += "; after those the searches try other moves"
	}
	lines := append([]string{text}, d.changes...)
	if more := d.changedValues - len(d.changes); more > 0 {
		lines = append(lines, fmt.Sprintf("  and %d more", more))
	}
	return strings.Join(lines, "\n")
}

// writeResults shows the results: what differs, or all if that says nothing.
func (d *Divergence) writeResults(b *strings.Builder) {
	one, other := &d.sides[0], &d.sides[1]
	text, otherText := resultText(&one.observation), resultText(&other.observation)
	if text != otherText {
		fmt.Fprintf(b, "  %-14s %s\n  %-14s %s\n", one.name, text, other.name, otherText)
		return
	}
	fmt.Fprintf(b, "  both: %s\n", text)
	for _, difference := range observe.Differences(&one.observation, &other.observation, sargon.DetailTrace) {
		fmt.Fprintf(b, "  * %v\n", difference)
	}
}

// resultText returns the result of a search in one line.
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
	var before []string
	for _, e := range d.Before {
		before = append(before, e.String())
	}
	if before != nil {
		fmt.Fprintf(b, "before it: %s   (ply, move, value)\n", strings.Join(before, ", "))
	}
	if len(d.Line) > 0 {
		fmt.Fprintf(b, "line to it: %s\n", strings.Trim(fmt.Sprint(d.Line), "[]"))
	}
	d.writeValues(b)
	d.writeBoard(b)
	d.writeAttacks(b)
	for _, s := range d.sides[:referenceSide] {
		if s.origin != "" {
			fmt.Fprintf(b, "inside %s:\n  %s\n", s.name, strings.ReplaceAll(s.origin, "\n", "\n  "))
		}
	}
}

// writeValues lines up the values of the evaluation and of what it rests on; a mark shows what both
// engines have and differs.
func (d *Divergence) writeValues(b *strings.Builder) {
	one, other, spec := &d.sides[0], &d.sides[1], &d.sides[referenceSide]
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "  \t%s\t%s\tspecification\n", one.name, other.name)
	for _, r := range shownRows(one.step, other.step, spec.step) {
		mark := "  "
		switch {
		case r[1] == "" && r[2] == "", r[0] == "VALM": // that is in the first row
			continue
		case r[1] != r[2] && r[1] != "" && r[2] != "":
			mark = "* "
		}
		fmt.Fprintf(t, "%s%s\t%s\t%s\t%s\n", mark, r[0], cmp.Or(r[1], "-"), cmp.Or(r[2], "-"), cmp.Or(r[3], "-"))
	}
	_ = t.Flush() // into memory
}

// shown returns the state whose board is shown: that of the first side that has one, nil if none has.
func (d *Divergence) shown() *sargon.State {
	for i := range d.sides {
		if d.sides[i].state != nil {
			return d.sides[i].state
		}
	}
	return nil
}

// writeBoard draws the board of the evaluation, and lists the squares on which the other engine has
// another byte.
func (d *Divergence) writeBoard(b *strings.Builder) {
	shown, other := d.shown(), d.sides[1].state
	if shown == nil {
		return
	}
	b.WriteString("  the board, with the move made\n")
	drawing := strings.Split(sargon.Position{Board: shown.Board}.String(), "\n")
	for _, line := range drawing[:9] {
		line, _, _ = strings.Cut(line, "   ")
		fmt.Fprintf(b, "  %s\n", line)
	}
	var lines []string
	for s, piece := range shown.Board {
		if other != nil && other.Board[s] != piece {
			lines = append(lines, fmt.Sprintf("* %v: %v / %v", sargon.Square(s), piece, other.Board[s]))
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
	x, y := d.sides[0].examined, d.sides[1].examined
	if x == nil || y == nil {
		d.writeReference(b, "then")
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
func (d *Divergence) writeReference(b *strings.Builder, when string) {
	known := &d.sides[0]
	if known.examined == nil {
		known = &d.sides[1]
	}
	x := known.examined
	if x == nil {
		return
	}
	fmt.Fprintf(b, "what %s has %s; White, then Black: how many, and who as half-bytes from pawn "+
		"to king\n", known.name, when)
	fmt.Fprintf(b, "  pins: %s\n", debugger.PinsText(x.Pins))
	shown := d.shown()
	var lines []string
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		piece := shown != nil && shown.Board[s] != sargon.Empty && shown.Board[s] != sargon.Border
		if list := &x.Attacks[s]; x.Exchanges[s] != 0 || piece && list[0] > 0 && list[7] > 0 {
			lines = append(lines, fmt.Sprintf("  attackers of %v: %s", s, attackText(x, s)))
		}
	}
	writeSome(b, lines, 8, "attacked pieces")
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
