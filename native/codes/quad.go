package codes

import (
	"fmt"
	"strings"

	"sargon78/sargon"
)

// Quad is a board of vertical nibbles: bit n of the four words, taken together, is the
// BigEnd code of what stands on square n (To64). Words 0–2 are the bits of the type, word
// 3 the colour.
//
// It is good for keeping a whole position in 32 bytes that can be compared and hashed
// quickly, while any set of pieces is a few ANDs away.
type Quad [4]uint64

// QuadOf codes the pieces of a position.
func QuadOf(p sargon.Position) (q Quad) {
	for n := range 64 {
		code := BigEndOf(p.Board[From64(n)])
		for i := range q {
			q[i] |= uint64(code>>i&1) << n
		}
	}
	return q
}

// String prints the four words.
func (q Quad) String() string {
	var b strings.Builder
	for i, word := range q {
		fmt.Fprintf(&b, "%-12s%016X\n",
			[4]string{"type, bit 0", "type, bit 1", "type, bit 2", "colour"}[i], word)
	}
	return b.String()
}
