package emulated

import (
	"context"
	"errors"
	"fmt"

	"sargon78/emu"
	"sargon78/sargon"
)

// Examine starts a search at level 2, stops it when the moves of the first ply are in
// order, and reads what the program has found so far. Attack lists and exchanges are
// asked for square by square, with the pins of the root (spec §6, §7).
func (e *Engine) Examine(ctx context.Context) (sargon.Examination, error) {
	before := e.machine.Memory
	defer func() { e.machine.Memory = before }()

	var x sargon.Examination
	l := &listener{
		engine: e, ctx: ctx, options: sargon.SearchOptions{Level: 2}, trace: sargon.EmptyTrace,
		examined: &x,
	}
	e.listener = l
	e.prepare(e.side)
	e.memory.SetLevel(2)
	e.memory.SetMoveNumber(max(e.moveNumber, 2)) // not the book
	err := e.call(ctx, e.memory.cell.findMove, 0)
	e.listener = nil
	// The position is the root's again, but the pin list is that of the last move
	// ordered: put the root's back.
	e.machine.Memory = before
	if l.stopped != nil {
		err = l.stopped
	}
	if err != nil && !errors.Is(err, emu.ErrStop) {
		return x, e.explain(err, "examining", l.evals)
	}
	e.memory.setPins(x.Pins)
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		if !s.OnBoard() {
			continue
		}
		if err := e.examineSquare(ctx, &x, s); err != nil {
			e.machine.Memory = before
			return x, e.explain(err, fmt.Sprintf("examining attacks on %v in", s), l.evals)
		}
	}
	return x, nil
}

// examineSquare builds the attack lists of a square, and counts the exchange on it.
func (e *Engine) examineSquare(ctx context.Context, x *sargon.Examination, s sargon.Square) error {
	const build = 7 // T1: build the lists (spec §15)
	list := e.machine.Memory[e.memory.cell.attacks:][:len(x.Attacks[s])]
	clear(list)
	piece := e.memory.byteAt(e.memory.cell.board + uint16(s))
	e.memory.setIndex(e.memory.cell.m3, uint8(s))
	e.memory.setByte(e.memory.cell.p1, piece)
	e.memory.setIndex(e.memory.cell.t1, build)
	e.memory.setPins(x.Pins)
	if err := e.call(ctx, e.memory.cell.attack, 0); err != nil {
		return err
	}
	copy(x.Attacks[s][:], list)
	if piece == 0 {
		return nil
	}
	e.memory.setByte(e.memory.cell.p1, piece)
	e.memory.setIndex(e.memory.cell.t3, piece&uint8(sargon.TypeBits))
	if err := e.call(ctx, e.memory.cell.exchange, 0); err != nil {
		return err
	}
	x.Exchanges[s] = int8(e.machine.Registers().E())
	return nil
}

// countDropped tells how many records the generator has just left out because the area
// was full: the ply is generated once more, where there is room, and counted. The machine
// is then put back. Room is below the program; a program loaded below 0x0800 leaves too
// little, and then 1 is returned, because at least one may be missing.
func (e *Engine) countDropped(ply uint8) uint64 {
	const room, roomStart = 256 * recordBytes, 0x0100
	if e.image.Load < roomStart+room {
		return 1
	}
	saved := e.machine.Snapshot()
	defer func() { _ = e.machine.Restore(saved) }()
	stored := e.machine.Word(e.memory.cell.mlnxt) - e.machine.Word(e.memory.plyStart(ply))
	listener := e.listener
	e.listener = nil
	defer func() { e.listener = listener }()
	e.machine.SetWord(e.memory.cell.mlnxt, roomStart)
	e.machine.SetWord(e.memory.cell.mlptri, e.memory.plyHead(ply)-plyBytes)
	if err := e.machine.Call(listener.ctx, e.memory.cell.generate); err != nil {
		return 1
	}
	all := e.machine.Word(e.memory.cell.mlnxt) - roomStart
	return uint64(all-stored) / recordBytes
}
