package program

import (
	"sargon78/emu"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// Thoughts returns what the search going on has found so far, or the last one. It waits for the
// present slice to end, a hundredth of a second at most.
func (p *Program) Thoughts() (t emulated.Thoughts) {
	if p.spectator != nil {
		p.Do(func(*emu.Machine) { t = p.spectator.Thoughts() })
	}
	return t
}

// Endless reports whether the program searches and has made no progress for so long that it will
// never return (see sargon.ErrEndless). It is not stopped: the player decides whether to wait.
func (p *Program) Endless() (endless bool) {
	if p.spectator != nil {
		p.Do(func(*emu.Machine) { endless = p.spectator.Endless() })
	}
	return endless
}

// Evals returns how many evaluations the search going on has begun, the root's included. It waits
// for nothing: call it in traps, or between two instructions.
func (p *Program) Evals() uint64 { return p.spectator.Evals() }

// In1978 returns how long a search took in 1978 that took tStates here; original is
// Thoughts.OriginalTStates of the search.
func (p *Program) In1978(tStates, original uint64) sargon.Time1978 {
	return emulated.In1978(p.image, tStates, original)
}

// AwaitedInput is what the program waits for.
type AwaitedInput struct {
	Keys  string // the keys that answer its question, such as WB; empty if it asks none
	Move  bool   // the player's move
	Board bool   // a position being set up
}

// AwaitedInput returns what the embedded ROM waits for; for another ROM image only whether it is a
// move. The zero value means that it is not known, or that the program does not wait.
func (p *Program) AwaitedInput() (w AwaitedInput) {
	if !p.CanFollow() || !p.State().Waiting {
		return AwaitedInput{}
	}
	if p.dialogue.asks == 0 {
		p.mu.Lock()
		defer p.mu.Unlock()
		return AwaitedInput{Move: p.turn.SP != 0}
	}
	const call, word = 3, 2 // bytes of a CALL, and of an address on the stack
	p.Do(func(m *emu.Machine) {
		switch m.Word(m.SP + word) { // the caller of KEY
		case p.dialogue.asks + call:
			for at := m.HL(); m.Memory[at] != 0; at++ {
				w.Keys += string(rune(m.Memory[at]))
			}
		case p.dialogue.moveKey + call:
			w.Move = true
		default:
			w.Board = true
		}
	})
	return w
}
