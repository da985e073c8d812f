package asm

import (
	"fmt"
	"strings"
)

// Moving a listing to another load address without changing it; see Options.Load for the rules.

const pageSize = 0x100

// origin is an ORG or .LOC that was read.
type origin struct {
	line    int
	expr    *expr
	written int // its value before it is moved
	placed  int // bytes laid out before it
}

// plan tells how the second run of a moved program differs from the first. Nil changes nothing.
type plan struct {
	delta   int
	equate  *symbol // of the first run: takes its value plus delta; nil: the origins move
	origins []origin
}

// newPlan decides from a run without errors how its program gets to the load address.
func newPlan(a *assembler, load uint16) *plan {
	p := &plan{equate: a.baseEquate(), origins: a.origins}
	base := a.low &^ (pageSize - 1)
	if p.equate != nil {
		base = min(base, p.equate.value)
	}
	p.delta = int(load) - base
	return p
}

// bytesBehind counts what was laid out between the i-th ORG and the next.
func (l *layout) bytesBehind(i int) int {
	if i+1 < len(l.origins) {
		return l.origins[i+1].placed - l.origins[i].placed
	}
	return l.placed - l.origins[i].placed
}

// baseEquate finds the equate that gives the place of the first bytes, or nil.
func (a *assembler) baseEquate() *symbol {
	for i, o := range a.origins {
		if o.placed > 0 {
			return nil // something stands before any ORG
		}
		if a.bytesBehind(i) > 0 {
			return constantIn(o.expr, map[*symbol]bool{})
		}
	}
	return nil
}

// constantIn finds the first equate, in reading order, that the expression depends on and that is a
// mere number. Equates already seen are skipped.
func constantIn(x *expr, seen map[*symbol]bool) *symbol {
	if x == nil {
		return nil
	}
	if s := x.symbol; s != nil {
		if s.kind != equate || seen[s] {
			return nil
		}
		seen[s] = true
		if restsOnNothing(s.expr) {
			return s
		}
		return constantIn(s.expr, seen)
	}
	if s := constantIn(x.left, seen); s != nil {
		return s
	}
	return constantIn(x.right, seen)
}

func restsOnNothing(x *expr) bool {
	return x == nil ||
		!x.here && x.symbol == nil && restsOnNothing(x.left) && restsOnNothing(x.right)
}

// start tells where bytes before any ORG go.
func (p *plan) start() int {
	if p == nil || p.equate != nil {
		return 0
	}
	return p.delta
}

// override gives the new value of the equate that moves the program.
func (p *plan) override(s *symbol) (int, bool) {
	if p == nil || p.equate == nil || !strings.EqualFold(p.equate.name, s.name) {
		return 0, false
	}
	return wrap(p.equate.value + p.delta), true
}

// place tells where the i-th ORG, whose expression now has this value, puts what follows.
func (p *plan) place(i int, value int) (int, bool) {
	if p == nil || p.equate != nil {
		return value, true
	}
	if i >= len(p.origins) {
		return value, false
	}
	switch p.origins[i].written {
	case value: // a number: it moves
		value += p.delta
		return value, value >= 0 && value < addressSpace
	case value - p.delta: // it moved by itself, being counted from $ or a label
		return value, true
	}
	return value, false
}

// check finds what stayed below the load address because it does not depend on the equate.
func (p *plan) check(a *assembler, load uint16) {
	for i, o := range a.origins {
		if p.equate != nil && a.bytesBehind(i) > 0 && o.written < int(load) {
			reason := fmt.Sprintf("it does not depend on %s, with which the program is moved",
				p.equate.name)
			if i < len(p.origins) && p.origins[i].written != o.written {
				reason = "it would run past 0FFFFH"
			}
			a.failAt(o.line, o.expr.span, "this part cannot move to load address %s: %s",
				hexWord(int(load)), reason)
		}
	}
}
