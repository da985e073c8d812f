package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/adrg/xdg"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/must"
)

// place is a folder in which a test's user works, with the folders for settings and games in it.
type place struct {
	t    testing.TB
	dir  string
	here bool // this process uses these folders itself
}

func newPlace(t testing.TB) *place { return &place{t: t, dir: t.TempDir()} }

// atHome returns a place whose folders for settings and games are those of this process.
func atHome(t testing.TB) *place {
	p := newPlace(t)
	p.here = true
	t.Cleanup(xdg.Reload)
	t.Setenv("XDG_CONFIG_HOME", p.path("config"))
	t.Setenv("XDG_STATE_HOME", p.path("state"))
	xdg.Reload()
	return p
}

// path returns the path of a file in the folder.
func (p *place) path(names ...string) string {
	return filepath.Join(append([]string{p.dir}, names...)...)
}

// games returns a path in the folder of saved games.
func (p *place) games(names ...string) string {
	return p.path(append([]string{"state", "sargon78"}, names...)...)
}

// put writes a file, and makes its folder.
func (p *place) put(name string, data []byte) string {
	p.t.Helper()
	require.NoError(p.t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(p.t, os.WriteFile(name, data, 0o600))
	return name
}

// environment returns the environment of programs that the user starts.
func (p *place) environment() []string {
	return append(os.Environ(), asProgram+"=1", "HOME="+p.dir, "TERM=dumb", "NO_COLOR=1",
		"XDG_CONFIG_HOME="+p.path("config"), "XDG_STATE_HOME="+p.path("state"))
}

// neverSoLong is longer than any program in these tests takes, even on a slow computer.
const neverSoLong = 5 * time.Minute

// command returns a call of sargon in a process of its own, which ends with the test at the latest.
func (p *place) command(args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(p.t.Context(), neverSoLong)
	p.t.Cleanup(cancel)
	self := must.Have(os.Executable())
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Dir, cmd.Env = p.dir, p.environment()
	return cmd
}

// transcript is the whole output of a program, and its exit status.
type transcript struct {
	test   testing.TB
	mu     sync.Mutex
	text   strings.Builder
	news   chan struct{} // closed when there is more output, or the program has ended
	end    bool
	status int
}

func newTranscript(t testing.TB) *transcript {
	return &transcript{test: t, news: make(chan struct{})}
}

// more changes the transcript, and wakes goroutines that wait for a change.
func (tr *transcript) more(change func()) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	change()
	close(tr.news)
	tr.news = make(chan struct{})
}

func (tr *transcript) Write(data []byte) (int, error) {
	tr.more(func() { tr.text.Write(data) })
	return len(data), nil
}

// ends notes the end of the program.
func (tr *transcript) ends(status int) { tr.more(func() { tr.end, tr.status = true, status }) }

func (tr *transcript) written() string {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return tr.text.String()
}

// until waits until the whole output is as wanted.
func (tr *transcript) until(what string, wanted func(all string) bool) {
	tr.test.Helper()
	limit := time.After(neverSoLong)
	for {
		tr.mu.Lock()
		all, news, end := tr.text.String(), tr.news, tr.end
		tr.mu.Unlock()
		if wanted(all) {
			return
		}
		if end {
			tr.test.Fatalf("it has ended without %s:\n%s", what, all)
		}
		select {
		case <-news:
		case <-limit:
			tr.test.Fatalf("%s does not come:\n%s", what, all)
		}
	}
}

// wait waits for the end of the program, and returns its exit status.
func (tr *transcript) wait() int {
	tr.test.Helper()
	tr.until("its end", func(string) bool {
		tr.mu.Lock()
		defer tr.mu.Unlock()
		return tr.end
	})
	return tr.status
}

// has checks that a text contains all parts, in any order.
func has(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		assert.Contains(t, text, part)
	}
}

// says checks that a text contains all parts, in this order.
func says(t testing.TB, text string, parts ...string) bool {
	t.Helper()
	rest := text
	for _, part := range parts {
		_, after, found := strings.Cut(rest, part)
		if !assert.True(t, found, "%q is not there, or too early, in\n%s", part, text) {
			return false
		}
		rest = after
	}
	return true
}
