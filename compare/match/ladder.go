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
	ratings := make([]Rating, len(t.plan.Entrants))
	center, anchors := 0.0, 0
	for i, e := range t.plan.Entrants {
		ratings[i] = Rating{Entrant: i, Games: t.Total(i).Games()}
		if e.Anchor > 0 {
			ratings[i].Anchor, ratings[i].Elo = true, float64(e.Anchor)
			center, anchors = center+float64(e.Anchor), anchors+1
		}
	}
	if anchors > 0 {
		center /= float64(anchors)
	}
	var free []int // the entrants that are no anchors
	for i := range ratings {
		if r := &ratings[i]; !r.Anchor {
			r.Elo = center
			free = append(free, i)
		}
	}
	const (
		maxSteps    = 100
		maxStep     = 200
		closeEnough = 1e-6
	)
	for range maxSteps {
		gradient, information := t.likelihood(ratings, free, center)
		longest := 0.0
		for i, step := range solve(information, gradient) {
			step = max(-maxStep, min(step, maxStep))
			ratings[free[i]].Elo += step
			longest = max(longest, math.Abs(step))
		}
		if longest < closeEnough {
			break
		}
	}
	_, information := t.likelihood(ratings, free, center)
	decided := math.Sqrt(1 - t.drawShare(ratings))
	for i, entrant := range free {
		unit := make([]float64, len(free))
		unit[i] = 1
		ratings[entrant].Error = confident * decided * math.Sqrt(solve(information, unit)[i])
	}
	slices.SortStableFunc(ratings, func(a, b Rating) int { return cmp.Compare(b.Elo, a.Elo) })
	return ratings
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

// likelihood returns the gradient of the log-likelihood by the free ratings, and the negative of its
// second derivatives (the Fisher information).
func (t *Tally) likelihood(
	ratings []Rating, free []int, center float64,
) (gradient []float64, information [][]float64) {
	const priorDeviation = 1000 // in Elo
	gradient, information = make([]float64, len(free)), make([][]float64, len(free))
	for i, f := range free {
		information[i] = make([]float64, len(free))
		information[i][i] = 1.0 / priorDeviation / priorDeviation
		gradient[i] = (center - ratings[f].Elo) / priorDeviation / priorDeviation
	}
	for pair, s := range t.pairs {
		e := expected(ratings[pair[0]].Elo - ratings[pair[1]].Elo)
		games := float64(s.Games())
		surplus := perPoint * (s.Points() - games*e)
		weight := perPoint * perPoint * games * e * (1 - e)
		a, b := slices.Index(free, pair[0]), slices.Index(free, pair[1]) // −1 is an anchor
		if a >= 0 {
			gradient[a] += surplus
			information[a][a] += weight
		}
		if b >= 0 {
			gradient[b] -= surplus
			information[b][b] += weight
		}
		if a >= 0 && b >= 0 {
			information[a][b] -= weight
			information[b][a] -= weight
		}
	}
	return gradient, information
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
