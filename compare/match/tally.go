package match

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Tally is the state of a match. A game that repeats an earlier one, move by move, by the same
// players with the same colours, says nothing new: it is done, but not counted.
type Tally struct {
	plan   *Plan
	done   map[int]bool
	seen   map[string]bool
	pairs  map[[2]int]Results // of the entrant with the lower number against the other one
	faults []Faults
}

// Faults count what should not happen.
type Faults struct {
	IllegalMoves int
	TimeForfeits int
	Crashes      int
}

// NewTally returns an empty tally.
func NewTally(plan *Plan) *Tally {
	return &Tally{
		plan: plan, done: map[int]bool{}, seen: map[string]bool{}, pairs: map[[2]int]Results{},
		faults: make([]Faults, len(plan.Entrants)),
	}
}

// Add adds a finished game.
func (t *Tally) Add(r Record) { t.add(r.Pairing, r.Result, r.Game) }

func (t *Tally) add(p Pairing, r game.Result, g *game.Game) {
	t.done[p.Number] = true
	loser := p.White
	if r.Outcome == game.WhiteWins {
		loser = p.Black
	}
	switch f := &t.faults[loser]; r.Reason {
	case game.IllegalMove:
		f.IllegalMoves++
	case game.TimeForfeit:
		f.TimeForfeits++
	case game.Crash:
		f.Crashes++
	}
	key := t.key(p, g)
	if t.seen[key] {
		return
	}
	t.seen[key] = true
	side, pair := sargon.White, p.pair()
	if pair[0] == p.Black {
		side = sargon.Black
	}
	score := t.pairs[pair]
	score.count(r.Outcome.Points(side))
	t.pairs[pair] = score
}

// key identifies a game by its players and its moves, from the position on where the opening ended,
// however it came there.
func (t *Tally) key(p Pairing, g *game.Game) string {
	plies := min(len(t.plan.Openings[p.Opening].moves), g.Len())
	return fmt.Sprint(p.White, p.Black, g.At(plies).Key(), g.Records()[plies:])
}

func (s *Results) count(points int) {
	switch points {
	case 0:
		s.Losses++
	case 1:
		s.Draws++
	default:
		s.Wins++
	}
}

// Has tells whether a game is done.
func (t *Tally) Has(number int) bool { return t.done[number] }

// Done returns how many games are.
func (t *Tally) Done() int { return len(t.done) }

// Distinct returns how many of them count: those that repeat no other.
func (t *Tally) Distinct() int { return len(t.seen) }

// Total returns the score of an entrant against all others.
func (t *Tally) Total(entrant int) (total Results) {
	for pair, s := range t.pairs {
		switch entrant {
		case pair[1]:
			s.Wins, s.Losses = s.Losses, s.Wins
		case pair[0]:
		default:
			continue
		}
		total = Results{total.Wins + s.Wins, total.Draws + s.Draws, total.Losses + s.Losses}
	}
	return total
}

// Standings returns the entrants, best first.
func (t *Tally) Standings() []int {
	order := make([]int, len(t.plan.Entrants))
	for i := range order {
		order[i] = i
	}
	ratio := func(i int) float64 {
		if s := t.Total(i); s.Games() > 0 {
			return s.Ratio()
		}
		return 0
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ratio(b), ratio(a)) })
	return order
}

// Table returns the standings as text: for each entrant the score against all others, the
// Elo difference to them with its 95 % bounds, and the likelihood of superiority.
func (t *Tally) Table() string {
	width := len("Player")
	for _, e := range t.plan.Entrants {
		width = max(width, len([]rune(e.Name)))
	}
	var b strings.Builder
	row := func(format string, args ...any) {
		b.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
	}
	row("%3s  %-*s %6s %5s %5s %5s %7s %6s  %-22s %6s", "", width, "Player",
		"games", "won", "drawn", "lost", "points", "", "Elo [95 %]", "LOS")
	for place, i := range t.Standings() {
		s := t.Total(i)
		percent, los := "–", "–"
		if s.Games() > 0 {
			percent = fmt.Sprintf("%.1f%%", 100*s.Ratio())
			los = fmt.Sprintf("%.1f%%", 100*s.Superiority())
		}
		row("%3d  %-*s %6d %5d %5d %5d %7.1f %6s  %-22s %6s", place+1, width, t.plan.Entrants[i].Name,
			s.Games(), s.Wins, s.Draws, s.Losses, s.Points(), percent, s.eloText(), los)
	}
	var sum Faults
	for i, f := range t.faults {
		sum.IllegalMoves += f.IllegalMoves
		sum.TimeForfeits += f.TimeForfeits
		sum.Crashes += f.Crashes
		if f != (Faults{}) {
			fmt.Fprintf(&b, "%s: %v\n", t.plan.Entrants[i].Name, f)
		}
	}
	fmt.Fprintf(&b, "%d of %d games; %v\n", t.Done(), len(t.plan.Games), sum)
	if same := t.Done() - t.Distinct(); same > 0 {
		fmt.Fprintf(&b, "%d games are distinct; %d repeated another one and are not counted\n",
			t.Distinct(), same)
	}
	return b.String()
}

func (f Faults) String() string {
	return fmt.Sprintf("illegal moves %d, losses on time %d, crashes %d",
		f.IllegalMoves, f.TimeForfeits, f.Crashes)
}
