package match

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

// NewPlan pairs everybody with everybody, or with gauntlet the first one with all others,
// for so many games each: an opening with both colours, then the next one. After the last
// opening the first comes again.
func NewPlan(entrants []Entrant, openings []Opening, games int, gauntlet bool) *Plan {
	p := &Plan{Entrants: entrants, Openings: openings}
	// Opening by opening, so that an unfinished match is nearly as fair as a finished one.
	for n := range games {
		for i := range entrants {
			for j := i + 1; j < len(entrants); j++ {
				if gauntlet && i > 0 {
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
