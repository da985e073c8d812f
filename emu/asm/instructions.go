package asm

import "sargon78/emu/z80"

// Instructions, a part of the parser: tokens go in; the bytes of an instruction come out, with the
// values that must still be put into them.

// operand is one operand of an instruction: what it may be, and where its value is written.
type operand struct {
	span
	class    class
	name     string // that the table has
	code     byte   // of a register
	alt      byte   // of a pair or a condition: Zilog's C is both, TDL's D register and pair
	prefix   byte   // DD, FD or 0
	takesHL  bool   // H, L, HL or (HL) itself: cannot stand with another operand that has a prefix
	from, to int    // tokens of the value or the displacement
	value    *expr  // the value of an operand that a name implies
}

// zilogRegisters are the operands that are just a name.
var zilogRegisters = map[string]operand{
	"B":   {class: classR, code: 0},
	"C":   {class: classR | classCC | classCK, code: 1, alt: 3},
	"D":   {class: classR, code: 2},
	"E":   {class: classR, code: 3},
	"H":   {class: classR, code: 4, takesHL: true},
	"L":   {class: classR, code: 5, takesHL: true},
	"A":   {class: classR, name: "A", code: 7},
	"IXH": {class: classR, code: 4, prefix: z80.PrefixIX},
	"IXL": {class: classR, code: 5, prefix: z80.PrefixIX},
	"IYH": {class: classR, code: 4, prefix: z80.PrefixIY},
	"IYL": {class: classR, code: 5, prefix: z80.PrefixIY},
	"BC":  {class: classSS | classQQ, name: "BC", alt: 0},
	"DE":  {class: classSS | classQQ, name: "DE", alt: 1},
	"HL":  {class: classSS | classQQ | classHL | classJump | classJustHL, alt: 2, takesHL: true},
	"IX":  {class: classSS | classQQ | classHL | classJump, alt: 2, prefix: z80.PrefixIX},
	"IY":  {class: classSS | classQQ | classHL | classJump, alt: 2, prefix: z80.PrefixIY},
	"SP":  {class: classSS, name: "SP", alt: 3},
	"AF":  {class: classQQ, name: "AF", alt: 3},
	"AF'": {name: "AF'"},
	"I":   {name: "I"},
	"R":   {name: "R"},
	"F":   {name: "F"},

	// Elsewhere the names of conditions are ordinary names.
	"NZ": {class: classCC | classCK | classValue, alt: 0},
	"Z":  {class: classCC | classCK | classValue, alt: 1},
	"NC": {class: classCC | classCK | classValue, alt: 2},
	"PO": {class: classCC | classValue, alt: 4},
	"PE": {class: classCC | classValue, alt: 5},
	"P":  {class: classCC | classValue, alt: 6},
	"M":  {class: classCC | classValue, alt: 7},
}

// zilogPointers are the operands that are just a name in brackets.
var zilogPointers = map[string]operand{
	"HL": {class: classM | classJump, code: 6, takesHL: true},
	"IX": {class: classM | classX | classJump, code: 6, prefix: z80.PrefixIX},
	"IY": {class: classM | classX | classJump, code: 6, prefix: z80.PrefixIY},
	"BC": {name: "(BC)"},
	"DE": {name: "(DE)"},
	"SP": {name: "(SP)"},
	"C":  {name: "(C)"},
}

// tdlRegisters are the operands that are just a name. Where an instruction takes a value, the same
// names are symbols.
var tdlRegisters = map[string]operand{
	"B":   {class: classR | classSS | classQQ | classValue, name: "BC", code: 0, alt: 0},
	"C":   {class: classR | classValue, code: 1},
	"D":   {class: classR | classSS | classQQ | classValue, name: "DE", code: 2, alt: 1},
	"E":   {class: classR | classValue, code: 3},
	"H":   {class: classR | classSS | classQQ | classValue, code: 4, alt: 2, takesHL: true},
	"L":   {class: classR | classValue, code: 5, takesHL: true},
	"M":   {class: classM | classValue, code: 6, takesHL: true},
	"A":   {class: classR | classValue, code: 7},
	"PSW": {class: classQQ | classValue, alt: 3},
	"SP":  {class: classSS | classValue, alt: 3},
	"X":   {class: classSS | classQQ | classValue, alt: 2, prefix: z80.PrefixIX},
	"Y":   {class: classSS | classQQ | classValue, alt: 2, prefix: z80.PrefixIY},
}

// otherHalves are names that other assemblers have for the halves of IX and IY. A program may define
// symbols with these names.
var otherHalves = map[string]string{
	"HX": "IXH", "XH": "IXH", "LX": "IXL", "XL": "IXL",
	"HY": "IYH", "YH": "IYH", "LY": "IYL", "YL": "IYL",
}

// otherHalf translates the name that another assembler has for half an index register, HX, to the usual
// one, IXH, unless the program has a symbol of that name. It returns every other name unchanged.
func (p *parser) otherHalf(key string) string {
	register, ok := otherHalves[key]
	if s := p.symbols.byKey[key]; !ok || p.dialect != Zilog || s != nil && s.kind != undefined {
		return key
	}
	if !p.symbols.tried {
		p.halves[key] = p.current
	}
	return register
}

// isRegister reports whether a Zilog name is reserved for a register. The names of conditions are not
// reserved.
func isRegister(key string) bool {
	r, ok := zilogRegisters[key]
	return ok && r.class&classValue == 0
}

// instruction reads an instruction whose mnemonic is token i.
func (p *parser) instruction(s *statement, rows []*syntax, i int) {
	operands, ok := p.operands(i + 1)
	if !ok {
		return
	}
	for _, row := range rows {
		if row.matches(operands) {
			if !p.encode(s, row, row.arrange(operands)) {
				p.refuse(i)
			}
			return
		}
	}
	p.refuse(i)
}

// operands reads the tokens from i on as operands, which commas separate.
func (p *parser) operands(i int) (operands []operand, ok bool) {
	if i >= len(p.tokens) {
		return nil, true
	}
	operands = p.room[:0]
	ok = p.eachOperand(i, "an operand is missing here", func(from, to int) bool {
		o := p.operand(from, to)
		o.span = span{p.tokens[from].pos, p.tokens[to-1].end}
		operands = append(operands, o)
		return true
	})
	return operands, ok
}

// operand returns the operand in tokens[from:to]: a register, an address in brackets or an expression.
func (p *parser) operand(from, to int) operand {
	registers, indirect := zilogRegisters, p.zilogIndirect
	if p.dialect == TDL {
		registers, indirect = tdlRegisters, p.tdlIndirect
	}
	o, ok := operand{}, false
	if to-from == 1 {
		o, ok = registers[p.otherHalf(p.tokens[from].key)]
		o.from, o.to = from, to
	} else {
		o, ok = indirect(from, to)
	}
	if !ok {
		return operand{class: classValue, from: from, to: to}
	}
	return o
}

// zilogIndirect reads (HL), (IX+d) or (value). ok is false if the brackets do not enclose all of it.
func (p *parser) zilogIndirect(from, to int) (o operand, ok bool) {
	if to-from < 3 || !p.is(from, "(") || p.closing(from+1, to, "") != to-1 {
		return o, false
	}
	pointer, ok := zilogPointers[p.tokens[from+1].key]
	switch {
	case ok && to-from == 3: // no displacement
		return pointer, true
	case ok && pointer.prefix != 0 && (p.is(from+2, "+") || p.is(from+2, "-")):
		pointer.from, pointer.to = from+2, to-1
		pointer.class &^= classJump
		return pointer, true
	}
	return operand{class: classMemory, from: from + 1, to: to - 1}, true
}

// tdlIndirect reads d(X): a displacement, or none, before an index register in brackets.
func (p *parser) tdlIndirect(from, to int) (o operand, ok bool) {
	if to-from < 3 || !p.is(to-1, ")") || !p.is(to-3, "(") {
		return o, false
	}
	prefix := tdlRegisters[p.tokens[to-2].key].prefix
	return operand{class: classM, code: 6, prefix: prefix, from: from, to: to - 3}, prefix != 0
}

// closing returns the index of the ) that closes a bracket before token i, or of the other mark that
// does, which may be a comma outside brackets; to if there is none.
func (p *parser) closing(i, to int, other string) int {
	for depth := 0; i < to; i++ {
		switch p.tokens[i].key {
		case "(":
			depth++
		case ")":
			if depth--; depth < 0 {
				return i
			}
		case other:
			if depth <= 0 || other == "]" { // an open bracket in there has no )
				return i
			}
		}
	}
	return to
}

// refuse explains why no row matches the mnemonic at token i.
func (p *parser) refuse(i int) {
	mnemonic := p.tokens[i]
	if i+1 == len(p.tokens) {
		p.fail(mnemonic.span, "%s needs an operand", mnemonic.text)
		return
	}
	all := span{p.tokens[i+1].pos, p.tokens[len(p.tokens)-1].end}
	hint := ""
	for _, t := range p.tokens[i+1:] {
		if t.text == ":" {
			hint = " (there is one statement to a line)"
		}
	}
	p.fail(all, "%s does not take %s%s", mnemonic.text, printable(p.source[all.pos:all.end]), hint)
}

func (s *syntax) matches(operands []operand) bool {
	if len(operands) != len(s.takes) {
		return false
	}
	for i, o := range operands {
		if w := s.takes[i]; w.class&o.class == 0 && (w.name == "" || w.name != o.name) {
			return false
		}
	}
	return true
}

// arrange puts written operands into their places in the instruction.
func (s *syntax) arrange(written []operand) []operand {
	if s.places == nil {
		return written
	}
	operands := make([]operand, len(s.places))
	for i, place := range s.places {
		if operands[i] = place.fixed; place.written >= 0 {
			operands[i] = written[place.written]
		}
	}
	return operands
}

// prefixOf returns the prefix that the operands need, and the operand that has a displacement. ok is
// false if there is no such instruction.
func (s *syntax) prefixOf(operands []operand) (prefix byte, indexed *operand, ok bool) {
	var whole, hl bool // IX, IY or a half of them; HL, H, L or (HL)
	for i := range operands {
		o, class := &operands[i], s.wanted[i].class
		switch {
		case class&classIndexable == 0:
		case o.prefix != 0:
			if s.Prefix == z80.PrefixExtended || s.Prefix == z80.PrefixBits && o.class&classM == 0 ||
				prefix != 0 && prefix != o.prefix {
				return 0, nil, false
			}
			prefix = o.prefix
			if o.class&classM != 0 && class&classJump == 0 {
				indexed = o
			} else {
				whole = true
			}
		case o.takesHL:
			hl = true
		}
	}
	// After the prefix, HL, H and L mean IX or IY and their halves.
	return prefix, indexed, !whole || !hl && indexed == nil
}

// encode writes an instruction, with zeros in the places of values. It returns false if the chip does
// not have it.
func (p *parser) encode(s *statement, row *syntax, operands []operand) bool {
	prefix, indexed, ok := row.prefixOf(operands)
	if !ok {
		return false
	}
	if prefix != 0 {
		s.code = append(s.code, prefix)
	}
	if row.Prefix != 0 {
		s.code = append(s.code, row.Prefix)
	}
	early := row.Prefix == z80.PrefixBits // the displacement comes before the opcode
	if early {
		p.displacement(s, indexed)
	}
	opcodeAt := len(s.code)
	s.code = append(s.code, row.Opcode)
	if !early {
		p.displacement(s, indexed)
	}
	for i, o := range operands {
		kind := row.wanted[i].value
		if kind == noValue {
			if row.Shift[i] >= 0 {
				code := o.code
				if row.wanted[i].class&(classCC|classCK|classSS|classQQ) != 0 {
					code = o.alt
				}
				s.code[opcodeAt] |= code << row.Shift[i]
			}
			continue
		}
		x := o.value
		if x == nil {
			x = p.expr(o.from, o.to)
		}
		at := opcodeAt
		if kind.size() > 0 {
			at = len(s.code)
		}
		s.put(patch{kind: kind, at: at, expr: x, span: o.span})
	}
	return true
}

// displacement writes the d of (IX+d), if there is such an operand.
func (p *parser) displacement(s *statement, o *operand) {
	switch {
	case o == nil:
	case o.from < o.to:
		s.put(patch{kind: indexValue, at: len(s.code), expr: p.expr(o.from, o.to), span: o.span})
	default:
		s.code = append(s.code, 0)
	}
}
