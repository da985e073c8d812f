package asm

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"sargon78/emu/z80"
)

// The rows of the table of instructions as the parser wants them.

// class is a set of operand classes: what an operand can be, or what a row takes. A register that
// the table has by name is in none for that.
type class uint16

const (
	classR class = 1 << iota
	classM
	classX
	classSS
	classQQ
	classHL
	classJustHL
	classCC
	classCK
	classValue
	classMemory
	classJump // (HL), (IX), (IY) without displacement
)

// classIndexable are the classes in which a prefix or HL can hide.
const classIndexable = classR | classM | classX | classSS | classQQ | classHL | classJustHL |
	classJump

// valueKind reports how a value becomes bits.
type valueKind uint8

const (
	noValue       valueKind = iota
	byteValue               // −128…255
	wordValue               // 16 bits, low byte first
	distanceValue           // from the next instruction, −128…127
	indexValue              // displacement of (IX+d), −128…127 or the same in 16 bits
	bitValue
	restartAddress
	restartNumber
	interruptMode
	zeroValue
)

// size reports how many bytes a value takes; 0 if it goes into the opcode.
func (k valueKind) size() int {
	switch k {
	case byteValue, distanceValue, indexValue:
		return 1
	case wordValue:
		return 2
	}
	return 0
}

// want is what an instruction takes in the place of an operand: one of a class, or that of a name.
type want struct {
	class class
	value valueKind
	name  string
}

// wants is how the table spells operands, but for those that it has by name.
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

// wanted reads an operand of the table.
func wanted(name string) want {
	if w, ok := wants[name]; ok {
		return w
	}
	if _, ok := fixed(name); !ok {
		panic("instruction table: operand " + name)
	}
	return want{name: name}
}

// fixed finds the operand that is a name, or a name in brackets, in Zilog's dialect.
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
	places []place // for those of the instruction; nil: they are the written ones
}

// place is where an operand of the instruction comes from.
type place struct {
	written int     // the written operand, or −1:
	fixed   operand // one that the name implies
}

// spellings are the rows of the table by dialect and mnemonic. A mistake in the table is ours, so
// it panics, in every test.
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

// newSpelling makes a spelling from written operands, ours, and those of the instruction, theirs;
// nil: the same.
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

// newPlace finds what an operand of the instruction is in a spelling.
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
