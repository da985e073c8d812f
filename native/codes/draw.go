package codes

import (
	"fmt"
	"strings"

	"sargon78/sargon"
)

// symbols are the chess symbols of Unicode, by type, White's and Black's.
var symbols = [2][7]rune{
	{'·', '♙', '♘', '♗', '♖', '♕', '♔'},
	{'·', '♟', '♞', '♝', '♜', '♛', '♚'},
}

// Symbol returns the chess symbol of Unicode for a piece, a middle dot for none.
func Symbol(p sargon.Piece) rune { return symbols[p>>7][p.Type()%7] }

// Unicode draws a position with the chess symbols of Unicode.
func Unicode(p sargon.Position) string {
	return grid(p, func(piece sargon.Piece) string { return string(Symbol(piece)) })
}

// ASCII draws a position in letters of FEN between lines.
func ASCII(p sargon.Position) string {
	var b strings.Builder
	const line = "  +---+---+---+---+---+---+---+---+\n"
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(&b, "%s%d ", line, rank+1)
		for file := range 8 {
			letter := p.Board[sargon.SquareAt(file, rank)].Letter()
			if letter == '.' {
				letter = ' '
			}
			fmt.Fprintf(&b, "| %c ", letter)
		}
		b.WriteString("|\n")
	}
	b.WriteString(line + "    a   b   c   d   e   f   g   h\n")
	return b.String()
}

// Coded draws a position in the codes of an encoding.
func Coded(p sargon.Position, e Encoding) string {
	return grid(p, func(piece sargon.Piece) string {
		if code := e.Encode(piece); code != 0 {
			return e.Code(code)
		}
		return " ."
	})
}

// Legend lists the codes of an encoding: all men, and what blocks.
func Legend(e Encoding) string {
	var b strings.Builder
	for _, color := range []sargon.Color{sargon.White, sargon.Black} {
		fmt.Fprintf(&b, "%-5v ", color)
		for t := sargon.Pawn; t <= sargon.King; t++ {
			fmt.Fprintf(&b, "  %v %s", t, e.Code(e.Encode(sargon.NewPiece(t, color))))
		}
		b.WriteByte('\n')
	}
	b.WriteString("blocks")
	for _, blocker := range []struct {
		name string
		code int
	}{
		{"neither's", e.Blockers.Neither}, {"White's", e.Blockers.White},
		{"Black's", e.Blockers.Black}, {"both's", e.Blockers.Both},
	} {
		if blocker.code != NoBlocker {
			fmt.Fprintf(&b, "  %s %s", blocker.name, e.Code(blocker.code))
		}
	}
	b.WriteByte('\n')
	return b.String()
}

// Bordered draws a position in the codes of an encoding on the board of 10x12, with a border of
// one of its blockers.
func Bordered(p sargon.Position, e Encoding, border int) string {
	return rows(12, 10, func(row, column int) string {
		return fmt.Sprintf(" %3s", e.Code(onBordered(p, e, border, sargon.Square(10*row+column))))
	})
}

// onBordered returns what stands on a square of such a board.
func onBordered(p sargon.Position, e Encoding, border int, s sargon.Square) int {
	if !s.OnBoard() {
		return border
	}
	return e.Encode(p.Board[s])
}

// Identities draws the identities of a piece list.
func Identities(l *PieceList) string {
	return gridOf(func(s sargon.Square) string {
		if id := l.Board[s]; id != 0 {
			return fmt.Sprintf("%2d", id)
		}
		return " ."
	})
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
		if s := From0x88(uint8(16*rank + file)); s != sargon.NoSquare {
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

func grid(p sargon.Position, cell func(sargon.Piece) string) string {
	return gridOf(func(s sargon.Square) string { return cell(p.Board[s]) })
}

// gridOf draws a board of cells of equal width, with coordinates.
func gridOf(cell func(sargon.Square) string) string {
	var b strings.Builder
	width := 0
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(&b, "%d", rank+1)
		for file := range 8 {
			text := cell(sargon.SquareAt(file, rank))
			width = len([]rune(text))
			b.WriteString(" " + text)
		}
		b.WriteByte('\n')
	}
	b.WriteByte(' ')
	for file := range 8 {
		fmt.Fprintf(&b, " %*c", width, 'a'+file)
	}
	b.WriteByte('\n')
	return b.String()
}
