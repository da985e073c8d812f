package reference

import (
	"fmt"

	"sargon78/sargon"
)

// Name is the name of the engine.
const Name = "10x12"

// maxPlies is how deep a search without limits can go: the deepest level, a ply more for a
// check, and one on either side in the row of scores.
const maxPlies = int(sargon.MaxDepth) + 3

// tablesEnd is the first square number that the layout does not define (see memory).
const tablesEnd = plyix - boarda

// Engine is a sargon.Engine. It is made by New.
type Engine struct {
	// Reached counts how often each rule was taken since the caller last cleared it,
	// in searches only.
	Reached [NumRules]uint64

	// Tamper, if it is set, is asked at each rule that decides what is to happen, given what
	// the specification says. It is there to prove that every rule matters: an engine that
	// gets one wrong must be found out.
	Tamper func(f Rule, happens bool) bool

	memory memory

	// the position of the game, as far as it is not in the memory
	side       sargon.Color
	moveNumber uint8
	previous   sargon.Move

	// the variables of these names (spec §15)
	color     sargon.Color
	moveno    uint8
	npins     uint8
	ckflg     bool
	pmate     uint8
	brdc      int8
	mtrl      int8
	ptsl      uint8
	ptsw1     uint8
	ptsw2     uint8
	ptsck     uint8
	valm      uint8
	mv0       int8
	bc0       int8
	mlptrj    uint16 // the record being looked at
	mlnxt     uint16 // where the next record goes
	mllst     uint16 // the last record of the list being generated, or the pointer to its head
	listFirst uint16 // where the records of that list start

	// where the row of scores and the ply table are, and where the last record may start
	scores, plies, maxRecordAddr uint16

	search search
}

var _ sargon.Engine = (*Engine)(nil)

// New returns an engine with the start position.
func New() *Engine {
	e := new(Engine)
	_ = e.SetPosition(sargon.StartPosition())
	return e
}

// Name returns "10x12".
func (e *Engine) Name() string { return Name }

// SetPosition sets up a position, with nothing in the lists and the ply table. Errors are
// those of sargon.Position.Validate.
func (e *Engine) SetPosition(p sargon.Position) error {
	if err := p.Validate(); err != nil {
		return fmt.Errorf("position: %w", err)
	}
	clear(e.memory.bytes(load, memoryEnd-load))
	e.setBoard(&p.Board)
	e.SetRoyals(p.Royal)
	e.memory.set(posq+2, endMark)
	e.side, e.moveNumber, e.previous = p.Side, p.MoveNumber, p.Previous
	return nil
}

func (e *Engine) setBoard(board *[sargon.BoardSize]sargon.Piece) {
	for i, piece := range board {
		e.memory.set(boarda+uint16(i), uint8(piece))
	}
}

func (e *Engine) board() (board [sargon.BoardSize]sargon.Piece) {
	for i := range board {
		board[i] = sargon.Piece(e.memory.get(boarda + uint16(i)))
	}
	return board
}

// SetRoyals sets the royal squares, without a look at the board.
func (e *Engine) SetRoyals(royal [4]sargon.Square) {
	for i, s := range royal {
		e.memory.set(posk+uint16(i), uint8(s))
	}
}

func (e *Engine) royals() (royal [4]sargon.Square) {
	for i := range royal {
		royal[i] = sargon.Square(e.memory.get(posk + uint16(i)))
	}
	return royal
}

const lostKing = "a lost king looks beyond the tables"

// piece returns what stands on a square. An attack scan from a king
// that stands off the board walks over the memory after it; after the scores there is no square.
func (e *Engine) piece(square uint8) sargon.Piece {
	if square >= tablesEnd {
		e.markUndefined(lostKing)
	}
	return e.memory.at(square)
}

// Position returns the position of the game.
func (e *Engine) Position() sargon.Position {
	return sargon.Position{
		Board: e.board(), Royal: e.royals(),
		Side: e.side, MoveNumber: e.moveNumber, Previous: e.previous,
	}
}

// savedMemory is what a search or a refused move puts back: the program's memory.
type savedMemory struct{ memory [memoryBytes]uint8 }

func (e *Engine) save(g *savedMemory) { copy(g.memory[:], e.memory.bytes(boarda, memoryBytes)) }

func (e *Engine) restore(g *savedMemory) { copy(e.memory.bytes(boarda, memoryBytes), g.memory[:]) }

// Play makes a move of the side to move (spec §13).
func (e *Engine) Play(from, to sargon.Square) error {
	var before savedMemory
	e.save(&before)
	reached := e.Reached
	e.generateGame()
	played := e.playListed(from, to)
	e.Reached = reached
	if !played {
		e.restore(&before)
		m := sargon.Move{From: from, To: to}
		return &sargon.IllegalMoveError{Move: m.String(), FEN: e.Position().FEN()}
	}
	return nil
}

// playListed makes the first move of the list that goes from a square to another, if it
// is legal.
func (e *Engine) playListed(from, to sargon.Square) (played bool) {
	royals := e.royals()
	e.eachRecord(1, func(at uint16) bool {
		m := e.memory.move(at)
		if m.From != from || m.To != to {
			return true
		}
		queens := e.queens()
		e.make(at)
		if e.inCheck(e.color) {
			e.unmake(at, queens)
			e.SetRoyals(royals)
			return false
		}
		e.previous = m
		if e.side == sargon.Black && e.moveNumber < 255 {
			e.moveNumber++
		}
		e.side = e.side.Other()
		played = true
		return false
	})
	return played
}

// Moves appends the pseudo-legal moves to moves, in the order of generation.
func (e *Engine) Moves(moves []sargon.Move) []sargon.Move {
	reached := e.Reached
	e.generateGame()
	e.eachRecord(1, func(at uint16) bool {
		moves = append(moves, e.memory.move(at))
		return true
	})
	e.Reached = reached
	return moves
}

// generateGame lists the moves of the side to move where the player's moves go.
func (e *Engine) generateGame() {
	e.prepare(false)
	e.mlnxt = mlist + secondHalf
	e.search = search{}
	e.generate(1)
}

// prepare sets up what is the same before all generating and searching. Without limits the
// rows that grow with the depth lie after the program.
func (e *Engine) prepare(noLimits bool) {
	e.color, e.moveno = e.side, e.moveNumber
	e.memory.setMove(previousRecord, e.previous)
	e.mlptrj, e.mlnxt = previousRecord, mlist
	e.scores, e.plies, e.maxRecordAddr = score, plyix, mlist+maxRecordOffset
	if noLimits {
		e.plies, e.scores = unlimitedPlies, unlimitedScores
		e.maxRecordAddr = unlimitedScores - recordBytes
		clear(e.memory.bytes(unlimitedScores, unlimitedEnd-unlimitedScores))
	}
	// A root that lists nothing would try an old record. The program of 1978 is asked
	// for a move only where there is one (spec §11); this engine may be asked anywhere.
	e.memory.setWord(e.headCell(1), 0)
}

// markUndefined notes that the search leaves the specification: the program then works on memory that is
// no table of its, and what comes out depends on the ROM image and the load address.
func (e *Engine) markUndefined(how string) { e.search.MarkUndefined(how) }

// applies reports whether a rule is taken, and counts it.
func (e *Engine) applies(f Rule, happens bool) bool {
	if e.Tamper != nil {
		return e.askTamper(f, happens)
	}
	if happens {
		e.Reached[f]++
	}
	return happens
}

// obeys counts a rule that is followed. It returns true, unless Tamper says otherwise.
func (e *Engine) obeys(f Rule) bool {
	if e.Tamper != nil {
		return e.askTamper(f, true)
	}
	e.Reached[f]++
	return true
}

// askTamper asks Tamper.
//
//go:noinline
func (e *Engine) askTamper(f Rule, happens bool) bool {
	if happens = e.Tamper(f, happens); happens {
		e.Reached[f]++
	}
	return happens
}

// countRule counts a rule at which there is nothing to decide.
func (e *Engine) countRule(f Rule) { e.Reached[f]++ }
