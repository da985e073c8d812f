package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/settings"
)

var configCommand = &cli.Command{
	Name:  "config",
	Args:  "[init]",
	Short: "show the settings, and where they and the games are kept",
	Long: `
Shows the file of settings, the folder of games, and what holds. The file is TOML, a line
for each setting; flags of sargon play override it. NO_COLOR in the environment is
respected.

  sargon config         what holds now
  sargon config init    make the file, with everything in it as a comment`,
	Setup: func(*flag.FlagSet) cli.Run {
		return func(_ context.Context, streams *cli.IO, args []string) error {
			switch {
			case len(args) == 0:
				return showConfig(streams)
			case len(args) == 1 && args[0] == "init":
				if err := settings.Write(settings.Path()); err != nil {
					return err
				}
				_, err := fmt.Fprintln(streams.Out, "made", settings.Path())
				return err
			}
			return cli.Usagef("%q: want nothing, or init", args[0])
		}
	},
}

func showConfig(streams *cli.IO) error {
	path := settings.Path()
	note := ""
	if _, err := os.Stat(path); err != nil {
		note = "  (not there; sargon config init makes it)"
	}
	s, err := settings.Load(path)
	if err != nil {
		return err
	}
	out := streams.Out
	fmt.Fprintf(out, "settings  %s%s\n", path, note)
	fmt.Fprintf(out, "games     %s\n\n", settings.StateFolder())
	for _, setting := range settings.All {
		origin := "default"
		if setting.Value(s) != setting.Value(settings.Default()) {
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
