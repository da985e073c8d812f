package debug

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/debuggee"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/cmd/sargon/internal/terminal/terminaltest"
)

// terminal is the debugger on a screen that only the test sees.
type person struct {
	t   *testing.T
	app *app
	sim tcell.SimulationScreen
}

func newTerminal(t *testing.T, d *debuggee.Debugger, width, height int) *person {
	t.Helper()
	sim := terminaltest.New(t, width, height)
	return &person{t, newApp(context.Background(), sim, terminal.NewLoop(), d), sim}
}

// settle handles events until no command runs.
func (x *person) settle() {
	for x.app.busy != nil || x.sim.HasPendingEvent() {
		if x.sim.HasPendingEvent() {
			x.app.Handle(x.sim.PollEvent())
			continue
		}
		(<-x.app.loop.Posts)()
	}
}

// press presses keys, named ones and letters, and waits after each; then these words are seen.
func (x *person) press(keys string, words ...string) {
	x.t.Helper()
	for _, event := range terminaltest.Events(keys) {
		x.sim.InjectKey(event.Key(), event.Rune(), tcell.ModNone)
		x.settle()
	}
	for _, w := range words {
		assert.Contains(x.t, x.shown(), w)
	}
}

// shown is the screen as text.
func (x *person) shown() string {
	_ = x.app.Draw() // it does not fail
	return terminaltest.Text(x.sim)
}

// Do types a command.
func (x *person) Do(_ *testing.T, line string) (seen string, err error) {
	before := len(x.app.log)
	x.press(":" + line + "<Enter>")
	said := strings.Join(x.app.log[before:], "\n")
	if x.app.failed {
		return "", errors.New(said)
	}
	return said + x.shown(), nil
}

// Every key in the help does what its command does.
func TestKeysAndCommandsAgree(t *testing.T) {
	for _, b := range commandKeys {
		if strings.HasSuffix(b.command, " ") || b.command == "origin" {
			continue
		}
		capital := b.names[0] >= 'A' && b.names[0] <= 'Z'
		assert.Equal(t, capital, strings.HasPrefix(b.command, "back"), b.names)
		byKey := open(t, debuggee.Target{FEN: knight, Level: 1})
		byWord := open(t, debuggee.Target{FEN: knight, Level: 1})
		x := newTerminal(t, byKey, 110, 40)
		for _, d := range []*debuggee.Debugger{byKey, byWord} {
			_, err := plain(t, d, "goto eval 4", "step 50")
			require.NoError(t, err)
		}
		x.press(b.names[:1])
		_, err := plain(t, byWord, b.command)
		require.NoError(t, err, b.command)
		assert.Equal(t, byWord.Time().Now(), byKey.Time().Now(), b.names)
		assert.NotZero(t, byKey.MotionTStates(), b.names)
		assert.Contains(t, strings.Join(x.app.helpLines(76), "\n"), b.help)
	}
}

func TestTheTerminal(t *testing.T) {
	d := open(t, debuggee.Target{FEN: knight, Level: 1, Folder: t.TempDir()})
	x := newTerminal(t, d, 110, 40)
	assert.Contains(t, x.shown(), "FNDMOV")
	assert.Contains(t, x.shown(), "registers")

	x.press("<F1>", "back to the last write to an address")
	x.press("<Down>z", "registers")

	x.press("e", "evaluation 0")
	x.press("g3<Enter>", "evaluation 3")
	x.press("wMTRL<Enter>", "MTRL becomes", ">209A")

	// The cursor, a breakpoint there, and to it.
	x.press("<Down>b", "* 209B")
	x.press("c", "breakpoint 1")
	x.press("b")
	assert.Empty(t, d.Points())
	x.press("<Up>T", " >209A")
	x.press("d", "disassembly")
	x.press("<PgUp><Home>d")

	// The square under the cursor.
	x.press("<Tab>")
	x.press(strings.Repeat("<Down>", 8), "e1 = 25: empty")
	x.press("<Tab>xSCORE<Enter>", "memory: SCORE", "1253 ")

	// Completion, earlier commands, and leaving the line.
	x.press(":bre<Tab>PINF<Tab>", ":break PINFND")
	x.press("<Esc>:<Up><Up>", ":back write MTRL")
	x.press("<Down>", ":memory SCORE")
	x.press("<Ctrl-U><Backspace>")

	x.press("<F2>", "no screen")
	x.press("q")
	assert.True(t, x.app.leaving)
}

func TestStatesAreSavedAndLoaded(t *testing.T) {
	d := open(t, debuggee.Target{FEN: knight, Level: 1, Folder: t.TempDir()})
	x := newTerminal(t, d, 110, 40)
	x.press("ee<F6>first?<Enter>", "is no name for a state")
	x.press("<Backspace><Enter>", `saved as "first"`)
	then := d.Time().Now()
	x.press("eee<F6><Down>", "search of embedded", "5 . . . q . . . .")
	x.press("<Enter>")
	assert.Equal(t, then, d.Time().Now())
	assert.Contains(t, x.shown(), "evaluation 1")
	x.press("<F6><Down><Delete>y<Enter><Esc>")
	_, err := d.Folder().Load("first")
	assert.Error(t, err)
}

func TestTheMachinesScreen(t *testing.T) {
	x := newTerminal(t, open(t, debuggee.Target{Level: 1}), 110, 40)
	x.press("c", "waits for a key")
	for _, e := range terminaltest.Events("<F2>w1n") { // a key waits while the one before is at work
		x.sim.InjectKey(e.Key(), e.Rune(), tcell.ModNone)
	}
	for x.sim.HasPendingEvent() {
		x.app.Handle(x.sim.PollEvent())
	}
	x.settle()
	assert.Contains(t, x.shown(), "Keys go to the program")
	assert.Contains(t, x.shown(), "SARGON DEPTH 1")
	x.press("<Esc>", "registers")
}

func TestARunIsEndedByAKey(t *testing.T) {
	d := open(t, debuggee.Target{Case: "level 6 startpos moves e2e4 e7e5", Level: 1})
	x := newTerminal(t, d, 110, 40)
	x.sim.InjectKey(tcell.KeyRune, 'c', tcell.ModNone)
	x.app.Handle(x.sim.PollEvent())
	require.NotNil(t, x.app.busy)
	x.app.began = time.Time{}
	assert.Contains(t, x.shown(), "run … Esc ends it")
	x.press("<Esc>", "stopped by a key")
}

func TestSmallTerminals(t *testing.T) {
	d := open(t, debuggee.Target{FEN: knight, Level: 1})
	for _, width := range []int{24, 40} {
		words := strings.Join(strings.Fields(newTerminal(t, d, width, 12).shown()), " ")
		assert.Contains(t, words, "needs 60×20. F10 leaves; sargon debug --plain")
	}
	assert.Contains(t, newTerminal(t, d, 80, 24).shown(), "registers")
	assert.Contains(t, newTerminal(t, d, 60, 20).shown(), "registers")
}
