// Package uci speaks the Universal Chess Interface with any of Sargon's engines, so that
// the chess programs of today can play, analyse and rate the one of 1978.
//
//	err := uci.Serve(ctx, os.Stdin, os.Stdout, uci.Config{
//		Open:     func(name, rom string) (sargon.Engine, error) { … },
//		Settings: uci.DefaultSettings(),
//	})
//
// Commands are answered at once, also during a search: one goroutine reads lines, one owns
// the session, one searches. What is set during a search, an option or a position, holds
// from the next one on; a second go ends the first search.
//
// What UCI has and Sargon has not: hash tables, Chess960. MultiPV is done by searching again without
// the moves that were found.
package uci

import (
	"context"
	"io"
	"strings"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/files"
	"sargon78/sargon/game"
	"sargon78/sargon/think"
)

// Opener returns a new engine by its name, one of sargon.EngineNames or rom@CORE. rom is the file
// of a ROM image, "" for the embedded one.
type Opener func(name, rom string) (sargon.Engine, error)

// Config is what a session needs from outside.
type Config struct {
	Open     Opener
	Settings Settings // to begin with
	// QueenPawn decides White's book move; nil leaves it to chance.
	QueenPawn func() bool
	// Quiet is how long, from its beginning, a search reports only complete results: not the move that it
	// tries, and no best move of a search that has not ended.
	Quiet time.Duration
}

// Serve speaks UCI until quit, the end of the input, or the end of ctx. A search that runs
// is then stopped and its best move told; at the end of the input, one that has an end of
// its own is finished first. Errors: an engine that cannot be opened, an
// input that cannot be read. When ctx ends, one goroutine stays behind until its
// in.Read returns: nothing can interrupt that.
func Serve(ctx context.Context, in io.Reader, out io.Writer, config Config) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &session{config: config, settings: config.Settings, out: newOutput(out), game: game.New()}
	defer s.out.close()
	if err := s.openEngine(); err != nil {
		return err
	}
	if err := s.out.logTo(s.settings.LogFile); err != nil {
		return err
	}
	lines, readError := files.Lines(ctx, in, func(line string) bool {
		name, _ := commandOf(line)
		return name == quit
	})
	defer s.endSearch()
	for {
		// After the end of the input, a search that ends by itself runs to its end.
		if lines == nil && (s.search == nil || s.search.holdAnswer) {
			return *readError
		}
		select {
		case line, ok := <-lines:
			if !ok {
				lines = nil
				continue
			}
			if line = strings.TrimSpace(line); line != "" && s.command(ctx, line) == quit {
				return nil
			}
		case <-ctx.Done():
			return nil
		case s.choice = <-s.thinking():
			s.search.done = true
			s.answer()
		}
	}
}

// session is owned by the goroutine of Serve.
type session struct {
	config   Config
	settings Settings
	opened   Settings // those of the engine
	thinker  *think.Thinker
	out      *output

	game    *game.Game
	gameErr error // the last position command was wrong

	search *search
	choice think.Choice // of a search that is done
}

// search is a search that runs, or is done and holds its answer back.
type search struct {
	cancel     context.CancelFunc
	result     chan think.Choice
	done       bool
	holdAnswer bool          // infinite or pondering: no answer before it is asked for
	started    chan struct{} // closed by ponderhit; nil if not pondering
	endless    bool          // no limit would end it after ponderhit
}

// thinking returns where the result of a running search comes from, nil if none runs.
func (s *session) thinking() <-chan think.Choice {
	if s.search == nil || s.search.done {
		return nil
	}
	return s.search.result
}

// answer tells the best move if the search is done and nothing holds it back.
func (s *session) answer() {
	if s.search == nil || !s.search.done || s.search.holdAnswer {
		return
	}
	s.search.cancel()
	s.search = nil
	s.out.bestMove(s.choice)
}

// stop has a search answer as soon as it can.
func (s *session) stop() {
	if s.search != nil {
		s.search.holdAnswer = false
		s.search.cancel()
		s.answer()
	}
}

// endSearch stops a search and waits for its answer.
func (s *session) endSearch() {
	s.stop()
	if s.search != nil {
		s.choice = <-s.search.result
		s.search.done = true
		s.answer()
	}
}

// ponderHit lets the clock run.
func (s *session) ponderHit() {
	if s.search != nil && s.search.started != nil {
		close(s.search.started)
		s.search.started = nil
		s.search.holdAnswer = false
		s.answer()
		if s.search != nil && s.search.endless {
			s.stop()
		}
	}
}

// start begins a search.
func (s *session) start(ctx context.Context, request goRequest) {
	s.endSearch()
	s.renewEngine()
	limits := request.limits
	limits.Level, limits.Lines = s.settings.PlayingLevel(), s.settings.Lines
	endless := request.unlimited && limits.Level == 0
	run := &search{
		result: make(chan think.Choice, 1), endless: endless,
		holdAnswer: request.infinite || request.ponder || endless,
	}
	if request.ponder {
		run.started = make(chan struct{})
		limits.Started = run.started
	}
	ctx, run.cancel = context.WithCancel(ctx)
	s.search = run
	if s.gameErr != nil || len(s.game.Legal()) == 0 {
		if s.gameErr != nil {
			s.out.info("there is no position to search: %v", s.gameErr)
		} else {
			s.out.gameOver(s.game.InCheck())
		}
		run.done, s.choice = true, think.Choice{}
		s.answer()
		return
	}
	if limits.Clock != nil || limits.MoveTime > 0 {
		if limits.Clock == nil {
			limits.Clock = &think.Clock{Remaining: limits.MoveTime, MovesToGo: 1}
		}
		limits.Clock.Overhead = milliseconds(int64(s.settings.Overhead))
	}
	if endless {
		limits.Analysis = true
	}
	g := s.game.Clone() // the session's own game may be changed while the search runs
	thinker, teller := s.thinker, s.newReporter()
	go func() {
		choice, err := thinker.Choose(ctx, g, limits, teller.callbacks())
		if err != nil {
			s.out.info("the engine failed: %v", err)
		}
		teller.end(choice)
		run.result <- choice
	}()
}

// progressReporter tells what a search does. Its functions run on the search's goroutine.
type progressReporter struct {
	out     *output
	form    string // of scores
	lines   int
	began   time.Time
	silence time.Duration // since began, in which only complete results are reported

	lastBest game.Move // that the last line began with
}

func (s *session) newReporter() *progressReporter {
	return &progressReporter{
		out: s.out, form: s.settings.Score, lines: s.settings.Lines,
		began: time.Now(), silence: s.config.Quiet,
	}
}

func (t *progressReporter) quiet() bool { return time.Since(t.began) < t.silence }

// callbacks returns the callbacks that write info lines for the GUI. While a search is quiet, only
// complete results are written.
func (t *progressReporter) callbacks() think.Callbacks {
	return think.Callbacks{
		Info: func(i think.Info) {
			switch {
			case i.Rank > 1 && i.Partial:
			case i.Rank > 1:
				t.out.searchInfo(i, t.form, t.lines)
			case !i.Partial || !t.quiet():
				t.lastBest = i.Line[0]
				t.out.searchInfo(i, t.form, t.lines)
			}
		},
		Message: func(text string) { t.out.info("%s", text) },
		Trying: func(depth sargon.Level, m game.Move, number, of int) {
			if !t.quiet() {
				t.out.line("info depth %d currmove %v currmovenumber %d", depth, m, number)
			}
		},
	}
}

// end tells the line of the choice, if it was not the last one told.
func (t *progressReporter) end(c think.Choice) {
	switch {
	case t.lastBest == c.Move || c.Move.IsZero():
	case c.Rank > 0:
		t.out.searchInfo(c.Info, t.form, t.lines)
	case !t.lastBest.IsZero():
		t.out.line("info pv %v", c.Move) // nothing is known about it
	}
}
