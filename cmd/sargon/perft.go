package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/game/pgn"
)

func perftCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "perft DEPTH [FEN]",
		Short: "count positions to a depth: a test of the move generators",
		Long: `
Counts all sequences of DEPTH half-moves from a position (the start position by default). It makes
and unmakes every move, also on the last ply. You can compare three boards: 0x88, a mailbox with a
border, and bitboards.

--rules chess is the whole game, with under-promotion: it gives the numbers of the well-known
tables. --rules sargon is what the program of 1978 knows: a pawn promotes only to a queen, and can
be captured en passant after any first move that ends next to an enemy pawn. The mailbox generator,
which referees the games here, knows only --rules chess.

  sargon perft 5
  sargon perft 4 "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1" --divide
  sargon perft 5 --board mailbox`,
	}
	fs := c.Flags()
	var board, rules string
	cli.ChoiceVar(fs, &board, "board", sargon.FastestEngine, "`"+strings.Join(native.Boards, "|")+
		"` board")
	cli.ChoiceVar(fs, &rules, "rules", "chess", "`chess|sargon` rules")
	divide := fs.Bool("divide", false, "also show how many lines begin with each move")
	c.RunE = cli.Run(func(ctx context.Context, streams *cli.IO, args []string) error {
		if len(args) == 0 {
			return cli.Usagef("how deep? Name a number of half-moves")
		}
		depth, err := strconv.Atoi(args[0])
		if err != nil || depth < 0 || depth > native.MaxPerftDepth {
			return cli.Usagef("depth %q: want a number, 0–%d", args[0], native.MaxPerftDepth)
		}
		position, _, err := positionOf(streams, args[1:])
		if err != nil {
			return err
		}
		known := map[string]native.MoveRules{"chess": native.ChessRules, "sargon": native.SargonRules}
		started, nodes := time.Now(), uint64(0)
		divisions, err := native.Divide(ctx, board, position, max(depth, 1), known[rules])
		for _, d := range divisions {
			nodes += d.Nodes
			if *divide && err == nil && depth > 0 {
				fmt.Fprintf(streams.Out, "%v: %d\n", d.Move, d.Nodes)
			}
		}
		if depth == 0 {
			nodes = 1
		}
		took := time.Since(started)
		if errors.Is(err, context.Canceled) {
			return fmt.Errorf("interrupted after %v and %d lines of play", took.Round(time.Millisecond),
				nodes)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(streams.Out, "%d\n", nodes)
		fmt.Fprintf(streams.Err, "depth %d on %s: %v, %.1f million a second\n", depth, board,
			took.Round(time.Microsecond), float64(nodes)/took.Seconds()/1e6)
		return nil
	})
	return c
}

// positionOf reads a FEN, or a line of EPD, that may have come as several arguments, and warns of what
// is odd in it; none is the start.
func positionOf(streams *cli.IO, args []string) (p sargon.Position, fen string, err error) {
	fen = cmp.Or(strings.Join(args, " "), sargon.StartFEN)
	if strings.Contains(fen, ";") {
		e, err := pgn.ParseEPD(fen)
		if err != nil {
			return p, fen, err
		}
		for _, warning := range e.Game.Warnings() {
			fmt.Fprintf(streams.Err, "warning: %s\n", warning)
		}
		return e.Game.Start(), e.Game.StartFEN(), nil
	}
	p, warnings, err := sargon.ParseFENWarnings(fen)
	for _, warning := range warnings {
		fmt.Fprintf(streams.Err, "warning: %s\n", warning)
	}
	return p, fen, err
}
