//go:build unix

package lines_test

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/lines"
	"sargon78/sargon/must"
)

// Closing a program kills what it has started too: then nobody holds the pipe open.
func TestCloseEndsGrandchildren(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	p := must.Have(lines.Start(`sh -c "sleep 1000 >'` + pipe + `' & wait"`))
	held := must.Have(os.Open(pipe)) // by the grandchild
	require.NoError(t, p.Close())
	_, err := io.ReadAll(held)
	assert.NoError(t, err)
	require.NoError(t, held.Close())
}

func TestConversation(t *testing.T) {
	const command = `sh -c "read word; echo you said $word; echo first >&2; echo last words >&2; exit 3"`
	p := must.Have(lines.Start(command))
	var heard []string
	err := p.Ask(t.Context(), "hello", func(words []string) (bool, error) {
		heard = append(heard, words...)
		return false, nil
	})
	assert.Equal(t, []string{"you", "said", "hello"}, heard)
	const how = "the program has ended: exit status 3 (standard error: first\nlast words)"
	assert.EqualError(t, err, how)
	assert.EqualError(t, p.Send("still there?"), how)
	require.NoError(t, p.Close())
}
