package probe

import (
	"context"
	"time"

	"sargon78/sargon"
)

// search is what one search keeps beside the bytes of the program.
type search struct {
	ctx     context.Context
	options sargon.SearchOptions
	plymax  int

	evals, gens, dropped uint64
	records              int
	trace                sargon.Fingerprint
	best                 int
	root                 []sargon.RatedMove
	pins                 []sargon.Pin
	tried                [maxPlies + 2]sargon.Move // the move being tried at each ply
	ply                  int                       // of the last step
	line                 [maxPlies + 2][]sargon.Move
}

// stopped is the panic that leaves a search.
type stopped struct{ err error }

// Search thinks for the side to move (spec §11, §12).
func (e *Engine) Search(ctx context.Context, options sargon.SearchOptions) (result sargon.Result, err error) {
	if err := options.Validate(true); err != nil {
		return sargon.Result{}, err
	}
	if options.Root != nil {
		return sargon.Result{}, sargon.ErrUnsupported
	}
	if e.moveNumber == 1 && !options.NoBook {
		return e.book(options), nil
	}
	before, started := e.Position(), time.Now()
	e.Left = ""
	e.search = search{ctx: ctx, options: options, plymax: int(options.Level), trace: sargon.EmptyTrace, best: noRecord}
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(stopped)
			if !ok {
				panic(r)
			}
			err = stop.err
		}
		_ = e.SetPosition(before)
		s := &e.search
		result = sargon.Result{
			Score: sargon.Score(e.score[1]), Evals: s.evals, Trace: s.trace,
			Root: s.root, Gens: s.gens, Records: s.records, Dropped: s.dropped, MateAt: e.pmate,
			Duration: time.Since(started),
		}
		if s.best != noRecord {
			result.Best = e.list[s.best].move()
			result.PV = append(result.PV, s.line[1]...)
		}
		s.root, s.ctx, s.options = nil, nil, sargon.SearchOptions{}
	}()
	if e.searchRoot() == 0 {
		return result, sargon.ErrNoLegalMove
	}
	return result, nil
}

// book answers move 1 (spec §12).
func (e *Engine) book(options sargon.SearchOptions) sargon.Result {
	from, to := uint8(35), uint8(55)
	if e.side == sargon.White {
		if e.at(BookWhiteQueen, options.QueenPawn) {
			from, to = 34, 54
		} else {
			e.at(BookWhiteKing, true)
		}
	} else {
		from, to = 85, 65
		queenPawn := false
		switch uint8(e.previous.From) {
		case 22, 27, 34, 36, 37, 38: // b1 g1 d2 f2 g2 h2
			queenPawn = true
		}
		if e.at(BookBlackQueen, queenPawn) {
			from, to = 84, 64
		} else {
			e.at(BookBlackKing, true)
		}
	}
	move := sargon.Move{From: sargon.Square(from), To: sargon.Square(to), Flags: sargon.FirstMove}
	return sargon.Result{Best: move, Book: true, Trace: sargon.EmptyTrace, PV: []sargon.Move{move}}
}

// searchRoot returns how many legal moves were tried at ply 1.
func (e *Engine) searchRoot() int {
	e.color, e.moveno = e.side, e.moveNumber
	e.pmate = 0
	e.next, e.limit = 0, e.Tables.ListRecords
	e.score = [maxPlies + 2]uint8{}
	e.bc0, e.mv0 = 0, 0
	e.findPins()
	e.evaluate(uint8(e.previous.To))
	e.at(RootIntoPrevious, true)
	e.bc0, e.mv0 = e.brdc, e.mtrl
	e.countEval()
	legal, _ := e.searchPly(1, e.previous)
	return legal
}

// countEval counts a static evaluation and stops the search where it must.
func (e *Engine) countEval() {
	s := &e.search
	s.evals++
	if s.options.MaxEvals > 0 && s.evals >= s.options.MaxEvals {
		panic(stopped{sargon.ErrMaxEvals})
	}
	if s.evals%64 == 1 {
		if err := s.ctx.Err(); err != nil {
			panic(stopped{err})
		}
	}
}

// step evaluates the position after a record was made.
func (e *Engine) step(ply, at int) {
	r := &e.list[at]
	e.findPins()
	e.evaluate(r.to)
	r.value = sargon.Value(e.valm)
	s := &e.search
	step := sargon.Step{Ply: uint8(ply), From: sargon.Square(r.from), To: sargon.Square(r.to), Value: sargon.Value(e.valm)}
	s.trace = s.trace.Add(step)
	s.tried[ply] = r.move()
	s.ply = ply
	if s.options.Watch.State != nil {
		state := sargon.State{Royal: e.royals(), Totals: e.totals()}
		e.copyBoard(&state.Board)
		s.pins = e.pinList(s.pins[:0])
		state.Pins = s.pins
		s.options.Watch.State(&state)
	}
	if s.options.Watch.Step != nil {
		s.options.Watch.Step(step)
	}
	e.countEval()
}

// Line returns the moves from the root to the evaluation that a watch function is being
// told of, the one evaluated last.
func (e *Engine) Line() []sargon.Move {
	return append([]sargon.Move(nil), e.search.tried[1:e.search.ply+1]...)
}

// searchPly tries the moves of a ply (spec §11). It returns how many legal ones there
// were, and whether a cut has ended the ply: then the ply above has nothing to compare.
func (e *Engine) searchPly(ply int, previous sargon.Move) (legal int, cut bool) {
	s := &e.search
	e.generate(ply, previous)
	defer func() { e.next = e.start[ply] }()
	inCheck := e.ckflg
	if ply < s.plymax {
		e.order(ply)
	}
	if ply == 1 {
		for i := e.head[ply]; i != noRecord; i = e.list[i].link {
			s.root = append(s.root, sargon.RatedMove{Move: e.list[i].move(), Value: e.list[i].value})
		}
	}
	s.line[ply] = s.line[ply][:0]
	number := 0
	for i := e.head[ply]; i != noRecord; i = e.list[i].link {
		e.head[ply] = i
		number++
		value, ok, compared := e.try(ply, i, number)
		if !ok {
			continue
		}
		legal++
		if !compared {
			continue
		}
		if e.raise(ply, i, value) {
			return legal, true
		}
		if ply == 1 && e.score[1] == 0xFF && e.at(MateFound, true) {
			if e.side == sargon.Black {
				e.pmate--
			}
			return legal, false
		}
	}
	if legal == 0 {
		return 0, e.mated(ply, inCheck)
	}
	return legal, false
}

// try makes a move and finds its value. It is not ok if it is illegal, and not compared
// if the ply below was cut.
func (e *Engine) try(ply, i, number int) (value uint8, ok, compared bool) {
	s := &e.search
	r := &e.list[i]
	if ply < s.plymax {
		if e.at(SkipIllegal, r.value == 0) {
			return 0, false, false
		}
		e.make(i)
		return e.descend(ply, i, number)
	}
	e.make(i)
	if e.at(LeafIllegal, e.inCheck(e.color)) {
		e.unmake(i)
		return 0, false, false
	}
	if ply == s.plymax && e.at(Extension, e.inCheck(e.color.Other())) {
		return e.descend(ply, i, number)
	}
	e.at(Leaf, true)
	e.watchRoot(ply, i, number)
	s.line[ply+1] = s.line[ply+1][:0]
	e.step(ply, i)
	value = e.valm
	e.unmake(i)
	if e.at(CutLeaf, value <= e.score[ply-1]) {
		return value, true, true // raise cuts
	}
	return value, true, true
}

func (e *Engine) watchRoot(ply, i, number int) {
	s := &e.search
	s.tried[ply] = e.list[i].move()
	if ply == 1 && s.options.Watch.Root != nil {
		s.options.Watch.Root(e.list[i].move(), number, len(s.root))
	}
}

// descend goes down one ply after a move was made, and comes back up.
func (e *Engine) descend(ply, i, number int) (value uint8, ok, compared bool) {
	e.watchRoot(ply, i, number)
	e.color = e.color.Other()
	moveno := e.moveno
	if e.at(MoveNumberUp, e.color == sargon.White) {
		e.moveno++
	}
	e.score[ply+1] = e.score[ply-1]
	_, cut := e.searchPly(ply+1, e.list[i].move())
	e.color, e.moveno = e.color.Other(), moveno
	e.unmake(i)
	if cut {
		return 0, true, false
	}
	value = e.score[ply+1]
	e.at(CutAbove, value <= e.score[ply-1])
	return value, true, true
}

// raise handles a value at a ply; it returns true for a cut.
func (e *Engine) raise(ply, i int, value uint8) (cut bool) {
	if limit := e.score[ply-1]; value < limit || value == limit && e.at(CutEqual, true) {
		return true
	}
	score := -value
	if !e.at(NewBest, score > e.score[ply]) {
		e.at(NotBetter, true)
		return false
	}
	e.score[ply] = score
	s := &e.search
	if i == noRecord {
		return false
	}
	s.line[ply] = append(append(s.line[ply][:0], e.list[i].move()), s.line[ply+1]...)
	if ply == 1 {
		s.best = i
		if s.options.Watch.Best != nil {
			s.options.Watch.Best(sargon.Line{Moves: s.line[1], Score: sargon.Score(score), Evals: s.evals})
		}
	}
	return false
}

// mated handles a ply without a legal move; it returns true for a cut.
func (e *Engine) mated(ply int, inCheck bool) (cut bool) {
	value := uint8(0x80)
	if e.at(Mate, inCheck) {
		value = 0xFF
		again := e.pmate != 0 && e.pmate != e.moveno
		if !again || e.at(MateAgain, true) {
			e.pmate = e.moveno
		}
	} else {
		e.at(Stalemate, true)
	}
	cut = e.raise(ply, noRecord, value)
	e.at(CutMate, cut)
	return cut
}

// order makes, values and sorts the moves of a ply (spec §10).
func (e *Engine) order(ply int) {
	head := noRecord
	for i := e.head[ply]; i != noRecord; {
		r := &e.list[i]
		following := r.link
		e.make(i)
		if e.at(OrderIllegal, e.inCheck(e.color)) {
			r.value = 0
		} else {
			e.step(ply, i)
		}
		e.unmake(i)
		before := noRecord
		at := head
		for at != noRecord && !e.at(OrderBefore, e.list[at].value > r.value) {
			if e.list[at].value == r.value && !e.at(OrderEqual, true) {
				break
			}
			before, at = at, e.list[at].link
		}
		r.link = at
		if before == noRecord {
			head = i
		} else {
			e.list[before].link = i
		}
		i = following
	}
	e.head[ply] = head
}

// make makes a move, and the second half of a pair (spec §9).
func (e *Engine) make(i int) {
	r := &e.list[i]
	r.queens = [2]uint8(e.page[posq:])
	e.makeHalf(r)
	if r.flags&sargon.DoubleMove != 0 && e.at(MakePair, true) {
		if i+1 >= e.limit {
			e.leave("a pair is made whose second half found no room")
		}
		second := &e.list[i+1]
		e.makeHalf(second)
		r = second
	}
	if r.flags&sargon.CapturedType == sargon.Flags(sargon.Queen) && e.at(MakeCaptureQueen, true) {
		e.page[queenCell(r.flags)] = 0
	}
}

func (e *Engine) makeHalf(r *record) {
	p := e.piece(r.from)
	switch t := p.Type(); {
	case r.flags&sargon.Promotion != 0:
		p |= 4
		if !e.at(MakePromotion, true) {
			e.page[royalCell(p)] = r.to
		}
	case t == sargon.Queen:
		if e.at(MakeQueen, true) {
			e.page[royalCell(p)] = r.to
		}
	case t == sargon.King:
		if e.at(MakeKing, true) {
			e.page[royalCell(p)] = r.to
		}
		if r.flags&sargon.DoubleMove != 0 && e.at(MakeCastling, true) {
			p |= sargon.CastledBit
		}
	}
	e.page[r.to] = uint8(p | sargon.MovedBit)
	e.page[r.from] = uint8(sargon.Empty)
}

// unmake takes a move back, first half first (spec §9).
func (e *Engine) unmake(i int) {
	r := &e.list[i]
	queens := r.queens
	e.unmakeHalf(r)
	if r.flags&sargon.DoubleMove != 0 {
		second := &e.list[i+1]
		e.unmakeHalf(second)
		r = second
	}
	if r.flags&sargon.CapturedType == sargon.Flags(sargon.Queen) && e.at(UnmakeCaptureQueen, true) {
		e.page[queenCell(r.flags)] = r.to
	}
	if [2]uint8(e.page[posq:]) != queens && !e.at(UnmakeRoyalLost, true) {
		copy(e.page[posq:], queens[:])
	}
}

func (e *Engine) unmakeHalf(r *record) {
	p := e.piece(r.to)
	switch t := p.Type(); {
	case r.flags&sargon.Promotion != 0 && e.at(UnmakePromotion, true):
		p &^= 4
	case t == sargon.Queen:
		e.page[royalCell(p)] = r.from
	case t == sargon.King:
		e.page[royalCell(p)] = r.from
		if r.flags&sargon.DoubleMove != 0 {
			p &^= sargon.CastledBit
		}
	}
	if r.flags&sargon.FirstMove != 0 && e.at(UnmakeFirstMove, true) {
		p &^= sargon.MovedBit
	}
	e.page[r.from] = uint8(p)
	e.page[r.to] = uint8(r.flags.Captured())
}

// royalCell is where the square of a king or queen is kept.
func royalCell(p sargon.Piece) int {
	cell := posk
	if p.Type() == sargon.Queen {
		cell = posq
	}
	if p.Color() == sargon.Black {
		cell++
	}
	return cell
}

// queenCell is where the square of the captured colour's queen is kept.
func queenCell(f sargon.Flags) int {
	if f&sargon.CapturedColor != 0 {
		return posq + 1
	}
	return posq
}
