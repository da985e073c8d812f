package debugger

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Every question is a command, and no motion; what is no command only asks.
func TestOnlyAsks(t *testing.T) {
	for _, name := range questions {
		assert.Contains(t, Commands(), name)
		assert.NotContains(t, motions, name)
	}
	for line, asks := range map[string]bool{
		"points": true, "x MTRL 1": true, " board ": true, "1 + 2": true, "": true,
		"set A = 5": false, "type E4": false, "run": false, "S": false, "back write MTRL": false, "goto 5": false,
		"load x": false, "origin": false, "rc": false,
	} {
		assert.Equal(t, asks, OnlyAsks(line), line)
	}
	for name := range motions {
		if slices.Contains(Commands(), name) {
			assert.False(t, OnlyAsks(name), name)
		}
	}
}
