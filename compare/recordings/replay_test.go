package recordings_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/recordings"
	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

const (
	right = `{"fen":"8/8/8/1k3q2/8/8/6K1/8 w - - 30 72","depth":1,"best":"g2g3","score":128,` +
		`"evals":5,"gens":1,"slots":8,"tstates":3292637,"trace":"e5d2982bf0584bd0"}`
	broken = "nonsense"
)

var wrong = strings.Replace(right, "g2g3", "g2g1", 1)

// read reads lines as a file of recordings.
func read(t *testing.T, wanted recordings.Filter, limit int, lines ...string) []recordings.Item {
	t.Helper()
	name := filepath.Join(t.TempDir(), "some.jsonl")
	require.NoError(t, os.WriteFile(name, []byte(strings.Join(lines, "\n")), 0o644))
	items, err := recordings.Read(nil, []string{name}, wanted, limit)
	require.NoError(t, err)
	return items
}

func TestReplay(t *testing.T) {
	items := read(t, nil, 0, right, wrong, broken)
	sum := recordings.NewSum("10x12", len(items))
	var said strings.Builder
	recordings.Replay(t.Context(), []sargon.Engine{native.New10x12(), native.New10x12()}, items,
		func(o recordings.Outcome) {
			sum.Add(o)
			said.WriteString(o.String())
			line := must.Have(json.Marshal(o))
			assert.Contains(t, string(line), `"reproduced":`)
		})
	assert.Contains(t, said.String(), `some.jsonl:1: search of "8/8/8/1k3q2/8/8/6K1/8 w - - 30 72", `+
		"depth 1: reproduced\n")
	assert.Contains(t, said.String(), "not reproduced\n    best move: recorded g2g1, came g2g3\n")
	assert.Contains(t, said.String(), "line 3: not a JSON object")
	assert.Equal(t, []int{3, 1, 0}, []int{sum.Recordings, sum.Reproduced, sum.NotReplayed})
	assert.False(t, sum.Success())
	var text strings.Builder
	sum.Write(&text, true)
	assert.Equal(t, "T-states: nothing to compare; only a machine and recordings of one have them\n"+
		"1 of 3 recordings reproduced\n", text.String())
}

func TestAFileWithoutRecordings(t *testing.T) {
	name := filepath.Join(t.TempDir(), "README.md")
	require.NoError(t, os.WriteFile(name, []byte("# Words\n\nof another kind\n"), 0o644))
	_, err := recordings.Read(nil, []string{name}, nil, 0)
	assert.ErrorContains(t, err, name+": there is no recording in it")
	assert.ErrorContains(t, err, "line 1: not a JSON object")
}

func TestRatioOfTStates(t *testing.T) {
	sum := recordings.NewSum("rom", 3)
	for _, measured := range []uint64{300, 50, 100} {
		v := recordings.Verification{Recorded: 100, Measured: measured}
		sum.Add(recordings.Outcome{Verification: v})
	}
	assert.Equal(t, []float64{1.5, 1}, []float64{sum.Ratio, sum.Median})
	assert.True(t, sum.Success())
	assert.False(t, recordings.NewSum("rom", 0).Success(), "nothing proves nothing")
}

func TestReplayThatIsStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	items := read(t, nil, 0, right, right)
	sum := recordings.NewSum("10x12", len(items))
	recordings.Replay(ctx, []sargon.Engine{native.New10x12()}, items, sum.Add)
	var text strings.Builder
	sum.Write(&text, false)
	assert.Contains(t, text.String(), "interrupted: 0 of 2 recordings were replayed\n")
}

func TestFilters(t *testing.T) {
	for text, want := range map[string]int{
		"": 3, "search": 2, "game": 0, "games": 0, "steps": 1, "depth=1": 2, "depth<=2": 3,
		"depth=3": 0, "search,depth=2": 1, "6K1/8": 2, " search , 6K1/8 ": 2,
	} {
		wanted, err := recordings.ParseFilter(text)
		require.NoError(t, err)
		steps := `{"depth":1,"fen":"8/3Q2Q1/Pk1p4/2p1K3/3q2pp/7P/2q3p1/3q3Q w - - 0 45",` +
			`"steps":["1 e5e6 198"],"trace":"e11d42788746cc69"}`
		two := strings.Replace(right, `"depth":1`, `"depth":2`, 1)
		assert.Len(t, read(t, wanted, 0, right, two, steps), want, text)
	}
	assert.Len(t, read(t, nil, 2, right, right, right), 2, "the limit")
	for _, text := range []string{"depth", "depth=x", "depth<2", "depth>2"} {
		_, err := recordings.ParseFilter(text)
		assert.ErrorContains(t, err, "want depth=N or depth<=N", text)
	}
	_, err := recordings.Read(nil, []string{"nosuch.jsonl"}, nil, 0)
	assert.ErrorIs(t, err, os.ErrNotExist)
}
