package compare

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/native"
	"sargon78/sargon"
)

// twoSearches has a search of the start position, and one after its first move.
var twoSearches = cases.Case{Start: sargon.StartPosition(), Plies: []cases.Ply{
	{Level: 1, Move: sargon.Move{From: 35, To: 55}}, {Level: 1, NoBook: true},
}}

// Whatever an engine does, there is an observation of it, in time, and none of the searches after. One
// that is stopped by its context says nothing that counts.
func TestObserveNeitherPanicsNorHangs(t *testing.T) {
	var stop context.CancelFunc
	for name, test := range map[string]struct {
		ill  func(context.Context, *sargon.Result) error
		how  observe.FailureKind
		text string
	}{
		"panic":   {crash, observe.Crashed, "panic: the chip is on fire"},
		"error":   {fail, observe.OtherFailure, "out of paper"},
		"endless": {turn, observe.Endless, sargon.ErrEndless.Error()},
		"slow":    {sleep, observe.TimedOut, "timed out after 1m0s"},
		"too late": {func(ctx context.Context, r *sargon.Result) error {
			_ = sleep(ctx, r)
			return nil
		}, observe.TimedOut, "timed out after 1m0s"},
		"stopped": {func(ctx context.Context, r *sargon.Result) error {
			stop()
			return sleep(ctx, r)
		}, observe.NoFailure, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			opened := 0
			engine := ended(func(a asked, r *sargon.Result, _ error) error { return test.ill(a.ctx, r) })
			c := newParticipant(name, func() sargon.Engine { opened++; return engine.open() })
			s := observe.Engine{Participant: &c, Timeout: time.Minute}
			defer s.Close()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			stop = cancel
			seen := s.Observe(ctx, &twoSearches, observe.Options{})
			require.Len(t, seen, 2)
			assert.Equal(t, test.how, seen[0].Failure, name)
			assert.Contains(t, seen[0].Text, test.text)
			assert.Equal(t, test.text != "", seen[0].Err() != nil, name)
			assert.False(t, seen[1].Done, name)
			s.Observe(t.Context(), &twoSearches, observe.Options{})
			assert.Equal(t, 2, opened, "who has failed is opened anew")
		})
	}
}

// Two engines that do the same are alike in all, and up to any number of evaluations.
func TestEqualObservations(t *testing.T) {
	one, other := observe.FromEngine(native.New10x12()), observe.FromEngine(native.NewBitboards())
	w := observe.Options{Detail: sargon.DetailState, Evals: 12}
	a := one.ObserveOnce(t.Context(), &twoSearches, w, 0)
	b := other.ObserveOnce(t.Context(), &twoSearches, w, 0)
	assert.True(t, a.Limited)
	assert.Nil(t, observe.Compare(&a, &b, sargon.DetailState))
	assert.EqualValues(t, 12, a.Prefix.Evals)
	assert.True(t, a.SameUntil(&b, 12))
	assert.False(t, a.SameUntil(&b, 13), "nobody knows")
	first := one.ObserveOnce(t.Context(), &twoSearches, observe.Options{Evals: 1}, 0)
	assert.EqualValues(t, 1, first.Result.Evals)
	b.Limited = false
	assert.Nil(t, observe.Compare(&a, &b, sargon.DetailState), "the limit was all it needed")
	b.Result.Evals++
	assert.NotNil(t, observe.Compare(&a, &b, sargon.DetailMove), "one was stopped")

	failed := observe.Observation{Done: true, Failure: observe.OtherFailure, Text: "out of paper"}
	assert.Equal(t, &observe.Mismatch{Failure: observe.OtherFailure}, observe.Compare(&failed, &failed, sargon.DetailTrace),
		"that failures are equal excuses neither")
}

// A pair without room starts the list of a ply: the next record lies below the list area (spec §3),
// and how many there are is a number that no area has.
func TestAListBelowItsAreaIsObserved(t *testing.T) {
	c := mustCase("level 4 fen 2Qnk2r/p1pppppp/QQ5Q/3Q4/1Q3QQ1/3QQ3/2Q3Q1/3QK3 w k - 0 13 evals 500")
	model := ReferenceEngine()
	seen := model.ObserveOnce(t.Context(), &c, observe.Options{Detail: sargon.DetailTrace}, 0)
	require.NoError(t, seen.Err())
	assert.Greater(t, 6*seen.Result.Records, len(seen.Leftover))
	assert.NotEmpty(t, seen.Leftover)
}
