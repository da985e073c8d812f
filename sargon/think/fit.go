package think

import (
	"fmt"
	"math"

	"sargon78/sargon"
)

// Fit is evidence of the level of Sargon at which a side has played, if at any: how many moves of
// each side Sargon would have played too, at several levels. The agreement of one side means nothing
// unless it is compared with that of the other side: many moves are the only good ones.
type Fit struct {
	Levels []sargon.Level // the levels that were tried, in ascending order
	Counts []Agreement    // the agreement at each of them
}

// noiseRate is how often the record of a game has another move than Sargon made: it was written down
// wrongly, or that version of the program had a bug of its own.
const noiseRate = 0.02

// Best returns the level at which Sargon is the best account of a side's moves, and its odds
// against the account that it was no Sargon, as a decimal logarithm: 3 is a thousand to one.
// A player who is no Sargon is taken to agree as often as the other side does; where the other
// side was not looked at, every other time.
func (f Fit) Best(side sargon.Color) (level sargon.Level, odds float64) {
	odds = math.Inf(-1)
	for i, l := range f.Levels {
		if o := f.odds(i, side); o > odds {
			level, odds = l, o
		}
	}
	return level, odds
}

// odds compares, for level i, "Sargon at this level" with "no Sargon".
func (f Fit) odds(i int, side sargon.Color) float64 {
	own, other := f.Counts[i].White, f.Counts[i].Black
	if side == sargon.Black {
		own, other = other, own
	}
	// Laplace's rule: one agreement and one disagreement more, so that none is impossible.
	chance := float64(other.Agreed+1) / float64(other.Total+2)
	return logLikelihood(own, 1-noiseRate) - logLikelihood(own, chance)
}

// logLikelihood returns the decimal logarithm of the likelihood of a count, if each move agrees with the
// probability p.
func logLikelihood(c Count, p float64) float64 {
	return float64(c.Agreed)*math.Log10(p) + float64(c.Total-c.Agreed)*math.Log10(1-p)
}

// The odds at which words change, as decimal logarithms.
const (
	certain = 6   // a million to one
	likely  = 3   // a thousand to one
	perhaps = 1.3 // twenty to one
)

// Summary say in a sentence what a side was: "Black: Sargon at level 2, as good as certain".
func (f Fit) Summary(side sargon.Color) string {
	level, odds := f.Best(side)
	name := "White"
	if side == sargon.Black {
		name = "Black"
	}
	claim := fmt.Sprintf("%s: Sargon at level %d", name, level)
	switch {
	case odds >= certain:
		return claim + ", as good as certain" + f.closeLevels(side, odds)
	case odds >= likely:
		return claim + ", very likely" + f.closeLevels(side, odds)
	case odds >= perhaps:
		return claim + ", likely" + f.closeLevels(side, odds)
	case odds > -perhaps:
		return claim + " or no Sargon: these moves do not decide it"
	}
	return name + ": not the Sargon of 1978 at " + f.tried()
}

// closeLevels names other levels that fit nearly as well.
func (f Fit) closeLevels(side sargon.Color, odds float64) (text string) {
	best, _ := f.Best(side)
	for i, l := range f.Levels {
		if l != best && odds-f.odds(i, side) < perhaps {
			text += fmt.Sprintf("; level %d fits nearly as well", l)
		}
	}
	return text
}

func (f Fit) tried() string {
	if len(f.Levels) == 1 {
		return fmt.Sprintf("level %d", f.Levels[0])
	}
	return fmt.Sprintf("levels %d to %d", f.Levels[0], f.Levels[len(f.Levels)-1])
}
