package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"

	"sargon78/sargon/must"
)

// The types that the page's scripts are checked with are those that the program and the server send.
func TestTheTypesOfThePageAreUpToDate(t *testing.T) {
	t.Chdir("..")
	have := must.Have(os.ReadFile(typesFile))
	assert.Equal(t, types(), string(have), "run go generate ./cmd/sargon/internal/web")
}
