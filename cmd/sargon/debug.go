package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/debug"
	"sargon78/cmd/sargon/internal/debuggee"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/settings"
)

func debugCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "debug [FEN]",
		Short: "look inside the program while it thinks, forwards and backwards in time",
		Long: `
A debugger for the Z80 and for the chess program on it. It starts before the search of a position;
without a position, before the first instruction of the interactive program. Time runs both ways:
every step can be taken backwards, and "back write VARIABLE" goes back to the instruction that
last wrote a variable.

  sargon debug "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
  sargon debug --game game.pgn --ply 12 --level 3
  sargon debug --rom my-sargon.asm --case 'level 2 startpos moves e2e4 e7e5'
  sargon debug --rom my-sargon.asm --against 0x88 --case '…'
                                    go to the first evaluation that differs; press a to jump
                                    back to the instruction that wrote the differing value
  sargon debug --rom my-sargon.asm --beside ATTACK --case '…'
                                    go to the first call of a routine that differs, as 'sargon prove
                                    --beside' found it; press a to go to the instruction in this call
                                    that left what differs
  sargon debug --to search_down     run to a place, in a position where the program reaches it
  sargon debug                      the whole program, with its screen

On a terminal F1 shows all keys. As lines of text, for pipes and scripts:

  sargon debug --plain --level 1 "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20" <<EOF
  break POINTS if ply == 1
  run
  stack
  EOF

The command help lists all commands; sargon dap is the same for editors.`,
	}
	fs := c.Flags()
	var o debuggee.Target
	rom := launch.RomFlags(fs)
	fs.IntVar(&o.Level, "level", 2, "`LEVEL` level of the search, 1–6")
	fs.StringVar(&o.Game, "game", "", "the position after the last game of a PGN `FILE`")
	cli.OptionalIntVar(fs, &o.Ply, "ply", "the position after only the first `N` half-moves of the game")
	fs.StringVar(&o.Case, "case", "", "debug this `CASE`, as printed by 'sargon compare'")
	fs.StringVar(&o.Against, "against", "",
		"another `ENGINE`; goes to the first evaluation that differs")
	fs.StringVar(&o.Beside, "beside", "",
		"go to the first call of this `ROUTINE` that differs from its rule in the reference engine")
	fs.StringVar(&o.Labels, "labels", "", "names and addresses of more routines, from a `FILE` (sargon help prove)")
	fs.StringVar(&o.To, "to", "", "go to a `PLACE` as the command break takes it: exchange.z80:52, "+
		"\n\"search_down if ply == 1 count 3\"; or \"eval 37\", the end of an evaluation")
	plain := fs.Bool("plain", false, "commands from standard input instead of a screen")
	c.RunE = cli.Run(func(ctx context.Context, streams *cli.IO, args []string) error {
		o.Options, o.FEN = *rom, strings.Join(args, " ")
		o.Folder, _ = settings.StateFolder() // without a folder states cannot be saved; saving one reports it
		d, err := o.Open(ctx)
		if err != nil {
			return err
		}
		if *plain {
			return debug.Plain(ctx, streams, d)
		}
		return debug.Terminal(ctx, streams, d)
	})
	return c
}
