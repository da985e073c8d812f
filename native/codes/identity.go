package codes

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"sargon78/sargon"
)

// Identity is one of the 32 pieces of a set, for the whole game: White's first rank is 1–8 from
// the a-file, White's pawns 9–16, Black's eighth rank 17–24, Black's pawns 25–32. The rook of
// a1 is 1, the pawn of a2 9, the rook of a8 17, the pawn of h7 32. A promoted pawn keeps its
// identity. 0 is an empty square.
//
// It is good for piece lists: a table of 32 squares finds every piece without a walk over the
// board, and a piece can be followed through a game.
type Identity uint8

// NumIdentities is how many pieces there are: identities are 1 to NumIdentities.
const NumIdentities = 32

// Home returns where the piece stands at the start of a game; NoSquare for what is no identity.
func (id Identity) Home() sargon.Square {
	if id < 1 || id > NumIdentities {
		return sargon.NoSquare
	}
	n := int(id - 1)
	return sargon.SquareAt(n%8, [4]int{0, 1, 7, 6}[n/8])
}

// PieceList is a position by identities.
type PieceList struct {
	Board   [sargon.BoardSize]Identity       // by square
	Squares [NumIdentities + 1]sargon.Square // by identity; NoSquare for one that was captured
	Pieces  [NumIdentities + 1]sargon.Piece  // by identity; a pawn may have become a queen
	Guessed bool                             // it was not followed from the start of a game
}

// put puts a piece on the board.
func (l *PieceList) put(id Identity, s sargon.Square, piece sargon.Piece) {
	l.Board[s], l.Squares[id], l.Pieces[id] = id, s, piece
}

// Identify gives the pieces of a position identities. Those at the start of a game are sure; of
// another position it is a guess: a piece on its home square has not left it, pawns are as near
// to their file as they can be, bishops keep their colour, and what is one too many of its kind
// was a pawn. It is an error if a side has more pieces than a set.
func Identify(p sargon.Position) (*PieceList, error) {
	l := &PieceList{Guessed: p.MoveNumber != 1 || p.Board != start.Board}
	for cost := range never + 1 {
		for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
			piece := p.Board[s]
			if piece == sargon.Empty || piece == sargon.Border || l.Board[s] != 0 {
				continue
			}
			if cost == never {
				return nil, fmt.Errorf("the %v %v on %v is one too many: "+
					"a side has sixteen pieces, and only pawns become others",
					piece.Color(), piece.Type(), s)
			}
			for id := Identity(1); id <= NumIdentities; id++ {
				if l.Squares[id] == sargon.NoSquare && strange(id, s, piece) == cost {
					l.put(id, s, piece)
					break
				}
			}
		}
	}
	return l, nil
}

var start = sargon.StartPosition()

// never is how strange it is that a piece is another than it can be.
const never = 10

// strange tells how strange it is that a piece on a square is the one of an identity: 0 to never.
func strange(id Identity, s sargon.Square, piece sargon.Piece) int {
	home := id.Home()
	man := start.Board[home]
	was, is := man.Type(), piece.Type()
	switch {
	case man.Color() != piece.Color() || was != is && (was != sargon.Pawn || is == sargon.King):
		return never
	case was != is:
		return never - 1 // promoted
	case s == home:
		return 0
	case is == sargon.Pawn:
		return 1 + abs(s.File()-home.File())
	case is == sargon.Bishop && dark(s) != dark(home):
		return never
	}
	return 1
}

func dark(s sargon.Square) bool { return (s.File()+s.Rank())%2 == 0 }

// Follow goes on to the position after a move: every piece keeps its identity, a pawn that
// promotes too.
func (l *PieceList) Follow(after sargon.Position) {
	same := func(a, b sargon.Piece) bool { return a.Type() == b.Type() && a.Color() == b.Color() }
	var lifted []Identity // pieces that do not stand where they did
	for s, id := range l.Board {
		switch piece := after.Board[s]; {
		case id != 0 && same(l.Pieces[id], piece):
			l.Pieces[id] = piece
		case id != 0:
			lifted = append(lifted, id)
			l.Board[s], l.Squares[id] = 0, sargon.NoSquare
		}
	}
	for s, piece := range after.Board {
		if l.Board[s] != 0 || piece == sargon.Empty || piece == sargon.Border {
			continue
		}
		i := slices.IndexFunc(lifted, func(id Identity) bool { return same(l.Pieces[id], piece) })
		if i < 0 { // a pawn has become this piece
			pawn := sargon.NewPiece(sargon.Pawn, piece.Color())
			i = slices.IndexFunc(lifted, func(id Identity) bool { return same(l.Pieces[id], pawn) })
		}
		if i >= 0 {
			l.put(lifted[i], sargon.Square(s), piece)
			lifted = slices.Delete(lifted, i, i+1)
		}
	}
}

// Draw draws the board with the identities.
func (l *PieceList) Draw() string {
	return grid(2, func(s sargon.Square) string {
		if id := l.Board[s]; id != 0 {
			return fmt.Sprintf("%2d", id)
		}
		return " ."
	})
}

// String prints the list by identity, White's pieces beside Black's, and the set of those on the
// board.
func (l *PieceList) String() string {
	var b strings.Builder
	set := uint32(0) // bit id−1 for each piece on the board
	line := func(id Identity) string {
		s := l.Squares[id]
		if s == sargon.NoSquare {
			return fmt.Sprintf("%2d  --  %-8s", id, "")
		}
		set |= 1 << (id - 1)
		return fmt.Sprintf("%2d  %v  %-8v", id, s, l.Pieces[id].Type())
	}
	for id := Identity(1); id <= NumIdentities/2; id++ {
		fmt.Fprintf(&b, "%s   %s\n", line(id), strings.TrimRight(line(id+16), " "))
	}
	fmt.Fprintf(&b, "on the board: %08X, %d pieces", set, bits.OnesCount32(set))
	if l.Guessed {
		b.WriteString("; which is which is guessed")
	}
	return b.String() + "\n"
}
