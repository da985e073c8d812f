package tui

import (
	"fmt"
	"strings"

	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
	"sargon78/sargon/game"
)

// browser is a game, one position of which is shown on a board.
type browser struct {
	game *game.Game
	back int // half-moves from the last position to the one that is shown
	flip bool
	grid boardGrid // where the squares are drawn
}

// goTo shows the position after a number of half-moves, or the nearest one that the game has.
func (b *browser) goTo(n int) {
	last := b.game.Len()
	b.back = last - max(0, min(n, last))
}

// ply returns the number of half-moves of the position shown.
func (b *browser) ply() int { return b.game.Len() - b.back }

// shown returns the game as it stood in the position shown.
func (b *browser) shown() *game.Game {
	if b.back > 0 {
		return b.game.At(b.ply())
	}
	return b.game
}

func (b *browser) turn() { b.flip = !b.flip }

// sides returns the players at the upper and at the lower edge of the board.
func (b *browser) sides() (top, bottom sargon.Color) {
	if b.flip {
		return sargon.White, sargon.Black
	}
	return sargon.Black, sargon.White
}

// place records where a plan puts the squares.
func (b *browser) place(plan *boardPlan) {
	plan.flip = b.flip
	b.grid = plan.boardGrid
}

// drawMoves draws the moves, with the one that led to the shown position in the middle. note writes
// what is known of a half-move into its line.
func (b *browser) drawMoves(room terminal.Area, note func(line terminal.Area, halfMove int)) {
	g, shown := b.game, b.ply()-1
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
		note(room.Within(0, y, room.Width, 1), i)
	}
}

// withMark returns a move with its first annotation sign, if there is room between it and the next
// move.
func withMark(p *game.Ply) string {
	const room = len("Nbxd2+")
	mark, _, _ := strings.Cut(p.Signs, " ")
	if len(p.SAN+mark) > room {
		return p.SAN
	}
	return p.SAN + mark
}

// Players returns the names of both sides, "White" and "Black" if they are not known.
func Players(g *game.Game) string {
	names := []string{"White", "Black"}
	for i, side := range names {
		if name := g.Tags.Get(side); name != "" && name != "?" {
			names[i] = name
		}
	}
	return strings.Join(names, " – ")
}
