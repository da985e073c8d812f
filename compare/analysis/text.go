package analysis

import (
	"fmt"
	"strings"

	"sargon78/sargon"
)

// explain lays the static evaluation out in the order of spec §6–8.
func explain(b *strings.Builder, p sargon.Position, e *Explanation) {
	explainPins(b, p, e)
	explainControl(b, e)
	explainPieces(b, e)
	explainSum(b, p, e)
}

func explainPins(b *strings.Builder, p sargon.Position, e *Explanation) {
	b.WriteString("PINS (spec §6): these pieces attack only along the line of their pin\n")
	if len(e.Pins) == 0 {
		b.WriteString("  none\n")
	}
	for _, pin := range e.Pins {
		fmt.Fprintf(b, "  %v on %v, seen along step %+d\n", p.Board[pin.Square].Type(), pin.Square,
			pin.Direction)
	}
	b.WriteByte('\n')
}

// explainControl draws two boards: attackers, and what the pieces add themselves.
func explainControl(b *strings.Builder, e *Explanation) {
	b.WriteString(
		"BOARD CONTROL (spec §8.1–2): White's attackers less Black's | what the piece itself adds\n")
	bySquare := map[sargon.Square]SquareExplanation{}
	attackers, pieces := 0, 0
	for _, s := range e.Squares {
		bySquare[s.Square] = s
		attackers += int(s.ControlTerm)
		pieces += int(s.PieceTerm)
	}
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(b, "  %d ", rank+1)
		for file := range 8 {
			fmt.Fprintf(b, "%3s", signed(bySquare[sargon.SquareAt(file, rank)].ControlTerm))
		}
		b.WriteString("   | ")
		for file := range 8 {
			fmt.Fprintf(b, "%3s", signed(bySquare[sargon.SquareAt(file, rank)].PieceTerm))
		}
		b.WriteByte('\n')
	}
	b.WriteString("      a  b  c  d  e  f  g  h   |   a  b  c  d  e  f  g  h\n")
	fmt.Fprintf(b, "  BRDC = %+d (attackers) %+d (pieces) = %d\n\n", attackers, pieces, e.BoardControl)
}

func signed(v int8) string {
	if v == 0 {
		return "."
	}
	return fmt.Sprintf("%+d", v)
}

// explainPieces writes a table of the occupied squares: lists, exchange, material.
func explainPieces(b *strings.Builder, e *Explanation) {
	b.WriteString(
		"PIECES (spec §5–7): who attacks each piece, and what an exchange there costs its owner\n")
	b.WriteString(
		"  square piece         byte  White                    Black                    exchange  MTRL\n")
	for _, s := range e.Squares {
		if s.Piece == sargon.Empty {
			continue
		}
		fmt.Fprintf(b, "  %-6s %-13s %02X    %-24s %-24s %8s  %+4d\n", s.Name,
			s.Piece.Color().String()+" "+s.Piece.Type().String(), uint8(s.Piece),
			attackersOf(s, sargon.White), attackersOf(s, sargon.Black), loss(s.Exchange), s.Material)
	}
	fmt.Fprintf(b, "  MTRL = %d\n\n", e.Material)
}

// attackersOf writes a count and the values by slot: "3: P1 N3 Q9".
func attackersOf(s SquareExplanation, side sargon.Color) string {
	count, attackers := s.Attackers.Attackers(side)
	text := fmt.Sprint(count)
	sep := ": "
	for _, a := range attackers {
		text += fmt.Sprintf("%s%c%d", sep, a.Type.Letter(), a.Value)
		sep = " "
	}
	return text
}

func loss(e int8) string {
	if e == 0 {
		return "."
	}
	return fmt.Sprint(e)
}

// explainSum shows how the totals become the value (spec §8).
func explainSum(b *strings.Builder, p sargon.Position, e *Explanation) {
	b.WriteString("VALUE (spec §8)\n")
	line := func(name string, value any, how string) {
		fmt.Fprintf(b, "  %-8s %4v   %s\n", name, value, how)
	}
	line("PTSL", e.PointsLost, fmt.Sprintf("the most that %v may lose (doubled points)", p.Side))
	line("PTSW1", e.PointsWon1, "the most it may win")
	line("PTSW2", e.PointsWon2, "the second most")
	line("PTSCK", e.Checked, "the piece just moved, if it can be lost")
	line("L", e.Lost, "PTSL − 1, or 0")
	line("W", e.Won, "half of the second gain less one: the first piece can run away")
	line("x", e.Exchanges, "W − L, negated if Black is to move")
	line("material", e.MaterialTerm,
		fmt.Sprintf("x + MTRL − MV0, limited to ±30 (%d%+d−0)", e.Exchanges, e.Material))
	line("control", e.ControlTerm, "BRDC − BC0, limited to ±6; 0 if PTSCK is set")
	line("VALM", e.Value, "128 + (4·material + control), the sum negated if White is to move")
	b.WriteByte('\n')
}
