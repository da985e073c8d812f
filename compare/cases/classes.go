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
	evals    uint64       // the search is stopped there, if not 0
	make     func(*Tools, *rand.Rand) (sargon.Position, bool)
}

// classes are the kinds of set-ups, by the share of the cases they get.
var classes = []class{
	{"few pieces", 16, 0, 2, 0, false, 0, few},
	{"middle game", 14, 0, 2, 0, false, 0, middle},
	{"queens", 8, 3, 2, 0, false, 0, queens},
	{"promotion race", 12, 0, 2, 0, false, 0, promotions},
	{"pins", 12, 3, 2, 0, false, 0, pins},
	{"en passant", 10, 0, 2, 0, false, 0, enPassant},
	{"en passant first", 1, 0, 1, 0, false, 0, enPassantFirst},
	{"castling", 10, 0, 2, 0, false, 0, castling},
	{"battery", 8, 2, 2, 0, false, 0, battery},
	{"mates", 8, 0, 2, 0, false, 0, mates},
	{"mutual mates", 3, 0, 2, 2, false, 0, mutualMates},
	{"odd bytes", 10, 2, 2, 0, false, 0, odd},
	{"pawns at the edge", 1, 2, 2, 0, true, 0, edgePawns},
	{"after a double move", 2, 0, 2, 0, false, 0, afterDoubleMove},
	{"king to be taken", 2, 2, 2, 0, true, 0, kingToBeTaken},
	{"many pins", 1.5, 2, 1, 0, false, 0, manyPins},
	{"one-sided battery", 3, 2, 2, 0, false, 0, oneSidedBattery},
	{"corner battery", 4, 2, 2, 0, false, 0, cornerBattery},
	{"pawn battery", 2, 1, 1, 0, false, 0, pawnBattery},
	{"shut in", 2, 0, 2, 0, true, 0, shutIn},
	{"one-step en passant", 1, 0, 1, 0, false, 0, oneStepEnPassant},
	{"book", 1, 0, 2, 0, false, 0, bookPosition},
	{"crowded", 0.15, 2, 2, 0, false, 0, crowded},
	{"crowded castling", 1, 3, 3, 3, false, 0, crowdedCastling},
	{"crowded checks", 2, 3, 3, 3, false, 0, crowdedChecks},
	{"full list", 0.8, 0, 6, 6, false, 1000, fullList},
	{"last record", 0.2, 0, 4, 4, false, 1000, lastRecord},
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
	literal.PairCut:                    {"crowded castling", "full list"},
	literal.PairDropped:                {"crowded castling", "full list"},
	literal.PairAbove:                  {"last record"},
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
var steerOften = map[literal.Point]int{
	literal.PairCut: 10, literal.PairAbove: 3, literal.MateAgain: 4,
}

// steerLonger are rules that are looked for in more cases than steerTries.
var steerLonger = map[literal.Point]int{literal.PairAbove: 100, literal.TypelessMoves: 60}

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
