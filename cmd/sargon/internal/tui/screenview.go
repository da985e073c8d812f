package tui

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/emu/jupiter"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/session"
)

func screenOf(c *program.Program) *jupiter.Screen {
	s := c.Screen()
	return &s
}

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
	case !a.view.AtMachine || a.replay != nil && !fits:
		a.drawBoardView(all)
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

// drawScreenView draws the machine's screen and what belongs beside it. A row is left for how to
// get help and to leave; the folded layout has room for that.
func (a *App) drawScreenView(all terminal.Area) {
	set, pictures := a.palette.glyphs(a.Glyphs, &a.pictures)
	layout, ok := fitScreen(all)
	if !ok {
		a.drawTooSmall(all)
		return
	}
	width, height := layout.Size()
	side := 0
	if room := all.Width - width - panelDistance; room >= panelWidth {
		side = min(room, widePanel)
	}
	x := (all.Width - width) / 2
	if side > 0 {
		x = (all.Width - width - panelDistance - side) / 2
	}
	shown := screenOf(a.Program)
	if a.replay != nil {
		shown = a.replayScreen()
	}
	page := a.replay == nil && screen.IsPage(shown)
	labels := a.Coordinates && !page
	rows := height // and those of the labels, if there is room for them
	if labels && height+2 <= all.Height {
		rows++
	}
	y := max(0, (all.Height-1-rows)/2)
	grid := screen.Draw(shown, set, layout, pictures)
	drawGrid(all.Within(x, y, width, height), grid, a.palette)
	ink := a.palette.style(screen.Ink, screen.Ground)
	if labels {
		style := terminal.Faint
		if layout == screen.Folded {
			style = ink
		}
		column, wide := screen.Board()
		drawCoordinates(all.Within(x+column, y, all.Width, height+1), wide, rows > height, style)
		if rows == height {
			a.drawFilesInside(all.Within(x+column, y, 8*wide, height), grid, column, wide)
		}
	}
	if page {
		lines := a.announced(all.Width)
		if lines == nil {
			lines = introduction
		}
		a.drawIntroduction(all.Within(x, y, width, height), grid, lines)
	}
	if beside := all.Within(x+width+panelDistance, y, side, all.Height-1-y); side > 0 {
		if a.replay != nil {
			a.drawReplayed(beside.Lines())
		} else {
			a.drawPanels(beside.Lines())
		}
	}
	status := all.Within(1, all.Height-1, all.Width-2, 1)
	switch {
	case y+height < all.Height:
		a.drawStatus(status, side > 0, terminal.Plain, terminal.Faint)
	case page:
		a.drawStatus(status, false, ink.Bold(true), ink)
	}
	if layout == screen.Folded && !page {
		px, py, pw, ph := screen.FoldedRest()
		if labels { // beside those of the ranks
			px, pw = px+1, pw-1
		}
		a.drawNarrow(all.Within(x+px, y+py, pw, ph).Lines(), ink)
	}
}

// introduction says what one sees, and what the program's questions take for known.
var introduction = []string{
	"Sargon, the chess program of 1978, on an emulated Z80.",
	"A half-move is a move of one side; it looks 1 to 6 ahead.",
}

// announced is what is to be said, in lines on a page of the machine, where the line below it has no
// room for that; nil if it has.
func (a *App) announced(width int) []string {
	const leastKeys = "? help  Ctrl-C leave"
	said := a.said()
	if !screen.IsPage(screenOf(a.Program)) || terminal.TextWidth(said+leastKeys)+4 <= width {
		return nil
	}
	return terminal.Wrap(said, jupiter.Columns-4)
}

// drawIntroduction writes lines into the lowest rows of a page that have room for them.
func (a *App) drawIntroduction(page terminal.Area, grid *screen.Grid, lines []string) {
	blank := func(y int) bool {
		for x := range grid.Width {
			if grid.At(x, y).Rune != ' ' {
				return false
			}
		}
		return true
	}
	rows := 0
	for y := grid.Height - 1; y > 0; y-- {
		if rows++; !blank(y) {
			rows = 0
		}
		if rows == len(lines)+2 { // one row free above and below
			for i, text := range lines {
				page.Text((page.Width-terminal.TextWidth(text))/2, y+1+i, text,
					a.palette.style(screen.Ink, screen.Ground))
			}
			return
		}
	}
}

// glyphs are those for the machine's screen, and the pictures to be redrawn.
func (p *palette) glyphs(set screen.Set, pictures *screen.Pictures) (screen.Set, *screen.Pictures) {
	switch {
	case p.colored():
		return set, pictures
	case set == screen.Sextant:
		return set, nil
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

// drawCoordinates draws the ranks right of the machine's board, whose squares are so wide, and the
// files below it if there is room.
func drawCoordinates(board terminal.Area, wide int, below bool, style tcell.Style) {
	height := board.Height - 1
	for i := range 8 {
		at := sargon.SquareAt(i, i).String()
		board.Text(8*wide, (7-i)*height/8+height/16, at[1:], style)
		if below {
			board.Text(i*wide+(wide-1)/2, height, at[:1], terminal.Faint)
		}
	}
}

// drawFilesInside writes the files into the corners of the lowest squares, where those are free.
func (a *App) drawFilesInside(board terminal.Area, grid *screen.Grid, column, wide int) {
	low := grid.Height - 1
	for i := range 8 {
		x := (i+1)*wide - 1
		free := func() bool { return strings.ContainsRune(" :", grid.At(column+x, low).Rune) }
		if !free() {
			x = i * wide
		}
		cell, ink := grid.At(column+x, low), screen.WhitePiece
		if cell.Ground == screen.LightField || cell.Ground == screen.LastLight {
			ink = screen.BlackPiece
		}
		if free() {
			board.Text(x, low, sargon.SquareAt(i, 0).String()[:1], a.palette.style(ink, cell.Ground))
		}
	}
}

func (a *App) drawTooSmall(all terminal.Area) {
	text := fmt.Sprintf(introduction[0]+"\nThis window has %d×%d cells. The machine's screen needs "+
		"%d×%d, all of it %d×%d.", all.Width, all.Height, screen.FoldedWidth, screen.FoldedHeight, jupiter.Columns,
		jupiter.Rows+1)
	y := all.Wrapped(0, text, terminal.Plain)
	if a.offersBoard() {
		const offer = "Return, or F2: a modern board of the same game, which fits here."
		y += 1 + all.Below(y+1).Wrapped(0, offer, terminal.Strong)
	}
	const leave = "F1/? help  F10/Ctrl-C leave  (sargon play --plain needs no room)"
	all.Below(y+1).Wrapped(0, leave, terminal.Plain)
}

// offersBoard tells whether the modern board is shown where the screen has no room.
func (a *App) offersBoard() bool {
	width, height := a.Screen.Size()
	_, screenFits := fitScreen(terminal.Area{Width: width, Height: height})
	_, boardFits := planBoard(width, height, a.painter().pictured())
	return !screenFits && boardFits
}

// state says in a few words what the machine is doing, and what it wants to be typed.
func (a *App) state() string {
	state := a.Program.State()
	switch {
	case !a.view.Power:
		return "The program has ended. Return starts it again."
	case a.endless():
		return "The program does not come back from this position. Take a move back with F2 and F3."
	case a.view.Search != nil:
		p := a.view.Search
		return fmt.Sprintf("Thinking %s, in 1978 %s%s", clock(p.Elapsed), clock1978(p.In1978),
			progress(p))
	case state.Waiting:
		return a.wanted()
	}
	return ""
}

// progress says how far the machine has come in its list of moves.
func progress(p *session.Progress) string {
	if p.Of == 0 {
		return ""
	}
	return fmt.Sprintf("; move %d of %d", p.Number, p.Of) + stillToGo(p.Left)
}

// wanted says what to type.
func (a *App) wanted() string {
	switch w := a.Program.Wants(); {
	case a.Offer != nil:
		return "Return, or any other key."
	case w.Board:
		return "Set up: W or B and a letter. Escape ends; ? says more."
	case w.Move:
		if form, ok := a.Program.MoveForm(); ok {
			return fmt.Sprintf("Your move, %v.", form)
		}
		return "Your move: two squares, as this edition wants them."
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

// endless tells whether the program thinks and will not come back.
func (a *App) endless() bool { return a.Program.State().Thinking && a.Program.Endless() }

// drawStatus draws the line below the screen. The keys that help and leave come first. In a replay
// it says all there is to say if nothing stands beside the screen.
func (a *App) drawStatus(line terminal.Area, beside bool, style, faint tcell.Style) {
	keys := a.keys()
	left := a.said()
	switch {
	case a.replay != nil && left == "" && !beside:
		left = a.replayed("   ")
		if total := a.total(); total != "" {
			left += "   (" + total + ")"
		}
		key := cmp.Or(a.variationKey(), "F2 view") // which is to be shown too
		keysTake := terminal.TextWidth("F1/? help  "+key+"  F10/q leave") + 2
		text := []rune(left)
		left = string(text[:max(0, min(len(text), line.Width-keysTake))])
	case a.replay != nil:
	case left == "" || a.announced(line.Width) != nil:
		left = a.state()
	}
	const keysTake = len("F1/? help  F10/Ctrl-C leave") + 2
	if both := left + "  " + a.Tip; a.Tip != "" && terminal.TextWidth(both)+keysTake <= line.Width {
		left = both
	}
	keys.Ends(line, left, style, faint)
}

// drawNarrow draws what the folded layout has room for: 14 or 15 columns.
func (a *App) drawNarrow(lines *terminal.Lines, plain tcell.Style) {
	strong := plain.Bold(true)
	p := a.view.Search
	keys := []string{"F1/? help", "F2 board", "Ctrl-C leave"}
	switch {
	case a.replay != nil:
		keys = []string{"arrows: step", a.variationKey(), "F1/? help", "F10/q leave"}
		text := cmp.Or(a.said(), a.replayed("\n"))
		lines.Within(0, 0, lines.Width, lines.Height-len(keys)-1).Wrapped(0, text, plain)
	case a.said() != "":
		lines.Wrap(a.said(), strong)
	case !a.view.Power, a.endless():
		lines.Wrap(a.state(), strong)
	case p != nil:
		lines.Line("thinking", strong)
		lines.Ends("now", clock(p.Elapsed), plain)
		lines.Ends("1978", clock1978(p.In1978), plain)
		if p.Of > 0 {
			lines.Ends("move", fmt.Sprintf("%d/%d", p.Number, p.Of), plain)
		}
		if len(p.Line) > 0 {
			lines.Ends("best", p.Line[0], plain)
			lines.Ends("change", p.Score.String(), plain)
		}
	default:
		lines.Wrap(a.state(), strong)
		if move := a.lastOfMachine(); move >= 0 {
			last := a.view.TimesOf(move)
			lines.Y++
			lines.Line("last move", strong)
			lines.Ends("now", clock(last.Now), plain)
			lines.Ends("1978", clock1978(last.In1978), plain)
		}
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
	keys := a.Program.Wants().Keys
	name, special := map[byte]string{
		jupiter.KeyReturn: "Return", jupiter.KeyBackspace: "Backspace", jupiter.KeyEscape: "Escape",
	}[key]
	if !special {
		name = strings.ToUpper(string(rune(key)))
	}
	if keys != "" && key != jupiter.KeyControlR && (special || !strings.Contains(keys, name)) {
		a.Message = name + "? " + a.wanted()
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
