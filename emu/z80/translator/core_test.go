package translator

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu/z80"
	"sargon78/sargon/must"
)

// few instructions are compiled quickly.
const few = 120

// pair is two chips that should always be the same, one on the translator, one on the interpreter.
type pair struct {
	*z80.Chip
	core        *Core
	second      *z80.Chip
	interpreter *z80.Interpreter

	told, secondTold []write // writes to watched addresses, and that they asked for a stop
}

type write struct {
	addr     uint16
	old, new byte
	asked    bool
}

func newPair() *pair {
	p := &pair{
		Chip: &z80.Chip{}, core: Eager(few), second: &z80.Chip{}, interpreter: &z80.Interpreter{},
	}
	log := func(told *[]write) func(uint16, uint8, uint8) bool {
		return func(addr uint16, old, new uint8) bool {
			*told = append(*told, write{addr: addr, old: old, new: new})
			return new == 0x55
		}
	}
	p.OnWrite, p.second.OnWrite = log(&p.told), log(&p.secondTold)
	return p
}

func (p *pair) both(f func(*z80.Chip)) { f(p.Chip); f(p.second) }

// run has both come to a time, or to a mark, accepting interrupts, and compares everything.
func (p *pair) run(t testing.TB, end uint64) {
	t.Helper()
	begin := p.PC
	p.both(func(s *z80.Chip) { s.Halted = false })
	for _, side := range []struct {
		*z80.Chip
		core z80.Core
		told *[]write
	}{{p.Chip, p.core, &p.told}, {p.second, p.interpreter, &p.secondTold}} {
		s := side.Chip
		for first := true; first || s.TStates < end && !s.Stops(s.PC) && !s.Halted; first = false {
			if s.Interrupted() {
				if ok, _ := s.Accept(); ok {
					continue
				}
			}
			limit := end
			if s.AfterEI && s.INT { // as in emu.Machine
				limit = s.TStates + 1
			}
			if side.core.Run(s, limit) == z80.StopRequested {
				*side.told = append(*side.told, write{addr: s.PC, asked: true})
			}
		}
	}
	if p.Registers == p.second.Registers && p.TStates == p.second.TStates &&
		p.INT == p.second.INT && p.Memory == p.second.Memory &&
		slices.Equal(p.told, p.secondTold) {
		p.told, p.secondTold = p.told[:0], p.secondTold[:0]
		return
	}
	changes := ""
	for addr := range p.Memory {
		if x, y := p.Memory[addr], p.second.Memory[addr]; x != y {
			changes += fmt.Sprintf("\n(%04X) translated %02X, interpreted %02X", addr, x, y)
		}
	}
	t.Fatalf("from %04X to T-state %d\ntranslated  %+v %d %v\ninterpreted %+v %d %v%s", begin, end,
		p.Registers, p.TStates, p.told, p.second.Registers, p.second.TStates, p.secondTold, changes)
}

// runs runs both so often, stopping anywhere.
func (p *pair) runs(t testing.TB, random *rand.Rand, n, length int) {
	t.Helper()
	for range n {
		p.run(t, p.TStates+1+uint64(random.IntN(length)))
	}
}

func TestWork(t *testing.T) {
	work := must.Have(os.ReadFile("../../testdata/work.bin"))
	p := newPair()
	p.both(func(s *z80.Chip) { copy(s.Memory[0x1000:], work); s.PC = 0x1000 })
	random := rand.New(rand.NewPCG(1978, 1))
	for p.runs(t, random, 1, 30000); !p.Halted; {
		p.runs(t, random, 1, 30000)
	}
	assert.Greater(t, p.core.translated, p.TStates/2)
}

// anyRegisters prefers addresses where something happens.
func anyRegisters(random *rand.Rand, s *z80.Chip) {
	half := func() uint8 { return uint8(random.Uint32()) }
	word := func() uint16 {
		if random.IntN(6) == 0 {
			return [...]uint16{0, 1, 0x00FF, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF}[random.IntN(7)]
		}
		return uint16(random.Uint32())
	}
	s.SetAF(word())
	s.SetBC(word())
	s.SetDE(word())
	s.SetHL(word())
	s.AF_, s.BC_, s.DE_, s.HL_ = word(), word(), word(), word()
	s.IX, s.IY, s.SP, s.WZ = word(), word(), word(), word()
	s.I, s.R, s.Q = half(), half(), random.IntN(2) == 0
}

// anyInstruction puts an instruction somewhere: any opcode of any page, except those after which a
// program would soon be lost. It returns its length.
func anyInstruction(random *rand.Rand, memory *[65536]uint8, addr uint16) uint16 {
	at := addr
	put := func(list ...byte) {
		for _, b := range list {
			memory[at] = b
			at++
		}
	}
	some := func() byte { return byte(random.Uint32()) }
	if random.IntN(4) == 0 {
		put([]byte{0xDD, 0xFD}[random.IntN(2)])
	}
	op := some()
	switch random.IntN(8) {
	case 0:
		op = 0xCB
	case 1:
		op = 0xED
	}
	switch {
	case op == 0x76 || op == 0xE9 || op&0xC7 == 0xC7: // HALT, JP (HL), RST
		op = 0xA7
	case op == 0x10 || op == 0x18 || op&0xE7 == 0x20: // DJNZ, JR: not far, mostly on
		put(op, byte(random.IntN(12)-3))
		return at - addr
	case op&0xC7 == 0xC2 || op&0xC7 == 0xC4 || op == 0xC3 || op == 0xCD:
		to := addr + uint16(random.IntN(60)) - 20
		put(op, byte(to), byte(to>>8))
		return at - addr
	}
	put(op, some(), some(), some())
	i := z80.Decode(func(a uint16) byte { return memory[a] }, addr)
	return i.Length
}

const jumpLength = 3

// jump puts a jump somewhere.
func jump(memory *[65536]uint8, at, to uint16) {
	memory[at], memory[at+1], memory[at+2] = 0xC3, byte(to), byte(to>>8)
}

// anyProgram makes a program of so many instructions in a loop, in memory full of anything. It
// returns where the program ends.
func anyProgram(random *rand.Rand, s *z80.Chip, start uint16, length int) (end uint16) {
	anyRegisters(random, s)
	for addr := range s.Memory {
		s.Memory[addr] = byte(random.Uint32())
	}
	at := start
	for range length {
		at += anyInstruction(random, &s.Memory, at)
	}
	jump(&s.Memory, at, start)
	s.PC = start
	return at + jumpLength
}

// copyTo makes the second chip like the first.
func (p *pair) copyTo() {
	wrote := p.second.OnWrite
	*p.second = *p.Chip
	p.second.OnWrite = wrote
}

const (
	stopsInProgram = 100
	longest        = 6000 // T-states between two stops
)

// programs calls a test with random numbers for as many programs as the stops need.
func programs(stops int, test func(seed uint64, random *rand.Rand)) {
	for seed := range uint64((stops + stopsInProgram - 1) / stopsInProgram) {
		test(seed, rand.New(rand.NewPCG(1978, seed)))
	}
}

// TestRandomPrograms runs programs that sooner or later overwrite themselves, with any marks and
// watches, interrupted at any time, also across the end of memory.
func TestRandomPrograms(t *testing.T) {
	translated, interrupted := uint64(0), 0
	programs(*Stops/3, func(seed uint64, random *rand.Rand) {
		p := newPair()
		start := uint16(0x8000)
		if seed%4 == 3 {
			start = 0xFF80
		}
		anyProgram(random, p.Chip, start, 5+random.IntN(60))
		copy(p.Memory[0x38:], []byte{0xFB, 0xED, 0x4D}) // EI; RETI
		copy(p.Memory[0x66:], []byte{0xED, 0x45})       // RETN
		p.IFF1, p.IM = seed%3 == 0, uint8(random.IntN(3))
		p.copyTo()
		if seed%2 == 1 {
			for range 20 {
				stop, watched := start+uint16(random.IntN(200)), uint16(random.Uint32())
				p.both(func(s *z80.Chip) {
					s.Marks[stop] |= 1
					s.Marks[watched] |= z80.Noted
				})
			}
		}
		for range stopsInProgram {
			if seed%3 == 0 && random.IntN(4) == 0 {
				nmi := random.IntN(4) == 0
				p.both(func(s *z80.Chip) { s.NMI, s.INT = nmi, !nmi })
				if p.Interrupted() {
					interrupted++
				}
			}
			p.runs(t, random, 1, longest)
		}
		translated += p.core.translated
	})
	assert.NotZero(t, translated)
	assert.NotZero(t, interrupted)
}

// TestProgramsThatChange runs programs that keep changing their own operands and opcodes.
func TestProgramsThatChange(t *testing.T) {
	translated, changing := uint64(0), 0
	programs(*Stops/3, func(_ uint64, random *rand.Rand) {
		p := newPair()
		const start = 0x8000
		end := anyProgram(random, p.Chip, start, 5+random.IntN(30))
		for range 1 + random.IntN(4) {
			end = changesItself(random, &p.Memory, end-jumpLength)
			jump(&p.Memory, end-jumpLength, start)
		}
		p.copyTo()
		p.runs(t, random, stopsInProgram, longest)
		translated += p.core.translated
		if len(p.core.changes) > 0 {
			changing++
		}
	})
	assert.NotZero(t, translated)
	assert.NotZero(t, changing)
}

// changesItself puts an instruction that works on A and a number somewhere, and before it others
// that change the number, or the instruction. It returns where a jump after it ends.
func changesItself(random *rand.Rand, memory *[65536]uint8, at uint16) uint16 {
	instruction := []byte{0xC6 | byte(random.IntN(8))<<3, byte(random.Uint32())} // ADD A,n to CP n
	var code []byte
	switch random.IntN(3) {
	case 0: // the number is A
		addr := at + 3 + 1
		code = []byte{0x32, byte(addr), byte(addr >> 8)} // LD (nn),A
	case 1: // the number is counted up
		addr := at + 4 + 1
		code = []byte{0x21, byte(addr), byte(addr >> 8), 0x34} // LD HL,nn; INC (HL)
	case 2: // the instruction depends on A
		addr := at + 7
		code = []byte{0xE6, 0x38, 0xF6, 0xC6}                // AND 38h; OR C6h
		code = append(code, 0x32, byte(addr), byte(addr>>8)) // LD (nn),A
	}
	return at + uint16(copy(memory[at:], append(code, instruction...))) + jumpLength
}

// TestEveryInstruction checks everything after each translated instruction.
func TestEveryInstruction(t *testing.T) {
	const start, room, together, states = 0x1000, 16, 64, 8
	random := rand.New(rand.NewPCG(1978, 8))
	const anyByte = -1
	codes := [][]int{ // words at both ends of memory
		{0x2A, 0xFF, 0xFF}, {0x22, 0xFF, 0xFF}, {0xED, 0x4B, 0xFF, 0xFF}, {0xFD, 0x2A, 0xFF, 0xFF},
	}
	for op := range 256 {
		codes = append(codes, []int{op}, []int{0xCB, op}, []int{0xED, op},
			[]int{0xDD, op}, []int{0xFD, op},
			[]int{0xDD, 0xCB, anyByte, op}, []int{0xFD, 0xCB, anyByte, op})
	}
	var all [][]byte
	for _, code := range codes {
		var instruction [6]byte
		for n := range instruction {
			if instruction[n] = byte(random.Uint32()); n < len(code) && code[n] != anyByte {
				instruction[n] = byte(code[n])
			}
		}
		all = append(all, instruction[:])
	}
	translated := 0
	for len(all) > 0 {
		p := newPair()
		p.core.maxInstructions = 10 * together
		for addr := range p.Memory {
			p.Memory[addr] = 0x76 // HALT
		}
		var addrs []uint16
		for n := range min(together, len(all)) {
			addr := uint16(start + n*room)
			copy(p.Memory[addr:], all[n])
			i := decode(p.Peek, addr)
			p.Marks[i.Next()] = 1
			addrs = append(addrs, addr)
		}
		all = all[len(addrs):]
		p.core.Run(p.Chip, 1)
		p.core.roots = addrs
		p.core.translate(p.Chip)
		require.True(t, p.core.ready(p.Chip))
		memory, made := p.Memory, p.core.current
		p.core.wait = never
		for _, addr := range addrs {
			for range states {
				anyRegisters(random, p.Chip)
				p.Memory, p.PC, p.Q = memory, addr, false
				p.copyTo()
				p.core.current = made // it may have been overwritten
				made.mark(p.Chip, z80.Translated)
				before := p.core.translated
				p.run(t, p.TStates+2*clockInterval+1)
				if p.core.translated > before {
					translated++
				}
			}
		}
	}
	assert.Greater(t, translated, 1000*states*3/4)
}

// FuzzMemory runs whatever is in memory.
func FuzzMemory(f *testing.F) {
	f.Add([]byte{0x34, 0x18, 0xFD}, uint16(0x100), uint64(1))                    // INC (HL); JR
	f.Add([]byte{0xED, 0xB0, 0xC3, 0x00, 0x00}, uint16(0), uint64(2))            // LDIR; JP 0
	f.Add([]byte{0xCD, 0x00, 0x01, 0xC9}, uint16(0x100), uint64(3))              // CALL itself
	f.Add([]byte{0xF5, 0xF1, 0x08, 0x10, 0xFB, 0x76}, uint16(0xFFFD), uint64(4)) // across the end
	f.Fuzz(func(t *testing.T, code []byte, start uint16, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 0))
		p := newPair()
		anyRegisters(random, p.Chip)
		for n, b := range code {
			p.Memory[start+uint16(n)] = b
		}
		p.PC = start
		p.copyTo()
		p.runs(t, random, 20, 5000)
	})
}

// running returns a pair with a program at 1000h that has run long enough to be translated.
func running(t *testing.T, code ...byte) *pair {
	p := newPair()
	p.both(func(s *z80.Chip) {
		copy(s.Memory[0x1000:], code)
		s.PC, s.SP = 0x1000, 0x8000
	})
	p.run(t, 100_000)
	require.Greater(t, p.core.translated, uint64(50_000))
	return p
}

// counting is INC HL; LD A,L; ADD A,3; LD (2000h),A; JR to its start.
var counting = []byte{0x23, 0x7D, 0xC6, 0x03, 0x32, 0x00, 0x20, 0x18, 0xF7}

func TestMarksSetLater(t *testing.T) {
	p := running(t, counting...)
	for _, addr := range []uint16{0x1002, 0x1000, 0x1007, 0x2000, 0x1003} {
		p.both(func(s *z80.Chip) { s.Marks[addr] |= 1 })
		for range 5 {
			p.run(t, p.TStates+20_000)
		}
	}
	p.both(func(s *z80.Chip) { clear(s.Marks[0x1000:0x1010]); s.Marks[0x2000] = z80.Noted })
	p.run(t, p.TStates+20_000)
	p.both(func(s *z80.Chip) { s.Marks[0x2000] = 0 })
	before := p.core.translated
	p.run(t, p.TStates+500_000)
	p.run(t, p.TStates+500_000)
	assert.Greater(t, p.core.translated, before, "they are gone")
}

// A trap is set while the translation is being compiled.
func TestMarkSetMeanwhile(t *testing.T) {
	p := running(t, counting...)
	made := make(chan *translation, 1)
	made <- p.core.current
	p.core.current.mark(p.Chip, 0)
	p.core.compiling, p.core.current = made, nil
	p.both(func(s *z80.Chip) { s.Marks[0x1002] = 1 })
	for range 5 {
		p.run(t, p.TStates+20_000)
		require.EqualValues(t, 0x1002, p.PC)
	}
}

func TestProgramChangedFromOutside(t *testing.T) {
	p := running(t, counting...)
	p.both(func(s *z80.Chip) { s.Memory[0x1003] = 7 })
	p.run(t, p.TStates+50_000)
	p.both(func(s *z80.Chip) {
		clear(s.Memory[:])
		copy(s.Memory[0x1000:], work(t))
		s.PC = 0x1000
	})
	before := p.core.translated
	p.run(t, p.TStates+1_000_000)
	assert.Greater(t, p.core.translated, before+500_000, "another program")
}

func work(t *testing.T) []byte {
	return must.Have(os.ReadFile("../../testdata/work.bin"))
}

// A program that changes an operand each time round is translated except for that instruction.
func TestSelfModifyingProgram(t *testing.T) {
	p := newPair()
	p.both(func(s *z80.Chip) {
		copy(s.Memory[0x1000:], []byte{
			0x3E, 0x00, // LD A,0
			0x3C,             // INC A
			0x32, 0x01, 0x10, // LD (1001h),A
			0x06, 0x40, // LD B,64
			0x23,       // INC HL
			0x10, 0xFD, // DJNZ to it
			0x18, 0xF3, // JR 1000h
		})
		s.PC = 0x1000
	})
	p.runs(t, rand.New(rand.NewPCG(1978, 5)), 100, 20_000)
	assert.Greater(t, p.core.translated, p.TStates/3)
	assert.Contains(t, p.core.changes, uint16(0x1001))
}

// brokenHost fails, as a module would that reads outside memory.
type brokenHost struct{ host }

func (brokenHost) call(uint32) error { return errors.New("broken") }

func TestBrokenModule(t *testing.T) {
	p := running(t, counting...)
	p.core.current.host = brokenHost{}
	before := p.core.translated
	p.run(t, p.TStates+1_000_000)
	p.run(t, p.TStates+1_000_000)
	assert.Equal(t, before, p.core.translated)

	_, err := compile([]byte("no module"))
	assert.Error(t, err)
}

// A core given another chip forgets the first.
func TestOtherChip(t *testing.T) {
	p := running(t, counting...)
	core := p.core
	p = newPair()
	p.core = core
	p.both(func(s *z80.Chip) { copy(s.Memory[0x1000:], work(t)); s.PC = 0x1000 })
	p.run(t, 1_000_000)
	assert.Greater(t, core.translated, uint64(500_000))
}

// The most that is compiled at once: memory full of anything.
func TestLargestProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for seconds")
	}
	random := rand.New(rand.NewPCG(1978, 6))
	p := newPair()
	p.core.maxInstructions = maxInstructions
	anyProgram(random, p.Chip, 0x100, 15_000)
	p.copyTo()
	p.run(t, 100_000)
}
