package codes

import (
	"strings"

	"sargon78/sargon"
)

// Rows and columns of a man in Men.
const (
	manRows    = 3
	manColumns = 7
)

// outlines are the men by type, in rows; a dot is inside.
var outlines = [sargon.King + 1][manRows]string{
	sargon.NoPiece: {"", "", ""},
	sargon.Pawn:    {"", "(.)", "/_\\"},
	sargon.Knight:  {",/|_", "/_..\\", "/_.|"},
	sargon.Bishop:  {"_o_", "(./)", "/_\\"},
	sargon.Rook:    {"|_|_|", "|.|", "/___\\"},
	sargon.Queen:   {"o.o.o", "\\.../", "/___\\"},
	sargon.King:    {"_+_", "(...)", "/___\\"},
}

// Men draws a position with men of plain ASCII, Black's filled, on squares of which the dark
// ones are shaded.
func Men(p sargon.Position) string {
	var b strings.Builder
	line := "  +" + strings.Repeat(strings.Repeat("-", manColumns)+"+", 8) + "\n"
	for rank := 7; rank >= 0; rank-- {
		b.WriteString(line)
		for row := range manRows {
			margin := " "
			if row == manRows/2 {
				margin = string(rune('1' + rank))
			}
			b.WriteString(margin + " |")
			for file := range 8 {
				s := sargon.SquareAt(file, rank)
				b.WriteString(manRow(p.Board[s], row, dark(s)) + "|")
			}
			b.WriteByte('\n')
		}
	}
	b.WriteString(line + "  ")
	for file := range 8 {
		b.WriteString("    " + string(rune('a'+file)) + "   ")
	}
	return strings.TrimRight(b.String(), " ") + "\n"
}

// manRow returns a row of a man in the middle of its square.
func manRow(p sargon.Piece, row int, shaded bool) string {
	inside, ground := " ", " "
	if p.Color() == sargon.Black {
		inside = "#"
	}
	if shaded {
		ground = ":"
	}
	outline := strings.ReplaceAll(outlines[p.Type()%7][row], ".", inside)
	left := (manColumns - len(outline)) / 2
	return strings.Repeat(ground, left) + outline +
		strings.Repeat(ground, manColumns-left-len(outline))
}
