package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/settings"
)

func configCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "show the settings, and where they and the games are saved",
		Long: `
Shows where settings and games are stored, and the values in force. The file is TOML with one line
for each setting, and version = 1 for the version of its format. Flags of sargon play override it.
NO_COLOR in the environment is respected.

  sargon config         the values in force
  sargon config init    write the file, with every setting as a comment`,
		Args: cli.NoArgs,
		RunE: cli.Run(func(_ context.Context, streams *cli.IO, _ []string) error {
			return settings.Show(streams.Out)
		}),
	}
	c.AddCommand(&cobra.Command{
		Use:   "init",
		Short: "write a settings file, with every setting as a comment",
		Args:  cli.NoArgs,
		RunE: cli.Run(func(_ context.Context, streams *cli.IO, _ []string) error {
			path, err := settings.Path()
			if err == nil {
				err = settings.Write(path)
			}
			if err == nil {
				fmt.Fprintln(streams.Out, "made", path)
			}
			return err
		}),
	})
	return c
}
