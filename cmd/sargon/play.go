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
		Short: "play against Sargon, on the machine's screen or a modern board",
		Long: `
Without flags you see the screen of the emulated computer of 1978. It runs this project's ROM: the
search is that of 1978, the words and the pictures of the pieces are its own. Answer its questions,
and type a move as two squares: E2E4. (Another ROM image may want E2-E4; F1 says which.) F1 shows
the keys, F2 switches between the machine's screen and a modern board for the same game, F10
leaves. The game is saved as you play.

  sargon                                       just play
  sargon play --resume                         go on with the last unfinished game
  sargon play --games                          choose one of the saved games
  sargon play --color black --level 3          answer the machine's questions beforehand
  sargon play --view board --engine bitboards  a modern board, and a fast engine in Go
  sargon play --speed 1.79                     as slow as the Microprofessor, the computer on which
                                               Sargon was timed; any MHz, auto or max
  sargon play --rom my-sargon.asm              play your own ROM image or listing
  sargon play --rom sargon.com                 run a CP/M program in this terminal; Control-] leaves it
  sargon play --pgn game.pgn                   read the game from this file, and write it there
  sargon play --view board --tc 5+3            five minutes, and three seconds a move, for each side
  sargon play --player both                    two people at one board; hint and why for either

Your own ROM image can do all that ours does (see sargon help rom). If names are missing in it, or
its questions cannot be answered automatically, play says so before the game. You can then still
play and answer the questions yourself.

Control-W, or the command why, says in sentences why Sargon made its last move, by the numbers of its
search; why not Nf3 says why it did not play that one. For a move of yours that you look back at, and
for any move where two people play, the answer is whether Sargon would have made it too; if not, which
move is better, and by how much. Return then looks inside: it opens the debugger at the evaluation that
decided, and Escape comes back.

With --tc the engines of the modern board think as long as their clock allows; the machine of 1978
knows no clock and thinks at its level. A flag that falls is reported, and you can play on.

As lines of text, for screen readers and scripts, and where there is no terminal:

  sargon play --plain                          moves, and commands such as: last, board,
                                               pieces N, file e, rank 4, legal, clock, why
  sargon play --plain --view screen            the dialogue of the machine itself, line by line

Sounds beyond the bell, and other programs as opponents, are not for play: sargon match plays other
UCI engines, and sargon uci is an engine for the graphical board of your choice.

sargon config keeps your settings in a file.`,
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
	fs.StringVar(&o.Time, "tc", "",
		"`TIME` on the clock of each side: 5+3 (minutes, and seconds for each move), 90s, 40/2h, 40/2h:1h")
	var players string
	cli.ChoiceVar(fs, &players, "player", "one", "`one|both` both: two people at one board, Sargon looks on")
	flags := settings.Flags(fs)
	c.RunE = cli.Run(func(ctx context.Context, streams *cli.IO, args []string) error {
		var err error
		if o.Settings, o.Explicit, err = flags(); err != nil {
			return err
		}
		o.Rom, o.Both = *rom, players == "both"
		o.Folder, o.NoFolder = settings.StateFolder()
		return play.Run(ctx, streams, o)
	})
	return c
}
