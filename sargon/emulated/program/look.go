package program

import (
	"slices"

	"sargon78/emu"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// Look is what can be seen in the machine between two instructions.
type Look struct {
	Registers emu.Registers
	Routine   string // the symbol at or before PC, empty outside the program
	Offset    uint16 // bytes from there to PC
	Board     [sargon.BoardSize]byte
	Ply       uint8
}

// Look reads the machine. It waits for the present slice to end, a hundredth of a second
// at most.
func (c *Program) Look() (l Look) {
	c.Do(func(m *emu.Machine) {
		l.Registers = m.Registers()
		if c.known {
			copy(l.Board[:], m.Memory[c.cell.board:])
			l.Ply = m.Memory[c.cell.nply]
		}
	})
	l.Routine, l.Offset = c.routines().At(l.Registers.PC)
	return l
}

// Thoughts are what the search going on has found so far, or the last one.
type Thoughts struct {
	Line  []sargon.Move // the best line, empty if there is none yet
	Score sargon.Score
	Evals uint64 // static evaluations, the root's included; 0 if the book answered
	// Original is sargon.EstimateTStates of the search, as far as it has come.
	Original uint64
	Trying   sargon.Move // at ply 1
	Number   int         // its place in the list, from 1
	Of       int         // how many moves the list has
}

// Thoughts returns them. Like Look it waits for the present slice to end. After a game was
// taken up in mid-search there are none until the next search.
func (c *Program) Thoughts() (t Thoughts) {
	c.Do(func(*emu.Machine) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.count()
		t = c.thoughts
	})
	return t
}

// Endless tells whether the program searches and has done nothing for so long that it will not
// come back (see sargon.ErrEndless). It goes on all the same: whether to wait is the player's
// business.
func (c *Program) Endless() (endless bool) {
	if c.known {
		c.Do(func(*emu.Machine) { endless = c.spectator.Endless() })
	}
	return endless
}

// count notes how far the search has come that is listened to.
func (c *Program) count() {
	if !c.known {
		return
	}
	if evals, gens, records := c.spectator.Counts(); evals > 0 {
		c.thoughts.Evals = evals
		c.thoughts.Original = sargon.EstimateTStates(&c.searched, evals, gens, records)
	}
}

// In1978 is how long a search took in 1978 that took so many T-states here, and for which
// Thoughts or Event have original.
func (c *Program) In1978(tStates, original uint64) sargon.Time1978 {
	return emulated.In1978(c.image, tStates, original)
}

func (c *Program) noticeBest(l sargon.Line) {
	line := slices.Clone(l.Moves)
	c.mu.Lock()
	c.thoughts.Line, c.thoughts.Score = line, l.Score
	c.mu.Unlock()
}

func (c *Program) noticeRoot(m sargon.Move, number, of int) {
	c.mu.Lock()
	c.thoughts.Trying, c.thoughts.Number, c.thoughts.Of = m, number, of
	c.mu.Unlock()
}

const (
	recordBytes = 6
	listRecords = 2048 / recordBytes
)
