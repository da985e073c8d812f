package machine

import (
	"errors"
	"fmt"

	"sargon78/emu"
	"sargon78/emu/jupiter"
	"sargon78/roms"
	"sargon78/sargon"
)

// Stop says where the machine is to stop: before the instruction at a label of the ROM's source; if
// a cell is named, only when it holds a value; if a move is named, only when the answers to it are
// tried.
type Stop struct {
	Label string `json:"label"`
	Cell  string `json:"cell"`
	Value int    `json:"value"`
	After string `json:"after"`
}

// StopAt makes the next run end at a Stop, once.
func (m *Machine) StopAt(s Stop) error {
	address, ok := m.image.Labels[s.Label]
	if !ok {
		return fmt.Errorf("this program has no label %q", s.Label)
	}
	cell, ok := m.image.Labels[s.Cell]
	if s.Cell != "" && !ok {
		return fmt.Errorf("this program has no cell %q", s.Cell)
	}
	m.goOn()
	before := m.traps[address]
	m.goOn = func() {
		m.trap(address, before)
		m.goOn = func() {}
	}
	m.trap(address, func(cpu *emu.Machine) error {
		if before != nil {
			if err := before(cpu); err != nil {
				return err
			}
		}
		if s.Cell != "" && int(cpu.Memory[cell]) != s.Value || s.After != "" && !m.answers(s.After) {
			return nil
		}
		m.goOn()
		m.halt = true
		return emu.ErrStop
	})
	m.pauseAt = AtLabel
	return nil
}

// answers reports whether answers to a move are tried.
func (m *Machine) answers(move string) bool {
	tried, ok := m.memory.Tried(1)
	return ok && m.memory.Ply() == 2 && tried.String() == move
}

// trap sets a trap, or with nil removes it, and keeps it for StopAt.
func (m *Machine) trap(address uint16, f func(*emu.Machine) error) {
	m.traps[address] = f
	m.cpu.Trap(address, f)
}

// Touch types the square of a piece about to move, in place of what was typed before; without a
// square it takes that back.
func (m *Machine) Touch(square string) {
	if !m.record.waiting || m.image.Kind != roms.Embedded {
		return
	}
	m.rubOut()
	if s, err := sargon.ParseSquare(square); err == nil {
		form, _ := m.helper.MoveForm()
		m.Press(form.Keys(s, s)[:2]...)
	}
}

const moveKeys = 4 // most keys of a move in the embedded ROM

// rubOut takes back what has been typed of a move.
func (m *Machine) rubOut() {
	for range moveKeys {
		m.Press(jupiter.KeyBackspace)
	}
}

const resignKey = 0x12 // Control-R

// Resign gives the game up for the player, also while the machine thinks: then the program is sent
// on to where it takes the key.
func (m *Machine) Resign() error {
	switch {
	case !m.record.begun || m.record.ended || m.selfPlay:
		return errors.New("there is no game to resign")
	case m.record.waiting:
		m.Press(resignKey)
		return nil
	case m.image.Kind != roms.Embedded:
		return errors.New("this edition lets you resign on your move only")
	}
	m.spectator.End()
	m.search.Active, m.begun = false, nil
	r := m.cpu.Registers()
	r.PC, r.SP = m.at.resigned, m.at.stack
	m.cpu.SetRegisters(r)
	return nil
}

// Legal plays moves from a position, as SetUp does. It returns how many of them are legal, and what
// is wrong with the next one; -1 if the position is wrong.
func Legal(fen string, moves []string) (n int, err error) {
	g, err := replay(fen, nil)
	if err != nil {
		return -1, err
	}
	for n, text := range moves {
		if err := g.PlayText(text); err != nil {
			return n, err
		}
	}
	return len(moves), nil
}
