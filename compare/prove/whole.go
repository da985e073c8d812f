package prove

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"sargon78/emu"
	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

// Routines are those with an entry point in every ROM image (spec §15). They are done whole, with drawn
// inputs, wherever a program is loaded: boards that no game reaches, lists almost full, records of
// anything. What a program does with registers and with cells of its own is not looked at.
var Routines = []*Row{
	{Name: "ATTACK, test", Section: "5", Domain: "T1: 0 1 5 255", draw: noMore},
	{Name: "ATTACK, lists", Section: "6", Domain: "T1: 7", draw: (*pair).drawPins},
	{Name: "PINFND", Section: "6", leaves: "NPINS", draw: noMore},
	{Name: "XCHNG", Section: "7", Domain: "T1: 7", draw: func(p *pair) {
		if p.choose("lists of the board", noOrYes) == 1 {
			p.drawPins()
			p.before(reference.PartAttack)
		}
	}},
	{Name: "POINTS", Section: "8", leaves: valued, draw: (*pair).drawPins},
	{Name: "GENMOV", Section: "4", leaves: "MLPTRI:2 CKFLG MLNXT:2 MLLST:2", draw: (*pair).drawPassing},
	{Name: "MOVE", Section: "9", draw: noMore},
	{Name: "UNMOVE", Section: "9", draw: func(p *pair) {
		if p.choose("the move was made", noOrYes) == 1 {
			p.before(reference.PartMake)
		}
	}},
	{Name: "EVAL", Section: "10", leaves: valued, draw: func(p *pair) {
		p.drawMoves()
		stored := int(p.word(variables.MLNXT)-p.at(variables.MLIST)) / reference.RecordBytes
		p.drawRecord(variables.MLPTRJ, upTo(max(1, stored)))
	}},
	{Name: "SORTM", Section: "10", leaves: valued, draw: (*pair).drawMoves},
}

// valued are cells that an evaluation leaves.
const valued = "NPINS " + totalCells + " VALM MLPTRJ:2"

func noMore(*pair) {}

// What is drawn: what is more likely stands there more often.
var (
	pieces = slices.Concat(
		often(6, kinds(1, 6, 0, 8, 8)), kinds(1, 6, 0x18, 0x18), kinds(7, 7, 0, 8), []uint16{8},
	)
	drawings = [][]uint16{ // of boards
		often(400, []uint16{0}, pieces), often(150, []uint16{0}, pieces), often(20, []uint16{0}, pieces),
		often(12, []uint16{0}, kinds(1, 1, 8), kinds(6, 6, 0)), often(30, []uint16{0}, kinds(3, 5, 0, 8)),
		often(60, []uint16{0}, kinds(1, 6, 0), kinds(1, 2, 8)),
	}
	homes     = [4]uint16{25, 95, 24, 94} // of POSK and POSQ
	slots     = often(128, []uint16{0}, anyByte)
	flagBytes = slices.Concat(often(6, kinds(0, 6, 0, 8, 0x10, 0x18)), anyByte)
	smallOnes = slices.Concat(often(12, upTo(12)), often(6, upToSigned(30)), anyByte)
	listPages = upTo((reference.Load+variables.MLIST)>>8 + 8)[(reference.Load+variables.MLIST)>>8:]
	numbers   = upTo(reference.Records)
	nextFree  = slices.Concat(numbers, often(170, []uint16{0}), often(14, numbers[reference.Records-12:]))
)

// often repeats some values, and has others behind them.
func often(n int, values []uint16, others ...[]uint16) []uint16 {
	return append(slices.Repeat(values, n), slices.Concat(others...)...)
}

// whole is what is needed to call the routines of a program.
type whole struct {
	*emu.Machine
	given    []uint16 // bytes that get a value, by their addresses in the memory of the engine
	compared []uint16
	pointers []uint16 // words that are addresses in the list area or the ply table, or 0
}

// patience is how many T-states a routine may take. The sorting of the fullest list takes fewer.
const patience = 2_000_000_000

// prepareWhole says what cells may hold for a routine that is done whole.
func (p *pair) prepareWhole(r *Row) {
	if p.whole == nil {
		p.whole = &whole{Machine: emu.New()}
		p.whole.Budget = patience
		p.load()
	}
	for at := range p.marks {
		p.marks[at] = used
	}
	const words, tables = "M1:52 ", " BOARDA:211 MLIST:2048"
	p.mark(open, words+tables+" board")
	w := p.whole
	w.given, w.compared = p.bytes(words+tables), p.bytes(r.leaves+tables)
	p.may(p.bytes("ATKLST:14 PLISTA:20 SCORE:12"), slots)
	p.may(p.bytes("P1"), pieces)
	p.may(p.bytes("MOVENO BC0 MV0"), smallOnes)
	p.hold("POSQ+2: 255; NPINS: 0..10; M3: 64 squares; COLOR KOLOR: both colours; " + r.Domain)
	w.pointers = p.bytes("MLPTRI MLPTRJ MLNXT MLLST")
	for i := range uint16(20) {
		w.pointers = append(w.pointers, p.at(variables.PLYIX)+2*i)
	}
	record := [][]uint16{anyByte, listPages, squares64, squares64, flagBytes, anyByte}
	for n := range uint16(reference.Records) {
		at := p.at(variables.MLIST) + reference.RecordBytes*n
		w.pointers = append(w.pointers, at)
		for i, values := range record {
			p.domains[int(at)+i] = values
		}
	}
}

// load loads the program, also after one that has run wild.
func (p *pair) load() {
	if err := p.whole.Load(p.image.Load, p.image.Bytes); err != nil {
		fail("%v", err)
	}
}

// drawCommon draws what the inputs of all routines have in common, as far as it hangs together.
func (p *pair) drawCommon() {
	full := drawings[p.choose("how full the board is", anyByte[:len(drawings)])]
	p.may(boardCells, full)
	if p.choose("as at the start", upTo(4)) == 1 {
		for s, piece := range sargon.StartPosition().Board {
			if is := uint16(piece); sargon.Square(s).OnBoard() {
				p.domains[p.at(variables.BOARDA)+uint16(s)] = []uint16{0, is, is, is}
			}
		}
	}
	for i, home := range homes { // the royal pieces stand where they are said to, as a rule
		squares := often(64, []uint16{home}, squares64)
		if i > 1 {
			squares = often(12, []uint16{0}, squares)
		}
		square := p.inOf(variables.POSK+uint16(i), squares)
		if square != 0 && p.choose("it stands there", upTo(8)) != 0 {
			p.set(p.at(variables.BOARDA+square), []uint16{6, 0x86, 5, 0x85}[i])
		}
	}
	heads, pages := slots[:1], slots[:1]
	if p.choose("old lists", noOrYes) == 1 {
		heads, pages = anyByte, listPages
	}
	for i := range uint16(20) {
		p.domains[p.at(variables.PLYIX)+2*i], p.domains[p.at(variables.PLYIX)+2*i+1] = heads, pages
	}
	p.setWord(p.at(variables.MLPTRI), p.at(variables.PLYIX)-2+4*p.choose("ply", upTo(6)))
	p.drawRecord(variables.MLPTRJ, numbers[:reference.Records-1])
	p.drawRecord(variables.MLNXT, nextFree)
}

// drawRecord has a cell point to a record.
func (p *pair) drawRecord(cell uint16, numbers []uint16) {
	n := p.choose("number of the record", numbers)
	p.setWord(p.at(cell), p.at(variables.MLIST)+reference.RecordBytes*n)
}

// drawPins has the pins of the board found, or draws some.
func (p *pair) drawPins() {
	if p.choose("pins of the board", noOrYes) == 1 {
		p.before(reference.PartPins)
	}
}

// drawPassing makes the previous move, now and then, a pawn's next to another pawn.
func (p *pair) drawPassing() {
	if p.choose("en passant", upTo(3)) != 1 {
		return
	}
	file := p.choose("file", upTo(8))
	to, from, pawn := 51+file, 31+file, uint16(0x09)
	if p.in(variables.COLOR) == 0 {
		to, from, pawn = 61+file, 81+file, 0x89
	}
	p.set(p.at(variables.BOARDA+to), pawn)
	for _, beside := range []uint16{to - 1, to + 1} {
		if sargon.Square(beside).OnBoard() && p.choose("a pawn beside", upTo(4)) != 0 {
			p.set(p.at(variables.BOARDA+beside), pawn^0x80)
		}
	}
	if p.choose("not a double step", upTo(8)) == 1 {
		from = to - 10
	}
	at := p.word(variables.MLPTRJ)
	p.set(at+2, from)
	p.set(at+3, to)
	p.set(at+4, uint16(sargon.FirstMove))
}

// drawMoves has the moves of the board listed.
func (p *pair) drawMoves() {
	p.drawPassing()
	p.before(reference.PartGenerate)
}

// before has a rule prepare the inputs.
func (p *pair) before(part reference.Part) {
	p.call(part)
	s := &p.sides[1]
	for _, at := range s.log {
		p.know(int(at), uint16(s.memory[at]))
		s.marks[at] = p.marks[at]
	}
	s.log = s.log[:0]
}

// call does the rule of a routine.
func (p *pair) call(part reference.Part) uint16 {
	answer, left := p.engine.Call(part)
	if left != "" {
		panic(undefined{})
	}
	return answer
}

// wholly does a routine on both sides. The rule comes first: what it reads is drawn. All else is noise
// for the program, of which it leaves what the rule leaves.
func (p *pair) wholly(r *Row) {
	p.drawCommon()
	r.draw(p)
	answer := p.call(p.contract.part)
	m, delta := p.whole, p.image.Load-reference.Load
	for _, at := range m.given {
		v := p.value[at]
		if !p.knows(int(at)) {
			v = p.domains[at][p.drawn.IntN(len(p.domains[at]))]
		}
		m.Memory[at+delta] = uint8(v)
	}
	want := m.Memory
	for _, at := range p.sides[1].log {
		want[at+delta] = p.sides[1].memory[at]
	}
	load := p.image.Load
	for _, cell := range variables.All {
		if cell.Kind == variables.Index {
			m.Memory[load+cell.Offset+1] = uint8((load + variables.TBASE) >> 8)
		}
	}
	m.Memory[load+variables.T3] = m.Memory[load+variables.P1] & 7
	m.relocate(load, delta)
	m.Registers = emu.Registers{SP: load + variables.STACK}
	noise(p.drawn.Uint64(), &m.Registers)
	m.TStates = 0
	if err := m.Call(context.Background(), p.cell(p.contract.label)); err != nil {
		p.load()
		fail("the program fails: %v", err)
	}
	p.shown.Longest = max(p.shown.Longest, m.TStates)
	m.relocate(load, -delta)
	for _, e := range p.contract.effects {
		if is, ok := map[string]uint8{"A": m.A, "E": m.E}[e.name]; ok {
			p.same(e.name, uint16(is), answer)
		}
	}
	var all []string
	for _, at := range m.compared {
		if is, want := m.Memory[at+delta], want[at+delta]; is != want {
			all = append(all, fmt.Sprintf("%s: the program %02X, 10x12 %02X", p.name(int(at)), is, want))
		}
	}
	if len(all) > 0 {
		fail("%s", strings.Join(all[:min(len(all), maxCells)], "\n  "))
	}
}

// maxCells is how many different cells are shown.
const maxCells = 12

// relocate adds delta to all addresses in the tables of a program.
func (w *whole) relocate(load, delta uint16) {
	for _, at := range w.pointers {
		bytes := w.Memory[at-reference.Load+load:]
		if word := binary.LittleEndian.Uint16(bytes); word != 0 && delta != 0 {
			binary.LittleEndian.PutUint16(bytes, word+delta)
		}
	}
}

// diagram draws the board of a case: bytes in hexadecimal.
func (p *pair) diagram() string {
	var b strings.Builder
	for rank := range 8 {
		b.WriteString("\n   ")
		for file := range 8 {
			at := p.at(variables.BOARDA) + uint16(91-10*rank+file)
			if v := p.value[at]; v != 0 && p.knows(int(at)) {
				fmt.Fprintf(&b, " %02X", v)
			} else {
				b.WriteString(" ..")
			}
		}
	}
	return b.String()
}
