package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/compare"
	"sargon78/compare/cases"
	"sargon78/compare/external"
	"sargon78/sargon/files"
)

// merge joins the reports of the shards of a run.
func (o *compareOptions) merge(_ context.Context, out *cli.IO, names []string) error {
	if len(names) == 0 {
		return cli.Usagef("which reports? Name the files that --report wrote")
	}
	var reports []*compare.Report
	for _, name := range names {
		in, err := files.Open(name, out.In)
		if err != nil {
			return err
		}
		r, err := compare.ReadReport(in)
		_ = in.Close() // what was read is read
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		reports = append(reports, r)
	}
	r, err := compare.Merge(reports...)
	if err != nil {
		return err
	}
	r.Command = ""
	if err := o.finish(out, r, nil); err != nil {
		return err
	}
	if !r.Whole() {
		return errors.New("the run is not complete: shards are missing or were stopped")
	}
	return nil
}

// repro does one case again on all engines, and explains the first difference of each to
// the first.
func (o *compareOptions) repro(ctx context.Context, out *cli.IO, words []string) error {
	if err := o.check(); err != nil {
		return err
	}
	c, err := cases.ParseCase(strings.Join(words, " "))
	if err != nil {
		return cli.Usagef("%v", err)
	}
	if _, err := c.Position(); err != nil {
		return err
	}
	contenders, err := o.contenders(ctx)
	if err != nil {
		return err
	}
	others := contenders[1:]
	if len(others) == 0 {
		others = []compare.Contender{{}} // nobody: the first alone may fail
	}
	wrong := false
	for _, b := range others {
		a := contenders[0]
		f, err := compare.Investigate(ctx, a, b, c, o.settings)
		if err != nil {
			return err
		}
		if f.Undefined != "" {
			fmt.Fprintf(out.Out, "%s and %s differ only after %s: the specification says nothing about it\n",
				a.Name, cmp.Or(b.Name, "10x12"), f.Undefined)
			continue
		}
		if !f.Differs() {
			if b.Name == "" {
				return fmt.Errorf("%s does the case; with a second engine it could be compared", a.Name)
			}
			fmt.Fprintf(out.Out, "%s and %s do the same\n", a.Name, b.Name)
			continue
		}
		wrong = true
		o.show(out, f, true)
	}
	if wrong {
		return cli.ErrFailed
	}
	return nil
}

// serve lets one engine speak the line protocol on standard input and output.
func (o *compareOptions) serve(ctx context.Context, io *cli.IO, _ []string) error {
	names := o.engines
	if o.engine != "" {
		names = append(names, o.engine)
	}
	if len(names) != 1 {
		return cli.Usagef("name one engine with --engine")
	}
	c, err := o.contender(ctx, names[0])
	if err != nil {
		return err
	}
	engine, err := c.Open()
	if err != nil {
		return err
	}
	return external.Serve(ctx, engine, buildVersion(), files.Interruptible(ctx, io.In), io.Out)
}
