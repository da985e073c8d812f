package tui

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"sync"
	"time"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon/game"
	"sargon78/sargon/think"
)

// ReplayOptions say how a walk is shown.
type ReplayOptions struct {
	Appearance
	Game   *game.Game
	Board  bool   // begin with the modern board
	Review Review // is run beside the view, which shows its verdicts as they come; nil for none
}

// Review has Sargon think about a game.
type Review = func(context.Context) iter.Seq2[think.Verdict, error]

// Replay shows a walk on a terminal until the user leaves or ctx ends. The terminal is put
// back whatever happens.
func Replay(ctx context.Context, walk *Walk, o ReplayOptions) error {
	ctx, cancel := context.WithCancel(ctx)
	var reviewing sync.WaitGroup
	defer reviewing.Wait()
	defer cancel()
	return terminal.Run(ctx, o.Screen, func(l *terminal.Loop) (terminal.View, error) {
		a := newReplay(walk, o)
		if o.Review != nil {
			reviewing.Go(func() { a.review(ctx, l, o.Review) })
		}
		return a, nil
	})
}

// review takes over verdicts as they come.
func (a *App) review(ctx context.Context, l *terminal.Loop, review Review) {
	for verdict, err := range review(ctx) {
		if ctx.Err() != nil {
			return // the user has left
		}
		if err != nil {
			l.Post(func() { a.err = err })
			return
		}
		l.Post(func() { a.replay.verdicts = append(a.replay.verdicts, verdict) })
	}
}

// newReplay returns the modern board as a mode of which a game is shown move by move.
func newReplay(walk *Walk, o ReplayOptions) *App {
	a := &App{
		Options:  Options{Appearance: o.Appearance, Game: front.Game{Program: walk.program}},
		pictures: walk.pictures, replay: &replay{walk: walk},
	}
	a.view.OnMachine = !o.Board
	a.showGame(o.Game, 0)
	return a
}

// replay is what a game that is shown move by move has besides the board.
type replay struct {
	walk     *Walk
	verdicts []think.Verdict
	branches []branch // that were entered, one from the other
	playing  bool     // by itself
}

// showGame shows another game, after so many half-moves of it.
func (a *App) showGame(g *game.Game, halfMoves int) {
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
	game      *game.Game
	at        int // half-moves of it; the last one has the variations
	variation int
}

// pace is how long a position is shown when a game plays by itself.
const pace = 2 * time.Second

// stepReplay shows the next move of a game that plays by itself, up to the last one.
func (a *App) stepReplay() {
	a.browseTo(a.shownPly() + 1)
	a.replay.playing = a.board.back > 0
}

// replayKeys adds the keys that go through a game.
func (a *App) replayKeys(keys terminal.Keys) terminal.Keys {
	r := a.replay
	step := func(halfMoves int) func() {
		return func() { a.goToPly(a.shownPly() + halfMoves) }
	}
	key, does := a.variationKey()
	bar := map[string]string{key: does}
	keys.Add("v", bar["v"], "into a variation of the move shown; again: into the next one",
		a.enterVariation)
	keys.Add("Esc", bar["Esc"], "back from a variation; where there is none, leave",
		a.leaveVariation)
	keys.Add("F2", "view", "the modern board, or the machine's screen", a.switchView)
	keys.Add("←→", "step", "", nil)
	keys.Add("Right/n", "", "forward, as Down and Return", step(1))
	keys.Add("Down/Return", "", "", step(1))
	keys.Add("Left/p", "", "back, as Up and Backspace", step(-1))
	keys.Add("Up/Backspace/Backspace2/b", "", "", step(-1))
	keys.Add("PgDn", "", "", step(10))
	keys.Add("PgUp", "", "", step(-10))
	keys.Add("Home", "", "", func() { a.goToPly(0) })
	keys.Add("End", "", "", func() { a.goToPly(a.view.Game.Len()) })
	keys.Add("Space", "play", "plays the game by itself, or stops", func() {
		if a.board.back == 0 {
			a.browseTo(0)
		}
		r.playing = !r.playing
	})
	keys.Add("F5/f", "", "turn the modern board; the machine's cannot be turned", func() {
		a.flipBoard()
		a.view.OnMachine = false
	})
	a.addAppearanceKeys(&keys)
	keys.Add("Ctrl-C", "", "", a.quit)
	keys.Add("F10/q", "leave", "leave, as Ctrl-C", a.quit)
	return keys
}

// variationKey is the key that leads into a variation of the move shown, or back from one.
func (a *App) variationKey() (key, does string) {
	switch at := a.shownPly(); {
	case len(a.replay.branches) > 0:
		return "Esc", "back"
	case at > 0 && len(a.view.Game.Ply(at-1).Variations) > 0:
		return "v", "variation"
	}
	return "", ""
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
		r.branches[n-1].variation++
	default:
		a.say("no variation of this move")
		return
	}
	b := &r.branches[len(r.branches)-1]
	variations := b.game.Ply(b.at - 1).Variations
	b.variation %= len(variations)
	a.showGame(b.game.WithVariation(b.at-1, variations[b.variation]), b.at)
	a.say(fmt.Sprintf("variation %d/%d", b.variation+1, len(variations)))
}

// leaveVariation goes back to the move that it would have replaced.
func (a *App) leaveVariation() {
	r := a.replay
	last := len(r.branches) - 1
	if last < 0 {
		a.quit()
		return
	}
	b := r.branches[last]
	r.branches = r.branches[:last]
	a.showGame(b.game, b.at)
}

// drawReplayed draws what there is to say, and below it the moves.
func (a *App) drawReplayed(lines *terminal.Lines) {
	g := a.view.Game
	lines.Wrap(Players(g), terminal.Strong)
	lines.Y++
	for _, words := range a.plyNotes() {
		if words != Players(g) {
			lines.Wrap(words, terminal.Plain)
		}
	}
	if total := a.total(); total != "" {
		lines.Wrap(total, terminal.Faint)
	}
	if comment := a.comment(); comment != "" {
		const moves = 6 // lines of the list below
		room := lines.Within(0, lines.Y+1, lines.Width, lines.Height-lines.Y-1-1-moves)
		lines.Y += 1 + min(room.Height, room.Wrapped(0, comment, terminal.Plain))
	}
	heading := ""
	if len(a.replay.verdicts) > 0 {
		heading = "Sargon"
	}
	lines.Ends("", heading, terminal.Faint)
	a.drawMoves(lines.Rest())
}

// alternativesText are the moves that Sargon would have played in place of those of the same number:
// "Nxd4 / Qe7", with – for a move on which it agrees. It returns nothing if it agrees on all of them.
func (a *App) alternativesText(halfMove int) string {
	var moves []string
	g, differs := a.view.Game, false
	for i := max(0, halfMove-1); i < min(g.Len(), halfMove+2); i++ {
		if g.Ply(i).Number != g.Ply(halfMove).Number {
			continue
		}
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
	said := a.view.Game.Ply(a.shownPly() - 1).Annotations()
	if n := len(a.replay.branches); n > 0 && a.shownPly() == a.replay.branches[n-1].at {
		b := a.replay.branches[n-1]
		said = b.game.Ply(b.at - 1).Variations[b.variation].Comment + "\n" + said
	}
	return strings.TrimSpace(said)
}

// verdict returns what Sargon would have played in place of a half-move; of variations it knows
// nothing.
func (a *App) verdict(halfMove int) (think.Verdict, bool) {
	if b := a.replay.branches; len(b) > 0 && halfMove >= b[0].at-1 {
		return think.Verdict{}, false
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
	return fmt.Sprintf("level %d: agrees with %v", a.replay.walk.level,
		think.Sum(a.replay.verdicts).Total())
}

// replayText is all there is to say of the position, in a line or in several.
func (a *App) replayText(between string) string {
	words := a.plyNotes()
	if comment := a.comment(); comment != "" {
		words = append(words, strings.ReplaceAll(comment, "\n", between))
	}
	return strings.Join(words, between)
}

// plyNotes say what is known of the half-move shown.
func (a *App) plyNotes() []string {
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
