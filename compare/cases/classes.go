package cases

import (
	"math/rand/v2"

	"sargon78/native/literal"
	"sargon78/sargon"
)

// class is a kind of random position. make may fail; then it is called again.
type class struct {
	name     string
	weight   float64
	maxLevel sargon.Level // 0: none; positions with many moves take long
	steered  sargon.Level // at least so deep when a rule is looked for
	minLevel sargon.Level // at least so deep always: without it there is nothing to see
	refused  bool         // spec §16 refuses such positions
	make     func(*Tools, *rand.Rand) (sargon.Position, bool)
}

// classes are the kinds of set-ups, by the share of the cases they get.
var classes = []class{
	{"few pieces", 16, 0, 2, 0, false, few},
	{"middle game", 14, 0, 2, 0, false, middle},
	{"queens", 8, 3, 2, 0, false, queens},
	{"promotion race", 12, 0, 2, 0, false, promotions},
	{"pins", 12, 3, 2, 0, false, pins},
	{"en passant", 10, 0, 2, 0, false, enPassant},
	{"castling", 10, 0, 2, 0, false, castling},
	{"battery", 8, 2, 2, 0, false, battery},
	{"mates", 8, 0, 2, 0, false, mates},
	{"mutual mates", 3, 0, 2, 2, false, mutualMates},
	{"odd bytes", 10, 2, 2, 0, false, odd},
	{"pawns at the edge", 1, 2, 2, 0, true, edgePawns},
	{"after a double move", 2, 0, 2, 0, false, afterDoubleMove},
	{"king to be taken", 2, 2, 2, 0, true, kingToBeTaken},
	{"many pins", 1.5, 2, 1, 0, false, manyPins},
	{"one-sided battery", 3, 2, 2, 0, false, oneSidedBattery},
	{"corner battery", 4, 2, 2, 0, false, cornerBattery},
	{"pawn battery", 2, 1, 1, 0, false, pawnBattery},
	{"shut in", 2, 0, 2, 0, true, shutIn},
	{"one-step en passant", 1, 0, 1, 0, false, oneStepEnPassant},
	{"book", 1, 0, 2, 0, false, bookPosition},
	{"crowded", 0.15, 2, 2, 0, false, crowded},
	{"crowded castling", 1, 3, 3, 3, false, crowdedCastling},
	{"crowded checks", 2, 3, 3, 3, false, crowdedChecks},
}

func pickClass(r *rand.Rand) *class {
	sum := 0.0
	for i := range classes {
		sum += classes[i].weight
	}
	x := r.Float64() * sum
	for i := range classes {
		if x -= classes[i].weight; x < 0 {
			return &classes[i]
		}
	}
	return &classes[0]
}

// steerHints are the classes to look in for points that others hardly reach.
var steerHints = map[literal.Point][]string{
	literal.EnPassantOneStep:           {"one-step en passant"},
	literal.EnPassant:                  {"en passant"},
	literal.EnPassantNotPawn:           {"en passant", "castling"},
	literal.EnPassantNotBeside:         {"en passant"},
	literal.CastlingKnightFileAttacked: {"castling"},
	literal.CastlingKingSide:           {"castling"},
	literal.CastlingQueenSide:          {"castling"},
	literal.CastlingInCheck:            {"castling"},
	literal.CastlingNoRook:             {"castling"},
	literal.CastlingOccupied:           {"castling"},
	literal.CastlingAttacked:           {"castling"},
	literal.MakeCastling:               {"castling"},
	literal.RecordDropped:              {"crowded", "crowded castling"},
	literal.PairCut:                    {"crowded castling"},
	literal.PairDropped:                {"crowded castling"},
	literal.OldRecord:                  {"crowded checks"},
	literal.TypelessMoves:              {"crowded checks"},
	literal.Spill:                      {"battery"},
	literal.SpillWhiteKing:             {"battery", "crowded"},
	literal.SpillBlackKing:             {"battery", "crowded"},
	literal.ExchangeLooksBeyond:        {"battery", "crowded"},
	literal.ExchangeEmptyHalf:          {"crowded checks", "crowded"},
	literal.PinTwice:                   {"pins"},
	literal.PinQueenByQueen:            {"pins", "queens"},
	literal.PinQueenByQueenSafe:        {"pins", "queens"},
	literal.BookWhiteKing:              {"book"},
	literal.BookWhiteQueen:             {"book"},
	literal.BookBlackQueen:             {"book"},
	literal.BookBlackKing:              {"book"},
	literal.MateFound:                  {"mates"},
	literal.Mate:                       {"mates"},
	literal.MateAgain:                  {"mutual mates"},
	literal.Stalemate:                  {"mates"},
	literal.CutMate:                    {"mates"},
	literal.UnmakeRoyalLost:            {"queens", "promotion race"},
	literal.MakePromotion:              {"promotion race"},
	literal.UnmakePromotion:            {"promotion race"},
	literal.PromotionStep:              {"promotion race"},
	literal.PromotionCapture:           {"promotion race"},
}

// steerOften are rules that are looked for more often than others, because reaching them seldom
// makes a difference.
var steerOften = map[literal.Point]int{literal.PairCut: 10, literal.MateAgain: 4}

// steerClass picks where to look for a point.
func steerClass(r *rand.Rand, target literal.Point) *class {
	hints := steerHints[target]
	if len(hints) == 0 {
		return pickClass(r)
	}
	return classNamed(hints[r.IntN(len(hints))])
}

func classNamed(name string) *class {
	for i := range classes {
		if classes[i].name == name {
			return &classes[i]
		}
	}
	panic("no class " + name)
}
