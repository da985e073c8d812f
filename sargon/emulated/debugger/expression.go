package debugger

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sargon78/emu"
	"sargon78/emu/timeline"
	"sargon78/sargon"
)

// evalContext is what an expression is evaluated in: a machine, and its last access to memory.
type evalContext struct {
	machine    *emu.Machine
	evaluation int // see Debugger.Evaluation
	access     timeline.Access
}

// evalContext returns the context of the debugged machine.
func (d *Debugger) evalContext(a timeline.Access) *evalContext {
	return &evalContext{d.machine, d.Evaluation(), a}
}

// expression returns its value.
type expression func(*evalContext) int

// expressionHelp says how to write expressions.
const expressionHelp = `42, 2Ah, 0x2A, $2A       numbers
A HL IX PC SP AF' ...    registers; f.z f.c f.s f.pv f.h f.n are flags
MTRL, search_ply         symbols: their addresses; print MTRL alone shows what it holds
[MTRL]                   the byte there; [x].w the word, [x].s the byte with its sign
#e4, @e4                 a square's number, and the address of its byte on the board
ply, eval, t             NPLY, the number of the evaluation, T-states
old, new                 in watchpoints: the byte before and after
! ~ - * / % + - << >> < <= > >= == != & ^ | && ||, and parentheses`

// Evaluate returns the value of an expression, which expressionHelp describes. A comparison is 1 or 0.
// A name that is both a register and a symbol means the register.
func (d *Debugger) Evaluate(text string) (int, error) {
	e, err := d.compile(text)
	if err != nil {
		return 0, err
	}
	return e(d.evalContext(timeline.Access{})), nil
}

// compile turns an expression into a function.
func (d *Debugger) compile(text string) (expression, error) {
	p := &parser{d: d, rest: text}
	p.advance()
	e, err := p.binary(0)
	if err == nil && p.token != "" {
		err = fmt.Errorf("unexpected %q", p.token+p.rest)
	}
	if err != nil {
		return nil, fmt.Errorf("expression %q: %w", strings.TrimSpace(text), err)
	}
	return e, nil
}

// parser reads an expression, one token ahead.
type parser struct {
	d     *Debugger
	rest  string
	token string
	depth int
}

// maxDepth limits how much of the stack a typed expression can use.
const maxDepth = 100

// operator joins two values. An operator of a higher level binds more tightly.
type operator struct {
	level int
	apply func(a, b int) int
}

var operators = map[string]operator{
	"||": {1, func(a, b int) int { return truth(a != 0 || b != 0) }},
	"&&": {2, func(a, b int) int { return truth(a != 0 && b != 0) }},
	"|":  {3, func(a, b int) int { return a | b }},
	"^":  {4, func(a, b int) int { return a ^ b }},
	"&":  {5, func(a, b int) int { return a & b }},
	"==": {6, func(a, b int) int { return truth(a == b) }},
	"!=": {6, func(a, b int) int { return truth(a != b) }},
	"<=": {7, func(a, b int) int { return truth(a <= b) }},
	">=": {7, func(a, b int) int { return truth(a >= b) }},
	"<":  {7, func(a, b int) int { return truth(a < b) }},
	">":  {7, func(a, b int) int { return truth(a > b) }},
	"<<": {8, func(a, b int) int { return a << (b & 63) }},
	">>": {8, func(a, b int) int { return a >> (b & 63) }},
	"+":  {9, func(a, b int) int { return a + b }},
	"-":  {9, func(a, b int) int { return a - b }},
	"*":  {10, func(a, b int) int { return a * b }},
	"/":  {10, func(a, b int) int { return orZero(b, func() int { return a / b }) }},
	"%":  {10, func(a, b int) int { return orZero(b, func() int { return a % b }) }},
}

// orZero returns 0 if b is 0, otherwise the result of the division: a condition must not fail.
func orZero(b int, divide func() int) int {
	if b == 0 {
		return 0
	}
	return divide()
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func wordByte(c byte) bool {
	return c == '_' || c == '.' || c == '\'' || c == '$' || c == '@' || c == '#' || c == '?' ||
		'0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// advance reads the next token: a word or number, an operator, or "" at the end.
func (p *parser) advance() {
	p.rest = strings.TrimLeft(p.rest, " \t")
	if p.rest == "" {
		p.token = ""
		return
	}
	n := 0
	for n < len(p.rest) && wordByte(p.rest[n]) {
		n++
	}
	if n == 0 {
		n = 1
		if len(p.rest) > 1 && operators[p.rest[:2]].apply != nil {
			n = 2
		}
	}
	p.token, p.rest = p.rest[:n], p.rest[n:]
}

// binary reads values that are joined by operators of at least a level.
func (p *parser) binary(level int) (expression, error) {
	left, err := p.unary()
	for err == nil {
		o, ok := operators[p.token]
		if !ok || o.level < level {
			return left, nil
		}
		p.advance()
		var right expression
		right, err = p.binary(o.level + 1)
		x := left
		left = func(s *evalContext) int { return o.apply(x(s), right(s)) }
	}
	return nil, err
}

// unaryOperators are the operators before a value.
var unaryOperators = map[string]func(int) int{
	"-": func(v int) int { return -v },
	"~": func(v int) int { return ^v },
	"!": func(v int) int { return truth(v == 0) },
}

// sizeSuffixes are the suffixes of an address in brackets.
var sizeSuffixes = map[string]func(m *emu.Machine, addr uint16) int{
	"":   func(m *emu.Machine, addr uint16) int { return int(m.Memory[addr]) },
	".w": func(m *emu.Machine, addr uint16) int { return int(m.Word(addr)) },
	".s": func(m *emu.Machine, addr uint16) int { return int(int8(m.Memory[addr])) },
}

// unary parses an operand with the signs before it: a word, a number, an expression in parentheses, or
// memory in brackets with a suffix for its size.
func (p *parser) unary() (expression, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, errors.New("too many signs and parentheses")
	}
	defer func() { p.depth-- }()
	token := p.token
	p.advance()
	sign := unaryOperators[token]
	switch {
	case sign != nil:
		e, err := p.unary()
		return func(s *evalContext) int { return sign(e(s)) }, err
	case token == "":
		return nil, errors.New("the expression ends too early")
	case token == "(":
		return p.enclosed(")")
	case token != "[":
		return p.d.word(token)
	}
	addr, err := p.enclosed("]")
	read, ok := sizeSuffixes[strings.ToLower(p.token)]
	if !ok {
		read = sizeSuffixes[""]
	} else if p.token != "" {
		p.advance()
	}
	return func(s *evalContext) int { return read(s.machine, uint16(addr(s))) }, err
}

// enclosed reads an expression and the bracket that closes it.
func (p *parser) enclosed(closing string) (expression, error) {
	e, err := p.binary(0)
	if err == nil && p.token != closing {
		err = fmt.Errorf("%q is missing", closing)
	}
	p.advance()
	return e, err
}

// specialNames are the names that have a value of their own, in lower case.
var specialNames = map[string]expression{
	"old":  func(s *evalContext) int { return int(s.access.Old) },
	"new":  func(s *evalContext) int { return int(s.access.New) },
	"t":    func(s *evalContext) int { return int(s.machine.TStates) },
	"eval": func(s *evalContext) int { return s.evaluation },
}

func constant(v int) expression { return func(*evalContext) int { return v } }

// word returns the value of a name or number.
func (d *Debugger) word(word string) (expression, error) {
	if e := specialNames[strings.ToLower(word)]; e != nil {
		return e, nil
	}
	if r, ok := registers[strings.ToUpper(word)]; ok {
		return func(s *evalContext) int { return r.get(&s.machine.Registers) }, nil
	}
	if strings.EqualFold(word, "ply") {
		addr, err := d.variableAddress("NPLY")
		return func(s *evalContext) int { return int(s.machine.Memory[addr]) }, err
	}
	if name, ok := strings.CutPrefix(word, "#"); ok {
		square, err := sargon.ParseSquare(name)
		return constant(int(square)), err
	}
	if name, ok := strings.CutPrefix(word, "@"); ok {
		board, err := d.variableAddress("BOARDA")
		square, wrong := sargon.ParseSquare(name)
		return constant(int(board) + int(square)), cmp.Or(err, wrong)
	}
	if v, ok := number(word); ok {
		return constant(v), nil
	}
	if addr, ok := d.image.Symbol(word); ok {
		return constant(int(addr)), nil
	}
	return nil, &Problem{
		Kind: "name", Value: word, text: fmt.Sprintf("%q is not a register, symbol or number", word),
	}
}

// variableAddress returns the address of a variable whose name not every program has.
func (d *Debugger) variableAddress(name string) (uint16, error) {
	addr, ok := d.image.Symbol(name)
	if !ok {
		return 0, errNames
	}
	return addr, nil
}

// number reads 42, 0x2A, $2A and 2Ah; hexadecimal ones begin with a digit.
func number(word string) (int, bool) {
	lower := strings.ToLower(word)
	base := 10
	switch {
	case strings.HasPrefix(lower, "0x"):
		lower, base = lower[2:], 16
	case strings.HasPrefix(lower, "$"):
		lower, base = lower[1:], 16
	case strings.HasSuffix(lower, "h") && lower[0] >= '0' && lower[0] <= '9':
		lower, base = lower[:len(lower)-1], 16
	}
	v, err := strconv.ParseUint(lower, base, 32)
	return int(v), err == nil
}

// addressRange reads an address, or the first and the last of a range, with a comma between.
func (d *Debugger) addressRange(text string) (from, to uint16, err error) {
	first, last, two := strings.Cut(text, ",")
	v, err := d.address(first)
	if err != nil || !two {
		return v, v, err
	}
	w, err := d.address(last)
	if err == nil && w < v {
		err = fmt.Errorf("%04X,%04X: the second address is below the first", v, w)
	}
	return v, w, err
}

// address evaluates an expression that must be an address. Hexadecimal digits alone are accepted, since
// addresses are shown as four of them everywhere.
func (d *Debugger) address(text string) (uint16, error) {
	text = strings.TrimSpace(text)
	v, err := d.Evaluate(text)
	if len(text) == 4 {
		if hex, ok := number("$" + text); ok && (err != nil || text[0] <= '9') {
			v, err = hex, nil
		}
	}
	if err == nil && (v < 0 || v > 0xFFFF) {
		err = fmt.Errorf("%q is %d: an address is 0000 to FFFF", text, v)
	}
	return uint16(v), err
}
