package emulated

import (
	"fmt"
	"strings"

	"sargon78/roms"
	"sargon78/sargon"
)

// cells are the addresses of what the host reads and writes (spec §15), and of the
// routines it calls or listens to. Everything is taken from the symbols of the image.
type cells struct {
	// words
	m3, t1, t3, mlptri, mlptrj, bestm, mlnxt uint16
	// bytes
	kolor, color, p1, pmate, moveno, plymax, nply, ckflg, valm uint16
	brdc, ptsl, ptsw1, ptsw2, mtrl, ptsck, npins               uint16
	// tables
	board, attacks, pins, royals, queens, scores, plies, list uint16
	// routines
	findMove, generate, sort, points, playerMove, findRoyals, attack, exchange uint16
	playerFromTo, stack                                                        uint16
}

// Lengths of the tables (spec §15).
const (
	scoreRow    = 12
	pinnedRow   = 10 // PLISTA: squares, and as far behind them their directions
	recordBytes = 6  // spec §3
	listBytes   = 2048
	lastStart   = 2040 // a record may be stored while the next free address is ≤ list + lastStart
	plyBytes    = 4
	plyTable    = maxPlies * plyBytes
)

// findCells looks the names up. The error lists all that are missing.
func findCells(image *roms.Image) (cells, error) {
	var c cells
	var missing []string
	for _, want := range []struct {
		name string
		cell *uint16
	}{
		{"M3", &c.m3}, {"T1", &c.t1}, {"T3", &c.t3}, {"MLPTRI", &c.mlptri}, {"MLPTRJ", &c.mlptrj},
		{"BESTM", &c.bestm}, {"MLNXT", &c.mlnxt},
		{"KOLOR", &c.kolor}, {"COLOR", &c.color}, {"P1", &c.p1}, {"PMATE", &c.pmate}, {"MOVENO", &c.moveno},
		{"PLYMAX", &c.plymax}, {"NPLY", &c.nply}, {"CKFLG", &c.ckflg}, {"VALM", &c.valm},
		{"BRDC", &c.brdc}, {"PTSL", &c.ptsl}, {"PTSW1", &c.ptsw1}, {"PTSW2", &c.ptsw2}, {"MTRL", &c.mtrl},
		{"PTSCK", &c.ptsck}, {"NPINS", &c.npins},
		{"BOARDA", &c.board}, {"ATKLST", &c.attacks}, {"PLISTA", &c.pins}, {"POSK", &c.royals}, {"POSQ", &c.queens},
		{"SCORE", &c.scores}, {"PLYIX", &c.plies}, {"MLIST", &c.list}, {"STACK", &c.stack},
		{"FNDMOV", &c.findMove}, {"GENMOV", &c.generate}, {"SORTM", &c.sort}, {"POINTS", &c.points},
		{"VALMOV", &c.playerMove}, {"ROYALT", &c.findRoyals}, {"ATTACK", &c.attack}, {"XCHNG", &c.exchange},
		{"MVEMSG", &c.playerFromTo},
	} {
		addr, ok := image.Symbol(want.name)
		if !ok {
			missing = append(missing, want.name)
		}
		*want.cell = addr
	}
	if len(missing) > 0 {
		return c, fmt.Errorf("%s has no symbol %s: an engine needs the cells and entry points of the 1978 program by name", image.Name, strings.Join(missing, ", "))
	}
	return c, nil
}

// byteAt and setByte, word and setWord reach into the machine's memory.
func (e *Engine) byteAt(addr uint16) uint8     { return e.machine.Memory[addr] }
func (e *Engine) setByte(addr uint16, v uint8) { e.machine.Memory[addr] = v }

// setIndex sets one of the words M1 … NPINS, whose high byte stays the page of the tables.
func (e *Engine) setIndex(addr uint16, v uint8) {
	e.machine.Memory[addr] = v
	e.machine.Memory[addr+1] = uint8((uint16(e.image.Load) + 0x100) >> 8)
}

// record reads a move record (spec §3).
func (e *Engine) record(addr uint16) sargon.Move {
	m := &e.machine.Memory
	return sargon.Move{From: sargon.Square(m[addr+2]), To: sargon.Square(m[addr+3]), Flags: sargon.Flags(m[addr+4])}
}

// setRecord writes a record that no list holds.
func (e *Engine) setRecord(addr uint16, move sargon.Move) {
	copy(e.machine.Memory[addr:], []byte{0, 0, uint8(move.From), uint8(move.To), uint8(move.Flags), 0})
}

// plyStart and plyHead are the two cells of a ply in PLYIX: where its records start, and
// the head of its list or the record being tried.
func (e *Engine) plyStart(ply uint8) uint16 { return e.cell.plies + plyBytes*(uint16(ply)-1) }
func (e *Engine) plyHead(ply uint8) uint16  { return e.plyStart(ply) + 2 }

// board reads the 120 bytes.
func (e *Engine) board() (board [sargon.BoardSize]sargon.Piece) {
	for i := range board {
		board[i] = sargon.Piece(e.byteAt(e.cell.board + uint16(i)))
	}
	return board
}

// royals reads POSK and POSQ.
func (e *Engine) royals() [4]sargon.Square {
	k, q := e.cell.royals, e.cell.queens
	return [4]sargon.Square{
		sargon.Square(e.byteAt(k)), sargon.Square(e.byteAt(k + 1)),
		sargon.Square(e.byteAt(q)), sargon.Square(e.byteAt(q + 1)),
	}
}

// pinList reads PLISTA.
func (e *Engine) pinList() []sargon.Pin {
	n := uint16(e.byteAt(e.cell.npins))
	var pins []sargon.Pin
	for i := range min(n, pinnedRow) {
		pins = append(pins, sargon.Pin{
			Square:    sargon.Square(e.byteAt(e.cell.pins + i)),
			Direction: int8(e.byteAt(e.cell.pins + pinnedRow + i)),
		})
	}
	return pins
}

// totals reads the cells of the static evaluation (spec §8).
func (e *Engine) totals() sargon.Totals {
	return sargon.Totals{
		BoardControl: int8(e.byteAt(e.cell.brdc)),
		Material:     int8(e.byteAt(e.cell.mtrl)),
		PointsLost:   e.byteAt(e.cell.ptsl),
		PointsWon1:   e.byteAt(e.cell.ptsw1),
		PointsWon2:   e.byteAt(e.cell.ptsw2),
		Checked:      sargon.Square(e.byteAt(e.cell.ptsck)),
		Value:        sargon.Value(e.byteAt(e.cell.valm)),
	}
}
