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

// draw makes the picture anew; the terminal gets what has changed.
func (a *App) draw() {
	a.Screen.Fill(' ', terminal.Plain)
	a.Screen.HideCursor()
	a.hits = nil
	all := terminal.Whole(a.Screen)
	_, fits := fitScreen(all)
	switch {
	case a.list != nil:
		a.list.Draw(all)
	case a.help.Open:
		a.help.Draw(all, a.helpLines(terminal.TextColumns(all)))
	case !a.view.OnMachine || a.replay != nil && !fits:
		a.drawBoardView(all)
	case !fits:
		a.drawTooSmall(all, "the machine's screen", screen.FoldedWidth, screen.FoldedHeight)
	default:
		a.drawScreenView(all)
	}
	a.Screen.Show()
}

// panelWidth is the least that a panel needs, and what it takes at most.
const (
	panelWidth    = 31
	widePanel     = 46
	panelDistance = 2
)

// drawScreenView draws the machine's screen and what belongs next to it. A row is left for how to
// get help and to leave; the folded layout has room for that.
func (a *App) drawScreenView(all terminal.Area) {
	layout, _ := fitScreen(all)
	width, height := layout.Size()
	side, taken := 0, width
	if room := all.Width - width - panelDistance; room >= panelWidth {
		side = min(room, widePanel)
		taken += panelDistance + side
	}
	shown := a.machineScreen()
	page := a.replay == nil && screen.IsPage(shown)
	labels := a.Coordinates && !page
	rows := height // and that of the files, if there is room for it
	if labels && height+2 <= all.Height {
		rows++
	}
	x, y := (all.Width-taken)/2, max(0, (all.Height-1-rows)/2)
	set, pictures := a.screenGlyphs(&a.pictures)
	grid := screen.Draw(shown, set, layout, pictures)
	whole := all.Within(x, y, width, height)
	a.paint(whole, grid)
	ink := a.style(screen.Ink, screen.Ground)
	if labels {
		a.drawCoordinates(all.Within(x, y, all.Width, rows), grid, layout)
	}
	said := a.statusText()
	if page && a.drawOnPage(whole, grid, said, ink) {
		said = ""
	}
	if beside := all.Within(x+width+panelDistance, y, side, all.Height-1-y); a.replay != nil {
		a.drawReplayed(beside.Lines())
	} else {
		a.drawPanels(beside.Lines())
	}
	status := all.Within(1, all.Height-1, all.Width-2, 1)
	switch {
	case y+height < all.Height:
		a.drawStatus(status, said, side > 0, terminal.Plain, terminal.Faint)
	case page:
		a.drawStatus(status, said, false, ink.Bold(true), ink)
	}
	if layout == screen.Folded && !page {
		px, py, pw, ph := screen.FoldedRest()
		if labels { // next to those of the ranks
			px, pw = px+1, pw-1
		}
		a.drawNarrow(all.Within(x+px, y+py, pw, ph).Lines(), ink)
	}
}

// machineScreen is what the machine shows, in a replay of the position shown.
func (a *App) machineScreen() *jupiter.Screen {
	if a.replay == nil {
		shown := a.Program.Screen()
		return &shown
	}
	shown, err := a.replay.walk.Screen(a.view.Game, a.shownPly())
	if err != nil {
		a.err = err
		return new(jupiter.Screen)
	}
	return shown
}

// introduction says what one sees, and what the program's questions take for known.
const introduction = "Sargon, the chess program of 1978, on an emulated Z80."

const halfMoves = "A half-move is a move of one side; it looks 1 to 6 ahead."

// drawOnPage writes what is to be said, or else the introduction, into the lowest rows of a page
// that have room for it. It returns false if there are none.
func (a *App) drawOnPage(
	page terminal.Area, grid *screen.Grid, said string, style tcell.Style,
) bool {
	lines := []string{introduction, halfMoves}
	if said != "" {
		lines = terminal.Wrap(said, jupiter.Columns-4)
	}
	rows := 0
	for y := grid.Height - 1; y > 0; y-- {
		if rows++; !grid.Blank(y) {
			rows = 0
		}
		if rows == len(lines)+2 { // one row free above and below
			for i, text := range lines {
				page.Text((page.Width-terminal.TextWidth(text))/2, y+1+i, text, style)
			}
			return true
		}
	}
	return false
}

// screenGlyphs are those for the machine's screen, and the pictures to be redrawn.
func (l Appearance) screenGlyphs(pictures *screen.Pictures) (screen.GlyphSet, *screen.Pictures) {
	switch {
	case l.colored():
		return l.Glyphs, pictures
	case l.Glyphs == screen.Sextant:
		return l.Glyphs, nil
	}
	return screen.ASCII, pictures // pictures need their colours; letters are clearer
}

// fitScreen returns the largest layout that leaves a row below, or else the folded one.
func fitScreen(all terminal.Area) (screen.Layout, bool) {
	if layout, ok := screen.Fit(all.Width, all.Height-1); ok {
		return layout, true
	}
	layout, ok := screen.Fit(all.Width, all.Height)
	return layout, ok && layout == screen.Folded
}

// drawCoordinates draws the ranks right of the machine's board, and the files below it, or where
// there is no room for that in the corners of the lowest squares, as far as those are free.
func (a *App) drawCoordinates(room terminal.Area, grid *screen.Grid, layout screen.Layout) {
	left, wide := screen.Board()
	ranks := terminal.Faint
	if layout == screen.Folded {
		ranks = a.style(screen.Ink, screen.Ground)
	}
	free := func(x int) bool { return strings.ContainsRune(" :", grid.At(x, grid.Height-1).Rune) }
	for i := range 8 {
		at := sargon.SquareAt(i, i).String()
		room.Text(left+8*wide, (7-i)*grid.Height/8+grid.Height/16, at[1:], ranks)
		x, right := left+i*wide, left+(i+1)*wide-1
		switch {
		case room.Height > grid.Height:
			room.Text(x+(wide-1)/2, grid.Height, at[:1], terminal.Faint)
			continue
		case free(right):
			x = right
		case !free(x):
			continue
		}
		ground, ink := grid.At(x, grid.Height-1).Ground, screen.WhitePiece
		if ground == screen.LightField || ground == screen.LastLight {
			ink = screen.BlackPiece
		}
		room.Text(x, grid.Height-1, at[:1], a.style(ink, ground))
	}
}

// drawTooSmall says that a view has no room, and what fits instead.
func (a *App) drawTooSmall(all terminal.Area, what string, width, height int) {
	toDo := "F1/? help  F10/Ctrl-C leave"
	if a.replay == nil {
		toDo += "  (sargon play --plain needs no room)"
	}
	y := 1 + all.TooSmall(what, width, height, toDo)
	if a.offersBoard() {
		const offer = "Return, or F2: a modern board of the same game, which fits here."
		all.Below(y).Wrapped(0, offer, terminal.Strong)
	}
}

// offersBoard reports whether the modern board is shown where the screen has no room.
func (a *App) offersBoard() bool {
	width, height := a.Screen.Size()
	_, screenFits := fitScreen(terminal.Area{Width: width, Height: height})
	_, boardFits := planBoard(width, height, a.pictured())
	return !screenFits && boardFits
}

// state says in a few words what the machine is doing, and what it wants to be typed.
func (a *App) state() string {
	state := a.Program.State()
	switch {
	case !a.view.ProgramRunning:
		return "The program has ended. Return starts it again."
	case state.Thinking && a.Program.Endless():
		return "The program never returns from this position. Take a move back with F2 and F3."
	case a.view.Search != nil:
		return front.ProgressText(a.view.Search) + "."
	case state.Waiting:
		return a.promptText()
	}
	return ""
}

// promptText says what to type.
func (a *App) promptText() string {
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

// drawStatus draws the line below the screen: what is said, or how things stand, in a replay all
// there is to say if nothing stands next to the screen. The keys that help and leave have their
// place, in a replay that of variations too.
func (a *App) drawStatus(line terminal.Area, said string, beside bool, style, faint tcell.Style) {
	least := "F1/? help  F10/Ctrl-C leave  "
	switch {
	case a.replay == nil:
		said = cmp.Or(said, a.state())
		if both := said + "  " + a.Tip; terminal.TextWidth(both+least) <= line.Width {
			said = both
		}
	case said == "" && !beside:
		said = a.replayText("   ")
		if total := a.total(); total != "" {
			said += "   (" + total + ")"
		}
		least = "F1/? help  v variation  F10/q leave  "
	}
	a.keys().Ends(line, terminal.Fit(said, line.Width-terminal.TextWidth(least)), style, faint)
}

// drawNarrow draws what the folded layout has room for: 14 or 15 columns.
func (a *App) drawNarrow(lines *terminal.Lines, plain tcell.Style) {
	keys := []string{"F1/? help", "F2 board", "Ctrl-C leave"}
	said, last := cmp.Or(a.statusText(), a.state()), a.lastOfSargon()
	if a.replay != nil {
		key, does := a.variationKey()
		keys = []string{"arrows: step", key + " " + does, "F1/? help", "F10/q leave"}
		said = cmp.Or(a.statusText(), a.replayText("\n"))
	}
	room := lines.Within(0, 0, lines.Width, lines.Height-len(keys)-1)
	lines.Y = room.Wrapped(0, said, plain.Bold(true)) + 1
	if times := a.view.TimesOf(last); a.replay == nil && a.view.Search == nil && last >= 0 {
		lines.Line("last move", plain.Bold(true))
		lines.Ends("now", clock(times.Elapsed), plain)
		lines.Ends("1978", clock1978(times), plain)
	}
	for i, text := range keys {
		lines.Text(0, lines.Height-len(keys)+i, text, plain)
	}
}

// screenKey passes a key on to the machine.
func (a *App) screenKey(e *tcell.EventKey) {
	if e.Key() == tcell.KeyEnter && a.offersBoard() {
		a.switchView()
		return
	}
	if key, ok := MachineKey(e); ok {
		a.refuseKey(key)
		a.act(session.Type(key))
	}
}

// refuseKey says that the program has heard a key, and what it waits for instead.
func (a *App) refuseKey(key byte) {
	keys := a.Program.AwaitedInput().Keys
	name, special := map[byte]string{
		jupiter.KeyReturn: "Return", jupiter.KeyBackspace: "Backspace", jupiter.KeyEscape: "Escape",
	}[key]
	if !special {
		name = strings.ToUpper(string(rune(key)))
	}
	if keys != "" && key != jupiter.KeyControlR && (special || !strings.Contains(keys, name)) {
		a.say(name + "? " + a.promptText())
	}
}

// MachineKey returns the code of a key on the keyboard of the Jupiter, which has letters,
// digits and a few more.
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
