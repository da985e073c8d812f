package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/sargon"
)

// Investigate finds out about one case in which two engines differ, or, if b is nobody (the zero
// Contender), a alone fails. It does the case again, shrinks it (unless its search has no end in time:
// each try would take as long), explains the first difference, and writes the command that repeats
// it. The error is that of ctx, or of an engine that cannot be opened.
func Investigate(
	ctx context.Context, a, b Contender, c cases.Case, o Options,
) (f *Finding, err error) {
	defer observe.Contain(&err)
	o.ModelEvery = neverModel
	o.defaults(0)
	f = &Finding{Origin: "repeated", Case: c, A: a.Name, B: b.Name}
	r := &run{options: o, contenders: []Contender{a}}
	if b.Name != "" {
		r.contenders = append(r.contenders, b)
	}
	if _, err := r.open(); err != nil {
		return f, err
	}
	w := newWorker(r)
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
	if o.ShrinkTime > 0 && f.how != observe.Late {
		still := func(ctx context.Context, c cases.Case) bool {
			again := w.do(ctx, &c)
			return len(again) > 0 && again[0].how != observe.Late && f.sameKind(&again[0])
		}
		smallest = cases.Shrink(ctx, c, still, o.ShrinkTime)
		f.Shrunk = &smallest
	}
	f.Command = o.repro(a.Name, b.Name, smallest)
	switch {
	case f.Failure != "": // of one engine alone: it is only told
		f.Explanation = failureText(smallest, f.A, f.Failure)
		return f, nil
	case f.how == observe.Refused:
		f.Explanation = fmt.Sprintf("case: %v\nspec §16 says how a position is set up, spec §13 which "+
			"moves are refused\n", smallest)
		return f, nil
	case o.Debug != nil:
		f.Debug = o.Debug(a.Name, b.Name, smallest)
	}
	d, err := o.divergence(ctx, a, b, smallest)
	if err != nil {
		f.Explanation = fmt.Sprintf("case: %v\nthe first difference could not be found: %v\n", smallest, err)
		return f, ctx.Err()
	}
	d.explain(ctx)
	f.Explanation, f.First = d.String(), d.first()
	return f, ctx.Err()
}

// differs tells whether the engines differ, or one failed.
func (f *Finding) differs() bool { return len(f.Differences) > 0 || f.Failure != "" }

// repro is the command that repeats a case, with one engine or two.
func (o *Options) repro(a, b string, c cases.Case) string {
	names := slices.DeleteFunc([]string{a, b}, func(name string) bool { return name == "" })
	detail := ""
	if o.Detail != sargon.DetailTrace {
		detail = fmt.Sprintf(" --depth-of-proof %v", o.Detail)
	}
	return fmt.Sprintf("sargon compare repro%s%s%s %s", EngineFlags(names), o.ReproFlags, detail,
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

// divergence finds the first difference with new engines.
func (o *Options) divergence(
	ctx context.Context, a, b Contender, c cases.Case,
) (d *Divergence, err error) {
	defer observe.Contain(&err)
	ctx, cancel := context.WithTimeout(ctx, 4*o.Timeout)
	defer cancel()
	return FindDivergence(ctx, a, b, c, o.Detail)
}

// failureText tells of a failure of one engine alone, if there is one.
func failureText(c cases.Case, engine, failure string) string {
	text := fmt.Sprintf("case: %v\n", c)
	if failure != "" {
		text += fmt.Sprintf("%s: %s\n", engine, failure)
	}
	return text
}

// investigate fills in a finding of a run. A search without an answer in time is not done again:
// a person waits.
func (r *run) investigate(ctx context.Context, f *Finding) {
	if f.how == observe.Late {
		f.Explanation = failureText(f.Case, f.A, f.Failure)
		return
	}
	found, err := Investigate(ctx, *r.contender(f.A), *r.contender(f.B), f.Case, r.options)
	switch {
	case errors.Is(err, context.Canceled):
		return
	case err != nil:
		f.Explanation = "the case could not be done again: " + err.Error() + "\n"
	case !found.differs():
		f.Explanation = failureText(f.Case, f.A, f.Failure) + "The case does not differ when it is done " +
			"alone: an engine kept something from an earlier case.\n"
	default:
		f.Explained = found.Explained
	}
}

// contender finds a contender by name: the reference model too, and nobody for "".
func (r *run) contender(name string) *Contender {
	for i := range r.contenders {
		if r.contenders[i].Name == name {
			return &r.contenders[i]
		}
	}
	if name == "" {
		return &Contender{}
	}
	model := ReferenceModel()
	return &model
}
