package nearest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"sargon78/emu/nearest"
)

func TestName(t *testing.T) {
	names := []string{"compare", "match", "uci", "FNDMOV"}
	for typed, want := range map[string]string{
		"comapre": "compare", "matsh": "match", "mach": "match", "ucci": "uci", "fndmv": "FNDMOV",
		"plya": "", "mathc": "match", "spam": "", "": "", "x": "", "ma": "", "serve": "",
	} {
		assert.Equal(t, want, nearest.Name(typed, names), typed)
	}
}
