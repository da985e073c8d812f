package sargon

import (
	"fmt"
	"iter"
	"strings"
)

// Indexes of Position.Royal, in the order of the variables POSK and POSQ (spec §1).
const (
	WhiteKing = iota
	BlackKing
	WhiteQueen
	BlackQueen
)

// Position is all that decides what the program plays: the board bytes, the royal
// squares, who moves, the move number and the previous move (spec §1, §4, §12).
type Position struct {
	Board [BoardSize]Piece // with its border of 0xFF
	// Royal is where the program believes kings and queens to be; NoSquare if not on
	// the board. In the course of a game it may be wrong about queens (spec §14.1).
	Royal      [4]Square
	Side       Color
	MoveNumber uint8 // MOVENO; at 1 the book answers
	Previous   Move  // the opponent's last move; the zero Move if it is not known
}

// emptyBoard is a board with nothing but its border.
var emptyBoard = func() (board [BoardSize]Piece) {
	for i := range board {
		if !Square(i).OnBoard() {
			board[i] = Border
		}
	}
	return board
}()

// Validate refuses what would lead the rules of an engine off the board: a byte that is no
// piece, a broken border, not one king each, a royal square off the board, a side that is
// neither White nor Black.
func (p *Position) Validate() error {
	var kings [2]int
	for i, piece := range p.Board {
		s := Square(i)
		switch {
		case !s.OnBoard():
			if piece != Border {
				return fmt.Errorf("%v must be border, FF, but holds %02X", s, uint8(piece))
			}
		case piece == Empty:
		case !piece.Valid():
			return fmt.Errorf("%02X on %v is not a piece byte", uint8(piece), s)
		case piece.Type() == King:
			kings[piece>>7]++
		}
	}
	if kings != [2]int{1, 1} {
		return fmt.Errorf("%d white and %d black kings; want one each", kings[0], kings[1])
	}
	for _, s := range p.Royal {
		if s != NoSquare && !s.OnBoard() {
			return fmt.Errorf("royal square %v is not on the board", s)
		}
	}
	if p.Side != White && p.Side != Black {
		return fmt.Errorf("side to move %02X; want 00 for White or 80 for Black", uint8(p.Side))
	}
	return nil
}

// EmptyPosition returns a board without pieces, White to move, move number 2.
func EmptyPosition() Position { return Position{Board: emptyBoard, MoveNumber: 2} }

// StartPosition returns the start array (spec §1), White to move, move number 1.
func StartPosition() Position {
	p := EmptyPosition()
	p.MoveNumber = 1
	for file, t := range homePieces {
		p.Board[SquareAt(file, 0)] = NewPiece(t, White)
		p.Board[SquareAt(file, 1)] = NewPiece(Pawn, White)
		p.Board[SquareAt(file, 6)] = NewPiece(Pawn, Black)
		p.Board[SquareAt(file, 7)] = NewPiece(t, Black)
	}
	p.FindRoyals()
	return p
}

// pieces returns the occupied squares with their pieces, from a1 to h8.
func (p *Position) pieces() iter.Seq2[Square, Piece] {
	return func(yield func(Square, Piece) bool) {
		for s := FirstSquare; s <= LastSquare; s++ {
			if piece := p.Board[s]; piece != Empty && piece != Border && !yield(s, piece) {
				return
			}
		}
	}
}

// FindRoyals recomputes the royal squares from the board, as ROYALT does: squares are
// scanned from a1 to h8, and the last one found wins (spec §15).
func (p *Position) FindRoyals() {
	p.Royal = [4]Square{}
	for s, piece := range p.pieces() {
		if piece.Type() < Queen {
			continue
		}
		i := WhiteKing
		if piece.Type() == Queen {
			i = WhiteQueen
		}
		if piece.Color() == Black {
			i++
		}
		p.Royal[i] = s
	}
}

// InCheck reports whether the king of a side is attacked. A side without a king is not.
// The king is looked for on the board, not in Royal.
func (p *Position) InCheck(side Color) bool {
	for s, piece := range p.pieces() {
		if piece.Type() == King && piece.Color() == side {
			return p.Attacked(s, side.Other())
		}
	}
	return false
}

var (
	diagonals   = [4]int{+9, +11, -11, -9}
	lines       = [4]int{+10, -10, +1, -1}
	knightSteps = [8]int{-21, -12, +8, +19, +21, +12, -8, -19}
)

// Attacked reports whether a piece of a side attacks a square, by the rules of chess: no
// pins, no en passant. s must be on the board.
func (p *Position) Attacked(s Square, by Color) (attacked bool) {
	p.attackers(s, func(piece Piece) { attacked = attacked || piece.Color() == by })
	return attacked
}

// attackers scans from a square in all directions, as an evaluation does, and calls f for each
// piece that attacks it, alone or through others of its colour (spec §5); pins do not count. It
// returns how many squares it has passed.
func (p *Position) attackers(s Square, f func(Piece)) (passed int) {
	for _, step := range knightSteps {
		if piece := p.Board[int(s)+step]; piece.Type() == Knight {
			f(piece)
		}
	}
	for _, step := range diagonals {
		passed += p.scanRay(s, step, Bishop, f)
	}
	for _, step := range lines {
		passed += p.scanRay(s, step, Rook, f)
	}
	return passed
}

// scanRay does the work of attackers along one line, on which pieces of the type slider move.
func (p *Position) scanRay(from Square, step int, slider PieceType, f func(Piece)) (passed int) {
	var met Piece // the first one
	for at := int(from) + step; Square(at).OnBoard(); at += step {
		passed++
		piece := p.Board[at]
		if piece == Empty {
			continue
		}
		if met != Empty && met.Color() != piece.Color() {
			break
		}
		met = piece
		near := at == int(from)+step
		// A pawn captures forwards: a white one stands below the square it attacks, a black one above.
		pawn := near && slider == Bishop && step > 0 == (piece.Color() == Black)
		t := piece.Type()
		slides := t == Queen || t == slider || t == Pawn && pawn // others may attack through it
		if slides || t == King && near {
			f(piece)
		}
		if !slides {
			break
		}
	}
	return passed
}

// ranks returns the letters of FEN on each rank, the eighth first, with '.' for empty squares.
func (p *Position) ranks() []string {
	ranks := make([]string, 8)
	for i := range ranks {
		var rank [8]byte
		for file := range rank {
			rank[file] = p.Board[SquareAt(file, 7-i)].Letter()
		}
		ranks[i] = string(rank[:])
	}
	return ranks
}

// String draws the board in letters of FEN, the eighth rank on top, '.' for empty
// squares, with coordinates and the side to move.
func (p Position) String() string {
	text := ""
	for i, rank := range p.ranks() {
		text += fmt.Sprintf("%d %s\n", 8-i, strings.Join(strings.Split(rank, ""), " "))
	}
	return text + "  a b c d e f g h   " + p.Side.String() + " to move\n"
}
