package analysis

import (
	"fmt"

	"sargon78/sargon"
)

// ExchangeStep is one question of an exchange (spec §7): a side is asked for its next piece.
type ExchangeStep struct {
	Side  sargon.Color `json:"-"`
	Value uint8        `json:"value"`          // of that piece, doubled; 0: the side has none
	Then  string       `json:"then,omitempty"` // what follows, "" if the other side is asked first
}

// exchange goes through an exchange on the attack lists of its square.
type exchange struct {
	lists     sargon.AttackList
	sides     [2]sargon.Color // who is asked first, and the owner of the piece
	remaining [2]uint8        // how many pieces each of them has
	steps     []ExchangeStep
	undefined bool // the lists have no end where one was looked for (spec §14.6)
}

// explainExchange returns the steps of the exchange on a piece and what its owner loses,
// doubled. known is false where the program looks for a piece after the end of both lists.
func explainExchange(
	piece sargon.Piece, lists sargon.AttackList,
) (steps []ExchangeStep, loss int8, known bool) {
	owner := piece.Color()
	x := exchange{lists: lists, sides: [2]sargon.Color{owner.Other(), owner}}
	for i, side := range x.sides {
		x.remaining[i] = lists[listOf(side)]
	}
	loss = x.run(2 * piece.Type().Value())
	return x.steps, loss, !x.undefined
}

// listOf returns where in an AttackList the list of a side begins.
func listOf(side sargon.Color) int {
	if side == sargon.White {
		return 0
	}
	return len(sargon.AttackList{}) / 2
}

// run is spec §7: v is what stands on the square, a the piece that may take it, d the one that
// may take back.
func (x *exchange) run(v uint8) (loss int8) {
	a := x.nextPiece()
	if a == 0 {
		return 0
	}
	for {
		d := x.nextPiece()
		for wait := d != 0 && v < a; wait; wait = d != 0 {
			if d < a {
				x.annotate("%d does not take %d: %d would take back; the end", a, v, d)
				return loss
			}
			x.annotate("%d for %d, and %d takes back: both are struck off", a, v, d)
			if a = x.nextPiece(); a == 0 {
				x.annotate("no further capture; the end")
				return loss
			}
			d = x.nextPiece()
		}
		if len(x.steps)%2 == 0 {
			loss += int8(v)
		} else {
			loss -= int8(v)
		}
		if d == 0 {
			x.annotate("%d takes %d, no recapture: e = %d; the end", a, v, loss)
			return loss
		}
		x.annotate("%d takes %d: e = %d", a, v, loss)
		v, a = a, d
	}
}

// nextPiece takes the next piece of the side whose turn it is: the doubled value, 0 if it has none.
func (x *exchange) nextPiece() (value uint8) {
	asked := len(x.steps) % 2
	side := x.sides[asked]
	if x.remaining[asked] > 0 {
		x.remaining[asked]--
		at := listOf(side) + 1
		for at < len(x.lists) && x.lists[at] == 0 {
			at++
		}
		if at < len(x.lists) {
			value = 2 * (x.lists[at] & 0x0F)
			x.lists[at] >>= 4
		} else {
			x.undefined = true
		}
	}
	x.steps = append(x.steps, ExchangeStep{Side: side, Value: value})
	return value
}

// annotate adds to the last step what follows from it.
func (x *exchange) annotate(format string, values ...any) {
	x.steps[len(x.steps)-1].Then = fmt.Sprintf(format, values...)
}
