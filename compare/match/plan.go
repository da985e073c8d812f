package match

import (
	"fmt"

	"sargon78/sargon"
)

// Plan says which games are to be played.
type Plan struct {
	Entrants []Entrant
	Openings []Opening
	Games    []Pairing
}

// Pairing is one game of a plan.
type Pairing struct {
	Number       int // from 1
	White, Black int // entrants
	Opening      int
}

// pair returns the entrants, the lower number first.
func (p Pairing) pair() [2]int { return [2]int{min(p.White, p.Black), max(p.White, p.Black)} }

// Pairs says whether two entrants meet, by their numbers, the lower one first.
type Pairs func(entrants []Entrant, i, j int) bool

// Everybody meets everybody.
func Everybody([]Entrant, int, int) bool { return true }

// Gauntlet is the first entrant against all others.
func Gauntlet(_ []Entrant, i, _ int) bool { return i == 0 }

// Rungs is everybody against everybody, but programs do not meet each other.
func Rungs(entrants []Entrant, i, j int) bool {
	return len(entrants[i].Command) == 0 || len(entrants[j].Command) == 0
}

// NewPlan pairs those who meet, for so many games each: an opening with both colours, then the next
// one. After the last opening the first comes again.
func NewPlan(entrants []Entrant, openings []Opening, games int, meet Pairs) *Plan {
	p := &Plan{Entrants: entrants, Openings: openings}
	// Opening by opening, so that an unfinished match is nearly as fair as a finished one.
	for n := range games {
		for i := range entrants {
			for j := i + 1; j < len(entrants); j++ {
				if !meet(entrants, i, j) {
					continue
				}
				white, black := i, j
				if n%2 == 1 {
					white, black = j, i
				}
				p.Games = append(p.Games, Pairing{
					Number: len(p.Games) + 1, White: white, Black: black, Opening: n / 2 % len(openings),
				})
			}
		}
	}
	return p
}

// Levels replaces each of Sargon's engines that has neither a level nor another limit by
// all its levels.
func Levels(entrants []Entrant) (all []Entrant, err error) {
	for _, e := range entrants {
		if len(e.Command) > 0 || !e.hasClock() {
			all = append(all, e)
			continue
		}
		for level := sargon.MinLevel; level <= sargon.MaxLevel; level++ {
			one, err := ParseEntrant(fmt.Sprintf("%s,level=%d", e.Spec, level))
			if err != nil {
				return nil, err
			}
			all = append(all, one)
		}
	}
	return all, nil
}
