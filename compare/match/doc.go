// Package match has engines play each other, and programs that speak UCI, under a referee.
//
//	entrants := []match.Entrant{…}            // match.ParseEntrant("rom,level=2", …)
//	plan := match.NewPlan(entrants, openings, games, match.Everybody)
//	tally := match.NewTally(plan)
//	err := match.Run(ctx, plan, tally, match.Options{Time: tc, Open: open})
//	fmt.Print(tally.Table())
//
// Every opening is played with both colours. The referee ends games by the rules of chess
// only: mate, stalemate, repetition, fifty moves, material; never by what an engine thinks
// of its position. A player loses by an illegal move, on time, or when its program ends or
// does not answer.
//
// Finished games go to a PGN file, the Journal, from which an interrupted match goes on.
package match
