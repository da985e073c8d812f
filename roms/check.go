package roms

import (
	"cmp"
	"fmt"
	"slices"

	"sargon78/sargon/spec/variables"
)

// An index reaches the variables from firstIndexed to lastIndexed.
const (
	firstIndexed = variables.TBASE - 0x80
	lastIndexed  = variables.TBASE + 0x7F
)

// isDistance reports whether the value of a variable's name is its distance from TBASE: a listing may
// define the names of tables so, for what stands in an index, (IX+DIRECT). PVALUE may be
// one less in either form, because its index is the type of a piece, from 1. No address of a
// program can be taken for a distance: none lies below 0100h, or above 0FF00h.
func isDistance(name string, offset, value, load uint16) bool {
	if name == "PVALUE" && (value == offset-variables.TBASE-1 || value == load+offset-1) {
		return true
	}
	return offset >= firstIndexed && offset <= lastIndexed && value == offset-variables.TBASE
}

// table is one of the tables that a program looks numbers up in.
type table struct {
	name    string
	section int // of the specification
	signed  bool
	numbers []int
	entries []string // what they are about; may be empty
}

var (
	movers = []string{"black pawn", "white pawn", "knight", "bishop", "rook", "queen", "king"}
	files  = []string{"a", "b", "c", "d", "e", "f", "g", "h"}
)

const firstMove = 0x10 // the flags of a book move (spec §3)

// tables are those with the same numbers in every ROM image, in their order in memory.
var tables = []table{
	{name: "BMOVES", section: 12, numbers: []int{
		35, 55, firstMove, 34, 54, firstMove,
		85, 65, firstMove, 84, 64, firstMove,
	}, entries: []string{
		"e2e4: from", "e2e4: to", "e2e4: flags", "d2d4: from", "d2d4: to", "d2d4: flags",
		"e7e5: from", "e7e5: to", "e7e5: flags", "d7d5: from", "d7d5: to", "d7d5: flags",
	}},
	{name: "DIRECT", section: 2, signed: true, numbers: []int{
		9, 11, -11, -9, 10, -10, 1, -1, -21, -12, 8, 19, 21, 12, -8, -19,
		10, 10, 11, 9, -10, -10, -11, -9,
	}},
	{name: "DPOINT", section: 2, numbers: []int{20, 16, 8, 0, 4, 0, 0}, entries: movers},
	{name: "DCOUNT", section: 2, numbers: []int{4, 4, 8, 4, 4, 8, 8}, entries: movers},
	{name: "PVALUE", section: 1, numbers: []int{1, 3, 3, 5, 9, 10},
		entries: append([]string{"pawn"}, movers[2:]...)},
	{name: "PIECES", section: 1, numbers: []int{4, 2, 3, 5, 6, 3, 2, 4}, entries: files},
}

// Problem is a name or a number that an image lacks, or that is another one than the specification
// says.
type Problem struct {
	Name string // the symbol
	Why  string // what is wrong with it, for people
}

func (p Problem) String() string { return p.Name + ": " + p.Why }

// Check returns in what an image differs from what the harness needs and every ROM image has: variables
// at their addresses, entry points inside the program, the numbers in its tables. Names come first,
// sorted, then the tables. It is empty if all is right. The name of a table may be missing: its
// address is known, and what stands there is checked.
func Check(image *Image) []Problem {
	problems := checkNames(image)
	for _, t := range tables {
		problems = append(problems, t.check(image)...)
	}
	return problems
}

// checkNames returns a problem for each variable and entry point that the image lacks or has at a wrong
// address.
func checkNames(image *Image) []Problem {
	var problems []Problem
	lacks := func(name, format string, args ...any) {
		problems = append(problems, Problem{name, fmt.Sprintf(format, args...)})
	}
	for _, c := range variables.All {
		name, offset, want := c.Name, c.Offset, image.Load+c.Offset
		isTable := slices.ContainsFunc(tables, func(t table) bool { return t.name == name })
		if is, ok := image.Symbol(name); !ok && !isTable {
			lacks(name, "no such symbol; it belongs at load address + %03Xh", offset)
		} else if ok && is != want {
			lacks(name, "is at %04Xh, and belongs at %04Xh, load address + %03Xh", is, want, offset)
		}
	}
	end := int(image.Load) + len(image.Bytes)
	for _, name := range variables.EntryPoints {
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

// TableNumbers counts the numbers of the tables that every ROM image has, and those that are right.
func TableNumbers(image *Image) (right, all int) {
	for _, t := range tables {
		cell, _ := variables.Named(t.name)
		for i, want := range t.numbers {
			at := int(cell.Offset) + i
			if all++; at < len(image.Bytes) && image.Bytes[at] == uint8(want) {
				right++
			}
		}
	}
	return right, all
}

// check compares a table's numbers, each by itself, unless so many differ that something else must
// lie there.
func (t table) check(image *Image) []Problem {
	cell, _ := variables.Named(t.name)
	offset := int(cell.Offset)
	if offset+len(t.numbers) > len(image.Bytes) {
		return []Problem{{t.name, fmt.Sprintf("the program ends before it, at load address + %03Xh",
			len(image.Bytes))}}
	}
	var problems []Problem
	for i, want := range t.numbers {
		is := int(image.Bytes[offset+i])
		if t.signed {
			is = int(int8(is))
		}
		if is == want {
			continue
		}
		entry := fmt.Sprintf("entry %d", i)
		if t.entries != nil {
			entry += fmt.Sprintf(" (%s)", t.entries[i])
		}
		if image.Source != nil {
			if line, ok := image.Source.LineAt(image.Load + uint16(offset+i)); ok {
				entry += fmt.Sprintf(" in %s:%d", line.File, line.Number)
			}
		}
		problems = append(problems, Problem{t.name,
			fmt.Sprintf("%s is %d, and should be %d (spec §%d)", entry, is, want, t.section)})
	}
	if 2*len(problems) > len(t.numbers) {
		return []Problem{{t.name, fmt.Sprintf("%d of the %d numbers at load address + %03Xh are not "+
			"those of spec §%d, "+
			"the first of them: %s", len(problems), len(t.numbers), offset, t.section, problems[0].Why)}}
	}
	return problems
}
