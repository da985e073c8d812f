package translator

import (
	"math/bits"
	"slices"
	"unsafe"

	"sargon78/emu/z80"
)

// Local variables of the function that the program becomes. Registers of eight bits and pairs are
// unsigned numbers of their size.
const (
	limit = iota // parameter: how many T-states may pass
	zero         // always 0: known addresses are offsets from it
	a
	bc
	de
	hl
	ix
	iy
	sp
	result // S is its bit 7, Z whether its lower eight bits are 0
	carry  // the flag C, 0 or 1
	flags  // the other flags, see flags.go
	wz
	lastSets // Q
	pc       // where a jump goes, or where the program is left
	v        // for use within an instruction
	sum
	addr
	clock                // 64 bits: T-states minus limit, and in the lower bits what R counts
	locals32 = clock - 1 // without the parameter
)

// clockShift is the bit at which T-states begin in the clock. R's count must fit into the bits below.
const clockShift = 20

// maxRun is how many T-states may pass in one call: about half a millisecond.
const maxRun = 3_000_000

// layout is where the parts of a State are for the module.
type layout struct{ base uint32 }

func (l layout) of(offset uintptr) uint32 { return l.base + uint32(offset) }

var state z80.Chip // only its layout counts

func (l layout) memory() uint32 { return l.of(unsafe.Offsetof(state.Memory)) }
func (l layout) marks() uint32  { return l.of(unsafe.Offsetof(state.Marks)) }

// emitter writes the function of a program.
type emitter struct {
	*program
	layout
	code   wasmCode
	labels []label

	// The state at this place in the code.
	block   *block
	at      *instruction
	tStates int // passed, but not in clock yet
	fetches int // the same for fetches
}

// label is a target of branches.
type label struct {
	kind  labelKind
	block int
}

type labelKind uint8

const (
	nowhere    labelKind = iota // an if, which nothing branches to
	leave                       // the end of the function
	dispatch                    // goes where pc says
	sort                        // the blocks that share a place in the table of dispatch
	enter                       // a block
	repeatLoop                  // the block that starts a loop
)

func (e *emitter) do(parts ...wasmCode) {
	for _, p := range parts {
		e.code = append(e.code, p...)
	}
}

func (e *emitter) open(start wasmCode, l label) {
	e.do(start)
	e.labels = append(e.labels, l)
}

func (e *emitter) close() {
	e.do(end)
	e.labels = e.labels[:len(e.labels)-1]
}

// to branches to a label.
func (e *emitter) to(l label) wasmCode {
	n := slices.Index(e.labels, l)
	return branch(len(e.labels) - 1 - n)
}

func (e *emitter) when(condition wasmCode, f func()) {
	e.do(condition)
	e.open(when, label{})
	f()
	e.close()
}

// translate writes the module for a program.
func translate(p *program, l layout, m memory) []byte {
	e := &emitter{program: p, layout: l}
	e.enter()
	e.open(begin, label{kind: leave})
	e.open(beginFor, label{kind: dispatch})
	e.do(get(zero), load8(l.marks()+0xFFFF), drop) // one bounds check for all known addresses
	e.when(e.late(), func() { e.do(e.to(label{kind: leave})) })
	items := p.items(0, len(p.blocks)-1)
	e.openLabels(items)
	e.dispatch(items)
	e.emitItems(items)
	e.close()
	e.close()
	e.leave()
	return encode([]function{
		{params: 1, i32s: locals32, i64s: 1, code: e.code, exports: "run"},
		flagsFunction(),
	}, m)
}

// byteAt returns the code that reads a byte of the State.
func (e *emitter) byteAt(offset uintptr) wasmCode { return seq(get(zero), load8(e.of(offset))) }

// registers are the pairs: where the State has their halves, and those of the alternate set. words
// are those that it has as a whole.
var registers = []struct {
	local            int
	high, low, other uintptr
}{
	{bc, unsafe.Offsetof(state.B), unsafe.Offsetof(state.C), unsafe.Offsetof(state.BC_)},
	{de, unsafe.Offsetof(state.D), unsafe.Offsetof(state.E), unsafe.Offsetof(state.DE_)},
	{hl, unsafe.Offsetof(state.H), unsafe.Offsetof(state.L), unsafe.Offsetof(state.HL_)},
}

var words = []struct {
	local  int
	offset uintptr
}{
	{ix, unsafe.Offsetof(state.IX)}, {iy, unsafe.Offsetof(state.IY)},
	{sp, unsafe.Offsetof(state.SP)}, {wz, unsafe.Offsetof(state.WZ)},
}

// enter takes the registers from the State. S and Z must not both be set.
func (e *emitter) enter() {
	for _, r := range registers {
		e.do(e.byteAt(r.high), num(8), shl, e.byteAt(r.low), or, set(r.local))
	}
	for _, w := range words {
		e.do(get(zero), load16(e.of(w.offset)), set(w.local))
	}
	e.do(e.byteAt(unsafe.Offsetof(state.A)), set(a), e.byteAt(unsafe.Offsetof(state.Q)),
		set(lastSets))
	e.setFlags(e.byteAt(unsafe.Offsetof(state.F)))
	e.do(get(zero), load16(e.of(unsafe.Offsetof(state.PC))), set(pc))
	e.do(num64(0), get(limit), extendU, num64(clockShift), shl64, sub64, set(clock))
}

// leave puts the registers back.
func (e *emitter) leave() {
	byteTo := func(offset uintptr, v ...wasmCode) {
		e.do(get(zero), seq(v...), store8(e.of(offset)))
	}
	for _, r := range registers {
		byteTo(r.high, get(r.local), num(8), shrU)
		byteTo(r.low, get(r.local))
	}
	for _, w := range words {
		e.do(get(zero), get(w.local), store16(e.of(w.offset)))
	}
	e.do(get(zero), get(pc), store16(e.of(unsafe.Offsetof(state.PC))))
	byteTo(unsafe.Offsetof(state.A), get(a))
	byteTo(unsafe.Offsetof(state.F), packedFlags)
	byteTo(unsafe.Offsetof(state.Q), get(lastSets))
	r := e.byteAt(unsafe.Offsetof(state.R))
	byteTo(unsafe.Offsetof(state.R), r, num(0x80), and,
		r, get(clock), wrap, add, num(0x7F), and, or)
	tStates := e.of(unsafe.Offsetof(state.TStates))
	e.do(get(zero), get(zero), load64(tStates), get(limit), extendU, add64,
		get(clock), num64(clockShift), shrS64, add64, store64(tStates))
}

// late returns code that tests whether the clock might pass the limit before it is checked again.
func (e *emitter) late() wasmCode {
	return seq(get(clock), num64(-clockInterval<<clockShift), geS64)
}

// items returns the blocks from one to another that stand next to each other at this level: blocks
// within a loop belong to the block that starts it.
func (p *program) items(from, to int) (list []*block) {
	for n := from; n <= to; n++ {
		b := p.blocks[n]
		list = append(list, b)
		if b.isLoop() {
			n = b.loopEnd
		}
	}
	return list
}

func (e *emitter) openLabels(items []*block) {
	for _, b := range slices.Backward(items) {
		e.open(begin, label{enter, b.index})
	}
}

// nowhereInside in pc means that a loop is entered at its start.
const nowhereInside = 0x10000

// way is an entry, and the item through which it is reached: the start of the loop that it is in.
type way struct{ entry, item *block }

// ways lists all entries of items.
func (p *program) ways(items []*block) (ways []way) {
	for _, item := range items {
		if item.entry {
			ways = append(ways, way{item, item})
		}
		for _, b := range p.entriesWithin(item) {
			ways = append(ways, way{b, item})
		}
	}
	return ways
}

// takeIf goes to an entry if pc has its address.
func (e *emitter) takeIf(w way) {
	e.when(seq(get(pc), num(int32(w.entry.addr)), eq), func() {
		if w.entry == w.item && len(e.entriesWithin(w.item)) > 0 {
			e.do(num(nowhereInside), set(pc))
		}
		e.do(e.to(label{enter, w.item.index}))
	})
}

// dispatch goes to the block whose address is in pc, by a table for the lower bits of the address.
func (e *emitter) dispatch(items []*block) {
	ways := e.ways(items)
	slots := make([][]way, 2<<bits.Len(uint(len(ways))))
	for _, w := range ways {
		slot := int(w.entry.addr) % len(slots)
		slots[slot] = append(slots[slot], w)
	}
	for n := range slots {
		e.open(begin, label{sort, n})
	}
	e.do(get(pc), num(int32(len(slots)-1)), and, wasmCode{0x0E}, unsigned(len(slots)))
	for n, slot := range slots {
		l := label{kind: leave}
		if len(slot) > 0 {
			l = label{sort, n}
		}
		e.do(e.to(l)[1:])
	}
	e.do(e.to(label{kind: leave})[1:])
	for _, slot := range slices.Backward(slots) {
		e.close()
		for _, w := range slot {
			e.takeIf(w)
		}
		e.do(e.to(label{kind: leave}))
	}
}

// emitItems emits blocks and loops in the order of their addresses. A loop is a WebAssembly loop around
// all that lies in it.
func (e *emitter) emitItems(items []*block) {
	for _, b := range items {
		e.close()
		if !b.isLoop() {
			e.emitBlock(b)
			continue
		}
		within := e.items(b.index+1, b.loopEnd)
		e.open(beginFor, label{repeatLoop, b.index})
		e.openLabels(within)
		if len(e.entriesWithin(b)) > 0 {
			e.goInside(within)
		}
		e.emitBlock(b)
		e.emitItems(within)
		e.close()
	}
}

// goInside goes on to the block within a loop whose address is in pc, if there is one.
func (e *emitter) goInside(items []*block) {
	e.when(seq(get(pc), num(nowhereInside), ne), func() {
		for _, w := range e.ways(items) {
			e.takeIf(w)
		}
	})
}

// emitBlock emits the code of a block: the checks of the clock and of marks, then its instructions.
func (e *emitter) emitBlock(b *block) {
	e.block, e.at = b, &b.code[0]
	e.tStates, e.fetches = 0, 0
	if b.clock {
		e.leaveWhen(e.late())
	}
	if b.checked {
		e.leaveWhen(seq(get(zero), load8(e.marks()+uint32(b.addr)), num(z80.Stopping), and))
	}
	for n := range b.code {
		e.at = &b.code[n]
		if e.at.interpreted {
			e.leaveHere()
			return
		}
		e.instruction(e.at)
	}
	if addr, can := b.runsInto(); can {
		e.runInto(addr)
	}
}

// leaveWhen leaves the program before the instruction.
func (e *emitter) leaveWhen(condition wasmCode) { e.when(condition, e.leaveHere) }

func (e *emitter) leaveHere() {
	e.pass(0, 0)
	e.do(num(int32(e.at.Addr)), set(pc), e.to(label{kind: leave}))
}

// pass moves the clock by what has passed, plus tStates and fetches.
func (e *emitter) pass(tStates, fetches int) {
	tStates, fetches = tStates+e.tStates, fetches+e.fetches
	if tStates > 0 {
		e.do(get(clock), num64(int64(tStates)<<clockShift|int64(fetches)), add64, set(clock))
	}
}

// passJump does the same at a jump.
func (e *emitter) passJump() { e.pass(int(e.at.TStates+e.at.TakenExtra), e.at.fetches()) }

// goTo ends a jump to an address, and to a block.
func (e *emitter) goTo(target uint16, to *block) {
	e.passJump()
	e.do(num(int32(target)), set(wz), num(0), set(lastSets))
	if to != nil && e.reach(to) != (label{}) {
		e.arrive(to)
		return
	}
	e.goAway(target, e.program.at[target])
}

// goAway goes to a block that cannot be reached with a branch from here, or that does not exist.
func (e *emitter) goAway(target uint16, to *block) {
	e.do(num(int32(target)), set(pc))
	if to != nil && to.entry {
		e.do(e.to(label{kind: dispatch}))
	} else {
		e.do(e.to(label{kind: leave}))
	}
}

// again ends an instruction that repeats itself.
func (e *emitter) again() {
	e.passJump()
	e.do(num(int32(e.at.Addr+1)), set(wz), num(1), set(lastSets))
	e.arrive(e.block)
}

// arrive branches to a block.
func (e *emitter) arrive(to *block) {
	if len(e.entriesWithin(to)) > 0 {
		e.do(num(nowhereInside), set(pc))
	}
	e.do(e.to(e.reach(to)))
}

// reach returns a label through which a block can be reached from here, or none.
func (e *emitter) reach(to *block) label {
	for _, l := range []label{{enter, to.index}, {repeatLoop, to.index}} {
		if slices.Contains(e.labels, l) {
			return l
		}
	}
	return label{}
}

// goToPC ends a jump to the address in pc. The instruction has set WZ.
func (e *emitter) goToPC() {
	e.passJump()
	e.do(num(0), set(lastSets), e.to(label{kind: dispatch}))
}

// runInto continues after the block.
func (e *emitter) runInto(next uint16) {
	e.pass(0, 0)
	if to := e.find(e.block, next); to != nil && e.reach(to) != (label{}) {
		e.arrive(to)
	} else {
		e.goAway(next, to)
	}
}
