package uci

import "sargon78/sargon"

// levelElo is how strong the levels 1–6 are on the scale of UCI_Elo, as Stockfish 15.1 has it.
//
//	sargon match --ladder sets exec:stockfish,elo=1400 exec:stockfish,elo=1600 \
//	    exec:stockfish,elo=1800 exec:stockfish,elo=2000 \
//	    --games 60 --tc 2+0.02 --margin 1s --random --json ladder.json
//
// measures it, with error bars, and prints the numbers of this table in its last line. Those
// here are provisional: levels 1–5 are from 232 games against each other and against 1400 and
// 1600, good to ±110 points; level 6 is a guess from a few games.
var levelElo = [sargon.MaxLevel]int{1136, 1384, 1580, 1669, 1714, 2000}

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
