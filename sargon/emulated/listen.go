package emulated

import (
	"context"
	"fmt"
	"slices"

	"sargon78/emu"
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

// maxPlies is how many plies the program's ply table has room for (spec §13).
const maxPlies = 10

// Spectator follows the searches of a program on a machine: that of an Engine, or one that another
// package runs, with its screen and its own game. It changes nothing there. Its methods must be
// called between two instructions. The callbacks run on the goroutine of the machine.
type Spectator struct {
	memory   *Memory
	listener *listener // while a search is listened to
	attached bool      // made by Attach: the machine is not ours to stop
	thoughts Thoughts  // those that Thoughts returned last
}

// Thoughts are what a search has found so far.
type Thoughts struct {
	Line   []sargon.Move // the best line, empty if there is none yet
	Score  sargon.Score
	Evals  uint64 // static evaluations, the root's included; 0 if the book answered
	Joined bool   // listening began in the middle: Evals are those since then, OriginalTStates is 0
	// OriginalTStates is sargon.EstimateTStates of the search, as far as it has come.
	OriginalTStates uint64
	Trying          sargon.Move // the move being tried at ply 1
	Number          int         // its place in the list, from 1
	Total           int         // how many moves the list has
}

// Attach returns a spectator of a program on a machine that another package runs. It sets traps of
// the machine at GENMOV, SORTM, POINTS and MOVE: the other package must set none there.
func Attach(memory *Memory) *Spectator { return attach(memory, true) }

// attach sets the traps. They cost nothing between searches.
func attach(memory *Memory, attached bool) *Spectator {
	s := &Spectator{memory: memory, attached: attached}
	s.trap(memory.routine.generate, (*listener).generateEntered)
	s.trap(memory.routine.sort, (*listener).sortEntered)
	s.trap(memory.routine.points, (*listener).pointsEntered)
	if move, ok := memory.image.Symbol("MOVE"); ok {
		s.trap(move, (*listener).moveEntered)
	}
	return s
}

// Begin starts to listen: a search is about to begin.
func (s *Spectator) Begin(callbacks sargon.Callbacks) {
	s.begin(context.Background(), sargon.SearchOptions{Level: s.memory.Level(), Callbacks: callbacks})
	s.listener.start = s.memory.Position(s.memory.ProgramSide())
}

func (s *Spectator) begin(ctx context.Context, options sargon.SearchOptions) *listener {
	s.thoughts = Thoughts{}
	s.listener = &listener{
		Recorder:  sargon.NewRecorder(ctx, options, sargon.EventCounts{}),
		spectator: s, memory: s.memory, ctx: ctx, returns: map[uint16]pendingReturn{},
	}
	s.listener.noteProgress()
	s.watchScores(true)
	return s.listener
}

// Join starts to listen to a search that is going on: one that was saved in its middle. Of what was
// before it knows what the program keeps in memory: the list of moves and the best one.
func (s *Spectator) Join(callbacks sargon.Callbacks) {
	s.Begin(callbacks)
	s.listener.join()
}

// Evals returns how many evaluations the running search has begun, the root's included.
func (s *Spectator) Evals() uint64 {
	if s.listener == nil {
		return 0
	}
	return s.listener.Evals
}

// Thoughts returns those of the search that is listened to, or else of the last one.
func (s *Spectator) Thoughts() Thoughts {
	if l := s.listener; l != nil {
		t := &s.thoughts
		*t = Thoughts{
			Evals: l.Evals, Joined: l.joined, Trying: l.trying, Number: l.number, Total: len(l.Root),
		}
		if line := l.Line(); len(line) > 0 {
			t.Line, t.Score = slices.Clone(line), s.memory.Score(1)
		}
		if l.Evals > 0 && !l.joined {
			t.OriginalTStates = sargon.EstimateTStates(&l.start, l.Evals, l.Gens, l.Records)
		}
	}
	return s.thoughts
}

// Endless reports whether the search has neither evaluated nor generated for so long that it will
// never end (see sargon.ErrEndless).
func (s *Spectator) Endless() bool {
	l := s.listener
	return l != nil && (l.stopped != nil || s.memory.machine.TStates > l.lastProgress+patience)
}

// End stops listening; without a Begin it does nothing.
func (s *Spectator) End() {
	s.watchScores(false)
	s.listener = nil
}

// Reset is End after which nothing is known of the search.
func (s *Spectator) Reset() {
	s.End()
	s.thoughts = Thoughts{}
}

// listener follows one search from the entry points it passes. It sees everything that happens at
// four of them: the generator starts a ply, ordering ends it, and the static evaluation starts and
// ends a step.
type listener struct {
	// Recorder keeps the best lines, which the program does not: when the program raises SCORE[n],
	// the record being tried at ply n becomes the first move of the best line of that ply.
	sargon.Recorder
	spectator *Spectator
	memory    *Memory
	ctx       context.Context // of the search
	start     sargon.Position // set by Begin and Join only
	joined    bool            // listening began in the middle of the search

	searching bool     // the moves of the root have been generated
	rootAt    []uint16 // addresses of the records of Root
	rootNow   uint16   // the one being tried
	trying    sargon.Move
	number    int // place of trying in Root, from 1
	stopped   error

	examined *sargon.Examination // filled instead of searching on, by Examine

	tried [maxPlies + 2]int // legal moves of a ply, those tried for ordering included

	lastProgress uint64 // T-states at the last evaluation or generation

	returns map[uint16]pendingReturn // by return address
}

// pendingReturn is a routine that has been entered: what is done when the stack is at sp again.
type pendingReturn struct {
	sp uint16
	f  func() error
}

func (s *Spectator) trap(addr uint16, f func(*listener) error) {
	s.memory.machine.Trap(addr, func(*emu.Machine) error {
		if s.listener == nil {
			return nil
		}
		return f(s.listener)
	})
}

// markUndefined notes, between two evaluations, that the search leaves what the specification describes.
func (l *listener) markUndefined(how string) {
	l.Finished = l.Evals
	l.MarkUndefined(how)
}

// moveEntered checks whether the program makes a pair whose second half would lie after the end of
// the list area: there was no room for it (spec §14.8).
func (l *listener) moveEntered() error {
	memory := l.memory
	at := memory.word(variables.MLPTRJ)
	pair := memory.record(at).Flags&sargon.DoubleMove != 0
	if pair && at >= memory.address[variables.MLIST] && at+recordBytes > memory.address[variables.MLIST]+lastStart {
		l.markUndefined("a pair is made whose second half found no room")
	}
	return nil
}

// onReturn has f called when the routine being entered has returned. The trap at the
// return address stays: the routine has few callers, and each calls it again.
func (l *listener) onReturn(f func() error) {
	machine := l.memory.machine
	addr := machine.Word(machine.SP)
	l.returns[addr] = pendingReturn{machine.SP + 2, f}
	l.spectator.trap(addr, (*listener).returned)
}

func (l *listener) returned() error {
	r := &l.memory.machine.Registers
	back, ok := l.returns[r.PC]
	if !ok || back.sp != r.SP {
		return nil
	}
	delete(l.returns, r.PC)
	return back.f()
}

// ply returns NPLY, limited to the tables of the listener whatever the program does.
func (l *listener) ply() uint8 { return min(l.memory.Ply(), maxPlies) }

// noteProgress notes that the program makes progress: it is in no endless loop.
func (l *listener) noteProgress() {
	l.lastProgress = l.memory.machine.TStates
	l.memory.machine.Refill()
}

// maxTries is how many moves of one ply may be tried before its list is taken for a ring. Each
// record of the area can be tried twice, for ordering and for the search; but where lists share
// old records, the search below may lengthen a list that is being gone through.
const maxTries = 10 * listBytes / recordBytes

// try counts a legal move tried at a ply. A list of old records can be a ring (spec §3).
func (l *listener) try(ply uint8) error {
	if l.tried[ply]++; l.tried[ply] <= maxTries || l.stopped != nil {
		return nil
	}
	l.stopped = fmt.Errorf("%w: after %d evaluations its list of moves at ply %d goes round in a ring",
		sargon.ErrEndless, l.Evals, ply)
	if l.spectator.attached {
		return nil
	}
	return emu.ErrStop
}

// generateEntered runs when GENMOV is entered: the search begins a ply, so the move of the ply above was
// tried.
func (l *listener) generateEntered() error {
	l.noteProgress()
	ply := l.ply()
	if ply == 1 {
		if l.searching { // the interactive program lists the player's moves: the search is over
			return nil
		}
		l.searching = l.Evals > 0
	}
	l.Gens++
	l.tried[ply] = 0
	if ply > 1 {
		if err := l.try(ply - 1); err != nil {
			return err
		}
	}
	if ply == 2 {
		l.noticeRoot()
	}
	l.EnterPly(int(ply), l.memory.Current())
	l.onReturn(l.generated)
	return nil
}

// generated runs when GENMOV has returned. It measures the list area, counts moves that had no room, and
// at ply 1 reads the root moves.
func (l *listener) generated() error {
	memory := l.memory
	ply := l.ply()
	next := memory.word(variables.MLNXT)
	if ply > 1 && memory.machine.Word(memory.plyStart(ply-1)) == 0 { // (spec §14.8)
		l.markUndefined("a pair without room starts a list, and the ply table is overwritten")
	}
	l.Records = max(l.Records, int(next-memory.address[variables.MLIST])/recordBytes)
	if next > memory.address[variables.MLIST]+lastStart {
		l.Dropped += l.spectator.countDropped(ply)
	}
	if ply != 1 {
		return nil
	}
	if l.Options.Root != nil {
		memory.restrict(l.Options.Root)
	}
	l.readRoot()
	if l.examined != nil {
		l.examined.Check = memory.byte(variables.CKFLG) != 0
		for addr := memory.machine.Word(memory.plyStart(1)); addr < next; addr += recordBytes {
			l.examined.Generated = append(l.examined.Generated, memory.record(addr))
		}
	}
	return nil
}

// sortEntered runs when SORTM is entered. At ply 1 it reads the root moves once they are sorted.
func (l *listener) sortEntered() error {
	if l.ply() == 1 {
		l.onReturn(func() error {
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
	memory := l.memory
	l.Root, l.rootAt = nil, nil
	memory.eachRecord(memory.plyHead(1), func(addr uint16) {
		value := sargon.Value(memory.byteAt(addr + recordBytes - 1))
		l.Root = append(l.Root, sargon.RatedMove{Move: memory.record(addr), Value: value})
		l.rootAt = append(l.rootAt, addr)
	})
}

// join takes over what the program knows of a search that is going on.
func (l *listener) join() {
	memory := l.memory
	l.joined, l.searching, l.Evals = true, true, 1 // the root was evaluated
	for ply := range l.ply() + 1 {
		l.tried[ply] = 1
	}
	if best := memory.word(variables.BESTM); best != 0 {
		l.UpdatePV(1, memory.record(best))
		l.NotifyBest(memory.Score(1))
	}
	if l.ply() > 1 { // the moves of ply 1 are sorted, and one is being tried
		l.noticeRoot()
	}
}

// findRoot reads the list of ply 1 around the move that is being tried: the program keeps only
// where that is. Those before it are still linked to it, in front of the lists of later plies.
func (l *listener) findRoot() {
	memory := l.memory
	l.readRoot()
	from, to := memory.machine.Word(memory.plyStart(1)), memory.machine.Word(memory.plyStart(2))
	for more := len(l.rootAt) > 0; more; {
		more = false
		for addr := from; addr < to && len(l.rootAt) < maxRoots; addr += recordBytes {
			if memory.machine.Word(addr) == l.rootAt[0] {
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
func (m *Memory) restrict(keep func(sargon.Move) bool) {
	last := m.plyHead(1)
	m.eachRecord(last, func(addr uint16) {
		if keep(m.record(addr)) {
			m.machine.SetWord(last, addr)
			last = addr
		}
	})
	m.machine.SetWord(last, 0)
}

// pointsEntered is the start of a static evaluation. The first one is the root's.
func (l *listener) pointsEntered() error {
	memory := l.memory
	l.noteProgress()
	l.Evals++
	if l.Evals == 1 {
		if l.examined != nil {
			l.onReturn(func() error {
				l.examined.Totals, l.examined.Pins = memory.Totals(), memory.Pins()
				return nil
			})
		}
		return l.checkEvals()
	}
	ply := l.ply()
	if err := l.try(ply); err != nil {
		return err
	}
	l.ClearPV(int(ply) + 1)
	if ply == 1 && l.Options.Level == 1 {
		l.noticeRoot()
	}
	move := memory.Current()
	l.onReturn(func() error {
		if state := l.StateBuffer(); state != nil {
			*state = memory.State()
		}
		l.Evaluated(sargon.Evaluation{Ply: ply, From: move.From, To: move.To,
			Value: sargon.Value(memory.byte(variables.VALM))})
		return l.checkEvals()
	})
	return nil
}

// checkEvals stops the machine when the search has made as many evaluations as Options.MaxEvals allows;
// the search then ends with sargon.ErrMaxEvals.
func (l *listener) checkEvals() error {
	if l.Options.MaxEvals > 0 && l.Evals >= l.Options.MaxEvals {
		l.stopped = sargon.ErrMaxEvals
		return emu.ErrStop
	}
	return nil
}

// noticeRoot reports that the search has turned to another move at ply 1.
func (l *listener) noticeRoot() {
	now := l.memory.machine.Word(l.memory.plyHead(1))
	if now == l.rootNow {
		return
	}
	l.rootNow = now
	if !slices.Contains(l.rootAt, now) {
		l.findRoot() // listening began in the middle of the search
	}
	for i, addr := range l.rootAt {
		if addr == now {
			l.trying, l.number = l.Root[i].Move, i+1
			l.StartRootMove(l.trying, l.number)
		}
	}
}

// watchScores follows SCORE[1…]: a write after the ply's moves were generated raises it.
func (s *Spectator) watchScores(on bool) {
	machine, scores := s.memory.machine, s.memory.address[variables.SCORE]
	from, to := scores+1, scores+scoreRow-1
	if !on {
		machine.OnWrite(from, to, nil)
		return
	}
	machine.OnWrite(from, to, func(_ *emu.Machine, addr uint16, _, score byte) bool {
		if s.listener != nil { // nil while a single routine is called outside a search
			s.listener.scoreRaised(uint8(addr-scores), sargon.Score(score))
		}
		return false
	})
}

// scoreRaised takes the record being tried at a ply, and the line found below it, for the
// best line of the ply. Writes that only prepare a ply come before its generator, which
// clears the line.
func (l *listener) scoreRaised(ply uint8, score sargon.Score) {
	if ply > maxPlies || l.tried[ply] == 0 {
		return
	}
	if move, ok := l.memory.TriedMove(ply); ok {
		l.UpdatePV(int(ply), move)
		if ply == 1 {
			l.NotifyBest(score)
		}
	}
}
