// Package think lets an engine choose a move: at a level of 1978, exactly as then, or as
// deep as the time on a chess clock allows.
//
//	thinker := &think.Thinker{Mirror: game.NewMirror(engine), Style: think.Style{Book: true}}
//	choice, err := thinker.Choose(ctx, g, think.Limits{Level: 2}, think.Callbacks{})
//	choice, err = thinker.Choose(ctx, g, think.Limits{MoveTime: time.Second}, think.Callbacks{})
//	err = g.Play(choice.Move)
//
// The program of 1978 had no clock. With a clock the Thinker repeats the program's search,
// each time one ply deeper and from the beginning, while time remains: each of these searches is exactly
// one of the program's. Levels 1–6 are those of 1978; only native engines search deeper.
//
// Protocols and front ends report the search to the user; they learn of it through Callbacks.
package think

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Style is how the engine plays.
type Style struct {
	Book bool // answer from the book at move 1 (spec §12)

	// QueenPawn decides White's book move: d2d4 rather than e2e4. In 1978 it was a bit of
	// the refresh register, as good as chance. nil is e2e4.
	QueenPawn func() bool

	// AvoidRepetition is not of 1978: while it is winning, the engine does not choose a
	// move to a position that has occurred before, unless every other move gives the win
	// away.
	AvoidRepetition bool
}

// winning is what counts as winning for AvoidRepetition: a pawn ahead.
const winning = 100

// Limits end the thinking; the zero value goes as deep as the engine can.
type Limits struct {
	// Level 1–6 is one search at this level, without a look at the clock; 0 goes deeper
	// and deeper.
	Level sargon.Level

	Depth    int           // deepest search; goes before Level
	Nodes    uint64        // static evaluations of all searches together
	MoveTime time.Duration // for this move
	Clock    *Clock        // for the game; not looked at with a Level
	Mate     int           // look for a mate in so many moves, and no further

	Moves []game.Move // choose among these only; if none of them is possible, among all

	// Lines is how many moves to report: after each search for the best move further searches, which
	// leave out the moves already found, find the next best ones. They do not change the choice.
	Lines int

	// Analysis asks for a search where the book would answer.
	Analysis bool

	// Started, if not nil, is closed when the clock starts to run. Until then neither
	// MoveTime nor Clock ends the thinking.
	Started <-chan struct{}
}

// Clock is what a chess clock shows to the side to move.
type Clock struct {
	Remaining time.Duration
	Increment time.Duration // for each move
	MovesToGo int           // to the next time control; 0 for the rest of the game
	Overhead  time.Duration // lost on the way to the clock
}

// Callbacks are called for what happens, on the goroutine that thinks; nil functions are skipped.
type Callbacks struct {
	// a search is done, or has found a better move
	Info func(Info)
	// the search turns to a move
	Trying    func(depth sargon.Level, m game.Move, number, of int)
	Evaluated func()       // a position was evaluated
	Message   func(string) // for a person
}

// Info is what is known about the position so far.
type Info struct {
	Depth   sargon.Level
	Partial bool // the search still runs: the score is a lower bound
	Score   Score
	Raw     sargon.Score // as the engine says it
	Line    []game.Move  // legal; the first one is the best move
	Evals   uint64       // static evaluations of all searches so far
	TStates uint64       // of the search that was completed, 0 if the engine is no machine
	Elapsed time.Duration
	Book    bool
	Rank    int // 1 for the best move, 2 for the next one: see Limits.Lines
}

// Choice is the result of the thinking.
type Choice struct {
	Move game.Move // the zero Move only if there is no legal one
	// Info is what was reported last about the move. Its Rank is 0 if no search found a move in time;
	// then Result is the zero value too.
	Info
	Result sargon.Result // of the search on which the choice rests
}

// Thinker has one engine think.
type Thinker struct {
	Mirror *game.Mirror
	Style  Style
}

// Choose thinks about the game's present position until it is done, a limit is reached or
// ctx ends, and returns promptly then. Without a Level the first search, at depth 1, is
// finished as long as the clock allows. If there is a legal move, the choice has one, also
// when an error is returned; errors are those of the engine.
func (t *Thinker) Choose(ctx context.Context, g *game.Game, limits Limits, report Callbacks) (Choice, error) {
	c := &chooser{
		thinker: t, game: g, limits: limits, callbacks: report, began: time.Now(), rank: 1,
	}
	legal := g.Legal()
	if len(legal) == 0 {
		return Choice{}, nil
	}
	c.choice.Move, c.choice.Line = legal[0], legal[:1]
	clock := startClock(ctx, &limits)
	defer clock.stop()
	resets, err := t.Mirror.Sync(ctx, g)
	for _, reset := range resets {
		c.message("%v", reset)
	}
	switch {
	case ctx.Err() != nil:
		return c.choice, nil
	case err != nil:
		return c.choice, err
	}
	c.restrict()
	err = c.deepen(clock)
	return c.choice, err
}

// chooser is one call of Choose.
type chooser struct {
	thinker   *Thinker
	game      *game.Game
	limits    Limits
	callbacks Callbacks
	began     time.Time

	allowed  []game.Move // by Limits.Moves; nil for all
	avoiding bool        // leave out the moves that repeat a position
	evals    uint64

	choice Choice
	done   bool // the choice rests on a completed search
	rank   int  // of what is looked for: Info.Rank
}

func (c *chooser) message(format string, args ...any) {
	if c.callbacks.Message != nil {
		c.callbacks.Message(fmt.Sprintf(format, args...))
	}
}

// restrict takes over the moves to choose among, as far as the engine can.
func (c *chooser) restrict() {
	for _, m := range c.limits.Moves {
		if c.game.IsLegal(m) && !m.Underpromotes() {
			c.allowed = append(c.allowed, m)
		}
	}
	if len(c.allowed) > 0 {
		c.choice.Move, c.choice.Line = c.allowed[0], c.allowed[:1]
	} else if len(c.limits.Moves) > 0 {
		c.message("none of the moves to choose among is possible: choosing among all")
	}
}

// depths returns the first and the last search.
func (c *chooser) depths() (first, last sargon.Level) {
	l := &c.limits
	deepest := func(d int) sargon.Level { return sargon.Level(min(d, int(sargon.MaxDepth))) }
	switch {
	case l.Mate > 0 && l.Mate <= int(sargon.MaxDepth):
		// Sargon looks one ply beyond its depth after a check: a mate in n moves is seen
		// at depth 2n − 1.
		return sargon.MinLevel, deepest(2*l.Mate - 1)
	case l.Depth > 0 && l.Level > 0:
		return deepest(l.Depth), deepest(l.Depth)
	case l.Depth > 0:
		return sargon.MinLevel, deepest(l.Depth)
	case l.Level > 0:
		return l.Level, l.Level
	case l.Clock != nil && len(c.game.Legal()) == 1:
		return sargon.MinLevel, sargon.MinLevel
	}
	return sargon.MinLevel, sargon.MaxDepth
}

// deepen runs the searches.
func (c *chooser) deepen(clock *clock) error {
	first, last := c.depths()
	for depth := first; depth <= last; depth++ {
		searchContext := clock.ctx
		if depth == sargon.MinLevel && c.limits.Level == 0 {
			searchContext = clock.first
		}
		err := c.iterate(searchContext, depth)
		if errors.Is(err, sargon.ErrUnsupported) && depth > sargon.MaxLevel {
			c.message("the machine's tables end at level %d", sargon.MaxLevel)
			if c.done {
				return nil
			}
			depth, last = sargon.MaxLevel, sargon.MaxLevel
			err = c.iterate(searchContext, depth)
		}
		switch {
		case searchContext.Err() != nil, errors.Is(err, sargon.ErrMaxEvals):
			return nil
		case err != nil:
			return err
		case c.choice.Result.Book, c.choice.Score.Mate:
			return nil
		case c.limits.Nodes > 0 && c.evals >= c.limits.Nodes:
			return nil
		case clock.shouldStop():
			return nil
		}
	}
	return nil
}

// iterate runs the search of one depth and takes its result over if it is worth more than
// what there is.
func (c *chooser) iterate(ctx context.Context, depth sargon.Level) error {
	a := c.search(ctx, depth)
	if c.thinker.Style.AvoidRepetition {
		a = c.avoidRepetition(ctx, depth, a)
	}
	if a.worth || !c.done {
		c.setChoice(depth, a.result, a.err != nil)
	}
	if a.err == nil && !a.result.Book {
		return c.searchAlternatives(ctx, depth)
	}
	return a.err
}

// searchAlternatives looks for the moves that are next to the best one.
func (c *chooser) searchAlternatives(ctx context.Context, depth sargon.Level) error {
	allowed, left := c.allowed, slices.Clone(c.allowed)
	if left == nil {
		left = slices.DeleteFunc(c.game.Legal(), game.Move.Underpromotes)
	}
	defer func() { c.allowed, c.rank = allowed, 1 }()
	for found := c.choice.Move; c.rank < c.limits.Lines; {
		left = slices.DeleteFunc(left, func(m game.Move) bool { return m == found })
		if len(left) == 0 {
			return nil
		}
		c.allowed = left
		c.rank++
		a := c.search(ctx, depth)
		info, ok := c.info(depth, a.result)
		switch {
		case errors.Is(a.err, sargon.ErrNoLegalMove):
			return nil
		case a.err != nil || !ok:
			return a.err
		}
		c.reportInfo(info)
		found = info.Line[0]
	}
	return nil
}

// attempt is one search.
type attempt struct {
	result sargon.Result
	err    error
	worth  bool // it is complete, or broken off but better founded than the choice so far
}

// search runs one search, with the limits and filters of the moment.
func (c *chooser) search(ctx context.Context, depth sargon.Level) attempt {
	style := &c.thinker.Style
	// Broken off after it had searched the choice so far as well, at this greater depth, what it
	// holds for best is better.
	var current game.Move
	passed := false
	options := sargon.SearchOptions{
		Level:    depth,
		NoLimits: depth > sargon.MaxLevel,
		NoBook:   !style.Book || c.limits.Analysis || c.limits.Mate > 0 || c.allowed != nil,
		Root:     c.root(),
		Callbacks: sargon.Callbacks{
			Root: func(record sargon.Move, number, of int) {
				passed = passed || current == c.choice.Move
				ok := false
				current, ok = c.game.FromSargon(record)
				if ok && c.rank == 1 && c.callbacks.Trying != nil {
					c.callbacks.Trying(depth, current, number, of)
				}
			},
			Best: func(line sargon.Line) { c.better(depth, line) },
		},
	}
	if evaluated := c.callbacks.Evaluated; evaluated != nil {
		options.Callbacks.Evaluation = func(sargon.Evaluation) { evaluated() }
	}
	if style.QueenPawn != nil {
		options.QueenPawn = style.QueenPawn()
	}
	if c.limits.Nodes > 0 && (c.done || c.limits.Level > 0) {
		options.MaxEvals = max(c.limits.Nodes, c.evals+1) - c.evals
	}
	result, err := c.thinker.Mirror.Engine.Search(ctx, options)
	c.evals += result.Evals
	return attempt{result: result, err: err, worth: err == nil || passed}
}

// better reports a better move that a running search has found.
func (c *chooser) better(depth sargon.Level, line sargon.Line) {
	if len(line.Moves) == 0 || line.Score <= sargon.Mated {
		return // the book, or nothing worth telling yet
	}
	info, ok := c.info(depth, sargon.Result{
		Best: line.Moves[0], PV: line.Moves, Score: line.Score, Evals: line.Evals,
	})
	if ok {
		info.Partial = true
		info.Evals += line.Evals
		c.reportInfo(info)
	}
}

// avoidRepetition searches again without the moves that repeat a position, if the best one
// does and it is winning; or with them, if all others give the win away.
func (c *chooser) avoidRepetition(ctx context.Context, depth sargon.Level, a attempt) attempt {
	switch {
	case c.avoiding &&
		(a.err == nil && !c.isWinning(a.result) || errors.Is(a.err, sargon.ErrNoLegalMove)):
		c.avoiding = false
		return c.search(ctx, depth)
	case !c.avoiding && a.err == nil && c.isWinning(a.result) && c.isRepeating(a.result.Best):
		c.avoiding = true
		other := c.search(ctx, depth)
		if c.isWinning(other.result) {
			other.worth = true
			return other
		}
		c.avoiding = false
		if !errors.Is(other.err, sargon.ErrNoLegalMove) {
			a.err = other.err // out of time
		}
	}
	return a
}

// root returns the filter of root moves, nil for none.
func (c *chooser) root() func(sargon.Move) bool {
	if c.allowed == nil && !c.avoiding {
		return nil
	}
	return func(m sargon.Move) bool {
		if c.avoiding && c.isRepeating(m) {
			return false
		}
		return c.allowed == nil || slices.ContainsFunc(c.allowed,
			func(a game.Move) bool { return a.From == m.From && a.To == m.To })
	}
}

// setChoice makes a result the choice. A search that was broken off without a move has none.
func (c *chooser) setChoice(depth sargon.Level, r sargon.Result, partial bool) {
	if r.Best.IsZero() {
		return
	}
	info, ok := c.info(depth, r)
	if !ok {
		c.message("%v, the engine's choice, is not a legal move; please report the game", r.Best)
		return
	}
	info.Partial = partial
	c.done = c.done || !partial
	c.choice = Choice{Move: info.Line[0], Info: c.reportInfo(info), Result: r}
}

// reportInfo reports what is known now.
func (c *chooser) reportInfo(i Info) Info {
	i.Elapsed, i.Rank = time.Since(c.began), c.rank
	if c.callbacks.Info != nil {
		c.callbacks.Info(i)
	}
	return i
}

// info returns what a result says; false if its best move is not legal.
func (c *chooser) info(depth sargon.Level, r sargon.Result) (i Info, ok bool) {
	line, _ := c.game.LineFromSargon(r.PV)
	best, ok := c.game.FromSargon(r.Best)
	if ok && (len(line) == 0 || line[0] != best) {
		line = []game.Move{best}
	}
	if len(line) == 0 {
		return Info{}, false
	}
	score := c.score(depth, r.Score, &line)
	return Info{
		Depth: depth, Score: score, Raw: r.Score, Line: line, Evals: c.evals, TStates: r.TStates,
		Book: r.Book,
	}, true
}

func (c *chooser) isWinning(r sargon.Result) bool {
	return !r.Best.IsZero() && !r.Book &&
		(r.Score == sargon.Mates || centipawns(c.game, r.Score) >= winning)
}

// isRepeating reports whether a move leads to a position that has occurred before.
func (c *chooser) isRepeating(record sargon.Move) bool {
	m, ok := c.game.FromSargon(record)
	return ok && c.game.Repeats(m)
}
