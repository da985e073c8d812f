package main

import (
	"context"
	"flag"
	"fmt"

	"sargon78/cmd/sargon/internal/cli"
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
				return settings.Show(streams.Out)
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
