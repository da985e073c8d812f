//go:build js && wasm

package main

import (
	"context"
	"syscall/js"
	"time"

	"sargon78/cmd/sargon/internal/web/machine"
	"sargon78/native"
	"sargon78/sargon"
)

// The native search keeps its fingerprint after each evaluation, so that the page can compare it
// with the machine's.
const mostTraces = 1 << 21

var (
	traces []sargon.Fingerprint
	stop   context.CancelFunc = func() {}
)

// traceAt returns the fingerprint after n evaluations. It returns "" if the search is not that far, or if
// the fingerprint is not kept.
func traceAt(n int) string {
	if n < 0 || n >= len(traces) {
		return ""
	}
	return traces[n].String()
}

// searching is the number of the machine's search that the native engine repeats.
var searching int

// startSearch begins a search and ends the one before. The search now and then lets the worker receive
// messages, and posts its progress to the page.
func startSearch(problem machine.Problem, number int) error {
	stop()
	searching = number
	level := problem.Level
	engine := native.Complete(native.NewBitboards())
	if err := engine.SetPosition(problem.Position); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	stop = cancel
	trace, evals := sargon.EmptyTrace, 0
	mine := []sargon.Fingerprint{trace}
	traces = mine
	report := func(took time.Duration, done bool) {
		if ctx.Err() != nil {
			return
		}
		traces = mine
		js.Global().Call("postMessage", map[string]any{
			"type": "native", "search": number, "evals": evals, "trace": trace.String(),
			"seconds": took.Seconds(), "done": done,
		})
	}
	go func() {
		defer cancel()
		w := newStopwatch()
		step := func(s sargon.Evaluation) {
			trace = trace.Add(s)
			if evals++; len(mine) < mostTraces {
				mine = append(mine, trace)
			}
			if evals%partEvaluations == 0 {
				w.split(1)
				report(w.sum(), false)
				w.rest()
			}
		}
		if _, err := engine.Search(ctx, sargon.SearchOptions{
			Level: level, Callbacks: sargon.Callbacks{Evaluation: step},
		}); err != nil {
			return
		}
		w.split(1)
		report(w.sum(), true)
		if w.repeat(ctx, engine, level) {
			report(w.sum(), true)
		}
	}()
	return nil
}

// stopWhy ends the search that answers a question.
var stopWhy context.CancelFunc = func() {}

// why answers a question about a move. The native engine repeats the search of the move, and meanwhile lets
// the worker receive messages; the machine's game goes on. why ends the search for the question before.
func why(q machine.Question) any {
	stopWhy()
	answer, err := computer.Ask(q)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	stopWhy = cancel
	return asyncResult(func() any {
		defer cancel()
		return result(answer(&yieldingContext{Context: ctx, last: time.Now()}, native.NewBitboards()))
	})
}

const (
	partEvaluations = 8192
	partTime        = 8 * time.Millisecond // the least to be timed: some browsers have coarse clocks
	leastRounds     = 5
	mostRepeating   = time.Second
)

// stopwatch times a search in parts of partEvaluations. A browser does not tell processor time, and other
// programs may use the processor during any part. Therefore the search is repeated, and the fastest time
// of each part counts. That is also a time after the browser has compiled the engine.
type stopwatch struct {
	parts   []time.Duration
	part    int // the part that is being timed
	started time.Time
}

func newStopwatch() *stopwatch { return &stopwatch{started: time.Now()} }

// split ends a part, which was searched a number of times, and begins the next one.
func (w *stopwatch) split(searches int) {
	took := time.Since(w.started) / time.Duration(searches)
	if w.part == len(w.parts) {
		w.parts = append(w.parts, took)
	}
	w.parts[w.part] = min(w.parts[w.part], took)
	w.part++
	w.started = time.Now()
}

// rest lets the worker receive messages between two parts.
func (w *stopwatch) rest() {
	time.Sleep(time.Millisecond)
	w.started = time.Now()
}

// sum returns how long the search takes, with the fastest time of each part.
func (w *stopwatch) sum() (sum time.Duration) {
	for _, part := range w.parts {
		sum += part
	}
	return sum
}

// repeat times the same search again, and reports whether it did. It does not repeat a search of more than
// mostRepeating. A search that is shorter than partTime is one part, and repeat does it many times.
func (w *stopwatch) repeat(ctx context.Context, engine sargon.Engine, level sargon.Level) bool {
	if w.sum() > mostRepeating {
		return false
	}
	short := len(w.parts) == 1
	evals, options := 0, sargon.SearchOptions{Level: level}
	if !short {
		options.Callbacks.Evaluation = func(sargon.Evaluation) {
			if evals++; evals%partEvaluations == 0 {
				w.split(1)
				w.rest()
			}
		}
	}
	end := time.Now().Add(mostRepeating)
	for round := 0; round < leastRounds || time.Now().Before(end); round++ {
		searches := 1
		if short {
			searches += int(partTime / max(w.sum(), time.Microsecond))
		}
		w.rest()
		w.part, evals = 0, 0
		for range searches {
			if _, err := engine.Search(ctx, options); err != nil {
				return false
			}
		}
		w.split(searches)
	}
	return true
}
