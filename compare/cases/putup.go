package cases

import (
	"fmt"
	"hash/fnv"

	"sargon78/sargon"
)

// ownRoutines is an engine that can put up a position by the program's own routines, in a
// memory full of dirt that follows from a seed: see emulated.Engine.PutUp.
type ownRoutines interface {
	PutUp(p sargon.Position, seed uint64) error
}

// PutUp puts a position up in an engine, by its own routines if it has some, and checks that the
// engine now holds it.
func PutUp(engine sargon.Engine, p sargon.Position) error {
	var err error
	if own, ok := engine.(ownRoutines); ok {
		err = own.PutUp(p, seedOf(&p))
	} else {
		err = engine.SetPosition(p)
	}
	if err != nil {
		return err
	}
	if up := engine.Position(); up != p {
		return fmt.Errorf("puts up another position: %s", PositionText(up))
	}
	return nil
}

// seedOf makes a seed from a position, so that a case meets the same dirt whenever it is done.
func seedOf(p *sargon.Position) uint64 {
	h := fnv.New64a()
	for _, piece := range p.Board {
		_, _ = h.Write([]byte{byte(piece)})
	}
	_, _ = h.Write([]byte{byte(p.Side), p.MoveNumber, byte(p.Previous.From), byte(p.Previous.To)})
	return h.Sum64()
}

// Forgets tells whether an engine forgets each search, as a program that is told the position anew:
// it cannot be asked for a game that keeps its state.
func Forgets(engine sargon.Engine) bool {
	f, ok := engine.(interface{ Forgets() bool })
	return ok && f.Forgets()
}
