package compare

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/recordings"
	"sargon78/native"
	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

// differing counts the known searches that an engine does not reproduce.
func differing(t *testing.T, engine sargon.Engine) (n int) {
	t.Helper()
	for _, recording := range recordings.KnownSearches() {
		if !must.Have(recordings.Verify(context.Background(), engine, recording)).Reproduced() {
			n++
		}
	}
	return n
}

func TestKnownSearchesAreReproduced(t *testing.T) {
	require.Len(t, recordings.KnownSearches(), 12)
	for _, engine := range []sargon.Engine{native.New10x12(), native.New0x88(), literal.New()} {
		assert.Zero(t, differing(t, engine), engine.Name())
	}
}

// They find the planted faults, except some that show only in rarer positions, in the book or at
// deeper levels.
func TestKnownSearchesFindFaults(t *testing.T) {
	const atLeast = 29
	found := 0
	for _, f := range faults {
		if differing(t, f.planted()) > 0 {
			found++
		}
	}
	assert.GreaterOrEqual(t, found, atLeast, "of %d", len(faults))
}
