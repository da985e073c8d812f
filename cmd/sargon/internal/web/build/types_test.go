package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What the page's scripts are checked against is what the program and the server send.
func TestTheTypesOfThePageAreUpToDate(t *testing.T) {
	t.Chdir("..")
	want, err := types()
	require.NoError(t, err)
	have, err := os.ReadFile(typesFile)
	require.NoError(t, err)
	assert.Equal(t, want, string(have), "run go generate ./cmd/sargon/internal/web")
}
