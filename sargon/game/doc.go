// Package game keeps the record of a game of chess: its moves, comments and result, and a
// referee who knows all the rules. No engine decides anything here.
//
//	g := game.New()
//	err := g.PlayText("Nf3")              // e4, Nf3, O-O, e2e4, e7e8n
//	if r := g.Result(); r.Over() { … }    // mate, stalemate, repetition, fifty moves, material
//	changes, err := mirror.Sync(ctx, g)   // the same game in an engine's own state
//
// The package generates legal moves by itself (rules.go) and shares no code with any engine, so that
// it can referee all of them. Tests compare moves, notation and positions with
// github.com/corentings/chess. Only tests use that library: it shares a buffer between all readers of
// FEN, panics beyond 218 moves, writes the check of a queen at an under-promotion, and would make the
// web page larger, which uses this package too. Package pgn reads and writes files of games.
package game
