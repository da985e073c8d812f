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

// place is where a person works: a folder, with the folders for settings and games in it.
type place struct {
	t    testing.TB
	dir  string
	here bool // this process is at home there: its calls need none of their own
}

func newPlace(t testing.TB) *place { return &place{t: t, dir: t.TempDir()} }

// atHome is a place whose folders for settings and games are those of this process.
func atHome(t testing.TB) *place {
	p := newPlace(t)
	p.here = true
	t.Cleanup(xdg.Reload)
	t.Setenv("XDG_CONFIG_HOME", p.path("config"))
	t.Setenv("XDG_STATE_HOME", p.path("state"))
	xdg.Reload()
	return p
}

// path is that of a file in the folder.
func (p *place) path(names ...string) string {
	return filepath.Join(append([]string{p.dir}, names...)...)
}

// games is a path in the folder where games are saved.
func (p *place) games(names ...string) string {
	return p.path(append([]string{"state", "sargon78"}, names...)...)
}

// put makes a file, and the folder that it needs.
func (p *place) put(name string, data []byte) string {
	p.t.Helper()
	require.NoError(p.t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(p.t, os.WriteFile(name, data, 0o600))
	return name
}

// environment is that of the programs that the user starts.
func (p *place) environment() []string {
	return append(os.Environ(), asProgram+"=1", "HOME="+p.dir, "TERM=dumb", "NO_COLOR=1",
		"XDG_CONFIG_HOME="+p.path("config"), "XDG_STATE_HOME="+p.path("state"))
}

// neverSoLong is longer than any program here takes, however slow the computer is.
const neverSoLong = 5 * time.Minute

// command is a call of sargon in a process of its own, which does not outlive the test.
func (p *place) command(args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(p.t.Context(), neverSoLong)
	p.t.Cleanup(cancel)
	self := must.Have(os.Executable())
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Dir, cmd.Env = p.dir, p.environment()
	return cmd
}

// transcript is all that a program has written, and its exit status.
type transcript struct {
	test   testing.TB
	mu     sync.Mutex
	text   strings.Builder
	news   chan struct{} // closed when there is more, or the end
	end    bool
	status int
}

func newTranscript(t testing.TB) *transcript {
	return &transcript{test: t, news: make(chan struct{})}
}

// more changes the transcript, and tells those who wait for that.
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

// ends says that there will be no more.
func (tr *transcript) ends(status int) { tr.more(func() { tr.end, tr.status = true, status }) }

func (tr *transcript) written() string {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return tr.text.String()
}

// until waits until all that is written is as wanted.
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

// wait waits for the end, and returns the exit status.
func (tr *transcript) wait() int {
	tr.test.Helper()
	tr.until("its end", func(string) bool {
		tr.mu.Lock()
		defer tr.mu.Unlock()
		return tr.end
	})
	return tr.status
}

// has checks that a text has all these parts, in any order.
func has(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		assert.Contains(t, text, part)
	}
}

// says checks that a text has all these parts, in this order.
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
