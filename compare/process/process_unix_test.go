//go:build unix

package process_test

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/process"
)

func shell(t *testing.T, script string) *process.Process {
	t.Helper()
	p, err := process.Start([]string{"sh", "-c", script})
	require.NoError(t, err)
	return p
}

// Killing a program kills what it has started too: then nobody holds the pipe open.
func TestKillEndsGrandchildren(t *testing.T) {
	for name, end := range map[string]func(*process.Process){
		"kill": (*process.Process).Kill, "close": (*process.Process).Close,
	} {
		pipe := filepath.Join(t.TempDir(), "pipe")
		require.NoError(t, syscall.Mkfifo(pipe, 0o600))
		p := shell(t, "sleep 1000 >'"+pipe+"' & wait")
		held, err := os.Open(pipe) // by the grandchild
		require.NoError(t, err)
		end(p)
		_, err = io.ReadAll(held)
		assert.NoError(t, err, name)
		require.NoError(t, held.Close())
	}
}

func TestConversation(t *testing.T) {
	p := shell(t, "read word; echo you said $word; echo first >&2; echo last words >&2; exit 3")
	require.NoError(t, p.Say("hello"))
	line, err := p.Hear(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "you said hello", line)
	_, err = p.Hear(t.Context())
	assert.ErrorIs(t, err, process.ErrEnded)
	assert.EqualError(t, err, "the program has ended: exit status 3: first\nlast words")
	<-p.Ended()
	assert.ErrorIs(t, p.Say("still there?"), process.ErrEnded)
	p.Close()
}

func TestUCIOptions(t *testing.T) {
	u, err := process.StartUCI(t.Context(), []string{"sh", "-c", `read uci
		echo id name Shell 1.0; echo; echo option name Skill Level type spin default 20 min 0 max 20
		echo option name Big Book type check default false; echo option name Style type combo default a b var a b var c
		echo option name Any type spin; echo uciok
		while read line; do test "$line" = isready && echo readyok || echo "$line" >&2; done`})
	require.NoError(t, err)
	assert.Equal(t, "Shell 1.0", u.Name)
	require.NoError(t, u.Set("skill level", "3"))
	require.NoError(t, u.Set("Style", "A B"))
	require.NoError(t, u.Set("Big Book", "true"))
	require.NoError(t, u.Set("Any", "-7"))
	require.ErrorContains(t, u.Set("Hash", "1"),
		`it has no option "Hash"; it has: Skill Level, Big Book`)
	require.ErrorContains(t, u.Set("Skill Level", "21"),
		`option Skill Level="21": it wants a number from 0 to 20`)
	require.ErrorContains(t, u.Set("Skill Level", "low"), "a whole number")
	require.ErrorContains(t, u.Set("Style", "b"), "it wants a b or c")
	require.ErrorContains(t, u.Set("Big Book", "1"), "true or false")
	require.NoError(t, u.Ready(t.Context()))
	u.Close()
	_, err = u.Hear(t.Context())
	assert.ErrorContains(t, err,
		"setoption name Skill Level value 3\nsetoption name Style value A B\n")
	_, err = process.StartUCI(t.Context(), []string{"true"})
	assert.ErrorContains(t, err, "it does not speak UCI: the program has ended")
}
