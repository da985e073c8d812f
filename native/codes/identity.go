package codes

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"sargon78/sargon"
)

// Identity is one of the 32 men of a set, for the whole game: White's first rank is 1–8 from
// the a-file, White's pawns 9–16, Black's eighth rank 17–24, Black's pawns 25–32. The rook of
// a1 is 1, the pawn of a2 9, the rook of a8 17, the pawn of h7 32. A promoted pawn keeps its
// identity. 0 is an empty square.
//
// It is good for piece lists: a table of 32 squares finds every man without a walk over the
// board, and a man can be followed through a game.
type Identity uint8

// NumIdentities is how many men there are: identities are 1 to NumIdentities.
const NumIdentities = 32

// Color returns whose man it is.
func (id Identity) Color() sargon.Color {
	if id > 16 {
		return sargon.Black
	}
	return sargon.White
}

// Home returns where the man stands at the start of a game; NoSquare for what is no
// identity.
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
	Certain [NumIdentities + 1]bool          // by identity: it can be no other man
}

// Set returns which men are on the board: bit id−1 for each.
func (l *PieceList) Set() (set uint32) {
	for id := 1; id <= NumIdentities; id++ {
		if l.Squares[id] != sargon.NoSquare {
			set |= 1 << (id - 1)
		}
	}
	return set
}

// put puts a man on the board.
func (l *PieceList) put(id Identity, s sargon.Square, piece sargon.Piece, certain bool) {
	l.Board[s], l.Squares[id], l.Pieces[id], l.Certain[id] = id, s, piece, certain
}

// Identify gives the men of a position identities, as far as the position alone tells; how a
// game led there it does not say. Certain are the start of a game; kings; pawns that can have
// come from one square only, by no more captures than men are missing; queens and bishops
// while no pawn of the side is missing, that might have become one; rooks that may castle.
// All else is a guess: the fewest captures by pawns, pieces on their home squares, bishops on
// their colour. It is an error if a side has more men than a set.
func Identify(p sargon.Position) (*PieceList, error) {
	l := new(PieceList)
	for _, color := range []sargon.Color{sargon.White, sargon.Black} {
		if err := l.identify(&p, color); err != nil {
			return nil, err
		}
	}
	if p.MoveNumber == 1 && p.Board == sargon.StartPosition().Board {
		for id := range l.Certain {
			l.Certain[id] = id > 0
		}
	}
	return l, nil
}

// identify gives the men of a side identities.
func (l *PieceList) identify(p *sargon.Position, color sargon.Color) error {
	var men [sargon.King + 1][]sargon.Square // by type
	enemies := 0
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		switch piece := p.Board[s]; {
		case piece == sargon.Empty || piece == sargon.Border:
		case piece.Color() != color:
			enemies++
		default:
			men[piece.Type()] = append(men[piece.Type()], s)
		}
	}
	pawns := men[sargon.Pawn]
	if len(pawns) > 8 {
		return tooMany(p, pawns[8])
	}
	l.identifyPawns(p, pawns, 16-enemies)
	var promoted []sargon.Square
	for t := sargon.Knight; t <= sargon.King; t++ {
		certain := t == sargon.King || len(pawns) == 8 && (t == sargon.Bishop || t == sargon.Queen)
		for _, alike := range []func(s, home sargon.Square) bool{
			func(s, home sargon.Square) bool { return s == home },
			func(s, home sargon.Square) bool { return t != sargon.Bishop || dark(s) == dark(home) },
		} {
			men[t] = slices.DeleteFunc(men[t], func(s sargon.Square) bool {
				id := l.free(color, func(id Identity) bool {
					return homeType(id) == t && alike(s, id.Home())
				})
				if id != 0 {
					l.put(id, s, p.Board[s], certain || mayCastle(p, s, color))
				}
				return id != 0
			})
		}
		if t == sargon.King && len(men[t]) > 0 {
			return tooMany(p, men[t][0])
		}
		promoted = append(promoted, men[t]...)
	}
	l.certainRooks(color, len(pawns) == 8)
	for _, s := range promoted {
		id := l.free(color, func(id Identity) bool { return homeType(id) == sargon.Pawn })
		if id == 0 {
			return tooMany(p, s)
		}
		l.put(id, s, p.Board[s], false)
	}
	return nil
}

func tooMany(p *sargon.Position, s sargon.Square) error {
	return fmt.Errorf("the %v %v on %v is one too many: "+
		"a side has sixteen men, and only pawns become others",
		p.Board[s].Color(), p.Board[s].Type(), s)
}

// free returns the first man of a side that is not on the board and fits; 0 if there is none.
func (l *PieceList) free(color sargon.Color, fits func(Identity) bool) Identity {
	for id := Identity(1); id <= NumIdentities; id++ {
		if id.Color() == color && l.Squares[id] == sargon.NoSquare && fits(id) {
			return id
		}
	}
	return 0
}

func homeType(id Identity) sargon.PieceType {
	return sargon.StartPosition().Board[id.Home()].Type()
}

func dark(s sargon.Square) bool { return (s.File()+s.Rank())%2 == 0 }

// mayCastle tells whether a rook at home may castle: neither it nor its king has moved.
func mayCastle(p *sargon.Position, s sargon.Square, color sargon.Color) bool {
	home := sargon.A1
	if color == sargon.Black {
		home = sargon.A8
	}
	rook, king := sargon.NewPiece(sargon.Rook, color), sargon.NewPiece(sargon.King, color)
	return (s == home || s == home+7) && p.Board[s] == rook && p.Board[home+4] == king
}

// certainRooks makes the second rook of a side certain if the first is, and no pawn can have
// become one.
func (l *PieceList) certainRooks(color sargon.Color, noPromotion bool) {
	first := Identity(1)
	if color == sargon.Black {
		first = 17
	}
	if noPromotion && (l.Certain[first] || l.Certain[first+7]) {
		l.Certain[first], l.Certain[first+7] = true, true
	}
}

// identifyPawns gives pawns identities by the fewest captures, and finds which are certain
// if there were no more captures than a number.
func (l *PieceList) identifyPawns(p *sargon.Position, pawns []sargon.Square, captures int) {
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
			if cost := capturesFrom(file, pawns[i], p.Board[pawns[i]].Color()); taken>>file&1 == 0 {
				current[i] = file
				try(i+1, taken|1<<file, sum+cost)
			}
		}
	}
	try(0, 0, 0)
	for i, s := range pawns {
		id := Identity(9 + best[i])
		if p.Board[s].Color() == sargon.Black {
			id += 16
		}
		l.put(id, s, p.Board[s], bits.OnesCount8(could[i]) == 1)
	}
}

// capturesFrom returns how many captures bring a pawn from its home on a file to a square:
// very many if it can not have come from there.
func capturesFrom(file int, s sargon.Square, color sargon.Color) int {
	const impossible = 100
	steps := s.Rank() - 1
	if color == sargon.Black {
		steps = 6 - s.Rank()
	}
	aside := max(file-s.File(), s.File()-file)
	if aside > steps {
		return impossible + aside
	}
	return aside
}

// Follow goes on to the position after a move: every man keeps its identity, a pawn that
// promotes too.
func (l *PieceList) Follow(after sargon.Position) {
	same := func(a, b sargon.Piece) bool { return a.Type() == b.Type() && a.Color() == b.Color() }
	var lifted []Identity // men that do not stand where they did
	var reached []sargon.Square
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		id, piece := l.Board[s], after.Board[s]
		if id != 0 && same(l.Pieces[id], piece) {
			l.Pieces[id] = piece
			continue
		}
		if id != 0 {
			lifted = append(lifted, id)
			l.Board[s], l.Squares[id] = 0, sargon.NoSquare
		}
		if piece != sargon.Empty && piece != sargon.Border {
			reached = append(reached, s)
		}
	}
	for _, s := range reached {
		piece := after.Board[s]
		i := slices.IndexFunc(lifted, func(id Identity) bool { return same(l.Pieces[id], piece) })
		if i < 0 { // a pawn has become this piece
			i = slices.IndexFunc(lifted, func(id Identity) bool {
				return id.Color() == piece.Color() && l.Pieces[id].Type() == sargon.Pawn
			})
		}
		if i >= 0 {
			l.put(lifted[i], s, piece, l.Certain[lifted[i]])
			lifted = slices.Delete(lifted, i, i+1)
		}
	}
}

// String prints the list by identity, White's men beside Black's, and the set of those on the
// board.
func (l *PieceList) String() string {
	var b strings.Builder
	for id := Identity(1); id <= NumIdentities/2; id++ {
		fmt.Fprintf(&b, "%s   %s\n", l.line(id), strings.TrimRight(l.line(id+16), " "))
	}
	set := l.Set()
	fmt.Fprintf(&b, "on the board: %08X, %d men", set, bits.OnesCount32(set))
	if l.guessed() {
		b.WriteString("; those with a ? are guessed")
	}
	b.WriteByte('\n')
	return b.String()
}

func (l *PieceList) line(id Identity) string {
	s := l.Squares[id]
	if s == sargon.NoSquare {
		return fmt.Sprintf("%2d  --  %-8s", id, "")
	}
	mark := " "
	if !l.Certain[id] {
		mark = "?"
	}
	return fmt.Sprintf("%2d%s %v  %-8v", id, mark, s, l.Pieces[id].Type())
}

// guessed tells whether a man on the board is not certain.
func (l *PieceList) guessed() bool {
	for id, s := range l.Squares {
		if s != sargon.NoSquare && !l.Certain[id] {
			return true
		}
	}
	return false
}
