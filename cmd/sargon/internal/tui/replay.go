package tui

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/paint"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/emu/jupiter"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/think"
)

// ReplayOptions say how a walk is shown.
type ReplayOptions struct {
	Look
	View  front.View // in the beginning
	Level sargon.Level
	// Review is run beside the view, which shows its verdicts as they come; nil for none.
	Review func(context.Context) iter.Seq2[think.Verdict, error]
}

// Replay shows a walk on a terminal until the person leaves or ctx ends. The terminal is put
// back whatever happens.
func Replay(ctx context.Context, terminal tcell.Screen, walk *Walk, o ReplayOptions) error {
	if err := terminal.Init(); err != nil {
		return err
	}
	defer terminal.Fini()
	ctx, cancel := context.WithCancel(ctx)
	v := &viewer{
		terminal: terminal, walk: walk, o: o, palette: newPalette(o.Theme, terminal.Colors()),
		view: o.View, pace: usualPace,
	}
	if v.view == "" {
		v.view = front.ScreenView
	}
	events, quit := make(chan tcell.Event, 16), make(chan struct{})
	defer close(quit)
	go terminal.ChannelEvents(events, quit)
	found, reviewed := make(chan think.Verdict, walk.game.Len()), make(chan error, 1)
	go func() { reviewed <- review(ctx, o, found) }()
	defer func() {
		cancel()
		if reviewed != nil {
			<-reviewed
		}
	}()
	for !v.leaving {
		if err := v.draw(); err != nil {
			return err
		}
		select {
		case event := <-events:
			v.leaving = gone(terminal, event, v.key) || v.leaving
		case <-v.next():
			v.step()
		case verdict := <-found:
			v.verdicts = append(v.verdicts, verdict)
		case err := <-reviewed:
			reviewed = nil
			if err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// review sends verdicts to a channel that has room for all.
func review(ctx context.Context, o ReplayOptions, found chan<- think.Verdict) error {
	if o.Review == nil {
		return nil
	}
	for verdict, err := range o.Review(ctx) {
		if err != nil {
			return err
		}
		found <- verdict
	}
	return nil
}

type viewer struct {
	terminal tcell.Screen
	walk     *Walk
	o        ReplayOptions
	palette  *palette
	at       int // half-moves shown
	verdicts []think.Verdict
	leaving  bool

	branches []branch // that were entered, one from the other

	view    front.View
	flip    bool
	help    Page
	number  string // being typed: of the move to go to
	message string
	playing bool // by itself
	pace    int  // of paces
}

// branch notes where a variation was entered.
type branch struct {
	game  *game.Game
	at    int // half-moves of it; the last one has the variations
	which int
}

// pageMoves is how far page up and page down go.
const pageMoves = 10

// paces are how long a position is shown when a game plays by itself.
var paces = []time.Duration{
	250 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second,
	8 * time.Second,
}

// usualPace is the index of the first one.
const usualPace = 3

// next returns a channel that ticks when the next move is due; nil if none is.
func (v *viewer) next() <-chan time.Time {
	if !v.playing {
		return nil
	}
	return time.After(paces[v.pace])
}

func (v *viewer) step() {
	v.at++
	if v.at >= v.walk.game.Len() {
		v.at, v.playing = v.walk.game.Len(), false
	}
}

// gone passes a key on, and tells whether the terminal is gone.
func gone(terminal tcell.Screen, event tcell.Event, key func(*tcell.EventKey)) bool {
	switch e := event.(type) {
	case *tcell.EventResize:
		terminal.Sync()
	case *tcell.EventKey:
		key(e)
	}
	return event == nil
}

func (v *viewer) key(e *tcell.EventKey) {
	v.message = ""
	switch {
	case e.Key() == tcell.KeyF10 || e.Key() == tcell.KeyCtrlC || e.Rune() == 'q':
		v.leaving = true
	case v.help.Open:
		v.help.Key(e.Key())
	case e.Key() == tcell.KeyEscape && v.number != "":
		v.number = ""
	case e.Key() == tcell.KeyEscape && len(v.branches) > 0:
		v.leaveVariation()
	case e.Key() == tcell.KeyEscape:
		v.leaving = true
	case e.Key() == tcell.KeyEnter && v.number != "":
		v.goTo()
	case e.Key() == tcell.KeyRune && unicode.IsDigit(e.Rune()) && len(v.number) < 4:
		v.number += string(e.Rune())
	default:
		v.number = ""
		if !v.walkKey(e) {
			v.lookKey(e)
		}
	}
}

// goTo goes to the position after a move whose number was typed: White's, or Black's if there is
// none of White.
func (v *viewer) goTo() {
	n, _ := strconv.Atoi(v.number)
	v.number, v.playing = "", false
	for i, p := range v.walk.game.Plies() {
		if p.Number == n {
			v.at = i + 1
			return
		}
	}
	v.message = fmt.Sprintf("there is no move %d", n)
}

// enterVariation goes into a variation of the move shown, or from the end of its first move to
// the variation beside it.
func (v *viewer) enterVariation() {
	n := len(v.branches)
	switch {
	case v.at > 0 && len(v.walk.game.Ply(v.at-1).Variations) > 0:
		v.branches = append(v.branches, branch{v.walk.game, v.at, 0})
	case n > 0 && v.at == min(v.branches[n-1].at, v.walk.game.Len()):
		v.branches[n-1].which++
	default:
		v.message = "no variation of this move"
		return
	}
	b := &v.branches[len(v.branches)-1]
	variations := b.game.Ply(b.at - 1).Variations
	b.which %= len(variations)
	v.walk.show(b.game.Instead(b.at-1, variations[b.which]))
	v.at, v.playing = min(b.at, v.walk.game.Len()), false
	v.message = fmt.Sprintf("variation %d/%d", b.which+1, len(variations))
}

// leaveVariation goes back to the move that it would have replaced.
func (v *viewer) leaveVariation() {
	last := len(v.branches) - 1
	b := v.branches[last]
	v.branches = v.branches[:last]
	v.walk.show(b.game)
	v.at, v.playing = b.at, false
}

// walkKey handles the keys that go through the game.
func (v *viewer) walkKey(e *tcell.EventKey) bool {
	to := v.at
	switch key := e.Key(); {
	case key == tcell.KeyRight, key == tcell.KeyDown, key == tcell.KeyEnter, e.Rune() == 'n':
		to++
	case key == tcell.KeyLeft, key == tcell.KeyUp, key == tcell.KeyBackspace,
		key == tcell.KeyBackspace2, e.Rune() == 'p', e.Rune() == 'b':
		to--
	case key == tcell.KeyPgDn:
		to += pageMoves
	case key == tcell.KeyPgUp:
		to -= pageMoves
	case key == tcell.KeyHome:
		to = 0
	case key == tcell.KeyEnd:
		to = v.walk.game.Len()
	default:
		return false
	}
	v.at, v.playing = max(0, min(to, v.walk.game.Len())), false
	return true
}

// lookKey handles the keys that change how the game is shown.
func (v *viewer) lookKey(e *tcell.EventKey) {
	switch key := e.Key(); {
	case key == tcell.KeyF1, e.Rune() == '?':
		v.help.Open = true
	case key == tcell.KeyF2 && v.view == front.BoardView:
		v.view = front.ScreenView
	case key == tcell.KeyF2:
		v.view = front.BoardView
	case key == tcell.KeyF5, e.Rune() == 'f':
		v.flip, v.view = !v.flip, front.BoardView // the machine's board cannot be turned
	case key == tcell.KeyCtrlL:
		v.o.Theme = nextTheme(v.o.Theme)
		v.palette = newPalette(v.o.Theme, v.terminal.Colors())
		v.message = "theme: " + v.o.Theme.Name
	case key == tcell.KeyCtrlG:
		v.o.Glyphs = nextGlyphs(v.o.Glyphs)
		v.message = "glyphs: " + v.o.Glyphs.String()
	case e.Rune() == 'v':
		v.enterVariation()
	case e.Rune() == ' ':
		v.playing = !v.playing
		if v.at == v.walk.game.Len() {
			v.at = 0
		}
	case e.Rune() == '+':
		v.setPace(v.pace - 1)
	case e.Rune() == '-':
		v.setPace(v.pace + 1)
	}
}

func (v *viewer) setPace(pace int) {
	v.pace = max(0, min(pace, len(paces)-1))
	v.message = fmt.Sprintf("a move every %v", paces[v.pace])
}

const replayHelp = `
A game, move by move

Right, Down, Return and n go forward, Left, Up, Backspace and p back, Page Up and Page Down ten
half-moves; Home and End to the first and the last position. A number and Return go to that move.

Space plays the game by itself, or stops it; + is faster, - slower.

F2 shows a modern board, or the machine's screen. f or F5 turns the modern board; the machine's
cannot be turned. Ctrl-L: other colours. Ctrl-G: other glyphs, if pictures look broken.

What Sargon would have played stands with each move, and what the file says of it: signs,
comments, and variations in parentheses. v goes into a variation of the move shown, v once more into
the next one; Escape comes back from it.

F10, q and Escape leave.
`

// draw shows the position after v.at half-moves.
func (v *viewer) draw() error {
	shown, err := v.walk.At(v.at)
	if err != nil {
		return err
	}
	v.terminal.Fill(' ', paint.Plain)
	defer v.terminal.Show()
	all := paint.Whole(v.terminal)
	layout, ok := fitScreen(all)
	switch {
	case v.help.Open:
		v.help.Draw(all, paragraphs(replayHelp, TextColumns(all)))
	case ok && v.view == front.ScreenView:
		v.drawScreen(all, &shown, layout)
	default:
		v.drawBoard(all)
	}
	return nil
}

func (v *viewer) drawScreen(all paint.Area, shown *jupiter.Screen, layout screen.Layout) {
	width, height := layout.Size()
	side := min(all.Width-width-gap, widePanel)
	if side < panelWidth {
		side = -gap
	}
	x := (all.Width - width - gap - side) / 2
	y := max(0, (all.Height-1-height)/2)
	set, pictures := v.palette.glyphs(v.o.Glyphs, &v.walk.pictures)
	room := all.Within(x, y, width, height)
	drawGrid(room, screen.Draw(shown, set, layout, pictures), v.palette)
	if side > 0 {
		v.drawSide(all.Within(x+width+gap, y, side, all.Height-1-y))
	}
	if y+height < all.Height {
		v.status(all.Within(1, all.Height-1, all.Width-2, 1), side <= 0)
		return
	}
	v.corner(room.Within(screen.FoldedRest()))
}

// drawBoard shows the modern board.
func (v *viewer) drawBoard(all paint.Area) {
	p := painter{v.palette, v.o.Glyphs, v.o.Pieces}
	plan, ok := planBoard(all.Width, all.Height, p.pictured())
	if !ok {
		all.Wrapped(0, fmt.Sprintf("%d×%d cells are too few. F1 or ? helps, F10 or q leaves.", all.Width,
			all.Height), paint.Plain)
		return
	}
	width, height := plan.size()
	left, top := (all.Width-width)/2, (all.Height-height)/2
	grid := boardGrid{x: left, y: top, wide: plan.wide, high: plan.high, flip: v.flip,
		inside: plan.inside}
	if !plan.inside {
		grid.x += rankLabels
	}
	end := grid.x + 8*plan.wide + gap
	keys := all.Within(1, all.Height-1, all.Width-2, 1)
	switch plan.form {
	case columned:
		side := all.Within(end, 0, all.Width-end, all.Height)
		v.drawSide(side.Within(0, 0, side.Width, side.Height-2))
		keys = side.Below(side.Height - 2)
	case framed:
		grid.y++
		v.drawSide(all.Within(end, top+1, plan.side, 8*plan.high+1))
	case stacked:
		grid.y++
		all.Text(grid.x, top, Players(v.walk.game), paint.Strong)
		words := all.Within(grid.x, grid.y+8*plan.high+1, all.Width-grid.x, all.Height)
		y := words.Wrapped(0, strings.Join(v.words(), "  "), paint.Plain)
		words.Within(0, y, words.Width, keys.Y-words.Y-y).Wrapped(0, v.comment(), paint.Plain)
	}
	p.board(all, grid, v.shownGame(), lastMove(v.shownGame()))
	v.status(keys, false)
}

func (v *viewer) shownGame() *game.Game { return v.walk.game.At(v.at) }

// drawSide draws what there is to say, and below it the moves.
func (v *viewer) drawSide(room paint.Area) {
	g := v.walk.game
	y := room.Wrapped(0, Players(g), paint.Strong)
	y++
	for _, words := range v.words() {
		if words != Players(g) {
			y += room.Below(y).Wrapped(0, words, paint.Plain)
		}
	}
	if total := v.total(); total != "" {
		y += room.Below(y).Wrapped(0, total, paint.Faint)
	}
	if comment := v.comment(); comment != "" {
		const moves = 6 // lines of the list below
		words := room.Within(0, y+1, room.Width, room.Height-y-1-1-moves)
		y += 1 + min(words.Height, words.Wrapped(0, comment, paint.Plain))
	}
	if len(v.verdicts) > 0 {
		room.Right(room.Width, y, "Sargon", paint.Faint)
	}
	drawMoveList(room.Below(y+1), g, v.at-1, true, func(line paint.Area, i int) {
		line.Right(line.Width, 0, v.others(i), paint.Faint)
	})
}

// others are the moves that Sargon would have played in place of those of a line, which ends with a
// half-move: "Nxd4 / Qe7", and – for a move on which it agrees. It returns nothing of a half-move
// that does not end its line.
func (v *viewer) others(halfMove int) string {
	g := v.walk.game
	first := max(0, halfMove-1)
	switch {
	case g.Ply(halfMove).Side == sargon.White && halfMove+1 < g.Len():
		return ""
	case g.Ply(halfMove).Side == sargon.White || g.Ply(first).Side == sargon.Black:
		first = halfMove
	}
	var moves []string
	differs := false
	for i := first; i <= halfMove; i++ {
		move := "–"
		if verdict, ok := v.verdict(i); ok && !verdict.Agrees() {
			move, differs = verdict.SAN, true
		}
		moves = append(moves, move)
	}
	if !differs {
		return ""
	}
	return strings.Join(moves, " / ")
}

// comment returns what the file says of the position.
func (v *viewer) comment() string {
	if v.at == 0 {
		return v.walk.game.Comment
	}
	said := v.walk.game.Ply(v.at - 1).Said()
	if n := len(v.branches); n > 0 && v.at == v.branches[n-1].at {
		b := v.branches[n-1]
		said = b.game.Ply(b.at - 1).Variations[b.which].Comment + "\n" + said
	}
	return strings.TrimSpace(said)
}

// verdict returns what Sargon would have played in place of a half-move; of variations it knows
// nothing.
func (v *viewer) verdict(halfMove int) (think.Verdict, bool) {
	for _, b := range v.branches {
		if halfMove >= b.at-1 {
			return think.Verdict{}, false
		}
	}
	for _, verdict := range v.verdicts {
		if verdict.Index == halfMove {
			return verdict, true
		}
	}
	return think.Verdict{}, false
}

// total says how often Sargon agrees, as far as that is known.
func (v *viewer) total() string {
	if len(v.verdicts) == 0 {
		return ""
	}
	return fmt.Sprintf("level %d: agrees with %v", v.o.Level, think.Sum(v.verdicts).Total())
}

// status draws the line below: the keys, and if nothing stands beside the board the move and
// what Sargon thinks of it. If there are two rows, the keys have their own.
func (v *viewer) status(line paint.Area, alone bool) {
	text := v.message
	switch {
	case v.number != "":
		text = "go to move " + v.number + " (Return)"
	case text == "" && alone:
		text = v.describe()
	}
	if line.Height > 1 {
		line.Text(0, 0, text, paint.Plain)
		line, text = line.Below(line.Height-1), ""
	}
	help := "F1/? help  F10/q leave"
	aside := v.variationKeys()
	keys := aside + "←→ step  Space play  F2 view  " + help
	fits := func() bool { return paint.TextWidth(text+"  "+keys) <= line.Width }
	if !fits() {
		keys = aside + help
	}
	if !fits() {
		help = "? help  q leave"
		keys = aside + help
	}
	switch {
	case fits():
	case alone: // the modern board has room for the rest
		keys = aside + "F2 more  " + help
	default:
		keys = help
	}
	room := line.Width - paint.TextWidth(keys)
	line.Within(0, 0, room-2, 1).Text(0, 0, text, paint.Plain)
	line.Text(room, 0, keys, paint.Faint)
}

// variationKeys are the keys for variations, where there are any.
func (v *viewer) variationKeys() string {
	switch {
	case len(v.branches) > 0:
		return "Esc back  "
	case v.at > 0 && len(v.walk.game.Ply(v.at-1).Variations) > 0:
		return "v variation  "
	}
	return ""
}

// corner says the same in short lines.
func (v *viewer) corner(room paint.Area) {
	style := v.palette.style(screen.Ink, screen.Ground)
	keys := []string{"arrows: step", v.variationKeys(), "F1/? help", "F10/q leave"}
	text := strings.Join(append(v.words(), v.comment()), "\n")
	switch {
	case v.number != "":
		text = "go to move " + v.number
	case v.message != "":
		text = v.message
	}
	room.Within(0, 0, room.Width, room.Height-len(keys)-1).Wrapped(0, text, style)
	for i, key := range keys {
		room.Text(0, room.Height-len(keys)+i, key, style)
	}
}

// words say what is known of the half-move shown.
func (v *viewer) words() []string {
	g := v.walk.game
	if v.at == 0 {
		return []string{Players(g)}
	}
	words := []string{game.Numbered(g.Ply(v.at - 1))}
	switch verdict, ok := v.verdict(v.at - 1); {
	case !ok:
	case verdict.Agrees():
		words = append(words, "Sargon agrees", verdict.Note.Comment())
	default:
		words = append(words, "Sargon: "+verdict.SAN, verdict.Note.Comment())
	}
	if v.at == g.Len() && len(v.branches) == 0 {
		words = append(words, g.Result().String())
	}
	return words
}

func (v *viewer) describe() string {
	text := strings.Join(v.words(), "   ")
	if comment := v.comment(); comment != "" {
		text += "   " + strings.ReplaceAll(comment, "\n", " ")
	}
	if total := v.total(); total != "" {
		text += "   (" + total + ")"
	}
	return text
}

// Players returns the names of both sides, "White" and "Black" where nobody knows them.
func Players(g *game.Game) string {
	names := []string{"White", "Black"}
	for i, side := range names {
		if name := g.Tags.Get(side); name != "" && name != "?" {
			names[i] = name
		}
	}
	return strings.Join(names, " – ")
}
