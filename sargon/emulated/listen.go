package emulated

import (
	"context"
	"fmt"
	"slices"

	"sargon78/emu"
	"sargon78/sargon"
)

// maxPlies is how many plies the program's ply table has room for (spec §13).
const maxPlies = 10

// listener follows one search from the entry points it passes. Everything that happens
// is seen at four of them: the generator starts a ply, ordering ends it, and the static
// evaluation starts and ends a step.
type listener struct {
	// Recorder keeps the best line beside the program: when it raises SCORE[n], the record being
	// tried at ply n begins that of the ply.
	sargon.Recorder
	engine *Engine
	ctx    context.Context // of the search

	searching bool     // the moves of the root have been generated
	rootAt    []uint16 // addresses of the records of Root
	rootNow   uint16   // the one being tried
	best      uint16   // BESTM when last looked at
	bestScore uint8
	stopped   error

	examined *sargon.Examination // filled instead of searching on, by Examine

	legal [maxPlies + 2]bool // a legal move of the ply was tried
	tried [maxPlies + 2]int  // how many, those tried for ordering included

	heardAt uint64 // T-states when the program was last heard of

	returns [3]returnPoint
}

// newListener returns a listener for a search that is about to begin.
func (e *Engine) newListener(ctx context.Context, options sargon.SearchOptions) *listener {
	return &listener{
		Recorder: sargon.NewRecorder(ctx, options, sargon.Told{}), engine: e, ctx: ctx,
	}
}

// returnPoint is where a routine that has been entered will come back to.
type returnPoint struct {
	addr, sp uint16
	f        func() error
}

// listen sets the traps. They cost nothing between searches.
func (e *Engine) listen() {
	trap := func(addr uint16, f func(*listener) error) {
		e.machine.Trap(addr, func(*emu.Machine) error {
			if e.listener == nil {
				return nil
			}
			return f(e.listener)
		})
	}
	trap(e.memory.cell.generate, (*listener).generateEntered)
	trap(e.memory.cell.sort, (*listener).sortEntered)
	trap(e.memory.cell.points, (*listener).pointsEntered)
	if move, ok := e.image.Symbol("MOVE"); ok {
		trap(move, (*listener).moveEntered)
	}
}

// leave notes, between two evaluations, that the search leaves what the specification describes.
func (l *listener) leave(how string) {
	l.Finished = l.Evals
	l.Leave(how)
}

// moveEntered looks whether a pair is made whose second half would lie behind the list area: that
// found no room (spec §14.8).
func (l *listener) moveEntered() error {
	memory := l.engine.memory
	at := l.engine.machine.Word(memory.cell.mlptrj)
	pair := memory.record(at).Flags&sargon.DoubleMove != 0
	if pair && at >= memory.cell.list && at+recordBytes > memory.cell.list+lastStart {
		l.leave("a pair is made whose second half found no room")
	}
	return nil
}

// onReturn has f called when the routine being entered has returned. The trap at the
// return address stays: it is in the program's code, and the few callers come again.
func (l *listener) onReturn(routine int, f func() error) {
	machine := l.engine.machine
	sp := machine.SP
	addr := machine.Word(sp)
	l.returns[routine] = returnPoint{addr: addr, sp: sp + 2, f: f}
	e := l.engine
	machine.Trap(addr, func(m *emu.Machine) error {
		if e.listener == nil {
			return nil
		}
		return e.listener.returned(m.Registers)
	})
}

// Indexes of listener.returns.
const (
	fromGenerate = iota
	fromSort
	fromPoints
)

func (l *listener) returned(r emu.Registers) error {
	for i := range l.returns {
		p := &l.returns[i]
		if p.f != nil && p.addr == r.PC && p.sp == r.SP {
			f := p.f
			p.f = nil
			if err := f(); err != nil {
				return err
			}
		}
	}
	return nil
}

// ply returns NPLY, kept within the tables of the listener whatever the program does.
func (l *listener) ply() uint8 { return min(l.engine.memory.Ply(), maxPlies) }

// heard notes that the program is getting somewhere.
func (l *listener) heard() {
	l.heardAt = l.engine.machine.TStates
	l.engine.machine.Refill()
}

// maxTries is how many moves of one ply may be tried before its list is taken for a ring. Each
// record of the area can be tried twice, for ordering and for the search; but where lists share
// old records, the search below may lengthen a list that is being gone through.
const maxTries = 10 * listBytes / recordBytes

// try counts a legal move tried at a ply. A list of old records can be a ring (spec §3).
func (l *listener) try(ply uint8) error {
	l.legal[ply] = true
	if l.tried[ply]++; l.tried[ply] <= maxTries || l.stopped != nil {
		return nil
	}
	l.stopped = fmt.Errorf("%w: after %d evaluations its list of moves at ply %d goes round in a ring",
		sargon.ErrEndless, l.Evals, ply)
	if l.engine.guest {
		return nil
	}
	return emu.ErrStop
}

func (l *listener) generateEntered() error {
	l.heard()
	l.noticeBest()
	ply := l.ply()
	if ply == 1 {
		if l.searching { // the interactive program lists the player's moves: the search is over
			return nil
		}
		l.searching = l.Evals > 0
	}
	l.Gens++
	l.Clear(int(ply))
	l.legal[ply], l.tried[ply] = false, 0
	if ply > 1 {
		if err := l.try(ply - 1); err != nil {
			return err
		}
		l.noticeRoot(ply)
	}
	l.onReturn(fromGenerate, l.generated)
	return nil
}

func (l *listener) generated() error {
	e := l.engine
	ply := l.ply()
	next := e.machine.Word(e.memory.cell.mlnxt)
	if ply > 1 && e.machine.Word(e.memory.plyStart(ply-1)) == 0 { // (spec §14.8)
		l.leave("a pair without room starts a list, and the ply table is overwritten")
	}
	l.Records = max(l.Records, int(next-e.memory.cell.list)/recordBytes)
	if next > e.memory.cell.list+lastStart {
		l.Dropped += e.countDropped(ply)
	}
	if ply != 1 {
		return nil
	}
	if l.Options.Root != nil {
		e.restrict(l.Options.Root)
	}
	l.readRoot()
	if l.examined != nil {
		l.examined.Check = e.memory.byteAt(e.memory.cell.ckflg) != 0
		for addr := e.machine.Word(e.memory.plyStart(1)); addr < next; addr += recordBytes {
			l.examined.Generated = append(l.examined.Generated, e.memory.record(addr))
		}
	}
	return nil
}

func (l *listener) sortEntered() error {
	if l.ply() == 1 {
		l.onReturn(fromSort, func() error {
			l.readRoot()
			if l.examined != nil {
				l.examined.Sorted = l.Root
				return emu.ErrStop
			}
			return nil
		})
	}
	return nil
}

// readRoot follows the list of ply 1.
func (l *listener) readRoot() {
	e := l.engine
	l.Root, l.rootAt = nil, nil
	e.memory.eachRecord(e.memory.plyHead(1), func(addr uint16) {
		value := sargon.Value(e.memory.byteAt(addr + recordBytes - 1))
		l.Root = append(l.Root, sargon.RatedMove{Move: e.memory.record(addr), Value: value})
		l.rootAt = append(l.rootAt, addr)
	})
}

// join takes over what the program knows of a search that is going on.
func (l *listener) join() {
	memory := l.engine.memory
	l.searching, l.Evals = true, 1 // the root was evaluated
	for ply := range l.ply() + 1 {
		l.legal[ply] = true
	}
	if best := l.engine.machine.Word(memory.cell.bestm); best != 0 {
		l.Raise(1, memory.record(best))
	}
	if l.ply() > 1 { // the moves of ply 1 are sorted, and one is being tried
		l.noticeRoot(2)
	}
}

// findRoot reads the list of ply 1 around the move that is being tried: the program keeps only
// where that is. Those before it are still linked to it, in front of the lists of later plies.
func (l *listener) findRoot() {
	memory := l.engine.memory
	l.readRoot()
	from, to := l.engine.machine.Word(memory.plyStart(1)), l.engine.machine.Word(memory.plyStart(2))
	for more := len(l.rootAt) > 0; more; {
		more = false
		for addr := from; addr < to && len(l.rootAt) < maxRoots; addr += recordBytes {
			if l.engine.machine.Word(addr) == l.rootAt[0] {
				l.Root = slices.Insert(l.Root, 0, sargon.RatedMove{Move: memory.record(addr)})
				l.rootAt = slices.Insert(l.rootAt, 0, addr)
				more = true
				break
			}
		}
	}
}

// maxRoots is more than a position has moves: links of a list may form a ring (spec §3).
const maxRoots = 256

// restrict unlinks records of ply 1 that the caller does not want searched.
func (e *Engine) restrict(keep func(sargon.Move) bool) {
	last := e.memory.plyHead(1)
	e.memory.eachRecord(last, func(addr uint16) {
		if keep(e.memory.record(addr)) {
			e.machine.SetWord(last, addr)
			last = addr
		}
	})
	e.machine.SetWord(last, 0)
}

// pointsEntered is the start of a static evaluation. The first one is the root's.
func (l *listener) pointsEntered() error {
	e := l.engine
	l.heard()
	l.noticeBest()
	l.Evals++
	if l.Evals == 1 {
		if l.examined != nil {
			l.onReturn(fromPoints, func() error {
				l.examined.Totals, l.examined.Pins = e.memory.Totals(), e.memory.Pins()
				return nil
			})
		}
		return l.checkEvals()
	}
	ply := l.ply()
	if err := l.try(ply); err != nil {
		return err
	}
	l.Clear(int(ply) + 1)
	if ply == 1 && l.Options.Level == 1 {
		l.noticeRoot(2)
	}
	move := e.memory.record(e.machine.Word(e.memory.cell.mlptrj))
	l.onReturn(fromPoints, func() error {
		l.evaluated(sargon.Evaluation{Ply: ply, From: move.From, To: move.To,
			Value: sargon.Value(e.memory.byteAt(e.memory.cell.valm))})
		return l.checkEvals()
	})
	return nil
}

// evaluated tells of an evaluation that has come to its end.
func (l *listener) evaluated(e sargon.Evaluation) {
	if state := l.Watched(); state != nil {
		memory := l.engine.memory
		*state = sargon.State{
			Board: memory.Board(), Royal: memory.Royals(), Pins: memory.Pins(),
			Totals: memory.Totals(),
		}
	}
	l.Evaluated(e)
}

func (l *listener) checkEvals() error {
	if l.Options.MaxEvals > 0 && l.Evals >= l.Options.MaxEvals {
		l.stopped = sargon.ErrMaxEvals
		return emu.ErrStop
	}
	return nil
}

// noticeRoot reports that the search has turned to another move at ply 1.
func (l *listener) noticeRoot(ply uint8) {
	if ply != 2 {
		return
	}
	now := l.engine.machine.Word(l.engine.memory.plyHead(1))
	if now == l.rootNow {
		return
	}
	l.rootNow = now
	if l.Options.Watch.Root == nil {
		return
	}
	if !slices.Contains(l.rootAt, now) {
		l.findRoot() // the search was joined
	}
	for i, addr := range l.rootAt {
		if addr == now {
			l.Turn(l.Root[i].Move, i+1)
		}
	}
}

// noticeBest reports a new best move. The program writes BESTM between two evaluations;
// it is looked at before the next one.
func (l *listener) noticeBest() {
	e := l.engine
	best, score := e.machine.Word(e.memory.cell.bestm), e.memory.byteAt(e.memory.cell.scores+1)
	if best == l.best && score == l.bestScore {
		return
	}
	l.best, l.bestScore = best, score
	// Without a legal move BESTM ends as a record that was never tried (spec §11).
	if best != 0 && l.Evals > 0 && len(l.Line()) > 0 {
		l.TellBest(sargon.Score(score))
	}
}

// watchScores follows SCORE[1…]: a write after the ply's moves were generated raises it.
func (e *Engine) watchScores(on bool) {
	from, to := e.memory.cell.scores+1, e.memory.cell.scores+scoreRow-1
	if !on {
		e.machine.WatchWrites(from, to, nil)
		return
	}
	e.machine.WatchWrites(from, to, func(_ *emu.Machine, addr uint16, _, _ byte) bool {
		e.listener.raised(uint8(addr - e.memory.cell.scores))
		return false
	})
}

// raised takes the record being tried at a ply, and the line found below it, for the
// best line of the ply. Writes that only prepare a ply come before its generator, which
// clears the line.
func (l *listener) raised(ply uint8) {
	if ply > maxPlies || !l.legal[ply] {
		return
	}
	addr := l.engine.machine.Word(l.engine.memory.plyHead(ply))
	if addr>>8 == 0 {
		return
	}
	l.Raise(int(ply), l.engine.memory.record(addr))
}
