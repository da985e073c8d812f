package asm

import (
	"fmt"
	"io/fs"
	"iter"
	"path"
	"strings"
)

// Reading, the way of the lines to the first stage: the source goes in; its lines come out, with
// those of files and macros where they are used. What IF leaves out and what belongs to the
// definition of a macro comes out too, and is taken away by skipped and collect.

// reader is where the assembler is in its source.
type reader struct {
	frames     []*frame
	conditions []condition
	collecting *macro            // whose body is being read
	included   map[string]string // files by name
	textSize   int
	stopped    bool
}

// frame is a file or a macro being read.
type frame struct {
	file       string
	rest       string // of a file
	number     int    // of the last line read
	macro      *macro
	args       []string
	caller     int // line of the call, plus 1; 0 in the source and its files
	conditions int // open IFs outside
}

// condition is an open IF.
type condition struct {
	line     int
	active   bool // its lines are assembled now
	done     bool // no later branch can be active
	sawElse  bool
	readable bool // the lines around it are assembled
}

// read gives all lines, and notes each as the line at hand.
func (a *assembler) read(source string) iter.Seq[string] {
	a.frames = []*frame{{file: a.name, rest: source}}
	a.lines = make([]Line, 0, strings.Count(source, "\n")*3/2) // some more for macros
	return func(yield func(string) bool) {
		for len(a.frames) > 0 && !a.full() && !a.stopped {
			if f := a.frames[len(a.frames)-1]; f.ended() {
				a.leave(f)
			} else if text, ok := a.next(f); ok && !yield(text) {
				return
			}
		}
	}
}

func (f *frame) ended() bool {
	if f.macro != nil {
		return f.number >= len(f.macro.body)
	}
	return f.rest == ""
}

// next reads a line; not ok if it is not to be assembled.
func (a *assembler) next(f *frame) (text string, ok bool) {
	f.number++
	number := f.number
	if f.macro != nil {
		body := f.macro.body[f.number-1]
		number = body.number
		text = a.expand(f.macro, body.text, f.args)
	} else {
		text, f.rest, _ = strings.Cut(f.rest, "\n")
	}
	a.current = len(a.lines)
	a.lines = append(a.lines, Line{
		Address: uint16(a.here), File: f.file, Number: number, Text: text, caller: f.caller,
	})
	a.count(len(text) + lineCost)
	return text, !a.stopped
}

// count adds bytes to those of the source.
func (a *assembler) count(n int) {
	if a.textSize += n; a.textSize > maxText && !a.stopped {
		a.fail(span{}, "the source is too large: with all macros and files, and what they "+
			"assemble to, at most %d MiB", maxText>>20)
		a.stopped = true
	}
}

// leave ends a macro or file.
func (a *assembler) leave(f *frame) {
	a.frames = a.frames[:len(a.frames)-1]
	for len(a.conditions) > f.conditions {
		a.failAt(a.conditions[len(a.conditions)-1].line, span{}, "IF without its ENDIF")
		a.conditions = a.conditions[:len(a.conditions)-1]
	}
	if m := a.collecting; m != nil && len(a.frames) < m.frames {
		message := "MACRO %s without its ENDM"
		if a.dialect == TDL {
			message = "the body of macro %s has no closing ]"
		}
		a.failAt(m.line, m.at, message, m.name)
		a.collecting = nil
	}
}

// enter begins a macro or file that a statement asks for.
func (a *assembler) enter(f frame, by token) {
	if len(a.frames) >= maxDepth {
		a.fail(by.span, "macros and files are nested more than %d deep: does %s use itself?",
			maxDepth, printable(by.text))
		return
	}
	f.conditions = len(a.conditions)
	a.frames = append(a.frames, &f)
}

// end stops the file at hand, and the macros in which END stands.
func (a *assembler) end() {
	for i := len(a.frames) - 1; ; i-- {
		f := a.frames[i]
		if f.macro == nil {
			a.warnOfRest(f)
			f.rest = ""
			return
		}
		f.number = len(f.macro.body)
	}
}

// warnOfRest counts what stands behind END in a file, but for comments.
func (a *assembler) warnOfRest(f *frame) {
	first, count, number := 0, 0, f.number
	for line := range strings.Lines(f.rest) {
		number++
		if line = strings.TrimSpace(line); line == "" || line[0] == ';' {
			continue
		}
		if count++; first == 0 {
			first = number
		}
	}
	if count > 0 {
		a.warnings = append(a.warnings, &Error{File: f.file, Line: f.number, Message: fmt.Sprintf(
			"lines of text after this END that are left out: %d, from line %d on; "+
				"if they belong to the program, take the END away",
			count, first)})
	}
}

// include lets the lines of a file follow.
func (a *assembler) include(s *statement) {
	if s.name.text == "" {
		return
	}
	if a.options.FS == nil {
		a.fail(s.name.span, "no files can be included here")
		return
	}
	name := path.Clean(s.name.text)
	text, ok := a.included[name]
	if !ok {
		content, err := fs.ReadFile(a.options.FS, name)
		if err != nil {
			a.fail(s.name.span, "cannot include %s: %v", printable(name), err)
			return
		}
		text = Text(content)
		a.included[name] = text
	}
	a.enter(frame{file: name, rest: text}, s.head)
}

// branch obeys ELSE or ENDIF.
func (a *assembler) branch(d directive, t token) {
	if len(a.conditions) == a.frames[len(a.frames)-1].conditions {
		a.fail(t.span, "%s without its IF", t.text)
		return
	}
	c := &a.conditions[len(a.conditions)-1]
	switch {
	case d == dEndIf:
		a.conditions = a.conditions[:len(a.conditions)-1]
	case c.sawElse:
		a.fail(t.span, "a second ELSE for the same IF")
	default:
		c.sawElse = true
		c.active = c.readable && !c.done
		c.done = true
	}
}

// skipped takes the line at hand if an IF leaves it out; false if it does not.
func (a *assembler) skipped() bool {
	if len(a.conditions) == 0 || a.conditions[len(a.conditions)-1].active {
		return false
	}
	i := 0
	for a.isName(i) && a.is(i+1, ":") {
		i += 2
	}
	if i == 0 && a.labelsColumn1() && !a.isOperation(0) {
		i = 1
	}
	switch op, _ := a.operation(i); op.directive {
	case dIf:
		a.conditions = append(a.conditions, condition{line: a.current, done: true})
	case dElse, dEndIf:
		a.branch(op.directive, a.tokens[i])
	}
	return true
}
