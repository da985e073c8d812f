// Package native is Sargon's engine again in Go: the search, ordering, evaluation and
// list area of 1978, exact to the byte and to the order of its steps, on two boards.
//
//	engine := native.New0x88() // fast; native.New10x12() is the one to read
//	position, err := sargon.ParseFEN(fen)
//	err = engine.SetPosition(position)
//	result, err := engine.Search(ctx, sargon.SearchOptions{Level: 3})
//	nodes, err := native.Perft(ctx, "mailbox", position, 4, native.Chess)
//
// There is one search (search.go), one list area (list.go) and one statement of what an
// evaluation adds up (evaluate.go, exchange.go). What differs from board to board stays
// behind the type board, whose steps are coarse: generate, make, unmake, in check,
// evaluate. The tests compare both boards with a third, which follows the specification
// (package sargon/spec) word by word. Every quirk of spec §14 is kept, and tested by its
// name.
//
// The package leaves out time control, draws by rule and under-promotion in play: the
// program of 1978 knew none of them. Only perft knows all rules of chess.
package native
