package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/compare/prove"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/game/pgn"
)

type proveOptions struct {
	prove.Options
	json, list, beside        bool
	rom, against, labels, pgn string
	shard                     string
	level                     int
	every                     uint64
}

func proveCommand() *cobra.Command {
	var o proveOptions
	c := &cobra.Command{
		Use:   "prove [flags] [ROUTINE...]",
		Short: "check each ROM routine against the reference engine on every input of a stated domain",
		Long: `
Runs each routine of the ROM and the same rule of the reference engine (10x12) on every input of
a stated domain, and compares all results. --list shows each routine's scope and input domain;
"sargon spec proof" says what this proves and what it does not. On a mismatch it prints a minimal
counterexample, and "sargon debug --plain" commands that reproduce it. It also names instructions of
the routine that never ran, and branches that always went the same way: the result says nothing
about those. A full run takes a few minutes on two cores.

--beside needs only the labels of the entry points, which every listing has. The program thinks in
three positions, in the last one a level deeper, or after each move of the games in a PGN file. Each
call of each routine that the listing names is compared with the rule, on the memory of that call.
--labels FILE names more routines, as the embedded ROM names them: a name and an address per line.

--against FILE compares the routines of two programs with each other, Z80 with Z80: a faster routine
is the same routine if no input of its domain shows a difference.`,
		Example: `
  sargon prove
  sargon prove store_move pins_of   only these routines
  sargon prove --max-cases 1000     the first and some random cases of each, in seconds
  sargon prove --rom my/main.z80    a changed source of the ROM (same labels)
  sargon prove --beside --rom my-sargon.asm --every 200
  sargon prove --against my/main.z80 LOOK`,
	}
	c.RunE = cli.Run(o.prove)
	f := c.Flags()
	f.BoolVar(&o.json, "json", false, "the results as JSON, a line for each routine")
	f.BoolVar(&o.list, "list", false, "list cutpoints, stubs, input domains, and what each routine may read and write; run nothing")
	f.BoolVar(&o.First, "first", false, "end with the first difference")
	cli.WorkersVar(f, &o.Workers, "`N` number of processor cores to use")
	f.Uint64Var(&o.MaxCases, "max-cases", 0,
		"`N` stop after N cases per shard (64 shards for each routine), then add N random ones")
	f.StringVar(&o.shard, "shard", "", "`I/N` do only this part of the work, to split a run over several machines")
	f.StringVar(&o.rom, "rom", "", "`FILE` another source of the ROM, with the same labels; with --beside any listing or ROM image")
	f.StringVar(&o.against, "against", "", "`FILE` compare the routines with those of this program instead of the rules")
	f.BoolVar(&o.beside, "beside", false, "compare each call of each routine while the program thinks")
	f.StringVar(&o.pgn, "pgn", "", "`FILE` with --beside: think after each move of these games")
	f.IntVar(&o.level, "level", 1, "`LEVEL` with --beside: level of the searches, 1–6")
	f.Uint64Var(&o.every, "every", 1, "`N` with --beside: compare only about one in N calls of each routine after its first 1000")
	f.StringVar(&o.labels, "labels", "", "`FILE` with --beside: more routines of the program, by the names of our source")
	return c
}

// check returns what is wrong with the flags, and reads --shard.
func (o *proveOptions) check() error {
	for name, set := range map[string]bool{
		"--pgn": o.pgn != "", "--labels": o.labels != "", "--every": o.every != 1, "--level": o.level != 1,
	} {
		if set && !o.beside {
			return cli.Usagef("%s needs --beside", name)
		}
	}
	switch {
	case o.beside && (o.against != "" || o.MaxCases > 0 || o.shard != "" || o.list || o.json):
		return cli.Usagef("--beside takes --rom, --labels, --pgn, --level, --every, --first and --workers, and no other flag")
	case o.level < 1 || o.level > 6:
		return cli.Usagef("--level %d: want 1 to 6", o.level)
	case o.shard == "":
		return nil
	}
	var number, of int
	if n, err := fmt.Sscanf(o.shard, "%d/%d", &number, &of); n != 2 || err != nil || number < 1 || number > of {
		return cli.Usagef("--shard %q: want I/N with I from 1 to N, like 3/8", o.shard)
	}
	o.Shard, o.Shards = number-1, of
	return nil
}

func (o *proveOptions) prove(ctx context.Context, streams *cli.IO, args []string) error {
	if err := o.check(); err != nil {
		return err
	}
	image, err := roms.Open(o.rom, roms.Options{})
	if err != nil {
		return err
	}
	if o.beside {
		return o.proveBeside(ctx, streams, image, args)
	}
	rows, err := obligationsOf(args)
	if err != nil {
		return err
	}
	var other *roms.Image
	if o.against != "" {
		if other, err = roms.Open(o.against, roms.Options{}); err != nil {
			return err
		}
	}
	if o.list || !o.json {
		prove.WriteRows(streams.Out, image, rows, o.list)
	}
	if o.list {
		return nil
	}
	results, err := runProofs(ctx, streams, image, other, rows, o.Options)
	if err != nil && ctx.Err() == nil {
		return err
	}
	said, ok := prove.Summary(results)
	if o.json {
		lines := json.NewEncoder(streams.Out)
		for i := range results {
			_ = lines.Encode(map[string]any{"result": results[i].Verdict(), "routine": &results[i]})
		}
	} else {
		prove.Write(streams.Out, results)
		fmt.Fprintf(streams.Out, "\n%s\n", said)
	}
	switch {
	case err != nil:
		return errors.New("interrupted: " + said)
	case !ok:
		return cli.ErrFailed
	}
	return nil
}

// runProofs proves rows, and shows how far it is.
func runProofs(
	ctx context.Context, streams *cli.IO, image, other *roms.Image, rows []*prove.Row, o prove.Options,
) ([]prove.Result, error) {
	progress := newProgressLine(streams.Err)
	defer progress.show("")
	o.Progress = func(row *prove.Row, cases uint64) {
		progress.update(func() string { return fmt.Sprintf("%s: %d cases", row.Name, cases) })
	}
	if other != nil {
		return prove.Against(ctx, image, other, rows, o)
	}
	return prove.Prove(ctx, image, rows, o)
}

// obligationsOf returns the rows of some names; all if there are none.
func obligationsOf(names []string) (rows []*prove.Row, err error) {
	if len(names) == 0 {
		return prove.Rows, nil
	}
	for _, name := range names {
		before := len(rows)
		for _, r := range prove.Rows {
			label, _, _ := strings.Cut(r.Name, ",")
			if strings.EqualFold(r.Name, name) || strings.EqualFold(label, name) {
				rows = append(rows, r)
			}
		}
		if len(rows) == before {
			return nil, cli.Usagef("there is no proof of %q; `sargon prove --list` lists them", name)
		}
	}
	return rows, nil
}

// proveBeside has the program think, and compares the calls of its routines.
func (o *proveOptions) proveBeside(ctx context.Context, streams *cli.IO, image *roms.Image, names []string) error {
	besides := prove.BesideOptions{Workers: o.Workers, First: o.First, Every: o.every, Names: names}
	options := ""
	if o.rom != "" {
		options += " --rom " + o.rom
	}
	if o.labels != "" {
		var err error
		if image, err = image.WithLabels(o.labels); err != nil {
			return err
		}
		options += " --labels " + o.labels
	}
	searches, err := o.searches()
	if err != nil {
		return err
	}
	progress := newProgressLine(streams.Err)
	besides.Progress = func(done, of int, calls uint64) {
		progress.update(func() string { return fmt.Sprintf("%d of %d searches, %d calls compared", done, of, calls) })
	}
	results, err := prove.Beside(ctx, image, searches, besides)
	progress.show("")
	if results == nil {
		return err
	}
	ok := prove.WriteBeside(streams.Out, options, results)
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return errors.New("interrupted: what is written was compared up to there")
	case !ok:
		return cli.ErrFailed
	}
	return nil
}

// besidePositions are an opening, a middle game with pins and castling, and an ending with a promotion.
var besidePositions = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2",
	"r3k2r/ppp2ppp/2npbn2/2b1p1B1/2B1P3/2NP1N2/PPP2PPP/R3K2R w KQkq - 4 8",
	"8/1P3k2/8/8/3pP3/8/4K3/7q b - e3 0 40",
}

// searches returns the searches that the program does: after each move of the games, or in the positions
// built in.
func (o *proveOptions) searches() (all []prove.Search, err error) {
	level := sargon.Level(o.level)
	if o.pgn == "" {
		for i, fen := range besidePositions {
			position, err := sargon.ParseFEN(fen)
			if err != nil {
				return nil, err
			}
			all = append(all, prove.Search{Position: position, Level: level, Name: fmt.Sprintf("position %d", i+1)})
		}
		all[0].Move = sargon.Move{From: 35, To: 55} // for VALMOV
		all[len(all)-1].Level = min(level+1, 6)     // for SORTM and EVAL, which level 1 does not call
		return all, nil
	}
	file, err := os.Open(o.pgn)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	number := 0
	for g, err := range pgn.Read(file, o.pgn) {
		if err != nil {
			return nil, err
		}
		number++
		records := g.Records()
		for ply := range g.Len() {
			before := g.At(ply)
			position, err := before.Position()
			if err != nil {
				return nil, fmt.Errorf("%s: game %d, ply %d: %w", o.pgn, number, ply, err)
			}
			s := prove.Search{Position: position, Level: level, Name: fmt.Sprintf(
				"move %d of game %d in %s", before.Number(), number, filepath.Base(o.pgn))}
			if ply < len(records) {
				s.Move = records[ply]
			}
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: there is no move in it", o.pgn)
	}
	return all, nil
}
