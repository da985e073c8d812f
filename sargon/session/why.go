package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"sargon78/sargon"
	"sargon78/sargon/analysis"
)

// question is a question about a move, which is answered on a goroutine of its own, by an engine that is
// not that of the game. Of a move of Sargon's the search is done once more; before a move of a person's
// Sargon searches at the level of the session.
type question struct {
	analysis.Question // with the game as it stood
	stop              context.CancelFunc
	done              chan struct{} // closed at the end

	reasons *analysis.Reasons
	err     error
}

// Why asks why Sargon made its last move; where two people play, what Sargon thinks of the last one. The
// answer is a change, Explained.
func Why(s *Session) (string, error) { return WhyAt(-1)(s) }

// WhyAt is Why for a half-move of anybody's, from 0; -1 for the one that Why asks about.
func WhyAt(halfMove int) Action {
	return func(s *Session) (string, error) { return "", s.ask(halfMove, "") }
}

// WhyNot asks why Sargon did not make another move, as text of any notation, in place of its last one;
// where two people play, what Sargon thinks of it in place of the last one.
func WhyNot(text string) Action {
	return func(s *Session) (string, error) { return "", s.ask(-1, text) }
}

// ask begins to answer a question; one that is not answered yet is forgotten.
func (s *Session) ask(ply int, not string) error {
	if ply < 0 {
		for ply = s.game.Len() - 1; ply >= 0 && s.game.Ply(ply).Note == nil && !s.both; ply-- {
		}
	}
	switch {
	case ply >= 0 && ply < s.game.Len():
	case s.both:
		return errors.New("no move to ask about yet")
	default:
		return errors.New("no move of Sargon to ask about yet")
	}
	q := &question{done: make(chan struct{})}
	q.Game, q.Ply, q.Level = s.game.Clone(), ply, s.level
	if not != "" {
		m, err := s.game.At(ply).ParseMove(not)
		if err != nil {
			return err
		}
		q.Not = m
	}
	s.stopQuestion()
	ctx, stop := context.WithCancel(context.Background())
	q.stop, s.question = stop, q
	open, engines := s.o.Open, []string{sargon.FastestEngine}
	if s.engineName != sargon.FastestEngine {
		engines = append(engines, s.engineName)
	}
	go func() {
		defer s.wake()
		defer close(q.done)
		defer stop()
		q.answer(ctx, open, engines)
	}()
	return nil
}

// answer does the search again, by the first engine that does the same one. If none does, the last one
// searches at the level.
func (q *question) answer(ctx context.Context, open func(string) (sargon.Engine, error), engines []string) {
	defer func() {
		if r := recover(); r != nil {
			q.err = fmt.Errorf("the search cannot be done again: %v", r)
		}
	}()
	for i, name := range engines {
		engine, err := open(name)
		if err == nil {
			q.Other = i == len(engines)-1
			q.reasons, err = q.Answer(ctx, engine)
			if end := engine.Capabilities().Close; end != nil {
				err = cmp.Or(err, end())
			}
		}
		if q.err = err; err == nil || ctx.Err() != nil {
			return
		}
	}
}

// stopQuestion forgets a question that is not answered yet.
func (s *Session) stopQuestion() {
	if s.question != nil {
		s.question.stop()
		<-s.question.done
		s.question = nil
	}
}

// finishQuestion tells the answer to a question.
func (s *Session) finishQuestion() {
	q := s.question
	if q == nil {
		return
	}
	select {
	case <-q.done:
		s.question = nil
		s.changed(Change{Kind: Explained, Ply: q.Ply, Reasons: q.reasons, Err: q.err})
	default:
	}
}
