package translator

import "sargon78/emu/z80"

// bitInstruction is what comes after CB: rotations and shifts, BIT, RES, SET.
func (e *emitter) bitInstruction(i *instruction) {
	y, z := i.Op>>3&7, i.Op&7
	field := z
	if i.indexed() {
		field = 6
	}
	if i.Op>>6 == 1 {
		operand := e.value(i, field)
		shown := operand
		if field == 6 {
			shown = highByte(wz)
		}
		e.do(operand, num(1<<y), and, set(result), shown, num(tested), or, set(flags))
		return
	}
	e.change(i, field, func(operand wasmCode) {
		switch i.Op >> 6 {
		case 0:
			e.shift(y, operand)
		case 2:
			e.do(operand, num(0xFF&^(1<<y)), and, set(v))
		case 3:
			e.do(operand, num(1<<y), or, set(v))
		}
	})
	if field != z {
		e.setRegister(z, hl, get(v))
	}
}

// shift is RLC RRC RL RR SLA SRA SLL SRL: v is what comes out.
func (e *emitter) shift(y uint8, operand wasmCode) {
	e.do(operand, set(v))
	low, high := seq(get(v), num(1), and), seq(get(v), num(7), shrU)
	comesIn := [8]wasmCode{high, low, get(carry), get(carry), num(0), high, num(1), num(0)}[y]
	if y&1 == 0 {
		e.do(get(v), num(1), shl, comesIn, or, num(0xFF), and, high, set(carry))
	} else {
		e.do(get(v), num(1), shrU, comesIn, num(7), shl, or, low, set(carry))
	}
	e.do(tee(v), set(result), num(logical), set(flags))
}

// extended is what comes after ED.
func (e *emitter) extended(i *instruction) {
	y, z := i.Op>>3&7, i.Op&7
	p, at := i.pair(y>>1), place{zero, i.N}
	switch {
	case i.Op >= 0x80:
		e.blockInstruction(i)
	case z == 7:
		e.rotateDigits(y == 4)
	case z == 2:
		e.addWithCarry(p, y&1 == 0)
	case z == 3 && y&1 == 0:
		e.writable(at, true)
		e.write16(at, get(p))
		e.setWZ(num(int32(i.N + 1)))
	case z == 3:
		e.do(e.read16(at), set(p))
		e.setWZ(num(int32(i.N + 1)))
	case z == 4: // NEG
		e.do(get(a), set(v), num(0), set(a))
		e.arithmetic(2, get(v))
	}
}

// addWithCarry is ADC HL,rr and SBC HL,rr.
func (e *emitter) addWithCarry(p int, subtract bool) {
	operator, n := add, int32(0)
	if subtract {
		operator, n = sub, z80.FlagN
	}
	e.setWZ(word16(seq(get(hl), num(1), add)))
	e.do(get(hl), get(p), operator, get(carry), operator, set(sum))
	e.do(get(sum), num(16), shrU, num(1), and, set(carry))
	// The sign of the sum differs from that of HL, and that of the operand is the other or the
	// same.
	signs := seq(get(p), get(sum), xor)
	if subtract {
		signs = seq(get(hl), get(p), xor)
	}
	e.do(get(hl), get(sum), xor, signs, and, num(13), shrU, num(z80.FlagPV), and)
	e.do(get(hl), get(p), xor, get(sum), xor, num(8), shrU, num(z80.FlagH), and, or)
	e.do(get(sum), num(8), shrU, num(shownFlags), and, or, num(given|n), or, set(flags))
	e.do(word16(get(sum)), set(hl))
	e.do(highByte(hl), lowByte(hl), num(0), ne, or, set(result))
}

// rotateDigits is RRD and RLD.
func (e *emitter) rotateDigits(right bool) {
	p := place{local: hl}
	e.writable(p, false)
	e.do(e.read8(p), set(v))
	if right {
		e.do(get(v), num(4), shrU, get(a), num(4), shl, or, num(0xFF), and, set(sum))
		e.do(get(v), num(0x0F), and)
	} else {
		e.do(get(v), num(4), shl, get(a), num(0x0F), and, or, num(0xFF), and, set(sum))
		e.do(get(v), num(4), shrU)
	}
	e.do(get(a), num(0xF0), and, or, tee(a), set(result), num(logical), set(flags))
	e.write8(p, get(sum))
	e.setWZ(word16(seq(get(hl), num(1), add)))
}

// blockInstruction is LDI, CPI, LDD, CPD, and those that repeat themselves.
func (e *emitter) blockInstruction(i *instruction) {
	step := add
	if i.Op&8 != 0 {
		step = sub
	}
	move := func(pair int) { e.do(word16(seq(get(pair), num(1), step)), set(pair)) }
	from, to := place{local: hl}, place{local: de}
	compares := i.Op&1 == 1
	if !compares {
		e.writable(to, false)
	}
	e.do(e.read8(from), set(v))
	if compares {
		e.do(get(a), get(v), sub, set(sum))
	} else {
		e.write8(to, get(v))
		e.do(get(a), get(v), add, set(sum))
		move(de)
	}
	move(hl)
	e.do(word16(seq(get(bc), num(1), sub)), set(bc))
	e.do(num(z80.FlagPV), num(0), get(bc), choose, num(given), or)
	if compares {
		half := seq(get(a), get(v), xor, get(sum), xor, num(z80.FlagH), and)
		e.do(num(z80.FlagN), or, half, or)
		e.do(get(sum), set(result), get(sum), half, num(4), shrU, sub, set(sum))
	}
	// Flag Y is bit 1 of the same as X.
	e.do(get(sum), num(z80.FlagX), and, or)
	e.do(get(sum), num(4), shl, num(z80.FlagY), and, or, set(flags))
	if i.Flow == z80.Repeat {
		goesOn := seq(get(bc), num(0), ne)
		if compares {
			goesOn = seq(goesOn, get(result), num(0xFF), and, num(0), ne, and)
		}
		e.when(goesOn, func() {
			e.do(get(flags), num(^shownFlags), and)
			e.do(num(int32(i.Addr>>8)&shownFlags), or, set(flags))
			e.again()
		})
	}
	if compares {
		e.setWZ(word16(seq(get(wz), num(1), step)))
	}
}
