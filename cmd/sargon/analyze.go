package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/play"
	"sargon78/sargon"
	"sargon78/sargon/analysis"
	"sargon78/sargon/files"
	"sargon78/sargon/game/pgn"
)

func analyzeCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "analyze [FEN|FILE.epd]",
		Short: "show what an engine thinks of a position, number by number; solve a test suite",
		Long: `
Searches a position (the start position by default) and prints the best move, the score as
Sargon's byte and in pawns, and the principal variation. From level 2 on it also prints the root
moves in the order in which Sargon tried them, with their values: 128 is even, and a low value is
good for the side that moves. The opening book is not used.

With --explain it also shows how the static evaluation of the position comes about: control of
each square, attack lists, pins, and exchanges step by step.

With --why it says in sentences why the best move is the best: what Sargon expects to follow, which
move is next and by how much, what tips the balance between the two, and how far it saw. --why-not MOVE
says why Sargon does not play another move. All numbers are those of the search itself.

FILE.epd is a test suite: one position per line, as FEN or EPD. It may be compressed (.gz, .bz2); -
is standard input. A table shows the moves that Sargon plays at one level, or at several (--level
2-4), and how many positions are solved: the move is one of bm, if there is bm, and none of am.

  sargon analyze "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20" --explain
  sargon analyze --engine bitboards --level 5
  sargon analyze --level 3 --why --why-not Bb5 "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
  sargon analyze suite.epd --level 2-4`,
	}
	fs := c.Flags()
	a := analyzer{}
	a.open, _ = launch.Flags(fs, sargon.FastestEngine, launch.Open)
	fs.StringVar(&a.level, "level", "3", "`1|2|3|4|5|6` level, of a FILE also several, 2-4; "+
		"with --limits none up to 30")
	cli.ChoiceVar(fs, &a.limits, "limits", "1978",
		"`1978|none` 1978: keep the original's 2 KB move list; none: no limit")
	fs.BoolVar(&a.json, "json", false, "print one JSON object, of a FILE one for each position")
	fs.BoolVar(&a.options.Explain, "explain", false, "explain the static evaluation of the position")
	fs.BoolVar(&a.options.Why, "why", false, "say in sentences why the best move is the best")
	fs.StringVar(&a.options.WhyNot, "why-not", "", "say why Sargon does not play this `MOVE`")
	c.RunE = cli.Run(a.run)
	return c
}

// analyzer does the work of a call.
type analyzer struct {
	open          func() (sargon.Engine, error)
	level, limits string
	json          bool
	options       analysis.Options
	levels        []sargon.Level
}

func (a *analyzer) run(ctx context.Context, streams *cli.IO, args []string) (err error) {
	a.options.NoLimits = a.limits == "none"
	most := sargon.MaxLevel
	if a.options.NoLimits {
		most = sargon.MaxDepth
	}
	if a.levels, err = play.LevelsOf(a.level, most); err != nil {
		return err
	}
	a.options.Level = a.levels[0]
	if len(args) == 1 && isFile(args[0]) {
		return a.suite(ctx, streams, args[0])
	}
	if len(a.levels) > 1 {
		return cli.Usagef("--level %s: want one level for a position; several are for a FILE.epd", a.level)
	}
	_, fen, err := positionOf(streams, args)
	if err != nil {
		return err
	}
	engine, err := a.open()
	if err != nil {
		return err
	}
	result, err := analysis.Analyze(ctx, engine, fen, a.options)
	if result == nil {
		return err
	}
	if ctx.Err() != nil { // interrupted, as the analysis says
		err = cli.ErrFailed
	}
	if !a.json {
		return cmp.Or(result.Write(streams.Out), err)
	}
	encoder := json.NewEncoder(streams.Out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return cmp.Or(encoder.Encode(result), err)
}

// isFile reports whether an argument is the name of a file, and not a position.
func isFile(name string) bool {
	switch files.Kind(name) {
	case ".epd", ".fen", ".pgn":
		return true
	}
	info, err := os.Stat(name)
	return name == "-" || err == nil && !info.IsDir()
}

// suite solves the positions of a file. Those that cannot be read are reported, and left out.
func (a *analyzer) suite(ctx context.Context, streams *cli.IO, name string) error {
	if a.options.Explain || a.options.Why || a.options.WhyNot != "" {
		return cli.Usagef("--explain, --why and --why-not are about one position: want a FEN, not a file")
	}
	opened, err := files.Open(name, streams.In)
	if err != nil {
		return err
	}
	defer opened.Close()
	name = opened.Name
	in := bufio.NewReader(opened)
	const beginning = 1 << 10 // bytes
	if head, _ := in.Peek(beginning); pgn.Is(head) {
		return fmt.Errorf("%s has games, not positions: sargon replay looks at games; want EPD or FEN, "+
			"a position a line", name)
	}
	engine, err := a.open()
	if err != nil {
		return err
	}
	table := analysis.SuiteTable{Out: streams.Out, Levels: a.levels}
	lines, unread := 0, 0
	for e, err := range pgn.ReadEPD(in, name) {
		lines++
		var s *analysis.Solution
		if err == nil {
			for _, warning := range e.Game.Warnings() {
				fmt.Fprintln(streams.Err, "warning:", warning)
			}
			if s, err = analysis.Solve(ctx, engine, e, a.levels, a.options.NoLimits); err != nil && !isAbout(err) {
				return solveError(ctx, err, lines-1)
			} else if err != nil {
				err = fmt.Errorf("%s:%d: %w", name, e.Line, err)
			}
		}
		if err != nil {
			unread++
			fmt.Fprintln(streams.Err, "left out:", err)
			continue
		}
		s.Name = cmp.Or(s.Name, fmt.Sprintf("line %d", e.Line))
		if err := a.show(streams.Out, &table, s); err != nil {
			return err
		}
	}
	switch {
	case lines == 0:
		return fmt.Errorf("%s: no position in it; want EPD or FEN, a position a line", name)
	case !a.json:
		table.End()
	}
	if unread > 0 {
		return fmt.Errorf("%s: %d of %d positions are left out", filepath.Base(name), unread, lines)
	}
	return nil
}

// isAbout reports whether an error is about a move that a suite names.
func isAbout(err error) bool { return errors.As(err, new(*sargon.IllegalMoveError)) }

func solveError(ctx context.Context, err error, done int) error {
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted after %d positions", done)
	}
	return err
}

func (a *analyzer) show(out io.Writer, table *analysis.SuiteTable, s *analysis.Solution) error {
	if !a.json {
		table.Add(s)
		return nil
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(s)
}
