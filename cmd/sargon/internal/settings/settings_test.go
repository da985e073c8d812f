package settings

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/must"
)

// defaults are what holds without a file.
func defaults() (s Settings) {
	s.register()
	return s
}

func Example() {
	s := defaults()
	fmt.Println(s.Theme, s.Level)
	// Output: paper 2
}

// read reads a file of settings.
func read(path string) (s Settings, err error) {
	err = load(s.register(), path)
	return s, err
}

func file(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func TestFlagsAndFileOverrideDefaults(t *testing.T) {
	var s Settings
	flags := s.register()
	require.NoError(t, flags.Set("speed", "max"))
	require.NoError(t, flags.Set("speed", "33"), "any number of MHz")
	assert.ErrorContains(t, flags.Set("speed", "0"), `want MHz from 0.001 to 1000`)
	err := load(flags, file(t, "theme = 'amber'\nlevel = 4\npanels = ['clocks']\nspeed = '2.5'\n"))
	require.NoError(t, err)
	want := defaults()
	want.Theme, want.Level, want.Panels, want.Speed = "amber", 4, []string{"clocks"}, "33"
	assert.Equal(t, want, s)
}

func TestMistakesAreNamedWithTheirLine(t *testing.T) {
	_, err := read(t.TempDir())
	assert.Error(t, err, "a folder is no file")
	for text, want := range map[string]string{
		"theme = 'amber'\nlooks = 1":      `:2: there is no setting "looks"; there are view, engine`,
		"\ntheme = 'papper'":              `:2: theme cannot be "papper"; want paper, green, amber, white, wood`,
		"level = 7":                       `:1: level cannot be "7"; want 1, 2, 3, 4, 5, 6`,
		"speed = '5 knots'":               `:1: speed cannot be "5 knots"; want MHz from 0.001 to 1000`,
		"level = \"two\"":                 `:1:`,
		"theme = ":                        `:1:`,
		"a\x00b":                          `:1:`,
		"level = 2\n[view]\nx = 1":        `:2: view cannot be "map[x:1]"; want screen, board`,
		"level = 2\n[themes.mine]\nx = 1": `:2: there is no setting "themes"; there are view, engine`,
		"level = 2\n themes . mine = 1":   `:2: there is no setting "themes"; there are view, engine`,
		"level = 2\nversion = 2":          `:2: version 2 of the settings; this sargon reads version 1`,
		"version = '1'":                   `:1: version 1 of the settings; this sargon`,
		"panels = ['clocks', 'weather']":  `:1: panels cannot be "clocks,weather"; want clocks, thoughts`,
	} {
		_, err := read(file(t, text))
		require.Error(t, err, text)
		assert.Contains(t, err.Error(), "config.toml"+want, text)
	}
}

// The file that is written says nothing but the defaults, and each of its lines is right
// once the sign of the comment is taken away.
func TestTextIsAFileOfDefaults(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "config.toml")
	require.NoError(t, Write(path))
	s, err := read(path)
	require.NoError(t, err)
	assert.Equal(t, defaults(), s)

	data := must.Have(os.ReadFile(path))
	var lines []string
	for line := range strings.Lines(string(data)) {
		if setting, ok := strings.CutPrefix(line, "# "); ok && strings.Contains(setting, " = ") {
			lines = append(lines, setting)
		}
	}
	assert.Len(t, lines, len(strings.Split(names(s.register()), ",")))
	s, err = read(file(t, strings.Join(lines, "")))
	require.NoError(t, err)
	assert.Equal(t, defaults(), s)

	assert.ErrorContains(t, Write(path), "stays as it is")

	full := filepath.Join(t.TempDir(), "config.toml")
	if _, err := os.Stat("/dev/full"); err == nil && os.Symlink("/dev/full", full) == nil {
		assert.ErrorContains(t, Write(full), "no space left", "and it does not say that it is made")
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("theme = \"amber\"\n")
	f.Add("panels = [[]]")
	f.Fuzz(func(t *testing.T, text string) {
		path := file(t, text)
		if _, err := read(path); err != nil && !strings.HasPrefix(err.Error(), path+":") {
			t.Fatalf("%q does not begin with the file and the line", err)
		}
	})
}
