package main

import (
	"context"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/play"
	"sargon78/cmd/sargon/internal/settings"
	"sargon78/sargon"
)

func replayCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "replay FILE.pgn",
		Short: "a game on the machine's screen, and which of its moves Sargon would have made",
		Long: `
On a terminal: walks through a game on the machine's screen or a modern board (F2), with the
arrow keys or by itself (Space), into variations and back (v, Escape), and says what Sargon
would have played; F1 shows all keys.
Elsewhere, or with --check: a table of Sargon's moves beside those of the game, and how often
it agrees. Sargon thinks about each position as it came about in the game, at one of its
levels, with exactly the search of 1978. With several levels, --level 1-5, the table says how
often it agrees with both sides at each of them, and which level a side has played at, if any:
the program of 1978 at its level agrees with all its moves, at a wrong one with about two of
three, and with any chess player's with about every other.

FILE may be of any size, packed (gzip or bzip2), in UTF-8 or Latin-1, or - for standard input
(then only --check). Other games of it need not be readable. What is odd in the game, like a tag
with a quote in its value, is a warning; a game that is damaged in the middle is shown up to
there.

  sargon replay game.pgn
  sargon replay game.pgn --check --level 3 --side white
  sargon replay game.pgn --level 1-5
  sargon replay games.pgn --game 7 --check --engine rom --pgn annotated.pgn
  sargon replay game.pgn --print 24        the screen after 24 half-moves, as text
  sargon replay game.pgn --rom my-sargon.asm   on the screen of your own ROM image, which thinks`,
	}
	fs := c.Flags()
	var o play.ReplayOptions
	fs.IntVar(&o.Number, "game", 1, "`N` which game of the file")
	fs.StringVar(&o.Think, "level", "2", "`1|2|3|4|5|6` level at which Sargon thinks; several, "+
		"1-5, make a table of all of them")
	cli.ChoiceVar(fs, &o.Side, "side", "both", "whose moves, `white|black|both`")
	fs.BoolVar(&o.Check, "check", false, "print the table, do not show the screen")
	fs.BoolVar(&o.ShowComments, "comments", false,
		"in the table also what the file says of these moves: signs, comments, variations")
	cli.OptionalIntVar(fs, &o.Print, "print", "print the screen after `N` half-moves as text")
	fs.StringVar(&o.PGN, "pgn", "",
		"write the game with Sargon's moves and scores to this new `FILE.pgn`")
	fs.BoolVar(&o.Force, "force", false, "the file of --pgn may be replaced, if it is there")
	flags := settings.Flags(fs, "view", "theme", "glyphs", "pieces")
	o.Open, o.Image = launch.Flags(fs, sargon.FastestEngine)
	c.RunE = cli.Run(func(ctx context.Context, streams *cli.IO, args []string) error {
		if len(args) != 1 {
			return cli.Usagef("which game? Name one PGN file, or - for standard input")
		}
		o.File = args[0]
		o.Progress = newProgressLine(streams.Err).show
		var err error
		if o.Settings, _, err = flags(); err != nil {
			return err
		}
		return play.Replay(ctx, streams, o)
	})
	return c
}
