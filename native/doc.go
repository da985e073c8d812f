// Package native is Sargon's engine again in Go: the search, ordering, evaluation and
// list area of 1978, exact to the byte and to the order of its steps, on three boards.
//
//	engine := native.NewBitboards() // fast; native.New10x12() is the one to read
//	position, err := sargon.ParseFEN(fen)
//	err = engine.SetPosition(position)
//	result, err := engine.Search(ctx, sargon.SearchOptions{Level: 3})
//	lines, err := native.Divide(ctx, "0x88", position, 4, native.ChessRules)
//
// # The boards
//
//	            memory                        off the board
//	10x12       120 bytes                     a border of bytes FF, which ends every scan as a piece does
//	0x88        128 bytes, of which 64 are    number & 0x88 is not 0
//	            squares; 272 for lists
//	bitboards   64 bytes, and 16 words of     the ends of rays that were computed
//	            64 bits                       before
//
//	            how the attackers of a square are found
//	10x12       by looking outward from the square, in 16 directions
//	0x88        by the difference of two numbers, for each piece of a list: a table says who
//	            could come from there, and with which step; then the squares between are looked at
//	bitboards   the squares that a bishop would attack from there, and the bishops; so for each type
//
// Evaluations in a second, compared with 10x12 (sargon bench --engines 10x12,0x88,bitboards
// --level 4): 0x88 has 7 times as many, bitboards 23 times.
//
// 10x12 looks at every square as the program of 1978 did. 0x88 counts attackers outward from its
// pieces, and asks who they are where it matters. bitboards counts all pieces of a type at once; but
// it generates moves square by square along the rays, because spec §4 fixes their order.
//
// 10x12 is package reference: the specification followed word by word, in the memory of 1978.
// sargon board draws its numbers and codes, and those of other programs (package codes).
//
// Indexes are masked where the compiler cannot see that they are small (squares[n&0x7F], [n&63],
// [d&7]): the mask spares a bounds check and is no rule of chess or of the specification.
//
// # Files
//
//	                            0x88               bitboards
//	board, moves, checks        board0x88.go       bitboards.go, on the words of bitboard.go
//	evaluation, pins, attacks   evaluate0x88.go    attackmaps.go
//	exchange                    evaluate0x88.go    exchangebitboards.go; bytewise.go where a list overflows
//	list area                   list.go            keyedlist.go
//	search                      search0x88.go      searchbitboards.go
//
// What both need of a board is the interface board (board.go). The files of 10x12 are in folder reference.
//
// # What they share
//
// What two engines share, comparing them cannot test.
//
//	10x12 and 0x88    the moves played in the game before a search, the book, and Examine: they
//	                  are done by package reference, which holds the game; of the search nothing
//	10x12 and         the same
//	bitboards
//	0x88 and          besides, what a piece counts by itself, and the sum of an evaluation
//	bitboards         (evaluate.go); the royal squares (make.go); the order of the
//	                  directions (board.go); the look from a square off the board
//	                  (offboard.go); how a search begins, counts and traces its evaluations,
//	                  and must stop (report.go)
//	all, and rom      what is counted and told of a search (sargon.Recorder): it decides nothing
//	                  of what is searched
//	0x88 and          the count, and the rules of chess that Sargon does not know (perft.go);
//	bitboards in      but not its third board, the mailbox of package game, which shares
//	Divide            nothing with any of them
//
// Search, list area, generation, making of moves, attacks, pins, attack lists, exchanges and
// what spills over their ends are each engine's own, also where they look alike: the search of
// 0x88 calls itself for each ply, that of bitboards is a loop up and down the plies; the list of
// 0x88 is linked, that of bitboards is a row of words to be sorted; exchanges of 0x88 are played on
// bytes, those of bitboards on words, and on bytes where something spills. En passant and castling
// are one text with other numbers: a shared misreading of §4 shows only against 10x12 and the ROM.
// The tables of bitboards are computed by walking over the board of 10x12.
//
// 0x88 and bitboards keep the game in a reference engine: the position, the moves played, Examine,
// and what a search leaves in the memory for the next. They search by themselves all that the page
// describes, old records of the list area (spec §14.8) and royal squares off the board (offboard.go)
// included. Where the page ends, because what comes then depends on bytes that are no table of the
// program (spec, appendix), the search ends with sargon.ErrUndefined, and its result says after how many
// evaluations (undefined.go). To such an engine Complete adds the reference engine, which goes on: for
// play, never for a comparison.
//
// Left out are time control, draws by rule and under-promotion in play: the program of 1978
// knew none of them. Only Divide knows all rules of chess.
package native
