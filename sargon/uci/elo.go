package uci

import "sargon78/sargon"

// levelElo tells how strong the levels 1–6 are on the scale of UCI_Elo, as Stockfish 15.1 has it.
//
//	sargon match --ladder sets exec:stockfish,elo=1400,nodes=50000 \
//	    exec:stockfish,elo=1600,nodes=50000 exec:stockfish,elo=1800,nodes=50000 \
//	    exec:stockfish,elo=2000,nodes=50000 \
//	    --games 32 --tc none --random --json ladder.json
//
// measures it, with error bars, and prints the numbers of this table in its last line. (Stockfish
// chooses its weaker moves at a depth that its Elo decides; 50 000 nodes are always enough for
// that.) Those here are provisional: the first 386 games of the 1248, 90 for each level, good to
// ±100 points, level 1 to ±150.
var levelElo = [sargon.MaxLevel]int{1076, 1324, 1511, 1515, 1629, 1692}

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
