// Package match has engines play each other, and programs that speak UCI, under a referee.
//
//	one, err := match.ParsePlayerSpec("rom,level=2")
//	two, err := match.ParsePlayerSpec("exec:stockfish,elo=1500")
//	m := match.New([]match.PlayerSpec{one, two}, openings, 100, false)
//	err = m.Try(ctx)
//	err = m.Journal("games.pgn", false)
//	err = m.Run(ctx, func(match.Record) {})
//	fmt.Print(m.Table())
//
// Every opening is played with both colours. The referee ends games by the rules of chess
// only: mate, stalemate, repetition, fifty moves, material; never by what an engine thinks
// of its position. A player loses by an illegal move, on time, or when its program ends or
// does not answer.
//
// Finished games go to a PGN file, the journal, from which an interrupted match goes on.
package match
