package emulated

import (
	"context"

	"sargon78/emu"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

// Memory is the memory of a machine as a program of 1978 uses it: variables and tables by what
// they mean (spec §15). It must not be used while the machine runs, except in its traps.
type Memory struct {
	machine *emu.Machine
	image   *roms.Image
	address [variables.MLIST + 1]uint16 // addresses, by the offsets of package variables
	routine struct {
		findMove, generate, sort, points, playerMove, attack, exchange, findPins, playerFromTo uint16
	}
}

// Lengths of the tables (spec §15).
const (
	scoreRow    = 12
	pinnedRow   = 10 // PLISTA: ten squares, then ten directions
	recordBytes = 6  // spec §3
	listBytes   = 2048
	listRecords = listBytes / recordBytes
	lastStart   = 2040 // a record may be stored while the next free address is ≤ list + lastStart
	plyBytes    = 4
	plyTable    = maxPlies * plyBytes
)

// NewMemory returns the memory of a machine that holds an image. The error lists the
// symbols that the image lacks.
func NewMemory(machine *emu.Machine, image *roms.Image) (*Memory, error) {
	m := &Memory{machine: machine, image: image}
	r := &m.routine
	names := map[string]*uint16{
		"FNDMOV": &r.findMove, "GENMOV": &r.generate, "SORTM": &r.sort, "POINTS": &r.points,
		"VALMOV": &r.playerMove, "ATTACK": &r.attack, "XCHNG": &r.exchange, "PINFND": &r.findPins,
		"MVEMSG": &r.playerFromTo,
	}
	for _, c := range variables.All {
		if c.Offset < variables.BMOVES || c.Offset >= variables.BOARDA { // the tables between are never read
			names[c.Name] = &m.address[c.Offset]
		}
	}
	if err := image.Find(names); err != nil {
		return nil, err
	}
	return m, nil
}

func (m *Memory) byteAt(addr uint16) uint8     { return m.machine.Memory[addr] }
func (m *Memory) setByte(addr uint16, v uint8) { m.machine.Memory[addr] = v }

// byte, setVariable and word access a variable by its offset in package variables.
func (m *Memory) byte(offset int) uint8           { return m.machine.Memory[m.address[offset]] }
func (m *Memory) setVariable(offset int, v uint8) { m.machine.Memory[m.address[offset]] = v }
func (m *Memory) word(offset int) uint16          { return m.machine.Word(m.address[offset]) }

// setIndex sets one of the words M1 … NPINS, whose high byte stays the page of the tables.
func (m *Memory) setIndex(addr uint16, v uint8) {
	m.setByte(addr, v)
	m.setByte(addr+1, uint8((m.image.Load+variables.TBASE)>>8))
}

// Board returns BOARDA, all 120 bytes.
func (m *Memory) Board() (board [sargon.BoardSize]sargon.Piece) {
	for i := range board {
		board[i] = sargon.Piece(m.byteAt(m.address[variables.BOARDA] + uint16(i)))
	}
	return board
}

// royalVariables returns the addresses of the bytes of POSK and POSQ in the order of sargon.Position.
func (m *Memory) royalVariables() [4]uint16 {
	k, q := m.address[variables.POSK], m.address[variables.POSQ]
	return [4]uint16{k, k + 1, q, q + 1}
}

// Royals returns POSK and POSQ.
func (m *Memory) Royals() (royals [4]sargon.Square) {
	for i, addr := range m.royalVariables() {
		royals[i] = sargon.Square(m.byteAt(addr))
	}
	return royals
}

// SetBoard writes board and royal squares of a position.
func (m *Memory) SetBoard(p *sargon.Position) {
	for i, piece := range p.Board {
		m.setByte(m.address[variables.BOARDA]+uint16(i), uint8(piece))
	}
	for i, addr := range m.royalVariables() {
		m.setByte(addr, uint8(p.Royal[i]))
	}
}

// Position returns the position with the given side to move: no variable holds the side to move in a
// search, as COLOR is that of the move generated last.
func (m *Memory) Position(side sargon.Color) sargon.Position {
	return sargon.Position{
		Board: m.Board(), Royal: m.Royals(), Side: side, MoveNumber: m.byte(variables.MOVENO),
		Previous: m.record(m.word(variables.MLPTRJ)),
	}
}

// SetMoveNumber writes MOVENO.
func (m *Memory) SetMoveNumber(n uint8) { m.setVariable(variables.MOVENO, n) }

// InBook reports whether MOVENO is 1, where the book answers (spec §12).
func (m *Memory) InBook() bool { return m.byte(variables.MOVENO) == 1 }

// SetPrevious makes a move the one that MLPTRJ shows, in the list area or, as long as that
// shows nothing there, in six bytes that are free.
func (m *Memory) SetPrevious(move sargon.Move, free uint16) {
	addr := m.word(variables.MLPTRJ)
	if addr < m.address[variables.BOARDA] {
		addr = free
		m.machine.SetWord(m.address[variables.MLPTRJ], addr)
	}
	copy(m.machine.Memory[addr+2:], []byte{uint8(move.From), uint8(move.To), uint8(move.Flags)})
}

// ProgramSide returns KOLOR, the side that the program plays.
func (m *Memory) ProgramSide() sargon.Color {
	return sargon.Color(m.byte(variables.KOLOR)) & sargon.Black
}

// SetProgramSide writes KOLOR.
func (m *Memory) SetProgramSide(c sargon.Color) { m.setVariable(variables.KOLOR, uint8(c)) }

// Side returns COLOR, the side whose moves are generated.
func (m *Memory) Side() sargon.Color {
	return sargon.Color(m.byte(variables.COLOR)) & sargon.Black
}

// SetSide writes COLOR.
func (m *Memory) SetSide(c sargon.Color) { m.setVariable(variables.COLOR, uint8(c)) }

// Level returns PLYMAX.
func (m *Memory) Level() sargon.Level { return sargon.Level(m.byte(variables.PLYMAX)) }

// SetLevel writes PLYMAX.
func (m *Memory) SetLevel(level sargon.Level) { m.setVariable(variables.PLYMAX, uint8(level)) }

// Ply returns NPLY, whatever the program has put there.
func (m *Memory) Ply() uint8 { return m.byte(variables.NPLY) }

// Score returns SCORE of a ply, 1 … 11: that of ply 1 is the score of the search.
func (m *Memory) Score(ply uint8) sargon.Score {
	return sargon.Score(m.byteAt(m.address[variables.SCORE] + uint16(ply)))
}

// TriedMove returns the move being tried at a ply, 1 … 10; ok is false if there is none.
func (m *Memory) TriedMove(ply uint8) (move sargon.Move, ok bool) {
	addr := m.machine.Word(m.plyHead(ply))
	return m.record(addr), addr>>8 != 0
}

// ScoredMove is a ply of the line being examined.
type ScoredMove struct {
	Move  sargon.Move
	Score sargon.Score
}

// Line returns the line being examined.
func (m *Memory) Line() (line []ScoredMove) {
	for ply := range min(m.Ply(), maxPlies) {
		move, ok := m.TriedMove(ply + 1)
		if !ok {
			break
		}
		line = append(line, ScoredMove{move, m.Score(ply + 1)})
	}
	return line
}

// CurrentSquare returns M3, the square being looked at.
func (m *Memory) CurrentSquare() sargon.Square { return sargon.Square(m.byte(variables.M3)) }

// Evaluation returns the evaluation that has just ended, as traces have it.
func (m *Memory) Evaluation() sargon.Evaluation {
	move := m.Current()
	return sargon.Evaluation{
		Ply: m.Ply(), From: move.From, To: move.To, Value: sargon.Value(m.byte(variables.VALM)),
	}
}

// Current returns the move of the record that MLPTRJ shows: the one that is made, examined or
// valued, or else the previous move.
func (m *Memory) Current() sargon.Move { return m.record(m.word(variables.MLPTRJ)) }

// Best returns BESTM; ok is false if there is none yet.
func (m *Memory) Best() (move sargon.Move, ok bool) {
	addr := m.word(variables.BESTM)
	return m.record(addr), addr>>8 != 0
}

// record reads a move record (spec §3).
func (m *Memory) record(addr uint16) sargon.Move {
	return sargon.Move{
		From: sargon.Square(m.byteAt(addr + 2)), To: sargon.Square(m.byteAt(addr + 3)),
		Flags: sargon.Flags(m.byteAt(addr + 4)),
	}
}

// setRecord writes a record that no list holds.
func (m *Memory) setRecord(addr uint16, move sargon.Move) {
	record := []byte{0, 0, uint8(move.From), uint8(move.To), uint8(move.Flags), 0}
	copy(m.machine.Memory[addr:], record)
}

// plyStart and plyHead return the addresses of the two words of a ply in PLYIX: where its records
// start, and the head of its list or the record being tried.
func (m *Memory) plyStart(ply uint8) uint16 {
	return m.address[variables.PLYIX] + plyBytes*(uint16(ply)-1)
}
func (m *Memory) plyHead(ply uint8) uint16 { return m.plyStart(ply) + 2 }

// eachRecord follows the links of a list from its head on. If the links form a ring (spec §3), it ends
// after as many records as the area holds.
func (m *Memory) eachRecord(head uint16, f func(addr uint16)) {
	addr := m.machine.Word(head)
	for range listRecords {
		if addr>>8 == 0 {
			return
		}
		f(addr)
		addr = m.machine.Word(addr)
	}
}

// ForceBestMove replaces a search: the program generates the moves of its side, and the one given
// becomes the best, with an even score. It reports whether the move was among them. Registers stay
// as they are.
func (m *Memory) ForceBestMove(move sargon.Move) (found bool, err error) {
	m.SetSide(m.ProgramSide())
	m.machine.SetWord(m.address[variables.MLPTRI], m.plyHead(1)-plyBytes)
	m.machine.SetWord(m.address[variables.MLNXT], m.address[variables.MLIST])
	before := m.machine.Registers
	if err := m.machine.Call(context.Background(), m.routine.generate); err != nil {
		return false, err
	}
	m.machine.Registers = before
	m.eachRecord(m.plyHead(1), func(addr uint16) {
		if !found && move.Same(m.record(addr)) {
			found = true
			m.machine.SetWord(m.address[variables.BESTM], addr)
			m.setByte(m.address[variables.SCORE]+1, uint8(sargon.Even))
		}
	})
	return found, nil
}

// Pins returns PLISTA.
func (m *Memory) Pins() (pins []sargon.Pin) {
	for i := range min(uint16(m.byte(variables.NPINS)), pinnedRow) {
		pins = append(pins, sargon.Pin{
			Square:    sargon.Square(m.byteAt(m.address[variables.PLISTA] + i)),
			Direction: int8(m.byteAt(m.address[variables.PLISTA] + pinnedRow + i)),
		})
	}
	return pins
}

// setPins writes PLISTA and NPINS.
func (m *Memory) setPins(pins []sargon.Pin) {
	clear(m.machine.Memory[m.address[variables.PLISTA]:][:2*pinnedRow])
	for i, pin := range pins {
		m.setByte(m.address[variables.PLISTA]+uint16(i), uint8(pin.Square))
		m.setByte(m.address[variables.PLISTA]+pinnedRow+uint16(i), uint8(pin.Direction))
	}
	m.setIndex(m.address[variables.NPINS], uint8(len(pins)))
}

// State returns what the program holds right after a static evaluation.
func (m *Memory) State() sargon.State {
	return sargon.State{Board: m.Board(), Royal: m.Royals(), Pins: m.Pins(), Totals: m.Totals()}
}

// Totals returns the variables of the static evaluation (spec §8).
func (m *Memory) Totals() sargon.Totals {
	return sargon.Totals{
		BoardControl: int8(m.byte(variables.BRDC)),
		Material:     int8(m.byte(variables.MTRL)),
		PointsLost:   m.byte(variables.PTSL),
		PointsWon1:   m.byte(variables.PTSW1),
		PointsWon2:   m.byte(variables.PTSW2),
		HangingMover: sargon.Square(m.byte(variables.PTSCK)),
		Value:        sargon.Value(m.byte(variables.VALM)),
	}
}
