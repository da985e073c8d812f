// Package settings reads the user's settings: from flags, then from a TOML file.
//
//	flags := settings.Flags(fs)               // --theme, --level, …
//	s, given, err := flags()                  // the flags given, then the file, then the defaults
//	err = settings.Write(path)                // a file with everything in it, commented
//
// The file has a line for each setting, and one for the version of its format, which may be left
// out:
//
//	version = 1
//	theme = "amber"
//	panels = ["clocks", "thoughts"]
//
// The package knows the names and values that may stand in the file, and nothing of what they do.
package settings

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/adrg/xdg"
	"github.com/spf13/pflag"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/sargon"
	"sargon78/sargon/files"
	"sargon78/sargon/speed"
)

// Settings are what a person prefers; register says what each may be.
type Settings struct {
	View, Engine, Color, Speed, Theme, Glyphs, Pieces, Bell, Coordinates string
	Level, Progress                                                      int
	Panels                                                               []string
}

// formatVersion is the version of the file's format.
const formatVersion = 1

// On is the value of a switch that is on.
const On = "on"

// register makes a flag of each setting, in the order of the file.
func (s *Settings) register() *pflag.FlagSet {
	fs := pflag.NewFlagSet("settings", pflag.ContinueOnError)
	fs.SortFlags = false
	cli.ChoiceVar(fs, &s.View, "view", "screen",
		"`screen|board` the machine's screen, or a modern board")
	cli.ChoiceVar(fs, &s.Engine, "engine", "rom", "`"+strings.Join(sargon.EngineNames, "|")+"` engine "+
		"of the modern board; rom:FILE is your own ROM image, rom@CORE another core").OrCheck(checkEngine)
	cli.ChoiceVar(fs, &s.Level, "level", "2", "`1|2|3|4|5|6` plies that the engine looks ahead")
	cli.ChoiceVar(fs, &s.Color, "color", "white", "`white|black` your side")
	cli.ChoiceVar(fs, &s.Speed, "speed", "auto", "`1.79|2|4|auto|max` speed of the machine in MHz, any "+
		"from 0.001 to 1000; auto thinks at full speed").OrCheck(checkSpeed)
	cli.ChoiceVar(fs, &s.Theme, "theme", "paper", "`"+strings.Join(screen.ThemeNames(), "|")+
		"` colours of screen and board")
	cli.ChoiceVar(fs, &s.Glyphs, "glyphs", "auto", "`auto|sextant|quadrant|half|ascii` characters that "+
		"pictures are made of; Ctrl-G tries others")
	cli.ChoiceVar(fs, &s.Pieces, "pieces", "pictures", "`pictures|unicode|letters` pieces of the modern "+
		"board")
	cli.ChoiceVar(fs, &s.Panels, "panels", "clocks,thoughts", "`clocks|thoughts` what stands next to the "+
		"screen, where there is room")
	cli.ChoiceVar(fs, &s.Coordinates, "coordinates", On,
		"`on|off` next to the machine's board, where there is room")
	cli.ChoiceVar(fs, &s.Bell, "bell", "off", "`on|off` the terminal's bell when Sargon has moved")
	cli.ChoiceVar(fs, &s.Progress, "progress", "5",
		"`0|1|2|5|10|30|60` seconds after which --plain says what Sargon thinks; 0: never")
	return fs
}

func checkEngine(name string) error {
	if launch.Check(name) != nil {
		return fmt.Errorf("want %s, or rom:FILE", strings.Join(sargon.EngineNames, ", "))
	}
	return nil
}

func checkSpeed(text string) error {
	if _, err := speed.Parse(text); err != nil {
		return fmt.Errorf("want %s", speed.Syntax)
	}
	return nil
}

// written is a value as it stands in the file.
func written(f *pflag.Flag) string {
	text := f.Value.String()
	switch f.Value.Type() {
	case "stringSlice":
		words := strings.FieldsFunc(strings.Trim(text, "[]"), func(r rune) bool { return r == ',' })
		return strings.ReplaceAll(fmt.Sprintf("%q", words), `" "`, `", "`)
	case "int":
		return text
	}
	return strconv.Quote(text)
}

// Flags registers a flag for each setting, or for those of some names. The returned function
// reads the file of settings for those that were not given, and returns the names of those that
// were.
func Flags(fs *pflag.FlagSet, names ...string) func() (Settings, map[string]bool, error) {
	var s Settings
	all := s.register()
	all.VisitAll(func(f *pflag.Flag) {
		if names == nil || slices.Contains(names, f.Name) {
			fs.AddFlag(f)
		}
	})
	return func() (Settings, map[string]bool, error) {
		given := map[string]bool{}
		all.VisitAll(func(f *pflag.Flag) { given[f.Name] = f.Changed })
		path, err := Path()
		if err != nil { // there is no file to read
			return s, given, nil
		}
		return s, given, load(all, path)
	}
}

// Path returns where the file is looked for: $XDG_CONFIG_HOME/sargon78/config.toml, or what
// takes the place of that on this system. The error is that of a user without a home directory.
func Path() (string, error) {
	return inHome("settings", "XDG_CONFIG_HOME", xdg.ConfigHome, "config.toml")
}

// StateFolder returns where games are saved. The error is that of a user without a home directory.
func StateFolder() (string, error) { return inHome("games", "XDG_STATE_HOME", xdg.StateHome, "") }

// inHome returns the name of a file in our part of a directory. If neither the directory is set nor a
// home directory, the directory would be below the root of the file system.
func inHome(what, variable, dir, name string) (string, error) {
	if _, err := os.UserHomeDir(); err != nil && os.Getenv(variable) == "" {
		return "", fmt.Errorf("there is no directory for %s: set HOME or %s", what, variable)
	}
	return filepath.Join(dir, "sargon78", name), nil
}

// Show writes what holds, where each of it comes from, and where settings and games are saved.
func Show(out io.Writer) error {
	path, noPath := Path()
	games, noGames := StateFolder()
	file := new(Settings).register()
	if noPath != nil {
		path = noPath.Error()
	} else if err := load(file, path); err != nil {
		return err
	} else if _, err := os.Stat(path); err != nil {
		path += "  (not there; sargon config init makes it)"
	}
	if noGames != nil {
		games = noGames.Error()
	}
	fmt.Fprintf(out, "settings  %s\n", path)
	fmt.Fprintf(out, "games     %s\n\n", games)
	file.VisitAll(func(f *pflag.Flag) {
		origin := "default"
		if f.Changed {
			origin = "from the file"
		}
		fmt.Fprintf(out, "%-11s = %-24s # %s\n", f.Name, written(f), origin)
	})
	set, why := screen.DetectHere()
	fmt.Fprintf(out, "\nglyphs auto means %s here: %s. Ctrl-G in sargon play goes through\n", set, why)
	for _, set := range screen.GlyphSets {
		fmt.Fprintf(out, "  %-8s  %s\n", set, set.Help())
	}
	if os.Getenv("NO_COLOR") != "" {
		fmt.Fprintln(out, "NO_COLOR is set: no colours.")
	}
	return nil
}

// Write makes the file, with every setting as it is by default in a comment. One that is there
// stays.
func Write(path string) error {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		return fmt.Errorf("%s is there already, and stays as it is", path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	var text bytes.Buffer
	fmt.Fprintln(&text, "# Settings of sargon. Flags override them; `sargon config` shows what holds.")
	fmt.Fprintf(&text, "\nversion = %d\n", formatVersion)
	new(Settings).register().VisitAll(func(f *pflag.Flag) {
		choice, help, _ := strings.Cut(strings.TrimPrefix(f.Usage, "`"), "` ")
		fmt.Fprintf(&text, "\n# %s (%s)\n# %s = %s\n", help, strings.ReplaceAll(choice, "|", ", "),
			f.Name, written(f))
	})
	return files.WriteFile(path, nil, files.Bytes(text.Bytes()))
}
