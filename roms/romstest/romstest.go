// Package romstest has the program for tests: as it is, assembled once, and with a change in its
// source.
package romstest

import (
	"io/fs"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/roms"
)

// Tests have memory to spare: collecting less often saves some of a tenth of their time.
func init() { debug.SetGCPercent(400) }

var embedded = sync.OnceValues(func() (*roms.Image, error) { return roms.Open("", roms.Options{}) })

// Image is the embedded ROM, for each test its own.
func Image(t testing.TB) *roms.Image {
	t.Helper()
	image, err := embedded()
	require.NoError(t, err)
	own := *image
	own.Bytes = slices.Clone(own.Bytes)
	own.Symbols, own.Labels = maps.Clone(own.Symbols), maps.Clone(own.Labels)
	return &own
}

// changed are the sources with another text in one file.
type changed struct {
	fs.FS
	name string
	text []byte
}

func (c changed) ReadFile(name string) ([]byte, error) {
	if name == c.name {
		return c.text, nil
	}
	return fs.ReadFile(c.FS, name)
}

// Changed is the ROM from sources in which a text of a file is another where it stands first.
func Changed(t testing.TB, file, old, text string) *roms.Image {
	t.Helper()
	source, err := fs.ReadFile(roms.Source(), file)
	require.NoError(t, err)
	require.Contains(t, string(source), old, file)
	files := changed{roms.Source(), file, []byte(strings.Replace(string(source), old, text, 1))}
	image, err := roms.FromSource("changed", roms.Listing, files, "main.z80", roms.Options{})
	require.NoError(t, err)
	return image
}
