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
	const line = "  +---+---+---+---+---+---+---+---+"
	return line + "\n" + rows(8, 8, func(rank, file int) string {
		letter := string(p.Board[sargon.SquareAt(file, rank)].Letter())
		text := "| " + strings.ReplaceAll(letter, ".", " ") + " "
		switch file {
		case 0:
			return fmt.Sprintf("%d ", rank+1) + text
		case 7:
			return text + "|\n" + line
		}
		return text
	}) + " " + files(4)
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
			rows(12, 10, func(row, column int) string {
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
	return rows(12, 10, func(row, column int) string {
		cell := fmt.Sprintf(" %02X", uint8(p.Board[10*row+column]))
		if column == 0 {
			return fmt.Sprintf("%3d:", 10*row) + cell
		}
		return cell
	})
}

// Dump0x88 shows the 128 bytes of a 0x88 board with Sargon's bytes on it, the eighth rank
// on top, with the number of the first byte of each row. The right half is off the board.
func Dump0x88(p sargon.Position) string {
	return rows(8, 16, func(rank, file int) string {
		piece := sargon.Border
		if s := native.From0x88(uint8(16*rank + file)); s != sargon.NoSquare {
			piece = p.Board[s]
		}
		cell := fmt.Sprintf(" %02X", uint8(piece))
		switch file {
		case 0:
			return fmt.Sprintf("%02X:", 16*rank) + cell
		case 8:
			return " |" + cell
		}
		return cell
	})
}

// grid draws a board of cells of one width, with coordinates.
func grid(width int, cell func(sargon.Square) string) string {
	return rows(8, 8, func(rank, file int) string {
		text := " " + cell(sargon.SquareAt(file, rank))
		if file == 0 {
			return fmt.Sprint(rank+1) + text
		}
		return text
	}) + " " + files(width+1)
}

// files names the files, each in a column of a width, and ends the line.
func files(width int) (text string) {
	for file := range 8 {
		text += fmt.Sprintf("%*c", width, 'a'+file)
	}
	return text + "\n"
}

// rows draws a table, its first row at the bottom.
func rows(height, width int, cell func(row, column int) string) string {
	var b strings.Builder
	for row := height - 1; row >= 0; row-- {
		for column := range width {
			b.WriteString(cell(row, column))
		}
		b.WriteByte('\n')
	}
	return b.String()
}
