// Package match plays matches between engines, and programs that speak UCI, under a referee.
//
//	one, err := match.ParsePlayerSpec("rom,level=2")
//	two, err := match.ParsePlayerSpec("exec:stockfish,elo=1500")
//	m := match.New([]match.PlayerSpec{one, two}, openings, 100, false)
//	err = m.CheckPlayers(ctx)
//	err = m.Journal("games.pgn", false)
//	err = m.Run(ctx, func(match.Record) {})
//	fmt.Print(m.Table())
//
// Every opening is played with both colours. The referee ends games only by the rules of chess: mate,
// stalemate, repetition, fifty moves, material. The evaluations of the engines never end a game. A
// player loses by an illegal move, on time, or when its program ends or does not answer.
//
// Finished games go to a PGN file, the journal. An interrupted match continues from its journal.
package match
