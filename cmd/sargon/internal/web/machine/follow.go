package machine

import (
	"sargon78/emu"
	"sargon78/roms"
	"sargon78/sargon"
)

// follow is what is known of the game of another edition than the embedded ROM. Its turns are seen
// at PLYRMV and CPTRMV.
type follow struct {
	Side    sargon.Color // to move
	Machine sargon.Color // the machine's side, even while it plays the player's turn
	Taken   bool         // CPTRMV is about to play the player's turn
	Return  uint16       // where the turn taken from the player returns to; 0: none
}

// quietly traps the end of a turn taken from the player: the machine gets its own side back, and
// the program, which looks at what PLYRMV returns, finds success, as after XOR A.
func (m *Machine) quietly() {
	if m.follow.Return == 0 {
		return
	}
	m.cpu.Trap(m.follow.Return, func(cpu *emu.Machine) error {
		if cpu.Registers().PC == m.follow.Return {
			m.follow.Return = 0
			m.memory.SetProgramSide(m.follow.Machine)
			const zeroEven = 0x44 // flags Z and P
			r := cpu.Registers()
			r.AF = zeroEven
			cpu.SetRegisters(r)
		}
		return nil
	})
}

// editionTurn is called at the start of a turn, or when the player is asked again.
func (m *Machine) editionTurn(player bool) {
	f := &m.follow
	if f.Taken {
		f.Taken = false // this turn has been seen
		return
	}
	if !m.record.begun {
		f.Machine = m.memory.ProgramSide()
	}
	f.Side = f.Machine
	if player {
		f.Side = f.Machine.Other()
	}
	m.followMoves()
	m.memory.SetProgramSide(f.Machine)
	m.record.Player = f.Machine.Other()
	m.record.Level = m.memory.Level()
	m.record.waiting = player
	m.record.version++
	if m.selfPlay {
		m.memory.SetProgramSide(f.Side)
		m.record.Player, m.record.waiting = f.Side.Other(), false
		if player {
			r := m.cpu.Registers()
			f.Taken, f.Return = true, m.cpu.Word(r.SP)
			m.quietly()
			r.PC = m.at.machineMoves
			m.cpu.SetRegisters(r)
		}
	}
}

// followMoves brings the record up to the board: by the last move, or else with a new game.
func (m *Machine) followMoves() {
	p := m.position()
	if !m.record.begun {
		m.record.begin(p)
		m.record.begun = true
		return
	}
	if m.record.game.SameBoard(&p) {
		return
	}
	m.record.played(p.Previous)
	if !m.record.game.SameBoard(&p) {
		m.record.begin(p)
		m.record.begun = true
	}
}

// followLastMove notices the end of a game, where no further turn comes: the program asks whether
// to play again.
func (m *Machine) followLastMove() {
	if m.image.Kind == roms.Embedded || !m.record.begun || m.record.ended ||
		!m.jupiter.State().Waiting {
		return
	}
	p := m.position()
	if m.record.game.SameBoard(&p) {
		return
	}
	after := m.record.game.Clone()
	move, ok := after.FromSargon(p.Previous)
	if ok && after.Play(move) == nil && after.SameBoard(&p) && len(after.Legal()) == 0 {
		m.record.played(p.Previous)
		m.record.over()
	}
}
