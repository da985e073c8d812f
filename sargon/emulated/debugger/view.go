package debugger

import (
	"fmt"
	"strconv"
	"strings"

	"sargon78/emu"
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

// Group is a group of values that front ends show together.
type Group struct {
	Name   string
	Values []Value
}

// Value is a register, a variable, a square, or a number of the search.
type Value struct {
	Name, Text string
	Expression string // an expression for the value, see Evaluate; "" if there is none
	Changed    bool   // the last motion changed it; only for registers and flags
}

// Names of groups.
const (
	RegisterGroup  = "Registers"
	AlternateGroup = "Alternate registers"
	flagGroup      = "Flags"
	TimeGroup      = "Time"
	SearchGroup    = "Search"
	variableGroup  = "Variables"
	BoardGroup     = "Board"
)

// View returns the values of the machine at the present moment. Without the names of variables (spec
// §15) the groups of chess are missing.
func (d *Debugger) View() []Group {
	groups := []Group{
		{RegisterGroup, RegisterValues(&d.machine.Registers, &d.registersBefore)},
		{AlternateGroup, d.registerValues("AF'", "BC'", "DE'", "HL'")},
		{flagGroup, d.registerValues("F.S", "F.Z", "F.H", "F.PV", "F.N", "F.C")},
		{TimeGroup, d.timeValues()},
	}
	if d.memory != nil {
		groups = append(groups, Group{SearchGroup, d.searchValues()},
			Group{variableGroup, d.variableValues()}, Group{BoardGroup, d.boardValues()})
	}
	return groups
}

// Group returns a group of View; it is empty if there is no such group.
func (d *Debugger) Group(name string) []Value {
	for _, g := range d.View() {
		if g.Name == name {
			return g.Values
		}
	}
	return nil
}

// RegisterValues returns the registers of the first group of View, also for a machine without a
// debugger.
func RegisterValues(now, before *emu.Registers) []Value {
	return valuesOf(now, before, "AF", "BC", "DE", "HL", "IX", "IY", "SP", "PC")
}

func (d *Debugger) registerValues(names ...string) []Value {
	return valuesOf(&d.machine.Registers, &d.registersBefore, names...)
}

func valuesOf(now, before *emu.Registers, names ...string) (values []Value) {
	for _, name := range names {
		r := registers[name]
		value := r.get(now)
		text := strconv.Itoa(value)
		if r.most > 1 {
			text = fmt.Sprintf("%04X", value)
		}
		values = append(values, Value{name, text, name, value != r.get(before)})
	}
	return values
}

func (d *Debugger) timeValues() []Value {
	values := []Value{
		{Name: "T-states", Text: fmt.Sprintf("%d (%+d)", d.time.Now(), d.MotionTStates()), Expression: "t"},
	}
	if d.counted != nil {
		values = append(values,
			Value{Name: "since count", Text: fmt.Sprint(int64(d.time.Now() - *d.counted))})
	}
	if n := d.Evaluation(); n >= 0 {
		values = append(values, Value{Name: "evaluation", Text: fmt.Sprint(n), Expression: "eval"})
	}
	return values
}

// searchValues returns the values of the program's search; most are not set before the first
// evaluation.
func (d *Debugger) searchValues() []Value {
	m, p := d.memory, d.position()
	best := "none"
	if move, ok := m.Best(); ok {
		best = move.String()
	}
	const scores = 12 // bytes of SCORE (spec §15)
	scoreText := ""
	for ply := range min(int(m.Level())+2, scores) {
		scoreText += fmt.Sprintf(" %02X", uint8(m.Score(uint8(ply))))
	}
	t, record := m.Totals(), m.Current()
	values := []Value{
		{Name: "ply", Text: fmt.Sprintf("%d of level %d, move %d, %v", m.Ply(), m.Level(),
			p.MoveNumber, p.Side), Expression: "ply"},
		{Name: "line", Text: d.lineText()},
		{Name: "record", Text: fmt.Sprintf("%v, flags %02X", record, uint8(record.Flags))},
		{Name: "best", Text: best},
		{Name: "SCORE", Text: strings.TrimSpace(scoreText)},
		{Name: "value", Text: fmt.Sprintf("BRDC %d, MTRL %d, VALM %d", t.BoardControl, t.Material,
			t.Value)},
		{Name: "points", Text: fmt.Sprintf("PTSL %d, PTSW %d,%d, PTSCK %v", t.PointsLost, t.PointsWon1,
			t.PointsWon2, t.HangingMover)},
		{Name: "pins", Text: PinsText(m.Pins())},
		{Name: "looked at", Text: m.CurrentSquare().String()},
	}
	if d.Evaluation() < 0 {
		const notSet = "not yet set"
		for i := range values {
			values[i].Text = notSet
		}
		values[0].Text += fmt.Sprintf("; level %d, move %d", m.Level(), p.MoveNumber)
	}
	return append(values, Value{Name: "position", Text: p.FEN()})
}

// variableValues returns the variables that are bytes, then those that are words.
func (d *Debugger) variableValues() (values []Value) {
	var words []Value
	for _, c := range variables.All {
		addr, ok := d.image.Symbol(c.Name)
		switch {
		case !ok:
		case c.Kind == variables.Byte:
			text := fmt.Sprintf("%02X", d.machine.Memory[addr])
			values = append(values, Value{Name: c.Name, Text: text, Expression: "[" + c.Name + "]"})
		case c.Kind == variables.Index || c.Kind == variables.Word:
			text := fmt.Sprintf("%04X", d.machine.Word(addr))
			words = append(words, Value{Name: c.Name, Text: text, Expression: "[" + c.Name + "].w"})
		}
	}
	return append(values, words...)
}

// boardValues returns the squares from a8 to h1, with the bytes of their pieces.
func (d *Debugger) boardValues() (values []Value) {
	board := d.memory.Board()
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			square := sargon.SquareAt(file, rank)
			piece := board[square]
			values = append(values, Value{
				Name:       square.String(),
				Text:       fmt.Sprintf("%02X %s", uint8(piece), piece.Text()),
				Expression: "[@" + square.String() + "]",
			})
		}
	}
	return values
}
