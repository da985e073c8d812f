// Package game keeps the record of a game of chess: its moves, comments and result, PGN in
// and out, and a referee who knows all the rules. No engine decides anything here.
//
//	g := game.New()
//	err := g.PlayText("Nf3")              // e4, Nf3, O-O, e2e4, e7e8n
//	if r := g.Result(); r.Over() { … }    // mate, stalemate, repetition, fifty moves, material
//	changes, err := mirror.Sync(g)        // the same game in an engine's own state
//	err = game.Write(file, g)             // PGN
//
// The referee is github.com/corentings/chess: it says which moves are legal and writes them
// in algebraic notation. What the package does itself is repetition (by the rule's own idea
// of a same position), reading moves as people write them, and the text of PGN.
//
// It leaves out variations: they are skipped when a game is read.
package game
