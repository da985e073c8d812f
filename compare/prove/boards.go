package prove

import (
	"fmt"
	"slices"

	"sargon78/native"
	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
)

// The engines on other boards do not keep the memory of 1978. They are held to 10x12 in whole
// positions: along one ray all that 10x12 reads, the rest of the board filled in two ways.
var boardRows = []*Row{
	boardRow("boards, attack", "5", literal.PartAttackRay, "square: 64 squares; ray: 0..15; man: 5 0x81"),
	boardRow("boards, pins", "6", literal.PartPinRay, "square: 64 squares; ray: 0..7; man: 5 0x86"),
}

func boardRow(name, section string, part literal.Part, domain string) *Row {
	return &Row{
		Name: name, Section: section,
		Cut:     "no program: 0x88 and sets beside 10x12; totals, pins, checks and exchanges of the position",
		Domain:  domain + "; along the ray 13 bytes, the rest empty or as at the start; ATKLST:14 PLISTA:20: 0",
		Bounded: "one ray at a time, the rest of the board in two ways",
		prepare: func(p *pair) {
			p.stubbed[literal.PartAttack] = true
			p.more = func(literal.Part, literal.Args) bool { return true }
			if p.judges == nil {
				p.judges, p.tenByTwelve = native.Judges(), literal.New()
			}
		},
		run: func(p *pair) {
			square, ray, man := p.choice("square"), p.choice("ray"), p.choice("man")
			p.put(cells.NPINS, 0)
			if part == literal.PartAttackRay {
				p.rule(part, square, ray, man, 1)
			} else {
				p.rule(part, square, man, ray)
			}
			read := sargon.EmptyPosition()
			seen := map[sargon.Square]bool{sargon.Square(square): true}
			read.Board[square] = sargon.Piece(man)
			for _, at := range p.sides[1].log {
				if s := sargon.Square(at - p.at(cells.BOARDA)); at >= p.at(cells.BOARDA) && s.OnBoard() {
					seen[s], read.Board[s] = true, sargon.Piece(p.sides[1].memory[at])
				}
			}
			for _, rest := range []sargon.Position{sargon.EmptyPosition(), sargon.StartPosition()} {
				position := read
				for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
					if !seen[s] {
						position.Board[s] = rest.Board[s]
					}
				}
				p.judge(&position, seen)
			}
		},
	}
}

// judge compares what the engines say of a position, in which each side gets one king: from those that
// are not along the ray.
func (p *pair) judge(position *sargon.Position, seen map[sargon.Square]bool) {
	for _, king := range []sargon.Piece{6, 0x86} {
		kings := 0
		for s := range seen {
			if position.Board[s] == king {
				kings++
			}
		}
		if kings > 1 {
			panic(undefined{})
		}
		for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
			switch is := position.Board[s]; {
			case seen[s] || !s.OnBoard():
			case kings == 1 && is == king:
				position.Board[s] = sargon.Empty
			case kings == 0 && is == king, kings == 0 && is == sargon.Empty && !slices.Contains(position.Board[:], king):
				position.Board[s] = king
				kings = 1
			}
		}
	}
	position.FindRoyals()
	position.Previous.To = sargon.LastSquare
	w := p.tenByTwelve
	memory := w.Memory()
	for s, piece := range position.Board {
		memory[p.at(cells.BOARDA)+uint16(s)] = uint8(piece)
	}
	clear(memory[p.at(cells.ATKLST):p.at(cells.PLYIX)])
	w.SetRoyals(position.Royal)
	memory[p.at(cells.POSQ)+2] = 0xFF
	memory[p.at(cells.MLIST)+3] = uint8(position.Previous.To)
	f := literal.Fields{MoveNumber: position.MoveNumber, Record: p.at(cells.MLIST)}
	var check [2]bool
	for i := range check {
		answer, _ := w.Do(literal.PartInCheck, &f, literal.Args{uint16(i) << 7})
		check[i] = answer != 0
	}
	_, _ = w.Do(literal.PartPins, &f, literal.Args{})
	if _, undefinedBy := w.Do(literal.PartEvaluate, &f, literal.Args{}); undefinedBy != "" {
		panic(undefined{})
	}
	want := fmt.Sprint(f.Totals, check, f.NPins)
	for _, j := range p.judges {
		totals, pins, check, ok := j.Judge(position)
		if !ok {
			panic(undefined{})
		}
		if is := fmt.Sprint(totals, check, len(pins)); is != want {
			fail("%s: %s says %s, 10x12 %s", position.FEN(), j.Name(), is, want)
		}
	}
}
