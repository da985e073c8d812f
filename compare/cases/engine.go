package cases

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"

	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// SetUp sets a position up in an engine, and checks that the engine now holds it. A program on a
// machine does it by its own routines, in a memory full of noise.
func SetUp(engine sargon.Engine, p sargon.Position) error {
	err := engine.SetPosition(p)
	if program, ok := emulated.Of(engine); ok && err == nil {
		err = setUpInNoise(program, &p)
	}
	if err != nil {
		return err
	}
	if up := engine.Position(); up != p {
		return fmt.Errorf("holds a different position after set-up: %s", PositionText(up))
	}
	return nil
}

// Search has an engine search. A program on a machine must not write far from its tables.
func Search(
	ctx context.Context, engine sargon.Engine, options sargon.SearchOptions,
) (sargon.Result, error) {
	result, err := engine.Search(ctx, options)
	if program, ok := emulated.Of(engine); ok && err == nil {
		if addr, found := strayWrite(program, result.Dropped > 0); found {
			err = fmt.Errorf("%s, searching at level %d %s: it writes to %04X, far from its tables",
				engine.Name(), options.Level, engine.Position().FEN(), addr)
		}
	}
	return result, err
}

// Refuse has an engine refuse a move. The error says that it accepts it or, if it is a program on a
// machine, that it leaves another board, king or previous move; or it is another one of the engine.
func Refuse(engine sargon.Engine, m sargon.Move) error {
	err := engine.Play(m.From, m.To)
	if err == nil {
		return fmt.Errorf("accepts the move %v, which is not legal", m)
	}
	var illegal *sargon.IllegalMoveError
	if !errors.As(err, &illegal) {
		return fmt.Errorf("refusing the move %v: %w", m, err)
	}
	if program, ok := emulated.Of(engine); ok && !keptPosition(program) {
		return fmt.Errorf("refusing the move %v, leaves another board, king or previous move", m)
	}
	return nil
}

// seedOf makes a seed from a position, so that a case meets the same noise whenever it is done.
func seedOf(p *sargon.Position) uint64 {
	h := fnv.New64a()
	for _, piece := range p.Board {
		_, _ = h.Write([]byte{byte(piece)})
	}
	_, _ = h.Write([]byte{byte(p.Side), p.MoveNumber, byte(p.Previous.From), byte(p.Previous.To)})
	return h.Sum64()
}
