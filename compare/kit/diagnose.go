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
	"sargon78/sargon"
)

// A diagnosis names the rules of the specification that a port probably breaks, from its answers
// alone. If single routines are wrong, it names the rules that the wrong ones have in common. Else
// the reference model breaks one rule after another, until it gives the port's answers. If no rule
// does it, the first evaluations that are wrong tell what part of the program is, and the rules that
// wrong searches reach, and right ones do not, tell more.
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
		if first.Kind == Generation { // castling tests attacks, which is another kind
			return d.near(first.Kind, said, 1, 2, 3, first.Section)
		}
		return d.near(first.Kind, said)
	}
	if len(d.wrong) < fewMoves && d.given[first.ID]["evals"] == nil {
		return nil // a move or two may have any reason
	}
	if lines := d.broken(ctx); lines != nil {
		return lines
	}
	votes := make([]int, len(parts))
	for _, c := range d.answered(Search, true) {
		if came, told := d.given[c.ID]["first"].([]any); told && c.Level <= 2 {
			votes[pointsTo(c, came)]++
		}
	}
	most := slices.Max(votes)
	if most == 0 {
		return d.near(Search, "")
	}
	p := parts[slices.Index(votes, most)]
	return d.near(Search, p.said, p.sections...)
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
		for _, s := range []suspect{
			{Broken: compare.Broken{Rule: f}, doubt: len(reaching)},
			{Broken: compare.Broken{Rule: f, Always: true}, doubt: len(d.kit)},
		} {
			for i, c := range wrong {
				if 2*(s.explained+len(wrong)-i) > len(wrong) && d.explains(ctx, s.Broken, c) {
					s.explained++
				}
			}
			if s.Always {
				reaching = right
			}
			if 2*s.explained > len(wrong) &&
				!slices.ContainsFunc(reaching[:min(triedRight, len(reaching))], func(c *Case) bool {
					return !d.explains(ctx, s.Broken, c)
				}) {
				all = append(all, s)
			}
			if ctx.Err() != nil {
				return nil
			}
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

// parts of the program are told by the first evaluation of a search that differs: the first part whose
// sign that is may be wrong. Its rules are those of some sections; none are all.
var parts = []struct {
	sign     func(right, wrong sargon.Evaluation) bool
	said     string
	sections []int
}{
	{func(right, wrong sargon.Evaluation) bool { return right == wrong }, // as far as they are told
		"something were wrong that comes later in a search, up to spec §11", nil},
	{func(right, wrong sargon.Evaluation) bool {
		right.Value = wrong.Value
		return right == wrong
	}, "spec §5 to §8, the evaluation, or §9, what moves leave of a position, were wrong",
		[]int{5, 6, 7, 8, 9}},
	{func(right, wrong sargon.Evaluation) bool { return right.Ply <= 1 && wrong.Ply <= 1 },
		"spec §4, the moves, or §5, the test whether a king is attacked, were wrong", []int{4, 5}},
	{func(right, wrong sargon.Evaluation) bool { return right.Ply != wrong.Ply },
		"spec §11, what leads from ply to ply, were wrong", []int{11}},
	{func(_, _ sargon.Evaluation) bool { return true },
		"spec §9 or §10, making moves or their order, were wrong", []int{9, 10}},
}

// pointsTo says which part the first evaluations of a wrong search point to.
func pointsTo(c *Case, came []any) int {
	want, _ := c.Want["first"].([]any)
	at := func(list []any, n int) (e sargon.Evaluation) { // zero behind the end
		if n < len(list) {
			e, _ = sargon.ParseEvaluation(fmt.Sprint(list[n]))
		}
		return e
	}
	var right, wrong sargon.Evaluation
	for n := 0; right == wrong && n < max(len(want), len(came)); n++ {
		right, wrong = at(want, n), at(came, n)
	}
	for i := range parts {
		if parts[i].sign(right, wrong) {
			return i
		}
	}
	return len(parts) - 1
}

// near says a sentence, and then which rules of some sections the wrong answers of a kind reach, and
// the right ones do not; without sections those of all.
func (d *diagnosis) near(kind Kind, said string, sections ...int) []string {
	wrong, right := d.answered(kind, true), d.answered(kind, false)
	type reached struct {
		rule         literal.Fork
		wrong, right int
		score        float64
	}
	var all []reached
	for f := range literal.Fork(literal.NumForks) {
		if sections != nil && !slices.Contains(sections, f.Info().Section) {
			continue
		}
		count := func(cases []*Case) (n int) {
			for _, c := range cases {
				if c.Reaches(f) {
					n++
				}
			}
			return n
		}
		r := reached{rule: f, wrong: count(wrong), right: count(right)}
		if r.wrong == 0 {
			continue
		}
		// Ochiai's coefficient: 1 if all wrong answers reach a rule and no right one does.
		r.score = float64(r.wrong) / math.Sqrt(float64(len(wrong)*(r.wrong+r.right)))
		all = append(all, r)
	}
	slices.SortStableFunc(all, func(a, b reached) int { return cmp.Compare(b.score, a.score) })
	var lines []string
	if said != "" {
		lines = append(lines, said)
	}
	for _, r := range all[:min(maxSuspects, len(all))] {
		info := r.rule.Info()
		lines = append(lines, fmt.Sprintf("near spec §%d, %s (%d wrong and %d right reach it): %s",
			info.Section, info.Name, r.wrong, r.right, info.Text))
	}
	return lines
}
