// Package asm is an assembler for the Z80. It accepts the two dialects in which listings of 1978 are
// written: Zilog's mnemonics, and those of TDL (Intel's 8080 names, extended). It returns the image,
// the symbols and a listing.
//
//	program, err := asm.Assemble("hello.z80", source, asm.Options{})
//	if err != nil {
//		return err // every mistake with file, line, column and a caret
//	}
//	copy(memory[program.Origin:], program.Image)
//
// It works in stages. The file of each stage says what goes in and what comes out:
//
//	text.go     the bytes of a file       → the text of a source
//	read.go     a source                  → its lines, with those of macros and included files
//	scan.go     a line                    → tokens
//	parse.go    tokens                    → a statement, with the bytes of an instruction
//	layout.go   a statement               → its address
//	emit.go     all statements            → their bytes with all values
//
// A source that does not assemble may be a printed listing (printed.go), or a text of another kind
// (other.go).
//
// Expressions, operands and macros are parsed in expr.go, instructions.go and macro.go; the instruction
// set is in table.go. A line goes through reading, scanning, parsing and layout before the next one is
// read, because a line may change how the next one is understood.
//
// The language is described in spec/assembler.md; operators and 16-bit arithmetic in expr.go. It leaves
// out linking, relocatable output, macro libraries, and local labels outside macros. If code is
// assembled twice to the same address, the later line wins.
package asm

import (
	"io/fs"
	"strings"
)

// Wanted describes the file that is wanted, for errors about another one.
const Wanted = "wanted is the source text of a listing for the Z80, in Zilog's mnemonics (LD, ORG, DB) " +
	"or in TDL's (MOV, .LOC, .BYTE)"

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

// Options control the assembler. The zero value is valid.
type Options struct {
	Dialect Dialect

	// FS is where INCLUDE looks for files; names are paths from its root. If FS is nil, INCLUDE is an
	// error.
	FS fs.FS

	// Define gives equates of the source other values. Its keys are their names, without regard to
	// case. A program whose ORG is written with an equate (START EQU 0, ORG START+80H) moves with that
	// equate. A name that the source does not define by EQU (=) is an error.
	Define map[string]uint16

	// Shift is added to the address at which the source begins: 0, or the number in the ORG that comes
	// before everything that has an address. A source whose first ORG has a name in it cannot be
	// shifted.
	Shift uint16
}

// Program is the result of assembling a source.
type Program struct {
	Dialect Dialect  // Zilog or TDL
	Origin  uint16   // lowest address to which something was assembled or reserved
	Image   []byte   // from Origin; gaps and reserved bytes are zero
	Symbols []Symbol // in the order of definition
	Lines   []Line   // in the order in which they were read; lines of macros and included files are at the place of use

	// Warnings are oddities that do not keep the source from assembling, in the order of their lines.
	// They have no column.
	Warnings ErrorList
}

// Line is a line of source with the result of assembling it.
type Line struct {
	Address uint16
	Size    int    // bytes it takes in memory
	Bytes   []byte // the bytes it put there; empty if it only reserves
	File    string
	Number  int    // in File, from 1
	Text    string // as assembled: in a macro, with the arguments inserted

	Instruction bool // the bytes are an instruction, not data

	caller int // index of the line that called the macro, + 1
	label  bool
	equate *symbol
}

// InMacro reports whether the line comes from the body of a macro that was called.
func (l Line) InMacro() bool { return l.caller != 0 }

// Symbol is a name and its value.
type Symbol struct {
	Name  string // as spelled at its definition
	Value uint16
	Label bool // an address in the program; false: an equate
}

// assembler is one run over a source: it has the state of each stage.
type assembler struct {
	name  string            // of the source
	given map[string]uint16 // Options.Define, by names in upper case
	reader
	parser
	layout
	options Options
}

// Assemble assembles a source into a program. The name is for messages and listings. An error is an
// ErrorList of up to 20 mistakes; the program is then nil.
func Assemble(name string, source []byte, options Options) (*Program, error) {
	// Decode the bytes of the file into text, whatever program has written them.
	text := Text(source)
	// Choose the dialect.
	if options.Dialect == Auto {
		options.Dialect = guessDialect(text)
	}
	// Assemble the lines, and put values into their bytes.
	a := run(name, text, options)
	if len(a.faults) > 0 {
		// A printed listing has its source in a column.
		if p, err := assemblePrinted(name, text, options); p != nil || err != nil {
			return p, err
		}
		// A text of another kind gets one message, whatever else is wrong.
		if e := otherText(name, text); e != nil {
			return nil, ErrorList{e}
		}
		return nil, a.errorList()
	}
	// Put the bytes of the lines at their addresses.
	return a.program(), nil
}

// run assembles a source once.
func run(name, text string, options Options) *assembler {
	a := &assembler{
		name: name, options: options, given: map[string]uint16{},
		reader: reader{included: map[string]string{}},
		parser: parser{
			scanner: scanner{dialect: options.Dialect, radix: 10},
			here:    int(options.Shift),
			symbols: symbolTable{byKey: map[string]*symbol{}},
			macros:  map[string]*macro{},
			halves:  map[string]int{},
		},
		layout: layout{low: addressSpace, shift: int(options.Shift)},
	}
	for name, value := range options.Define {
		a.given[strings.ToUpper(name)] = value
	}
	for line := range a.read(text) {
		// The line becomes tokens.
		a.scan(line)
		// Macro definitions collect the line, and IF may skip it.
		if a.collect() || a.skipped() {
			continue
		}
		// The tokens become a statement, and the statement gets its address.
		a.layOut(a.parse())
	}
	// All names are known: the values go into the bytes.
	if !a.full() {
		a.checkDefined()
		a.emit()
		a.checkStrays()
	}
	return a
}

// program puts the bytes of all lines into one image.
func (a *assembler) program() *Program {
	p := &Program{Dialect: a.dialect, Lines: a.lines, Warnings: a.warningList()}
	if a.low < a.high {
		p.Origin = uint16(a.low)
		p.Image = make([]byte, a.high-a.low)
	}
	for _, line := range p.Lines {
		if len(line.Bytes) > 0 {
			copy(p.Image[line.Address-p.Origin:], line.Bytes)
		}
	}
	for _, s := range a.symbols.defined {
		p.Symbols = append(p.Symbols, Symbol{s.name, uint16(s.value), s.kind == label})
	}
	return p
}

// Symbol returns the value of a label or an equate by its name, without regard to case; ok reports
// whether the program defines one.
func (p *Program) Symbol(name string) (value uint16, ok bool) {
	for i := range p.Symbols {
		if s := &p.Symbols[i]; strings.EqualFold(s.Name, name) {
			return s.Value, true
		}
	}
	return 0, false
}

// LineIndex finds the line that put a byte at the address, or reserved it; the last one if there
// were several.
func (p *Program) LineIndex(address uint16) (i int, ok bool) {
	for i := len(p.Lines) - 1; i >= 0; i-- {
		line := &p.Lines[i]
		if offset := int(address) - int(line.Address); offset >= 0 && offset < line.Size {
			return i, true
		}
	}
	return 0, false
}

// LineAt returns the line of LineIndex.
func (p *Program) LineAt(address uint16) (line Line, ok bool) {
	i, ok := p.LineIndex(address)
	if ok {
		line = p.Lines[i]
	}
	return line, ok
}
