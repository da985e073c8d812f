package settings

import (
	"fmt"
	"io"
	"os"

	"sargon78/cmd/sargon/internal/screen"
)

// Show writes what holds, where each of it comes from, and where settings and games are kept.
func Show(out io.Writer) error {
	path := Path()
	note := ""
	if _, err := os.Stat(path); err != nil {
		note = "  (not there; sargon config init makes it)"
	}
	s, err := Load(path)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "settings  %s%s\n", path, note)
	fmt.Fprintf(out, "games     %s\n\n", StateFolder())
	for _, setting := range All {
		origin := "default"
		if setting.Value(s) != setting.Value(Default()) {
			origin = "from the file"
		}
		fmt.Fprintf(out, "%-11s = %-24s # %s\n", setting.Name, setting.Value(s), origin)
	}
	if s.Glyphs == "auto" {
		set, why := screen.DetectHere()
		fmt.Fprintf(out, "\nglyphs auto means %s here: %s.\n", set, why)
	}
	if os.Getenv("NO_COLOR") != "" {
		fmt.Fprintln(out, "NO_COLOR is set: no colours.")
	}
	return nil
}
