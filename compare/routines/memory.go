package routines

import (
	"encoding/binary"

	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
)

// Memory is the memory of a machine, with a program that is loaded somewhere.
type Memory struct {
	Bytes *[1 << 16]uint8
	Load  uint16
}

// At is a byte of a cell, by its distance from the load address (spec §15).
func (m Memory) At(offset uint16) *uint8 { return &m.Bytes[m.Load+offset] }

// Word is a word of a cell.
func (m Memory) Word(offset uint16) uint16 {
	return binary.LittleEndian.Uint16(m.Bytes[m.Load+offset:])
}

// SetWord sets a word of a cell.
func (m Memory) SetWord(offset, word uint16) {
	binary.LittleEndian.PutUint16(m.Bytes[m.Load+offset:], word)
}

// byteCell is a cell of one byte that lies in no table.
type byteCell struct {
	offset uint16
	get    func(*literal.Cells) uint8
	set    func(*literal.Cells, uint8)
}

func byteAt[T ~uint8 | ~int8](offset uint16, of func(*literal.Cells) *T) byteCell {
	return byteCell{
		offset, func(c *literal.Cells) uint8 { return uint8(*of(c)) },
		func(c *literal.Cells, b uint8) { *of(c) = T(b) },
	}
}

var byteCells = []byteCell{
	byteAt(cells.M3, func(c *literal.Cells) *uint8 { return &c.Square }),
	byteAt(cells.NPINS, func(c *literal.Cells) *uint8 { return &c.NPins }),
	byteAt(cells.COLOR, func(c *literal.Cells) *sargon.Color { return &c.Color }),
	byteAt(cells.P1, func(c *literal.Cells) *sargon.Piece { return &c.Piece }),
	byteAt(cells.MOVENO, func(c *literal.Cells) *uint8 { return &c.MoveNumber }),
	byteAt(cells.VALM, func(c *literal.Cells) *sargon.Value { return &c.Totals.Value }),
	byteAt(cells.BRDC, func(c *literal.Cells) *int8 { return &c.Totals.BoardControl }),
	byteAt(cells.PTSL, func(c *literal.Cells) *uint8 { return &c.Totals.PointsLost }),
	byteAt(cells.PTSW1, func(c *literal.Cells) *uint8 { return &c.Totals.PointsWon1 }),
	byteAt(cells.PTSW2, func(c *literal.Cells) *uint8 { return &c.Totals.PointsWon2 }),
	byteAt(cells.MTRL, func(c *literal.Cells) *int8 { return &c.Totals.Material }),
	byteAt(cells.BC0, func(c *literal.Cells) *int8 { return &c.BC0 }),
	byteAt(cells.MV0, func(c *literal.Cells) *int8 { return &c.MV0 }),
	byteAt(cells.PTSCK, func(c *literal.Cells) *sargon.Square { return &c.Totals.HangingMover }),
}

// Write puts cells into the memory, T3 and the high bytes of indices too.
func (m Memory) Write(c *literal.Cells) {
	copy(m.Bytes[m.Load+cells.BOARDA:], c.Tables[:])
	copy(m.Bytes[m.Load+cells.MLIST:], c.List[:])
	delta := m.Load - literal.Load
	m.relocate(delta)
	for _, b := range byteCells {
		*m.At(b.offset) = b.get(c)
	}
	*m.At(cells.CKFLG) = 0
	if c.Check {
		*m.At(cells.CKFLG) = 1
	}
	*m.At(cells.T3) = uint8(c.Piece.Type())
	for _, cell := range cells.All {
		if cell.Kind == cells.Index {
			*m.At(cell.Offset + 1) = uint8((m.Load + cells.TBASE) >> 8)
		}
	}
	m.SetWord(cells.MLPTRI, m.Load+cells.PLYIX+4*uint16(c.Ply)-2)
	m.SetWord(cells.MLPTRJ, c.Record+delta)
	m.SetWord(cells.MLNXT, c.Free+delta)
	m.SetWord(cells.MLLST, c.Last+delta)
}

// Read takes them back, but for what ATTACK and XCHNG answer in registers.
func (m Memory) Read(c *literal.Cells) {
	delta := m.Load - literal.Load
	m.relocate(-delta)
	copy(c.Tables[:], m.Bytes[m.Load+cells.BOARDA:])
	copy(c.List[:], m.Bytes[m.Load+cells.MLIST:])
	for _, b := range byteCells {
		b.set(c, *m.At(b.offset))
	}
	c.Check = *m.At(cells.CKFLG) != 0
	c.Ply = int(m.Word(cells.MLPTRI)+2-m.Load-cells.PLYIX) / 4
	c.Record, c.Free = m.Word(cells.MLPTRJ)-delta, m.Word(cells.MLNXT)-delta
	c.Last = m.Word(cells.MLLST) - delta
}

// relocate adds delta to all addresses in the tables: those of the ply table, and the links.
func (m Memory) relocate(delta uint16) {
	if delta == 0 {
		return
	}
	move := func(at uint16) {
		if w := m.Word(at); w != 0 {
			m.SetWord(at, w+delta)
		}
	}
	for at := uint16(cells.PLYIX); at < cells.PLYIX+plyBytes; at += 2 {
		move(at)
	}
	for n := range uint16(literal.Records) {
		move(cells.MLIST + n*literal.RecordBytes)
	}
}

// plyBytes is the length of the ply table.
const plyBytes = literal.TableBytes - literal.CellPlies
