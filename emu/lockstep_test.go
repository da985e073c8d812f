package emu

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"sargon78/emu/interpreter"
	"sargon78/emu/library"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is held against the model, after every single instruction: all registers with R, WZ, Q,
// IFF1, IFF2, IM and the halt state; all of memory; T-states; each port read or written, with its
// 16-bit address and in order; what Reads foretold.
//
//	TestEveryInstruction      each opcode of each page, from many random states
//	TestArithmeticExhaustive  8-bit arithmetic, rotations and DAA on all operands and flags
//	TestRandomPrograms        long runs through random memory, and code that overwrites itself
//	TestWatchedMachine        the same with a watch point set, and what it sees

// pair is a machine and the model side by side.
type pair struct {
	*Machine
	model    *model
	portLog  []string
	modelLog []string
	steps    int
}

// cores are those that are held against the model.
func cores() []Core { return []Core{interpreter.Core{}, library.New()} }

// eachCore runs a test with each core.
func eachCore(t *testing.T, test func(t *testing.T, p *pair)) {
	for _, core := range cores() {
		t.Run(core.Name(), func(t *testing.T) { test(t, newPair(core)) })
	}
}

func newPair(core Core) *pair {
	p := &pair{Machine: New(), model: &model{memory: new([65536]byte)}}
	p.SetCore(core)
	device := func(port uint16) byte { return byte(port>>8 ^ port*7) }
	p.In = func(port uint16) byte {
		p.portLog = append(p.portLog, fmt.Sprintf("in %04X", port))
		return device(port)
	}
	p.Out = func(port uint16, v byte) {
		p.portLog = append(p.portLog, fmt.Sprintf("out %04X %02X", port, v))
	}
	p.model.in = func(port int) int {
		p.modelLog = append(p.modelLog, fmt.Sprintf("in %04X", port))
		return int(device(uint16(port)))
	}
	p.model.out = func(port, v int) {
		p.modelLog = append(p.modelLog, fmt.Sprintf("out %04X %02X", port, v))
	}
	return p
}

// set puts both into the same state.
func (p *pair) set(r Registers) {
	p.SetRegisters(r)
	*p.model = model{
		a: int(r.A()), f: int(r.F()), b: int(r.B()), c: int(r.C()),
		d: int(r.D()), e: int(r.E()), h: int(r.H()), l: int(r.L()),
		a_: int(r.AF_ >> 8), f_: int(r.AF_ & 0xFF),
		bc_: int(r.BC_), de_: int(r.DE_), hl_: int(r.HL_),
		ix: int(r.IX), iy: int(r.IY), sp: int(r.SP), pc: int(r.PC), wz: int(r.WZ),
		i: int(r.I), r: int(r.R), iff1: r.IFF1, iff2: r.IFF2, im: int(r.IM), q: r.Q,
		halted: r.Halted, afterEI: r.AfterEI, afterLDAI: r.AfterLDAI,
		memory: p.model.memory, in: p.model.in, out: p.model.out, written: p.model.written[:0],
		acknowledge: p.model.acknowledge, nmi: p.model.nmi, interrupt: p.model.interrupt,
	}
	p.TStates = 0
}

func (p *pair) poke(addr uint16, b byte) {
	p.Memory[addr] = b
	p.model.memory[addr] = b
}

func (z *model) registers() Registers {
	pair := func(high, low int) uint16 { return uint16(high*256 + low) }
	return Registers{
		AF: pair(z.a, z.f), BC: pair(z.b, z.c), DE: pair(z.d, z.e), HL: pair(z.h, z.l),
		AF_: pair(z.a_, z.f_), BC_: uint16(z.bc_), DE_: uint16(z.de_), HL_: uint16(z.hl_),
		IX: uint16(z.ix), IY: uint16(z.iy), SP: uint16(z.sp), PC: uint16(z.pc),
		I: uint8(z.i), R: uint8(z.r),
		IFF1: z.iff1, IFF2: z.iff2, IM: uint8(z.im), WZ: uint16(z.wz), Q: z.q, Halted: z.halted,
		AfterEI: z.afterEI, AfterLDAI: z.afterLDAI,
	}
}

// step runs one instruction on both and compares everything.
func (p *pair) step(t *testing.T) {
	t.Helper()
	before := p.Registers()
	var code [4]byte
	for i := range code {
		code[i] = p.Memory[before.PC+uint16(i)]
	}
	interrupted := p.Interrupted() // what a device answers is not foretold
	reads, n := p.Reads()
	p.model.looked = p.model.looked[:0]
	err := p.Step()
	p.model.step()
	machine, model := p.Registers(), p.model.registers()
	switch {
	case err != nil:
	case machine != model:
	case p.TStates != uint64(p.model.t):
	case len(p.portLog)+len(p.modelLog) > 0 && fmt.Sprint(p.portLog) != fmt.Sprint(p.modelLog):
	case !interrupted && fmt.Sprint(reads[:n]) != fmt.Sprint(p.model.looked):
		t.Errorf("reads %04X, model %04X", reads[:n], p.model.looked)
	case !p.sameMemory():
	default:
		p.portLog, p.modelLog = p.portLog[:0], p.modelLog[:0]
		return
	}
	text, _ := Disassemble(at(before.PC, code[:]...), before.PC)
	changes := ""
	for addr := range p.Memory {
		if a, b := p.Memory[addr], p.model.memory[addr]; a != b {
			changes += fmt.Sprintf("\n(%04Xh) machine %02X, model %02X", addr, a, b)
		}
	}
	t.Fatalf("% X: %s, error %v\nbefore  %v  Q %t\n"+
		"machine %v  Q %t\n        T-states %d, ports %v\n"+
		"model   %v  Q %t\n        T-states %d, ports %v%s",
		code, text, err, before, before.Q,
		machine, machine.Q, p.TStates, p.portLog,
		model, model.Q, p.model.t, p.modelLog, changes)
}

// sameMemory compares what the model has written after each instruction, and all memory now and
// then: a stray write of the machine stays where it is until then.
func (p *pair) sameMemory() bool {
	for _, addr := range p.model.written {
		if p.Memory[addr] != p.model.memory[addr] {
			return false
		}
	}
	p.model.written = p.model.written[:0]
	p.steps++
	return p.steps%16 != 0 || bytes.Equal(p.Memory[:], p.model.memory[:])
}

// randomRegisters prefers values at which something happens.
func randomRegisters(random *rand.Rand) Registers {
	word := func() uint16 {
		switch random.IntN(8) {
		case 0:
			edges := [...]uint16{0, 1, 2, 0x00FF, 0x0100, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF}
			return edges[random.IntN(len(edges))]
		default:
			return uint16(random.Uint32())
		}
	}
	return Registers{
		AF: word(), BC: word(), DE: word(), HL: word(),
		AF_: word(), BC_: word(), DE_: word(), HL_: word(),
		IX: word(), IY: word(), SP: word(), PC: word(), WZ: word(),
		I: uint8(word()), R: uint8(word()), IM: uint8(random.IntN(3)),
		IFF1: random.IntN(2) == 0, IFF2: random.IntN(2) == 0, Q: random.IntN(2) == 0,
	}
}

func (p *pair) randomMemory(random *rand.Rand) {
	for addr := range p.Memory {
		p.poke(uint16(addr), byte(random.Uint32()))
	}
}

const anyByte = -1 // a byte that may be anything

// eachInstruction calls f with the bytes of every instruction, anyByte in place of operands.
func eachInstruction(f func(page string, code []int)) {
	for op := range 256 {
		f("main", []int{op})
		f("CB", []int{0xCB, op})
		f("ED", []int{0xED, op})
		f("DD", []int{0xDD, op})
		f("FD", []int{0xFD, op})
		f("DD CB", []int{0xDD, 0xCB, anyByte, op})
		f("FD CB", []int{0xFD, 0xCB, anyByte, op})
		f("DD FD", []int{0xDD, 0xFD, op})
		f("FD DD ED", []int{0xFD, 0xDD, 0xED, op})
	}
}

func TestEveryInstruction(t *testing.T) { eachCore(t, everyInstruction) }

func everyInstruction(t *testing.T, p *pair) {
	random := rand.New(rand.NewPCG(1978, 1))
	p.randomMemory(random)
	eachInstruction(func(page string, code []int) {
		for range 100 {
			r := randomRegisters(random)
			for i, b := range code {
				if b != anyByte {
					p.poke(r.PC+uint16(i), byte(b))
				}
			}
			p.set(r)
			p.step(t)
			if t.Failed() {
				return
			}
		}
	})
}

func TestArithmeticExhaustive(t *testing.T) { eachCore(t, arithmeticExhaustive) }

func arithmeticExhaustive(t *testing.T, p *pair) {
	check := func(a, v, f int, code ...byte) {
		r := Registers{PC: 0x8000, AF: uint16(a<<8 | f), BC: uint16(v << 8), WZ: 0x1234}
		p.set(r)
		for i, b := range code {
			p.poke(r.PC+uint16(i), b)
		}
		err := p.Step()
		p.model.step()
		if machine, model := p.Registers(), p.model.registers(); err != nil || machine != model {
			t.Fatalf("% X with A = %02X, B = %02X, F = %02X: error %v\nmachine %v\nmodel   %v",
				code, a, v, f, err, machine, model)
		}
	}
	for op := byte(0x80); op < 0xC0; op += 8 { // ADD A,B to CP B
		for a := range 256 {
			for v := range 256 {
				check(a, v, 0, op)
				check(a, v, 1, op)
			}
		}
	}
	for f := range 256 {
		for a := range 256 {
			// RLCA to CCF, INC A, DEC A
			for _, op := range []byte{0x07, 0x0F, 0x17, 0x1F, 0x27, 0x2F, 0x37, 0x3F, 0x3C, 0x3D} {
				check(a, 0, f, op)
			}
			check(a, 0, f, 0xED, 0x44) // NEG
		}
	}
	for op := byte(0x00); op < 0x80; op += 8 { // RLC B to BIT 7,B
		for v := range 256 {
			check(0, v, 0, 0xCB, op)
			check(0, v, 1, 0xCB, op)
		}
	}
}

func TestRandomPrograms(t *testing.T) { eachCore(t, randomPrograms) }

func randomPrograms(t *testing.T, p *pair) {
	random := rand.New(rand.NewPCG(1978, 2))
	for range 40 {
		p.randomMemory(random)
		p.set(randomRegisters(random))
		for range 2000 {
			if p.Halted || p.Registers().PC < startOfMemory {
				p.set(randomRegisters(random))
			}
			p.step(t)
		}
	}
}

func TestWatchedMachine(t *testing.T) { eachCore(t, watchedMachine) }

func watchedMachine(t *testing.T, p *pair) {
	random := rand.New(rand.NewPCG(1978, 3))
	p.randomMemory(random)
	shadow := p.Memory
	p.WatchWrites(0, 0xFFFF, func(m *Machine, addr uint16, old, new byte) {
		require.Equal(t, shadow[addr], old)
		require.Equal(t, m.Memory[addr], new)
		shadow[addr] = new
	})
	eachInstruction(func(page string, code []int) {
		r := randomRegisters(random)
		for i, b := range code {
			if b != anyByte {
				p.poke(r.PC+uint16(i), byte(b))
				shadow[r.PC+uint16(i)] = byte(b)
			}
		}
		p.set(r)
		p.step(t)
		require.True(t, bytes.Equal(shadow[:], p.Memory[:]), "% X wrote past the watch point", code)
	})
}

// TestStepAndRunAgree holds the inner loop, which runs many instructions at once, against single
// steps.
func TestStepAndRunAgree(t *testing.T) {
	stepped, ran := New(), New()
	for _, m := range []*Machine{stepped, ran} {
		require.NoError(t, m.Load(workStart, work))
		m.SetRegisters(Registers{PC: workStart})
	}
	stop, err := ran.Run(context.Background(), Until{Addresses: []uint16{workHalt}})
	require.NoError(t, err)
	require.Equal(t, AtAddress, stop)
	for stepped.Registers().PC != workHalt {
		require.NoError(t, stepped.Step())
	}
	require.Equal(t, ran.Snapshot(), stepped.Snapshot())
}
