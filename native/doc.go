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
//	         memory                        off the board
//	10x12    120 bytes                     a border of FF, met like a man
//	0x88     128 bytes, of which 64 are    number & 0x88 is not 0
//	         squares; 272 for lists
//	mailbox  64 squares in three arrays    a table of 120 says −1
//	sets     64 bytes, and 16 words of     the ends of rays that were computed
//	         64 bits                       before
//
//	         who attacks a square is found
//	10x12    by looking outward from the square, in 16 directions
//	0x88     by the difference of two numbers, for each piece of a list: a table says who
//	         could come from there, and with which step; then the way is walked
//	mailbox  by looking outward from the square, a step through two tables
//	sets     by sets: the squares that a bishop would attack from there, and the bishops
//
//	         evaluations  lines of play
//	10x12         1           1
//	0x88          7           2.0
//	mailbox       –           1.8
//	sets         23           2.4
//
// The speeds are ratios, of one run each of
//
//	sargon bench --engines 10x12,0x88,sets --level 4
//	sargon perft 5 --board 10x12
//
// Evaluations differ more than moves do, because 10x12 looks at every square as the
// program of 1978 did. 0x88 counts attackers outward from its pieces, and asks who they are
// where it matters. sets counts whole sets of squares at once.
//
// 10x12 is package literal: the specification followed word by word, in the memory of 1978.
// The mailbox generates moves only. What numbers and codes look like is drawn by
// sargon board (package codes).
//
// # What they share
//
// What two engines share, comparing them cannot test.
//
//	10x12 and 0x88    nothing
//	10x12 and sets    nothing
//	0x88 and sets     what a piece counts by itself, and the sum of an evaluation
//	                  (evaluate.go); the royal squares (make.go); the order of the
//	                  directions (board.go); what is told of a search (report.go)
//	0x88 and mailbox  the list area (list.go)
//	all in Perft      the count, and the rules of chess that Sargon does not know
//	                  (perft.go)
//
// Search, list area, generation, making of moves, attacks, pins, attack lists, exchanges and
// what spills over their ends are each engine's own, also where they look alike: the search of
// 0x88 calls itself for each ply, that of sets is a loop up and down the plies; the list of
// 0x88 is linked, that of sets is a row of words to be sorted; exchanges of 0x88 are played on
// bytes, those of sets on words, and on bytes where something spills.
//
// 0x88 and sets keep the game in a literal engine: the position, the moves played, Examine,
// and what a search leaves in the memory for the next. They hand a search over to it, from
// its beginning, where only the memory of 1978 tells what happens:
//
//   - a ply without room or moves tries an old record (spec §3);
//   - the square of a king or queen was lost by an exchange, and is none of the board; or
//     there is no end mark behind the royal squares, or so many pins that they run over it
//     (spec §6, §7);
//   - an exchange finds nothing more behind a list up to the end of the scores;
//   - a list without room begins with a pair (spec §14.8).
//
// In such a search only the emulated machine is independent of the literal engine.
//
// Left out are time control, draws by rule and under-promotion in play: the program of 1978
// knew none of them. Only Perft knows all rules of chess.
package native
