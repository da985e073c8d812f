package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/participants"
	"sargon78/compare"
	"sargon78/compare/cases"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/files"
)

// defaultCases are compared if nothing else says how many.
const defaultCases = 200

// compare is a run over files or random cases.
func (o *compareOptions) compare(ctx context.Context, out *cli.IO, names []string) error {
	source, engines, err := o.prepare(ctx, out, names)
	if err != nil {
		return err
	}
	progress := newProgressLine(out.Err)
	o.settings.Progress = progress.update
	o.settings.OnFinding = func(f *compare.Finding) {
		progress.show("")
		o.show(out, f, false)
	}
	report, err := compare.Run(ctx, engines, source, o.settings)
	progress.show("")
	if errors.Is(err, compare.ErrNotStarted) {
		return err
	}
	notWritten := o.reportCoverage(out)
	err = o.finish(out, report, err)
	return cmp.Or(notWritten, err)
}

// prepare makes the cases, and opens the engines that are to do them.
func (o *compareOptions) prepare(
	ctx context.Context, out *cli.IO, names []string,
) (source cases.Source, engines []compare.Participant, err error) {
	for _, name := range append([]string{o.report, o.junit}, o.coverage...) {
		if err := files.CheckWriteNew(name, true, names...); err != nil {
			return nil, nil, err
		}
	}
	if o.generator.Levels, err = cases.ParseLevels(o.level); err != nil {
		return nil, nil, cli.Usagef("--level: %v", err)
	}
	if err := cmp.Or(o.check(), o.setShard(names)); err != nil {
		return nil, nil, err
	}
	if len(names) == 0 {
		o.chooseSeed()
	}
	if engines, err = o.openEngines(ctx); err != nil {
		return nil, nil, err
	}
	if err := o.checkCoverage(); err != nil {
		return nil, nil, err
	}
	if len(engines) < 2 {
		return nil, nil, cli.Usagef("--engines: comparing takes at least two")
	}
	s := &o.settings
	s.Program, s.Command, s.Levels = "sargon "+buildVersion(), o.command(names), o.generator.Levels.String()
	if o.seeded() {
		s.Seed = &o.generator.Seed
	}
	if len(names) > 0 {
		s.Reference = compare.ReferenceAll // the cases of a user: the reference engine searches all of them
		return &cases.Files{
			Names: names, Stdin: files.Interruptible(ctx, out.In), Levels: o.generator.Levels,
			Seed: o.generator.Seed, Limit: o.generator.Cases, WithoutHistory: o.withoutHistory,
		}, engines, nil
	}
	g := o.generator
	g.Capability = o.capabilities()
	if s.MaxDuration == 0 {
		g.Cases = cmp.Or(g.Cases, defaultCases)
	}
	if o.rules != "" {
		g.Rules = strings.Split(o.rules, ",")
	}
	if o.kinds != "" {
		g.Kinds = strings.Split(o.kinds, ",")
	}
	if source, err = cases.NewGenerator(g); err != nil {
		return nil, nil, cli.Usagef("--rules, --kinds: %v", err)
	}
	return source, engines, nil
}

// openEngines returns the engines that were asked for.
func (o *compareOptions) openEngines(ctx context.Context) ([]compare.Participant, error) {
	if len(o.engines) == 0 {
		o.engines = sargon.EngineNames // all
	}
	var all []compare.Participant
	for _, name := range o.engines {
		c, err := o.openEngine(ctx, name)
		if err != nil {
			return nil, fmt.Errorf("--engines: %w", err)
		}
		all = append(all, c)
	}
	return all, nil
}

// openEngine returns an engine by its name.
func (o *compareOptions) openEngine(ctx context.Context, name string) (compare.Participant, error) {
	open, image, err := participants.Named(ctx, name, *o.rom)
	if err != nil {
		return compare.Participant{}, err
	}
	c := compare.Participant{Name: name, Version: buildVersion(), Open: open}
	switch {
	case compare.IsCommand(name):
		c.Version = "" // the program tells it
	case image != nil:
		engine, err := open()
		if err != nil {
			return c, err
		}
		program, _ := emulated.FromEngine(engine)
		c.Version = fmt.Sprintf("%s, %d bytes at %04X, sha256 %.16s…, on the core %s", image.Name,
			len(image.Bytes), image.Load, image.SHA256(), program.Machine().Core().Name())
		return c, o.recordCoverage(&c, image)
	}
	return c, nil
}

// capabilities returns what all the engines can be asked for.
func (o *compareOptions) capabilities() cases.Capability {
	ask := cases.AnyCase
	for _, name := range o.engines {
		switch {
		case strings.HasPrefix(name, "uci:"):
			ask = max(ask, cases.OnlyFEN)
		case compare.IsCommand(name):
			ask = max(ask, cases.AnySearch)
		}
	}
	return ask
}

// command returns the command line that repeats the comparison, with its seed.
func (o *compareOptions) command(files []string) string {
	text := "sargon compare" + compare.EngineFlags(o.engines) + o.flagsText(engineFlags...) +
		o.flagsText("level", "cases")
	if o.seeded() {
		text += fmt.Sprintf(" --seed %d", o.generator.Seed)
	}
	text += o.flagsText("rules", "kinds", "for", "detail", "shard", "at-least")
	if o.withoutHistory {
		text += " --without-history"
	}
	for _, name := range files {
		text += " " + compare.ShellQuote(name)
	}
	return text
}

// engineFlags say what the engines are, and how long they may think.
var engineFlags = []string{"rom", "symbols", "load", "core", "timeout"}

// flagsText writes those flags of the call that do not have their usual value.
func (o *compareOptions) flagsText(names ...string) (text string) {
	for _, name := range names {
		f := o.flags.Lookup(name)
		text += flagText(name, f.Value.String(), f.DefValue)
	}
	return text
}

// debugCommand goes to where two engines differ in a case, if one of them is a machine and the
// other shows its evaluations.
func (o *compareOptions) debugCommand(a, b string, c cases.Case) string {
	isMachine := func(name string) bool { return name == "rom" || strings.HasPrefix(name, "rom:") }
	if !isMachine(a) {
		a, b = b, a
	}
	if !isMachine(a) || b == "" || strings.HasPrefix(b, "uci:") {
		return ""
	}
	file, isFile := strings.CutPrefix(a, "rom:")
	if !isFile {
		file = o.rom.Rom
	}
	return "sargon debug" + flagText("rom", file, "") + o.flagsText("symbols", "load") +
		flagText("against", b, "") + flagText("case", c.String(), "")
}

// flagText writes a flag, unless it has its usual value.
func flagText(name, value, usual string) string {
	if value == usual {
		return ""
	}
	return " --" + name + " " + compare.ShellQuote(value)
}

// show saves a differing case and prints it: as JSON, or, if no report follows, as a whole.
func (o *compareOptions) show(out *cli.IO, f *compare.Finding, whole bool) {
	if o.save != "" {
		if err := f.Save(o.save); err != nil {
			fmt.Fprintln(out.Err, "sargon compare:", err)
		}
	}
	if o.json {
		_ = f.WriteJSON(out.Out)
		return
	}
	if whole {
		fmt.Fprintf(out.Out, "%s\n\n", f)
	}
}

// finish writes the reports, and returns the error that sets the exit status.
func (o *compareOptions) finish(out *cli.IO, r *compare.Report, stopped error) error {
	if err := o.writeReports(out.Out, r); err != nil {
		return err
	}
	verdict := r.Verdict()
	switch {
	case stopped != nil:
		return stopped
	case verdict == compare.Differs && o.json:
		return errors.New(r.Result())
	case verdict == compare.Inconclusive && o.json:
		return fmt.Errorf("%w: %s", cli.ErrInconclusive, r.Reason())
	case verdict == compare.Differs:
		return cli.ErrFailed // the last line of the report says it
	case verdict == compare.Inconclusive:
		return cli.ErrInconclusive
	}
	return nil
}

func (o *compareOptions) writeReports(out io.Writer, r *compare.Report) error {
	var notWritten error
	if o.report != "" {
		notWritten = files.WriteFile(o.report, nil, r.WriteJSON)
	}
	if o.junit != "" {
		notWritten = errors.Join(notWritten, files.WriteFile(o.junit, out, r.WriteJUnit))
	}
	if o.json {
		return errors.Join(notWritten, r.WriteJSON(out))
	}
	if o.reached {
		notWritten = errors.Join(notWritten, r.WriteReached(out))
		fmt.Fprintln(out)
	}
	return errors.Join(notWritten, r.Write(out))
}
