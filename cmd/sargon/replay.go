package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"sargon78/roms/edition"
	"sargon78/sargon/files"
	"sargon78/sargon/game/pgn"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/engines"
	"sargon78/cmd/sargon/internal/replay"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/roms"
	"sargon78/sargon"
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
		fs.StringVar(&o.pgn, "pgn", "", "write the game with Sargon's moves and scores to this `file`")
		fs.StringVar(&o.look, "look", "paper", "colours of the screen, `paper|phosphor|amber|white`")
		fs.StringVar(&o.glyphs, "glyphs", "auto", "characters it is drawn with, `auto|sextant|quadrant|half|braille|ascii`")
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

func (o *replayOptions) run(ctx context.Context, streams *cli.IO, file string) error {
	level := sargon.Level(o.level)
	if err := (sargon.SearchOptions{Level: level}).Validate(true); err != nil {
		return &cli.UsageError{Err: err}
	}
	options := replay.Options{Level: level, White: o.side != "black", Black: o.side != "white"}
	if !slices.Contains([]string{"white", "black", "both"}, o.side) {
		return cli.Usagef("--side %q: want white, black or both", o.side)
	}
	g, number, err := o.load(streams, file)
	if err != nil {
		return err
	}
	switch {
	case o.print >= 0:
		return o.printScreen(streams, g, level)
	case o.check || o.pgn != "" || file == "-" || !cli.IsTerminal(streams.In) || !cli.IsTerminal(streams.Out):
		return o.table(ctx, streams, g, number, options)
	}
	return o.view(ctx, g, options)
}

// load returns the game that was asked for and how many the file has.
func (o *replayOptions) load(streams *cli.IO, file string) (*game.Game, int, error) {
	var games []*game.Game
	var err error
	if file == "-" {
		for g, err := range pgn.Read(streams.In, "standard input") {
			if err != nil {
				return nil, 0, err
			}
			games = append(games, g)
		}
	} else if games, err = pgn.Load(file); err != nil {
		return nil, 0, err
	}
	if o.number < 1 || o.number > len(games) {
		return nil, 0, cli.Usagef("--game %d: %s has %d", o.number, file, len(games))
	}
	return games[o.number-1], len(games), nil
}

func (o *replayOptions) thinker() (*think.Thinker, error) {
	engine, err := o.open()
	if err != nil {
		return nil, err
	}
	return &think.Thinker{Mirror: game.NewMirror(engine)}, nil
}

// table prints Sargon's moves beside those of the game.
func (o *replayOptions) table(ctx context.Context, streams *cli.IO, g *game.Game, number int, options replay.Options) error {
	thinker, err := o.thinker()
	if err != nil {
		return err
	}
	fmt.Fprintf(streams.Out, "%s – %s, %v (game %d of %d)\n\n", replay.Name(g, "White"), replay.Name(g, "Black"), g.Result(), o.number, number)
	verdicts, err := replay.Check(ctx, g, thinker, options, func(v replay.Verdict) { fmt.Fprintln(streams.Out, v) })
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	fmt.Fprintf(streams.Out, "\nSargon at level %d agrees with %v.\n", options.Level, replay.Sum(verdicts))
	if err != nil {
		return fmt.Errorf("interrupted after %d moves", len(verdicts))
	}
	if o.pgn == "" {
		return nil
	}
	replay.Annotate(g, verdicts, options.Level, edition.Of(thinker.Mirror.Engine))
	return files.WriteFile(o.pgn, streams.Out, func(w io.Writer) error { return pgn.Write(w, g) })
}

func (o *replayOptions) walk(g *game.Game, level sargon.Level) (*replay.Walk, error) {
	image, err := o.image()
	if err != nil {
		return nil, err
	}
	return replay.NewWalk(image, g, level)
}

func (o *replayOptions) printScreen(streams *cli.IO, g *game.Game, level sargon.Level) error {
	walk, err := o.walk(g, level)
	if err != nil {
		return err
	}
	if o.print > g.Len() {
		return cli.Usagef("--print %d: the game has %d half-moves", o.print, g.Len())
	}
	screen, err := walk.At(o.print)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(streams.Out, screen.String())
	return err
}

// view walks through the game on the terminal.
func (o *replayOptions) view(ctx context.Context, g *game.Game, options replay.Options) error {
	walk, err := o.walk(g, options.Level)
	if err != nil {
		return err
	}
	thinker, err := o.thinker()
	if err != nil {
		return err
	}
	view := replay.ViewOptions{Level: options.Level, Check: func(ctx context.Context, each func(replay.Verdict)) error {
		_, err := replay.Check(ctx, g, thinker, options, each)
		return err
	}}
	if view.Look, err = screen.ParseLook(o.look); err != nil {
		return cli.Usagef("--look: %w", err)
	}
	view.Glyphs, _ = screen.Detect(os.Getenv, runtime.GOOS)
	if o.glyphs != "auto" {
		if view.Glyphs, err = screen.ParseSet(o.glyphs); err != nil {
			return cli.Usagef("--glyphs: %w", err)
		}
	}
	terminal, err := tcell.NewScreen()
	if err != nil {
		return fmt.Errorf("this terminal (TERM=%s) cannot show the screen: %w; --check and --print need none", os.Getenv("TERM"), err)
	}
	return replay.View(ctx, terminal, walk, view)
}
