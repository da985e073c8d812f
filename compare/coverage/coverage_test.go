package coverage

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// searched returns the report of one search of our ROM, and its result.
func searched(t *testing.T, recorded bool) (*Report, sargon.Result) {
	t.Helper()
	image, err := roms.Open("", roms.Options{})
	require.NoError(t, err)
	engine, err := emulated.New("rom", image)
	require.NoError(t, err)
	r := NewRecorder(image)
	if recorded {
		r.Attach(engine.Machine())
	}
	p, err := sargon.ParseFEN("8/8/n7/1K6/8/8/8/3k4 b - - 0 20")
	require.NoError(t, err)
	require.NoError(t, engine.SetPosition(p))
	result, err := engine.Search(context.Background(), sargon.SearchOptions{Level: 1})
	require.NoError(t, err)
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
	assert.Zero(t, r.Dialogue.Ran)
	assert.Greater(t, r.Dialogue.Instructions, 500)
	assert.Greater(t, r.Engine.Ran, r.Engine.Instructions/2)
	assert.Less(t, r.Engine.Ran, r.Engine.Instructions)

	// No pawn: its branch in the generator went one way only.
	var text strings.Builder
	require.NoError(t, r.Write(&text))
	assert.Regexp(t, `generate\.z80:\d+ .*(never|always) taken`, text.String())
	assert.Contains(t, text.String(), "only the dialogue with a person")
}

// The program is followed into whole instructions, each once: none begins within another.
func TestInstructionsDoNotOverlap(t *testing.T) {
	image, err := roms.Open("", roms.Options{})
	require.NoError(t, err)
	all := follow(image)
	for i := range all[1:] {
		require.LessOrEqual(t, all[i].addr+all[i].length, all[i+1].addr, all[i].text)
	}
	for _, i := range all {
		line, ok := image.Source.LineAt(i.addr)
		require.True(t, ok)
		require.Equal(t, i.addr, line.Address, line.Text)
		require.Len(t, line.Bytes, int(i.length), line.Text)
	}
}

func TestBranches(t *testing.T) {
	for text, want := range map[string]struct{ conditional, goesOn, target bool }{
		"JR NZ,1234h": {true, true, true},
		"DJNZ 1234h":  {true, true, true},
		"JP 1234h":    {false, false, true},
		"JP (HL)":     {false, false, false},
		"CALL 1234h":  {false, true, true},
		"RET":         {false, false, false},
		"RET C":       {true, true, false},
		"LD A,12h":    {false, true, false},
	} {
		to, conditional, goesOn := branch(text)
		assert.Equal(t, want.conditional, conditional, text)
		assert.Equal(t, want.goesOn, goesOn, text)
		assert.Equal(t, want.target, to != nil, text)
	}
}

func TestPageAndJSON(t *testing.T) {
	r, _ := searched(t, true)
	var page, data bytes.Buffer
	require.NoError(t, r.WriteHTML(&page))
	assert.Regexp(t, `<tr class="engine"[^>]*><td class="addr">[0-9A-F]{4}</td>`, page.String())
	assert.Contains(t, page.String(), `never taken: `)
	assert.Contains(t, page.String(), `id="search.z80"`)

	require.NoError(t, r.WriteJSON(&data))
	var again struct {
		Engine       Sum
		Instructions []struct{ Part, File string }
	}
	require.NoError(t, json.Unmarshal(data.Bytes(), &again))
	assert.Equal(t, r.Engine, again.Engine)
	assert.Len(t, again.Instructions, len(r.Instructions))
	assert.Equal(t, "board.z80", again.Instructions[0].File)
	assert.Equal(t, "engine", again.Instructions[0].Part)
}

// An image without a source is listed by its instructions.
func TestWithoutASource(t *testing.T) {
	r, _ := searched(t, true)
	r.image.Source = nil
	var page bytes.Buffer
	require.NoError(t, r.WriteHTML(&page))
	assert.Contains(t, page.String(), "LD A,(1120h)")
}

func TestShortCounts(t *testing.T) {
	for n, want := range map[uint64]string{
		0: "0", 999: "999", 1000: "1.0k", 12345: "12k", 3_456_789: "3.4M", 7_000_000_000: "7.0G",
	} {
		assert.Equal(t, want, short(n))
	}
}
