package uci

import "sargon78/sargon"

// levelElo is how strong the levels 1–6 are on the scale of UCI_Elo, as Stockfish 15.1 has it.
//
// They were measured in November 2026: 1720 games of the levels against each other and against
// Stockfish with UCI_Elo 1400, 1600, 1800 and 2000 and 50 000 nodes a move, without clocks, from
// openings in random order, with both colours. (Stockfish chooses its weaker moves at a depth that its
// Elo decides; 50 000 nodes are always enough for that.) The most likely ratings of all games together
// are these, with 95 % confidence good to ±39, 33, 35, 37, 39 and 40. Draws count half; a model with
// draws of their own, as BayesElo has, gives another scale, not other strengths.
var levelElo = [sargon.MaxLevel]int{1134, 1309, 1455, 1503, 1588, 1665}

// levelOfElo returns the level that is nearest to a strength, the weaker one of two.
func levelOfElo(elo int) sargon.Level {
	nearest := sargon.MinLevel
	distance := func(l sargon.Level) int { d := elo - levelElo[l-1]; return max(d, -d) }
	for l := sargon.MinLevel; l <= sargon.MaxLevel; l++ {
		if distance(l) < distance(nearest) {
			nearest = l
		}
	}
	return nearest
}
