package main

import (
	"context"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/play"
	"sargon78/cmd/sargon/internal/settings"
)

func playCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "play",
		Short: "play on the machine's screen, or on a modern board",
		Long: `
Without flags this is our ROM on the emulated computer of 1978. Only its search is that of
1978; what it says and how its pieces look is its own. Answer its questions, and type
moves as two squares, E2E4; another ROM image may want E2-E4, F1 says which. F1 shows the
keys, F2 changes between its screen and a modern board for the same game, F10 leaves. The
game is saved as it goes.

  sargon                                     just play
  sargon play --resume                       go on where you left, or were thrown out
  sargon play --games                        all saved games, to choose one
  sargon play --color black --level 3        with the questions answered
  sargon play --view board --engine bitboards  a modern board, and the fastest engine
  sargon play --speed 1.79                   as slow as the computer on which it was
                                             timed (built in 1983); any MHz, auto or max
  sargon play --rom my-sargon.asm            your own ROM image
  sargon play --rom sargon.com               one for CP/M, in this terminal; Control-] leaves it
  sargon play --pgn game.pgn                 the game is read from there, and written there

Your own ROM image does all that ours does (sargon help rom). Where it cannot, because names are
missing (sargon rom check says which) or its questions cannot be answered by trying keys, play
says so before the game, and you can still play by answering yourself.

In lines of text, for screen readers and scripts, and wherever there is no screen:

  sargon play --plain                        moves, and commands such as: last, board,
                                             pieces N, file e, rank 4, legal, clock
  sargon play --plain --view screen          the dialogue of the machine itself, line by line

Your habits can be written down once: sargon config.`,
		Args: cli.NoArgs,
	}
	fs := c.Flags()
	rom := launch.RomFlags(fs)
	var o play.Options
	fs.BoolVar(&o.Resume, "resume", false, "go on with the last unfinished game")
	fs.BoolVar(&o.Games, "games", false, "choose one of the saved games")
	fs.BoolVar(&o.Plain, "plain", false, "lines of text instead of a screen")
	fs.StringVar(&o.PGN, "pgn", "",
		"read the last game of a `FILE.pgn`, if it is there, and write the game to it")
	fs.StringVar(&o.FEN, "fen", "", "begin from a position, a `FEN`")
	flags := settings.Flags(fs)
	c.RunE = cli.Run(func(ctx context.Context, streams *cli.IO, args []string) error {
		var err error
		if o.Settings, o.Explicit, err = flags(); err != nil {
			return err
		}
		o.Rom, o.Folder = *rom, settings.StateFolder()
		return play.Run(ctx, streams, o)
	})
	return c
}
