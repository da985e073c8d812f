package main

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"time"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/engines"
	"sargon78/cmd/sargon/internal/web"
	"sargon78/roms/edition"
)

var serveCommand = &cli.Command{
	Name:  "serve",
	Short: "the exhibit: the machine in a web page, for a museum and for everybody",
	Long: `
Serves a page in which the computer of 1978 runs: play against it, watch it play against
itself, look inside while it thinks, with breakpoints, steps back in time and a map of memory.
The page needs no network and no other program.

With --kiosk it is made for a room with visitors: it plays by itself until somebody joins
in, and gives a tour now and then. After an idle time it asks a visitor whether he is still
there, and 20 s later begins anew; while it thinks for him it waits ten times as long. It
offers no way to files. Start a browser in its own kiosk mode on it:
chromium --kiosk http://127.0.0.1:8078/

The address says what the page shows, for links and for frames in articles: after # come
view, fen (spaces as _), moves (e2e4,e7e5), player, level, speed (MHz, like 2.5), look,
theme, lang, start=1, ui=0 and keyboard=0. Page /authors.html makes the lines for an
article; js/address.js, which is served too, lists what may be said.

With --pin there is a page /staff: counters, language, volume, a reset of all screens.
With --watch a page /wall shows on a second screen what the first one plays: a screen on
the server's own computer, one that --screens names, or one that the staff admits.

With --rom the machine runs your own edition: a listing, or an image with symbols. Its
program goes to every visitor's browser; of a program under copyright that may be a copy
too many.

Visitors take their games home as QR codes: as an address of the page that --public or the
staff names, where "sargon site" has put it, and without one as text (PGN).

  sargon serve
  sargon serve --rom my-sargon.asm
  sargon serve --kiosk --idle 2m --pin 1978 --watch --addr 0.0.0.0:8078`,
	Setup: func(fs *flag.FlagSet) cli.Run {
		var c web.Config
		addr := fs.String("addr", "127.0.0.1:8078", "`address` to listen on; 0.0.0.0:8078 lets others in")
		fs.BoolVar(&c.Kiosk, "kiosk", false, "for a room with visitors")
		fs.DurationVar(&c.Idle, "idle", 90*time.Second,
			"`time` after which a kiosk page asks who is there, and forgets who has gone")
		fs.StringVar(&c.PIN, "pin", "",
			"opens the staff page, at least 4 `characters`; without it there is none")
		fs.BoolVar(&c.Wall, "watch", false, "let a second screen show what the first one plays, at /wall")
		fs.StringVar(&c.Host, "host", "",
			"`name` in the exhibit's address, if it has one of its own: chess.museum.example")
		fs.StringVar(&c.Public, "public", "",
			"`address` of this exhibit on the web, for games that visitors take home")
		fs.StringVar(&c.Captions, "captions", "",
			"`folder` with further languages, a file like fr.json each")
		screens := fs.String("screens", "",
			"`addresses` of screens on other computers that the wall may show: 192.168.1.20,…")
		rom := engines.RomFlags(fs)
		return func(ctx context.Context, io *cli.IO, args []string) error {
			if len(args) > 0 {
				return cli.Usagef("%q is too much: serve takes flags only", args[0])
			}
			c.Publishers = strings.FieldsFunc(*screens, func(r rune) bool { return r == ',' })
			site, err := newSite(&c, rom)
			if err != nil {
				return err
			}
			return site.Serve(ctx, *addr, func(url string) {
				fmt.Fprintf(io.Out, "The exhibit is at %s\n", url)
				if c.Rom != nil {
					fmt.Fprintf(io.Out, "It runs %s\n", edition.Name(c.Rom))
				}
			})
		}
	},
}

// newSite makes the page run the edition that --rom names, or else the embedded ROM.
func newSite(c *web.Config, o *engines.Options) (site *web.Site, err error) {
	switch {
	case o.Rom != "":
		if c.Rom, err = o.Image(); err != nil {
			return nil, err
		}
	case o.Symbols != "" || o.Load != "":
		return nil, cli.Usagef("--symbols and --load go with --rom")
	}
	if site, err = web.NewSite(*c); err != nil {
		return nil, &cli.UsageError{Err: err}
	}
	return site, nil
}
