package roms

import (
	"cmp"
	"fmt"
	"slices"
)

// Cells are the cells that every edition has at the same distance from its load address (spec
// §15).
//
// A listing may define the names of tables as distances instead of addresses, counted from TBASE,
// load address + 100h: what stands in an index, (IX+DIRECT). Image.Symbol gives the address of
// both.
var Cells = func() map[string]uint16 {
	cells := map[string]uint16{
		"BMOVES": 0x034, "DIRECT": 0x080, "DPOINT": 0x098, "DCOUNT": 0x09F, "PVALUE": 0x0A6,
		"PIECES": 0x0AC, "BOARDA": 0x0B4, "ATKLST": 0x12C, "PLISTA": 0x13A, "POSK": 0x14E,
		"POSQ": 0x150, "SCORE": 0x153, "PLYIX": 0x15F, "STACK": 0x2FF, "MLIST": 0x300,
	}
	for i, name := range []string{
		"M1", "M2", "M3", "M4", "T1", "T2", "T3", "INDX1", "INDX2", "NPINS",
		"MLPTRI", "MLPTRJ", "SCRIX", "BESTM", "MLLST", "MLNXT",
	} {
		cells[name] = uint16(2 * i)
	}
	for i, name := range []string{
		"KOLOR", "COLOR", "P1", "P2", "P3", "PMATE", "MOVENO", "PLYMAX", "NPLY",
		"CKFLG", "MATEF", "VALM",
		"BRDC", "PTSL", "PTSW1", "PTSW2", "MTRL", "BC0", "MV0", "PTSCK",
	} {
		cells[name] = uint16(0x020 + i)
	}
	return cells
}()

// tbase is the distance of TBASE from the load address; an index reaches the cells from
// firstIndexed to lastIndexed.
const (
	tbase        = 0x100
	firstIndexed = tbase - 0x80
	lastIndexed  = tbase + 0x7F
)

// isDistance tells whether the value of a cell's name is its distance from TBASE. PVALUE may be
// one less in either form, because its index is the type of a piece, from 1. No address of a
// program can be taken for a distance: none lies below 0100h, or above 0FF00h.
func isDistance(name string, offset, value, load uint16) bool {
	if name == "PVALUE" && (value == offset-tbase-1 || value == load+offset-1) {
		return true
	}
	return offset >= firstIndexed && offset <= lastIndexed && value == offset-tbase
}

// EntryPoints are the routines that are called by name (spec §15), and MVEMSG, through which
// VALMOV is told its move.
var EntryPoints = []string{
	"ATTACK", "CPTRMV", "DRIVER", "EVAL", "FNDMOV", "GENMOV", "INCHK", "INITBD",
	"MOVE", "MVEMSG", "PINFND", "PLYRMV", "POINTS", "ROYALT", "SORTM", "UNMOVE", "VALMOV", "XCHNG",
}

// table is one of the tables that a program looks numbers up in.
type table struct {
	name    string
	section int // of the specification
	signed  bool
	numbers []uint8
	entries []string // what they are about; may be empty
}

var (
	movers = []string{"black pawn", "white pawn", "knight", "bishop", "rook", "queen", "king"}
	files  = []string{"a", "b", "c", "d", "e", "f", "g", "h"}
)

const firstMove = 0x10 // the flags of a book move (spec §3)

// tables are those with the same numbers in every edition, in their order in memory.
var tables = []table{
	{name: "BMOVES", section: 12, numbers: []uint8{
		35, 55, firstMove, 34, 54, firstMove,
		85, 65, firstMove, 84, 64, firstMove,
	}, entries: []string{
		"e2e4: from", "e2e4: to", "e2e4: flags", "d2d4: from", "d2d4: to", "d2d4: flags",
		"e7e5: from", "e7e5: to", "e7e5: flags", "d7d5: from", "d7d5: to", "d7d5: flags",
	}},
	{name: "DIRECT", section: 2, signed: true, numbers: signed(
		9, 11, -11, -9, 10, -10, 1, -1, -21, -12, 8, 19, 21, 12, -8, -19,
		10, 10, 11, 9, -10, -10, -11, -9)},
	{name: "DPOINT", section: 2, numbers: []uint8{20, 16, 8, 0, 4, 0, 0}, entries: movers},
	{name: "DCOUNT", section: 2, numbers: []uint8{4, 4, 8, 4, 4, 8, 8}, entries: movers},
	{name: "PVALUE", section: 1, numbers: []uint8{1, 3, 3, 5, 9, 10},
		entries: append([]string{"pawn"}, movers[2:]...)},
	{name: "PIECES", section: 1, numbers: []uint8{4, 2, 3, 5, 6, 3, 2, 4}, entries: files},
}

func signed(numbers ...int8) (bytes []uint8) {
	for _, n := range numbers {
		bytes = append(bytes, uint8(n))
	}
	return bytes
}

// Problem is something that an image has not, or has otherwise than a Sargon of 1978.
type Problem struct {
	Name string // the symbol
	Why  string // what is wrong with it, for people
}

func (p Problem) String() string { return p.Name + ": " + p.Why }

// Check tells in what an image differs from what the harness needs and every edition has: cells at
// their places, entry points inside the program, the numbers in its tables. Names come first,
// sorted, then the tables. It is empty if all is well. The name of a table may be missing: its
// place is known, and what stands there is checked.
func Check(image *Image) []Problem {
	problems := checkNames(image)
	for _, t := range tables {
		problems = append(problems, t.check(image)...)
	}
	return problems
}

func checkNames(image *Image) []Problem {
	var problems []Problem
	lacks := func(name, format string, args ...any) {
		problems = append(problems, Problem{name, fmt.Sprintf(format, args...)})
	}
	for name, offset := range Cells {
		want := image.Load + offset
		isTable := slices.ContainsFunc(tables, func(t table) bool { return t.name == name })
		if is, ok := image.Symbol(name); !ok && !isTable {
			lacks(name, "no such symbol; it belongs at load address + %03Xh", offset)
		} else if ok && is != want {
			lacks(name, "is at %04Xh, and belongs at %04Xh, load address + %03Xh", is, want, offset)
		}
	}
	end := int(image.Load) + len(image.Bytes)
	for _, name := range EntryPoints {
		if is, ok := image.Symbol(name); !ok {
			lacks(name, "no such symbol; it is an entry point")
		} else if is < image.Load || int(is) >= end {
			lacks(name, "is at %04Xh, outside the program, which goes from %04Xh to %04Xh", is,
				image.Load, end-1)
		}
	}
	slices.SortFunc(problems, func(x, y Problem) int { return cmp.Compare(x.Name, y.Name) })
	return problems
}

// check compares a table's numbers, each by itself, unless so many differ that something else must
// lie there.
func (t table) check(image *Image) []Problem {
	offset := int(Cells[t.name])
	if offset+len(t.numbers) > len(image.Bytes) {
		return []Problem{{t.name, fmt.Sprintf("the program ends before it, at load address + %03Xh",
			len(image.Bytes))}}
	}
	var problems []Problem
	for i, want := range t.numbers {
		is := image.Bytes[offset+i]
		if is == want {
			continue
		}
		entry := fmt.Sprintf("entry %d", i)
		if t.entries != nil {
			entry += fmt.Sprintf(" (%s)", t.entries[i])
		}
		if where := image.lineAt(image.Load + uint16(offset+i)); where != "" {
			entry += " in " + where
		}
		problems = append(problems, Problem{t.name, fmt.Sprintf("%s is %d, and should be %d (spec §%d)",
			entry, t.number(is), t.number(want), t.section)})
	}
	if 2*len(problems) > len(t.numbers) {
		return []Problem{{t.name, fmt.Sprintf("%d of the %d numbers at load address + %03Xh are not "+
			"those of spec §%d, "+
			"the first of them: %s", len(problems), len(t.numbers), offset, t.section, problems[0].Why)}}
	}
	return problems
}

func (t table) number(b uint8) int {
	if t.signed {
		return int(int8(b))
	}
	return int(b)
}

// lineAt is the place in the listing from which the byte at an address comes, or empty.
func (i *Image) lineAt(addr uint16) string {
	if i.Source == nil {
		return ""
	}
	line, ok := i.Source.LineAt(addr)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s:%d", line.File, line.Number)
}
