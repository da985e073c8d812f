package match

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Tally is the state of a match.
type Tally struct {
	plan   *Plan
	done   map[int]bool
	scores []Score // of each entrant against all others
	faults []Faults
}

// Faults count what should not happen.
type Faults struct {
	IllegalMoves int `json:"illegalMoves"`
	TimeForfeits int `json:"timeForfeits"`
	Crashes      int `json:"crashes"`
}

// NewTally returns an empty one.
func NewTally(plan *Plan) *Tally {
	n := len(plan.Entrants)
	return &Tally{
		plan: plan, done: map[int]bool{}, scores: make([]Score, n), faults: make([]Faults, n),
	}
}

// Add counts a game.
func (t *Tally) Add(r Record) { t.add(r.Pairing, r.Result) }

func (t *Tally) add(p Pairing, r game.Result) {
	t.done[p.Number] = true
	t.scores[p.White].count(r.Outcome.Points(sargon.White))
	t.scores[p.Black].count(r.Outcome.Points(sargon.Black))
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
}

func (s *Score) count(points int) {
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

// Total returns the score of an entrant against all others.
func (t *Tally) Total(entrant int) Score { return t.scores[entrant] }

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
	return b.String()
}

func (f Faults) String() string {
	return fmt.Sprintf("illegal moves %d, losses on time %d, crashes %d",
		f.IllegalMoves, f.TimeForfeits, f.Crashes)
}
