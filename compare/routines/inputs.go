package routines

import (
	"encoding/binary"
	"math/rand/v2"

	"sargon78/native/literal"
	"sargon78/sargon"
)

// empty returns cells with a board without men, and nothing in the lists.
func empty() *literal.Cells {
	c := &literal.Cells{Ply: 1, Fields: literal.Fields{
		Record: literal.RecordAddress(0), Free: literal.RecordAddress(1),
	}}
	for s := range sargon.BoardSize {
		if !sargon.Square(s).OnBoard() {
			c.Tables[s] = uint8(sargon.Border)
		}
	}
	c.Tables[literal.CellEnd] = uint8(sargon.Border)
	return c
}

// squares are those of the board.
var squares = func() (all []uint8) {
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		if s.OnBoard() {
			all = append(all, uint8(s))
		}
	}
	return all
}()

// men are all pieces of both sides.
var men = func() (all []uint8) {
	for t := sargon.Pawn; t <= sargon.King; t++ {
		all = append(all, uint8(t), uint8(t)|uint8(sargon.Black))
	}
	return all
}()

// drawer draws cells.
type drawer struct {
	*rand.Rand
	engine *literal.Engine
}

func (d *drawer) one(of int) bool { return d.IntN(of) == 0 }
func (d *drawer) square() uint8   { return squares[d.IntN(len(squares))] }
func (d *drawer) byte() uint8     { return uint8(d.Uint32()) }
func (d *drawer) man() uint8      { return men[d.IntN(len(men))] | d.history() }
func (d *drawer) color() sargon.Color {
	return sargon.Color(d.byte()) & sargon.Black
}

// history are the bits of a man that tell what it has done.
func (d *drawer) history() (bits uint8) {
	if !d.one(3) {
		bits |= uint8(sargon.MovedBit)
	}
	if d.one(20) {
		bits |= uint8(sargon.CastledBit)
	}
	return bits
}

// board draws a board: empty, full, or between; of all men, or of few kinds; sometimes with men
// that are at home and have not moved.
func (d *drawer) board() *literal.Cells {
	c := empty()
	filled := d.IntN(65)
	kinds := men
	if d.one(3) {
		kinds = []uint8{d.man(), d.man(), d.man()}
	}
	if d.one(4) {
		start := sargon.StartPosition()
		for _, s := range squares {
			c.Tables[s] = uint8(start.Board[s])
		}
		for range d.IntN(24) {
			c.Tables[d.square()] = 0
		}
		filled = d.IntN(8)
	}
	for range filled {
		c.Tables[d.square()] = kinds[d.IntN(len(kinds))] | d.history()
	}
	if d.one(40) {
		c.Tables[d.square()] = uint8(sargon.MovedBit) // as an old record leaves it
	}
	if d.one(20) { // a bishop that an old record has promoted
		c.Tables[d.square()] = 7 | uint8(d.color()) | d.history()
	}
	d.royals(c)
	c.Color = d.color()
	c.MoveNumber = d.byte()
	if d.one(2) {
		c.MoveNumber %= 12
	}
	c.BC0, c.MV0 = int8(d.byte()), int8(d.byte())
	if !d.one(4) {
		c.BC0, c.MV0 = c.BC0%8, c.MV0%40
	}
	c.Square, c.Piece = d.square(), sargon.Piece(d.man())
	for i := range c.Tables[literal.CellLists:literal.CellRoyals] {
		if d.one(3) {
			c.Tables[literal.CellLists+i] = d.byte()
		}
	}
	c.Ply = 1 + d.IntN(6)
	d.list(c)
	return c
}

// royals draws the royal squares: where such men stand, or anywhere, or nowhere.
func (d *drawer) royals(c *literal.Cells) {
	for i, kind := range []sargon.PieceType{sargon.King, sargon.King, sargon.Queen, sargon.Queen} {
		cell := &c.Tables[literal.CellRoyals+i]
		switch {
		case d.one(10):
			*cell = d.square()
			continue
		case d.one(10) && kind == sargon.Queen:
			continue
		}
		color := sargon.Color(i%2) << 7
		for _, s := range squares {
			p := sargon.Piece(c.Tables[s])
			if p.Type() == kind && p.Color() == color {
				*cell = s
			}
		}
		if *cell == 0 && kind == sargon.King {
			*cell = d.square()
		}
	}
}

// list draws the list area and the ply table: where the next record goes, the move made last, and
// what older searches have left.
func (d *drawer) list(c *literal.Cells) {
	for n := range literal.Records {
		if d.one(4) {
			d.record(c, n)
		}
	}
	free := d.IntN(literal.Records)
	switch {
	case d.one(3):
		free = 0
	case d.one(3):
		free = literal.Records - d.IntN(12) // there is hardly any room
	}
	c.Free = literal.RecordAddress(free)
	n := d.IntN(literal.Records - 1)
	c.Record = literal.RecordAddress(n)
	d.record(c, n)
	d.record(c, n+1)
	for i := literal.CellPlies; i < literal.TableBytes; i += 2 {
		if d.one(3) {
			address := literal.RecordAddress(d.IntN(literal.Records))
			binary.LittleEndian.PutUint16(c.Tables[i:], address)
		}
	}
}

// record draws a move: of a man that is there, as a rule, with its flags as they would be or not.
func (d *drawer) record(c *literal.Cells, n int) {
	from, to := d.square(), d.square()
	for range 8 {
		if c.Tables[from] == 0 {
			from = d.square()
		}
	}
	flags := c.Tables[to] & uint8(sargon.CapturedColor|sargon.CapturedMoved|sargon.CapturedType)
	if d.one(3) {
		flags |= uint8(sargon.FirstMove)
	}
	switch {
	case d.one(8):
		flags |= uint8(sargon.DoubleMove)
	case d.one(8):
		flags |= uint8(sargon.Promotion)
	case d.one(16):
		flags = d.byte() &^ uint8(sargon.DoubleMove|sargon.Promotion)
	}
	at := literal.RecordAddress(n) - literal.RecordAddress(0)
	copy(c.List[at+2:], []uint8{from, to, flags, d.byte()})
}

// draw draws the cells that a routine is given.
func (d *drawer) draw(r literal.Routine) *literal.Cells {
	c := d.board()
	switch r {
	case literal.AttackLists, literal.Points:
		if d.one(2) {
			d.before(c, literal.FindPins)
		} else if d.one(2) {
			c.NPins = uint8(d.IntN(11))
		}
	case literal.Exchange:
		if d.one(2) {
			d.before(c, literal.AttackLists)
		}
	case literal.Generate:
		d.enPassant(c)
		c.Ply--
	case literal.Unmake:
		if d.one(2) {
			d.before(c, literal.Make)
		}
	case literal.Evaluate, literal.Sort:
		c.Ply--
		d.enPassant(c)
		d.before(c, literal.Generate)
		if r == literal.Evaluate {
			stored := int(c.Free-literal.RecordAddress(0)) / 6
			c.Record = literal.RecordAddress(d.IntN(max(1, min(stored, literal.Records-1))))
		}
	}
	return c
}

// enPassant makes the previous move, now and then, a pawn's next to another pawn.
func (d *drawer) enPassant(c *literal.Cells) {
	if !d.one(3) {
		return
	}
	file := uint8(d.IntN(8))
	to, from := 51+file, 31+file
	pawn, other := uint8(sargon.Pawn), uint8(sargon.Pawn)|uint8(sargon.Black)
	if c.Color == sargon.White {
		to, from, pawn, other = 61+file, 81+file, other, pawn
	}
	if d.one(8) {
		from = to - 10 // not a double step
	}
	c.Tables[to] = pawn | uint8(sargon.MovedBit)
	for _, beside := range []uint8{to - 1, to + 1} {
		if c.Tables[beside] != uint8(sargon.Border) && !d.one(4) {
			c.Tables[beside] = other | uint8(sargon.MovedBit)
		}
	}
	at := c.Record - literal.RecordAddress(0)
	copy(c.List[at+2:], []uint8{from, to, uint8(sargon.FirstMove), 0})
}

// before has a routine prepare the cells for another.
func (d *drawer) before(c *literal.Cells, r literal.Routine) {
	kept := *c
	if left, err := d.engine.Run(r, c); left != "" || err != nil {
		*c = kept
	}
}
