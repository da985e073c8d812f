package asm

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"sargon78/emu/z80"
)

// The rows of the table of instructions (emu/z80) in the form that the parser uses.

// class is a set of operand classes: what an operand can be, or what a row takes. Where the table names
// a register instead of a class, as in EX AF,AF', want.name has that name.
type class uint16

const (
	classR      class = 1 << iota // B C D E H L A, and the halves of IX and IY
	classM                        // (HL) (IX+d) (IY+d)
	classX                        // (IX+d) (IY+d)
	classSS                       // BC DE HL SP IX IY
	classQQ                       // BC DE HL AF IX IY
	classHL                       // HL IX IY
	classJustHL                   // HL
	classCC                       // NZ Z NC C PO PE P M
	classCK                       // NZ Z NC C
	classValue                    // an expression
	classMemory                   // an expression in brackets
	classJump                     // (HL), (IX), (IY) without displacement
)

// classIndexable are the classes in which HL, or H, L, (HL), may stand and a prefix may replace it by IX
// or IY.
const classIndexable = classR | classM | classX | classSS | classQQ | classHL | classJustHL |
	classJump

// valueKind is the way in which a value becomes bits.
type valueKind uint8

const (
	noValue       valueKind = iota
	byteValue               // −128…255
	wordValue               // 16 bits, low byte first
	distanceValue           // from the next instruction, −128…127
	indexValue              // the d of (IX+d), −128…127, or these numbers as 16 bits
	bitValue
	restartAddress
	restartNumber
	interruptMode
	zeroValue
)

// size returns how many bytes a value takes; 0 if it goes into the opcode.
func (k valueKind) size() int {
	switch k {
	case byteValue, distanceValue, indexValue:
		return 1
	case wordValue:
		return 2
	}
	return 0
}

// want is what an instruction takes as an operand: any operand of a class, or the one with a name.
type want struct {
	class class
	value valueKind
	name  string
}

// wants are the operands of the table by the letters that it has for them; it names the others.
var wants = map[string]want{
	"r": {class: classR}, "m": {class: classM}, "s": {class: classR | classM},
	"x": {class: classX}, "ss": {class: classSS}, "qq": {class: classQQ}, "HL": {class: classHL},
	"hl": {class: classJustHL}, "j": {class: classJump}, "cc": {class: classCC},
	"ck": {class: classCK},
	"n":  {classValue, byteValue, ""}, "nn": {classValue, wordValue, ""},
	"(n)": {classMemory, byteValue, ""}, "(nn)": {classMemory, wordValue, ""},
	"e": {classValue, distanceValue, ""}, "b": {classValue, bitValue, ""},
	"i": {classValue, interruptMode, ""}, "0": {classValue, zeroValue, ""},
	"p": {classValue, restartAddress, ""}, "v": {classValue, restartNumber, ""},
}

// wanted returns what an operand of the table takes.
func wanted(name string) want {
	if w, ok := wants[name]; ok {
		return w
	}
	if _, ok := fixed(name); !ok {
		panic("instruction table: operand " + name)
	}
	return want{name: name}
}

// fixed returns the operand that is just a name, or a name in brackets, in Zilog's dialect.
func fixed(name string) (o operand, ok bool) {
	if inner := strings.Trim(name, "()"); inner != name {
		o, ok = zilogPointers[inner]
	} else {
		o, ok = zilogRegisters[name]
	}
	return o, ok
}

const maxOperands = 3 // of an instruction

// syntax is how a dialect writes an instruction.
type syntax struct {
	*z80.Row
	wanted []want  // the operands of the instruction
	takes  []want  // the operands as written
	places []place // where the operands of the instruction come from; nil: they are the written ones
}

// place is where an operand of the instruction comes from.
type place struct {
	written int     // index of the written operand; −1 if the operand is fixed
	fixed   operand // one that the spelling implies
}

// spellings are the rows of the table by dialect and mnemonic. A mistake in the table panics, so that
// every test shows it.
var spellings = sync.OnceValue(func() map[Dialect]map[string][]*syntax {
	all := map[Dialect]map[string][]*syntax{Zilog: {}, TDL: {}}
	add := func(dialect Dialect, text string, theirs []string, row *z80.Row) {
		mnemonic, ours := z80.Words(text)
		s := newSpelling(ours, theirs, row)
		all[dialect][mnemonic] = append(all[dialect][mnemonic], s)
	}
	for i := range z80.Rows {
		row := &z80.Rows[i]
		if !row.IsInstruction() {
			continue
		}
		add(Zilog, row.Name, nil, row)
		for name := range strings.SplitSeq(row.TDL, ";") {
			name, equal, _ := strings.Cut(strings.TrimSpace(name), "=")
			if name == "" {
				continue
			}
			if equal = strings.TrimSpace(equal); equal == "" {
				equal = strings.Join(row.Operands, ",")
			}
			conditions := []string{""}
			switch {
			case strings.Contains(name, "+cc"):
				conditions = z80.Conditions[:]
			case strings.Contains(name, "+ck"):
				conditions = z80.Conditions[:4]
			}
			for _, condition := range conditions {
				replace := strings.NewReplacer("+cc", condition, "+ck", condition)
				theirs := strings.NewReplacer("cc", condition, "ck", condition).Replace(equal)
				add(TDL, replace.Replace(name), z80.Operands(theirs), row)
			}
		}
	}
	return all
})

// newSpelling returns a spelling of the instruction of a row. ours are the operands as written, theirs
// what the operands of the row are in terms of them; nil: the same.
func newSpelling(ours, theirs []string, row *z80.Row) *syntax {
	s := &syntax{Row: row}
	for _, operand := range row.Operands {
		s.wanted = append(s.wanted, wanted(operand))
	}
	for _, operand := range ours {
		s.takes = append(s.takes, wanted(operand))
	}
	free := slices.Clone(ours) // those that have no place yet
	for i, name := range theirs {
		from := newPlace(name, free)
		s.places = append(s.places, from)
		if from.written >= 0 { // RST counts in its own way in TDL
			s.wanted[i].value = s.takes[from.written].value
		}
	}
	return s
}

// newPlace returns where an operand of the instruction comes from. free are the written operands that no
// other operand has taken; newPlace blanks the one that it takes.
func newPlace(name string, free []string) place {
	if number, err := strconv.Atoi(name); err == nil {
		return place{-1, operand{class: classValue, value: &expr{value: number}}}
	}
	if operand, ok := fixed(name); ok {
		return place{-1, operand}
	}
	for i, written := range free {
		if written == strings.Trim(name, "()") {
			free[i] = "" // MOV r,r: the next r is the second
			return place{written: i}
		}
	}
	panic("instruction table: nothing for operand " + name)
}
