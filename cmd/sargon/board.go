package main

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/native/codes"
	"sargon78/sargon"
)

var boardCommand = &cli.Command{
	Name:  "board",
	Args:  "[FEN]",
	Short: "a position in the codes that chess programs of the time used",
	Long: `
Shows a position (the start position if there is none) as symbols, as ASCII, as the bytes
of Sargon's 120-byte board, as the bytes of a 0x88 board, and in each of the ways in which
chess programs coded pieces, with what each is good for. --show picks one.

  sargon board
  sargon board "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20" --show 10x12`,
	Setup: func(fs *flag.FlagSet) cli.Run {
		views := boardViews()
		names := make([]string, len(views))
		for i, v := range views {
			names[i] = v.name
		}
		show := fs.String("show", "", "`"+strings.Join(names, "|")+"` only this view")
		return func(_ context.Context, streams *cli.IO, args []string) error {
			position, err := positionOf(args)
			if err != nil {
				return err
			}
			shown := 0
			for _, v := range views {
				if *show != "" && *show != v.name {
					continue
				}
				text, err := v.draw(position)
				if err != nil {
					text = err.Error() + "\n"
				}
				if shown++; shown > 1 {
					fmt.Fprintln(streams.Out)
				}
				fmt.Fprintf(streams.Out, "%s: %s\n%s\n", v.name, v.use, strings.TrimRight(text, "\n"))
			}
			if shown == 0 {
				return cli.Usagef("--show %q: want one of %s", *show, strings.Join(names, ", "))
			}
			return nil
		}
	},
}

// boardView is one way to show a position.
type boardView struct {
	name, use string
	draw      func(sargon.Position) (string, error)
}

func boardViews() []boardView {
	plain := func(draw func(sargon.Position) string) func(sargon.Position) (string, error) {
		return func(p sargon.Position) (string, error) { return draw(p), nil }
	}
	views := []boardView{
		{"unicode", "chess symbols", plain(codes.Unicode)},
		{"ascii", "letters of FEN", plain(codes.ASCII)},
		{"10x12", "Sargon's board: 120 bytes, the border FF stops every step (spec §1)",
			plain(codes.Dump10x12)},
		{"0x88", "16 · rank + file: off the board where number & 88 is not 0", plain(codes.Dump0x88)},
	}
	for _, e := range codes.Encodings {
		views = append(views,
			boardView{e.Name, e.Use, plain(func(p sargon.Position) string { return codes.Coded(p, e) })})
	}
	return append(views,
		boardView{"identities", "32 pieces with a list of squares, followed through promotion",
			drawIdentities},
		boardView{"quad", "four words of 64 bits: vertical nibbles", plain(drawQuad)})
}

func drawIdentities(p sargon.Position) (string, error) {
	list, err := codes.Identify(p)
	if err != nil {
		return "", err
	}
	return codes.Identities(list), nil
}

func drawQuad(p sargon.Position) string {
	var b strings.Builder
	for i, word := range codes.QuadOf(p) {
		fmt.Fprintf(&b, "  %s %016X\n",
			[4]string{"type, bit 0", "type, bit 1", "type, bit 2", "colour     "}[i], word)
	}
	return b.String()
}
