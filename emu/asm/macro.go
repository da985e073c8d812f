package asm

import (
	"bytes"
	"strings"
)

// Macros: their bodies are kept as text; a call reads that text with the arguments in place of the parameters.

type macro struct {
	name   string
	params []string
	body   []bodyLine
	file   string

	// While the body is read:
	line     int32 // of the definition
	pos, end int32
	frames   int // nesting where it began; the body must end there
	depth    int // MACROs (Zilog) or square brackets (TDL) open
	unusable bool
}

type bodyLine struct {
	text   string
	number int
}

// startMacro begins a definition; without a usable name its body is read all the same.
func (a *assembler) startMacro(name token) *macro {
	m := &macro{
		name: a.text(name), file: a.file, line: a.current(), pos: name.pos, end: name.end, frames: len(a.frames),
	}
	if name.kind != tokName {
		a.fail(name.pos, name.end, "%s cannot be the name of a macro", printable(a.text(name)))
		m.unusable = true
	} else if old := a.macro(m.name); old != nil {
		first := &a.lines[old.line]
		a.fail(name.pos, name.end, "macro %s is already defined at %s:%d", m.name, first.File, first.Number)
		m.unusable = true
	}
	a.collecting = m
	return m
}

// finishMacro makes the macro known.
func (a *assembler) finishMacro() {
	m := a.collecting
	a.collecting = nil
	if m.unusable {
		return
	}
	if a.macros == nil {
		a.macros = map[string]*macro{}
	}
	a.macros[strings.ToUpper(m.name)] = m
}

// beginZilogMacro reads NAME MACRO a,b; j is the token MACRO.
func (a *assembler) beginZilogMacro(name token, j int) {
	m := a.startMacro(name)
	m.depth = 1
	if !a.scanned() {
		return
	}
	for i := j + 1; i < len(a.tokens); i += 2 {
		t := a.tokens[i]
		if t.kind != tokName {
			a.fail(t.pos, t.end, "the parameters of a macro are names with commas between, not %s", printable(a.text(t)))
			return
		}
		m.params = append(m.params, a.text(t))
		if i+1 < len(a.tokens) && a.tokens[i+1].mark != ',' {
			t := a.tokens[i+1]
			a.fail(t.pos, t.end, "a comma is wanted between the parameters of a macro, not %s", printable(a.text(t)))
			return
		}
	}
}

// collectZilog takes a line of a body, up to ENDM.
func (a *assembler) collectZilog(text string) {
	m := a.collecting
	for i := 0; i < len(a.tokens) && i < 3; i++ {
		if a.tokens[i].kind != tokName {
			continue
		}
		op, _ := a.operation(a.text(a.tokens[i]))
		switch {
		case op.directive == dMacro:
			m.depth++
		case op.directive == dEndMacro && (i == 0 || a.tokens[i-1].mark == ':'):
			if m.depth--; m.depth == 0 {
				a.finishMacro()
				return
			}
		default:
			continue
		}
		break
	}
	m.body = append(m.body, bodyLine{text, a.line().Number})
}

// beginTDLMacro reads .DEFINE NAME[ARG,ARG]= and what follows of the body; i is the token .DEFINE.
func (a *assembler) beginTDLMacro(i int) {
	t := a.tokens[i]
	i++
	if i == len(a.tokens) {
		a.fail(t.pos, t.end, ".DEFINE needs a name: .DEFINE NAME[ARG,ARG]=[body]")
		return
	}
	m := a.startMacro(a.tokens[i])
	at := a.tokens[i].end
	i++
	if i < len(a.tokens) && a.tokens[i].mark == '[' {
		for i++; i < len(a.tokens) && a.tokens[i].kind == tokName; i++ {
			m.params = append(m.params, a.text(a.tokens[i]))
			if i+1 < len(a.tokens) && a.tokens[i+1].mark == ',' {
				i++
			}
		}
		// A ) is a misprint for ] that listings have.
		if i == len(a.tokens) || a.tokens[i].mark != ']' && a.tokens[i].mark != ')' {
			pos, end := at, a.comment
			if i < len(a.tokens) {
				pos, end = a.tokens[i].pos, a.tokens[i].end
			}
			a.fail(pos, end, "the parameters of a macro are names with commas between, in square brackets")
			a.collecting = nil
			return
		}
		at = a.tokens[i].end
		i++
	}
	if i == len(a.tokens) || a.tokens[i].mark != '=' {
		pos, end := at, at
		if i < len(a.tokens) {
			pos, end = a.tokens[i].pos, a.tokens[i].end
		}
		a.fail(pos, end, "an = is missing: .DEFINE NAME[ARG,ARG]=[body]")
		a.collecting = nil
		return
	}
	a.collectTDL(a.source, int(a.tokens[i].end))
}

// collectTDL takes the text of a line from the given byte on, up to the ] that closes the body. A ) without its ( counts
// as ]: listings have that misprint.
func (a *assembler) collectTDL(text string, from int) {
	m := a.collecting
	round := 0 // brackets open in this line
	start := from
	for i := from; i < len(text); i++ {
		c := text[i]
		if m.depth == 0 && c != '[' && c != ';' {
			if charClass[c]&isSpace == 0 {
				a.fail(int32(i), int32(i+1), "the body of macro %s must begin with [", m.name)
				a.collecting = nil
				return
			}
			continue
		}
		switch c {
		case ';':
			if m.depth > 0 {
				m.take(text[start:i], a.line().Number)
			}
			return
		case '"', '\'':
			if closing := strings.IndexByte(text[i+1:], c); closing >= 0 {
				i += closing + 1
			}
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
			m.take(text[start:i], a.line().Number)
			rest, _, _ := strings.Cut(text[i+1:], ";")
			if rest = strings.TrimSpace(rest); rest != "" {
				a.fail(int32(i+1), int32(len(text)), "%s is left over after the body of macro %s", printable(rest), m.name)
			}
			a.finishMacro()
			return
		}
	}
	if m.depth > 0 {
		m.take(text[start:], a.line().Number)
	}
}

func (m *macro) take(text string, number int) {
	if strings.TrimSpace(text) != "" {
		m.body = append(m.body, bodyLine{text, number})
	}
}

// call reads the arguments after the name and lets the body follow.
func (a *assembler) call(m *macro, name token) {
	text := a.source[name.end:a.comment]
	var args []string
	if strings.TrimSpace(text) != "" {
		depth, start := 0, 0
		for i := 0; i < len(text); i++ {
			switch c := text[i]; c {
			case '"', '\'':
				if closing := strings.IndexByte(text[i+1:], c); closing >= 0 {
					i += closing + 1
				}
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
		args = append(args, strings.TrimSpace(text[start:]))
	}
	if len(args) > len(m.params) {
		a.fail(name.end, a.comment, "macro %s takes %d arguments, not %d", m.name, len(m.params), len(args))
		return
	}
	a.enter(frame{file: m.file, macro: m, args: args, caller: a.current() + 1}, name)
}

// expand puts the arguments in place of the parameters in a line of the body, outside strings and comments.
func (m *macro) expand(a *assembler, text string, args []string) (string, bool) {
	if len(m.params) == 0 {
		return text, true
	}
	a.scan(text)
	var b bytes.Buffer
	done := int32(0)
	for _, t := range a.tokens {
		if t.kind != tokName {
			continue
		}
		for i, p := range m.params {
			if !strings.EqualFold(p, a.text(t)) {
				continue
			}
			b.WriteString(text[done:t.pos])
			if i < len(args) {
				b.WriteString(args[i])
			}
			done = t.end
			break
		}
		if b.Len() > maxExpanded {
			return text, false
		}
	}
	if done == 0 {
		return text, true
	}
	b.WriteString(text[done:])
	if b.Len() > maxExpanded {
		return text, false
	}
	return b.String(), true
}
