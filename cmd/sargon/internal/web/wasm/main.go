//go:build js && wasm

// The machine of the exhibit in a Web Worker. It puts one function into the worker's
// global scope, sargon78(method, argument), which takes and returns JSON text; a result
// of the form {"error": "…"} says what was wrong. Bytes pass as Uint8Array:
// sargon78rom(JSON), called first, says which program runs;
// sargon78screen(array) fills in the screen, sargon78heat(array) how hot memory is, and
// sargon78save() and sargon78load(array) carry states. sargon78debug(command, enter, done) gives
// the debugger a command, and calls done with where it has led to; other calls may come meanwhile,
// but not another one of these.
//
// The same file does the native search, in a worker of its own: sargon78search(problem,
// report) calls report as it goes along.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"syscall/js"
	"time"

	"sargon78/cmd/sargon/internal/web/machine"
	"sargon78/native"
	"sargon78/roms"
	"sargon78/sargon"
)

var (
	computer *machine.Machine
	program  *roms.Image // nil until the page has sent it
)

func main() {
	global := js.Global()
	global.Set("sargon78", js.FuncOf(call))
	global.Set("sargon78rom", js.FuncOf(func(_ js.Value, args []js.Value) any {
		var err error
		program, err = machine.Unpack([]byte(args[0].String()))
		return reply(nil, err)
	}))
	global.Set("sargon78screen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if open() != nil {
			return 0
		}
		screen := computer.Screen()
		return js.CopyBytesToJS(args[0], screen[:])
	}))
	global.Set("sargon78heat", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if open() != nil || computer.Heat(context.Background(), &heat) != nil {
			return 0
		}
		return js.CopyBytesToJS(args[0], heat[:])
	}))
	global.Set("sargon78debug", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return reply(nil, debug(args[0].String(), args[1].Bool(), args[2]))
	}))
	global.Set("sargon78save", js.FuncOf(func(js.Value, []js.Value) any {
		if open() != nil {
			return js.Null()
		}
		data, err := computer.Save()
		if err != nil {
			return js.Null()
		}
		array := js.Global().Get("Uint8Array").New(len(data))
		js.CopyBytesToJS(array, data)
		return array
	}))
	global.Set("sargon78load", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if err := open(); err != nil {
			return reply(nil, err)
		}
		data := make([]byte, min(args[0].Length(), 2<<20))
		js.CopyBytesToGo(data, args[0])
		return reply(nil, computer.Load(data))
	}))
	global.Set("sargon78search", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return reply(nil, startSearch(args[0].String(), args[1]))
	}))
	global.Set("sargon78trace",
		js.FuncOf(func(_ js.Value, args []js.Value) any { return traceAt(args[0].Int()) }))
	select {}
}

// call runs a method of the machine. Its arguments come from the page, and may be anything.
func call(_ js.Value, args []js.Value) any {
	method := args[0].String()
	var a argument
	if err := json.Unmarshal([]byte(args[1].String()), &a); err != nil {
		return reply(nil, err)
	}
	if err := open(); err != nil {
		return reply(nil, err)
	}
	return reply(do(method, &a))
}

// open switches the machine on when it is first needed: the native search does without.
func open() (err error) {
	switch {
	case computer != nil:
	case program == nil:
		err = errors.New("the machine has no program")
	default:
		computer, err = machine.New(program)
	}
	return err
}

// heat is what sargon78heat fills in; it is too large for a stack.
var heat [1 << 16]uint8

// stopDebugging ends the running command of the debugger; nil: none.
var stopDebugging context.CancelFunc

// debug gives the debugger a command.
func debug(command string, enter bool, done js.Value) error {
	if err := open(); err != nil {
		return err
	}
	if stopDebugging != nil {
		return errors.New("the debugger is busy")
	}
	ctx, cancel := context.WithCancel(context.Background())
	stopDebugging = cancel
	go func() {
		now, err := computer.Debug(&polite{Context: ctx, last: time.Now()}, command, enter)
		cancel()
		stopDebugging = nil
		done.Invoke(reply(now, err))
	}()
	return nil
}

// polite is a context whose Err lets the worker's messages through now and then.
type polite struct {
	context.Context
	last time.Time
}

func (p *polite) Err() error {
	const most = 12 * time.Millisecond // without messages
	if time.Since(p.last) > most {
		time.Sleep(time.Millisecond)
		p.last = time.Now()
	}
	return p.Context.Err()
}

type argument struct {
	TStates uint64   `json:"tstates"`
	Millis  float64  `json:"millis"`
	Pause   int      `json:"pause"`
	Keys    []byte   `json:"keys"`
	Move    string   `json:"move"`
	Moves   []string `json:"moves"`
	FEN     string   `json:"fen"`
	Player  string   `json:"player"`
	Level   int      `json:"level"`
	On      bool     `json:"on"`
	Square  string   `json:"square"`
	Address int      `json:"address"`
	Length  int      `json:"length"`
	machine.Stop
}

func (a *argument) player() sargon.Color {
	if a.Player == "black" {
		return sargon.Black
	}
	return sargon.White
}

func do(method string, a *argument) (any, error) {
	switch method {
	case "run":
		until := time.Now().Add(time.Duration(a.Millis * float64(time.Millisecond)))
		computer.PauseAt(machine.Pause(a.Pause))
		thinking := computer.Thinking() // the page runs a search at another speed
		paused := computer.Run(a.TStates, func() bool {
			return computer.Thinking() != thinking || !time.Now().Before(until)
		})
		return map[string]any{"paused": paused, "status": computer.Status()}, nil
	case "game":
		return map[string]any{"game": computer.Game(), "problem": computer.Problem()}, nil
	case "inside":
		square, err := sargon.ParseSquare(a.Square)
		if err != nil {
			square = sargon.NoSquare
		}
		return computer.Inside(square), nil
	case "status":
		return computer.Status(), nil
	case "source":
		return computer.Source(), nil
	case "watchmemory":
		computer.WatchMemory(a.On)
		return nil, nil
	case "name":
		return computer.AddressName(uint16(a.Address)), nil
	case "interrupt":
		if stopDebugging != nil {
			stopDebugging()
		}
		return nil, nil
	case "leave":
		computer.Leave()
		return nil, nil
	case "areas":
		return computer.Areas(), nil
	case "memory":
		return computer.Memory(a.Address, a.Length), nil
	case "press":
		computer.Press(a.Keys[:min(len(a.Keys), 64)]...)
		return nil, nil
	case "move":
		return nil, computer.PlayerMove(a.Move)
	case "thought":
		return computer.Thought(a.On), nil
	case "closely":
		computer.WatchClosely(a.On)
		return nil, nil
	case "stopat":
		return nil, computer.StopAt(a.Stop)
	case "after":
		return computer.After(a.Moves)
	case "legal":
		n, err := machine.Legal(a.FEN, a.Moves)
		wrong := ""
		if err != nil {
			wrong = err.Error()
		}
		return map[string]any{"moves": n, "wrong": wrong}, nil
	case "touch":
		computer.Touch(a.Square)
		return nil, nil
	case "resign":
		return nil, computer.Resign()
	case "newgame":
		return nil, computer.NewGame(a.player(), sargon.Level(a.Level))
	case "setup":
		return nil, computer.SetUp(a.FEN, a.Moves, a.player(), sargon.Level(a.Level))
	case "takeback":
		return nil, computer.TakeBack()
	case "translate":
		computer.Translate(a.On)
		return nil, nil
	case "heap": // bytes of the heap in use
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc, nil
	case "selfplay":
		computer.SelfPlay(a.On)
		return nil, nil
	}
	return nil, errors.New("the machine knows no " + method)
}

func reply(value any, err error) any {
	if err != nil {
		value = map[string]string{"error": err.Error()}
	}
	text, err := json.Marshal(value)
	if err != nil {
		return `{"error": "what the machine says cannot be written"}`
	}
	return string(text)
}

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

// startSearch begins a search and ends the one before. It lets messages through now and then.
func startSearch(problem string, report js.Value) error {
	stop()
	position, level, err := machine.ParseProblem(problem)
	if err != nil {
		return err
	}
	engine := native.NewSets()
	if err := engine.SetPosition(position); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	stop = cancel
	mine := []sargon.Fingerprint{sargon.EmptyTrace}
	traces = mine
	go func() {
		defer cancel()
		trace, evals := sargon.EmptyTrace, 0
		began, busy := time.Now(), time.Duration(0)
		step := func(s sargon.Step) {
			trace = trace.Add(s)
			if evals++; len(mine) < mostTraces {
				mine = append(mine, trace)
			}
			if evals%256 == 0 && time.Since(began) > 12*time.Millisecond {
				busy += time.Since(began)
				if ctx.Err() == nil {
					traces = mine
					report.Invoke(evals, trace.String(), busy.Seconds(), false, "")
				}
				time.Sleep(time.Millisecond)
				began = time.Now()
			}
		}
		result, err := engine.Search(ctx,
			sargon.SearchOptions{Level: level, Watch: sargon.Watch{Step: step}})
		if ctx.Err() != nil || err != nil {
			return
		}
		busy += time.Since(began)
		traces = mine
		report.Invoke(evals, trace.String(), busy.Seconds(), true, result.Best.String())
		if best := again(ctx, engine, level, busy); best != busy {
			report.Invoke(evals, trace.String(), best.Seconds(), true, result.Best.String())
		}
	}()
	return nil
}

// again repeats a short search unwatched and returns the time it takes: the first time the browser
// is still compiling, and as some browsers' clocks tell milliseconds only, many searches are timed
// together.
func again(ctx context.Context, engine sargon.Engine, level sargon.Level,
	first time.Duration) time.Duration {
	const short, enough, mostTimes = 100 * time.Millisecond, 40 * time.Millisecond, 4096
	best := first
	for times := 1; best < short && times <= mostTimes; times *= 2 {
		time.Sleep(time.Millisecond) // messages come first
		began := time.Now()
		for range times {
			if _, err := engine.Search(ctx, sargon.SearchOptions{Level: level}); err != nil {
				return best
			}
		}
		all := time.Since(began)
		if each := all / time.Duration(times); each > 0 {
			best = each
		}
		if all >= enough {
			break
		}
	}
	return best
}
