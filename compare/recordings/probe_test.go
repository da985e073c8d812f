package recordings_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/recordings"
	"sargon78/native/literal"
)

// The reference model reproduces recordings of the original: what it counts is what the original
// did.
func TestProbeReproducesRecordings(t *testing.T) {
	engine := literal.New()
	const cheap = 400 // evaluations
	for _, kind := range []string{"search", "steps", "eval", "games"} {
		file := kind + ".jsonl.gz"
		done := 0
		for i, r := range recorded(t, file) {
			if r.Search != nil && r.Search.Evals > cheap || r.Eval != nil && i%5 > 0 ||
				r.Steps != nil && len(r.Steps.Steps) > cheap || r.Game != nil && i%14 > 0 {
				continue
			}
			v, err := recordings.Verify(context.Background(), engine, r)
			require.NoError(t, err)
			assert.Empty(t, v.Differences, "%s:%d", file, r.Line)
			done++
		}
		assert.NotZero(t, done, file)
	}
}
