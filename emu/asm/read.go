package asm

import (
	"errors"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"
)

// Reading, before the first stage: a source goes in; its lines come out. The lines of an included file
// come out where it is included, those of a macro where it is called. Lines that an IF skips and lines
// that define a macro come out too: skipped and collect take them away.

// reader is where the assembler is in its source.
type reader struct {
	frames     []*frame
	conditions []condition
	collecting *macro            // the macro whose body is being read, or nil
	included   map[string]string // texts of files by name
	textSize   int               // bytes of source and of code so far; see maxText
	locals     int               // LOCAL names so far
	stopped    bool              // no more lines are read
}

// frame is a file or a macro being read.
type frame struct {
	file       string
	rest       string // the text of a file that is still to be read
	number     int    // of the last line read
	line       int    // index of that line in layout.lines
	macro      *macro
	params     []string // of the macro, and its LOCAL names
	args       []string
	caller     int // index of the line that called the macro, + 1; 0 in a file
	conditions int // how many IFs were open when it began
}

// condition is an open IF.
type condition struct {
	line     int
	active   bool // its lines are assembled now
	done     bool // no later branch can be active
	sawElse  bool
	readable bool // the IF itself stands among lines that are assembled
}

// read returns the lines of the source, of included files and of macros, one after the other. Each
// becomes the current line.
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

// next reads the next line of a frame and makes it the current line. ok is false if that line made the
// source too large.
func (a *assembler) next(f *frame) (text string, ok bool) {
	f.number++
	number := f.number
	if f.macro != nil {
		body := f.macro.body[f.number-1]
		number = body.number
		text = a.expand(f, body.text)
	} else {
		text, f.rest, _ = strings.Cut(f.rest, "\n")
	}
	a.current = len(a.lines)
	f.line = a.current
	if len(a.lines) == cap(a.lines) { // append grows in smaller steps, and copies all lines each time
		a.lines = slices.Grow(a.lines, max(16, len(a.lines)))
	}
	a.lines = append(a.lines, Line{
		Address: uint16(a.here), File: f.file, Number: number, Text: text, caller: f.caller,
	})
	a.count(len(text) + lineCost)
	return text, !a.stopped
}

// count adds to the size of source and code, and stops the assembler if that is too large.
func (a *assembler) count(n int) {
	if a.textSize += n; a.textSize > maxText && !a.stopped {
		a.fail(span{}, "the source is too large: with all macros and files, and what they "+
			"assemble to, at most %d MiB", maxText>>20)
		a.stopped = true
	}
}

// leave ends a macro or file. It reports the IFs and the macro definitions that are still open in it.
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

// enter makes a macro or file the one whose lines are read next; by is the token that asks for it.
func (a *assembler) enter(f frame, by token) {
	if len(a.frames) >= maxDepth {
		a.fail(by.span, "macros and files are nested more than %d deep: does %s use itself?",
			maxDepth, printable(by.text))
		return
	}
	f.conditions = len(a.conditions)
	a.frames = append(a.frames, &f)
}

// end obeys END: it ends the file, and the macros in which END stands. If more code follows in the file,
// several modules were put into one file; then the file goes on.
func (a *assembler) end() {
	for i := len(a.frames) - 1; ; i-- {
		f := a.frames[i]
		if f.macro == nil {
			if !a.goesOn(f) {
				f.rest = ""
			}
			return
		}
		f.number = len(f.macro.body)
	}
}

// goesOn reports whether the text after END in a file is code, and warns of any text there. It is code
// if at least half of its lines up to the next END are statements. Lines without anything but a comment
// do not count.
func (a *assembler) goesOn(f *frame) bool {
	first, count, lead, number := 0, 0, 0, f.number
	for line := range strings.Lines(f.rest) {
		number++
		if isBlank(line) {
			continue
		}
		if first == 0 {
			first = number
		}
		count++
		statement, directive := a.isStatement(strings.TrimRight(line, blanks+"\n"))
		if lead--; statement {
			lead += 2
		}
		if directive == dEnd {
			break
		}
	}
	switch {
	case count == 0:
		return false
	case lead >= 0:
		a.warnAt(f.line, "code follows this END, from line %d on; it is assembled too; if it does not "+
			"belong to the program, delete it", first)
		return true
	}
	count = 0
	for line := range strings.Lines(f.rest) {
		if !isBlank(line) {
			count++
		}
	}
	a.warnAt(f.line, "lines of text after this END that are left out: %d, from line %d on; "+
		"if they belong to the program, take the END away", count, first)
	a.leftOut = &a.warnings[len(a.warnings)-1]
	return false
}

// isBlank reports whether a line is empty or has nothing but a comment.
func isBlank(line string) bool {
	line = strings.TrimLeft(line, blanks+"\n")
	return line == "" || line[0] == ';'
}

// isStatement reports whether a line of text is a statement without mistakes, and which directive it
// has. It is only tried: errors, warnings and a change of the radix are taken back, and its names do
// not count as used.
func (a *assembler) isStatement(line string) (ok bool, d directive) {
	faults, warnings, radix := len(a.faults), len(a.warnings), a.radix
	a.symbols.tried = true
	a.scan(line)
	s := a.parse()
	a.symbols.tried = false
	ok = len(a.faults) == faults
	a.faults, a.warnings, a.radix = a.faults[:faults], a.warnings[:warnings], radix
	return ok, s.directive
}

// include makes the lines of a file the next ones to be read.
func (a *assembler) include(s *statement) {
	var text string
	if name, ok := a.find(s, func(name string) (err error) {
		text, err = a.file(name)
		return err
	}); ok {
		a.enter(frame{file: name, rest: text}, s.head)
	}
}

// includeBytes puts the bytes of a file into a statement.
func (a *assembler) includeBytes(s *statement) {
	var content []byte
	a.find(s, func(name string) (err error) {
		content, err = fs.ReadFile(a.options.FS, name)
		return err
	})
	s.code = content[:min(len(content), addressSpace)]
}

// find reads the file that a statement names: from the folder of the file that includes it, or else from
// the root. It returns the name under which read has read it.
func (a *assembler) find(s *statement, read func(name string) error) (name string, ok bool) {
	if s.name.text == "" {
		return "", false
	}
	if a.options.FS == nil {
		a.fail(s.name.span, "no files can be included here")
		return "", false
	}
	name = path.Clean(s.name.text)
	near := name
	if !path.IsAbs(name) {
		near = path.Join(path.Dir(a.lines[a.current].File), name)
	}
	if read(near) == nil {
		return near, true
	}
	err := read(name)
	if err == nil {
		return name, true
	}
	var missing *fs.PathError
	if !fs.ValidPath(name) && errors.As(err, &missing) && (missing.Err == fs.ErrInvalid || missing.Err == fs.ErrNotExist) {
		// The file may exist, but this file system has no names like that.
		err = errors.New("files outside the folder of the source cannot be read here")
	}
	a.fail(s.name.span, "cannot include %s: %v", printable(name), err)
	return "", false
}

// file returns the text of a file that is included. It reads each file once.
func (a *assembler) file(name string) (text string, err error) {
	text, ok := a.included[name]
	if ok {
		return text, nil
	}
	content, err := fs.ReadFile(a.options.FS, name)
	if err != nil {
		return "", err
	}
	text = Text(content)
	a.included[name] = text
	return text, nil
}

// branch obeys ELSE, ELSEIF or ENDIF.
func (a *assembler) branch(s *statement) {
	t := s.head
	if len(a.conditions) == a.frames[len(a.frames)-1].conditions {
		a.fail(t.span, "%s without its IF", t.text)
		return
	}
	c := &a.conditions[len(a.conditions)-1]
	switch {
	case s.directive == dEndIf:
		a.conditions = a.conditions[:len(a.conditions)-1]
	case c.sawElse && s.directive == dElse:
		a.fail(t.span, "a second ELSE for the same IF")
	case c.sawElse:
		a.fail(t.span, "%s after the ELSE of the same IF", t.text)
	default:
		c.sawElse = s.directive == dElse
		c.active = c.readable && !c.done
		if c.active && s.directive == dElseIf { // otherwise its condition may have no value
			value, _ := a.now(s.operands[0], t.text)
			c.active = value != 0
		}
		c.done = c.done || c.active
	}
}

// skipped reports whether an IF skips the current line. In skipped lines it still obeys ELSE, ELSEIF and
// ENDIF, and keeps count of the IFs inside.
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
	case dIf, dIfDefined, dIfUndefined:
		a.conditions = append(a.conditions, condition{line: a.current, done: true})
	case dElse, dElseIf, dEndIf:
		s := statement{directive: op.directive, head: a.tokens[i]}
		if a.conditions[len(a.conditions)-1].readable {
			a.operate(&s, i)
		}
		a.branch(&s)
	}
	return true
}
