package session

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Progress tells how far a search has come.
type Progress struct {
	Line   []string // the best line so far in algebraic notation, empty if there is none
	Best   game.Move
	Score  sargon.Score
	Evals  uint64 // static evaluations up to now
	Trying string // the move being tried at ply 1
	Number int    // its place, from 1
	Of     int    // how many moves there are

	In1978 sargon.Time1978 // what the original took to come this far, roughly
	Left   time.Duration   // how long it will go on, roughly; 0 if that cannot be said yet
}

// Search is a search going on, or one that is done and waits for Finish.
type Search struct {
	Hint  bool // it only looks for a hint
	Level sargon.Level
	began time.Time
	now   func() time.Time
	stop  context.CancelFunc
	done  chan struct{}
	game  *game.Game // as it stood
	evals atomic.Uint64

	mu       sync.Mutex
	progress Progress
	result   sargon.Result
	err      error
	elapsed  time.Duration
	told     time.Time // when wake was last called
}

// wakeInterval keeps the news of a fast search from flooding the front end.
const wakeInterval = 50 * time.Millisecond

// Searching returns the search, nil if there is none.
func (s *Session) Searching() *Search { return s.search }

// Think starts the search for the engine's move. wake is called from other goroutines when
// there is news, and when the search is done. The moves that the engine could not follow
// are returned.
func (s *Session) Think(wake func()) ([]game.Reset, error) { return s.start(wake, false) }

// Hint starts a search for the person's side.
func (s *Session) Hint(wake func()) ([]game.Reset, error) {
	if s.Over() {
		return nil, ErrOver
	}
	return s.start(wake, true)
}

func (s *Session) start(wake func(), hint bool) ([]game.Reset, error) {
	resets, err := s.Sync()
	if err != nil {
		return resets, err
	}
	ctx, stop := context.WithCancel(context.Background())
	search := &Search{
		Hint: hint, Level: s.level, began: s.options.Now(), now: s.options.Now,
		stop: stop,
		done: make(chan struct{}), game: s.game.Clone(),
	}
	s.search = search
	engine, now := s.open, s.options.Now
	go func() {
		defer wake()
		defer close(search.done)
		defer stop()
		search.run(ctx, engine, wake)
		search.elapsed = now().Sub(search.began)
	}()
	return resets, nil
}

// run searches. A fault of an engine is an error like another one, so that the front end
// can put the terminal back before anything is said.
func (s *Search) run(ctx context.Context, engine sargon.Engine, wake func()) {
	defer func() {
		if r := recover(); r != nil {
			s.err = fmt.Errorf("%s has failed: %v", engine.Name(), r)
		}
	}()
	before := engine.Position()
	s.result, s.err = engine.Search(ctx, sargon.SearchOptions{Level: s.Level, Watch: sargon.Watch{
		Best: func(line sargon.Line) { s.noticeBest(line, wake) },
		Root: func(m sargon.Move, number, of int) { s.noticeRoot(m, number, of, wake) },
		Step: func(sargon.Step) { s.evals.Add(1) },
	}})
	if s.Hint || s.err != nil {
		// What a search leaves behind is part of the game (spec §14.1), but not this one.
		if err := engine.SetPosition(before); err != nil && s.err == nil {
			s.err = err
		}
	}
}

func (s *Search) noticeBest(line sargon.Line, wake func()) {
	moves, san := s.game.LineFromSargon(line.Moves)
	s.mu.Lock()
	s.progress.Line, s.progress.Score = san, line.Score
	if len(moves) > 0 {
		s.progress.Best = moves[0]
	}
	s.mu.Unlock()
	s.tell(wake)
}

func (s *Search) noticeRoot(record sargon.Move, number, of int, wake func()) {
	san := record.String()
	if m, ok := s.game.FromSargon(record); ok {
		san = s.game.SAN(m)
	}
	s.mu.Lock()
	s.progress.Trying, s.progress.Number, s.progress.Of = san, number, of
	s.mu.Unlock()
	s.tell(wake)
}

func (s *Search) tell(wake func()) {
	if now := time.Now(); now.Sub(s.told) >= wakeInterval {
		s.told = now
		wake()
	}
}

// Progress tells how far the search has come.
func (s *Search) Progress() Progress {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.progress
	p.Evals = s.evals.Load()
	if start, err := sargon.ParseFEN(s.game.FEN()); err == nil {
		// The calls of the generator are few beside the evaluations.
		p.In1978 = sargon.Time1978{
			Duration: sargon.In1978(sargon.EstimateTStates(&start, p.Evals, 0, 0)), About: true,
		}
	}
	p.Left = Left(s.now().Sub(s.began), p.Number, p.Of)
	return p
}

// Left tells roughly how long a search goes on that has reached a move of so many after a
// time; 0 before it can be said.
func Left(elapsed time.Duration, number, of int) time.Duration {
	if number <= 1 || of < number {
		return 0
	}
	return elapsed * time.Duration(of-number+1) / time.Duration(number-1)
}

// Done tells whether the search has ended.
func (s *Search) Done() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// Wait returns a channel that is closed when the search has ended.
func (s *Search) Wait() <-chan struct{} { return s.done }

// Stop ends a search and forgets it.
func (s *Session) Stop() {
	if s.search == nil {
		return
	}
	s.search.stop()
	<-s.search.done
	s.search = nil
}

// Found is what a finished search has found.
type Found struct {
	Move   game.Move
	SAN    string
	Result sargon.Result
	Hint   bool
	Times  Times
}

// Finish takes the result of a search that is Done; the engine's move is made. After a
// hint nothing is.
func (s *Session) Finish() (Found, error) {
	search := s.search
	if search == nil {
		return Found{}, ErrNothing
	}
	s.Stop()
	if search.err != nil {
		return Found{}, search.err
	}
	return s.made(search, search.result)
}

// MoveNow stops a search and makes the best move found so far.
func (s *Session) MoveNow() (Found, error) {
	search := s.search
	if search == nil || search.Hint {
		return Found{}, ErrNothing
	}
	if !search.Done() && search.Progress().Best.IsZero() {
		return Found{}, ErrNothing
	}
	s.Stop()
	if search.err == nil {
		return s.made(search, search.result)
	}
	p := search.Progress()
	result := search.result
	result.Best = sargon.Move{From: p.Best.From, To: p.Best.To}
	result.Score, result.Evals = p.Score, p.Evals
	return s.made(search, result)
}

// made takes a result over into the game.
func (s *Session) made(search *Search, result sargon.Result) (Found, error) {
	m, ok := s.game.FromSargon(result.Best)
	if !ok {
		return Found{}, fmt.Errorf("%s wants to play %v, which is not legal in %s",
			s.engine, result.Best, s.game.FEN())
	}
	note := game.NoteOf(result)
	f := Found{
		Move: m, SAN: s.game.SAN(m), Result: result, Hint: search.Hint,
		Times: Times{Now: search.elapsed, In1978: note.In1978},
	}
	if search.Hint {
		return f, nil
	}
	return f, s.add(m, f.Times, note)
}
