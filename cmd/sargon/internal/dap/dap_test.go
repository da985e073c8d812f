package dap_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-dap"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	adapter "sargon78/cmd/sargon/internal/dap"
	"sargon78/cmd/sargon/internal/debug/debugtest"
	"sargon78/cmd/sargon/internal/debuggee"
	"sargon78/sargon/must"
)

// knight is a position with few moves.
const knight = "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20"

// client is an editor.
type client struct {
	t      *testing.T
	in     *bufio.Reader
	out    io.Writer
	seq    int
	events []dap.EventMessage // not yet looked at
	said   string
}

// serve starts an adapter and returns an editor connected to it.
func serve(t *testing.T) *client {
	t.Helper()
	here, there := net.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- adapter.Serve(context.Background(), there, there, t.TempDir())
		there.Close()
	}()
	c := &client{t: t, in: bufio.NewReader(here), out: here}
	t.Cleanup(func() {
		here.Close()
		require.NoError(t, <-ended)
	})
	return c
}

// ask sends a request and waits for its response; events that come before are kept.
func (c *client) ask(command string, arguments any) (json.RawMessage, error) {
	c.t.Helper()
	require.NoError(c.t, dap.WriteBaseMessage(c.out, c.request(command, arguments)))
	return c.response(c.seq)
}

func (c *client) request(command string, arguments any) []byte {
	c.seq++
	return must.Have(json.Marshal(object{"seq": c.seq, "type": "request", "command": command,
		"arguments": arguments}))
}

func (c *client) response(seq int) (json.RawMessage, error) {
	for {
		data := must.Have(dap.ReadBaseMessage(c.in))
		var head struct {
			Type       string          `json:"type"`
			RequestSeq int             `json:"request_seq"`
			Success    bool            `json:"success"`
			Message    string          `json:"message"`
			Body       json.RawMessage `json:"body"`
		}
		require.NoError(c.t, json.Unmarshal(data, &head))
		if head.Type == "event" {
			c.keep(data)
			continue
		}
		require.Equal(c.t, seq, head.RequestSeq)
		if !head.Success {
			return nil, errors.New(head.Message)
		}
		return head.Body, nil
	}
}

func (c *client) keep(data []byte) {
	m := must.Have(dap.DecodeProtocolMessage(data))
	if output, ok := m.(*dap.OutputEvent); ok {
		c.said += output.Body.Output
		return
	}
	c.events = append(c.events, m.(dap.EventMessage))
}

// event waits for the next event.
func (c *client) event() dap.EventMessage {
	c.t.Helper()
	for len(c.events) == 0 {
		data := must.Have(dap.ReadBaseMessage(c.in))
		c.keep(data)
	}
	e := c.events[0]
	c.events = c.events[1:]
	return e
}

// stopped waits for the program to stop, and returns why.
func (c *client) stopped() string {
	c.t.Helper()
	e, ok := c.event().(*dap.StoppedEvent)
	require.True(c.t, ok)
	require.Equal(c.t, strings.HasSuffix(e.Body.Reason, "breakpoint"), len(e.Body.HitBreakpointIds) > 0)
	return e.Body.Reason
}

// move has the program move, and returns why it stops.
func (c *client) move(command string) string {
	c.t.Helper()
	_, err := c.ask(command, object{"threadId": 1})
	require.NoError(c.t, err)
	return c.stopped()
}

// get asks, and reads the response.
func get[T any](c *client, command string, arguments any) T {
	c.t.Helper()
	body, err := c.ask(command, arguments)
	require.NoError(c.t, err, command)
	var t T
	if len(body) > 0 {
		require.NoError(c.t, json.Unmarshal(body, &t))
	}
	return t
}

type object = map[string]any

// launch goes through the beginning of a session as editors do.
func (c *client) launch(arguments object) {
	c.t.Helper()
	capabilities := get[dap.Capabilities](c, "initialize", object{"adapterID": "sargon"})
	assert.True(c.t, capabilities.SupportsStepBack)
	_, err := c.ask("launch", arguments)
	require.NoError(c.t, err)
	_, ok := c.event().(*dap.InitializedEvent)
	require.True(c.t, ok)
}

// points sets breakpoints, and returns what became of them.
func (c *client) points(command string, arguments object) []dap.Breakpoint {
	c.t.Helper()
	return get[dap.SetBreakpointsResponseBody](c, command, arguments).Breakpoints
}

// evaluate evaluates an expression, or in the context "repl" a command.
func (c *client) evaluate(expression, context string) string {
	c.t.Helper()
	return get[dap.EvaluateResponseBody](c, "evaluate",
		object{"expression": expression, "context": context}).Result
}

func (c *client) top() dap.StackFrame {
	c.t.Helper()
	frames := get[dap.StackTraceResponseBody](c, "stackTrace", object{"threadId": 1}).StackFrames
	require.NotEmpty(c.t, frames)
	return frames[0]
}

func TestASession(t *testing.T) {
	c := serve(t)
	_, err := c.ask("stackTrace", object{"threadId": 1})
	require.ErrorContains(t, err, "nothing is launched")
	c.launch(object{"fen": knight, "level": 1})
	assert.Contains(t, c.said, "before it searches")

	set := c.points("setBreakpoints", object{
		"source": object{"name": "evaluate.z80", "path": "/somewhere/evaluate.z80"},
		"breakpoints": []object{{"line": 34},
			{"line": 45, "condition": "[M3] == #e1", "hitCondition": "2"}, {"line": 999999}},
	})
	require.Len(t, set, 3)
	assert.True(t, set[0].Verified)
	assert.Equal(t, 34, set[0].Line)
	assert.False(t, set[2].Verified)
	assert.Contains(t, set[2].Message, "no instruction in line 999999")
	assert.Equal(t, "entry", c.move("configurationDone"))
	assert.Equal(t, "FNDMOV", c.top().Name)

	assert.Equal(t, "breakpoint", c.move("continue"))
	top := c.top()
	assert.Equal(t, 34, top.Line)
	assert.Equal(t, "evaluate.z80", top.Source.Name)
	text := get[dap.SourceResponseBody](c, "source",
		object{"sourceReference": top.Source.SourceReference})
	assert.Contains(t, text.Content, "POINTS:")

	assert.Equal(t, "breakpoint", c.move("continue"))
	assert.Equal(t, 34, c.top().Line, "the other one comes the second time only")

	for _, step := range []struct {
		command string
		line    int
	}{{"stepIn", 35}, {"stepBack", 34}, {"next", 35}} {
		assert.Equal(t, "step", c.move(step.command), step.command)
		assert.Equal(t, step.line, c.top().Line, step.command)
	}
	assert.Contains(t, []string{"step", "breakpoint"}, c.move("stepOut"))
	assert.Equal(t, "breakpoint", c.move("reverseContinue"))

	scopes := get[dap.ScopesResponseBody](c, "scopes", object{"frameId": 1}).Scopes
	names := map[string]string{}
	for _, scope := range scopes {
		for _, v := range get[dap.VariablesResponseBody](c, "variables",
			object{"variablesReference": scope.VariablesReference}).Variables {
			names[scope.Name+"/"+v.Name] = v.Value
		}
		names[scope.Name+"/"] = fmt.Sprint(get[dap.DataBreakpointInfoResponseBody](c, "dataBreakpointInfo",
			object{"variablesReference": scope.VariablesReference, "name": "d5"}).DataId)
	}
	for name, value := range map[string]string{
		"Variables/PLYMAX": "01", "Board/d5": "black queen", "Search/ply": "of level 1", "Time/T-states": " (",
		"Registers/PC": "", "Flags/F.Z": "", "Alternate registers/HL'": "", "Board/": "@d5",
	} {
		require.Contains(t, names, name)
		assert.Contains(t, names[name], value)
	}

	assert.Equal(t, "2 = 02h", c.evaluate("[PLYMAX] + 1", ""))
	assert.Contains(t, c.evaluate("PLYMAX", "hover"), "byte 01")
	// What editors seldom ask for, the console does.
	_, err = c.ask("readMemory", object{"memoryReference": "0x1000", "count": 2})
	require.ErrorContains(t, err, "readMemory is not supported")
	assert.Contains(t, c.evaluate("memory PLYMAX 1", "repl"), " 01")
	c.evaluate("set BC = 12ABh", "repl")
	assert.Contains(t, c.evaluate("BC", ""), "12AB")
	lines := get[dap.DisassembleResponseBody](c, "disassemble", object{
		"memoryReference": c.top().InstructionPointerReference, "instructionOffset": -3,
		"instructionCount": 6,
	}).Instructions
	require.Len(t, lines, 6)
	assert.Equal(t, c.top().InstructionPointerReference, lines[3].Address)

	// Watch points.
	info := get[dap.DataBreakpointInfoResponseBody](c, "dataBreakpointInfo", object{"name": "MTRL"})
	assert.Equal(t, "MTRL", info.DataId)
	c.points("setBreakpoints", object{"source": object{"name": "evaluate.z80"}})
	assert.Equal(t, "no breakpoints and no watchpoints", c.evaluate("points", "repl"))
	data := c.points("setDataBreakpoints",
		object{"breakpoints": []object{{"dataId": "MTRL", "accessType": "write"}}})
	assert.True(t, data[0].Verified)
	assert.Equal(t, "data breakpoint", c.move("continue"))
	get[dap.EvaluateResponseBody](c, "evaluate", object{"expression": "run", "context": "repl"})
	assert.Equal(t, "data breakpoint", c.stopped(), "in the console too")

	_, err = c.ask("disconnect", object{})
	require.NoError(t, err)
	_, err = dap.ReadBaseMessage(c.in)
	require.ErrorIs(t, err, io.EOF)
}

// A listing of the user's own has paths that the editor can open.
func TestAListing(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "tiny.asm")
	const listing = "START\tEQU\t1000H\n\tORG\tSTART\n" +
		"DRIVER:\tLD\tA,5\nLOOP:\tDEC\tA\n\tJR\tNZ,LOOP\n\tHALT\n"
	require.NoError(t, os.WriteFile(file, []byte(listing), 0o644))
	c := serve(t)
	c.launch(object{"program": file})
	set := c.points("setBreakpoints", object{
		"source": object{"path": file}, "breakpoints": []object{{"line": 4, "condition": "A == 3"}},
	})
	require.True(t, set[0].Verified)
	assert.Equal(t, "entry", c.move("configurationDone"))
	assert.Equal(t, "breakpoint", c.move("continue"))
	assert.Equal(t, file, c.top().Source.Path)
	assert.Equal(t, 4, c.top().Line)
	c.move("continue")
	assert.Contains(t, c.said, "HALT")
	c.evaluate("quit", "repl")
	assert.IsType(t, &dap.TerminatedEvent{}, c.event())
}

// A run is interrupted by a pause, also by one that comes with it, by its end, and by breakpoints that
// are set meanwhile.
func TestPause(t *testing.T) { synctest.Test(t, testPause) }

func testPause(t *testing.T) {
	c := serve(t)
	c.launch(object{"case": "level 6 startpos moves e2e4 e7e5"})
	c.move("configurationDone")
	for _, end := range []string{"pause", "pause", "pause", "terminate", "terminate"} {
		var both bytes.Buffer
		for _, command := range []string{"continue", end} {
			require.NoError(t, dap.WriteBaseMessage(&both, c.request(command, object{"threadId": 1})))
		}
		must.Have(both.WriteTo(c.out))
		must.Have(c.response(c.seq - 1))
		must.Have(c.response(c.seq))
		if c.event(); end == "pause" { // and when it runs
			get[dap.ContinueResponseBody](c, "continue", object{"threadId": 1})
			must.Have(c.ask("pause", object{"threadId": 1}))
			assert.Equal(t, "pause", c.stopped())
		}
		synctest.Wait() // it rests, and does not search for minutes
	}
	get[dap.ContinueResponseBody](c, "continue", object{"threadId": 1})
	c.points("setDataBreakpoints",
		object{"breakpoints": []object{{"dataId": "NPLY", "accessType": "write"}}})
	assert.Equal(t, "data breakpoint", c.stopped(), "it went on by itself")
}

// What cannot be done is refused, and nothing ends by it.
func TestWhatEditorsGetWrong(t *testing.T) {
	c := serve(t)
	refuses := func(command string, arguments object, why string) {
		_, err := c.ask(command, arguments)
		require.ErrorContains(t, err, why, command)
	}
	refuses("launch", object{"program": "none.asm", "fen": knight}, "none.asm")
	refuses("launch", object{"level": "x"}, "launch: level cannot be a string: want int")
	refuses("noSuchRequest", object{}, "noSuchRequest")
	c.launch(object{"fen": knight, "against": "0x88", "stopOnEntry": false})
	require.Contains(t, c.said, "level 2")
	require.Equal(t, "entry", c.move("configurationDone"), "where they differ, or would")
	refuses("launch", object{"fen": knight}, "launched already")
	refuses("stackTrace", object{"threadId": 77}, "there is no thread 77")
	refuses("next", object{"threadId": 77}, "there is no thread 77")
	refuses("scopes", object{"frameId": 999}, "there is no frame 999")
	refuses("variables", object{"variablesReference": 99}, "no group of variables 99")
	refuses("disassemble", object{"memoryReference": "0x12345"}, "not an address")
	refuses("source", object{"sourceReference": 99}, "no such source")
	refuses("source", object{"sourceReference": 0}, "no such source")
	refuses("evaluate", object{"expression": "1 +"}, "")
	refuses("goto", object{"threadId": 1}, "goto is not supported")

	require.Equal(t, "entry", c.move("stepBack"), "the beginning is no exception")
	require.Equal(t, "entry", c.move("reverseContinue"))

	c.seq++
	const noNumber = `{"seq": %d, "type": "request", "command": "next", "arguments": {"threadId": "x"}}`
	require.NoError(t, dap.WriteBaseMessage(c.out, fmt.Appendf(nil, noNumber, c.seq)))
	data := must.Have(dap.ReadBaseMessage(c.in))
	require.Contains(t, string(data), "no message of the protocol")
	require.Contains(t, string(data), fmt.Sprintf(`"request_seq":%d`, c.seq))
	require.NoError(t, dap.WriteBaseMessage(c.out, []byte("{rubbish")))
	must.Have(dap.ReadBaseMessage(c.in))
	c.top()
}

// console is the editor's console as scripts drive it.
type console struct{ *client }

func (c console) Do(t *testing.T, command string) (string, error) {
	c.said = ""
	before := len(c.events)
	body, err := c.ask("evaluate", object{"expression": command, "context": "repl"})
	if err != nil {
		return "", err
	}
	var r dap.EvaluateResponseBody
	require.NoError(t, json.Unmarshal(body, &r))
	assert.Equal(t, 0, before)
	// What else an editor shows: the stack, and the search.
	seen := r.Result
	for _, frame := range get[dap.StackTraceResponseBody](c.client, "stackTrace",
		object{"threadId": 1}).StackFrames {
		seen += "\n" + frame.Name
	}
	for len(c.events) > 0 {
		c.event()
	}
	return seen, nil
}

// The scripts that package debug plays in lines and on the terminal, in an editor.
func TestScripts(t *testing.T) {
	debugtest.Run(t, func(t *testing.T, o debuggee.Target) debugtest.Front {
		c := serve(t)
		c.launch(object{"case": o.Case})
		c.move("configurationDone")
		return console{c}
	})
}

func FuzzServe(f *testing.F) {
	f.Add(`{"seq":1,"type":"request","command":"initialize","arguments":{}}`)
	f.Add(`{"seq":1,"type":"request","command":"variables","arguments":{"variablesReference":1}}`)
	f.Fuzz(func(t *testing.T, message string) {
		var in strings.Builder
		require.NoError(t, dap.WriteBaseMessage(&in, []byte(message)))
		_ = adapter.Serve(context.Background(), strings.NewReader(in.String()), io.Discard, "")
	})
}
