package machine

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"sargon78/emu"
	"sargon78/emu/asm"
	"sargon78/sargon"
	"sargon78/sargon/emulated/debugger"
	"sargon78/sargon/spec/cells"
)

// Inside is what can be seen of the machine between two instructions.
type Inside struct {
	Board     [sargon.BoardSize]sargon.Piece `json:"board"`
	FEN       string                         `json:"fen"`       // of the board as it is now
	Line      []Try                          `json:"line"`      // the move being tried at each ply
	Cells     map[string]byte                `json:"cells"`     // those of a byte
	Registers []debugger.Value               `json:"registers"` // PC last, and the flags
	Routine   string                         `json:"routine"`   // "" in the monitor
	Pointed   int                            `json:"pointed"`   // byte of the board, by HL; or -1
	// What the program computes for a square (spec §6, §7), and its attackers. Square is 0 in the
	// middle of a move, when a king is off the board.
	Square debugger.Square `json:"square"`
	White  []string        `json:"white"`
	Black  []string        `json:"black"`
}

// Try is a ply of the line being examined.
type Try struct {
	Move  string `json:"move"`
	Score int    `json:"score"` // SCORE of the ply
	Cuts  int    `json:"cuts"`  // so far in this search
}

// Inside looks at the machine, and at one square of its board more closely.
func (m *Machine) Inside(square sargon.Square) Inside {
	eye := m.eye()
	r := eye.cpu.Registers
	in := Inside{
		Line: m.tries(eye),
		Registers: append(debugger.RegisterValues(&r, &eye.before),
			debugger.Value{Name: "F", Text: r.Flags(), Changed: r.F != eye.before.F}),
		Cells: map[string]byte{},
	}
	for _, c := range cells.All {
		if c.Kind == cells.Byte {
			addr, _ := m.image.Symbol(c.Name)
			in.Cells[c.Name] = eye.cpu.Memory[addr]
		}
	}
	routine, offset := m.routines.At(r.PC)
	if in.Routine = routine; routine != "" && offset != 0 {
		in.Routine = fmt.Sprintf("%s+%d", routine, offset)
	}
	side := m.table.View().Game.Side()
	if eye.searching {
		side = eye.memory.Side()
	}
	position := eye.memory.Position(side)
	in.Board, in.FEN, in.Pointed = position.Board, position.FEN(), int(r.HL())-int(m.at.board)
	if in.Pointed < 0 || in.Pointed >= len(in.Board) {
		in.Pointed = -1
	}
	if found, err := debugger.Inspect(context.Background(), eye.cpu, m.image, square); err == nil {
		in.Square = found
		_, in.White = debugger.Attackers(found.Attacks, sargon.White)
		_, in.Black = debugger.Attackers(found.Attacks, sargon.Black)
	}
	return in
}

// tries is the line being examined (spec §11).
func (m *Machine) tries(e eye) []Try {
	line := []Try{}
	if e.searching {
		for i, t := range e.memory.Line() {
			line = append(line, Try{t.Move.String(), int(t.Score), m.search.cuts[i+1]})
		}
	}
	return line
}

// Memory returns the bytes of an area in hexadecimal.
func (m *Machine) Memory(address, length int) string {
	memory := &m.eye().cpu.Memory
	from := max(0, min(address, len(memory)))
	to := max(from, min(from+length, len(memory)))
	return hex.EncodeToString(memory[from:to])
}

// Poke changes a byte of the board, as if with a finger in the memory, and has the program draw the
// square, if it is one. The program takes what it finds.
func (m *Machine) Poke(index int, value byte) (err error) {
	draw, ok := m.image.Labels["draw_square"]
	if !ok || index < 0 || index >= sargon.BoardSize {
		return errors.New("there is no such byte of a board here")
	}
	m.program.Do(func(cpu *emu.Machine) {
		cpu.Memory[m.at.board+uint16(index)] = value
		if before := cpu.Registers; sargon.Square(index).OnBoard() {
			cpu.A = byte(index)
			err = cpu.Call(context.Background(), draw)
			cpu.Registers = before
		}
	})
	return err
}

// Source is the program as it is read: from its source, or from a disassembly.
type Source struct {
	Lines    []asm.Line `json:"lines"`
	Numbered bool       `json:"numbered"` // they are those of files
	Cells    []string   `json:"cells"`    // names that lines have of memory
}

// Source returns the lines of the program, in all files in their order.
func (m *Machine) Source() Source {
	s := Source{Lines: m.image.Program().Lines, Numbered: m.image.Source != nil}
	names := m.image.Labels
	if names == nil {
		names = m.image.Symbols
	}
	for name, addr := range names {
		if m.image.Labels == nil { // the name of a cell may stand for a distance
			addr, _ = m.image.Symbol(name)
		}
		routine, _ := m.routines.At(addr)
		if int(addr) >= int(m.image.Load) && routine == "" &&
			int(addr) < int(m.image.Load)+len(m.image.Bytes) {
			s.Cells = append(s.Cells, name)
		}
	}
	return s
}
