package tui

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/emu/jupiter"
	"sargon78/sargon"
	"sargon78/sargon/session"
)

// screenView shows the game on the machine's screen; the user's keys go to the machine's keyboard.
type screenView struct {
	app *App

	panels      []string // next to the screen, by name, where there is room
	hidden      bool     // the user has hidden the panels
	coordinates bool     // next to the machine's board
	pictures    screen.Pictures
	learnt      uint64 // version of the machine's state whose pictures are known
}

// update implements mode: it learns the pictures of pieces from the first board that the machine shows.
func (v *screenView) update(session.View) {
	p := v.app.Program
	if state := p.State(); v.app.view.OnMachine && state.Waiting && state.Version != v.learnt {
		v.learnt = state.Version
		shown := p.Screen()
		v.pictures.Learn(&shown, p.Position().Board)
	}
}

// draw implements mode. A text that has no row of its own is drawn on the screen, where the screen has
// only text.
func (v *screenView) draw(all terminal.Area) {
	a := v.app
	if _, fits := fitScreen(all); !fits {
		v.drawTooSmall(all)
		return
	}
	shown := a.Program.Screen()
	var last []sargon.Square
	if !a.Program.AwaitedInput().Board { // then the board is not the board of the game
		last = lastSquares(a.view.Game)
	}
	m := a.drawMachine(all, &shown, &v.pictures, v.coordinates, last)
	ink := a.style(screen.Ink, screen.Ground)
	said := a.statusText()
	if m.page && v.drawOnPage(&m, said, ink) {
		said = ""
	}
	v.drawPanels(m.side.Lines())
	switch {
	case m.free:
		v.drawStatus(m.status, said, terminal.Plain, terminal.Faint)
	case m.page:
		v.drawStatus(m.status, said, ink.Bold(true), ink)
	}
	if m.narrow.Width > 0 {
		v.drawNarrow(m.narrow.Lines(), ink)
	}
}

// introduction says what is on the screen: the program's questions assume that the user knows.
const introduction = "Sargon, the chess program of 1978, on an emulated Z80."

const halfMoves = "A half-move is a move of one side; it looks 1 to 6 ahead."

// drawOnPage writes a message, or else the introduction, into the lowest rows of a page that have room
// for it. It returns false if there are no such rows.
func (v *screenView) drawOnPage(m *machineScreen, said string, style tcell.Style) bool {
	lines := []string{introduction, halfMoves}
	if said != "" {
		lines = terminal.Wrap(said, jupiter.Columns-4)
	}
	rows := 0
	for y := m.grid.Height - 1; y > 0; y-- {
		if rows++; !m.grid.Blank(y) {
			rows = 0
		}
		if rows == len(lines)+2 { // one row free above and below
			for i, text := range lines {
				m.whole.Text((m.whole.Width-terminal.TextWidth(text))/2, y+1+i, text, style)
			}
			return true
		}
	}
	return false
}

// drawTooSmall writes that the screen does not fit, and what fits instead.
func (v *screenView) drawTooSmall(all terminal.Area) {
	y := 1 + all.TooSmall("the machine's screen", screen.FoldedWidth, screen.FoldedHeight, tooSmallKeys)
	if v.offersBoard() {
		const offer = "Return, or F2: a modern board of the same game, which fits here."
		all.Below(y).Wrapped(0, offer, terminal.Strong)
	}
}

// tooSmallKeys are the keys that still work where nothing fits.
const tooSmallKeys = "F1/? help  F10/Ctrl-C leave  (sargon play --plain needs no room)"

// offersBoard reports whether the modern board is shown where the screen does not fit.
func (v *screenView) offersBoard() bool {
	width, height := v.app.Screen.Size()
	_, screenFits := fitScreen(terminal.Area{Width: width, Height: height})
	_, boardFits := planBoard(width, height, v.app.pictured())
	return !screenFits && boardFits
}

// state returns in a few words what the machine is doing, and what the user may type.
func (v *screenView) state() string {
	a := v.app
	state := a.Program.State()
	switch {
	case a.view.Dialogue == session.Ended:
		return "The program has ended. Return starts it again."
	case state.Thinking && a.Program.Endless():
		return "The program never returns from this position. Take a move back with F2 and F3."
	case a.view.Search != nil:
		return front.ProgressText(a.view.Search) + "."
	case state.Waiting:
		return v.reply() + v.promptText()
	}
	return ""
}

// reply returns Sargon's last move when the user is to move, because the machine's list of moves may
// just have been cleared.
func (v *screenView) reply() string {
	g := v.app.view.Game
	last := g.Len() - 1
	if last < 0 || !v.app.Program.AwaitedInput().Move || g.Ply(last).Side == v.app.view.Player {
		return ""
	}
	return fmt.Sprintf("Sargon: %s. ", g.Ply(last).SAN)
}

// promptText returns what to type.
func (v *screenView) promptText() string {
	a := v.app
	switch w := a.Program.AwaitedInput(); {
	case a.Offer != nil:
		return "Return, or any other key."
	case w.Board:
		return "Set up: W or B and a letter. Escape ends; ? says more."
	case w.Move:
		if form, ok := a.Program.MoveForm(); ok {
			return fmt.Sprintf("Your move, %v.", form)
		}
		return "Your move: two squares, as this ROM image wants them."
	case w.Keys == "WB":
		return "Type W or B: White or Black."
	case strings.HasPrefix(w.Keys, "1"):
		return "Type 1 to 6: half-moves it looks ahead."
	case w.Keys == "NP":
		return "Type N: a new game. P: your own position."
	case w.Keys != "":
		return "Type " + strings.Join(strings.Split(w.Keys, ""), " or ") + "."
	}
	return "Type what it asks for."
}

// clocks returns the chess clocks, if there are any: "4:32 - 4:55 ".
func (v *screenView) clocks() string {
	view := &v.app.view
	if view.White == nil {
		return ""
	}
	return front.ClockText(view.White) + " - " + front.ClockText(view.Black) + "  "
}

// drawStatus draws the line below the screen: the message, or the state of the game. It leaves room for
// the keys of help and leaving.
func (v *screenView) drawStatus(line terminal.Area, said string, style, faint tcell.Style) {
	const least = "F1/? help  F10/Ctrl-C leave  "
	said = cmp.Or(said, v.clocks()+v.state())
	if both := said + "  " + v.app.Tip; terminal.TextWidth(both+least) <= line.Width {
		said = both
	}
	v.app.keys().Ends(line, terminal.Fit(said, line.Width-terminal.TextWidth(least)), style, faint)
}

// drawNarrow draws what fits into the folded layout: 14 or 15 columns.
func (v *screenView) drawNarrow(lines *terminal.Lines, plain tcell.Style) {
	a := v.app
	keys := []string{"F1/? help", "F2 board", "Ctrl-C leave"}
	room := lines.Within(0, 0, lines.Width, lines.Height-len(keys)-1)
	lines.Y = room.Wrapped(0, cmp.Or(a.statusText(), v.clocks()+v.state()), plain.Bold(true)) + 1
	if last := a.lastOfSargon(); a.view.Search == nil && last >= 0 {
		times := a.view.TimesOf(last)
		lines.Line("last move", plain.Bold(true))
		lines.Ends("now", clock(times.Elapsed), plain)
		lines.Ends("1978", clock1978(times), plain)
	}
	drawLast(lines, keys, plain)
}

// drawLast writes texts into the last lines of an area.
func drawLast(lines *terminal.Lines, texts []string, style tcell.Style) {
	for i, text := range texts {
		lines.Text(0, lines.Height-len(texts)+i, text, style)
	}
}

// addKeys implements mode.
func (v *screenView) addKeys(keys *terminal.Keys) {
	keys.Add("F3", "", "panels next to the screen where there is room, or none", v.switchPanels)
}

// typing implements mode: the machine edits its own line.
func (v *screenView) typing() bool { return false }

// mouse implements mode: the machine has no mouse.
func (v *screenView) mouse(*tcell.EventMouse) {}

// key implements mode: it passes a key to the machine.
func (v *screenView) key(e *tcell.EventKey) {
	if e.Key() == tcell.KeyEnter && v.offersBoard() {
		v.app.switchView()
		return
	}
	if key, ok := MachineKey(e); ok {
		v.refuseKey(key)
		v.app.act(session.Type(key))
	}
}

// refuseKey says that the program has received a key, and what it waits for instead.
func (v *screenView) refuseKey(key byte) {
	keys := v.app.Program.AwaitedInput().Keys
	name, special := map[byte]string{
		jupiter.KeyReturn: "Return", jupiter.KeyBackspace: "Backspace", jupiter.KeyEscape: "Escape",
	}[key]
	if !special {
		name = strings.ToUpper(string(rune(key)))
	}
	if keys != "" && key != jupiter.KeyControlR && (special || !strings.Contains(keys, name)) {
		v.app.say(name + "? " + v.promptText())
	}
}

// MachineKey returns the code of a key on the keyboard of the Jupiter, which has letters, digits and a
// few more keys.
func MachineKey(e *tcell.EventKey) (byte, bool) {
	switch e.Key() {
	case tcell.KeyRune:
		r := e.Rune()
		return byte(r), r >= ' ' && r < 0x7F && e.Modifiers()&tcell.ModAlt == 0
	case tcell.KeyEnter:
		return jupiter.KeyReturn, true
	case tcell.KeyBackspace, tcell.KeyBackspace2:
		return jupiter.KeyBackspace, true
	case tcell.KeyEscape:
		return jupiter.KeyEscape, true
	case tcell.KeyCtrlR:
		return jupiter.KeyControlR, true
	}
	return 0, false
}

const screenHelp = `
The screen of the machine

The search is that of 1978; the words and pictures of the ROM are its own.

Type what the program asks for. %s Control-R resigns. To set up a position, type W or B and a
letter for a piece, Space for an empty square, Return to leave a square as it is, Backspace to go
back, Escape to end.
`

// helpText implements mode.
func (v *screenView) helpText() string {
	return fmt.Sprintf(screenHelp, v.app.Program.MoveHelp())
}

// helpCommands implements mode: the machine has no commands.
func (v *screenView) helpCommands(int) []string { return nil }
