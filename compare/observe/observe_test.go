package observe

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/cases"
	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

// Two engines that do the same are alike in all, and up to any number of evaluations.
func TestEqualObservations(t *testing.T) {
	twoSearches := must.Have(cases.ParseCase("level 1 nobook startpos stateful 1 e2e4"))
	one, other := FromEngine(native.New10x12()), FromEngine(native.NewBitboards())
	w := Options{Detail: sargon.DetailState, Evals: 12}
	a := one.ObserveOnce(t.Context(), &twoSearches, w, 0)
	b := other.ObserveOnce(t.Context(), &twoSearches, w, 0)
	assert.True(t, a.Limited)
	assert.Nil(t, Compare(&a, &b, sargon.DetailState))
	assert.EqualValues(t, 12, a.Prefix.Evals)
	assert.True(t, a.SameUntil(&b, 12))
	assert.False(t, a.SameUntil(&b, 13), "nobody knows")
	first := one.ObserveOnce(t.Context(), &twoSearches, Options{Evals: 1}, 0)
	assert.EqualValues(t, 1, first.Result.Evals)
	b.Limited = false
	assert.Nil(t, Compare(&a, &b, sargon.DetailState), "the limit was all it needed")
	b.Result.Evals++
	assert.NotNil(t, Compare(&a, &b, sargon.DetailMove), "one was stopped")

	failed := Observation{Done: true, Failure: OtherFailure, Text: "out of paper"}
	assert.Equal(t, &Mismatch{Failure: OtherFailure}, Compare(&failed, &failed, sargon.DetailTrace),
		"that failures are equal excuses neither")
}

// A pair without room starts the list of a ply: the next record lies below the list area (spec §3),
// and how many there are is a number that no area has.
func TestAListBelowItsAreaIsObserved(t *testing.T) {
	c := must.Have(cases.ParseCase("level 4 fen 2Qnk2r/p1pppppp/QQ5Q/3Q4/1Q3QQ1/3QQ3/2Q3Q1/3QK3 w k - 0 13 evals 500"))
	model := FromEngine(native.New10x12())
	seen := model.ObserveOnce(t.Context(), &c, Options{Detail: sargon.DetailTrace}, 0)
	require.NoError(t, seen.Err())
	assert.Greater(t, 6*seen.Result.Records, len(seen.Leftover))
	assert.NotEmpty(t, seen.Leftover)
}
