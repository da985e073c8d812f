package emu

// model is a second Z80, to hold the machine against: written from the documentation alone, with
// nothing in common with the library or the tables of this package, as simple as it gets and slow.
// It decodes by the fields of the opcode, adds up its T-states bus cycle by bus cycle, and
// calculates each flag on its own.
//
// Sources: Zilog's Z80 CPU User Manual; Sean Young, "The Undocumented Z80 Documented" (undocumented
// instructions, flags, DAA, block input and output); boo_boo and Vladimir Kladov, "MEMPTR" (WZ);
// Patrik Rak on SCF and CCF (Q); David Banks on the flags of a block instruction that repeats.
type model struct {
	a, f, b, c, d, e, h, l int
	a_, f_                 int
	bc_, de_, hl_          int
	ix, iy, sp, pc, wz     int
	i, r                   int
	iff1, iff2             bool
	im                     int
	q                      bool
	halted                 bool
	afterEI, afterLDAI     bool

	nmi, interrupt bool         // an edge; the line
	acknowledge    func() []int // asked for the bytes on the data bus

	memory *[65536]byte
	in     func(port int) int
	out    func(port, v int)
	t      int

	written []int // addresses, for the comparison
	looked  []int // addresses read as data

	index int  // what stands for HL: 0 HL, 1 IX, 2 IY
	addr  int  // of the memory operand, once known
	known bool // whether it is
	setF  bool // this instruction has set the flags
}

// Bus cycles.

func (z *model) fetch() int {
	op := z.at(z.pc)
	z.pc = (z.pc + 1) % 65536
	z.r = z.r/128*128 + (z.r%128+1)%128
	z.t += 4
	return op
}

func (z *model) operand() int {
	v := z.read(z.pc)
	z.looked = z.looked[:len(z.looked)-1]
	z.pc = (z.pc + 1) % 65536
	return v
}

func (z *model) operandWord() int {
	low := z.operand()
	return low + 256*z.operand()
}

func (z *model) at(addr int) int { return int(z.memory[addr]) }

func (z *model) read(addr int) int {
	z.t += 3
	z.looked = append(z.looked, addr%65536)
	return z.at(addr % 65536)
}

func (z *model) write(addr, v int) {
	z.t += 3
	z.memory[addr%65536] = byte(v)
	z.written = append(z.written, addr%65536)
}

func (z *model) input(port int) int {
	z.t += 4
	return z.in(port)
}

func (z *model) output(port, v int) {
	z.t += 4
	z.out(port, v)
}

func (z *model) push(v int) {
	z.sp = (z.sp + 65535) % 65536
	z.write(z.sp, v/256)
	z.sp = (z.sp + 65535) % 65536
	z.write(z.sp, v%256)
}

func (z *model) pop() int {
	low := z.read(z.sp)
	z.sp = (z.sp + 1) % 65536
	high := z.read(z.sp)
	z.sp = (z.sp + 1) % 65536
	return low + 256*high
}

func signed(v int) int {
	if v >= 128 {
		return v - 256
	}
	return v
}

// Registers.

func (z *model) hl() int {
	switch z.index {
	case 1:
		return z.ix
	case 2:
		return z.iy
	}
	return z.h*256 + z.l
}

func (z *model) setHL(v int) {
	switch z.index {
	case 1:
		z.ix = v
	case 2:
		z.iy = v
	default:
		z.h, z.l = v/256, v%256
	}
}

// pair reads BC, DE, HL, SP.
func (z *model) pair(p int) int {
	return [4]int{z.b*256 + z.c, z.d*256 + z.e, z.hl(), z.sp}[p]
}

func (z *model) setPair(p, v int) {
	switch p {
	case 0:
		z.b, z.c = v/256, v%256
	case 1:
		z.d, z.e = v/256, v%256
	case 2:
		z.setHL(v)
	case 3:
		z.sp = v
	}
}

// memoryOperand is the address of (HL) or (IX+d). Five T-states go into the addition.
func (z *model) memoryOperand() int {
	if !z.known {
		z.addr = z.hl()
		if z.index != 0 {
			z.addr = (z.addr + signed(z.operand()) + 65536) % 65536
			z.wz = z.addr
			z.t += 5
		}
		z.known = true
	}
	return z.addr
}

// get reads B C D E H L (HL) A. H and L are the halves of an index register if plain is false.
func (z *model) get(n int, plain bool) int {
	switch {
	case n == 6:
		return z.read(z.memoryOperand())
	case n == 4 && !plain:
		return z.hl() / 256
	case n == 5 && !plain:
		return z.hl() % 256
	}
	return [8]int{z.b, z.c, z.d, z.e, z.h, z.l, 0, z.a}[n]
}

func (z *model) set(n, v int, plain bool) {
	switch {
	case n == 6:
		z.write(z.memoryOperand(), v)
	case n == 4 && !plain:
		z.setHL(v*256 + z.hl()%256)
	case n == 5 && !plain:
		z.setHL(z.hl()/256*256 + v)
	default:
		*[8]*int{&z.b, &z.c, &z.d, &z.e, &z.h, &z.l, nil, &z.a}[n] = v
	}
}

// Flags.

type modelFlags struct{ s, z, y, h, x, p, n, c bool }

func (z *model) flags() modelFlags {
	bit := func(n int) bool { return z.f>>n%2 == 1 }
	return modelFlags{
		s: bit(7), z: bit(6), y: bit(5), h: bit(4), x: bit(3), p: bit(2), n: bit(1), c: bit(0),
	}
}

func (z *model) setFlags(f modelFlags) {
	z.f = 0
	for i, set := range []bool{f.c, f.n, f.p, f.x, f.h, f.y, f.z, f.s} {
		if set {
			z.f += 1 << i
		}
	}
	z.setF = true
}

// ofResult gives S, Z, Y and X of an 8-bit result.
func ofResult(r int) modelFlags {
	return modelFlags{s: r >= 128, z: r == 0, y: r/32%2 == 1, x: r/8%2 == 1}
}

func evenParity(v int) bool {
	ones := 0
	for ; v > 0; v /= 2 {
		ones += v % 2
	}
	return ones%2 == 0
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (z *model) add(a, b, carry int) int {
	r := (a + b + carry) % 256
	f := ofResult(r)
	f.h = a%16+b%16+carry > 15
	f.c = a+b+carry > 255
	s := signed(a) + signed(b) + carry
	f.p = s < -128 || s > 127
	z.setFlags(f)
	return r
}

func (z *model) sub(a, b, borrow int) int {
	r := (a - b - borrow + 512) % 256
	f := ofResult(r)
	f.h = a%16-b%16-borrow < 0
	f.c = a-b-borrow < 0
	s := signed(a) - signed(b) - borrow
	f.p = s < -128 || s > 127
	f.n = true
	z.setFlags(f)
	return r
}

func (z *model) logic(r int, half bool) {
	f := ofResult(r)
	f.h = half
	f.p = evenParity(r)
	z.setFlags(f)
	z.a = r
}

// alu runs ADD ADC SUB SBC AND XOR OR CP.
func (z *model) alu(n, v int) {
	carry := z.f % 2
	switch n {
	case 0:
		z.a = z.add(z.a, v, 0)
	case 1:
		z.a = z.add(z.a, v, carry)
	case 2:
		z.a = z.sub(z.a, v, 0)
	case 3:
		z.a = z.sub(z.a, v, carry)
	case 4:
		z.logic(z.a&v, true)
	case 5:
		z.logic(z.a^v, false)
	case 6:
		z.logic(z.a|v, false)
	case 7:
		z.sub(z.a, v, 0)
		f := z.flags()
		f.y, f.x = v/32%2 == 1, v/8%2 == 1 // of the operand
		z.setFlags(f)
	}
}

// rotate runs RLC RRC RL RR SLA SRA SLL SRL.
func (z *model) rotate(n, v int) int {
	carry := z.f % 2
	out := v / 128
	if n%2 == 1 {
		out = v % 2
	}
	r := [8]int{
		v*2%256 + v/128, v/2 + v%2*128, v*2%256 + carry, v/2 + carry*128,
		v * 2 % 256, v/2 + v/128*128, v*2%256 + 1, v / 2,
	}[n]
	f := ofResult(r)
	f.p = evenParity(r)
	f.c = out == 1
	z.setFlags(f)
	return r
}

// condition is one of NZ Z NC C PO PE P M.
func (z *model) condition(n int) bool {
	f := z.flags()
	return [8]bool{!f.z, f.z, !f.c, f.c, !f.p, f.p, !f.s, f.s}[n]
}

// daa is the table in section 4.7 of "The Undocumented Z80 Documented".
func (z *model) daa() {
	f := z.flags()
	high, low := z.a/16, z.a%16
	diff := -1
	for _, row := range []struct {
		c        bool
		from, to int // high nibble
		h        string
		big      bool // low nibble is A to F
		diff     int
	}{
		{false, 0, 9, "0", false, 0x00},
		{false, 0, 9, "1", false, 0x06},
		{false, 0, 8, "01", true, 0x06},
		{false, 10, 15, "0", false, 0x60},
		{true, 0, 15, "0", false, 0x60},
		{true, 0, 15, "1", false, 0x66},
		{true, 0, 15, "01", true, 0x66},
		{false, 9, 15, "01", true, 0x66},
		{false, 10, 15, "1", false, 0x66},
	} {
		h := row.h == "01" || row.h == "1" == f.h
		if row.c == f.c && row.from <= high && high <= row.to && h && row.big == (low > 9) {
			diff = row.diff
		}
	}
	carry := f.c || high >= 9 && low > 9 || high >= 10 && low <= 9
	var half bool
	if f.n {
		half = f.h && low <= 5
		z.a = (z.a - diff + 256) % 256
	} else {
		half = low > 9
		z.a = (z.a + diff) % 256
	}
	r := ofResult(z.a)
	r.h, r.p, r.n, r.c = half, evenParity(z.a), f.n, carry
	z.setFlags(r)
}

// step runs one instruction with all its prefixes.
func (z *model) step() {
	ei, ldai := z.afterEI, z.afterLDAI
	z.afterEI, z.afterLDAI = false, false
	switch {
	case z.nmi, z.interrupt && z.iff1 && !ei:
		z.accept(ldai)
		return
	case z.halted:
		z.r = z.r/128*128 + (z.r%128+1)%128
		z.t += 4
		z.q = false
		return
	}
	z.index, z.known, z.setF = 0, false, false
	op := z.fetch()
	for op == 0xDD || op == 0xFD {
		z.index = 1 + op/32%2
		op = z.fetch()
	}
	switch {
	case op == 0xCB && z.index == 0:
		z.bits(z.fetch())
	case op == 0xCB:
		z.wz = (z.hl() + signed(z.operand()) + 65536) % 65536
		z.addr, z.known = z.wz, true
		op = z.operand()
		z.t += 2
		z.bits(op)
	case op == 0xED:
		z.index = 0
		z.extended(z.fetch())
	default:
		z.main(op)
	}
	z.q = z.setF
}

// accept answers NMI, or INT in the mode that is set.
func (z *model) accept(ldai bool) {
	z.q, z.halted = false, false
	z.r = z.r/128*128 + (z.r%128+1)%128
	z.iff1 = false
	z.t += 5
	if z.nmi {
		z.nmi = false
		z.push(z.pc)
		z.pc = 0x66
		z.wz = z.pc
		return
	}
	z.iff2 = false
	if ldai && z.f/4%2 == 1 {
		z.f -= 4
	}
	z.t += 2 // the device has two T-states to answer
	bus := z.acknowledge()
	switch {
	case z.im == 0 && bus[0] == 0xCD: // its opcode takes one T-state less; the address is read
		z.t += -1 + 3 + 4
		z.push(z.pc)
		z.pc = bus[1] + 256*bus[2]
	case z.im == 0: // RST
		z.push(z.pc)
		z.pc = bus[0] / 8 % 8 * 8
	case z.im == 1:
		z.push(z.pc)
		z.pc = 0x38
	case z.im == 2:
		z.push(z.pc)
		vector := z.i*256 + bus[0]
		low := z.read(vector)
		z.pc = low + 256*z.read(vector+1)
	}
	z.wz = z.pc
}

func (z *model) main(op int) {
	x, y, n := op/64, op/8%8, op%8
	p, odd := y/2, y%2 == 1
	switch {
	case x == 0 && n == 0:
		z.relative(y)
	case x == 0 && n == 1 && !odd: // LD dd,nn
		z.setPair(p, z.operandWord())
	case x == 0 && n == 1: // ADD HL,ss
		a, b := z.hl(), z.pair(p)
		f := z.flags()
		r := (a + b) % 65536
		f.h = a%4096+b%4096 > 4095
		f.c = a+b > 65535
		f.n = false
		f.y, f.x = r>>13%2 == 1, r>>11%2 == 1
		z.setFlags(f)
		z.wz = (a + 1) % 65536
		z.setHL(r)
		z.t += 7
	case x == 0 && n == 2:
		z.indirect(y)
	case x == 0 && n == 3: // INC ss, DEC ss
		z.setPair(p, (z.pair(p)+[2]int{1, 65535}[y%2])%65536)
		z.t += 2
	case x == 0 && (n == 4 || n == 5): // INC r, DEC r
		carry := z.f % 2
		v := z.get(y, false)
		if n == 4 {
			v = z.add(v, 1, 0)
		} else {
			v = z.sub(v, 1, 0)
		}
		z.f = z.f/2*2 + carry
		if y == 6 {
			z.t++
		}
		z.set(y, v, false)
	case x == 0 && n == 6: // LD r,n
		if y == 6 && z.index != 0 { // the operand is fetched while the address is added up
			z.memoryOperand()
			z.t -= 3
		}
		z.set(y, z.operand(), false)
	case x == 0:
		z.accumulator(y)
	case op == 0x76: // HALT
		z.halted = true
	case x == 1: // LD r,r'; beside (IX+d) H and L are themselves
		plain := y == 6 || n == 6
		z.set(y, z.get(n, plain), plain)
	case x == 2:
		z.alu(y, z.get(n, false))
	case n == 0: // RET cc
		z.t++
		if z.condition(y) {
			z.pc = z.pop()
			z.wz = z.pc
		}
	case n == 1 && !odd: // POP qq
		v := z.pop()
		if p == 3 {
			z.a, z.f = v/256, v%256
		} else {
			z.setPair(p, v)
		}
	case op == 0xC9: // RET
		z.pc = z.pop()
		z.wz = z.pc
	case op == 0xD9: // EXX
		bc, de, hl := z.b*256+z.c, z.d*256+z.e, z.h*256+z.l
		z.b, z.c = z.bc_/256, z.bc_%256
		z.d, z.e = z.de_/256, z.de_%256
		z.h, z.l = z.hl_/256, z.hl_%256
		z.bc_, z.de_, z.hl_ = bc, de, hl
	case op == 0xE9: // JP (HL)
		z.pc = z.hl()
	case op == 0xF9: // LD SP,HL
		z.sp = z.hl()
		z.t += 2
	case n == 2 || op == 0xC3: // JP cc,nn; JP nn
		z.wz = z.operandWord()
		if op == 0xC3 || z.condition(y) {
			z.pc = z.wz
		}
	case op == 0xD3: // OUT (n),A
		low := z.operand()
		z.output(z.a*256+low, z.a)
		z.wz = z.a*256 + (low+1)%256
	case op == 0xDB: // IN A,(n)
		port := z.a*256 + z.operand()
		z.wz = (port + 1) % 65536
		z.a = z.input(port)
	case op == 0xE3: // EX (SP),HL
		v := z.read(z.sp) + 256*z.read(z.sp+1)
		z.write(z.sp+1, z.hl()/256)
		z.write(z.sp, z.hl()%256)
		z.t += 1 + 2
		z.setHL(v)
		z.wz = v
	case op == 0xEB: // EX DE,HL, even after a prefix
		z.d, z.e, z.h, z.l = z.h, z.l, z.d, z.e
	case op == 0xF3, op == 0xFB: // DI, EI
		z.iff1 = op == 0xFB
		z.iff2 = z.iff1
		z.afterEI = z.iff1
	case n == 4 || op == 0xCD: // CALL cc,nn; CALL nn
		z.wz = z.operandWord()
		if op == 0xCD || z.condition(y) {
			z.t++
			z.push(z.pc)
			z.pc = z.wz
		}
	case n == 5: // PUSH qq
		z.t++
		if p == 3 {
			z.push(z.a*256 + z.f)
		} else {
			z.push(z.pair(p))
		}
	case n == 6:
		z.alu(y, z.operand())
	case n == 7: // RST
		z.t++
		z.push(z.pc)
		z.pc = y * 8
		z.wz = z.pc
	}
}

// relative runs NOP, EX AF,AF', DJNZ, JR, JR cc.
func (z *model) relative(y int) {
	taken := true
	switch y {
	case 0:
		return
	case 1:
		z.a, z.f, z.a_, z.f_ = z.a_, z.f_, z.a, z.f
		return
	case 2:
		z.t++
		z.b = (z.b + 255) % 256
		taken = z.b != 0
	case 4, 5, 6, 7:
		taken = z.condition(y - 4)
	}
	d := signed(z.operand())
	if taken {
		z.t += 5
		z.pc = (z.pc + d + 65536) % 65536
		z.wz = z.pc
	}
}

// indirect runs the loads of A and HL by address.
func (z *model) indirect(y int) {
	switch y {
	case 0, 2: // LD (BC),A; LD (DE),A
		addr := z.pair(y / 2)
		z.write(addr, z.a)
		z.wz = z.a*256 + (addr+1)%256
	case 1, 3: // LD A,(BC); LD A,(DE)
		addr := z.pair(y / 2)
		z.a = z.read(addr)
		z.wz = (addr + 1) % 65536
	case 4: // LD (nn),HL
		z.storeWord(z.operandWord(), z.hl())
	case 5: // LD HL,(nn)
		z.setHL(z.loadWord(z.operandWord()))
	case 6: // LD (nn),A
		addr := z.operandWord()
		z.write(addr, z.a)
		z.wz = z.a*256 + (addr+1)%256
	case 7: // LD A,(nn)
		addr := z.operandWord()
		z.a = z.read(addr)
		z.wz = (addr + 1) % 65536
	}
}

func (z *model) loadWord(addr int) int {
	z.wz = (addr + 1) % 65536
	return z.read(addr) + 256*z.read(z.wz)
}

func (z *model) storeWord(addr, v int) {
	z.wz = (addr + 1) % 65536
	z.write(addr, v%256)
	z.write(z.wz, v/256)
}

// accumulator runs RLCA RRCA RLA RRA DAA CPL SCF CCF.
func (z *model) accumulator(y int) {
	before := z.flags()
	f := before
	switch y {
	case 0, 1, 2, 3:
		z.a = z.rotate(y, z.a)
		f.c = z.flags().c
		f.h, f.n = false, false
	case 4:
		z.daa()
		return
	case 5:
		z.a = 255 - z.a
		f.h, f.n = true, true
	case 6:
		f.c, f.h, f.n = true, false, false
	case 7:
		f.c, f.h, f.n = !before.c, before.c, false
	}
	f.y, f.x = z.a/32%2 == 1, z.a/8%2 == 1
	if y >= 6 && !z.q { // the instruction before has left F alone: what was set stays set
		f.y, f.x = f.y || before.y, f.x || before.x
	}
	z.setFlags(f)
}

// bits runs the instructions after CB.
func (z *model) bits(op int) {
	x, y, n := op/64, op/8%8, op%8
	from := n
	if z.index != 0 {
		from = 6
	}
	v := z.get(from, true)
	if from == 6 {
		z.t++
	}
	switch x {
	case 0:
		v = z.rotate(y, v)
	case 1:
		f := ofResult(v & (1 << y))
		f.h, f.c = true, z.f%2 == 1
		f.p = f.z
		shown := v
		if from == 6 {
			shown = z.wz / 256
		}
		f.y, f.x = shown/32%2 == 1, shown/8%2 == 1
		z.setFlags(f)
		return
	case 2:
		v &= 255 - 1<<y
	case 3:
		v |= 1 << y
	}
	z.set(from, v, true)
	if n != from { // undocumented copy
		z.set(n, v, true)
	}
}

// extended runs the instructions after ED.
func (z *model) extended(op int) {
	x, y, n := op/64, op/8%8, op%8
	p, odd := y/2, y%2 == 1
	bc := z.pair(0)
	switch {
	case x == 2 && y >= 4 && n <= 3:
		z.block(n, y%2 == 1, y >= 6)
	case x != 1:
	case n == 0: // IN r,(C)
		z.wz = (bc + 1) % 65536
		v := z.input(bc)
		f := ofResult(v)
		f.p, f.c = evenParity(v), z.f%2 == 1
		z.setFlags(f)
		if y != 6 {
			z.set(y, v, true)
		}
	case n == 1: // OUT (C),r
		z.wz = (bc + 1) % 65536
		v := 0
		if y != 6 {
			v = z.get(y, true)
		}
		z.output(bc, v)
	case n == 2: // SBC HL,ss; ADC HL,ss
		a, b, carry := z.hl(), z.pair(p), z.f%2
		// The chip does it in two halves; the flags are those of the upper one, but for Z.
		var low, high int
		if odd {
			low = z.add(a%256, b%256, carry)
			high = z.add(a/256, b/256, z.f%2)
		} else {
			low = z.sub(a%256, b%256, carry)
			high = z.sub(a/256, b/256, z.f%2)
		}
		f := z.flags()
		f.z = low == 0 && high == 0
		z.setFlags(f)
		z.wz = (a + 1) % 65536
		z.setHL(high*256 + low)
		z.t += 7
	case n == 3 && !odd: // LD (nn),dd
		z.storeWord(z.operandWord(), z.pair(p))
	case n == 3: // LD dd,(nn)
		z.setPair(p, z.loadWord(z.operandWord()))
	case n == 4: // NEG
		z.a = z.sub(0, z.a, 0)
	case n == 5: // RETN, RETI
		z.pc = z.pop()
		z.wz = z.pc
		z.iff1 = z.iff2
	case n == 6: // IM
		z.im = [8]int{0, 0, 1, 2, 0, 0, 1, 2}[y]
	case y == 0: // LD I,A
		z.t++
		z.i = z.a
	case y == 1: // LD R,A
		z.t++
		z.r = z.a
	case y == 2 || y == 3: // LD A,I; LD A,R
		z.t++
		z.a = [2]int{z.i, z.r}[y-2]
		z.afterLDAI = true
		f := ofResult(z.a)
		f.p, f.c = z.iff2, z.f%2 == 1
		z.setFlags(f)
	case y == 4 || y == 5: // RRD, RLD
		v := z.read(z.hl())
		z.t += 4
		z.wz = (z.hl() + 1) % 65536
		if y == 4 {
			z.write(z.hl(), z.a%16*16+v/16)
			z.a = z.a/16*16 + v%16
		} else {
			z.write(z.hl(), v%16*16+z.a%16)
			z.a = z.a/16*16 + v/16
		}
		f := ofResult(z.a)
		f.p, f.c = evenParity(z.a), z.f%2 == 1
		z.setFlags(f)
	}
}

// block runs LDI CPI INI OUTI and what goes down or repeats.
func (z *model) block(n int, down, repeating bool) {
	step := 1
	if down {
		step = 65535
	}
	hl, bc := z.hl(), z.pair(0)
	z.setHL((hl + step) % 65536)
	f := z.flags()
	var again bool
	var v int
	switch n {
	case 0:
		v = z.read(hl)
		de := z.pair(1)
		z.write(de, v)
		z.t += 2
		z.setPair(1, (de+step)%65536)
		z.setPair(0, (bc+65535)%65536)
		sum := v + z.a
		f.y, f.x = sum/2%2 == 1, sum/8%2 == 1
		f.h, f.n, f.p = false, false, bc != 1
		again = bc != 1
	case 1:
		v = z.read(hl)
		z.t += 5
		z.wz = (z.wz + step) % 65536
		z.setPair(0, (bc+65535)%65536)
		carry := f.c
		r := z.sub(z.a, v, 0)
		f = z.flags()
		f.c = carry
		f.p = bc != 1
		shown := r - one(f.h) + 256
		f.y, f.x = shown/2%2 == 1, shown/8%2 == 1
		again = bc != 1 && r != 0
	case 2, 3:
		z.t++
		var sum int
		if n == 2 {
			v = z.input(bc)
			z.wz = (bc + step) % 65536
			z.b = (z.b + 255) % 256
			z.write(hl, v)
			sum = v + (z.c+step)%256
		} else {
			v = z.read(hl)
			z.b = (z.b + 255) % 256
			z.wz = (z.pair(0) + step) % 65536
			z.output(z.pair(0), v)
			sum = v + z.l
		}
		f = ofResult(z.b)
		f.n = v >= 128
		f.h, f.c = sum > 255, sum > 255
		f.p = evenParity(sum%8 ^ z.b)
		again = z.b != 0
	}
	if again && repeating {
		z.t += 5
		z.pc = (z.pc + 65534) % 65536
		z.wz = (z.pc + 1) % 65536
		f.y, f.x = z.pc>>13%2 == 1, z.pc>>11%2 == 1
		if n >= 2 {
			// PV takes in the parity of the lower bits of B, or of B counted once more when there
			// is a carry; H is then the half carry of that count.
			other := z.b
			if f.c && f.n {
				other = (z.b + 255) % 256
				f.h = z.b%16 == 0
			} else if f.c {
				other = (z.b + 1) % 256
				f.h = z.b%16 == 15
			}
			f.p = f.p == evenParity(other%8)
		}
	}
	z.setFlags(f)
}
