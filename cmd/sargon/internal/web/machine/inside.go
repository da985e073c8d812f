package machine

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"sort"
	"strings"

	"sargon78/emu/asm"
	"sargon78/native"
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
	totals, r := eye.memory.Totals(), eye.cpu.Registers()
	routine, offset := m.code.routines.At(r.PC)
	if offset != 0 {
		routine = fmt.Sprintf("%s+%d", routine, offset)
	}
	in := Inside{
		Routine: routine, Here: m.code.at(r.PC), Flags: r.Flags(), Changed: m.changed(),
		Line: m.tries(eye), Hot: m.hot(), Pins: []string{},
		Registers: map[string]string{
			"PC": word(r.PC), "SP": word(r.SP), "AF": word(r.AF), "BC": word(r.BC),
			"DE": word(r.DE), "HL": word(r.HL), "IX": word(r.IX), "IY": word(r.IY),
		},
		Totals: map[string]int{
			"BRDC": int(totals.BoardControl), "MTRL": int(totals.Material),
			"PTSL": int(totals.PointsLost), "PTSW1": int(totals.PointsWon1),
			"PTSW2": int(totals.PointsWon2), "VALM": int(totals.Value),
			"BC0": int(int8(eye.cpu.Memory[m.at.bc0])), "MV0": int(int8(eye.cpu.Memory[m.at.mv0])),
		},
	}
	position := m.positionOf(eye)
	for _, piece := range position.Board {
		in.Board = append(in.Board, int(piece))
	}
	in.FEN = position.FEN()
	m.examine(position, square, &in)
	return in
}

// examine has the native engine compute what the program computes square by square.
func (m *Machine) examine(p sargon.Position, square sargon.Square, in *Inside) {
	engine := native.New10x12()
	if engine.SetPosition(p) != nil {
		return // in the middle of a move, or a king is off the board
	}
	x, err := engine.Examine(context.Background())
	if err != nil {
		return
	}
	pinned := false
	for _, pin := range x.Pins {
		in.Pins = append(in.Pins, pin.Square.String())
		pinned = pinned || pin.Square == square
	}
	if !square.OnBoard() {
		return
	}
	piece, list := p.Board[square], x.Attacks[square]
	view := &SquareView{
		Name: square.String(), Index: int(square), Byte: int(piece),
		Bits:     bits(piece),
		Exchange: int(x.Exchanges[square]),
		Pinned:   pinned,
	}
	_, view.White = debugger.Attackers(list, sargon.White)
	_, view.Black = debugger.Attackers(list, sargon.Black)
	for _, b := range list {
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

// tries reads the record being tried at each ply, and the row of scores (spec §11).
func (m *Machine) tries(e eye) []Try {
	line := []Try{}
	if !e.searching {
		return line
	}
	for ply := range min(e.memory.Ply(), maxPly) {
		move, ok := e.memory.Tried(ply + 1)
		if !ok {
			break
		}
		score := int(e.memory.Score(ply + 1))
		line = append(line, Try{Move: move.String(), Score: score, Cuts: m.search.cuts[ply+1]})
	}
	return line
}

// hot returns the routines that take most time, as sampled.
func (m *Machine) hot() []Hot {
	all, total := []Hot{}, 0
	for name, n := range m.visits {
		all = append(all, Hot{name, float64(n)})
		total += n
	}
	slices.SortFunc(all, func(a, b Hot) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share),
			cmp.Compare(a.Name, b.Name))
	})
	all = all[:min(len(all), 8)]
	for i := range all {
		all[i].Share /= float64(total)
	}
	return all
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

func word(v uint16) string { return fmt.Sprintf("%04X", v) }

// code is the program's source by address.
type code struct {
	lines    []CodeLine
	byStart  []int // indexes of lines with bytes, by address
	routines *roms.Routines
}

func newCode(image *roms.Image) *code {
	c := &code{routines: image.Routines()}
	if image.Source != nil {
		c.lines = sourceLines(image.Source)
	} else {
		c.lines = disassembled(image)
	}
	for i, line := range c.lines {
		if line.Address >= 0 {
			c.byStart = append(c.byStart, i)
		}
	}
	sort.SliceStable(c.byStart,
		func(i, j int) bool { return c.lines[c.byStart[i]].Address < c.lines[c.byStart[j]].Address })
	return c
}

const tab = "        "

func sourceLines(source *asm.Program) (lines []CodeLine) {
	for _, l := range source.Lines {
		line := CodeLine{
			Address: -1, File: l.File, Number: l.Number,
			Text: strings.TrimRight(strings.ReplaceAll(l.Text, "\t", tab), " "),
		}
		if len(l.Bytes) > 0 {
			line.Address = int(l.Address)
			line.Bytes = strings.ToUpper(hex.EncodeToString(l.Bytes[:min(len(l.Bytes), 4)]))
		}
		lines = append(lines, line)
	}
	return lines
}

// at finds the line of an address; -1 if it is in the monitor.
func (c *code) at(pc uint16) int {
	i := sort.Search(len(c.byStart),
		func(i int) bool { return c.lines[c.byStart[i]].Address > int(pc) })
	if i == 0 || int(pc) > c.lines[c.byStart[i-1]].Address+longestInstruction {
		return -1
	}
	return c.byStart[i-1]
}

const longestInstruction = 4 // bytes
