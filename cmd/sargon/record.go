package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/compare/recordings"
	"sargon78/sargon"
	"sargon78/sargon/files"
)

func recordCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "record [FEN…]",
		Short: "record what an engine or your own ROM image does, for sargon verify",
		Long: `
Records the searches of an engine as JSON lines that ` + "`sargon verify`" + ` replays. Owners of an
original can record theirs, and share facts about its behaviour without sharing the program.

Positions are FENs, as arguments in quotes or as lines of a file (--positions). Kinds:
  search  best move, score, counts, fingerprint, T-states (the default)
  steps   a search with every evaluation
  eval    the root in parts: moves, order, pins, attack lists, exchanges
  game    games from the start array against random moves (--games, --seed)

  sargon record --level 2 --positions my.fen --out search.jsonl
  sargon record --rom my-sargon.asm --kind game --level 1 --games 4 --seed 7`,
	}
	fs := c.Flags()
	var o recordOptions
	o.open, _ = launch.Flags(fs, "rom", launch.OpenWitness)
	fs.StringVar(&o.kind, "kind", "search", "`search|steps|eval|game` kind of recordings")
	fs.IntVar(&o.level, "level", 2, "`1|2|3|4|5|6` level of the searches")
	fs.StringVar(&o.positions, "positions", "", "`FILE` file with a FEN a line, - for standard input; # starts a comment")
	fs.StringVar(&o.out, "out", "", "write to a new `FILE`, not to standard output")
	fs.BoolVar(&o.force, "force", false, "the file of --out may be replaced, if it is there")
	fs.IntVar(&o.games, "games", 1, "`N` number of games; Sargon has White and Black by turns")
	fs.Uint64Var(&o.seed, "seed", 1, "`N` number that decides the random moves of games")
	c.RunE = cli.Run(o.record)
	return c
}

type recordOptions struct {
	open                 func() (sargon.Engine, error)
	kind, positions, out string
	level, games         int
	seed                 uint64
	force                bool
}

func (o *recordOptions) record(ctx context.Context, streams *cli.IO, fens []string) error {
	level := sargon.Level(o.level)
	if err := (sargon.SearchOptions{Level: level}).Validate(true); err != nil {
		return &cli.UsageError{Err: err}
	}
	if err := files.CheckWriteNew(o.out, o.force, o.positions); err != nil {
		return err
	}
	fens, err := positionsOf(fens, o.positions, files.Interruptible(ctx, streams.In))
	if err != nil {
		return err
	}
	engine, err := o.open()
	if err != nil {
		return err
	}
	number := len(fens)
	var one func(i int) (any, error)
	switch o.kind {
	case "search":
		one = func(i int) (any, error) { return recordings.RecordSearch(ctx, engine, fens[i], level) }
	case "steps":
		one = func(i int) (any, error) { return recordings.RecordSteps(ctx, engine, fens[i], level) }
	case "eval":
		one = func(i int) (any, error) { return recordings.RecordEval(ctx, engine, fens[i]) }
	case "game":
		if number = o.games; number < 1 {
			return cli.Usagef("--games %d: want at least 1", number)
		}
		one = func(i int) (any, error) {
			side := [2]sargon.Color{sargon.White, sargon.Black}[i%2]
			return recordings.RecordGame(ctx, engine, side, level, o.seed+uint64(i), recordings.MaxGamePlies)
		}
	default:
		return cli.Usagef("--kind %q: want search, steps, eval or game", o.kind)
	}
	if number == 0 {
		return cli.Usagef("nothing to record: name a FEN or --positions FILE")
	}
	return writeRecordings(ctx, streams, o.out, number, one)
}

// writeRecordings writes a line for each recording; after Ctrl-C the file has those that were made
// before. A search that never ends is left out, with a message.
func writeRecordings(
	ctx context.Context, streams *cli.IO, out string, number int, one func(i int) (any, error),
) error {
	done, endless := 0, 0
	progress := new(progressLine)
	if out != "" && out != "-" {
		progress = newProgressLine(streams.Err)
	}
	err := files.WriteFile(out, streams.Out, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		for ; done < number; done++ {
			recording, err := one(done)
			if errors.Is(err, context.Canceled) && done > 0 {
				return nil
			}
			if errors.Is(err, sargon.ErrEndless) {
				endless++
				progress.show("")
				fmt.Fprintf(streams.Err, "not recorded: %v\n", err)
				continue
			}
			if err != nil {
				return err
			}
			if err := encoder.Encode(recording); err != nil {
				return err
			}
			progress.show(fmt.Sprintf("%d of %d recorded", done+1, number))
		}
		return nil
	})
	progress.show("")
	if err == nil && ctx.Err() != nil {
		err = fmt.Errorf("interrupted: %d of %d recorded", done-endless, number)
	}
	if err == nil && endless > 0 {
		err = fmt.Errorf("%d of %d recorded; from the others the program never returns",
			number-endless, number)
	}
	return err
}

// positionsOf returns the FENs of the call and those of a file, - for standard input.
func positionsOf(fens []string, file string, in io.Reader) ([]string, error) {
	if file != "" {
		f, err := files.Open(file, in)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		for line, err := range files.NonEmptyLines(f, 1<<16) {
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			text, _, _ := strings.Cut(line.Text, "#")
			if text = strings.TrimSpace(text); text == "" {
				continue
			}
			if _, err := sargon.ParseFEN(text); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, line.Number, err)
			}
			fens = append(fens, text)
		}
	}
	for _, fen := range fens {
		if _, err := sargon.ParseFEN(fen); err != nil {
			return nil, err
		}
	}
	return fens, nil
}
