package main

import (
	"context"
	"flag"
	"fmt"
	"io"
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
			return showGlyphs(streams.Out, sets)
		}
	},
}

func showGlyphs(out io.Writer, sets []screen.Set) error {
	colors := cli.IsTerminal(out) && os.Getenv("NO_COLOR") == ""
	for _, set := range sets {
		card := screen.TestCard(set)
		text := card.String()
		if colors {
			text = card.ANSI(screen.Themes[0])
		}
		fmt.Fprintf(out, "%s: %s\n%s\n", set, set.Help(), text)
	}
	chosen, why := screen.DetectHere()
	_, err := fmt.Fprintf(out, "auto means %s here: %s.\nChoose with: sargon play --glyphs %s\n",
		chosen, why, chosen)
	return err
}
