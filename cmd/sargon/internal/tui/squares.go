package tui

import (
	"cmp"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
	"sargon78/sargon/game"
)

// boardGrid is where the squares of a board are drawn in an area.
type boardGrid struct {
	x, y       int // the upper left cell
	wide, high int // a square, in cells
	flip       bool
	inside     bool // coordinates stand in the squares, because there is no room around them
}

// at returns the upper left cell of a square.
func (b boardGrid) at(s sargon.Square) (x, y int) {
	file, rank := s.File(), 7-s.Rank()
	if b.flip {
		file, rank = 7-file, 7-rank
	}
	return b.x + file*b.wide, b.y + rank*b.high
}

// square returns the square at a cell.
func (b boardGrid) square(x, y int) (sargon.Square, bool) {
	if b.wide == 0 || x < b.x || y < b.y || x >= b.x+8*b.wide || y >= b.y+8*b.high {
		return sargon.NoSquare, false
	}
	file, rank := (x-b.x)/b.wide, 7-(y-b.y)/b.high
	if b.flip {
		file, rank = 7-file, 7-rank
	}
	return sargon.SquareAt(file, rank), true
}

// mark is the most important fact to show about a square besides the piece on it.
type mark uint8

// The marks, from the least important one on.
const (
	noMark mark = iota
	lastMark
	hintMark
	checkMark
	selectedMark
	cursorMark
)

// marks are the looks of each mark: signs in the corners of a square, because not everybody sees
// colours, and the colours of light and dark squares.
var marks = [...]struct {
	corners     string
	light, dark screen.Tone
}{
	noMark:       {"", screen.LightField, screen.DarkField},
	lastMark:     {"''", screen.LastLight, screen.LastDark},
	hintMark:     {"??", screen.Hint, screen.Hint},
	checkMark:    {"!!", screen.Check, screen.Check},
	selectedMark: {"()", screen.Selected, screen.Selected},
	cursorMark:   {"[]", screen.Cursor, screen.Cursor},
}

// lastMarks returns the marks of the last move, and of a check.
func lastMarks(g *game.Game) map[sargon.Square]mark {
	all := map[sargon.Square]mark{}
	for _, s := range lastSquares(g) {
		all[s] = lastMark
	}
	king, checked := sargon.NewPiece(sargon.King, g.Side()), g.InCheck()
	for s := sargon.FirstSquare; s <= sargon.LastSquare && checked; s++ {
		if g.Piece(s) == king {
			all[s] = checkMark
		}
	}
	return all
}

// drawBoard draws a position with its coordinates, marks, and the targets of the selected piece.
func (l Appearance) drawBoard(all terminal.Area, grid boardGrid, g *game.Game,
	marked map[sargon.Square]mark, targets map[sargon.Square]bool,
) {
	for i := range 64 {
		s := sargon.SquareAt(i%8, i/8)
		x, y := grid.at(s)
		cell := all.Within(x, y, grid.wide, grid.high)
		l.square(cell, s, g.Piece(s), marked[s], targets[s])
		switch {
		case grid.inside:
			l.insideLabels(cell, grid, s, marked[s])
		case i%8 == i/8: // the squares of a diagonal have all files and all ranks
			all.Text(x+(grid.wide-1)/2, grid.y+8*grid.high, s.String()[:1], terminal.Faint)
			all.Text(grid.x-2, y+grid.high/2, s.String()[1:], terminal.Faint)
		}
	}
}

// insideLabels writes the rank on the squares at the left edge, and the file on those at the
// bottom.
func (l Appearance) insideLabels(cell terminal.Area, grid boardGrid, s sargon.Square, m mark) {
	edge := 0 // the file at the left, and the rank at the bottom
	if grid.flip {
		edge = 7
	}
	_, ground := tones(s, sargon.Empty, m)
	style := l.style(screen.BlackPiece, ground)
	if s.File() == edge {
		cell.Text(0, cell.Height-1, s.String()[1:], style)
	}
	if s.Rank() == edge {
		cell.Text(cell.Width-1, cell.Height-1, s.String()[:1], style)
	}
}

// tones returns the tones of a piece on a square.
func tones(s sargon.Square, piece sargon.Piece, m mark) (ink, ground screen.Tone) {
	ink, ground = screen.BlackPiece, marks[m].light
	if screen.IsDark(s) {
		ground = marks[m].dark
	}
	if piece != sargon.Empty && piece.Color() == sargon.White {
		ink = screen.WhitePiece
	}
	return ink, ground
}

// square draws a square with its piece and its mark into cell. A target is a square to which the selected
// piece can move.
func (l Appearance) square(
	cell terminal.Area, s sargon.Square, piece sargon.Piece, m mark, target bool,
) {
	ink, ground := tones(s, piece, m)
	style := l.style(ink, ground)
	field := " "
	if screen.IsDark(s) && !l.colored() {
		field = ":" // as on the machine's screen
	}
	for i := range cell.Width * cell.Height {
		cell.Screen.Put(cell.X+i%cell.Width, cell.Y+i/cell.Width, field, style)
	}
	if piece != sargon.Empty {
		l.piece(cell, piece, style)
	}
	style = l.style(screen.BlackPiece, ground)
	corners := marks[m].corners
	switch {
	case target && piece == sargon.Empty:
		dot := "●"
		if !l.unicode() {
			dot = "*"
		}
		cell.Text((cell.Width-1)/2, cell.Height/2, dot, style)
	case target && m < selectedMark:
		corners = "xx"
	}
	if corners == "" {
		return
	}
	if cell.Width > 2 {
		cell.Text(0, 0, corners[:1], style.Bold(true))
	}
	cell.Text(cell.Width-1, 0, corners[1:], style.Bold(true))
}

var (
	solidPieces   = [...]string{"", "♟", "♞", "♝", "♜", "♛", "♚"}
	outlinePieces = [...]string{"", "♙", "♘", "♗", "♖", "♕", "♔"}
)

// unicode reports whether the terminal shows more than letters and a few block characters. If it does
// not, the appearance has the glyphs of consoles.
func (l Appearance) unicode() bool { return l.Glyphs != screen.ASCII && l.Glyphs != screen.Half }

// pictured reports whether pieces are pictures where squares are large enough. Pictures need colours,
// because they are silhouettes.
func (l Appearance) pictured() bool {
	return cmp.Or(l.Pieces, Pictures) == Pictures && l.Glyphs != screen.ASCII && l.colored()
}

// piece draws a picture where the square is large enough, else a character.
func (l Appearance) piece(cell terminal.Area, piece sargon.Piece, style tcell.Style) {
	if picture, ok := screen.PieceOn(l.Glyphs, cell.Width, cell.Height, piece.Type()); ok &&
		l.pictured() {
		rows := picture.Rows(l.Glyphs)
		for y, row := range rows {
			x := (cell.Width - terminal.TextWidth(row)) / 2
			cell.Text(x, (cell.Height-len(rows))/2+y, row, style)
		}
		return
	}
	x, text := (cell.Width-1)/2, solidPieces[piece.Type()]
	white := piece.Color() == sargon.White
	switch {
	case !l.unicode() || l.Pieces == Letters || l.Pieces != Unicode && !l.colored():
		text, style = screen.Letter(piece, l.colored()), style.Bold(true)
		if l.colored() { // a chip: readable on any square
			style = l.style(screen.WhitePiece, screen.BlackPiece).Bold(true)
			if white {
				style = l.style(screen.BlackPiece, screen.WhitePiece).Bold(true)
			}
		}
		if cell.Width > 2 {
			x = cell.Width/2 - 1
		} else {
			text = text[1:2]
		}
	case white && !l.colored():
		text = outlinePieces[piece.Type()]
	}
	cell.Text(x, cell.Height/2, text, style)
}
