package probe

import (
	"context"

	"sargon78/sargon"
)

// Examine returns the root of a search in parts (spec §4–§10).
func (e *Engine) Examine(ctx context.Context) (sargon.Examination, error) {
	before, reached := e.Position(), e.Reached
	defer func() {
		_ = e.SetPosition(before)
		e.Reached = reached
	}()
	e.search = search{}
	e.color, e.moveno = e.side, e.moveNumber
	e.next, e.limit = 0, e.Tables.ListRecords
	e.bc0, e.mv0 = 0, 0
	e.findPins()
	e.evaluate(uint8(e.previous.To))
	x := sargon.Examination{Totals: e.totals(), Pins: e.pinList(nil)}
	e.bc0, e.mv0 = e.brdc, e.mtrl
	e.examineSquares(&x)

	e.generate(1, e.previous)
	x.Check = e.ckflg
	for i := range e.next {
		x.Generated = append(x.Generated, e.list[i].move())
	}
	// The records of the ply are valued as a search at level 2 would.
	e.search = search{plymax: 2, trace: sargon.EmptyTrace, ctx: ctx}
	e.order(1)
	for i := e.head[1]; i != noRecord; i = e.list[i].link {
		x.Sorted = append(x.Sorted, sargon.RatedMove{Move: e.list[i].move(), Value: e.list[i].value})
	}
	return x, nil
}

// examineSquares builds the attack lists and exchanges of all squares, with the pins as
// they stand.
func (e *Engine) examineSquares(x *sargon.Examination) {
	for square := sargon.FirstSquare; square <= sargon.LastSquare; square++ {
		piece := e.piece(uint8(square))
		if piece == sargon.Border {
			continue
		}
		e.attack(uint8(square), piece, true)
		copy(x.Attacks[square][:], e.page[whiteList:pinSquares])
		if piece != sargon.Empty {
			x.Exchanges[square] = int8(e.exchange(piece))
		}
	}
}
