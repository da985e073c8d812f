package tui

import (
	"fmt"
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

func (a *App) painter() painter { return painter{a.palette, a.Glyphs, a.Pieces} }

// drawBoardView draws the board, the moves and the clocks.
func (a *App) drawBoardView(all terminal.Area) {
	b := &a.board
	plan, ok := planBoard(all.Width, all.Height, a.painter().pictured())
	if !ok {
		b.grid = boardGrid{}
		least := boardPlan{wide: 2, high: 1, form: stacked}
		width, height := least.size()
		text := fmt.Sprintf("This window has %d×%d cells; the board needs %d×%d. ? helps, F10 or "+
			"Ctrl-C leaves", all.Width, all.Height, width, height)
		if a.replay == nil {
			text += "; sargon play --plain needs no room"
		}
		all.Wrapped(0, text+".", terminal.Plain)
		return
	}
	width, height := plan.size()
	left, top := (all.Width-width)/2, (all.Height-height)/2
	b.grid = boardGrid{x: left, y: top, wide: plan.wide, high: plan.high, flip: b.flip,
		inside: plan.inside}
	if !plan.inside {
		b.grid.x += rankLabels
	}
	switch plan.form {
	case framed:
		a.drawFramed(all.Within(left, top, width, height-1), plan)
	case columned:
		side := b.grid.x + 8*plan.wide + gap
		a.drawPanel(all.Within(side, 0, all.Width-side, all.Height))
	case stacked:
		a.drawStacked(all.Within(left, top, all.Width-left, height-1), plan)
	}
	a.drawSquares(all)
	if plan.form != columned {
		a.hits = a.keys().Bar(all.Within(1, all.Height-1, all.Width, 1), terminal.Faint)
	}
}

// drawFramed draws a title above, the moves beside, and what is typed below.
func (a *App) drawFramed(room terminal.Area, plan boardPlan) {
	a.board.grid.y++
	board := rankLabels + 8*plan.wide
	if a.replay == nil {
		a.drawTitle(room.Within(rankLabels, 0, room.Width, 1))
	}
	a.drawSide(room.Within(board+gap, 1, plan.side, 8*plan.high+1))
	a.drawInput(room.Within(rankLabels, 8*plan.high+2, room.Width, 2))
}

// drawPanel draws everything beside the board.
func (a *App) drawPanel(room terminal.Area) {
	lines := room.Lines()
	foot := 4 // a message and the keys
	if a.replay == nil {
		lines.Line(a.opponent(), terminal.Strong)
		lines.Wrap(a.situation(), terminal.Plain)
		foot = 7 // with what is typed, what it may become, and the rest of a long message
		foot += max(0, min(len(terminal.Wrap(a.said(), room.Width))-3, room.Height-leastPanel))
	}
	a.drawSide(lines.Within(0, lines.Y, room.Width, room.Height-lines.Y-foot))
	below := room.Below(room.Height - foot + 1)
	a.drawInput(below.Within(0, 0, below.Width, foot-3))
	a.hits = a.keys().Bar(below.Below(foot-3), terminal.Faint)
}

// drawStacked draws everything above and below the board.
func (a *App) drawStacked(room terminal.Area, plan boardPlan) {
	lines := room.Within(rankLabels, 0, room.Width, room.Height).Lines()
	a.drawTitle(lines.Area)
	lines.Y++
	top, bottom := a.sides()
	player := func(side sargon.Color) {
		if plan.clocks && a.replay == nil {
			a.drawPlayer(lines.Within(0, lines.Y, 8*plan.wide, 1), side)
			lines.Y++
		}
	}
	player(top)
	a.board.grid.y += lines.Y
	lines.Y += 8*plan.high + 1
	player(bottom)
	if a.replay != nil {
		lines.Wrap(strings.TrimSpace(a.said()+"  "+a.replayed("  ")), terminal.Plain)
		return
	}
	a.drawInput(lines.Within(0, lines.Y, lines.Width, 2))
	if a.said() == "" && a.Tip == "" && a.board.browse == 0 {
		a.drawSearch(lines.Within(0, lines.Y+1, 8*plan.wide, 1))
	}
}

// drawSide draws what stands beside a board.
func (a *App) drawSide(room terminal.Area) {
	if a.replay != nil {
		a.drawReplayed(room.Lines())
	} else {
		a.drawGame(room)
	}
}

func (a *App) drawTitle(line terminal.Area) {
	end := 0
	situation := a.situation()
	if terminal.TextWidth(a.opponent()+situation)+2 <= line.Width {
		end = line.Text(0, 0, a.opponent(), terminal.Strong) + 2
	}
	line.Text(end, 0, situation, terminal.Plain)
}

// situation says whose turn it is.
func (a *App) situation() string {
	g := a.shownGame()
	switch {
	case a.replay != nil:
		return ""
	case a.board.browsing:
		return fmt.Sprintf("after %d of %d half-moves (End: back)", a.board.browse,
			a.view.Game.Len())
	case a.view.Over:
		return g.Result().Words()
	case a.view.SelfPlay:
		return "plays itself; Ctrl-A: you go on"
	case a.view.EngineToMove:
		return "thinks"
	}
	text := "you are to move"
	if g.InCheck() {
		text = "check! " + text
	}
	if r := g.Result(); r.Over() {
		text += fmt.Sprintf(" (%s: :draw claims it)", r.Reason)
	}
	return text
}

// opponent says who plays.
func (a *App) opponent() string {
	if a.replay != nil {
		return Players(a.view.Game)
	}
	return fmt.Sprintf("Sargon (%s), level %d", a.Program.EngineWords(a.view.Engine),
		a.view.Level)
}

// drawSquares draws the board with its coordinates.
func (a *App) drawSquares(all terminal.Area) {
	b := &a.board
	g := a.shownGame()
	targets := a.targets()
	last, hint := lastMove(g), a.view.Hint
	a.painter().board(all, b.grid, g, func(s sargon.Square) squareMarks {
		marks := last(s)
		marks.hint = !hint.IsZero() && !b.browsing && (s == hint.From || s == hint.To)
		marks.target, marks.selected, marks.cursor = targets[s], s == b.selected, s == b.cursor
		return marks
	})
}

// sides are the players as they stand at the upper and the lower edge of the board.
func (a *App) sides() (top, bottom sargon.Color) {
	if a.board.flip {
		return sargon.White, sargon.Black
	}
	return sargon.Black, sargon.White
}

// drawColumns writes what stands at the right of a line: the change, the time in 1978 and that of
// now, the last two if there is room for them.
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

// drawGame draws what stands beside the board: the players with their clocks and what they
// have captured, the moves, and what the engine thinks.
func (a *App) drawGame(room terminal.Area) {
	top, bottom := a.sides()
	drawColumns(room, "change, for Sargon", "in 1978", "now", terminal.Faint)
	thoughts := 5
	switch {
	case room.Height < 12:
		thoughts = 2
	case room.Height < 18:
		thoughts = 3
	}
	if n := len(a.view.Candidates); n > 1 {
		thoughts = max(thoughts, 1+n)
	}
	used := a.drawPlayer(room.Within(0, 1, room.Width, 2), top)
	a.drawMoves(room.Within(0, used+1, room.Width, room.Height-2*used-2-thoughts+1))
	a.drawPlayer(room.Within(0, room.Height-thoughts-used, room.Width, 2), bottom)
	a.drawSearch(room.Below(room.Height - thoughts + 1))
}

// drawPlayer draws a side: name and clocks, and in a second row, or behind the name if there is
// none, what it has captured. It returns how many rows that took.
func (a *App) drawPlayer(room terminal.Area, side sargon.Color) int {
	name := "you"
	if side != a.view.Player || a.view.SelfPlay {
		name = "Sargon"
	}
	style := terminal.Plain
	if a.view.Game.Side() == side && !a.view.Over {
		style = terminal.Strong
	}
	// In words: on a dark terminal a filled disc is the white one.
	end := room.Text(0, 0, fmt.Sprintf("%s, %v", name, side), style)
	if total := a.view.Clock(side); name != "you" {
		drawColumns(room, "", known1978(total), clock(total.Now), style)
	}
	if room.Height > 1 {
		room.Text(0, 1, a.captured(side), terminal.Plain)
	} else {
		room.Text(end+2, 0, a.captured(side), terminal.Plain)
	}
	return room.Height
}

// captured shows the pieces that a side has taken, and by how much it is ahead: "♛♟♟ +3".
func (a *App) captured(side sargon.Color) (text string) {
	g := a.shownGame()
	for _, t := range g.Captured(side.Other()) {
		if a.painter().unicode() {
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

// drawMoves draws the last moves, or in the middle the one before the position shown, while that is
// not the last one or in a replay.
func (a *App) drawMoves(room terminal.Area) {
	g, shown := a.view.Game, a.shownPly()-1
	centred := a.board.browsing || a.replay != nil
	type line struct{ first, last int } // half-moves
	var lines []line
	for i := range g.Len() {
		if n := len(lines); n > 0 && g.Ply(i).Side == sargon.Black {
			lines[n-1].last = i
			continue
		}
		lines = append(lines, line{i, i})
	}
	at := len(lines) - 1
	for i, l := range lines {
		if centred && l.first <= max(shown, 0) && max(shown, 0) <= l.last {
			at = i
		}
	}
	from, to := terminal.Shown(len(lines), at, room.Height)
	for y, l := range lines[from:to] {
		room.Right(3, y, fmt.Sprint(g.Ply(l.first).Number), terminal.Faint)
		for i := l.first; i <= l.last; i++ {
			p := g.Ply(i)
			x := 4
			if p.Side == sargon.Black {
				x = 11
			}
			style := terminal.Plain
			if i == shown {
				style = terminal.Reverse
			}
			room.Text(x, y, withMark(p), style)
			a.drawNote(room.Within(0, y, room.Width, 1), i)
		}
	}
}

// withMark returns a move with its first sign, if there is room between it and the next move.
func withMark(p *game.Ply) string {
	const room = len("Nbxd2+")
	mark, _, _ := strings.Cut(p.Signs, " ")
	if len(p.SAN+mark) > room {
		return p.SAN
	}
	return p.SAN + mark
}

// isBook tells whether a move was one of the book's.
func isBook(note *game.Note) bool { return note != nil && *note == game.Note{} }

// drawNote draws what is known of a move of Sargon's beside it, in a replay what Sargon would have
// played.
func (a *App) drawNote(line terminal.Area, halfMove int) {
	note := a.view.Game.Ply(halfMove).Note
	switch {
	case a.replay != nil:
		line.Right(line.Width, 0, a.others(halfMove), terminal.Faint)
		return
	case note == nil:
		return
	}
	score, now := note.Score.String(), ""
	if isBook(note) {
		score = "book"
	}
	times := a.view.TimesOf(halfMove)
	if times.Now > 0 {
		now = clock(times.Now)
	}
	drawColumns(line, score, known1978(times), now, terminal.Faint)
}

// known1978 is a time in 1978, nothing if it is not known.
func known1978(times session.Times) string {
	if times.In1978.Duration == 0 {
		return ""
	}
	return clock1978(times.In1978)
}

// drawSearch draws what the engine finds, or has found.
func (a *App) drawSearch(room terminal.Area) {
	p, candidates := a.view.Search, a.view.Candidates
	if p == nil && len(candidates) > 1 {
		a.drawCandidates(room)
		return
	}
	if p == nil {
		a.drawLastNote(room)
		return
	}
	text := "thinking"
	if p.Hint {
		text = "looking for a hint"
	}
	if p.Of > 0 {
		text += fmt.Sprintf(": %s, %d of %d", p.Trying, p.Number, p.Of)
	}
	elapsed := clock(p.Elapsed)
	if rest := room.Width - 1 - terminal.TextWidth(elapsed); terminal.TextWidth(text) > rest {
		text = text[strings.LastIndex(text, ":")+1:] // a part of a number would be another one
	}
	room.Text(0, 0, strings.TrimSpace(text), terminal.Plain)
	room.Right(room.Width, 0, elapsed, terminal.Faint)
	y := 1
	if len(candidates) > 1 {
		a.drawCandidates(room.Below(y))
		return
	}
	if p.In1978.Duration >= sayFrom {
		y += room.Below(y).Wrapped(0, inWords1978(p.In1978)+" in 1978"+stillToGo(p.Left),
			terminal.Faint)
	}
	if len(p.Line) > 0 {
		room.Below(y).Wrapped(0,
			p.Score.String()+"  "+numbered(a.view.Game, p.Line), terminal.Plain)
	}
}

// drawCandidates lists the best moves of a hint, with their values and what Sargon expects.
func (a *App) drawCandidates(room terminal.Area) {
	for y, move := range a.view.Candidates {
		end := room.Text(0, y, fmt.Sprintf("%-6s", move.Score), terminal.Plain)
		room.Text(end+1, y, numbered(a.view.Game, move.Line), terminal.Plain)
	}
}

func (a *App) drawLastNote(room terminal.Area) {
	g := a.view.Game
	for i := g.Len() - 1; i >= max(0, g.Len()-2); i-- {
		note := g.Ply(i).Note
		if note == nil {
			continue
		}
		words := []string{fmt.Sprintf("%s: change %s", g.Ply(i).SAN, note.Score)}
		if isBook(note) {
			words[0] = g.Ply(i).SAN + ": book"
		}
		if note.Evals > 0 {
			words = append(words, grouped(note.Evals)+" positions")
		}
		if note.In1978.Duration > 0 {
			words = append(words, inWords1978(note.In1978)+" in 1978")
		}
		for len(words) > 1 && len(terminal.Wrap(strings.Join(words, ", "), room.Width)) > room.Height {
			words = words[:len(words)-1]
		}
		room.Wrapped(0, strings.Join(words, ", "), terminal.Plain)
		return
	}
}

// drawInput draws what is being typed and what it may become, and the message: in the same
// line, and the one below, or where there are more rows one below the other.
func (a *App) drawInput(room terminal.Area) {
	b := &a.board
	if a.replay != nil {
		room.Wrapped(0, a.said(), terminal.Plain)
		return
	}
	x := room.Text(0, 0, "> ", terminal.Faint)
	if len(b.promote) > 0 {
		room.Text(x, 0, "promote to q, r, b or n?", terminal.Strong)
	} else {
		style := terminal.Strong
		if b.refused {
			style = terminal.Reverse
		}
		x = room.Text(x, 0, string(b.input), style)
		a.Screen.ShowCursor(room.X+x, room.Y)
		if room.Height <= 2 {
			room.Text(x+1, 0, a.typingHint(room.Width-x-1), terminal.Faint)
		}
	}
	y := 1
	if room.Height > 2 {
		if hint := a.typingHint(2 * room.Width); a.said() == "" {
			y += room.Below(1).Wrapped(0, hint, terminal.Faint)
		}
	}
	message := a.said()
	if message == "" {
		message = a.Tip
	}
	room.Below(y).Wrapped(0, message, terminal.Plain)
}

// typingHint tells what may be typed.
func (a *App) typingHint(width int) string {
	typed := string(a.board.input)
	switch {
	case strings.HasPrefix(typed, ":"):
		return commandHint(typed, width)
	case typed == "" && a.view.Game.Len() == 0 && !a.view.EngineToMove:
		return "type a move: e4, Nf3, O-O, e2e4; or use arrows, mouse, ? for help"
	case typed == "", a.board.refused:
		return ""
	case a.view.EngineToMove:
		return "Return: a premove"
	}
	all := suggestions(a.view.Game, typed)
	if len(all) == 0 {
		return "no such move"
	}
	var moves []string
	for _, s := range all {
		moves = append(moves, s.text)
	}
	return terminal.Listed(moves, width)
}
