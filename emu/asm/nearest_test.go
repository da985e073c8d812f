package asm_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"sargon78/emu/asm"
)

func TestNearest(t *testing.T) {
	names := []string{"compare", "match", "uci", "FNDMOV"}
	for typed, want := range map[string]string{
		"comapre": "compare", "matsh": "match", "mach": "match", "ucci": "uci", "fndmv": "FNDMOV",
		"plya": "", "mathc": "match", "spam": "", "": "", "x": "", "ma": "", "serve": "",
	} {
		assert.Equal(t, want, asm.Nearest(typed, names), typed)
	}
}
