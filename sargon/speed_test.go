package sargon_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon"
	"sargon78/sargon/speed"
)

func Example_speed() {
	s, err := speed.Parse("auto")
	fmt.Println(s.Description, err)
	// Output: thinking at full speed, pieces blinking at 4 MHz <nil>
}

func TestAnyNumberOfMHzIsASpeed(t *testing.T) {
	for text, want := range map[string]speed.Speed{
		"2.5":   {Name: "2.5", Description: "2.5 MHz", Normal: 2.5e6, Thinking: 2.5e6},
		" 4 ":   {Name: "4", Description: "4 MHz", Normal: 4e6, Thinking: 4e6},
		"4.0":   {Name: "4", Description: "4 MHz", Normal: 4e6, Thinking: 4e6},
		"1.79":  {Name: "1.79", Description: sargon.Clock1978, Normal: 1.79e6, Thinking: 1.79e6},
		"0.5":   {Name: "0.5", Description: "0.5 MHz", Normal: 1.79e6, Thinking: 5e5},
		"0.001": {Name: "0.001", Description: "0.001 MHz", Normal: 1.79e6, Thinking: 1e3},
		"1000":  {Name: "1000", Description: "1000 MHz", Normal: 1e9, Thinking: 1e9},
		"MAX":   {Name: "max", Description: "full speed"},
		"auto":  {Name: "auto", Description: "thinking at full speed, pieces blinking at 4 MHz", Normal: 4e6},
	} {
		got, err := speed.Parse(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "fast", "full", "0", "-1", "0.0009", "1001", "NaN", "Inf",
		"2 MHz please"} {
		_, err := speed.Parse(text)
		assert.ErrorContains(t, err, "0.001 to 1000", text)
	}
}

func TestKeysGoThroughTheStops(t *testing.T) {
	var names []string
	s := speed.Stops[0].Slower()
	for range len(speed.Stops) {
		names = append(names, s.Name)
		s = s.Faster()
	}
	assert.Equal(t, []string{"1.79", "2", "4", "auto", "max"}, names)
	assert.Equal(t, "max", s.Faster().Name)
	assert.Equal(t, "auto", s.Slower().Name)

	odd, err := speed.Parse("2.5")
	require.NoError(t, err)
	assert.Equal(t, "4", odd.Faster().Name)
	assert.Equal(t, "2", odd.Slower().Name)
}
