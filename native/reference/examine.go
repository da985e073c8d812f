package reference

import (
	"context"

	"sargon78/sargon"
)

// Examine returns the root of a search in parts (spec §4–§10).
func (e *Engine) Examine(ctx context.Context) (x sargon.Examination, err error) {
	var before savedMemory
	e.save(&before)
	reached := e.Reached
	defer func() {
		e.restore(&before)
		e.Reached = reached
		err = recovered(recover(), err)
	}()
	// As a search at level 2 would begin.
	e.begin(ctx, sargon.SearchOptions{Level: 2}, sargon.EventCounts{})
	e.search.examined = &x
	e.evaluateRoot()
	e.search.examined = nil
	x.Totals, x.Pins = e.totals(), e.pinList(nil)

	e.generate(1)
	x.Check = e.ckflg
	for at := uint16(mlist); at < e.mlnxt; at += recordBytes {
		x.Generated = append(x.Generated, e.memory.move(at))
	}
	e.order(1)
	e.noteRoot()
	x.Sorted = e.search.Root
	return x, nil
}
