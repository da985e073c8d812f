package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/engines"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/tui"
	"sargon78/roms"
	"sargon78/roms/edition"
	"sargon78/sargon"
	"sargon78/sargon/files"
	"sargon78/sargon/game"
	"sargon78/sargon/think"
)

var replayCommand = &cli.Command{
	Name:  "replay",
	Args:  "FILE.pgn",
	Short: "a game on the machine's screen, and which of its moves Sargon would have made",
	Long: `
On a terminal: walks through a game on the machine's screen, with the arrow keys, and says
below it what Sargon would have played. Elsewhere, or with --check: a table of Sargon's
moves beside those of the game, and how often it agrees. Sargon thinks about each
position as it came about in the game, at one of its levels, with exactly the search of 1978.

FILE may be - for standard input (then only --check).

  sargon replay game.pgn
  sargon replay game.pgn --check --level 3 --side white
  sargon replay games.pgn --game 7 --check --engine rom --pgn annotated.pgn
  sargon replay game.pgn --print 24        the screen after 24 half-moves, as text
  sargon replay game.pgn --rom my-sargon.asm   on the screen of your own edition, which thinks`,
	Setup: func(fs *flag.FlagSet) cli.Run {
		var o replayOptions
		fs.IntVar(&o.number, "game", 1, "which `game` of the file")
		fs.IntVar(&o.level, "level", 2, "`level` at which Sargon thinks, 1–6")
		fs.StringVar(&o.side, "side", "both", "whose moves, `white|black|both`")
		fs.BoolVar(&o.check, "check", false, "print the table, do not show the screen")
		fs.IntVar(&o.print, "print", -1, "print the screen after so many `half-moves` as text")
		fs.StringVar(&o.pgn, "pgn", "",
			"write the game with Sargon's moves and scores to this `file`")
		fs.StringVar(&o.look, "look", "paper",
			"colours of the screen, `paper|phosphor|amber|white`")
		fs.StringVar(&o.glyphs, "glyphs", "auto",
			"characters it is drawn with, `auto|sextant|quadrant|half|braille|ascii`")
		o.open, o.image = engines.Flags(fs, "0x88")
		return func(ctx context.Context, streams *cli.IO, args []string) error {
			if len(args) != 1 {
				return cli.Usagef("which game? Name one PGN file, or - for standard input")
			}
			return o.run(ctx, streams, args[0])
		}
	},
}

type replayOptions struct {
	number, level, print    int
	side, pgn, look, glyphs string
	check                   bool
	open                    func() (sargon.Engine, error)
	image                   func() (*roms.Image, error) // of which the screen is
}

// replayed is the game that is looked at, and whose moves.
type replayed struct {
	*replayOptions
	game  *game.Game
	of    int // games in the file
	sides []sargon.Color
}

func (o *replayOptions) run(ctx context.Context, streams *cli.IO, file string) error {
	if err := (sargon.SearchOptions{Level: sargon.Level(o.level)}).Validate(true); err != nil {
		return &cli.UsageError{Err: err}
	}
	sides := map[string][]sargon.Color{
		"white": {sargon.White}, "black": {sargon.Black}, "both": {sargon.White, sargon.Black},
	}[o.side]
	if sides == nil {
		return cli.Usagef("--side %q: want white, black or both", o.side)
	}
	r := replayed{replayOptions: o, sides: sides}
	if err := r.load(streams, file); err != nil {
		return err
	}
	terminal := file != "-" && cli.IsTerminal(streams.In) && cli.IsTerminal(streams.Out)
	switch {
	case o.print >= 0:
		return r.printScreen(streams)
	case o.check || o.pgn != "" || !terminal:
		return r.table(ctx, streams)
	}
	return r.view(ctx)
}

func (r *replayed) load(streams *cli.IO, file string) error {
	in, err := files.Open(file, streams.In)
	if err != nil {
		return err
	}
	defer in.Close()
	if file == "-" {
		file = "standard input"
	}
	for g, err := range game.Read(in, file) {
		if err != nil {
			return err
		}
		if r.of++; r.of == r.number {
			r.game = g
		}
	}
	switch {
	case r.of == 0:
		return fmt.Errorf("%s: no game in it; want PGN", file)
	case r.game == nil:
		return cli.Usagef("--game %d: %s has %d", r.number, file, r.of)
	}
	return nil
}

// thinker returns who thinks, and what it finds.
func (r *replayed) thinker() (
	t *think.Thinker, review func(context.Context) iter.Seq2[think.Verdict, error], err error,
) {
	engine, err := r.open()
	if err != nil {
		return nil, nil, err
	}
	t = &think.Thinker{Mirror: game.NewMirror(engine)}
	return t, func(ctx context.Context) iter.Seq2[think.Verdict, error] {
		return t.Review(ctx, r.game, sargon.Level(r.level), r.sides...)
	}, nil
}

// table prints Sargon's moves beside those of the game.
func (r *replayed) table(ctx context.Context, streams *cli.IO) error {
	thinker, review, err := r.thinker()
	if err != nil {
		return err
	}
	out := streams.Out
	fmt.Fprintf(out, "%s, %v (game %d of %d)\n\n",
		tui.Players(r.game), r.game.Result(), r.number, r.of)
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
	}
	fmt.Fprintf(out, "\nSargon at level %d agrees with %v.\n", r.level, think.Sum(verdicts))
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted after %d moves", len(verdicts))
	}
	if r.pgn == "" {
		return nil
	}
	think.Annotate(r.game, verdicts, sargon.Level(r.level), edition.Of(thinker.Mirror.Engine))
	return files.WriteFile(r.pgn, out, func(w io.Writer) error { return game.Write(w, r.game) })
}

func (r *replayed) walk() (*tui.Walk, error) {
	image, err := r.image()
	if err != nil {
		return nil, err
	}
	return tui.NewWalk(image, r.game, sargon.Level(r.level))
}

func (r *replayed) printScreen(streams *cli.IO) error {
	walk, err := r.walk()
	if err != nil {
		return err
	}
	if r.print > r.game.Len() {
		return cli.Usagef("--print %d: the game has %d half-moves", r.print, r.game.Len())
	}
	shown, err := walk.At(r.print)
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
	options := tui.ReplayOptions{Level: sargon.Level(r.level)}
	if _, options.Review, err = r.thinker(); err != nil {
		return err
	}
	if options.Look, err = screen.ParseLook(r.look); err != nil {
		return cli.Usagef("--look: %w", err)
	}
	if options.Glyphs, err = screen.ChooseSet(r.glyphs); err != nil {
		return cli.Usagef("--glyphs: %w", err)
	}
	terminal, err := tui.NewTerminal()
	if err != nil {
		return fmt.Errorf("%w; --check and --print need none", err)
	}
	return tui.Replay(ctx, terminal, walk, options)
}
