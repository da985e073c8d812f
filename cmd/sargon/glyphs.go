package main

import (
	"context"
	"flag"
	"os"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/screen"
)

var glyphsCommand = &cli.Command{
	Name:  "glyphs",
	Args:  "[sextant|quadrant|half|braille|ascii]",
	Short: "show a test card, to choose the characters that pictures are made of",
	Long: `
Shows the same picture in every set of glyphs, or in one. Choose the finest set that looks
right: whole pieces, without gaps, boxes or question marks.

  sargon glyphs              all of them
  sargon glyphs sextant      one

Then: sargon play --glyphs SET, or a line in the settings (sargon config). In play, Ctrl-G
goes through them. By itself sargon chooses sextants only on terminals that are known to
draw them.`,
	Setup: func(*flag.FlagSet) cli.Run {
		return func(_ context.Context, streams *cli.IO, args []string) error {
			if len(args) > 1 {
				return cli.Usagef("%q is too much: want one set, or none for all", args[1])
			}
			sets := screen.Sets
			if len(args) == 1 {
				set, err := screen.ParseSet(args[0])
				if err != nil {
					return cli.Usagef("%w", err)
				}
				sets = []screen.Set{set}
			}
			colors := cli.IsTerminal(streams.Out) && os.Getenv("NO_COLOR") == ""
			return screen.ShowTestCards(streams.Out, colors, sets...)
		}
	},
}
