package compare

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"sargon78/compare/cases"
	"sargon78/compare/shrink"
	"sargon78/native/literal"
	"sargon78/sargon"
)

// ProbeContender is the probe: the specification followed word by word. It takes part like
// any engine, and is what a lone failure is explained with.
func ProbeContender() Contender {
	return Contender{
		Name: literal.Name, Open: func() (sargon.Engine, error) { return literal.New(), nil },
	}
}

// Investigation finds out about one case in which two engines differ, or one fails.
type Investigation struct {
	A, B    Contender // B without a name: A alone fails
	Proof   Proof
	Timeout time.Duration // of one search; 0: two minutes
	// Shrink is how long the case may be shrunk, 0 not at all.
	Shrink time.Duration
	// Flags are further flags that the command needs to repeat the case, or "".
	Flags string
	// Debug is as in Options.
	Debug func(a, b string, c cases.Case) string
}

// Investigate does the case again, shrinks it (unless its search has no end in time: each try would
// take as long), explains the first difference, and writes the command that repeats it. The error
// is that of ctx, or of an engine that cannot be opened.
func (v Investigation) Investigate(ctx context.Context, c cases.Case) (*Finding, error) {
	if v.Timeout == 0 {
		v.Timeout = defaultTimeout
	}
	d := newDuel(v)
	defer d.close()
	f := &Finding{Origin: "repeated", Case: c, A: v.A.Name, B: v.B.Name}
	differences, failure := d.judge(ctx, c)
	if err := ctx.Err(); err != nil {
		return f, err
	}
	f.Differences, f.Failure = differences, failure
	for _, name := range []string{v.A.Name, v.B.Name} {
		if own, ok := strings.CutPrefix(failure, name+": "); ok {
			f.A, f.B, f.Failure = name, "", own
			break
		}
	}
	if !f.differs() {
		return f, nil
	}
	smallest := c
	if v.Shrink > 0 && !d.late {
		smallest = shrink.Case(ctx, c, d.stillDiffers, shrink.Limits{Time: v.Shrink})
		f.Shrunk = &smallest
	}
	f.Command = v.repro(smallest)
	if len(differences) > 0 && differences[0].What == whatIsAccepted {
		f.Explanation = fmt.Sprintf("case: %v\nspec §16 says how a position is put up, spec §13 which "+
			"moves are refused\n", smallest)
		return f, nil
	}
	if v.Debug != nil && failure == "" {
		f.Debug = v.Debug(v.A.Name, v.B.Name, smallest)
	}
	var err error
	if failure != "" { // of one engine alone: it is only told
		f.Explanation = failureText(smallest, f.A, f.Failure)
		return f, nil
	}
	f.Explanation, err = v.explain(ctx, smallest)
	return f, err
}

// differs tells whether the engines differ, or one failed.
func (f *Finding) differs() bool { return len(f.Differences) > 0 || f.Failure != "" }

// repro is the command that repeats a case.
func (v Investigation) repro(c cases.Case) string {
	names := []string{v.A.Name}
	if v.B.Name != "" {
		names = append(names, v.B.Name)
	}
	proof := ""
	if v.Proof != ProofTrace {
		proof = fmt.Sprintf(" --depth-of-proof %v", v.Proof)
	}
	return fmt.Sprintf("sargon compare repro%s%s%s %s", EngineFlags(names), v.Flags, proof,
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

// explain finds the first difference with new engines.
func (v Investigation) explain(ctx context.Context, c cases.Case) (string, error) {
	d, err := v.divergence(ctx, c)
	switch {
	case d == nil:
		return "", err
	case err != nil:
		return fmt.Sprintf("case: %v\nthe first difference could not be found: %v\n", c, err), nil
	}
	return d.String(), nil
}

// failureText tells of a failure of one engine alone.
func failureText(c cases.Case, engine, failure string) string {
	return fmt.Sprintf("case: %v\n%s: %s\n", c, engine, failure)
}

// divergence finds the first difference with new engines, and looks inside those that are
// machines. It is nil if an engine cannot be opened.
func (v Investigation) divergence(ctx context.Context, c cases.Case) (*Divergence, error) {
	a, err := v.A.Open()
	if err != nil {
		return nil, err
	}
	defer closeEngine(a)
	b, err := v.B.Open()
	if err != nil {
		return nil, err
	}
	defer closeEngine(b)
	ctx, cancel := context.WithTimeout(ctx, 4*v.Timeout)
	defer cancel()
	d, err := FindDivergence(ctx, a, b, c, v.Proof)
	d.Names = [2]string{v.A.Name, v.B.Name}
	if err == nil {
		d.lookInside(ctx, 0, a)
		d.lookInside(ctx, 1, b)
		d.diagnose(ctx, a, b)
	}
	return d, err
}

// duel has two engines do single cases.
type duel struct {
	v       Investigation
	runners []*runner
	late    bool // the case judged last had no answer in time
}

func newDuel(v Investigation) *duel {
	d := &duel{v: v}
	contenders := []*Contender{&d.v.A, &d.v.B}
	if v.B.Name == "" {
		contenders = contenders[:1]
	}
	for _, c := range contenders {
		d.runners = append(d.runners, &runner{
			contender: c, proof: v.Proof, timeout: v.Timeout,
			inARow: new(atomic.Int32), gaveUp: new(atomic.Bool),
		})
	}
	return d
}

func (d *duel) close() {
	for _, s := range d.runners {
		s.close()
	}
}

// judge does a case on both engines. In a game that keeps its state the first search that
// differs counts.
func (d *duel) judge(ctx context.Context, c cases.Case) ([]Difference, string) {
	b := cases.Batch{Games: []cases.Game{c.Game("")}}
	var outcomes [][]outcome
	var refusals [2]string
	refusing := 0
	proof := d.v.Proof
	d.late = false
	for n, s := range d.runners {
		// Failures are looked for here: earlier ones do not count against the engine.
		s.gaveUp.Store(false)
		if s.open() == nil {
			s.proof = proves(s.engine, d.v.Proof)
		}
		all := s.run(ctx, &b)
		for i := range all {
			if all[i].refused && len(d.runners) > 1 {
				refusals[n] = all[i].failed
				refusing++
				break
			}
			if all[i].failed != "" {
				d.late = all[i].late
				return nil, s.contender.Name + ": " + all[i].failed
			}
			if !all[i].done { // not supported, or stopped
				return nil, ""
			}
		}
		outcomes = append(outcomes, all)
		proof = min(proof, s.proof)
	}
	switch {
	case refusing == 1:
		return acceptance(refusals[0], refusals[1]), ""
	case len(outcomes) < 2 || refusing > 0:
		return nil, ""
	}
	for i := range outcomes[0] {
		if list := outcomes[0][i].differences(&outcomes[1][i], proof); len(list) > 0 {
			return list, ""
		}
	}
	return nil, ""
}

// stillDiffers is judge for shrinking: cases outside the specification do not count, and neither do
// those without an answer in time.
func (d *duel) stillDiffers(ctx context.Context, c cases.Case) bool {
	differences, failure := d.judge(ctx, c)
	if ctx.Err() != nil || d.late {
		return false
	}
	if failure != "" || len(differences) == 0 {
		return failure != ""
	}
	why, _ := leaves(ctx, c)
	return why == ""
}

// investigate fills in a finding of a run. A search without an answer in time is not done again:
// a person waits.
func (r *run) investigate(ctx context.Context, f *Finding) {
	if f.late {
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
		f.Explanation = fmt.Sprintf("The case does not differ when it is done alone: an engine "+
			"kept something from an earlier case of batch %d.\n", f.Batch)
	default:
		f.Shrunk, f.Explanation = found.Shrunk, found.Explanation
		f.Command, f.Debug = found.Command, found.Debug
	}
}

// investigation prepares the investigation of a finding.
func (r *run) investigation(f *Finding) Investigation {
	v := Investigation{
		A: r.contender(f.A), Proof: r.options.Proof, Timeout: r.options.Timeout,
		Shrink: r.options.ShrinkTime, Flags: r.options.ReproFlags,
		Debug: r.options.Debug,
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
	return ProbeContender()
}

// undefined tells why the specification says nothing about a difference, "" if it does: the search
// had left the specification before the engines differed, or one of them failed or went on for
// ever.
func (r *run) undefined(ctx context.Context, f *Finding) string {
	why, after := leaves(ctx, f.Case)
	switch {
	case why == "" || f.endless:
		return why
	case f.Failure != "":
		if !r.sameUntil(ctx, f, after) {
			return ""
		}
		return why
	}
	d, err := r.investigation(f).divergence(ctx, f.Case)
	if err != nil {
		return ""
	}
	return d.Left
}

// leaves tells how the search of a case leaves the specification, "" if it does not, and after how
// many evaluations.
func leaves(ctx context.Context, c cases.Case) (why string, after uint64) {
	p := literal.New()
	if c.SetUp(ctx, p) != nil {
		return "", 0
	}
	_, _ = p.Search(ctx, c.Options())
	if p.Left != "" && !setsIsLost(ctx, c) {
		return "", 0
	}
	return p.Left, p.LeftAfter
}

// sameUntil tells whether the engine that failed does the first evaluations as the specification
// says.
func (r *run) sameUntil(ctx context.Context, f *Finding, evals uint64) bool {
	if evals == 0 {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, r.options.Timeout)
	defer cancel()
	options := f.Case.Options()
	options.MaxEvals = evals
	var outcomes [2]outcome
	for i, c := range []Contender{r.contender(f.A), ProbeContender()} {
		engine, err := c.Open()
		if err != nil {
			return false
		}
		defer closeEngine(engine)
		if f.Case.SetUp(ctx, engine) != nil {
			return false
		}
		outcomes[i] = runSearch(ctx, engine, options, ProofTrace)
	}
	a, b := &outcomes[0], &outcomes[1]
	return a.failed == "" && b.failed == "" && a.trace == b.trace && a.evals == b.evals
}
