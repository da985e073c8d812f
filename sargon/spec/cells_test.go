package spec_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"sargon78/sargon/must"
	"sargon78/sargon/spec"
	"sargon78/sargon/spec/cells"
)

// Cells lie behind each other, and the page of the specification names each of them.
func TestCellsAreInOrderAndOnThePage(t *testing.T) {
	section := must.Have(spec.Find("15"))
	end := 0
	for _, c := range cells.All {
		assert.GreaterOrEqual(t, int(c.Offset), end, c.Name)
		end = int(c.Offset) + c.Size
		named, ok := cells.Named(c.Name)
		assert.True(t, ok)
		assert.Equal(t, c, named)
	}
	for _, name := range cells.Names() {
		assert.Regexp(t, `\b`+name+`\b`, section.Text)
	}
	_, ok := cells.Named("NOCELL")
	assert.False(t, ok)
}
