package tui

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/paint"
	"sargon78/sargon"
)

// Pick lets the person choose one of the games that are kept, on a terminal not yet
// initialised; they can also be given titles, deleted and written to files. The name is empty
// if none is chosen; leave tells that the person wants to go.
func Pick(ctx context.Context, terminal tcell.Screen, games front.Games, look Look) (
	name string, leave bool, err error,
) {
	if err := terminal.Init(); err != nil {
		return "", true, err
	}
	defer terminal.Fini()
	p := newPicker(terminal, games, look)
	events, quit := make(chan tcell.Event, 16), make(chan struct{})
	defer close(quit)
	go terminal.ChannelEvents(events, quit)
	for p.result == picking {
		p.draw()
		select {
		case event := <-events:
			if gone(terminal, event, p.key) {
				p.result = left
			}
		case <-ctx.Done():
			p.result = left
		}
	}
	if p.result == opened {
		name = p.list[p.at].Name
	}
	return name, p.result == left, nil
}

// What has come of picking.
type pickResult uint8

const (
	picking pickResult = iota
	opened
	back
	left
)

type picker struct {
	terminal tcell.Screen
	games    front.Games
	painter  painter
	list     []front.KeptGame
	at       int
	ask      string // what is being typed, and for what: "title", "file" or "delete"
	input    []rune
	message  string
	help     bool
	result   pickResult
}

func newPicker(terminal tcell.Screen, games front.Games, look Look) *picker {
	p := &picker{
		terminal: terminal, games: games,
		painter: painter{newPalette(look.Theme, terminal.Colors()), look.Glyphs, look.Pieces},
	}
	p.load()
	return p
}

func (p *picker) load() {
	var err error
	if p.list, err = p.games.List(); err != nil {
		p.message = err.Error()
	}
	p.at = max(0, min(p.at, len(p.list)-1))
}

func (p *picker) key(e *tcell.EventKey) {
	p.message = ""
	switch {
	case e.Key() == tcell.KeyF10 || e.Key() == tcell.KeyCtrlC:
		p.result = left
	case p.help:
		p.help = false
	case e.Key() == tcell.KeyF1 || p.ask == "" && e.Rune() == '?':
		p.help = true
	case p.ask != "":
		p.answerKey(e)
	default:
		p.listKey(e)
	}
}

func (p *picker) listKey(e *tcell.EventKey) {
	switch e.Key() {
	case tcell.KeyUp:
		p.at--
	case tcell.KeyDown:
		p.at++
	case tcell.KeyPgUp:
		p.at -= pageMoves
	case tcell.KeyPgDn:
		p.at += pageMoves
	case tcell.KeyHome:
		p.at = 0
	case tcell.KeyEnd:
		p.at = len(p.list)
	case tcell.KeyEscape:
		p.result = back
	}
	p.at = max(0, min(p.at, len(p.list)-1))
	if len(p.list) == 0 {
		return
	}
	g := p.list[p.at]
	switch {
	case e.Key() == tcell.KeyEnter && g.Err == nil, e.Rune() == 'o' && g.Err == nil:
		p.result = opened
	case e.Key() == tcell.KeyDelete, e.Rune() == 'd':
		p.ask, p.input = "delete", nil
	case e.Rune() == 'r':
		p.ask, p.input = "title", []rune(g.Title)
	case e.Rune() == 'e' && g.Err == nil:
		p.ask, p.input = "file", []rune(g.Name+".pgn")
	}
}

// answerKey handles what is typed for a question.
func (p *picker) answerKey(e *tcell.EventKey) {
	switch e.Key() {
	case tcell.KeyEscape:
		p.ask = ""
	case tcell.KeyEnter:
		p.answer()
	case tcell.KeyBackspace, tcell.KeyBackspace2:
		p.input = p.input[:max(0, len(p.input)-1)]
	case tcell.KeyCtrlU:
		p.input = nil
	case tcell.KeyRune:
		if p.ask == "delete" {
			p.input = []rune{e.Rune()}
			p.answer()
		} else if unicode.IsPrint(e.Rune()) && len(p.input) < longestInput {
			p.input = append(p.input, e.Rune())
		}
	}
}

func (p *picker) answer() {
	ask, text, name := p.ask, strings.TrimSpace(string(p.input)), p.list[p.at].Name
	p.ask = ""
	var err error
	switch ask {
	case "delete":
		if text != "y" {
			return
		}
		err, p.message = p.games.Delete(name), "deleted"
	case "title":
		err, p.message = p.games.Rename(name, text), "renamed"
	case "file":
		err, p.message = p.games.Export(name, text), "written to "+text
	}
	if err != nil {
		p.message = err.Error()
	}
	p.load()
}

const pickHelp = `
The games that are kept

Return opens a game, and goes on with it. Up and Down, Page Up and Page Down, Home and End
choose one.

r gives it a title. e writes it to a PGN file. d deletes it, and asks before.

Escape goes back to the game that was being played, or leaves if there was none.
`

var pickKeys = []string{"Return open", "r rename", "e export", "d delete", "Esc back", "F1 help",
	"F10 leave"}

func (p *picker) draw() {
	p.terminal.Fill(' ', paint.Plain)
	p.terminal.HideCursor()
	defer p.terminal.Show()
	all := paint.Whole(p.terminal)
	if p.help {
		drawText(all, paragraphs(pickHelp, textColumns(all)), 0)
		return
	}
	all.Text(1, 0, "Games that are kept", paint.Strong)
	rows := all.Within(1, 2, all.Width-2, all.Height-5)
	square := pickSquare(all)
	list := rows
	if square > 0 {
		list.Width -= rankLabels + 16*square + gap
		p.drawGame(rows.Within(list.Width+gap, 0, rows.Width, rows.Height), square)
	}
	p.drawList(list)
	p.drawQuestion(all.Within(1, all.Height-2, all.Width-2, 1))
	drawWords(all.Within(1, all.Height-1, all.Width-2, 1), pickKeys, paint.Faint)
}

// drawWords draws as many of the words as fit, those at the end first.
func drawWords(line paint.Area, words []string, style tcell.Style) {
	for len(words) > 1 && paint.TextWidth(strings.Join(words, "  ")) > line.Width {
		words = words[1:]
	}
	line.Text(0, 0, strings.Join(words, "  "), style)
}

// pickSquare is the height of a square of the small board, 0 if there is no room for one.
func pickSquare(all paint.Area) int {
	const leastList, largest = 34, 5
	for high := largest; high > 0; high-- {
		if leastList+gap+rankLabels+16*high <= all.Width-2 && 8*high+1 <= all.Height-5 {
			return high
		}
	}
	return 0
}

func (p *picker) drawList(room paint.Area) {
	if len(p.list) == 0 {
		room.Text(0, 0, "None yet.", paint.Plain)
		return
	}
	from := max(0, min(p.at-room.Height/2, len(p.list)-room.Height))
	for y := range min(room.Height, len(p.list)-from) {
		style := paint.Plain
		if from+y == p.at {
			style = paint.Reverse
		}
		room.Text(0, y, fmt.Sprintf("%-*s", room.Width, p.list[from+y].Line()), style)
	}
}

// drawGame draws the board of the game that is chosen.
func (p *picker) drawGame(room paint.Area, square int) {
	if len(p.list) == 0 || p.list[p.at].Err != nil {
		return
	}
	k := &p.list[p.at]
	grid := boardGrid{x: room.X + rankLabels, y: room.Y, wide: 2 * square, high: square,
		flip: k.Player == sargon.Black}
	p.painter.board(room, grid, k.Game, lastMove(k.Game))
}

// drawQuestion draws what is asked, what was done, or all there is to say about the game.
func (p *picker) drawQuestion(line paint.Area) {
	switch {
	case p.ask == "" && p.message == "" && len(p.list) > 0:
		drawWords(line, strings.Split(p.list[p.at].Line(), "  "), paint.Plain)
		return
	case p.ask == "":
		line.Text(0, 0, p.message, paint.Plain)
		return
	case p.ask == "delete":
		line.Text(0, 0, "Delete this game for ever? y: yes, any other key: no", paint.Strong)
		return
	}
	x := line.Text(0, 0, p.ask+"> "+string(p.input), paint.Strong)
	p.terminal.ShowCursor(line.X+x, line.Y)
}
