package prove

import (
	"sargon78/native"
	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

// The engines on other boards do not keep the memory of 1978. They are compared with 10x12 in whole
// positions: along one ray all that 10x12 reads, the rest of the board filled in two ways.
var boardRows = []*Row{
	boardRow("boards, attack", "5", reference.PartAttackRay, "ray: 0..15; man: 5 0x81"),
	boardRow("boards, pins", "6", reference.PartPinRay, "ray: 0..7; man: 5 0x86"),
}

func boardRow(name, section string, part reference.Part, domain string) *Row {
	return &Row{
		Name: name, Section: section,
		Cut: "no program: 0x88 and bitboards beside 10x12; totals, pins, checks and exchanges " +
			"of the position",
		Domain: "square: 64 squares; " + domain + "; along the ray 13 bytes, the rest empty or as at the " +
			"start; ATKLST:14 PLISTA:20: 0",
		Bounded: "one ray at a time, the rest of the board in two ways",
		prepare: func(p *pair) {
			p.stubbed[reference.PartAttack] = true
			p.more = func(reference.Part, reference.Args) bool { return true }
			if p.judges == nil {
				p.judges, p.tenByTwelve = native.Evaluators(), reference.New()
			}
		},
		run: func(p *pair) {
			square, ray, man := p.choice("square"), p.choice("ray"), p.choice("man")
			p.set(p.at(variables.NPINS), 0)
			if part == reference.PartAttackRay {
				p.rule(part, square, ray, man, 1)
			} else {
				p.rule(part, square, man, ray)
			}
			seen := map[sargon.Square]sargon.Piece{sargon.Square(square): sargon.Piece(man)}
			for _, at := range p.sides[1].log {
				if s := sargon.Square(at - p.at(variables.BOARDA)); at >= p.at(variables.BOARDA) && s.OnBoard() {
					seen[s] = sargon.Piece(p.sides[1].memory[at])
				}
			}
			for _, position := range []sargon.Position{sargon.EmptyPosition(), sargon.StartPosition()} {
				for s, piece := range seen {
					position.Board[s] = piece
				}
				oneKing(&position, seen, 6)
				oneKing(&position, seen, 0x86)
				position.FindRoyals()
				position.Previous.To = sargon.LastSquare
				p.judge(&position)
			}
		},
	}
}

// oneKing has one king of a side on the board: off the ray if there is none on it.
func oneKing(position *sargon.Position, seen map[sargon.Square]sargon.Piece, king sargon.Piece) {
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
		panic(undefined{})
	case kings == 1 && elsewhere != 0:
		position.Board[elsewhere] = sargon.Empty
	case kings == 0 && elsewhere == 0:
		position.Board[free] = king
	}
}

// judgement is what an engine says of a position.
type judgement struct {
	totals sargon.Totals
	check  [2]bool
	pins   int
}

// judge compares what the engines say of a position.
func (p *pair) judge(position *sargon.Position) {
	w := p.tenByTwelve
	if err := w.SetPosition(*position); err != nil {
		fail("%s: %v", position.FEN(), err)
	}
	w.Memory()[p.at(variables.MLIST)+3] = uint8(position.Previous.To)
	f := reference.Fields{MoveNumber: position.MoveNumber, Record: p.at(variables.MLIST)}
	var want judgement
	for i := range want.check {
		answer, _ := w.Do(reference.PartInCheck, &f, reference.Args{uint16(i) << 7})
		want.check[i] = answer != 0
	}
	_, _ = w.Do(reference.PartPins, &f, reference.Args{})
	if _, undefinedBy := w.Do(reference.PartEvaluate, &f, reference.Args{}); undefinedBy != "" {
		panic(undefined{})
	}
	want.totals, want.pins = f.Totals, int(f.NPins)
	for _, j := range p.judges {
		totals, pins, check, ok := j.Evaluate(position)
		if !ok {
			panic(undefined{})
		}
		if is := (judgement{totals, check, len(pins)}); is != want {
			fail("%s: %s says %v, 10x12 %v", position.FEN(), j.Name(), is, want)
		}
	}
}
