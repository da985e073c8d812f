package compare

import (
	"context"
	"errors"
	"sync/atomic"

	"sargon78/native"
	"sargon78/sargon"
)

// sick is an engine that misbehaves in every nth search that ends well, counted over all its
// copies.
type sick struct {
	sargon.Engine
	searches *atomic.Int64
	every    int64
	ill      func(context.Context, *sargon.Result) error
}

func (s *sick) Search(ctx context.Context, o sargon.SearchOptions) (sargon.Result, error) {
	r, err := s.Engine.Search(ctx, o)
	if err == nil && s.searches.Add(1)%s.every == 0 {
		err = s.ill(ctx, &r)
	}
	return r, err
}

// contender is an engine that can be opened.
func contender(name string, open func() sargon.Engine) Contender {
	return Contender{Name: name, Open: func() (sargon.Engine, error) { return open(), nil }}
}

// sickContender is 10x12 with an illness.
func sickContender(
	name string, every int64, ill func(context.Context, *sargon.Result) error,
) Contender {
	searches := new(atomic.Int64)
	return contender(name, func() sargon.Engine {
		return &sick{native.New10x12(), searches, every, ill}
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
