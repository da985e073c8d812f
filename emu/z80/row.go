package z80

import (
	"strconv"
	"strings"
)

// Row is a row of the table. The table is part of this package, so a mistake in it panics, in every
// test.
type Row struct {
	Name     string // mnemonic and operands, as the table has them; "-" for an opcode that does nothing
	Mnemonic string
	Operands []string
	Prefix   uint8 // CB, ED or 0
	Opcode   uint8
	Shift    [3]int // where in the opcode the code of an operand goes; −1: it is not there
	TDL      string // the names of TDL, as the table has them

	mask        uint8    // the bits of the opcode that are fixed
	tStates     [2]uint8 // with a register, with memory
	takenExtra  uint8    // T-states more if it jumps or repeats
	flow        Flow
	conditional bool // flow is only under a condition
	does        effects
	except      []Row // the opcodes of this row that have other effects
}

// effects are what the columns of flags and effects of a row hold.
type effects struct {
	flags      uint8 // that are written
	calculated uint8 // those of the flags that are not always the same
	ones       uint8 // of the flags that are always the same, those that are set
	clauses    []clause
	named      uint8 // flags that a clause names
}

// Rows are the rows of the table, in its order.
var Rows = rows()

// rows reads the table. A line without a name is an exception to the row above it.
func rows() (all []Row) {
	for line := range strings.Lines(table) {
		columns := strings.Split(line, "|")
		if len(columns) == 1 {
			continue
		}
		if r := newRow(columns); r.Name != "" {
			all = append(all, r)
		} else {
			above := &all[len(all)-1]
			above.except = append(above.except, r)
		}
	}
	return all
}

// newRow reads a row of the table, whose columns the head of table.go explains. It panics if the row is
// wrong.
func newRow(columns []string) Row {
	columns = append(columns, "", "", "", "") // a row may end early
	r := Row{Shift: [3]int{-1, -1, -1}, TDL: strings.TrimSpace(columns[5])}
	r.Name = strings.Join(strings.Fields(columns[0]), " ")
	r.Mnemonic, r.Operands = Words(r.Name)
	r.encode(strings.Fields(columns[1]))
	times, taken, jumps := strings.Cut(strings.TrimSpace(columns[2]), "/")
	for i, n := range strings.Fields(times) {
		r.tStates[i] = parse(n, 10)
	}
	if jumps {
		r.takenExtra = parse(taken, 10) - r.tStates[0]
	}
	r.calculates(strings.TrimSpace(columns[3]))
	for word := range strings.FieldsSeq(columns[4]) {
		if c, ok := newClause(word); ok {
			r.does.add(c)
			continue
		}
		word, r.conditional = strings.CutSuffix(word, "?")
		if r.flow = flows[word]; r.flow == Straight {
			panic("instruction table: " + word)
		}
	}
	return r
}

// calculates reads the column of flags.
func (r *Row) calculates(column string) {
	for i, c := range column {
		flag := uint8(0x80) >> i
		switch byte(c) {
		case '.':
			continue
		case '0', '1':
			r.does.ones |= (column[i] - '0') << (7 - i)
		case flagLetters[i]:
			r.does.calculated |= flag
		default:
			panic("instruction table: flags " + column)
		}
		r.does.flags |= flag
	}
}

// add adds a clause.
func (e *effects) add(c clause) {
	for _, name := range c.to {
		if letters, ok := strings.CutPrefix(name, "f"); ok {
			e.named |= flagsNamed(letters)
		}
	}
	e.clauses = append(e.clauses, c)
}

// encode reads the column of bytes. A letter names an operand: its field ends at the lowest bit with
// that letter.
func (r *Row) encode(code []string) {
	if len(code) > 1 && (code[0] == "CB" || code[0] == "ED") {
		r.Prefix, code = parse(code[0], 16), code[1:]
	}
	if len(code[0]) == 2 {
		r.Opcode, r.mask = parse(code[0], 16), 0xFF
		return
	}
	for i, c := range code[0] {
		bit := uint8(0x80) >> i
		switch c {
		case '1':
			r.Opcode |= bit
			r.mask |= bit
		case '0':
			r.mask |= bit
		case 'a', 'b', 'c':
			r.Shift[c-'a'] = 7 - i // the lowest bit of the field stays
		case '-':
		default:
			panic("instruction table: bits " + code[0])
		}
	}
}

// Words splits an instruction into its mnemonic and its operands.
func Words(text string) (mnemonic string, operands []string) {
	mnemonic, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	return mnemonic, Operands(rest)
}

// Operands splits operands, which commas separate.
func Operands(text string) []string {
	return strings.FieldsFunc(strings.TrimSpace(text), func(r rune) bool { return r == ',' })
}

func parse(text string, base int) uint8 {
	n, err := strconv.ParseUint(text, base, 8)
	if err != nil {
		panic("instruction table: " + err.Error())
	}
	return uint8(n)
}
