package codes

import (
	"fmt"
	"strings"

	"sargon78/native"
	"sargon78/sargon"
)

// Unicode draws a position with the chess symbols of Unicode.
func Unicode(p sargon.Position) string {
	symbols := [2][]rune{[]rune("·♙♘♗♖♕♔·"), []rune("·♟♞♝♜♛♚·")}
	return grid(1, func(s sargon.Square) string {
		piece := p.Board[s]
		return string(symbols[piece>>7][piece.Type()])
	})
}

// ASCII draws a position in letters of FEN between lines.
func ASCII(p sargon.Position) string {
	const line = "  +---+---+---+---+---+---+---+---+\n"
	ranks := table(8, 8, numbered("%d ", 1, 1), func(rank, file int) string {
		letter := string(p.Board[sargon.SquareAt(file, rank)].Letter())
		return "| " + strings.ReplaceAll(letter, ".", " ") + " "
	})
	return line + strings.ReplaceAll(ranks, "\n", "|\n"+line) + " " + files(4)
}

// draw shows all codes of an encoding, and a position in them.
func (e Encoding) draw(p sargon.Position) string {
	text := e.Legend() + grid(2, func(s sargon.Square) string {
		if code := e.Encode(p.Board[s]); code != 0 {
			return e.Code(code)
		}
		return " ."
	})
	if e.Blockers.Both != NoBlocker {
		text += "with a border that blocks both sides without a test of its own\n" +
			table(12, 10, nil, func(row, column int) string {
				code := e.Blockers.Both
				if s := sargon.Square(10*row + column); s.OnBoard() {
					code = e.Encode(p.Board[s])
				}
				return fmt.Sprintf(" %3s", e.Code(code))
			})
	}
	return text
}

// Legend lists the codes: all pieces, and what blocks.
func (e Encoding) Legend() string {
	var b strings.Builder
	for _, color := range []sargon.Color{sargon.White, sargon.Black} {
		fmt.Fprintf(&b, "%-5v ", color)
		for t := sargon.Pawn; t <= sargon.King; t++ {
			fmt.Fprintf(&b, "  %v %s", t, e.Code(e.Encode(sargon.NewPiece(t, color))))
		}
		b.WriteByte('\n')
	}
	b.WriteString("blocks")
	blockers := e.Blockers
	for i, code := range []int{blockers.Neither, blockers.White, blockers.Black, blockers.Both} {
		if code != NoBlocker {
			whose := [...]string{"neither's", "White's", "Black's", "both's"}[i]
			fmt.Fprintf(&b, "  %s %s", whose, e.Code(code))
		}
	}
	return b.String() + "\n"
}

// Dump10x12 shows the 120 bytes of Sargon's board, the eighth rank on top, with the index
// of the first byte of each row.
func Dump10x12(p sargon.Position) string {
	return table(12, 10, numbered("%3d:", 10, 0), func(row, column int) string {
		return fmt.Sprintf(" %02X", uint8(p.Board[10*row+column]))
	})
}

// Dump0x88 shows the 128 bytes of a 0x88 board with Sargon's bytes on it, the eighth rank
// on top, with the number of the first byte of each row. The right half is off the board.
func Dump0x88(p sargon.Position) string {
	return table(8, 16, numbered("%02X:", 16, 0), func(rank, file int) string {
		piece, gap := sargon.Border, ""
		if s := native.From0x88(uint8(16*rank + file)); s != sargon.NoSquare {
			piece = p.Board[s]
		}
		if file == 8 {
			gap = " |"
		}
		return fmt.Sprintf("%s %02X", gap, uint8(piece))
	})
}

// grid draws a board of cells of one width, with coordinates.
func grid(width int, cell func(sargon.Square) string) string {
	return table(8, 8, numbered("%d", 1, 1), func(rank, file int) string {
		return " " + cell(sargon.SquareAt(file, rank))
	}) + " " + files(width+1)
}

// files names the files, each in a column of a width, and ends the line.
func files(width int) (text string) {
	for file := range 8 {
		text += fmt.Sprintf("%*c", width, 'a'+file)
	}
	return text + "\n"
}

// numbered names a row by times its number and first more.
func numbered(form string, times, first int) func(row int) string {
	return func(row int) string { return fmt.Sprintf(form, times*row+first) }
}

// table draws rows of cells, its first row at the bottom, perhaps with names at the left.
func table(
	height, width int, name func(row int) string, cell func(row, column int) string,
) string {
	var b strings.Builder
	for row := height - 1; row >= 0; row-- {
		if name != nil {
			b.WriteString(name(row))
		}
		for column := range width {
			b.WriteString(cell(row, column))
		}
		b.WriteByte('\n')
	}
	return b.String()
}
