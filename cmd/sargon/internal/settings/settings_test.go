package settings_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/settings"
)

func Example() {
	s, err := settings.Load("/no/such/file.toml")
	fmt.Println(s.Theme, s.Level, err)
	// Output: paper 2 <nil>
}

func file(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func TestFileOverridesDefaults(t *testing.T) {
	s, err := settings.Load(file(t, "theme = 'amber'\nlevel = 4\npanels = ['registers']\n"))
	require.NoError(t, err)
	want := settings.Default()
	want.Theme, want.Level, want.Panels = "amber", 4, []string{"registers"}
	assert.Equal(t, want, s)
}

func TestAnyNumberOfMHzIsASpeed(t *testing.T) {
	s, err := settings.Load(file(t, "speed = '2.5'"))
	require.NoError(t, err)
	assert.Equal(t, "2.5", s.Speed)
	require.NoError(t, s.Set("speed", "full"))
	require.NoError(t, s.Set("speed", "33"))
	assert.ErrorContains(t, s.Set("speed", "0"), `"0" is not possible; want MHz from 0.001 to 1000`)
	assert.Equal(t, "33", s.Speed)
}

func TestMistakesAreNamedWithTheirLine(t *testing.T) {
	for text, want := range map[string]string{
		"theme = 'amber'\nlooks = 1":     `:2: there is no setting "looks"; there are view, engine`,
		"\ntheme = 'papper'":             `:2: theme cannot be "papper"; want paper, green, amber, white, wood`,
		"[themes.mine]\nink = 'red'":     `:1: themes.mine: ink: "red" is no colour`,
		"level = 7":                      `:1: level cannot be "7"; want 1, 2, 3, 4, 5, 6`,
		"speed = '5 knots'":              `:1: speed cannot be "5 knots"; want MHz from 0.001 to 1000`,
		"level = \"two\"":                `:1:`,
		"theme = ":                       `:1:`,
		"a\x00b":                         `:1:`,
		"[view]\nx = 1":                  `:`,
		"panels = ['clocks', 'weather']": `:1: panels cannot be "weather"`,
	} {
		s, err := settings.Load(file(t, text))
		require.Error(t, err, text)
		assert.Contains(t, err.Error(), "config.toml"+want, text)
		assert.Equal(t, settings.Default(), s, "what is half read does not hold")
	}
}

func TestAFolderIsNoFile(t *testing.T) {
	_, err := settings.Load(t.TempDir())
	assert.Error(t, err)
}

// The file that is written says nothing but the defaults, and each of its lines is right
// once the sign of the comment is taken away.
func TestTextIsAFileOfDefaults(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "config.toml")
	require.NoError(t, settings.Write(path))
	s, err := settings.Load(path)
	require.NoError(t, err)
	assert.Equal(t, settings.Default(), s)

	data, err := os.ReadFile(path)
	require.NoError(t, err)
	all, themes, found := strings.Cut(string(data), "# [themes.mine]")
	require.True(t, found)
	own := "theme = 'mine'\n[themes.mine]" + strings.ReplaceAll(themes, "# ", "")
	mine, err := settings.Load(file(t, own))
	require.NoError(t, err)
	assert.Equal(t, "wood", mine.Themes["mine"]["base"])
	var lines []string
	for line := range strings.Lines(all) {
		if setting, ok := strings.CutPrefix(line, "# "); ok && strings.Contains(setting, " = ") &&
			!strings.HasPrefix(setting, "Colours") {
			lines = append(lines, setting)
		}
	}
	assert.Len(t, lines, len(settings.All))
	s, err = settings.Load(file(t, strings.Join(lines, "")))
	require.NoError(t, err)
	assert.Equal(t, settings.Default(), s)

	assert.ErrorContains(t, settings.Write(path), "stays as it is")
}

func FuzzLoad(f *testing.F) {
	f.Add("theme = \"amber\"\n")
	f.Add("panels = [[]]")
	f.Fuzz(func(t *testing.T, text string) {
		path := file(t, text)
		if _, err := settings.Load(path); err != nil && !strings.HasPrefix(err.Error(), path+":") {
			t.Fatalf("%q does not begin with the file and the line", err)
		}
	})
}
