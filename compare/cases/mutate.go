package cases

import (
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"

	"sargon78/sargon"
)

// A mutation changes a position in one place. What it cannot do it leaves.
type mutation func(*mutator)

// mutator changes a position at random.
type mutator struct {
	*maker
	*sargon.Position
	edge bool // pawns may stand on the first and the last rank
}

// changes are what is done to a position that FEN can say: the bits of the pieces are then those of
// spec §16. Some are drawn more often.
var changes = []mutation{
	(*mutator).movePiece, (*mutator).movePiece, (*mutator).movePiece,
	(*mutator).addPiece, (*mutator).addPiece, (*mutator).addPiece, (*mutator).addPiece,
	(*mutator).removePiece, (*mutator).removePiece,
	(*mutator).replacePiece, (*mutator).replacePiece,
	(*mutator).changeSide, (*mutator).changeNumber,
	(*mutator).mirror, (*mutator).turn, (*mutator).shift, (*mutator).splice,
	(*mutator).play, (*mutator).play,
}

// oddities are what FEN cannot say.
var oddities = []mutation{
	(*mutator).flipBits, (*mutator).flipBits, (*mutator).royalQueen,
}

// Shares of cases.
const (
	unchanged = 10 // one in so many is a line of the corpus as it is
	oddEvery  = 10 // one in so many gets bytes that FEN cannot say
	farEvery  = 12 // one in so many is changed in many places
)

// mutate changes a position.
func (m *maker) mutate(p sargon.Position) sargon.Position {
	if m.IntN(unchanged) == 0 {
		return p
	}
	x := &mutator{m, &p, edgePawns(&p) != nil}
	isPlain, found := ExpressibleInFEN(p), p
	found.FindRoyals()
	ordinary := found.Royal == p.Royal
	places := 1 + m.IntN(3)
	if m.IntN(farEvery) == 0 {
		places = 4 + m.IntN(20)
	}
	for range places {
		oneOf(m.Rand, changes)(x)
	}
	if isPlain {
		if said, err := sargon.ParseRecordedFEN(p.FEN()); err == nil {
			said.MoveNumber = p.MoveNumber
			p = said
		}
	}
	queens := p.Royal
	if p.FindRoyals(); !ordinary {
		copy(p.Royal[sargon.WhiteQueen:], queens[sargon.WhiteQueen:])
	}
	if m.capability == AnyCase && m.IntN(oddEvery) == 0 {
		for range 1 + m.IntN(3) {
			oneOf(m.Rand, oddities)(x)
		}
	}
	return p
}

// Mutant makes a case as bytes say, for a fuzzer: where few of them change, little of the case does.
// What follows when there are no more of them follows from them, too.
func Mutant(data []byte) Case {
	h := fnv.New64a()
	_, _ = h.Write(data)
	source := &bytesSource{data, rand.NewPCG(h.Sum64(), 0)}
	return newMaker(source, AnyCase, Levels{sargon.MinLevel: 1}).ofKind(kindMixed)
}

// bytesSource is a source of random numbers that gives out bytes first.
type bytesSource struct {
	data []byte
	rest rand.Source
}

func (s *bytesSource) Uint64() uint64 {
	if len(s.data) < 2 {
		return s.rest.Uint64()
	}
	n := binary.BigEndian.Uint16(s.data)
	s.data = s.data[2:]
	return uint64(n) << 48
}

// square draws a square of which what stands there is wanted; NoSquare if there is hardly one.
func (x *mutator) square(wanted func(sargon.Piece) bool) sargon.Square {
	for range 100 {
		s := sargon.SquareAt(x.IntN(8), x.IntN(8))
		if wanted(x.Board[s]) {
			return s
		}
	}
	return sargon.NoSquare
}

func isEmpty(p sargon.Piece) bool  { return p == sargon.Empty }
func isPiece(p sargon.Piece) bool  { return p != sargon.Empty && p != sargon.Border }
func isNoKing(p sargon.Piece) bool { return isPiece(p) && p.Type() != sargon.King }
func isEdge(s sargon.Square) bool  { return s.Rank() == 0 || s.Rank() == 7 }

// near draws an empty square: one to three steps from a piece in a straight line, or any.
func (x *mutator) near(s sargon.Square) sargon.Square {
	if x.IntN(2) == 0 {
		return x.square(isEmpty)
	}
	step := oneOf(x.Rand, []int{1, -1, 10, -10, 9, -9, 11, -11})
	if s += sargon.Square(step * (1 + x.IntN(3))); !s.OnBoard() || !isEmpty(x.Board[s]) {
		return sargon.NoSquare
	}
	return s
}

// put puts a piece on a square, unless it is none, or not one for a pawn.
func (x *mutator) put(s sargon.Square, piece sargon.Piece) bool {
	if !s.OnBoard() || piece.Type() == sargon.Pawn && !x.edge && isEdge(s) {
		return false
	}
	x.Board[s] = piece
	return true
}

// piece draws a piece, but no king.
func (x *mutator) piece() sargon.Piece {
	t := oneOf(x.Rand, []sargon.PieceType{
		sargon.Pawn, sargon.Pawn, sargon.Knight, sargon.Bishop, sargon.Rook, sargon.Queen,
	})
	return sargon.NewPiece(t, sargon.Color(x.IntN(2))*sargon.Black)
}

func (x *mutator) movePiece() {
	from := x.square(isPiece)
	piece := x.Board[from]
	if to := x.near(from); x.put(to, piece) {
		x.Board[from] = sargon.Empty
	}
}

func (x *mutator) addPiece() { x.put(x.near(x.square(isPiece)), x.piece()) }

func (x *mutator) removePiece() {
	if s := x.square(isNoKing); s != sargon.NoSquare {
		x.Board[s] = sargon.Empty
	}
}

func (x *mutator) replacePiece() { x.put(x.square(isNoKing), x.piece()) }

func (x *mutator) changeSide() {
	x.Side, x.Previous = x.Side.Other(), sargon.Move{}
}

// changeNumber makes the game early or late; it wraps after 255, and at 1 the book answers,
// whatever the position.
func (x *mutator) changeNumber() {
	numbers := []uint8{0, 1, 2, 3, 6, 7, 8, 20, 253, 254, 255, uint8(x.IntN(256))}
	x.MoveNumber = oneOf(x.Rand, numbers)
}

// everywhere moves all pieces: to says where. It leaves the position if one has no place there.
func (x *mutator) everywhere(to func(sargon.Square) sargon.Square) {
	before := *x.Position
	x.Board = sargon.EmptyPosition().Board
	for s, piece := range before.Board {
		if isPiece(piece) && !x.put(to(sargon.Square(s)), piece) {
			*x.Position = before
			return
		}
	}
	r, m := &x.Royal, &x.Previous
	for _, s := range []*sargon.Square{&r[0], &r[1], &r[2], &r[3], &m.From, &m.To} {
		if *s = to(*s); !s.OnBoard() {
			*s = sargon.NoSquare
		}
	}
	if m.From == sargon.NoSquare || m.To == sargon.NoSquare {
		*m = sargon.Move{}
	}
}

// mirror swaps left and right.
func (x *mutator) mirror() {
	x.everywhere(func(s sargon.Square) sargon.Square { return sargon.SquareAt(7-s.File(), s.Rank()) })
}

// turn swaps the colours.
func (x *mutator) turn() {
	x.everywhere(func(s sargon.Square) sargon.Square { return sargon.SquareAt(s.File(), 7-s.Rank()) })
	for s, piece := range x.Board {
		if isPiece(piece) {
			x.Board[s] = piece ^ sargon.Piece(sargon.Black)
		}
	}
	r := &x.Royal
	r[0], r[1], r[2], r[3] = r[1], r[0], r[3], r[2]
	x.Side = x.Side.Other()
}

// shift moves all pieces by a square.
func (x *mutator) shift() {
	step := sargon.Square(oneOf(x.Rand, []int{1, -1, 10, -10}))
	x.everywhere(func(s sargon.Square) sargon.Square { return s + step })
}

// splice takes some files or ranks from another case, but for the kings.
func (x *mutator) splice() {
	other := oneOf(x.Rand, theCorpus().cases).Start
	low, high, files := x.IntN(8), x.IntN(8), x.IntN(2) == 0
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		at := s.Rank()
		if files {
			at = s.File()
		}
		mine, its := x.Board[s], other.Board[s]
		if at < low || at > high || !isEmpty(mine) && !isNoKing(mine) || its.Type() == sargon.King {
			continue
		}
		if x.Board[s] = sargon.Empty; !isEmpty(its) {
			x.put(s, its)
		}
	}
}

// play plays a legal move.
func (x *mutator) play() {
	legal := legalMoves(*x.Position)
	if len(legal) == 0 || isWrongCheck(x.Position) || x.reference.SetPosition(*x.Position) != nil {
		return
	}
	move := pickMove(x.Rand, legal, 0.3)
	_ = x.reference.Play(move.From, move.To)
	*x.Position = x.reference.Position()
}

// flipBits changes whether pieces have moved, or a king has castled.
func (x *mutator) flipBits() {
	for range 1 + x.IntN(6) {
		s := x.square(isPiece)
		x.Board[s] ^= sargon.MovedBit
		if x.Board[s].Type() == sargon.King && x.IntN(2) == 0 {
			x.Board[s] ^= sargon.CastledBit
		}
	}
}

// royalQueen makes another queen of a colour the royal one, or none, or a square without one:
// where a pawn has promoted in a search, often on the last rank (spec §14.1).
func (x *mutator) royalQueen() {
	i := x.IntN(2)
	x.Royal[int(sargon.WhiteQueen)+i] = oneOf(x.Rand, []sargon.Square{
		sargon.NoSquare, sargon.SquareAt(x.IntN(8), x.IntN(8)), sargon.SquareAt(x.IntN(8), 7*(1-i)),
		x.square(func(p sargon.Piece) bool {
			return p&^sargon.MovedBit == sargon.NewPiece(sargon.Queen, sargon.Color(i)*sargon.Black)
		}),
	})
}

// edgePawns returns the squares of pawns that stand where FEN knows none.
func edgePawns(p *sargon.Position) (squares []sargon.Square) {
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		if s.OnBoard() && isEdge(s) && isPiece(p.Board[s]) && p.Board[s].Type() == sargon.Pawn {
			squares = append(squares, s)
		}
	}
	return squares
}
