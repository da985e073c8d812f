package match

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/sargon/game"
	"sargon78/sargon/must"
)

// between counts games that were not played.
func (t *Tally) between(i, j int, s Results) { t.pairs[[2]int{i, j}] = s }

func TestRatings(t *testing.T) {
	// Two players: the difference is that of the Elo formula, the error that of a
	// binomial distribution.
	tally := NewTally(&Plan{Entrants: []Entrant{{Name: "A"}, {Name: "B", Anchor: 1500}}})
	tally.between(0, 1, Results{Wins: 300, Losses: 100})
	r := tally.Ratings()
	require.Equal(t, []int{0, 1}, []int{r[0].Entrant, r[1].Entrant})
	require.InDelta(t, 1500+190.85, r[0].Elo, 1)
	require.InDelta(t, 1.96*400/math.Ln10/math.Sqrt(400*0.75*0.25), r[0].Error, 0.5)
	require.True(t, r[1].Anchor)
	require.Equal(t, 1500.0, r[1].Elo)
	require.Equal(t, 400, r[0].Games)

	// Without an anchor the mean is 0; a draw counts half.
	tally = NewTally(&Plan{Entrants: []Entrant{{}, {}}})
	tally.between(0, 1, Results{Draws: 50})
	for _, r := range tally.Ratings() {
		require.InDelta(t, 0, r.Elo, 1e-6)
	}
	// Who always wins still gets bounds, and so does who never played.
	tally = NewTally(&Plan{Entrants: []Entrant{{Anchor: 1000}, {}, {}}})
	tally.between(0, 1, Results{Losses: 20})
	r = tally.Ratings()
	require.Equal(t, 1, r[0].Entrant)
	require.True(t, r[0].Elo > 1400 && r[0].Elo < 4000, r[0].Elo)
	require.InDelta(t, 1960, r[2].Error, 1)
}

// Known strengths come out of games decided by dice, within the errors in nineteen of twenty
// ladders, with draws or without; draws make the errors smaller.
func TestRatingsFindTheTruth(t *testing.T) {
	truth := []float64{1200, 1350, 1500, 1800, 1400, 1700}
	plan := &Plan{Entrants: make([]Entrant, len(truth))}
	for _, anchor := range []int{4, 5} {
		plan.Entrants[anchor].Anchor = int(truth[anchor])
	}
	dice := rand.New(rand.NewPCG(1978, 0))
	var errors []float64
	for _, draws := range []float64{0, 0.5} {
		inside, total, sum := 0, 0, 0.0
		for range 100 {
			tally := NewTally(plan)
			for i := range truth {
				for j := i + 1; j < len(truth); j++ {
					tally.between(i, j, thrown(dice, truth[i]-truth[j], draws, 100))
				}
			}
			for _, r := range tally.Ratings() {
				if !r.Anchor {
					total++
					sum += r.Error
					if math.Abs(r.Elo-truth[r.Entrant]) <= r.Error {
						inside++
					}
				}
			}
		}
		require.InDelta(t, 0.95, float64(inside)/float64(total), 0.025)
		errors = append(errors, sum/float64(total))
	}
	require.InDelta(t, math.Sqrt(0.5), errors[1]/errors[0], 0.03)
}

// thrown returns games decided by dice; share is that of draws between equals, 0…½.
func thrown(dice *rand.Rand, difference, draws float64, games int) (s Results) {
	e := expected(difference)
	drawn := 4 * e * (1 - e) * draws
	for range games {
		switch x := dice.Float64(); {
		case x < drawn:
			s.Draws++
		case x < drawn+e-drawn/2:
			s.Wins++
		default:
			s.Losses++
		}
	}
	return s
}

func TestLadder(t *testing.T) {
	entrants, err := Levels([]Entrant{entrant(t, "sets"), entrant(t, "exec:SELF kind=good,elo=1500")})
	require.NoError(t, err)
	require.Len(t, entrants, 7)
	require.Equal(t, "Sargon sets level 3", entrants[2].Name)
	require.Equal(t, 1500, entrants[6].Anchor)
	require.Equal(t, [][2]string{{"UCI_LimitStrength", "true"}, {"UCI_Elo", "1500"}},
		entrants[6].Options)
	entrants = append(entrants, entrants[6])
	plan := NewPlan(entrants, builtInOpenings()[:1], 2, Rungs)
	require.Len(t, plan.Games, 2*(6*5/2+6*2), "programs do not meet each other")

	tally := NewTally(plan)
	tally.between(0, 6, Results{Draws: 1})
	require.Regexp(t, `(?m)^  1  Sargon sets level 1 .* 1500  ±\d+ +1$`, tally.Ladder())
	require.Regexp(t, `(?m)^levels 1–6: 1500, 1500, 1500, 1500, 1500, 1500$`, tally.Ladder())
	require.Contains(t, tally.Ladder(), "as it says")

	limited := must.Have(ParseEntrant("sets,elo=1300"))
	require.Positive(t, limited.Settings.Plays())
	require.False(t, limited.hasClock())
}

// A game that repeats another is done, but says nothing new.
func TestTheSameGameIsNotCountedTwice(t *testing.T) {
	plan := NewPlan([]Entrant{{Name: "A"}, {Name: "B"}}, []Opening{
		opening(t, "one: e4 e5 Nf3 Nc6"), opening(t, "two: Nf3 Nc6 e4 e5"), opening(t, "three: d4 d5"),
	}, 6, Everybody)
	tally := NewTally(plan)
	for _, p := range plan.Games {
		g := plan.Openings[p.Opening].Game()
		require.NoError(t, g.PlayText("Nc3"))
		tally.Add(Record{Pairing: p, Game: g, Result: game.Result{Outcome: game.WhiteWins}})
	}
	require.Equal(t, 6, tally.Done())
	require.Equal(t, 4, tally.Distinct(), "the second opening comes to the same position")
	require.Equal(t, Results{Wins: 2, Losses: 2}, tally.Total(0))
	require.Equal(t, Results{Wins: 2, Losses: 2}, tally.Total(1))
	require.Contains(t, tally.Table(),
		"4 games are distinct; 2 repeated another one and are not counted")
}

func opening(t *testing.T, line string) Opening {
	t.Helper()
	return must.Have(parseLine(line))
}
