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
