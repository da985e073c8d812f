package debugger

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sargon78/emu/timeline"
	"sargon78/sargon"
)

// expression computes its value; the access, which may be nil, gives old and new.
type expression func(*timeline.Access) int

// expressionHelp says how to write expressions.
const expressionHelp = `42, 2Ah, 0x2A, $2A       numbers
A HL IX PC SP AF' ...    registers; f.z f.c f.s f.pv f.h f.n are flags
MTRL, search_ply         symbols: their addresses
[MTRL]                   the byte there; [x].w the word, [x].s the byte with its sign
#e4, @e4                 a square's number, and the address of its byte on the board
ply, eval, t             NPLY, the number of the evaluation, T-states
old, new                 in watch points: the byte before and after
! ~ - * / % + - << >> < <= > >= == != & ^ | && ||, and parentheses`

// Evaluate calculates an expression, as expressionHelp has it. A comparison is 1 or 0. Names that
// are a register and a symbol too are the register.
func (d *Debugger) Evaluate(text string) (int, error) {
	e, err := d.compile(text)
	if err != nil {
		return 0, err
	}
	return e(nil), nil
}

// compile makes a function of an expression.
func (d *Debugger) compile(text string) (expression, error) {
	p := &parser{d: d, text: text, rest: text}
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
	d           *Debugger
	text, rest  string
	token       string
	parentheses int
}

// maxParentheses limits how deep a typed expression can fill the stack.
const maxParentheses = 100

// operator joins two values. The one of the higher level binds more tightly.
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

// orZero is what a division by b gives: 0 where b is 0, for a condition must not fail.
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

// binary reads values with operators of at least a level between them.
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
		left = func(a *timeline.Access) int { return o.apply(x(a), right(a)) }
	}
	return nil, err
}

func (p *parser) unary() (expression, error) {
	sign := p.token
	switch sign {
	case "-", "!", "~":
		if p.parentheses++; p.parentheses > maxParentheses {
			return nil, errors.New("too many signs in a row")
		}
		p.advance()
		e, err := p.unary()
		if err != nil {
			return nil, err
		}
		return func(a *timeline.Access) int {
			switch v := e(a); sign {
			case "-":
				return -v
			case "~":
				return ^v
			default:
				return truth(v == 0)
			}
		}, nil
	case "(", "[":
		return p.enclosed()
	case "":
		return nil, errors.New("the expression ends too early")
	}
	word := p.token
	p.advance()
	return p.d.word(word)
}

// enclosed reads (x) and [x], [x].w, [x].s.
func (p *parser) enclosed() (expression, error) {
	if p.parentheses++; p.parentheses > maxParentheses {
		return nil, errors.New("too many parentheses")
	}
	closing := map[string]string{"(": ")", "[": "]"}[p.token]
	p.advance()
	e, err := p.binary(0)
	if err != nil {
		return nil, err
	}
	if p.token != closing {
		return nil, fmt.Errorf("%q is missing", closing)
	}
	p.advance()
	if closing == ")" {
		return e, nil
	}
	d := p.d
	switch strings.ToLower(p.token) {
	case ".w":
		p.advance()
		return func(a *timeline.Access) int { return int(d.machine.Word(uint16(e(a)))) }, nil
	case ".s":
		p.advance()
		return func(a *timeline.Access) int { return int(int8(d.machine.Memory[uint16(e(a))])) }, nil
	}
	return func(a *timeline.Access) int { return int(d.machine.Memory[uint16(e(a))]) }, nil
}

// word returns the value of a name or number.
func (d *Debugger) word(word string) (expression, error) {
	switch lower := strings.ToLower(word); lower {
	case "old":
		return func(a *timeline.Access) int { return access(a, false) }, nil
	case "new":
		return func(a *timeline.Access) int { return access(a, true) }, nil
	case "t":
		return func(*timeline.Access) int { return int(d.machine.TStates) }, nil
	case "eval":
		return func(*timeline.Access) int { return d.Evaluation() }, nil
	case "ply":
		ply, known := d.image.Symbol("NPLY")
		if !known {
			return nil, errNames
		}
		return func(*timeline.Access) int { return int(d.machine.Memory[ply]) }, nil
	}
	if r, ok := registers[strings.ToUpper(word)]; ok {
		return func(*timeline.Access) int { return r.get(&d.machine.Registers) }, nil
	}
	if name, ok := strings.CutPrefix(word, "#"); ok {
		square, err := sargon.ParseSquare(name)
		return func(*timeline.Access) int { return int(square) }, err
	}
	if name, ok := strings.CutPrefix(word, "@"); ok {
		square, err := sargon.ParseSquare(name)
		board, known := d.image.Symbol("BOARDA")
		if err == nil && !known {
			err = errNames
		}
		return func(*timeline.Access) int { return int(board) + int(square) }, err
	}
	if v, ok := number(word); ok {
		return func(*timeline.Access) int { return v }, nil
	}
	if addr, ok := d.image.Symbol(word); ok {
		return func(*timeline.Access) int { return int(addr) }, nil
	}
	return nil, fmt.Errorf("%q is not a register, symbol or number", word)
}

func access(a *timeline.Access, new bool) int {
	switch {
	case a == nil:
		return 0
	case new:
		return int(a.New)
	}
	return int(a.Old)
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

// cells reads a cell, or two with a comma for all from one to the other.
func (d *Debugger) cells(text string) (from, to uint16, err error) {
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

// address evaluates an expression that must be an address. Hexadecimal digits alone will do, since
// everything shows addresses as four of them.
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
