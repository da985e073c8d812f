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
		Short: "replay a PGN game, and show what Sargon would have played",
		Long: `
On a terminal it steps through a game on the machine's screen or a modern board (F2), with the
arrow keys or by itself (Space), into variations and back (v, Escape), and shows what Sargon
would have played. F1 shows all keys.

Elsewhere, or with --check, it prints a table of the game's moves and Sargon's moves, and how often
they agree. Sargon searches each position as it arose in the game, at the level given, with exactly
the search of 1978. With several levels (--level 1-5) the table shows how often each level agrees
with each side, and at which level a side has played, if any. Expect the program of 1978 to agree
with all of its own moves at its own level, with about two of three at another level, and with
about every other move of any chess player.

With --why the table says why: what Sargon expects to follow, which move is next and by how much, and
what tips the balance between the two. Where it would play another move, it compares the move of the
game with that one.

FILE may be compressed (gzip or bzip2), in UTF-8 or Latin-1, and of any size; - is standard input
(only with --check). Errors in other games of the file do not matter. Oddities of the game, such as
a tag with a quote in its value, give a warning; a game that is damaged in the middle is shown up
to there.

  sargon replay game.pgn
  sargon replay game.pgn --check --level 3 --side white
  sargon replay game.pgn --level 1-5
  sargon replay game.pgn --why --pgn explained.pgn
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
	fs.BoolVar(&o.Why, "why", false, "print the table, and why Sargon would play each of its moves, by the "+
		"numbers of its search;\nwith --pgn also as comments")
	fs.BoolVar(&o.ShowComments, "comments", false,
		"in the table also what the file says of these moves: signs, comments, variations")
	cli.OptionalIntVar(fs, &o.Print, "print", "print the screen after `N` half-moves as text")
	fs.StringVar(&o.PGN, "pgn", "",
		"write the game with Sargon's moves and scores to this new `FILE.pgn`")
	fs.BoolVar(&o.Force, "force", false, "the file of --pgn may be replaced, if it is there")
	flags := settings.Flags(fs, "view", "theme", "glyphs", "pieces")
	o.Open, o.Image = launch.Flags(fs, sargon.FastestEngine, launch.Open)
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
