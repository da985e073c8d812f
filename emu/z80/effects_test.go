package z80_test

import (
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"sargon78/emu/z80"
	"sargon78/emu/z80/library"
)

// The columns of flags and effects are shown by experiment. An encoding is run from random states, one
// iteration at a time. Then each input is varied, one flag, byte or latch at a time, and the rest of the
// memory at once; never the bytes of the instruction. What changes must be allowed by a transfer of the
// table; what a transfer says must be seen in some state. A move leaves what was there, and what is not
// named as written stays.

// judged is how a core is checked against the table.
type judged struct {
	core    z80.Core
	states  int             // from which each encoding is run
	most    int             // the same, if something was not seen yet
	ignored z80.RegisterSet // what it does not have, or does otherwise
	skips   func(page string, code []int) bool
}

func TestEffectsAreSeenByExperiment(t *testing.T) {
	const undocumented = z80.FlagX | z80.FlagY | z80.RegWZ | z80.RegQ
	for _, j := range []judged{
		{&z80.Interpreter{}, 12, 4000, 0, func(string, []int) bool { return false }},
		{library.New(), 6, 4000, undocumented | z80.RegR, unlikeTheChip},
	} {
		t.Run(j.core.Name(), func(t *testing.T) {
			lab := newLab(j)
			encodings := 0
			z80.EachInstruction(func(page string, code []int) {
				if !isEncoding(page, code) || j.skips(page, code) {
					return
				}
				encodings++
				if wrong := lab.examine(code, nil); len(wrong) > 0 {
					t.Errorf("%s % X %s:\n  %s", page, code, lab.name(code), strings.Join(wrong, "\n  "))
				}
			})
			t.Logf("%d encodings, %d steps", encodings, lab.steps)
		})
	}
}

// isEncoding reports whether the bytes are one whole instruction, or one prefix that changes nothing.
func isEncoding(page string, code []int) bool {
	switch op := code[len(code)-1]; page {
	case "main":
		return op != z80.PrefixBits && op != z80.PrefixExtended
	case "DD", "FD":
		i := decode(&input{code: bytesOf(code, 0)})
		return op != z80.PrefixBits && !i.IsPrefix()
	case "DD FD", "FD DD ED":
		return false
	}
	return true
}

// unlikeTheChip reports whether the library does an encoding otherwise, as its package comment says,
// or does not know it.
func unlikeTheChip(page string, code []int) bool {
	op := code[len(code)-1]
	i := decode(&input{code: bytesOf(code, 0)})
	ports := i.Effects().PortAddress != 0
	switch page {
	case "DD", "FD":
		return strings.Contains(i.Text, "%h") || strings.Contains(i.Text, "%l")
	case "DD CB", "FD CB":
		return true
	case "CB":
		return op>>3 == 6 || op&7 == 6 && op>>6 == 1 // SLL, BIT b,(HL)
	case "ED":
		again := op != 0x44 && op&7 == 4 || op != 0x45 && op&7 == 5 || op&7 == 6 // RETI, too
		return i.Text == "" || again && op < 0x80 || ports
	}
	return ports || i.IsPrefix()
}

// lab is where experiments are made: two chips whose memories differ in every byte.
type lab struct {
	judged
	chips  [2]*z80.Chip
	random *rand.Rand
	steps  int

	// Of the last step.
	writes    []access
	undo      []access // what was there before
	in, out   []access
	reti      int
	portValue uint8
}

type access struct {
	at uint16
	v  uint8
}

func newLab(j judged) *lab {
	l := &lab{judged: j, random: rand.New(rand.NewPCG(1978, 48))}
	for n := range l.chips {
		c := &z80.Chip{}
		l.chips[n] = c
		for at := range c.Memory {
			c.Memory[at], c.Marks[at] = uint8(l.random.Uint32()), z80.Noted
			if n == 1 {
				c.Memory[at] = l.chips[0].Memory[at] ^ uint8(1+l.random.IntN(255))
			}
		}
		c.OnWrite = func(at uint16, before, v uint8) bool {
			l.writes, l.undo = append(l.writes, access{at, v}), append(l.undo, access{at, before})
			return false
		}
		c.In = func(port uint16) uint8 {
			l.in = append(l.in, access{port, l.portValue})
			return l.portValue
		}
		c.Out = func(port uint16, v uint8) { l.out = append(l.out, access{port, v}) }
		c.RETI = func() { l.reti++ }
	}
	return l
}

// input is a state from which an encoding is run.
type input struct {
	z80.Registers
	code []byte
	data []access // bytes of memory
	port uint8    // what a port gives

	planted *z80.Opcode // not nil: in place of what the table says
}

// values are those of the members of a RegisterSet, by their bits. That of PC has the T-states in it,
// those of the buses addresses.
type values [members]uint32

// members is how many a RegisterSet may have.
const members = 56

// outcome is what has come of an input.
type outcome struct {
	values
	registers z80.Registers
}

// step runs an input on a chip.
func (l *lab) step(c *z80.Chip, in *input) (is outcome) {
	l.steps++
	l.writes, l.undo, l.in, l.out = l.writes[:0], l.undo[:0], l.in[:0], l.out[:0]
	l.reti, l.portValue = 0, in.port
	var old [8]access
	n := 0
	put := func(at uint16, v uint8) {
		old[n] = access{at, c.Memory[at]}
		c.Memory[at] = v
		n++
	}
	for k, b := range in.code {
		put(in.PC+uint16(k), b)
	}
	for _, a := range in.data {
		put(a.at, a.v)
	}
	c.Registers, c.TStates = in.Registers, 0
	l.core.Run(c, 1)
	for k := len(l.undo) - 1; k >= 0; k-- {
		c.Memory[l.undo[k].at] = l.undo[k].v
	}
	for n--; n >= 0; n-- {
		c.Memory[old[n].at] = old[n].v
	}
	is.registers = c.Registers
	is.values = valuesOf(&c.Registers)
	is.values[index(z80.RegPC)] |= uint32(c.TStates) << 16
	seen := func(bus z80.RegisterSet, a access) {
		is.values[index(bus)] = uint32(a.at)<<8 | uint32(a.v) | 1<<24
	}
	if len(l.writes) > 1 && l.writes[1].at == l.writes[0].at-1 { // the upper byte came first
		l.writes[0], l.writes[1] = l.writes[1], l.writes[0]
	}
	for k, bus := range []z80.RegisterSet{z80.BusWrite, z80.BusWrite2}[:len(l.writes)] {
		seen(bus, l.writes[k])
	}
	for _, a := range l.in {
		seen(z80.BusIn, access{at: a.at}) // what it gives is no outcome
	}
	for _, a := range l.out {
		seen(z80.BusOut, a)
	}
	is.values[index(z80.BusRETI)] = uint32(l.reti)
	return is
}

func index(one z80.RegisterSet) int { return bits.TrailingZeros64(uint64(one)) }

// pairs, bytes and latches are the registers of which members of a RegisterSet are halves.
var pairs = []struct {
	set z80.RegisterSet
	of  func(r *z80.Registers) *uint16
}{
	{z80.RegBCAlt, func(r *z80.Registers) *uint16 { return &r.BC_ }},
	{z80.RegDEAlt, func(r *z80.Registers) *uint16 { return &r.DE_ }},
	{z80.RegHLAlt, func(r *z80.Registers) *uint16 { return &r.HL_ }},
	{z80.RegIX, func(r *z80.Registers) *uint16 { return &r.IX }},
	{z80.RegIY, func(r *z80.Registers) *uint16 { return &r.IY }},
	{z80.RegSP, func(r *z80.Registers) *uint16 { return &r.SP }},
	{z80.RegWZ, func(r *z80.Registers) *uint16 { return &r.WZ }},
}

var bytes = []struct {
	set z80.RegisterSet
	of  func(r *z80.Registers) *uint8
}{
	{z80.RegA, func(r *z80.Registers) *uint8 { return &r.A }},
	{z80.RegB, func(r *z80.Registers) *uint8 { return &r.B }},
	{z80.RegC, func(r *z80.Registers) *uint8 { return &r.C }},
	{z80.RegD, func(r *z80.Registers) *uint8 { return &r.D }},
	{z80.RegE, func(r *z80.Registers) *uint8 { return &r.E }},
	{z80.RegH, func(r *z80.Registers) *uint8 { return &r.H }},
	{z80.RegL, func(r *z80.Registers) *uint8 { return &r.L }},
	{z80.RegI, func(r *z80.Registers) *uint8 { return &r.I }},
	{z80.RegR, func(r *z80.Registers) *uint8 { return &r.R }},
	{z80.RegIM, func(r *z80.Registers) *uint8 { return &r.IM }},
}

var latches = []struct {
	set z80.RegisterSet
	of  func(r *z80.Registers) *bool
}{
	{z80.RegIFF1, func(r *z80.Registers) *bool { return &r.IFF1 }},
	{z80.RegIFF2, func(r *z80.Registers) *bool { return &r.IFF2 }},
	{z80.RegQ, func(r *z80.Registers) *bool { return &r.Q }},
	{z80.RegHalted, func(r *z80.Registers) *bool { return &r.Halted }},
	{z80.RegAfterEI, func(r *z80.Registers) *bool { return &r.AfterEI }},
	{z80.RegAfterLDAI, func(r *z80.Registers) *bool { return &r.AfterLDAI }},
}

// valuesOf takes the registers apart.
func valuesOf(r *z80.Registers) (v values) {
	for bit := range 8 {
		v[bit], v[8+bit] = uint32(r.F>>bit&1), uint32(r.AF_>>bit&1)
	}
	v[index(z80.RegAAlt)], v[index(z80.RegPC)] = uint32(r.AF_>>8), uint32(r.PC)
	for _, b := range bytes {
		v[index(b.set)] = uint32(*b.of(r))
	}
	for _, p := range pairs {
		low := index(p.set)
		v[low], v[low+1] = uint32(*p.of(r)&0xFF), uint32(*p.of(r)>>8)
	}
	for _, l := range latches {
		if *l.of(r) {
			v[index(l.set)] = 1
		}
	}
	return v
}

// inputs are all that is varied.
var inputs = func() []z80.RegisterSet {
	all := slices.Collect((z80.RegF | z80.RegAFAlt | z80.RegPC | z80.BusRead | z80.BusRead2 | z80.BusIn).All())
	for _, p := range pairs {
		all = slices.AppendSeq(all, p.set.All())
	}
	for _, b := range bytes {
		all = append(all, b.set)
	}
	for _, l := range latches {
		all = append(all, l.set)
	}
	return all
}()

// value is a byte that differs from another: any, a near one, or one that plays a part.
func (l *lab) value(in *input, not uint8) uint8 {
	v := not
	for v == not {
		switch l.random.IntN(5) {
		case 0:
			v = []uint8{0, 1, 0x7F, 0x80, 0xFF}[l.random.IntN(5)]
		case 1:
			v = not + uint8(l.random.IntN(3)) - 1
		case 2:
			v = in.A
			if len(in.data) > 0 {
				v = in.data[0].v
			}
		case 3:
			v = []uint8{in.A, in.B, in.C, in.port}[l.random.IntN(4)]
		default:
			v = uint8(l.random.Uint32())
		}
		if v == not {
			v = uint8(l.random.Uint32())
		}
	}
	return v
}

// vary changes one input; false if it has none of that.
func (l *lab) vary(in *input, what z80.RegisterSet) bool {
	switch {
	case what&z80.RegF != 0:
		in.F ^= uint8(what)
		return true
	case what&z80.RegFAlt != 0:
		in.AF_ ^= uint16(what >> 8)
		return true
	case what == z80.RegAAlt:
		in.AF_ ^= uint16(1+l.random.IntN(255)) << 8
		return true
	case what == z80.RegPC:
		in.PC ^= uint16(1 + l.random.IntN(0xFFFF))
		return true
	case what == z80.BusIn:
		in.port = l.value(in, in.port)
		return true
	case what&(z80.BusRead|z80.BusRead2) != 0:
		k := index(what) - index(z80.BusRead)
		if k >= len(in.data) {
			return false
		}
		in.data = slices.Clone(in.data)
		in.data[k].v = l.value(in, in.data[k].v)
		return true
	}
	for _, p := range pairs {
		if low := index(p.set); p.set&what != 0 {
			shift := 8 * (index(what) - low)
			is := p.of(&in.Registers)
			*is ^= uint16(uint8(*is>>shift)^l.value(in, uint8(*is>>shift))) << shift
			return true
		}
	}
	for _, b := range bytes {
		if b.set == what {
			*b.of(&in.Registers) = l.value(in, *b.of(&in.Registers))
			return true
		}
	}
	for _, latch := range latches {
		if latch.set == what {
			*latch.of(&in.Registers) = !*latch.of(&in.Registers)
		}
	}
	return true
}

// bytesOf are the bytes of an encoding, with others in place of operands. After a prefix that changes
// nothing stands a NOP, since a core does both in one.
func bytesOf(code []int, random uint32) (all []byte) {
	for _, b := range code {
		if b == z80.AnyByte {
			b = int(random)
			random >>= 8
		}
		all = append(all, byte(b))
	}
	at := func(a uint16) byte {
		if int(a) < len(all) {
			return all[a]
		}
		return 0
	}
	i := z80.Decode(at, 0)
	if i.IsPrefix() {
		return append(all, 0)
	}
	for int(i.Length) > len(all) {
		all = append(all, byte(random))
		random >>= 8
	}
	return all
}

func (l *lab) name(code []int) string {
	i := decode(&input{code: bytesOf(code, 0)})
	return i.Assembly()
}

// decode is the instruction of an input.
func decode(in *input) z80.Instruction {
	i := z80.Decode(func(a uint16) byte {
		if k := int(a - in.PC); k < len(in.code) {
			return in.code[k]
		}
		return 0
	}, in.PC)
	if in.planted != nil {
		i.Opcode = in.planted
	}
	return i
}

// clash reports whether something that is read, written or given lies in the bytes of the instruction.
func (in *input) clash() bool {
	i := decode(in)
	reads, writes := i.Data(&in.Registers)
	within := func(at uint16) bool { return int(at-in.PC) < len(in.code)+1 }
	given := func(a access) bool { return within(a.at) }
	return slices.ContainsFunc(reads, within) || slices.ContainsFunc(writes, within) ||
		slices.ContainsFunc(in.data, given)
}

// mask has each of its bytes 0 now and then.
func (l *lab) mask() (mask uint32) {
	for range 4 {
		mask <<= 8
		if l.random.IntN(4) > 0 {
			mask |= 0xFF
		}
	}
	return mask
}

// draw is a random input for an encoding.
func (l *lab) draw(code []int, planted *z80.Opcode) *input {
	for {
		in := &input{
			Registers: z80.RandomRegisters(l.random), code: bytesOf(code, l.random.Uint32()&l.mask()),
			port: uint8(l.random.Uint32()), planted: planted,
		}
		switch l.random.IntN(4) { // what counts is about to end
		case 0:
			in.SetBC(1)
		case 1:
			in.B = 1
		}
		in.AfterEI, in.AfterLDAI = l.random.IntN(2) == 0, l.random.IntN(2) == 0
		i := decode(in)
		reads, _ := i.Data(&in.Registers)
		for _, at := range reads {
			in.data = append(in.data, access{at, uint8(l.random.Uint32())})
		}
		if len(in.data) > 0 && l.random.IntN(4) == 0 { // a search finds it
			in.A = in.data[0].v
		}
		if !in.clash() {
			return in
		}
	}
}

// expected is what the table allows.
type expected struct {
	*z80.Effects
	from [members]z80.RegisterSet // by what is written: what it may come from
}

func expect(e *z80.Effects) *expected {
	x := &expected{Effects: e}
	addressed := func(s z80.RegisterSet) z80.RegisterSet {
		if s&(z80.BusRead|z80.BusRead2) != 0 {
			s |= e.ReadAddress
		}
		if s&z80.BusIn != 0 {
			s |= e.PortAddress
		}
		return s
	}
	for _, t := range e.Transfers {
		from := t.From
		if t.IfTaken {
			from |= e.Decides
		}
		for to := range t.To.All() {
			x.from[index(to)] |= addressed(from)
		}
	}
	x.from[index(z80.BusWrite)] |= e.WriteAddress
	x.from[index(z80.BusWrite2)] |= e.WriteAddress
	x.from[index(z80.BusOut)] |= e.PortAddress
	x.from[index(z80.BusIn)] |= e.PortAddress
	return x
}

// examine makes the experiment with an encoding, and returns what the table has wrong; not nil, planted
// is in place of what the table says.
func (l *lab) examine(code []int, planted *z80.Opcode) (wrong []string) {
	faults := map[string]bool{}
	fault := func(format string, args ...any) { faults[fmt.Sprintf(format, args...)] = true }
	var seen [members]z80.RegisterSet // by what is written: what was seen to change it
	var changed z80.RegisterSet       // what was seen to be written
	var x *expected
	var unseen []string
	for n := range l.most {
		in := l.draw(code, planted)
		i := decode(in)
		x = expect(i.Effects())
		if n >= l.states {
			if unseen = x.unseen(&seen, changed, l.ignored); len(unseen) == 0 || len(faults) > 0 {
				break
			}
		}
		base := l.step(l.chips[0], in)
		before := valuesOf(&in.Registers)
		l.compare(x, &i, in, &before, &base, fault)
		for bit := range members {
			one := z80.RegisterSet(1) << bit
			if is := base.values[bit]; one == z80.RegPC || is != before[bit] {
				changed |= one
			}
		}
		for _, what := range inputs {
			other := *in
			if !l.vary(&other, what) || other.clash() {
				continue
			}
			after := l.step(l.chips[0], &other)
			for bit := range members {
				if base.values[bit] == after.values[bit] {
					continue
				}
				switch one := z80.RegisterSet(1) << bit; {
				case x.from[bit]&what != 0:
					seen[bit] |= what
				case one == what && x.stays(one, &before, &base) && x.stays(one, ref(valuesOf(&other.Registers)), &after):
				case one&l.ignored != 0:
				default:
					fault("%v is changed by %v", one, what)
				}
			}
		}
		if elsewhere := l.step(l.chips[1], in); elsewhere != base {
			fault("memory is read that is not named")
		}
	}
	wrong = append(slices.Sorted(maps.Keys(faults)), unseen...)
	return wrong
}

// stays reports whether a member is as it was, or only counts on, as PC and R do.
func (x *expected) stays(one z80.RegisterSet, before *values, is *outcome) bool {
	counts := one == z80.RegPC || one == z80.RegR && x.Writes&z80.RegR == 0
	return counts || before[index(one)] == is.values[index(one)]
}

func ref[T any](v T) *T { return &v }

// compare compares one outcome with the table: what is moved, what stays, what is written.
func (l *lab) compare(x *expected, i *z80.Instruction, in *input, before *values, is *outcome, fault func(string, ...any)) {
	_, writes := i.Data(&in.Registers)
	if len(writes) != len(l.writes) {
		fault("%d bytes are written to memory, and not %d", len(l.writes), len(writes))
	}
	for k := range min(len(writes), len(l.writes)) {
		if writes[k] != l.writes[k].at {
			fault("%04X is written, and not %04X", l.writes[k].at, writes[k])
		}
	}
	named := x.Writes | z80.RegImplicit | z80.BusIn
	for bit := range members {
		if one := z80.RegisterSet(1) << bit; one&(named|l.ignored) == 0 && is.values[bit] != before[bit] {
			fault("%v is written", one)
		}
	}
	if got := is.registers.AfterEI; got != (x.Writes&z80.RegAfterEI != 0) {
		fault("after EI is %t", got)
	}
	if got := is.registers.AfterLDAI; got != (x.Writes&z80.RegAfterLDAI != 0) {
		fault("after LD A,I is %t", got)
	}
	if got := is.registers.PC; i.Flow == z80.Straight && got != in.PC+uint16(len(in.code)) {
		fault("PC is %04X and not after the instruction", got)
	}
	taken := i.Taken(&is.registers)
	for _, t := range x.Transfers {
		if !t.Moves || t.IfTaken && !taken || (t.To|t.From)&l.ignored != 0 {
			continue
		}
		if got, want := value(t.To, &is.values), l.given(t.From, in, before); got != want {
			fault("%v becomes %02X, and not %v, %02X", t.To, got, t.From, want)
		}
	}
}

// value puts together what a transfer moves: a byte, eight flags or a flag.
func value(s z80.RegisterSet, v *values) (is uint8) {
	n := 0
	for one := range s.All() {
		is |= uint8(v[index(one)]) << n
		n++
	}
	return is
}

// given is the same of an input.
func (l *lab) given(s z80.RegisterSet, in *input, before *values) uint8 {
	switch s {
	case z80.BusRead, z80.BusRead2:
		if k := index(s) - index(z80.BusRead); k < len(in.data) {
			return in.data[k].v
		}
		return 0
	case z80.BusIn:
		return in.port
	}
	return value(s, before)
}

// unseen says what the table names and what was not seen: an input that changes nothing of what its
// transfer says, an output that no input changes, or that is never written.
func (x *expected) unseen(seen *[members]z80.RegisterSet, changed, ignored z80.RegisterSet) (all []string) {
	say := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	by := func(to z80.RegisterSet) (s z80.RegisterSet) {
		for one := range to.All() {
			s |= seen[index(one)]
		}
		return s
	}
	for _, t := range x.Transfers {
		if lacks := t.From &^ by(t.To) &^ ignored; lacks != 0 && t.To&^ignored != 0 {
			say("%v is not seen to be changed by %v", t.To, lacks)
		}
		for to := range (t.To &^ ignored).All() {
			if t.From != 0 && t.From&seen[index(to)] == 0 {
				say("%v is not seen to be changed by any of %v", to, t.From)
			}
		}
	}
	if lacks := x.Writes &^ changed &^ ignored; lacks != 0 {
		say("%v is not seen to be written", lacks)
	}
	everything := z80.RegisterSet(1)<<members - 1
	for what, address := range map[string][2]z80.RegisterSet{
		"the address that is read":    {x.ReadAddress, by(everything)},
		"the address that is written": {x.WriteAddress, by(z80.BusWrite | z80.BusWrite2)},
		"the address of a port":       {x.PortAddress, by(z80.BusIn | z80.BusOut)},
	} {
		if lacks := address[0] &^ address[1] &^ ignored; lacks != 0 {
			say("%v is not seen to be part of %s", lacks, what)
		}
	}
	return all
}

// A wrong entry in the table is found: these are wrong, each in another way.
func TestWrongEntriesAreFound(t *testing.T) {
	l := newLab(judged{core: &z80.Interpreter{}, states: 12, most: 300})
	for _, test := range []struct {
		row   string
		code  []int
		fault string
	}{
		{"LD A,R | ED 5F | 9 | SZY0XP0. | A,F< fP<IFF2 AfterLDAI<", []int{0xED, 0x5F}, "A is changed by R"},
		{"LD A,R | ED 5F | 9 | SZY0XP0. | A=R F<R fP<IFF2 AfterLDAI<", []int{0xED, 0x5F}, "A becomes"},
		{"LD A,I | ED 57 | 9 | SZY0XP0. | A=I F<I AfterLDAI<", []int{0xED, 0x57}, "P/V is changed by IFF2"},
		{"LD A,I | ED 57 | 9 | SZY0XP0. | A=I F<I fP<IFF2", []int{0xED, 0x57}, "after LD A,I is true"},
		{"ADC A,s | 10001bbb | 4 7 | SZYHXP0C | A,F<A,b", []int{0x88}, "A is changed by carry"},
		{"ADD A,s | 10000bbb | 4 7 | SZYHXP0C | A,F<A,b,fC", []int{0x80}, "not seen to be changed by carry"},
		{"XOR s | 10101aaa | 4 7 | SZY0XP00 | A,F<A,a", []int{0xAF}, "not seen to be changed by A"},
		{"INC s | 00aaa100 | 4 11 | SZYHXP0C | a,F<a", []int{0x04}, "carry is not seen to be changed"},
		{"CPL | 2F | 4 | ..Y1X... | A,F<A", []int{0x2F}, "N is written"},
		{"SCF | 37 | 4 | ..Y0X.01 | F<A,fYX", []int{0x37}, "changed by Q"},
		{"NEG | ED 01---100 | 8 | SZYHXP1C | A,F<A,B", []int{0xED, 0x44}, "not seen to be changed by B"},
		{"BIT b,s | CB 01aaabbb | 8 12 | 0ZY1XP0. | F<b", []int{0xCB, 0x46}, "flag X is changed by WZH"},
		{"BIT b,s | CB 01aaabbb | 8 12 | SZY1XP0. | F<b", []int{0xCB, 0x40}, "S is not seen to be changed"},
		{"LD A,(nn) | 3A nn | 13 | ........ | A< WZ<", []int{0x3A}, "memory is read that is not named"},
		{"LD A,(nn) | 3A nn | 13 | ........ | HL=(nn)2 A< WZ<", []int{0x3A}, "H is not seen to be changed"},
		{"LD (nn),A | 32 nn | 13 | ........ | (nn)=A WZ<", []int{0x32}, "WZH is changed by A"},
		{"LD A,(BC) | 0A | 7 | ........ | A=(DE) WZ<BC", []int{0x0A}, "A is changed by C"},
		{"EX (SP),HL | E3 | 19 | ........ | HL=(SP) WZ=(SP)", []int{0xE3}, "2 bytes are written to memory"},
		{"PUSH qq | 11aa0101 | 11 | ........ | (-SP)=a", []int{0xC5}, "SPL is written"},
		{"POP qq | 11aa0001 | 10 | ........ | a=(SP) SP<SP,A", []int{0xC1}, "not seen to be changed by A"},
		{"LDI | ED A0 | 16 | ..Y0XP0. | (DE)=m fYX<m fP<BC BC<BC DE<DE HL<HL", []int{0xED, 0xA0},
			"flag X is changed by A"},
		{"LDIR | ED B0 | 16/21 | ..Y0XP0. | repeat (DE)=m fYX<A,m,BC fP<BC BC<BC DE<DE HL<HL PC<BC ?WZ<PC",
			[]int{0xED, 0xB0}, "flag X is changed by PC"},
		{"DJNZ e | 10 e | 8/13 | ........ | jump? B<B ?WZ<PC", []int{0x10}, "PC is changed by B"},
		{"RETN | ED 01---101 | 14 | ........ | return PC<(SP) SP<SP WZ=(SP)", []int{0xED, 0x45},
			"IFF1 is written"},
		{"RETI | ED 4D | 14 | ........ | return PC<(SP) SP<SP WZ=(SP) IFF1=IFF2", []int{0xED, 0x4D},
			"the end of an interrupt is written"},
		{"EI | FB | 4 | ........ | IFF1,IFF2<", []int{0xFB}, "after EI is true"},
		{"OUT (n),A | D3 n | 11 | ........ | port(BC)=A WZH=A WZL<", []int{0xD3}, "BC is not seen to be part of"},
		{"IN A,(n) | DB n | 11 | ........ | A<A WZH<A WZL<", []int{0xDB}, "A is changed by the byte from a port"},
		{"HALT | 76 | 4 | ........ | halt", []int{0x76}, "halted is written"},
		{"EXX | D9 | 4 | ........ | BC=BC' DE=DE' HL=HL' BC'=BC DE'=DE", []int{0xD9}, "L' is written"},
		{"EX DE,hl | EB | 4 | ........ | DE=HL HL=HL", []int{0xEB}, "H is written"},
		{"RLA | 17 | 4 | ..Y0X.0C | A,F<A", []int{0x17}, "A is changed by carry"},
	} {
		planted := z80.Planted(test.row, uint8(test.code[len(test.code)-1]))
		wrong := strings.Join(l.examine(test.code, planted), "\n")
		assert.Contains(t, wrong, test.fault, test.row)
	}
}
