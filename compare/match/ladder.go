package match

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"sargon78/sargon"
)

// Rating is how strong an entrant is, on one scale with all others.
type Rating struct {
	Entrant int
	Elo     float64
	Error   float64 // half the 95 % interval; 0 for an anchor
	Anchor  bool    // Elo is what the entrant was told to be
	Games   int     // that count
}

// Ratings returns the most likely ratings for all games together, best first, by the model of Elo
// with a draw as half a win. Entrants with an Anchor keep it, and set the scale; without any, the
// mean is 0. The more draws, the smaller the errors ([Tally.drawShare]). A weak prior, that ratings
// are within some thousand points, bounds those who always won or lost.
func (t *Tally) Ratings() []Rating {
	f := t.fit()
	slices.SortStableFunc(f.ratings, func(a, b Rating) int { return cmp.Compare(b.Elo, a.Elo) })
	return f.ratings
}

// fit is what the games of a ladder tell.
type fit struct {
	ratings []Rating // by entrant
	free    []int    // the entrants that are no anchors
	curve   [][]float64
	decided float64 // factor of the errors: 1 without draws, below with them
}

func (t *Tally) fit() *fit {
	f := &fit{ratings: make([]Rating, len(t.plan.Entrants))}
	center, anchors := 0.0, 0
	for i, e := range t.plan.Entrants {
		f.ratings[i] = Rating{Entrant: i, Games: t.Total(i).Games()}
		if e.Anchor > 0 {
			f.ratings[i].Anchor, f.ratings[i].Elo = true, float64(e.Anchor)
			center, anchors = center+float64(e.Anchor), anchors+1
		}
	}
	if anchors > 0 {
		center /= float64(anchors)
	}
	for i := range f.ratings {
		if r := &f.ratings[i]; !r.Anchor {
			r.Elo = center
			f.free = append(f.free, i)
		}
	}
	const (
		steps       = 100
		longestStep = 200
		closeEnough = 1e-6
	)
	for range steps {
		slope, curve := t.likelihood(f.ratings, f.free, center)
		step := solve(curve, slope)
		longest := 0.0
		for i, entrant := range f.free {
			s := max(-longestStep, min(step[i], longestStep))
			f.ratings[entrant].Elo += s
			longest = max(longest, math.Abs(s))
		}
		if longest < closeEnough {
			break
		}
	}
	_, f.curve = t.likelihood(f.ratings, f.free, center)
	f.decided = math.Sqrt(1 - t.drawShare(f.ratings))
	for i, e := range f.errors(f.curve) {
		f.ratings[f.free[i]].Error = e
	}
	return f
}

// errors returns half the 95 % interval of each free entrant.
func (f *fit) errors(curve [][]float64) []float64 {
	errors := make([]float64, len(f.free))
	for i := range errors {
		unit := make([]float64, len(f.free))
		unit[i] = 1
		errors[i] = confident * f.decided * math.Sqrt(solve(curve, unit)[i])
	}
	return errors
}

// mostUseful returns the index of the game that, for its time, most shortens the error bars longer
// than bars (in Elo); −1 if none is. A pair that has not met yet comes first.
func (t *Tally) mostUseful(games []Pairing, bars float64) int {
	f := t.fit()
	best, most := -1, -1.0
	tried := map[[2]int]bool{}
	for i, g := range games {
		pair := g.pair()
		if tried[pair] {
			continue
		}
		tried[pair] = true
		if t.met[pair] == 0 {
			return i
		}
		if use := f.shorter(pair, bars) / t.seconds(pair); use > most {
			best, most = i, use
		}
	}
	if most <= 0 {
		return -1
	}
	return best
}

// shorter returns by how much one more game of a pair shortens the error bars that are too long.
func (f *fit) shorter(pair [2]int, bars float64) (gain float64) {
	curve := make([][]float64, len(f.curve))
	for i := range curve {
		curve[i] = slices.Clone(f.curve[i])
	}
	e := expected(f.ratings[pair[0]].Elo - f.ratings[pair[1]].Elo)
	sharpen(curve, slices.Index(f.free, pair[0]), slices.Index(f.free, pair[1]), e*(1-e))
	for i, after := range f.errors(curve) {
		before := f.ratings[f.free[i]].Error
		gain += max(0, before-max(after, bars))
	}
	return gain
}

// drawShare returns the share of draws between equals, 0…1, below 1. It is taken to fall with the
// difference in strength as the variance e(1−e) of a game without draws does, e being the points
// expected; the variance is then e(1−e)(1−share) for all pairs.
func (t *Tally) drawShare(ratings []Rating) float64 {
	draws, even := 0, 1.0 // one game without a draw, so that not all are
	for pair, s := range t.pairs {
		e := expected(ratings[pair[0]].Elo - ratings[pair[1]].Elo)
		draws += s.Draws
		even += 4 * e * (1 - e) * float64(s.Games())
	}
	return min(float64(draws)/even, 1-1/even)
}

// expected returns the points to expect from a game against a player weaker by difference, 0…1.
func expected(difference float64) float64 { return 1 / (1 + math.Pow(10, -difference/400)) }

// perPoint is how steeply the logarithm of the odds rises with the difference in Elo.
const perPoint = math.Ln10 / 400

// sharpen adds games between two free entrants to the second derivatives: variance is that of their
// results without draws. An index of −1 is an entrant who is not free.
func sharpen(curve [][]float64, a, b int, variance float64) {
	s := perPoint * perPoint * variance
	if a >= 0 {
		curve[a][a] += s
	}
	if b >= 0 {
		curve[b][b] += s
	}
	if a >= 0 && b >= 0 {
		curve[a][b] -= s
		curve[b][a] -= s
	}
}

// likelihood returns the slope of the log-likelihood by the free ratings, and the negative of its
// second derivatives.
func (t *Tally) likelihood(
	ratings []Rating, free []int, center float64,
) (slope []float64, curve [][]float64) {
	const prejudice = 1000 // standard deviation of the prior, in Elo
	slope, curve = make([]float64, len(free)), make([][]float64, len(free))
	for i, f := range free {
		curve[i] = make([]float64, len(free))
		curve[i][i] = 1.0 / prejudice / prejudice
		slope[i] = (center - ratings[f].Elo) / prejudice / prejudice
	}
	for pair, s := range t.pairs {
		e := expected(ratings[pair[0]].Elo - ratings[pair[1]].Elo)
		games := float64(s.Games())
		a, b := slices.Index(free, pair[0]), slices.Index(free, pair[1])
		sharpen(curve, a, b, games*e*(1-e))
		surplus := perPoint * (s.Points() - games*e)
		if a >= 0 {
			slope[a] += surplus
		}
		if b >= 0 {
			slope[b] -= surplus
		}
	}
	return slope, curve
}

// solve returns x in a·x = b for a positive definite matrix, by elimination.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = append(slices.Clone(a[i]), b[i])
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			factor := rows[j][i] / rows[i][i]
			for k := i; k <= n; k++ {
				rows[j][k] -= factor * rows[i][k]
			}
		}
	}
	x := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		x[i] = rows[i][n]
		for k := i + 1; k < n; k++ {
			x[i] -= rows[i][k] * x[k]
		}
		x[i] /= rows[i][i]
	}
	return x
}

// Ladder returns the ratings as text, and the Elo of the levels as UCI_Elo wants them.
func (t *Tally) Ladder() string {
	width := len("Player")
	for _, e := range t.plan.Entrants {
		width = max(width, len([]rune(e.Name)))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "     %-*s %6s  %-16s %6s\n", width, "Player", "Elo", "95 %", "games")
	var levels [sargon.MaxLevel]string
	for place, r := range t.Ratings() {
		e := &t.plan.Entrants[r.Entrant]
		bars := "as it says"
		if !r.Anchor {
			bars = fmt.Sprintf("±%.0f", r.Error)
		}
		fmt.Fprintf(&b, "%3d  %-*s %6.0f  %-16s %6d\n", place+1, width, e.Name, r.Elo, bars, r.Games)
		if level := e.Settings.Plays(); len(e.Command) == 0 && level > 0 {
			levels[level-1] = fmt.Sprintf("%.0f", r.Elo)
		}
	}
	if !slices.Contains(levels[:], "") {
		fmt.Fprintf(&b, "levels 1–%d: %s\n", sargon.MaxLevel, strings.Join(levels[:], ", "))
	}
	return b.String()
}
