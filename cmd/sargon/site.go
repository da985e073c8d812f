package main

import (
	"context"
	"flag"
	"fmt"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/engines"
	"sargon78/cmd/sargon/internal/web"
	"sargon78/roms/edition"
)

var siteCommand = &cli.Command{
	Name:  "site",
	Args:  "DIR",
	Short: "the exhibit as plain files, for any web host or a USB stick",
	Long: `
Writes the page of "sargon serve" as plain files. Any web server can hand them out, and
index.html can be opened from a folder or a USB stick. They hold everything, and load
nothing from elsewhere.

With --rom the machine runs your own edition. The files then hold its program: who may not
publish that may not publish them.

  sargon site public
  sargon site my-page --rom my-sargon.asm`,
	Setup: func(fs *flag.FlagSet) cli.Run {
		var c web.Config
		force := fs.Bool("force", false, "write into a folder that is not empty")
		fs.StringVar(&c.Captions, "captions", "",
			"`folder` with further languages, a file like fr.json each")
		rom := engines.RomFlags(fs)
		return func(_ context.Context, io *cli.IO, args []string) error {
			if len(args) != 1 {
				return cli.Usagef("want one folder to write to")
			}
			site, err := newSite(&c, rom)
			if err != nil {
				return err
			}
			n, err := site.Write(args[0], *force)
			if err != nil {
				return err
			}
			fmt.Fprintf(io.Out, "%d files in %s\n", n, args[0])
			if c.Rom != nil {
				fmt.Fprintf(io.Out, "They hold the program of %s\n", edition.Name(c.Rom))
			}
			return nil
		}
	},
}
