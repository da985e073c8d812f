package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/settings"
	"sargon78/cmd/sargon/internal/tui"
	"sargon78/roms"
	"sargon78/roms/edition"
	"sargon78/sargon"
	"sargon78/sargon/files"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/think"
)

// ReplayOptions say which game is looked at, and how.
type ReplayOptions struct {
	File   string // PGN; - is standard input
	Number int    // of the game in the file, from 1
	Think  int    // level at which Sargon thinks
	Side   string // whose moves: white, black or both
	Check  bool   // a table, not the screen
	Said   bool   // with what the file says of the moves
	Print  int    // the screen after so many half-moves, as text; negative for none
	PGN    string // a file for the game with what Sargon thinks of it
	Force  bool   // the file may be replaced
	settings.Settings
	Open  func() (sargon.Engine, error)
	Image func() (*roms.Image, error) // of which the screen is
}

// replayed is the game that is looked at, and whose moves.
type replayed struct {
	ReplayOptions
	game  *game.Game
	sides []sargon.Color
}

// Replay walks through a game on the terminal, or prints what Sargon would have played.
func Replay(ctx context.Context, streams *cli.IO, o ReplayOptions) error {
	if err := (sargon.SearchOptions{Level: sargon.Level(o.Think)}).Validate(true); err != nil {
		return &cli.UsageError{Err: err}
	}
	sides := map[string][]sargon.Color{
		"white": {sargon.White}, "black": {sargon.Black}, "both": {sargon.White, sargon.Black},
	}[o.Side]
	if sides == nil {
		return cli.Usagef("--side %q: want white, black or both", o.Side)
	}
	if err := files.MayWrite(o.PGN, o.Force, o.File); err != nil {
		return err // before the thinking
	}
	r := replayed{ReplayOptions: o, sides: sides}
	if err := r.load(streams); err != nil {
		return err
	}
	terminal := o.File != "-" && cli.IsTerminal(streams.In) && cli.IsTerminal(streams.Out)
	switch {
	case o.Print >= 0:
		return r.printScreen(streams)
	case o.Check || o.PGN != "" || !terminal:
		return r.table(ctx, streams)
	}
	return r.view(ctx)
}

// load reads the game, and nothing behind it.
func (r *replayed) load(streams *cli.IO) (err error) {
	name := r.File
	in, err := files.Open(name, streams.In)
	if err != nil {
		return err
	}
	defer in.Close()
	if name == "-" {
		name = "standard input"
	}
	count := 0
	for raw, err := range pgn.Split(in) {
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if count = raw.Number; count == r.Number {
			r.game, err = raw.Parse(name)
			return err
		}
	}
	if count == 0 {
		return fmt.Errorf("%s: no game in it; want PGN", name)
	}
	return cli.Usagef("--game %d: %s has %d", r.Number, name, count)
}

// thinker returns who thinks, and what it finds.
func (r *replayed) thinker() (
	t *think.Thinker, review func(context.Context) iter.Seq2[think.Verdict, error], err error,
) {
	engine, err := r.Open()
	if err != nil {
		return nil, nil, err
	}
	t = &think.Thinker{Mirror: game.NewMirror(engine)}
	return t, func(ctx context.Context) iter.Seq2[think.Verdict, error] {
		return t.Review(ctx, r.game, sargon.Level(r.Think), r.sides...)
	}, nil
}

// table prints Sargon's moves beside those of the game.
func (r *replayed) table(ctx context.Context, streams *cli.IO) error {
	thinker, review, err := r.thinker()
	if err != nil {
		return err
	}
	out := streams.Out
	fmt.Fprintf(out, "%s, %v (game %d)\n\n", tui.Players(r.game), r.game.Result(), r.Number)
	r.said(out, r.game.Comment)
	var verdicts []think.Verdict
	for v, err := range review(ctx) {
		if errors.Is(err, context.Canceled) {
			break
		}
		if err != nil {
			return err
		}
		verdicts = append(verdicts, v)
		fmt.Fprintln(out, v)
		r.said(out, strings.TrimSpace(v.Played.Signs+" "+v.Played.Said()))
	}
	fmt.Fprintf(out, "\nSargon at level %d agrees with %v.\n", r.Think, think.Sum(verdicts))
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted after %d moves", len(verdicts))
	}
	if r.PGN == "" {
		return nil
	}
	think.Annotate(r.game, verdicts, sargon.Level(r.Think), edition.Of(thinker.Mirror.Engine))
	write := func(w io.Writer) error { return pgn.Write(w, r.game) }
	return files.WriteNew(r.PGN, r.Force, out, write, r.File)
}

// said prints what the file says of a move, if that is asked for.
func (r *replayed) said(out io.Writer, text string) {
	if !r.Said || text == "" {
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintln(out, "        ", strings.TrimSpace(line))
	}
}

func (r *replayed) walk() (*tui.Walk, error) {
	image, err := r.Image()
	if err != nil {
		return nil, err
	}
	return tui.NewWalk(image, r.game, sargon.Level(r.Think))
}

func (r *replayed) printScreen(streams *cli.IO) error {
	walk, err := r.walk()
	if err != nil {
		return err
	}
	if r.Print > r.game.Len() {
		return cli.Usagef("--print %d: the game has %d half-moves", r.Print, r.game.Len())
	}
	shown, err := walk.At(r.Print)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(streams.Out, shown.String())
	return err
}

// view walks through the game on the terminal.
func (r *replayed) view(ctx context.Context) error {
	walk, err := r.walk()
	if err != nil {
		return err
	}
	options := tui.ReplayOptions{Level: sargon.Level(r.Think), View: front.View(r.View)}
	if _, options.Review, err = r.thinker(); err != nil {
		return err
	}
	if options.Look, err = look(r.Settings); err != nil {
		return err
	}
	terminal, err := tui.NewTerminal()
	if err != nil {
		return fmt.Errorf("%w; --check and --print need none", err)
	}
	return tui.Replay(ctx, terminal, walk, options)
}
