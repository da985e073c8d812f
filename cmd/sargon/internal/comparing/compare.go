package comparing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"sargon78/sargon/files"
	"strings"
	"time"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/compare"
)

// defaultPositions are compared if nothing else says how many.
const defaultPositions = 200

// compare is a run over files or random cases.
func (o *Options) compare(ctx context.Context, out *cli.IO, names []string) error {
	run, err := o.prepare(ctx, out, names)
	if err != nil {
		return err
	}
	progress := cli.IsTerminal(out.Err)
	if progress {
		run.options.Progress = func(p compare.Progress) { fmt.Fprintf(out.Err, "\r\x1b[K%s", progressText(p)) }
	}
	run.options.Found = func(f *compare.Finding) {
		if progress {
			fmt.Fprint(out.Err, "\r\x1b[K")
		}
		o.show(out, f)
	}
	report, err := compare.Run(ctx, run.contenders, run.source, run.options)
	if progress {
		fmt.Fprint(out.Err, "\r\x1b[K")
	}
	if errors.Is(err, compare.ErrNotStarted) {
		return err
	}
	return o.finish(out, report, err)
}

// prepared is a run that is ready to start.
type prepared struct {
	contenders []compare.Contender
	source     compare.Source
	options    compare.Options
}

func (o *Options) prepare(ctx context.Context, out *cli.IO, names []string) (*prepared, error) {
	var p prepared
	proof, err := compare.ParseProof(o.proof)
	if err != nil {
		return nil, cli.Usagef("--depth-of-proof: %v", err)
	}
	levels, err := compare.ParseLevels(o.level)
	if err != nil {
		return nil, cli.Usagef("--level: %v", err)
	}
	shard, of, err := parseShard(o.shard)
	if err != nil {
		return nil, err
	}
	if o.positions < 0 || o.workers < 0 || o.maxDifferences < 0 || o.duration < 0 || o.shrink < 0 || o.timeout <= 0 {
		return nil, cli.Usagef("a number below 0 makes no sense here")
	}
	resumed, err := o.resumed()
	if err != nil {
		return nil, err
	}
	if of > 1 && !o.seed.given && len(names) == 0 {
		return nil, cli.Usagef("--shard needs --seed: all parts must follow from the same number")
	}
	if len(names) == 0 {
		o.seed.draw()
	}
	if p.contenders, err = o.contenders(); err != nil {
		return nil, err
	}
	if len(p.contenders) < 2 {
		return nil, cli.Usagef("--engines: comparing takes at least two")
	}
	cases := o.positions
	if cases == 0 && o.duration == 0 {
		cases = defaultPositions
	}
	if len(names) > 0 {
		p.source = &fileSource{names: names, stdin: files.Interruptible(ctx, out.In), levels: levels, seed: o.seed.value, limit: o.positions, plain: o.plain}
	} else {
		g := compare.GeneratorOptions{Seed: o.seed.value, Cases: cases, Levels: levels}
		if o.rules != "" {
			g.Rules = strings.Split(o.rules, ",")
		}
		if p.source, err = compare.NewGenerator(g); err != nil {
			return nil, cli.Usagef("--rules: %v", err)
		}
	}
	p.options = compare.Options{
		Proof: proof, Workers: o.workers, For: o.duration, Timeout: o.timeout, Shard: shard, Shards: of,
		MaxDifferences: orNever(o.maxDifferences), ShrinkTime: time.Duration(orNever(int(o.shrink))),
		Resume: resumed, Program: "sargon " + o.Version, Command: o.command(names), Levels: levels.String(),
		ReproFlags: o.engineFlags(),
	}
	if len(names) > 0 {
		p.options.ProbeEvery = 1 // cases of somebody's own: all are looked into
	}
	if o.seed.given {
		p.options.Seed = &o.seed.value
	}
	if o.resume != "" {
		p.options.CheckpointEvery = o.checkpoint
		p.options.Checkpoint = func(r *compare.Report) error { return writeReport(o.resume, r) }
	}
	return &p, nil
}

// orNever turns a flag's 0 into the −1 of package compare.
func orNever(n int) int {
	if n == 0 {
		return -1
	}
	return n
}

// resumed reads the state of a run that was stopped, nil if there is none.
func (o *Options) resumed() (*compare.Report, error) {
	if o.resume == "" {
		return nil, nil
	}
	r, err := readReport(o.resume)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !o.seed.given && r.Seed != nil {
		o.seed = seed{given: true, value: *r.Seed}
	}
	return r, nil
}

// command writes the call, with the seed that was drawn.
func (o *Options) command(files []string) string {
	var b strings.Builder
	b.WriteString("sargon compare" + compare.EngineFlags(o.engines) + o.engineFlags())
	word := func(name, value, usual string) { b.WriteString(flagText(name, value, usual)) }
	word("level", o.level, "1")
	word("positions", fmt.Sprint(o.positions), "0")
	word("seed", o.seed.String(), "")
	word("rules", o.rules, "")
	word("for", o.duration.String(), "0s")
	word("depth-of-proof", o.proof, compare.ProofTrace.String())
	word("shard", o.shard, "")
	if o.plain {
		b.WriteString(" --without-history")
	}
	for _, name := range files {
		b.WriteString(" " + compare.Quote(name))
	}
	return b.String()
}

// engineFlags writes the flags that say what the engines are, and how long they may think.
func (o *Options) engineFlags() string {
	return flagText("rom", o.rom.Rom, "") + flagText("symbols", o.rom.Symbols, "") + flagText("load", o.rom.Load, "") +
		flagText("timeout", o.timeout.String(), "2m0s")
}

// flagText writes a flag, unless it has its usual value.
func flagText(name, value, usual string) string {
	if value == usual {
		return ""
	}
	return " --" + name + " " + compare.Quote(value)
}

// show prints a differing case as soon as it is known.
func (o *Options) show(out *cli.IO, f *compare.Finding) {
	if o.save != "" {
		if err := saveCase(o.save, f); err != nil {
			fmt.Fprintln(out.Err, "sargon compare:", err)
		}
	}
	if o.json {
		_ = json.NewEncoder(out.Out).Encode(struct {
			Type string `json:"type"`
			*compare.Finding
		}{"difference", f})
		return
	}
	fmt.Fprintf(out.Out, "%s\n\n", f)
}

// finish writes the reports and says what the exit status is.
func (o *Options) finish(out *cli.IO, r *compare.Report, stopped error) error {
	if err := o.writeReports(out.Out, r); err != nil {
		return err
	}
	switch {
	case errors.Is(stopped, context.Canceled):
		text := "interrupted"
		if o.resume != "" {
			text += "; the same command goes on from " + o.resume
		}
		return errors.New(text)
	case stopped != nil:
		return stopped
	case !r.Success() && o.json:
		return errors.New(r.Verdict())
	case !r.Success():
		return cli.ErrFailed // the last line of the report says it
	}
	return nil
}

func (o *Options) writeReports(out io.Writer, r *compare.Report) error {
	if o.report != "" {
		if err := writeReport(o.report, r); err != nil {
			return err
		}
	}
	if o.junit != "" {
		if err := files.WriteFile(o.junit, out, r.WriteJUnit); err != nil {
			return err
		}
	}
	if o.json {
		return json.NewEncoder(out).Encode(struct {
			Type string `json:"type"`
			*compare.Report
		}{"summary", r})
	}
	if o.reached {
		if err := r.WriteReached(out); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	return r.WriteSummary(out)
}

func progressText(p compare.Progress) string {
	text := fmt.Sprintf("%d cases", p.Compared)
	if p.Cases > 0 {
		text = fmt.Sprintf("%d of %d cases", p.Compared, p.Cases)
	}
	if p.Rate < 1 {
		text += fmt.Sprintf(", %d searches", p.Searches)
	} else {
		text += fmt.Sprintf(", %.0f a second", p.Rate)
	}
	if p.Left > 0 {
		text += fmt.Sprintf(", %v left", p.Left.Round(time.Second))
	}
	if p.Differing > 0 {
		return text + fmt.Sprintf(", %d differ", p.Differing)
	}
	return text + ", no difference"
}

// writeReport writes a report whole or not at all.
func writeReport(name string, r *compare.Report) error {
	return files.WriteFile(name, nil, r.WriteJSON)
}

func readReport(name string) (*compare.Report, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := compare.ReadReport(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// saveCase writes a differing case, shrunk if it was, to a file that `sargon compare FILE`
// and the tests read.
func saveCase(directory string, f *compare.Finding) error {
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return err
	}
	c := f.Case
	if f.Shrunk != nil {
		c = *f.Shrunk
	}
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(c.String()))
	name := filepath.Join(directory, fmt.Sprintf("%08x.case", hash.Sum32()))
	return files.WriteFile(name, nil, func(w io.Writer) error {
		what := f.A + " failed"
		if f.Failure == "" {
			what = fmt.Sprintf("%s and %s differed: %v", f.A, f.B, f.Differences[0])
		}
		_, err := fmt.Fprintf(w, "# %s\n# %s\n%v\n", what, f.Command, c)
		return err
	})
}
