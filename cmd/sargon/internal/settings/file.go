package settings

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/pflag"
)

// load sets flags that were not given to what the file says. A file that is not there is no error.
// Errors name the file, the line, and what would be right.
func load(fs *pflag.FlagSet, path string) error {
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var all map[string]any
	if err := toml.Unmarshal(data, &all); err != nil {
		line := 1
		if wrong := new(toml.DecodeError); errors.As(err, &wrong) {
			line, _ = wrong.Position()
		}
		return fmt.Errorf("%s:%d: %s", path, line, strings.TrimPrefix(err.Error(), "toml: "))
	}
	if version, ok := all["version"]; ok && version != int64(formatVersion) {
		return fmt.Errorf("%s:%d: version %v of the settings; this sargon reads version %d", path,
			lineOf(data, "version"), version, formatVersion)
	}
	delete(all, "version")
	for _, name := range slices.Sorted(maps.Keys(all)) {
		at := fmt.Sprintf("%s:%d: ", path, lineOf(data, name))
		f := fs.Lookup(name)
		if f == nil {
			return fmt.Errorf("%sthere is no setting %q; there are %s", at, name, names(fs))
		}
		if f.Changed {
			continue
		}
		text := strings.Join(list(all[name]), ",")
		if err := f.Value.Set(text); err != nil {
			return fmt.Errorf("%s%s cannot be %q; %w", at, name, text, err)
		}
		f.Changed = true
	}
	return nil
}

func names(fs *pflag.FlagSet) string {
	var all []string
	fs.VisitAll(func(f *pflag.Flag) { all = append(all, f.Name) })
	return strings.Join(all, ", ")
}

// list returns a value of the file as words, one unless it is a list.
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

// lineOf returns the number of the line on which a name is set, or on which a table of that name
// begins; 1 if there is none.
func lineOf(data []byte, name string) int {
	set := regexp.MustCompile(`^\s*\[*\s*["']?` + regexp.QuoteMeta(name) + `["']?\s*[]=.]`)
	for i, line := range strings.Split(string(data), "\n") {
		if set.MatchString(line) {
			return i + 1
		}
	}
	return 1
}
