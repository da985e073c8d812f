package cases

import (
	"math/rand/v2"

	"sargon78/sargon"
)

// Searches at levels that take too long are stopped at a number of evaluations. The first few
// hundred already order the moves of each ply but the last, follow checks there, and fill the list
// area.
const (
	// deepShare and lockedShare are shares of the cases that are not games. They cost about a
	// tenth of all evaluations at levels 1 and 2.
	deepShare, lockedShare = 0.012, 0.006

	deepMinEvals, deepMaxEvals = 100, 500
	lockedMaxEvals             = 1500
)

// deepLevels are the levels of deep cases: the deeper, the less they have in common with
// usual ones.
var deepLevels = Levels{{3, 1}, {4, 2}, {5, 3}, {6, 3}}

// deep makes the beginning of a deep search. One in four is on a crowded board, where the
// list area gets full before a leaf is reached.
func (t *Tools) deep(r *rand.Rand) Game {
	c := pickClass(r)
	if r.IntN(4) == 0 {
		c = classNamed("crowded")
	}
	for {
		p, ok := c.make(t, r)
		if !ok {
			continue
		}
		one := Case{
			Start: p, Level: deepLevels.Pick(r), NoBook: p.MoveNumber == 1,
			MaxEvals: uint64(deepMinEvals + r.IntN(deepMaxEvals-deepMinEvals)),
		}
		g := one.Game(kindDeep)
		g.Note = c.name
		return g
	}
}

// locked makes a search at level 5 or 6 that mostly comes to its end: kings in corners of
// their own behind locked pawns, with hardly a move, and perhaps a piece.
func (t *Tools) locked(r *rand.Rand) Game {
	for {
		p, ok := lockedPosition(t, r)
		if !ok {
			continue
		}
		one := Case{Start: p, Level: sargon.Level(5 + r.IntN(2)), MaxEvals: lockedMaxEvals}
		one.NoBook = p.MoveNumber == 1
		return one.Game(kindLocked)
	}
}

func lockedPosition(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	corners := []int{0, 7, 56, 63}
	r.Shuffle(len(corners), func(i, j int) { corners[i], corners[j] = corners[j], corners[i] })
	s.put(corners[0], 'K')
	s.put(corners[1], 'k')
	for range r.IntN(3) { // a pawn and the one that it has run into
		file, rank := r.IntN(8), 1+r.IntN(5)
		s.put(8*rank+file, 'P')
		s.put(8*rank+8+file, 'p')
	}
	if r.IntN(2) == 0 {
		s.put(corners[2], "NBnbRr"[r.IntN(6)])
	}
	return s.position()
}
