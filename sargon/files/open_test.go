package files

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/must"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte("text"))
	require.NoError(t, z.Close())
	for name, data := range map[string][]byte{"a.txt": []byte("text"), "a.gz": packed.Bytes(),
		"bad.gz": []byte("text")} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	for _, name := range []string{"-", filepath.Join(dir, "a.txt"), filepath.Join(dir, "a.gz")} {
		in, err := Open(name, strings.NewReader("text"))
		require.NoError(t, err, name)
		text := must.Have(io.ReadAll(in))
		assert.Equal(t, "text", string(text), name)
		assert.NoError(t, in.Close())
	}
	_, err := Open(filepath.Join(dir, "bad.gz"), nil)
	assert.ErrorContains(t, err, "bad.gz")
	_, err = Open(filepath.Join(dir, "missing"), nil)
	assert.ErrorIs(t, err, os.ErrNotExist)
	t.Chdir(dir)
	_, err = Open("-", nil) // nobody is there to be read from
	assert.ErrorIs(t, err, os.ErrNotExist)
}
