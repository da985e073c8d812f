package compare

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"sargon78/compare/cases"
	"sargon78/sargon"
)

// Contender is an engine that takes part.
type Contender struct {
	Name string // as it was asked for: "rom:my.asm"
	// Version tells exactly which engine it is: a hash, a commit. An engine that has a
	// method Version() string may tell it itself.
	Version string
	// Open returns a new engine; each worker has its own. An engine that is an io.Closer
	// is closed when it is no longer needed.
	Open func() (sargon.Engine, error)
}

// prover is an engine that cannot show everything.
type prover interface{ Proves() Proof }

// versioner is an engine that tells its version.
type versioner interface{ Version() string }

// runner has a contender do batches, for one worker.
type runner struct {
	contender *Contender
	engine    sargon.Engine // nil: to be opened
	proof     Proof
	inARow    *atomic.Int32 // failures in a row, over all workers
	gaveUp    *atomic.Bool
	timeout   time.Duration
	after     func(i int) // called after each case
	mostLate  int         // a batch ends after so many searches without an answer in time; 0: never
}

// An engine that fails so often in a row is given up. No answer in time counts threefold, because a
// person waits.
var maxFailuresInARow = 10

const lateWeight = 3

// How long an engine may take to notice that it is to stop: a person who has stopped a run waits.
var stopGrace = 700 * time.Millisecond

// open opens the engine if it is not.
func (r *runner) open() error {
	if r.engine != nil {
		return nil
	}
	engine, err := r.contender.Open()
	if err != nil {
		return err
	}
	r.engine = engine
	return nil
}

// close gives the engine back.
func (r *runner) close() {
	closeEngine(r.engine)
	r.engine = nil
}

func closeEngine(engine sargon.Engine) {
	if c, ok := engine.(io.Closer); ok {
		_ = c.Close()
	}
}

// proves returns what an engine can show, of what is asked for.
func proves(engine sargon.Engine, asked Proof) Proof {
	if p, ok := engine.(prover); ok {
		return min(asked, p.Proves())
	}
	return asked
}

// run does the cases of a batch. It always returns an outcome for each; those that were
// not tried are not done.
func (r *runner) run(ctx context.Context, b *cases.Batch) []outcome {
	all := make([]outcome, b.Searches())
	late := 0
	for from := 0; from < len(all) && ctx.Err() == nil && !r.gaveUp.Load(); {
		from = r.runFrom(ctx, b, from, all)
		if all[from-1].late {
			if late++; late == r.mostLate {
				break // enough differences to end the run: do not make a person wait
			}
		}
	}
	return all
}

// attempt is a run of an engine through a batch, in a goroutine of its own, so that it can
// be left behind if the engine hangs.
type attempt struct {
	engine   sargon.Engine
	batch    *cases.Batch
	proof    Proof
	outcomes []outcome
	after    func(i int)
	from     int          // the first case that is searched
	current  atomic.Int64 // the case being searched
	started  atomic.Int64 // when it was started, in nanoseconds
}

// runFrom searches cases from a number on, until one fails. It returns where to go on.
func (r *runner) runFrom(ctx context.Context, b *cases.Batch, from int, all []outcome) int {
	if err := r.open(); err != nil {
		all[from] = outcome{done: true, failed: "cannot be opened: " + err.Error()}
		r.failed(1)
		return from + 1
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a := &attempt{
		engine: r.engine, batch: b, proof: r.proof, outcomes: make([]outcome, len(all)),
		after: r.after, from: from,
	}
	copy(a.outcomes, all[:from])
	a.current.Store(int64(from))
	a.started.Store(time.Now().UnixNano())
	done := make(chan int, 1)
	go func() { done <- a.run(ctx) }()

	const look = 100 * time.Millisecond
	timer := time.NewTimer(look)
	defer timer.Stop()
	var late bool
	var stopped time.Duration // how long the case had taken when the run was stopped
	for {
		select {
		case next := <-done:
			copy(all[from:next], a.outcomes[from:next])
			failed := next > from && all[next-1].failed != ""
			switch {
			case ctx.Err() != nil && !late:
				// The whole run is being stopped: what this case says is no answer.
				clear(all[from:])
				return len(all)
			case failed && late:
				all[next-1].failed = fmt.Sprintf("no answer within %v", r.timeout)
				all[next-1].late = true
			}
			if failed {
				r.close()
				weight := int32(1)
				if late {
					weight = lateWeight
				}
				r.failed(weight)
			} else if next > from && all[next-1].done {
				r.inARow.Store(0)
			}
			return next
		case <-timer.C:
			timer.Reset(look)
			waited := time.Duration(time.Now().UnixNano() - a.started.Load())
			if ctx.Err() != nil && !late {
				// The run is stopped. An engine that does not notice is left behind.
				if stopped == 0 {
					stopped = waited
				}
				if waited > stopped+stopGrace {
					go closeEngine(r.engine)
					r.engine = nil
					return len(all)
				}
				continue
			}
			if !late && waited < r.timeout {
				continue
			}
			if !late {
				late = true
				cancel()
			}
			if waited < r.timeout+stopGrace {
				continue
			}
			// The goroutine is left behind with its engine.
			i := int(a.current.Load())
			copy(all[from:i], a.outcomes[from:i])
			all[i] = outcome{
				done: true, failed: fmt.Sprintf("no answer within %v, and it does not stop", r.timeout),
				late: true,
			}
			go closeEngine(r.engine)
			r.engine = nil
			r.failed(lateWeight)
			return i + 1
		}
	}
}

// failed counts a failure, and gives the engine up after too many in a row.
func (r *runner) failed(weight int32) {
	if r.inARow.Add(weight) >= int32(maxFailuresInARow) {
		r.gaveUp.Store(true)
	}
}

// run goes through the games and returns the number of the case to go on with: behind
// the last one, or behind the one that failed.
func (a *attempt) run(ctx context.Context) (next int) {
	defer func() {
		if r := recover(); r != nil {
			i := int(a.current.Load())
			a.outcomes[i] = outcome{done: true, failed: fmt.Sprintf("panic: %v\n%s", r, panicPlace())}
			next = i + 1
		}
	}()
	i := 0
	for g := range a.batch.Games {
		game := &a.batch.Games[g]
		n := game.Searches()
		if i+n > a.from {
			if failed := a.game(ctx, game, i); failed >= 0 {
				return failed + 1
			}
		}
		i += n
	}
	return i
}

// panicPlace returns the part of the stack that says where a panic was.
func panicPlace() string {
	lines := strings.Split(string(debug.Stack()), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "panic(") {
			return strings.Join(lines[min(i+2, len(lines)):min(i+8, len(lines))], "\n")
		}
	}
	return ""
}

// game goes through a game whose first case has the number first. It returns the number of
// the case that failed, −1 if none did.
func (a *attempt) game(ctx context.Context, g *cases.Game, first int) int {
	i := first
	refuse := func(format string, args ...any) int {
		i = max(i, a.from)
		a.outcomes[i] = outcome{done: true, failed: fmt.Sprintf(format, args...), refused: true}
		return i
	}
	if g.Keep && (first < a.from || cases.Forgets(a.engine)) {
		return -1 // what the engine held was lost with a failure, or it never holds anything
	}
	if err := cases.PutUp(a.engine, g.Start); err != nil {
		return refuse("the position cannot be put up: %v", err)
	}
	for ply := range g.Plies {
		p := &g.Plies[ply]
		move := p.Move
		if p.Level > 0 {
			if i >= a.from {
				a.search(ctx, p, i, g.Keep)
				if a.outcomes[i].failed != "" {
					return i
				}
			} else if g.SelfPlay && a.outcomes[i].failed != "" {
				return -1 // nobody knows how the game would have gone on
			}
			if g.SelfPlay {
				move = a.outcomes[i].best
			}
			i++
		}
		if err := p.TryRefused(a.engine); err != nil && i < first+g.Searches() {
			return refuse("%v", err)
		}
		switch {
		case !move.IsZero():
			if err := a.engine.Play(move.From, move.To); err != nil {
				if i == first+g.Searches() { // nothing is searched any more
					return -1
				}
				return refuse("refuses the move %v: %v", move, err)
			}
		case g.SelfPlay:
			if err := cases.PutUp(a.engine, g.Start); err != nil {
				return refuse("the position cannot be put up: %v", err)
			}
		}
	}
	return -1
}

// search does case i. Afterwards the position is as it was before, so that no case depends
// on the ones before it, unless the game is to keep what the search leaves.
func (a *attempt) search(ctx context.Context, p *cases.Ply, i int, keep bool) {
	a.current.Store(int64(i))
	a.started.Store(time.Now().UnixNano())
	before := a.engine.Position()
	a.outcomes[i] = runSearch(ctx, a.engine, p.Options(), a.proof)
	if a.after != nil {
		a.after(i)
	}
	if !a.outcomes[i].done || a.outcomes[i].failed != "" {
		return
	}
	after := a.engine.Position()
	if keep {
		a.outcomes[i].before, a.outcomes[i].after = &before, &after
	}
	if after == before {
		return
	}
	after.Royal = before.Royal // may be lost (spec §14.1, §14.6)
	if after != before {
		a.outcomes[i].failed = "leaves another position: " + cases.PositionText(after)
		return
	}
	if keep {
		return
	}
	if err := a.engine.SetPosition(before); err != nil {
		a.outcomes[i].failed = "refuses its own position: " + err.Error()
	}
}
