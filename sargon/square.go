package sargon

import "fmt"

// Square is an index into the 120-byte board: 10·(rank+1) + file, file and rank from 1
// (spec §1). a1 is 21, h1 28, a8 91, h8 98. NoSquare (0) means none.
//
//	   110 111 112 113 114 115 116 117 118 119
//	   100 101 102 103 104 105 106 107 108 109
//	8   90| 91  92  93  94  95  96  97  98| 99
//	7   80| 81  82  83  84  85  86  87  88| 89
//	6   70| 71  72  73  74  75  76  77  78| 79
//	5   60| 61  62  63  64  65  66  67  68| 69
//	4   50| 51  52  53  54  55  56  57  58| 59
//	3   40| 41  42  43  44  45  46  47  48| 49
//	2   30| 31  32  33  34  35  36  37  38| 39
//	1   20| 21  22  23  24  25  26  27  28| 29
//	    10  11  12  13  14  15  16  17  18  19
//	     0   1   2   3   4   5   6   7   8   9
//	         a   b   c   d   e   f   g   h
//
// Two border rows above and below and one border column on each side catch every
// step of every piece, a knight's included: no move needs a test of its range.
type Square uint8

// Squares with a meaning in the rules or in the program.
const (
	NoSquare    Square = 0
	FirstSquare Square = 21 // a1
	LastSquare  Square = 98 // h8

	A1, B1, C1, D1, E1, F1, G1, H1 Square = 21, 22, 23, 24, 25, 26, 27, 28
	A8, B8, C8, D8, E8, F8, G8, H8 Square = 91, 92, 93, 94, 95, 96, 97, 98
)

// BoardSize is the number of bytes of the board with its border (spec §1).
const BoardSize = 120

// SquareAt returns the square on a file (0 = a … 7 = h) and rank (0 = first … 7 =
// eighth). Other values give a border square or nonsense.
func SquareAt(file, rank int) Square { return Square(10*(rank+2) + file + 1) }

// File returns 0 for the a-file … 7 for the h-file.
func (s Square) File() int { return int(s)%10 - 1 }

// Rank returns 0 for the first rank … 7 for the eighth.
func (s Square) Rank() int { return int(s)/10 - 2 }

// OnBoard reports whether s is one of the 64 squares of the chess board.
func (s Square) OnBoard() bool {
	return s >= FirstSquare && s <= LastSquare && s%10 != 0 && s%10 != 9
}

// String returns the algebraic name, "e4"; "-" for NoSquare and "#n" for the border.
func (s Square) String() string {
	switch {
	case s.OnBoard():
		return string([]byte{'a' + byte(s.File()), '1' + byte(s.Rank())})
	case s == NoSquare:
		return "-"
	}
	return fmt.Sprintf("#%d", uint8(s))
}

// ParseSquare reads an algebraic name from a1 to h8. Upper case is accepted.
func ParseSquare(name string) (Square, error) {
	if len(name) == 2 {
		file, rank := name[0]|0x20, name[1]
		if file >= 'a' && file <= 'h' && rank >= '1' && rank <= '8' {
			return SquareAt(int(file-'a'), int(rank-'1')), nil
		}
	}
	return NoSquare, fmt.Errorf("%q is not a square: want a file a–h and a rank 1–8, like e4", name)
}
