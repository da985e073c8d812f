package tui

import (
	"strings"

	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/emu/jupiter"
	"sargon78/sargon"
	"sargon78/sargon/game"
)

// The width of the text next to the machine's screen: the least, and the most.
const (
	panelWidth    = 31
	widePanel     = 46
	panelDistance = 2
)

// machineScreen is the machine's screen in a window, and the areas around it.
type machineScreen struct {
	grid   *screen.Grid
	page   bool          // the screen has text only, no board
	whole  terminal.Area // the screen itself
	side   terminal.Area // next to the screen; no columns: there is no room
	status terminal.Area // the line below
	free   bool          // the status line does not cover the screen
	narrow terminal.Area // of the folded layout: next to the board; no columns in other layouts
}

// drawMachine draws the machine's screen, which must fit. A row is left for the keys of help and
// leaving; the folded layout has room for that. With labels the board has coordinates. If last is not
// empty, the squares of the last move have other colours; without colours they stay as the machine
// shows them.
func (l Appearance) drawMachine(
	all terminal.Area, shown *jupiter.Screen, pictures *screen.Pictures, labels bool, last []sargon.Square,
) (m machineScreen) {
	layout, _ := fitScreen(all)
	width, height := layout.Size()
	side, taken := 0, width
	if room := all.Width - width - panelDistance; room >= panelWidth {
		side = min(room, widePanel)
		taken += panelDistance + side
	}
	m.page = screen.IsPage(shown)
	labels = labels && !m.page
	rows := height // and a row for the files, if there is room for it
	if labels && height+2 <= all.Height {
		rows++
	}
	x, y := (all.Width-taken)/2, max(0, (all.Height-1-rows)/2)
	set, pictures := l.screenGlyphs(pictures)
	m.grid = screen.Draw(shown, set, layout, pictures)
	if !m.page {
		m.grid.MarkLast(layout, l.Theme.Light(), last...)
	}
	m.whole = all.Within(x, y, width, height)
	l.paint(m.whole, m.grid)
	if labels {
		l.drawCoordinates(all.Within(x, y, all.Width, rows), m.grid, layout)
	}
	m.side = all.Within(x+width+panelDistance, y, side, all.Height-1-y)
	m.status = all.Within(1, all.Height-1, all.Width-2, 1)
	m.free = y+height < all.Height
	if layout == screen.Folded && !m.page {
		px, py, pw, ph := screen.FoldedRest()
		if labels { // in a column next to the ranks
			px, pw = px+1, pw-1
		}
		m.narrow = all.Within(x+px, y+py, pw, ph)
	}
	return m
}

// lastSquares returns the squares of the last move of a game; none if there is no move.
func lastSquares(g *game.Game) []sargon.Square {
	if g.Len() == 0 {
		return nil
	}
	m := g.Ply(g.Len() - 1).Move
	return []sargon.Square{m.From, m.To}
}

// screenGlyphs returns the glyphs for the machine's screen, and the pictures that replace its pieces.
func (l Appearance) screenGlyphs(pictures *screen.Pictures) (screen.GlyphSet, *screen.Pictures) {
	switch {
	case l.colored():
		return l.Glyphs, pictures
	case l.Glyphs == screen.Sextant:
		return l.Glyphs, nil
	}
	return screen.ASCII, pictures // pictures need colours; letters are clearer
}

// fitScreen returns the largest layout that leaves a row below, or else the folded layout.
func fitScreen(all terminal.Area) (screen.Layout, bool) {
	if layout, ok := screen.Fit(all.Width, all.Height-1); ok {
		return layout, true
	}
	layout, ok := screen.Fit(all.Width, all.Height)
	return layout, ok && layout == screen.Folded
}

// drawCoordinates draws the ranks right of the machine's board, and the files below it. If there is no
// room below, it draws the files in the corners of the lowest squares, where those are free.
func (l Appearance) drawCoordinates(room terminal.Area, grid *screen.Grid, layout screen.Layout) {
	left, wide := screen.Board()
	ranks := terminal.Faint
	if layout == screen.Folded {
		ranks = l.style(screen.Ink, screen.Ground)
	}
	free := func(x int) bool { return strings.ContainsRune(" :", grid.At(x, grid.Height-1).Rune) }
	for i := range 8 {
		at := sargon.SquareAt(i, i).String()
		room.Text(left+8*wide, (7-i)*grid.Height/8+grid.Height/16, at[1:], ranks)
		x, right := left+i*wide, left+(i+1)*wide-1
		switch {
		case room.Height > grid.Height:
			room.Text(x+(wide-1)/2, grid.Height, at[:1], terminal.Faint)
			continue
		case free(right):
			x = right
		case !free(x):
			continue
		}
		ground, ink := grid.At(x, grid.Height-1).Ground, screen.WhitePiece
		if ground == screen.LightField || ground == screen.LastLight {
			ink = screen.BlackPiece
		}
		room.Text(x, grid.Height-1, at[:1], l.style(ink, ground))
	}
}
