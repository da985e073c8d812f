// Package dap speaks the Debug Adapter Protocol: the debugger for editors.
//
//	err := dap.Serve(ctx, os.Stdin, os.Stdout, options)
//
// The debugger itself is in sargon/emulated/debugger; here are only the words of the protocol. The
// program is its one thread. Requests are handled one after the other; one that comes while the
// program runs interrupts it, and it runs on afterwards.
package dap

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/google/go-dap"

	"sargon78/cmd/sargon/internal/debuggee"
	"sargon78/emu/timeline"
	"sargon78/sargon/emulated/debugger"
)

// threadID is the program's.
const threadID = 1

// launchArguments are what an editor's settings can say, all of them optional. Without a
// position it is the interactive program.
type launchArguments struct {
	debuggee.Target
	StopOnEntry bool
}

// server is one session with an editor.
type server struct {
	ctx    context.Context
	folder string // where states are kept

	mu        sync.Mutex // guards what follows
	out       io.Writer
	seq       int
	interrupt context.CancelFunc // ends the motion under way; nil: none
	paused    bool               // the motion must not be resumed

	requests      chan dap.Message
	coming        atomic.Int32       // requests that were read and not handled yet
	afterResponse func()             // what comes after the response
	d             *debuggee.Debugger // nil before launch
	entry         bool               // stop before the first instruction
	set           map[string][]int
	ended         bool
}

// Serve talks to one editor until it ends the session, the stream ends or the context does. States
// are kept in folder, "" for nowhere.
func Serve(ctx context.Context, in io.Reader, out io.Writer, folder string) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := &server{
		ctx: ctx, folder: folder, out: out, requests: make(chan dap.Message, 64),
		set: map[string][]int{},
	}
	failed := make(chan error, 1)
	go func() { failed <- s.read(in) }()
	for !s.ended {
		select {
		case m := <-s.requests:
			s.handle(m)
		case err := <-failed:
			for len(s.requests) > 0 && !s.ended {
				s.handle(<-s.requests)
			}
			return err
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// read takes requests from the stream. A pause is handled at once.
func (s *server) read(in io.Reader) error {
	r := bufio.NewReader(in)
	for {
		data, err := dap.ReadBaseMessage(r)
		switch {
		case errors.Is(err, io.EOF) || s.ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		}
		m, err := dap.DecodeProtocolMessage(data)
		if err != nil {
			var head dap.Request // as far as it can be read
			_ = json.Unmarshal(data, &head)
			s.respond(head.Seq, head.Command, notUnderstood(err), nil)
			continue
		}
		s.coming.Add(1) // before it interrupts: a motion that begins just now sees one or the other
		s.mu.Lock()
		if s.interrupt != nil {
			s.paused = s.paused || endsMotion(m)
			s.interrupt()
		}
		s.mu.Unlock()
		s.requests <- m
	}
}

// notUnderstood says what is wrong with a message: it may be of another version of the protocol.
func notUnderstood(err error) error {
	if field := new(dap.DecodeProtocolMessageFieldError); errors.As(err, &field) {
		return fmt.Errorf("%s %q is not known", field.FieldName, field.FieldValue)
	}
	return fmt.Errorf("this is no message of the protocol: %w", err)
}

// endsMotion reports whether a request ends a motion for good.
func endsMotion(m dap.Message) bool {
	switch m.(type) {
	case *dap.PauseRequest, *dap.DisconnectRequest, *dap.TerminateRequest:
		return true
	}
	return false
}

func (s *server) send(m dap.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq++
	switch m := m.(type) {
	case dap.ResponseMessage:
		m.GetResponse().Seq = s.seq
	case dap.EventMessage:
		m.GetEvent().Seq = s.seq
	}
	_ = dap.WriteProtocolMessage(s.out, m) // if nobody listens, reading ends too
}

// response is a response of any kind.
type response struct {
	dap.Response
	Body any `json:"body,omitempty"`
}

func (s *server) respond(seq int, command string, err error, body any) {
	r := &response{Response: dap.Response{
		ProtocolMessage: dap.ProtocolMessage{Type: "response"}, RequestSeq: seq, Command: command,
		Success: err == nil,
	}, Body: body}
	if err != nil {
		r.Message = err.Error()
		r.Body = dap.ErrorResponseBody{Error: &dap.ErrorMessage{
			Id: 1, Format: "{text}", Variables: map[string]string{"text": r.Message}, ShowUser: true,
		}}
	}
	s.send(r)
}

func event(name string) dap.Event {
	return dap.Event{ProtocolMessage: dap.ProtocolMessage{Type: "event"}, Event: name}
}

// say writes to the editor's console.
func (s *server) say(text string) {
	s.send(&dap.OutputEvent{
		Event: event("output"), Body: dap.OutputEventBody{Category: "console", Output: text + "\n"},
	})
}

// handle handles a request.
func (s *server) handle(m dap.Message) {
	s.coming.Add(-1)
	request, ok := m.(dap.RequestMessage)
	if !ok {
		return
	}
	r := request.GetRequest()
	s.afterResponse = func() {}
	body, err := s.do(m, r.Command)
	s.respond(r.Seq, r.Command, err, body)
	s.afterResponse()
}

var errNotLaunched = errors.New("nothing is launched yet")

// do does what a request asks for, and returns the body of the response. What comes after that it
// leaves in s.then.
func (s *server) do(m dap.Message, command string) (body any, err error) {
	switch m := m.(type) {
	case *dap.InitializeRequest:
		return capabilities, nil
	case *dap.LaunchRequest:
		return nil, s.launch(m)
	case *dap.DisconnectRequest:
		s.ended = true
		return nil, nil
	case *dap.ThreadsRequest:
		return dap.ThreadsResponseBody{Threads: []dap.Thread{{Id: threadID, Name: "Z80"}}}, nil
	}
	if s.d == nil {
		return nil, errNotLaunched
	}
	if id := threadOf(m); id != threadID {
		return nil, fmt.Errorf("there is no thread %d; the program is thread %d", id, threadID)
	}
	if to, moves := motions[command]; moves {
		s.afterResponse = func() { s.motion(to.way, to.name, to.goesOn) }
		return nil, nil
	}
	switch m := m.(type) {
	case *dap.SetBreakpointsRequest:
		return s.setBreakpoints(m.Arguments), nil
	case *dap.DataBreakpointInfoRequest:
		return s.dataBreakpointInfo(m.Arguments), nil
	case *dap.SetDataBreakpointsRequest:
		return s.setDataBreakpoints(m.Arguments.Breakpoints), nil
	case *dap.SetExceptionBreakpointsRequest:
		return nil, nil
	case *dap.ConfigurationDoneRequest:
		s.afterResponse = func() { s.motion(debugger.Ahead, "run", true) }
		if s.entry {
			s.afterResponse = func() { s.stopped("entry", debugger.Stop{}) }
		}
		return nil, nil
	case *dap.TerminateRequest:
		s.afterResponse = s.terminated
		return nil, nil
	case *dap.PauseRequest:
		s.afterResponse = func() { s.stopped("pause", debugger.Stop{}) }
		return nil, nil
	case *dap.StackTraceRequest:
		return s.stackTrace(m.Arguments), nil
	case *dap.ScopesRequest:
		return s.scopes(m.Arguments.FrameId)
	case *dap.VariablesRequest:
		return s.variables(m.Arguments.VariablesReference)
	case *dap.EvaluateRequest:
		text := strings.TrimSpace(m.Arguments.Expression)
		if m.Arguments.Context == "repl" {
			return s.command(text)
		}
		return s.evaluate(text)
	case *dap.SourceRequest:
		return s.source(m.Arguments.SourceReference)
	case *dap.DisassembleRequest:
		return s.disassemble(m.Arguments)
	}
	return nil, fmt.Errorf("%s is not supported", command)
}

// motions are the requests that move the program.
var motions = map[string]struct {
	way    debugger.Direction
	name   string
	goesOn bool
}{
	"continue": {debugger.Ahead, "run", true}, "reverseContinue": {debugger.Back, "run", true},
	"next": {debugger.Ahead, "over", false}, "stepIn": {debugger.Ahead, "step", false},
	"stepOut": {debugger.Ahead, "out", false}, "stepBack": {debugger.Back, "step", false},
}

// threadOf returns the thread that a request is about: the program's, if it is about none.
func threadOf(m dap.Message) int {
	r := struct{ Arguments struct{ ThreadID int } }{}
	r.Arguments.ThreadID = threadID
	if data, err := json.Marshal(m); err == nil {
		_ = json.Unmarshal(data, &r)
	}
	return r.Arguments.ThreadID
}

var capabilities = dap.Capabilities{
	SupportsConfigurationDoneRequest: true, SupportsConditionalBreakpoints: true,
	SupportsHitConditionalBreakpoints: true, SupportsDataBreakpoints: true,
	SupportsEvaluateForHovers: true, SupportsStepBack: true, SupportsSteppingGranularity: true,
	SupportsDisassembleRequest: true, SupportsTerminateRequest: true,
}

// launch opens the program. Only then are the lines known where a breakpoint can be.
func (s *server) launch(m *dap.LaunchRequest) error {
	if s.d != nil {
		return errors.New("the program is launched already; another one wants another session")
	}
	l := launchArguments{debuggee.Target{Level: 2}, true}
	wrong := new(json.UnmarshalTypeError)
	if err := json.Unmarshal(m.Arguments, &l); errors.As(err, &wrong) {
		return fmt.Errorf("launch: %s cannot be a %s: want %v",
			strings.ToLower(path.Ext("." + wrong.Field)[1:]), wrong.Value, wrong.Type)
	} else if err != nil {
		return fmt.Errorf("launch: %w", err)
	}
	l.Folder = s.folder
	d, err := l.Open(s.ctx)
	if err != nil {
		return err
	}
	s.d, s.entry = d, l.StopOnEntry || l.Against != ""
	s.afterResponse = func() {
		s.say(d.Intro)
		s.send(&dap.InitializedEvent{Event: event("initialized")})
	}
	return nil
}

// interruptible does something that requests which come meanwhile interrupt. It returns whether one
// of them asks for a pause.
func (s *server) interruptible(do func(context.Context)) (paused bool) {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	s.mu.Lock()
	s.interrupt, s.paused = cancel, false
	s.mu.Unlock()
	do(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.interrupt = nil
	return s.paused
}

// motion moves the program and tells how it ended. Requests that come meanwhile interrupt it; it
// runs on after them if goesOn.
func (s *server) motion(way debugger.Direction, name string, goesOn bool) {
	for {
		var stop debugger.Stop
		var err error
		paused := s.interruptible(func(ctx context.Context) {
			if err = context.Canceled; s.coming.Load() == 0 {
				stop, err = s.d.Move(ctx, way, name, "")
			}
		})
		switch {
		case !errors.Is(err, context.Canceled):
			s.arrived(stop, err)
			return
		case s.ctx.Err() != nil, paused: // the request that ended it says so
			return
		case !goesOn:
			s.stopped("pause", debugger.Stop{})
			return
		}
		for s.coming.Load() > 0 {
			m := <-s.requests
			s.handle(m)
			if endsMotion(m) {
				return
			}
		}
	}
}

// arrived reports how a motion ended.
func (s *server) arrived(stop debugger.Stop, err error) {
	text, reason := stop.String(), "step"
	switch {
	case errors.Is(err, timeline.ErrBeginning):
		reason = "entry"
	case err != nil:
		reason = "exception"
	}
	if err != nil {
		text, stop = err.Error(), debugger.Stop{}
	}
	if text != "" {
		s.say(text)
	}
	s.stopped(reason, stop)
}

// stopped tells where the program stands; reason holds unless the stop itself has one.
func (s *server) stopped(reason string, stop debugger.Stop) {
	switch {
	case stop.Reason == debugger.AtBeginning:
		reason = "entry"
	case stop.Reason == debugger.HitPoint && (stop.Point.Read || stop.Point.Write):
		reason = "data breakpoint"
	case stop.Reason == debugger.HitPoint:
		reason = "breakpoint"
	}
	e := &dap.StoppedEvent{Event: event("stopped"), Body: dap.StoppedEventBody{
		Reason: reason, ThreadId: threadID, AllThreadsStopped: true,
	}}
	if stop.Point != nil {
		e.Body.HitBreakpointIds = []int{stop.Point.Number}
	}
	if stop.Reason != debugger.NotStarted {
		e.Body.Description = stop.String()
	}
	s.send(e)
}

func (s *server) terminated() { s.send(&dap.TerminatedEvent{Event: event("terminated")}) }

// evaluate calculates an expression.
func (s *server) evaluate(text string) (body dap.EvaluateResponseBody, err error) {
	v, err := s.d.Evaluate(text)
	body.Result = debugger.ValueText(v)
	if _, ok := s.d.Image().Symbol(text); ok && !debugger.IsRegister(text) {
		body.Result = fmt.Sprintf("%04Xh: byte %02X, word %04X", v,
			s.d.Machine().Memory[uint16(v)], s.d.Machine().Word(uint16(v)))
	}
	return body, err
}

// command obeys what is typed in the console: any command of the debugger, or an expression.
func (s *server) command(line string) (body dap.EvaluateResponseBody, err error) {
	before := s.d.Time().Now()
	var out strings.Builder
	s.interruptible(func(ctx context.Context) { err = s.d.Do(ctx, &out, line) })
	quits := errors.Is(err, debugger.ErrQuit)
	if v, noExpression := s.d.Evaluate(line); err != nil && !quits && noExpression == nil {
		out.WriteString(debugger.ValueText(v))
		err = nil
	}
	body.Result = strings.TrimRight(out.String(), "\n")
	s.afterResponse = func() {
		if quits {
			s.terminated()
		}
		if s.d.Time().Now() != before {
			s.stopped("step", s.d.LastStop())
		}
	}
	if quits {
		err = nil
	}
	return body, err
}
