package cabinet

import (
	"cmp"
	"slices"
	"sort"

	"sargon78/emu"
	"sargon78/roms"
	"sargon78/sargon"
)

// Look is what can be seen in the machine between two instructions.
type Look struct {
	Registers emu.Registers
	Routine   string // the symbol at or before PC
	Offset    uint16 // bytes from there to PC
	Board     [sargon.BoardSize]byte

	// Of the search going on or, when the program does not think, of the last one.
	Best    sargon.Move // the best move so far, BESTM; zero if there is none yet
	Score   sargon.Score
	Ply     uint8
	Evals   uint64
	Trying  sargon.Move // at ply 1; zero if there is none
	Number  int         // its place in the list, from 1
	Of      int         // how many moves the list has
	TStates uint64
}

// limits of what is followed in a wild program's memory.
const (
	recordBytes = 6
	listRecords = 2048 / recordBytes
)

// Look reads the machine. It waits for the present slice to end, a hundredth of a second
// at most.
func (c *Cabinet) Look() (l Look) {
	c.Do(func(m *emu.Machine) {
		l.Registers, l.TStates = m.Registers(), m.TStates
		if !c.known {
			return
		}
		copy(l.Board[:], m.Memory[c.cell.board:])
		l.Score = sargon.Score(m.Memory[c.cell.scores+1])
		l.Ply = m.Memory[c.cell.nply]
		if best := m.Word(c.cell.bestm); best>>8 != 0 {
			l.Best = c.cell.record(m, best)
		}
		l.tried(m, &c.cell)
	})
	l.Routine, l.Offset = c.routine(l.Registers.PC)
	c.mu.Lock()
	l.Evals = c.evals
	c.mu.Unlock()
	return l
}

// tried follows the list of ply 1. The head cell holds the record being tried; the records
// lie one after the other from the start of the ply on, those before it in the list too,
// so what follows it tells how many remain.
func (l *Look) tried(m *emu.Machine, c *cells) {
	start, now := m.Word(c.plies), m.Word(c.plies+2)
	if start < c.list || now < c.list || now >= c.list+listRecords*recordBytes {
		return
	}
	l.Trying = c.record(m, now)
	remaining := 0
	for addr := m.Word(now); addr>>8 != 0 && remaining < listRecords; addr = m.Word(addr) {
		remaining++
	}
	l.Of = c.listed(m, start)
	l.Number = l.Of - remaining
}

// listed counts the records of ply 1 from its start to where ply 2 starts, second halves
// of castling and en passant left out.
func (c *cells) listed(m *emu.Machine, start uint16) int {
	end := m.Word(c.plies + 4)
	if m.Memory[c.nply] < 2 || end < start {
		end = m.Word(c.mlnxt)
	}
	count := 0
	for addr := start; addr+recordBytes <= end && count < listRecords; addr += recordBytes {
		count++
		if c.record(m, addr).Flags&sargon.DoubleMove != 0 {
			addr += recordBytes
		}
	}
	return count
}

// routine returns the last code symbol at or before an address.
func (c *Cabinet) routine(pc uint16) (name string, offset uint16) {
	c.mu.Lock()
	if c.symbols == nil {
		c.symbols = codeSymbols(c.image)
	}
	symbols := c.symbols
	c.mu.Unlock()
	i := sort.Search(len(symbols), func(i int) bool { return symbols[i].addr > pc })
	if i == 0 || pc >= c.image.Load+uint16(len(c.image.Bytes)) {
		return "", pc
	}
	return symbols[i-1].name, pc - symbols[i-1].addr
}

type symbol struct {
	name string
	addr uint16
}

// codeSymbols sorts the symbols that may be routines: those of the program's code. Of
// several at one address the shortest is taken.
func codeSymbols(image *roms.Image) []symbol {
	end := image.Load + uint16(len(image.Bytes))
	from, ok := image.Symbol("MLIST")
	from += listRecords * recordBytes
	if !ok {
		from = image.Load
	}
	symbols := []symbol{}
	add := func(name string, addr uint16) {
		if addr >= from && addr < end {
			symbols = append(symbols, symbol{name, addr})
		}
	}
	if image.Source != nil {
		for _, s := range image.Source.Symbols.All() {
			if s.Label {
				add(s.Name, s.Value)
			}
		}
	} else {
		for name, addr := range image.Symbols {
			add(name, addr)
		}
	}
	slices.SortFunc(symbols, func(a, b symbol) int {
		return cmp.Or(cmp.Compare(a.addr, b.addr), cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name))
	})
	return slices.CompactFunc(symbols, func(a, b symbol) bool { return a.addr == b.addr })
}
