package tui

import (
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
	"sargon78/sargon/game"
)

// boardGrid says where the squares of a board are drawn.
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

// mark is the most important thing to say of a square besides the piece on it.
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

// marks say how each looks: in the corners of a square, because not everybody sees colours, and
// in the colours of light and dark squares.
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

// squareMarks are what there is to say of a square; the selected piece can go to a target.
type squareMarks struct {
	mark   mark
	target bool
}

// lastMove returns the marks of the last move, and of a check.
func lastMove(g *game.Game) func(sargon.Square) squareMarks {
	var last game.Move
	if g.Len() > 0 {
		last = g.Ply(g.Len() - 1).Move
	}
	checked := sargon.Empty
	if g.InCheck() {
		checked = sargon.NewPiece(sargon.King, g.Side())
	}
	return func(s sargon.Square) (m squareMarks) {
		switch {
		case checked != sargon.Empty && g.Piece(s) == checked:
			m.mark = checkMark
		case !last.IsZero() && (s == last.From || s == last.To):
			m.mark = lastMark
		}
		return m
	}
}

// board draws a position with its coordinates.
func (p painter) board(
	all terminal.Area, grid boardGrid, g *game.Game, marksOf func(sargon.Square) squareMarks,
) {
	for file := range 8 {
		for rank := range 8 {
			s := sargon.SquareAt(file, rank)
			x, y := grid.at(s)
			cell := all.Within(x-all.X, y-all.Y, grid.wide, grid.high)
			m := marksOf(s)
			p.square(cell, s, g.Piece(s), m)
			if grid.inside {
				p.insideLabels(cell, grid, s, m.mark)
			}
		}
	}
	for i := range 8 {
		if s := sargon.SquareAt(i, i); !grid.inside {
			x, y := grid.at(s)
			x, y = x-all.X, y-all.Y
			all.Text(x+(grid.wide-1)/2, grid.y-all.Y+8*grid.high, s.String()[:1], terminal.Faint)
			all.Text(grid.x-all.X-2, y+grid.high/2, s.String()[1:], terminal.Faint)
		}
	}
}

// insideLabels writes the rank on the squares at the left edge, and the file on those at the
// bottom.
func (p painter) insideLabels(cell terminal.Area, grid boardGrid, s sargon.Square, m mark) {
	edge := 0 // the file at the left, and the rank at the bottom
	if grid.flip {
		edge = 7
	}
	_, ground := tones(s, sargon.Empty, m)
	style := p.style(screen.BlackPiece, ground)
	if s.File() == edge {
		cell.Text(0, cell.Height-1, s.String()[1:], style)
	}
	if s.Rank() == edge {
		cell.Text(cell.Width-1, cell.Height-1, s.String()[:1], style)
	}
}

// tones are those of a piece on a square.
func tones(s sargon.Square, piece sargon.Piece, m mark) (ink, ground screen.Tone) {
	ink, ground = screen.BlackPiece, marks[m].light
	if isDark(s) {
		ground = marks[m].dark
	}
	if piece != sargon.Empty && piece.Color() == sargon.White {
		ink = screen.WhitePiece
	}
	return ink, ground
}

func isDark(s sargon.Square) bool { return (s.File()+s.Rank())%2 == 0 }

func (p painter) square(cell terminal.Area, s sargon.Square, piece sargon.Piece, m squareMarks) {
	ink, ground := tones(s, piece, m.mark)
	style := p.style(ink, ground)
	field := " "
	if isDark(s) && !p.colored() {
		field = ":" // as on the machine's screen
	}
	for y := range cell.Height {
		cell.Text(0, y, strings.Repeat(field, cell.Width), style)
	}
	if piece != sargon.Empty {
		p.piece(cell, piece, style)
	}
	style = p.style(screen.BlackPiece, ground)
	corners := marks[m.mark].corners
	switch {
	case m.target && piece == sargon.Empty:
		dot := "●"
		if !p.unicode() {
			dot = "*"
		}
		cell.Text((cell.Width-1)/2, cell.Height/2, dot, style)
	case m.target && m.mark < selectedMark:
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

// unicode tells whether the terminal has more than letters and a few blocks: the glyphs
// for consoles are chosen where it has not.
func (p painter) unicode() bool { return p.Glyphs != screen.ASCII && p.Glyphs != screen.Half }

// pictured tells whether pieces are pictures where squares are large enough. That takes
// colours, because the pictures are silhouettes.
func (p painter) pictured() bool {
	return p.Pieces == Pictures && p.Glyphs != screen.ASCII && p.colored()
}

// piece draws a picture where the square is large enough, else a character.
func (p painter) piece(cell terminal.Area, piece sargon.Piece, style tcell.Style) {
	if picture, ok := screen.PieceOn(p.Glyphs, cell.Width, cell.Height, piece.Type()); ok &&
		p.pictured() {
		p.picture(cell, picture, style)
		return
	}
	x, y := (cell.Width-1)/2, cell.Height/2
	white := piece.Color() == sargon.White
	switch {
	case !p.unicode() || p.Pieces == Letters || p.Pieces == Pictures && !p.colored():
		letter, left, right := string(piece.Letter()), " ", " "
		switch {
		case p.colored(): // a chip: one can read it on any square
			letter = strings.ToUpper(letter)
			style = p.style(screen.WhitePiece, screen.BlackPiece)
			if white {
				style = p.style(screen.BlackPiece, screen.WhitePiece)
			}
		case !white: // as on the machine's screen: on a dark terminal a solid figure is the white one
			left, right = "<", ">"
		}
		if cell.Width > 2 {
			letter, x = left+letter+right, cell.Width/2-1
		}
		cell.Text(x, y, letter, style.Bold(true))
	case white && !p.colored():
		cell.Text(x, y, outlinePieces[piece.Type()], style)
	default:
		cell.Text(x, y, solidPieces[piece.Type()], style)
	}
}

func (p painter) picture(cell terminal.Area, picture screen.Picture, style tcell.Style) {
	across, down := p.Glyphs.Dots()
	x0, y0 := (cell.Width-picture.Width/across)/2, (cell.Height-picture.Height/down)/2
	for y := 0; y < picture.Height; y += down {
		for x := 0; x < picture.Width; x += across {
			if dots := picture.Cell(p.Glyphs, x, y); dots != 0 {
				cell.Text(x0+x/across, y0+y/down, string(p.Glyphs.Rune(dots)), style)
			}
		}
	}
}
