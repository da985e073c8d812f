package dap_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-dap"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	adapter "sargon78/cmd/sargon/internal/dap"
	"sargon78/sargon/must"
)

// longCall is a program with a call that takes millions of T-states, and then an endless loop. LOOPS
// counts in HL how often it has run.
const longCall = `START	EQU	1000H
	ORG	START
DRIVER:	NOP
	CALL	LONG
	LD	HL,0
LOOPS:	INC	HL	; line 6

	NOP
	JR	LOOPS
LONG:	LD	BC,0
INNER:	DEC	BC
	LD	A,B
	OR	C
	JR	NZ,INNER
	DEC	BC
SECOND:	DEC	BC
	LD	A,B
	OR	C
	JR	NZ,SECOND
	RET
DATA:	DB	1,2,3	; line 21
TEXT:	DB	"abc"
	; a comment
ENTRY:	LD	A,5	; line 24
	RET
TABLE:	DW	1
`

// listing writes a program to a file, and returns its name.
func listing(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a program.asm")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	return file
}

// started launches a program and stops at its entry.
func started(t *testing.T, text string) (c *client, file string) {
	t.Helper()
	c, file = serve(t), listing(t, text)
	c.launch(object{"program": file})
	require.Equal(t, "entry", c.move("configurationDone"))
	return c, file
}

// sources are breakpoints in lines of a file.
func sources(file string, lines ...object) object {
	return object{"source": object{"path": file}, "breakpoints": lines}
}

// together sends requests in one write, and returns their numbers.
func (c *client) together(requests ...object) (numbers []int) {
	c.t.Helper()
	var all bytes.Buffer
	for _, r := range requests {
		command := r["command"].(string)
		require.NoError(c.t, dap.WriteBaseMessage(&all, c.request(command, r["arguments"])))
		numbers = append(numbers, c.seq)
	}
	must.Have(all.WriteTo(c.out))
	return numbers
}

// quiet checks that no event has come that nobody has looked at.
func (c *client) quiet() {
	c.t.Helper()
	_, err := c.ask("threads", object{})
	require.NoError(c.t, err)
	require.Empty(c.t, c.events)
}

func request(command string, arguments object) object {
	return object{"command": command, "arguments": arguments}
}

// questionsOf are all that an editor may ask while the program moves; those that are not supported are
// refused, and end nothing either.
func questionsOf(file string) []object {
	return []object{
		request("threads", object{}), request("stackTrace", object{"threadId": 1}),
		request("scopes", object{"frameId": 1}), request("variables", object{"variablesReference": 1}),
		request("evaluate", object{"expression": "PC"}), request("evaluate", object{"expression": "PC", "context": "hover"}),
		request("evaluate", object{"expression": "memory DATA", "context": "repl"}),
		request("evaluate", object{"expression": "rubbish", "context": "repl"}),
		request("setBreakpoints", sources(file, object{"line": 24})),
		request("setDataBreakpoints", object{"breakpoints": []object{{"dataId": "TABLE", "accessType": "write"}}}),
		request("setExceptionBreakpoints", object{"filters": []string{}}),
		request("dataBreakpointInfo", object{"name": "TABLE"}),
		request("disassemble", object{"memoryReference": "0x1000", "instructionCount": 3}),
		request("source", object{"sourceReference": 1}), request("readMemory", object{"memoryReference": "0x1000", "count": 1}),
		request("breakpointLocations", object{"source": object{"path": file}, "line": 1}),
		request("loadedSources", object{}), request("noSuchRequest", object{}),
		request("initialize", object{"adapterID": "again"}), request("launch", object{}),
		request("pause", object{"threadId": 77}), request("stackTrace", object{"threadId": 77}),
	}
}

// Every motion comes to its own end and says so once, whatever is asked with it, in one write; the
// questions are answered.
func TestQuestionsEndNoMotion(t *testing.T) {
	const afterCall, inCall, entry = 5, 11, 3
	for _, m := range []struct {
		command    string
		from, to   int    // lines
		reason     string // of the end
		breakpoint int    // line of one; 0: none
	}{
		{"next", 4, afterCall, "step", 0},
		{"stepIn", 4, 10, "step", 0},
		{"stepOut", inCall, afterCall, "step", 0},
		{"stepBack", afterCall, 20, "step", 0},
		{"continue", 4, afterCall, "breakpoint", afterCall},
		{"reverseContinue", 8, entry, "entry", 0},
		{"reverseContinue", 8, 4, "breakpoint", 4},
	} {
		file := listing(t, longCall)
		for _, q := range questionsOf(file) {
			c := serve(t)
			c.launch(object{"program": file})
			require.Equal(t, "entry", c.move("configurationDone"))
			c.evaluate(fmt.Sprintf("to a program.asm:%d", m.from), "repl")
			require.Equal(t, "step", c.stopped())
			require.Equal(t, m.from, c.top().Line)
			if m.breakpoint > 0 {
				c.evaluate(fmt.Sprintf("break a program.asm:%d", m.breakpoint), "repl")
			}
			numbers := c.together(request(m.command, object{"threadId": 1}), q)
			_, err := c.response(numbers[0])
			require.NoError(t, err)
			_, _ = c.response(numbers[1])
			what := fmt.Sprintf("%s, %v", m.command, q)
			require.Equal(t, m.reason, c.stopped(), what)
			require.Equal(t, m.to, c.top().Line, what)
			c.quiet()
		}
	}
}

// While the program runs without end, questions are answered, and what moves or changes it waits.
func TestQuestionsOfARun(t *testing.T) {
	c, file := started(t, longCall)
	c.together(request("continue", object{"threadId": 1}))
	_, err := c.response(c.seq)
	require.NoError(t, err)
	for _, q := range questionsOf(file) {
		_, err := c.ask(q["command"].(string), q["arguments"])
		require.False(t, err != nil && strings.Contains(err.Error(), "interrupted"), err)
	}
	for c.top().Line > 9 { // it runs: at first in the long call
	}
	require.Empty(t, c.events, "it has not stopped")

	// Motions and changes wait, and pause ends them all.
	c.together(request("next", object{"threadId": 1}), request("continue", object{"threadId": 1}),
		request("evaluate", object{"expression": "set DE = 1234h", "context": "repl"}),
		request("evaluate", object{"expression": "DE"}), request("pause", object{"threadId": 1}))
	answers := map[int]json.RawMessage{}
	for n := c.seq - 4; len(answers) < 5; {
		number, body := c.any()
		require.GreaterOrEqual(t, number, n)
		answers[number] = body
	}
	require.Equal(t, "pause", c.stopped())
	assert.Contains(t, c.evaluate("DE", ""), "1234")
	c.quiet()

	// It stands: there is nothing to report anew.
	_, err = c.ask("pause", object{"threadId": 1})
	require.NoError(t, err)
	c.quiet()

	// The console's motions are motions, too.
	c.together(request("evaluate", object{"expression": "run", "context": "repl"}),
		request("stackTrace", object{"threadId": 1}))
	_, err = c.response(c.seq)
	require.NoError(t, err)
	c.together(request("pause", object{"threadId": 1}))
	_, err = c.response(c.seq - 2)
	require.ErrorContains(t, err, "interrupted")
	_, err = c.response(c.seq)
	require.NoError(t, err)
	require.Equal(t, "pause", c.stopped())
	c.quiet()

	// The console ends the program while it runs.
	c.together(request("continue", object{"threadId": 1}))
	_, err = c.response(c.seq)
	require.NoError(t, err)
	c.evaluate("quit", "repl")
	require.IsType(t, &dap.TerminatedEvent{}, c.event())
}

// any reads the next response, whatever it is to.
func (c *client) any() (number int, body json.RawMessage) {
	c.t.Helper()
	for {
		data := must.Have(dap.ReadBaseMessage(c.in))
		var head struct {
			Type       string          `json:"type"`
			RequestSeq int             `json:"request_seq"`
			Body       json.RawMessage `json:"body"`
		}
		require.NoError(c.t, json.Unmarshal(data, &head))
		if head.Type != "event" {
			return head.RequestSeq, head.Body
		}
		c.keep(data)
	}
}

// Motions that come together are done one after the other.
func TestMotionsOneAfterTheOther(t *testing.T) {
	c, _ := started(t, longCall)
	c.move("next")
	c.together(request("next", object{"threadId": 1}), request("stepIn", object{"threadId": 1}),
		request("stepBack", object{"threadId": 1}), request("stepIn", object{"threadId": 1}))
	for n := c.seq - 3; n <= c.seq; n++ {
		_, err := c.response(n)
		require.NoError(t, err)
	}
	for range 4 {
		require.Equal(t, "step", c.stopped())
	}
	require.Equal(t, 6, c.top().Line)
	c.quiet()
}

// Points that are set while the program runs stop it, and a count goes on over such changes.
func TestPointsOfARun(t *testing.T) {
	c, file := started(t, longCall)
	const times = 60_000
	c.evaluate(fmt.Sprintf("break LOOPS count %d", times), "repl")
	c.together(request("continue", object{"threadId": 1}))
	_, err := c.response(c.seq)
	require.NoError(t, err)
	for i := 0; len(c.events) == 0; i++ {
		line := []int{24, 25}[i%2]
		require.True(t, c.points("setBreakpoints", sources(file, object{"line": line}))[0].Verified)
	}
	require.Equal(t, "breakpoint", c.stopped())
	require.Contains(t, c.evaluate("HL", ""), fmt.Sprint(times-1))

	c.evaluate("delete all", "repl")
	c.together(request("continue", object{"threadId": 1}))
	_, err = c.response(c.seq)
	require.NoError(t, err)
	c.top()
	require.Empty(t, c.events)
	c.points("setBreakpoints", sources(file, object{"line": 8}))
	require.Equal(t, "breakpoint", c.stopped())
	require.Equal(t, 8, c.top().Line)

	// Back, too: it goes to the point that is set last.
	c.points("setBreakpoints", sources(file))
	c.together(request("reverseContinue", object{"threadId": 1}),
		request("setBreakpoints", sources(file, object{"line": 4})))
	for n := c.seq - 1; n <= c.seq; n++ {
		_, err = c.response(n)
		require.NoError(t, err)
	}
	require.Equal(t, "breakpoint", c.stopped())
	require.Equal(t, 4, c.top().Line)
	c.quiet()
}

// A breakpoint on a line without an instruction goes to the next one that has one, and says so.
func TestBreakpointsBesideInstructions(t *testing.T) {
	c, file := started(t, longCall)
	var lines []object
	wants := map[int]int{1: 3, 2: 3, 3: 3, 7: 8, 21: 24, 22: 24, 23: 24, 24: 24, 26: 0, 99: 0}
	for line := range wants {
		lines = append(lines, object{"line": line})
	}
	for i, p := range c.points("setBreakpoints", sources(file, lines...)) {
		line := lines[i]["line"].(int)
		require.Equal(t, wants[line] != 0, p.Verified, line)
		require.Equal(t, wants[line], p.Line, line)
		if !p.Verified {
			require.Contains(t, p.Message, "the last is in line 25")
		}
	}
	require.False(t, c.points("setBreakpoints", sources("other.asm", object{"line": 1}))[0].Verified)
}

// A file is found by its whole path, though another one has the same name.
func TestBreakpointsInFilesOfOneName(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "sub"), 0o755))
	for name, text := range map[string]string{
		"main.asm": "\tORG 1000H\nDRIVER:\tNOP\n\tINCLUDE \"sub/x.asm\"\n\tINCLUDE \"x.asm\"\n\tHALT\n",
		"x.asm":    "\tLD A,1\n", "sub/x.asm": "\tLD A,2\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o644))
	}
	c := serve(t)
	c.launch(object{"program": filepath.Join(dir, "main.asm")})
	for name, addr := range map[string]string{"x.asm": "0x1003", "sub/x.asm": "0x1001"} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		p := c.points("setBreakpoints", sources(file, object{"line": 1}))[0]
		require.True(t, p.Verified)
		require.Equal(t, addr, p.InstructionReference)
		require.Equal(t, file, p.Source.Path)
	}
}

// The server ends with its editor, whatever runs.
func TestTheServerEndsWithItsEditor(t *testing.T) {
	endless := func(message ...object) string {
		all := []object{
			request("initialize", object{}), request("launch", object{"program": listing(t, longCall)}),
			request("configurationDone", object{}),
		}
		var text strings.Builder
		for i, m := range append(all, message...) {
			m["seq"], m["type"] = i+1, "request"
			require.NoError(t, dap.WriteBaseMessage(&text, must.Have(json.Marshal(m))))
		}
		return text.String()
	}
	run := request("continue", object{"threadId": 1})
	console := request("evaluate", object{"expression": "run", "context": "repl"})
	many := request("evaluate", object{"expression": "step 1000000000", "context": "repl"})
	for name, requests := range map[string]string{
		"a run": endless(run), "a run of the console": endless(console), "many steps": endless(many),
		"several": endless(run, request("threads", object{}), console, run),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			require.NoError(t, adapter.Serve(context.Background(), strings.NewReader(requests), &out, ""))
			require.Contains(t, out.String(), `"command":"configurationDone"`)
		})
	}

	// What was asked before the end of the stream is done.
	var out bytes.Buffer
	requests := endless(request("next", object{"threadId": 1}), request("next", object{"threadId": 1}),
		request("evaluate", object{"expression": "PC"}))
	require.NoError(t, adapter.Serve(context.Background(), strings.NewReader(requests), &out, ""))
	require.Equal(t, 2, strings.Count(out.String(), `"reason":"step"`))
	require.Contains(t, out.String(), `"command":"evaluate","body":{"result":`)

	// A stream that breaks is an error.
	broken := endless(run) + "Content-Length: x\r\n\r\n"
	require.Error(t, adapter.Serve(context.Background(), strings.NewReader(broken), io.Discard, ""))

	// Disconnect ends what runs at once, and so does an editor that takes no answers any more.
	out.Reset()
	requests = endless(run, request("disconnect", object{}))
	stays, _ := net.Pipe()
	in := io.MultiReader(strings.NewReader(requests), stays)
	require.NoError(t, adapter.Serve(context.Background(), in, &out, ""))
	require.Contains(t, out.String(), `"command":"disconnect"`)
	in = io.MultiReader(strings.NewReader(endless(run)), stays)
	require.NoError(t, adapter.Serve(context.Background(), in, deaf{}, ""))
}

// deaf takes no answers.
type deaf struct{}

func (deaf) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
