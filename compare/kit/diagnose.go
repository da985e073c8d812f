package kit

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"sargon78/compare"
	"sargon78/compare/observe"
	"sargon78/native/literal"
)

// A diagnosis names the rules of the specification that a port probably breaks, from its answers
// alone. If searches are wrong, the reference model breaks one rule after another, until it gives the
// port's answers. Else, and if no rule does it, those are named that wrong answers reach, and right
// ones do not.
type diagnosis struct {
	kit   []Case
	given Answers
	wrong map[int]bool
}

// How much is tried.
const (
	triedWrong  = 6    // wrong searches
	triedRight  = 3    // right searches that reach a rule
	triedEvals  = 2500 // longer searches are not
	maxSuspects = 3
	fewMoves    = 3
)

// looks says in words what the answers look like, nothing if that cannot be said. First is the first
// case that is wrong.
func (d *diagnosis) looks(ctx context.Context, first *Case) []string {
	if first.Before != nil {
		said := fmt.Sprintf("spec §%d, %s, were wrong", first.Section, first.Kind)
		return append([]string{said}, d.near(first.Kind)...)
	}
	if len(d.wrong) < fewMoves && d.given[first.ID]["evals"] == nil {
		return nil // a move or two may have any reason
	}
	if lines := d.broken(ctx); lines != nil {
		return lines
	}
	return d.near(Search)
}

// answered are the cases of a kind with wrong, or right, answers.
func (d *diagnosis) answered(kind Kind, wrong bool) (all []*Case) {
	for i := range d.kit {
		c := &d.kit[i]
		if given := d.given[c.ID]; c.Kind == kind && given != nil && d.wrong[c.ID] == wrong &&
			(kind != Search || given["best"] != nil) {
			all = append(all, c)
		}
	}
	return all
}

// short returns searches with wrong, or right, answers, the short ones first.
func (d *diagnosis) short(wrong bool) []*Case {
	all := slices.DeleteFunc(d.answered(Search, wrong), func(c *Case) bool { return evals(c) > triedEvals })
	slices.SortStableFunc(all, func(a, b *Case) int { return cmp.Compare(evals(a), evals(b)) })
	return all
}

func evals(c *Case) uint64 {
	n, _ := c.Want["evals"].(float64)
	return uint64(n)
}

// A suspect is a rule that, broken alone, leads to most of the wrong answers, and to the right ones.
type suspect struct {
	compare.Broken
	explained int
	doubt     int // of suspects that explain as much the likelier have less
}

// broken names the rules that, broken alone, lead to the answers.
func (d *diagnosis) broken(ctx context.Context) (lines []string) {
	wrong, right := d.short(true), d.short(false)
	wrong = wrong[:min(triedWrong, len(wrong))]
	var all []suspect
	for f := range literal.Fork(literal.NumForks) {
		reaching := slices.DeleteFunc(slices.Clone(right), func(c *Case) bool { return !c.Reaches(f) })
		// Likelier are rules that somebody forgets, and those that few right answers need.
		absent := suspect{Broken: compare.Broken{Rule: f}, doubt: len(reaching)}
		always := suspect{Broken: compare.Broken{Rule: f, Always: true}, doubt: len(d.kit)}
		if d.explainsAll(ctx, &absent, wrong, reaching) {
			all = append(all, absent)
		}
		if d.explainsAll(ctx, &always, wrong, right) {
			all = append(all, always)
		}
		if ctx.Err() != nil {
			return nil
		}
	}
	slices.SortStableFunc(all, func(a, b suspect) int {
		return cmp.Or(cmp.Compare(b.explained, a.explained), cmp.Compare(a.doubt, b.doubt))
	})
	for _, s := range all[:min(maxSuspects, len(all))] {
		line := fmt.Sprintf("%v: %s", s.Broken, s.Rule.Info().Text)
		if s.explained < len(wrong) {
			line += fmt.Sprintf(" (so in %d of the %d shortest that are wrong)", s.explained, len(wrong))
		}
		lines = append(lines, line)
	}
	return lines
}

// explainsAll tells whether a rule explains more than half of the wrong answers, and the first right
// ones.
func (d *diagnosis) explainsAll(ctx context.Context, s *suspect, wrong, right []*Case) bool {
	for i, c := range wrong {
		if 2*(s.explained+len(wrong)-i) > len(wrong) && d.explains(ctx, s.Broken, c) {
			s.explained++
		}
	}
	return 2*s.explained > len(wrong) &&
		!slices.ContainsFunc(right[:min(triedRight, len(right))], func(c *Case) bool {
			return !d.explains(ctx, s.Broken, c)
		})
}

// explains tells whether the model without a rule answers as the port does.
func (d *diagnosis) explains(ctx context.Context, b compare.Broken, c *Case) bool {
	given := d.given[c.ID]
	count := 10 * evals(c)
	if told, is := given["evals"].(float64); is {
		count = uint64(told)
	}
	stopped := *c
	stopped.Position += fmt.Sprintf(" evals %d", count+1)
	s := observe.Subject{Contender: new(b.Contender(count))}
	defer s.Close()
	stopped.Want = ask(ctx, &s, &stopped)
	return stopped.Want["best"] != nil && difference(&stopped, given) == ""
}

// near says which rules the wrong answers of a kind reach, and the right ones do not.
func (d *diagnosis) near(kind Kind) (lines []string) {
	type reached struct {
		rule         literal.Fork
		wrong, right int
		score        float64
	}
	wrong, right := d.answered(kind, true), d.answered(kind, false)
	var all []reached
	for f := range literal.Fork(literal.NumForks) {
		if kind == Generation && f.Info().Section > 4 {
			continue // castling tests attacks, which is another kind
		}
		r := reached{rule: f, wrong: reaching(wrong, f), right: reaching(right, f)}
		if r.wrong > 0 {
			// Ochiai's coefficient: 1 if all wrong answers reach a rule and no right one does.
			r.score = float64(r.wrong) / math.Sqrt(float64(len(wrong)*(r.wrong+r.right)))
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b reached) int { return cmp.Compare(b.score, a.score) })
	for _, r := range all[:min(maxSuspects, len(all))] {
		info := r.rule.Info()
		lines = append(lines, fmt.Sprintf("near spec §%d, %s (%d wrong and %d right reach it): %s",
			info.Section, info.Name, r.wrong, r.right, info.Text))
	}
	return lines
}

// reaching is how many cases reach a rule.
func reaching(cases []*Case, f literal.Fork) (n int) {
	for _, c := range cases {
		if c.Reaches(f) {
			n++
		}
	}
	return n
}
