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

// A suspect is a rule that answers speak against.
type suspect struct {
	line  string  // says so
	score float64 // how much they do
	doubt int     // of suspects with the same score the likelier have less
}

// likeliest are the lines of the first suspects.
func likeliest(all []suspect) (lines []string) {
	slices.SortStableFunc(all, func(a, b suspect) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.doubt, b.doubt))
	})
	for _, s := range all[:min(maxSuspects, len(all))] {
		lines = append(lines, s.line)
	}
	return lines
}

// broken names the rules that, broken alone, lead to most of the wrong answers, and to the right ones.
func (d *diagnosis) broken(ctx context.Context) []string {
	wrong, right := d.short(true), d.short(false)
	wrong = wrong[:min(triedWrong, len(wrong))]
	var all []suspect
	for n := range 2 * literal.NumForks {
		b := compare.Broken{Rule: literal.Fork(n / 2), Always: n%2 == 1}
		// Likelier are rules that somebody forgets, and those that few right answers need.
		held, doubt := right, len(d.kit)
		if !b.Always {
			held = reaching(right, b.Rule)
			doubt = len(held)
		}
		explained := d.explained(ctx, b, wrong, held[:min(triedRight, len(held))])
		if ctx.Err() != nil {
			return nil
		}
		if explained == 0 {
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

// explained is how many of the wrong answers a rule explains: 0 if these are not more than half, or if
// it does not explain all of the right ones.
func (d *diagnosis) explained(ctx context.Context, b compare.Broken, wrong, right []*Case) (n int) {
	for i, c := range wrong {
		if 2*(n+len(wrong)-i) > len(wrong) && d.explains(ctx, b, c) {
			n++
		}
	}
	unexplained := func(c *Case) bool { return !d.explains(ctx, b, c) }
	if 2*n <= len(wrong) || slices.ContainsFunc(right, unexplained) {
		return 0
	}
	return n
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
func (d *diagnosis) near(kind Kind) []string {
	allWrong, allRight := d.answered(kind, true), d.answered(kind, false)
	var all []suspect
	for f := range literal.Fork(literal.NumForks) {
		info := f.Info()
		wrong, right := len(reaching(allWrong, f)), len(reaching(allRight, f))
		if wrong == 0 || kind == Generation && info.Section > 4 {
			continue // castling tests attacks, which is another kind
		}
		all = append(all, suspect{
			line: fmt.Sprintf("near spec §%d, %s (%d wrong and %d right reach it): %s",
				info.Section, info.Name, wrong, right, info.Text),
			// Ochiai's coefficient: 1 if all wrong answers reach a rule and no right one does.
			score: float64(wrong) / math.Sqrt(float64(len(allWrong)*(wrong+right))),
		})
	}
	return likeliest(all)
}

// reaching are the cases that reach a rule.
func reaching(cases []*Case, f literal.Fork) []*Case {
	return slices.DeleteFunc(slices.Clone(cases), func(c *Case) bool { return !c.Reaches(f) })
}
