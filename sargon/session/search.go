package session

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/think"
)

// Progress is how far a search has come.
type Progress struct {
	Hint   bool     // it only looks for a hint
	Line   []string // the best line so far in algebraic notation, empty if there is none
	Best   game.Move
	Score  sargon.Score
	Evals  uint64 // static evaluations up to now
	Trying string // the move being tried at ply 1
	Number int    // its place, from 1
	Total  int    // how many moves there are

	Elapsed   time.Duration
	In1978    sargon.Time1978 // what the original took to come this far, roughly
	Remaining time.Duration   // how long it will go on, roughly; 0 if that cannot be said yet
}

// Candidate is a move that Sargon thinks good for the side to move, with the line it expects.
type Candidate struct {
	Line  []string // the move and what it expects after it, in algebraic notation
	Score sargon.Score
}

// estimateRemaining estimates how long a search still takes that has reached root move number of of
// after the time elapsed; 0 if it is too early to say.
func estimateRemaining(elapsed time.Duration, number, of int) time.Duration {
	if number <= 1 || of < number {
		return 0
	}
	return elapsed * time.Duration(of-number+1) / time.Duration(number-1)
}

// search is the thinking of an engine, on a goroutine of its own.
type search struct {
	lines  int // how many moves are looked for as a hint; 0 for the move to make
	engine string
	game   *game.Game // as it stood
	start  sargon.Position
	began  time.Time
	stop   context.CancelFunc
	done   chan struct{} // closed at the end

	mu       sync.Mutex
	progress Progress
	found    []Candidate // the best moves
	choice   think.Choice
	err      error
	elapsed  time.Duration
}

// newsInterval keeps the news of a fast search from flooding the front end.
const newsInterval = 50 * time.Millisecond

// engineTurn lets the engine think if it is its turn.
func (s *Session) engineTurn() {
	if s.state == EngineFailed || s.search != nil || !s.engineToMove() {
		return
	}
	if pause := time.Until(s.nextMoveAt); s.state == SelfPlaying && pause > 0 {
		time.AfterFunc(pause, s.wake)
		return
	}
	if err := s.think(0); err != nil {
		s.engineFailed(err)
	}
}

func (s *Session) engineFailed(err error) {
	s.state = EngineFailed
	s.changed(Change{Kind: EngineBroken, Err: err})
}

// endSelfPlay gives the user their side back, if the engine plays both.
func (s *Session) endSelfPlay() {
	if s.state == SelfPlaying {
		s.state = Playing
	}
}

// think starts a search: for a hint of so many moves, or with 0 for the move to make.
func (s *Session) think(hint int) error {
	if err := s.sync(); err != nil {
		return err
	}
	for _, reset := range s.resets {
		s.report("%v", reset)
	}
	s.resets = nil
	ctx, stop := context.WithCancel(context.Background())
	running := &search{
		lines: hint, engine: s.engineName, game: s.game.Clone(), start: s.engine.Position(),
		began: time.Now(), stop: stop, done: make(chan struct{}),
	}
	s.search = running
	thinker := &think.Thinker{Mirror: s.mirror, Style: think.Style{Book: true}}
	limits := think.Limits{Level: s.level, Lines: hint}
	if hint == 0 {
		limits = s.limits()
	}
	go func() {
		defer s.wake()
		defer close(running.done)
		defer stop()
		running.run(ctx, thinker, limits, s.wake)
		running.elapsed = time.Since(running.began)
	}()
	return nil
}

// run searches. It turns a panic of an engine into an error, so that a front end can restore the
// terminal before it prints it.
func (s *search) run(ctx context.Context, thinker *think.Thinker, limits think.Limits, wake func()) {
	defer func() {
		if r := recover(); r != nil {
			s.err = fmt.Errorf("%s has failed: %v", s.engine, r)
		}
	}()
	problem := "no legal move was found"
	lastNews := s.began
	update := func(note func(*Progress)) {
		s.mu.Lock()
		note(&s.progress)
		s.mu.Unlock()
		if now := time.Now(); now.Sub(lastNews) >= newsInterval {
			lastNews = now
			wake()
		}
	}
	s.choice, s.err = thinker.Choose(ctx, s.game, limits, think.Callbacks{
		Info: func(i think.Info) {
			_, san := s.game.Line(i.Line)
			update(func(p *Progress) {
				if i.Rank == 1 {
					p.Line, p.Best, p.Score = san, i.Line[0], i.Raw
				}
				if !i.Partial {
					s.found = append(s.found, Candidate{Line: san, Score: i.Raw})
				}
			})
		},
		Trying: func(_ sargon.Level, m game.Move, number, of int) {
			san := s.game.SAN(m)
			update(func(p *Progress) { p.Trying, p.Number, p.Total = san, number, of })
		},
		Evaluated: func() {
			s.mu.Lock()
			s.progress.Evals++
			s.mu.Unlock()
		},
		Message: func(text string) { problem = text },
	})
	broken := ctx.Err() != nil
	if s.err == nil && s.choice.Result.Best.IsZero() && !broken && limits.Clock == nil {
		s.err = fmt.Errorf("%s: %s", s.engine, problem)
	}
	if s.lines > 0 || s.err != nil || broken {
		// What a search leaves in the machine is part of the game (spec §14.1), but not after a hint.
		s.err = errors.Join(s.err, thinker.Mirror.Engine.SetPosition(s.start))
	}
}

// candidates returns the best moves that were found so far.
func (s *search) candidates() []Candidate {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.found
}

// now reports how far the search has come.
func (s *search) now() *Progress {
	s.mu.Lock()
	p := s.progress
	s.mu.Unlock()
	p.Hint, p.Elapsed = s.lines > 0, time.Since(s.began)
	// The calls of the generator are few compared with the evaluations.
	p.In1978 = sargon.Time1978{
		Duration: sargon.In1978(sargon.EstimateTStates(&s.start, p.Evals, 0, 0)), Estimated: true,
	}
	p.Remaining = estimateRemaining(p.Elapsed, p.Number, p.Total)
	return &p
}

// over reports whether the search has ended.
func (s *search) over() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// stop ends a search and forgets it.
func (s *Session) stop() {
	if s.search != nil {
		s.search.stop()
		<-s.search.done
		s.search = nil
	}
}

// finishSearch makes the move that a search has found, or reports it as a hint.
func (s *Session) finishSearch() {
	running := s.search
	if running == nil || !running.over() {
		return
	}
	s.search = nil
	s.endSkip()
	if running.err != nil {
		s.engineFailed(running.err)
		return
	}
	move, result := running.choice.Move, running.choice.Result
	if p := &running.progress; result.Best.IsZero() && !p.Best.IsZero() { // it was broken off
		move, result.Score, result.Evals = p.Best, p.Score, p.Evals
	}
	if running.lines > 0 {
		s.hint, s.candidates = move, running.candidates()
		s.changed(Change{Kind: Hinted, Text: s.game.SAN(move), Score: result.Score})
		return
	}
	if err := s.add(move, running.elapsed, game.NoteOf(result)); err != nil {
		s.engineFailed(err)
	}
	s.nextMoveAt = time.Now().Add(selfPlayPause)
}
