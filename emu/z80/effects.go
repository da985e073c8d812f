package z80

import (
	"iter"
	"math/bits"
	"slices"
	"strings"
)

// RegisterSet is a set of things that instructions read and write: halves of registers, flags, latches,
// and the bytes that pass over the data bus. The lower eight bits are the flags of F: FlagC and the
// others.
type RegisterSet uint64

// Members of a RegisterSet, besides the flags. The upper half of a pair comes directly after its
// lower half.
const (
	RegF    RegisterSet = 0xFF      // all flags of F
	RegFAlt RegisterSet = 0xFF << 8 // all flags of F', each eight bits above that of F
)

const (
	RegA RegisterSet = 1 << (16 + iota)
	RegC
	RegB
	RegE
	RegD
	RegL
	RegH
	RegAAlt
	RegCAlt
	RegBAlt
	RegEAlt
	RegDAlt
	RegLAlt
	RegHAlt
	RegIXL
	RegIXH
	RegIYL
	RegIYH
	RegSPL
	RegSPH
	RegWZL // MEMPTR
	RegWZH
	RegPC // written: more than the address decides where the program goes on; read: the address goes into something else
	RegI
	RegR
	RegIFF1
	RegIFF2
	RegIM
	RegQ
	RegHalted
	RegAfterEI
	RegAfterLDAI
	BusRead   // the byte read from memory, or the lower one of a word
	BusRead2  // the upper one
	BusWrite  // the byte written to memory, or the lower one of a word
	BusWrite2 // the upper one
	BusIn     // the byte read from a port
	BusOut    // the byte written to a port
	BusRETI   // RETI, which devices see passing over the bus
)

// Pairs of registers.
const (
	RegBC    = RegB | RegC
	RegDE    = RegD | RegE
	RegHL    = RegH | RegL
	RegAF    = RegA | RegF
	RegBCAlt = RegBAlt | RegCAlt
	RegDEAlt = RegDAlt | RegEAlt
	RegHLAlt = RegHAlt | RegLAlt
	RegAFAlt = RegAAlt | RegFAlt
	RegIX    = RegIXH | RegIXL
	RegIY    = RegIYH | RegIYL
	RegSP    = RegSPH | RegSPL
	RegWZ    = RegWZH | RegWZL
)

// Groups of members.
const (
	// RegImplicit is what every instruction writes, and what the table therefore leaves out: PC goes
	// on, R counts, Q is set or reset, and the latches after EI and LD A,I are reset. The table names
	// one of them where an instruction does something else with it.
	RegImplicit = RegPC | RegR | RegQ | RegAfterEI | RegAfterLDAI

	// RegBus are the bytes on the data bus, which are not part of the state of the chip.
	RegBus = BusRead | BusRead2 | BusWrite | BusWrite2 | BusIn | BusOut | BusRETI
)

// registerNames are the names of members, in the order of String.
var registerNames = []struct {
	name string
	set  RegisterSet
}{
	{"AF", RegAF}, {"BC", RegBC}, {"DE", RegDE}, {"HL", RegHL},
	{"AF'", RegAFAlt}, {"BC'", RegBCAlt}, {"DE'", RegDEAlt}, {"HL'", RegHLAlt},
	{"IX", RegIX}, {"IY", RegIY}, {"SP", RegSP}, {"WZ", RegWZ}, {"F", RegF}, {"F'", RegFAlt},
	{"A", RegA}, {"B", RegB}, {"C", RegC}, {"D", RegD}, {"E", RegE}, {"H", RegH}, {"L", RegL},
	{"A'", RegAAlt}, {"B'", RegBAlt}, {"C'", RegCAlt}, {"D'", RegDAlt}, {"E'", RegEAlt},
	{"H'", RegHAlt}, {"L'", RegLAlt}, {"IXH", RegIXH}, {"IXL", RegIXL}, {"IYH", RegIYH},
	{"IYL", RegIYL}, {"SPH", RegSPH}, {"SPL", RegSPL}, {"WZH", RegWZH}, {"WZL", RegWZL},
	{"Z", FlagZ}, {"carry", FlagC}, {"S", FlagS}, {"P/V", FlagPV}, {"half carry", FlagH},
	{"N", FlagN}, {"flag X", FlagX}, {"flag Y", FlagY}, {"PC", RegPC}, {"I", RegI}, {"R", RegR},
	{"IFF1", RegIFF1}, {"IFF2", RegIFF2}, {"IM", RegIM}, {"Q", RegQ}, {"halted", RegHalted},
	{"after EI", RegAfterEI}, {"after LD A,I", RegAfterLDAI},
	{"the byte read", BusRead}, {"the upper byte read", BusRead2}, {"the byte written", BusWrite},
	{"the upper byte written", BusWrite2}, {"the byte from a port", BusIn}, {"the byte to a port", BusOut},
	{"the end of an interrupt", BusRETI},
}

var registersByName = func() map[string]RegisterSet {
	all := map[string]RegisterSet{}
	for _, n := range registerNames {
		all[n.name] = n.set
	}
	return all
}()

// RegistersNamed returns the register, half, flag or latch with a name: B, BC, IXH, H', Z, carry. ok is
// false if the name is unknown.
func RegistersNamed(name string) (s RegisterSet, ok bool) {
	s, ok = registersByName[name]
	return s, ok
}

// String lists the members of the set with the names of RegistersNamed. A pair is one name.
func (s RegisterSet) String() string {
	var names []string
	for _, n := range registerNames {
		if s&n.set == n.set {
			names = append(names, n.name)
			s &^= n.set
		}
	}
	for flag := range (s & RegFAlt >> 8).All() {
		names = append(names, flag.String()+"'")
	}
	return strings.Join(names, ", ")
}

// All yields the members of the set: each is a flag, half of a register, latch or byte.
func (s RegisterSet) All() iter.Seq[RegisterSet] {
	return func(yield func(RegisterSet) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(s & -s) {
				return
			}
		}
	}
}

// Len returns the number of members.
func (s RegisterSet) Len() int { return bits.OnesCount64(uint64(s)) }

// A Transfer says what a value is made from: To is calculated from From, from the bytes of the
// instruction, and from nothing else. If From is empty, To does not depend on the state before.
type Transfer struct {
	To, From RegisterSet

	// Moves: To becomes a copy of From, bit by bit; the instruction does nothing else with the value.
	// Both are one byte (eight flags are one byte) or one flag.
	Moves bool

	// IfTaken: the transfer happens only if the instruction jumps, calls, returns or repeats itself;
	// see Instruction.Taken. To then also depends on what decides that.
	IfTaken bool
}

// Effects are what an instruction does with registers, flags, latches, memory and ports. Opcode.Reads
// and Opcode.Writes say which bytes of memory are meant. A block instruction is seen as one iteration.
// RegImplicit is left out.
type Effects struct {
	Transfers []Transfer

	// The registers that form an address. The value that is read or written there depends on them too.
	ReadAddress, WriteAddress, PortAddress RegisterSet

	// Sums of the transfers. Reads is what the instruction uses: to calculate, to form addresses, and
	// to decide. Moved is what it only moves. Writes is what it may change.
	Reads, Moved, Writes RegisterSet

	// Decides is what decides where the program goes on, besides the instruction itself.
	Decides RegisterSet
}

// Effects returns what the instruction does, as the table states it. The caller must not change the
// result.
func (i *Instruction) Effects() *Effects {
	if i.Prefix == PrefixIY {
		return &i.effects[1]
	}
	return &i.effects[0]
}

// newEffects sums up transfers.
func newEffects(transfers []Transfer, reads, writes Access, port RegisterSet) Effects {
	e := Effects{
		Transfers: transfers, PortAddress: port,
		ReadAddress: addressedBy[reads.At], WriteAddress: addressedBy[writes.At],
	}
	e.Reads = e.ReadAddress | e.WriteAddress | e.PortAddress
	for _, t := range transfers {
		e.Writes |= t.To
		if t.Moves {
			e.Moved |= t.From
		} else {
			e.Reads |= t.From
		}
		if t.To&RegPC != 0 {
			e.Decides |= t.From
		}
	}
	return e
}

// addressedBy are the registers that form the address of a place; the address of (nn) is in the
// instruction.
var addressedBy = [...]RegisterSet{
	AtOperand: RegHL, AtBC: RegBC, AtDE: RegDE, AtSP: RegSP, BelowSP: RegSP,
}

// indexed returns what the instruction does after a prefix for IX or IY. If it has (IX+d), the pair
// replaces HL only there, and the address is left in WZ.
func (e *Effects) indexed(pair RegisterSet, operand bool) Effects {
	high, low := pair&(RegIXH|RegIYH), pair&(RegIXL|RegIYL)
	prefixed := func(s RegisterSet) RegisterSet {
		if s&RegH != 0 {
			s |= high
		}
		if s&RegL != 0 {
			s |= low
		}
		return s &^ RegHL
	}
	is := *e
	is.Transfers = slices.Clone(e.Transfers)
	for i := range is.Transfers {
		switch t := &is.Transfers[i]; {
		case !operand:
			t.To, t.From = prefixed(t.To), prefixed(t.From)
		case t.From&RegWZH != 0:
			t.From = t.From&^RegWZH | pair
		}
	}
	if operand {
		is.Transfers = append(is.Transfers, Transfer{To: RegWZ, From: pair})
	}
	made := newEffects(is.Transfers, Access{}, Access{}, e.PortAddress)
	made.ReadAddress, made.WriteAddress = e.ReadAddress, e.WriteAddress
	for _, address := range []*RegisterSet{&made.ReadAddress, &made.WriteAddress} {
		*address = prefixed(*address)
		made.Reads |= *address
	}
	return made
}

// A clause is a transfer as a row of the table writes it: names on both sides.
type clause struct {
	to, from       []string
	moves, ifTaken bool
}

// newClause reads a word of the column of effects. ok is false if the word is not an effect.
func newClause(word string) (c clause, ok bool) {
	word, c.ifTaken = strings.CutPrefix(word, "?")
	i := strings.IndexAny(word, "<=")
	if i < 0 {
		return c, false
	}
	c.moves = word[i] == '='
	names := func(list string) []string {
		return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
	}
	c.to, c.from = names(word[:i]), names(word[i+1:])
	return c, true
}

// resolver finds what the names in a row mean for one of its opcodes.
type resolver struct {
	operands      []string // as texts
	flags         uint8    // F: the calculated flags that no other clause names
	reads, writes Access
	port          RegisterSet
}

// transfers returns the transfers of the clauses of a row, for one opcode.
func (r *resolver) transfers(clauses []clause) (all []Transfer) {
	for _, c := range clauses {
		all = append(all, r.transfer(c)...)
	}
	return all
}

// transfer returns the transfers of one clause, for one opcode. What a clause moves is a transfer for each
// byte; what it calculates is one transfer from all sources to all targets.
func (r *resolver) transfer(c clause) (all []Transfer) {
	if !c.moves {
		t := Transfer{IfTaken: c.ifTaken}
		for _, name := range c.to {
			t.To |= union(r.bytes(name, true))
		}
		for _, name := range c.from {
			t.From |= union(r.bytes(name, false))
		}
		return append(all, t)
	}
	to, from := r.bytes(c.to[0], true), r.bytes(c.from[0], false)
	if len(to) != len(from) {
		panic("instruction table: " + c.to[0] + "=" + c.from[0] + " in " + strings.Join(r.operands, ","))
	}
	for i := range to {
		switch {
		case to[i] == from[i]: // LD A,A
		case to[i]&(RegF|RegFAlt) != 0 && from[i]&(RegF|RegFAlt) != 0: // EX AF,AF'
			for bit := range RegF.All() {
				by := bits.TrailingZeros64(uint64(bit))
				all = append(all, Transfer{
					To: to[i] & (0x101 << by), From: from[i] & (0x101 << by), Moves: true, IfTaken: c.ifTaken,
				})
			}
		default:
			all = append(all, Transfer{To: to[i], From: from[i], Moves: true, IfTaken: c.ifTaken})
		}
	}
	return all
}

func union(sets []RegisterSet) (s RegisterSet) {
	for _, one := range sets {
		s |= one
	}
	return s
}

// bytes returns what a name of the table means, the lower byte first.
func (r *resolver) bytes(name string, written bool) []RegisterSet {
	if i := strings.Index("abc", name); i >= 0 && len(name) == 1 {
		name = r.operands[i]
	}
	switch name {
	case "F":
		return []RegisterSet{RegisterSet(r.flags)}
	case "%h":
		return []RegisterSet{RegH}
	case "%l":
		return []RegisterSet{RegL}
	case "%p":
		name = "HL"
	case "%m":
		name = "m"
	}
	if letters, ok := strings.CutPrefix(name, "f"); ok {
		return []RegisterSet{RegisterSet(flagsNamed(letters))}
	}
	place, word := strings.CutSuffix(name, "2")
	if access, ok := accesses[place]; ok {
		if word {
			access.Bytes = 2
		}
		return r.access(access, written)
	}
	if port, ok := ports[name]; ok {
		r.port = port
		if written {
			return []RegisterSet{BusOut}
		}
		return []RegisterSet{BusIn}
	}
	set, ok := registersInTable[name]
	if !ok {
		panic("instruction table: " + name)
	}
	return halves(set)
}

// access records an access to memory, and returns its bytes.
func (r *resolver) access(a Access, written bool) []RegisterSet {
	if written {
		r.writes = a
		return []RegisterSet{BusWrite, BusWrite2}[:a.Bytes]
	}
	r.reads = a
	return []RegisterSet{BusRead, BusRead2}[:a.Bytes]
}

var accesses = map[string]Access{
	"m": {AtOperand, 1}, "(nn)": {AtNN, 1}, "(BC)": {AtBC, 1}, "(DE)": {AtDE, 1},
	"(SP)": {AtSP, 2}, "(-SP)": {BelowSP, 2},
}

var ports = map[string]RegisterSet{"port(A)": RegA, "port(BC)": RegBC}

// registersInTable are the names of registers and latches in the table.
var registersInTable = func() map[string]RegisterSet {
	all := map[string]RegisterSet{"AfterEI": RegAfterEI, "AfterLDAI": RegAfterLDAI, "Halted": RegHalted, "RETI": BusRETI}
	for _, n := range registerNames {
		all[n.name] = n.set
	}
	return all
}()

// halves returns the bytes of a register, the lower one first. F is one byte.
func halves(s RegisterSet) (all []RegisterSet) {
	for _, flags := range []RegisterSet{RegF, RegFAlt} {
		if s&flags != 0 {
			all = append(all, s&flags)
		}
		s &^= flags
	}
	for half := range s.All() {
		all = append(all, half)
	}
	return all
}

// flagLetters are the letters of the flags in the table, from bit 7 down.
const flagLetters = "SZYHXPNC"

func flagsNamed(letters string) (flags uint8) {
	for _, letter := range letters {
		i := strings.IndexRune(flagLetters, letter)
		if i < 0 {
			panic("instruction table: flags " + letters)
		}
		flags |= 0x80 >> i
	}
	return flags
}
