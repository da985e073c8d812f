package compare

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/native/reference"
	"sargon78/sargon"
)

// A diagnosis names the rule of the specification that an engine breaks. The reference engine breaks one rule
// after another, until its search equals that of the wrong engine. If no single rule does it, the
// diagnosis names the first intermediate value that differs, in the order of the specification.

const (
	diagnosisTime  = 5 * time.Second
	diagnosisEvals = 3000 // longer searches are not tried again and again
	maxSuspects    = 3

	// maxRulesOfEvaluation is more than the rules of the specification in any evaluation.
	maxRulesOfEvaluation = 20_000
)

// diagnose fills in the suspects of a divergence.
func (d *Divergence) diagnose(ctx context.Context) {
	if d.Kind == NoDivergence {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, diagnosisTime)
	defer cancel()
	who := ReferenceEngine()
	right := who.ObserveOnce(ctx, &d.Case, observe.Options{Evals: diagnosisEvals + 1}, 0)
	if right.Failure != observe.NoFailure || right.Result.Evals > diagnosisEvals {
		return
	}
	for i := range d.sides[:referenceSide] {
		s := &d.sides[i]
		if s.can.Detail >= sargon.DetailTrace && s.observation.Failure == observe.NoFailure &&
			!sameSearch(&s.observation, &right) {
			d.suspect(ctx, s)
		}
	}
	if place := d.evaluationSection(); d.Suspects == nil && place != "" {
		d.Suspects = []string{"points to " + place}
	}
}

// sameSearch reports whether two searches agree in all that every engine shows.
func sameSearch(a, b *observe.Observation) bool {
	return a.Result.Trace == b.Result.Trace && a.Result.Evals == b.Result.Evals &&
		a.Result.Score == b.Result.Score && a.Result.Best.Same(b.Result.Best)
}

// suspect adds the rules that, broken alone, lead to the search of a wrong engine.
func (d *Divergence) suspect(ctx context.Context, s *side) {
	wrong, found := &s.observation, 0
	c := d.Case.With(func(last *cases.Ply) {
		last.MaxEvals = cmp.Or(last.MaxEvals, wrong.Result.Evals+1)
	})
	for f := 0; f < 2*reference.NumRules && found < maxSuspects; f++ {
		b := BrokenRule{reference.Rule(f / 2), f%2 == 1}
		who := observe.FromEngine(b.Engine(wrong.Result.Evals))
		broken := who.ObserveOnce(ctx, &c, observe.Options{}, 0)
		if ctx.Err() != nil {
			return
		}
		if broken.Failure != observe.NoFailure || !sameSearch(&broken, wrong) {
			continue
		}
		line := fmt.Sprintf("%s searches as if %v", s.name, b)
		if found++; found == 1 { // the rule in words, for the first
			line += ":\n    " + b.Rule.Info().Text
			d.rule = cmp.Or(d.rule, b.name())
		}
		d.Suspects = append(d.Suspects, line)
	}
}

// BrokenRule is a rule of the specification that an engine breaks.
type BrokenRule struct {
	Rule   reference.Rule
	Always bool // it always holds; otherwise it does not exist
}

// String describes it in words: "spec §7, exchange-beyond, did not exist".
func (b BrokenRule) String() string {
	if b.Always {
		return b.name() + ", always held"
	}
	return b.name() + ", did not exist"
}

func (b BrokenRule) name() string {
	info := b.Rule.Info()
	return fmt.Sprintf("spec §%d, %s", info.Section, info.Name)
}

// Engine returns the reference engine without the rule. A search of much more than so many evaluations is a
// failure.
func (b BrokenRule) Engine(evals uint64) *reference.Engine {
	forks := (evals + 2) * maxRulesOfEvaluation
	e := reference.New()
	e.Tamper = func(f reference.Rule, happens bool) bool {
		if forks--; forks == 0 {
			panic("without this rule it goes on forever")
		}
		if f == b.Rule {
			return b.Always
		}
		return happens
	}
	return e
}

// evaluationSection names the part of the specification where the first differing intermediate value
// belongs, in the order in which the program finds them.
func (d *Divergence) evaluationSection() string {
	one, other := &d.sides[0], &d.sides[1]
	e, f := one.evaluation, other.evaluation
	switch {
	case d.atRoot:
		return afterwards
	case d.Kind == OtherResult:
		return d.resultSection()
	case d.Kind == NoTrace:
		return ""
	case e == nil || f == nil:
		return "spec §11: when a search ends, or a ply is cut"
	case e.Ply != f.Ply:
		return "spec §11: cuts, mates, and the check extension, which lead from ply to ply"
	case e.From != f.From || e.To != f.To:
		return "spec §4 or §10: the moves of the ply, or their order"
	case one.state == nil || other.state == nil: // a program that shows no states
		return "spec §5–§9: the evaluation of this move"
	}
	seen := one.examined != nil && other.examined != nil
	for i := range stateValues {
		v := &stateValues[i]
		differs := v.differs(one.state, other.state)
		switch {
		case i == firstTotal && seen && one.examined.Attacks != other.examined.Attacks:
			return "spec §5 and §6: who attacks a square, and how it is entered in the lists"
		case i == firstTotal && seen && one.examined.Exchanges != other.examined.Exchanges:
			return "spec §7: the exchange"
		case i == firstTotal && !seen && differs:
			return "spec §5, §6 or §8: who attacks which square, or board control"
		case differs:
			return v.section
		}
	}
	return afterwards
}

// resultSection names the part of the specification where a difference in the results belongs.
func (d *Divergence) resultSection() string {
	list := observe.Differences(&d.sides[0].observation, &d.sides[1].observation, sargon.DetailTrace)
	if len(list) == 0 || d.Failure(0)+d.Failure(1) != "" {
		return ""
	}
	what, _, _ := strings.Cut(list[0].What, ",")
	return cmp.Or(resultSections[what], "spec §11: what becomes of the values")
}

const listOfMoves = "spec §3, §4 and §11: the list of moves, and at which ply moves are generated"

// resultSections are the places of what can differ in a result other than the values.
var resultSections = map[string]string{
	observe.WhatEvals:    "spec §17: evaluations are counted with the root's own",
	observe.WhatMateAt:   "spec §11 and §14.7: PMATE, and MOVENO, which goes up and down with the plies",
	observe.WhatLeftover: "spec §3: records and links as they stay in the list area",
	observe.WhatGens:     listOfMoves,
	observe.WhatRecords:  listOfMoves,
	observe.WhatDropped:  listOfMoves,
}
