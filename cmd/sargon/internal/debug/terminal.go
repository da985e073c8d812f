package debug

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/debuggee"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/store"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/cmd/sargon/internal/tui"
	"sargon78/emu/jupiter"
	"sargon78/sargon"
	"sargon78/sargon/emulated/debugger"
)

// Terminal shows the debugger on the whole terminal.
func Terminal(ctx context.Context, streams *cli.IO, d *debuggee.Debugger) error {
	const instead = "--plain takes commands from standard input"
	if !cli.IsTerminal(streams.In) || !cli.IsTerminal(streams.Out) {
		return errors.New("the screen needs a terminal; " + instead)
	}
	screen, err := terminal.New()
	if err != nil {
		return fmt.Errorf("%w; %s", err, instead)
	}
	var a *app
	err = terminal.Run(ctx, screen, func(l *terminal.Loop) (terminal.View, error) {
		a = newApp(ctx, screen, l, d)
		return a, nil
	})
	if a != nil && a.busy != nil {
		a.busy()
		a.running.Wait() // until then the command uses the machine
	}
	return err
}

// Inside returns the debugger as a view within another one, to which Escape returns.
func Inside(ctx context.Context, screen tcell.Screen, l *terminal.Loop, d *debuggee.Debugger) terminal.View {
	a := newApp(ctx, screen, l, d)
	a.inside = true
	a.say("Escape goes back to the game.")
	return a
}

// app is the debugger on a terminal.
type app struct {
	d      *debuggee.Debugger
	screen tcell.Screen
	loop   *terminal.Loop
	ctx    context.Context

	cursor      int    // index of a line of source
	addr        uint16 // of the cursor in a disassembly
	disassembly bool
	onBoard     bool          // arrow keys move the square
	square      sargon.Square // shown in detail
	memory      string        // the address of the shown bytes

	log     []string
	command commandLine
	help    terminal.Page
	picker  *tui.Picker
	leaving bool

	busy    context.CancelFunc // ends the running command; nil: no command runs
	running sync.WaitGroup
	doing   string
	began   time.Time
	failed  bool              // the last command
	pending []*tcell.EventKey // pressed while a command runs

	machineShown bool // the machine's screen is shown, and gets the keys
	inside       bool // Escape returns to another view
}

// Done reports whether the user has left.
func (a *app) Done() bool { return a.leaving }

// patience is how long a command may take before the screen says that it runs.
const patience = 150 * time.Millisecond

// Wait returns the time left until then.
func (a *app) Wait() time.Duration {
	if a.busy == nil {
		return 0
	}
	return max(0, patience-time.Since(a.began))
}

func newApp(ctx context.Context, screen tcell.Screen, l *terminal.Loop, d *debuggee.Debugger) *app {
	a := &app{
		d: d, screen: screen, loop: l, ctx: ctx, square: sargon.SquareAt(4, 3), memory: "BOARDA",
		command: commandLine{symbols: d.SymbolsWith},
	}
	const most = 5 // lines; the screen shows the comparison itself
	intro := strings.Split(d.Intro, "\n")
	a.say(strings.Join(intro[:min(most, len(intro))], "\n"))
	a.follow()
	return a
}

func (a *app) say(text string) {
	const most = 1000
	a.log = append(a.log, strings.Split(strings.TrimRight(text, "\n"), "\n")...)
	a.log = a.log[max(0, len(a.log)-most):]
}

// Handle handles keys.
func (a *app) Handle(event tcell.Event) {
	if e, ok := event.(*tcell.EventKey); ok {
		a.key(e)
	}
}

// key handles a key. While a command runs, Esc and Ctrl-C end it, and other keys wait until it has ended.
func (a *app) key(e *tcell.EventKey) {
	ends := e.Key() == tcell.KeyEscape || e.Key() == tcell.KeyCtrlC
	switch {
	case e.Key() == tcell.KeyCtrlL:
		a.screen.Sync()
	case a.busy != nil:
		if ends {
			a.busy()
			a.pending = nil
		} else {
			a.pending = append(a.pending, e)
		}
	case a.picker != nil:
		a.picker.Key(e)
	case a.help.Open && a.help.Key(e.Key()):
	case a.command.open:
		a.typed(e)
	case a.machineShown:
		a.typeToProgram(e)
	case a.inside && e.Key() == tcell.KeyEscape:
		a.leaving = true
	case a.moveCursor(e.Key()):
	default:
		if run := a.keys().Find(e); run != nil {
			run()
		}
	}
}

// startCommand begins a command. The command uses the debugger until it has ended.
func (a *app) startCommand(line string) {
	ctx, cancel := context.WithCancel(a.ctx)
	a.busy, a.doing, a.began = cancel, line, time.Now()
	a.running.Go(func() {
		var out strings.Builder
		err := a.d.Do(ctx, &out, line)
		a.loop.Post(func() { a.commandFinished(line, out.String(), err) })
	})
}

// commandFinished shows the output of a command.
func (a *app) commandFinished(line, said string, err error) {
	a.busy()
	a.busy, a.failed = nil, err != nil
	switch {
	case errors.Is(err, debugger.ErrQuit):
		a.leaving = true
	case errors.Is(err, debugger.ErrInterrupted):
		a.say("stopped by a key")
	case err != nil:
		a.say(line + ": " + firstLines(err))
	case said == a.d.Where()+"\n": // the screen shows the rest
		if why := a.d.LastStop().String(); why != "" {
			a.say(why)
		}
	default:
		if words := strings.Fields(line); len(words) > 1 &&
			strings.HasPrefix("memory", words[0]) {
			a.memory = words[1]
			break
		}
		a.say(said)
	}
	a.follow()
	for len(a.pending) > 0 && a.busy == nil && !a.leaving {
		e := a.pending[0]
		a.pending = a.pending[1:]
		a.key(e)
	}
}

// typeToProgram sends a key to the program, and runs the program.
func (a *app) typeToProgram(e *tcell.EventKey) {
	key, ok := tui.MachineKey(e)
	switch {
	case !ok && e.Key() == tcell.KeyRune: // the machine has no such key
		return
	case !ok, key == jupiter.KeyEscape:
		a.machineShown = false
		return
	}
	if err := a.d.Type(byte(unicode.ToUpper(rune(key)))); err != nil {
		a.say(err.Error())
		return
	}
	a.startCommand("run")
}

// showMachine shows the machine's screen.
func (a *app) showMachine() {
	if _, a.machineShown = a.d.Screen(); !a.machineShown {
		a.say("a search alone has no screen")
	}
}

// follow moves the cursor to where the machine is.
func (a *app) follow() {
	pc := a.d.Machine().PC
	a.addr = pc
	if i, ok := a.d.LineIndex(pc); ok {
		a.cursor = i
	}
}

// inSource reports whether lines of source are shown.
func (a *app) inSource() bool {
	_, ok := a.d.LineIndex(a.addr)
	return a.d.Lines() > 0 && !a.disassembly && (ok || a.addr != a.d.Machine().PC)
}

// cursorAddress returns the address of the line under the cursor; ok is false if it has none.
func (a *app) cursorAddress() (addr uint16, ok bool) {
	if !a.inSource() {
		return a.addr, true
	}
	line := a.d.SourceLine(a.cursor)
	return line.Addr, len(line.Bytes) > 0
}

// atCursor calls do for the instruction under the cursor.
func (a *app) atCursor(do func(addr uint16)) {
	if addr, ok := a.cursorAddress(); ok {
		do(addr)
	} else {
		a.say("this line has no instruction")
	}
}

func (a *app) toggle(addr uint16) {
	if err := a.d.Toggle(addr); err != nil {
		a.say(err.Error())
	}
}

func (a *app) changeListing() {
	if addr, ok := a.cursorAddress(); ok {
		a.addr = addr
	}
	a.disassembly = !a.disassembly
	if i, ok := a.d.LineIndex(a.addr); ok && !a.disassembly {
		a.cursor = i
	}
}

// moveCursor moves the cursor, and reports whether the key is an arrow key or similar.
func (a *app) moveCursor(k tcell.Key) bool {
	step, ok := map[tcell.Key]struct{ right, down int }{
		tcell.KeyUp: {0, -1}, tcell.KeyDown: {0, 1}, tcell.KeyLeft: {-1, 0}, tcell.KeyRight: {1, 0},
		tcell.KeyPgUp: {0, -10}, tcell.KeyPgDn: {0, 10},
	}[k]
	switch {
	case !ok:
	case a.onBoard:
		a.square = sargon.SquareAt(min(max(a.square.File()+step.right, 0), 7),
			min(max(a.square.Rank()-step.down, 0), 7))
	default:
		a.scroll(step.down)
	}
	return ok
}

// scroll moves the cursor down by a number of lines.
func (a *app) scroll(lines int) {
	if a.inSource() {
		a.cursor = min(max(a.cursor+lines, 0), a.d.Lines()-1)
		return
	}
	_, ok := a.d.LineIndex(a.addr)
	a.disassembly = a.disassembly || ok
	for ; lines < 0; lines++ {
		a.addr = a.d.InstructionBefore(a.addr)
	}
	a.addr = a.d.Disassembly(a.addr, lines+1)[lines].Addr
}

// typed handles a key while the user types a command.
func (a *app) typed(e *tcell.EventKey) {
	line, choices := a.command.key(e)
	if len(choices) > 0 {
		a.say(strings.Join(choices[:min(len(choices), 30)], " "))
	}
	if line != "" {
		a.startCommand(line)
	}
}

// pick shows the saved states to choose from.
func (a *app) pick() {
	folder := a.d.Folder()
	if folder == "" {
		a.say("states are not kept here")
		return
	}
	games := &store.Folder{Dir: filepath.Dir(string(folder)), OnlyStates: true}
	a.picker = tui.NewPicker(games, tui.Appearance{Screen: a.screen, Theme: screen.Themes[0]})
	obey := func(line string) {
		a.picker = nil
		a.startCommand(line)
	}
	a.picker.Close = func(bool) { a.picker = nil }
	a.picker.Open = func(k *store.Saved) { obey("load " + store.StateName(k.Name)) }
	a.picker.SaveAs(func(name string) { obey("save " + name) })
}
