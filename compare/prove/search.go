package prove

import (
	"slices"

	"sargon78/emu/z80"
	"sargon78/native/reference"
	"sargon78/sargon/spec/variables"
)

var searchRows = []*Row{{
	Name: "FNDMOV", Section: "11",
	Cut: "whole; GENMOV, SORTM, MOVE, UNMOVE, INCHK, PINFND and POINTS left out",
	Domain: "PLYMAX: 1 2; KOLOR: both colours; move numbers 1, 7 and 255; BRDC MTRL: 9; " +
		"MLIST:2048: 77; POINTS: 2 0x70 0x80 0x90 254; up to 2 moves a ply, in two pages and both " +
		"orders, and 1 behind a check at level 2; each legal or not, with check or not",
	Bounded: "two plies and a check, two moves each, five values",
	prepare: func(p *pair) {
		for n := range uint16(7) { // who knows from where a move goes knows which it is
			p.domains[p.at(variables.MLIST+n*apart+2)] = []uint16{21 + n}
		}
		p.leave("GENMOV", func(args reference.Args) []uint16 {
			switch level := p.byte(variables.PLYMAX); {
			case level == 2 && args[0] > level:
				return listed(3)
			case level == 2:
				return listed(5)
			}
			return listed(6)
		}, nil)
		p.leave("SORTM", func(reference.Args) []uint16 { return upTo([]int{1, 2, 8}[len(p.list())]) }, nil)
	},
	run: func(p *pair) {
		level, side := p.in(variables.PLYMAX), p.in(variables.KOLOR)
		number := p.inOf(variables.MOVENO, []uint16{1, 7 + 248*(side>>7)})
		p.setWord(p.at(variables.MLPTRJ), p.at(variables.MLIST)+2040)
		p.set(p.at(variables.PMATE), 0)
		p.program()
		if number == 1 {
			p.goesOn("book")
			p.same("COLOR", p.byte(variables.COLOR), side) // by which book goes
			return
		}
		p.goesOn("")
		found := p.rule(reference.PartSearch, level, side)
		p.compare()
		best := p.word(variables.BESTM)
		if found&0xFF != 0 { // else there is no legal move, and the page does not say what BESTM is
			p.same("the best move", p.byte(best-reference.Load+2), found&0xFF)
		}
		p.same("PMATE", p.byte(variables.PMATE), found>>8)
		mates := flag(p.byte(variables.SCORE+1) == 0xFF)
		p.same("PLYMAX", p.byte(variables.PLYMAX), (level-2*mates)&0xFF)
	},
}, {
	Name: "VALMOV", Section: "13", Cut: "whole; GENMOV, MOVE, UNMOVE and INCHK left out",
	Domain: "KOLOR: both colours; MVEMSG: 35; MVEMSG+1: 55; MLPTRJ: MVEMSG+48; POSK:4: 0; " +
		"MLIST+1024:270: 35 55 200; up to 2 moves, legal or not",
	run: func(p *pair) {
		record := p.word(variables.MLPTRJ) // where 10x12 has the previous move
		p.program()
		played := p.rule(reference.PartPlay, 35, 55, p.byte(variables.KOLOR)^0x80)
		p.compare()
		made := slices.IndexFunc(p.calls, func(c call) bool { return c.part == reference.PartMake })
		refused := uint16(0)
		switch {
		case made < 0:
			refused = 1
		case played == 0:
			refused = 2
		default:
			record = p.calls[made].args[0]
		}
		p.same("A", uint16(p.chip.A), refused)
		p.same("Z", uint16(p.chip.F&z80.FlagZ), flag(refused == 0)*z80.FlagZ)
		p.same("MLPTRJ", p.word(variables.MLPTRJ), record)
	},
}}

// apart is how far a record that GENMOV has stored is from the one before, in another page: between
// them are some of no list.
const (
	unlisted = 42
	apart    = (unlisted + 1) * 6
)

// listed are answers of GENMOV: twice the number of records, and whether it is check.
func listed(n int) (all []uint16) {
	for _, v := range upTo(n) {
		all = append(all, v>>1*(unlisted+1)*2|v&1)
	}
	return all
}

// generated makes the list of a ply, as GENMOV does: none, one or two records.
func generated(p *pair, args reference.Args, answer uint16) string {
	row, next := p.at(variables.PLYIX)+4*(args[0]-1), args[1]
	link := row + 2
	p.writesWord(row, next)
	for range answer >> 1 / (unlisted + 1) {
		p.writesWord(link, next)
		link, next = next, next+apart
	}
	p.writesWord(link, 0)
	p.write(p.at(variables.CKFLG), answer&1)
	p.writeWord(p.at(variables.MLPTRI), row+2)
	p.writeWord(p.at(variables.MLNXT), next)
	return ""
}

// list are the records of the ply at MLPTRI.
func (p *pair) list() (all []uint16) {
	for at := p.word(variables.MLPTRI); ; all = append(all, at) {
		if at = p.word(at - reference.Load); at>>8 == 0 {
			return all
		}
	}
}

// sorted sorts a list of up to two records: each is legal or not, and the two are exchanged or not.
func sorted(p *pair, _ reference.Args, answer uint16) string {
	all := p.list()
	for i, at := range all {
		p.writes(at+5, answer>>i&1)
	}
	if len(all) > 0 {
		p.spoil(p.at(variables.MLPTRJ))
	}
	if answer&4 != 0 {
		slices.Reverse(all)
		link := p.word(variables.MLPTRI)
		for _, at := range append(all, 0) {
			p.writesWord(link, at)
			link = at
		}
	}
	return ""
}
