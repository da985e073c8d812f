// Package settings reads what a person prefers, from a TOML file in the folder for settings.
//
//	s, err := settings.Load(settings.Path())
//	fmt.Println(s.Theme)         // "paper", or what the file says
//	err = settings.Write(path)   // a file with everything in it, commented
//
// Flags of commands override it (Flags). The package knows the names and values that may
// stand in the file, and nothing of what they do.
package settings

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/engines"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/sargon"
	"sargon78/sargon/speed"
)

// Settings are what a person prefers. The fields are the names in the file, in lower case.
type Settings struct {
	View   string   `toml:"view"`
	Engine string   `toml:"engine"`
	Level  int      `toml:"level"`
	Color  string   `toml:"color"`
	Speed  string   `toml:"speed"`
	Theme  string   `toml:"theme"`
	Glyphs string   `toml:"glyphs"`
	Pieces string   `toml:"pieces"`
	Panels []string `toml:"panels"`
	Bell   string   `toml:"bell"`

	Progress int `toml:"progress"`

	Coordinates string `toml:"coordinates"`

	Themes map[string]map[string]string `toml:"themes"` // the person's own
}

// On is the value of a switch that is on.
const On = "on"

// Default is what holds without a file.
func Default() Settings {
	return Settings{
		View: "screen", Engine: "rom", Level: 2, Color: "white", Speed: "auto", Theme: "paper",
		Glyphs: "auto", Pieces: "pictures", Panels: []string{"clocks", "thoughts"}, Bell: "off",
		Coordinates: On, Progress: 5,
	}
}

// Setting describes a name of the file.
type Setting struct {
	Name   string
	Values []string // that are possible; nil if there are others
	Help   string
	value  func(*Settings) any // a pointer
	more   *more               // values beside Values
}

// more are values of a setting that are too many to list.
type more struct {
	check func(Settings, string) error
	want  func(Settings) string // what is possible, Values included
}

var anySpeed = &more{
	want: func(Settings) string { return speed.Want },
	check: func(_ Settings, text string) error {
		_, err := speed.Parse(text)
		return err
	},
}

var anyEngine = &more{
	want:  func(Settings) string { return strings.Join(sargon.EngineNames, ", ") + ", or rom:FILE" },
	check: func(_ Settings, name string) error { return engines.Check(name) },
}

var ownTheme = &more{
	want: func(s Settings) string { return strings.Join(screen.ThemeNames(s.Themes), ", ") },
	check: func(s Settings, name string) error {
		_, err := screen.ParseTheme(name, s.Themes)
		return err
	},
}

// All are all settings, in the order of the file.
var All = []Setting{
	{"view", []string{"screen", "board"}, "the machine's screen, or a modern board",
		func(s *Settings) any { return &s.View }, nil},
	{"engine", sargon.EngineNames,
		"engine of the modern board; rom:FILE is your own edition, rom@CORE another core",
		func(s *Settings) any { return &s.Engine }, anyEngine},
	{"level", []string{"1", "2", "3", "4", "5", "6"}, "plies that the engine looks ahead",
		func(s *Settings) any { return &s.Level }, nil},
	{"color", []string{"white", "black"}, "your side",
		func(s *Settings) any { return &s.Color }, nil},
	{"speed", []string{"1.79", "2", "4", "auto", "max"},
		"speed of the machine in MHz, any from 0.001 to 1000; auto thinks at full speed",
		func(s *Settings) any { return &s.Speed }, anySpeed},
	{"theme", screen.ThemeNames(nil), "colours of screen and board, or a name under [themes]",
		func(s *Settings) any { return &s.Theme }, ownTheme},
	{"glyphs", []string{"auto", "sextant", "quadrant", "half", "braille", "ascii"},
		"characters that pictures are made of; see sargon glyphs",
		func(s *Settings) any { return &s.Glyphs }, nil},
	{"pieces", []string{"pictures", "unicode", "letters"}, "pieces of the modern board",
		func(s *Settings) any { return &s.Pieces }, nil},
	{"panels", []string{"clocks", "thoughts", "memory", "registers"},
		"what stands beside the screen, where there is room",
		func(s *Settings) any { return &s.Panels }, nil},
	{"coordinates", []string{On, "off"}, "beside the machine's board, where there is room",
		func(s *Settings) any { return &s.Coordinates }, nil},
	{"bell", []string{On, "off"}, "the terminal's bell when Sargon has moved",
		func(s *Settings) any { return &s.Bell }, nil},
	{"progress", []string{"0", "1", "2", "5", "10", "30", "60"},
		"seconds after which --plain says what Sargon thinks; 0: never",
		func(s *Settings) any { return &s.Progress }, nil},
}

// words are the values that a setting has, several for a list.
func (s Setting) words(from Settings) []string {
	switch v := s.value(&from).(type) {
	case *int:
		return []string{strconv.Itoa(*v)}
	case *string:
		return []string{*v}
	case *[]string:
		return *v
	}
	return nil
}

// Value writes the value as it would stand in the file.
func (s Setting) Value(from Settings) string {
	words := slices.Clone(s.words(from))
	for i, word := range words {
		words[i] = strconv.Quote(word)
	}
	switch s.value(&from).(type) {
	case *int:
		return s.words(from)[0]
	case *[]string:
		return "[" + strings.Join(words, ", ") + "]"
	}
	return words[0]
}

// Set gives a setting a value as it is written in a flag: lists have commas.
func (s *Settings) Set(name, value string) error {
	i := slices.IndexFunc(All, func(setting Setting) bool { return setting.Name == name })
	if i < 0 {
		return fmt.Errorf("there is no setting %q", name)
	}
	changed := *s
	switch v := All[i].value(&changed).(type) {
	case *int:
		n, err := strconv.Atoi(value)
		if err != nil {
			return fmt.Errorf("%q is not a number", value)
		}
		*v = n
	case *string:
		*v = value
	case *[]string:
		*v = strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
	}
	if bad, ok := All[i].check(changed); !ok {
		return fmt.Errorf("%s is not possible; want %s", bad, All[i].want(changed))
	}
	*s = changed
	return nil
}

// Flags registers a flag for each setting, or for those of some names. The returned function
// reads the file of settings, and puts on top the flags that were given, whose names it returns
// too.
func Flags(fs *flag.FlagSet, names ...string) func() (Settings, map[string]bool, error) {
	values := map[string]*string{}
	for _, s := range All {
		if names != nil && !slices.Contains(names, s.Name) {
			continue
		}
		usage := s.Help
		if s.Values != nil {
			usage = "`" + strings.Join(s.Values, "|") + "` " + s.Help
		}
		values[s.Name] = fs.String(s.Name, strings.Join(s.words(Default()), ","), usage)
	}
	return func() (Settings, map[string]bool, error) {
		s, err := Load(Path())
		if err != nil {
			return s, nil, err
		}
		given := map[string]bool{}
		fs.Visit(func(f *flag.Flag) {
			value, ok := values[f.Name]
			if !ok || err != nil {
				return
			}
			given[f.Name] = true
			if bad := s.Set(f.Name, *value); bad != nil {
				err = cli.Usagef("--%s: %w", f.Name, bad)
			}
		})
		return s, given, err
	}
}

// Path is where the file is looked for: $XDG_CONFIG_HOME/sargon78/config.toml, or what
// takes the place of that on this system.
func Path() string { return filepath.Join(xdg.ConfigHome, "sargon78", "config.toml") }

// StateFolder is where games are kept.
func StateFolder() string { return filepath.Join(xdg.StateHome, "sargon78") }

// maxFile is more than anybody would write into the file.
const maxFile = 1 << 20

// Load reads the file. One that is not there is no error: it means Default. Errors name
// the file, the line, and what would be right.
func Load(path string) (Settings, error) {
	s := Default()
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	if info.Size() > maxFile {
		return s, fmt.Errorf("%s is too large for settings: %d bytes", path, info.Size())
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return s, err
	}
	if err := s.parse(data); err != nil {
		return Default(), fmt.Errorf("%s:%w", path, err)
	}
	return s, nil
}

func (s *Settings) parse(data []byte) error {
	decoder := toml.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(s)
	var unknown *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &unknown) && len(unknown.Errors) > 0:
		line, _ := unknown.Errors[0].Position()
		var names []string
		for _, s := range All {
			names = append(names, s.Name)
		}
		return fmt.Errorf("%d: there is no setting %q; there are %s", line,
			strings.Join(unknown.Errors[0].Key(), "."), strings.Join(names, ", "))
	case errors.As(err, &wrong):
		line, _ := wrong.Position()
		return fmt.Errorf("%d: %s", line, strings.TrimPrefix(wrong.Error(), "toml: "))
	case err != nil:
		return fmt.Errorf("1: %s", strings.TrimPrefix(err.Error(), "toml: "))
	}
	for name := range s.Themes {
		if _, err := screen.ParseTheme(name, s.Themes); err != nil {
			return fmt.Errorf("%d: themes.%s: %w", lineOf(data, "[themes."+name+"]"), name, err)
		}
	}
	for _, setting := range All {
		if bad, ok := setting.check(*s); !ok {
			return fmt.Errorf("%d: %s cannot be %s; want %s",
				lineOf(data, setting.Name), setting.Name, bad, setting.want(*s))
		}
	}
	return nil
}

// check returns a value that is not possible.
func (s Setting) check(from Settings) (bad string, ok bool) {
	if s.Values == nil {
		return "", true
	}
	for _, word := range s.words(from) {
		if !slices.Contains(s.Values, word) && (s.more == nil || s.more.check(from, word) != nil) {
			return strconv.Quote(word), false
		}
	}
	return "", true
}

// want says what is possible.
func (s Setting) want(from Settings) string {
	if s.more != nil {
		return s.more.want(from)
	}
	return strings.Join(s.Values, ", ")
}

// lineOf finds the line on which a name is set, 1 if there is none.
func lineOf(data []byte, name string) int {
	for i, line := range strings.Split(string(data), "\n") {
		key, _, ok := strings.Cut(line, "=")
		if (ok || strings.HasPrefix(name, "[")) && strings.Trim(strings.TrimSpace(key), `"'`) == name {
			return i + 1
		}
	}
	return 1
}

const themesText = `
# Colours of your own, chosen by theme = "mine". What is left out is as in the base. There are
# ground and ink of the screen; light and dark squares, white and black men; last-light and
# last-dark, selected, check, cursor and hint, which mark squares.
# [themes.mine]
# base = "wood"
# light = "#b08860"
# dark = "#805030"
`

// Text is a file with every setting as it is by default, commented out.
func Text() string {
	var b strings.Builder
	b.WriteString("# Settings of sargon. Flags override them; `sargon config` shows what holds.\n")
	for _, s := range All {
		fmt.Fprintf(&b, "\n# %s", strings.ReplaceAll(s.Help, "`", ""))
		if s.Values != nil {
			fmt.Fprintf(&b, " (%s)", strings.Join(s.Values, ", "))
		}
		fmt.Fprintf(&b, "\n# %s = %s\n", s.Name, s.Value(Default()))
	}
	b.WriteString(themesText)
	return b.String()
}

// Write makes the file, with everything in it as a comment. One that is there stays.
func Write(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s is there already, and stays as it is", path)
	}
	if err != nil {
		return err
	}
	_, err = file.WriteString(Text())
	return errors.Join(err, file.Close())
}
