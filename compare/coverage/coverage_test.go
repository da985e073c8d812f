package coverage

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/must"
)

// searched returns the report of one search of our ROM, and its result.
func searched(t *testing.T, recorded bool) (*Report, sargon.Result) {
	t.Helper()
	image := romstest.Image(t)
	engine := must.Have(emulated.New("rom", image))
	r := NewRecorder(image)
	if recorded {
		r.Attach(engine.Machine())
	}
	p := must.Have(sargon.ParseFEN("8/8/n7/1K6/8/8/8/3k4 b - - 0 20"))
	require.NoError(t, engine.SetPosition(p))
	result := must.Have(engine.Search(context.Background(), sargon.SearchOptions{Level: 1}))
	result.Duration = 0
	return New("rom", image, r), result
}

// at returns the first instruction of a routine.
func (r *Report) at(t *testing.T, routine string) *Instruction {
	t.Helper()
	for i := range r.Instructions {
		if r.Instructions[i].Routine == routine {
			return &r.Instructions[i]
		}
	}
	t.Fatalf("no routine %s", routine)
	return nil
}

// A recorded machine does what it would have done, to the T-state.
func TestRecordingChangesNothing(t *testing.T) {
	_, plain := searched(t, false)
	_, recorded := searched(t, true)
	assert.Equal(t, plain, recorded)
}

func TestCounts(t *testing.T) {
	r, result := searched(t, true)
	assert.EqualValues(t, 1, r.at(t, "FNDMOV").Ran)
	assert.EqualValues(t, result.Evals, r.at(t, "POINTS").Ran)
	assert.EqualValues(t, result.Gens, r.at(t, "GENMOV").Ran)
	assert.Zero(t, r.at(t, "VALMOV").Ran)
	assert.Greater(t, r.Engine.Ran, r.Engine.Instructions/2)
	assert.Less(t, r.Engine.Ran, r.Engine.Instructions)

	// No pawn: its branch in the generator went one way only.
	var text strings.Builder
	require.NoError(t, r.Write(&text))
	assert.Regexp(t, `generate\.z80:\d+ .*(never|always) taken`, text.String())
	assert.Contains(t, text.String(), "by the dialogue with a person only")
}

// The program is followed into whole instructions, each once: none begins within another.
func TestInstructionsDoNotOverlap(t *testing.T) {
	image := romstest.Image(t)
	all := follow(image)
	for i := range all[1:] {
		require.LessOrEqual(t, all[i].next, all[i+1].Addr, all[i].Text)
	}
	for _, i := range all {
		line, ok := image.Source.LineAt(i.Addr)
		require.True(t, ok)
		require.Equal(t, i.Addr, line.Address, line.Text)
		require.Len(t, line.Bytes, int(i.next-i.Addr), line.Text)
	}
}

// Each instruction of the engine is a line with its count, each branch has two ways.
func TestLCOV(t *testing.T) {
	r, _ := searched(t, true)
	var text strings.Builder
	require.NoError(t, r.WriteLCOV(&text))
	assert.Contains(t, text.String(), "TN:rom\nSF:")
	assert.Regexp(t, `(?m)^SF:.*search\.z80$`, text.String())
	assert.Equal(t, strings.Count(text.String(), "\nSF:"), strings.Count(text.String(), "end_of_record"))
	fndmov := r.at(t, "FNDMOV")
	assert.Contains(t, text.String(), fmt.Sprintf("\nDA:%d,1\n", fndmov.Line))
	ran := len(regexp.MustCompile(`(?m)^DA:\d+,[1-9]`).FindAllString(text.String(), -1))
	assert.Equal(t, r.Engine.Ran, ran)
	gone := len(regexp.MustCompile(`(?m)^BRDA:\d+,0,[01],[1-9]`).FindAllString(text.String(), -1))
	assert.Equal(t, r.Engine.Gone, gone)

	r.image.Source = nil
	assert.ErrorContains(t, r.WriteLCOV(&text), "this image has none")
}
