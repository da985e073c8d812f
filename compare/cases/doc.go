// Package cases holds what engines are compared on: searches of positions, alone or in games,
// drawn at random or read from files.
//
//	levels, err := cases.ParseLevels("1-3")
//	source, err := cases.NewGenerator(cases.GeneratorOptions{Seed: 7, Cases: 200, Levels: levels})
//	source = &cases.Files{Names: []string{"games.pgn"}, Levels: levels}
//	c, err := cases.ParseCase("level 2 startpos moves e2e4 e7e5")
//	err = c.SetUp(ctx, engine)
//
// A Case is a start and plies: what an engine goes through in one piece, with one search or more. A
// Source hands out cases, always the same ones. A Generator makes them from a corpus
// (testdata/corpus, a line for each) by mutations, and draws again until a case reaches the rule of
// the specification at which it is aimed, as the engine on 10x12 reports them; the others are games
// of random moves.
//
// It leaves out what comes of the searches: that is compared in package compare.
package cases
