package asm

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits that no real source reaches. They keep a damaged source from using too much time and memory.
const (
	maxErrors   = 20      // reported in one run
	maxWarnings = 1000    // recorded in one run
	maxText     = 4 << 20 // bytes of source and of code, counting each expansion and inclusion
	maxDepth    = 200     // macros and files within each other, operations in an expression,
	// brackets in brackets, equates that each need the next

	lineCost = 64 // bytes that a line counts at least
)

// Error is one mistake in a source.
type Error struct {
	File    string
	Line    int    // from 1
	Column  int    // from 1, in characters; a tab is one character; 0: the line as a whole
	Text    string // the offending text, may be empty
	Message string // what is wrong, and what would be right
	Source  string // the whole source line, as expanded if it came from a macro
}

// Error returns "file:line:column: message", then the source line, then a caret under the fault.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:", e.File, e.Line)
	if e.Column > 0 {
		fmt.Fprintf(&b, "%d:", e.Column)
	}
	b.WriteString(" " + e.Message)
	if strings.TrimSpace(e.Source) == "" {
		return b.String()
	}
	// Tabs stay tabs, so that the caret is in the right column whatever their width.
	var source, caret []rune
	for _, r := range e.Source {
		if r != '\t' && (r < ' ' || r == utf8.RuneError) {
			r = ' '
		}
		source = append(source, r)
		if r != '\t' {
			r = ' '
		}
		caret = append(caret, r)
	}
	caret = caret[:min(len(caret), max(0, e.Column-1))]
	fmt.Fprintf(&b, "\n%s\n%s^", string(source), string(caret))
	return b.String()
}

// ErrorList holds the mistakes in a source, in the order of its lines; at most 20.
type ErrorList []*Error

// Error joins the errors, each with its source line and caret.
func (l ErrorList) Error() string {
	texts := make([]string, 0, len(l)+1)
	for _, e := range l {
		texts = append(texts, e.Error())
	}
	if len(l) >= maxErrors {
		texts = append(texts, fmt.Sprintf("stopped after %d errors", maxErrors))
	}
	return strings.Join(texts, "\n")
}

// fault is an Error before its line is known by number: it has an index into the lines.
type fault struct {
	mistake
	line int
}

// faultList has the errors and the warnings found in a run.
type faultList struct {
	current  int // index of the current line
	faults   []fault
	warnings []fault
	leftOut  *fault // the warning about text after END: the text may define a name that is missing
}

// full reports whether enough errors were found to stop.
func (f *faultList) full() bool { return len(f.faults) >= maxErrors }

// fail records an error in the current line.
func (f *faultList) fail(at span, format string, args ...any) {
	f.failAt(f.current, at, format, args...)
}

// failAt records an error in any line.
func (f *faultList) failAt(line int, at span, format string, args ...any) {
	f.faults = append(f.faults, fault{mistake{at, fmt.Sprintf(format, args...)}, line})
}

// warn records an oddity of the current line.
func (f *faultList) warn(format string, args ...any) { f.warnAt(f.current, format, args...) }

// warnAt records an oddity of any line.
func (f *faultList) warnAt(line int, format string, args ...any) {
	if len(f.warnings) < maxWarnings {
		f.warnings = append(f.warnings, fault{mistake{span{}, fmt.Sprintf(format, args...)}, line})
	}
}

// errorList turns the errors into those that Assemble returns.
func (a *assembler) errorList() ErrorList {
	slices.SortStableFunc(a.faults, func(x, y fault) int {
		return cmp.Or(cmp.Compare(x.line, y.line), cmp.Compare(x.pos, y.pos))
	})
	var list ErrorList
	if a.leftOut != nil {
		list = append(list, a.warning(*a.leftOut))
	}
	if len(a.lines) == 0 {
		a.lines = []Line{{File: a.name, Number: 1}} // an empty source
	}
	for _, f := range a.faults {
		list = append(list, a.error(f))
	}
	return list[:min(len(list), maxErrors)]
}

// error turns a fault into an error for the user.
func (a *assembler) error(f fault) *Error {
	line := &a.lines[f.line]
	text, message := line.Text, f.message
	pos := min(f.pos, len(text))
	end := min(max(f.end, pos), len(text))
	// The innermost call names the macro; the outermost line is where the user will look.
	for caller := line.caller; caller > 0; caller = a.lines[caller-1].caller {
		if call := &a.lines[caller-1]; call.caller == 0 {
			message += fmt.Sprintf(" (in a macro called at %s:%d)", call.File, call.Number)
		}
	}
	return &Error{
		File:    line.File,
		Line:    line.Number,
		Column:  utf8.RuneCountInString(text[:pos]) + 1,
		Text:    strings.Clone(text[pos:end]),
		Message: message,
		Source:  strings.Clone(text),
	}
}

// warning turns a warning into one for the user.
func (a *assembler) warning(f fault) *Error {
	e := a.error(f)
	e.Column, e.Text, e.Source = 0, "", ""
	return e
}

// warningList turns the warnings into those for the user. Warnings about the same line of a macro
// become one.
func (a *assembler) warningList() (list ErrorList) {
	slices.SortStableFunc(a.warnings, func(x, y fault) int { return cmp.Compare(x.line, y.line) })
	type key struct {
		file, message string
		number        int
	}
	seen := map[key]bool{}
	for _, f := range a.warnings {
		line := &a.lines[f.line]
		if k := (key{line.File, f.message, line.Number}); !seen[k] {
			seen[k] = true
			list = append(list, a.warning(f))
		}
	}
	if len(a.warnings) == maxWarnings {
		list[len(list)-1].Message += fmt.Sprintf(" (stopped after %d warnings)", maxWarnings)
	}
	return list
}

// printable shortens source text for a message.
func printable(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError {
			return '?'
		}
		return r
	}, s)
	if len(s) > 40 {
		cut := 37
		for cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = s[:cut] + "..."
	}
	return s
}
