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

	"sargon78/cmd/sargon/internal/debug/debugtest"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/terminal"
)

// terminal is the debugger on a screen that only the test sees.
type person struct {
	t   *testing.T
	app *app
	sim tcell.SimulationScreen
}

func newTerminal(t *testing.T, d *launch.Debugger, width, height int) *person {
	t.Helper()
	sim := tcell.NewSimulationScreen("UTF-8")
	require.NoError(t, sim.Init())
	sim.SetSize(width, height)
	t.Cleanup(sim.Fini)
	a := newApp(context.Background(), sim, terminal.NewLoop(), d)
	return &person{t: t, app: a, sim: sim}
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

func (x *person) key(k tcell.Key, r rune) {
	x.sim.InjectKey(k, r, tcell.ModNone)
	x.settle()
}

func (x *person) press(keys string) {
	for _, r := range keys {
		x.key(tcell.KeyRune, r)
	}
}

// shown is the screen as text.
func (x *person) shown() string {
	_ = x.app.Draw() // it does not fail
	cells, width, _ := x.sim.GetContents()
	var b strings.Builder
	for i, c := range cells {
		if i%width == 0 {
			b.WriteString("\n")
		}
		b.WriteString(string(c.Runes))
	}
	return b.String()
}

// Do types a command.
func (x *person) Do(_ *testing.T, line string) (seen string, err error) {
	before := len(x.app.log)
	x.press(":" + line)
	x.key(tcell.KeyEnter, 0)
	said := strings.Join(x.app.log[before:], "\n")
	if x.app.failed {
		return "", errors.New(said)
	}
	return said + x.shown(), nil
}

func TestScriptsOnTheTerminal(t *testing.T) {
	debugtest.Run(t, func(t *testing.T, o launch.Target) debugtest.Front {
		return newTerminal(t, open(t, o), 140, 60)
	})
}

// Every key in the help does what its command does.
func TestKeysAndCommandsAgree(t *testing.T) {
	for _, b := range commandKeys {
		if strings.HasSuffix(b.command, " ") || b.command == "origin" {
			continue
		}
		byKey := open(t, launch.Target{FEN: knight, Level: 2})
		byWord := open(t, launch.Target{FEN: knight, Level: 2})
		x := newTerminal(t, byKey, 110, 40)
		for _, d := range []*launch.Debugger{byKey, byWord} {
			_, err := plain(t, d, "goto eval 20", "step 500")
			require.NoError(t, err)
		}
		x.press(b.names[:1])
		_, err := plain(t, byWord, b.command)
		require.NoError(t, err, b.command)
		assert.Equal(t, byWord.Time().Now(), byKey.Time().Now(), b.names)
		assert.NotZero(t, byKey.Since(), b.names)
		assert.Contains(t, strings.Join(x.app.helpLines(76), "\n"), b.help)
	}
}

func TestTheTerminal(t *testing.T) {
	d := open(t, launch.Target{FEN: knight, Level: 1, Folder: t.TempDir()})
	x := newTerminal(t, d, 110, 40)
	assert.Contains(t, x.shown(), "FNDMOV")
	assert.Contains(t, x.shown(), "registers")

	x.key(tcell.KeyF1, 0)
	assert.Contains(t, x.shown(), "back to the last write to a cell")
	x.key(tcell.KeyDown, 0)
	x.press("z")
	assert.Contains(t, x.shown(), "registers")

	x.press("e")
	assert.Contains(t, x.shown(), "evaluation 0")
	x.press("g3")
	x.key(tcell.KeyEnter, 0)
	assert.Contains(t, x.shown(), "evaluation 3")
	x.press("wMTRL")
	x.key(tcell.KeyEnter, 0)
	assert.Contains(t, x.shown(), "MTRL becomes")
	assert.Contains(t, x.shown(), ">209A")

	// The cursor, a breakpoint there, and to it.
	x.key(tcell.KeyDown, 0)
	x.press("b")
	assert.Contains(t, x.shown(), "* 209B")
	x.press("c")
	assert.Contains(t, x.shown(), "breakpoint 1")
	x.press("b")
	assert.Empty(t, d.Points())
	x.key(tcell.KeyUp, 0)
	x.press("T")
	assert.Contains(t, x.shown(), " >209A")
	x.press("d")
	assert.Contains(t, x.shown(), "disassembly")
	x.key(tcell.KeyPgUp, 0)
	x.key(tcell.KeyHome, 0)
	x.press("d")

	// The square under the cursor.
	x.key(tcell.KeyTab, 0)
	for range 8 {
		x.key(tcell.KeyDown, 0)
	}
	assert.Contains(t, x.shown(), "e1 = 25: empty")
	x.key(tcell.KeyTab, 0)
	x.press("xSCORE")
	x.key(tcell.KeyEnter, 0)
	assert.Contains(t, x.shown(), "memory: SCORE")
	assert.Contains(t, x.shown(), "1253 ")

	// Completion, earlier commands, and leaving the line.
	x.press(":bre")
	x.key(tcell.KeyTab, 0)
	x.press("PINF")
	x.key(tcell.KeyTab, 0)
	assert.Contains(t, x.shown(), ":break PINFND")
	x.key(tcell.KeyEscape, 0)
	x.press(":")
	x.key(tcell.KeyUp, 0)
	assert.Contains(t, x.shown(), ":memory SCORE")
	x.key(tcell.KeyCtrlU, 0)
	x.key(tcell.KeyBackspace, 0)

	x.key(tcell.KeyF2, 0)
	assert.Contains(t, x.shown(), "no screen")
	x.shown() // so that the places of its parts are known
	x.sim.InjectMouse(90, 7, tcell.Button1, tcell.ModNone)
	x.settle()
	x.press("q")
	assert.True(t, x.app.leaving)
}

func TestStatesAreSavedAndLoaded(t *testing.T) {
	d := open(t, launch.Target{FEN: knight, Level: 1, Folder: t.TempDir()})
	x := newTerminal(t, d, 110, 40)
	x.press("ee")
	x.key(tcell.KeyF6, 0)
	x.press("first?")
	x.key(tcell.KeyEnter, 0)
	assert.Contains(t, x.shown(), "is no name for a state")
	x.key(tcell.KeyBackspace, 0)
	x.key(tcell.KeyEnter, 0)
	assert.Contains(t, x.shown(), `kept as "first"`)
	then := d.Time().Now()
	x.press("eee")
	x.key(tcell.KeyF6, 0)
	x.key(tcell.KeyDown, 0)
	assert.Contains(t, x.shown(), "search of embedded")
	assert.Contains(t, x.shown(), "5 . . . q . . . .")
	x.key(tcell.KeyEnter, 0)
	assert.Equal(t, then, d.Time().Now())
	assert.Contains(t, x.shown(), "evaluation 1")
	x.key(tcell.KeyF6, 0)
	x.key(tcell.KeyDown, 0)
	x.key(tcell.KeyDelete, 0)
	x.press("y")
	x.key(tcell.KeyEscape, 0)
	_, err := d.Folder().Load("first")
	assert.Error(t, err)
}

func TestTheMachinesScreen(t *testing.T) {
	x := newTerminal(t, open(t, launch.Target{Level: 1}), 110, 40)
	x.press("c")
	assert.Contains(t, x.shown(), "waits for a key")
	x.key(tcell.KeyF2, 0)
	x.press("w1n")
	assert.Contains(t, x.shown(), "Keys go to the program")
	assert.Contains(t, x.shown(), "SARGON DEPTH 1")
	x.key(tcell.KeyEscape, 0)
	assert.Contains(t, x.shown(), "registers")
}

func TestARunIsEndedByAKey(t *testing.T) {
	d := open(t, launch.Target{Case: "level 6 startpos moves e2e4 e7e5", Level: 1})
	x := newTerminal(t, d, 110, 40)
	x.sim.InjectKey(tcell.KeyRune, 'c', tcell.ModNone)
	x.app.Handle(x.sim.PollEvent())
	require.NotNil(t, x.app.busy)
	x.app.began = time.Time{}
	assert.Contains(t, x.shown(), "run … Esc ends it")
	x.key(tcell.KeyEscape, 0)
	assert.Contains(t, x.shown(), "stopped by a key")
}

func TestSmallTerminals(t *testing.T) {
	d := open(t, launch.Target{FEN: knight, Level: 1})
	assert.Contains(t, newTerminal(t, d, 40, 10).shown(), "The debugger wants 60")
	assert.Contains(t, newTerminal(t, d, 80, 24).shown(), "registers")
	assert.Contains(t, newTerminal(t, d, 60, 20).shown(), "registers")
}
