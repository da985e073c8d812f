package settings

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/pflag"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/screen"
)

// load sets flags that were not given to what the file says. A file that is not there is no error.
// Errors name the file, the line, and what would be right; so do warnings about what older versions
// knew.
func load(fs *pflag.FlagSet, path string) (warnings []string, err error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all map[string]any
	if err := toml.Unmarshal(data, &all); err != nil {
		line := 1
		if wrong := new(toml.DecodeError); errors.As(err, &wrong) {
			line, _ = wrong.Position()
		}
		return nil, fmt.Errorf("%s:%d: %s", path, line, strings.TrimPrefix(err.Error(), "toml: "))
	}
	own, _ := all["themes"].(map[string]any)
	if own != nil {
		delete(all, "themes")
		warnings = append(warnings, fmt.Sprintf("%s:%d: [themes] is no longer read; choose theme = "+
			"one of %s", path, lineOf(data, "[themes."), strings.Join(screen.ThemeNames(), ", ")))
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		at := fmt.Sprintf("%s:%d: ", path, lineOf(data, name))
		f := fs.Lookup(name)
		if f == nil {
			return nil, fmt.Errorf("%sthere is no setting %q; there are %s", at, name, names(fs))
		}
		words := slices.DeleteFunc(list(all[name]), func(word string) bool {
			instead := f.Value.(*cli.Choice).Instead(word)
			if instead != "" {
				warnings = append(warnings, fmt.Sprintf("%s%s: %q is gone; %s", at, name, word, instead))
			}
			_, isOwn := own[word]
			return instead != "" || isOwn && !slices.Contains(screen.ThemeNames(), word)
		})
		if _, isList := all[name].([]any); len(words) == 0 && !isList {
			continue // the default takes its place
		}
		if f.Changed {
			continue
		}
		text := strings.Join(words, ",")
		if err := f.Value.Set(text); err != nil {
			return nil, fmt.Errorf("%s%s cannot be %q; %w", at, name, text, err)
		}
		f.Changed = true
	}
	return warnings, nil
}

func names(fs *pflag.FlagSet) string {
	var all []string
	fs.VisitAll(func(f *pflag.Flag) { all = append(all, f.Name) })
	return strings.Join(all, ", ")
}

// list is a value of the file as words, one unless it is a list.
func list(v any) (words []string) {
	all, ok := v.([]any)
	if !ok {
		all = []any{v}
	}
	for _, one := range all {
		words = append(words, fmt.Sprint(one))
	}
	return words
}

// lineOf finds the line on which a name is set, or a table that begins so; 1 if there is none.
func lineOf(data []byte, name string) int {
	for i, line := range strings.Split(string(data), "\n") {
		key, _, ok := strings.Cut(line, "=")
		if ok && strings.Trim(strings.TrimSpace(key), `"'`) == name ||
			name[0] == '[' && strings.HasPrefix(strings.TrimSpace(line), name) {
			return i + 1
		}
	}
	return 1
}
