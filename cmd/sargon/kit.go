package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/participants"
	"sargon78/compare/kit"
	"sargon78/compare/observe"
	"sargon78/sargon"
	"sargon78/sargon/files"
	"sargon78/sargon/spec"
	published "sargon78/sargon/spec/kit"
)

func kitCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "kit DIR", Short: "write the conformance test kit for ports in other languages",
		Long: `
Writes two files into DIR. kit.jsonl has test cases with the right answers, as JSON lines: single
routines, searches, games and counts of moves. kit.md explains how to use them from any language
(` + "`sargon spec kit`" + ` shows it). The reference engine computes all answers anew, in a few seconds.

  sargon kit .
  sargon kit check answers.jsonl
  sargon kit check --engine "exec:python3 mysargon.py"`,
	}
	force := c.Flags().Bool("force", false, "write over files that are there")
	c.RunE = cli.Run(func(ctx context.Context, streams *cli.IO, args []string) error {
		if len(args) != 1 {
			return cli.Usagef("want one folder to write to")
		}
		var lines bytes.Buffer
		if err := kit.Make(ctx, &lines); err != nil {
			return err
		}
		page, _ := spec.Lookup("kit")
		contents := map[string][]byte{published.Name: lines.Bytes(), "kit.md": []byte(page.String())}
		if err := writeFolder(args[0], contents, *force); err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(contents)) {
			fmt.Fprintf(streams.Out, "%s: %d bytes\n", filepath.Join(args[0], name), len(contents[name]))
		}
		return nil
	})
	c.AddCommand(kitCheckCommand())
	return c
}

func kitCheckCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "check [FILE]", Short: "grade the answers of a port to the kit",
		Long: `
Grades a port: which steps are right, which case is the first wrong one, and which rule of the
specification looks broken. The exit status is 0 only if something is answered and all answers
are right.

FILE holds answers as JSON lines, {"id":7,"best":"e2e4","score":132}: the number of a case and
any of the values that the kit asks for; - is standard input. With --engine it asks a program
instead: exec:COMMAND speaks the line protocol (` + "`go doc ./compare/external`" + `), uci:COMMAND
speaks UCI (only its moves are graded); our own engines work too. A program is asked for
searches, games and counts, not for single routines.

  sargon kit check answers.jsonl
  python3 mysargon.py kit.jsonl | sargon kit check -
  sargon kit check --engine "exec:python3 mysargon.py" --to 2
  sargon kit check --engine uci:./mysargon`,
	}
	rom := launch.MachineFlags(c.Flags())
	engine := c.Flags().String("engine", "", "ask this `ENGINE`: exec:COMMAND, uci:COMMAND, bitboards …")
	var to int
	cli.ChoiceVar(c.Flags(), &to, "to", "4", "ask it for searches up to this level, `1|2|3|4`")
	timeout := c.Flags().Duration("timeout", kit.DefaultTimeout, "`DURATION` time limit for each search")
	c.RunE = cli.Run(func(ctx context.Context, streams *cli.IO, args []string) error {
		switch {
		case len(args) > 1 || (len(args) == 1) == (*engine != ""):
			return cli.Usagef("want a file of answers, - for standard input, or --engine")
		case *timeout <= 0:
			return cli.Usagef("--timeout: a search needs some time")
		}
		cases, err := kit.Read()
		if err != nil {
			return err
		}
		var answers kit.Answers
		if *engine != "" {
			open, _, openErr := participants.Named(ctx, *engine, *rom)
			if openErr != nil {
				return openErr
			}
			progress := newProgressLine(streams.Err)
			answers, err = kit.CollectAnswers(ctx, observe.Participant{Name: *engine, Open: open}, cases,
				sargon.Level(to), *timeout, func(done int) {
					progress.update(func() string { return fmt.Sprintf("case %d of %d", done+1, len(cases)) })
				})
			progress.show("")
		} else if in, openErr := files.Open(args[0], streams.In); openErr != nil {
			return openErr
		} else {
			defer in.Close()
			answers, err = kit.ReadAnswers(in, cases)
		}
		if err != nil {
			return err
		}
		grade := kit.Check(ctx, cases, answers)
		grade.Write(streams.Out)
		if !grade.Passed() {
			return cli.ErrFailed
		}
		return nil
	})
	return c
}
