package asm

import (
	"fmt"
	"slices"
	"strings"
)

// Macros: their bodies are stored as text; a call reads that text with the arguments in place of the
// parameters.

type macro struct {
	name   string
	params []string
	body   []bodyLine
	file   string

	// While the body is read:
	at       span // of the name
	line     int  // of the definition
	frames   int  // nesting where it began; the body must end there
	depth    int  // MACROs (Zilog) or square brackets (TDL) open
	unusable bool
	times    int // how often REPT assembles it at once; 0 for a macro that is called
}

type bodyLine struct {
	text   string
	number int
}

// zilogParameters reads a,b from token i on.
func (p *parser) zilogParameters(i int) (names []string) {
	for n, t := range p.tokens[i:] {
		switch name := n%2 == 0; {
		case name && t.kind == tokName:
			names = append(names, t.text)
		case name || t.key != ",":
			p.fail(t.span, "the parameters of a macro are names with commas between, not %s",
				printable(t.text))
			return names
		}
	}
	return names
}

// tdlMacro reads .DEFINE NAME[ARG,ARG]= up to where the body begins; i is the token .DEFINE.
func (p *parser) tdlMacro(s *statement, i int) {
	i++
	if i == len(p.tokens) {
		p.fail(s.head.span, ".DEFINE needs a name: .DEFINE NAME[ARG,ARG]=[body]")
		s.directive = dNone
		return
	}
	s.name = p.tokens[i]
	end := s.name.end
	i++
	if p.is(i, "[") {
		for i++; p.isName(i); i++ {
			s.words = append(s.words, p.tokens[i].text)
			if p.is(i+1, ",") {
				i++
			}
		}
		if !p.is(i, "]") && !p.is(i, ")") { // listings have ) as a misprint for ]
			p.fail(p.spanOf(i, span{end, p.comment}),
				"the parameters of a macro are names with commas between, in square brackets")
			return
		}
		end = p.tokens[i].end
		i++
	}
	if !p.is(i, "=") {
		p.fail(p.spanOf(i, span{end, end}), "an = is missing: .DEFINE NAME[ARG,ARG]=[body]")
		return
	}
	s.body = p.tokens[i].end
}

// spanOf returns the span of token i, or otherwise if there is no such token.
func (p *parser) spanOf(i int, otherwise span) span {
	if i < len(p.tokens) {
		return p.tokens[i].span
	}
	return otherwise
}

// arguments reads the arguments after the name of a macro.
func (p *parser) arguments(s *statement, m *macro) {
	args := cutArguments(p.source[s.head.end:p.comment])
	if len(args) > len(m.params) {
		p.fail(span{s.head.end, p.comment}, "macro %s takes %d arguments, not %d",
			m.name, len(m.params), len(args))
		return
	}
	s.directive, s.macro, s.words = dCall, m, args
}

// cutArguments splits a text at commas outside strings and brackets.
func cutArguments(text string) (args []string) {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	depth, start := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"', '\'':
			i = stringEnd(text, i)
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth == 0 {
				args = append(args, strings.TrimSpace(text[start:i]))
				start = i + 1
			}
		}
	}
	return append(args, strings.TrimSpace(text[start:]))
}

// stringEnd returns the index of the quote that closes the one at i; i itself if there is none.
func stringEnd(text string, i int) int {
	return i + 1 + strings.IndexByte(text[i+1:], text[i])
}

// call makes the lines of a macro the next ones to be read.
func (a *assembler) call(m *macro, args []string, by token) {
	f := frame{file: m.file, macro: m, params: slices.Clip(m.params), caller: a.current + 1}
	f.args = append(f.args, args...)
	for len(f.args) < len(f.params) {
		f.args = append(f.args, "")
	}
	a.enter(f, by)
}

// local gives names of a macro a different meaning in each of its calls.
func (a *assembler) local(s *statement) {
	f := a.frames[len(a.frames)-1]
	if f.macro == nil {
		a.fail(s.head.span, "%s stands outside a macro", s.head.text)
		return
	}
	for _, name := range s.words {
		a.locals++
		f.params = append(f.params, name)
		f.args = append(f.args, fmt.Sprintf("%s@%d", name, a.locals))
	}
}

// startRepeat begins the lines that REPT repeats.
func (a *assembler) startRepeat(s *statement) {
	times, ok := a.now(s.operands[0], s.head.text)
	if ok && times < 0 {
		a.fail(s.operands[0].span, "%d times is less than none", times)
	}
	a.collecting = &macro{
		name: s.head.text, file: a.lines[a.current].File, line: a.current, at: s.head.span,
		frames: len(a.frames), depth: 1, unusable: !ok || times <= 0, times: max(times, 1),
	}
}

// startMacro begins a definition. If its name is not usable, the body is read all the same.
func (a *assembler) startMacro(s *statement) {
	m := &macro{
		name: s.name.text, params: s.words, file: a.lines[a.current].File,
		line: a.current, at: s.name.span, frames: len(a.frames),
	}
	if s.name.kind != tokName {
		a.fail(s.name.span, "%s cannot be the name of a macro", printable(m.name))
		m.unusable = true
	} else if old := a.macros[s.name.key]; old != nil {
		first := &a.lines[old.line]
		a.fail(s.name.span, "macro %s is already defined at %s:%d",
			m.name, first.File, first.Number)
		m.unusable = true
	}
	switch {
	case s.directive == dMacro:
		m.depth = 1
		a.collecting = m
	case s.body > 0:
		a.collecting = m
		a.collectTDL(s.body)
	}
}

// finishMacro makes the macro known.
func (a *assembler) finishMacro() {
	m := a.collecting
	a.collecting = nil
	switch {
	case m.unusable:
	case m.times == 0:
		a.macros[strings.ToUpper(m.name)] = m
	default:
		once := m.body
		for range m.times - 1 {
			if len(m.body) > maxText/lineCost {
				break // too large, which is reported later
			}
			m.body = append(m.body, once...)
		}
		a.call(m, nil, token{text: m.name, span: m.at})
	}
}

// collect takes the current line for the body of the macro that is being defined. It returns false if
// there is none.
func (a *assembler) collect() bool {
	switch {
	case a.collecting == nil:
		return false
	case a.dialect == TDL:
		a.collectTDL(0)
	default:
		a.collectZilog()
	}
	return true
}

// collectZilog takes a line of a body, up to ENDM.
func (a *assembler) collectZilog() {
	m := a.collecting
	for i := range 3 { // a label may come first
		op, _ := a.operation(i)
		if op.directive == dMacro || op.directive == dRepeat {
			m.depth++
			break
		}
		if op.directive == dEndMacro && (i == 0 || a.is(i-1, ":")) {
			a.nothingAfter(i)
			if m.depth--; m.depth == 0 {
				a.finishMacro()
				return
			}
			break
		}
	}
	m.body = append(m.body, bodyLine{a.source, a.lines[a.current].Number})
}

// collectTDL takes the text of a line from the given byte on, up to the ] that closes the body. A )
// without its ( counts as ]: listings have that misprint.
func (a *assembler) collectTDL(from int) {
	m, text, number := a.collecting, a.source, a.lines[a.current].Number
	round := 0 // brackets open in this line
	start := from
	for i := from; i < len(text); i++ {
		c := text[i]
		if m.depth == 0 && c != '[' && c != ';' {
			if charClass[c]&isSpace == 0 {
				a.fail(span{i, i + 1}, "the body of macro %s must begin with [", m.name)
				a.collecting = nil
				return
			}
			continue
		}
		switch c {
		case ';':
			if m.depth > 0 {
				m.take(text[start:i], number)
			}
			return
		case '"', '\'':
			i = stringEnd(text, i)
		case '(':
			round++
		case '[':
			if m.depth++; m.depth == 1 {
				start = i + 1
			}
		case ')', ']':
			if c == ')' && round > 0 {
				round--
				continue
			}
			if m.depth--; m.depth > 0 {
				continue
			}
			m.take(text[start:i], number)
			rest, _, _ := strings.Cut(text[i+1:], ";")
			if rest = strings.TrimSpace(rest); rest != "" {
				a.fail(span{i + 1, len(text)}, "%s is left over after the body of macro %s",
					printable(rest), m.name)
			}
			a.finishMacro()
			return
		}
	}
	if m.depth > 0 {
		m.take(text[start:], number)
	}
}

func (m *macro) take(text string, number int) {
	if strings.TrimSpace(text) != "" {
		m.body = append(m.body, bodyLine{text, number})
	}
}

// expand replaces the parameters in a line of the body by the arguments, outside strings and comments,
// as long as the limit for text is not reached.
func (a *assembler) expand(f *frame, text string) string {
	if len(f.params) == 0 {
		return text
	}
	a.scan(text)
	if op, _ := a.operation(0); op.directive == dLocal {
		return text
	}
	var b strings.Builder
	done := 0
	for _, t := range a.tokens {
		if t.kind != tokName {
			continue
		}
		for i, param := range f.params {
			if !strings.EqualFold(param, t.text) {
				continue
			}
			b.WriteString(text[done:t.pos])
			b.WriteString(f.args[i])
			done = t.end
			break
		}
		if b.Len() > maxText {
			break
		}
	}
	if done == 0 {
		return text
	}
	b.WriteString(text[done:])
	return b.String()
}
