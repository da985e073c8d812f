package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/cabinet"
	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/display"
	"sargon78/cmd/sargon/internal/engines"
	"sargon78/cmd/sargon/internal/glyphs"
	"sargon78/cmd/sargon/internal/table"
	"sargon78/cmd/sargon/internal/tui"
	"sargon78/roms"
	"sargon78/sargon"
)

var playCommand = &cli.Command{
	Name:  "play",
	Short: "play on the screen of 1978, or on a modern board",
	Long: `
Plays against the program of 1978 on the computer of its day. Type what the screen asks
for; F1 shows the keys.`,
	Setup: func(fs *flag.FlagSet) cli.Run {
		rom := engines.RomFlags(fs)
		speed := fs.String("speed", "auto", "speed of the machine, `1.79|2|4|auto|max` (MHz; auto thinks at full speed)")
		look := fs.String("look", "paper", "colours of its screen, `paper|phosphor|amber|white`")
		glyphSet := fs.String("glyphs", "auto", "characters it is drawn with, `auto|sextant|quadrant|half|braille|ascii`")
		view := fs.String("view", "screen", "`screen|board`: the screen of 1978, or a modern board")
		return func(ctx context.Context, io *cli.IO, args []string) error {
			if len(args) > 0 {
				return cli.Usagef("%q is too much: play takes flags only", args[0])
			}
			var o tui.Options
			var err error
			if o.Speed, err = tui.ParseSpeed(*speed); err != nil {
				return cli.Usagef("--speed: %w", err)
			}
			if o.Look, err = display.ParseLook(*look); err != nil {
				return cli.Usagef("--look: %w", err)
			}
			o.Glyphs, _ = glyphs.Detect(os.Getenv, runtime.GOOS)
			if *glyphSet != "auto" {
				if o.Glyphs, err = glyphs.ParseSet(*glyphSet); err != nil {
					return cli.Usagef("--glyphs: %w", err)
				}
			}
			if o.View, err = tui.ParseView(*view); err != nil {
				return cli.Usagef("--view: %w", err)
			}
			return playOnTerminal(ctx, io, o, *rom)
		}
	},
}

// playOnTerminal plays on a terminal of cells.
func playOnTerminal(ctx context.Context, io *cli.IO, o tui.Options, rom engines.Options) error {
	if !cli.IsTerminal(io.In) || !cli.IsTerminal(io.Out) {
		return fmt.Errorf("this is no terminal; `sargon play --plain` plays in lines of text")
	}
	image, err := openImage(rom)
	if err != nil {
		return err
	}
	if o.Cabinet, err = cabinet.New(image, cabinet.Options{}); err != nil {
		return err
	}
	o.Table = table.New(table.Options{
		Open:   func(name string) (sargon.Engine, error) { return engines.Open(name, rom) },
		Engine: "rom", Level: 2, Player: sargon.White,
	})
	if o.Screen, err = tcell.NewScreen(); err != nil {
		return fmt.Errorf("this terminal (TERM=%s) cannot show the screen: %w; `sargon play --plain` plays in lines of text", os.Getenv("TERM"), err)
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	o.Panels = tui.Panels{Clocks: true, Thoughts: true}
	o.Suspend, o.Stops = tui.Suspender(ctx)
	return tui.New(o).Run(ctx)
}

// openImage opens the program that the flags name.
func openImage(o engines.Options) (*roms.Image, error) {
	options := roms.Options{Symbols: o.Symbols}
	if o.Load != "" {
		load, err := strconv.ParseUint(o.Load, 16, 16)
		if err != nil || load == 0 {
			return nil, cli.Usagef("--load %q: want an address in hexadecimal, like 1000", o.Load)
		}
		options.Load = uint16(load)
	}
	return roms.Open(o.Rom, options)
}
