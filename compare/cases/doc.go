// Package cases holds what engines are compared on: searches of a position, alone or in
// games, drawn at random or read from files.
//
//	levels, err := cases.ParseLevels("1-3")
//	source, err := cases.NewGenerator(cases.GeneratorOptions{Seed: 7, Cases: 200, Levels: levels})
//	source = &cases.Files{Names: []string{"games.pgn"}, Levels: levels}
//	c, err := cases.ParseCase("level 2 startpos moves e2e4 e7e5")
//	err = c.SetUp(ctx, engine)
//
// A Case is one search. A Game is what an engine goes through in one piece, with searches on
// the way; a Batch is games that are handed out together, and a Source hands out the same
// batches in the same order each time.
//
// It leaves out what comes of the searches: that is compared in package compare.
package cases
