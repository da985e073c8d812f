package observe

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sargon78/sargon"
)

// Difference is one value that differs.
type Difference struct {
	What string `json:"what"`
	A    string `json:"a"`
	B    string `json:"b"`
}

func (d Difference) String() string { return fmt.Sprintf("%s: %s / %s", d.What, d.A, d.B) }

// What differs, where something follows from it.
const (
	WhatEvals    = "evaluations"
	WhatGens     = "calls of the generator"
	WhatRecords  = "most records in the list area"
	WhatDropped  = "records dropped"
	WhatMateAt   = "last mate at move (PMATE)"
	WhatLeftover = "what the search leaves to the next one"
)

// Mismatch is how two observations of a search clash: in what they differ, or that the second engine
// fails.
type Mismatch struct {
	Differences []Difference
	Failure     FailureKind // the way in which one fails or refuses
}

// Compare compares an observation that may be the reference (Rank) with another one; nil means that
// the engines agree. Two that go on forever agree if they came equally far with the same evaluations.
func Compare(a, b *Observation, detail sargon.Detail) *Mismatch {
	switch {
	case a.Failure == Endless && b.Failure == Endless:
		if a.Result.Evals == b.Result.Evals && a.Result.Trace == b.Result.Trace {
			return nil
		}
		return &Mismatch{Failure: Endless, Differences: []Difference{
			{"evaluations before it goes on forever", a.Text, b.Text},
		}}
	case a.Failure == NoFailure && b.Failure == NoFailure:
		if list := Differences(a, b, detail); len(list) > 0 {
			return &Mismatch{Differences: list}
		}
		return nil
	case a.Failure == Refused && b.Failure == NoFailure, a.Failure == NoFailure && b.Failure == Refused:
		const taken = "accepted"
		return &Mismatch{Failure: Refused, Differences: []Difference{
			{"position and moves before the search", cmp.Or(a.Text, taken), cmp.Or(b.Text, taken)},
		}}
	}
	return &Mismatch{Failure: b.Failure}
}

// value is what is compared of two observations.
type value struct {
	what      string
	detail    sargon.Detail
	condition condition
	of        func(*Observation) any
}

// condition says of which searches a value is compared.
type condition int

const (
	always         condition = iota
	onlyEnded                // those that came to their end
	onlyFullDetail           // and were done by engines that show everything
)

// values are in the order in which they are reported.
var values = []value{
	{"best move", sargon.DetailMove, onlyEnded, func(o *Observation) any { return o.Result.Best.String() }},
	{"score", sargon.DetailScore, onlyEnded, func(o *Observation) any { return uint8(o.Result.Score) }},
	{WhatEvals, sargon.DetailScore, always, func(o *Observation) any { return o.Result.Evals }},
	{"trace", sargon.DetailTrace, always, func(o *Observation) any { return o.Result.Trace }},
	{"its flags", sargon.DetailTrace, onlyFullDetail, func(o *Observation) any { return o.Result.Best.Flags }},
	{"what answers", sargon.DetailTrace, onlyFullDetail, func(o *Observation) any {
		if o.Result.Book {
			return "the book"
		}
		return "a search"
	}},
	{WhatGens, sargon.DetailTrace, onlyFullDetail, func(o *Observation) any { return o.Result.Gens }},
	{WhatRecords, sargon.DetailTrace, onlyFullDetail, func(o *Observation) any { return o.Result.Records }},
	{WhatDropped, sargon.DetailTrace, onlyFullDetail, func(o *Observation) any { return o.Result.Dropped }},
	{WhatMateAt, sargon.DetailTrace, onlyFullDetail, func(o *Observation) any { return o.Result.MateAt }},
	{"position before it", sargon.DetailTrace, onlyFullDetail, func(o *Observation) any { return o.before }},
	{"position after it", sargon.DetailTrace, onlyFullDetail, func(o *Observation) any { return o.after }},
	{"states", sargon.DetailState, always, func(o *Observation) any { return o.States }},
}

// Differences lists, a few words each, in what two observations differ that did not fail.
func Differences(a, b *Observation, detail sargon.Detail) (list []Difference) {
	differ := func(what string, a, b any) {
		list = append(list, Difference{what, fmt.Sprint(a), fmt.Sprint(b)})
	}
	limited, all := a.Limited || b.Limited, a.FullDetail && b.FullDetail
	// At a limit that is just what it needs a machine stops, and a native engine comes to its end.
	if a.Limited != b.Limited && a.Result.Evals != b.Result.Evals {
		differ("stopped at the limit of evaluations", a.Limited, b.Limited)
	}
	if a.NoMove != b.NoMove && !limited {
		legal := map[bool]string{true: "no legal move", false: "a legal move"}
		differ("mate or stalemate", legal[a.NoMove], legal[b.NoMove])
		return list
	}
	if a.NoMove && !all {
		return nil // a program that speaks a protocol says no more than that
	}
	for _, v := range values {
		if detail < v.detail || v.condition >= onlyEnded && limited || v.condition == onlyFullDetail && !all {
			continue
		}
		if x, y := v.of(a), v.of(b); x != y {
			differ(v.what, x, y)
		}
	}
	if detail < sargon.DetailTrace || !all {
		return list
	}
	if !limited {
		if !slices.Equal(a.Result.PV, b.Result.PV) {
			differ("best line", movesText(a.Result.PV), movesText(b.Result.PV))
		}
		list = append(list, leftoversDiffer(a.Leftover, b.Leftover)...)
	}
	// A machine stops before it announces the next root move, a native engine after it.
	sameStop := !limited || a.Result.TStates == 0 && b.Result.TStates == 0
	if sameStop && a.EventHash != b.EventHash && len(list) == 0 {
		differ("what is told during the search, or the list at ply 1", a.EventHash, b.EventHash)
	}
	return list
}

func movesText(moves []sargon.Move) string {
	var texts []string
	for _, m := range moves {
		texts = append(texts, fmt.Sprintf("%v-%02x", m, uint8(m.Flags)))
	}
	return strings.Join(texts, " ")
}

// leftoversDiffer names the first variable in which what two searches have left differs.
func leftoversDiffer(a, b []uint8) []Difference {
	for at := range min(len(a), len(b)) {
		if a[at] == b[at] {
			continue
		}
		cell := fmt.Sprintf("%s of ply %d", [...]string{"start", "head"}[at/2%2], 1+at/plyBytes)
		if n := at - plyTableBytes; n >= 0 {
			field := [recordBytes]string{"link", "link", "from", "to", "flags", "value"}[n%recordBytes]
			cell = fmt.Sprintf("%s of record %d", field, 1+n/recordBytes)
		}
		return []Difference{{WhatLeftover + ", " + cell, fmt.Sprint(a[at]), fmt.Sprint(b[at])}}
	}
	if len(a) != len(b) && a != nil && b != nil {
		return []Difference{{WhatLeftover + ", bytes", fmt.Sprint(len(a)), fmt.Sprint(len(b))}}
	}
	return nil
}
