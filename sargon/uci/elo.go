package uci

import "sargon78/sargon"

// levelElo is how strong the levels are, on the scale that programs of today have for
// UCI_Elo: measured with
//
//	sargon match --ladder sets exec:stockfish,elo=1320 exec:stockfish,elo=1500 \
//	    exec:stockfish,elo=1700 exec:stockfish,elo=1900 exec:stockfish,elo=2100 \
//	    --games 60 --tc 10+0.1 --random
//
// which prints this table, with its error bars. The numbers here are provisional: they are
// from a first short run, good to about 150 points.
var levelElo = [sargon.MaxLevel]int{1150, 1310, 1415, 1485, 1700, 2000}

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
