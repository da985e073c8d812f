package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
