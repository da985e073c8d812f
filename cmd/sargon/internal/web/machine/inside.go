package machine

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"sargon78/emu"
	"sargon78/emu/asm"
	"sargon78/emu/timeline"
	"sargon78/sargon"
	"sargon78/sargon/emulated/debugger"
	"sargon78/sargon/spec/variables"
)

// Inside is the state of the machine between two instructions.
type Inside struct {
	Board     [sargon.BoardSize]sargon.Piece `json:"board"`
	FEN       string                         `json:"fen"`       // of the board as it is now
	Line      []TriedPly                     `json:"line"`      // the move being tried at each ply
	Variables map[string]byte                `json:"variables"` // the variables of one byte
	Registers []debugger.Value               `json:"registers"` // PC last, and the flags
	Routine   string                         `json:"routine"`   // "" in the monitor
	Pointed   int                            `json:"pointed"`   // index of the board byte at which HL points, or -1
	// What the program computes for a square (spec §6, §7), and its attackers. Square is 0 in the
	// middle of a move, when a king is off the board.
	Square debugger.Square `json:"square"`
	White  []string        `json:"white"`
	Black  []string        `json:"black"`
}

// TriedPly is a ply of the line being examined.
type TriedPly struct {
	Move  string `json:"move"`
	Score int    `json:"score"` // SCORE of the ply
	Cuts  int    `json:"cuts"`  // cutoffs at this ply so far in this search
}

// Inside returns the state of the machine, with the details of one square of its board.
func (m *Machine) Inside(square sargon.Square) Inside {
	shown := m.viewpoint()
	r := shown.cpu.Registers
	in := Inside{
		Line: m.triedPlies(shown),
		Registers: append(debugger.RegisterValues(&r, &shown.before),
			debugger.Value{Name: "F", Text: r.Flags(), Changed: r.F != shown.before.F}),
		Variables: map[string]byte{},
	}
	for _, c := range variables.All {
		if c.Kind == variables.Byte {
			addr, _ := m.image.Symbol(c.Name)
			in.Variables[c.Name] = shown.cpu.Memory[addr]
		}
	}
	routine, offset := m.routines.At(r.PC)
	if in.Routine = routine; routine != "" && offset != 0 {
		in.Routine = fmt.Sprintf("%s+%d", routine, offset)
	}
	side := m.session.View().Game.Side()
	if shown.searching {
		side = shown.memory.Side()
	}
	position := shown.memory.Position(side)
	in.Board, in.FEN, in.Pointed = position.Board, position.FEN(), int(r.HL())-int(m.at.board)
	if in.Pointed < 0 || in.Pointed >= len(in.Board) {
		in.Pointed = -1
	}
	if found, err := debugger.Inspect(context.Background(), shown.cpu, m.image, square); err == nil {
		in.Square = found
		_, in.White = debugger.Attackers(found.Attacks, sargon.White)
		_, in.Black = debugger.Attackers(found.Attacks, sargon.Black)
	}
	return in
}

// triedPlies returns the line being examined (spec §11).
func (m *Machine) triedPlies(e viewpoint) []TriedPly {
	line := []TriedPly{}
	if e.searching {
		for i, t := range e.memory.Line() {
			line = append(line, TriedPly{t.Move.String(), int(t.Score), m.search.cuts[i+1]})
		}
	}
	return line
}

// Memory returns the bytes of an area in hexadecimal.
func (m *Machine) Memory(address, length int) string {
	memory := &m.viewpoint().cpu.Memory
	from := max(0, min(address, len(memory)))
	to := max(from, min(from+length, len(memory)))
	return hex.EncodeToString(memory[from:to])
}

// Poke changes a byte of the board in memory. If the byte belongs to a square, Poke lets the program draw
// the square. The program does not notice the change: it continues with the changed board.
func (m *Machine) Poke(index int, value byte) (err error) {
	draw, ok := m.image.Labels["draw_square"]
	if !ok || index < 0 || index >= sargon.BoardSize {
		return errNoByte
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

// Source is the text of the program: its source, or a disassembly.
type Source struct {
	Lines     []asm.Line `json:"lines"`
	Numbered  bool       `json:"numbered"`  // the lines have the line numbers of source files
	Variables []string   `json:"variables"` // names in the lines that are addresses of variables
}

// Source returns the lines of the program, in all files in their order.
func (m *Machine) Source() Source {
	s := Source{Lines: m.image.Program().Lines, Numbered: m.image.Source != nil}
	names := m.image.Labels
	if names == nil {
		names = m.image.Symbols
	}
	for name, addr := range names {
		if m.image.Labels == nil { // the symbol of a variable may be its offset
			addr, _ = m.image.Symbol(name)
		}
		routine, _ := m.routines.At(addr)
		if int(addr) >= int(m.image.Load) && routine == "" &&
			int(addr) < int(m.image.Load)+len(m.image.Bytes) {
			s.Variables = append(s.Variables, name)
		}
	}
	return s
}

const (
	hottest     = 15     // the highest level of heat
	heatTStates = 20_000 // how far back Heat goes
)

// Heat fills in how hot each byte of memory is. A byte is the hotter the later it was read or written in
// the last 20,000 T-states. The lower four bits are for reads, the upper four for writes. For a running
// machine the accesses are a sample: those after an earlier call of Heat, which the debugger runs again.
func (m *Machine) Heat(ctx context.Context, into *[1 << 16]uint8) error {
	*into = [1 << 16]uint8{}
	if !m.entered {
		now := m.cpu.TStates
		if m.heatCheckpoints[1].state == nil || now >= m.heatCheckpoints[1].tStates+heatTStates {
			state, err := m.program.Save()
			if err != nil {
				return err
			}
			m.heatCheckpoints = [2]checkpoint{m.heatCheckpoints[1], {state: state, tStates: now}}
		}
		from := m.heatCheckpoints[0]
		if from.state == nil {
			from = m.heatCheckpoints[1]
		}
		if err := m.open(from); err != nil {
			return err
		}
		if _, err := m.debugger.GoTo(ctx, min(now, from.tStates+2*heatTStates)); err != nil {
			return err
		}
	}
	time := m.debugger.Time()
	now := time.Now()
	hits, err := time.Hits(ctx, []timeline.Stop{
		{Kind: timeline.Read, To: 0xFFFF}, {Kind: timeline.Write, To: 0xFFFF},
	}, max(time.Begin(), now-min(now, heatTStates)), now)
	if errors.Is(err, timeline.ErrBeginning) {
		return nil
	}
	for _, hit := range hits {
		level := uint8(hottest - (now-min(now, hit.TStates))*(hottest-1)/heatTStates)
		if byte := &into[hit.Access.Addr]; hit.Stop == 0 {
			*byte = *byte&0xF0 | level
		} else {
			*byte = *byte&0x0F | level<<4
		}
	}
	return err
}
