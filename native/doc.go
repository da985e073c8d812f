// Package native is Sargon's engine again in Go: the search, ordering, evaluation and
// list area of 1978, exact to the byte and to the order of its steps, on three boards.
//
//	engine := native.NewSets() // fast; native.New10x12() is the one to read
//	position, err := sargon.ParseFEN(fen)
//	err = engine.SetPosition(position)
//	result, err := engine.Search(ctx, sargon.SearchOptions{Level: 3})
//	nodes, err := native.Perft(ctx, "mailbox", position, 4, native.Chess)
//
// # The boards
//
//	          board                  off the board             an attack is found
//	10x12     120 bytes              a border of FF, met       by looking outward from the
//	                                 like a piece              square, in 16 directions
//	0x88      128 bytes, half used   number & 0x88 is not 0    by the difference of two numbers,
//	                                                           for each piece of a list
//	mailbox   64 squares             a table of 120 says −1    by looking outward
//	sets      16 words of 64 bits    the ends of precomputed   by sets: all squares that a
//	                                 rays                      piece attacks at once
//
// 10x12 is package literal: the specification followed word by word, in the memory of 1978.
// 0x88 counts attackers outward from its pieces, and builds the lists of the squares that
// matter through its table of differences. sets works on whole sets of squares. The mailbox
// generates moves only. Perft counts on all four.
//
// # What they share
//
// What two engines share, comparing them cannot test. Package literal shares nothing with the
// others, and so is in every proof. 0x88 and sets have the search (search.go), the list
// (list.go), the sum of an evaluation (evaluate.go) and the royal squares (make.go) in
// common; boards, generation, attacks, pins, lists and exchanges are their own. Both keep the
// game in a literal engine, and hand a search over to it where only the memory of 1978 tells
// what happens: when a ply tries an old record, when a king's square was lost (spec §3, §7).
// sets does so for a single evaluation too, when a list spills. There only the machine is
// independent of the literal engine.
//
// Left out are time control, draws by rule and under-promotion in play: the program of 1978
// knew none of them. Only perft knows all rules of chess.
package native
