package compare

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/compare/cases"
	"sargon78/sargon"
)

// benchCases is how many cases a benchmark does at a time.
const benchCases = 20_000

func benchGenerator() cases.GeneratorOptions {
	levels, err := cases.ParseLevels("1-4")
	if err != nil {
		panic(err)
	}
	// Targeted as in a long run.
	return cases.GeneratorOptions{
		Seed: 1978, Cases: benchCases, Levels: levels, TargetEvery: cases.UsualShare(1_000_000),
	}
}

// BenchmarkRun is a whole comparison, by the number of workers.
func BenchmarkRun(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			for b.Loop() {
				source, err := cases.NewGenerator(benchGenerator())
				require.NoError(b, err)
				r, err := Run(context.Background(), nativeContenders(), source,
					Options{Detail: sargon.DetailTrace, Workers: workers, ModelEvery: cases.UsualShare(1_000_000)})
				require.NoError(b, err)
				require.EqualValues(b, benchCases, r.Compared+r.Skipped)
			}
			b.ReportMetric(float64(benchCases)*float64(b.N)/b.Elapsed().Seconds(), "cases/s")
		})
	}
}

// BenchmarkGenerator makes the cases.
func BenchmarkGenerator(b *testing.B) {
	for b.Loop() {
		source, err := cases.NewGenerator(benchGenerator())
		require.NoError(b, err)
		for range source.All() {
		}
	}
	b.ReportMetric(float64(benchCases)*float64(b.N)/b.Elapsed().Seconds(), "cases/s")
}
