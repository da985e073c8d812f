package prove

import (
	"sargon78/compare/prove/parts"
	"sargon78/emu/z80"
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

// others are the other sides of contracts, by their labels, for which model.equal is not enough.
var others = map[string]func(m *model){
	"ATTACK": func(m *model) {
		if args := m.arguments(m.s); m.s.Live() && args[2] != 0 { // the page does not say what A is then
			m.rule(parts.PartAttack, args[:]...)
			m.stays(z80.RegA | z80.FlagZ)
			return
		}
		m.equal()
	},
	"attack_ray": func(m *model) {
		args := m.arguments(m.s)
		m.goesOn(rayEnds(m.declaration, m.s, args, m.rule(parts.PartAttackRay, args[:]...)))
	},

	"enter_attacker": func(m *model) {
		s, args := m.s, m.arguments(m.s)
		at, step := square(regHL).get(s), s.Register(z80.RegE)
		allowed := uint16(1)
		if s.Byte(load+variables.NPINS) != 0 {
			allowed = m.rule(parts.PartPinAllows, at, step)
		}
		if allowed != 0 {
			m.rule(parts.PartEnter, args[:]...)
		}
	},

	"PINFND": func(m *model) {
		if !m.s.Live() {
			m.s.Same("the end mark in the image", uint16(m.image.Bytes[variables.POSQ+2]), 0xFF)
		}
		m.equal()
	},

	"next_piece": func(m *model) {
		s := m.s
		asked, other, list := s.Register(z80.RegC), s.Register(z80.RegDEAlt), s.Register(z80.RegHLAlt)&0xFF
		answer := m.equal()
		s.SetRegister(z80.RegC, asked+1)
		s.SetRegister(z80.RegHLAlt, other)
		s.SetRegister(z80.RegDEAlt, answer&0xFF00|list)
	},
	"xchng_round": (*model).exchange,
	"xchng_wait":  (*model).exchange,

	"points_square": func(m *model) {
		s := m.s
		square := s.Register(z80.RegA)
		s.Same("M3", s.Left().Byte(at(variables.M3)), square)
		if piece := s.Byte(at(variables.BOARDA) + square); piece != uint16(sargon.Border) {
			m.rule(parts.PartCountSquare, square, piece)
		}
	},
	"points_next": func(m *model) {
		if m.s.Live() && m.s.Byte(at(variables.M3)) != uint16(sargon.H8) {
			m.s.Undefined("the next square follows: that is points_square")
		}
		value := m.equal()
		m.s.Same("2 to 254", flag(value >= 2 && value <= 254), 1) // FNDMOV relies on that
	},

	"sort_scan": func(m *model) {
		s := m.s
		link, value := s.Register(z80.RegHL), s.Register(z80.RegC)
		m.stays(z80.RegDE)
		s.SetRegister(z80.RegC, value)
		if follows := m.rule(parts.PartFollows, link, value); follows != 0 {
			m.goesOn("sort_scan")
			s.SetRegister(z80.RegHL, follows)
			return
		}
		m.goesOn("sort_insert")
		s.SetRegister(z80.RegHL, link)
		s.SetRegister(z80.RegDE, s.Word(link))
	},

	"FNDMOV": (*model).search,
	"VALMOV": (*model).play,

	"book": func(m *model) {
		s := m.s
		r, side, from := s.Register(z80.RegR)+fetched, s.Byte(at(variables.COLOR)), uint16(0)
		if side != 0 {
			from = s.Byte(s.Word(at(variables.MLPTRJ)) + 2)
		}
		move := m.rule(parts.PartBook, r&1, side, from)
		for i, v := range []uint16{0, 0, move & 0xFF, move >> 8, uint16(sargon.FirstMove), 0} {
			s.SetOwn(at(variables.MLIST+uint16(i)), v)
		}
		s.SetOwn(at(variables.SCORE+1), 0)
		s.SetOwnWord(at(variables.BESTM), at(variables.MLIST))
	},
	"royal_square": func(m *model) {
		m.equal()
		square := m.s.Register(z80.RegHL) - at(variables.BOARDA)
		var position sargon.Position
		position.Board[square] = sargon.Piece(m.s.Byte(at(variables.BOARDA) + square))
		position.FindRoyals()
		for i, royal := range position.Royal {
			if before, _ := m.s.Given(at(variables.POSK + uint16(i))); m.s.Live() && royal == 0 {
				royal = sargon.Square(before) // as another square has left it
			}
			m.s.Same("the royal square", m.s.Left().Byte(at(variables.POSK+uint16(i))), uint16(royal))
		}
	},
	"ROYALT": func(m *model) {
		var position sargon.Position
		if m.s.Live() {
			for i := range position.Board {
				position.Board[i] = sargon.Piece(m.s.Byte(at(variables.BOARDA + uint16(i))))
			}
			position.FindRoyals()
		} else {
			for _, square := range scanned {
				m.s.Call("royal_square", square)
			}
		}
		m.royals(&position)
	},
	"INITBD": func(m *model) {
		start := sargon.StartPosition()
		for i, piece := range start.Board {
			m.s.SetOwn(at(variables.BOARDA+uint16(i)), uint16(piece))
		}
		m.royals(&start)
	},
}

// royals sets the royal squares to those of a position.
func (m *model) royals(of *sargon.Position) {
	for i, s := range of.Royal {
		m.s.SetOwn(at(variables.POSK+uint16(i)), uint16(s))
	}
}

// exchange does a step of an exchange that is under way.
func (m *model) exchange() {
	s, args := m.s, m.arguments(m.s)
	if s.Live() {
		args[5], args[6] = s.Register(z80.RegHLAlt), s.Register(z80.RegDEAlt)
	}
	m.stays(m.sets)
	goesOn := m.rule(m.part, args[:]...)
	x := &m.engine.LastExchange
	s.SetRegister(z80.RegE, uint16(x.Loss))
	left := s.Left()
	switch {
	case goesOn == 0:
		m.goesOn("")
		return
	case m.part == parts.PartRound:
		m.goesOn("xchng_round")
	case x.Defender == 0: // there is no recapture
		m.goesOn("xchng_last")
	default:
		m.goesOn("xchng_wait")
		s.SetRegister(z80.RegH, uint16(x.Defender))
	}
	s.SetRegister(z80.RegB, uint16(x.Value))
	s.SetRegister(z80.RegD, uint16(x.Attacker))
	s.Same("parity of C", left.Register(z80.RegC)&1, uint16(x.Asked)&1)
}

// search does a whole search.
func (m *model) search() {
	s, left := m.s, m.s.Left()
	level, side := s.Byte(at(variables.PLYMAX)), s.Byte(at(variables.KOLOR))
	if s.Byte(at(variables.MOVENO)) == 1 {
		if m.missing != "" || s.Live() {
			s.Undefined("the book answers")
		}
		m.goesOn("book")
		s.SetOwn(at(variables.COLOR), side) // book reads it
		return
	}
	found := m.rule(parts.PartSearch, level, side)
	best := left.Word(at(variables.BESTM))
	if found&0xFF != 0 { // otherwise there is no legal move, and the page does not say what BESTM is
		s.Same("the best move", left.Byte(best+2), found&0xFF)
	}
	s.SetOwnWord(at(variables.BESTM), best)
	s.Same("PMATE", left.Byte(at(variables.PMATE)), found>>8)
	mates := flag(left.Byte(at(variables.SCORE+1)) == 0xFF)
	s.Same("PLYMAX", left.Byte(at(variables.PLYMAX)), (level-2*mates)&0xFF)
}

// play plays a move of the player.
func (m *model) play() {
	s, left := m.s, m.s.Left()
	move, record := m.address("MVEMSG"), s.Word(at(variables.MLPTRJ))
	side := s.Byte(at(variables.KOLOR)) ^ 0x80
	played := m.rule(parts.PartPlay, s.Byte(move), s.Byte(move+1), side, flag(s.Live()))
	if s.Live() {
		m.stays(z80.RegA | z80.FlagZ)
		s.Same("accepted", flag(left.Register(z80.RegA) == 0), played)
		return
	}
	refused := uint16(0)
	switch made := s.Calls("MOVE"); {
	case len(made) == 0:
		refused = 1
	case played == 0:
		refused = 2
	default:
		record = made[0][0]
	}
	s.SetRegister(z80.RegA, refused)
	s.SetRegister(z80.FlagZ, flag(refused == 0))
	s.Same("MLPTRJ", left.Word(at(variables.MLPTRJ)), record)
}

// boardContract is the contract of the rows without a program.
var boardContract = &contract{
	reads:   board,
	private: join(bytes(variables.ATKLST, 14), bytes(variables.PLISTA, 20), index(variables.NPINS)),
}
