package asm

import "fmt"

// Expressions: parsed when their line is read, evaluated when the value is needed.
//
// Precedence is that of Intel's and Microsoft's assemblers of the time (and of pasmo), from loose to tight:
//
//	OR XOR | ^     AND &     NOT ~     EQ NE LT LE GT GE = != < <= > >=     + -     * / MOD SHL SHR << >>     unary + -
//
// Values are 16 bits with their sign remembered: −32768…65535, results beyond that wrap. So −1 and 0FFFFH are the same
// word, but only −1 fits a byte. A comparison that holds is −1, one that does not is 0.

// Operations of a node beyond the marks of the scanner.
const (
	opNumber = 1 // value
	opHere   = 2 // value: the address of the statement
	opSymbol = 3 // value: index in assembler.names
	opNegate = 4
	opMod    = '%'
)

const (
	maxDepth     = 64   // nested brackets
	maxNodes     = 1000 // operations and values in one expression
	maxEquations = 200  // equates that need each other, each used before its own line
)

// node is an operation; operands are indexes into assembler.nodes. There are many, so they hold no pointers.
type node struct {
	op          byte
	value       int32
	left, right int32
	pos, end    int32
}

// wrap brings a result back to −32768…65535.
func wrap(v int64) int32 {
	if v > 0xFFFF || v < -0x8000 {
		v = v & 0xFFFF // the same 16 bits without a sign
	}
	return int32(v)
}

// wordOperators are the operators in letters; precedence as above.
var wordOperators = map[string]struct {
	op         byte
	precedence int
}{
	"OR": {'|', 1}, "XOR": {'^', 1}, "AND": {'&', 2},
	"EQ": {'=', 4}, "NE": {markNotEqual, 4}, "LT": {'<', 4}, "LE": {markLessEqual, 4}, "GT": {'>', 4}, "GE": {markGreaterEqual, 4},
	"MOD": {opMod, 6}, "SHL": {markShiftLeft, 6}, "SHR": {markShiftRight, 6},
}

const (
	precedenceNot   = 3
	precedenceUnary = 7
)

func isWordOperator(word string) bool {
	if len(word) > 3 {
		return false
	}
	var buffer [4]byte
	key := fold(buffer[:], word)
	_, ok := wordOperators[string(key)]
	return ok || string(key) == "NOT"
}

// binaryOperator is the operator that t is after a value; precedence 0 if none.
func (a *assembler) binaryOperator(t token) (op byte, precedence int) {
	switch t.kind {
	case tokMark:
		switch t.mark {
		case '|', '^':
			return t.mark, 1
		case '&':
			return t.mark, 2
		case '=', markNotEqual, '<', markLessEqual, '>', markGreaterEqual:
			return t.mark, 4
		case '+', '-':
			return t.mark, 5
		case '*', '/', markShiftLeft, markShiftRight:
			return t.mark, 6
		}
	case tokName:
		if t.end-t.pos <= 3 {
			var buffer [4]byte
			w := wordOperators[string(fold(buffer[:], a.text(t)))]
			return w.op, w.precedence
		}
	}
	return 0, 0
}

// exprParser reads the tokens i…limit of the line at hand.
type exprParser struct {
	a        *assembler
	i, limit int
	depth    int
	nodes    int
	failed   bool
}

// noExpr is what a wrong expression gives: it was reported, and stays silent from then on.
const noExpr = int32(-1)

// parseExpr reads tokens[from:to] as one expression.
func (a *assembler) parseExpr(from, to int) int32 {
	p := exprParser{a: a, i: from, limit: to}
	n := p.binary(0)
	if !p.failed && p.i < p.limit {
		t := a.tokens[p.i]
		p.fail(t.pos, t.end, "%q is not expected after a complete value", a.text(t))
	}
	if p.failed {
		return noExpr
	}
	return n
}

func (p *exprParser) fail(pos, end int32, format string, args ...any) {
	if !p.failed {
		p.failed = true
		p.a.fail(pos, end, format, args...)
	}
}

func (p *exprParser) add(n node) int32 {
	p.nodes++
	if p.nodes > maxNodes {
		p.fail(n.pos, n.end, "the expression is longer than %d operations", maxNodes)
	}
	p.a.nodes = append(p.a.nodes, n)
	return int32(len(p.a.nodes) - 1)
}

func (p *exprParser) binary(above int) int32 {
	left := p.unary()
	for !p.failed && p.i < p.limit {
		op, precedence := p.a.binaryOperator(p.a.tokens[p.i])
		if precedence <= above {
			break
		}
		p.i++
		right := p.binary(precedence)
		if p.failed {
			break
		}
		left = p.add(node{op: op, left: left, right: right, pos: p.a.nodes[left].pos, end: p.a.nodes[right].end})
	}
	return left
}

func (p *exprParser) unary() int32 {
	if p.depth++; p.depth > maxDepth {
		at := p.a.tokens[min(p.i, p.limit-1)]
		p.fail(at.pos, at.end, "brackets and signs are nested more than %d deep", maxDepth)
	}
	n := noExpr
	if !p.failed {
		n = p.value()
	}
	p.depth--
	return n
}

func (p *exprParser) value() int32 {
	if p.i >= p.limit {
		pos := p.a.comment
		if p.i < len(p.a.tokens) {
			pos = p.a.tokens[p.i].pos
		} else if len(p.a.tokens) > 0 {
			pos = p.a.tokens[len(p.a.tokens)-1].end
		}
		p.fail(pos, pos, "a value is missing here")
		return noExpr
	}
	t := p.a.tokens[p.i]
	p.i++
	switch t.kind {
	case tokNumber:
		return p.add(node{op: opNumber, value: t.value, pos: t.pos, end: t.end})
	case tokHere:
		return p.add(node{op: opHere, value: p.a.location, pos: t.pos, end: t.end})
	case tokString:
		p.a.scratch = stringBytes(p.a.scratch[:0], p.a.text(t))
		if len(p.a.scratch) != 1 {
			p.fail(t.pos, t.end, "only a string of one character can be a number")
			return noExpr
		}
		return p.add(node{op: opNumber, value: int32(p.a.scratch[0]), pos: t.pos, end: t.end})
	case tokName:
		name := p.a.text(t)
		if len(name) == 3 {
			var buffer [4]byte
			if string(fold(buffer[:], name)) == "NOT" {
				return p.prefix('~', precedenceNot, t)
			}
		}
		if p.a.dialect == Zilog && isRegister(name) {
			p.fail(t.pos, t.end, "%s is a register, a value is wanted here", name)
			return noExpr
		}
		return p.add(node{op: opSymbol, value: p.a.symbol(name).index, pos: t.pos, end: t.end})
	}
	switch t.mark {
	case '-':
		return p.prefix(opNegate, precedenceUnary, t)
	case '+':
		return p.unary()
	case '~':
		return p.prefix('~', precedenceNot, t)
	case '(':
		if p.a.closing(p.i-1, p.limit) < 0 {
			p.fail(t.pos, t.end, "this ( has no )")
			return noExpr
		}
		n := p.binary(0)
		if p.failed {
			return noExpr
		}
		if mark := p.a.tokens[p.i]; mark.mark != ')' {
			p.fail(mark.pos, mark.end, "%q is not expected after a complete value", p.a.text(mark))
			return noExpr
		}
		end := p.a.tokens[p.i].end
		p.i++
		p.a.nodes[n].pos, p.a.nodes[n].end = t.pos, end
		return n
	}
	p.fail(t.pos, t.end, "%q is not a value", p.a.text(t))
	return noExpr
}

func (p *exprParser) prefix(op byte, precedence int, t token) int32 {
	n := p.binary(precedence)
	if p.failed {
		return noExpr
	}
	return p.add(node{op: op, left: n, pos: t.pos, end: p.a.nodes[n].end})
}

// problem is why an expression has no value.
type problem struct {
	node    int32 // where
	line    int32 // in which line, if not the one where the evaluation began; else −1
	symbol  *symbol
	message string
	silent  bool // reported before
}

// eval is the value of an expression as far as symbols are known now.
func (a *assembler) eval(n int32, depth int) (int32, *problem) {
	if n == noExpr {
		return 0, &problem{silent: true}
	}
	e := &a.nodes[n]
	switch e.op {
	case opNumber, opHere:
		return e.value, nil
	case opSymbol:
		return a.evalSymbol(n, a.names[e.value], depth)
	}
	left, p := a.eval(e.left, depth)
	if p != nil {
		return 0, p
	}
	l := int64(left)
	switch e.op {
	case opNegate:
		return wrap(-l), nil
	case '~':
		return wrap(^l), nil
	}
	right, p := a.eval(e.right, depth)
	if p != nil {
		return 0, p
	}
	r := int64(right)
	switch e.op {
	case '+':
		return wrap(l + r), nil
	case '-':
		return wrap(l - r), nil
	case '*':
		return wrap(l * r), nil
	case '/', opMod:
		if r == 0 {
			return 0, &problem{node: n, line: -1, message: "division by zero"}
		}
		if e.op == '/' {
			return wrap(l / r), nil
		}
		return wrap(l % r), nil
	case '&':
		return wrap(l & r), nil
	case '|':
		return wrap(l | r), nil
	case '^':
		return wrap(l ^ r), nil
	case markShiftLeft, markShiftRight:
		if r < 0 || r > 16 {
			return 0, &problem{node: n, line: -1, message: fmt.Sprintf("a shift by %d bits, 0…16 are possible", r)}
		}
		if e.op == markShiftLeft {
			return wrap(l << uint(r)), nil
		}
		return wrap(l >> uint(r)), nil
	case '=':
		return truth(l == r), nil
	case markNotEqual:
		return truth(l != r), nil
	case '<':
		return truth(l < r), nil
	case markLessEqual:
		return truth(l <= r), nil
	case '>':
		return truth(l > r), nil
	default: // markGreaterEqual
		return truth(l >= r), nil
	}
}

func truth(holds bool) int32 {
	if holds {
		return -1
	}
	return 0
}

func (a *assembler) evalSymbol(n int32, s *symbol, depth int) (int32, *problem) {
	switch {
	case s.known:
		return s.value, nil
	case s.wrong:
		return 0, &problem{silent: true}
	case s.kind == undefined:
		return 0, &problem{node: n, line: -1, symbol: s}
	case s.busy:
		return 0, &problem{node: n, line: -1, message: fmt.Sprintf("%s is defined in terms of itself", s.name)}
	case depth >= maxEquations:
		return 0, &problem{node: n, line: -1, message: fmt.Sprintf("%s needs more than %d other equates that follow it", s.name, maxEquations)}
	}
	s.busy = true
	v, p := a.eval(s.expr, depth+1)
	s.busy = false
	if p == nil {
		s.value, s.known = v, true
		return v, nil
	}
	if !a.final {
		// What is wrong with the equate is said when all names are known; here only that it has no value yet.
		return 0, &problem{node: n, line: -1, symbol: p.symbol, message: p.message, silent: p.silent}
	}
	s.wrong = true // whoever asked first reports it
	if p.line < 0 {
		p.line = s.line
	}
	return 0, p
}
