package prove

import (
	"sargon78/compare/prove/parts"
	"sargon78/compare/routine"
	"sargon78/native"
	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

// boardRows compare the engines 0x88 and bitboards, which do not have the memory of 1978, with 10x12 in
// whole positions. Along one ray the cases go through all that 10x12 reads; the rest of the board is filled
// in two ways.
var boardRows = []*Row{
	boardRow("boards, attack", "5", domain(choice("ray", routine.Range(0, 15, 1)), choice("piece", values(5, 0x81)))),
	boardRow("boards, pins", "6", domain(choice("ray", routine.Range(0, 7, 1)), choice("piece", values(5, 0x86)))),
}

// boardRow returns a row that compares 0x88 and bitboards with 10x12 on whole positions, which differ
// along one ray.
func boardRow(name, section string, inputs []routine.Input) *Row {
	return &Row{
		Name: name, Section: section,
		Cut: "no program: 0x88 and bitboards compared with 10x12; totals, pins, checks and exchanges " +
			"of the position",
		Also:    "along the ray 13 bytes, the rest empty or as at the start",
		Bounded: "one ray at a time, the rest of the board in two ways", maxUndefined: 15,
		inputs: domain(choice("square", squares), inputs,
			n(variables.ATKLST, 14, values(0)), n(variables.PLISTA, 20, values(0))),
		prepare: func(d *declaration) {
			d.stubs[parts.PartAttack] = "ATTACK"
			d.more = func(parts.Part, parts.Args) bool { return true }
		},
		set: func(c *routine.Case) { c.Set(at(variables.NPINS), 0) },
	}
}

// boards is the other side of boardRows.
func (m *model) boards() {
	if m.judges == nil {
		m.judges, m.whole = native.Evaluators(), parts.New()
	}
	s := m.s
	c := s.Case()
	square, ray, man := c.Choice("square"), c.Choice("ray"), c.Choice("piece")
	if m.row.Section == "5" {
		m.rule(parts.PartAttackRay, square, ray, man, 1)
	} else {
		m.rule(parts.PartPinRay, square, man, ray)
	}
	seen := map[sargon.Square]sargon.Piece{sargon.Square(square): sargon.Piece(man)}
	for _, addr := range s.Touched() {
		if s := sargon.Square(addr - at(variables.BOARDA)); addr >= at(variables.BOARDA) && s.OnBoard() {
			seen[s] = sargon.Piece(m.engine.Memory()[addr])
		}
	}
	for _, position := range []sargon.Position{sargon.EmptyPosition(), sargon.StartPosition()} {
		for s, piece := range seen {
			position.Board[s] = piece
		}
		m.oneKing(&position, seen, 6)
		m.oneKing(&position, seen, 0x86)
		position.FindRoyals()
		position.Previous.To = sargon.LastSquare
		m.judge(&position)
	}
}

// oneKing leaves exactly one king of a colour on the board: the one that is on the ray, or else one elsewhere.
func (m *model) oneKing(position *sargon.Position, seen map[sargon.Square]sargon.Piece, king sargon.Piece) {
	kings := 0
	var elsewhere, free sargon.Square
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		_, fixed := seen[s]
		switch piece := position.Board[s]; {
		case piece == king && fixed:
			kings++
		case piece == king:
			elsewhere = s
		case piece == sargon.Empty && !fixed && free == 0:
			free = s
		}
	}
	switch {
	case kings > 1:
		m.s.Undefined("two kings on a ray")
	case kings == 1 && elsewhere != 0:
		position.Board[elsewhere] = sargon.Empty
	case kings == 0 && elsewhere == 0:
		position.Board[free] = king
	}
}

// judgement is what an engine finds in a position.
type judgement struct {
	totals sargon.Totals
	check  [2]bool
	pins   int
}

// judge compares what the engines find in a position.
func (m *model) judge(position *sargon.Position) {
	w := m.whole
	if err := w.SetPosition(*position); err != nil {
		m.s.Fail("%s: %v", position.FEN(), err)
	}
	w.Memory()[at(variables.MLIST)+3] = uint8(position.Previous.To)
	f := parts.Fields{MoveNumber: position.MoveNumber, Record: at(variables.MLIST)}
	var want judgement
	for i := range want.check {
		answer, _ := w.Do(parts.PartInCheck, &f, parts.Args{uint16(i) << 7})
		want.check[i] = answer != 0
	}
	_, _ = w.Do(parts.PartPins, &f, parts.Args{})
	if _, undefinedBy := w.Do(parts.PartEvaluate, &f, parts.Args{}); undefinedBy != "" {
		m.s.Undefined(undefinedBy)
	}
	want.totals, want.pins = f.Totals, int(f.NPins)
	for _, j := range m.judges {
		totals, pins, check, ok := j.Evaluate(position)
		if !ok {
			m.s.Undefined("it leaves the board")
		}
		if is := (judgement{totals, check, len(pins)}); is != want {
			m.s.Fail("%s: %s says %v, %s %v", position.FEN(), j.Name(), is, reference.Name, want)
		}
	}
}
