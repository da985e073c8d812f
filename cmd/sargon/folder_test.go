package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/must"
)

// writeFolder writes all files of a folder or none. It replaces files only with force, and follows no
// link out of the folder.
func TestAFolderIsWrittenAsAWhole(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("victim", 0o755))
	write(t, "victim/a", "")
	require.NoError(t, os.Mkdir("dir", 0o755))
	contents := map[string][]byte{"a": []byte("new"), "b/c": []byte("new")}
	all := func() []string {
		return append(must.Have(filepath.Glob("dir/*")), must.Have(filepath.Glob("dir/*/*"))...)
	}

	write(t, "dir/b", "a file where a folder is to be")
	assert.ErrorContains(t, writeFolder("dir", contents, true), "some of its files are new")
	assert.Equal(t, "a file where a folder is to be", read(t, "dir/b"))
	write(t, "dir/.unfinished", "")
	assert.ErrorContains(t, writeFolder("dir", contents, true), "nothing in it has changed")
	require.NoError(t, os.Remove("dir/b"))
	if os.Symlink("../victim", "dir/b") == nil { // a system with symbolic links
		assert.ErrorContains(t, writeFolder("dir", contents, true), "escapes")
		require.NoError(t, os.Remove("dir/b"))
	}
	_ = os.Symlink("../victim/a", "dir/a")
	require.NoError(t, writeFolder("dir", contents, true))
	assert.Equal(t, []string{"dir/a", "dir/b", "dir/b/c"}, all())
	assert.Equal(t, "new", read(t, "dir/a"))
	assert.Empty(t, read(t, "victim/a"))

	assert.ErrorContains(t, writeFolder("dir", contents, false), "exists; --force")
	contents["b"] = nil // b is a folder already
	assert.ErrorContains(t, writeFolder("another", contents, false), "nothing of it is left")
	assert.NoDirExists(t, "another")
}
