package game

import (
	"fmt"
	"slices"
	"strings"

	"sargon78/sargon"
)

// node is a position and how it was reached. Nothing in it changes once it is made.
type node struct {
	mailbox // with what has moved, which decides about castling
	ply     Ply
	clock   int    // half-moves since the last capture or move of a pawn
	number  int    // of the move to be made
	legal   []Move // of the last node of a game only
	key     string // equal for positions that count as the same for repetition
}

// newNode works out what is asked of a position again and again.
func newNode(position sargon.Position, clock, number int) node {
	n := node{mailbox: mailbox{position}, clock: clock, number: number}
	n.legal = n.mailbox.legal()
	n.key = n.repetitionKey()
	return n
}

// fen returns the position with the clock and the number of the game.
func (n *node) fen() string {
	return fmt.Sprintf("%s %d %d", strings.Join(n.fenFields(), " "), n.clock, n.number)
}

// fenPosition returns the position by the convention of spec §16.
func (n *node) fenPosition() (sargon.Position, error) { return sargon.ParseFEN(n.fen()) }

// fenFields returns board, side, rights of castling and en passant square.
func (n *node) fenFields() []string { return strings.Fields(n.FEN())[:4] }

// repetitionKey returns a text that is equal for positions with the same pieces on the
// same squares, the same side to move and the same possible moves: an en passant square
// counts only if there is a legal capture on it.
func (n *node) repetitionKey() string {
	fields := n.fenFields()
	if !slices.ContainsFunc(n.legal, n.isEnPassant) {
		fields[3] = "-"
	}
	return strings.Join(fields, " ")
}

func (n *node) typeOn(s sargon.Square) sargon.PieceType { return n.Board[s].Type() }

// play returns what a legal move leads to.
func (n *node) play(m Move) node {
	after, clock, number := n.mailbox, n.clock+1, n.number
	if n.isCapture(m) || n.typeOn(m.From) == sargon.Pawn {
		clock = 0
	}
	if n.Side == sargon.Black {
		number++
	}
	after.play(m)
	after.FindRoyals()
	next := newNode(after.Position, clock, number)
	next.ply = Ply{Move: m, SAN: n.san(m) + next.check(), Side: n.Side, Number: n.number}
	return next
}

// check returns the sign of check or mate for the end of a move.
func (n *node) check() string {
	switch {
	case !n.InCheck(n.Side):
		return ""
	case len(n.legal) == 0:
		return "#"
	}
	return "+"
}

// san writes a move in standard algebraic notation, without the sign of check.
func (n *node) san(m Move) string {
	piece, from, to := n.typeOn(m.From), m.From.String(), m.To.String()
	switch {
	case n.isCastling(m) && m.To > m.From:
		return "O-O"
	case n.isCastling(m):
		return "O-O-O"
	case n.isCapture(m):
		to = "x" + to
	}
	switch {
	case piece != sargon.Pawn:
		return string(piece.Letter()) + n.disambiguation(m) + to
	case n.isCapture(m):
		to = from[:1] + to
	}
	if m.Promotion != sargon.NoPiece {
		to += "=" + string(m.Promotion.Letter())
	}
	return to
}

// disambiguation distinguishes a piece from others of its type that can go to the same square: by its
// file if that is enough, else by its rank, else by its square.
func (n *node) disambiguation(m Move) string {
	others, sameFile, sameRank := false, false, false
	for _, o := range n.legal {
		if o.To == m.To && o.From != m.From && n.typeOn(o.From) == n.typeOn(m.From) {
			others = true
			sameFile = sameFile || o.From.File() == m.From.File()
			sameRank = sameRank || o.From.Rank() == m.From.Rank()
		}
	}
	from := m.From.String()
	switch {
	case !others:
		return ""
	case !sameFile:
		return from[:1]
	case !sameRank:
		return from[1:]
	}
	return from
}

// insufficientMaterial reports whether no sequence of legal moves can mate because of what
// is on the board: bare kings, one knight, or bishops on squares of one colour.
func (n *node) insufficientMaterial() bool {
	knights := 0
	var bishops [2]int // by the colour of the square
	for i, piece := range n.Board {
		s := sargon.Square(i)
		switch {
		case piece == sargon.Border, piece == sargon.Empty, piece.Type() == sargon.King:
		case piece.Type() == sargon.Knight:
			knights++
		case piece.Type() == sargon.Bishop:
			bishops[(s.File()+s.Rank())%2]++
		default:
			return false
		}
	}
	if knights > 0 {
		return knights == 1 && bishops == [2]int{}
	}
	return bishops[0] == 0 || bishops[1] == 0
}
