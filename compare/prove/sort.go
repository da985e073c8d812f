package prove

import (
	"sargon78/sargon/spec/variables"
)

// Records have addresses of which two have a low byte of 0, and one lies across the end of a page.
var sortRows = []*Row{{
	Name: "sort_scan", Section: "10", Cut: "one comparison, to sort_scan or sort_insert",
	Domain: "C: all bytes; HL: PLYIX+2 MLIST+60 MLIST+255, the link; " +
		"next: MLIST MLIST+252 MLIST+768 MLIST+18 0 0x78; its value all bytes",
	run: func(p *pair) {
		c, link, next := &p.chip, p.chip.HL(), p.choice("next")
		p.setWord(link, next)
		if follows := p.equal(); follows != 0 {
			p.goesOn("sort_scan")
			p.same("HL", c.HL(), follows)
			return
		}
		p.goesOn("sort_insert")
		p.same("HL", c.HL(), link)
		p.same("DE", c.DE(), next)
	},
}, {
	Name: "SORTM", Section: "10", Cut: "whole; EVAL left out",
	Domain:  "records: 0..4; MLPTRI: PLYIX+2; MLIST:2048: 77 178; four values",
	Bounded: "lists of up to 4 records; sort_scan is the step of longer ones",
	run: func(p *pair) {
		at := p.at(variables.PLYIX) + 2
		for _, record := range []uint16{0, 252, 768, 18}[:p.choice("records")] {
			record += p.at(variables.MLIST)
			p.setWord(at, record)
			at = record
		}
		p.setWord(at, 0x0033)
		p.equal()
	},
}, {
	Name: "EVAL", Section: "10", Cut: "around MOVE, INCHK, PINFND, POINTS and UNMOVE, all left out",
	Domain: "BC0 MV0: 9; MLIST:5: 35 200; MLIST+5: 77; COLOR: both colours; MLPTRJ: MLIST; " +
		"check or not, all values",
}}
