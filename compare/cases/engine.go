package cases

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"slices"

	"sargon78/emu"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/spec/variables"
)

// SetUp sets a position up in an engine, and checks that the engine now holds it. A program on a
// machine does it by its own routines, in a memory full of noise.
func SetUp(engine sargon.Engine, p sargon.Position) error {
	err := engine.SetPosition(p)
	if program, ok := emulated.FromEngine(engine); ok && err == nil {
		err = setUpInNoise(program, &p)
	}
	if err != nil {
		return err
	}
	if up := engine.Position(); up != p {
		return fmt.Errorf("holds a different position after set-up: %s", PositionText(up))
	}
	return nil
}

// Search has an engine search. A program on a machine must not write far from its tables.
func Search(
	ctx context.Context, engine sargon.Engine, options sargon.SearchOptions,
) (sargon.Result, error) {
	result, err := engine.Search(ctx, options)
	if program, ok := emulated.FromEngine(engine); ok && err == nil {
		if addr, found := strayWrite(program, result.Dropped > 0); found {
			err = fmt.Errorf("%s, searching at level %d %s: it writes to %04X, far from its tables",
				engine.Name(), options.Level, engine.Position().FEN(), addr)
		}
	}
	return result, err
}

// refuse has an engine refuse a move. The error says that it accepts it or, if it is a program on a
// machine, that it leaves another board, king or previous move; or it is another one of the engine.
func refuse(engine sargon.Engine, m sargon.Move) error {
	err := engine.Play(m.From, m.To)
	if err == nil {
		return fmt.Errorf("accepts the move %v, which is not legal", m)
	}
	var illegal *sargon.IllegalMoveError
	if !errors.As(err, &illegal) {
		return fmt.Errorf("refusing the move %v: %w", m, err)
	}
	if program, ok := emulated.FromEngine(engine); ok && !positionUnchanged(program) {
		return fmt.Errorf("refusing the move %v, leaves another board, king or previous move", m)
	}
	return nil
}

// noise fills what the specification gives no value in the machine of a program, at random: a
// program that reads it there differs from the others.
type noise struct {
	*rand.Rand
	machine *emu.Machine
	tables  uint16 // where the variables begin
}

func (n *noise) byte() uint8 { return uint8(n.Uint32()) }

func (n *noise) fill(memory []byte) {
	for i := range memory {
		memory[i] = n.byte()
	}
}

// setUpInNoise fills the machine of a program that holds a position with noise, and has INITBD set
// up the start array, and ROYALT find the royal squares where they are those of the position. Up
// to the next SetPosition each routine is entered with noise.
func setUpInNoise(program *emulated.Engine, p *sargon.Position) error {
	image, seed := program.Image(), fnv.New64a()
	_, _ = io.WriteString(seed, PositionText(*p)) // a case meets the same noise whenever it is done
	random := rand.New(rand.NewPCG(seed.Sum64(), uint64(len(image.Bytes))))
	n := &noise{random, program.Machine(), image.Load}
	n.fillMemory(image.Load + uint16(len(image.Bytes)))
	find, _ := image.Symbol("FNDMOV")
	program.OnCall(func(routine uint16) {
		n.fillVariables()
		if routine == find {
			n.fillScores()
		}
		n.fillRegisters()
	})
	memory := n.machine.Memory[n.tables:]
	if *p == sargon.StartPosition() {
		clear(memory[variables.BOARDA:][:sargon.BoardSize])
		if err := program.Call("INITBD"); err != nil {
			return err
		}
	}
	found := *p
	found.FindRoyals()
	if found.Royal != p.Royal {
		return nil
	}
	n.fill(memory[variables.POSK:][:2])
	n.fill(memory[variables.POSQ:][:2])
	return program.Call("ROYALT")
}

// fillMemory fills what is neither program nor table, from the end of page 0 on, and the attack
// lists, which are built anew each time. The list area too: as long as PLYIX is 0 no record is known.
func (n *noise) fillMemory(end uint16) {
	all := n.machine.Memory[:]
	n.fill(all[0x100:n.tables])
	n.fill(all[end:])
	memory := all[n.tables:]
	n.fill(memory[variables.ATKLST:variables.PLISTA])
	// A square reaches 256 bytes from BOARDA on: what a lost king meets there stays 0, so that
	// such searches can be compared a little further.
	n.fill(memory[variables.BOARDA+256 : variables.STACK+1])
	n.fill(memory[variables.MLIST:][:listBytes])
}

// inputVariables are the variables that are set before a routine is called. PMATE is one of them: it stays what
// it was if there is no mate.
var inputVariables = []string{"KOLOR", "PMATE", "MOVENO", "PLYMAX", "MLPTRJ"}

// fillVariables fills the variables that a routine must set before it reads them.
func (n *noise) fillVariables() {
	memory := n.machine.Memory[n.tables:]
	for _, c := range variables.All {
		if slices.Contains(inputVariables, c.Name) {
			continue
		}
		switch c.Kind {
		case variables.Byte, variables.Index: // the high byte of an index stays the page
			memory[c.Offset] = n.byte()
		case variables.Word:
			n.fill(memory[c.Offset:][:2])
		}
	}
	memory[variables.COLOR] &= uint8(sargon.Black)
}

// fillScores fills the scores that a search clears (spec §11). The book sets one (spec §12).
func (n *noise) fillScores() {
	memory := n.machine.Memory[n.tables:]
	if scores := memory[variables.SCORE:]; memory[variables.MOVENO] == 1 {
		n.fill(scores[1:2])
	} else {
		n.fill(scores[:memory[variables.PLYMAX]+2])
	}
}

// fillRegisters fills the registers that say nothing to a routine.
func (n *noise) fillRegisters() {
	r := &n.machine.Registers
	for _, set := range []func(uint16){r.SetAF, r.SetBC, r.SetDE, r.SetHL} {
		set(uint16(n.Uint32()))
	}
	for _, pair := range []*uint16{&r.AF_, &r.BC_, &r.DE_, &r.HL_, &r.IX, &r.IY} {
		*pair = uint16(n.Uint32())
	}
}

const listBytes = 2048 // MLIST (spec §15)

// strayWrite returns an address far from program, tables, list and stack at which the last search
// has left another memory than it found; false if there is none. Where a record found no room, a
// program may clear its link there. That is all that it may do.
func strayWrite(program *emulated.Engine, dropped bool) (addr int, found bool) {
	const (
		near   = 1024      // a ROM image may have variables of its own around the program
		noRoom = 1<<16 - 6 // the room that is left for a record when it is dropped (spec §3)
	)
	image, before, after := program.Image(), &program.Machine().Memory, *program.FinalMemory()
	for addr := noRoom; dropped && addr < noRoom+2; addr++ {
		if after[addr] == 0 {
			after[addr] = before[addr]
		}
	}
	load := int(image.Load)
	end := load + max(len(image.Bytes), variables.MLIST+listBytes) + near
	for _, far := range [][2]int{{0x100, load - near}, {end, len(before)}} {
		if far[0] >= far[1] || bytes.Equal(before[far[0]:far[1]], after[far[0]:far[1]]) {
			continue
		}
		for addr = far[0]; before[addr] == after[addr]; addr++ {
		}
		return addr, true
	}
	return 0, false
}

// positionUnchanged reports whether a refused move has left board, kings and previous move as they were. (A
// queen's royal square may be lost, spec §14.1.)
func positionUnchanged(program *emulated.Engine) bool {
	load := program.Image().Load
	before, after := program.Machine().Memory[load:], program.FinalMemory()[load:]
	same := func(from, length int) bool {
		return bytes.Equal(before[from:][:length], after[from:][:length])
	}
	return same(variables.BOARDA, sargon.BoardSize) && same(variables.POSK, 2) && same(variables.MLPTRJ, 2)
}
