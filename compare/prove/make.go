package prove

import "sargon78/sargon/spec/variables"

var makeRows = []*Row{
	moveRow("MOVE"), moveRow("UNMOVE"), pairRow("MOVE, pairs"), pairRow("UNMOVE, pairs"),
}

// moveRow makes or unmakes a record.
func moveRow(name string) *Row {
	return &Row{
		Name: name, Section: "9", Cut: "whole, single records",
		Domain: "MLPTRJ: MLIST; MLIST+2:2: 64 squares; MLIST+4: 0..63 128..191, no pairs; board: 37 bytes",
	}
}

// pairRow makes or unmakes a pair, which may lie across the end of a page.
func pairRow(name string) *Row {
	return &Row{
		Name: name, Section: "9", Cut: "whole, pairs",
		Domain: "record: MLIST MLIST+252; squares: 0..8, of castling and others; " +
			"MLIST+4 MLIST+256: 64..127 192..255; " +
			"MLIST+10 MLIST+262: 0 1 0x81 0x05 0x85 0x0D 0x10 0x15 0x25; board: 15 bytes",
		run: func(p *pair) {
			at := p.choice("record")
			p.setWord(p.at(variables.MLPTRJ), at)
			squares := shapes[p.choice("squares")]
			for i, field := range []uint16{2, 3, 8, 9} {
				p.set(at+field, squares[i])
			}
			p.equal()
		},
	}
}

// shapes are the squares of pairs: castlings, captures in passing, and old records with squares in
// common.
var shapes = [][4]uint16{
	{25, 27, 28, 26}, {25, 23, 21, 24}, {95, 97, 98, 96}, {95, 93, 91, 94},
	{65, 74, 64, 64}, {55, 46, 56, 56}, {76, 77, 77, 76}, {33, 33, 33, 33}, {33, 44, 44, 55},
}
