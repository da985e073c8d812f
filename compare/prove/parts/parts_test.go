package parts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/compare/prove/parts/copyof"
)

func readSource(file string) ([]byte, error) {
	return os.ReadFile(filepath.Join("../../..", filepath.FromSlash(file)))
}

// The copy is that of the engine as it is today.
func TestTheCopyIsOfToday(t *testing.T) {
	want, err := copyof.Reference(readSource)
	require.NoError(t, err)
	is, err := os.ReadFile("copy.go")
	require.NoError(t, err)
	require.True(t, string(want) == string(is), "go generate ./compare/prove/parts writes it anew")
}

// A rule that is no longer there, or is given something that a stub cannot be, is named.
func TestTheCopyFindsAllRules(t *testing.T) {
	for old, change := range map[string][2]string{
		"func (e *Engine) pinsOf(": {"func (e *Engine) pinsAround(", "no function pinsOf"},
		"pinsOf(square uint8)":     {"pinsOf(square string)", "pinsOf: a stub cannot be given a string"},
	} {
		_, err := copyof.Reference(func(file string) ([]byte, error) {
			text, err := readSource(file)
			return []byte(strings.Replace(string(text), old, change[0], 1)), err
		})
		require.ErrorContains(t, err, change[1])
	}
	require.True(t, copyof.Copied("native/reference/pins.go"))
	require.False(t, copyof.Copied("native/pins.go"))
}
