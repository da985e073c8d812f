// Package dap serves the debugger to editors over the Debug Adapter Protocol.
//
//	err := dap.Serve(ctx, os.Stdin, os.Stdout, options)
//
// The debugger itself is in sargon/emulated/debugger; this package only translates the protocol. The
// program appears as one thread.
//
// A motion is a run or a step, ahead or back in time. During a motion the server answers questions
// (threads, stackTrace, variables, setBreakpoints …), and the motion then continues;
// debugger.WhileMoving says which moment the answer describes. Requests that move or change the program
// wait until the motion has ended. The server sends one stopped event for each motion. Only pause,
// terminate and disconnect end a motion early.
package dap

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"sync"

	"github.com/google/go-dap"

	"sargon78/cmd/sargon/internal/debuggee"
	"sargon78/emu/timeline"
	"sargon78/sargon/emulated/debugger"
)

// threadID is the ID of the program's thread.
const threadID = 1

// launchArguments are the settings of an editor, all of them optional. Without a position, the
// interactive program is launched.
type launchArguments struct {
	debuggee.Target
	StopOnEntry bool
}

// server is one session with an editor.
type server struct {
	ctx    context.Context
	folder string // where states are saved
	inbox  *inbox

	writing sync.Mutex // guards out and seq
	out     io.Writer
	seq     int

	stop          context.CancelFunc // ends the session at once
	moving        bool               // a motion is running
	broken        bool               // a motion was ended early, and this is not reported yet
	later         []func()           // functions that wait for the end of the motion, oldest first
	afterResponse func()             // to be done after the response
	d             *debuggee.Debugger // nil before launch
	entry         bool               // stop before the first instruction
	set           map[string][]int
	ended         bool
}

// Serve talks to one editor until the editor ends the session, the stream ends or the context does.
// Requests from before the end of the stream are still answered, but a motion or launch that takes long
// is ended. States are saved in folder; "" means nowhere.
func Serve(ctx context.Context, in io.Reader, out io.Writer, folder string) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := &server{
		ctx: ctx, stop: stop, folder: folder, inbox: newInbox(ctx, stop), out: out, set: map[string][]int{},
	}
	go s.inbox.read(in)
	for !s.ended {
		if len(s.later) > 0 {
			next := s.later[0]
			s.later = s.later[1:]
			next()
			continue
		}
		m := s.inbox.next()
		if m == nil {
			return s.inbox.err()
		}
		s.handle(m)
	}
	return nil
}

// endsSession reports whether a message ends the session, or the program.
func endsSession(m any) bool {
	switch m.(type) {
	case *dap.DisconnectRequest, *dap.TerminateRequest:
		return true
	}
	return false
}

// endsMotion reports whether a message ends a motion early.
func endsMotion(m any) bool {
	pause, ok := m.(*dap.PauseRequest)
	return ok && threadOf(pause) == threadID || endsSession(m)
}

// send writes a message with the next sequence number. It may be called from several goroutines.
func (s *server) send(m dap.Message) {
	s.writing.Lock()
	defer s.writing.Unlock()
	s.seq++
	switch m := m.(type) {
	case dap.ResponseMessage:
		m.GetResponse().Seq = s.seq
	case dap.EventMessage:
		m.GetEvent().Seq = s.seq
	}
	if err := dap.WriteProtocolMessage(s.out, m); err != nil {
		s.stop() // the editor has closed the connection
	}
}

// response is a response of any kind.
type response struct {
	dap.Response
	Body any `json:"body,omitempty"`
}

// respond sends the answer to a request: body, or an error that the editor shows.
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

// handle handles a message.
func (s *server) handle(m any) {
	if wrong, ok := m.(*misread); ok {
		s.respond(wrong.head.Seq, wrong.head.Command, wrong.err, nil)
		return
	}
	request, ok := m.(dap.RequestMessage)
	if !ok {
		return
	}
	r := request.GetRequest()
	s.afterResponse = func() {}
	body, err := s.do(request, r.Command)
	s.respond(r.Seq, r.Command, err, body)
	s.afterResponse()
}

var errNotLaunched = errors.New("nothing is launched yet")

// do executes a request, and returns the body of the response. It stores in s.afterResponse what must
// follow the response.
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
		s.afterResponse = func() { s.motion(to.way, to.name) }
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
		s.afterResponse = func() { s.motion(debugger.Ahead, "run") }
		if s.entry {
			s.afterResponse = func() { s.stopped("entry", debugger.Stop{}) }
		}
		return nil, nil
	case *dap.TerminateRequest:
		s.afterResponse = s.terminated
		return nil, nil
	case *dap.PauseRequest:
		if s.broken { // otherwise it stands already, and the stop was reported
			s.broken = false
			s.afterResponse = func() { s.stopped("pause", debugger.Stop{}) }
		}
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
	way  debugger.Direction
	name string
}{
	"continue": {debugger.Ahead, "run"}, "reverseContinue": {debugger.Back, "run"},
	"next": {debugger.Ahead, "over"}, "stepIn": {debugger.Ahead, "step"},
	"stepOut": {debugger.Ahead, "out"}, "stepBack": {debugger.Back, "step"},
}

// threadOf returns the thread of a request: the program's thread, if the request names none.
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

// launch opens the program. Only after that does the server know the lines where a breakpoint can be.
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
	ctx, cancel := context.WithCancel(s.ctx) // also the context of an engine to compare with
	s.inbox.setCancel(cancel, endsSession)
	d, err := l.Open(ctx)
	s.inbox.setCancel(nil, nil)
	switch {
	case ctx.Err() != nil:
		return errors.New("launch: the session was ended before the program was ready")
	case err != nil:
		cancel()
		return err
	}
	d.WhileMoving(s.inbox.hasMessages, s.answer)
	s.d, s.entry = d, l.StopOnEntry || l.Against != ""
	s.afterResponse = func() {
		s.say(d.Intro)
		s.send(&dap.InitializedEvent{Event: event("initialized")})
	}
	return nil
}

// answer answers the waiting questions during a motion. Requests that move or change the program are
// postponed to its end. A message that ends the motion stays in the queue, with those after it.
func (s *server) answer() {
	for {
		m := s.inbox.take(func(m any) bool { return !endsMotion(m) })
		if m == nil {
			return
		}
		e, ok := m.(*dap.EvaluateRequest)
		if ok && e.Arguments.Context == "repl" && !debugger.OnlyAsks(e.Arguments.Expression) {
			s.later = append(s.later, func() { s.handle(m) })
			continue
		}
		s.handle(m)
	}
}

// whileMoving does a motion, answers questions meanwhile, and reports whether a message has ended the
// motion early. The response to that message then reports where the program stands.
func (s *server) whileMoving(do func(context.Context) error) (broken bool, err error) {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	s.inbox.setCancel(cancel, endsMotion)
	s.moving = true
	err = do(ctx)
	s.moving = false
	s.inbox.setCancel(nil, nil)
	broken = errors.Is(err, context.Canceled) || errors.Is(err, debugger.ErrInterrupted)
	s.broken = s.broken || broken
	return broken, err
}

// motion moves the program and reports how that ended. If another motion is running, it waits for the
// end of that.
func (s *server) motion(way debugger.Direction, name string) {
	if s.moving {
		s.later = append(s.later, func() { s.motion(way, name) })
		return
	}
	var stop debugger.Stop
	broken, err := s.whileMoving(func(ctx context.Context) (err error) {
		stop, err = s.d.Move(ctx, way, name, "")
		return err
	})
	if !broken {
		s.arrived(stop, err)
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

// stopped reports where the program stands; reason holds unless the stop has a reason of its own.
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

// terminated ends the running motion, and reports that the program has ended.
func (s *server) terminated() {
	s.inbox.cancelMotion()
	s.broken, s.later = false, nil
	s.send(&dap.TerminatedEvent{Event: event("terminated")})
}

// evaluate returns the value of an expression.
func (s *server) evaluate(text string) (body dap.EvaluateResponseBody, err error) {
	v, err := s.d.Evaluate(text)
	body.Result = debugger.ValueText(v)
	if _, ok := s.d.Image().Symbol(text); ok && !debugger.IsRegister(text) {
		body.Result = fmt.Sprintf("%04Xh: byte %02X, word %04X", v,
			s.d.Machine().Memory[uint16(v)], s.d.Machine().Word(uint16(v)))
	}
	return body, err
}

// command executes a line typed in the console: any command of the debugger, or an expression.
func (s *server) command(line string) (body dap.EvaluateResponseBody, err error) {
	var out strings.Builder
	before, broken := s.d.Time().Now(), false
	do := func(ctx context.Context) error { return s.d.Do(ctx, &out, line) }
	if debugger.OnlyAsks(line) {
		err = do(s.ctx)
	} else {
		broken, err = s.whileMoving(do)
	}
	quits := errors.Is(err, debugger.ErrQuit)
	if v, noExpression := s.d.Evaluate(line); err != nil && !quits && noExpression == nil {
		out.WriteString(debugger.ValueText(v))
		err = nil
	}
	body.Result = strings.TrimRight(out.String(), "\n")
	s.afterResponse = func() {
		switch {
		case quits:
			s.terminated()
		case !s.moving && !broken && s.d.Time().Now() != before:
			s.stopped("step", s.d.LastStop())
		}
	}
	if quits {
		err = nil
	}
	return body, err
}
