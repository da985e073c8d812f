package routines

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"sargon78/emu"
	"sargon78/native/literal"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
)

// build in T1 asks ATTACK for lists.
const build = 7

// patience is how many T-states a routine may take. The sorting of the fullest list takes fewer.
const patience = 2_000_000_000

// program is a program image in a machine, one of whose routines is called.
type program struct {
	routine literal.Routine
	entry   uint16
	machine *emu.Machine
	image   *roms.Image
	noise   *rand.Rand
}

// spec says what a routine is called, and where it is specified.
type spec struct{ entry, name, section string }

var specs = [literal.NumRoutines]spec{
	literal.AttackTest:  {"ATTACK", "ATTACK, test", "5"},
	literal.AttackLists: {"ATTACK", "ATTACK, lists", "6"},
	literal.FindPins:    {"PINFND", "PINFND", "6"},
	literal.Exchange:    {"XCHNG", "XCHNG", "7"},
	literal.Points:      {"POINTS", "POINTS", "8"},
	literal.Generate:    {"GENMOV", "GENMOV", "4"},
	literal.Make:        {"MOVE", "MOVE", "9"},
	literal.Unmake:      {"UNMOVE", "UNMOVE", "9"},
	literal.Evaluate:    {"EVAL", "EVAL", "10"},
	literal.Sort:        {"SORTM", "SORTM", "10"},
}

// Entry is the name of a routine's entry point.
func Entry(r literal.Routine) string { return specs[r].entry }

func newProgram(image *roms.Image, r literal.Routine, seed uint64) (*program, error) {
	p := &program{
		routine: r, machine: emu.New(), image: image, noise: rand.New(rand.NewPCG(seed, 1)),
	}
	if err := image.Find(map[string]*uint16{Entry(r): &p.entry}); err != nil {
		return nil, fmt.Errorf("%s: %w", image.Name, err)
	}
	if err := p.machine.Load(image.Load, image.Bytes); err != nil {
		return nil, fmt.Errorf("%s: %w", image.Name, err)
	}
	p.machine.Budget = patience
	return p, nil
}

// run runs the routine on cells. An error says what the program does wrong with them: it does not
// return, or leaves the stack wrong.
func (p *program) run(ctx context.Context, c *literal.Cells) error {
	p.write(c)
	n := p.noise
	p.machine.Registers = emu.Registers{SP: p.image.Load + cells.STACK}
	for _, set := range []func(uint16){
		p.machine.SetAF, p.machine.SetBC, p.machine.SetDE, p.machine.SetHL,
	} {
		set(uint16(n.Uint32()))
	}
	p.machine.IX, p.machine.IY = uint16(n.Uint32()), uint16(n.Uint32())
	if err := p.machine.Call(ctx, p.entry); err != nil {
		// Do not let the next run see what a wild program has overwritten.
		return errors.Join(err, p.machine.Load(p.image.Load, p.image.Bytes))
	}
	p.read(c)
	return nil
}

// memory is that of the machine.
func (p *program) memory() Memory { return Memory{&p.machine.Memory, p.image.Load} }

// write puts cells into the memory of the machine. Those that the routine is not given are noise.
func (p *program) write(c *literal.Cells) {
	m := p.memory()
	m.Write(c)
	for _, cell := range []uint16{cells.CKFLG, cells.T1, cells.MLLST, cells.MLLST + 1} {
		*m.At(cell) = uint8(p.noise.Uint32())
	}
	*m.At(cells.KOLOR) = uint8(p.noise.Uint32()) & uint8(sargon.Black)
	switch t1 := m.At(cells.T1); {
	case p.routine == literal.AttackLists:
		*t1 = build
	case p.routine == literal.AttackTest && *t1 == build:
		*t1 = 0
	}
}

// read takes back from the memory of the machine what the routine leaves.
func (p *program) read(c *literal.Cells) {
	came := *c
	p.memory().Read(&came)
	c.Tables, c.List = came.Tables, came.List
	switch p.routine {
	case literal.AttackTest:
		c.Attacked = p.machine.A == 1
	case literal.Exchange:
		c.Loss = p.machine.E
	case literal.FindPins:
		c.NPins = came.NPins
	case literal.Generate:
		c.Ply, c.Check, c.Free, c.Last = came.Ply, came.Check, came.Free, came.Last
	case literal.Points, literal.Evaluate, literal.Sort:
		c.NPins, c.Totals, c.Record = came.NPins, came.Totals, came.Record
	}
}
