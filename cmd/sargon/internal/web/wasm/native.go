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

// traceAt returns the fingerprint after n evaluations, "" if it is not there yet or not kept.
func traceAt(n int) string {
	if n < 0 || n >= len(traces) {
		return ""
	}
	return traces[n].String()
}

// searching is the number of the machine's search that is done too.
var searching int

// startSearch begins a search and ends the one before. It lets messages through now and then, and
// tells the page how far it has come.
func startSearch(problem string, number int) error {
	stop()
	searching = number
	position, level, err := machine.ParseProblem(problem)
	if err != nil {
		return err
	}
	engine := native.NewSets()
	if err := engine.SetPosition(position); err != nil {
		return err
	}
	report := func(evals int, trace sargon.Fingerprint, seconds time.Duration, done bool) {
		js.Global().Call("postMessage", map[string]any{
			"type": "native", "search": number, "evals": evals, "trace": trace.String(),
			"seconds": seconds.Seconds(), "done": done,
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	stop = cancel
	mine := []sargon.Fingerprint{sargon.EmptyTrace}
	traces = mine
	go func() {
		defer cancel()
		trace, evals := sargon.EmptyTrace, 0
		began, busy := time.Now(), time.Duration(0)
		step := func(s sargon.Evaluation) {
			trace = trace.Add(s)
			if evals++; len(mine) < mostTraces {
				mine = append(mine, trace)
			}
			if evals%256 == 0 && time.Since(began) > 12*time.Millisecond {
				busy += time.Since(began)
				if ctx.Err() == nil {
					traces = mine
					report(evals, trace, busy, false)
				}
				time.Sleep(time.Millisecond)
				began = time.Now()
			}
		}
		_, err := engine.Search(ctx,
			sargon.SearchOptions{Level: level, Watch: sargon.Watch{Evaluation: step}})
		if ctx.Err() != nil || err != nil {
			return
		}
		busy += time.Since(began)
		traces = mine
		report(evals, trace, busy, true)
		if best := again(ctx, engine, level, busy); best != busy {
			report(evals, trace, best, true)
		}
	}()
	return nil
}

// again repeats a short search unwatched until it becomes no faster, and returns the time it takes
// then: at first the browser is still compiling, and as some browsers' clocks tell milliseconds
// only (0 for the first), many searches are timed together.
func again(ctx context.Context, engine sargon.Engine, level sargon.Level,
	first time.Duration) time.Duration {
	const short, enough, mostTimes = 100 * time.Millisecond, 40 * time.Millisecond, 4096
	best := first
	for times, faster := 1, true; best < short && faster; {
		time.Sleep(time.Millisecond) // messages come first
		began := time.Now()
		for range times {
			if _, err := engine.Search(ctx, sargon.SearchOptions{Level: level}); err != nil {
				return best
			}
		}
		all := time.Since(began)
		each := all / time.Duration(times)
		if all < enough && times < mostTimes {
			times *= 2
		} else {
			faster = each > 0 && (best == 0 || each < best*9/10)
		}
		if each > 0 && (best == 0 || each < best) {
			best = each
		}
	}
	return best
}
