package compare

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/compare/shrink"
	"sargon78/sargon"
)

// Investigation finds out about one case in which two engines differ, or one fails.
type Investigation struct {
	A, B    Contender // B without a name: A alone fails
	Detail  sargon.Detail
	Timeout time.Duration // of one search; 0: two minutes
	// Shrink is how long the case may be shrunk, 0 not at all.
	Shrink time.Duration
	// Flags are further flags that the command needs to repeat the case, or "".
	Flags string
	// Debug is as in Options.
	Debug func(a, b string, c cases.Case) string

	judges *judges // nil: the usual ones
}

// Investigate does the case again, shrinks it (unless its search has no end in time: each try would
// take as long), explains the first difference, and writes the command that repeats it. The error
// is that of ctx, or of an engine that cannot be opened.
func (v Investigation) Investigate(
	ctx context.Context, c cases.Case,
) (f *Finding, err error) {
	defer observe.Contain(&err)
	if v.Timeout == 0 {
		v.Timeout = defaultTimeout
	}
	f = &Finding{Origin: "repeated", Case: c, A: v.A.Name, B: v.B.Name}
	w, err := v.worker()
	if err != nil {
		return f, err
	}
	defer w.close()
	found := w.do(ctx, &c)
	if err := ctx.Err(); err != nil {
		return f, err
	}
	if len(found) == 0 {
		for f.Undefined = range w.done.Undefined { // one at the most
		}
		return f, nil
	}
	*f = found[0] // in a stateful case the first search that differs counts
	f.Origin, f.Case = "repeated", c
	smallest := c
	if v.Shrink > 0 && f.how != observe.Late {
		still := func(ctx context.Context, c cases.Case) bool {
			again := w.do(ctx, &c)
			return len(again) > 0 && again[0].how != observe.Late && f.sameKind(&again[0])
		}
		smallest = shrink.Case(ctx, c, still, v.Shrink)
		f.Shrunk = &smallest
	}
	f.Command = v.repro(smallest)
	switch {
	case f.Failure != "": // of one engine alone: it is only told
		f.Explanation = failureText(smallest, f.A, f.Failure)
		return f, nil
	case f.how == observe.Refused:
		f.Explanation = fmt.Sprintf("case: %v\nspec §16 says how a position is set up, spec §13 which "+
			"moves are refused\n", smallest)
		return f, nil
	case v.Debug != nil:
		f.Debug = v.Debug(v.A.Name, v.B.Name, smallest)
	}
	v.explain(ctx, smallest, f)
	return f, ctx.Err()
}

// judgement asks nobody yet what the specification says about a case.
func (v Investigation) judgement(c cases.Case) *judgement {
	j := &judgement{judges: usualJudges, c: c, detail: v.Detail, timeout: v.Timeout}
	if v.judges != nil {
		j.judges = *v.judges
	}
	return j
}

// differs tells whether the engines differ, or one failed.
func (f *Finding) differs() bool { return len(f.Differences) > 0 || f.Failure != "" }

// repro is the command that repeats a case.
func (v Investigation) repro(c cases.Case) string {
	names := []string{v.A.Name}
	if v.B.Name != "" {
		names = append(names, v.B.Name)
	}
	detail := ""
	if v.Detail != sargon.DetailTrace {
		detail = fmt.Sprintf(" --depth-of-proof %v", v.Detail)
	}
	return fmt.Sprintf("sargon compare repro%s%s%s %s", EngineFlags(names), v.Flags, detail,
		Quote(c.String()))
}

// EngineFlags writes engines as flags of `sargon compare`, in their order. A command may hold
// commas, so it gets a flag of its own.
func EngineFlags(names []string) string {
	var text strings.Builder
	var plain []string
	flush := func() {
		if len(plain) > 0 {
			text.WriteString(" --engines " + Quote(strings.Join(plain, ",")))
			plain = nil
		}
	}
	for _, name := range names {
		if !IsCommand(name) {
			plain = append(plain, name)
			continue
		}
		flush()
		text.WriteString(" --engines " + Quote(name))
	}
	flush()
	return text.String()
}

// IsCommand tells whether the name of an engine is a command that starts a program.
func IsCommand(name string) bool {
	return strings.HasPrefix(name, "exec:") || strings.HasPrefix(name, "uci:")
}

// Quote quotes a word for a shell, if it needs it.
func Quote(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\"'\\$`*?<>|&;()#~") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// explain finds the first difference with new engines, and tells of it.
func (v Investigation) explain(ctx context.Context, c cases.Case, f *Finding) {
	d, err := v.divergence(ctx, c)
	if err != nil {
		f.Explanation = fmt.Sprintf("case: %v\nthe first difference could not be found: %v\n", c, err)
		return
	}
	d.explain(ctx)
	f.Explanation, f.First = d.String(), d.first()
}

// divergence finds the first difference with new engines.
func (v Investigation) divergence(ctx context.Context, c cases.Case) (d *Divergence, err error) {
	defer observe.Contain(&err)
	ctx, cancel := context.WithTimeout(ctx, 4*v.Timeout)
	defer cancel()
	return FindDivergence(ctx, v.A, v.B, c, v.Detail)
}

// failureText tells of a failure of one engine alone, if there is one.
func failureText(c cases.Case, engine, failure string) string {
	text := fmt.Sprintf("case: %v\n", c)
	if failure != "" {
		text += fmt.Sprintf("%s: %s\n", engine, failure)
	}
	return text
}

// worker returns one that does single cases with the engines of the investigation.
func (v Investigation) worker() (*worker, error) {
	r := &run{
		options: Options{
			Detail: v.Detail, Timeout: v.Timeout, ModelEvery: neverModel, judges: v.judges,
		},
		contenders: []Contender{v.A},
	}
	if v.B.Name != "" {
		r.contenders = append(r.contenders, v.B)
	}
	w := newWorker(r)
	for i, s := range w.subjects {
		engine, err := s.Open()
		if err != nil {
			w.close()
			return nil, fmt.Errorf("%s: %w", s.Contender.Name, err)
		}
		r.details = append(r.details, min(v.Detail, engine.Shows().Detail))
		r.order = append(r.order, i)
	}
	return w, nil
}

// investigate fills in a finding of a run. A search without an answer in time is not done again:
// a person waits.
func (r *run) investigate(ctx context.Context, f *Finding) {
	if f.how == observe.Late {
		f.Explanation = failureText(f.Case, f.A, f.Failure)
		return
	}
	found, err := r.investigation(f).Investigate(ctx, f.Case)
	switch {
	case errors.Is(err, context.Canceled):
		return
	case err != nil:
		f.Explanation = "the case could not be done again: " + err.Error() + "\n"
	case !found.differs():
		f.Explanation = failureText(f.Case, f.A, f.Failure) + "The case does not differ when it is done " +
			"alone: an engine kept something from an earlier case.\n"
	default:
		f.Shrunk, f.Explanation, f.First = found.Shrunk, found.Explanation, found.First
		f.Command, f.Debug = found.Command, found.Debug
	}
}

// investigation prepares the investigation of a finding.
func (r *run) investigation(f *Finding) Investigation {
	v := Investigation{
		A: r.contender(f.A), Detail: r.options.Detail, Timeout: r.options.Timeout,
		Shrink: r.options.ShrinkTime, Flags: r.options.ReproFlags,
		Debug: r.options.Debug, judges: r.options.judges,
	}
	if f.B != "" {
		v.B = r.contender(f.B)
	}
	return v
}

// contender finds a contender by name.
func (r *run) contender(name string) Contender {
	for _, c := range r.contenders {
		if c.Name == name {
			return c
		}
	}
	return ReferenceModel()
}
