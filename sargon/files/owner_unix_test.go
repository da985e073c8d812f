//go:build unix

package files

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/must"
)

// An administrator who writes a file of another user does not become its owner.
func TestAFileKeepsItsOwner(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o640))
	const somebody = 12345
	if err := os.Chown(name, somebody, somebody); err != nil {
		t.Skip("only an administrator can give files away: ", err)
	}
	require.NoError(t, WriteFile(name, nil, says("new")))
	info := must.Have(os.Stat(name))
	owner := info.Sys().(*syscall.Stat_t)
	assert.EqualValues(t, somebody, owner.Uid)
	assert.EqualValues(t, somebody, owner.Gid)
	assert.EqualValues(t, 0o640, info.Mode().Perm())
}

// A file is overwritten in place if the new one cannot be given to its owner.
func TestWriteOver(t *testing.T) {
	dir := t.TempDir()
	name, whole := filepath.Join(dir, "file"), filepath.Join(dir, "whole")
	require.NoError(t, os.WriteFile(name, []byte("an old text"), 0o660))
	require.NoError(t, os.WriteFile(whole, []byte("new"), 0o600))
	before := must.Have(os.Stat(name))
	require.NoError(t, writeOver(name, whole))
	assert.True(t, os.SameFile(before, must.Have(os.Stat(name))))
	assert.Equal(t, "new", string(must.Have(os.ReadFile(name))))
	assert.NoFileExists(t, whole)
	assert.ErrorContains(t, writeOver(dir, name), name+" has what should be in it")
}
