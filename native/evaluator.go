package native

import (
	"sargon78/native/reference"
	"sargon78/sargon"
)

// Evaluator evaluates single positions on a board of its own, for package prove.
type Evaluator struct {
	board board
	tail  reference.Tail
}

// Evaluators returns one Evaluator for 0x88 and one for bitboards.
func Evaluators() []*Evaluator {
	judges := []*Evaluator{{board: new(board0x88)}, {board: new(searchBitboards)}}
	for _, j := range judges {
		j.board.shareMemory(&j.tail)
	}
	return judges
}

// Name returns the name of the engine.
func (j *Evaluator) Name() string { return j.board.name() }

// Evaluate returns what a position is worth to the side to move, the pins, and who is in check (spec
// §5–§8). It is not ok where the specification ends.
func (j *Evaluator) Evaluate(p *sargon.Position) (t sargon.Totals, pins []sargon.Pin, check [2]bool, ok bool) {
	clear(j.tail[:])
	for i, s := range p.Royal {
		j.tail[reference.TailRoyals+i] = uint8(s)
	}
	j.tail[reference.TailRoyals+len(p.Royal)] = 0xFF
	b := j.board
	why := new(report).ends(func() {
		b.set(p)
		check = [2]bool{b.inCheck(sargon.White), b.inCheck(sargon.Black)}
		t = b.evaluate(&evalContext{
			side: p.Side, moveNumber: p.MoveNumber, previousTo: b.number(p.Previous.To),
		})
		pins = b.pins(nil)
	})
	return t, pins, check, why == ""
}
