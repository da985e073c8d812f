package native

import "sargon78/sargon"

// tally adds up a static evaluation square by square (spec §8). All numbers are bytes
// that wrap.
type tally struct {
	control      uint8         // BRDC
	material     uint8         // MTRL
	lost         uint8         // PTSL
	won1         uint8         // PTSW1
	won2         uint8         // PTSW2
	hangingMover sargon.Square // PTSCK: the piece that just moved, if it is hanging
}

// Board control by a piece for having moved or not (spec §8.1).
const (
	undeveloped   = 2 // knight or bishop that has not moved
	earlyOut      = 2 // rook or queen that has moved in the opening
	castledKing   = 6
	uncastledKing = 2 // king that has moved, not by castling

	openingMoves = 7 // MOVENO from which rooks and queens may have moved
)

// development returns the board control by a piece for having moved or not, White positive.
func development(p sargon.Piece, opening bool) (control uint8) {
	switch p.Type() {
	case sargon.Knight, sargon.Bishop:
		if !p.Moved() {
			control -= undeveloped
		}
	case sargon.Rook, sargon.Queen, oddType:
		if p.Moved() && opening {
			control -= earlyOut
		}
	case sargon.King:
		if p.Castled() {
			control += castledKing
		} else if p.Moved() {
			control -= uncastledKing
		}
	}
	if p.Color() == sargon.Black {
		return -control
	}
	return control
}

// material returns what a piece counts, doubled, White positive (spec §8.3).
func material(p sargon.Piece) uint8 {
	if p.Color() == sargon.Black {
		return -doubledValue(p)
	}
	return doubledValue(p)
}

// oddType is what a bishop becomes that an old record promotes (spec §14.10).
const oddType sargon.PieceType = 7

// doubledValues are what pieces count by their type, doubled. Types 0 and 7 are those of pieces that
// only an old record of the list area brings about (spec §14.8, §14.10).
var doubledValues = [8]uint8{16, 2, 6, 6, 10, 18, 20, 8}

// doubledValue returns twice the value of the piece p, which is not Empty.
func doubledValue(p sargon.Piece) uint8 { return doubledValues[p&sargon.TypeBits] }

// exchanged accounts for the points e, not 0, that the owner of the piece p on s loses by an
// exchange there; moved reports whether it is the piece that just moved (spec §8.3). The
// greatest loss of the side that moved is kept, and the two greatest of the other. That
// the piece just moved can be lost stays noted even if a greater loss follows (spec §14.5).
func (t *tally) exchanged(in *evalContext, s sargon.Square, p sargon.Piece, e uint8, moved bool) {
	if p.Color() == sargon.White {
		t.material--
	} else {
		t.material++
	}
	if p.Color() == in.side {
		if e >= t.lost {
			t.lost = e
			if moved {
				t.hangingMover = s
			}
		}
		return
	}
	if e >= t.won1 {
		t.won1, e = e, t.won1
	}
	if e >= t.won2 {
		t.won2 = e
	}
}

// Limits of the parts of a value (spec §8).
const (
	materialLimit = 30
	controlLimit  = 6
)

func clamp(x uint8, limit int8) int8 { return max(-limit, min(limit, int8(x))) }

// totals closes the account (spec §8, "Afterwards").
func (t *tally) totals(in *evalContext) sargon.Totals {
	won1, won2 := t.won1, t.won2
	control := t.control - in.control
	if t.hangingMover != sargon.NoSquare {
		// The piece just moved can be lost: winning two pieces at once is off, and
		// board control does not count.
		won1, won2 = won2, 0
		control = 0
	}
	var lost, won uint8
	if t.lost != 0 {
		lost = t.lost - 1
	}
	if won1 != 0 && won2 != 0 {
		won = (won2 - 1) >> 1
	}
	exchanges := won - lost
	if in.side == sargon.Black {
		exchanges = -exchanges
	}
	material := clamp(exchanges+t.material-in.material, materialLimit)
	value := 4*material + clamp(control, controlLimit)
	if in.side == sargon.White {
		value = -value
	}
	return sargon.Totals{
		BoardControl: int8(t.control),
		Material:     int8(t.material),
		PointsLost:   t.lost,
		PointsWon1:   won1,
		PointsWon2:   won2,
		HangingMover: t.hangingMover,
		Value:        sargon.Value(0x80 + uint8(value)),
	}
}
