//go:build js && wasm

// Command wasm is the machine of the exhibit in a Web Worker; a second worker runs the native search
// with it. It puts one function into the worker's global scope, sargon78(name, argument, data), which
// calls one of the map functions below. The argument is JSON, data is a Uint8Array or nothing. The
// result is JSON, a Uint8Array, or a promise of JSON. JSON of the form {"failure": …} is an error, a
// machine.Failure.
//
// While the native search runs, it posts messages of type "native" with its progress.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"syscall/js"
	"time"

	"sargon78/cmd/sargon/internal/web/machine"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated/debugger"
)

var (
	computer *machine.Machine
	program  *roms.Image // nil until the page has sent it
)

func main() {
	js.Global().Set("sargon78", js.FuncOf(call))
	select {}
}

// kind is what a function does with the machine. The worker needs it to pass on calls of the page.
type kind string

const (
	reads      kind = "reads"      // it only reads the state of the machine
	advances   kind = "advances"   // the machine runs on after the call
	startsGame kind = "startsGame" // the machine runs on after the call, with another game
	standalone kind = "standalone" // it does not need the machine
)

// function is a function that the page or the worker may call. It returns a result or an error.
type function struct {
	kind kind
	do   func(a *argument) any
}

// argument is the argument of all functions. The names of its fields may be lower case in JSON.
type argument struct {
	TStates uint64
	Millis  float64
	Keys    []byte
	Moves   []string
	Player  string
	Level   sargon.Level
	On      bool
	Enter   bool // see machine.Debug
	Problem machine.Problem
	Search  int // the number of the machine's search
	Evals   int

	Address, Length int
	Value           byte

	Move, FEN, Square, Text, Command string

	Question machine.Question

	At string // see machine.StopAt

	data []byte
}

func (a *argument) player() sargon.Color {
	if a.Player == "black" {
		return sargon.Black
	}
	return sargon.White
}

// asyncResult is the result of a function that takes time. It is called on a goroutine of its own, and
// returns the final result.
type asyncResult func() any

// result returns the result of a function, or its error.
func result(value any, err error) any {
	if err != nil {
		return err
	}
	return value
}

// withoutResult turns a function without a result into one that returns nil.
func withoutResult(what func(*argument)) func(*argument) any {
	return func(a *argument) any {
		what(a)
		return nil
	}
}

// heat is too large for a stack.
var heat [1 << 16]uint8

var functions = map[string]function{
	// Sets the program that the machine runs. The worker calls it first.
	"program": {standalone, func(a *argument) any {
		var err error
		program, err = machine.Unpack(a.data) // as machine.Pack has written it
		return err
	}},
	"lines":  {standalone, func(a *argument) any { return machine.UnpackSource(program, a.data) }},
	"search": {standalone, func(a *argument) any { return startSearch(a.Problem, a.Search) }},
	"trace": {standalone, func(a *argument) any {
		return map[string]any{"search": searching, "evals": a.Evals, "trace": traceAt(a.Evals)}
	}},
	"measure": {standalone, func(*argument) any { return result(measure()) }},
	"problem": {standalone, func(a *argument) any {
		return result(machine.ProblemOf(a.FEN, a.Moves, a.Level))
	}},
	"read": {standalone, func(a *argument) any { return machine.Read(a.Text) }},
	"heap": {standalone, func(*argument) any { // bytes of the heap in use
		runtime.GC() // the packer of saved games is in a sync.Pool, which the second collection clears
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}},

	// For the worker itself.
	"run": {reads, func(a *argument) any {
		until := time.Now().Add(time.Duration(a.Millis * float64(time.Millisecond)))
		thinking := computer.Thinking() // the page runs a search at another speed
		paused := computer.Run(a.TStates, func() bool {
			return computer.Thinking() != thinking || !time.Now().Before(until)
		})
		return map[string]any{
			"paused": paused, "stopped": computer.Stopped(), "status": computer.Status(),
		}
	}},
	"screen": {reads, func(*argument) any {
		screen := computer.Screen()
		return screen[:]
	}},
	"heat": {reads, func(*argument) any {
		return result(heat[:], computer.Heat(context.Background(), &heat))
	}},
	"save":   {reads, func(*argument) any { return result(computer.Save()) }},
	"load":   {startsGame, func(a *argument) any { return computer.Load(a.data) }},
	"status": {reads, func(*argument) any { return computer.Status() }},
	"game": {reads, func(*argument) any {
		return map[string]any{"game": computer.Game(), "problem": computer.Problem()}
	}},
	"why":           {reads, func(a *argument) any { return why(a.Question) }},
	"stopwhy":       {reads, withoutResult(func(*argument) { stopWhy() })}, // its answer is an error
	"pgn":           {reads, func(*argument) any { return result(computer.PGN()) }},
	"thought":       {reads, func(a *argument) any { return computer.Thought(a.On) }},
	"valuedLines":   {reads, func(*argument) any { return computer.ValuedLines() }},
	"recordSquares": {reads, withoutResult(func(a *argument) { computer.RecordSquares(a.On) })},
	"stopat":        {reads, func(a *argument) any { return computer.StopAt(a.At) }},
	// Other functions may be called meanwhile, but not this one again.
	"debug":     {reads, func(a *argument) any { return debug(a.Command, a.Enter) }},
	"interrupt": {reads, withoutResult(func(*argument) { interrupt() })},
	"leave":     {reads, withoutResult(func(*argument) { computer.Leave() })},

	"inside": {reads, func(a *argument) any {
		square, err := sargon.ParseSquare(a.Square)
		if err != nil {
			square = sargon.NoSquare
		}
		return computer.Inside(square)
	}},
	"source": {reads, func(*argument) any { return computer.Source() }},
	"name": {reads, func(a *argument) any {
		return debugger.AddressName(program, uint16(a.Address))
	}},
	"memory": {reads, func(a *argument) any { return computer.Memory(a.Address, a.Length) }},
	"poke":   {reads, func(a *argument) any { return computer.Poke(a.Address, a.Value) }},

	"press": {advances, func(a *argument) any {
		return computer.Press(a.Keys[:min(len(a.Keys), 64)]...)
	}},
	"move":     {advances, func(a *argument) any { return computer.PlayerMove(a.Move) }},
	"touch":    {advances, withoutResult(func(a *argument) { computer.Touch(a.Square) })},
	"selfplay": {advances, withoutResult(func(a *argument) { computer.SelfPlay(a.On) })},
	"newgame":  {startsGame, func(a *argument) any { return computer.NewGame(a.player(), a.Level) }},
	"setup": {startsGame, func(a *argument) any { // up to a move that is not legal
		legal := machine.Legal(a.FEN, a.Moves)
		if legal.Error != nil && legal.Move == "" {
			return legal // no position at all
		}
		return result(legal, computer.SetUp(a.FEN, legal.Moves, a.player(), a.Level))
	}},
	"takeback": {startsGame, func(*argument) any { return computer.TakeBack() }},
	"resign":   {startsGame, func(*argument) any { return computer.Resign() }},
}

// call calls a function. Its name and argument come from the page, and may be anything. The name
// "functions" returns the kinds of all functions.
func call(_ js.Value, args []js.Value) any {
	name := args[0].String()
	if name == "functions" {
		kinds := map[string]kind{}
		for name, f := range functions {
			kinds[name] = f.kind
		}
		return reply(kinds)
	}
	f, ok := functions[name]
	if !ok {
		return reply(errors.New("there is no function " + name))
	}
	var a argument
	if err := json.Unmarshal([]byte(args[1].String()), &a); err != nil {
		return reply(err)
	}
	if len(args) > 2 && args[2].Truthy() {
		const mostData = 2 << 20 // bytes
		a.data = make([]byte, min(args[2].Length(), mostData))
		js.CopyBytesToGo(a.data, args[2])
	}
	if f.kind != standalone && computer == nil { // the machine is switched on when it is first needed
		var err error
		if computer, err = machine.New(program); err != nil {
			return reply(err)
		}
	}
	return reply(f.do(&a))
}

// reply turns a result into a value of JavaScript.
func reply(value any) any {
	switch of := value.(type) {
	case error:
		value = map[string]any{"failure": machine.FailureOf(of)}
	case []byte:
		array := js.Global().Get("Uint8Array").New(len(of))
		js.CopyBytesToJS(array, of)
		return array
	case asyncResult:
		begin := js.FuncOf(func(_ js.Value, args []js.Value) any {
			done := args[0]
			go func() { done.Invoke(reply(of())) }()
			return nil
		})
		defer begin.Release() // the promise has called it by then
		return js.Global().Get("Promise").New(begin)
	}
	text, err := json.Marshal(value)
	if err != nil {
		return `{"failure": {"text": "the result cannot be written as JSON"}}`
	}
	return string(text)
}

// bench is a second machine, whose speed is measured. It does the same search again and again.
var bench struct {
	*machine.Machine
	part int // the next part
}

// partTStates is how long a part of that search is: some milliseconds.
const partTStates = 6e6

// timedPart is a part of the search of bench, and how long it took by the clock.
type timedPart struct {
	Part    int     `json:"part"`
	TStates uint64  `json:"tStates"`
	Millis  float64 `json:"millis"`
	Last    bool    `json:"last"` // the next one is part 0
}

// measure times the next part of the search of bench.
func measure() (timedPart, error) {
	if bench.Machine == nil {
		m, err := machine.New(program)
		if err != nil {
			return timedPart{}, err
		}
		bench.Machine = m
	}
	if !bench.Thinking() {
		moves := []string{"e2e4", "e7e5", "g1f3", "h7h6"} // not in its book
		if err := bench.SetUp("", moves, sargon.Black, 2); err != nil {
			return timedPart{}, err
		}
		bench.Run(1e9, bench.Thinking)
		bench.part = 0
	}
	p, before, began := timedPart{Part: bench.part}, bench.Status().TStates, time.Now()
	bench.Run(partTStates, func() bool { return !bench.Thinking() })
	p.Millis = time.Since(began).Seconds() * 1000
	p.TStates, p.Last = bench.Status().TStates-before, !bench.Thinking()
	bench.part++
	return p, nil
}

// interrupt ends the running command of the debugger.
var interrupt context.CancelFunc = func() {}

// debug gives the debugger a command.
func debug(command string, enter bool) asyncResult {
	ctx, cancel := context.WithCancel(context.Background())
	interrupt = cancel
	return func() any {
		defer cancel()
		return result(
			computer.Debug(&yieldingContext{Context: ctx, last: time.Now()}, command, enter))
	}
}

// yieldingContext is a context whose Err now and then lets the worker receive messages.
type yieldingContext struct {
	context.Context
	last time.Time
}

func (c *yieldingContext) Err() error {
	const most = 12 * time.Millisecond // without messages
	if time.Since(c.last) > most {
		time.Sleep(time.Millisecond)
		c.last = time.Now()
	}
	return c.Context.Err()
}
