package analysis

import "sargon78/sargon"

// Explanation is the static evaluation of a position in parts, so that a reader of spec §5–8 can
// follow every number. It is computed from what an engine reports; Consistent reports whether it ends
// in the engine's own totals.
type Explanation struct {
	Squares []SquareExplanation `json:"squares"` // in the program's order, a1 to h8
	Pins    []sargon.Pin        `json:"-"`

	sargon.Totals

	Lost         uint8 `json:"lost"`          // L
	Won          uint8 `json:"won"`           // W
	Exchanges    int8  `json:"exchanges"`     // W − L, negated for Black
	MaterialTerm int8  `json:"material_term"` // limited to ±30
	ControlTerm  int8  `json:"control_term"`  // limited to ±6
	Consistent   bool  `json:"consistent"`    // the engine's totals are the same
}

// SquareExplanation is what one square adds.
type SquareExplanation struct {
	Square      sargon.Square     `json:"-"`
	Name        string            `json:"square"`
	Piece       sargon.Piece      `json:"piece"`
	Attackers   sargon.AttackList `json:"attackers"`
	PieceTerm   int8              `json:"piece_term"`   // board control by the piece itself
	ControlTerm int8              `json:"control_term"` // White's attackers less Black's
	Exchange    int8              `json:"exchange"`     // the owner's loss, doubled points
	Material    int8              `json:"material"`     // what it adds to MTRL

	// Steps are those of the exchange, none if the piece is not attacked or if they are not
	// known.
	Steps []ExchangeStep `json:"exchange_steps,omitempty"`
}

// Limits of the two terms of the evaluation (spec §8).
const (
	materialLimit = 30
	controlLimit  = 6
)

// Explain computes the static evaluation of a root (spec §8): BC0 and MV0 are 0 there.
func Explain(p sargon.Position, x sargon.Examination) Explanation {
	e := Explanation{Pins: x.Pins, Consistent: true}
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		if s.OnBoard() {
			e.addSquare(p, x, s)
		}
	}
	e.addTotals(p.Side)
	totals := x.Totals
	totals.HangingMover = e.HangingMover
	e.Consistent = e.Consistent && totals == e.Totals
	return e
}

// addSquare adds steps 1–3 for one square.
func (e *Explanation) addSquare(p sargon.Position, x sargon.Examination, s sargon.Square) {
	piece, list := p.Board[s], x.Attacks[s]
	sq := SquareExplanation{
		Square: s, Name: s.String(), Piece: piece, Attackers: list,
		PieceTerm:   pieceTerm(piece, p.MoveNumber),
		ControlTerm: int8(list[0] - list[7]),
		Exchange:    x.Exchanges[s],
	}
	if piece != sargon.Empty {
		m := int8(2 * piece.Type().Value())
		if sq.Exchange != 0 {
			m--
			e.addLoss(p, s, uint8(sq.Exchange))
		}
		if piece.Color() == sargon.Black {
			m = -m
		}
		sq.Material = m
		e.addSteps(&sq)
	}
	e.BoardControl += sq.PieceTerm + sq.ControlTerm
	e.Material += sq.Material
	e.Squares = append(e.Squares, sq)
}

// addSteps goes through the exchange on a square once more; the loss must be the same.
func (e *Explanation) addSteps(sq *SquareExplanation) {
	steps, loss, known := explainExchange(sq.Piece, sq.Attackers)
	if !known {
		return
	}
	if loss != sq.Exchange {
		e.Consistent = false
	}
	if steps[0].Value != 0 {
		sq.Steps = steps
	}
}

// pieceTerm is board control by the piece standing on a square (spec §8.1).
func pieceTerm(piece sargon.Piece, moveNumber uint8) int8 {
	const afterOpening = 7 // MOVENO from which moved rooks and queens no longer count
	term := int8(0)
	switch piece.Type() {
	case sargon.Knight, sargon.Bishop:
		if !piece.Moved() {
			term = -2
		}
	case sargon.Rook, sargon.Queen:
		if piece.Moved() && moveNumber < afterOpening {
			term = -2
		}
	case sargon.King:
		if piece.Castled() {
			term = 6
		} else if piece.Moved() {
			term = -2
		}
	}
	if piece.Color() == sargon.Black {
		term = -term
	}
	return term
}

// addLoss keeps the largest losses (spec §8.3).
func (e *Explanation) addLoss(p sargon.Position, s sargon.Square, loss uint8) {
	if p.Board[s].Color() == p.Side {
		if loss >= e.PointsLost {
			e.PointsLost = loss
			if s == p.Previous.To {
				e.HangingMover = s
			}
		}
		return
	}
	second := loss
	if loss >= e.PointsWon1 {
		second, e.PointsWon1 = e.PointsWon1, loss
	}
	if second >= e.PointsWon2 {
		e.PointsWon2 = second
	}
}

// addTotals does what comes after the squares (spec §8, "Afterwards").
func (e *Explanation) addTotals(side sargon.Color) {
	won1, won2 := e.PointsWon1, e.PointsWon2
	if e.HangingMover != sargon.NoSquare {
		won1, won2 = won2, 0
	}
	if e.PointsLost > 0 {
		e.Lost = e.PointsLost - 1
	}
	if won1 != 0 && won2 != 0 {
		e.Won = (won2 - 1) / 2
	}
	e.Exchanges = int8(e.Won - e.Lost)
	if side == sargon.Black {
		e.Exchanges = -e.Exchanges
	}
	e.MaterialTerm = limit(e.Exchanges+e.Material, materialLimit)
	if e.HangingMover == sargon.NoSquare {
		e.ControlTerm = limit(e.BoardControl, controlLimit)
	}
	y := 4*e.MaterialTerm + e.ControlTerm
	if side == sargon.White {
		y = -y
	}
	e.Value = sargon.Value(0x80 + uint8(y))
}

func limit(v, most int8) int8 { return max(-most, min(v, most)) }
