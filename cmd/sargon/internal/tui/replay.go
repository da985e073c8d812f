package tui

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/emu/jupiter"
	"sargon78/native"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
	"sargon78/sargon/think"
)

// Walk is a recorded game on the machine's screen.
type Walk struct {
	game    *game.Game
	program *program.Program
	session *session.Session

	screens  map[int]jupiter.Screen
	pictures screen.Pictures
}

// NewWalk has a program show a game; program.CanSetUp says which can. The level is what the
// screen says.
func NewWalk(image *roms.Image, g *game.Game, level sargon.Level) (*Walk, error) {
	p, err := program.New(image, program.Options{})
	if err != nil {
		return nil, err
	}
	if err := p.CanSetUp(); err != nil {
		return nil, err
	}
	return &Walk{
		game: g, program: p, screens: map[int]jupiter.Screen{}, pictures: picturesOf(p),
		session: session.New(session.Options{
			// It only follows the moves, which all engines do alike.
			Open:   func(string) (sargon.Engine, error) { return native.New10x12(), nil },
			Engine: "rom", Level: level,
		}),
	}, nil
}

// At returns the screen as the program shows it after so many half-moves. The person at
// the keyboard is White, the machine Black, both as in the game.
func (w *Walk) At(halfMoves int) (jupiter.Screen, error) {
	if shown, ok := w.screens[halfMoves]; ok {
		return shown, nil
	}
	w.session.SetGame(w.game.At(halfMoves), sargon.White)
	if _, err := w.session.SetUp(w.program); err != nil {
		return jupiter.Screen{}, err
	}
	shown := w.program.Screen()
	w.screens[halfMoves] = shown
	return shown, nil
}

// ReplayOptions say how a walk is shown.
type ReplayOptions struct {
	Look
	View  front.View // in the beginning
	Level sargon.Level
	// Review is run beside the view, which shows its verdicts as they come; nil for none.
	Review func(context.Context) iter.Seq2[think.Verdict, error]
}

// Replay shows a walk on a terminal until the person leaves or ctx ends. The terminal is put
// back whatever happens.
func Replay(ctx context.Context, terminal tcell.Screen, walk *Walk, o ReplayOptions) error {
	if err := terminal.Init(); err != nil {
		return err
	}
	defer terminal.Fini()
	ctx, cancel := context.WithCancel(ctx)
	v := &viewer{
		terminal: terminal, walk: walk, o: o, palette: newPalette(o.Theme, terminal.Colors()),
	}
	events, quit := make(chan tcell.Event, 16), make(chan struct{})
	defer close(quit)
	go terminal.ChannelEvents(events, quit)
	found, reviewed := make(chan think.Verdict, walk.game.Len()), make(chan error, 1)
	go func() { reviewed <- review(ctx, o, found) }()
	defer func() {
		cancel()
		if reviewed != nil {
			<-reviewed
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
			v.verdicts = append(v.verdicts, verdict)
		case err := <-reviewed:
			reviewed = nil
			if err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// review sends verdicts to a channel that has room for all.
func review(ctx context.Context, o ReplayOptions, found chan<- think.Verdict) error {
	if o.Review == nil {
		return nil
	}
	for verdict, err := range o.Review(ctx) {
		if err != nil {
			return err
		}
		found <- verdict
	}
	return nil
}

type viewer struct {
	terminal tcell.Screen
	walk     *Walk
	o        ReplayOptions
	palette  *palette
	at       int // half-moves shown
	verdicts []think.Verdict
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
	last := v.walk.game.Len()
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
	v.terminal.Fill(' ', plain)
	defer v.terminal.Show()
	width, height := v.terminal.Size()
	all := area{v.terminal, 0, 0, width, height}
	layout, ok := screen.Fit(v.o.Glyphs, width, height-1)
	below := ok
	if !ok {
		// In 80×24 there is no line left below; the folded layout has a free corner.
		layout, ok = screen.Fit(v.o.Glyphs, width, height)
	}
	if !ok {
		all.text(0, 0, fmt.Sprintf("%d×%d cells are too few; the machine's screen needs %d×%d. "+
			"q leaves.", width, height, screen.FoldedWidth, screen.FoldedHeight), plain)
		return nil
	}
	grid := screen.Draw(&shown, v.o.Glyphs, layout, &v.walk.pictures)
	room := all.within((width-grid.Width)/2, (height-1-grid.Height)/2, grid.Width, grid.Height)
	room.grid(grid, v.palette)
	if below {
		v.status(all.within(0, height-1, width, 1))
	} else {
		v.corner(room.within(screen.FoldedRest()))
	}
	return nil
}

const replayKeys = "← → step   Home End   q leaves"

// status is the line below the screen: the move, what Sargon thinks of it, the keys.
func (v *viewer) status(line area) {
	end := line.text(1, 0, v.describe(), plain)
	if end+3+textWidth(replayKeys) < line.width {
		line.right(line.width-1, 0, replayKeys, faint)
	}
}

// corner says the same in short lines.
func (v *viewer) corner(room area) {
	for y, line := range append(v.words(), "", "arrows: step", "q leaves") {
		room.text(0, y, line, v.palette.style(screen.Ink, screen.Ground))
	}
}

// words are what there is to say about the half-move shown.
func (v *viewer) words() []string {
	g := v.walk.game
	if v.at == 0 {
		return []string{Players(g)}
	}
	words := []string{game.Numbered(g.Ply(v.at - 1))}
	for _, verdict := range v.verdicts {
		switch {
		case verdict.Index != v.at-1:
		case verdict.Agrees():
			words = append(words, "Sargon agrees", verdict.Note.String())
		default:
			words = append(words, "Sargon: "+verdict.SAN, verdict.Note.String())
		}
	}
	if v.at == g.Len() {
		words = append(words, g.Result().String())
	}
	return words
}

func (v *viewer) describe() string {
	text := strings.Join(v.words(), "   ")
	if len(v.verdicts) > 0 {
		text += fmt.Sprintf("   (level %d: %v)", v.o.Level, think.Sum(v.verdicts).Total())
	}
	return text
}

// Players returns the names of both sides, "White" and "Black" where nobody knows them.
func Players(g *game.Game) string {
	names := []string{"White", "Black"}
	for i, side := range names {
		if name := g.Tags.Get(side); name != "" && name != "?" {
			names[i] = name
		}
	}
	return strings.Join(names, " – ")
}
