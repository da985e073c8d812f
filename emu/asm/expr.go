package asm

import (
	"fmt"
	"strings"
)

// Expressions: tokens go in; a tree comes out, which is evaluated when its value is needed.
//
// Precedence is that of Intel's and Microsoft's assemblers of the time (and of pasmo), from loose
// to tight:
//
//	OR XOR | ^
//	AND &
//	NOT ~
//	EQ NE LT LE GT GE = != < <= > >=
//	+ -
//	* / MOD SHL SHR << >>
//	unary + -
//
// Values are 16 bits with their sign remembered: −32768…65535, results beyond that wrap. So −1 and
// 0FFFFH are the same word, but only −1 fits a byte. A comparison that holds is −1, one that does
// not is 0.

// expr is an expression: a number, the address of the statement, a symbol, or an operation.
type expr struct {
	span
	value       int // of a number, or the address
	here        bool
	symbol      *symbol
	op          *operator
	left, right *expr // left is nil for a prefix
}

// operator is an operation of two values, or of one, which is then the right one.
type operator struct {
	marks      string
	precedence int
	apply      func(l, r int) int
	refuse     func(r int) string // what is wrong with the right value; nil: any value will do
}

var (
	not    = &operator{"NOT ~", 3, func(_, r int) int { return ^r }, nil}
	negate = &operator{"-", 7, func(_, r int) int { return -r }, nil}
)

var binaryOperators = func() map[string]*operator {
	operators := map[string]*operator{}
	for _, o := range []*operator{
		{"OR |", 1, func(l, r int) int { return l | r }, nil},
		{"XOR ^", 1, func(l, r int) int { return l ^ r }, nil},
		{"AND &", 2, func(l, r int) int { return l & r }, nil},
		{"EQ =", 4, func(l, r int) int { return truth(l == r) }, nil},
		{"NE !=", 4, func(l, r int) int { return truth(l != r) }, nil},
		{"LT <", 4, func(l, r int) int { return truth(l < r) }, nil},
		{"LE <=", 4, func(l, r int) int { return truth(l <= r) }, nil},
		{"GT >", 4, func(l, r int) int { return truth(l > r) }, nil},
		{"GE >=", 4, func(l, r int) int { return truth(l >= r) }, nil},
		{"+", 5, func(l, r int) int { return l + r }, nil},
		{"-", 5, func(l, r int) int { return l - r }, nil},
		{"*", 6, func(l, r int) int { return l * r }, nil},
		{"/", 6, func(l, r int) int { return l / r }, byZero},
		{"MOD", 6, func(l, r int) int { return l % r }, byZero},
		{"SHL <<", 6, func(l, r int) int { return l << r }, tooFar},
		{"SHR >>", 6, func(l, r int) int { return l >> r }, tooFar},
	} {
		for _, mark := range strings.Fields(o.marks) {
			operators[mark] = o
		}
	}
	return operators
}()

func byZero(r int) string {
	if r == 0 {
		return "division by zero"
	}
	return ""
}

func tooFar(r int) string {
	if r < 0 || r > 16 {
		return fmt.Sprintf("a shift by %d bits, 0…16 are possible", r)
	}
	return ""
}

func truth(holds bool) int {
	if holds {
		return -1
	}
	return 0
}

// isWordOperator reports whether a name in upper case is an operator.
func isWordOperator(key string) bool { return binaryOperators[key] != nil || key == "NOT" }

// wrap brings a result back to −32768…65535.
func wrap(v int) int {
	if v > 0xFFFF || v < -0x8000 {
		return v & 0xFFFF // the same 16 bits without a sign
	}
	return v
}

// exprParser reads the tokens i…limit of the line at hand. A mistake is reported at once, and the
// result is nil.
type exprParser struct {
	*parser
	i, limit int
	parts    int // values, signs and brackets
}

// expr reads tokens[from:to] as one expression; nil if it is wrong.
func (p *parser) expr(from, to int) *expr {
	e := exprParser{parser: p, i: from, limit: to}
	x := e.binary(0)
	if x != nil && e.i < to {
		return e.unexpected()
	}
	return x
}

func (e *exprParser) unexpected() *expr {
	t := e.tokens[e.i]
	return e.fail(t.span, "%q is not expected after a complete value", t.text)
}

func (e *exprParser) fail(at span, format string, args ...any) *expr {
	e.parser.fail(at, format, args...)
	return nil
}

// binary reads a value and the operators that bind tighter than a precedence.
func (e *exprParser) binary(above int) *expr {
	left := e.unary()
	for left != nil && e.i < e.limit {
		op := binaryOperators[e.tokens[e.i].key]
		if op == nil || op.precedence <= above {
			break
		}
		e.i++
		right := e.binary(op.precedence)
		if right == nil {
			return nil
		}
		left = &expr{op: op, left: left, right: right, span: span{left.pos, right.end}}
	}
	return left
}

// unary reads a value with the signs before it, or with brackets around it.
func (e *exprParser) unary() *expr {
	if e.i >= e.limit {
		pos := e.tokens[len(e.tokens)-1].end
		if e.i < len(e.tokens) {
			pos = e.tokens[e.i].pos
		}
		return e.fail(span{pos, pos}, valueMissing)
	}
	t := e.tokens[e.i]
	e.i++
	if e.parts++; e.parts > maxDepth {
		return e.fail(t.span, "the expression has more than %d values, signs and brackets", maxDepth)
	}
	switch t.kind {
	case tokNumber:
		return &expr{value: t.value, span: t.span}
	case tokHere:
		return &expr{here: true, value: e.here, span: t.span}
	case tokString:
		text := t.contents()
		if len(text) != 1 {
			return e.fail(t.span, "only a string of one character can be a number")
		}
		return &expr{value: int(text[0]), span: t.span}
	}
	switch t.key {
	case "-":
		return e.prefix(negate, t)
	case "~", "NOT":
		return e.prefix(not, t)
	case "+":
		return e.unary()
	case "(":
		return e.bracket(t)
	}
	if t.kind != tokName {
		return e.fail(t.span, "%q is not a value", t.text)
	}
	if e.dialect == Zilog && isRegister(t.key) {
		return e.fail(t.span, "%s is a register, a value is wanted here", t.text)
	}
	return &expr{symbol: e.symbols.mention(t.text), span: t.span}
}

func (e *exprParser) bracket(open token) *expr {
	if e.closing(e.i, e.limit, "") == e.limit {
		return e.fail(open.span, "this ( has no )")
	}
	x := e.binary(0)
	if x == nil {
		return nil
	}
	if !e.is(e.i, ")") {
		return e.unexpected()
	}
	x.span = span{open.pos, e.tokens[e.i].end}
	e.i++
	return x
}

func (e *exprParser) prefix(op *operator, t token) *expr {
	x := e.binary(op.precedence)
	if x == nil {
		return nil
	}
	return &expr{op: op, right: x, span: span{t.pos, x.end}}
}

// problem is why an expression has no value.
type problem struct {
	mistake
	line   int     // the line, if not the one where the evaluation began; else −1
	symbol *symbol // that is not defined; there is no message then
	silent bool    // reported before
}

// eval gives the value of an expression as far as symbols are known now. depth counts the equates
// that are being evaluated around it.
func (t *symbolTable) eval(x *expr, depth int) (int, *problem) {
	switch {
	case x == nil:
		return 0, &problem{silent: true}
	case x.symbol != nil:
		return t.valueOf(x.symbol, x.span, depth)
	case x.op == nil:
		return x.value, nil
	}
	left := 0
	if x.left != nil {
		var p *problem
		if left, p = t.eval(x.left, depth); p != nil {
			return 0, p
		}
	}
	right, p := t.eval(x.right, depth)
	if p != nil {
		return 0, p
	}
	if x.op.refuse != nil {
		if message := x.op.refuse(right); message != "" {
			return 0, &problem{mistake: mistake{x.span, message}, line: -1}
		}
	}
	return wrap(x.op.apply(left, right)), nil
}

// valueOf gives the value of a symbol that stands somewhere.
func (t *symbolTable) valueOf(s *symbol, at span, depth int) (int, *problem) {
	if s.known {
		return s.value, nil
	}
	p := &problem{mistake: mistake{span: at}, line: -1}
	switch {
	case s.wrong:
		p.silent = true
		return 0, p
	case s.kind == undefined:
		p.symbol = s
		return 0, p
	case s.busy:
		p.message = fmt.Sprintf("%s is defined in terms of itself", s.name)
		return 0, p
	case depth >= maxDepth:
		p.message = fmt.Sprintf("%s needs more than %d other equates that follow it",
			s.name, maxDepth)
		return 0, p
	}
	s.busy = true
	v, inner := t.eval(s.expr, depth+1)
	s.busy = false
	if inner == nil {
		s.value, s.known = v, true
		return v, nil
	}
	if !t.complete {
		// The equate's own mistake is reported when all names are known; here it only has no value
		// yet.
		p.symbol, p.message, p.silent = inner.symbol, inner.message, inner.silent
		return 0, p
	}
	s.wrong = true // whoever asked first reports it
	if inner.line < 0 {
		inner.line = s.line
	}
	return 0, inner
}
