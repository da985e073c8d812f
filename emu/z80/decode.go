package z80

// Instruction is a decoded instruction with its address.
type Instruction struct {
	*Opcode // never nil; Text is empty for an opcode that does nothing

	Addr   uint16
	Length uint16 // 1 to 4
	Page   Page
	Prefix uint8  // DD or FD if that prefix changes the instruction, else 0
	Op     uint8  // the opcode on its page; of a prefix alone, the prefix
	D      int8   // of (IX+d)
	N      uint16 // the byte or word operand, or the target of a relative jump
}

// Page is a page of opcodes: those with the same prefix.
type Page uint8

// The pages.
const (
	MainPage     Page = iota
	BitPage           // after CB
	ExtendedPage      // after ED
)

// The prefixes.
const (
	PrefixIX       = 0xDD
	PrefixIY       = 0xFD
	PrefixBits     = 0xCB
	PrefixExtended = 0xED
)

// Decode reads the instruction at an address. A prefix that the next byte makes meaningless is an
// instruction of its own, of 4 T-states; the chip accepts no interrupt after it.
func Decode(mem func(uint16) byte, addr uint16) (i Instruction) {
	i.Decode(mem, addr)
	return i
}

// Decode does the same as the function Decode, but without copying the result: it is for inner loops.
func (i *Instruction) Decode(mem func(uint16) byte, addr uint16) {
	*i = Instruction{Addr: addr, Length: 2, Op: mem(addr)}
	switch i.Op {
	case PrefixBits:
		i.Page, i.Op = BitPage, mem(addr+1)
		i.Opcode = &Bits[i.Op]
		return
	case PrefixExtended:
		i.Page, i.Op = ExtendedPage, mem(addr+1)
		i.Opcode = &Extended[i.Op]
	case PrefixIX, PrefixIY:
		op := mem(addr + 1)
		switch i.Opcode = &Indexed[op]; {
		case op == PrefixBits:
			i.Page, i.Prefix, i.Length = BitPage, i.Op, 4
			i.D, i.Op = int8(mem(addr+2)), mem(addr+3)
			i.Opcode = &IndexedBits[i.Op]
			return
		case i.Text == "":
			i.Opcode, i.Length = &Main[i.Op], 1
			return
		}
		i.Prefix, i.Op = i.Op, op
		if i.indexed {
			i.D = int8(mem(addr + 2))
			i.Length++
		}
	default:
		i.Length, i.Opcode = 1, &Main[i.Op]
	}
	if i.operand != 0 {
		i.readOperand(mem)
	}
}

// readOperand reads the number after the opcode: a byte, a word, or the distance of a relative jump.
func (i *Instruction) readOperand(mem func(uint16) byte) {
	at := i.Addr + i.Length
	switch i.operand {
	case 'b':
		i.N = uint16(mem(at))
		i.Length++
	case 'w':
		i.N = uint16(mem(at)) | uint16(mem(at+1))<<8
		i.Length += 2
	case 'e':
		i.N = at + 1 + uint16(int8(mem(at)))
		i.Length++
	}
}

// Next returns the address after the instruction.
func (i *Instruction) Next() uint16 { return i.Addr + i.Length }

// IsPrefix reports whether the instruction is only a prefix, which changes nothing.
func (i *Instruction) IsPrefix() bool {
	return i.Opcode == &Main[PrefixIX] || i.Opcode == &Main[PrefixIY]
}

// FallsThrough reports whether the instruction after this one may run next, or after a called routine
// has returned.
func (i *Instruction) FallsThrough() bool {
	return i.Conditional || i.Flow == Straight || i.Flow == Call || i.Flow == Repeat
}

// Target returns where a jump or call goes. ok is false if the instruction is neither, or if a register
// holds the target.
func (i *Instruction) Target() (addr uint16, ok bool) {
	if i.Flow == Call && i.operand == 0 { // RST
		return uint16(i.Op & 0x38), true
	}
	return i.N, (i.Flow == Jump || i.Flow == Call) && i.operand != 0
}

// Taken reports whether the instruction, which has just run, has jumped, called or returned, or is
// about to repeat itself.
func (i *Instruction) Taken(r *Registers) bool {
	const djnz = 0x10
	switch {
	case i.Flow == Repeat:
		return r.PC == i.Addr
	case !i.Conditional:
		return i.Flow != Straight && i.Flow != Halt
	case i.Op == djnz:
		return r.B != 0
	}
	return i.conditionHolds(r)
}

// conditionHolds reports whether the condition holds under which the instruction jumps, calls or
// returns.
func (i *Instruction) conditionHolds(r *Registers) bool {
	condition := i.Op >> 3 & 7
	if i.Op < 0x40 { // JR has only the first four conditions
		condition &= 3
	}
	flag := conditionFlags[condition>>1]
	return r.F&flag != 0 == (condition&1 != 0)
}

// Accesses returns what the instruction is about to read and write as data: Reads and Writes, or
// nothing if its condition keeps it from calling or returning.
func (i *Instruction) Accesses(r *Registers) (reads, writes Access) {
	if i.Conditional && i.Flow != Jump && !i.conditionHolds(r) {
		return Access{}, Access{}
	}
	return i.Reads, i.Writes
}

// Data returns the addresses that the instruction is about to read and to write as data, up to two
// each, in order. The bytes of the instruction itself and ports are left out.
func (i *Instruction) Data(r *Registers) (reads, writes []uint16) {
	from, to := i.Accesses(r)
	return i.addresses(from, r), i.addresses(to, r)
}

func (i *Instruction) addresses(a Access, r *Registers) []uint16 {
	addr := i.Address(a, r)
	return []uint16{addr, addr + 1}[:a.Bytes]
}

// Address returns the first address of an access.
func (i *Instruction) Address(a Access, r *Registers) uint16 {
	switch a.At {
	case AtOperand:
		switch i.Prefix {
		case PrefixIX:
			return r.IX + uint16(i.D)
		case PrefixIY:
			return r.IY + uint16(i.D)
		}
		return r.HL()
	case AtBC:
		return r.BC()
	case AtDE:
		return r.DE()
	case AtSP:
		return r.SP
	case BelowSP:
		return r.SP - 2
	}
	return i.N
}
