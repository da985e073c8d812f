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

// Write puts cells into the memory, T3 and the high bytes of indices too.
func (m Memory) Write(c *literal.Cells) {
	copy(m.Bytes[m.Load+cells.BOARDA:], c.Tables[:])
	copy(m.Bytes[m.Load+cells.MLIST:], c.List[:])
	delta := m.Load - literal.Load
	m.relocate(delta)
	for _, f := range literal.FieldCells {
		if v := f.Get(&c.Fields); f.Mask == 0xFF {
			*m.At(f.Offset) = uint8(v)
		} else { // an address
			m.SetWord(f.Offset, v+delta)
		}
	}
	*m.At(cells.M3) = c.Square
	*m.At(cells.P1) = uint8(c.Piece)
	*m.At(cells.T3) = uint8(c.Piece.Type())
	for _, cell := range cells.All {
		if cell.Kind == cells.Index {
			*m.At(cell.Offset + 1) = uint8((m.Load + cells.TBASE) >> 8)
		}
	}
	m.SetWord(cells.MLPTRI, m.Load+cells.PLYIX+4*uint16(c.Ply)-2)
}

// Read takes them back, but for what ATTACK and XCHNG answer in registers.
func (m Memory) Read(c *literal.Cells) {
	delta := m.Load - literal.Load
	m.relocate(-delta)
	copy(c.Tables[:], m.Bytes[m.Load+cells.BOARDA:])
	copy(c.List[:], m.Bytes[m.Load+cells.MLIST:])
	for _, f := range literal.FieldCells {
		if f.Mask == 0xFF {
			f.Set(&c.Fields, uint16(*m.At(f.Offset)))
		} else {
			f.Set(&c.Fields, m.Word(f.Offset)-delta)
		}
	}
	c.Square, c.Piece = *m.At(cells.M3), sargon.Piece(*m.At(cells.P1))
	c.Ply = int(m.Word(cells.MLPTRI)+2-m.Load-cells.PLYIX) / 4
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
