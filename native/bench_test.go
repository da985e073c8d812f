package native_test

import (
	"context"
	"testing"

	"sargon78/compare/bench"
	"sargon78/sargon"
)

// BenchmarkSearch searches the ten bench positions at level 4. What it allocates is the
// results, not the search.
func BenchmarkSearch(b *testing.B) {
	for name, open := range engines {
		b.Run(name, func(b *testing.B) {
			e := open()
			b.ReportAllocs()
			var evals uint64
			for b.Loop() {
				for _, fen := range bench.Positions {
					setFEN(b, e, fen)
					result, err := e.Search(context.Background(), sargon.SearchOptions{Level: 4})
					if err != nil {
						b.Fatal(err)
					}
					evals += result.Evals
				}
			}
			b.ReportMetric(float64(evals)/b.Elapsed().Seconds(), "evals/s")
		})
	}
}

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
