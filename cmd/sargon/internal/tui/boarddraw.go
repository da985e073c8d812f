package tui

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

// drawBoardView draws the board, the moves and the clocks.
func (a *App) drawBoardView(all terminal.Area) {
	b := &a.board
	plan, ok := planBoard(all.Width, all.Height, a.pictured())
	plan.flip = b.flip
	b.grid = plan.boardGrid
	if !ok {
		a.drawTooSmall(all, "the board", leastWidth, leastHeight)
		return
	}
	if plan.side > 0 {
		a.drawBeside(all.Within(plan.x+8*plan.wide+gap, 0, plan.side, all.Height))
	} else {
		a.drawAround(all.Within(plan.x, plan.y, all.Width-plan.x, all.Height-plan.y-1), plan)
		a.hits = a.keys().Bar(all.Within(1, all.Height-1, all.Width, 1), terminal.Faint)
	}
	a.drawSquares(all)
}

// drawBeside draws everything next to the board.
func (a *App) drawBeside(room terminal.Area) {
	lines := room.Lines()
	foot := 4 // a message and the keys
	if a.replay == nil {
		lines.Line(a.opponent(), terminal.Strong)
		lines.Wrap(a.situation(), terminal.Plain)
		foot = 7 // with what is typed, what it may become, and the rest of a long message
		foot += max(0, min(len(terminal.Wrap(a.statusText(), room.Width))-3, room.Height-leastPanel))
	}
	middle := lines.Within(0, lines.Y, room.Width, room.Height-lines.Y-foot)
	below := room.Below(room.Height - foot + 1)
	if a.replay != nil {
		a.drawReplayed(middle.Lines())
	} else {
		a.drawGame(middle)
	}
	a.drawInput(below.Within(0, 0, below.Width, foot-3))
	a.hits = a.keys().Bar(below.Below(foot-3), terminal.Faint)
}

// drawAround draws everything above and below the board.
func (a *App) drawAround(room terminal.Area, plan boardPlan) {
	lines := room.Lines()
	title := a.opponent() + "  " + a.situation()
	if terminal.TextWidth(title) > lines.Width {
		title = a.situation()
	}
	lines.Line(title, terminal.Strong)
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
		lines.Wrap(strings.TrimSpace(a.statusText()+"  "+a.replayText("  ")), terminal.Plain)
		return
	}
	lines.Y += a.drawInput(lines.Rest())
	if a.statusText() == "" && a.Tip == "" && a.board.back == 0 {
		a.drawSearch(lines.Rest().Lines())
	}
}

// situation says whose turn it is.
func (a *App) situation() string {
	g := a.shownGame()
	switch {
	case a.replay != nil:
		return ""
	case a.board.back > 0:
		return fmt.Sprintf("after %d of %d half-moves (End: back)", a.shownPly(), a.view.Game.Len())
	case a.view.Over:
		return g.Result().Description()
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
	return fmt.Sprintf("Sargon (%s), level %d", a.Program.EngineLabel(a.view.Engine),
		a.view.Level)
}

// drawSquares draws the board with its coordinates.
func (a *App) drawSquares(all terminal.Area) {
	b, g := &a.board, a.shownGame()
	targets := map[sargon.Square]bool{} // of the piece that is selected
	for _, m := range g.Legal() {
		targets[m.To] = targets[m.To] || m.From == b.selected
	}
	marked := lastMarks(g)
	if hint := a.view.Hint; !hint.IsZero() && b.back == 0 {
		marked[hint.From] = max(marked[hint.From], hintMark)
		marked[hint.To] = max(marked[hint.To], hintMark)
	}
	marked[b.selected], marked[b.cursor] = selectedMark, cursorMark
	a.drawBoard(all, b.grid, g, marked, targets)
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

// drawGame draws what stands next to the board: the players with their clocks and what they
// have captured, the moves, and what the engine thinks.
func (a *App) drawGame(room terminal.Area) {
	top, bottom := a.sides()
	drawColumns(room, "change, for Sargon", "in 1978", "now", terminal.Faint)
	thoughts := max(2, min(room.Height*4/15, 5)) // rows: 4 of the 15 in a window of 80 by 24
	if n := len(a.view.Candidates); n > 1 {
		thoughts = max(thoughts, 1+n)
	}
	const player = 2 // rows
	a.drawPlayer(room.Within(0, 1, room.Width, player), top)
	a.drawMoves(room.Within(0, player+1, room.Width, room.Height-2*player-2-thoughts+1))
	a.drawPlayer(room.Within(0, room.Height-thoughts-player, room.Width, player), bottom)
	a.drawSearch(room.Below(room.Height - thoughts + 1).Lines())
}

// drawPlayer draws a side: name and clocks, and in a second row, or after the name if there is
// none, what it has captured.
func (a *App) drawPlayer(room terminal.Area, side sargon.Color) {
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
		drawColumns(room, "", clock1978(total), clock(total.Elapsed), style)
	}
	x, y := end+2, 0
	if room.Height > 1 {
		x, y = 0, 1
	}
	room.Text(x, y, a.captured(side), terminal.Plain)
}

// captured shows the pieces that a side has taken, and by how much it is ahead: "♛♟♟ +3".
func (a *App) captured(side sargon.Color) (text string) {
	g := a.shownGame()
	for _, t := range g.Captured(side.Other()) {
		if a.unicode() {
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

// drawMoves draws the moves, with the one before the position shown in the middle.
func (a *App) drawMoves(room terminal.Area) {
	g, shown := a.view.Game, a.shownPly()-1
	if g.Len() == 0 {
		return
	}
	line := func(halfMove int) int { return g.Ply(halfMove).Number - g.Ply(0).Number }
	from, to := terminal.VisibleRange(line(g.Len()-1)+1, line(max(0, shown)), room.Height)
	for i, p := range g.Plies() {
		y := line(i) - from
		if y < 0 || y >= to-from {
			continue
		}
		x, style := 4, terminal.Plain
		if p.Side == sargon.Black {
			x = 11
		}
		if i == shown {
			style = terminal.Reverse
		}
		room.Right(3, y, fmt.Sprint(p.Number), terminal.Faint)
		room.Text(x, y, withMark(&p), style)
		if a.replay != nil {
			room.Right(room.Width, y, a.alternativesText(i), terminal.Faint)
		} else {
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

// drawNote draws what is known of a move of Sargon's next to it.
func (a *App) drawNote(line terminal.Area, halfMove int) {
	note := a.view.Game.Ply(halfMove).Note
	if note == nil {
		return
	}
	score, now := note.Score.String(), ""
	if note.Score == 0 {
		score = "book"
	}
	times := a.view.TimesOf(halfMove)
	if times.Elapsed > 0 {
		now = clock(times.Elapsed)
	}
	drawColumns(line, score, clock1978(times), now, terminal.Faint)
}

// drawSearch draws what the engine finds, or has found: the best moves of a hint, with their values
// and what Sargon expects, or what is known of its last move.
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

// lastNote says what is known of Sargon's last move.
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

// drawInput draws what is being typed and what it may become, and the message: in the same
// line, and the one below, or where there are more rows one below the other. It returns how many
// rows that took.
func (a *App) drawInput(room terminal.Area) (y int) {
	said := a.statusText()
	if a.replay == nil {
		x := room.Text(0, 0, "> ", terminal.Faint)
		x = room.Text(x, 0, string(a.board.input), terminal.Strong)
		a.Screen.ShowCursor(room.X+x, room.Y)
		y++
		if room.Height <= 2 {
			room.Text(x+1, 0, a.typingHint(room.Width-x-1), terminal.Faint)
		} else if said == "" {
			y += room.Below(1).Wrapped(0, a.typingHint(2*room.Width), terminal.Faint)
		}
	}
	if said = cmp.Or(said, a.Tip); said != "" {
		y += room.Below(y).Wrapped(0, said, terminal.Plain)
	}
	return y
}

// lastOfSargon returns the number of Sargon's last half-move, one of the last two of which
// something is known, negative if there is none.
func (a *App) lastOfSargon() int {
	g := a.view.Game
	for i := g.Len() - 1; i >= max(0, g.Len()-2); i-- {
		if g.Ply(i).Note != nil {
			return i
		}
	}
	return -1
}

// clock writes a time as a chess clock does.
var clock = game.FormatClock

// clock1978 writes a time in 1978, nothing if it is not known, and marks an estimate: "~3:25".
func clock1978(t session.Times) string {
	switch {
	case t.In1978.Duration == 0:
		return ""
	case t.In1978.Estimated:
		return "~" + clock(t.In1978.Duration)
	}
	return clock(t.In1978.Duration)
}

// grouped writes a number in groups of three digits: 4,763,212,886.
func grouped(n uint64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
