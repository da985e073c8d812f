// Package cases holds what engines are compared on: searches of positions, alone or in games,
// sampled at random or read from files.
//
//	levels, err := cases.ParseLevels("1-3")
//	source, err := cases.NewGenerator(cases.GeneratorOptions{Seed: 7, Cases: 200, Levels: levels})
//	files := &cases.Files{Names: []string{"games.pgn"}, Levels: levels}
//	c, err := cases.ParseCase("level 2 startpos moves e2e4 e7e5")
//	err = c.SetUp(ctx, engine)
//
// A Case is a start position and the plies that follow: moves and searches, at least one search. An
// engine goes through all of it without a new start. A Source returns cases, the same ones each time. A
// Generator, which is a Source, makes two sorts of cases. A targeted case is for one rule of the
// specification: the Generator mutates a position of the corpus (testdata/corpus, a line for each)
// until the reference engine reports that a search reaches the rule. The other cases are games of
// random moves.
//
// The package does not look at the results of searches: package compare compares them.
package cases
