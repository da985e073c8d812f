package codes

import (
	"strings"

	"sargon78/sargon"
)

// Rows and columns of a piece in Figures.
const (
	figureRows    = 3
	figureColumns = 7
)

// outlines are the pieces by type, in rows; a dot is inside.
var outlines = [sargon.King + 1][figureRows]string{
	sargon.NoPiece: {"", "", ""},
	sargon.Pawn:    {"", "(.)", "/_\\"},
	sargon.Knight:  {",/|_", "/_..\\", "/_.|"},
	sargon.Bishop:  {"_o_", "(./)", "/_\\"},
	sargon.Rook:    {"|_|_|", "|.|", "/___\\"},
	sargon.Queen:   {"o.o.o", "\\.../", "/___\\"},
	sargon.King:    {"_+_", "(...)", "/___\\"},
}

// Figures draws a position with pieces of plain ASCII, Black's filled, on squares of which the
// dark ones are shaded.
func Figures(p sargon.Position) string {
	var b strings.Builder
	line := "  +" + strings.Repeat(strings.Repeat("-", figureColumns)+"+", 8) + "\n"
	for rank := 7; rank >= 0; rank-- {
		b.WriteString(line)
		for row := range figureRows {
			margin := " "
			if row == figureRows/2 {
				margin = string(rune('1' + rank))
			}
			b.WriteString(margin + " |")
			for file := range 8 {
				s := sargon.SquareAt(file, rank)
				b.WriteString(figureRow(p.Board[s], row, dark(s)) + "|")
			}
			b.WriteByte('\n')
		}
	}
	return b.String() + line + files(8)[1:]
}

// figureRow returns a row of a piece in the middle of its square.
func figureRow(p sargon.Piece, row int, shaded bool) string {
	inside, ground := " ", " "
	if p.Color() == sargon.Black {
		inside = "#"
	}
	if shaded {
		ground = ":"
	}
	outline := strings.ReplaceAll(outlines[p.Type()%7][row], ".", inside)
	left := (figureColumns - len(outline)) / 2
	return strings.Repeat(ground, left) + outline +
		strings.Repeat(ground, figureColumns-left-len(outline))
}

func dark(s sargon.Square) bool { return (s.File()+s.Rank())%2 == 0 }
