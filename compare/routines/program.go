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

	// cells, by their names
	m3, t1, t3, npins, mlptri, mlptrj, mllst, mlnxt uint16
	color, p1, moveno, ckflg, valm                  uint16
	brdc, ptsl, ptsw1, ptsw2, mtrl, bc0, mv0, ptsck uint16
	kolor, board, plies, list, stack                uint16
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

func newProgram(image *roms.Image, r literal.Routine, seed uint64) (*program, error) {
	p := &program{
		routine: r, machine: emu.New(), image: image, noise: rand.New(rand.NewPCG(seed, 1)),
	}
	symbols := map[string]*uint16{
		"M3": &p.m3, "T1": &p.t1, "T3": &p.t3, "NPINS": &p.npins, "MLPTRI": &p.mlptri,
		"MLPTRJ": &p.mlptrj, "MLLST": &p.mllst, "MLNXT": &p.mlnxt,
		"COLOR": &p.color, "P1": &p.p1, "MOVENO": &p.moveno, "CKFLG": &p.ckflg, "VALM": &p.valm,
		"BRDC": &p.brdc, "PTSL": &p.ptsl, "PTSW1": &p.ptsw1, "PTSW2": &p.ptsw2, "MTRL": &p.mtrl,
		"BC0": &p.bc0, "MV0": &p.mv0, "PTSCK": &p.ptsck, "KOLOR": &p.kolor,
		"BOARDA": &p.board, "PLYIX": &p.plies, "MLIST": &p.list, "STACK": &p.stack,
		specs[r].entry: &p.entry,
	}
	if err := image.Find(symbols); err != nil {
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
	p.machine.Registers = emu.Registers{SP: p.stack}
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

// delta is how far the program lies from where addresses in Cells are counted from.
func (p *program) delta() uint16 { return p.image.Load - literal.Load }

// write puts cells into the memory of the machine. Those that the routine is not given are noise.
func (p *program) write(c *literal.Cells) {
	m := &p.machine.Memory
	for _, cell := range []uint16{p.kolor, p.ckflg} {
		m[cell] = uint8(p.noise.Uint32())
	}
	m[p.kolor] &= uint8(sargon.Black)
	copy(m[p.board:], c.Tables[:])
	copy(m[p.list:], c.List[:])
	p.relocate(p.delta())
	m[p.color], m[p.moveno] = uint8(c.Color), c.MoveNumber
	m[p.bc0], m[p.mv0] = uint8(c.BC0), uint8(c.MV0)
	t := c.Totals
	m[p.brdc], m[p.mtrl] = uint8(t.BoardControl), uint8(t.Material)
	m[p.ptsl], m[p.ptsw1], m[p.ptsw2] = t.PointsLost, t.PointsWon1, t.PointsWon2
	m[p.ptsck], m[p.valm] = uint8(t.HangingMover), uint8(t.Value)
	p.index(p.npins, c.NPins)
	p.index(p.m3, c.Square)
	p.index(p.t1, uint8(p.noise.Uint32()))
	switch p.routine {
	case literal.AttackLists:
		m[p.t1] = build
	case literal.AttackTest:
		if m[p.t1] == build {
			m[p.t1] = 0
		}
	}
	m[p.p1] = uint8(c.Piece)
	p.index(p.t3, uint8(c.Piece.Type()))
	p.machine.SetWord(p.mlptri, p.plies+4*uint16(c.Ply)-2)
	p.machine.SetWord(p.mlptrj, c.Record+p.delta())
	p.machine.SetWord(p.mlnxt, c.Free+p.delta())
	p.machine.SetWord(p.mllst, uint16(p.noise.Uint32()))
}

// index sets one of the words whose high byte stays the page of the tables.
func (p *program) index(cell uint16, v uint8) {
	p.machine.SetWord(cell, uint16(v)|(p.image.Load+0x100)&0xFF00)
}

// relocate adds delta to all addresses in the tables: those of the ply table, and the links.
func (p *program) relocate(delta uint16) {
	if delta == 0 {
		return
	}
	move := func(at uint16) {
		if w := p.machine.Word(at); w != 0 {
			p.machine.SetWord(at, w+delta)
		}
	}
	for at := p.plies; at < p.plies+literal.TableBytes-literal.CellPlies; at += 2 {
		move(at)
	}
	for n := range uint16(literal.Records) {
		move(p.list + literal.RecordAddress(int(n)) - literal.RecordAddress(0))
	}
}

// read takes the cells back from the memory of the machine.
func (p *program) read(c *literal.Cells) {
	m := &p.machine.Memory
	p.relocate(-p.delta())
	copy(c.Tables[:], m[p.board:])
	copy(c.List[:], m[p.list:])
	switch p.routine {
	case literal.AttackTest:
		c.Attacked = p.machine.A == 1
	case literal.Exchange:
		c.Loss = p.machine.E
	case literal.FindPins:
		c.NPins = m[p.npins]
	case literal.Generate:
		c.Ply = int(p.machine.Word(p.mlptri)+2-p.plies) / 4
		c.Check = m[p.ckflg] != 0
		c.Free = p.machine.Word(p.mlnxt) - p.delta()
		c.Last = p.machine.Word(p.mllst) - p.delta()
	case literal.Points, literal.Evaluate, literal.Sort:
		c.NPins = m[p.npins]
		c.Totals = sargon.Totals{
			BoardControl: int8(m[p.brdc]), Material: int8(m[p.mtrl]),
			PointsLost: m[p.ptsl], PointsWon1: m[p.ptsw1], PointsWon2: m[p.ptsw2],
			HangingMover: sargon.Square(m[p.ptsck]), Value: sargon.Value(m[p.valm]),
		}
		c.Record = p.machine.Word(p.mlptrj) - p.delta()
	}
}
