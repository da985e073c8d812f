// Package game keeps the record of a game of chess: its moves, comments and result, and a
// referee who knows all the rules. No engine decides anything here.
//
//	g := game.New()
//	err := g.PlayText("Nf3")              // e4, Nf3, O-O, e2e4, e7e8n
//	if r := g.Result(); r.Over() { … }    // mate, stalemate, repetition, fifty moves, material
//	changes, err := mirror.Sync(ctx, g)   // the same game in an engine's own state
//
// The legal moves come from a generator of its own (rules.go), which shares nothing with any
// engine, so that it can referee all of them; tests hold moves, notation and positions against
// github.com/corentings/chess. That library
// itself stays out: it shares a buffer between all readers of FEN, panics beyond 218 moves,
// gives an under-promotion the check of the queen, and would make the web page larger, which
// keeps its game here too. Files of games are the business of package pgn.
package game
