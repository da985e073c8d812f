package native

import (
	"context"
	"errors"

	"sargon78/sargon"
)

// Complete returns an engine for someone who wants a move, not evidence: where a search of the
// engine e ends because it leaves the specification, the reference engine does that search from its
// beginning, in the same game, and goes on in the memory of 1978. Callbacks are not called again for
// what they were called for. An engine that does not end there is returned as it is.
func Complete(e sargon.Engine) sargon.Engine {
	if e, ok := e.(*engine); ok {
		return complete{e}
	}
	return e
}

type complete struct{ *engine }

func (c complete) Search(
	ctx context.Context, options sargon.SearchOptions,
) (sargon.Result, error) {
	result, reported, err := c.count(ctx, options)
	if errors.Is(err, sargon.ErrUndefined) {
		return c.Resume(ctx, options, reported)
	}
	return result, err
}
