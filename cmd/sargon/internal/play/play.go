// Package play puts a game together from what a person asks for, and runs it on a terminal
// or in lines of text: the game that is new, resumed or read from a file, the machine, the
// engines, and the folder in which the game is kept.
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
	"sargon78/cmd/sargon/internal/engines"
	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/plain"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/settings"
	"sargon78/cmd/sargon/internal/store"
	"sargon78/cmd/sargon/internal/tui"
	"sargon78/emu"
	"sargon78/emu/cores"
	"sargon78/roms"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/speed"
)

// Options are what a person asks for.
type Options struct {
	settings.Settings
	Rom    engines.Options
	Resume bool
	PGN    string // a file to read the game from, if it is there, and to write it to
	FEN    string
	Plain  bool
	Given  map[string]bool // settings that were flags of this call
	Folder string          // where games are kept; empty means not at all
	Games  bool            // choose one of them first

	open   string // the one that was chosen
	played bool   // another one was played before
	lines  *plain.Input
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
	for {
		if o.Games && !o.Plain {
			name, leave, err := o.pick(ctx)
			switch {
			case err != nil || leave || name == "" && !o.played:
				return err
			case name != "":
				o.open = name
			case !store.Folder(o.Folder).Has(o.open): // it was deleted
				o.open = ""
			}
			o.Resume = o.open != ""
		}
		next, err := once(ctx, streams, o)
		if err != nil || next == nil {
			return err
		}
		o = *next
	}
}

// once plays one game. next is what to go on with, nil for nothing.
func once(ctx context.Context, streams *cli.IO, o Options) (next *Options, err error) {
	k := &keeper{Options: o}
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
	return next, errors.Join(err, k.close())
}

var errNoFolder = errors.New("games are not kept on this system: there is no folder for them")

// pick lets the person choose a game.
func (o *Options) pick(ctx context.Context) (name string, leave bool, err error) {
	look, err := look(o.Settings)
	if err != nil {
		return "", true, err
	}
	terminal, err := tui.NewTerminal()
	if err != nil {
		return "", true, fmt.Errorf("%w; %s", err, insteadPlain)
	}
	return tui.Pick(ctx, terminal, games{Folder: store.Folder(o.Folder)}, look)
}

// other tells how to go on with another game: the one of a name, or one to be picked.
func (k *keeper) other(name string) *Options {
	o := k.Options
	// What was asked for was about the first game.
	o.PGN, o.FEN, o.Given, o.Rom = "", "", nil, engines.Options{}
	o.Games, o.open, o.Resume, o.played = name == "", name, name != "", true
	if name == "" && k.slot != nil && k.game.Begun() {
		o.open, o.Resume = k.slot.Name(), true // to come back to
	}
	return &o
}

// run plays with the program that was opened.
func (k *keeper) run(ctx context.Context, streams *cli.IO) (next *Options, err error) {
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
	terminal := cli.IsTerminal(streams.In) && cli.IsTerminal(streams.Out) &&
		os.Getenv("TERM") != "dumb"
	if !k.Plain && !terminal {
		return nil, errors.New("this is no terminal that can show a screen; " + insteadPlain)
	}
	if err := k.begin(); err != nil {
		return nil, err
	}
	play := k.runTerminal
	if k.Plain {
		play = k.runPlain
	}
	next, err = play(ctx, streams)
	k.fresh = !k.Resume && k.image.Kind != roms.Embedded && len(k.game.Session.Game().Plies()) < 2
	return next, err
}

const insteadPlain = "`sargon play --plain` plays in lines of text"

// check refuses what does not go together, and completes what follows from the rest.
func (o *Options) check() error {
	switch {
	case o.Games && (o.Resume || o.PGN != "" || o.FEN != ""):
		return cli.Usagef("--games, --resume, --pgn and --fen all name a game: want one of them")
	case o.Resume && o.PGN != "":
		return cli.Usagef("--resume and --pgn both name a game: want one of them")
	case o.Resume && o.FEN != "", o.PGN != "" && o.FEN != "":
		return cli.Usagef(
			"--fen begins a game, --resume and --pgn go on with one: want one of them")
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

// keeper is a game being played, and where it is kept.
type keeper struct {
	Options
	image   *roms.Image
	sum     string // the image's checksum
	game    front.Game
	slot    *store.Slot
	file    *pgn.File  // nil if none is wanted
	kept    *game.Game // that was kept last
	put     string     // moves and result of the game, as the file has them
	resumed store.Saved
	saved   store.Saved
	found   bool // the edition is that of the game resumed
	fresh   bool // nothing of it is worth keeping
}

func (k *keeper) runPlain(ctx context.Context, streams *cli.IO) (*Options, error) {
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
	if name == "" {
		return nil, err
	}
	return k.other(name), err
}

func (k *keeper) runTerminal(ctx context.Context, _ *cli.IO) (*Options, error) {
	o := tui.Options{
		Game: k.game, View: front.View(k.View), Panels: k.Panels,
		Coordinates: k.Coordinates == settings.On, Bell: k.Bell == settings.On,
	}
	var err error
	if o.Speed, err = speed.Parse(k.Speed); err != nil {
		return nil, err
	}
	if o.Look, err = look(k.Settings); err != nil {
		return nil, err
	}
	if o.Screen, err = tui.NewTerminal(); err != nil {
		return nil, fmt.Errorf("%w; %s", err, insteadPlain)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	o.Suspend, o.Stops = tui.Suspender(ctx)
	app := tui.New(o)
	if err := app.Run(ctx); err != nil || !app.Picks() {
		return nil, err
	}
	return k.other(""), nil
}

// look reads from the settings how things are to look.
func look(s settings.Settings) (l tui.Look, err error) {
	l.Pieces = tui.Pieces(s.Pieces)
	if l.Theme, err = screen.ParseTheme(s.Theme, s.Themes); err != nil {
		return l, err
	}
	l.Glyphs, err = screen.ChooseSet(s.Glyphs)
	return l, err
}
