package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/web"
)

func siteCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "site DIR",
		Short: "write that web page as plain files, for any web host or a USB stick",
		Long: `
Writes the page of "sargon serve" as plain files. Any web server can serve them, and index.html
can be opened from a folder or a USB stick. The page loads nothing from other servers.

With --rom the machine runs your own ROM image. The files then contain that program: publish them
only if you may publish the program.

  sargon site public
  sargon site my-page --rom my-sargon.asm`,
	}
	fs := c.Flags()
	var config web.Config
	force := fs.Bool("force", false, "write into a folder that is not empty")
	fs.StringVar(&config.Captions, "captions", "",
		"`DIR` directory with further languages, a file like fr.json each")
	rom := launch.RomFlags(fs)
	c.RunE = cli.Run(func(_ context.Context, io *cli.IO, args []string) error {
		if len(args) != 1 {
			return cli.Usagef("want one folder to write to")
		}
		site, err := newSite(&config, rom)
		if err != nil {
			return err
		}
		if there, err := os.ReadDir(args[0]); err == nil && len(there) > 0 && !*force {
			return fmt.Errorf("%s is not empty; --force writes into it all the same", args[0])
		}
		contents, err := site.Files()
		if err == nil {
			err = writeFolder(args[0], contents, true)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(io.Out, "%d files in %s\n", len(contents), args[0])
		if config.Rom != nil {
			fmt.Fprintf(io.Out, "They hold the program of %s\n", config.Rom.Identity())
		}
		return nil
	})
	return c
}
