package native_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/cases"
	"sargon78/native"
)

// The random cases have positions in which it decides whether a colour is judged by its own
// pieces: Black's are many of a type, White's are not.
func TestCasesDecideWhoseCrowdItIs(t *testing.T) {
	source, err := cases.NewGenerator(cases.GeneratorOptions{
		Seed: 30, Cases: 1600, Kinds: []string{"corner battery"},
	})
	require.NoError(t, err)
	decided := 0
	for c := range source.All() {
		if native.CrowdDecides(c.Start) {
			decided++
		}
	}
	const atLeast = 16 // a run of 20 000 cases has 350 of the kind
	t.Logf("in %d of them", decided)
	assert.GreaterOrEqual(t, decided, atLeast)
}
