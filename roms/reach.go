package roms

import "slices"

// SearchExample is a position and the level at which it is searched.
type SearchExample struct {
	FEN   string
	Level int
}

// Example is the position that spec §5 to §8 go through with all its numbers. Its search reaches every
// label of the search but those in elsewhere.
var Example = SearchExample{"3r2k1/8/2p2n2/3b4/4P3/P4B2/3R2n1/3R2K1 w - - 0 30", 2}

// elsewhere are searches that reach the labels which the example does not reach.
var elsewhere = []struct {
	SearchExample
	labels []string
}{
	{SearchExample{"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", 1},
		[]string{"manners_bad", "attack_queen", "castle_side", "castle_way"}},
	{SearchExample{"r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPpP/R3K2R b KQkq - 0 9", 1},
		[]string{"pins_by_queen", "pawn_promotes", "castle_store", "gen_second", "close_pair",
			"make_queen", "undo_queen", "read_move_more"}},
	{SearchExample{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 1},
		[]string{"passant_beside"}},
	{SearchExample{"1Qq1K1Q1/q2P4/8/QQ5q/2q1k3/2pq2Q1/8/2q5 w - - 0 17", 2},
		[]string{"count_sides", "pin_twice"}},
	{SearchExample{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1},
		[]string{"book", "book_choose", "book_copy"}},
	{SearchExample{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 1},
		[]string{"book_black"}},
}

// ExampleReaching returns a search that reaches a label of the embedded ROM, if there is one: the example,
// or another.
func ExampleReaching(label string) SearchExample {
	for _, c := range elsewhere {
		if slices.Contains(c.labels, label) {
			return c.SearchExample
		}
	}
	return Example
}
