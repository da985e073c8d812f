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

// Image returns the embedded ROM.
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

// ImageWithChange returns the ROM assembled from changed sources: in a file, the first place that has the
// text old gets another text. A blank of old stands for one or more blanks.
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
