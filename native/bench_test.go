package native_test

import (
	"context"
	"testing"

	"sargon78/compare"
	"sargon78/native"
	"sargon78/sargon"
)

// BenchmarkSearch searches the ten bench positions.
func BenchmarkSearch(b *testing.B) {
	for _, open := range []func() sargon.Engine{native.New10x12} {
		e := open()
		b.Run(e.Name(), func(b *testing.B) {
			var evals uint64
			for b.Loop() {
				for _, fen := range compare.BenchPositions {
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
