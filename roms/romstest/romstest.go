// Package romstest has the program for tests: as it is, and with a change in its source.
package romstest

import (
	"io/fs"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/roms"
)

// Tests have memory to spare: collecting less often saves some of a tenth of their time.
func init() { debug.SetGCPercent(400) }

// Image is the embedded ROM.
func Image(t testing.TB) *roms.Image {
	t.Helper()
	image, err := roms.Open("", roms.Options{})
	require.NoError(t, err)
	return image
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
