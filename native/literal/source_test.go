package literal_test

import (
	"go/format"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native/literal"
	"sargon78/roms/romstest"
)

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
			functions := literal.Beside(name)
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
		"uint16(square), uint8(piece))\n}\n", literal.Beside("square_address")[1].Text)
}
