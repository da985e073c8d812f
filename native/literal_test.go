package native

import "sargon78/sargon"

// literal is the 10x12 board with an evaluation that follows the specification word by
// word: every square looks in sixteen directions, every list is built, every exchange is
// played on the bytes. It is what the two engines are compared with. A quirk can be taken
// out of it, to see that it matters.
type literal struct {
	board10x12
	without quirk
}

func newLiteral() *engine { return newEngine(new(literal)) }

func newLiteralWithout(q quirk) *engine { return newEngine(&literal{without: q}) }

// quirk is one of those of spec §14 that decide moves.
type quirk int

const (
	noQuirk quirk = iota
	royalQueenIsTheLastMoved
	enPassantAfterAnyFirstMove
	pinnedAttackersAreTransparent
	negativeStepsAreQueens
	queensPinLikeKings
	movedPieceStaysInDanger
	thirdAttackerOverflows
)

// make without the first quirk finds the queens on the board, as ROYALT does.
func (b *literal) make(first, second *record) {
	b.board10x12.make(first, second)
	b.findRoyals()
}

func (b *literal) unmake(first, second *record) {
	b.board10x12.unmake(first, second)
	b.findRoyals()
}

func (b *literal) findRoyals() {
	if b.without != royalQueenIsTheLastMoved {
		return
	}
	var p sargon.Position
	b.get(&p)
	p.FindRoyals()
	for i, s := range p.Royal {
		b.page[royals+i] = uint8(s)
	}
}

func (b *literal) generate(list *moveList, side sargon.Color, previous *record, check bool) {
	if b.without == enPassantAfterAnyFirstMove && int8(previous.to-previous.from) != 20 && int8(previous.from-previous.to) != 20 {
		previous = &record{}
	}
	b.board10x12.generate(list, side, previous, check)
}

func (b *literal) name() string { return "literal" }

func (b *literal) evaluate(v *view) sargon.Totals {
	b.findPins()
	var t tally
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		p := b.at(s)
		if p == sargon.Border {
			continue
		}
		t.control += standing(p, v.opening)
		b.attack(s)
		t.control += b.page[whiteList] - b.page[blackList]
		if v.examine != nil {
			v.examine.Attacks[s] = sargon.AttackList(b.page[whiteList:pinSquares])
		}
		if p == sargon.Empty {
			continue
		}
		t.material += material(p)
		e := b.xchng(p)
		if e != 0 {
			moved := uint8(s) == v.previousTo
			if b.without == movedPieceStaysInDanger && p.Color() == v.side && e > t.lost && !moved {
				t.checked = sargon.NoSquare
			}
			t.exchanged(v, s, p, e, moved)
		}
		if v.examine != nil {
			v.examine.Exchanges[s] = int8(e)
		}
	}
	return t.totals(v)
}

func (b *literal) findPins() {
	b.npins = 0
	for i := range uint8(4) {
		s := sargon.Square(b.page[royals+i])
		if s == endMark {
			break
		}
		if s == sargon.NoSquare || b.without == queensPinLikeKings && i >= sargon.WhiteQueen {
			continue
		}
		royal := b.at(s)
		for d, step := range directions[:8] {
			candidate := sargon.NoSquare
			for at := ahead(s, step); ; at = ahead(at, step) {
				p := b.at(at)
				if p == sargon.Empty {
					continue
				}
				if p == sargon.Border {
					break
				}
				if p.Color() == royal.Color() {
					if candidate != sargon.NoSquare {
						break
					}
					candidate = at
					continue
				}
				if candidate == sargon.NoSquare {
					break
				}
				t := p.Type()
				if t != sargon.Queen && (t != sargon.Bishop || d >= 4) && (t != sargon.Rook || d < 4) {
					break
				}
				if royal.Type() == sargon.Queen && t == sargon.Queen {
					b.attack(s)
					own, other := list(royal.Color()), list(royal.Color().Other())
					if int8(b.page[own]-b.page[other]-1) >= 0 {
						break
					}
				}
				b.enterPin(candidate, step)
				break
			}
		}
	}
}

// attack is spec §5, used for evaluation.
func (b *literal) attack(s sargon.Square) {
	b.clearLists()
	reference := b.at(s).Color()
	for d, step := range directions[:16] {
		counter := 0
		ownFound, enemyFound, queenFound := false, false, false
		for at := ahead(s, step); ; at = ahead(at, step) {
			counter++
			p := b.at(at)
			if p == sargon.Border {
				break
			}
			if p == sargon.Empty {
				if d >= 8 {
					break
				}
				continue
			}
			if p.Color() == reference {
				if enemyFound {
					break
				}
				ownFound = true
			} else {
				if ownFound {
					break
				}
				enemyFound = true
			}
			attacks := false
			switch t := p.Type(); {
			case d >= 8:
				attacks = t == sargon.Knight
			case t == sargon.Queen:
				attacks, queenFound = true, true
			case t == sargon.King:
				attacks = counter == 1
			case d < 4 && t == sargon.Bishop, d >= 4 && t == sargon.Rook:
				attacks = true
			case d < 4 && t == sargon.Pawn && counter == 1:
				attacks = (d < 2) == (p.Color() == sargon.Black)
			}
			if !attacks {
				break
			}
			if b.npins == 0 || !b.pinned(at, step) {
				slot := p.Type()
				if b.without == negativeStepsAreQueens {
					if queenFound {
						slot = sargon.Queen
					}
				} else if b.npins == 0 && queenFound || b.npins > 0 && step < 0 {
					slot = sargon.Queen
				}
				full := b.page[list(p.Color())+uint8(slot)] > 0x0F
				if full && b.without == thirdAttackerOverflows {
					continue
				}
				b.enter(list(p.Color()), slot, p.Type().Value())
			} else if b.without == pinnedAttackersAreTransparent {
				break
			}
			if p.Type() == sargon.King || p.Type() == sargon.Knight {
				break
			}
		}
	}
}

// xchng is spec §7, played on the bytes of the lists.
func (b *literal) xchng(p sargon.Piece) (e uint8) {
	v := 2 * p.Type().Value()
	sides := [2]uint8{list(p.Color().Other()), list(p.Color())}
	c := 0
	ask := func() (uint8, bool) {
		side := sides[c%2]
		c++
		if b.page[side] == 0 {
			return 0, false
		}
		return 2 * b.take(side), true
	}
	a, found := ask()
	if !found {
		return 0
	}
	for {
		d, defended := ask()
		if defended && v < a {
			for defended {
				if d < a {
					return e
				}
				if a, found = ask(); !found {
					return e
				}
				d, defended = ask()
			}
		}
		if c%2 == 0 {
			e += v
		} else {
			e -= v
		}
		if !defended {
			return e
		}
		v, a = a, d
	}
}
