package reference_test

import (
	"context"
	"fmt"
	"go/format"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native/reference"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

func Example() {
	p := reference.New()
	position, _ := sargon.ParseFEN("8/8/8/1K1Q1r2/8/3Q4/8/4k3 b - - 0 11")
	_ = p.SetPosition(position)
	result, err := p.Search(context.Background(), sargon.SearchOptions{Level: 1})
	fmt.Println(result.Best, result.Evals, err)
	fmt.Println(reference.PinnedTransparent, p.Reached[reference.PinnedTransparent] > 0)
	// Output:
	// f5d5 19 <nil>
	// pinned-transparent true
}

// Every rule is described, under a name of its own.
func TestRulesAreDescribed(t *testing.T) {
	names := map[string]bool{}
	quirks := map[int]bool{}
	for i := range reference.NumRules {
		p := reference.Rule(i)
		info := p.Info()
		require.NotEmpty(t, info.Name, "fork %d", i)
		assert.NotEmpty(t, info.Text, info.Name)
		assert.Contains(t, []int{3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, info.Section, info.Name)
		assert.False(t, names[info.Name], info.Name)
		names[info.Name] = true
		quirks[info.Quirk] = true
		found, ok := reference.RuleByName(info.Name)
		assert.True(t, ok)
		assert.Equal(t, p, found)
	}
	for q := 1; q <= reference.NumQuirks; q++ {
		assert.True(t, quirks[q], "quirk %d", q)
	}
	_, ok := reference.RuleByName("nothing")
	assert.False(t, ok)
}

// Playing and looking count nothing.
func TestOnlySearchesCountRules(t *testing.T) {
	p := reference.New()
	_, err := p.Search(t.Context(), sargon.SearchOptions{Level: 2, NoBook: true})
	require.NoError(t, err)
	reached := p.Reached
	_, err = p.Examine(t.Context())
	require.NoError(t, err)
	assert.Len(t, p.Moves(nil), 20)
	require.NoError(t, p.Play(sargon.G1, sargon.G1+19))
	assert.Error(t, p.Play(sargon.A1, sargon.A8))
	assert.Equal(t, reached, p.Reached)
}

// Quirk 9: the evaluation at the root writes its value into the previous move record.
func TestQuirk9RootIsWrittenToThePreviousMove(t *testing.T) {
	e := reference.New()
	require.NoError(t, e.SetPosition(must.Have(sargon.ParseRecordedFEN(
		"4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 40"))))
	x := must.Have(e.Examine(t.Context()))
	_, err := e.Search(t.Context(), sargon.SearchOptions{Level: 1})
	require.NoError(t, err)
	const valueOfPrevious = reference.Load + 0x070 + 5
	assert.EqualValues(t, x.Totals.Value, e.Memory()[valueOfPrevious])
	assert.NotZero(t, x.Totals.Value)
}

// A piece without a type moves in one of the recorded searches (spec §3).
func TestAPieceWithoutATypeMoves(t *testing.T) {
	e := reference.New()
	require.NoError(t, e.SetPosition(must.Have(sargon.ParseRecordedFEN(
		"Q4q2/8/3Q2q1/1K5k/1Q1q2q1/q7/2q5/1q5Q b - - 0 8"))))
	_, err := e.Search(t.Context(), sargon.SearchOptions{Level: 4, MaxEvals: 5500})
	require.ErrorIs(t, err, sargon.ErrMaxEvals)
	assert.NotZero(t, e.Reached[reference.TypelessMoves])
}

// What an exchange takes from beyond the tables may turn a list into a ring that is evaluated again and
// again: the search ends all the same, and says that it has left the specification.
func TestRingOfEvaluations(t *testing.T) {
	e := reference.New()
	require.NoError(t, e.SetPosition(must.Have(sargon.ParseRecordedFEN(
		"8/3b4/8/4B1k1/Q2Q3b/Q1B5/QQ6/RK6 w - - 0 7"))))
	r, err := e.Search(t.Context(), sargon.SearchOptions{Level: 1})
	require.ErrorIs(t, err, sargon.ErrEndless)
	assert.Equal(t, "an exchange takes from beyond the scores", r.UndefinedReason)
}

// A king whose square was lost off the board looks over what is nobody's square.
func TestALostKingIsNoted(t *testing.T) {
	e := reference.New()
	p := must.Have(sargon.ParseFEN("4k3/8/8/8/8/8/4P3/4K3 w - - 0 40"))
	options := sargon.SearchOptions{Level: 1}
	require.NoError(t, e.SetPosition(p))
	r := must.Have(e.Search(t.Context(), options))
	assert.Empty(t, r.UndefinedReason)

	const offTheBoard = 165
	p.Royal[sargon.WhiteKing] = offTheBoard
	e.SetRoyals(p.Royal)
	r, _ = e.Search(t.Context(), options)
	assert.Contains(t, r.UndefinedReason, "lost king")
	assert.Zero(t, r.DefinedEvals, "the king is lost before the root is evaluated")
}

// Every routine of the engine in Z80 has its functions here, each whole, and no other has any.
func TestEveryRoutineHasItsFunctions(t *testing.T) {
	image := romstest.Image(t)
	engine := "board record attack pins exchange evaluate generate make sort search book game"
	head := regexp.MustCompile(`^; (\w+(?:, \w+)*) +- `)
	routines := 0
	for _, line := range image.Source.Lines {
		m := head.FindStringSubmatch(line.Text)
		if m == nil {
			continue
		}
		for name := range strings.SplitSeq(m[1], ", ") {
			functions := reference.FunctionsOf(name)
			if !strings.Contains(engine, strings.TrimSuffix(path.Base(line.File), ".z80")) {
				assert.Empty(t, functions, "%s is no part of the engine", name)
				continue
			}
			routines++
			assert.NotEmpty(t, functions, "%s:%d: %s has no function beside it", line.File, line.Number,
				name)
			for _, f := range functions {
				require.NotEmpty(t, f.Text, "%s: there is no function %s", name, f.Name)
				_, err := format.Source([]byte(f.Text))
				assert.NoError(t, err, "%s in %s", f.Name, f.File)
				assert.Equal(t, 1, strings.Count("\n"+f.Text, "\nfunc "), f.Text)
			}
		}
	}
	assert.Greater(t, routines, 45)
	assert.Equal(t, "func (m *memory) setAt(square uint8, piece sargon.Piece) {\n\tm.set(boarda+"+
		"uint16(square), uint8(piece))\n}\n", reference.FunctionsOf("square_address")[1].Text)
}
