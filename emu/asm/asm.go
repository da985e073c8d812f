// Package asm is a two-pass assembler for the Z80. It takes the two dialects in which listings of 1978 are found:
// Zilog's mnemonics, and those of TDL (Intel's 8080 names, extended), and gives the image, the symbols and a listing.
//
//	program, err := asm.Assemble("hello.z80", source, asm.Options{})
//	if err != nil {
//		return err // every mistake with file, line, column and a caret
//	}
//	copy(memory[program.Origin:], program.Image)
//
// It works in visible stages: text.go makes lines of a file, scan.go tokens of a line, the parsers
// (expr.go, instructions.go, tdl.go, macro.go) make a statement of them, layout.go gives it address and bytes, and emit.go patches in the values when all
// names are known. The instruction set is a table, instructionTable; tdlTable translates into it.
//
// The language is described in spec/assembler.md; operators and 16-bit arithmetic in expr.go. It leaves out linking,
// relocatable output, local labels and macro libraries. Code may be assembled twice to the same address: the later
// line wins.
package asm

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Dialect is the language of a source.
type Dialect int

const (
	Auto  Dialect = iota // guess from the text
	Zilog                // LD, ORG, DB
	TDL                  // MOV, .LOC, .BYTE
)

func (d Dialect) String() string {
	switch d {
	case Zilog:
		return "Zilog"
	case TDL:
		return "TDL"
	}
	return "auto"
}

// Options say how to assemble. The zero value is fine.
type Options struct {
	Dialect Dialect

	// FS is where INCLUDE looks; names are paths from its root. Nil: INCLUDE is an error.
	FS fs.FS

	// Define sets symbols from outside, −32768…65535. They win over an equate of the same name.
	Define map[string]int

	// Load moves the program to this address; nil leaves it where the source puts it. The source is not changed:
	//
	//   - It is assembled as it stands. Take the first ORG (.LOC) that is followed by code or data. If its address is
	//     written with an equate (ORG START+80H), perhaps through others (TBASE EQU START+100H, ORG TBASE), then the
	//     first equate found this way that is a mere number (START EQU 0) is the program's base. It is changed, nothing
	//     else: the old load address is the equate's value, or the page (256 bytes) of the lowest byte if that is lower,
	//     and the equate grows by the difference between Load and the old load address. So START EQU 0 becomes Load.
	//   - If that ORG is a mere number, or there is none, the old load address is the page of the lowest byte, and every
	//     ORG that is written without a label or $ is shifted by the difference, and so is an implied ORG 0 at the
	//     beginning. Equates stay what they are.
	//
	// What would remain below Load, or leave the 64 KiB, is an error.
	Load *uint16
}

// Program is what comes out.
type Program struct {
	Dialect Dialect // Zilog or TDL
	Origin  uint16  // lowest address to which something was assembled or reserved
	Image   []byte  // from Origin; gaps and reserved bytes are zero
	Symbols Symbols
	Lines   []Line // in the order they were read, those of macros and included files where they were used

	// Warnings are what looks like an oversight, and is none for the assembler.
	Warnings []Warning

	index  sync.Once
	lineAt []int32 // index in Lines + 1 for each byte of Image
}

// Line is a line of source and what became of it.
type Line struct {
	Address uint16
	Size    int    // bytes it takes in memory
	Bytes   []byte // what it put there; empty if it only reserves
	File    string
	Number  int    // in File, from 1
	Text    string // as assembled: in a macro with the arguments put in

	caller int32 // index of the line that called the macro, + 1
	start  int32 // of Bytes in assembler.code
	label  bool
	equate *symbol
}

// InMacro says that the line is part of the body of a macro that was called.
func (l Line) InMacro() bool { return l.caller != 0 }

// Warning is something odd about a source that assembles.
type Warning struct {
	File    string
	Line    int // from 1
	Message string
}

// String is "file:line: message".
func (w Warning) String() string { return fmt.Sprintf("%s:%d: %s", w.File, w.Line, w.Message) }

// Symbol is a name and its value.
type Symbol struct {
	Name  string // as spelled at its definition
	Value uint16
	Label bool // an address in the program; false: an equate, or set from outside
}

// Symbols are the symbols of a program.
type Symbols struct {
	list  []Symbol // in the order of definition
	index map[string]int
}

// Lookup finds a symbol without regard to case.
func (s *Symbols) Lookup(name string) (Symbol, bool) {
	i, ok := s.index[strings.ToUpper(name)]
	if !ok {
		return Symbol{}, false
	}
	return s.list[i], true
}

// All is every symbol, in the order of definition; those set from outside first.
func (s *Symbols) All() []Symbol { return slices.Clone(s.list) }

// Len is how many there are.
func (s *Symbols) Len() int { return len(s.list) }

// Assemble makes a program of a source. The name is for messages and listings. An error is an ErrorList of up to 20
// mistakes; there is no program then.
func Assemble(name string, source []byte, options Options) (*Program, error) {
	text, printed := sourceLines(source)
	if printed != nil {
		printed.File = name
		return nil, ErrorList{printed}
	}
	if options.Dialect == Auto {
		options.Dialect = guessDialect(text)
	}
	a := run(name, text, options, nil)
	if len(a.faults) == 0 && options.Load != nil {
		if p := newPlan(a, *options.Load); p.delta != 0 {
			if a = run(name, text, options, p); len(a.faults) == 0 {
				p.check(a, *options.Load)
			}
		}
	}
	if len(a.faults) > 0 {
		return nil, a.errorList()
	}
	return a.program(), nil
}

// run is all stages once.
func run(name, text string, options Options, p *plan) *assembler {
	lines := strings.Count(text, "\n") + 1
	a := &assembler{
		scanner: scanner{dialect: options.Dialect, radix: 10},
		options: options,
		lines:   make([]Line, 0, lines+lines/4), // some more for macros
		code:    make([]byte, 0, 4*lines),
		nodes:   make([]node, 0, 2*lines),
		fixups:  make([]fixup, 0, lines),
		symbols: make(map[string]*symbol, lines/8),
		file:    name,
		low:     addressSpace,
		plan:    p,
	}
	for _, outside := range slices.Sorted(maps.Keys(options.Define)) {
		s := a.symbol(outside)
		if value := options.Define[outside]; s.kind != undefined {
			a.fail(0, 0, "%s is set from outside twice", printable(outside))
		} else if value < -0x8000 || value > 0xFFFF {
			a.fail(0, 0, "%s, set from outside to %d, does not fit 16 bits", printable(outside), value)
		} else {
			s.kind, s.outside, s.known, s.value, s.line = equate, true, true, int32(value), -1
			a.defined = append(a.defined, s)
		}
	}
	a.location = max(p.start(), 0) // below 0 only if nothing stands before the first ORG
	a.layout(name, text)
	if !a.full() {
		a.emitValues()
	}
	return a
}

// program puts the code where it belongs.
func (a *assembler) program() *Program {
	p := &Program{Dialect: a.dialect, Lines: a.lines, Warnings: a.warnings}
	if a.low < a.high {
		p.Origin = uint16(a.low)
		p.Image = make([]byte, a.high-a.low)
	}
	for i := range p.Lines {
		line := &p.Lines[i]
		end := int32(len(a.code))
		if i+1 < len(p.Lines) {
			end = p.Lines[i+1].start
		}
		if line.start < end {
			line.Bytes = a.code[line.start:end:end]
			copy(p.Image[line.Address-p.Origin:], line.Bytes)
		}
	}
	p.Symbols.index = make(map[string]int, len(a.defined))
	p.Symbols.list = make([]Symbol, len(a.defined))
	for i, s := range a.defined {
		p.Symbols.list[i] = Symbol{Name: s.name, Value: uint16(s.value), Label: s.kind == label}
		p.Symbols.index[strings.ToUpper(s.name)] = i
	}
	return p
}

// LineAt is the line that put a byte at the address, or reserved it; the last one if there were several.
func (p *Program) LineAt(address uint16) (Line, bool) {
	p.index.Do(func() {
		p.lineAt = make([]int32, len(p.Image))
		for i, line := range p.Lines {
			for offset := range line.Size {
				p.lineAt[int(line.Address)-int(p.Origin)+offset] = int32(i + 1)
			}
		}
	})
	offset := int(address) - int(p.Origin)
	if offset < 0 || offset >= len(p.lineAt) || p.lineAt[offset] == 0 {
		return Line{}, false
	}
	return p.Lines[p.lineAt[offset]-1], true
}
