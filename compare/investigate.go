package compare

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/sargon"
)

// Investigate explains one case in which two engines differ, or, if b has no name (the zero
// Participant), a alone fails. It runs the case again, shrinks it, explains the first difference, and
// writes the command that repeats it. It does not shrink a case that timed out: each try would take as
// long. The error is that of ctx, of an engine that cannot be opened, or of an option out of its range.
func Investigate(
	ctx context.Context, a, b Participant, c cases.Case, o Options,
) (f *Finding, err error) {
	defer observe.RecoverTo(&err)
	f = &Finding{Origin: "repeated", Case: c, A: a.Name, B: b.Name}
	both := []Participant{a, b}
	if b.Name == "" {
		both = both[:1]
	}
	o.Reference, o.Progress = ReferenceNone, nil
	r, err := newRun(both, o)
	if err != nil {
		return f, err
	}
	w := newWorker(r)
	defer w.close()
	found := w.compareCase(ctx, &c)
	if err := ctx.Err(); err != nil {
		return f, err
	}
	if len(found) == 0 {
		for f.Undefined = range r.report.Undefined { // one at the most
		}
		return f, nil
	}
	*f = found[0] // in a stateful case the first search that differs counts
	f.Origin, f.Case = "repeated", c
	smallest := c
	if r.options.ShrinkTime > 0 && f.failureKind != observe.TimedOut {
		still := func(ctx context.Context, c cases.Case) bool {
			again := w.compareCase(ctx, &c)
			return len(again) > 0 && again[0].failureKind != observe.TimedOut && f.sameKind(&again[0])
		}
		smallest = cases.Shrink(ctx, c, still, r.options.ShrinkTime)
		f.Shrunk = &smallest
	}
	f.Command = o.repro(a.Name, b.Name, smallest)
	switch {
	case f.Failure != "": // of one engine alone: it is only shown
		f.Explanation = f.failureText(smallest)
	case f.failureKind == observe.Refused:
		f.Explanation = fmt.Sprintf("case: %v\nspec §16 says how a position is set up, spec §13 which "+
			"moves are refused\n", smallest)
	default:
		if o.DebugCommand != nil {
			f.Debug = o.DebugCommand(a.Name, b.Name, smallest)
		}
		d, err := r.options.divergence(ctx, a, b, smallest)
		if err != nil {
			f.Explanation = fmt.Sprintf("case: %v\nthe first difference could not be found: %v\n", smallest, err)
			break
		}
		d.explain(ctx)
		f.Explanation, f.First = d.String(), d.first()
	}
	return f, ctx.Err()
}

// divergence finds the first difference with new engines.
func (o *Options) divergence(
	ctx context.Context, a, b Participant, c cases.Case,
) (d *Divergence, err error) {
	defer observe.RecoverTo(&err)
	ctx, cancel := context.WithTimeout(ctx, 4*o.Timeout)
	defer cancel()
	return FindDivergence(ctx, a, b, c, o.Detail)
}

// investigate fills in a finding of a run.
func (o *Options) investigate(ctx context.Context, a, b Participant, f *Finding) {
	f.Explanation = f.failureText(f.Case)
	found, err := Investigate(ctx, a, b, f.Case, *o)
	switch {
	case errors.Is(err, context.Canceled):
		f.Explanation = ""
	case err != nil:
		f.Explanation = "the case could not be done again: " + err.Error() + "\n"
	case !found.Differs():
		f.Explanation += "The case does not differ when it is done alone: an engine kept something from an " +
			"earlier case, or does not always answer the same.\n"
	default:
		f.Investigation = found.Investigation
	}
}

// repro returns the command that repeats a case, with one engine or two.
func (o *Options) repro(a, b string, c cases.Case) string {
	names := []string{a, b}
	if b == "" {
		names = names[:1]
	}
	detail := ""
	if o.Detail != sargon.DetailTrace {
		detail = fmt.Sprintf(" --detail %v", o.Detail)
	}
	return "sargon compare repro" + EngineFlags(names) + o.ReproFlags + detail + " " + ShellQuote(c.String())
}

// EngineFlags writes engines as flags of `sargon compare`, in their order. A command may hold
// commas, so it gets a flag of its own.
func EngineFlags(names []string) (text string) {
	for i, name := range names {
		separator := ","
		if i == 0 || IsCommand(name) || IsCommand(names[i-1]) {
			separator = " --engines "
		}
		text += separator + ShellQuote(name)
	}
	return text
}

// IsCommand reports whether the name of an engine is a command that starts a program.
func IsCommand(name string) bool {
	return strings.HasPrefix(name, "exec:") || strings.HasPrefix(name, "uci:")
}

// ShellQuote quotes a word for a shell, if it needs it.
func ShellQuote(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\"'\\$`*?<>|&;()#~") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
