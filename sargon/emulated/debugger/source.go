package debugger

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sargon78/emu/asm"
	"sargon78/emu/z80"
	"sargon78/roms"
	"sargon78/sargon"
)

// Line is a line of source or of a disassembly.
type Line struct {
	Addr   uint16
	Bytes  []byte // of its instruction or data, at most four
	File   string // "" in a disassembly
	Number int    // in File
	Text   string
	Here   bool   // PC is there
	Point  *Point // a breakpoint here, or nil
}

// String returns address, bytes, number and text.
func (l Line) String() string { return l.text(true) }

// Short returns String without the bytes if it is a line of source, because the text needs the room.
func (l Line) Short() string { return l.text(l.File == "") }

// Narrow returns the number and the text, with the marks.
func (l Line) Narrow() string { return l.marks() + fmt.Sprintf("%4d %s", l.Number, l.Text) }

// marks returns the signs of a breakpoint and of PC.
func (l Line) marks() string {
	marks := []byte("  ")
	if l.Point != nil {
		marks[0] = '*'
	}
	if l.Here {
		marks[1] = '>'
	}
	return string(marks)
}

func (l Line) text(withBytes bool) string {
	addr, bytes, number := "", "", ""
	if len(l.Bytes) > 0 {
		addr = fmt.Sprintf("%04X", l.Addr)
	}
	if withBytes {
		bytes = fmt.Sprintf("  %-11s", fmt.Sprintf("% X", l.Bytes))
	}
	if l.File != "" {
		number = strconv.Itoa(l.Number)
	}
	text := fmt.Sprintf("%s%4s%s %5s  %s", l.marks(), addr, bytes, number, l.Text)
	return strings.TrimRight(text, " ")
}

const shownBytes = 4

// tab is as wide as a tab in assembler sources.
const tab = "        "

// SourceLine returns the i-th line of source.
func (d *Debugger) SourceLine(i int) Line {
	l := &d.source.Lines[i]
	line := Line{
		Addr: l.Address, Bytes: l.Bytes[:min(shownBytes, len(l.Bytes))], File: l.File,
		Number: l.Number, Text: expandTabs(l.Text),
	}
	if len(l.Bytes) > 0 {
		offset := int(d.machine.PC) - int(l.Address)
		line.Here = offset >= 0 && offset < len(l.Bytes)
		line.Point = d.breakAt(l.Address)
	}
	return line
}

func expandTabs(text string) string {
	parts := strings.Split(strings.TrimRight(text, " \t\r"), "\t")
	for i := range parts[1:] {
		width := utf8.RuneCountInString(parts[i])
		parts[i] += tab[width%len(tab):]
	}
	return strings.Join(parts, "")
}

// listing returns the lines of source around an address: before lines in front of the address's own
// line, and after lines from that line on. Without source it returns a disassembly.
func (d *Debugger) listing(addr uint16, before, after int) []Line {
	i, ok := d.LineIndex(addr)
	if !ok {
		return d.Disassembly(addr, after)
	}
	var lines []Line
	file := d.SourceLine(i).File
	for n := max(0, i-before); n < min(d.Lines(), i+after); n++ {
		if line := d.SourceLine(n); line.File == file {
			lines = append(lines, line)
		}
	}
	return lines
}

// Disassembly returns n instructions from an address on.
func (d *Debugger) Disassembly(addr uint16, n int) []Line {
	var lines []Line
	for range n {
		i := z80.Decode(d.machine.Peek, addr)
		line := Line{Addr: addr, Text: d.withNames(&i), Here: addr == d.machine.PC}
		for ; addr != i.Next(); addr++ {
			line.Bytes = append(line.Bytes, d.machine.Memory[addr])
		}
		line.Point = d.breakAt(i.Addr)
		lines = append(lines, line)
	}
	return lines
}

// withNames returns the text of an instruction, with the routine that begins there and the one that it
// jumps to or calls.
func (d *Debugger) withNames(i *z80.Instruction) string {
	var notes []string
	if name := d.RoutineAt(i.Addr); name != "" {
		notes = append(notes, name+":")
	}
	if to, ok := i.Target(); ok && d.RoutineAt(to) != "" {
		notes = append(notes, "to "+d.RoutineAt(to))
	}
	if len(notes) == 0 {
		return i.Assembly()
	}
	return fmt.Sprintf("%-20s; %s", i.Assembly(), strings.Join(notes, ", "))
}

// Files returns the names of the files of the source.
func (d *Debugger) Files() (files []string) {
	for i := range d.source.Lines {
		if file := d.source.Lines[i].File; !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	return files
}

// LineAt returns the line of source that an address belongs to.
func (d *Debugger) LineAt(addr uint16) (Line, bool) {
	i, ok := d.LineIndex(addr)
	if !ok {
		return Line{}, false
	}
	return d.SourceLine(i), true
}

// AddressOf returns the address of a line of source, or of the next line in its file that has bytes.
// The name of the file may leave out folders.
func (d *Debugger) AddressOf(file string, number int) (addr uint16, err error) {
	return d.addressOfLine(file, number, false)
}

// InstructionAt returns the address of the instruction in a line of source, or in the next line of its
// file that has one: a breakpoint can be set there. The name of the file may leave out folders.
func (d *Debugger) InstructionAt(file string, number int) (addr uint16, err error) {
	return d.addressOfLine(file, number, true)
}

// addressOfLine returns the address of the first line of a file, from a number on, that has bytes or an
// instruction.
func (d *Debugger) addressOfLine(file string, number int, instruction bool) (addr uint16, err error) {
	exact := slices.Contains(d.Files(), file)
	var next, last *asm.Line
	known := false
	for i := range d.source.Lines {
		l := &d.source.Lines[i]
		if l.File != file && (exact || path.Base(l.File) != path.Base(file)) {
			continue
		}
		known = true
		if len(l.Bytes) == 0 || instruction && !l.Instruction {
			continue
		}
		// The lines of a macro are where it is called, not in the order of the file.
		if l.Number >= number && (next == nil || l.Number < next.Number) {
			next = l
		}
		if last == nil || l.Number > last.Number {
			last = l
		}
	}
	what := "bytes"
	if instruction {
		what = "instruction"
	}
	switch {
	case next != nil:
		return next.Address, nil
	case d.Lines() == 0:
		err = fmt.Errorf("%s was not assembled here: it has no lines", d.image.Name)
	case !known:
		err = fmt.Errorf("there is no file %q in the source, but %s", file,
			strings.Join(d.Files(), ", "))
	case last == nil:
		err = fmt.Errorf("%s has no %s in any line", file, what)
	default:
		err = fmt.Errorf("%s has no %s in line %d, nor after it: the last is in line %d", file, what,
			number, last.Number)
	}
	return 0, err
}

// Place returns the address of a place in words: file:line, or an expression. A word that is spelled
// exactly like a label is that label: EVAL is the routine, eval the number of the evaluation.
func (d *Debugger) Place(words string) (uint16, error) {
	words = strings.TrimSpace(words)
	if addr, ok := d.image.Labels[words]; ok {
		return addr, nil
	}
	if i := strings.LastIndexByte(words, ':'); i > 0 {
		if number, err := strconv.Atoi(words[i+1:]); err == nil {
			return d.AddressOf(words[:i], number)
		}
	}
	return d.address(words)
}

// PlaceName formats an address for the user: routine and offset, and file:line if there is source.
func (d *Debugger) PlaceName(addr uint16) string {
	var words []string
	if name, offset := d.routines.At(addr); name != "" {
		if offset != 0 {
			name = fmt.Sprintf("%s+%d", name, offset)
		}
		words = append(words, name)
	}
	if line, ok := d.LineAt(addr); ok {
		words = append(words, fmt.Sprintf("%s:%d", path.Base(line.File), line.Number))
	}
	if words == nil {
		return fmt.Sprintf("%04X", addr)
	}
	return strings.Join(words, " ")
}

// AddressName is the function AddressName for the debugged program.
func (d *Debugger) AddressName(addr uint16) string { return AddressName(d.image, addr) }

// AddressName names a byte of memory by the last symbol at or before it: BRDC, MLIST+12. A square of
// the board has its own name: board e2. Of several symbols at one address it takes the shortest. An
// address below the program stays a number.
func AddressName(image *roms.Image, addr uint16) string {
	if board, ok := image.Symbol("BOARDA"); ok && addr-board < sargon.BoardSize {
		return "board " + sargon.Square(addr-board).String()
	}
	name, offset := image.Names().At(addr)
	switch {
	case name == "":
		return fmt.Sprintf("%04X", addr)
	case offset == 0:
		return name
	}
	return fmt.Sprintf("%s+%d", name, offset)
}

// Frame is a routine that was called and has not returned.
type Frame struct {
	PC   uint16 // its next instruction
	SP   uint16 // the stack then
	Call uint16 // the address of the call in it; 0 for the innermost
	Name string // routine and line
}

// Frames reads the stack: the running routine, its caller, and so on. A word on the stack counts as a
// return address if it points after a call.
func (d *Debugger) Frames() []Frame {
	m := d.machine
	frames := []Frame{{PC: m.PC, SP: m.SP, Name: d.PlaceName(m.PC)}}
	for sp := m.SP; sp < d.stackTop(); sp += 2 {
		addr := m.Word(sp)
		call, ok := d.callBefore(addr)
		if name, _ := d.routines.At(call); name == "" || !ok {
			continue
		}
		frames = append(frames, Frame{PC: addr, SP: sp + 2, Call: call, Name: d.PlaceName(call)})
	}
	return frames
}

// callBefore returns the address of the call that ends before an address: a CALL, or else an RST, but
// not FFh, which is often data.
func (d *Debugger) callBefore(addr uint16) (call uint16, ok bool) {
	for _, length := range []uint16{3, 1} {
		i := z80.Decode(d.machine.Peek, addr-length)
		if i.Flow == z80.Call && i.Length == length && i.Op != 0xFF {
			return i.Addr, true
		}
	}
	return 0, false
}

// stackTop returns where the stack ends. A search uses the program's stack.
func (d *Debugger) stackTop() uint16 {
	const most = 256 // bytes searched if the end of the stack is not known
	stack, _ := d.image.Symbol("STACK")
	if sp := d.machine.SP; stack > sp && stack-sp <= most {
		return stack
	} else if sp < 1<<16-most {
		return sp + most
	}
	return 1<<16 - 2
}

// SymbolsWith returns the names that contain a part, without regard to case.
func (d *Debugger) SymbolsWith(part string) (names []string) {
	part = strings.ToUpper(part)
	for name := range d.image.Symbols {
		if strings.Contains(name, part) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Lines returns the number of lines of source in all files; 0 without source.
func (d *Debugger) Lines() int { return len(d.source.Lines) }

// LineIndex returns the index of the line of source at an address.
func (d *Debugger) LineIndex(addr uint16) (i int, ok bool) { return d.source.LineIndex(addr) }

// InstructionBefore returns the address of the instruction before an address, decoded from the
// beginning of its routine on. Without a routine it returns the address of the byte before.
func (d *Debugger) InstructionBefore(addr uint16) uint16 {
	name, offset := d.routines.At(addr - 1)
	if name == "" {
		return addr - 1
	}
	at := addr - 1 - offset
	for {
		i := z80.Decode(d.machine.Peek, at)
		if i.Next() >= addr {
			return at
		}
		at = i.Next()
	}
}

// RoutineAt returns the name of the routine that begins at an address, "" if none does.
func (d *Debugger) RoutineAt(addr uint16) string {
	if name, offset := d.routines.At(addr); offset == 0 {
		return name
	}
	return ""
}
