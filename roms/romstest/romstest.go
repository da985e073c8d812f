// Package romstest has the program for tests: as it is, and with a change in its source.
package romstest

import (
	"io/fs"
	"regexp"
	"runtime/debug"
	"slices"
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

// changedFS are the sources with another text in one file.
type changedFS struct {
	fs.FS
	name string
	text []byte
}

func (c changedFS) ReadFile(name string) ([]byte, error) {
	if name == c.name {
		return c.text, nil
	}
	return fs.ReadFile(c.FS, name)
}

// ImageWithChange is the ROM from sources in which a text of a file is another where it stands first. In the
// old text a blank is as many as there are.
func ImageWithChange(t testing.TB, file, old, text string) *roms.Image {
	t.Helper()
	file += ".z80"
	source, err := fs.ReadFile(roms.Source(), file)
	require.NoError(t, err)
	at := regexp.MustCompile(strings.ReplaceAll(regexp.QuoteMeta(old), " ", " +")).FindIndex(source)
	require.NotNil(t, at, "%s: %s", file, old)
	files := changedFS{roms.Source(), file, slices.Concat(source[:at[0]], []byte(text), source[at[1]:])}
	image, err := roms.FromSource("changed", roms.Listing, files, "main.z80", roms.Options{})
	require.NoError(t, err)
	return image
}
