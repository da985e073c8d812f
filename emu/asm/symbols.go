package asm

import "strings"

type symbolKind uint8

const (
	undefined symbolKind = iota
	label
	equate
	variable // DEFL
)

type symbol struct {
	name  string // as spelled at its definition
	kind  symbolKind
	known bool // value is set
	wrong bool // its definition was reported as an error
	busy  bool // it is being evaluated
	used  bool // an expression mentions it
	value int
	expr  *expr // of an equate
	line  int   // where it is defined
}

// symbolTable holds all names of a program. It looks them up without regard to case.
type symbolTable struct {
	byKey    map[string]*symbol
	defined  []*symbol // in the order of their definition
	complete bool      // all lines are read: a name that is not defined now never will be
	tried    bool      // the line is only tried, see isStatement: its names are not used by it
}

// mention returns the symbol of a name. At the first mention of the name it makes the symbol.
func (t *symbolTable) mention(name string) *symbol {
	key := strings.ToUpper(name)
	s := t.byKey[key]
	if s == nil {
		s = &symbol{name: name}
		t.byKey[key] = s
	}
	return s
}

// define makes a name a label, an equate or a variable, and returns its symbol. If the name cannot be
// defined, it reports the error and returns nil.
func (a *assembler) define(t token, kind symbolKind) *symbol {
	if a.dialect == Zilog && isRegister(t.key) {
		a.fail(t.span, "%s is the name of a register and cannot be defined", t.text)
		return nil
	}
	// EQ, NE, LT, LE, GT, GE, HIGH and LOW are operators, but a program may define them as names.
	isName := t.key == "HIGH" || t.key == "LOW" || len(t.key) == 2 && t.key != "OR"
	if isWordOperator(t.key) && !isName {
		a.fail(t.span, "%s is an operator and cannot be defined", t.text)
		return nil
	}
	if line, ok := a.halves[t.key]; ok {
		used := &a.lines[line]
		a.fail(t.span, "%s was taken for the register %s at %s:%d and cannot be defined after that",
			t.text, otherHalves[t.key], used.File, used.Number)
		return nil
	}
	s := a.symbols.mention(t.text)
	switch {
	case kind == variable && s.kind == variable:
		return s
	case kind == variable && s.kind == undefined && s.used:
		s.wrong = true
		a.fail(t.span, "%s is used before this, its first value", t.text)
		return nil
	case s.kind != undefined:
		first := &a.lines[s.line]
		a.fail(t.span, "%s is already defined at %s:%d", t.text, first.File, first.Number)
		return nil
	}
	s.name, s.kind, s.line = t.text, kind, a.current
	a.symbols.defined = append(a.symbols.defined, s)
	return s
}
