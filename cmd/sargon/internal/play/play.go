// Package play puts a game together from what a person asks for, and runs it on a terminal
// or in lines of text: the game that is new, resumed or read from a file, the machine, the
// engines, and the folder in which the game is saved.
//
//	err := play.Run(ctx, streams, play.Options{Settings: settings.Default()})
//	err = play.Replay(ctx, streams, play.ReplayOptions{File: "game.pgn", …})
//
// It is a package of its own because nobody else may know all of these: the front ends (tui
// and plain) know no files, the store knows no machine, and subcommands only read flags.
package play

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/plain"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/settings"
	"sargon78/cmd/sargon/internal/store"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/cmd/sargon/internal/tui"
	"sargon78/emu"
	"sargon78/emu/z80/cores"
	"sargon78/roms"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/speed"
)

// Options are what a person asks for.
type Options struct {
	settings.Settings
	Rom    launch.Options
	Resume bool
	PGN    string // a file to read the game from, if it is there, and to write it to
	FEN    string
	Plain  bool
	Given  map[string]bool // settings that were flags of this call
	Folder string          // where games are saved; empty means not at all
	Games  bool            // choose one of them first

	open  string // the one that was chosen
	lines *plain.Input
}

// Run plays until the person leaves.
func Run(ctx context.Context, streams *cli.IO, o Options) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := o.check(); err != nil {
		return err
	}
	if o.Games && o.Folder == "" {
		return errNoFolder
	}
	if o.Games && !o.Plain {
		name, err := o.pick(ctx)
		if err != nil || name == "" {
			return err
		}
		o.open, o.Resume = name, true
	}
	for {
		next, err := once(ctx, streams, o)
		if err != nil || next == nil {
			return err
		}
		o = *next
	}
}

// once plays one game. next is what to go on with, nil for nothing.
func once(ctx context.Context, streams *cli.IO, o Options) (next *Options, err error) {
	k := &saver{Options: o}
	defer func() {
		if k.file != nil {
			err = errors.Join(err, k.file.Close())
		}
	}()
	if o.Resume {
		if err := k.find(); err != nil {
			return nil, err
		}
	}
	if err = k.openImage(); err == nil {
		next, err = k.run(ctx, streams)
	}
	if k.fresh && err != nil {
		return nil, errors.Join(err, k.discard()) // what fails at once leaves no game to resume
	}
	if err = errors.Join(err, k.close()); err == nil && next == nil && k.game.Table != nil && !k.Plain {
		k.farewell(streams)
	}
	return next, err
}

var errNoFolder = errors.New("games are not saved on this system: there is no folder for them")

// pick lets the person choose a game.
func (o *Options) pick(ctx context.Context) (name string, err error) {
	look, err := look(o.Settings)
	if err != nil {
		return "", err
	}
	screen, err := terminal.New()
	if err != nil {
		return "", fmt.Errorf("%w; %s", err, insteadPlain)
	}
	return tui.Pick(ctx, screen, store.Folder(o.Folder), look)
}

// other tells how to go on with another game.
func (k *saver) other(name string) *Options {
	if name == "" {
		return nil
	}
	o := k.Options
	// What was asked for was about the first game.
	o.PGN, o.FEN, o.Given, o.Rom = "", "", nil, launch.Options{}
	o.Games, o.open, o.Resume = false, name, true
	return &o
}

// run plays with the program that was opened.
func (k *saver) run(ctx context.Context, streams *cli.IO) (next *Options, err error) {
	if k.image.Kind == roms.Command {
		if err := k.checkCommand(k.image.Name); err != nil {
			return nil, err
		}
		rate, err := speed.Parse(k.Speed)
		if err != nil {
			return nil, err
		}
		return nil, k.runCommand(ctx, streams, rate.Thinking)
	}
	switch {
	case k.Plain:
	case !cli.IsTerminal(streams.In) || !cli.IsTerminal(streams.Out):
		return nil, errors.New("the screen needs a terminal; " + insteadPlain)
	case os.Getenv("TERM") == "dumb":
		k.Plain = true
		fmt.Fprintln(streams.Err, "This terminal cannot show a screen; the game is played in lines of "+
			"text, as with --plain.")
	}
	if err := k.begin(); err != nil {
		return nil, err
	}
	if k.Plain {
		next, err = k.runPlain(ctx, streams)
	} else {
		next, err = k.runTerminal(ctx)
	}
	k.fresh = !k.Resume && k.image.Kind != roms.Embedded && k.game.Table.View().Game.Len() < 2
	return next, err
}

const insteadPlain = "try `sargon play --plain`"

// check refuses what does not go together, and completes what follows from the rest.
func (o *Options) check() error {
	switch {
	case o.Games && (o.Resume || o.PGN != "" || o.FEN != ""):
		return cli.Usagef("--games, --resume, --pgn and --fen all name a game: want one of them")
	case o.Resume && o.PGN != "":
		return cli.Usagef("--resume and --pgn both name a game: want one of them")
	case o.Resume && o.FEN != "":
		return cli.Usagef("--fen begins a game, --resume goes on with one: want one of them")
	}
	options, emulated := o.Rom.Named(o.Engine)
	if emulated { // the screen shows this machine too
		o.Rom, o.Engine = options, "rom"
	}
	misplaced := o.Rom.Misplaced(o.Engine)
	switch {
	case emulated:
	case misplaced != nil:
		return misplaced
	case o.Plain || o.View == "board":
	case o.Given["view"]:
		return cli.Usagef("--view screen shows the emulated machine; "+
			"--engine %s plays on --view board", o.Engine)
	default:
		o.View = "board"
	}
	return nil
}

// setCore puts the core that was asked for into a machine, or the usual one.
func (o *Options) setCore(do func(func(*emu.Machine))) error {
	core, err := cores.New(o.Rom.Core)
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	do(func(m *emu.Machine) { m.SetCore(core) })
	return nil
}

// checkCommand refuses what cannot be asked of a program for CP/M.
func (o *Options) checkCommand(name string) error {
	for flag, given := range map[string]bool{
		"level": o.Given["level"], "color": o.Given["color"], "view": o.Given["view"],
		"engine": o.Given["engine"], "fen": o.FEN != "", "pgn": o.PGN != "", "resume": o.Resume,
	} {
		if given {
			return cli.Usagef("--%s is not possible with %s: a program for CP/M has its own board "+
				"and questions, which nobody here can answer for you; a listing or an image with "+
				"symbols of the same edition can do it", flag, name)
		}
	}
	return nil
}

// saver is a game being played, and where it is saved.
type saver struct {
	Options
	image   *roms.Image
	sum     string // the image's checksum
	game    front.Game
	slot    *store.Slot
	unsaved error         // why there is no slot
	file    *pgn.File     // nil if none is wanted
	unput   error         // why the file has not the game as it is
	last    *game.Game    // that was saved last
	put     string        // moves and result of the game, as the file has them
	resumed *states.State // nil if none is
	found   bool          // the edition is that of the game resumed
	fresh   bool          // nothing of it is worth saving
}

func (k *saver) runPlain(ctx context.Context, streams *cli.IO) (*Options, error) {
	if k.lines == nil {
		k.lines = plain.Read(ctx, streams.In)
	}
	o := plain.Options{
		Game: k.game, In: k.lines, Out: streams.Out, Prompt: cli.IsTerminal(streams.In),
		Bell: k.Bell == settings.On, List: k.Options.Games,
	}
	if o.Prompt || k.Given["progress"] { // a script has no use for it, if it does not say so
		o.Progress = time.Duration(k.Progress) * time.Second
	}
	if k.showsScreen() {
		return nil, plain.Dialogue(ctx, o)
	}
	name, err := plain.Commands(ctx, o)
	return k.other(name), err
}

func (k *saver) runTerminal(ctx context.Context) (next *Options, err error) {
	o := tui.Options{
		Game: k.game, View: front.View(k.View), Panels: k.Panels,
		Coordinates: k.Coordinates == settings.On, Bell: k.Bell == settings.On,
	}
	if o.Speed, err = speed.Parse(k.Speed); err != nil {
		return nil, err
	}
	if o.Look, err = look(k.Settings); err != nil {
		return nil, err
	}
	if o.Screen, err = terminal.New(); err != nil {
		return nil, fmt.Errorf("%w; %s", err, insteadPlain)
	}
	app := tui.New(o)
	err = app.Run(ctx)
	return k.other(app.Picked()), err
}

// farewell says in a line what has become of the game, when the terminal is as it was.
func (k *saver) farewell(streams *cli.IO) {
	v := k.game.Table.View()
	switch {
	case v.Game.Len() == 0:
	case k.slot == nil && k.Folder != "":
		fmt.Fprintf(streams.Out, "The game is not saved: %v\n", k.unsaved)
	case k.slot == nil:
	case v.Over:
		fmt.Fprintln(streams.Out, "The game is saved; sargon play --games shows it.")
	default:
		fmt.Fprintln(streams.Out, "The game is saved; sargon play --resume goes on.")
	}
}

// look reads from the settings how things are to look.
func look(s settings.Settings) (l tui.Look, err error) {
	l.Pieces = tui.Pieces(s.Pieces)
	if l.Theme, err = screen.ParseTheme(s.Theme); err != nil {
		return l, err
	}
	l.Glyphs, err = screen.ChooseSet(s.Glyphs)
	return l, err
}
