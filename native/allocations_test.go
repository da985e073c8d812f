package native_test

import (
	"context"
	"testing"

	"sargon78/sargon"
)

// TestSearchAllocatesNothing compares a long search with a short one: both allocate the
// same, for their results.
func TestSearchAllocatesNothing(t *testing.T) {
	forEach(t, func(t *testing.T, e sargon.Engine) {
		setFEN(t, e, middleGame)
		allocations := func(maxEvals uint64) float64 {
			return testing.AllocsPerRun(3, func() {
				options := sargon.SearchOptions{Level: 4, MaxEvals: maxEvals}
				_, _ = e.Search(context.Background(), options)
			})
		}
		if short, long := allocations(100), allocations(4000); long > short+2 {
			t.Errorf("%v allocations in a search of 4000 evaluations, %v in one of 100",
				long, short)
		}
	})
}
