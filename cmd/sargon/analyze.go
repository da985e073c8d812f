package main

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/sargon"
	"sargon78/sargon/analysis"
)

func analyzeCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "analyze [FEN]",
		Short: "what an engine thinks of a position, number by number",
		Long: `
Searches a position (the start position if there is none), also where a game would have a
move of the book, and prints the best move, the score as Sargon's byte and in pawns, the
line it expects, and from level 2 on the moves of the first ply in the order in which it
tried them, with their values: 128 is even, and a low value is good for the side that moves.

With --explain it also shows the parts of the static evaluation of the position: board
control by square, attack lists, pins, exchanges step by step, and how they come together.

  sargon analyze "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20" --explain
  sargon analyze --engine bitboards --level 5`,
	}
	fs := c.Flags()
	open, _ := launch.Flags(fs, sargon.FastestEngine)
	level := fs.Int("level", 3, "`1|2|3|4|5|6` level; with --limits none up to 30")
	var o analysis.Options
	limits := ""
	cli.ChoiceVar(fs, &limits, "limits", "1978",
		"`1978|none` 1978: keep the original's 2 KB move list; none: no limit")
	asJSON := fs.Bool("json", false, "print one JSON object")
	fs.BoolVar(&o.Explain, "explain", false, "explain the static evaluation of the position")
	c.RunE = cli.Run(func(ctx context.Context, streams *cli.IO, args []string) error {
		o.Level, o.NoLimits = sargon.Level(*level), limits == "none"
		_, fen, err := positionOf(streams, args)
		if err != nil {
			return err
		}
		search := sargon.SearchOptions{Level: o.Level, NoLimits: o.NoLimits}
		if err := search.Validate(false); err != nil {
			return &cli.UsageError{Err: err}
		}
		engine, err := open()
		if err != nil {
			return err
		}
		a, err := analysis.Analyze(ctx, engine, fen, o)
		if a == nil {
			return err
		}
		if err != nil { // interrupted, as the analysis says
			err = cli.ErrFailed
		}
		if !*asJSON {
			return cmp.Or(a.Write(streams.Out), err)
		}
		encoder := json.NewEncoder(streams.Out)
		encoder.SetIndent("", "  ")
		encoder.SetEscapeHTML(false)
		return cmp.Or(encoder.Encode(a), err)
	})
	return c
}
