package emulated

import (
	"context"
	"errors"
	"fmt"

	"sargon78/emu"
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

// Examine starts a search at level 2, stops it when the moves of the first ply are in
// order, and reads what the program has found so far. Attack lists and exchanges are
// asked for square by square, with the pins of the root (spec §6, §7).
func (e *Engine) Examine(ctx context.Context) (sargon.Examination, error) {
	before := e.machine.Memory
	defer func() { e.machine.Memory = before }()

	var x sargon.Examination
	l := e.spectator.begin(ctx, sargon.SearchOptions{Level: 2})
	l.examined = &x
	e.prepare(e.side)
	e.memory.SetLevel(2)
	e.memory.SetMoveNumber(max(e.moveNumber, 2)) // not the book
	err := e.call(ctx, e.memory.routine.findMove, 0)
	e.spectator.End()
	// The position is the root's again, but the pin list is that of the last move
	// ordered: put the root's back.
	e.machine.Memory = before
	if l.stopped != nil {
		err = l.stopped
	}
	if err != nil && !errors.Is(err, emu.ErrStop) {
		return x, e.explain(err, "examining", l.Evals)
	}
	e.memory.setPins(x.Pins)
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		if !s.OnBoard() {
			continue
		}
		if x.Attacks[s], x.Exchanges[s], err = e.memory.Attacks(ctx, s, x.Pins); err != nil {
			e.machine.Memory = before
			return x, e.explain(err, fmt.Sprintf("examining attacks on %v in", s), l.Evals)
		}
	}
	return x, nil
}

// Attacks has the program build the attack lists of a square of its board, with these pins, and
// count what the owner of a piece there would lose (spec §6, §7). It changes variables and
// registers: use it on a copy of a machine that thinks.
func (m *Memory) Attacks(
	ctx context.Context, s sargon.Square, pins []sargon.Pin,
) (list sargon.AttackList, exchange int8, err error) {
	const build = 7 // T1: build the lists (spec §15)
	held := m.machine.Memory[m.address[variables.ATKLST]:][:len(list)]
	clear(held)
	piece := m.byteAt(m.address[variables.BOARDA] + uint16(s))
	m.setIndex(m.address[variables.M3], uint8(s))
	m.setVariable(variables.P1, piece)
	m.setIndex(m.address[variables.T1], build)
	m.setPins(pins)
	if err := m.call(ctx, m.routine.attack); err != nil {
		return list, 0, err
	}
	copy(list[:], held)
	if piece == 0 {
		return list, 0, nil
	}
	m.setVariable(variables.P1, piece)
	m.setIndex(m.address[variables.T3], piece&uint8(sargon.TypeBits))
	if err := m.call(ctx, m.routine.exchange); err != nil {
		return list, 0, err
	}
	return list, int8(m.machine.E), nil
}

// FindPins has the program find the pinned pieces on its board (spec §6). It changes variables and
// registers, as Attacks does.
func (m *Memory) FindPins(ctx context.Context) ([]sargon.Pin, error) {
	err := m.call(ctx, m.routine.findPins)
	return m.Pins(), err
}

// call runs a routine with its own stack.
func (m *Memory) call(ctx context.Context, routine uint16) error {
	m.machine.Registers = emu.Registers{SP: m.address[variables.STACK]}
	return m.machine.Call(ctx, routine)
}

// countDropped returns how many records the generator has just dropped because the area was full. It
// has the ply generated once more in free memory below the program, counts the records, and restores
// the machine. A program loaded below 0x0800 leaves too little memory there: then it returns 1,
// because at least one may be missing.
func (s *Spectator) countDropped(ply uint8) uint64 {
	const room, roomStart = 256 * recordBytes, 0x0100
	memory, machine := s.memory, s.memory.machine
	if memory.image.Load < roomStart+room {
		return 1
	}
	saved, listener := machine.Snapshot(), s.listener
	s.listener = nil
	defer func() {
		s.listener = listener
		_ = machine.Restore(saved)
	}()
	stored := machine.Word(memory.address[variables.MLNXT]) - machine.Word(memory.plyStart(ply))
	machine.SetWord(memory.address[variables.MLNXT], roomStart)
	machine.SetWord(memory.address[variables.MLPTRI], memory.plyHead(ply)-plyBytes)
	if err := machine.Call(listener.ctx, memory.routine.generate); err != nil {
		return 1
	}
	all := machine.Word(memory.address[variables.MLNXT]) - roomStart
	return uint64(all-stored) / recordBytes
}
