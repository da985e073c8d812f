package sargon

import (
	"fmt"
	"time"
)

// Hertz1978 is the clock rate, in T-states a second, from which times of 1978 are computed: that of
// the Microprofessor, built in 1983, on which the program was timed in 2021
// (spec/machine.md, CPU and memory). No source gives the clock of the Jupiter III, the
// computer it was written on.
const Hertz1978 = 1.79e6

// Clock1978 names that clock to people.
const Clock1978 = "1.79 MHz, the Microprofessor's clock"

// In1978 reports how long so many T-states take at Hertz1978.
func In1978(tStates uint64) time.Duration {
	return time.Duration(float64(tStates) / Hertz1978 * float64(time.Second))
}

// Time1978 is how long the program of 1978 took for something: measured where one has run,
// otherwise Estimated.
type Time1978 struct {
	time.Duration
	Estimated bool
}

// Add returns both times together.
func (t Time1978) Add(u Time1978) Time1978 {
	return Time1978{t.Duration + u.Duration, t.Estimated || u.Estimated}
}

// In1978 reports how long the search took in 1978; 0 if that is not known, or after a book move.
func (r *Result) In1978() Time1978 { return Time1978{In1978(r.OriginalTStates), r.Estimated} }

// Estimate fills OriginalTStates of a search that began in p and was not made by the original.
func (r *Result) Estimate(p *Position) {
	r.OriginalTStates, r.Estimated = EstimateTStates(p, r.Evals, r.Gens, r.Records), true
}

// The original's T-states for one of each, fitted by least squares on the relative error to
// every other one of the recorded searches (TestFitOfTheTimeOf1978 fits them again).
const (
	perEval     = 379_800 // an evaluation, whatever stands on the board
	perSquare   = 165     // a square passed by one of its 64 scans for attackers (spec §5)
	perAttacker = 925     // an attacker that these find
	perGen      = 40_800  // a call of the move generator
	perRecord   = 2_900   // a record in the list area when it is fullest
)

// EstimateTStates estimates how many T-states the original takes for a search, from what
// every engine counts: the position it began in, and Evals, Gens and Records of Result.
//
// Its error for the recorded searches that it was not fitted to: in the median 0.7 %; below
// 3.5 % for 95 % of them; at worst, in a tiny search, 15 %. For the moves of recorded games:
// in the median 0.8 %, the worst 8.4 %, all together 0.2 %. Where many queens make the lists
// overflow: in the median up to 5 %, the worst 10 %. Tests compute these numbers.
func EstimateTStates(p *Position, evals, gens uint64, records int) uint64 {
	squares, attackers := p.countRays()
	return evals*uint64(perEval+perSquare*squares+perAttacker*attackers) +
		gens*perGen + uint64(records)*perRecord
}

// countRays goes from each square of the board in all directions, as an evaluation does (spec §5),
// and counts the squares passed and the attackers met.
func (p *Position) countRays() (squares, attackers int) {
	for s := FirstSquare; s <= LastSquare; s++ {
		if s.OnBoard() {
			squares += p.attackers(s, func(Piece) { attackers++ })
		}
	}
	return squares, attackers
}

// FormatDuration writes a time as one says it: "3 min 25 s".
func FormatDuration(d time.Duration) string {
	s := int64(d.Round(time.Second) / time.Second)
	switch {
	case s >= 86400:
		return fmt.Sprintf("%d d %d h", s/86400, s/3600%24)
	case s >= 3600:
		return fmt.Sprintf("%d h %d min", s/3600, s/60%60)
	case s >= 60:
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	}
	return fmt.Sprintf("%d s", s)
}
