package sargon

import "fmt"

// Value is a static evaluation, the variable VALM (spec §8): 0x80 is even, and lower is
// better for the side that moved. It lies in 2…254; in an ordered list 0 marks an
// illegal move (spec §10).
type Value uint8

// Score is a byte of the row SCORE (spec §11): 0x80 is even, and higher is better for
// the side that searched.
type Score uint8

// Scores with a meaning (spec §11).
const (
	Even  Score = 0x80
	Mates Score = 0xFF // the side that searched mates
	Mated Score = 0x01 // the side that searched is mated
)

// Pawns returns the score in pawns for the side that searched: (score − 0x80) / 8
// (spec §11). For Mates and Mated the number means nothing.
func (s Score) Pawns() float64 { return float64(int(s)-int(Even)) / 8 }

// Centipawns returns the score in hundredths of a pawn, rounded to nearest.
func (s Score) Centipawns() int {
	// An eighth of a pawn is 12.5: round halves away from zero.
	doubled := 25 * (int(s) - int(Even))
	if doubled < 0 {
		return (doubled - 1) / 2
	}
	return (doubled + 1) / 2
}

// String returns pawns with a sign, "+0.38"; "mates" or "mated" for a mate, "book" for 0.
func (s Score) String() string {
	switch s {
	case Mates:
		return "mates"
	case Mated:
		return "mated"
	case 0:
		return "book"
	}
	return fmt.Sprintf("%+.2f", s.Pawns())
}

// Level is the depth of the search in plies, the variable PLYMAX (spec §11).
type Level int

// The levels of 1978, and how deep a search may go without the limits of 1978.
const (
	MinLevel Level = 1
	MaxLevel Level = 6
	MaxDepth Level = 30
)
