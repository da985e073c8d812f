package tui

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/terminal"
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
func Replay(ctx context.Context, screen tcell.Screen, walk *Walk, o ReplayOptions) error {
	ctx, cancel := context.WithCancel(ctx)
	var reviewing sync.WaitGroup
	defer reviewing.Wait()
	defer cancel()
	return terminal.Run(ctx, screen, func(l *terminal.Loop) (terminal.View, error) {
		a := newReplay(screen, walk, o)
		if o.Review != nil {
			reviewing.Go(func() { a.review(ctx, l) })
		}
		return a, nil
	})
}

// review takes over verdicts as they come.
func (a *App) review(ctx context.Context, l *terminal.Loop) {
	for verdict, err := range a.replay.o.Review(ctx) {
		if ctx.Err() != nil {
			return // the person has left
		}
		if err != nil {
			l.Post(func() { a.err = err })
			return
		}
		l.Post(func() { a.replay.verdicts = append(a.replay.verdicts, verdict) })
	}
}

// newReplay returns the modern board as a mode of which a game is shown move by move.
func newReplay(terminal tcell.Screen, walk *Walk, o ReplayOptions) *App {
	a := &App{
		o: Options{Look: o.Look}, screen: terminal, program: walk.program, pictures: walk.pictures,
		palette: newPalette(o.Theme, terminal.Colors()),
		replay:  &replay{walk: walk, o: o, pace: usualPace},
	}
	a.view.AtMachine = o.View != front.BoardView
	a.showGame(walk.game, 0)
	return a
}

// replay is what a game that is shown move by move has besides the board.
type replay struct {
	walk     *Walk
	o        ReplayOptions
	verdicts []think.Verdict

	branches []branch // that were entered, one from the other

	number  string // being typed: of the move to go to
	playing bool   // by itself
	pace    int    // of paces
}

// showGame shows another game, after so many half-moves of it.
func (a *App) showGame(g *game.Game, halfMoves int) {
	a.replay.walk.show(g)
	a.view.Game = g
	a.goToPly(halfMoves)
}

// goToPly shows the position after so many half-moves, of those that there are.
func (a *App) goToPly(halfMoves int) {
	a.browseTo(halfMoves)
	a.replay.playing = false
}

// branch notes where a variation was entered.
type branch struct {
	game  *game.Game
	at    int // half-moves of it; the last one has the variations
	which int
}

// paces are how long a position is shown when a game plays by itself.
var paces = []time.Duration{
	250 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second,
	8 * time.Second,
}

// usualPace is the index of the first one.
const usualPace = 3

// stepReplay shows the next move of a game that plays by itself, up to the last one.
func (a *App) stepReplay() {
	a.browseTo(a.shownPly() + 1)
	a.replay.playing = a.board.browsing
}

// replayRunes are the letters that mean the same as a key.
var replayRunes = map[rune]tcell.Key{
	'n': tcell.KeyRight, 'p': tcell.KeyLeft, 'b': tcell.KeyLeft, 'f': tcell.KeyF5, '?': tcell.KeyF1,
	'q': tcell.KeyF10,
}

func (a *App) replayKey(e *tcell.EventKey) {
	r, key, text := a.replay, e.Key(), e.Rune()
	if same, ok := replayRunes[text]; ok && key == tcell.KeyRune {
		key = same
	}
	number := r.number
	r.number = ""
	leaves := key == tcell.KeyF10 || key == tcell.KeyCtrlC
	switch {
	case !leaves && a.help.Open:
		a.help.Key(key)
	case key == tcell.KeyEscape && number != "":
	case key == tcell.KeyEscape && len(r.branches) > 0:
		a.leaveVariation()
	case leaves, key == tcell.KeyEscape:
		a.leaving = true
	case key == tcell.KeyEnter && number != "":
		a.goToMove(number)
	case key == tcell.KeyRune && unicode.IsDigit(text) && len(number) < 4:
		r.number = number + string(text)
	case a.walkKey(key):
	case a.perform(firstKeys, key):
	case key == tcell.KeyCtrlL:
		a.nextTheme()
	case key == tcell.KeyCtrlG:
		a.nextGlyphs()
	case key == tcell.KeyF5:
		a.flipBoard()
		a.view.AtMachine = false // the machine's board cannot be turned
	case text == 'v':
		a.enterVariation()
	case text == ' ':
		if !a.board.browsing {
			a.browseTo(0)
		}
		r.playing = !r.playing
	case text == '+':
		a.setPace(r.pace - 1)
	case text == '-':
		a.setPace(r.pace + 1)
	}
}

// goToMove goes to the position after a move whose number was typed: White's, or Black's if there
// is none of White.
func (a *App) goToMove(number string) {
	n, _ := strconv.Atoi(number)
	for i, p := range a.view.Game.Plies() {
		if p.Number == n {
			a.goToPly(i + 1)
			return
		}
	}
	a.replay.playing = false
	a.message = fmt.Sprintf("there is no move %d", n)
}

// enterVariation goes into a variation of the move shown, or from the end of its first move to
// the variation beside it.
func (a *App) enterVariation() {
	r, g, at := a.replay, a.view.Game, a.shownPly()
	n := len(r.branches)
	switch {
	case at > 0 && len(g.Ply(at-1).Variations) > 0:
		r.branches = append(r.branches, branch{g, at, 0})
	case n > 0 && at == min(r.branches[n-1].at, g.Len()):
		r.branches[n-1].which++
	default:
		a.message = "no variation of this move"
		return
	}
	b := &r.branches[len(r.branches)-1]
	variations := b.game.Ply(b.at - 1).Variations
	b.which %= len(variations)
	a.showGame(b.game.Instead(b.at-1, variations[b.which]), b.at)
	a.message = fmt.Sprintf("variation %d/%d", b.which+1, len(variations))
}

// leaveVariation goes back to the move that it would have replaced.
func (a *App) leaveVariation() {
	r := a.replay
	last := len(r.branches) - 1
	b := r.branches[last]
	r.branches = r.branches[:last]
	a.showGame(b.game, b.at)
}

// replaySame are the keys that go forward and back as others do.
var replaySame = map[tcell.Key]tcell.Key{
	tcell.KeyRight: tcell.KeyDown, tcell.KeyEnter: tcell.KeyDown, tcell.KeyLeft: tcell.KeyUp,
	tcell.KeyBackspace: tcell.KeyUp, tcell.KeyBackspace2: tcell.KeyUp,
}

// walkKey handles the keys that go through the game.
func (a *App) walkKey(key tcell.Key) bool {
	if same, ok := replaySame[key]; ok {
		key = same
	}
	to, ok := terminal.Moved(key, a.shownPly(), a.view.Game.Len())
	if ok {
		a.goToPly(to)
	}
	return ok
}

func (a *App) setPace(pace int) {
	a.replay.pace = max(0, min(pace, len(paces)-1))
	a.message = fmt.Sprintf("a move every %v", paces[a.replay.pace])
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

// replayScreen is the machine's screen of the position shown.
func (a *App) replayScreen() *jupiter.Screen {
	shown, err := a.replay.walk.At(a.shownPly())
	if err != nil {
		a.err = err
	}
	return &shown
}

// drawReplayed draws what belongs beside and below the machine's screen.
func (a *App) drawReplayed(all, room terminal.Area, side int) {
	if side > 0 {
		a.drawSide(all.Within(room.X+room.Width+gap, room.Y, side, all.Height-1-room.Y))
	}
	if room.Y+room.Height < all.Height {
		a.status(all.Within(1, all.Height-1, all.Width-2, 1), side <= 0)
		return
	}
	a.corner(room.Within(screen.FoldedRest()))
}

// drawReplayBoard draws what belongs beside the modern board, whose plan begins in the row top.
func (a *App) drawReplayBoard(all terminal.Area, plan boardPlan, top int) {
	grid := &a.board.grid
	end := grid.x + 8*plan.wide + gap
	keys := all.Within(1, all.Height-1, all.Width-2, 1)
	switch plan.form {
	case columned:
		side := all.Within(end, 0, all.Width-end, all.Height)
		a.drawSide(side.Within(0, 0, side.Width, side.Height-2))
		keys = side.Below(side.Height - 2)
	case framed:
		grid.y++
		a.drawSide(all.Within(end, top+1, plan.side, 8*plan.high+1))
	case stacked:
		grid.y++
		all.Text(grid.x, top, Players(a.view.Game), terminal.Strong)
		words := all.Within(grid.x, grid.y+8*plan.high+1, all.Width-grid.x, all.Height)
		y := words.Wrapped(0, strings.Join(a.words(), "  "), terminal.Plain)
		words.Within(0, y, words.Width, keys.Y-words.Y-y).Wrapped(0, a.comment(), terminal.Plain)
	}
	a.status(keys, false)
}

// drawSide draws what there is to say, and below it the moves.
func (a *App) drawSide(room terminal.Area) {
	g := a.view.Game
	y := room.Wrapped(0, Players(g), terminal.Strong)
	y++
	for _, words := range a.words() {
		if words != Players(g) {
			y += room.Below(y).Wrapped(0, words, terminal.Plain)
		}
	}
	if total := a.total(); total != "" {
		y += room.Below(y).Wrapped(0, total, terminal.Faint)
	}
	if comment := a.comment(); comment != "" {
		const moves = 6 // lines of the list below
		words := room.Within(0, y+1, room.Width, room.Height-y-1-1-moves)
		y += 1 + min(words.Height, words.Wrapped(0, comment, terminal.Plain))
	}
	if len(a.replay.verdicts) > 0 {
		room.Right(room.Width, y, "Sargon", terminal.Faint)
	}
	drawMoveList(room.Below(y+1), g, a.shownPly()-1, true, func(line terminal.Area, i int) {
		line.Right(line.Width, 0, a.others(i), terminal.Faint)
	})
}

// others are the moves that Sargon would have played in place of those of a line, which ends with a
// half-move: "Nxd4 / Qe7", and – for a move on which it agrees. It returns nothing of a half-move
// that does not end its line.
func (a *App) others(halfMove int) string {
	g := a.view.Game
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
		if verdict, ok := a.verdict(i); ok && !verdict.Agrees() {
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
func (a *App) comment() string {
	if a.shownPly() == 0 {
		return a.view.Game.Comment
	}
	said := a.view.Game.Ply(a.shownPly() - 1).Said()
	if n := len(a.replay.branches); n > 0 && a.shownPly() == a.replay.branches[n-1].at {
		b := a.replay.branches[n-1]
		said = b.game.Ply(b.at - 1).Variations[b.which].Comment + "\n" + said
	}
	return strings.TrimSpace(said)
}

// verdict returns what Sargon would have played in place of a half-move; of variations it knows
// nothing.
func (a *App) verdict(halfMove int) (think.Verdict, bool) {
	for _, b := range a.replay.branches {
		if halfMove >= b.at-1 {
			return think.Verdict{}, false
		}
	}
	for _, verdict := range a.replay.verdicts {
		if verdict.Index == halfMove {
			return verdict, true
		}
	}
	return think.Verdict{}, false
}

// total says how often Sargon agrees, as far as that is known.
func (a *App) total() string {
	if len(a.replay.verdicts) == 0 {
		return ""
	}
	return fmt.Sprintf("level %d: agrees with %v", a.replay.o.Level,
		think.Sum(a.replay.verdicts).Total())
}

// status draws the line below: the keys, and if nothing stands beside the board the move and
// what Sargon thinks of it. If there are two rows, the keys have their own.
func (a *App) status(line terminal.Area, alone bool) {
	text := a.message
	switch {
	case a.replay.number != "":
		text = "go to move " + a.replay.number + " (Return)"
	case text == "" && alone:
		text = a.describe()
	}
	motions := "←→ step  Space play  "
	if line.Height > 1 {
		line.Text(0, 0, cmp.Or(text, motions), terminal.Plain)
		line, text, motions = line.Below(line.Height-1), "", ""
	}
	aside, last := a.variationKeys(), leastReplayKeys
	if alone { // the modern board has room for the rest
		last = aside + "F2 more  " + leastReplayKeys
	}
	drawEnds(line, text, terminal.Plain, terminal.Faint,
		aside+motions+"F2 view  "+replayKeys, aside+replayKeys,
		aside+leastReplayKeys, last)
}

// replayKeys are how to get help and to leave.
const (
	replayKeys      = "F1/? help  F10/q leave"
	leastReplayKeys = "? help  q leave"
)

// variationKeys are the keys for variations, where there are any.
func (a *App) variationKeys() string {
	switch {
	case len(a.replay.branches) > 0:
		return "Esc back  "
	case a.shownPly() > 0 && len(a.view.Game.Ply(a.shownPly()-1).Variations) > 0:
		return "v variation  "
	}
	return ""
}

// corner says the same in short lines.
func (a *App) corner(room terminal.Area) {
	style := a.palette.style(screen.Ink, screen.Ground)
	keys := []string{"arrows: step", a.variationKeys(), "F1/? help", "F10/q leave"}
	text := strings.Join(append(a.words(), a.comment()), "\n")
	switch {
	case a.replay.number != "":
		text = "go to move " + a.replay.number
	case a.message != "":
		text = a.message
	}
	room.Within(0, 0, room.Width, room.Height-len(keys)-1).Wrapped(0, text, style)
	for i, key := range keys {
		room.Text(0, room.Height-len(keys)+i, key, style)
	}
}

// words say what is known of the half-move shown.
func (a *App) words() []string {
	g := a.view.Game
	if a.shownPly() == 0 {
		return []string{Players(g)}
	}
	words := []string{game.Numbered(g.Ply(a.shownPly() - 1))}
	switch verdict, ok := a.verdict(a.shownPly() - 1); {
	case !ok:
	case verdict.Agrees():
		words = append(words, "Sargon agrees", verdict.Note.Comment())
	default:
		words = append(words, "Sargon: "+verdict.SAN, verdict.Note.Comment())
	}
	if a.shownPly() == g.Len() && len(a.replay.branches) == 0 {
		words = append(words, g.Result().String())
	}
	return words
}

func (a *App) describe() string {
	text := strings.Join(a.words(), "   ")
	if comment := a.comment(); comment != "" {
		text += "   " + strings.ReplaceAll(comment, "\n", " ")
	}
	if total := a.total(); total != "" {
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
