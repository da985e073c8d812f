package compare

import (
	"fmt"
	"slices"

	"sargon78/sargon"
	"sargon78/sargon/emulated/debugger"
	"sargon78/sargon/spec/variables"
)

// stateValue is a value that evaluations rest on, which lies in variables of a machine.
type stateValue struct {
	name    string                      // of its row in an explanation; "" has none
	cell    uint16                      // the first, from the load address (spec §15)
	section string                      // where the specification speaks of it
	bytes   func(*sargon.State) []uint8 // of the variables
	text    func(*sargon.State) string
}

// stateValues are all of them, in the order in which the program finds them. Attack lists and
// exchanges, which a state does not hold, come before the totals.
var stateValues = []stateValue{
	{"", variables.BOARDA, "spec §9: the board when a move is made or taken back",
		func(s *sargon.State) []uint8 { return squares(s.Board[:]) }, nil},
	{"royal K k Q q", variables.POSK, "spec §9 and §14.1: the royal squares",
		func(s *sargon.State) []uint8 { return squares(s.Royal[:2]) },
		func(s *sargon.State) string {
			return fmt.Sprintf("%v %v %v %v", s.Royal[0], s.Royal[1], s.Royal[2], s.Royal[3])
		}},
	{"", variables.POSQ, "spec §9 and §14.1: the royal squares",
		func(s *sargon.State) []uint8 { return squares(s.Royal[2:]) }, nil},
	{"", variables.NPINS, "spec §6: the pin list",
		func(s *sargon.State) []uint8 { return []uint8{uint8(len(s.Pins))} }, nil},
	{"pins", variables.PLISTA, "spec §6: the pin list",
		func(s *sargon.State) (list []uint8) {
			for _, p := range s.Pins {
				list = append(list, uint8(p.Square))
			}
			return list
		},
		func(s *sargon.State) string { return debugger.PinsText(s.Pins) }},
	total("BRDC", variables.BRDC, "spec §8, 1 and 2: board control",
		func(t *sargon.Totals) int8 { return t.BoardControl }),
	total("MTRL", variables.MTRL, losses, func(t *sargon.Totals) int8 { return t.Material }),
	total("PTSL", variables.PTSL, losses, func(t *sargon.Totals) uint8 { return t.PointsLost }),
	total("PTSW1", variables.PTSW1, losses, func(t *sargon.Totals) uint8 { return t.PointsWon1 }),
	total("PTSW2", variables.PTSW2, losses, func(t *sargon.Totals) uint8 { return t.PointsWon2 }),
	total("PTSCK", variables.PTSCK, losses, func(t *sargon.Totals) sargon.Square { return t.HangingMover }),
	total("VALM", variables.VALM, afterwards,
		func(t *sargon.Totals) sargon.Value { return t.Value }),
}

const (
	losses     = "spec §8, 3: material and losses"
	afterwards = "spec §8, afterwards: the root (BC0, MV0), the limits of material and control, and " +
		"the sum, VALM"
)

// firstTotal is the number of BRDC in stateValues.
const firstTotal = 5

// total is one of the totals: a byte.
func total[T ~int8 | ~uint8](
	name string, cell uint16, place string, of func(*sargon.Totals) T,
) stateValue {
	return stateValue{
		name: name, cell: cell, section: place,
		bytes: func(s *sargon.State) []uint8 { return []uint8{uint8(of(&s.Totals))} },
		text:  func(s *sargon.State) string { return fmt.Sprint(of(&s.Totals)) },
	}
}

// squares are the bytes of pieces or squares.
func squares[T ~uint8](list []T) []uint8 {
	all := make([]uint8, len(list))
	for i, b := range list {
		all[i] = uint8(b)
	}
	return all
}

// firstDifferent returns the number of the first byte of the value that is another one in another
// state; −1 if there is none.
func (v *stateValue) firstDifferent(a, b *sargon.State) int {
	x, y := v.bytes(a), v.bytes(b)
	for at := range min(len(x), len(y)) {
		if x[at] != y[at] {
			return at
		}
	}
	return -1
}

// differs reports whether the value is another one in another state.
func (v *stateValue) differs(a, b *sargon.State) bool {
	return v.firstDifferent(a, b) >= 0 || v.text != nil && v.text(a) != v.text(b)
}

// shownRows returns the rows of an explanation: the evaluation, the totals and the rest of what it rests
// on. Each row is the name of a value, then the value in each step, "" if the step has none.
func shownRows(steps ...step) (rows [][]string) {
	row := func(name string, text func(s *step) string) {
		texts := []string{name}
		for i := range steps {
			texts = append(texts, text(&steps[i]))
		}
		rows = append(rows, texts)
	}
	row("ply, move, value", func(s *step) string {
		if s.evaluation == nil {
			return ""
		}
		return s.evaluation.String()
	})
	for _, v := range slices.Concat(stateValues[firstTotal:], stateValues[:firstTotal]) {
		if v.text == nil {
			continue
		}
		row(v.name, func(s *step) string {
			if s.state == nil {
				return ""
			}
			return v.text(s.state)
		})
	}
	return rows
}
