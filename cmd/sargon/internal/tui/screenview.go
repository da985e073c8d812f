package tui

import (
	"fmt"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/paint"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/emu/jupiter"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

func screenOf(c *program.Program) *jupiter.Screen {
	s := c.Screen()
	return &s
}

// draw makes the picture anew; the terminal gets what has changed.
func (a *App) draw() {
	a.screen.Fill(' ', paint.Plain)
	a.screen.HideCursor()
	all := paint.Whole(a.screen)
	switch {
	case a.moments != nil:
		a.moments.Draw(all)
	case a.help:
		a.drawHelp(all)
	case a.view == front.BoardView:
		a.drawBoardView(all)
	default:
		a.drawScreenView(all)
	}
	a.screen.Show()
	a.drawn = time.Now()
}

// panelWidth is the least that a panel needs, and what it takes at most.
const (
	panelWidth    = 31
	widePanel     = 46
	panelDistance = 2
)

// drawScreenView draws the machine's screen and what belongs beside it. A row is left for how to
// get help and to leave; the folded layout has room for that.
func (a *App) drawScreenView(all paint.Area) {
	set, pictures := a.screenGlyphs(all)
	layout, ok := fitScreen(set, all)
	if !ok {
		a.drawTooSmall(all)
		return
	}
	width, height := layout.Size(set)
	side := 0
	if room := all.Width - width - panelDistance; room >= panelWidth {
		side = min(room, widePanel)
	}
	x := (all.Width - width) / 2
	if side > 0 {
		x = (all.Width - width - panelDistance - side) / 2
	}
	shown := screenOf(a.program)
	page := screen.IsPage(shown)
	labels := a.o.Coordinates && !page
	rows := height // and those of the labels, if there is room for them
	if labels && height+2 <= all.Height {
		rows++
	}
	y := max(0, (all.Height-1-rows)/2)
	grid := screen.Draw(shown, set, layout, pictures)
	drawGrid(all.Within(x, y, width, height), grid, a.palette)
	if labels {
		style := paint.Faint
		if layout == screen.Folded {
			style = a.palette.style(screen.Ink, screen.Ground)
		}
		column, wide := screen.Board(layout, width)
		drawCoordinates(all.Within(x+column, y, all.Width, height+1), wide, rows > height, style)
	}
	if side > 0 {
		a.drawPanels(all.Within(x+width+panelDistance, y, side, all.Height-1-y))
	}
	status := all.Within(0, all.Height-1, all.Width, 1)
	switch {
	case y+height < all.Height:
		a.drawStatus(status, paint.Plain, paint.Faint)
	case page && layout == screen.Folded:
		style := a.palette.style(screen.Ink, screen.Ground)
		a.drawStatus(status, style.Bold(true), style)
	case layout == screen.Full:
		a.drawKeysInside(all.Within(x, y, width, height), shown)
	}
	if layout == screen.Folded && !page {
		px, py, pw, ph := screen.FoldedRest()
		if labels { // beside those of the ranks
			px, pw = px+1, pw-1
		}
		a.drawNarrow(all.Within(x+px, y+py, pw, ph))
	}
}

// screenGlyphs are the glyphs for the screen in a window, and the pictures to be redrawn.
func (a *App) screenGlyphs(all paint.Area) (screen.Set, *screen.Pictures) {
	set := a.o.Glyphs
	if a.palette.colored() {
		return set, &a.pictures
	}
	layout, _ := fitScreen(set, all)
	if redrawn := set == screen.Quadrant || set == screen.Half; redrawn && layout != screen.Exact {
		return screen.ASCII, &a.pictures // redrawn pieces need their colours; letters are clearer
	}
	return set, nil
}

// fitScreen returns the largest layout that leaves a row below, or else one that does not.
func fitScreen(set screen.Set, all paint.Area) (screen.Layout, bool) {
	if layout, ok := screen.Fit(set, all.Width, all.Height-1); ok {
		return layout, true
	}
	return screen.Fit(set, all.Width, all.Height)
}

// drawKeysInside writes how to get help and to leave into the lowest row that has room left of
// the board, because there is none around the screen.
func (a *App) drawKeysInside(room paint.Area, shown *jupiter.Screen) {
	const keys = "F1 help F10 end"
	for y := jupiter.Rows - 1; y >= 0; y-- {
		if strings.TrimSpace(shown.Text(0, y, len(keys), 1)) == "" {
			room.Text(0, y, keys, a.palette.style(screen.Ink, screen.Ground))
			return
		}
	}
}

// drawCoordinates draws the ranks right of the machine's board, whose squares are so wide, and the
// files below it if there is room.
func drawCoordinates(board paint.Area, wide int, below bool, style tcell.Style) {
	height := board.Height - 1
	for i := range 8 {
		at := sargon.SquareAt(i, i).String()
		board.Text(8*wide, (7-i)*height/8+height/16, at[1:], style)
		if below {
			board.Text(i*wide+(wide-1)/2, height, at[:1], paint.Faint)
		}
	}
}

func (a *App) drawTooSmall(all paint.Area) {
	text := fmt.Sprintf("This window has %d×%d cells. The machine's screen needs %d×%d, all of it "+
		"%d×%d.", all.Width, all.Height, screen.FoldedWidth, screen.FoldedHeight, jupiter.Columns,
		jupiter.Rows+1)
	y := all.Wrapped(0, text, paint.Plain)
	if a.offersBoard() {
		const offer = "Return, or F2: a modern board of the same game, which fits here."
		y += 1 + all.Below(y+1).Wrapped(0, offer, paint.Strong)
	}
	all.Below(y+1).Wrapped(0, "F1 help  F10 leave  (sargon play --plain needs no room)",
		paint.Plain)
}

// offersBoard tells whether the modern board is shown where the screen has no room.
func (a *App) offersBoard() bool {
	width, height := a.screen.Size()
	_, screenFits := fitScreen(a.o.Glyphs, paint.Area{Width: width, Height: height})
	_, boardFits := planBoard(width, height, a.painter().pictured())
	return !screenFits && boardFits
}

// state says in a few words what the machine is doing, and what it wants to be typed.
func (a *App) state() string {
	state := a.program.State()
	switch {
	case !a.power:
		return "The program has ended. Return starts it again."
	case a.endless():
		return "The program does not come back from this position. Take a move back with F2 and F3."
	case state.Thinking:
		return fmt.Sprintf("Thinking %s, in 1978 %s%s", clock(a.sample.elapsed()),
			clock1978(a.in1978()), a.progress())
	case state.Waiting:
		return a.wanted()
	}
	return ""
}

// progress says how far the machine has come in its list of moves.
func (a *App) progress() string {
	t := a.program.Thoughts()
	if t.Of == 0 {
		return ""
	}
	left := session.Left(a.sample.elapsed(), t.Number, t.Of)
	return fmt.Sprintf("; move %d of %d", t.Number, t.Of) + stillToGo(left)
}

// wanted says what to type.
func (a *App) wanted() string {
	switch w := a.program.Wants(); {
	case w.Board:
		return "Set up: W or B and a letter. Escape ends; F1 says more."
	case w.Move:
		return "Your move: two squares, like E2E4."
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
func (a *App) endless() bool { return a.program.State().Thinking && a.program.Endless() }

// drawStatus draws the line below the screen. The keys that help and leave come first.
func (a *App) drawStatus(line paint.Area, style, keys tcell.Style) {
	left := a.message
	if left == "" {
		left = a.state()
	}
	const leave = "F1 help  F10 leave"
	if both := left + "  " + a.tip; a.tip != "" && paint.TextWidth(both+leave)+4 <= line.Width {
		left = both
	}
	texts := []string{
		"F1 help  F2 board  F9 skip the wait  F10 leave", "F1 help  F2 board  F10 leave", leave,
	}
	for i, text := range texts {
		if room := line.Width - 1 - paint.TextWidth(text); paint.TextWidth(left)+3 <= room ||
			i == len(texts)-1 {
			line.Within(1, 0, room-2, 1).Text(0, 0, left, style)
			line.Right(line.Width-1, 0, text, keys)
			return
		}
	}
}

// drawNarrow draws what the folded layout has room for: 14 or 15 columns.
func (a *App) drawNarrow(room paint.Area) {
	plain := a.palette.style(screen.Ink, screen.Ground)
	strong := plain.Bold(true)
	state := a.program.State()
	y := 0
	heading := func(text string) {
		room.Text(0, y, text, strong)
		y++
	}
	line := func(name, value string) {
		room.Text(0, y, name, plain)
		room.Right(room.Width, y, value, plain)
		y++
	}
	words := func(text string) { y += room.Below(y).Wrapped(0, text, strong) }
	switch {
	case a.message != "":
		words(a.message)
	case !a.power, a.endless():
		words(a.state())
	case state.Thinking:
		heading("thinking")
		line("now", clock(a.sample.elapsed()))
		line("1978", clock1978(a.in1978()))
		t := a.program.Thoughts()
		if t.Of > 0 {
			line("move", fmt.Sprintf("%d/%d", t.Number, t.Of))
		}
		if len(t.Line) > 0 {
			line("best", a.name(t.Line[0]))
			line("score", t.Score.String())
		}
	default:
		words(a.state())
		if last, ok := a.lastThought(); ok && state.Waiting {
			y++
			heading("last move")
			line("now", clock(last.Now))
			line("1978", clock1978(last.In1978))
		}
	}
	for i, text := range []string{"F1 help", "F2 board", "F10 leave"} {
		room.Text(0, room.Height-3+i, text, plain)
	}
}

// screenKey passes a key on to the machine.
func (a *App) screenKey(e *tcell.EventKey) {
	asked := a.resigns
	a.resigns = false
	if a.perform(a.ownKeys(), e.Key()) {
		return
	}
	if e.Key() == tcell.KeyEnter && a.offersBoard() {
		a.switchView()
		return
	}
	if !a.power {
		if e.Key() == tcell.KeyEnter {
			a.restart()
		}
		return
	}
	key, ok := machineKey(e)
	switch {
	case !ok:
	case key == '?':
		a.help = true
	case a.program.State().Thinking:
		a.keepKey(key)
	case key == jupiter.KeyControlR && !asked && a.follower.Begun && !a.session.Over():
		a.askResign()
	default:
		a.typeKey(key)
	}
}

// typeKey types a key on the machine. When that completes a move which is none, it says why:
// the machine only says no.
func (a *App) typeKey(key byte) {
	a.typed = appendKey(a.typed, key)
	answer := a.program.State().Waiting && !a.program.Wants().Move
	if answer || !a.follower.Begun || a.session.Over() {
		a.typed = nil
	}
	a.program.Press(key)
	if from, to, ok := squaresOf(a.typed); ok {
		a.typed = nil
		if why := whyNot(a.session.Game(), from, to); why != "" && !a.session.EngineToMove() {
			a.message = why
		}
	}
}

// appendKey adds a key to those typed; Backspace takes the last one away.
func appendKey(typed []byte, key byte) []byte {
	if key == jupiter.KeyBackspace {
		return typed[:max(0, len(typed)-1)]
	}
	return append(typed, key)
}

// squaresOf reads the move of keys, whatever stands between the squares; ok is false if there
// are not two squares.
func squaresOf(keys []byte) (from, to string, ok bool) {
	squares := ""
	for _, key := range strings.ToLower(string(keys)) {
		if strings.ContainsRune("abcdefgh12345678", key) {
			squares += string(key)
		}
	}
	if len(squares) < 4 {
		return "", "", false
	}
	return squares[:2], squares[2:4], true
}

// whyNot tells why there is no legal move between two squares, nothing if there is one.
func whyNot(g *game.Game, from, to string) string {
	for _, m := range g.Legal() {
		if m.From.String() == from && m.To.String() == to {
			return ""
		}
	}
	_, err := g.ParseMove(from + to)
	if text, ok := front.Illegal(err); ok {
		return text
	}
	return fmt.Sprintf("%s%s is not a move", from, to)
}

// keepKey keeps a key that was typed while the machine thinks and does not look at the keys.
func (a *App) keepKey(key byte) {
	switch key {
	case jupiter.KeyEscape:
		a.ahead = nil
	case jupiter.KeyControlR:
		a.message = "it thinks: resign when it has moved (F9 skips the wait)"
		return
	default:
		a.ahead = appendKey(a.ahead, key)
	}
	a.message = "it thinks; kept: " + strings.ToUpper(string(a.ahead)) + " (Esc forgets, F9 skips)"
	if len(a.ahead) == 0 {
		a.message = ""
	}
}

// typeAhead types the keys that were kept, now that the machine asks for a move. A move that is
// none is not typed.
func (a *App) typeAhead() {
	if len(a.ahead) == 0 || !a.program.Wants().Move {
		return
	}
	keys := a.ahead
	a.ahead, a.message = nil, ""
	if from, to, ok := squaresOf(keys); ok {
		if why := whyNot(a.session.Game(), from, to); why != "" {
			a.message = "typed ahead, but not possible now: " + why
			return
		}
	}
	for _, key := range keys {
		a.typed = appendKey(a.typed, key)
	}
	a.program.Press(keys...)
}

// machineKey returns the code of a key on the keyboard of the Jupiter, which has letters,
// digits and a few more.
func machineKey(e *tcell.EventKey) (byte, bool) {
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

// restart switches the machine off and on.
func (a *App) restart() {
	if err := a.program.Reset(); err != nil {
		a.message = err.Error()
		return
	}
	a.follower = session.Follower{}
	a.startMachine()
}
