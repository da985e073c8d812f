package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/settings"
	"sargon78/cmd/sargon/internal/web"
)

func serveCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "serve",
		Short: "open the machine in a web page, for everybody and for museums",
		Long: `
Serves a web page in which the computer of 1978 runs. You can play against it, watch it play
against itself, and look inside while it thinks, with breakpoints, steps back in time and a map
of its memory. The page loads nothing from other servers. A browser that has opened it once can
open it again without the server.

With --kiosk the page is for a room with visitors. It plays against itself at the speed of 1978
until a visitor joins in, and gives a tour now and then. A visitor who pulls the lever, or presses
the right arrow, sees its move at the speed of today's computer; that does not begin a game. After
an idle time (--idle) the page asks whether the visitor is still there, and starts again 20 s later;
while the machine is thinking it waits ten times as long. After a power failure the visitor's game
continues. The page opens no files. Start a browser in kiosk mode:
chromium --kiosk http://127.0.0.1:8078/

The part of the address after # selects what the page shows, for links and for frames in articles:
view, fen (spaces as _), moves (e2e4,e7e5), player, level, at (a label of the program), bytes (of
the board that the tour changes, 94:00), speed (MHz, like 2.5), colors, theme, lang, start=1, ui=0
and keyboard=0. The served file js/address.js documents them. For an article (the messages that its
page may send are in js/article.js):

  <iframe src="http://ADDRESS/#view=screen&amp;level=2&amp;keyboard=0" title="Sargon, 1978"
    width="720" height="600" loading="lazy" sandbox="allow-scripts"></iframe>

With --pin there is a page /staff: counters, language, volume, a reset of all screens, and the
addresses that tried wrong PINs (also written to stderr). With --wall there is a page /wall: a
second screen, which shows what another page plays. Both are for the page that is opened, on any
computer, at the address with a secret, which the server prints. The staff's settings are stored in a
file, whose name it prints too.

A proxy must pass on the visitor's Host header and must not buffer the streams of /api/. For nginx
that is "proxy_set_header Host $http_host;". Give the name that visitors use as --host. Behind a
proxy all visitors share one address: after wrong PINs everybody waits, for a minute at most,
except at the server's own address.

--rom sends the image to every visitor's browser: do not use it for a copyrighted program that you
may not distribute. Visitors take their games home as QR codes. If --public or the staff names an
address on the web (see "sargon site"), the code is a link to the game there; otherwise it is the
game as text (PGN).

  sargon serve
  sargon serve --rom my-sargon.asm
  sargon serve --kiosk --idle 2m --pin 1978 --wall --addr 0.0.0.0:8078`,
		Args: cli.NoArgs,
	}
	fs := c.Flags()
	var config web.Config
	addr := fs.String("addr", "127.0.0.1:8078", "`ADDRESS` address to listen on; 0.0.0.0:8078 lets others in")
	fs.BoolVar(&config.Kiosk, "kiosk", false, "for a room with visitors")
	fs.DurationVar(&config.Idle, "idle", 90*time.Second,
		"`DURATION` time after which a kiosk page asks who is there, and forgets who has gone")
	fs.DurationVar(&config.Wait, "wait", 8*time.Second,
		"`DURATION` time that a visitor waits as in 1978, before the page points to the lever")
	fs.StringVar(&config.PIN, "pin", "",
		"`PIN` opens the staff page, at least 4 characters; without it there is none")
	fs.BoolVar(&config.Wall, "wall", false, "let a second screen show what the first one plays, at /wall")
	fs.StringVar(&config.Host, "host", "",
		"`NAME` name in the exhibit's address, if it has one of its own: chess.museum.example")
	fs.StringVar(&config.Public, "public", "",
		"`ADDRESS` address of this exhibit on the web, for games that visitors take home")
	fs.StringVar(&config.Captions, "captions", "",
		"`DIR` directory with further languages, a file like fr.json each")
	fs.StringVar(&config.Secret, "secret", "",
		"`TEXT` text in the address of the page that wall and staff have (default a new one each time)")
	rom := launch.RomFlags(fs)
	c.RunE = cli.Run(func(ctx context.Context, io *cli.IO, args []string) error {
		config.Log = io.Err
		if config.PIN != "" {
			folder, err := settings.StateFolder()
			if err != nil {
				return fmt.Errorf("--pin needs a place for the staff's file: %w", err)
			}
			config.StaffFile = filepath.Join(folder, "staff.json")
		}
		site, err := newSite(&config, rom)
		if err != nil {
			return err
		}
		return site.Serve(ctx, *addr, func(url string) {
			say := func(format string, args ...any) { fmt.Fprintf(io.Out, format+"\n", args...) }
			say("The exhibit is at %s", url)
			page := url + "#publish=" + site.Secret()
			switch {
			case config.Wall:
				say("The wall %swall shows the page %s", url, page)
			case config.PIN != "":
				say("The staff's numbers are of the page %s", page)
			}
			if config.PIN != "" {
				say("The staff's settings are stored in %s", config.StaffFile)
			}
			if config.Rom != nil {
				say("It runs %s", config.Rom.Identity())
			}
		})
	})
	return c
}

// newSite makes the page run the ROM image that --rom names, or else the embedded ROM.
func newSite(c *web.Config, o *launch.Options) (site *web.Site, err error) {
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
