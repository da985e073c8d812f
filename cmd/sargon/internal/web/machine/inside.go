package machine

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"sargon78/emu"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated/debugger"
)

// Inside is what can be seen of the machine between two instructions.
type Inside struct {
	Board     []int             `json:"board"` // 120 bytes
	FEN       string            `json:"fen"`   // of the board as it is now
	Line      []Try             `json:"line"`  // the move being tried at each ply
	Totals    map[string]int    `json:"totals"`
	Registers map[string]string `json:"registers"`
	Changed   []string          `json:"changed"` // registers that the last motion changed
	Flags     string            `json:"flags"`
	Routine   string            `json:"routine"`
	Here      int               `json:"here"` // line of Source that is about to run; -1: none
	Hot       []Hot             `json:"hot"`
	Square    *SquareView       `json:"square,omitempty"`
	Pins      []string          `json:"pins"`
}

// Try is a ply of the line being examined.
type Try struct {
	Move  string `json:"move"`
	Score int    `json:"score"` // SCORE of the ply
	Cuts  int    `json:"cuts"`  // so far in this search
}

// CodeLine is a line of the program's source, or of its disassembly.
type CodeLine struct {
	Address int    `json:"address"` // -1 for lines without bytes
	Bytes   string `json:"bytes"`
	Text    string `json:"text"`
	File    string `json:"file"`
	Number  int    `json:"number"` // in File, from 1; 0 if there is no source

	Cells []string `json:"cells,omitempty"` // of memory, that it names
}

// Hot is a routine and its share of the sampled time.
type Hot struct {
	Name  string  `json:"name"`
	Share float64 `json:"share"`
}

// SquareView is a square with what the program computes for it (spec §6, §7).
type SquareView struct {
	Name     string   `json:"name"`
	Index    int      `json:"index"`
	Byte     int      `json:"byte"`
	Bits     []string `json:"bits"`
	List     []int    `json:"list"` // the 14 bytes of the attack list
	White    []string `json:"white"`
	Black    []string `json:"black"`
	Exchange int      `json:"exchange"` // doubled points that the owner would lose
	Pinned   bool     `json:"pinned"`
}

// Inside looks at the machine, and at one square of its board more closely.
func (m *Machine) Inside(square sargon.Square) Inside {
	eye := m.eye()
	totals, r := eye.memory.Totals(), eye.cpu.Registers
	routine, offset := m.code.routines.At(r.PC)
	if offset != 0 {
		routine = fmt.Sprintf("%s+%d", routine, offset)
	}
	here, ok := m.code.at[r.PC]
	if !ok {
		here = -1 // in the monitor
	}
	in := Inside{
		Routine: routine, Here: here, Flags: r.Flags(), Line: m.tries(eye), Hot: m.hot(),
		Registers: map[string]string{}, Changed: []string{}, Pins: []string{},
		Totals: map[string]int{
			"BRDC": int(totals.BoardControl), "MTRL": int(totals.Material),
			"PTSL": int(totals.PointsLost), "PTSW1": int(totals.PointsWon1),
			"PTSW2": int(totals.PointsWon2), "VALM": int(totals.Value),
			"BC0": int(int8(eye.cpu.Memory[m.at.bc0])), "MV0": int(int8(eye.cpu.Memory[m.at.mv0])),
		},
	}
	for _, v := range debugger.RegisterValues(&r, &eye.before) {
		in.Registers[v.Name] = v.Text
		if v.Changed {
			in.Changed = append(in.Changed, v.Name)
		}
	}
	side := m.table.View().Game.Side()
	if eye.searching {
		side = eye.memory.Side()
	}
	position := eye.memory.Position(side)
	for _, piece := range position.Board {
		in.Board = append(in.Board, int(piece))
	}
	in.FEN = position.FEN()
	m.inspect(eye, square, &in)
	return in
}

// inspect has a copy of the machine compute the pins, and what is on a square (spec §6, §7).
func (m *Machine) inspect(e eye, square sargon.Square, in *Inside) {
	found, err := debugger.Inspect(context.Background(), e.cpu, m.image, square)
	if err != nil {
		return // a king is off the board, in the middle of a move
	}
	for _, pin := range found.Pins {
		in.Pins = append(in.Pins, pin.Square.String())
	}
	if !square.OnBoard() {
		return
	}
	view := &SquareView{
		Name: square.String(), Index: int(square), Byte: int(found.Piece), Bits: bits(found.Piece),
		Exchange: int(found.Exchange), Pinned: found.Pinned,
	}
	_, view.White = debugger.Attackers(found.Attacks, sargon.White)
	_, view.Black = debugger.Attackers(found.Attacks, sargon.Black)
	for _, b := range found.Attacks {
		view.List = append(view.List, int(b))
	}
	in.Square = view
}

// bits names the bits of a board byte that are set (spec §1).
func bits(p sargon.Piece) []string {
	names := []string{}
	if p == sargon.Empty || p == sargon.Border {
		return names
	}
	for _, b := range []struct {
		bit  sargon.Piece
		name string
	}{{sargon.ColorBit, "black"}, {sargon.CastledBit, "castled"}, {sargon.MovedBit, "moved"}} {
		if p&b.bit != 0 {
			names = append(names, b.name)
		}
	}
	return append(names, p.Type().String())
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

// hot returns the routines that take most time, as sampled.
func (m *Machine) hot() []Hot {
	total, all := 0, []Hot{}
	for _, n := range m.visits {
		total += n
	}
	for name, n := range m.visits {
		all = append(all, Hot{name, float64(n) / float64(total)})
	}
	sort.Slice(all, func(i, j int) bool {
		a, b := all[i], all[j]
		return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Name, b.Name)) < 0
	})
	return all[:min(len(all), 8)]
}

// Area is a part of memory that has a name.
type Area struct {
	Name    string `json:"name"`
	Address int    `json:"address"`
	Length  int    `json:"length"`
}

// Areas returns the parts of memory worth a look.
func (m *Machine) Areas() []Area {
	areas := []Area{
		{"BOARDA", 0, sargon.BoardSize}, {"ATKLST", 0, 14}, {"PLISTA", 0, 20}, {"SCORE", 0, 12},
		{"PLYIX", 0, 40}, {"MLIST", 0, 240}, {"STACK", -63, 64},
	}
	for i := range areas {
		address, _ := m.image.Symbol(areas[i].Name) // the program has them all
		areas[i].Address += int(address)
	}
	return areas
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

// code is the program's source, or its disassembly.
type code struct {
	lines    []CodeLine
	at       map[uint16]int // the line of an address
	routines *roms.Routines
}

func newCode(image *roms.Image) *code {
	c := &code{at: map[uint16]int{}, routines: image.Routines()}
	for i, l := range image.Program().Lines {
		line := CodeLine{
			Address: -1, File: l.File, Cells: c.cells(image, l.Text),
			Text: strings.TrimRight(strings.ReplaceAll(l.Text, "\t", tab), " "),
		}
		if image.Source != nil {
			line.Number = l.Number
		}
		if bytes := l.Bytes[:min(len(l.Bytes), 4)]; len(bytes) > 0 {
			line.Address = int(l.Address)
			line.Bytes = strings.ToUpper(hex.EncodeToString(bytes))
			for offset := range bytes {
				c.at[l.Address+uint16(offset)] = i
			}
		}
		c.lines = append(c.lines, line)
	}
	return c
}

// cells returns what is named in a line, besides routines, that has an address in the program.
func (c *code) cells(image *roms.Image, text string) (names []string) {
	text, _, _ = strings.Cut(text, ";")
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return !strings.ContainsRune(nameRunes, r)
	}) {
		addr, ok := image.Labels[word]
		if !ok && image.Labels == nil {
			addr, ok = image.Symbol(word)
		}
		routine, _ := c.routines.At(addr)
		inside := addr >= image.Load && int(addr-image.Load) < len(image.Bytes)
		if ok && inside && routine == "" && !slices.Contains(names, word) {
			names = append(names, word)
		}
	}
	return names
}

const nameRunes = "_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

const tab = "        "
