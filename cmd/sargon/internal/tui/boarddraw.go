package tui

import (
	"fmt"
	"strings"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/sargon"
	"sargon78/sargon/game"
)

// hit is something to click on.
type hit struct {
	x, y, width int
	run         func(*App)
}

func (a *App) painter() painter { return painter{a.palette, a.o.Glyphs, a.o.Pieces} }

// drawBoardView draws the board, the moves and the clocks.
func (a *App) drawBoardView(all area) {
	b := &a.board
	b.hits = b.hits[:0]
	plan, ok := planBoard(all.width, all.height, a.painter().pictured())
	if !ok {
		b.grid = boardGrid{}
		least := boardPlan{wide: 2, high: 1, form: stacked}
		width, height := least.size()
		all.wrapped(0, fmt.Sprintf("This window has %d×%d cells; the board needs %d×%d. F10 leaves; "+
			"sargon play --plain needs no room.", all.width, all.height, width, height), plain)
		return
	}
	width, height := plan.size()
	left, top := (all.width-width)/2, (all.height-height)/2
	b.grid = boardGrid{x: left, y: top, wide: plan.wide, high: plan.high, flip: b.flip,
		inside: plan.inside}
	if !plan.inside {
		b.grid.x += rankLabels
	}
	switch plan.form {
	case framed:
		a.drawFramed(all.within(left, top, width, height-1), plan)
	case columned:
		side := b.grid.x + 8*plan.wide + gap
		a.drawPanel(all.within(side, 0, all.width-side, all.height))
	case stacked:
		a.drawStacked(all.within(left, top, all.width-left, height-1), plan)
	}
	a.drawSquares(all)
	if plan.form != columned {
		a.drawKeys(all.within(1, all.height-1, all.width, 1))
	}
}

// drawFramed draws a title above, the moves beside, and what is typed below.
func (a *App) drawFramed(room area, plan boardPlan) {
	a.board.grid.y++
	board := rankLabels + 8*plan.wide
	a.drawTitle(room.within(rankLabels, 0, room.width, 1))
	a.drawGame(room.within(board+gap, 1, plan.side, 8*plan.high+1))
	a.drawInput(room.within(rankLabels, 8*plan.high+2, room.width, 2))
}

// drawPanel draws everything beside the board.
func (a *App) drawPanel(room area) {
	room.text(0, 0, a.opponent(), strong)
	room.text(0, 1, a.situation(), plain)
	const foot = 7 // what is typed, what it may become, messages, keys
	a.drawGame(room.within(0, 2, room.width, room.height-2-foot))
	below := room.below(room.height - foot + 1)
	a.drawInput(below.within(0, 0, below.width, foot-3))
	a.drawKeys(below.within(0, foot-3, below.width, 2))
}

// drawStacked draws everything above and below the board.
func (a *App) drawStacked(room area, plan boardPlan) {
	a.drawTitle(room.within(rankLabels, 0, room.width, 1))
	y := 1
	top, bottom := a.sides()
	line := room.within(rankLabels, 0, 8*plan.wide, room.height)
	if plan.clocks {
		a.drawPlayer(line.within(0, y, line.width, 1), top)
		y++
	}
	a.board.grid.y += y
	y += 8*plan.high + 1
	if plan.clocks {
		a.drawPlayer(line.within(0, y, line.width, 1), bottom)
		y++
	}
	a.drawInput(room.within(rankLabels, y, room.width, 2))
	if a.message == "" && a.tip == "" && a.board.browse == 0 {
		a.drawSearch(line.within(0, y+1, line.width, 1))
	}
}

func (a *App) drawTitle(line area) {
	end := 0
	situation := a.situation()
	if textWidth(a.opponent()+situation)+2 <= line.width {
		end = line.text(0, 0, a.opponent(), strong) + 2
	}
	line.text(end, 0, situation, plain)
}

// situation says whose turn it is.
func (a *App) situation() string {
	g := a.shownGame()
	switch {
	case a.board.browsing:
		return fmt.Sprintf("after %d of %d half-moves (End: back)", a.board.browse,
			a.session.Game().Len())
	case a.session.Over():
		return front.Ended(g.Result())
	case a.session.Alone():
		return "plays itself; Ctrl-A: you go on"
	case a.session.EngineToMove():
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

func (a *App) opponent() string {
	return fmt.Sprintf("Sargon (%s), level %d", a.program.EngineWords(a.session.Engine()),
		a.session.Level())
}

// drawSquares draws the board with its coordinates.
func (a *App) drawSquares(all area) {
	b := &a.board
	g := a.shownGame()
	targets := a.targets()
	last := lastMove(g)
	a.painter().board(all, b.grid, g, func(s sargon.Square) squareMarks {
		marks := last(s)
		marks.hint = !b.hint.IsZero() && !b.browsing && (s == b.hint.From || s == b.hint.To)
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

// gameColumns are where numbers of the list of moves end.
type gameColumns struct{ score, in1978, now int }

func columnsOf(width int) gameColumns {
	const now, in1978, both = 9, 9, 40
	if width >= both {
		return gameColumns{score: width - now - in1978, in1978: width - now, now: width}
	}
	return gameColumns{score: width - in1978, in1978: width}
}

// drawGame draws what stands beside the board: the players with their clocks and what they
// have captured, the moves, and what the engine thinks.
func (a *App) drawGame(room area) {
	top, bottom := a.sides()
	columns := columnsOf(room.width)
	room.right(columns.score, 0, "score", faint)
	room.right(columns.in1978, 0, "in 1978", faint)
	if columns.now > 0 {
		room.right(columns.now, 0, "now", faint)
	}
	thoughts := 5
	switch {
	case room.height < 12:
		thoughts = 2
	case room.height < 18:
		thoughts = 3
	}
	used := a.drawPlayer(room.within(0, 1, room.width, 2), top)
	a.drawMoves(room.within(0, used+1, room.width, room.height-2*used-2-thoughts+1))
	a.drawPlayer(room.within(0, room.height-thoughts-used, room.width, 2), bottom)
	a.drawSearch(room.below(room.height - thoughts + 1))
}

// drawPlayer draws a side: name and clocks, and in a second row, or behind the name if there is
// none, what it has captured. It returns how many rows that took.
func (a *App) drawPlayer(room area, side sargon.Color) int {
	name := "you"
	if side != a.session.Player() || a.session.Alone() {
		name = "Sargon"
	}
	mark := "○ "
	if side == sargon.Black {
		mark = "● "
	}
	if !a.painter().unicode() {
		mark = side.String()[:1] + " "
	}
	style := plain
	if a.session.Game().Side() == side && !a.session.Over() {
		style = strong
	}
	end := room.text(0, 0, mark+name, style)
	columns := columnsOf(room.width)
	total := a.session.Total(side)
	if name != "you" {
		if total.In1978.Duration > 0 {
			room.right(columns.in1978, 0, clock1978(total.In1978), style)
		}
		if columns.now > 0 {
			room.right(columns.now, 0, clock(total.Now), style)
		}
	}
	if room.height > 1 {
		room.text(2, 1, a.captured(side), plain)
	} else {
		room.text(end+2, 0, a.captured(side), plain)
	}
	return room.height
}

// captured shows the men that a side has taken, and by how much it is ahead: "♛♟♟ +3".
func (a *App) captured(side sargon.Color) (text string) {
	g := a.shownGame()
	for _, t := range front.Lost(g, side.Other()) {
		if a.painter().unicode() {
			text += solidPieces[t]
		} else {
			text += string(t.Letter())
		}
	}
	if ahead := front.Ahead(g, side); ahead > 0 {
		text += fmt.Sprintf(" +%d", ahead)
	}
	return text
}

// drawMoves draws the last moves, or those around the position shown.
func (a *App) drawMoves(room area) {
	drawMoveList(room, a.session.Game(), a.shownPly()-1, a.board.browsing, a.drawNote)
}

// drawMoveList draws the last moves of a game, or if they are centred those around the half-move
// shown. note draws what else there is to say of one in its line.
func drawMoveList(
	room area, g *game.Game, shown int, centred bool, note func(line area, halfMove int),
) {
	type line struct{ first, last int } // half-moves
	var lines []line
	for i := range g.Len() {
		if n := len(lines); n > 0 && g.Ply(i).Side == sargon.Black {
			lines[n-1].last = i
			continue
		}
		lines = append(lines, line{i, i})
	}
	from := max(0, len(lines)-room.height)
	for i, l := range lines {
		if centred && l.first <= max(shown, 0) && max(shown, 0) <= l.last {
			from = max(0, min(i-room.height/2, from))
		}
	}
	for y := range min(room.height, len(lines)-from) {
		l := lines[from+y]
		room.right(3, y, fmt.Sprint(g.Ply(l.first).Number), faint)
		for i := l.first; i <= l.last; i++ {
			p := g.Ply(i)
			x := 4
			if p.Side == sargon.Black {
				x = 11
			}
			style := plain
			if i == shown {
				style = reverse
			}
			room.text(x, y, p.SAN, style)
			note(room.within(0, y, room.width, 1), i)
		}
	}
}

// drawNote draws what is known of a move of Sargon's beside it.
func (a *App) drawNote(line area, halfMove int) {
	note := a.session.Game().Ply(halfMove).Note
	if note == nil {
		return
	}
	columns := columnsOf(line.width)
	score := note.Score.String()
	if *note == (game.Note{}) {
		score = "book"
	}
	line.right(columns.score, 0, score, faint)
	times := a.session.Times(halfMove)
	if times.In1978.Duration > 0 {
		line.right(columns.in1978, 0, clock1978(times.In1978), faint)
	}
	if columns.now > 0 && times.Now > 0 {
		line.right(columns.now, 0, clock(times.Now), faint)
	}
}

// drawSearch draws what the engine finds, or has found.
func (a *App) drawSearch(room area) {
	s := a.session.Searching()
	if s == nil {
		a.drawLastNote(room)
		return
	}
	p := s.Progress()
	text := "thinking"
	if s.Hint {
		text = "looking for a hint"
	}
	if p.Of > 0 {
		text += fmt.Sprintf(": %s, %d of %d", p.Trying, p.Number, p.Of)
	}
	room.text(0, 0, text, plain)
	room.right(room.width, 0, clock(a.session.Elapsed()), faint)
	y := 1
	if p.In1978.Duration >= sayFrom {
		y += room.below(y).wrapped(0, inWords1978(p.In1978)+" in 1978"+stillToGo(p.Left), faint)
	}
	if len(p.Line) > 0 {
		room.below(y).wrapped(0,
			p.Score.String()+"  "+numbered(a.session.Game(), p.Line), plain)
	}
}

func (a *App) drawLastNote(room area) {
	g := a.session.Game()
	for i := g.Len() - 1; i >= max(0, g.Len()-2); i-- {
		note := g.Ply(i).Note
		if note == nil {
			continue
		}
		text := fmt.Sprintf("%s: %s", g.Ply(i).SAN, note.Score)
		if note.Evals > 0 {
			text += fmt.Sprintf(", %s positions", grouped(note.Evals))
		}
		n := room.wrapped(0, text, plain)
		if note.In1978.Duration > 0 {
			room.below(n).wrapped(0, inWords1978(note.In1978)+" in 1978", faint)
		}
		return
	}
}

// drawInput draws what is being typed and what it may become, and the message: in the same
// line, and the one below, or where there are more rows one below the other.
func (a *App) drawInput(room area) {
	b := &a.board
	x := room.text(0, 0, "> ", faint)
	if len(b.promote) > 0 {
		room.text(x, 0, "promote to q, r, b or n?", strong)
	} else {
		style := strong
		if b.refused {
			style = reverse
		}
		x = room.text(x, 0, string(b.input), style)
		a.screen.ShowCursor(room.x+x, room.y)
		if room.height <= 2 {
			room.text(x+1, 0, a.typingHint(room.width-x-1), faint)
		}
	}
	y := 1
	if room.height > 2 {
		if hint := a.typingHint(2 * room.width); a.message == "" {
			y += room.below(1).wrapped(0, hint, faint)
		}
	}
	message := a.message
	if message == "" {
		message = a.tip
	}
	room.below(y).wrapped(0, message, plain)
}

// typingHint tells what may be typed.
func (a *App) typingHint(width int) string {
	typed := string(a.board.input)
	switch {
	case strings.HasPrefix(typed, ":"):
		return commandHint(typed)
	case typed == "" && a.session.Game().Len() == 0 && !a.session.EngineToMove():
		return "type a move: e4, Nf3, O-O, e2e4; or use arrows, mouse, ? for help"
	case typed == "" && len(a.board.ahead) > 0:
		return "then: " + strings.Join(a.board.ahead, ", ")
	case typed == "", a.board.refused:
		return ""
	case a.session.EngineToMove():
		return "Return: kept until Sargon has moved"
	}
	all := suggestions(a.session.Game(), typed)
	if len(all) == 0 {
		return "no such move"
	}
	text := ""
	for i, s := range all {
		if textWidth(text)+textWidth(s.text)+3 > width {
			return text + " ..."
		}
		if i > 0 {
			text += "  "
		}
		text += s.text
	}
	return text
}
