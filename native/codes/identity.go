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

// firstOf returns the first identity of a side, its rook of the a-file: its pawns begin 8 later.
func firstOf(color sargon.Color) Identity {
	if color == sargon.Black {
		return 17
	}
	return 1
}

// PieceList is a position by identities.
type PieceList struct {
	Board   [sargon.BoardSize]Identity       // by square
	Squares [NumIdentities + 1]sargon.Square // by identity; NoSquare for one that was captured
	Pieces  [NumIdentities + 1]sargon.Piece  // by identity; a pawn may have become a queen
	Certain [NumIdentities + 1]bool          // by identity: it can be no other piece
}

// put puts a piece on the board.
func (l *PieceList) put(id Identity, s sargon.Square, piece sargon.Piece, certain bool) {
	l.Board[s], l.Squares[id], l.Pieces[id], l.Certain[id] = id, s, piece, certain
}

// Identify gives the pieces of a position identities, as far as the position alone tells; how a
// game led there it does not say. Certain are the start of a game; kings; pawns that can have
// come from one square only, by no more captures than pieces are missing; queens and bishops
// while no pawn of the side is missing, that might have become one; rooks that may castle.
// All else is a guess: the fewest captures by pawns, pieces on their home squares, bishops on
// their colour. It is an error if a side has more pieces than a set.
func Identify(p sargon.Position) (*PieceList, error) {
	l := new(PieceList)
	for _, color := range []sargon.Color{sargon.White, sargon.Black} {
		if err := l.identify(&p, color); err != nil {
			return nil, err
		}
	}
	if p.MoveNumber == 1 && p.Board == start.Board {
		for id := range l.Certain {
			l.Certain[id] = id > 0
		}
	}
	return l, nil
}

var start = sargon.StartPosition()

// identify gives the pieces of a side identities.
func (l *PieceList) identify(p *sargon.Position, color sargon.Color) error {
	var pieces [sargon.King + 1][]sargon.Square // by type
	enemies := 0
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		switch piece := p.Board[s]; {
		case piece == sargon.Empty || piece == sargon.Border:
		case piece.Color() != color:
			enemies++
		default:
			pieces[piece.Type()] = append(pieces[piece.Type()], s)
		}
	}
	pawns := pieces[sargon.Pawn]
	if len(pawns) > 8 {
		return tooMany(p, pawns[8])
	}
	first := firstOf(color)
	l.identifyPawns(p, pawns, first+8, 16-enemies)
	allPawns := len(pawns) == 8 // none has become another piece
	king := (first + 4).Home()
	castles := func(s sargon.Square) bool { // neither the rook nor its king has moved
		return p.Board[s].Type() == sargon.Rook && p.Board[s] == start.Board[s] &&
			p.Board[king] == start.Board[king]
	}
	var promoted []sargon.Square
	for t := sargon.Knight; t <= sargon.King; t++ {
		certain := t == sargon.King || allPawns && (t == sargon.Bishop || t == sargon.Queen)
		for _, alike := range []func(s, home sargon.Square) bool{
			func(s, home sargon.Square) bool { return s == home },
			func(s, home sargon.Square) bool { return t != sargon.Bishop || dark(s) == dark(home) },
		} {
			pieces[t] = slices.DeleteFunc(pieces[t], func(s sargon.Square) bool {
				id := l.missing(first, t, func(home sargon.Square) bool { return alike(s, home) })
				if id != 0 {
					l.put(id, s, p.Board[s], certain || castles(s))
				}
				return id != 0
			})
		}
		if t == sargon.King && len(pieces[t]) > 0 {
			return tooMany(p, pieces[t][0])
		}
		promoted = append(promoted, pieces[t]...)
	}
	if a, h := &l.Certain[first], &l.Certain[first+7]; allPawns && (*a || *h) {
		*a, *h = true, true // where one rook is certain, the other can only be the other
	}
	for _, s := range promoted {
		id := l.missing(first, sargon.Pawn, func(sargon.Square) bool { return true })
		if id == 0 {
			return tooMany(p, s)
		}
		l.put(id, s, p.Board[s], false)
	}
	return nil
}

func tooMany(p *sargon.Position, s sargon.Square) error {
	return fmt.Errorf("the %v %v on %v is one too many: "+
		"a side has sixteen pieces, and only pawns become others",
		p.Board[s].Color(), p.Board[s].Type(), s)
}

// missing returns the first piece of a side and type that is not on the board and whose home fits;
// 0 if there is none.
func (l *PieceList) missing(
	first Identity, t sargon.PieceType, fits func(home sargon.Square) bool,
) Identity {
	for id := first; id < first+16; id++ {
		if home := id.Home(); l.Squares[id] == sargon.NoSquare && start.Board[home].Type() == t &&
			fits(home) {
			return id
		}
	}
	return 0
}

func dark(s sargon.Square) bool { return (s.File()+s.Rank())%2 == 0 }

// identifyPawns gives pawns identities from a first one on, by the fewest captures, and finds which
// are certain if there were no more captures than a number.
func (l *PieceList) identifyPawns(
	p *sargon.Position, pawns []sargon.Square, first Identity, captures int,
) {
	var best, current [8]int // by pawn: the file that it came from
	var could [8]uint8       // by pawn: the files that it could have come from, as bits
	fewest := 1 << 10
	var try func(i int, taken uint8, sum int)
	try = func(i int, taken uint8, sum int) {
		if i == len(pawns) {
			if sum < fewest {
				fewest, best = sum, current
			}
			if sum <= captures {
				for i, file := range current[:i] {
					could[i] |= 1 << file
				}
			}
			return
		}
		for file := range 8 {
			if taken>>file&1 == 0 {
				current[i] = file
				try(i+1, taken|1<<file, sum+capturesBetween((first+Identity(file)).Home(), pawns[i]))
			}
		}
	}
	try(0, 0, 0)
	for i, s := range pawns {
		l.put(first+Identity(best[i]), s, p.Board[s], bits.OnesCount8(could[i]) == 1)
	}
}

// capturesBetween returns how many captures bring a pawn from its home to a square: very many if
// it can not have come from there.
func capturesBetween(home, s sargon.Square) int {
	const impossible = 100
	aside := abs(s.File() - home.File())
	if aside > abs(s.Rank()-home.Rank()) {
		return impossible + aside
	}
	return aside
}

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
			l.put(lifted[i], sargon.Square(s), piece, l.Certain[lifted[i]])
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
	set, guessed := uint32(0), false // bit id−1 for each piece on the board
	line := func(id Identity) string {
		s, mark := l.Squares[id], " "
		if s == sargon.NoSquare {
			return fmt.Sprintf("%2d  --  %-8s", id, "")
		}
		set |= 1 << (id - 1)
		if !l.Certain[id] {
			guessed, mark = true, "?"
		}
		return fmt.Sprintf("%2d%s %v  %-8v", id, mark, s, l.Pieces[id].Type())
	}
	for id := Identity(1); id <= NumIdentities/2; id++ {
		fmt.Fprintf(&b, "%s   %s\n", line(id), strings.TrimRight(line(id+16), " "))
	}
	fmt.Fprintf(&b, "on the board: %08X, %d pieces", set, bits.OnesCount32(set))
	if guessed {
		b.WriteString("; those with a ? are guessed")
	}
	return b.String() + "\n"
}
