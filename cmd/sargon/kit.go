package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/compare/kit"
	"sargon78/compare/observe"
	"sargon78/sargon"
	"sargon78/sargon/files"
	"sargon78/sargon/spec"
	published "sargon78/sargon/spec/kit"
)

func kitCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "kit DIR", Short: "what a port of Sargon is held to: one file, one page, no Go needed",
		Long: `
Makes the conformance kit for ports in DIR: kit.jsonl, cases of single routines, searches,
games and counts with the right answers as JSON lines, and kit.md, the page that tells how to
use them from any language. ` + "`sargon spec kit`" + ` shows that page. The reference model
answers everything anew, which takes a few seconds.

  sargon kit .
  sargon kit check answers.jsonl
  sargon kit check --engine "exec:python3 mysargon.py"`,
	}
	force := c.Flags().Bool("force", false, "write over files that are there")
	c.RunE = cli.Run(func(ctx context.Context, streams *cli.IO, args []string) error {
		if len(args) != 1 {
			return cli.Usagef("want one folder to write to")
		}
		return writeKit(ctx, streams, args[0], *force)
	})
	c.AddCommand(kitCheckCommand())
	return c
}

func writeKit(ctx context.Context, streams *cli.IO, dir string, force bool) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var lines bytes.Buffer
	page, _ := spec.Lookup("kit")
	names := []string{filepath.Join(dir, published.Name), filepath.Join(dir, "kit.md")}
	for _, name := range names {
		if err := files.MayWrite(name, force); err != nil {
			return err
		}
	}
	if err := kit.Print(ctx, &lines); err != nil {
		return err
	}
	for i, data := range [][]byte{lines.Bytes(), []byte(page.String())} {
		if err := files.WriteFile(names[i], streams.Out, files.Bytes(data)); err != nil {
			return err
		}
		fmt.Fprintf(streams.Out, "%s: %d bytes\n", names[i], len(data))
	}
	return nil
}

func kitCheckCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "check [FILE]", Short: "grade what a port answers to the kit",
		Long: `
Grades a port: which steps are right, which case is the first that is not, and which rule of
the specification it looks like. The exit status is 0 only if something is answered, and all
that is answered is right.

FILE holds answers as JSON lines, {"id":7,"best":"e2e4","score":132}: the number of a case and
any of the values that the kit wants there; - is standard input. With --engine a program is
asked: exec:COMMAND speaks the line protocol (` + "`go doc ./compare/external`" + `), uci:COMMAND
is UCI, of which only the moves are looked at; our own engines go too. A program is asked for
searches, games and counts, not for single routines.

  sargon kit check answers.jsonl
  python3 mysargon.py kit.jsonl | sargon kit check -
  sargon kit check --engine "exec:python3 mysargon.py" --to 2
  sargon kit check --engine uci:./mysargon`,
	}
	o := kitCheck{rom: launch.MachineFlags(c.Flags())}
	c.Flags().StringVar(&o.engine, "engine", "", "ask this `program`: exec:COMMAND, uci:COMMAND, sets …")
	c.Flags().IntVar(&o.to, "to", int(sargon.MaxLevel), "ask it for searches up to this `level` only")
	c.Flags().DurationVar(&o.timeout, "timeout", kit.Patience, "longest `time` of one search")
	c.RunE = cli.Run(o.run)
	return c
}

type kitCheck struct {
	rom     *launch.Options
	engine  string
	to      int
	timeout time.Duration
}

func (o *kitCheck) run(ctx context.Context, streams *cli.IO, args []string) error {
	cases, err := kit.Read(bytes.NewReader(published.File))
	if err != nil {
		return err
	}
	var answers []kit.Answer
	switch {
	case len(args) > 1 || (len(args) == 1) == (o.engine != ""):
		return cli.Usagef("want a file of answers, - for standard input, or --engine")
	case o.engine != "":
		answers, err = o.ask(ctx, streams, cases)
	default:
		in, openErr := files.Open(args[0], streams.In)
		if openErr != nil {
			return openErr
		}
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
}

// ask asks the program for its answers.
func (o *kitCheck) ask(
	ctx context.Context, streams *cli.IO, cases []kit.Case,
) ([]kit.Answer, error) {
	open, _, err := o.rom.Any(ctx, o.engine)
	if err != nil {
		return nil, err
	}
	progress := liveOn(streams.Err)
	defer progress.show("")
	return kit.Ask(ctx, observe.Contender{Name: o.engine, Open: open}, cases, sargon.Level(o.to),
		o.timeout, func(done int) {
			progress.update(func() string { return fmt.Sprintf("case %d of %d", done+1, len(cases)) })
		})
}
