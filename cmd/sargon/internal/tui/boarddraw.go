package tui

import (
	"fmt"
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/sargon"
	"sargon78/sargon/game"
)

// boardGrid is where the squares of the board are drawn.
type boardGrid struct {
	x, y       int // the upper left cell
	wide, high int // a square, in cells
	flip       bool
}

// gridSizes are the sizes of a square, the best first.
var gridSizes = []struct{ wide, high int }{{10, 5}, {8, 4}, {6, 3}, {4, 2}, {2, 1}}

// largestForLetters is the width of the largest square on which a single character does.
const largestForLetters = 6

// rows and columns around the squares.
const (
	rankLabels = 3 // columns left of the board
	boardRows  = 5 // title, files, input, message, keys
	moveColumn = 30
)

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

// hit is something to click on.
type hit struct {
	x, y, width int
	run         func(*App)
}

// boardColors are those of the modern board, which does not imitate anything.
var boardColors = struct {
	light, dark, lightLast, darkLast, cursor, selected, check, target, hint, white, black tcell.Color
}{
	light: tcell.NewHexColor(0xD4BC8E), dark: tcell.NewHexColor(0x966F48),
	lightLast: tcell.NewHexColor(0xCDC264), darkLast: tcell.NewHexColor(0xA3953C),
	cursor: tcell.NewHexColor(0x6FA8DC), selected: tcell.NewHexColor(0x8FBF6A),
	check: tcell.NewHexColor(0xD9705A), target: tcell.NewHexColor(0x3E6B2F),
	hint:  tcell.NewHexColor(0x7FB8B0),
	white: tcell.NewHexColor(0xFFFEF8), black: tcell.NewHexColor(0x161210),
}

// drawBoardView draws the board, the moves and the clocks.
func (a *App) drawBoardView(all area) {
	b := &a.board
	b.hits = b.hits[:0]
	size := gridSizes[len(gridSizes)-1]
	found := false
	for _, s := range gridSizes {
		if s.wide > largestForLetters && !a.pictured() {
			continue // a character would be lost on it
		}
		if rankLabels+8*s.wide+2+moveColumn <= all.width && 8*s.high+boardRows <= all.height {
			size, found = s, true
			break
		}
	}
	if !found && (all.width < rankLabels+8*size.wide || all.height < 8*size.high+boardRows) {
		all.wrapped(0, fmt.Sprintf("This window has %d×%d cells; the board needs %d×%d, and %d×%d "+
			"to look well. Or leave with F10 and use: sargon play --plain", all.width, all.height,
			rankLabels+8*size.wide, 8*size.high+boardRows,
			rankLabels+8*4+2+moveColumn, 8*2+boardRows), plain)
		b.grid = boardGrid{}
		return
	}
	width := rankLabels + 8*size.wide
	side := 0
	if found {
		side = min(all.width-width-2, widePanel)
	}
	left := (all.width - width - 2 - side) / 2
	top := (all.height - 8*size.high - boardRows) / 2
	b.grid = boardGrid{left + rankLabels, top + 1, size.wide, size.high, b.flip}
	a.drawTitle(all.within(left, top, width+2+side, 1))
	a.drawSquares(all)
	if side > 0 {
		a.drawGame(all.within(left+width+2, top+1, side, 8*size.high+1))
	}
	a.drawInput(all.within(left, b.grid.y+8*size.high+1, width+2+side, 2))
	a.drawKeys(all.within(0, all.height-1, all.width, 1))
}

func (a *App) drawTitle(line area) {
	g := a.shownGame()
	end := line.text(rankLabels, 0, a.opponent(), strong)
	text := ""
	switch {
	case a.board.browsing:
		text = fmt.Sprintf("after %d of %d half-moves (End: back to the game)", a.board.browse,
			a.session.Game().Len())
	case a.session.Over():
		text = front.Ended(g.Result())
	case a.session.EngineToMove():
		text = "thinks"
	default:
		text = "you are to move"
		if g.InCheck() {
			text = "check! " + text
		}
		if r := g.Result(); r.Over() {
			text += fmt.Sprintf(" (%s: :draw claims it)", r.Reason)
		}
	}
	line.text(end+2, 0, text, plain)
}

func (a *App) opponent() string {
	return fmt.Sprintf("Sargon (%s), level %d", a.program.EngineWords(a.session.Engine()),
		a.session.Level())
}

// drawSquares draws the board with its coordinates.
func (a *App) drawSquares(all area) {
	grid := a.board.grid
	g := a.shownGame()
	var last game.Move
	if g.Len() > 0 {
		last = g.Ply(g.Len() - 1).Move
	}
	checked := sargon.NoSquare
	if g.InCheck() {
		checked = kingOf(g, g.Side())
	}
	targets := a.targets()
	for file := range 8 {
		for rank := range 8 {
			s := sargon.SquareAt(file, rank)
			a.drawSquare(all, g, s, squareMarks{
				last: !last.IsZero() && (s == last.From || s == last.To), check: s == checked,
				hint: !a.board.hint.IsZero() && !a.board.browsing &&
					(s == a.board.hint.From || s == a.board.hint.To),
				target: targets[s], selected: s == a.board.selected, cursor: s == a.board.cursor,
			})
		}
	}
	for i := range 8 {
		s := sargon.SquareAt(i, i)
		x, y := grid.at(s)
		all.text(x+(grid.wide-1)/2, grid.y+8*grid.high, string(rune('a'+i)), faint)
		all.text(grid.x-2, y+grid.high/2, string(rune('1'+i)), faint)
	}
}

func kingOf(g *game.Game, side sargon.Color) sargon.Square {
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		if g.Piece(s) == sargon.NewPiece(sargon.King, side) {
			return s
		}
	}
	return sargon.NoSquare
}

type squareMarks struct{ last, check, hint, target, selected, cursor bool }

func (a *App) drawSquare(all area, g *game.Game, s sargon.Square, marks squareMarks) {
	grid := a.board.grid
	x, y := grid.at(s)
	cell := all.within(x-all.x, y-all.y, grid.wide, grid.high)
	dark := (s.File()+s.Rank())%2 == 0
	piece := g.Piece(s)
	ground, ink := a.squareColors(dark, piece, marks)
	style := a.colored(ink, ground)
	for dy := range cell.height {
		cell.text(0, dy, strings.Repeat(" ", cell.width), style)
	}
	if a.screen.Colors() < 8 && dark {
		cell.text(0, 0, ".", style)
		cell.text(cell.width-1, cell.height-1, ".", style)
	}
	if piece != sargon.Empty {
		a.drawPiece(cell, piece, style)
	}
	a.drawMarks(cell, piece, marks, a.colored(boardColors.target, ground))
}

func (a *App) colored(ink, ground tcell.Color) tcell.Style {
	if a.screen.Colors() < 8 {
		return plain
	}
	return plain.Foreground(ink).Background(ground)
}

func (a *App) squareColors(
	dark bool, piece sargon.Piece, marks squareMarks,
) (ground, ink tcell.Color) {
	c := &boardColors
	few := a.screen.Colors() <= 16
	ground, ink = c.light, c.white
	if dark {
		ground = c.dark
	}
	if few {
		ground = tcell.ColorTeal
		if dark {
			ground = tcell.ColorNavy
		}
		ink = tcell.ColorSilver
	}
	if piece.Color() == sargon.Black && piece != sargon.Empty {
		ink = c.black
		if few {
			ink = tcell.ColorBlack
		}
	}
	pick := func(color, fallback tcell.Color) {
		ground = color
		if few {
			ground = fallback
		}
	}
	if marks.last {
		pick(c.lightLast, tcell.ColorOlive)
		if dark && !few {
			ground = c.darkLast
		}
	}
	switch {
	case marks.selected:
		pick(c.selected, tcell.ColorGreen)
	case marks.check:
		pick(c.check, tcell.ColorMaroon)
	case marks.hint:
		pick(c.hint, tcell.ColorPurple)
	}
	if marks.cursor {
		pick(c.cursor, tcell.ColorPurple)
	}
	return ground, ink
}

// drawMarks says with characters what the colours say, for terminals that have none.
func (a *App) drawMarks(cell area, piece sargon.Piece, marks squareMarks, style tcell.Style) {
	middle := cell.height / 2
	switch {
	case marks.target && piece == sargon.Empty && !a.unicode():
		cell.text((cell.width-1)/2, middle, "*", style)
	case marks.target && piece == sargon.Empty:
		cell.text((cell.width-1)/2, middle, "●", style)
	case marks.target:
		cell.text(0, 0, "x", style)
	}
	if a.screen.Colors() >= 8 {
		return
	}
	switch {
	case marks.cursor || marks.selected:
		cell.text(0, middle, "[", style)
		cell.text(cell.width-1, middle, "]", style)
	case marks.last:
		cell.text(0, middle, "'", style)
		cell.text(cell.width-1, middle, "'", style)
	}
}

var (
	solidPieces   = [...]string{"", "♟", "♞", "♝", "♜", "♛", "♚"}
	outlinePieces = [...]string{"", "♙", "♘", "♗", "♖", "♕", "♔"}
)

// unicode tells whether the terminal has more than letters and a few blocks: the glyphs
// for consoles are chosen where it has not.
func (a *App) unicode() bool { return a.o.Glyphs != screen.ASCII && a.o.Glyphs != screen.Half }

// pictured tells whether pieces are pictures where squares are large enough. That takes
// colours, because the pictures are silhouettes.
func (a *App) pictured() bool {
	return a.o.Pieces == Pictures && a.o.Glyphs != screen.ASCII && a.screen.Colors() >= 8
}

// drawPiece draws a picture where the square is large enough, else a character.
func (a *App) drawPiece(cell area, piece sargon.Piece, style tcell.Style) {
	colors := a.screen.Colors() >= 8
	set := a.o.Glyphs
	if p, ok := piecePicture(set, cell, piece.Type()); ok && a.pictured() {
		across, down := set.Dots()
		x0, y0 := (cell.width-p.Width/across)/2, (cell.height-p.Height/down)/2
		for y := 0; y < p.Height; y += down {
			for x := 0; x < p.Width; x += across {
				if dots := p.Cell(set, x, y); dots != 0 {
					cell.text(x0+x/across, y0+y/down, string(set.Rune(dots)), style)
				}
			}
		}
		return
	}
	x, y := (cell.width-1)/2, cell.height/2
	letter := string(piece.Letter())
	switch {
	case !a.unicode() || a.o.Pieces == Letters:
		if colors { // a chip, since a white letter on a light square is hard to read
			paper, ink := boardColors.white, boardColors.black
			if piece.Color() == sargon.Black {
				paper, ink = ink, paper
			}
			letter, style = " "+strings.ToUpper(letter)+" ", a.colored(ink, paper)
			x--
		}
		cell.text(x, y, letter, style.Bold(true))
	case colors:
		cell.text(x, y, solidPieces[piece.Type()], style)
	case piece.Color() == sargon.White:
		cell.text(x, y, outlinePieces[piece.Type()], style)
	default:
		cell.text(x, y, solidPieces[piece.Type()], style)
	}
}

// piecePicture returns a picture that fits into a square; ok is false if none is good.
func piecePicture(set screen.Set, cell area, t sargon.PieceType) (screen.Picture, bool) {
	large := cell.width >= 8 && cell.height >= 4
	small := cell.width >= 6 && cell.height >= 3
	switch {
	case set == screen.Sextant && large:
		return screen.Large[t], true
	case set == screen.Sextant && small:
		return screen.Large[t].Scale(12, 9), true
	case set == screen.Quadrant && large:
		return screen.Wide[t], true
	case set == screen.Quadrant && small:
		return screen.Low[t], true
	case set == screen.Braille && large:
		return screen.Large[t].Scale(16, 16), true
	case set == screen.Braille && small:
		return screen.Large[t].Scale(12, 12), true
	case set == screen.Half && large:
		return screen.Narrow[t], true
	}
	return screen.Picture{}, false
}

// drawGame draws what stands beside the board: the players with their clocks, the moves,
// and what the engine thinks.
func (a *App) drawGame(room area) {
	top, bottom := a.session.Player().Other(), a.session.Player()
	if a.board.flip != (a.session.Player() == sargon.Black) {
		top, bottom = bottom, top
	}
	room.right(room.width-9, 0, "in 1978", faint)
	room.right(room.width, 0, "now", faint)
	a.drawPlayer(room.within(0, 1, room.width, 1), top)
	thoughts := 5
	if room.height < 14 {
		thoughts = 3
	}
	a.drawMoves(room.within(0, 3, room.width, room.height-5-thoughts))
	a.drawPlayer(room.within(0, room.height-thoughts-1, room.width, 1), bottom)
	a.drawSearch(room.within(0, room.height-thoughts+1, room.width, thoughts-1))
}

func (a *App) drawPlayer(line area, side sargon.Color) {
	name := "you"
	if side != a.session.Player() {
		name = "Sargon"
	}
	mark := "○ "
	if side == sargon.Black {
		mark = "● "
	}
	if !a.unicode() {
		mark = side.String()[:1] + " "
	}
	style := plain
	if a.session.Game().Side() == side && !a.session.Over() {
		style = strong
	}
	line.text(0, 0, mark+name, style)
	total := a.session.Total(side)
	if side != a.session.Player() && total.In1978.Duration > 0 {
		line.right(line.width-9, 0, clock1978(total.In1978), style)
	}
	if side != a.session.Player() {
		line.right(line.width, 0, clock(total.Now), style)
	}
}

// drawMoves draws the last moves, or those around the position shown.
func (a *App) drawMoves(room area) {
	g := a.session.Game()
	type line struct{ first, last int } // half-moves
	var lines []line
	for i := range g.Len() {
		if n := len(lines); n > 0 && g.Ply(i).Side == sargon.Black {
			lines[n-1].last = i
			continue
		}
		lines = append(lines, line{i, i})
	}
	shown := a.shownPly() - 1 // the half-move that led to the position
	from := max(0, len(lines)-room.height)
	for i, l := range lines {
		if a.board.browsing && l.first <= max(shown, 0) && max(shown, 0) <= l.last {
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
				x = 12
			}
			style := plain
			if i == shown {
				style = reverse
			}
			room.text(x, y, p.SAN, style)
		}
		if t := a.session.Times(l.last); t.In1978.Duration > 0 {
			room.right(room.width-9, y, clock1978(t.In1978), faint)
		} else if t := a.session.Times(l.first); t.In1978.Duration > 0 {
			room.right(room.width-9, y, clock1978(t.In1978), faint)
		}
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
	if len(p.Line) > 0 {
		room.below(1).wrapped(0,
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

// drawInput draws what is being typed and what it may become, and the message.
func (a *App) drawInput(room area) {
	b := &a.board
	x := room.text(rankLabels, 0, "> ", faint)
	if len(b.promote) > 0 {
		room.text(x, 0, "promote to q, r, b or n?", strong)
	} else {
		x = room.text(x, 0, string(b.input), strong)
		a.screen.ShowCursor(room.x+x, room.y)
		room.text(x+1, 0, a.typingHint(room.width-x-1), faint)
	}
	room.text(rankLabels, 1, a.message, plain)
}

// typingHint tells what may be typed.
func (a *App) typingHint(width int) string {
	typed := string(a.board.input)
	if strings.HasPrefix(typed, ":") {
		return commandHint(typed)
	}
	if typed == "" {
		if a.session.Game().Len() == 0 && !a.session.EngineToMove() {
			return "type a move: e4, Nf3, O-O, e2e4; or use arrows, mouse, ? for help"
		}
		return ""
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
