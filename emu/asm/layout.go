package asm

import (
	"bytes"
	"maps"
	"slices"
	"strings"
)

// Layout, the third stage: a statement goes in; its line gets an address and its bytes, and its
// names become known.
//
// Every statement is laid out exactly once: the size of an instruction does not depend on values,
// and what does (ORG, DS, IF) must be known by then. So nothing can move between two passes (a
// "phase error"): a source that would need it is refused at that ORG, DS or IF.

const addressSpace = 0x10000

// layout is what was laid out so far. The address of the statement at hand is parser.here.
type layout struct {
	lines     []Line
	patches   []patch
	low, high int // addresses: low ≤ address < high
}

func (a *assembler) layOut(s statement) {
	for _, name := range s.labels {
		if label := a.define(name, label); label != nil {
			label.value, label.known = a.here%addressSpace, true
			a.lines[a.current].label = true
		}
	}
	reserved := 0 // bytes that get no value
	switch s.directive {
	case dOrg:
		a.org(&s)
	case dEqu:
		a.equate(&s)
	case dSpace:
		reserved = a.space(&s, 1)
	case dSpaceWords:
		reserved = a.space(&s, 2)
	case dMacro, dDefine:
		a.startMacro(&s)
	case dCall:
		a.enter(frame{file: s.macro.file, macro: s.macro, args: s.words, caller: a.current + 1},
			s.head)
	case dIf:
		value, _ := a.now(s.operands[0], s.head.text)
		a.conditions = append(a.conditions,
			condition{line: a.current, active: value != 0, done: value != 0, readable: true})
	case dElse, dEndIf:
		a.branch(s.directive, s.head)
	case dInclude:
		a.include(&s)
	case dEnd:
		a.end()
	}
	a.place(&s, reserved)
}

// place gives a statement its memory.
func (a *assembler) place(s *statement, reserved int) {
	size := len(s.code) + reserved
	if size == 0 {
		return
	}
	line := &a.lines[a.current]
	line.Size, line.Bytes, line.Instruction = size, s.code, s.isInstruction
	for _, p := range s.patches {
		p.line = a.current
		a.patches = append(a.patches, p)
	}
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

func (a *assembler) equate(s *statement) {
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

// checkDefined finds definitions of the options for which there is no equate.
func (a *assembler) checkDefined() {
	for _, name := range slices.Sorted(maps.Keys(a.options.Define)) {
		if s := a.symbols.byKey[strings.ToUpper(name)]; s == nil || s.kind != equate {
			a.failAt(0, span{}, "there is no equate %s that could be defined otherwise", name)
		}
	}
}

// now gives the value of an operand that must be known when its line is read.
func (a *assembler) now(x *expr, why string) (value int, ok bool) {
	value, p := a.symbols.eval(x, 0)
	switch {
	case p == nil:
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

func (a *assembler) org(s *statement) {
	x := s.operands[0]
	value, ok := a.now(x, s.head.text)
	if !ok {
		return
	}
	if value < 0 {
		a.fail(x.span, "the address %d is negative", value)
		return
	}
	a.here = value
	a.lines[a.current].Address = uint16(value)
}

// space reports how many bytes DS reserves. If they are to be filled it makes them code instead.
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
