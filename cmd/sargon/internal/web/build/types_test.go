package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"sargon78/sargon/must"
)

// What the page's scripts are checked against is what the program and the server send.
func TestTheTypesOfThePageAreUpToDate(t *testing.T) {
	t.Chdir("..")
	have := must.Have(os.ReadFile(typesFile))
	assert.Equal(t, types(), string(have), "run go generate ./cmd/sargon/internal/web")
}

// The program in the page must be made of the sources as they are, by whatever version of Go.
func TestTheWebAssemblyIsUpToDate(t *testing.T) {
	t.Chdir("..")
	want := must.Have(manifest())
	have := must.Have(os.ReadFile("page/sargon.wasm.sources"))
	hash := func(manifest string) string { return manifest[strings.Index(manifest, "hash"):] }
	assert.Equal(t, hash(want), hash(string(have)),
		"page/sargon.wasm.gz is older than its sources: run go generate ./cmd/sargon/internal/web")
}
