package session

import (
	"context"
	"fmt"
	"sync"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Progress is how far a search has come.
type Progress struct {
	Line   []string // the best line so far in algebraic notation, empty if there is none
	Best   game.Move
	Score  sargon.Score
	Evals  uint64
	Trying string // the move being tried at ply 1
	Number int    // its place, from 1
	Of     int    // how many moves there are
}

// Search is a search going on, or one that is done and waits for Finish.
type Search struct {
	Hint  bool // it only looks for a hint
	Level sargon.Level
	began time.Time
	stop  context.CancelFunc
	done  chan struct{}
	game  *game.Game // as it stood

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
func (t *Session) Searching() *Search { return t.search }

// Think starts the search for the engine's move. wake is called from other goroutines when
// there is news, and when the search is done. The moves that the engine could not follow
// are returned.
func (t *Session) Think(wake func()) ([]game.Reset, error) { return t.start(wake, false) }

// Hint starts a search for the person's side.
func (t *Session) Hint(wake func()) ([]game.Reset, error) {
	if t.Over() {
		return nil, ErrOver
	}
	return t.start(wake, true)
}

func (t *Session) start(wake func(), hint bool) ([]game.Reset, error) {
	resets, err := t.Sync()
	if err != nil {
		return resets, err
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &Search{
		Hint: hint, Level: t.level, began: t.options.Now(), stop: stop,
		done: make(chan struct{}), game: t.game.Clone(),
	}
	t.search = s
	engine, now := t.open, t.options.Now
	go func() {
		defer wake()
		defer close(s.done)
		defer stop()
		s.run(ctx, engine, wake)
		s.elapsed = now().Sub(s.began)
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
	s.progress.Line, s.progress.Score, s.progress.Evals = san, line.Score, line.Evals
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
	return s.progress
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
func (t *Session) Stop() {
	if t.search == nil {
		return
	}
	t.search.stop()
	<-t.search.done
	t.search = nil
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
func (t *Session) Finish() (Found, error) {
	s := t.search
	if s == nil {
		return Found{}, ErrNothing
	}
	t.Stop()
	if s.err != nil {
		return Found{}, s.err
	}
	return t.made(s, s.result)
}

// MoveNow stops a search and makes the best move found so far.
func (t *Session) MoveNow() (Found, error) {
	s := t.search
	if s == nil || s.Hint {
		return Found{}, ErrNothing
	}
	if !s.Done() && s.Progress().Best.IsZero() {
		return Found{}, ErrNothing
	}
	t.Stop()
	if s.err == nil {
		return t.made(s, s.result)
	}
	p := s.Progress()
	result := s.result
	result.Best = sargon.Move{From: p.Best.From, To: p.Best.To}
	result.Score, result.Evals = p.Score, p.Evals
	return t.made(s, result)
}

// made takes a result over into the game.
func (t *Session) made(s *Search, result sargon.Result) (Found, error) {
	m, ok := t.game.FromSargon(result.Best)
	if !ok {
		return Found{}, fmt.Errorf("%s wants to play %v, which is not legal in %s", t.engine, result.Best, t.game.FEN())
	}
	note := game.NoteOf(result)
	f := Found{
		Move: m, SAN: t.game.SAN(m), Result: result, Hint: s.Hint,
		Times: Times{Now: s.elapsed, In1978: note.In1978},
	}
	if s.Hint {
		return f, nil
	}
	return f, t.add(m, f.Times, note)
}
