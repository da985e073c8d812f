package native

import (
	"math/bits"

	"sargon78/sargon"
)

// bitboard is a set of squares: bit 8·rank + file, a1 is bit 0.
type bitboard uint64

// single returns the set of one square, numbered 0–63.
func single(n int) bitboard { return 1 << (n & 63) }

// first returns the lowest square of a set that is not empty.
func (x bitboard) first() int { return bits.TrailingZeros64(uint64(x)) }

// last returns the highest square of a set that is not empty.
func (x bitboard) last() int { return 63 - bits.LeadingZeros64(uint64(x)) }

func (x bitboard) count() int { return bits.OnesCount64(uint64(x)) }

// has returns 1 if a square is in the set, else 0.
func (x bitboard) has(n int) bitboard { return x >> (n & 63) & 1 }

// What is reached from a square on an empty board, by its number 0–63.
var (
	rays          [8][64]bitboard // by direction
	rising        [64]bitboard    // diagonals from lower left to upper right
	falling       [64]bitboard    // diagonals from upper left to lower right
	bothDiagonals [64]bitboard
	fileOf        [64]bitboard
	fileAndRank   [64]bitboard
	knightFrom    [64]bitboard
	kingFrom      [64]bitboard
	pawnsTo       [2][64]bitboard // by colour: squares from which a pawn attacks this one

	// rankAttacks are the squares of a rank that a rook on a file attacks, by file and
	// by what stands on the six inner squares of the rank.
	rankAttacks [8][64]uint8

	// relations holds for two squares the direction that leads from the first to the
	// second and how far it is: direction·8 + steps, or unrelated.
	relations [64][64]uint8

	path    [8][64][]uint8 // the squares of a ray, nearest first
	inOrder [64][]uint8    // all squares one step or a knight's jump away, by direction
)

const unrelated = 0xFF

// relation returns direction·8 + steps from a to b, squares numbered 0–63; its order is
// that in which attackers are looked for. It is unrelated if no piece could go there.
func relation(a, b int) uint8 {
	return relations[a&63][b&63]
}

// init computes the tables by walks from each square over the board of 10x12, in the directions of spec
// §2.
func init() {
	for a := range 64 {
		for b := range relations[a] {
			relations[a][b] = unrelated
		}
		for d, step := range directions {
			steps := 0
			for to := from64[a] + sargon.Square(step); to.OnBoard(); to += sargon.Square(step) {
				steps++
				b := int(to64[to])
				relations[a][b] = uint8(8*d + steps)
				if steps == 1 {
					inOrder[a] = append(inOrder[a], uint8(b))
				}
				if d < 8 {
					path[d][a] = append(path[d][a], uint8(b))
				}
				switch {
				case d >= 8:
					knightFrom[a] |= single(b)
				case steps == 1:
					kingFrom[a] |= single(b)
					if d < 4 {
						// A pawn on b attacks a: above it is Black's.
						pawnsTo[pawnsOf[d]>>7][a] |= single(b)
					}
					fallthrough
				default:
					rays[d][a] |= single(b)
				}
				if d >= 8 {
					break
				}
			}
		}
		rising[a] = rays[1][a] | rays[2][a]
		falling[a] = rays[0][a] | rays[3][a]
		fileOf[a] = rays[4][a] | rays[5][a]
		bothDiagonals[a] = rising[a] | falling[a]
		fileAndRank[a] = fileOf[a] | rays[6][a] | rays[7][a]
	}
	for file := range 8 {
		for inner := range 64 {
			occupied := bitboard(inner) << 1
			var attacked bitboard
			for _, d := range []int{6, 7} {
				attacked |= along(d, file, occupied)
			}
			rankAttacks[file][inner] = uint8(attacked)
		}
	}
}

// along returns the squares from n in direction d up to the first occupied one.
func along(d, n int, occupied bitboard) bitboard {
	ray := rays[d][n]
	met := ray & occupied
	if met == 0 {
		return ray
	}
	nearest := met.first()
	if directions[d] < 0 {
		nearest = met.last()
	}
	return ray &^ rays[d][nearest]
}

// line returns the squares of a line (without n itself) that a slider on n attacks, both
// ways up to the first occupied square. Subtracting a bit from what stands above it
// flips all bits up to the first occupied one; for what stands below, the bytes are
// turned round. It works on lines with no two squares on a rank.
func line(mask, occupied bitboard, n int) bitboard {
	occupied &= mask
	up := occupied - 2*single(n)
	down := reversed(reversed(occupied) - 2*reversed(single(n)))
	return (up ^ down) & mask
}

func reversed(x bitboard) bitboard { return bitboard(bits.ReverseBytes64(uint64(x))) }

func bishopAttacks(n int, occupied bitboard) bitboard {
	n &= 63
	return line(rising[n], occupied, n) | line(falling[n], occupied, n)
}

func rookAttacks(n int, occupied bitboard) bitboard {
	n &= 63
	rank := n &^ 7
	inRank := bitboard(rankAttacks[n&7][occupied>>(rank+1)&63]) << rank
	return line(fileOf[n], occupied, n) | inRank
}

// pawnAttacks returns the squares that pawns of a colour attack, towards the a-file and
// towards the h-file. Colours are 0 White, 1 Black here, as indexes.
func pawnAttacks(pawns bitboard, color int) (left, right bitboard) {
	const (
		fileA bitboard = 0x0101010101010101
		fileH bitboard = fileA << 7
	)
	if color == 0 {
		return pawns &^ fileA << 7, pawns &^ fileH << 9
	}
	return pawns &^ fileA >> 9, pawns &^ fileH >> 7
}
