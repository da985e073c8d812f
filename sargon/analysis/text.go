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
	explainExchanges(b, e)
	explainSum(b, p, e)
}

func explainPins(b *strings.Builder, p sargon.Position, e *Explanation) {
	b.WriteString("PINS (spec §6): pieces that attack only along the line of their pin\n")
	if len(e.Pins) == 0 {
		b.WriteString("  none\n")
	}
	for _, pin := range e.Pins {
		if !pin.Square.OnBoard() {
			fmt.Fprintf(b, "  byte %02X and step %+d: a list has spilled over into them (spec §14.6)\n",
				uint8(pin.Square), pin.Direction)
			continue
		}
		fmt.Fprintf(b, "  %v on %v, seen along step %+d\n", p.Board[pin.Square].Type(), pin.Square,
			pin.Direction)
	}
	b.WriteByte('\n')
}

// explainControl draws two boards: attackers, and what the pieces add themselves.
func explainControl(b *strings.Builder, e *Explanation) {
	b.WriteString(
		"BOARD CONTROL (spec §8.1–2)\n" +
			"    White's attackers − Black's  |  what the piece itself adds\n")
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
	const row = "  %-2s %-12s %4s  %-21s %-21s %4s %4s\n"
	b.WriteString("PIECES (spec §5–8): who attacks each, and what its owner loses there\n")
	fmt.Fprintf(b, row, "", "", "byte", "White", "Black", "loss", "MTRL")
	for _, s := range e.Squares {
		if s.Piece == sargon.Empty {
			continue
		}
		fmt.Fprintf(b, row, s.Name, nameOf(s.Piece), fmt.Sprintf("%02X", uint8(s.Piece)),
			attackersOf(s, sargon.White), attackersOf(s, sargon.Black), loss(s.Exchange),
			signed(s.Material))
	}
	fmt.Fprintf(b, "  MTRL = %d\n\n", e.Material)
}

// explainExchanges writes the steps of each exchange, below the bytes of its attack lists.
func explainExchanges(b *strings.Builder, e *Explanation) {
	b.WriteString("EXCHANGES (spec §7): the sides are asked in turn; values are doubled\n")
	none := true
	for _, s := range e.Squares {
		if len(s.Steps) == 0 {
			continue
		}
		none = false
		half := len(s.Attackers) / 2
		fmt.Fprintf(b, "  %s %s %d   White % X   Black % X\n", s.Name, nameOf(s.Piece),
			2*s.Piece.Type().Value(), s.Attackers[:half], s.Attackers[half:])
		for i, step := range s.Steps {
			value := "none"
			if step.Value > 0 {
				value = fmt.Sprint(step.Value)
			}
			line := fmt.Sprintf("    %d %-5v %4s  %s", i+1, step.Side, value, step.Then)
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	if none {
		b.WriteString("  none\n")
	}
	b.WriteByte('\n')
}

// nameOf returns colour and type of a piece, without the other bits of its byte: "white rook".
func nameOf(p sargon.Piece) string { return fmt.Sprint(p.Color(), " ", p.Type()) }

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
	line("PTSCK", e.HangingMover, "the piece just moved, if it can be lost")
	line("L", e.Lost, "PTSL − 1, or 0")
	line("W", e.Won, "half of the second gain less one: the first piece can run away")
	line("x", e.Exchanges, "W − L, negated if Black is to move")
	line("material", e.MaterialTerm,
		fmt.Sprintf("x + MTRL − MV0, limited to ±30 (%d%+d−0)", e.Exchanges, e.Material))
	line("control", e.ControlTerm, "BRDC − BC0, limited to ±6; 0 if PTSCK is set")
	line("VALM", e.Value, "128 + (4·material + control), negated if White is to move")
	b.WriteByte('\n')
}
