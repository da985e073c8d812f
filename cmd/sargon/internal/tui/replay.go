package tui

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strings"
	"sync"
	"time"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/emu/jupiter"
	"sargon78/sargon/game"
	"sargon78/sargon/think"
)

// ReplayOptions control how a walk is shown.
type ReplayOptions struct {
	Appearance
	Game   *game.Game
	Board  bool   // begin with the modern board
	Review Review // runs while the view shows its verdicts as they come; nil for none
	// Why returns why Sargon would have made its move in place of a half-move; nil if that is not
	// possible. It runs on a goroutine of its own.
	Why    func(context.Context, think.Verdict) (front.Answer, error)
	Inside Inside // opens the debugger; nil if there is none
}

// Review makes Sargon think about the moves of a game.
type Review = func(context.Context) iter.Seq2[think.Verdict, error]

// Replay shows a walk on a terminal until the user leaves or ctx ends. The terminal is always restored.
func Replay(ctx context.Context, walk *Walk, o ReplayOptions) error {
	ctx, cancel := context.WithCancel(ctx)
	var reviewing sync.WaitGroup
	defer reviewing.Wait()
	defer cancel()
	return terminal.Run(ctx, o.Screen, func(l *terminal.Loop) (terminal.View, error) {
		r := newReplay(walk, o)
		r.loop, r.ctx = l, ctx
		if o.Review != nil {
			reviewing.Go(func() { r.review(ctx, l, o.Review) })
		}
		return r, nil
	})
}

// review shows verdicts as they come.
func (r *replay) review(ctx context.Context, l *terminal.Loop, review Review) {
	for verdict, err := range review(ctx) {
		if ctx.Err() != nil {
			return // the user has left
		}
		if err != nil {
			l.Post(func() { r.err = err })
			return
		}
		l.Post(func() { r.verdicts = append(r.verdicts, verdict) })
	}
}

// replay shows a game move by move, on the modern board or on the machine's screen.
type replay struct {
	window
	browser
	walk      *Walk
	onMachine bool // the machine's screen is shown, if it fits
	verdicts  []think.Verdict
	branches  []branch // variations that were entered, each from the one before
	playing   bool     // by itself
	ctx       context.Context
	ask       func(context.Context, think.Verdict) (front.Answer, error)
	asking    bool
}

// branch records where a variation was entered.
type branch struct {
	game      *game.Game
	at        int // its half-moves; the variations are those of the last one
	variation int
}

func newReplay(walk *Walk, o ReplayOptions) *replay {
	r := &replay{
		window: window{Appearance: o.Appearance, why: answerPage{inside: o.Inside}}, walk: walk,
		onMachine: !o.Board, ask: o.Why,
	}
	r.show(o.Game, 0)
	return r
}

// show shows another game, after a number of its half-moves.
func (r *replay) show(g *game.Game, halfMoves int) {
	r.game = g
	r.stopAt(halfMoves)
}

// stopAt shows the position after a number of half-moves, or the nearest one that the game has.
func (r *replay) stopAt(halfMoves int) {
	r.goTo(halfMoves)
	r.playing = false
}

// Draw implements terminal.View.
func (r *replay) Draw() error {
	if shown, err := r.drawInside(); shown {
		return err
	}
	r.redraw(r.helpLines, func(all terminal.Area) {
		if _, fits := fitScreen(all); fits && r.onMachine {
			r.drawScreen(all)
		} else {
			r.drawBoard(all)
		}
	})
	return r.err
}

// Wait implements terminal.View.
func (r *replay) Wait() time.Duration {
	if r.playing {
		return pace
	}
	return r.waitInside()
}

// Handle implements terminal.View.
func (r *replay) Handle(event tcell.Event) {
	if r.handleInside(event) {
		return
	}
	switch e := event.(type) {
	case *tcell.EventInterrupt:
		if r.playing { // the next move, up to the last one
			r.goTo(r.ply() + 1)
			r.playing = r.back > 0
		}
	case *tcell.EventError:
		r.say(e.Error())
	case *tcell.EventKey:
		r.say("")
		if r.help.Open && r.help.Key(e.Key()) || r.why.Open && r.why.key(e, r.loop, r.Screen) {
			return
		}
		if run := r.keys().Find(e); run != nil {
			run()
		}
	}
}

// pace is how long a position is shown while the game plays automatically.
const pace = 2 * time.Second

// keys returns the keys that go through a game.
func (r *replay) keys() (keys terminal.Keys) {
	step := func(halfMoves int) func() {
		return func() { r.stopAt(r.ply() + halfMoves) }
	}
	keys.Add("F1/?", "help", "this page", r.help.Show)
	key, does := r.variationKey()
	bar := map[string]string{key: does}
	keys.Add("v", bar["v"], "into a variation of the move shown; again: into the next one",
		r.enterVariation)
	keys.Add("Esc", bar["Esc"], "back from a variation; where there is none, leave",
		r.leaveVariation)
	if r.ask != nil {
		keys.Add("w", "why", "why Sargon would have made its move here", r.askWhy)
	}
	keys.Add("F2", "view", "the modern board, or the machine's screen", func() { r.onMachine = !r.onMachine })
	keys.Add("←→", "step", "", nil)
	keys.Add("Right/n", "", "forward, as Down and Return", step(1))
	keys.Add("Down/Return", "", "", step(1))
	keys.Add("Left/p", "", "back, as Up and Backspace", step(-1))
	keys.Add("Up/Backspace/Backspace2/b", "", "", step(-1))
	keys.Add("PgDn", "", "", step(10))
	keys.Add("PgUp", "", "", step(-10))
	keys.Add("Home", "", "", func() { r.stopAt(0) })
	keys.Add("End", "", "", func() { r.stopAt(r.game.Len()) })
	keys.Add("Space", "play", "plays the game by itself, or stops", func() {
		if r.back == 0 {
			r.goTo(0)
		}
		r.playing = !r.playing
	})
	keys.Add("F5/f", "", "turn the modern board; the machine's cannot be turned", func() {
		r.turn()
		r.onMachine = false
	})
	r.addAppearanceKeys(&keys)
	keys.Add("Ctrl-C", "", "", r.quit)
	keys.Add("F10/q", "leave", "leave, as Ctrl-C", r.quit)
	return keys
}

// askWhy asks why Sargon would have made its move in place of the shown one.
func (r *replay) askWhy() {
	verdict, ok := r.verdict(r.ply() - 1)
	switch {
	case r.ply() == 0:
		r.say("there is no move yet")
	case r.asking:
		r.say("one question at a time")
	case !ok:
		r.say("not searched yet")
	default:
		r.asking, r.playing = true, false
		r.say("looking for the reasons …")
		go func() {
			answer, err := r.ask(r.ctx, verdict)
			r.loop.Post(func() {
				r.asking = false
				r.say("")
				if err != nil {
					r.say(err.Error())
				} else {
					r.why.show(answer)
				}
			})
		}()
	}
}

// variationKey returns the key that enters a variation of the shown move, or leaves one.
func (r *replay) variationKey() (key, does string) {
	switch at := r.ply(); {
	case len(r.branches) > 0:
		return "Esc", "back"
	case at > 0 && len(r.game.Ply(at-1).Variations) > 0:
		return "v", "variation"
	}
	return "", ""
}

// enterVariation enters the first variation of the shown move. At the end of the first move of a
// variation it enters the next variation.
func (r *replay) enterVariation() {
	g, at := r.game, r.ply()
	n := len(r.branches)
	switch {
	case at > 0 && len(g.Ply(at-1).Variations) > 0:
		r.branches = append(r.branches, branch{g, at, 0})
	case n > 0 && at == min(r.branches[n-1].at, g.Len()):
		r.branches[n-1].variation++
	default:
		r.say("no variation of this move")
		return
	}
	b := &r.branches[len(r.branches)-1]
	variations := b.game.Ply(b.at - 1).Variations
	b.variation %= len(variations)
	r.show(b.game.WithVariation(b.at-1, variations[b.variation]), b.at)
	r.say(fmt.Sprintf("variation %d/%d", b.variation+1, len(variations)))
}

// leaveVariation returns to the move that the variation replaces.
func (r *replay) leaveVariation() {
	last := len(r.branches) - 1
	if last < 0 {
		r.quit()
		return
	}
	b := r.branches[last]
	r.branches = r.branches[:last]
	r.show(b.game, b.at)
}

// drawScreen draws the position on the machine's screen, and the text next to it, or in the line below.
func (r *replay) drawScreen(all terminal.Area) {
	shown, err := r.walk.Screen(r.game, r.ply())
	if err != nil {
		r.err = err
		shown = new(jupiter.Screen)
	}
	m := r.drawMachine(all, shown, &r.walk.pictures, false, lastSquares(r.shown()))
	r.drawAbout(m.side.Lines())
	said := r.message
	least := "F1/? help  F10/Ctrl-C leave  "
	if said == "" && m.side.Width == 0 {
		if said = r.text("   "); r.total() != "" {
			said += "   (" + r.total() + ")"
		}
		least = "F1/? help  v variation  F10/q leave  "
	}
	if m.free {
		said = terminal.Fit(said, m.status.Width-terminal.TextWidth(least))
		r.keys().Ends(m.status, said, terminal.Plain, terminal.Faint)
	}
	if m.narrow.Width > 0 {
		r.drawNarrow(m.narrow.Lines(), r.style(screen.Ink, screen.Ground))
	}
}

// drawNarrow draws what fits into the folded layout: 14 or 15 columns.
func (r *replay) drawNarrow(lines *terminal.Lines, plain tcell.Style) {
	key, does := r.variationKey()
	keys := []string{"arrows: step", key + " " + does, "F1/? help", "F10/q leave"}
	room := lines.Within(0, 0, lines.Width, lines.Height-len(keys)-1)
	room.Wrapped(0, cmp.Or(r.message, r.text("\n")), plain.Bold(true))
	drawLast(lines, keys, plain)
}

// drawBoard draws the position on the modern board, and the text next to it or below.
func (r *replay) drawBoard(all terminal.Area) {
	plan, ok := planBoard(all.Width, all.Height, r.pictured())
	if r.place(&plan); !ok {
		all.TooSmall("the board", leastWidth, leastHeight, "F1/? help  F10/Ctrl-C leave")
		return
	}
	if plan.side > 0 {
		const foot = 4 // a message and the keys
		room := all.Within(plan.x+8*plan.wide+gap, 0, plan.side, all.Height)
		r.drawAbout(room.Within(0, 0, room.Width, room.Height-foot).Lines())
		below := room.Below(room.Height - foot + 1)
		below.Within(0, 0, below.Width, 1).Wrapped(0, r.message, terminal.Plain)
		r.keys().Bar(below.Below(1), terminal.Faint)
	} else {
		lines := all.Within(plan.x, plan.y, all.Width-plan.x, all.Height-plan.y-1).Lines()
		lines.Line(Players(r.game), terminal.Strong)
		r.grid.y++
		lines.Y += 8*plan.high + 1
		lines.Wrap(strings.TrimSpace(r.message+"  "+r.text("  ")), terminal.Plain)
		r.keys().Bar(all.Within(1, all.Height-1, all.Width, 1), terminal.Faint)
	}
	g := r.shown()
	r.Appearance.drawBoard(all, r.grid, g, lastMarks(g), nil)
}

// drawAbout draws the text about the position, and below it the moves.
func (r *replay) drawAbout(lines *terminal.Lines) {
	g := r.game
	lines.Wrap(Players(g), terminal.Strong)
	lines.Y++
	for _, words := range r.plyNotes() {
		if words != Players(g) {
			lines.Wrap(words, terminal.Plain)
		}
	}
	if total := r.total(); total != "" {
		lines.Wrap(total, terminal.Faint)
	}
	if comment := r.comment(); comment != "" {
		const moves = 6 // lines of the list below
		room := lines.Within(0, lines.Y+1, lines.Width, lines.Height-lines.Y-1-1-moves)
		lines.Y += 1 + min(room.Height, room.Wrapped(0, comment, terminal.Plain))
	}
	heading := ""
	if len(r.verdicts) > 0 {
		heading = "Sargon"
	}
	lines.Ends("", heading, terminal.Faint)
	r.drawMoves(lines.Rest(), func(line terminal.Area, halfMove int) {
		line.Right(line.Width, 0, r.alternativesText(halfMove), terminal.Faint)
	})
}

// alternativesText returns the moves that Sargon would have played in place of the two with the same
// number: "Nxd4 / Qe7", with – for a move on which it agrees. It returns "" if Sargon agrees on both.
func (r *replay) alternativesText(halfMove int) string {
	var moves []string
	g, differs := r.game, false
	for i := max(0, halfMove-1); i < min(g.Len(), halfMove+2); i++ {
		if g.Ply(i).Number != g.Ply(halfMove).Number {
			continue
		}
		move := "–"
		if verdict, ok := r.verdict(i); ok && !verdict.Agrees() {
			move, differs = verdict.SAN, true
		}
		moves = append(moves, move)
	}
	if !differs {
		return ""
	}
	return strings.Join(moves, " / ")
}

// comment returns the comment in the file about the position.
func (r *replay) comment() string {
	if r.ply() == 0 {
		return r.game.Comment
	}
	said := r.game.Ply(r.ply() - 1).Annotations()
	if n := len(r.branches); n > 0 && r.ply() == r.branches[n-1].at {
		b := r.branches[n-1]
		said = b.game.Ply(b.at - 1).Variations[b.variation].Comment + "\n" + said
	}
	return strings.TrimSpace(said)
}

// verdict returns what Sargon would have played in place of a half-move. Variations have no verdicts.
func (r *replay) verdict(halfMove int) (think.Verdict, bool) {
	if b := r.branches; len(b) > 0 && halfMove >= b[0].at-1 {
		return think.Verdict{}, false
	}
	for _, verdict := range r.verdicts {
		if verdict.Index == halfMove {
			return verdict, true
		}
	}
	return think.Verdict{}, false
}

// total returns how often Sargon agrees, as far as that is known.
func (r *replay) total() string {
	if len(r.verdicts) == 0 {
		return ""
	}
	return fmt.Sprintf("level %d: agrees with %v", r.walk.level,
		think.Sum(r.verdicts).Total())
}

// text returns all that is known of the position, in a line or in several.
func (r *replay) text(between string) string {
	words := r.plyNotes()
	if comment := r.comment(); comment != "" {
		words = append(words, strings.ReplaceAll(comment, "\n", between))
	}
	return strings.Join(words, between)
}

// plyNotes returns what is known of the shown half-move.
func (r *replay) plyNotes() []string {
	g := r.game
	if r.ply() == 0 {
		return []string{Players(g)}
	}
	words := []string{game.Numbered(g.Ply(r.ply() - 1))}
	switch verdict, ok := r.verdict(r.ply() - 1); {
	case !ok:
	case verdict.Agrees():
		words = append(words, "Sargon agrees", verdict.Note.Comment())
	default:
		words = append(words, "Sargon: "+verdict.SAN, verdict.Note.Comment())
	}
	if r.ply() == g.Len() && len(r.branches) == 0 {
		words = append(words, g.Result().String())
	}
	return words
}

const replayHelp = `
A game, move by move

Page Up and Page Down go ten half-moves, Home and End to the first and the last position.

What Sargon would have played stands with each move, and what the file says of it: signs,
comments, and variations in parentheses.
`

func (r *replay) helpLines(width int) []string {
	return append(append(terminal.Paragraphs(replayHelp, width), ""), r.keys().Help(width)...)
}
