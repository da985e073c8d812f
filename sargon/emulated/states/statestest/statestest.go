// Package statestest makes saved files for tests that states itself does not write.
package statestest

import (
	"archive/zip"
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// File returns the archive of a saved game that has only its head, sargon78.json.
func File(t testing.TB, head string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create("sargon78.json")
	require.NoError(t, err)
	_, err = f.Write([]byte(head))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}
