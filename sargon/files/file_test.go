package files

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func says(text string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	require.NoError(t, WriteFile(name, nil, says("one")))
	if os.Symlink(name, link) != nil {
		link = name // a system without links
	}
	require.NoError(t, WriteFile(link, nil, says("two")))
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "two", string(text), "a link is followed")

	failed := errors.New("out of ideas")
	err = WriteFile(name, nil, func(w io.Writer) error { return errors.Join(says("thr")(w), failed) })
	assert.ErrorIs(t, err, failed)
	text, err = os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "two", string(text), "the old file stays")
	left, err := filepath.Glob(filepath.Join(dir, ".*"))
	require.NoError(t, err)
	assert.Empty(t, left)

	var out bytes.Buffer
	require.NoError(t, WriteFile("-", &out, says("three")))
	assert.Equal(t, "three", out.String())
	assert.ErrorContains(t, WriteFile("-", nil, says("")), "want the name of a file")
	assert.Error(t, WriteFile(dir, nil, says("")), "a folder is not replaced")
}
