package translator

import (
	"unsafe"

	"sargon78/emu/z80"
)

// lowByte and highByte are the halves of a pair.
func lowByte(pair int) wasmCode  { return seq(get(pair), num(0xFF), and) }
func highByte(pair int) wasmCode { return seq(get(pair), num(8), shrU) }

// register reads the register of a three-bit field: B C D E H L A. 6 stands for none.
func register(field uint8, pair int) wasmCode {
	if field > 5 {
		return get(a)
	}
	pair = [3]int{bc, de, pair}[field>>1]
	if field&1 == 0 {
		return highByte(pair)
	}
	return lowByte(pair)
}

// setRegister sets a register to a number of eight bits.
func (e *emitter) setRegister(field uint8, pair int, v wasmCode) {
	if field == 7 {
		e.do(v, set(a))
		return
	}
	pair = [3]int{bc, de, pair}[field>>1]
	if field&1 == 0 {
		e.do(lowByte(pair), v, num(8), shl, or, set(pair))
	} else {
		e.do(get(pair), num(0xFF00), and, v, or, set(pair))
	}
}

// pair returns the local variable of a two-bit field: BC DE HL SP.
func (i *instruction) pair(field uint8) int { return [4]int{bc, de, i.hl, sp}[field&3] }

// word16 keeps a number within a word.
func word16(v wasmCode) wasmCode { return seq(v, num(0xFFFF), and) }

// place is a place in memory: the address in a local variable, and an offset.
type place struct {
	local  int
	offset uint16
}

func (e *emitter) read8(p place) wasmCode {
	return seq(get(p.local), load8(e.memory()+uint32(p.offset)))
}

func (e *emitter) read16(p place) wasmCode {
	return seq(get(p.local), load16(e.memory()+uint32(p.offset)))
}

// writable leaves the program if a byte is watched, or is code. wide checks two bytes.
func (e *emitter) writable(p place, wide bool) {
	mask, load := int32(z80.Noted|z80.Translated), load8
	if wide {
		mask, load = mask<<8|mask, load16
	}
	e.leaveWhen(seq(get(p.local), load(e.marks()+uint32(p.offset)), num(mask), and))
}

func (e *emitter) write8(p place, v wasmCode) {
	e.do(get(p.local), v, store8(e.memory()+uint32(p.offset)))
}

func (e *emitter) write16(p place, v wasmCode) {
	e.do(get(p.local), v, store16(e.memory()+uint32(p.offset)))
}

// wrapped leaves the program if a word begins at FFFFh, and so continues at 0.
func (e *emitter) wrapped(local int) {
	e.leaveWhen(seq(get(local), num(0xFFFF), eq))
}

// operand returns the place of (HL), (IX+d) or (IY+d). The address of the last two is in WZ, as on the
// chip: if the program is left before the instruction, the interpreter puts it there again.
func (e *emitter) operand(i *instruction) place {
	if !i.indexed() {
		return place{local: hl}
	}
	e.setWZ(word16(seq(get(i.hl), num(int32(i.D)), add)))
	return place{local: wz}
}

// value reads the operand of a three-bit field: a register or, for 6, memory.
func (e *emitter) value(i *instruction, field uint8) wasmCode {
	if field == 6 {
		return e.read8(e.operand(i))
	}
	return register(field, i.hl)
}

// change reads the operand, has f calculate the new value, and writes that back.
func (e *emitter) change(i *instruction, field uint8, f func(operand wasmCode)) {
	if field != 6 {
		f(register(field, i.hl))
		e.setRegister(field, i.hl, get(v))
		return
	}
	p := e.operand(i)
	e.writable(p, false)
	f(e.read8(p))
	e.write8(p, get(v))
}

func (e *emitter) setWZ(v wasmCode) { e.do(v, set(wz)) }

// afterA returns the WZ of stores of A: an address plus one in the lower half, A in the upper.
func afterA(address wasmCode) wasmCode {
	return seq(address, num(1), add, num(0xFF), and, get(a), num(8), shl, or)
}

// instruction writes one instruction.
func (e *emitter) instruction(i *instruction) {
	switch i.Page {
	case z80.BitPage:
		e.bitInstruction(i)
	case z80.ExtendedPage:
		e.extended(i)
	default:
		switch i.Op >> 6 {
		case 0:
			e.firstQuarter(i)
		case 1:
			e.load(i)
		case 2:
			e.arithmetic(i.Op>>3&7, e.value(i, i.Op&7))
		case 3:
			e.lastQuarter(i)
		}
	}
	e.tStates += int(i.TStates)
	e.fetches += i.fetches()
	e.do(num(int32(min(i.Flags, 1))), set(lastSets))
}

// load is LD r,r'.
func (e *emitter) load(i *instruction) {
	y, z := i.Op>>3&7, i.Op&7
	switch {
	case y == 6:
		p := e.operand(i)
		e.writable(p, false)
		e.write8(p, register(z, hl))
	case z == 6:
		e.setRegister(y, hl, e.value(i, z))
	default:
		e.setRegister(y, i.hl, register(z, i.hl))
	}
}

// arithmetic is ADD, ADC, SUB, SBC, AND, XOR, OR, CP of A with an operand.
func (e *emitter) arithmetic(y uint8, operand wasmCode) {
	const (
		ADD = iota
		ADC
		SUB
		SBC
		AND
		XOR
		OR
		CP
	)
	if y == AND || y == XOR || y == OR {
		operator, kind := [...]wasmCode{and, xor, or}[y-AND], int32(logical)
		if y == AND {
			kind = ofAnd
		}
		e.do(get(a), operand, operator, tee(a), set(result))
		e.do(num(0), set(carry), num(kind), set(flags))
		return
	}
	operator, kind := sub, int32(subtracted)
	switch y {
	case ADD, ADC:
		operator, kind = add, added
	case CP:
		kind = compared
	}
	e.do(operand, set(v), get(a), get(v), operator)
	if y == ADC || y == SBC {
		e.do(get(carry), operator)
	}
	e.do(set(sum), get(a), num(8), shl, get(v), or, num(kind), or, set(flags))
	switch y {
	case ADD, ADC:
		e.do(get(sum), num(8), shrU, set(carry))
	case SBC:
		e.do(get(sum), num(31), shrU, set(carry))
	default:
		e.do(get(a), get(v), ltU, set(carry))
	}
	if y == CP {
		e.do(get(sum), set(result))
	} else {
		e.do(get(sum), num(0xFF), and, tee(a), set(result))
	}
}

// step adds or subtracts one, and sets all flags but C.
func (e *emitter) step(operand wasmCode, down bool) {
	operator, kind := add, int32(counted)
	if down {
		operator, kind = sub, countedOff
	}
	e.do(operand, num(1), operator, num(0xFF), and, tee(v), set(result), num(kind), set(flags))
}

// firstQuarter translates the opcodes 00h to 3Fh: relative jumps, numbers loaded, words added, INC and
// DEC, memory by an address or a pair, and what changes only A and F.
func (e *emitter) firstQuarter(i *instruction) {
	y, z := i.Op>>3&7, i.Op&7
	p := i.pair(y >> 1)
	switch z {
	case 0:
		e.relative(i)
	case 1:
		if y&1 == 0 {
			e.do(num(int32(i.N)), set(p))
			return
		}
		e.addWords(i.hl, p)
	case 2:
		e.loadIndirect(i)
	case 3:
		operator := add
		if y&1 == 1 {
			operator = sub
		}
		e.do(word16(seq(get(p), num(1), operator)), set(p))
	case 4, 5:
		e.change(i, y, func(operand wasmCode) { e.step(operand, z == 5) })
	case 6:
		e.change(i, y, func(wasmCode) { e.do(num(int32(i.N)), set(v)) })
	case 7:
		e.accumulator(y)
	}
}

// addWords is ADD HL,rr.
func (e *emitter) addWords(to, from int) {
	e.setWZ(word16(seq(get(to), num(1), add)))
	e.do(get(to), get(from), add, set(sum))
	e.setSome(seq(
		get(to), get(from), xor, get(sum), xor, num(z80.FlagH<<8), and,
		get(sum), num(shownFlags<<8), and, or, num(8), shrU,
	))
	e.do(get(sum), num(16), shrU, set(carry), word16(get(sum)), set(to))
}

// loadIndirect translates LD (BC),A and the other loads from and to an address.
func (e *emitter) loadIndirect(i *instruction) {
	y := i.Op >> 3 & 7
	at := place{zero, i.N}
	switch y {
	case 0, 2:
		p := place{local: i.pair(y >> 1)}
		e.writable(p, false)
		e.setWZ(afterA(get(p.local)))
		e.write8(p, get(a))
	case 1, 3:
		p := place{local: i.pair(y >> 1)}
		e.setWZ(word16(seq(get(p.local), num(1), add)))
		e.do(e.read8(p), set(a))
	case 4:
		e.writable(at, true)
		e.write16(at, get(i.hl))
		e.setWZ(num(int32(i.N + 1)))
	case 5:
		e.do(e.read16(at), set(i.hl))
		e.setWZ(num(int32(i.N + 1)))
	case 6:
		e.writable(at, false)
		e.write8(at, get(a))
		e.setWZ(afterA(num(int32(i.N))))
	case 7:
		e.do(e.read8(at), set(a))
		e.setWZ(num(int32(i.N + 1)))
	}
}

// accumulator is RLCA, RRCA, RLA, RRA, DAA, CPL, SCF, CCF.
func (e *emitter) accumulator(y uint8) {
	shown := seq(get(a), num(shownFlags), and)
	left := func(low wasmCode) { // a shift to the left; low is the bit that comes in
		e.do(get(a), num(1), shl, low, or, set(v), get(a), num(7), shrU, set(carry))
		e.do(get(v), num(0xFF), and, set(a))
		e.setSome(shown)
	}
	right := func(high wasmCode) {
		e.do(get(a), num(1), shrU, high, num(7), shl, or, get(a), num(1), and, set(carry), set(a))
		e.setSome(shown)
	}
	// The undocumented flags come from A alone if the instruction before set flags.
	moved := func() {
		e.do(num(0), shownBits, get(lastSets), choose, get(a), or, num(shownFlags), and, set(v))
	}
	switch y {
	case 0:
		left(seq(get(a), num(7), shrU))
	case 1:
		right(seq(get(a), num(1), and))
	case 2:
		left(get(carry))
	case 3:
		right(get(carry))
	case 5:
		e.do(get(a), num(0xFF), xor, set(a))
		e.setSome(seq(shown, num(z80.FlagH|z80.FlagN), or))
	case 6:
		moved()
		e.setSome(get(v))
		e.do(num(1), set(carry))
	case 7:
		moved()
		e.setSome(seq(get(v), get(carry), num(4), shl, or))
		e.do(get(carry), num(1), xor, set(carry))
	}
}

// jumpTo ends a jump.
func (e *emitter) jumpTo(target uint16) { e.goTo(target, e.find(e.block, target)) }

// relative is NOP, EX AF,AF', DJNZ, JR.
func (e *emitter) relative(i *instruction) {
	switch i.Op {
	case 0x00:
	case 0x08:
		af := e.of(unsafe.Offsetof(state.AF_))
		e.bothSet(e.byteAt(unsafe.Offsetof(state.AF_)))
		e.do(get(zero), load16(af), set(sum))
		e.do(get(zero), get(a), num(8), shl, packedFlags, or, store16(af))
		e.splitAF()
	case 0x10:
		e.do(word16(seq(get(bc), num(0x100), sub)), set(bc))
		e.when(seq(num(0xFF), get(bc), ltU), func() { e.jumpTo(i.N) })
	case 0x18:
		e.jumpTo(i.N)
	default:
		e.when(conditions[i.Op>>3&3], func() { e.jumpTo(i.N) })
	}
}

// bothSet leaves the program if S and Z of a byte are both set.
func (e *emitter) bothSet(f wasmCode) {
	both := int32(z80.FlagS | z80.FlagZ)
	e.leaveWhen(seq(f, num(both), and, num(both), eq))
}

// splitAF splits sum into A and F.
func (e *emitter) splitAF() {
	e.do(highByte(sum), set(a))
	e.setFlags(lowByte(sum))
}

// pushWord pushes a word, or leaves the program if it cannot.
func (e *emitter) pushWord(v wasmCode) {
	e.do(word16(seq(get(sp), num(2), sub)), set(addr))
	top := place{local: addr}
	e.writable(top, true)
	e.write16(top, v)
	e.do(get(addr), set(sp))
}

// popped removes the word on top of the stack, which has been read.
func (e *emitter) popped() { e.do(word16(seq(get(sp), num(2), add)), set(sp)) }

// lastQuarter translates the opcodes C0h to FFh: calls, returns, jumps, the stack, exchanges, and
// arithmetic with a number.
func (e *emitter) lastQuarter(i *instruction) {
	y, z := i.Op>>3&7, i.Op&7
	top := place{local: sp}
	doReturn := func() {
		e.do(e.read16(top), set(pc))
		e.popped()
		if c := e.block.copied; c != nil {
			e.when(seq(get(pc), num(int32(c.back)), eq), func() {
				e.goTo(c.back, e.program.at[c.back])
			})
		}
		e.setWZ(get(pc))
		e.goToPC()
	}
	doCall := func(target uint16) {
		e.pushWord(num(int32(i.Next())))
		to := e.program.at[target]
		if e.block.calls != nil {
			to = e.block.calls.at[target]
		}
		e.goTo(target, to)
	}
	switch z {
	case 0:
		e.when(conditions[y], func() {
			e.wrapped(sp)
			doReturn()
		})
	case 1:
		switch i.Op {
		case 0xC9:
			e.wrapped(sp)
			doReturn()
		case 0xD9:
			e.exchangeAll()
		case 0xE9:
			e.do(get(i.hl), set(pc))
			e.goToPC()
		case 0xF9:
			e.do(get(i.hl), set(sp))
		case 0xF1:
			e.wrapped(sp)
			e.bothSet(e.read8(top))
			e.do(e.read16(top), set(sum))
			e.splitAF()
			e.popped()
		default:
			e.wrapped(sp)
			e.do(e.read16(top), set(i.pair(y>>1)))
			e.popped()
		}
	case 2:
		e.setWZ(num(int32(i.N)))
		e.when(conditions[y], func() { e.jumpTo(i.N) })
	case 3:
		switch i.Op {
		case 0xC3:
			e.jumpTo(i.N)
		case 0xE3:
			e.wrapped(sp)
			e.writable(top, true)
			e.do(e.read16(top), set(v))
			e.write16(top, get(i.hl))
			e.do(get(v), set(i.hl))
			e.setWZ(get(v))
		case 0xEB:
			e.do(get(de), get(hl), set(de), set(hl))
		}
	case 4:
		e.when(conditions[y], func() { doCall(i.N) })
		e.setWZ(num(int32(i.N)))
	case 5:
		switch {
		case i.Op == 0xCD:
			doCall(i.N)
		case i.Op == 0xF5:
			e.do(get(a), num(8), shl, packedFlags, or, set(v))
			e.pushWord(get(v))
		default:
			e.pushWord(get(i.pair(y >> 1)))
		}
	case 6:
		e.arithmetic(y, num(int32(i.N)))
	case 7:
		doCall(uint16(i.Op & 0x38))
	}
}

// exchangeAll is EXX.
func (e *emitter) exchangeAll() {
	for _, r := range registers {
		other := e.of(r.other)
		e.do(get(zero), load16(other), set(v))
		e.do(get(zero), get(r.local), store16(other), get(v), set(r.local))
	}
}
