package replay

import (
	"context"
	"fmt"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/uniseg"

	"sargon78/cmd/sargon/internal/screen"
	"sargon78/sargon"
	"sargon78/sargon/game"
)

// ViewOptions say how a walk is shown.
type ViewOptions struct {
	Glyphs screen.Set
	Look   screen.Look
	Level  sargon.Level
	// Check is run beside the view and tells its verdicts as they come; nil for none.
	Check func(ctx context.Context, each func(Verdict)) error
}

// View shows a walk on a terminal until the person leaves or ctx ends. The terminal is put
// back whatever happens.
func View(ctx context.Context, terminal tcell.Screen, walk *Walk, o ViewOptions) error {
	if err := terminal.Init(); err != nil {
		return err
	}
	defer terminal.Fini()
	ctx, cancel := context.WithCancel(ctx)
	v := &viewer{terminal: terminal, walk: walk, o: o, verdicts: map[int]Verdict{}}
	events, quit := make(chan tcell.Event, 16), make(chan struct{})
	defer close(quit)
	go terminal.ChannelEvents(events, quit)
	found, checked := make(chan Verdict, walk.Game.Len()), make(chan error, 1)
	go func() {
		var err error
		if o.Check != nil {
			err = o.Check(ctx, func(verdict Verdict) { found <- verdict })
		}
		checked <- err
	}()
	defer func() {
		cancel()
		if checked != nil {
			<-checked
		}
	}()
	for !v.leaving {
		if err := v.draw(); err != nil {
			return err
		}
		select {
		case event := <-events:
			v.handle(event)
		case verdict := <-found:
			v.verdicts[verdict.Index] = verdict
		case err := <-checked:
			checked = nil
			if err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

type viewer struct {
	terminal tcell.Screen
	walk     *Walk
	o        ViewOptions
	pictures screen.Pictures
	at       int // half-moves shown
	verdicts map[int]Verdict
	leaving  bool
}

// pageMoves is how far page up and page down go.
const pageMoves = 10

func (v *viewer) handle(event tcell.Event) {
	switch e := event.(type) {
	case nil: // the terminal is gone
		v.leaving = true
	case *tcell.EventResize:
		v.terminal.Sync()
	case *tcell.EventKey:
		v.key(e)
	}
}

func (v *viewer) key(e *tcell.EventKey) {
	last := v.walk.Game.Len()
	to := v.at
	switch e.Key() {
	case tcell.KeyRight, tcell.KeyDown, tcell.KeyEnter:
		to++
	case tcell.KeyLeft, tcell.KeyUp, tcell.KeyBackspace, tcell.KeyBackspace2:
		to--
	case tcell.KeyPgDn:
		to += pageMoves
	case tcell.KeyPgUp:
		to -= pageMoves
	case tcell.KeyHome:
		to = 0
	case tcell.KeyEnd:
		to = last
	case tcell.KeyEscape, tcell.KeyCtrlC, tcell.KeyF10:
		v.leaving = true
	case tcell.KeyRune:
		switch e.Rune() {
		case ' ', 'n':
			to++
		case 'p', 'b':
			to--
		case 'q':
			v.leaving = true
		}
	}
	v.at = max(0, min(to, last))
}

// draw shows the screen after v.at half-moves, and a line about them below.
func (v *viewer) draw() error {
	shown, err := v.walk.At(v.at)
	if err != nil {
		return err
	}
	v.pictures.Learn(&shown, v.board())
	t := v.terminal
	t.Clear()
	defer t.Show()
	width, height := t.Size()
	layout, ok := screen.Fit(v.o.Glyphs, width, height-1)
	below := true
	if !ok {
		// In 80×24 there is no line left below; the folded layout has a free corner.
		layout, ok = screen.Fit(v.o.Glyphs, width, height)
		below = false
	}
	if !ok {
		v.text(0, 0, width, fmt.Sprintf("%d×%d cells are too few; the machine's screen needs %d×%d. q leaves.", width, height, screen.FoldedWidth, screen.FoldedHeight), tcell.StyleDefault)
		return nil
	}
	grid := screen.Draw(&shown, v.o.Glyphs, layout, &v.pictures)
	left, top := max(0, (width-grid.Width)/2), max(0, (height-1-grid.Height)/2)
	for y := range grid.Height {
		for x := range grid.Width {
			cell := grid.At(x, y)
			t.SetContent(left+x, top+y, cell.Rune, nil, v.style(cell))
		}
	}
	if below {
		v.status(0, height-1, width)
	} else {
		v.corner(left, top)
	}
	return nil
}

// board is the position shown, for learning the pictures of the pieces.
func (v *viewer) board() [sargon.BoardSize]sargon.Piece {
	g := v.walk.Game.At(v.at)
	var board [sargon.BoardSize]sargon.Piece
	for s := range board {
		board[s] = g.Piece(sargon.Square(s))
	}
	return board
}

func (v *viewer) style(c screen.Cell) tcell.Style {
	if v.terminal.Colors() < 8 {
		return tcell.StyleDefault
	}
	color := func(t screen.Tone) tcell.Color {
		r, g, b := v.o.Look.Color(t)
		return tcell.NewRGBColor(int32(r), int32(g), int32(b))
	}
	return tcell.StyleDefault.Foreground(color(c.Ink)).Background(color(c.Ground))
}

const keysHelp = "← → step   Home End   q leaves"

// status is the line below the screen: the move, what Sargon thinks of it, the keys.
func (v *viewer) status(x, y, width int) {
	end := v.text(x+1, y, width, v.describe(), tcell.StyleDefault)
	if room := width - uniseg.StringWidth(keysHelp) - 1; end+2 < room {
		v.text(room, y, width, keysHelp, tcell.StyleDefault.Dim(true))
	}
}

// corner says the same in short lines.
func (v *viewer) corner(left, top int) {
	x, y, width, height := screen.FoldedRest()
	style := v.style(screen.Cell{Ink: screen.Ink, Ground: screen.Ground})
	for i, line := range append(v.words(), "", "arrows: step", "q leaves") {
		if i < height {
			v.text(left+x, top+y+i, left+x+width, line, style)
		}
	}
}

// words are what there is to say about the half-move shown.
func (v *viewer) words() []string {
	g := v.walk.Game
	if v.at == 0 {
		return []string{fmt.Sprintf("%s – %s", Name(g, "White"), Name(g, "Black"))}
	}
	words := []string{game.Numbered(g.Ply(v.at - 1))}
	if verdict, ok := v.verdicts[v.at-1]; ok {
		if verdict.Agrees() {
			words = append(words, "Sargon agrees", verdict.Note.String())
		} else {
			words = append(words, "Sargon: "+verdict.SAN, verdict.Note.String())
		}
	}
	if v.at == g.Len() {
		words = append(words, g.Result().String())
	}
	return words
}

func (v *viewer) describe() string {
	text := ""
	for i, word := range v.words() {
		if i > 0 {
			text += "   "
		}
		text += word
	}
	if v.o.Check != nil && len(v.verdicts) > 0 {
		var all []Verdict
		for _, verdict := range v.verdicts {
			all = append(all, verdict)
		}
		a := Sum(all)
		text += fmt.Sprintf("   (level %d: %d of %d)", v.o.Level, a.White.Agreed+a.Black.Agreed, a.White.Of+a.Black.Of)
	}
	return text
}

// Name returns the name of a side, "White" or "Black", or that word if nobody knows it.
func Name(g *game.Game, side string) string {
	if name := g.Tags.Get(side); name != "" && name != "?" {
		return name
	}
	return side
}

// text writes a line that ends before a column, and returns the column after it.
func (v *viewer) text(x, y, end int, text string, style tcell.Style) int {
	for text != "" {
		grapheme, rest, width, _ := uniseg.FirstGraphemeClusterInString(text, -1)
		if x+width > end {
			break
		}
		v.terminal.Put(x, y, grapheme, style)
		x += width
		text = rest
	}
	return x
}
