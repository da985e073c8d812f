package native

import (
	"sargon78/native/literal"
	"sargon78/sargon"
)

// A mover holds a position and moves in it. Its squares have numbers of its own, which move
// records hold too; only square and number translate.
type mover interface {
	name() string

	// set puts up the board and the royal squares of a position.
	set(*sargon.Position)

	number(sargon.Square) uint8
	square(number uint8) sargon.Square

	// make and unmake a move with its second half, which is looked at only if the
	// flags say that there is one, and may be nil (spec §9).
	make(first, second *record)
	unmake(first, second *record)

	// inCheck tells whether the king of a side is attacked (spec §5).
	inCheck(sargon.Color) bool

	// generate adds the pseudo-legal moves of a side, in the order of spec §4.
	// previous is the move that led here, check whether the side is in check.
	generate(list *moveList, side sargon.Color, previous *record, check bool)
}

// A board does all that a search asks for.
type board interface {
	mover

	// lean has the board keep pins and royal squares in the memory of a game.
	lean(*literal.Engine)

	// get is the inverse of set.
	get(*sargon.Position)

	// evaluate finds the pins and does the static evaluation (spec §6–8).
	evaluate(*view) sargon.Totals

	// pins appends the pin list of the last evaluation, as far as it has room.
	pins([]sargon.Pin) []sargon.Pin
}

// view is what a static evaluation depends on besides the board (spec §8).
type view struct {
	side       sargon.Color // COLOR: the side that moved; at the root, the side to move
	moveNumber uint8        // MOVENO
	previousTo uint8        // where the move that is evaluated went, in the board's numbers
	control    uint8        // BC0, board control at the root
	material   uint8        // MV0, material at the root
}
