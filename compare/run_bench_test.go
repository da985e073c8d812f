package compare

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/compare/cases"
	"sargon78/sargon/must"
)

// benchCases is how many cases a benchmark does at a time.
const benchCases = 20_000

// longRun makes cases as a long run has them.
func longRun() *cases.Generator {
	return must.Have(cases.NewGenerator(cases.GeneratorOptions{
		Seed: 1978, Cases: benchCases, Levels: must.Have(cases.ParseLevels("1-4")),
		TargetEvery: cases.DefaultShare(1_000_000),
	}))
}

// BenchmarkRun is a whole comparison, by the number of workers.
func BenchmarkRun(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			for b.Loop() {
				r := mustRun(b, []Participant{ReferenceEngine(), quick[0]}, longRun(),
					usual(func(o *Options) { o.Workers, o.Reference = workers, ReferenceSample }))
				require.EqualValues(b, benchCases, r.Compared+r.Skipped)
			}
			b.ReportMetric(float64(benchCases)*float64(b.N)/b.Elapsed().Seconds(), "cases/s")
		})
	}
}

// BenchmarkGenerator makes the cases.
func BenchmarkGenerator(b *testing.B) {
	for b.Loop() {
		for range longRun().All() {
		}
	}
	b.ReportMetric(float64(benchCases)*float64(b.N)/b.Elapsed().Seconds(), "cases/s")
}
