package literal

import "sargon78/sargon"

// What follows lets one walk through the lines of play of a position without a search.

// List lists the pseudo-legal moves of a side behind the addresses that are in use (spec §4),
// as if the move previous had led to the position. It returns the address of the first record,
// and that behind the last, which follow each other every RecordBytes; a pair is two of them.
func (e *Engine) List(side sargon.Color, previous sargon.Move) (first, end uint16) {
	e.color, e.mlptrj = side, previousRecord
	e.memory.setMove(previousRecord, previous)
	first = e.mlnxt
	e.generate(1)
	return first, e.mlnxt
}

// RecordBytes is the length of a record.
const RecordBytes = recordBytes

// Restart frees all records, and gives lists the room of a search without limits.
func (e *Engine) Restart() {
	e.place(true)
	e.search = search{}
}

// Free frees the records from an address on.
func (e *Engine) Free(first uint16) { e.mlnxt = first }

// Listed returns the move of a record.
func (e *Engine) Listed(at uint16) sargon.Move { return e.memory.move(at) }

// Make makes the move of a record, with the second half of a pair (spec §9).
func (e *Engine) Make(at uint16) { e.make(at) }

// Unmake unmakes it.
func (e *Engine) Unmake(at uint16) { e.unmake(at, e.queens()) }

// InCheck tells whether the king of a side is attacked (spec §5).
func (e *Engine) InCheck(side sargon.Color) bool { return e.inCheck(side) }

// Replace puts another piece of the same colour in place of one.
func (e *Engine) Replace(s sargon.Square, t sargon.PieceType) {
	e.memory.setAt(uint8(s), e.piece(uint8(s))&^sargon.TypeBits|sargon.Piece(t))
}
