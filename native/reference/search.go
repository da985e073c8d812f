package reference

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sargon78/sargon"
)

const (
	matedValue     = 0xFF // what a mate is worth to the side that moved into it
	stalemateValue = 0x80

	// maxIdle is how many records a search may look at without an evaluation. Only old
	// records that are linked to a ring lead there, and in 1978 forever.
	maxIdle = 1 << 22

	// maxTries is how many records of one list may be gone through before it is taken for a
	// ring, evaluations or not: where lists share old records, the search below may lengthen
	// a list, but not without end.
	maxTries = 10 * listBytes / recordBytes
)

// search is the state of one search that is not in the variables of the program.
type search struct {
	sargon.Recorder
	plymax int

	idle     int                       // records looked at since the last evaluation
	tried    [maxPlies + 1]sargon.Move // the move being tried at each ply
	ply      int                       // of the last evaluation
	examined *sargon.Examination       // gets the lists and exchanges of the root
}

// stopped is the panic that leaves a search.
type stopped struct{ err error }

// recovered returns the error of a search that was left by a panic.
func recovered(panicked any, err error) error {
	if panicked == nil {
		return err
	}
	stop, ok := panicked.(stopped)
	if !ok {
		panic(panicked)
	}
	return stop.err
}

// Search thinks for the side to move (spec §11, §12).
func (e *Engine) Search(
	ctx context.Context, options sargon.SearchOptions,
) (sargon.Result, error) {
	return e.Resume(ctx, options, sargon.EventCounts{})
}

// Resume is Search after another engine has given up a search of the same position. known counts the
// events that the other engine has reported; they are not reported again.
func (e *Engine) Resume(
	ctx context.Context, options sargon.SearchOptions, known sargon.EventCounts,
) (result sargon.Result, err error) {
	if err := options.Validate(false); err != nil {
		return sargon.Result{}, err
	}
	began, position := time.Now(), e.Position()
	var before savedMemory
	e.save(&before)
	defer func() {
		err = recovered(recover(), err)
		result = e.result(err)
		result.Duration = time.Since(began)
		e.end(&before, err)
		if !result.Book {
			result.Estimate(&position)
		}
	}()
	e.begin(ctx, options, known)
	if e.moveNumber == 1 && !options.NoBook {
		return result, e.bookMove()
	}
	if legal := e.searchRoot(); legal == 0 {
		return result, sargon.ErrNoLegalMove
	}
	return result, nil
}

// begin prepares a search. The variables have the values that the last search left.
func (e *Engine) begin(ctx context.Context, options sargon.SearchOptions, known sargon.EventCounts) {
	e.prepare(options.NoLimits)
	e.search = search{
		Recorder: sargon.NewRecorder(ctx, options, known), plymax: int(options.Level),
	}
	e.pmate = 0
	e.bc0, e.mv0 = 0, 0
	clear(e.memory.bytes(e.scores, int(options.Level)+2))
}

// end restores what a search must not change: the position except for the royal squares; after an
// error, everything.
func (e *Engine) end(before *savedMemory, err error) {
	royals, board := e.memory.bytes(posk, 4), before.memory[:sargon.BoardSize]
	switch {
	case err != nil:
		e.restore(before)
	case e.search.Options.NoLimits:
		kept := [4]uint8(royals)
		e.restore(before)
		copy(royals, kept[:])
	default:
		copy(e.memory.bytes(boarda, len(board)), board)
	}
	e.search.Options = sargon.SearchOptions{}
}

// result returns the move and the numbers of the search.
func (e *Engine) result(err error) sargon.Result {
	r := e.search.Result()
	r.Score, r.MateAt = sargon.Score(e.score(1)), e.pmate
	r.Book = r.Gens == 0 && err == nil
	return r
}

// bookMove answers move 1 (spec §12).
func (e *Engine) bookMove() error {
	s := &e.search
	from, to := uint8(35), uint8(55)
	if e.side == sargon.White {
		if e.applies(BookWhiteQueen, s.Options.QueenPawn) {
			from, to = 34, 54
		} else {
			e.countRule(BookWhiteKing)
		}
	} else {
		from, to = 85, 65
		queenPawn := false
		switch uint8(e.previous.From) {
		case 22, 27, 34, 36, 37, 38: // b1 g1 d2 f2 g2 h2
			queenPawn = true
		}
		if e.applies(BookBlackQueen, queenPawn) {
			from, to = 84, 64
		} else {
			e.countRule(BookBlackKing)
		}
	}
	move := sargon.Move{From: sargon.Square(from), To: sargon.Square(to), Flags: sargon.FirstMove}
	s.UpdatePV(1, move)
	s.NotifyBest(0)
	return nil
}

// searchRoot returns how many legal moves were tried at ply 1.
func (e *Engine) searchRoot() int {
	e.evaluateRoot()
	legal, _ := e.searchPly(1)
	return legal
}

// evaluateRoot evaluates the position as it is: later ones are compared with it.
func (e *Engine) evaluateRoot() {
	e.evaluateNow()
	if e.obeys(RootIntoPrevious) {
		e.memory.setValue(e.mlptrj, e.valm)
	}
	e.bc0, e.mv0 = e.brdc, e.mtrl
}

// evaluateNow does a static evaluation of the search.
func (e *Engine) evaluateNow() {
	e.countEval()
	e.findPins()
	e.evaluate()
	e.search.Finished++
}

// countEval counts a static evaluation, and stops the search where it must.
func (e *Engine) countEval() {
	if err := e.search.CountEval(); err != nil {
		panic(stopped{err})
	}
	e.search.idle = 0
}

// countRecord leaves a search that goes round in a ring of old records.
func (e *Engine) countRecord() {
	s := &e.search
	if s.idle++; s.idle > maxIdle {
		panic(stopped{fmt.Errorf("%w: after %d evaluations a list of moves is a ring",
			sargon.ErrEndless, s.Evals)})
	}
}

// countTry leaves a search that goes round in a ring and evaluates each time.
func (e *Engine) countTry(number int) {
	if number > maxTries {
		panic(stopped{fmt.Errorf("%w: after %d evaluations a list of moves is a ring",
			sargon.ErrEndless, e.search.Evals)})
	}
}

// noteLink looks whether a list leads to a record.
func (e *Engine) noteLink(at uint16) {
	if e.plies == plyix && numberOf(at) < 0 {
		e.markUndefined(overwritten)
	}
}

// evaluateTraced evaluates the position after the move e.mlptrj was made.
func (e *Engine) evaluateTraced(ply int) {
	e.evaluateNow()
	e.memory.setValue(e.mlptrj, e.valm)
	move := e.memory.move(e.mlptrj)
	s := &e.search
	evaluation := sargon.Evaluation{
		Ply: uint8(ply), From: move.From, To: move.To, Value: sargon.Value(e.valm),
	}
	s.tried[ply] = move
	s.ply = ply
	if state := s.StateBuffer(); state != nil {
		*state = sargon.State{
			Board: e.board(), Royal: e.royals(), Totals: e.totals(), Pins: e.pinList(state.Pins[:0]),
		}
	}
	s.Evaluated(evaluation)
}

// Line returns the moves from the root to the evaluation that a write hook is being
// told of, the one evaluated last.
func (e *Engine) Line() []sargon.Move {
	return slices.Clone(e.search.tried[1 : e.search.ply+1])
}

// searchPly tries the moves of a ply (spec §11). It returns how many legal ones there
// were, and whether a cut has ended the ply: then the ply above has nothing to compare.
func (e *Engine) searchPly(ply int) (legal int, cut bool) {
	s := &e.search
	s.EnterPly(ply, e.memory.move(e.mlptrj))
	e.generate(ply)
	defer func() { e.mlnxt = e.memory.word(e.startCell(ply)) }()
	inCheck := e.ckflg
	if ply == 1 && s.Options.Root != nil {
		e.restrict(s.Options.Root)
	}
	if ply < s.plymax {
		e.order(ply)
	}
	if ply == 1 {
		e.noteRoot()
	}
	head := e.headCell(ply)
	number := 0
	for at := e.memory.word(head); at>>8 != 0; at = e.memory.word(e.memory.word(head)) {
		e.countRecord()
		e.noteLink(at)
		e.memory.setWord(head, at)
		e.mlptrj = at
		number++
		e.countTry(number)
		value, ok, compared := e.try(ply, at, number)
		if !ok {
			continue
		}
		legal++
		if !compared {
			continue
		}
		if e.handleValue(ply, at, value) {
			return legal, true
		}
		if ply == 1 && e.score(1) == matedValue && e.obeys(MateFound) {
			if e.side == sargon.Black {
				e.pmate--
			}
			return legal, false
		}
	}
	if legal == 0 {
		return 0, e.noLegalMove(ply, inCheck)
	}
	return legal, false
}

// noteRoot keeps the list of ply 1 as it will be tried.
func (e *Engine) noteRoot() {
	e.eachRecord(1, func(at uint16) bool {
		rated := sargon.RatedMove{
			Move: e.memory.move(at), Value: sargon.Value(e.memory.value(at)),
		}
		e.search.Root = append(e.search.Root, rated)
		return true
	})
}

// try makes a move and finds its value. It is not ok if it is illegal, and not compared
// if the ply below was cut.
func (e *Engine) try(ply int, at uint16, number int) (value uint8, ok, compared bool) {
	s := &e.search
	queens := e.queens()
	if ply < s.plymax {
		if e.applies(SkipIllegal, e.memory.value(at) == 0) {
			return 0, false, false
		}
		e.make(at)
		return e.descend(ply, at, number, queens)
	}
	e.make(at)
	if e.applies(LeafIllegal, e.inCheck(e.color)) {
		e.unmake(at, queens)
		return 0, false, false
	}
	if ply == s.plymax && e.applies(Extension, e.inCheck(e.color.Other())) {
		return e.descend(ply, at, number, queens)
	}
	e.countRule(Leaf)
	e.watchRoot(ply, at, number)
	s.ClearPV(ply + 1)
	e.evaluateTraced(ply)
	value = e.valm
	e.unmake(at, queens)
	e.applies(CutLeaf, value <= e.score(ply-1)) // raise cuts
	return value, true, true
}

func (e *Engine) watchRoot(ply int, at uint16, number int) {
	s := &e.search
	s.tried[ply] = e.memory.move(at)
	if ply == 1 {
		s.StartRootMove(s.tried[1], number)
	}
}

// descend goes down one ply after a move was made, and comes back up.
func (e *Engine) descend(
	ply int, at uint16, number int, queens [2]uint8,
) (value uint8, ok, compared bool) {
	e.watchRoot(ply, at, number)
	moveno := e.moveno
	e.color = e.color.Other()
	if e.applies(MoveNumberUp, e.color == sargon.White) {
		e.moveno++
	}
	e.setScore(ply+1, e.score(ply-1))
	_, cut := e.searchPly(ply + 1)
	e.color, e.moveno = e.color.Other(), moveno
	e.mlptrj = e.memory.word(e.headCell(ply))
	e.unmake(e.mlptrj, queens)
	if cut {
		return 0, true, false
	}
	value = e.score(ply + 1)
	e.applies(CutAbove, value <= e.score(ply-1))
	return value, true, true
}

// handleValue handles a value at a ply; it returns true for a cut. The record is 0 for a mate or
// stalemate.
func (e *Engine) handleValue(ply int, at uint16, value uint8) (cut bool) {
	above := e.score(ply - 1)
	if value < above || value == above && e.obeys(CutEqual) {
		return true
	}
	own := -value
	if !e.applies(NewBest, own > e.score(ply)) {
		e.countRule(NotBetter)
		return false
	}
	e.setScore(ply, own)
	if at == 0 {
		return false
	}
	e.search.UpdatePV(ply, e.memory.move(at))
	if ply == 1 {
		e.search.NotifyBest(sargon.Score(own))
	}
	return false
}

// score is SCORE of a ply, from 0.
func (e *Engine) score(ply int) uint8 { return e.memory.get(e.scores + uint16(ply)) }

func (e *Engine) setScore(ply int, value uint8) { e.memory.set(e.scores+uint16(ply), value) }

// noLegalMove handles a ply without a legal move; it returns true for a cut.
func (e *Engine) noLegalMove(ply int, inCheck bool) (cut bool) {
	value := uint8(stalemateValue)
	if e.applies(Mate, inCheck) {
		value = matedValue
		again := e.pmate != 0 && e.pmate != e.moveno
		if !again || e.obeys(MateAgain) {
			e.pmate = e.moveno
		}
	} else {
		e.countRule(Stalemate)
	}
	cut = e.handleValue(ply, 0, value)
	e.applies(CutMate, cut)
	return cut
}

// order makes, values and sorts the moves of a ply (spec §10). An illegal one is compared
// as 0, and the value in its record stays.
func (e *Engine) order(ply int) {
	head := e.headCell(ply)
	at := e.memory.word(head)
	e.memory.setWord(head, 0)
	for number := 1; at>>8 != 0; number++ {
		e.countRecord()
		e.countTry(number)
		e.noteLink(at)
		e.mlptrj = at
		following := e.memory.word(at)
		e.insert(head, at, e.rate(ply, at))
		at = following
	}
}

// rate makes a move, values the position and takes it back. An illegal one is worth 0.
func (e *Engine) rate(ply int, at uint16) uint8 {
	queens := e.queens()
	e.make(at)
	e.valm = 0
	if !e.applies(OrderIllegal, e.inCheck(e.color)) {
		e.evaluateTraced(ply)
	}
	e.unmake(at, queens)
	return e.valm
}

// insert puts a record into the list after a head pointer, before the first one with a
// greater value.
func (e *Engine) insert(head, at uint16, value uint8) {
	before := head
	for {
		e.countRecord()
		next := e.follows(before, value)
		if next == 0 {
			break
		}
		before = next
	}
	e.memory.setWord(at, e.memory.word(before))
	e.memory.setWord(before, at)
}

// follows returns the record that a link leads to, 0 if one with such a value goes before it.
func (e *Engine) follows(link uint16, value uint8) uint16 {
	next := e.memory.word(link)
	if next>>8 == 0 {
		return 0
	}
	here := e.memory.value(next)
	if e.applies(OrderBefore, here > value) || here == value && !e.obeys(OrderEqual) {
		return 0
	}
	return next
}
