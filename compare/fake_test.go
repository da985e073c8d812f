package compare

import (
	"context"
	"errors"
	"sync/atomic"

	"sargon78/native"
	"sargon78/sargon"
)

// contender is an engine that can be opened.
func contender(name string, open func() sargon.Engine) Contender {
	return Contender{Name: name, Open: func() (sargon.Engine, error) { return open(), nil }}
}

// sickContender is 10x12 with an illness in every nth search that ends well, counted over all its
// copies.
func sickContender(
	name string, every int64, ill func(context.Context, *sargon.Result) error,
) Contender {
	searches := new(atomic.Int64)
	return faultyContender(name, func(a asked) (sargon.Result, error) {
		r, err := a.search()
		if err == nil && searches.Add(1)%every == 0 {
			err = ill(a.ctx, &r)
		}
		return r, err
	})
}

// Illnesses.
var (
	crash = func(context.Context, *sargon.Result) error { panic("the chip is on fire") }
	fail  = func(context.Context, *sargon.Result) error { return errors.New("out of paper") }
	lie   = func(_ context.Context, r *sargon.Result) error { r.Best.To++; return nil }
	turn  = func(context.Context, *sargon.Result) error { return sargon.ErrEndless }
	// sleep ends when it is stopped.
	sleep = func(ctx context.Context, _ *sargon.Result) error { <-ctx.Done(); return ctx.Err() }
)

// nativeContenders are two engines that do the same.
func nativeContenders() []Contender {
	return []Contender{contender("10x12", native.New10x12), contender("0x88", native.New0x88)}
}
