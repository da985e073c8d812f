package emulated

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"

	"sargon78/emu"
	"sargon78/sargon"
)

// PutUp is SetPosition by the program's own routines, in a machine that was not swept: INITBD
// puts up the start array, and ROYALT finds the royal squares where they are those of the position.
// What the specification gives no value is filled at random, from the seed: memory, and until
// the next SetPosition or PutUp the cells and registers with which routines are entered. Seed 0
// leaves all of it 0.
func (e *Engine) PutUp(p sargon.Position, seed uint64) error {
	if err := e.SetPosition(p); err != nil || seed == 0 {
		return err
	}
	e.dirt = rand.New(rand.NewPCG(seed, uint64(len(e.image.Bytes))))
	e.spoilMemory()
	if p == sargon.StartPosition() {
		clear(e.machine.Memory[e.memory.cell.board:][:sargon.BoardSize])
		if err := e.own("INITBD"); err != nil {
			return err
		}
	}
	found := p
	found.FindRoyals()
	if found.Royal != p.Royal {
		return nil
	}
	for _, addr := range e.memory.royalCells() {
		e.memory.setByte(addr, uint8(e.dirt.Uint32()))
	}
	return e.own("ROYALT")
}

// own calls a routine that takes and leaves its data in the cells.
func (e *Engine) own(name string) error {
	addr, ok := e.image.Symbol(name)
	if !ok {
		return fmt.Errorf("%s has no routine %s", e.name, name)
	}
	if err := e.call(context.Background(), addr, 0); err != nil {
		return e.explain(err, "calling "+name+" in", 0)
	}
	return nil
}

// spoilMemory fills what is neither program nor table, from the end of page 0 on, and the
// attack lists, which are built anew each time. The list area too: as long as PLYIX is 0
// nobody knows of a record.
func (e *Engine) spoilMemory() {
	memory, cell := &e.machine.Memory, &e.memory.cell
	spoil := func(from, to int) {
		for i := from; i < to; i++ {
			memory[i] = uint8(e.dirt.Uint32())
		}
	}
	load, stack := int(e.image.Load), int(cell.stack)
	spoil(0x100, load)
	spoil(load+len(e.image.Bytes), len(memory))
	spoil(int(cell.attacks), int(cell.pins))
	// A square reaches 256 bytes from BOARDA on: what a lost king meets there stays 0, so that
	// such searches can be compared a little further.
	spoil(int(cell.board)+256, stack+1)
	spoil(int(cell.list), int(cell.list)+listBytes)
}

// astray returns an address far from program, tables, list and stack at which the memory is another
// one after a search than before; false if there is none, or if the memory was not filled.
func (e *Engine) astray(before, after *[65536]uint8) (addr int, found bool) {
	if e.dirt == nil {
		return 0, false
	}
	const near = 1024 // an edition may have cells of its own around the program
	load, list, stack := int(e.image.Load), int(e.memory.cell.list), int(e.memory.cell.stack)
	end := max(load+len(e.image.Bytes), list+listBytes, stack)
	for _, far := range [][2]int{{0x100, min(load, list, stack) - near}, {end + near, len(before)}} {
		if far[0] >= far[1] || bytes.Equal(before[far[0]:far[1]], after[far[0]:far[1]]) {
			continue
		}
		for addr = far[0]; before[addr] == after[addr]; addr++ {
		}
		return addr, true
	}
	return 0, false
}

// Cells that a routine must set before it reads them. PMATE is none of them: it stays what it
// was if there is no mate.
var (
	scratchBytes = []string{
		"COLOR", "P1", "P2", "P3", "NPLY", "CKFLG", "MATEF", "VALM", "BRDC", "PTSL", "PTSW1",
		"PTSW2", "MTRL", "BC0", "MV0", "PTSCK",
	}
	scratchIndexes = []string{"M1", "M2", "M3", "M4", "T1", "T2", "T3", "INDX1", "INDX2", "NPINS"}
	scratchWords   = []string{"MLPTRI", "SCRIX", "BESTM", "MLLST", "MLNXT"}
)

// spoilCells fills the cells that the routine to be called must set.
func (e *Engine) spoilCells() {
	if e.dirt == nil {
		return
	}
	at := func(name string) uint16 { addr, _ := e.image.Symbol(name); return addr }
	for _, name := range scratchBytes {
		e.memory.setByte(at(name), uint8(e.dirt.Uint32()))
	}
	e.memory.SetSide(sargon.Color(e.dirt.Uint32()) & sargon.Black)
	for _, name := range scratchIndexes {
		e.memory.setByte(at(name), uint8(e.dirt.Uint32())) // the high byte stays the page
	}
	for _, name := range scratchWords {
		e.machine.SetWord(at(name), uint16(e.dirt.Uint32()))
	}
}

// spoilScores fills the scores that a search clears (spec §11), from one number to another.
func (e *Engine) spoilScores(from, to int) {
	if e.dirt == nil {
		return
	}
	for i := from; i <= to; i++ {
		e.memory.setByte(e.memory.cell.scores+uint16(i), uint8(e.dirt.Uint32()))
	}
}

// spoilRegisters fills the registers that say nothing to a routine.
func (e *Engine) spoilRegisters(r *emu.Registers) {
	if e.dirt == nil {
		return
	}
	for _, pair := range []*uint16{
		&r.AF, &r.BC, &r.DE, &r.HL, &r.AF_, &r.BC_, &r.DE_, &r.HL_, &r.IX, &r.IY,
	} {
		*pair = uint16(e.dirt.Uint32())
	}
}
