package native

import (
	"sargon78/native/reference"
	"sargon78/sargon"
)

// CrowdDecides reports whether bitboards evaluates a position otherwise if it judges by White's pieces
// whether Black's attack lists may spill.
func CrowdDecides(p sargon.Position) bool {
	evaluated := func(byWhites bool) sargon.Totals {
		var tail reference.Tail
		b := new(bitboards)
		b.shareMemory(&tail)
		for i, s := range p.Royal {
			tail[reference.TailRoyals+i] = uint8(s)
		}
		tail[reference.TailRoyals+len(p.Royal)] = 0xFF
		b.set(&p)
		if byWhites {
			b.crowdedBefore[1] = b.crowdedBefore[0]
		}
		return b.evaluate(&evalContext{side: p.Side})
	}
	return evaluated(false) != evaluated(true)
}
