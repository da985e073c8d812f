package main

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/must"
	"sargon78/sargon/spec"
)

// What the page for museums starts is a command that there is, with flags that it has and takes.
func TestMuseumStartsWhatThereIs(t *testing.T) {
	page, ok := spec.Lookup("museum")
	require.True(t, ok)
	text := page.String()
	lines := regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/sargon serve (.*)$`).
		FindAllStringSubmatch(text, -1)
	require.Len(t, lines, 1)
	require.NoError(t, serveCommand().ParseFlags(strings.Fields(lines[0][1])))
	for _, m := range regexp.MustCompile("(?m)^- `([^`]*)`").FindAllStringSubmatch(text, -1) {
		for _, name := range regexp.MustCompile(`--([a-z]+)`).FindAllStringSubmatch(m[1], -1) {
			assert.NotNil(t, serveCommand().Flags().Lookup(name[1]), name[0])
		}
	}
	help := serveCommand().Long
	for _, word := range []string{"chromium --kiosk http://127.0.0.1:8078/", "/staff", "/wall"} {
		assert.Contains(t, help, word)
	}
}

// What the staff has set stands again after a power failure, and against what the flags say.
func TestTheRoomStandsAsItStood(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	start := func() (url string, pull func()) {
		cmd := p.command("serve", "--kiosk", "--pin", "4711", "--addr", "127.0.0.1:0",
			"--public", "https://museum.example/")
		out := must.Have(cmd.StdoutPipe())
		require.NoError(t, cmd.Start())
		_, err := fmt.Fscanf(out, "The exhibit is at %s\n", &url)
		require.NoError(t, err)
		pull = sync.OnceFunc(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
		t.Cleanup(pull)
		return url, pull
	}
	set := func(url, what string) {
		r, err := http.Post(url+"api/staff", "application/json",
			strings.NewReader(`{"pin":"4711",`+what+`}`))
		require.NoError(t, err)
		require.NoError(t, r.Body.Close())
		assert.Equal(t, http.StatusOK, r.StatusCode)
	}
	holds := func(url, want string) {
		r := must.Have(http.Get(url + "config.json"))
		defer r.Body.Close()
		config := must.Have(io.ReadAll(r.Body))
		assert.Contains(t, string(config), want)
	}
	url, pull := start()
	set(url, `"language":"de"`)
	set(url, `"volume":40`)
	pull()
	url, pull = start()
	holds(url, `"language":"de","volume":40,"public":"https://museum.example/"`)
	set(url, `"public":"","volume":0`)
	pull()
	url, _ = start()
	holds(url, `"language":"de","volume":0,"public":""`)
}
