//go:build js && wasm

package main

import (
	"cmp"
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

// traceAt returns the fingerprint after n evaluations, "" if it is not there yet or not kept.
func traceAt(n int) string {
	if n < 0 || n >= len(traces) {
		return ""
	}
	return traces[n].String()
}

// searching is the number of the machine's search that the native engine repeats.
var searching int

// startSearch begins a search and ends the one before. It lets messages through now and then, and
// posts its progress to the page.
func startSearch(problem machine.Problem, number int) error {
	stop()
	searching = number
	level := problem.Level
	engine := native.NewBitboards()
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
		began, busy := time.Now(), time.Duration(0)
		step := func(s sargon.Evaluation) {
			trace = trace.Add(s)
			if evals++; len(mine) < mostTraces {
				mine = append(mine, trace)
			}
			if evals%256 == 0 && time.Since(began) > 12*time.Millisecond {
				busy += time.Since(began)
				report(busy, false)
				time.Sleep(time.Millisecond)
				began = time.Now()
			}
		}
		if _, err := engine.Search(ctx, sargon.SearchOptions{
			Level: level, Callbacks: sargon.Callbacks{Evaluation: step},
		}); err != nil {
			return
		}
		busy += time.Since(began)
		report(busy, true)
		if busy < short { // at first the browser is still compiling
			report(min(cmp.Or(busy, short), again(ctx, engine, level)), true)
		}
	}()
	return nil
}

const short = 100 * time.Millisecond // of a search, which is timed again

// again repeats a short search without callbacks, a few times, and returns the shortest time. Each
// time is measured over many searches, because the clocks of some browsers have milliseconds only.
func again(ctx context.Context, engine sargon.Engine, level sargon.Level) time.Duration {
	const rounds, enough = 5, 40 * time.Millisecond
	best := short
	for range rounds {
		time.Sleep(time.Millisecond) // messages come first
		began, searches := time.Now(), time.Duration(0)
		for ; searches == 0 || time.Since(began) < enough; searches++ {
			if _, err := engine.Search(ctx, sargon.SearchOptions{Level: level}); err != nil {
				return best
			}
		}
		best = min(best, time.Since(began)/searches)
	}
	return best
}
