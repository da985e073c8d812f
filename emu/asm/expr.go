package asm

import (
	"fmt"
	"strings"
)

// Expressions: tokens go in; a tree comes out, which is evaluated when its value is needed.
//
// The precedence is that of Intel's and Microsoft's assemblers of the time, and of pasmo except for the
// minus sign. From loose to tight:
//
//	HIGH LOW
//	||
//	&&
//	OR XOR | ^
//	AND &
//	NOT ~ !
//	EQ NE LT LE GT GE = == != <> < <= > >=
//	+ -
//	* / MOD % SHL SHR << >>
//	unary + -
//
// Other assemblers read the same text differently. In C, and in assemblers that follow C, a shift is
// looser than +, XOR is between OR and AND, and NOT, HIGH and LOW are as tight as a minus sign. In
// pasmo a minus sign is as loose as NOT, so that -5+1 is -6, and values have no sign, so that -1 is
// greater than 1. If the values differ, there is a warning; with brackets all agree, except about the
// signs. In radix 16 a last B or D is a digit, not a suffix. If it could be either in a number of more
// than two digits, there is a warning as well.
//
// Values are 16 bits with their sign remembered: −32768…65535; results outside wrap. So −1 and 0FFFFH
// are the same word, but only −1 fits a byte. A comparison that holds is −1, one that does not is 0.

// expr is an expression: a number, the address of the statement, a symbol, or an operation.
type expr struct {
	span
	value       int // of a number, or the address
	here        bool
	symbol      *symbol
	op          *operator
	left, right *expr // left is nil for a prefix
	unsigned    bool  // operands have no sign

	// others are the readings of the whole expression in other assemblers; nil: the same as here.
	others [readings]*expr
}

// isNumber reports whether an expression contains neither names nor the address of its statement.
func (x *expr) isNumber() bool {
	return x == nil || x.symbol == nil && !x.here && x.left.isNumber() && x.right.isNumber()
}

// operator is an operation of two values. A unary operator has only the right one.
type operator struct {
	marks      string
	precedence [readings]int
	apply      func(l, r int) int
	refuse     func(r int) string // returns what is wrong with the right value; nil: any value is allowed
	signed     bool               // the result depends on the signs of the values
}

// The readings of an expression: that of this assembler, and those of others.
const (
	readHere = iota
	readC
	readPasmo
	readings
)

// readers names the assemblers of a reading.
var readers = [readings]string{
	readC: "where operators bind as in C", readPasmo: "in pasmo",
}

var prefixOperators, binaryOperators = func() (prefix, binary map[string]*operator) {
	prefix, binary = map[string]*operator{}, map[string]*operator{}
	add := func(to map[string]*operator, list []*operator) {
		for _, o := range list {
			for _, mark := range strings.Fields(o.marks) {
				to[mark] = o
			}
		}
	}
	type p = [readings]int
	add(prefix, []*operator{
		{"HIGH", p{1, 12, 1}, func(_, r int) int { return r >> 8 & 0xFF }, nil, false},
		{"LOW", p{1, 12, 1}, func(_, r int) int { return r & 0xFF }, nil, false},
		{"NOT ~", p{6, 12, 6}, func(_, r int) int { return ^r }, nil, false},
		{"!", p{6, 12, 6}, func(_, r int) int { return truth(r == 0) }, nil, false},
		{"+", p{10, 12, 6}, func(_, r int) int { return r }, nil, false},
		{"-", p{10, 12, 6}, func(_, r int) int { return -r }, nil, false},
	})
	add(binary, []*operator{
		{"||", p{2, 1, 2}, func(l, r int) int { return truth(l != 0 || r != 0) }, nil, false},
		{"&&", p{3, 2, 3}, func(l, r int) int { return truth(l != 0 && r != 0) }, nil, false},
		{"OR |", p{4, 3, 4}, func(l, r int) int { return l | r }, nil, false},
		{"XOR ^", p{4, 4, 4}, func(l, r int) int { return l ^ r }, nil, false},
		{"AND &", p{5, 5, 5}, func(l, r int) int { return l & r }, nil, false},
		{"EQ = ==", p{7, 6, 7}, func(l, r int) int { return truth(l == r) }, nil, true},
		{"NE != <>", p{7, 6, 7}, func(l, r int) int { return truth(l != r) }, nil, true},
		{"LT <", p{7, 7, 7}, func(l, r int) int { return truth(l < r) }, nil, true},
		{"LE <=", p{7, 7, 7}, func(l, r int) int { return truth(l <= r) }, nil, true},
		{"GT >", p{7, 7, 7}, func(l, r int) int { return truth(l > r) }, nil, true},
		{"GE >=", p{7, 7, 7}, func(l, r int) int { return truth(l >= r) }, nil, true},
		{"+", p{8, 9, 8}, func(l, r int) int { return l + r }, nil, false},
		{"-", p{8, 9, 8}, func(l, r int) int { return l - r }, nil, false},
		{"*", p{9, 10, 9}, func(l, r int) int { return l * r }, nil, false},
		{"/", p{9, 10, 9}, func(l, r int) int { return l / r }, byZero, true},
		{"MOD %", p{9, 10, 9}, func(l, r int) int { return l % r }, byZero, true},
		{"SHL <<", p{9, 8, 9}, func(l, r int) int { return l << r }, tooFar, false},
		{"SHR >>", p{9, 8, 9}, func(l, r int) int { return l >> r }, tooFar, true},
	})
	return prefix, binary
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
func isWordOperator(key string) bool {
	return binaryOperators[key] != nil || prefixOperators[key] != nil
}

// wrap brings a result back to −32768…65535.
func wrap(v int) int {
	if v > 0xFFFF || v < -0x8000 {
		return v & 0xFFFF // the same 16 bits without a sign
	}
	return v
}

// exprParser reads the tokens i…limit of the current line. It reports a mistake at once, and the result
// is then nil.
type exprParser struct {
	*parser
	i, limit  int
	reading   int // whose precedence it is
	parts     int // values, signs and brackets
	operators int
}

// expr reads tokens[from:to] as one expression; nil if it is wrong.
func (p *parser) expr(from, to int) *expr {
	e := exprParser{parser: p, i: from, limit: to}
	x := e.binary(0)
	if x != nil && e.i < to {
		return e.unexpected()
	}
	for reading := readHere + 1; x != nil && e.operators > 0 && reading < readings; reading++ {
		other := exprParser{parser: p, i: from, limit: to, reading: reading}
		if y := other.binary(0); !x.sameAs(y) || reading == readPasmo && x.isSigned() {
			x.others[reading] = y
		}
	}
	return x
}

// isSigned reports whether the value of an expression depends on the signs in it.
func (x *expr) isSigned() bool {
	return x != nil && x.op != nil && (x.op.signed || x.left.isSigned() || x.right.isSigned())
}

// sameAs reports whether two readings of a text apply the same operators in the same order.
func (x *expr) sameAs(y *expr) bool {
	if x == nil || y == nil || x.op != y.op {
		return x == y
	}
	return x.op == nil || x.left.sameAs(y.left) && x.right.sameAs(y.right)
}

func (e *exprParser) unexpected() *expr {
	t, hint := e.tokens[e.i], ""
	if t.text == ":" {
		hint = " (there is one statement to a line)"
	}
	return e.fail(t.span, "%q is not expected after a complete value%s", t.text, hint)
}

func (e *exprParser) fail(at span, format string, args ...any) *expr {
	e.parser.fail(at, format, args...)
	return nil
}

// binary reads a value and the operators that are tighter than a precedence.
func (e *exprParser) binary(above int) *expr {
	left := e.unary()
	for left != nil && e.i < e.limit {
		op := binaryOperators[e.tokens[e.i].key]
		if op == nil || op.precedence[e.reading] <= above {
			break
		}
		e.i++
		e.operators++
		right := e.binary(op.precedence[e.reading])
		if right == nil {
			return nil
		}
		left = &expr{op: op, left: left, right: right, span: span{left.pos, right.end},
			unsigned: e.reading == readPasmo}
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
		text := e.contents(t)
		if len(text) != 1 {
			return e.fail(t.span, "only a string of one character can be a number")
		}
		return &expr{value: int(text[0]), span: t.span}
	}
	if op := prefixOperators[t.key]; op != nil && !e.isHalfName(t) {
		return e.prefix(op, t)
	}
	if t.key == "(" {
		return e.bracket(t)
	}
	if t.kind != tokName {
		return e.fail(t.span, "%q is not a value", t.text)
	}
	if e.dialect == Zilog && isRegister(t.key) {
		return e.fail(t.span, "%s is a register, a value is wanted here", t.text)
	}
	symbol := e.symbols.mention(t.text)
	symbol.used = symbol.used || !e.symbols.tried
	if symbol.kind == variable { // its value so far
		return &expr{value: symbol.value, span: t.span}
	}
	return &expr{symbol: symbol, span: t.span}
}

// isHalfName reports whether HIGH or LOW, before token i, is a name of the program and not an operator.
func (e *exprParser) isHalfName(t token) bool {
	if t.key != "HIGH" && t.key != "LOW" {
		return false
	}
	symbol := e.symbols.byKey[t.key]
	if e.dialect == TDL || symbol != nil && symbol.kind != undefined || e.i >= e.limit {
		return true
	}
	next := e.tokens[e.i]
	return next.kind == tokMark && next.key != "(" && prefixOperators[next.key] == nil
}

// bracket parses an expression in parentheses, after the opening one.
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
	e.operators++
	x := e.binary(op.precedence[e.reading])
	if x == nil {
		return nil
	}
	return &expr{op: op, right: x, span: span{t.pos, x.end}, unsigned: e.reading == readPasmo}
}

// problem is the reason why an expression has no value.
type problem struct {
	mistake
	line   int     // the line, if not the one where the evaluation began; else −1
	symbol *symbol // the symbol that is not defined; there is no message then
	silent bool    // reported before
}

// eval returns the value of an expression as far as symbols are known now. depth is the number of
// equates whose evaluation has led to this one.
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
	if x.unsigned {
		left, right = int(uint16(left)), int(uint16(right))
	}
	if x.op.refuse != nil {
		if message := x.op.refuse(right); message != "" {
			return 0, &problem{mistake: mistake{x.span, message}, line: -1}
		}
	}
	return wrap(x.op.apply(left, right)), nil
}

// compareReadings warns about an expression that has another value in other assemblers.
func (a *assembler) compareReadings(line int, x *expr, value int) {
	for reading, other := range x.others {
		if other == nil {
			continue
		}
		their, p := a.symbols.eval(other, 0)
		if p != nil || uint16(their) != uint16(value) {
			says := "is an error"
			if p == nil {
				says = fmt.Sprintf("is %d", their)
			}
			a.warnAt(line, "%s is %d here, and %s %s; brackets make it clear",
				printable(a.lines[line].Text[x.pos:x.end]), value, says, readers[reading])
			return
		}
	}
}

// valueOf returns the value of symbol s, which is used at the span at.
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
		// The equate's own mistake is reported when all names are known; here the equate only has no
		// value yet.
		p.symbol, p.message, p.silent = inner.symbol, inner.message, inner.silent
		return 0, p
	}
	s.wrong = true // reported where it was first used
	if inner.line < 0 {
		inner.line = s.line
	}
	return 0, inner
}
