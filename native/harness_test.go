package native_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare"
	"sargon78/compare/cases"
	"sargon78/native"
	"sargon78/sargon"
)

// TestEnginesAgree has the harness compare the engines, state by state: random positions, crowded
// ones in which attack lists spill, and games, in which royal squares, ply table and list area are
// what the search before left.
func TestEnginesAgree(t *testing.T) {
	source, err := cases.NewGenerator(cases.GeneratorOptions{
		Seed: 1978, Cases: 160, TargetEvery: 4,
		Levels: cases.Levels{1: 0.6, 2: 0.37, 3: 0.03},
	})
	require.NoError(t, err)
	var contenders []compare.Participant
	for name, open := range engines {
		contenders = append(contenders, compare.Participant{
			Name: name, Open: func() (sargon.Engine, error) { return open(), nil },
		})
	}
	options := compare.DefaultOptions()
	options.Detail = sargon.DetailState
	r, err := compare.Run(t.Context(), contenders, source, options)
	require.NoError(t, err)
	assert.Equal(t, compare.NoDifference, r.Verdict(), r.Reason(), r.Differences)
	assert.Greater(t, r.Compared, uint64(150), "few leave the specification")
}

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
		if short, long := allocations(100), allocations(1500); long > short+2 {
			t.Errorf("%v allocations in a search of 1500 evaluations, %v in one of 100",
				long, short)
		}
	})
}
