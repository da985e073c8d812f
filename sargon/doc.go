// Package sargon holds the types that all parts of the project share: squares, pieces, moves,
// positions, scores, and the interface Engine.
//
// The values are those of 1978, byte for byte (spec §1, §3, §8); methods turn them into
// text. An engine, emulated or native, is used like this:
//
//	pos, err := sargon.ParseFEN("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
//	err = engine.SetPosition(pos)
//	result, err := engine.Search(ctx, sargon.SearchOptions{Level: 2})
//	fmt.Println(result.Best, result.Score.Pawns(), result.Evals, result.Trace)
//	err = engine.Play(result.Best.From, result.Best.To)
//
// What the engines do is written down in package sargon/spec. "spec §8" in any comment of
// the project is section 8 of its page engine, which `sargon spec 8` prints.
//
// The package holds no rules of move generation and no search: those belong to the
// engines, which are compared with each other.
//
// # Packages in this folder
//
//	spec          the specification, with the addresses of the variables (spec/variables)
//	emulated      an engine that is a program on the emulated machine. In it: program, the interactive
//	              program; debugger; states, the files of saved games
//	game          one game: legal moves, results, notation; PGN and EPD are in game/pgn
//	think         an engine chooses a move: levels, clocks, time controls
//	analysis      what an engine thinks of a position, number by number, and why it chose a move
//	session       a game with an engine, a machine or another user, for every front end
//	uci           the Universal Chess Interface: Sargon as an engine of other programs
//	speed         the speeds of the emulated machine
//	files, must   reading and writing files with care; help for tests
//
// The native engines are in package native.
package sargon
