package asm

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sargon78/emu/nearest"
)

// Layout, the third stage: a statement goes in; its line gets an address and its bytes, and the names
// that it defines become known.
//
// Every statement is laid out exactly once. The size of an instruction does not depend on values, and
// the values that sizes do depend on (of ORG, DS, IF) must be known by then. So nothing can move
// between two passes (a "phase error"). A source that would need a second pass is refused at that ORG,
// DS or IF.

const addressSpace = 0x10000

// layout is the state of the layout so far. The address of the current statement is parser.here.
type layout struct {
	lines     []Line
	patches   []patch
	low, high int       // addresses: low ≤ address < high
	shift     int       // of the address at which the source begins
	begun     bool      // an ORG was read, or something was placed
	strays    []*symbol // labels alone in the first column, without a colon
}

// layOut defines the labels of a statement, does its directive, and places its bytes at the current
// address.
func (a *assembler) layOut(s statement) {
	for _, name := range s.labels {
		if label := a.define(name, label); label != nil {
			label.value, label.known = a.here%addressSpace, true
			a.lines[a.current].label = true
			if s.stray {
				a.strays = append(a.strays, label)
			}
		}
	}
	reserved := 0 // bytes that get no value
	switch s.directive {
	case dOrg:
		a.org(&s)
	case dEqu:
		a.equate(&s)
	case dVariable:
		a.setVariable(&s)
	case dSpace:
		reserved = a.space(&s, 1)
	case dSpaceWords:
		reserved = a.space(&s, 2)
	case dMacro, dDefine:
		a.startMacro(&s)
	case dCall:
		a.call(s.macro, s.words, s.head)
	case dRepeat:
		a.startRepeat(&s)
	case dEndMacro:
		a.fail(s.head.span, "ENDM without its MACRO or REPT")
	case dLocal:
		a.local(&s)
	case dIf:
		value, _ := a.now(s.operands[0], s.head.text)
		a.condition(value != 0)
	case dIfDefined, dIfUndefined:
		symbol := a.symbols.byKey[s.name.key]
		isDefined := symbol != nil && symbol.kind != undefined || a.macros[s.name.key] != nil
		a.condition(isDefined == (s.directive == dIfDefined))
	case dElse, dElseIf, dEndIf:
		a.branch(&s)
	case dInclude:
		a.include(&s)
	case dIncludeBytes:
		a.includeBytes(&s)
	case dEnd:
		a.end()
	}
	a.place(&s, reserved)
}

// condition opens an IF.
func (a *assembler) condition(holds bool) {
	a.conditions = append(a.conditions,
		condition{line: a.current, active: holds, done: holds, readable: true})
}

// setVariable gives a variable its next value.
func (a *assembler) setVariable(s *statement) {
	value, ok := a.now(s.operands[0], s.head.text)
	if symbol := a.define(s.name, variable); symbol != nil {
		a.lines[a.current].equate = symbol
		symbol.value, symbol.known, symbol.wrong = value, true, !ok
	}
}

// place puts a statement at the current address: its bytes, and then the given number of reserved ones.
// It moves the current address past them. A program that runs past 0FFFFH stops the assembler.
func (a *assembler) place(s *statement, reserved int) {
	size := len(s.code) + reserved
	for _, p := range s.patches {
		p.line = a.current
		a.patches = append(a.patches, p)
	}
	if size == 0 {
		return
	}
	a.begun = true
	line := &a.lines[a.current]
	line.Size, line.Bytes, line.Instruction = size, s.code, s.isInstruction
	a.count(len(s.code))
	a.low = min(a.low, a.here)
	a.here += size
	if a.here > addressSpace {
		a.fail(span{0, len(line.Text)}, "the program runs past address 0FFFFH")
		a.stopped = true
		return
	}
	a.high = max(a.high, a.here)
}

// equate defines the symbol of an EQU. The same value twice is a warning. A value that Options give
// replaces that of the source.
func (a *assembler) equate(s *statement) {
	if old := a.symbols.byKey[s.name.key]; old != nil && old.kind == equate && old.known {
		_, given := a.given[s.name.key]
		if value, p := a.symbols.eval(s.operands[0], 0); p == nil && (value == old.value || given) {
			first := &a.lines[old.line] // joined modules repeat equates
			a.warn("%s has this value already, from %s:%d", s.name.text, first.File, first.Number)
			return
		}
	}
	symbol := a.define(s.name, equate)
	if symbol == nil {
		return
	}
	a.lines[a.current].equate = symbol
	symbol.expr = s.operands[0]
	symbol.wrong = symbol.expr == nil
	if value, ok := a.given[strings.ToUpper(symbol.name)]; ok {
		symbol.value, symbol.known = int(value), true
	} else if value, p := a.symbols.eval(symbol.expr, 0); p == nil {
		symbol.value, symbol.known = value, true
	}
}

// checkDefined reports definitions of the options for which the source has no equate.
func (a *assembler) checkDefined() {
	for _, name := range slices.Sorted(maps.Keys(a.options.Define)) {
		if s := a.symbols.byKey[strings.ToUpper(name)]; s == nil || s.kind != equate {
			a.failAt(0, span{}, "there is no equate %s that could be defined otherwise", name)
		}
	}
}

// checkStrays warns about words that became labels and that nothing uses.
func (a *assembler) checkStrays() {
	for _, s := range a.strays {
		if s.used {
			continue
		}
		hint := ""
		if near := nearest.Name(s.name, slices.Sorted(maps.Keys(operations()[a.dialect]))); near != "" {
			hint = fmt.Sprintf(" (did you mean %s?)", near)
		}
		a.warnAt(s.line, "%s stands alone in the first column and is taken for a label, but nothing uses "+
			"it; a label may have a colon%s", printable(s.name), hint)
	}
}

// now returns the value of an operand that must be known when its line is read.
func (a *assembler) now(x *expr, why string) (value int, ok bool) {
	value, p := a.symbols.eval(x, 0)
	switch {
	case p == nil:
		a.compareReadings(a.current, x, value)
		return value, true
	case p.silent:
	case p.symbol != nil:
		a.fail(p.span, "%s has no value yet: %s needs one, so it must be defined above",
			p.symbol.name, why)
	default:
		a.fail(p.span, "%s", p.message)
	}
	return 0, false
}

// org does an ORG. Options may shift the first one, if its address is a number.
func (a *assembler) org(s *statement) {
	x := s.operands[0]
	value, ok := a.now(x, s.head.text)
	if !ok {
		return
	}
	if !a.begun && x.isNumber() {
		value = (value + a.shift) % addressSpace
	}
	a.begun = true
	if value < 0 {
		a.fail(x.span, "the address %d is negative", value)
		return
	}
	a.here = value
	a.lines[a.current].Address = uint16(value)
}

// space returns how many bytes DS reserves. If they are to be filled, it adds them as code instead.
func (a *assembler) space(s *statement, unit int) (reserved int) {
	if len(s.operands) == 0 {
		return 0
	}
	x := s.operands[0]
	size, ok := a.now(x, s.head.text)
	if !ok {
		return 0
	}
	if size < 0 {
		a.fail(x.span, "the size %d is negative", size)
		return 0
	}
	size *= unit
	if a.here+size > addressSpace {
		a.fail(x.span, "%d bytes from address 0%04XH run past 0FFFFH", size, uint16(a.here))
		a.stopped = true
		return 0
	}
	if len(s.operands) == 1 {
		return size
	}
	if fill, ok := a.now(s.operands[1], "a value to fill with"); ok {
		p := patch{kind: byteValue}
		b := []byte{0}
		if message := p.write(b, fill); message != "" {
			a.fail(s.operands[1].span, "%s", message)
			return 0
		}
		s.code = bytes.Repeat(b, size)
	}
	return 0
}
