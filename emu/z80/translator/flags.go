package translator

import "sargon78/emu/z80"

// F is held in three variables, and packed only when it is used: result has S and Z, carry has C, and
// flags says how to compute the others. Its bits 16 to 23 are the kind of instruction that set them,
// the sixteen bits below are two operands. If flags is negative, bits 24 to 30 are H, N and the
// undocumented flags X and Y, which were set separately afterwards.
const (
	given      = 0<<16 | fromBelow // by the lower eight bits of flags
	logical    = 2 << 16           // OR, XOR, rotations and shifts
	ofAnd      = 3 << 16
	added      = 4 << 16
	subtracted = 5 << 16
	compared   = 6<<16 | fromBelow
	tested     = 7<<16 | fromBelow // BIT: X and Y are not those of the result
	counted    = 8 << 16           // INC
	countedOff = 9 << 16           // DEC

	kinds = 10

	fromBelow = 0x80 << 16 // X and Y are in the lower eight bits of flags, not in result

	someFlags  = -0x80000000 // bit 31
	notSome    = 0x00FFFFFF
	shownFlags = z80.FlagX | z80.FlagY
)

// packedFlags puts F on the stack.
var packedFlags = seq(get(flags), get(result), get(carry), call(1))

// flagsFunction puts F together from flags, result and carry.
func flagsFunction() function {
	const (
		flags = iota
		result
		carry
		f
	)
	operand1 := seq(get(flags), num(8), shrU, num(0xFF), and)
	operand2 := seq(get(flags), num(0xFF), and)
	half := seq(operand1, operand2, xor, get(result), xor, num(z80.FlagH), and)
	shown := seq(get(result), num(shownFlags), and)
	ifSo := func(condition wasmCode, flag int32) wasmCode { return seq(num(flag), num(0), condition, choose) }
	parity := ifSo(seq(get(result), num(0xFF), and, popcnt, num(1), and, eqz), z80.FlagPV)
	overflow := func(second wasmCode) wasmCode { // if operand1 changed its sign, and second is negative
		return seq(operand1, get(result), xor, second, and, num(0x80), and, num(5), shrU)
	}
	added := overflow(seq(operand2, get(result), xor))
	subtracted := overflow(seq(operand1, operand2, xor))
	resultIs := func(mask, v, flag int32) wasmCode {
		return ifSo(seq(get(result), num(mask), and, num(v), eq), flag)
	}
	// The flags of each kind, except S, Z and C.
	others := [kinds]wasmCode{
		0: seq(get(flags), num(0x3E), and),
		1: num(0),
		2: seq(parity, shown, or),
		3: seq(parity, shown, or, num(z80.FlagH), or),
		4: seq(added, half, or, shown, or),
		5: seq(subtracted, half, or, shown, or, num(z80.FlagN), or),
		6: seq(subtracted, half, or, get(flags), num(shownFlags), and, or, num(z80.FlagN), or),
		7: seq(resultIs(0xFF, 0, z80.FlagPV), get(flags), num(shownFlags), and, or,
			num(z80.FlagH), or),
		8: seq(resultIs(0xFF, 0x80, z80.FlagPV), resultIs(0x0F, 0, z80.FlagH), or, shown, or),
		9: seq(resultIs(0xFF, 0x7F, z80.FlagPV), resultIs(0x0F, 0x0F, z80.FlagH), or,
			shown, or, num(z80.FlagN), or),
	}
	var code wasmCode
	for range kinds + 1 {
		code = append(code, begin...)
	}
	code = seq(code, get(flags), num(16), shrU, num(0x0F), and, wasmCode{0x0E}, unsigned(kinds-1))
	for n := range kinds {
		code = append(code, unsigned(n)...)
	}
	for n := range kinds {
		code = seq(code, end, others[n], set(f), branch(kinds-1-n))
	}
	code = seq(code, end,
		get(flags), num(0), ltS, when, // H, N, X and Y if set later
		get(f), num(z80.FlagPV), and, get(flags), num(24), shrU,
		num(z80.FlagH|z80.FlagN|shownFlags), and, or, set(f),
		end,
		get(f), get(carry), or, get(result), num(0x80), and, or,
		resultIs(0xFF, 0, z80.FlagZ), or)
	return function{params: 3, results: wasmCode{i32}, i32s: 1, i64s: 0, code: code}
}

// setFlags takes F from the stack. S and Z must not both be set.
func (e *emitter) setFlags(f wasmCode) {
	e.do(f, tee(v), num(given), or, set(flags), get(v), num(z80.FlagC), and, set(carry))
	e.do(num(0), get(v), num(z80.FlagS), and, num(1), or, get(v), num(z80.FlagZ), and,
		choose, set(result))
}

// setSome sets H, N, X and Y from a number, which has no other bits, and keeps the rest.
func (e *emitter) setSome(bits wasmCode) {
	e.do(bits, num(24), shl, num(someFlags), or, get(flags), num(notSome), and, or, set(flags))
}

// shownBits are X and Y as they are now, with other bits around them.
var shownBits = seq(
	get(flags), num(24), shrU,
	get(flags), get(result), get(flags), num(fromBelow), and, choose,
	get(flags), num(0), ltS, choose,
)

// conditions are NZ Z NC C PO PE P M, each nonzero if it holds.
var conditions = [8]wasmCode{
	seq(get(result), num(0xFF), and),
	seq(get(result), num(0xFF), and, eqz),
	seq(get(carry), eqz),
	get(carry),
	seq(packedFlags, num(z80.FlagPV), and, eqz),
	seq(packedFlags, num(z80.FlagPV), and),
	seq(get(result), num(0x80), and, eqz),
	seq(get(result), num(0x80), and),
}
