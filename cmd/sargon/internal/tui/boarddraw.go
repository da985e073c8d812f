package tui

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

// draw implements mode: the board, the moves and the clocks.
func (v *boardView) draw(all terminal.Area) {
	v.hits = nil
	plan, ok := planBoard(all.Width, all.Height, v.app.pictured())
	if v.place(&plan); !ok {
		all.TooSmall("the board", leastWidth, leastHeight, tooSmallKeys)
		return
	}
	if plan.side > 0 {
		v.drawBeside(all.Within(plan.x+8*plan.wide+gap, 0, plan.side, all.Height))
	} else {
		v.drawAround(all.Within(plan.x, plan.y, all.Width-plan.x, all.Height-plan.y-1), plan)
		v.hits = v.app.keys().Bar(all.Within(1, all.Height-1, all.Width, 1), terminal.Faint)
	}
	v.drawSquares(all)
}

// drawBeside draws everything next to the board.
func (v *boardView) drawBeside(room terminal.Area) {
	lines := room.Lines()
	lines.Line(v.opponent(), terminal.Strong)
	lines.Wrap(v.situation(), terminal.Plain)
	// The input, its completions, a message of any length, and the keys.
	foot := 7
	foot += max(0, min(len(terminal.Wrap(v.app.statusText(), room.Width))-3, room.Height-leastPanel))
	v.drawGame(lines.Within(0, lines.Y, room.Width, room.Height-lines.Y-foot))
	below := room.Below(room.Height - foot + 1)
	v.drawInput(below.Within(0, 0, below.Width, foot-3))
	v.hits = v.app.keys().Bar(below.Below(foot-3), terminal.Faint)
}

// drawAround draws everything above and below the board.
func (v *boardView) drawAround(room terminal.Area, plan boardPlan) {
	lines := room.Lines()
	situation := v.situation()
	if white := v.app.view.White; white != nil && !plan.clocks {
		situation = front.ClockText(white) + " - " + front.ClockText(v.app.view.Black) + "  " + situation
	}
	title := v.opponent() + "  " + situation
	if terminal.TextWidth(title) > lines.Width {
		title = situation
	}
	lines.Line(title, terminal.Strong)
	top, bottom := v.sides()
	player := func(side sargon.Color) {
		if plan.clocks {
			v.drawPlayer(lines.Within(0, lines.Y, 8*plan.wide, 1), side)
			lines.Y++
		}
	}
	player(top)
	v.grid.y += lines.Y
	lines.Y += 8*plan.high + 1
	player(bottom)
	lines.Y += v.drawInput(lines.Rest())
	if v.app.statusText() == "" && v.app.Tip == "" && v.back == 0 {
		v.app.drawSearch(lines.Rest().Lines())
	}
}

// situation returns whose turn it is.
func (v *boardView) situation() string {
	g, view := v.shown(), &v.app.view
	switch {
	case v.back > 0:
		return fmt.Sprintf("after %d of %d half-moves (End: back)", v.ply(), v.game.Len())
	case v.promote != nil:
		return "promote to Q, R, B or N? Click, or type the letter; Escape: no"
	case view.Over:
		return g.Result().Description()
	case view.State == session.SelfPlaying:
		return "plays itself; Ctrl-A: you go on"
	case view.EngineToMove:
		return "thinks"
	}
	text := front.ToMove(view)
	if g.InCheck() {
		text = "check! " + text
	}
	if r := g.Result(); r.Over() {
		text += fmt.Sprintf(" (%s: :draw claims it)", r.Reason)
	}
	return text
}

// opponent returns the name of the opponent.
func (v *boardView) opponent() string {
	a := v.app
	return front.Opponent(&a.view, a.Program.EngineLabel(a.view.Engine))
}

// drawSquares draws the board with its coordinates.
func (v *boardView) drawSquares(all terminal.Area) {
	g := v.shown()
	targets := map[sargon.Square]bool{} // of the selected piece
	for _, m := range g.Legal() {
		targets[m.To] = targets[m.To] || m.From == v.selected
	}
	marked := lastMarks(g)
	if hint := v.app.view.Hint; !hint.IsZero() && v.back == 0 {
		marked[hint.From] = max(marked[hint.From], hintMark)
		marked[hint.To] = max(marked[hint.To], hintMark)
	}
	marked[v.selected], marked[v.cursor] = selectedMark, cursorMark
	v.app.drawBoard(all, v.grid, g, marked, targets)
	for i, s := range v.promotionSquares() {
		x, y := v.grid.at(s)
		piece := sargon.NewPiece(v.promote[i].Promotion, v.game.Side())
		v.app.square(all.Within(x, y, v.grid.wide, v.grid.high), s, piece, hintMark, false)
	}
}

// drawColumns writes the right end of a line: the change, the time in 1978 and the time now; the last
// two only if there is room for them.
func drawColumns(line terminal.Area, change, in1978, now string, style tcell.Style) {
	const time, one, both = 9, 30, 40
	end := line.Width
	if line.Width >= both {
		line.Right(end, 0, now, style)
		end -= time
	}
	if line.Width >= one {
		line.Right(end, 0, in1978, style)
		end -= time
	}
	line.Right(end, 0, change, style)
}

// drawGame draws the text next to the board: the players with their clocks and the pieces they have
// captured, the moves, and what the engine finds.
func (v *boardView) drawGame(room terminal.Area) {
	top, bottom := v.sides()
	drawColumns(room, "change, for Sargon", "in 1978", "now", terminal.Faint)
	thoughts := max(2, min(room.Height*4/15, 5)) // rows: 4 of the 15 in a window of 80 by 24
	if n := len(v.app.view.Candidates); n > 1 {
		thoughts = max(thoughts, 1+n)
	}
	const player = 2 // rows
	v.drawPlayer(room.Within(0, 1, room.Width, player), top)
	v.drawMoves(room.Within(0, player+1, room.Width, room.Height-2*player-2-thoughts+1), v.drawNote)
	v.drawPlayer(room.Within(0, room.Height-thoughts-player, room.Width, player), bottom)
	v.app.drawSearch(room.Below(room.Height - thoughts + 1).Lines())
}

// drawPlayer draws a side: name and clocks; and the captured pieces in a second row, or after the name
// if there is no second row.
func (v *boardView) drawPlayer(room terminal.Area, side sargon.Color) {
	name := front.Name(&v.app.view, side)
	style := terminal.Plain
	if v.game.Side() == side && !v.app.view.Over {
		style = terminal.Strong
	}
	// The colour is a word: on a dark terminal a filled disc looks white.
	label := name
	if !v.app.view.Both { // where two people play the name is the colour
		label += ", " + side.String()
	}
	end := room.Text(0, 0, label, style)
	total := v.app.view.Clock(side)
	if c := v.app.view.ChessClock(side); c != nil {
		room.Right(room.Width, 0, front.ClockText(c), style)
	} else if name == "Sargon" {
		drawColumns(room, "", clock1978(total), clock(total.Elapsed), style)
	}
	x, y := end+2, 0
	if room.Height > 1 {
		x, y = 0, 1
	}
	room.Text(x, y, v.captured(side), terminal.Plain)
}

// captured returns the pieces that a side has taken, and by how much it is ahead: "♛♟♟ +3".
func (v *boardView) captured(side sargon.Color) (text string) {
	g := v.shown()
	for _, t := range g.Captured(side.Other()) {
		if v.app.unicode() {
			text += solidPieces[t]
		} else {
			text += string(t.Letter())
		}
	}
	ahead := g.Balance()
	if side == sargon.Black {
		ahead = -ahead
	}
	if ahead > 0 {
		text += fmt.Sprintf(" +%d", ahead)
	}
	return strings.TrimSpace(text)
}

// drawNote draws what is known of a move of Sargon's, next to the move.
func (v *boardView) drawNote(line terminal.Area, halfMove int) {
	note := v.game.Ply(halfMove).Note
	if note == nil {
		return
	}
	score, now := note.Score.String(), ""
	if note.Score == 0 {
		score = "book"
	}
	times := v.app.view.TimesOf(halfMove)
	if times.Elapsed > 0 {
		now = clock(times.Elapsed)
	}
	drawColumns(line, score, clock1978(times), now, terminal.Faint)
}

// drawSearch draws what the engine finds, or has found: the best moves of a hint, with their values and
// what Sargon expects, or what is known of its last move.
func (a *App) drawSearch(lines *terminal.Lines) {
	p, candidates := a.view.Search, a.view.Candidates
	if p != nil {
		words := front.ProgressText(p)
		if len(candidates) > 1 {
			words, _, _ = strings.Cut(words, ",")
		}
		lines.Wrap(words, terminal.Plain)
	}
	if len(candidates) > 1 {
		for _, move := range candidates {
			lines.Line(fmt.Sprintf("%-6s %s", move.Score, strings.Join(move.Line, " ")),
				terminal.Plain)
		}
	} else if p == nil {
		lines.Wrap(a.lastNote(), terminal.Plain)
	}
}

// lastNote returns what is known of Sargon's last move.
func (a *App) lastNote() string {
	last := a.lastOfSargon()
	if last < 0 {
		return ""
	}
	p := a.view.Game.Ply(last)
	words := fmt.Sprintf("%s: %s", p.SAN, front.ScoreText(p.Note.Score, "Sargon"))
	if p.Note.In1978.Duration > 0 {
		words += fmt.Sprintf(", %s in 1978", game.FormatTime1978(p.Note.In1978))
	}
	if p.Note.Evals > 0 {
		words += fmt.Sprintf(", %s positions", grouped(p.Note.Evals))
	}
	return words
}

// drawInput draws what the user types with its completions, and the message: in the same line and the
// one below, or one below the other where there are more rows. It returns how many rows that took.
func (v *boardView) drawInput(room terminal.Area) (y int) {
	said := v.app.statusText()
	x := room.Text(0, 0, "> ", terminal.Faint)
	x = room.Text(x, 0, string(v.input), terminal.Strong)
	room.Screen.ShowCursor(room.X+x, room.Y)
	y++
	if room.Height <= 2 {
		room.Text(x+1, 0, v.typingHint(room.Width-x-1), terminal.Faint)
	} else if said == "" {
		y += room.Below(1).Wrapped(0, v.typingHint(2*room.Width), terminal.Faint)
	}
	if said = cmp.Or(said, v.app.Tip); said != "" {
		y += room.Below(y).Wrapped(0, said, terminal.Plain)
	}
	return y
}

// clock formats a time as a chess clock shows it.
var clock = game.FormatClock

// clock1978 formats a time in 1978: "" if it is not known, and an estimate with a mark: "~3:25". From a
// hundred hours on it leaves out the minutes, because there is no room for them.
func clock1978(t session.Times) string {
	const long = 100 * time.Hour
	mark, text := "", clock(t.In1978.Duration)
	switch {
	case t.In1978.Duration == 0:
		return ""
	case t.In1978.Duration >= long:
		text = fmt.Sprintf("%d h", t.In1978.Duration/time.Hour)
	}
	if t.In1978.Estimated {
		mark = "~"
	}
	return mark + text
}

// grouped formats a number in groups of three digits: 4,763,212,886.
func grouped(n uint64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
