package reference

// The numbers that the program looks up (spec §1, §2). A table of 1978 is followed at once by
// the next, whose first bytes serve as the entries for pieces of type 0 and 7. Only an old record of
// the list area brings such a piece about (spec §3).

// directions are four diagonals, four lines, eight jumps of a knight, and what a pawn does: one
// step, two, and two captures; White's, then Black's (DIRECT).
var directions = [24]int8{
	+9, +11, -11, -9,
	+10, -10, +1, -1,
	-21, -12, +8, +19, +21, +12, -8, -19,
	+10, +10, +11, +9,
	-10, -10, -11, -9,
}

// Where in directions they begin.
const (
	firstLine = 4
	firstJump = 8
	lastJump  = 16
)

// firstDirection and numDirections are what a piece moves along: by 0 black pawn, 1 white pawn,
// then the type (DPOINT, DCOUNT).
var (
	firstDirection = [8]uint8{20, 16, 8, 0, 4, 0, 0, 4}
	numDirections  = [8]uint8{4, 4, 8, 4, 4, 8, 8, 1}
)

// values are what pieces are worth, by type (PVALUE - 1).
var values = [8]uint8{8, 1, 3, 3, 5, 9, 10, 4}

// Limits of the evaluation (spec §8).
const (
	earlyMoves    = 7 // a rook or queen is early while MOVENO is below this
	materialLimit = 30
	controlLimit  = 6
)

// Squares of the last ranks: a pawn promotes that comes so far.
const (
	eighthRank = 91
	secondRank = 29 // below it is the first
)
