package kit

import (
	"cmp"
	"context"
	"fmt"
	"maps"
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
	given map[int]Values
	wrong []Mistake
}

// How much is tried.
const (
	triedWrong   = 6    // wrong searches
	triedRight   = 3    // right searches that reach a rule
	triedEvals   = 2500 // longer searches are not
	maxSuspects  = 3
	fewMoves     = 3
	mostlyBroken = 0.5 // of the wrong searches tried, a rule explains so many at least
)

// looks says in words what the answers look like, nothing if that cannot be said.
func (d *diagnosis) looks(ctx context.Context) []string {
	if first := d.wrong[0].Case; first.Before != nil {
		return d.routine(first.Kind)
	}
	if len(d.wrong) < fewMoves && d.wrong[0].Given["evals"] == nil {
		return nil // a move or two may have any reason
	}
	if lines := d.broken(ctx); lines != nil {
		return lines
	}
	return d.values()
}

// routine names the rules that the wrong cases of a routine have in common.
func (d *diagnosis) routine(kind Kind) []string {
	var s spectrum
	for i := range d.kit {
		if c := &d.kit[i]; c.Kind == kind && d.given[c.ID] != nil {
			s.add(c.Reaches, difference(c, d.given[c.ID]) != "")
		}
	}
	return append([]string{fmt.Sprintf("spec §%d, %s, were wrong", sections[kind], kind)},
		s.suspects(func(f literal.Fork) bool { // castling tests attacks, which is another kind
			return kind != Generation || f.Info().Section <= sections[kind]
		})...)
}

// short returns searches that are wrong, or right, the short ones first.
func (d *diagnosis) short(wrong bool) (all []*Case) {
	for i := range d.kit {
		c := &d.kit[i]
		given := d.given[c.ID]
		if c.Kind == Search && given["best"] != nil && evals(c) <= triedEvals &&
			(difference(c, given) != "") == wrong {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b *Case) int { return cmp.Compare(evals(a), evals(b)) })
	return all
}

func evals(c *Case) uint64 {
	n, _ := c.Want["evals"].(float64)
	return uint64(n)
}

// broken names the rules that, broken alone, lead to the answers.
func (d *diagnosis) broken(ctx context.Context) (lines []string) {
	wrong, right := d.short(true), d.short(false)
	wrong = wrong[:min(triedWrong, len(wrong))]
	explained := map[compare.Broken]int{}
	for f := range literal.Fork(literal.NumForks) {
		for _, always := range []bool{false, true} {
			b, n := compare.Broken{Rule: f, Always: always}, 0
			for i, c := range wrong {
				if n+len(wrong)-i > int(mostlyBroken*float64(len(wrong))) && d.explains(ctx, b, c) {
					n++
				}
			}
			if n > int(mostlyBroken*float64(len(wrong))) && !d.contradicted(ctx, b, right) {
				explained[b] = n
			}
			if ctx.Err() != nil {
				return nil
			}
		}
	}
	// Of rules that explain as much the likelier are those that somebody forgets, and those that few
	// right answers need.
	doubt := func(b compare.Broken) (n int) {
		if b.Always {
			return len(d.kit)
		}
		for _, c := range right {
			if c.Reaches(b.Rule) {
				n++
			}
		}
		return n
	}
	all := slices.SortedFunc(maps.Keys(explained), func(a, b compare.Broken) int {
		return cmp.Or(cmp.Compare(explained[b], explained[a]), cmp.Compare(doubt(a), doubt(b)),
			cmp.Compare(a.Rule, b.Rule))
	})
	for _, b := range all[:min(maxSuspects, len(all))] {
		line := fmt.Sprintf("%v: %s", b, b.Rule.Info().Text)
		if n := explained[b]; n < len(wrong) {
			line += fmt.Sprintf(" (so in %d of the %d shortest that are wrong)", n, len(wrong))
		}
		lines = append(lines, line)
	}
	return lines
}

// contradicted tells whether a right answer would be wrong without a rule.
func (d *diagnosis) contradicted(ctx context.Context, b compare.Broken, right []*Case) bool {
	tried := 0
	for _, c := range right {
		if c.Reaches(b.Rule) || b.Always {
			if !d.explains(ctx, b, c) {
				return true
			}
			if tried++; tried == triedRight {
				break
			}
		}
	}
	return false
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
	stopped.Want = plain(ask(ctx, &s, &stopped))
	return stopped.Want["best"] != nil && difference(&stopped, given) == ""
}

// part is a part of the program that the first wrong evaluation of a search points to.
type part int

const (
	theMoves part = iota
	theTest
	theValues
	theOrder
	theSearch
	theEnd
)

// parts say it in words, and which sections' rules may be broken; none: all.
var parts = [...]struct {
	text     string
	sections []int
}{
	theMoves: {"spec §4, the moves, were wrong", []int{4}},
	theTest:  {"spec §5, the test whether a king is attacked, were wrong", []int{5}},
	theValues: {"spec §5 to §8, the evaluation, or §9, what moves leave of a position, were wrong",
		[]int{5, 6, 7, 8, 9}},
	theOrder:  {"spec §9 or §10, making moves or their order, were wrong", []int{9, 10}},
	theSearch: {"spec §11, what leads from ply to ply, were wrong", []int{11}},
	theEnd:    {"something were wrong that comes later in a search, up to spec §11", nil},
}

// values says what the first evaluations that are wrong point to.
func (d *diagnosis) values() (lines []string) {
	var votes [len(parts)]int
	var searches spectrum
	for i := range d.kit {
		c := &d.kit[i]
		given := d.given[c.ID]
		if c.Kind != Search || given["best"] == nil {
			continue
		}
		wrong := difference(c, given) != ""
		searches.add(c.Reaches, wrong)
		if came, told := given["first"].([]any); told && wrong && c.Level <= 2 {
			votes[pointsTo(c, came)]++
		}
	}
	var sections []int
	if most := slices.Max(votes[:]); most > 0 {
		p := parts[slices.Index(votes[:], most)]
		lines, sections = []string{p.text}, p.sections
	}
	return append(lines, searches.suspects(func(f literal.Fork) bool {
		return sections == nil || slices.Contains(sections, f.Info().Section)
	})...)
}

// pointsTo says what the first evaluation that differs points to.
func pointsTo(c *Case, came []any) part {
	want, _ := c.Want["first"].([]any)
	n := 0
	for n < len(want) && n < len(came) && want[n] == came[n] {
		n++
	}
	read := func(list []any) (e sargon.Evaluation) {
		if n < len(list) {
			e, _ = sargon.ParseEvaluation(fmt.Sprint(list[n]))
		}
		return e
	}
	right, wrong := read(want), read(came)
	switch {
	case right == wrong: // they are the same as far as they are told
		return theEnd
	case right.Ply == wrong.Ply && right.From == wrong.From && right.To == wrong.To:
		return theValues
	case right.Ply <= 1 && wrong.Ply <= 1:
		return c.movesDiffer(right, wrong)
	case right.Ply != wrong.Ply:
		return theSearch
	}
	return theOrder
}

// movesDiffer tells whether a wrong move at ply 1 is one that cannot be generated, or one that leaves
// the king attacked.
func (c *Case) movesDiffer(right, wrong sargon.Evaluation) part {
	asked, err := c.parse()
	model := literal.New()
	if err != nil || wrong.Ply == 0 || model.SetPosition(asked.Start) != nil {
		return theMoves
	}
	listed := func(e sargon.Evaluation) int {
		return slices.IndexFunc(model.Moves(nil), func(m sargon.Move) bool {
			return m.From == e.From && m.To == e.To
		})
	}
	if at := listed(wrong); at >= 0 && (right.Ply == 0 || at < listed(right)) {
		return theTest
	}
	return theMoves
}

// spectrum counts in how many wrong and right answers each rule was reached.
type spectrum struct {
	wrong, right [literal.NumForks]int
	allWrong     int
}

func (s *spectrum) add(reaches func(literal.Fork) bool, wrong bool) {
	if wrong {
		s.allWrong++
	}
	for f := range literal.Fork(literal.NumForks) {
		switch {
		case !reaches(f):
		case wrong:
			s.wrong[f]++
		default:
			s.right[f]++
		}
	}
}

// score is Ochiai's coefficient: 1 if all wrong answers reach a rule and no right one does.
func (s *spectrum) score(f literal.Fork) float64 {
	if s.wrong[f] == 0 {
		return 0
	}
	n := float64(s.wrong[f])
	return n / math.Sqrt(float64(s.allWrong)*(n+float64(s.right[f])))
}

// suspects lists the rules with the greatest score.
func (s *spectrum) suspects(wanted func(literal.Fork) bool) (lines []string) {
	var all []literal.Fork
	for f := range literal.Fork(literal.NumForks) {
		if wanted(f) && s.wrong[f] > 0 {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b literal.Fork) int { return cmp.Compare(s.score(b), s.score(a)) })
	for _, f := range all[:min(maxSuspects, len(all))] {
		info := f.Info()
		lines = append(lines, fmt.Sprintf("near spec §%d, %s (%d wrong and %d right reach it): %s",
			info.Section, info.Name, s.wrong[f], s.right[f], info.Text))
	}
	return lines
}
