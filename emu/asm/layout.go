package asm

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

// The second and third stage: a line's tokens become a statement, the statement gets its address and its bytes.
//
// Every statement is laid out exactly once: the size of an instruction does not depend on values, and what does (ORG,
// DS, IF) must be known by then. So there is nothing that could move between two passes (a "phase error"): a source
// that would make it move is refused at that ORG, DS or IF. Values that are only known later are patched in by emit.go.

// Bounds that no honest source reaches; they keep a wild one from eating time and memory.
const (
	maxText     = 4 << 20 // bytes of source, counting each expansion and inclusion
	maxLines    = 1 << 18 // counted likewise
	maxCode     = 1 << 20 // bytes assembled; with ORG to lower addresses it may be more than 64 KiB
	maxFrames   = 32      // macros and files within each other
	maxExpanded = 4096    // bytes of a line after the arguments of its macro are put in
)

const addressSpace = 0x10000

type symbolKind uint8

const (
	undefined symbolKind = iota
	label
	equate
)

type symbol struct {
	name    string // as spelled at its definition
	kind    symbolKind
	outside bool // from Options.Define: it wins over an equate of the source
	known   bool // value holds
	wrong   bool // its definition was reported as an error
	busy    bool // is being evaluated
	value   int32
	index   int32 // in assembler.names
	expr    int32 // of an equate
	line    int32 // where it is defined
}

type assembler struct {
	scanner
	options Options

	lines    []Line
	code     []byte // of all lines, in their order
	fixups   []fixup
	nodes    []node // of all expressions
	symbols  map[string]*symbol
	names    []*symbol // in the order of their first mention
	defined  []*symbol // in the order of their definition
	macros   map[string]*macro
	included map[string]string
	faults   []fault
	warnings []Warning

	file       string // of the line at hand
	frames     []frame
	conditions []condition
	collecting *macro // whose body is being read
	location   int32  // address of the statement at hand
	reserved   int32  // bytes the statement takes without giving them a value
	low, high  int32  // addresses laid out: low ≤ address < high
	placed     int    // bytes laid out so far
	textSize   int
	stopped    bool
	final      bool // layout is over: what is unknown now stays unknown
	scratch    []byte

	origins []origin
	plan    *plan // nil: addresses as written
}

// frame is a file or a macro being read.
type frame struct {
	file       string
	rest       string
	number     int // of the last line read
	macro      *macro
	args       []string
	caller     int32 // line of the call, plus 1; 0 in the source and its files
	conditions int   // open IFs outside
}

// condition is an open IF.
type condition struct {
	line     int32
	active   bool // its lines are assembled now
	done     bool // no later branch can be active
	sawElse  bool
	readable bool // the lines around it are assembled
}

type directive uint8

const (
	dNone directive = iota
	dOrg
	dEqu
	dByte
	dWord
	dSpace
	dSpaceWords
	dText
	dMacro
	dEndMacro
	dDefine
	dIf
	dElse
	dEndIf
	dInclude
	dRadix
	dEnd
	dIgnored
)

var zilogDirectives = map[string]directive{
	"ORG": dOrg, "EQU": dEqu, "DB": dByte, "DEFB": dByte, "DEFM": dByte, "DW": dWord, "DEFW": dWord, "DS": dSpace, "DEFS": dSpace,
	"MACRO": dMacro, "ENDM": dEndMacro, "IF": dIf, "ELSE": dElse, "ENDIF": dEndIf, "INCLUDE": dInclude, "END": dEnd,
	"TITLE": dIgnored, "SUBTTL": dIgnored, "PAGE": dIgnored, "EJECT": dIgnored, "LIST": dIgnored, "NAME": dIgnored,
}

var tdlDirectives = map[string]directive{
	".LOC": dOrg, ".BYTE": dByte, ".WORD": dWord, ".BLKB": dSpace, ".BLKW": dSpaceWords, ".ASCII": dText, ".DEFINE": dDefine,
	".RADIX": dRadix, ".END": dEnd, ".TITLE": dIgnored, ".IDENT": dIgnored, ".PAGE": dIgnored,
}

// operation is what the name at the head of a statement stands for.
type operation struct {
	directive directive
	zilog     []*form
	tdl       []*tdlForm
}

var zilogOperations = sync.OnceValue(func() map[string]operation {
	ops := make(map[string]operation, 128)
	for name, forms := range zilogForms() {
		ops[name] = operation{zilog: forms}
	}
	for name, d := range zilogDirectives {
		ops[name] = operation{directive: d}
		ops["."+name] = operation{directive: d}
	}
	return ops
})

var tdlOperations = sync.OnceValue(func() map[string]operation {
	ops := make(map[string]operation, 256)
	for name, forms := range tdlForms() {
		ops[name] = operation{tdl: forms}
	}
	for name, d := range tdlDirectives {
		ops[name] = operation{directive: d}
	}
	return ops
})

// operation looks a name up among the mnemonics and directives of the dialect.
func (a *assembler) operation(name string) (operation, bool) {
	if len(name) > 8 {
		return operation{}, false
	}
	var buffer [8]byte
	key := fold(buffer[:], name)
	if a.dialect == TDL {
		op, ok := tdlOperations()[string(key)]
		return op, ok
	}
	op, ok := zilogOperations()[string(key)]
	return op, ok
}

func (a *assembler) macro(name string) *macro {
	if len(a.macros) == 0 {
		return nil
	}
	var buffer [32]byte
	return a.macros[string(fold(buffer[:], name))]
}

func (a *assembler) text(t token) string { return a.source[t.pos:t.end] }
func (a *assembler) current() int32      { return max(int32(len(a.lines))-1, 0) }
func (a *assembler) line() *Line         { return &a.lines[len(a.lines)-1] }

// layout reads the whole source.
func (a *assembler) layout(name, source string) {
	a.file = name
	a.frames = append(a.frames, frame{file: name, rest: source})
	for len(a.frames) > 0 && !a.full() && !a.stopped {
		text, ok := a.next()
		if !ok {
			a.leave()
			continue
		}
		if a.textSize += len(text) + 1; a.textSize > maxText || len(a.lines) > maxLines {
			a.fail(0, 0, "the source is too large: with all macros and files at most %d lines and %d MiB", maxLines, maxText>>20)
			return
		}
		a.readLine(text)
	}
}

// next is the next line of the innermost macro or file; it becomes the line at hand.
func (a *assembler) next() (text string, ok bool) {
	f := &a.frames[len(a.frames)-1]
	if f.macro != nil {
		if f.number >= len(f.macro.body) {
			return "", false
		}
		body := f.macro.body[f.number]
		f.number++
		text, ok = f.macro.expand(a, body.text, f.args)
		a.startLine(f, body.number, text)
		if !ok {
			a.fail(0, 0, "the line is longer than %d characters after its arguments are put in", maxExpanded)
			text = ""
		}
		return text, true
	}
	if f.rest == "" {
		return "", false
	}
	text, f.rest, _ = strings.Cut(f.rest, "\n")
	text = strings.TrimSuffix(text, "\r")
	f.number++
	a.startLine(f, f.number, text)
	return text, true
}

func (a *assembler) startLine(f *frame, number int, text string) {
	a.file = f.file
	a.lines = append(a.lines, Line{
		Address: uint16(a.location), File: f.file, Number: number, Text: text,
		caller: f.caller, start: int32(len(a.code)),
	})
}

// leave ends a macro or file.
func (a *assembler) leave() {
	f := a.frames[len(a.frames)-1]
	a.frames = a.frames[:len(a.frames)-1]
	for len(a.conditions) > f.conditions {
		a.failAt(a.conditions[len(a.conditions)-1].line, 0, 0, "IF without its ENDIF")
		a.conditions = a.conditions[:len(a.conditions)-1]
	}
	if m := a.collecting; m != nil && len(a.frames) < m.frames {
		if a.dialect == TDL {
			a.failAt(m.line, m.pos, m.end, "the body of macro %s has no closing ]", m.name)
		} else {
			a.failAt(m.line, m.pos, m.end, "MACRO %s without its ENDM", m.name)
		}
		a.collecting = nil
	}
}

// enter begins a macro or file.
func (a *assembler) enter(f frame, t token) {
	if len(a.frames) >= maxFrames {
		a.fail(t.pos, t.end, "macros and files are nested more than %d deep: does %s use itself?", maxFrames, printable(a.text(t)))
		return
	}
	f.conditions = len(a.conditions)
	a.frames = append(a.frames, f)
}

func (a *assembler) readLine(text string) {
	if a.collecting != nil && a.dialect == TDL {
		a.collectTDL(text, 0)
		return
	}
	a.scan(text)
	if a.collecting != nil {
		a.collectZilog(text)
		return
	}
	if len(a.conditions) > 0 && !a.conditions[len(a.conditions)-1].active {
		a.skip()
		return
	}
	a.reserved = 0
	a.statement()
	line := a.line()
	size := int32(len(a.code)) - line.start + a.reserved
	if size == 0 {
		return
	}
	line.Size = int(size)
	if a.placed += line.Size; a.placed > maxCode {
		a.fail(0, 0, "more than %d KiB are assembled", maxCode>>10)
		a.stopped = true
	}
	a.low = min(a.low, a.location)
	a.location += size
	if a.location > addressSpace {
		a.fail(0, int32(len(text)), "the program runs past address 0FFFFH")
		a.stopped = true
		return
	}
	a.high = max(a.high, a.location)
}

// statement lays out the scanned line: labels, then an equate, an instruction, a directive or a macro call.
func (a *assembler) statement() {
	i := 0
	for i+1 < len(a.tokens) && a.tokens[i].kind == tokName && a.tokens[i+1].mark == ':' {
		if i+2 < len(a.tokens) && a.takesName(a.tokens[i+2]) {
			break // NAME: EQU 5
		}
		a.defineLabel(a.tokens[i])
		i += 2
	}
	if i == len(a.tokens) {
		a.scanned()
		return
	}
	head := a.tokens[i]
	if head.kind != tokName {
		if a.scanned() {
			a.fail(head.pos, head.end, "a statement begins with a label, an instruction or a directive")
		}
		return
	}
	if j := i + 1; j < len(a.tokens) {
		if a.tokens[j].mark == ':' {
			j++
		}
		if a.takesName(a.tokens[j]) {
			a.named(head, j)
			return
		}
	}
	if a.dialect == Zilog && i == 0 && head.pos == 0 && len(a.tokens) > 1 && a.isData(a.tokens[1]) {
		a.defineLabel(head) // a name in column 1, maybe one that is an instruction as well
		i, head = 1, a.tokens[1]
	}
	if a.operate(i) {
		return
	}
	if a.dialect == Zilog && i == 0 && head.pos == 0 {
		if len(a.tokens) == 1 {
			if a.scanned() {
				a.defineLabel(head)
			}
			return
		}
		if next := a.tokens[1]; next.kind == tokName && a.isOperation(next) {
			a.defineLabel(head)
			a.operate(1)
			return
		}
	}
	a.scanned()
	a.unknown(head)
}

// scanned reports what stopped the scanner; true if nothing did.
func (a *assembler) scanned() bool {
	if a.bad {
		a.fail(a.badPos, a.badEnd, "%s", a.badMessage)
		a.bad = false
		return false
	}
	return true
}

// takesName: EQU, = and MACRO come after the name they define.
func (a *assembler) takesName(t token) bool {
	if t.kind == tokMark {
		return t.mark == '='
	}
	if a.dialect != Zilog || t.kind != tokName {
		return false
	}
	op, _ := a.operation(a.text(t))
	return op.directive == dEqu || op.directive == dMacro
}

func (a *assembler) isData(t token) bool {
	if t.kind != tokName {
		return false
	}
	op, _ := a.operation(a.text(t))
	return op.directive == dByte || op.directive == dWord || op.directive == dSpace
}

func (a *assembler) isOperation(t token) bool {
	_, ok := a.operation(a.text(t))
	return ok || a.macro(a.text(t)) != nil
}

// named lays out NAME EQU …, NAME = … and NAME MACRO …; j is the token after the name.
func (a *assembler) named(name token, j int) {
	if a.tokens[j].kind == tokName {
		if op, _ := a.operation(a.text(a.tokens[j])); op.directive == dMacro {
			a.beginZilogMacro(name, j)
			return
		}
	}
	if !a.scanned() {
		if s := a.define(name, equate); s != nil {
			s.wrong = true
		}
		return
	}
	a.equate(name, j+1)
}

// operate lays out the operation at token i; false if the name is none.
func (a *assembler) operate(i int) bool {
	t := a.tokens[i]
	name := a.text(t)
	if m := a.macro(name); m != nil {
		if a.scanned() {
			a.call(m, t)
		}
		return true
	}
	op, ok := a.operation(name)
	if !ok {
		return false
	}
	if op.directive == dIgnored || op.directive == dEnd {
		if op.directive == dEnd {
			a.end()
		}
		return true // whatever follows
	}
	if !a.scanned() {
		if op.directive == dIf {
			a.openIf(false)
		}
		return true
	}
	switch {
	case op.zilog != nil:
		a.zilogInstruction(op.zilog, i)
	case op.tdl != nil:
		a.tdlInstruction(op.tdl, i)
	default:
		a.direct(op.directive, i)
	}
	return true
}

// unknown reports a head that is nothing, and guesses what was meant.
func (a *assembler) unknown(head token) {
	name := a.text(head)
	hint := ""
	other := assembler{scanner: scanner{dialect: Zilog}}
	if a.dialect == Zilog {
		other.dialect = TDL
	}
	if _, ok := other.operation(name); ok {
		hint = fmt.Sprintf(" (it is one of the %v dialect, this source is read as %v)", other.dialect, a.dialect)
	} else if i := 1; len(a.tokens) > i && a.tokens[i].kind == tokName && a.isOperation(a.tokens[i]) {
		hint = " (a label needs a colon)"
	}
	a.fail(head.pos, head.end, "%s is neither an instruction nor a directive nor a macro%s", printable(name), hint)
}

// symbol is the symbol of that name, made on its first mention.
func (a *assembler) symbol(name string) *symbol {
	var buffer [32]byte
	key := fold(buffer[:], name)
	s := a.symbols[string(key)]
	if s == nil {
		s = &symbol{name: name, index: int32(len(a.names))}
		a.names = append(a.names, s)
		a.symbols[string(key)] = s
	}
	return s
}

// define makes a name a label or an equate; nil if it cannot be.
func (a *assembler) define(t token, kind symbolKind) *symbol {
	name := a.text(t)
	if a.dialect == Zilog && isRegister(name) {
		a.fail(t.pos, t.end, "%s is the name of a register and cannot be defined", name)
		return nil
	}
	if isWordOperator(name) && !isComparison(name) {
		a.fail(t.pos, t.end, "%s is an operator and cannot be defined", name)
		return nil
	}
	s := a.symbol(name)
	if s.outside && kind == label {
		a.fail(t.pos, t.end, "%s is a label and cannot be set from outside as well", name)
		return nil
	}
	if s.kind != undefined && s.line >= 0 {
		first := &a.lines[s.line]
		a.fail(t.pos, t.end, "%s is already defined at %s:%d", name, first.File, first.Number)
		return nil
	}
	s.name, s.line = name, a.current()
	if !s.outside {
		s.kind = kind
		a.defined = append(a.defined, s)
	}
	return s
}

func isComparison(word string) bool {
	return len(word) == 2 && !strings.EqualFold(word, "OR")
}

func (a *assembler) defineLabel(t token) {
	if s := a.define(t, label); s != nil {
		s.value, s.known = a.location&0xFFFF, true
		a.line().label = true
	}
}

func (a *assembler) equate(name token, from int) {
	expr := a.parseExpr(from, len(a.tokens))
	s := a.define(name, equate)
	if s == nil || s.outside {
		return
	}
	a.line().equate = s
	if s.expr = expr; expr == noExpr {
		s.wrong = true
		return
	}
	if value, ok := a.plan.override(s); ok {
		s.value, s.known = value, true
		return
	}
	if value, p := a.eval(expr, 0); p == nil {
		s.value, s.known = value, true
	}
}

// now is the value of an operand that must be known when its line is read.
func (a *assembler) now(expr int32, why string) (int32, bool) {
	value, p := a.eval(expr, 0)
	switch {
	case p == nil:
		return value, true
	case p.silent:
	case p.symbol != nil:
		n := a.nodes[p.node]
		a.fail(n.pos, n.end, "%s has no value yet: %s needs one, so it must be defined above", p.symbol.name, why)
	default:
		n := a.nodes[p.node]
		a.fail(n.pos, n.end, "%s", p.message)
	}
	return 0, false
}

// direct lays out a directive; i is its token.
func (a *assembler) direct(d directive, i int) {
	t := a.tokens[i]
	switch d {
	case dOrg:
		a.org(i)
	case dByte:
		a.data(i, byteValue)
	case dWord:
		a.data(i, wordValue)
	case dSpace:
		a.space(i, 1)
	case dSpaceWords:
		a.space(i, 2)
	case dText:
		a.ascii(i)
	case dEqu:
		a.fail(t.pos, t.end, "%s needs a name before it", a.text(t))
	case dMacro:
		a.fail(t.pos, t.end, "MACRO needs a name before it: NAME MACRO a,b")
	case dEndMacro:
		a.fail(t.pos, t.end, "ENDM without its MACRO")
	case dDefine:
		a.beginTDLMacro(i)
	case dIf:
		value, _ := a.now(a.parseExpr(i+1, len(a.tokens)), a.text(t))
		a.openIf(value != 0)
	case dElse, dEndIf:
		a.branch(d, t)
	case dInclude:
		a.include(t)
	case dRadix:
		a.setRadix(i)
	}
}

func (a *assembler) org(i int) {
	expr := a.parseExpr(i+1, len(a.tokens))
	value, ok := a.now(expr, a.text(a.tokens[i]))
	if !ok {
		return
	}
	if value < 0 {
		n := a.nodes[expr]
		a.fail(n.pos, n.end, "the address %d is negative", value)
		return
	}
	written := value
	if value, ok = a.plan.place(len(a.origins), value); !ok {
		n := a.nodes[expr]
		a.fail(n.pos, n.end, "this cannot move to the wanted load address: it becomes %d", value)
		return
	}
	a.origins = append(a.origins, origin{line: a.current(), expr: expr, written: written, placed: a.placed})
	a.location = value
	a.line().Address = uint16(value)
}

// data lays out a list of bytes and strings, or of words.
func (a *assembler) data(i int, kind valueKind) {
	read := func(from, to int) bool {
		t := a.tokens[from]
		if kind == byteValue && to-from == 1 && t.kind == tokString {
			a.code = stringBytes(a.code, a.text(t))
			return true
		}
		at := len(a.code)
		if a.emit(0); kind == wordValue {
			a.emit(0)
		}
		a.patch(kind, at, a.parseExpr(from, to), t.pos, a.tokens[to-1].end)
		return true
	}
	if i+1 == len(a.tokens) {
		t := a.tokens[i]
		a.fail(t.pos, t.end, "%s needs at least one value", a.text(t))
		return
	}
	a.eachOperand(i+1, read)
}

func (a *assembler) space(i int, unit int32) {
	t := a.tokens[i]
	var operands [2]int32
	n := 0
	ok := a.eachOperand(i+1, func(from, to int) bool {
		if n == len(operands) {
			a.fail(a.tokens[from].pos, a.tokens[to-1].end, "%s takes a size, and at most a value to fill with", a.text(t))
			return false
		}
		operands[n] = a.parseExpr(from, to)
		n++
		return operands[n-1] != noExpr
	})
	if !ok {
		return
	}
	size, ok := a.now(operands[0], a.text(t))
	if !ok {
		return
	}
	e := a.nodes[operands[0]]
	if size < 0 {
		a.fail(e.pos, e.end, "the size %d is negative", size)
		return
	}
	size *= unit
	if a.location+size > addressSpace {
		a.fail(e.pos, e.end, "%d bytes from address %s run past 0FFFFH", size, hexWord(a.location))
		a.stopped = true
		return
	}
	if n == 1 {
		a.reserved = size
		return
	}
	fill, ok := a.now(operands[1], "a value to fill with")
	if !ok {
		return
	}
	if e := a.nodes[operands[1]]; fill < minByte || fill > maxByte {
		a.fail(e.pos, e.end, "%d does not fit a byte (%d…%d)", fill, minByte, maxByte)
		return
	}
	for range size {
		a.code = append(a.code, byte(fill))
	}
}

// eachOperand calls f for each operand from token i on, until one is refused; there must be at least one.
func (a *assembler) eachOperand(i int, f func(from, to int) bool) bool {
	for {
		to := a.operandEnd(i)
		if to == i {
			pos := a.tokens[to-1].end
			a.fail(pos, pos, "a value is missing here")
			return false
		}
		if !f(i, to) || a.full() {
			return false
		}
		if to == len(a.tokens) {
			return true
		}
		i = to + 1
	}
}

// ascii lays out strings and bytes in square brackets: .ASCII "text"[^H0D].
func (a *assembler) ascii(i int) {
	t := a.tokens[i]
	if i+1 == len(a.tokens) {
		a.fail(t.pos, t.end, "%s needs a \"text\" or a [number]", a.text(t))
	}
	for i++; i < len(a.tokens); i++ {
		part := a.tokens[i]
		switch {
		case part.kind == tokString:
			a.code = stringBytes(a.code, a.text(part))
		case part.mark == '[':
			from, depth := i+1, 0
			for i++; i < len(a.tokens); i++ {
				if mark := a.tokens[i].mark; mark == '(' {
					depth++
				} else if mark == ']' || mark == ')' && depth == 0 {
					break // ) where ] is meant is a misprint that listings have
				} else if mark == ')' {
					depth--
				}
			}
			if i == len(a.tokens) {
				a.fail(part.pos, part.end, "this [ has no ]")
				return
			}
			at := len(a.code)
			a.emit(0)
			a.patch(byteValue, at, a.parseExpr(from, i), part.pos, a.tokens[i].end)
		case part.mark == ',':
		default:
			a.fail(part.pos, part.end, "%s takes \"text\" and [number], not %s", a.text(t), printable(a.text(part)))
			return
		}
	}
}

func (a *assembler) setRadix(i int) {
	t := a.tokens[i]
	// The operand is decimal, whatever the radix is now.
	if i+2 == len(a.tokens) {
		switch t = a.tokens[i+1]; a.text(t) {
		case "2":
			a.radix = 2
			return
		case "8":
			a.radix = 8
			return
		case "10":
			a.radix = 10
			return
		case "16":
			a.radix = 16
			return
		}
	}
	a.fail(t.pos, t.end, "the radix must be 2, 8, 10 or 16")
}

// openIf begins a conditional part.
func (a *assembler) openIf(holds bool) {
	a.conditions = append(a.conditions, condition{line: a.current(), active: holds, done: holds, readable: true})
}

// branch is ELSE or ENDIF.
func (a *assembler) branch(d directive, t token) {
	if len(a.conditions) == a.frames[len(a.frames)-1].conditions {
		a.fail(t.pos, t.end, "%s without its IF", a.text(t))
		return
	}
	c := &a.conditions[len(a.conditions)-1]
	switch {
	case d == dEndIf:
		a.conditions = a.conditions[:len(a.conditions)-1]
	case c.sawElse:
		a.fail(t.pos, t.end, "a second ELSE for the same IF")
	default:
		c.sawElse = true
		c.active = c.readable && !c.done
		c.done = true
	}
}

// skip reads a line that an IF leaves out.
func (a *assembler) skip() {
	i := 0
	for i+1 < len(a.tokens) && a.tokens[i].kind == tokName && a.tokens[i+1].mark == ':' {
		i += 2
	}
	if i == len(a.tokens) || a.tokens[i].kind != tokName {
		return
	}
	switch op, _ := a.operation(a.text(a.tokens[i])); op.directive {
	case dIf:
		a.conditions = append(a.conditions, condition{line: a.current(), done: true})
	case dElse, dEndIf:
		a.branch(op.directive, a.tokens[i])
	}
}

// end stops the file at hand, and the macros in which END stands.
func (a *assembler) end() {
	for i := len(a.frames) - 1; i >= 0; i-- {
		f := &a.frames[i]
		if f.macro == nil {
			a.warnOfRest(f)
			f.rest = ""
			return
		}
		f.number = len(f.macro.body)
	}
}

// warnOfRest counts what stands behind END in a file, but for comments.
func (a *assembler) warnOfRest(f *frame) {
	first, count, number := 0, 0, f.number
	for line := range strings.Lines(f.rest) {
		number++
		if line = strings.TrimSpace(line); line == "" || line[0] == ';' {
			continue
		}
		if count++; first == 0 {
			first = number
		}
	}
	if count > 0 {
		a.warnings = append(a.warnings, Warning{f.file, f.number, fmt.Sprintf(
			"lines of text after this END that are left out: %d, from line %d on; "+
				"if they belong to the program, take the END away",
			count, first)})
	}
}

func (a *assembler) include(t token) {
	name := strings.TrimSpace(a.source[t.end:a.comment])
	if len(name) >= 2 && (name[0] == '"' || name[0] == '\'') && name[len(name)-1] == name[0] {
		name = name[1 : len(name)-1]
	}
	name = strings.ReplaceAll(name, "\\", "/")
	pos := t.end
	for pos < a.comment && charClass[a.source[pos]]&isSpace != 0 {
		pos++
	}
	end := pos + int32(len(strings.TrimRight(a.source[pos:a.comment], " \t\r\f\v")))
	if name == "" {
		a.fail(t.pos, t.end, "INCLUDE needs the name of a file")
		return
	}
	if a.options.FS == nil {
		a.fail(pos, end, "no files can be included here")
		return
	}
	name = path.Clean(name)
	text, ok := a.included[name]
	if !ok {
		content, err := fs.ReadFile(a.options.FS, name)
		if err != nil {
			a.fail(pos, end, "cannot include %s: %v", printable(name), err)
			return
		}
		var printed *Error
		if text, printed = sourceLines(content); printed != nil {
			a.fail(pos, end, "cannot include %s: line %d: %s", printable(name), printed.Line, printed.Message)
			return
		}
		if a.included == nil {
			a.included = map[string]string{}
		}
		a.included[name] = text
	}
	a.lines = slices.Grow(a.lines, strings.Count(text, "\n")+1)
	a.enter(frame{file: name, rest: text}, t)
}

// emit appends bytes to the statement at hand.
func (a *assembler) emit(bytes ...byte) { a.code = append(a.code, bytes...) }

// patch notes that the value of an expression goes to code[at].
func (a *assembler) patch(kind valueKind, at int, expr int32, pos, end int32) {
	if expr == noExpr {
		return
	}
	f := fixup{kind: kind, at: int32(at), expr: expr, line: a.current(), pos: pos, end: end}
	// A plain number, which most operands are, goes there at once and takes no room.
	if last := len(a.nodes) - 1; int(expr) == last && a.nodes[last].op == opNumber && kind != distanceValue {
		if f.put(a.code, a.nodes[last].value) == "" {
			a.nodes = a.nodes[:last]
			return
		}
	}
	a.fixups = append(a.fixups, f)
}

func hexWord(v int32) string { return fmt.Sprintf("0%04XH", uint16(v)) }
