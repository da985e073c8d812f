package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/native"
	"sargon78/native/codes"
	"sargon78/sargon"
	"sargon78/sargon/game"
)

func boardCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "board [FEN]",
		Short: "show a position in the board encodings of chess programs",
		Long: `
Shows a position (the start position by default) in ASCII, as chess symbols, as the bytes of
Sargon's 120-byte board and of a 0x88 board, and in piece encodings that chess programs have used,
with what each is good for. --show all shows everything, --show NAME one part.

--moves plays moves from the position first. --squares shows how the squares are numbered.
--relation shows how two squares relate: distance, direction, and which pieces can go from one to
the other.

  sargon board --show all | lpr
  sargon board "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20" --show 10x12
  sargon board --moves "e2e4 d7d5 e4d5" --show ascii
  sargon board --squares 0x88
  sargon board --relation a1,h8`,
	}
	fs := c.Flags()
	views := namesOf(codes.Views, func(v codes.View) string { return v.Name })
	numberings := namesOf(codes.Numberings, func(n codes.Numbering) string { return n.Name })
	var show, squares string
	cli.ChoiceVar(fs, &show, "show", "all", "`all|"+strings.Join(views, "|")+"` part of the page")
	moves := fs.String("moves", "", "`MOVES` moves to play first, \"e4 e5\" or \"e2e4 e7e5\"")
	cli.ChoiceVar(fs, &squares, "squares", "", "`"+strings.Join(numberings, "|")+
		"` the numbers of the squares on a board")
	relation := fs.String("relation", "", "`SQUARES` two squares with a comma between, a1,h8")
	c.RunE = cli.Run(func(_ context.Context, streams *cli.IO, args []string) error {
		switch {
		case squares != "":
			fmt.Fprint(streams.Out, codes.Numberings[slices.Index(numberings, squares)])
			return nil
		case *relation != "":
			from, to, _ := strings.Cut(*relation, ",")
			pair, err := sargon.ParseMove(strings.TrimSpace(from) + strings.TrimSpace(to))
			if err != nil {
				return cli.Usagef("--relation %q: want two squares, a1,h8", *relation)
			}
			fmt.Fprint(streams.Out, codes.Relation(pair.From, pair.To))
			return nil
		}
		position, _, err := positionOf(streams, args)
		if err == nil {
			position, err = afterMoves(position, strings.Fields(*moves))
		}
		if err != nil {
			return err
		}
		between := ""
		for _, v := range codes.Views {
			if show == "all" || show == v.Name {
				fmt.Fprintf(streams.Out, "%s%s: %s\n%s", between, v.Name, v.Purpose, v.Draw(position))
				between = "\n"
			}
		}
		return nil
	})
	return c
}

func namesOf[T any](all []T, name func(T) string) (names []string) {
	for _, one := range all {
		names = append(names, name(one))
	}
	return names
}

// afterMoves plays moves of any notation from a position. In one that is impossible in chess, moves can
// only be written as squares, e2e4.
func afterMoves(position sargon.Position, moves []string) (sargon.Position, error) {
	engine := native.New10x12()
	if err := engine.SetPosition(position); err != nil {
		return position, err
	}
	for i, text := range moves {
		move, err := sargon.ParseMove(text)
		if g, odd := game.FromFEN(engine.Position().FEN()); err != nil && odd == nil {
			var m game.Move
			if m, err = g.ParseMove(text); err == nil {
				move, err = sargon.ParseMove(m.String())
			}
		}
		if err == nil {
			err = engine.Play(move.From, move.To)
		}
		if err != nil {
			return position, fmt.Errorf("move %d, %s: %w", i+1, text, err)
		}
	}
	return engine.Position(), nil
}
