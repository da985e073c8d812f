package coverage

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/roms"
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

// A search of the engine reaches its routines as often as it says; the report for a person and the lines
// of LCOV, one for each instruction and two for each branch, count the same.
func TestCounts(t *testing.T) {
	r, result := searched(t, true)
	for routine, times := range map[string]uint64{
		"FNDMOV": 1, "POINTS": result.Evals, "GENMOV": uint64(result.Gens), "VALMOV": 0,
	} {
		assert.Equal(t, times, r.at(t, routine).Ran, routine)
	}
	assert.Greater(t, r.Engine.Ran, r.Engine.Instructions/2)
	assert.Less(t, r.Engine.Ran, r.Engine.Instructions)

	// No pawn: its branch in the generator went one way only.
	var text, lcov strings.Builder
	require.NoError(t, r.Write(&text))
	assert.Regexp(t, `generate\.z80:\d+ .*(never|always) taken`, text.String())
	assert.Contains(t, text.String(), "by the dialogue with a person only")

	r.Name = "rom:a b.z80"
	require.NoError(t, r.WriteLCOV(&lcov, "some where"))
	count := func(what string) int { return len(regexp.MustCompile(what).FindAllString(lcov.String(), -1)) }
	assert.Contains(t, lcov.String(), "TN:rom_a_b_z80\nSF:"+filepath.Join("some where", "board.z80")+"\n")
	assert.Equal(t, 1, count(`(?m)^SF:.*search\.z80$`))
	assert.Equal(t, count("\nSF:"), count("end_of_record"))
	assert.Equal(t, 1, count(fmt.Sprintf("\nDA:%d,1\n", r.at(t, "FNDMOV").Line)))
	assert.Equal(t, r.Engine.Ran, count(`(?m)^DA:\d+,[1-9]`))
	assert.Equal(t, r.Engine.WaysTaken, count(`(?m)^BRDA:\d+,0,[01],[1-9]`))
	r.image.Source = nil
	assert.ErrorContains(t, r.WriteLCOV(&lcov, ""), "this image has none")
}

// Of a program that is not followed from anywhere, nothing is counted: that is not all of it.
func TestAnImageWithoutEntryPoints(t *testing.T) {
	image := *romstest.Image(t)
	image.Symbols = nil
	r := New("rom", &image, NewRecorder(&image))
	assert.Equal(t, "no instructions: the image has no entry points of a chess program to follow them from",
		r.Engine.String())
	var text strings.Builder
	require.NoError(t, r.Write(&text))
	assert.NotContains(t, text.String(), "%")
	assert.NotContains(t, text.String(), "the rest")
	assert.Equal(t, "-", percent(0, 0))
	assert.Equal(t, "0.0 %", percent(0, 7))
	assert.Equal(t, "99.9 %", percent(1999, 2000))
	assert.Equal(t, "100 %", percent(7, 7))
}

// The program is followed into whole instructions, each once: none begins within another.
func TestInstructionsDoNotOverlap(t *testing.T) {
	image := romstest.Image(t)
	all := reachable(image, nil)
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

// An image without entry points has nothing to count, and that is not all of it.
func TestAnImageWithoutEntries(t *testing.T) {
	require.NoError(t, NewRecorder(romstest.Image(t)).Check())
	empty := NewRecorder(&roms.Image{Load: 0x1000, Bytes: []byte{0xC9}})
	require.ErrorContains(t, empty.Check(), "want a program with at least one of the entry points FNDMOV")

	given := NewRecorder(&roms.Image{Load: 0x1000, Bytes: []byte{0x28, 1, 0x76, 0xC9}}, 0x1000)
	require.NoError(t, given.Check())
	var texts []string
	for _, i := range given.program {
		texts = append(texts, i.Text)
	}
	require.Equal(t, []string{"JR Z,1003h", "HALT", "RET"}, texts)
}
