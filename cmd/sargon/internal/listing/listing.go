// Package listing turns a program image into a page to read like a book. Every line has its address,
// bytes, T-states and how often it ran in a search; every name is a link; callers, the specification
// and the engine in Go are next to the routines.
//
//	l, err := listing.New(ctx, image, listing.Options{Case: roms.Example})
//	err = l.WritePage(file, "en")   // one file that needs no other
//
// The page is a view: package coverage counts what ran, T-states are those of the table of
// instructions, sections are those of package spec. The package stores nothing of an image.
package listing

import (
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"sargon78/compare/coverage"
	"sargon78/emu/asm"
	"sargon78/emu/z80"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/spec/variables"
)

// Options control what the page shows.
type Options struct {
	Case roms.SearchExample // the search whose instructions are counted
	Page string             // the exhibit, to which lines link; empty: none
}

// Languages are the languages of the text around the source.
var Languages = []string{"en", "de"}

// Listing is the program of an image, with the facts about each line.
type Listing struct {
	image    *roms.Image
	program  *asm.Program
	options  Options
	language int // of the frame, among Languages
	position sargon.Position
	result   sargon.Result
	countErr error // why nothing was counted
	files    []*file
	symbols  map[string]*symbol // by name in capitals
	executed map[uint16]coverage.Instruction
	tStates  uint64 // of all instructions that ran
}

type file struct {
	name  string
	lines []*line
}

// line is a line of the source, with its parts.
type line struct {
	asm.Line
	id            string
	code, comment string
	defines       *symbol // nil: none
	routine       *symbol // the routine that it belongs to; nil: none
	instruction   z80.Instruction
}

// symbol is a name of the program.
type symbol struct {
	asm.Symbol
	at      *line // where it is defined
	uses    []*line
	called  bool
	routine bool
	tStates uint64 // of its instructions, if it is a routine
}

// New analyses the program of an image, disassembled if there is no source, and runs the search. The
// error says what is wrong with the position. An image that cannot search has no counts.
func New(ctx context.Context, image *roms.Image, o Options) (*Listing, error) {
	l := &Listing{image: image, program: image.Program(), options: o, symbols: map[string]*symbol{},
		executed: map[uint16]coverage.Instruction{}}
	for _, s := range l.program.Symbols {
		l.symbols[strings.ToUpper(s.Name)] = &symbol{Symbol: s}
	}
	level := sargon.SearchOptions{Level: sargon.Level(o.Case.Level)}
	if err := level.Validate(true); err != nil {
		return nil, err
	}
	var err error
	if l.position, err = sargon.ParseFEN(o.Case.FEN); err != nil {
		return nil, err
	}
	l.read()
	l.findRoutines()
	l.countErr = l.search(ctx, level)
	return l, ctx.Err()
}

// search counts how often each instruction runs in the search.
func (l *Listing) search(ctx context.Context, level sargon.SearchOptions) error {
	engine, err := emulated.New("rom", l.image)
	if err != nil {
		return err
	}
	recorder := coverage.NewRecorder(l.image)
	recorder.Attach(engine.Machine())
	if err := engine.SetPosition(l.position); err != nil {
		return err
	}
	l.result, err = engine.Search(ctx, level)
	if err != nil && !errors.Is(err, sargon.ErrNoLegalMove) {
		return err
	}
	for _, i := range coverage.New("rom", l.image, recorder).Instructions {
		l.executed[i.Addr] = i
	}
	for _, f := range l.files {
		for _, n := range f.lines {
			if i, ok := l.executed[n.Address]; ok && n.Instruction {
				t := i.Ran*uint64(n.instruction.TStates) + i.Taken*uint64(n.instruction.TakenExtra)
				l.tStates += t
				if n.routine != nil {
					n.routine.tStates += t
				}
			}
		}
	}
	return nil
}

// read analyses the lines: what each defines and uses.
func (l *Listing) read() {
	byName := map[string]*file{}
	for _, source := range l.program.Lines {
		f := byName[source.File]
		if f == nil {
			f = &file{name: path.Base(source.File)}
			byName[source.File], l.files = f, append(l.files, f)
		}
		n := &line{Line: source, id: lineID(source)}
		n.code, n.comment = cutComment(source.Text)
		if source.Instruction {
			n.instruction = z80.Decode(l.image.ByteAt, source.Address)
		}
		f.lines = append(f.lines, n)
		for i, name := range namePattern.FindAllString(n.code, -1) { // and strings
			s := l.symbols[strings.ToUpper(name)]
			switch {
			case s == nil:
			case i == 0 && s.at == nil && s.Name == name:
				n.defines, s.at = s, n
			default:
				s.uses = append(s.uses, n)
				s.called = s.called || n.calls(s)
			}
		}
	}
}

// calls reports whether a line calls a symbol.
func (n *line) calls(s *symbol) bool {
	if !n.Instruction || n.instruction.Flow != z80.Call {
		return false
	}
	to, ok := n.instruction.Target()
	return ok && to == s.Value
}

// lineID returns the anchor of a line: search.z80:165, as the debugger names it. A line of a macro has
// its address, or no anchor.
func lineID(n asm.Line) string {
	switch {
	case n.InMacro() && n.Size > 0:
		return fmt.Sprintf("%04X", n.Address)
	case n.InMacro():
		return ""
	}
	return fmt.Sprintf("%s:%d", strings.ReplaceAll(path.Base(n.File), " ", "_"), n.Number)
}

var (
	commentPattern = regexp.MustCompile(`(?i)^((?:AF'|[^;'"]|'[^']*'|"[^"]*")*);(.*)$`)
	namePattern    = regexp.MustCompile(`'[^']*'|"[^"]*"|[A-Za-z_.?@$][\w.?@$]*`)
)

// cutComment splits a line of source at the first semicolon outside strings.
func cutComment(text string) (code, comment string) {
	text = strings.TrimRight(text, " \t\r")
	if m := commentPattern.FindStringSubmatch(text); m != nil {
		return strings.TrimRight(m[1], " \t"), strings.TrimPrefix(m[2], " ")
	}
	return text, ""
}

// findRoutines finds the labels that begin a routine: those that are called, that spec §15 names, or
// that the head of a comment names.
func (l *Listing) findRoutines() {
	for _, f := range l.files {
		var here *symbol
		for _, n := range f.lines {
			if n.code == "" {
				for _, name := range l.headOf(n.comment) {
					l.symbols[strings.ToUpper(name)].routine = true
				}
			}
			if s := n.defines; s != nil && s.Label {
				first, ok := l.program.LineAt(s.Value)
				s.routine = ok && first.Instruction && (s.routine || s.called ||
					slices.Contains(variables.EntryPoints, strings.ToUpper(s.Name)))
				if s.routine {
					here = s
				}
			}
			n.routine = here
		}
	}
}

var headPattern = regexp.MustCompile(`^(\w+(?:, \w+)*) +- `)

// headOf returns the labels that the head of a comment names: "NAME - what it does".
func (l *Listing) headOf(comment string) (names []string) {
	m := headPattern.FindStringSubmatch(comment)
	if m == nil {
		return nil
	}
	names = strings.Split(m[1], ", ")
	for _, name := range names {
		if s := l.symbols[strings.ToUpper(name)]; s == nil || !s.Label || s.Name != name {
			return nil
		}
	}
	return names
}
