package match

import (
	"fmt"
	"math"
)

// Results counts games from one player's view.
type Results struct{ Wins, Draws, Losses int }

// Games returns the number of games.
func (s Results) Games() int { return s.Wins + s.Draws + s.Losses }

// Points returns the points scored: a win 1, a draw ½.
func (s Results) Points() float64 { return float64(s.Wins) + float64(s.Draws)/2 }

// Ratio returns the points per game, 0…1; NaN without games.
func (s Results) Ratio() float64 { return s.Points() / float64(s.Games()) }

// confident is how many standard errors hold 95 % of a normal distribution.
const confident = 1.959964

// standardError returns the standard error of the ratio, from the spread of the single results.
func (s Results) standardError() float64 {
	n, mean := float64(s.Games()), s.Ratio()
	square := func(result float64) float64 { return (result - mean) * (result - mean) }
	squares := float64(s.Wins)*square(1) + float64(s.Draws)*square(0.5) + float64(s.Losses)*square(0)
	return math.Sqrt(squares / n / n)
}

// Elo returns the difference in rating that corresponds to the score, and its bounds with 95 %
// confidence, if the games are independent. A bound is infinite if the games do not limit the
// difference on that side.
func (s Results) Elo() (difference, low, high float64) {
	if s.Games() == 0 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	mean, spread := s.Ratio(), confident*s.standardError()
	if spread == 0 && mean != 0.5 {
		// All games won, or all lost: the spread cannot be measured. The other bound is the strength
		// with which a player would reach this score once in forty times.
		spread = 1 - math.Pow(0.025, 1/float64(s.Games()))
	}
	return elo(mean), elo(mean - spread), elo(mean + spread)
}

func elo(ratio float64) float64 {
	switch {
	case ratio <= 0:
		return math.Inf(-1)
	case ratio >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(ratio/(1-ratio))
}

// Superiority returns the likelihood that the player is the stronger one, 0…1. Draws do not count.
func (s Results) Superiority() float64 {
	if s.Wins+s.Losses == 0 {
		return 0.5
	}
	return 0.5 * (1 + math.Erf(float64(s.Wins-s.Losses)/math.Sqrt(2*float64(s.Wins+s.Losses))))
}

// eloText formats a difference with its bounds, "+35 [-12, +84]". If from is not 0, it is a strength,
// to which the difference is added.
func (s Results) eloText(from float64) string {
	if s.Games() == 0 {
		return "–"
	}
	difference, low, high := s.Elo()
	form := "%+.0f"
	if from > 0 {
		form = "%.0f"
	}
	text := func(elo float64) string {
		if math.IsInf(elo, 0) {
			return fmt.Sprintf("%+.0f", elo)[:1] + "∞"
		}
		return fmt.Sprintf(form, from+elo)
	}
	switch {
	case math.IsInf(difference, 1):
		return "over " + text(low)
	case math.IsInf(difference, -1):
		return "under " + text(high)
	}
	return fmt.Sprintf("%s [%s, %s]", text(difference), text(low), text(high))
}
