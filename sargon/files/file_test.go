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

	"sargon78/sargon/must"
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
	text := must.Have(os.ReadFile(name))
	assert.Equal(t, "two", string(text), "a link is followed")

	failed := errors.New("out of ideas")
	err := WriteFile(name, nil, func(w io.Writer) error { return errors.Join(says("thr")(w), failed) })
	assert.ErrorIs(t, err, failed)
	text = must.Have(os.ReadFile(name))
	assert.Equal(t, "two", string(text), "the old file stays")
	assert.Empty(t, must.Have(filepath.Glob(filepath.Join(dir, ".*"))))

	var out bytes.Buffer
	require.NoError(t, WriteFile("-", &out, says("three")))
	assert.Equal(t, "three", out.String())
	assert.ErrorContains(t, WriteFile("-", nil, says("")), "want the name of a file")
	assert.Error(t, WriteFile(dir, nil, says("")), "a folder is not replaced")
}

// A file that nobody may write is refused beforehand, and stays as it is.
func TestAReadOnlyFileIsRefused(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o444))
	require.NoError(t, os.Chmod(name, 0o444)) // whatever the umask is
	_, err := Writable(name)
	assert.ErrorContains(t, err, name+": it is read-only")
	assert.ErrorContains(t, MayWrite(name, true), "read-only")
	assert.ErrorContains(t, WriteFile(name, nil, says("new")), "read-only")
	assert.Equal(t, "old", string(must.Have(os.ReadFile(name))))
	require.NoError(t, os.Chmod(name, 0o600)) // Windows removes no file that is read-only
}

func TestAFileKeepsItsPermissions(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o600))
	before := must.Have(os.Stat(name))
	require.NoError(t, WriteFile(name, nil, says("new")))
	assert.Equal(t, before.Mode(), must.Have(os.Stat(name)).Mode())
}

// A link whose file is not there yet leads to it all the same.
func TestADanglingLinkIsFollowed(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.Symlink("file", link); err != nil {
		t.Skip("a system without links: ", err)
	}
	target, err := Writable(link)
	require.NoError(t, err)
	assert.Equal(t, name, target)
	require.NoError(t, WriteFile(link, nil, says("text")))
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.Equal(t, os.ModeSymlink, info.Mode().Type(), "the link stays")
	text := must.Have(os.ReadFile(name))
	assert.Equal(t, "text", string(text))
}
