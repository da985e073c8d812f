package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sargon78/compare/cases"
	"sargon78/native/literal"
	"sargon78/sargon"
)

// A diagnosis names the rule of the specification that an engine breaks. The probe breaks one rule
// after another, until its search equals that of the wrong engine. If no single rule does it, the
// diagnosis names the first intermediate value that differs, in the order of the specification.

const (
	diagnosisTime  = 5 * time.Second
	diagnosisEvals = 3000 // longer searches are not tried again and again
	keptSuspects   = 3

	// forksOfEvaluation is more than the forks of the specification in any evaluation.
	forksOfEvaluation = 20_000
)

// diagnose fills in the suspects of a divergence.
func (d *Divergence) diagnose(ctx context.Context, a, b sargon.Engine) {
	if d.Kind == NoDivergence || d.Left != "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, diagnosisTime)
	defer cancel()
	right := searchWhole(ctx, literal.New(), d.Case)
	if right == nil || right.Evals > diagnosisEvals {
		return
	}
	for i, engine := range []sargon.Engine{a, b} {
		if proves(engine, ProofTrace) < ProofTrace {
			continue
		}
		wrong := searchWhole(ctx, engine, d.Case)
		if wrong == nil || sameSearch(wrong, right) {
			continue
		}
		d.Suspects = append(d.Suspects, suspects(ctx, d.Names[i], d.Case, wrong)...)
	}
	if d.Suspects == nil {
		if place := d.firstPlace(); place != "" {
			d.Suspects = []string{"points to " + place}
		}
	}
}

// searchWhole searches a case to its end, nil if that fails.
func searchWhole(ctx context.Context, engine sargon.Engine, c cases.Case) (r *sargon.Result) {
	defer func() {
		if recover() != nil { // an engine that breaks a rule may break more
			r = nil
		}
	}()
	if c.SetUp(ctx, engine) != nil {
		return nil
	}
	result, err := engine.Search(ctx, c.Options())
	if err != nil && !errors.Is(err, sargon.ErrNoLegalMove) && !errors.Is(err, sargon.ErrMaxEvals) {
		return nil
	}
	return &result
}

// sameSearch tells whether two searches agree in all that every engine shows.
func sameSearch(a, b *sargon.Result) bool {
	return a.Trace == b.Trace && a.Evals == b.Evals && a.Score == b.Score && a.Best.Same(b.Best)
}

// suspects lists the rules that, broken alone, lead to the wrong engine's search.
func suspects(ctx context.Context, name string, c cases.Case,
	wrong *sargon.Result) (lines []string) {
	if c.MaxEvals == 0 {
		c.MaxEvals = wrong.Evals + 1
	}
	for p := range literal.NumPoints {
		for _, answer := range [2]bool{false, true} {
			e := literal.New()
			forks := (wrong.Evals + 2) * forksOfEvaluation
			e.Tamper = func(q literal.Point, happens bool) bool {
				if forks--; forks == 0 {
					panic("without this rule it goes on for ever")
				}
				if q == literal.Point(p) {
					return answer
				}
				return happens
			}
			broken := searchWhole(ctx, e, c)
			if ctx.Err() != nil {
				return lines
			}
			if broken == nil || !sameSearch(broken, wrong) {
				continue
			}
			info := literal.Point(p).Info()
			how := "did not exist"
			if answer {
				how = "always held"
			}
			line := fmt.Sprintf("%s searches as if spec §%d, %s, %s", name, info.Section, info.Name,
				how)
			if len(lines) == 0 { // the rule in words, for the first
				line += ":\n    " + info.Text
			}
			lines = append(lines, line)
			break
		}
		if len(lines) == keptSuspects {
			break
		}
	}
	return lines
}

// firstPlace names the part of the specification where the first differing intermediate value
// belongs, in the order in which the program finds them.
func (d *Divergence) firstPlace() string {
	switch {
	case d.atRoot && d.sameRoot():
		return "spec §8, afterwards: the limits of material and control, what is taken off for the " +
			"root, and the sum, VALM"
	case d.atRoot && (d.examined[0] == nil || d.examined[1] == nil):
		return "spec §8: the evaluation of the root (BC0, MV0), or afterwards: limits and sum"
	case d.atRoot:
		return "spec §8: the evaluation of the root (BC0, MV0)"
	}
	one, other := d.Steps[0], d.Steps[1]
	switch {
	case d.Kind == OtherResult:
		return d.resultPlace()
	case d.Kind == NoTrace:
		return ""
	case one == nil || other == nil:
		return "spec §11: when a search ends, or a ply is cut"
	case one.Ply != other.Ply:
		return "spec §11: cuts, mates, and the check extension, which lead from ply to ply"
	case one.From != other.From || one.To != other.To:
		return "spec §4 or §10: the moves of the ply, or their order"
	}
	x, y := d.States[0], d.States[1]
	for i := range d.States {
		if d.States[i] == nil && d.ProbeState != nil { // a program that shows no states
			x, y = d.States[1-i], nil
		}
	}
	if x == nil || y == nil {
		return "spec §5–§9: the evaluation of this move"
	}
	t, u := &x.Totals, &y.Totals
	switch {
	case x.Board != y.Board:
		return "spec §9: the board when a move is made or taken back"
	case x.Royal != y.Royal:
		return "spec §9 and §14.1: the royal squares"
	case !slices.Equal(x.Pins, y.Pins):
		return "spec §6: the pin list"
	case d.attacksDiffer():
		return "spec §5 and §6: who attacks a square, and how it is entered in the lists"
	case d.exchangesDiffer():
		return "spec §7: the exchange"
	case t.BoardControl != u.BoardControl && (d.examined[0] == nil || d.examined[1] == nil):
		return "spec §5, §6 or §8: who attacks which square, or board control"
	case t.BoardControl != u.BoardControl:
		return "spec §8, 1 and 2: board control"
	case t.Material != u.Material, t.PointsLost != u.PointsLost, t.PointsWon1 != u.PointsWon1,
		t.PointsWon2 != u.PointsWon2, t.Checked != u.Checked:
		return "spec §8, 3: material and losses"
	}
	return "spec §8, afterwards: how the totals become VALM"
}

// resultPlace names the part of the specification where a difference in the results belongs.
func (d *Divergence) resultPlace() string {
	one, other := d.outcomes()
	list := one.differences(&other, ProofTrace)
	if len(list) == 0 {
		return ""
	}
	switch what := list[0].What; {
	case what == countMateAt:
		return "spec §11 and §14.7: PMATE, and MOVENO, which goes up and down with the plies"
	case strings.HasPrefix(what, whatIsLeft):
		return "spec §3: records and links as they stay in the list area"
	case what == countGens, what == countRecords, what == countDropped:
		return "spec §3, §4 and §11: the list of moves, and at which ply moves are generated"
	}
	return "spec §11: what becomes of the values"
}

// sameRoot tells whether both engines show BC0 and MV0 of the root, and the same ones.
func (d *Divergence) sameRoot() bool {
	x, y := d.examined[0], d.examined[1]
	return x != nil && y != nil && x.Totals.BoardControl == y.Totals.BoardControl &&
		x.Totals.Material == y.Totals.Material
}

func (d *Divergence) attacksDiffer() bool {
	x, y := d.examined[0], d.examined[1]
	return x != nil && y != nil && x.Attacks != y.Attacks
}

func (d *Divergence) exchangesDiffer() bool {
	x, y := d.examined[0], d.examined[1]
	return x != nil && y != nil && x.Exchanges != y.Exchanges
}
