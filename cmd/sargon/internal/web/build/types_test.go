package main

import (
	"os"
	"strings"
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

// The program in the page must be made of the sources as they are, by whatever version of Go.
func TestTheWebAssemblyIsUpToDate(t *testing.T) {
	t.Chdir("..")
	want, err := manifest()
	require.NoError(t, err)
	have, err := os.ReadFile("page/sargon.wasm.sources")
	require.NoError(t, err)
	hash := func(manifest string) string { return manifest[strings.Index(manifest, "hash"):] }
	assert.Equal(t, hash(want), hash(string(have)),
		"page/sargon.wasm.gz is older than its sources: run go generate ./cmd/sargon/internal/web")
}
