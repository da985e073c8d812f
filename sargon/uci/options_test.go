package uci

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"sargon78/native/reference"
	"sargon78/sargon"
)

// The help, the answer to uci and setoption are made of the table of options alone: a new line of
// it is in all three.
func TestAnOptionIsOneLineOfTheTable(t *testing.T) {
	options = append(options, option{
		name: "Try", field: func(s *Settings) any { return &s.Rom }, about: "something new",
	})
	defer func() { options = options[:len(options)-1] }()
	assert.Contains(t, OptionHelp(11, 90), "\n  Try      something new\n")
	settings := DefaultSettings()
	assert.NoError(t, settings.Set("try", "x"))
	var said strings.Builder
	assert.NoError(t, Serve(t.Context(), strings.NewReader("uci\nquit\n"), &said, Config{
		Open:     func(string, string) (sargon.Engine, error) { return reference.New(), nil },
		Settings: settings,
	}))
	assert.Contains(t, said.String(), "option name Try type string default")
	for _, line := range strings.Split(OptionHelp(11, 90), "\n") {
		assert.LessOrEqual(t, len([]rune(line)), 90)
	}
	for _, o := range options {
		assert.Contains(t, OptionHelp(11, 90), o.name)
	}
}
