package program

import (
	"sargon78/emu"
	"sargon78/sargon"
)

// selfPlay makes the program play both sides. In the embedded ROM the program's side is set to the
// side to move at each turn. Another ROM image is diverted where it would ask the player for a move:
// it runs its own turn instead, with the player's side as its own.
type selfPlay struct {
	on    bool
	taken TakenTurn
}

// TakenTurn is a turn of the player that the program plays. A saved state contains it.
type TakenTurn struct {
	Return  uint16       // the return address of PLYRMV; 0 if no turn is taken
	Machine sargon.Color // the program's own side, which is restored there
}

// SelfPlay has the program play both sides from the next turn on, or only its own.
func (p *Program) SelfPlay(on bool) { p.Do(func(*emu.Machine) { p.selfPlay.on = on }) }

// TakenTurn returns the turn of the player that the program plays.
func (p *Program) TakenTurn() (t TakenTurn) {
	p.Do(func(*emu.Machine) { t = p.selfPlay.taken })
	return t
}

// SetTakenTurn restores the TakenTurn of a saved machine that Resume has loaded.
func (p *Program) SetTakenTurn(t TakenTurn) {
	p.Do(func(m *emu.Machine) {
		p.selfPlay.taken = t
		if t.Return != 0 {
			m.Trap(t.Return, p.takenTurnEnds)
		}
	})
}

// mover returns the side to move in the dialogue of the embedded ROM.
func (p *Program) mover(m *emu.Machine) sargon.Color {
	return sargon.Color(m.Memory[p.dialogue.mover]) & sargon.Black
}

// turnBegins is the trap at the start of each turn of the embedded ROM.
func (p *Program) turnBegins(m *emu.Machine) error {
	if p.selfPlay.on {
		p.memory.SetProgramSide(p.mover(m))
	}
	return nil
}

// gameOver makes the embedded ROM say that the side that has made the last move has won.
func (p *Program) gameOver(m *emu.Machine) error {
	if p.selfPlay.on {
		p.memory.SetProgramSide(p.mover(m).Other())
	}
	return nil
}

// takeTurn lets the program move for the player too, in self-play: when the player's turn is about to
// begin, it changes the program's side and jumps to the code that makes the program's move. Reports
// whether it did.
func (p *Program) takeTurn(m *emu.Machine) bool {
	if !p.selfPlay.on {
		return false
	}
	own := p.memory.ProgramSide()
	p.selfPlay.taken = TakenTurn{Return: m.Word(m.SP), Machine: own}
	m.Trap(p.selfPlay.taken.Return, p.takenTurnEnds)
	p.memory.SetProgramSide(own.Other())
	m.PC = p.dialogue.machineMoves
	return true
}

// takenTurnEnds gives the machine its own side back. The program looks at what PLYRMV returns.
func (p *Program) takenTurnEnds(m *emu.Machine) error {
	p.memory.SetProgramSide(p.selfPlay.taken.Machine)
	succeed(m)
	p.endTakenTurn(m)
	return nil
}

func (p *Program) endTakenTurn(m *emu.Machine) {
	if t := &p.selfPlay.taken; t.Return != 0 {
		m.Trap(t.Return, nil)
		*t = TakenTurn{}
	}
}
