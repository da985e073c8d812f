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

// Evaluate calculates an expression:
//
//	42, 2Ah, 0x2A, $2A       numbers
//	A HL IX PC SP AF' …      registers; f.z f.c f.s f.pv f.h f.n are flags
//	MTRL, search_ply         symbols: their addresses
//	[MTRL]                   the byte there; [x].w the word, [x].s the byte with its sign
//	#e4, @e4                 the square's number, and the address of its byte on the board
//	ply, eval, t             NPLY, the number of the evaluation, T-states
//	old, new                 in watch points: the byte before and after
//	! ~ - * / % + - << >> < <= > >= == != & ^ | && ||, and parentheses
//
// A comparison is 1 or 0. Names that are a register and a symbol too are the register.
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
		err = fmt.Errorf("%q is too much", p.token+p.rest)
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

// mostParentheses limits how deep a typed expression can fill the stack.
const mostParentheses = 100

// operators in the order in which they bind, loosest first.
var operators = [][]string{
	{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"<<", ">>"},
	{"+", "-"}, {"*", "/", "%"},
}

var twoSigns = []string{"||", "&&", "==", "!=", "<=", ">=", "<<", ">>"}

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
		for _, two := range twoSigns {
			if strings.HasPrefix(p.rest, two) {
				n = 2
			}
		}
	}
	p.token, p.rest = p.rest[:n], p.rest[n:]
}

func (p *parser) binary(level int) (expression, error) {
	if level == len(operators) {
		return p.unary()
	}
	left, err := p.binary(level + 1)
	for err == nil {
		operator := ""
		for _, o := range operators[level] {
			if p.token == o {
				operator = o
			}
		}
		if operator == "" {
			return left, nil
		}
		p.advance()
		var right expression
		if right, err = p.binary(level + 1); err == nil {
			left = apply(operator, left, right)
		}
	}
	return nil, err
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func apply(operator string, x, y expression) expression {
	const shifts = 63
	f := map[string]func(a, b int) int{
		"||": func(a, b int) int { return truth(a != 0 || b != 0) },
		"&&": func(a, b int) int { return truth(a != 0 && b != 0) },
		"|":  func(a, b int) int { return a | b },
		"^":  func(a, b int) int { return a ^ b },
		"&":  func(a, b int) int { return a & b },
		"==": func(a, b int) int { return truth(a == b) },
		"!=": func(a, b int) int { return truth(a != b) },
		"<=": func(a, b int) int { return truth(a <= b) },
		">=": func(a, b int) int { return truth(a >= b) },
		"<":  func(a, b int) int { return truth(a < b) },
		">":  func(a, b int) int { return truth(a > b) },
		"<<": func(a, b int) int { return a << (b & shifts) },
		">>": func(a, b int) int { return a >> (b & shifts) },
		"+":  func(a, b int) int { return a + b },
		"-":  func(a, b int) int { return a - b },
		"*":  func(a, b int) int { return a * b },
		"/": func(a, b int) int {
			if b == 0 {
				return 0
			}
			return a / b
		},
		"%": func(a, b int) int {
			if b == 0 {
				return 0
			}
			return a % b
		},
	}[operator]
	return func(a *timeline.Access) int { return f(x(a), y(a)) }
}

func (p *parser) unary() (expression, error) {
	sign := p.token
	switch sign {
	case "-", "!", "~":
		if p.parentheses++; p.parentheses > mostParentheses {
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
	if p.parentheses++; p.parentheses > mostParentheses {
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
	m := p.d.machine
	switch strings.ToLower(p.token) {
	case ".w":
		p.advance()
		return func(a *timeline.Access) int { return int(m.Word(uint16(e(a)))) }, nil
	case ".s":
		p.advance()
		return func(a *timeline.Access) int { return int(int8(m.Memory[uint16(e(a))])) }, nil
	}
	return func(a *timeline.Access) int { return int(m.Memory[uint16(e(a))]) }, nil
}

// word returns the value of a name or number.
func (d *Debugger) word(word string) (expression, error) {
	switch lower := strings.ToLower(word); lower {
	case "old":
		return func(a *timeline.Access) int { return access(a, false) }, nil
	case "new":
		return func(a *timeline.Access) int { return access(a, true) }, nil
	case "t":
		return func(*timeline.Access) int { return int(d.time.Now()) }, nil
	case "eval":
		return func(*timeline.Access) int { return d.Evaluation() }, nil
	case "ply":
		return func(*timeline.Access) int { return int(d.machine.Memory[d.at.nply]) }, nil
	}
	if r, ok := registers[strings.ToUpper(word)]; ok {
		return func(*timeline.Access) int { return r.get(d.machine) }, nil
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
	if addr, ok := d.symbol(word); ok {
		return func(*timeline.Access) int { return int(addr) }, nil
	}
	return nil, fmt.Errorf("%q is not a register, symbol or number", word)
}

// symbol finds a symbol or label.
func (d *Debugger) symbol(name string) (uint16, bool) { return d.image.Symbol(name) }

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
