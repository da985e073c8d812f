package native

import (
	"context"
	"fmt"
	"time"

	"sargon78/sargon"
)

// engine plays on a board of one kind or the other. It implements sargon.Engine.
type engine struct {
	search   search
	position sargon.Position // of the game
}

// New10x12 returns the engine on the 120-byte board of 1978, the one to read. It starts
// at the start position.
func New10x12() sargon.Engine { return newEngine(new(board10x12)) }

// New0x88 returns the engine on the 0x88 board, the fast one. It starts at the start
// position.
func New0x88() sargon.Engine { return newEngine(new(board0x88)) }

func newEngine(b board) *engine {
	e := &engine{position: sargon.StartPosition()}
	e.search.board = b
	return e
}

func (e *engine) Name() string { return e.search.board.name() }

// SetPosition puts up a position. Errors: a byte that is no piece, a broken border, not
// one king each, a royal square off the board, a side that is neither White nor Black.
func (e *engine) SetPosition(p sargon.Position) error {
	if err := check(&p); err != nil {
		return fmt.Errorf("position: %w", err)
	}
	e.position = p
	return nil
}

func (e *engine) Position() sargon.Position { return e.position }

// check refuses what would lead the rules of the engine off the board.
func check(p *sargon.Position) error {
	var kings [2]int
	for i, piece := range p.Board {
		s := sargon.Square(i)
		switch {
		case !s.OnBoard():
			if piece != sargon.Border {
				return fmt.Errorf("%v must be border, FF, but holds %02X", s, uint8(piece))
			}
		case piece == sargon.Empty:
		case !piece.Valid():
			return fmt.Errorf("%02X on %v is not a piece byte", uint8(piece), s)
		case piece.Type() == sargon.King:
			kings[piece>>7]++
		}
	}
	if kings != [2]int{1, 1} {
		return fmt.Errorf("%d white and %d black kings; want one each", kings[0], kings[1])
	}
	for _, s := range p.Royal {
		if s != sargon.NoSquare && !s.OnBoard() {
			return fmt.Errorf("royal square %v is not on the board", s)
		}
	}
	if p.Side != sargon.White && p.Side != sargon.Black {
		return fmt.Errorf("side to move %02X; want 00 for White or 80 for Black", uint8(p.Side))
	}
	return nil
}

// put sets board and search up for the position of the game.
func (e *engine) put(limit int) (previous *record) {
	s, p := &e.search, &e.position
	s.board.set(p)
	s.list.reset(limit)
	s.side = p.Side
	s.moveNumber = p.MoveNumber
	s.root = record{from: s.board.number(p.Previous.From), to: s.board.number(p.Previous.To), flags: p.Previous.Flags}
	return &s.root
}

// generate lists the moves of the position where the program lists a player's moves (spec
// §13), before it is known which are legal.
func (e *engine) generate() {
	previous := e.put(gameRecords)
	s := &e.search
	s.list.begin()
	s.board.generate(&s.list, s.side, previous, s.board.inCheck(s.side))
}

// legal goes over the legal moves of the position, while each returns true. The move is
// made on the board during the call.
func (e *engine) legal(each func(sargon.Move) bool) {
	e.generate()
	s := &e.search
	for link := s.list.head; link != 0; link = s.list.at(link).link {
		r, second := s.list.at(link), s.list.second(link)
		s.board.make(r, second)
		if !s.board.inCheck(s.side) && !each(s.move(r)) {
			return
		}
		s.board.unmake(r, second)
	}
}

// Play makes the move it is given and no other, because taking another one back may leave
// the royal squares changed (spec §14.1).
func (e *engine) Play(from, to sargon.Square) error {
	e.generate()
	s, p := &e.search, &e.position
	for link := s.list.head; link != 0; link = s.list.at(link).link {
		r := s.list.at(link)
		played := s.move(r)
		if played.From != from || played.To != to {
			continue
		}
		s.board.make(r, s.list.second(link))
		if s.board.inCheck(s.side) {
			break
		}
		s.board.get(p)
		p.Previous = played
		if p.Side == sargon.Black && p.MoveNumber < 255 {
			p.MoveNumber++
		}
		p.Side = p.Side.Other()
		return nil
	}
	return &sargon.IllegalMoveError{Move: sargon.Move{From: from, To: to}, FEN: p.FEN()}
}

// Search leaves the position as it was, but for the royal squares: where a side has two
// queens, or pawns that promote in the tree, the search may leave them elsewhere, and in a
// game that is part of the position (spec §14.1).
func (e *engine) Search(ctx context.Context, options sargon.SearchOptions) (sargon.Result, error) {
	began := time.Now()
	if err := options.Validate(false); err != nil {
		return sargon.Result{}, err
	}
	if !e.anyMove(options.Root) {
		return sargon.Result{Trace: sargon.EmptyTrace}, sargon.ErrNoLegalMove
	}
	if e.position.MoveNumber == 1 && !options.NoBook {
		return e.bookMove(options), nil
	}
	s := &e.search
	limit := areaRecords
	if options.NoLimits {
		limit = (int(options.Level) + 1) * plyRecords
	}
	previous := e.put(limit)
	s.depth = int(options.Level)
	s.best, s.mateAt, s.over, s.stopped = sargon.Move{}, 0, false, nil
	s.evals, s.gens, s.trace = 0, 0, sargon.EmptyTrace
	s.rootMoves = nil
	s.ctx, s.maxEvals, s.keep, s.watch = ctx, options.MaxEvals, options.Root, options.Watch
	s.run(previous)
	if s.stopped == nil {
		var after sargon.Position
		s.board.get(&after)
		e.position.Royal = after.Royal
	}
	result := sargon.Result{
		Best:     s.best,
		Score:    sargon.Score(s.score[1]),
		Evals:    s.evals,
		Trace:    s.trace,
		PV:       append([]sargon.Move(nil), s.variation()...),
		Root:     s.rootMoves,
		Gens:     s.gens,
		Records:  s.list.most,
		Dropped:  s.list.dropped,
		MateAt:   s.mateAt,
		Duration: time.Since(began),
	}
	result.Estimate(&e.position)
	return result, s.stopped
}

// anyMove tells whether there is a legal move among those to be searched.
func (e *engine) anyMove(keep func(sargon.Move) bool) (found bool) {
	e.legal(func(m sargon.Move) bool {
		found = keep == nil || keep(m)
		return !found
	})
	return found
}

// bookMove answers at move number 1 (spec §12).
func (e *engine) bookMove(options sargon.SearchOptions) sargon.Result {
	move := book(e.position, options.QueenPawn)
	if options.Watch.Best != nil {
		options.Watch.Best(sargon.Line{Moves: []sargon.Move{move}})
	}
	return sargon.Result{Best: move, Book: true, Trace: sargon.EmptyTrace, PV: []sargon.Move{move}}
}

// book returns the king's pawn's two-step, or the queen's.
func book(p sargon.Position, queenPawn bool) sargon.Move {
	m := sargon.Move{From: sargon.E1 + 10, To: sargon.E1 + 30, Flags: sargon.FirstMove}
	if p.Side == sargon.Black {
		m.From, m.To = sargon.E8-10, sargon.E8-30
		queenPawn = answersQueenPawn(p.Previous.From)
	}
	if queenPawn {
		m.From--
		m.To--
	}
	return m
}

// answersQueenPawn tells from where White's first move must have come to be answered by
// d7d5.
func answersQueenPawn(from sargon.Square) bool {
	switch from {
	case sargon.B1, sargon.G1, sargon.D1 + 10, sargon.F1 + 10, sargon.G1 + 10, sargon.H1 + 10:
		return true
	}
	return false
}

// Examine looks at the root of a search at depth 2.
func (e *engine) Examine(ctx context.Context) (sargon.Examination, error) {
	previous := e.put(areaRecords)
	s := &e.search
	s.over, s.ctx, s.maxEvals, s.watch = false, ctx, 0, sargon.Watch{}
	var x sargon.Examination
	s.view = view{examine: &x}
	x.Totals = s.evaluate(previous)
	x.Pins = s.board.pins(nil)
	s.view = view{control: uint8(x.Totals.BoardControl), material: uint8(x.Totals.Material)}

	x.Check = s.board.inCheck(s.side)
	s.generate(previous, x.Check)
	for i := range s.list.next {
		x.Generated = append(x.Generated, s.move(&s.list.records[i]))
	}
	s.order(1)
	s.noteRoot()
	x.Sorted = s.rootMoves
	return x, nil
}
