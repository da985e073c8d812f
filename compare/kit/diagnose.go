package kit

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"sargon78/compare"
	"sargon78/native/reference"
)

// A diagnosis names the rules of the specification that a port probably breaks. It has nothing but the
// port's answers: those of the first kind of routine that is wrong, or else those of searches. It lets the
// reference engine break each rule in turn, to see whether it then gives the answers of the port. If no
// broken rule does so, the diagnosis names the rules that wrong answers reach and right ones do not.
type diagnosis struct {
	kind         Kind
	answers      Answers
	wrong, right []*Case // the short ones first
}

// How much is tried.
const (
	triedWrong  = 6    // wrong answers
	triedRight  = 3    // right answers that reach a rule
	triedEvals  = 2500 // evaluations: longer searches are not tried
	maxSuspects = 3    // rules that are named
	minLikeness = 0.5  // how alike the cases that reach a rule and the wrong ones must be, from 0 to 1
	fewMoves    = 3    // fewer wrong moves may have any reason
)

const noRule = "no rule fits, or more than one is broken: begin with the first case"

// diagnose returns lines on what the wrong answers look like; none if that cannot be said.
func (g *Grade) diagnose(ctx context.Context, given Answers) []string {
	first := g.Wrong[0].Case
	d := diagnosis{kind: Search, answers: given}
	switch {
	case first.Before != nil:
		d.kind = first.Kind
	case len(g.Wrong) < fewMoves && given[first.ID]["evals"] == nil:
		return nil // a move or two may have any reason
	}
	for _, c := range g.Right {
		if c.Kind == d.kind {
			d.right = append(d.right, c)
		}
	}
	for _, m := range g.Wrong {
		if m.Case.Kind == d.kind && given[m.Case.ID]["error"] == nil {
			d.wrong = append(d.wrong, m.Case)
		}
	}
	lines := d.broken(ctx)
	if lines != nil {
		return lines
	}
	if first.Before != nil {
		lines = append(lines, fmt.Sprintf("spec §%d, %s, were wrong", first.Section, d.kind))
	}
	if lines = append(lines, d.near()...); len(lines) == 0 && len(d.wrong) > 0 {
		lines = []string{noRule}
	}
	return lines
}

func evals(c *Case) uint64 {
	n, _ := c.Want["evals"].(float64)
	return uint64(n)
}

// shortest returns the cases with the shortest searches, without those that are too long to try.
func shortest(all []*Case, most int) []*Case {
	short := slices.DeleteFunc(slices.Clone(all), func(c *Case) bool { return evals(c) > triedEvals })
	slices.SortStableFunc(short, func(a, b *Case) int { return cmp.Compare(evals(a), evals(b)) })
	return short[:min(most, len(short))]
}

// A suspect is a rule that the port may break.
type suspect struct {
	line  string  // for people
	score float64 // a likelier suspect has more
	doubt int     // of two suspects with the same score, the likelier has less
}

// likeliest returns the lines of the likeliest suspects.
func likeliest(all []suspect) (lines []string) {
	slices.SortStableFunc(all, func(a, b suspect) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.doubt, b.doubt))
	})
	for _, s := range all[:min(maxSuspects, len(all))] {
		lines = append(lines, s.line)
	}
	return lines
}

// broken names the rules that explain more than half of the wrong answers: the reference engine gives these
// answers if it breaks only that rule, and it still gives right answers where the port does.
func (d *diagnosis) broken(ctx context.Context) []string {
	wrong := shortest(d.wrong, triedWrong)
	var all []suspect
	for n := range 2 * reference.NumRules {
		b := compare.BrokenRule{Rule: reference.Rule(n / 2), Always: n%2 == 1}
		// Forgotten rules are likelier than rules that are always applied, and those are likelier that few
		// right answers need. Only a case that reaches a rule can have another answer without it.
		held, tried, doubt := d.right, wrong, math.MaxInt
		if !b.Always {
			held, tried = reaching(d.right, b.Rule), reaching(wrong, b.Rule)
			doubt = len(held)
		}
		unexplained := func(c *Case) bool { return !d.explains(ctx, b, c) }
		explained := 0
		for i, c := range tried { // as long as the rule may still explain more than half
			if 2*(explained+len(tried)-i) > len(wrong) && d.explains(ctx, b, c) {
				explained++
			}
		}
		if ctx.Err() != nil {
			return nil
		}
		if 2*explained <= len(wrong) || slices.ContainsFunc(shortest(held, triedRight), unexplained) {
			continue
		}
		line := fmt.Sprintf("%v: %s", b, b.Rule.Info().Text)
		if explained < len(wrong) {
			line += fmt.Sprintf(" (so in %d of the %d shortest that are wrong)", explained, len(wrong))
		}
		all = append(all, suspect{line, float64(explained), doubt})
	}
	return likeliest(all)
}

// routineEvals is a number of evaluations that take longer than any routine.
const routineEvals = 200

// explains reports whether the reference engine with a broken rule answers as the port does.
func (d *diagnosis) explains(ctx context.Context, b compare.BrokenRule, c *Case) bool {
	given := d.answers[c.ID]
	count := max(10*evals(c), routineEvals)
	if told, is := given["evals"].(float64); is {
		count = uint64(told)
	}
	asked := *c
	if c.Before == nil {
		asked.Position += fmt.Sprintf(" evals %d", count+1)
	}
	asked.Want = asked.answer(ctx, b.Engine(count))
	return asked.Want["error"] == nil && difference(&asked, given) == ""
}

// near names the rules that the wrong answers reach and the right ones do not. It leaves out rules that many
// right answers reach. It names none if most answers are wrong, because then all of them have too much in
// common.
func (d *diagnosis) near() []string {
	if len(d.wrong) > len(d.right) {
		return nil
	}
	var all []suspect
	for f := range reference.Rule(reference.NumRules) {
		info := f.Info()
		wrong, right := len(reaching(d.wrong, f)), len(reaching(d.right, f))
		// Ochiai's coefficient: 1 if all wrong answers reach a rule and no right one does.
		likeness := float64(wrong) / math.Sqrt(float64(len(d.wrong)*(wrong+right)))
		if 2*wrong <= len(d.wrong) || likeness < minLikeness || d.kind == Generation && info.Section > 4 {
			continue // castling tests attacks, but these have cases of another kind
		}
		line := fmt.Sprintf("near spec §%d, %s (%d wrong and %d right reach it): %s",
			info.Section, info.Name, wrong, right, info.Text)
		all = append(all, suspect{line: line, score: likeness})
	}
	return likeliest(all)
}

// reaching returns the cases that reach a rule.
func reaching(cases []*Case, f reference.Rule) []*Case {
	return slices.DeleteFunc(slices.Clone(cases), func(c *Case) bool { return !c.Reaches(f) })
}
