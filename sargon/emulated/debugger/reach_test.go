package debugger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated/debugger"
)

// Every label of the search can be run to: in the example of the specification, or in the position
// that is named for it because the example does not come there.
func TestEveryLabelOfTheSearchIsReached(t *testing.T) {
	image := romstest.Image(t)
	files := strings.Fields("search.z80 evaluate.z80 attack.z80 exchange.z80 sort.z80 generate.z80 " +
		"make.z80 pins.z80 record.z80 book.z80")
	labels, opened := map[string]int{}, map[roms.SearchExample]*debugger.Debugger{}
	var elsewhere []string // labels to which the example does not come
	at := func(label string, c roms.SearchExample) *debugger.Debugger {
		if label == "FNDMOV" { // it stands there as it is opened
			return open(t, c.FEN, sargon.Level(c.Level))
		}
		if opened[c] == nil {
			opened[c] = open(t, c.FEN, sargon.Level(c.Level))
		}
		do(t, opened[c], "goto 0")
		return opened[c]
	}
	for label, addr := range image.Labels {
		line, ok := image.Source.LineAt(addr)
		if !ok || !line.Instruction || !strings.Contains(strings.Join(files, " "), line.File) {
			continue
		}
		labels[line.File]++
		c := roms.ExampleReaching(label)
		d := at(label, c)
		if !assert.NoError(t, d.Reach(context.Background(), label), label) {
			continue
		}
		assert.Equal(t, addr, d.Machine().PC, label)
		if c != roms.Example {
			elsewhere = append(elsewhere, label)
		}
	}
	example := at("", roms.Example)
	for _, label := range elsewhere {
		do(t, example, "break "+label)
	}
	assert.ErrorContains(t, example.Reach(context.Background(), elsewhere[0]),
		"execution never reached "+elsewhere[0]+": the search has ended")
	do(t, example, "goto 0")
	assert.Contains(t, do(t, example, "run"), "the search has ended", "it comes to none of them")
	for _, file := range files {
		assert.Greater(t, labels[file], 3, file)
	}
}

// A place is reached as often as one likes, and from there time goes both ways.
func TestReachingAPlaceAgain(t *testing.T) {
	ctx := context.Background()
	d := open(t, roms.Example.FEN, 2)
	require.NoError(t, d.Reach(ctx, "search_down count 3"))
	there := d.Time().Now()
	assert.EqualValues(t, 1, d.Memory().Ply()) // the third move at the root is about to be looked into
	do(t, d, "back to search_down count 2")
	first := d.Time().Now()
	assert.Less(t, first, there)
	do(t, d, "back step")
	do(t, d, "to search_down if ply == 1 count 3")
	assert.Equal(t, there, d.Time().Now())

	assert.ErrorContains(t, d.Reach(ctx, "search_down count 0"), "want a number from 1")
	assert.ErrorContains(t, d.Reach(ctx, "search_dwn"), "search_dwn")
	assert.Equal(t, there, d.Time().Now(), "a mistake moves nothing")
	assert.ErrorContains(t, d.Reach(ctx, "FNDMOV"), "execution never reached FNDMOV")
	assert.Equal(t, debugger.SearchOver, d.LastStop().Reason)

	d = open(t, roms.Example.FEN, 2)
	require.NoError(t, d.Reach(ctx, "FNDMOV"), "it stands there")
	assert.ErrorContains(t, d.Reach(ctx, "FNDMOV count 2"), "execution never reached FNDMOV count 2")
}
