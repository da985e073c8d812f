package asm

import (
	"strings"
	"sync"
)

// Parse, the second stage: the tokens of a line go in; a statement comes out. An instruction and
// data already have their bytes, with zeros for values that are expressions.

// statement is the meaning of a line.
type statement struct {
	labels    []token
	directive directive // what to do, besides placing the code
	head      token     // the mnemonic, the directive or the macro's name
	name      token     // the name defined by EQU or MACRO or tested by IFDEF, or the file of INCLUDE
	operands  []*expr   // of ORG, DS, IF and EQU; nil for one that is wrong
	words     []string  // the parameters of a macro, or the arguments of its call
	macro     *macro    // that is called
	body      int       // where the body of a TDL macro may begin; 0: the macro is wrong
	code      []byte
	patches   []patch // the values that go into the code

	isInstruction bool
	stray         bool // a label alone in the first column, without a colon
}

// patch is a value to be put into the code of a line.
type patch struct {
	span
	kind valueKind
	at   int // index in the code
	expr *expr
	line int
}

// put adds a patch, and makes room for its value if that comes after the code.
func (s *statement) put(p patch) {
	s.patches = append(s.patches, p)
	s.code = append(s.code, make([]byte, p.kind.size())...)
}

type directive uint8

const (
	dNone directive = iota
	dOrg
	dEqu
	dVariable
	dByte
	dWord
	dSpace
	dSpaceWords
	dText
	dMacro
	dEndMacro
	dDefine
	dCall
	dIf
	dIfDefined
	dIfUndefined
	dElse
	dElseIf
	dEndIf
	dRepeat
	dLocal
	dInclude
	dIncludeBytes
	dRadix
	dEnd
	dIgnored
)

var directives = map[Dialect]map[string]directive{
	Zilog: {
		"ORG": dOrg, "EQU": dEqu, "DEFL": dVariable, "DB": dByte, "DEFB": dByte, "DEFM": dByte,
		"DM": dByte, "DW": dWord, "DEFW": dWord, "DS": dSpace, "DEFS": dSpace, "MACRO": dMacro,
		"ENDM": dEndMacro, "LOCAL": dLocal, "REPT": dRepeat, "IF": dIf, "COND": dIf,
		"IFDEF": dIfDefined, "IFNDEF": dIfUndefined, "ELSE": dElse, "ELSEIF": dElseIf, "ELIF": dElseIf,
		"ENDIF": dEndIf, "ENDC": dEndIf, "INCLUDE": dInclude, "INCBIN": dIncludeBytes,
		"RADIX": dRadix, "END": dEnd,
		// Directives that change nothing here.
		"TITLE": dIgnored, "SUBTTL": dIgnored, "PAGE": dIgnored, "EJECT": dIgnored, "LIST": dIgnored,
		"NAME": dIgnored, "PUBLIC": dIgnored, "GLOBAL": dIgnored, "ENTRY": dIgnored, "ASEG": dIgnored,
		".Z80": dIgnored, ".XLIST": dIgnored, ".LALL": dIgnored, ".SALL": dIgnored, ".XALL": dIgnored,
	},
	TDL: {
		".LOC": dOrg, ".BYTE": dByte, ".WORD": dWord, ".BLKB": dSpace, ".BLKW": dSpaceWords,
		".ASCII": dText, ".DEFINE": dDefine, ".RADIX": dRadix, ".END": dEnd,
		".TITLE": dIgnored, ".SBTTL": dIgnored, ".IDENT": dIgnored, ".PAGE": dIgnored,
		".EJECT": dIgnored, ".LIST": dIgnored, ".XLIST": dIgnored, ".LALL": dIgnored,
		".SALL": dIgnored, ".XALL": dIgnored, ".LSYM": dIgnored, ".XSYM": dIgnored, ".LCTL": dIgnored,
		".XCTL": dIgnored, ".PABS": dIgnored, ".PREL": dIgnored, ".PHEX": dIgnored, ".Z80": dIgnored,
	},
}

// otherNames are names that other assemblers have for an instruction.
var otherNames = map[string]string{"SLIA": "SLL", "SLI": "SLL", "SL1": "SLL"}

// operation is the meaning of the name at the head of a statement.
type operation struct {
	directive directive
	spellings []*syntax // of an instruction
}

var operations = sync.OnceValue(func() map[Dialect]map[string]operation {
	all := map[Dialect]map[string]operation{Zilog: {}, TDL: {}}
	for dialect, ops := range all {
		for name, rows := range spellings()[dialect] {
			ops[name] = operation{spellings: rows}
		}
		for name, d := range directives[dialect] {
			ops[name] = operation{directive: d}
			if dialect == Zilog {
				ops["."+name] = operation{directive: d}
			}
		}
		if dialect == Zilog {
			for other, name := range otherNames {
				ops[other] = ops[name]
			}
		}
	}
	return all
})

// parser turns tokens into statements. It must know which names are macros; of other symbols it only
// stores the names.
type parser struct {
	scanner
	faultList
	symbols symbolTable
	macros  map[string]*macro
	halves  map[string]int // lines in which otherHalves were read as registers
	here    int            // address of the current statement

	room [maxOperands]operand // for the operands of the current instruction
}

// operation looks token i up among the mnemonics and directives of the dialect.
func (p *parser) operation(i int) (op operation, ok bool) {
	if p.isName(i) {
		op, ok = operations()[p.dialect][p.tokens[i].key]
	}
	return op, ok
}

func (p *parser) isOperation(i int) bool {
	_, ok := p.operation(i)
	return ok || p.isName(i) && p.macros[p.tokens[i].key] != nil
}

// takesName reports whether token i comes after the name that it defines: EQU, =, DEFL, MACRO, or SET
// with one value, which is DEFL and not an instruction.
func (p *parser) takesName(i int) bool {
	op, _ := p.operation(i)
	return p.is(i, "=") || p.dialect == TDL && p.is(i, "==") || op.directive == dEqu || op.directive == dVariable ||
		op.directive == dMacro || p.setsName(i)
}

func (p *parser) setsName(i int) bool {
	return p.dialect == Zilog && i > 0 && p.is(i, "SET") && i+1 < len(p.tokens) &&
		p.operandEnd(i+1) == len(p.tokens)
}

func (p *parser) isData(i int) bool {
	op, _ := p.operation(i)
	return op.directive == dByte || op.directive == dWord || op.directive == dSpace
}

// labelsColumn1 reports whether the line begins where a label needs no colon.
func (p *parser) labelsColumn1() bool {
	return p.dialect == Zilog && p.isName(0) && p.tokens[0].pos == 0
}

// scanned reports the error that stopped the scanner, and returns true if there was none.
func (p *parser) scanned() bool {
	if p.mistake != nil {
		p.fail(p.mistake.span, "%s", p.mistake.message)
	}
	return p.mistake == nil
}

// parse reads labels, then an equate, an instruction, a directive or a macro call.
func (p *parser) parse() (s statement) {
	for _, at := range p.doubts {
		p.warn("%s is hexadecimal here, the radix is 16; some assemblers take its last letter for a "+
			"suffix: write 0%sH", p.source[at.pos:at.end], p.source[at.pos:at.end])
	}
	i := 0
	for p.isName(i) && p.is(i+1, ":") && !p.takesName(i+2) { // NAME: EQU 5 is no label
		s.labels = append(s.labels, p.tokens[i])
		if i += 2; p.is(i, ":") { // NAME:: is public
			i++
		}
	}
	defer func() {
		for _, l := range s.labels {
			p.doubtName(l)
		}
	}()
	if i == len(p.tokens) {
		p.scanned()
		return s
	}
	head := p.tokens[i]
	if head.kind != tokName {
		if p.scanned() {
			p.fail(head.span,
				"a statement begins with a label, an instruction or a directive")
		}
		return s
	}
	after := i + 1
	if p.is(after, ":") {
		after++
	}
	column1 := i == 0 && p.labelsColumn1()
	switch {
	case p.takesName(after):
		p.named(&s, head, after)
	case column1 && p.isData(1): // the name may be an instruction as well
		s.labels = append(s.labels, head)
		p.operate(&s, 1)
	case p.isOperation(i):
		p.operate(&s, i)
	case column1 && len(p.tokens) == 1:
		if p.scanned() {
			s.labels = append(s.labels, head)
			s.stray = true
		}
	case column1 && p.isOperation(1):
		s.labels = append(s.labels, head)
		p.operate(&s, 1)
	default:
		p.scanned()
		p.unknown(i)
	}
	return s
}

// doubtName warns of the name of an instruction or a directive that is made a label or an equate.
func (p *parser) doubtName(name token) {
	if _, ok := operations()[p.dialect][name.key]; ok {
		p.warn("%s is a name here, not the instruction or directive: there is one statement to a line",
			name.text)
	}
}

// named reads NAME EQU …, NAME = … and NAME MACRO …; i is the token after the name.
func (p *parser) named(s *statement, name token, i int) {
	s.name, s.directive, s.head = name, dEqu, p.tokens[i]
	p.doubtName(name)
	op, _ := p.operation(i)
	switch {
	case op.directive == dVariable || p.setsName(i):
		s.directive = dVariable
	case op.directive == dMacro:
		s.directive = dMacro
		if p.scanned() {
			s.words = p.zilogParameters(i + 1)
		}
		return
	}
	p.value(s, i)
}

// value reads the value after token i, the only operand; it is nil if it is wrong.
func (p *parser) value(s *statement, i int) {
	s.operands = []*expr{nil}
	if p.scanned() {
		s.operands[0] = p.expr(i+1, len(p.tokens))
	}
}

// operate reads the operation at token i.
func (p *parser) operate(s *statement, i int) {
	s.head = p.tokens[i]
	if m := p.macros[s.head.key]; m != nil {
		if p.scanned() {
			p.arguments(s, m)
		}
		return
	}
	op, _ := p.operation(i)
	switch {
	case op.directive == dIgnored:
		s.directive = op.directive // whatever follows
	case op.directive == dElse && p.is(i+1, "IF"):
		s.directive = dElseIf
		p.value(s, i+1)
	case op.directive == dIf || op.directive == dElseIf || op.directive == dOrg:
		s.directive = op.directive
		p.value(s, i)
	case op.directive == dEnd:
		s.directive = op.directive
		if i+1 < len(p.tokens) || p.mistake != nil { // where the program starts
			p.value(s, i)
			s.put(patch{kind: noValue, expr: s.operands[0], span: s.head.span})
		}
	case !p.scanned():
	case op.spellings != nil:
		s.isInstruction = true
		p.instruction(s, op.spellings, i)
	default:
		p.direct(s, op.directive, i)
	}
}

// unknown reports a head that means nothing, and guesses what was meant.
func (p *parser) unknown(i int) {
	head, hint := p.tokens[i], ""
	other := Zilog + TDL - p.dialect
	if _, ok := operations()[other][head.key]; ok {
		hint = " (it is one of the " + other.String() + " dialect, this source is read as " +
			p.dialect.String() + ")"
	} else if p.isOperation(1) {
		hint = " (a label needs a colon)"
	}
	p.fail(head.span, "%s is neither an instruction nor a directive nor a macro%s",
		printable(head.text), hint)
}

// direct reads a directive; i is its token.
func (p *parser) direct(s *statement, d directive, i int) {
	s.directive = d
	switch d {
	case dElse, dEndIf, dEndMacro:
		p.nothingAfter(i)
	case dIfDefined, dIfUndefined:
		if s.name = p.name(i + 1); s.name.text == "" {
			s.operands = []*expr{nil}
		}
	case dLocal:
		s.words = p.zilogParameters(i + 1)
	case dRepeat:
		p.value(s, i)
	case dByte:
		p.data(s, i, byteValue)
	case dWord:
		p.data(s, i, wordValue)
	case dSpace, dSpaceWords:
		p.space(s, i)
	case dText:
		p.ascii(s, i)
	case dEqu, dVariable:
		p.fail(s.head.span, "%s needs a name before it", s.head.text)
		s.directive = dNone
	case dMacro:
		p.fail(s.head.span, "MACRO needs a name before it: NAME MACRO a,b")
		s.directive = dNone
	case dDefine:
		p.tdlMacro(s, i)
	case dInclude, dIncludeBytes:
		p.fileName(s)
	case dRadix:
		p.setRadix(i)
	}
}

// nothingAfter refuses what follows token i, which is to stand alone.
func (p *parser) nothingAfter(i int) {
	if i+1 == len(p.tokens) {
		return
	}
	at, hint := span{p.tokens[i+1].pos, p.tokens[len(p.tokens)-1].end}, ""
	if op, _ := p.operation(i); op.directive == dElse {
		hint = "; for another condition write ELSEIF"
	}
	p.fail(at, "%s takes nothing after it: %s would be lost%s", p.tokens[i].text,
		printable(p.source[at.pos:at.end]), hint)
}

// name reads token i as a name, the last token of the line.
func (p *parser) name(i int) token {
	if p.isName(i) && i+1 == len(p.tokens) {
		return p.tokens[i]
	}
	p.fail(p.spanOf(i, p.tokens[i-1].span), "%s takes one name", p.tokens[i-1].text)
	return token{}
}

// eachOperand calls f for each operand from token i on, until one is refused; there must be at
// least one.
func (p *parser) eachOperand(i int, missing string, f func(from, to int) bool) bool {
	for {
		to := p.operandEnd(i)
		if to == i {
			pos := p.tokens[to-1].end
			p.fail(span{pos, pos}, "%s", missing)
			return false
		}
		if !f(i, to) {
			return false
		}
		if to == len(p.tokens) {
			return true
		}
		i = to + 1
	}
}

// operandEnd finds the token after an operand: a comma outside brackets, or the end.
func (p *parser) operandEnd(from int) int {
	to := p.closing(from, len(p.tokens), ",")
	for p.is(to, ")") { // one too many
		to = p.closing(to+1, len(p.tokens), ",")
	}
	return to
}

const valueMissing = "a value is missing here"

// data reads a list of bytes and strings, or of words.
func (p *parser) data(s *statement, i int, kind valueKind) {
	if i+1 == len(p.tokens) {
		p.fail(s.head.span, "%s needs at least one value", s.head.text)
		return
	}
	p.eachOperand(i+1, valueMissing, func(from, to int) bool {
		t := p.tokens[from]
		if kind == byteValue && to-from == 1 && t.kind == tokString {
			s.code = append(s.code, p.contents(t)...)
			return true
		}
		at := span{t.pos, p.tokens[to-1].end}
		s.put(patch{kind: kind, at: len(s.code), expr: p.expr(from, to), span: at})
		return true
	})
}

// space reads a size, and perhaps a value to fill with. If they are wrong, there are no operands.
func (p *parser) space(s *statement, i int) {
	ok := p.eachOperand(i+1, valueMissing, func(from, to int) bool {
		if len(s.operands) == 2 {
			p.fail(span{p.tokens[from].pos, p.tokens[to-1].end},
				"%s takes a size, and at most a value to fill with", s.head.text)
			return false
		}
		x := p.expr(from, to)
		s.operands = append(s.operands, x)
		return x != nil
	})
	if !ok {
		s.operands = nil
	}
}

// ascii reads strings and bytes in square brackets: .ASCII "text"[^H0D].
func (p *parser) ascii(s *statement, i int) {
	if i+1 == len(p.tokens) {
		p.fail(s.head.span, "%s needs a \"text\" or a [number]", s.head.text)
	}
	for i++; i < len(p.tokens); i++ {
		part := p.tokens[i]
		switch {
		case part.kind == tokString:
			s.code = append(s.code, p.contents(part)...)
		case part.key == "[":
			from := i + 1
			// A ) without its ( counts as ], a misprint that listings have.
			if i = p.closing(from, len(p.tokens), "]"); i == len(p.tokens) {
				p.fail(part.span, "this [ has no ]")
				return
			}
			at := span{part.pos, p.tokens[i].end}
			s.put(patch{kind: byteValue, at: len(s.code), expr: p.expr(from, i), span: at})
		case part.key != ",":
			p.fail(part.span, "%s takes \"text\" and [number], not %s",
				s.head.text, printable(part.text))
			return
		}
	}
}

// setRadix reads the radix of the numbers that follow; it is decimal itself, whatever it is now.
func (p *parser) setRadix(i int) {
	if i+2 == len(p.tokens) {
		i++
		radix, ok := map[string]int{"2": 2, "8": 8, "10": 10, "16": 16}[p.tokens[i].text]
		if ok {
			p.radix = radix
			return
		}
	}
	p.fail(p.tokens[i].span, "the radix must be 2, 8, 10 or 16")
}

// fileName reads the name after INCLUDE or INCBIN, which may be quoted; it is empty if it is wrong.
func (p *parser) fileName(s *statement) {
	rest := p.source[s.head.end:p.comment]
	name := strings.TrimSpace(rest)
	pos := s.head.end + strings.Index(rest, name)
	s.name.span = span{pos, pos + len(name)}
	if n := len(name) - 1; n > 0 && (name[0] == '"' || name[0] == '\'') && name[n] == name[0] {
		name = name[1:n]
	}
	if s.name.text = strings.ReplaceAll(name, "\\", "/"); name == "" {
		p.fail(s.head.span, "%s needs the name of a file", s.head.text)
	}
}
