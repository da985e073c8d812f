package z80

import (
	"cmp"
	"slices"
	"strings"
)

// Opcode is what the table says of an opcode. The zero value means that no instruction has this opcode.
type Opcode struct {
	// Text is the instruction in Zilog's syntax. Placeholders stand for what follows the opcode, and
	// for what a prefix changes:
	//
	//	%b a byte    %w a word    %e the target of a relative jump
	//	%p HL, IX or IY    %h H, IXH or IYH    %l L, IXL or IYL    %m (HL), (IX+d) or (IY+d)
	Text string

	TStates    uint8 // of the whole instruction, prefixes too
	TakenExtra uint8 // additional T-states when a branch is taken or the instruction repeats
	Flags      uint8 // the bits of F that the instruction calculates

	Flow          Flow
	Conditional   bool // it jumps, calls or returns only if a condition holds
	Reads, Writes Access

	operand byte       // of Text: b, w, e, or 0 if there is none
	indexed bool       // %m is in Text
	effects [2]Effects // the second is with IY
	always  uint8      // flags that have the same value each time
	ones    uint8      // those of always that are set
	defined bool       // the table has a row for it
}

// Flow is where a program goes on after an instruction.
type Flow uint8

// The kinds of flow.
const (
	Straight Flow = iota // with the next instruction
	Jump
	Call // RST is one
	Return
	Repeat // with the same instruction again, until it is done
	Halt   // nowhere, until an interrupt
)

var flows = map[string]Flow{
	"jump": Jump, "call": Call, "return": Return, "repeat": Repeat, "halt": Halt,
}

// Access is data in memory that an instruction reads or writes: 1 or 2 bytes, or 0 if there is
// none.
type Access struct {
	At    Place
	Bytes uint8
}

// Place says how an instruction finds data.
type Place uint8

// The places.
const (
	nowhere   Place = iota
	AtOperand       // (HL), (IX+d), (IY+d)
	AtNN            // (nn)
	AtBC
	AtDE
	AtSP    // on the stack
	BelowSP // to be pushed
)

// The pages of opcodes. Indexed holds only those of Main that the prefix changes.
var (
	Main        = page(0)
	Bits        = page(0xCB)
	Extended    = page(0xED)
	Indexed     = indexed()     // after DD and FD
	IndexedBits = indexedBits() // after DD CB d and FD CB d
)

// T-states that no row states.
const (
	displacement = 8 // to read d and to add it to IX
	overlapped   = 3 // less where n is read while d is added
	bitsOverhead = 4 // in Bits after CB; here d comes before the opcode, which is read as d is added
)

// page returns the opcodes after a prefix, from the rows of the table. If two rows have the same opcode,
// the first one counts.
func page(prefix uint8) (all [256]Opcode) {
	for i := range Rows {
		r := &Rows[i]
		if r.Prefix != prefix || r.has("x") {
			continue
		}
		for op := range all {
			if !all[op].defined {
				r.describe(uint8(op), &all[op])
			}
		}
	}
	return all
}

// indexed returns the opcodes after DD and FD: those of Main that name HL, H, L or (HL).
func indexed() (all [256]Opcode) {
	for op, o := range Main {
		if unprefixed.Replace(o.Text) == o.Text {
			continue
		}
		o.prefix(o.indexed)
		if o.indexed {
			o.TStates += displacement
		}
		if o.indexed && o.operand != 0 {
			o.TStates -= overlapped
		}
		all[op] = o
	}
	return all
}

// indexedBits returns the opcodes of Bits with (HL), whatever register the opcode names. Except for
// BIT, the result also goes to that register, and the instruction is then written with it.
func indexedBits() (all [256]Opcode) {
	for op := range all {
		all[op] = Bits[op&^7|memory]
		for i := range Rows {
			if r := &Rows[i]; op&7 != memory && r.has("x") {
				r.describe(uint8(op), &all[op])
			}
		}
		all[op].prefix(true)
		all[op].TStates += displacement - bitsOverhead
	}
	return all
}

// prefix turns the opcode into the one after a prefix.
func (o *Opcode) prefix(operand bool) {
	o.TStates += Main[PrefixIX].TStates
	plain := o.effects[0]
	for i, pair := range []RegisterSet{RegIX, RegIY} {
		o.effects[i] = plain.indexed(pair, operand)
	}
}

// unprefixed replaces placeholders by what they stand for without a prefix.
var unprefixed = strings.NewReplacer("%p", "HL", "%h", "H", "%l", "L", "%m", "(HL)")

const memory = 6 // the code of (HL)

// describe sets an opcode to op as the row describes it, if the row does describe op.
func (r *Row) describe(op uint8, into *Opcode) {
	if op&r.mask != r.Opcode {
		return
	}
	o := Opcode{
		TStates: r.tStates[0], TakenExtra: r.takenExtra, Flow: r.flow, Conditional: r.conditional, defined: true,
	}
	plain := r.Prefix != 0 || r.has("m") // there H and L are themselves
	var operands []string
	for i, operand := range r.Operands {
		var code uint8
		if r.Shift[i] >= 0 {
			code = op &^ r.mask >> r.Shift[i] & uint8(len(coded[operand])-1)
		}
		text := operandText(operand, code)
		switch {
		case operand == "r" && code == memory:
			return
		case operand == "s" && code == memory:
			o.TStates = r.tStates[1]
		case plain && text != "%m":
			text = unprefixed.Replace(text)
		}
		operands = append(operands, text)
	}
	if !r.IsInstruction() {
		*into = o
		return
	}
	r.doesAt(op, operands, &o)
	o.Text = strings.TrimSpace(r.Mnemonic + " " + strings.Join(operands, ","))
	o.indexed = strings.Contains(o.Text, "%m")
	for _, operand := range []byte("bwe") {
		if strings.Contains(o.Text, "%"+string(operand)) {
			o.operand = operand
		}
	}
	*into = o
}

// IsInstruction reports whether the row has a mnemonic. If not, its opcodes do nothing.
func (r *Row) IsInstruction() bool { return r.Name != "-" }

// doesAt sets the flags and effects that the row states for an opcode with these operands.
func (r *Row) doesAt(op uint8, operands []string, o *Opcode) {
	does := &r.does
	for i := range r.except {
		if e := &r.except[i]; op&e.mask == e.Opcode {
			does = &e.does
			break
		}
	}
	o.Flags, o.always, o.ones = does.flags, does.flags&^does.calculated, does.ones
	names := resolver{operands: operands, flags: does.calculated &^ does.named}
	transfers := names.transfers(does.clauses)
	if o.always != 0 {
		transfers = append(transfers, Transfer{To: RegisterSet(o.always)})
	}
	if condition := slices.Index(Conditions[:], strings.Join(operands[:min(1, len(operands))], "")); r.conditional && condition >= 0 {
		transfers = append(transfers, Transfer{To: RegPC, From: RegisterSet(conditionFlags[condition>>1])})
	}
	o.Reads, o.Writes = names.reads, names.writes
	o.effects[0] = newEffects(transfers, o.Reads, o.Writes, names.port)
}

func (r *Row) has(operand string) bool { return slices.Contains(r.Operands, operand) }

// coded are the operands of the table that have a code in the opcode, in the order of their codes.
var coded = map[string][]string{
	"r": registers, "s": registers, "cc": Conditions[:], "ck": Conditions[:4],
	"ss": {"BC", "DE", "%p", "SP"}, "qq": {"BC", "DE", "%p", "AF"},
	"b": strings.Fields("0 1 2 3 4 5 6 7"), "i": {"0", "0", "1", "2"},
	"p": strings.Fields("00h 08h 10h 18h 20h 28h 30h 38h"),
}

var registers = strings.Fields("B C D E %h %l %m A")

// others are the operands that are written otherwise than the table writes them.
var others = map[string]string{
	"m": "%m", "x": "%m", "HL": "%p", "hl": "HL", "j": "(%p)",
	"n": "%b", "nn": "%w", "e": "%e", "(n)": "(%b)", "(nn)": "(%w)",
}

// operandText returns the text of an operand of the table, with its code from the opcode.
func operandText(operand string, code uint8) string {
	if list := coded[operand]; list != nil {
		return list[code]
	}
	return cmp.Or(others[operand], operand)
}

// Conditions are the conditions of jumps, calls and returns, in the order of their codes.
var Conditions = [8]string{"NZ", "Z", "NC", "C", "PO", "PE", "P", "M"}

// conditionFlags are the flags that the conditions test, each for two conditions.
var conditionFlags = [4]uint8{FlagZ, FlagC, FlagPV, FlagS}
