// Package play puts a game together from what a person asks for, and runs it on a terminal
// or in lines of text: the game that is new, resumed or read from a file, the machine, the
// engines, and the folder in which the game is saved.
//
//	err := play.Run(ctx, streams, play.Options{Settings: flags})
//	err = play.Replay(ctx, streams, play.ReplayOptions{File: "game.pgn", …})
//
// It is a package of its own because no other package may import all of these: the front ends (tui
// and plain) know no files, the store knows no machine, and subcommands only read flags.
package play

import (
	"context"
	"errors"
	"fmt"
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
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/speed"
)

// Options are what a person asks for.
type Options struct {
	settings.Settings
	Rom      launch.Options
	Resume   bool
	PGN      string // a file to read the game from, if it is there, and to write it to
	FEN      string
	Plain    bool
	Explicit map[string]bool // settings that were flags of this call
	Folder   string          // where games are saved; empty means not at all
	Games    bool            // choose one of them first

	chosen string // the name of the saved game that was chosen
	lines  *plain.Input
}

// Run plays until the user leaves.
func Run(ctx context.Context, streams *cli.IO, o Options) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := o.check(); err != nil {
		return err
	}
	if o.Games && !o.Plain {
		appearance, err := newAppearance(o.Settings, insteadPlain)
		if err != nil {
			return err
		}
		o.chosen, err = tui.Pick(ctx, &store.Folder{Dir: o.Folder}, appearance)
		if err != nil || o.chosen == "" {
			return err
		}
		o.Resume = true
	}
	for {
		k := &runner{Options: o}
		other, err := k.playOne(ctx, streams)
		if err != nil || other == "" {
			return err
		}
		o = k.Options
		// The flags were about the first game.
		o.PGN, o.FEN, o.Explicit, o.Rom = "", "", nil, launch.Options{}
		o.Games, o.chosen, o.Resume = false, other, true
	}
}

// runner plays one game and saves it.
type runner struct {
	Options
	image       *roms.Image
	game        front.Game
	folder      *store.Folder  // nil if games are not saved
	folderErr   error          // why the game cannot be saved in the folder
	file        *pgn.File      // the file of --pgn; nil if there is none
	pgnErr      error          // why the last write to the file failed; nil if it did not
	writtenPGN  string         // gameKey of the game as the file has it
	resumed     *states.State  // the saved game that is resumed; nil if there is none
	romFromSave bool           // the ROM image is that of the resumed game, not of a flag
	appearance  tui.Appearance // of a game on a terminal
}

// playOne plays one game. other is the name of the one to go on with, if any.
func (k *runner) playOne(ctx context.Context, streams *cli.IO) (other string, err error) {
	if k.Folder != "" {
		k.folder = &store.Folder{Dir: k.Folder}
	}
	if k.Resume {
		if err := k.find(); err != nil {
			return "", err
		}
	}
	if err = k.openImage(); err == nil {
		other, err = k.run(ctx, streams)
	}
	if err = k.close(err); err == nil && other == "" && k.game.Session != nil && !k.Plain {
		k.farewell(streams)
	}
	return other, err
}

// run plays with the program that was opened.
func (k *runner) run(ctx context.Context, streams *cli.IO) (other string, err error) {
	if k.image.Kind == roms.Command {
		return "", k.runCommand(ctx, streams)
	}
	switch {
	case k.Plain:
	case !cli.IsTerminal(streams.In) || !cli.IsTerminal(streams.Out):
		return "", errors.New("the screen needs a terminal; " + insteadPlain)
	default:
		k.appearance, err = newAppearance(k.Settings, "the game is played in lines of text, as with --plain")
		if k.Plain = err != nil; k.Plain {
			fmt.Fprintf(streams.Err, "%v.\n", err)
		}
	}
	if err := k.begin(); err != nil {
		return "", err
	}
	if k.Plain {
		return k.runPlain(ctx, streams)
	}
	return k.runTerminal(ctx)
}

const insteadPlain = "try `sargon play --plain`"

// Values of the setting "view".
const (
	screenView = "screen"
	boardView  = "board"
)

// check refuses flags that contradict each other, and sets options that follow from others.
func (o *Options) check() error {
	switch {
	case o.Games && (o.Resume || o.PGN != "" || o.FEN != ""):
		return cli.Usagef("--games, --resume, --pgn and --fen all name a game: want one of them")
	case o.Resume && o.PGN != "":
		return cli.Usagef("--resume and --pgn both name a game: want one of them")
	case o.Resume && o.FEN != "":
		return cli.Usagef("--fen begins a game, --resume goes on with one: want one of them")
	case (o.Games || o.Resume) && o.Folder == "":
		return errors.New("games are not saved on this system: there is no folder for them")
	}
	options, emulated := o.Rom.Named(o.Engine)
	if emulated { // the screen shows this machine too
		o.Rom, o.Engine = options, "rom"
	}
	misplaced := o.Rom.CheckEngine(o.Engine)
	switch {
	case emulated:
	case misplaced != nil:
		return misplaced
	case o.Plain || o.View == boardView:
	case o.Explicit["view"]:
		return cli.Usagef("--view screen shows the emulated machine; "+
			"--engine %s plays on --view board", o.Engine)
	default:
		o.View = boardView
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
		"level": o.Explicit["level"], "color": o.Explicit["color"], "view": o.Explicit["view"],
		"fen": o.FEN != "", "pgn": o.PGN != "", "resume": o.Resume,
	} {
		if given {
			return cli.Usagef("--%s is not possible with %s: a program for CP/M has its own board "+
				"and questions, which only you can answer; a listing or an image with "+
				"symbols of the same ROM image can do it", flag, name)
		}
	}
	return nil
}

func (k *runner) runPlain(ctx context.Context, streams *cli.IO) (next string, err error) {
	if k.lines == nil {
		k.lines = plain.Read(ctx, streams.In)
	}
	o := plain.Options{
		Game: k.game, In: k.lines, Out: streams.Out, Prompt: cli.IsTerminal(streams.In),
		Bell: k.Bell == settings.On, List: k.Options.Games, Dialogue: k.startsOnScreen(),
	}
	if o.Prompt || k.Explicit["progress"] { // a script has no use for it, if it does not say so
		o.Progress = time.Duration(k.Progress) * time.Second
	}
	return plain.Play(ctx, o)
}

func (k *runner) runTerminal(ctx context.Context) (next string, err error) {
	o := tui.Options{
		Game: k.game, Board: k.View == boardView, Panels: k.Panels,
		Coordinates: k.Coordinates == settings.On, Bell: k.Bell == settings.On, Appearance: k.appearance,
	}
	if o.Speed, err = speed.Parse(k.Speed); err != nil {
		return "", err
	}
	app := tui.New(o)
	err = app.Run(ctx)
	return app.Picked(), err
}

// farewell writes a line about where the game is saved, after the terminal has been restored.
func (k *runner) farewell(streams *cli.IO) {
	v := k.game.Session.View()
	switch {
	case v.Game.Len() == 0 || k.folder == nil:
	case k.folderErr != nil:
		fmt.Fprintf(streams.Out, "The game is not saved: %v\n", k.folderErr)
	case v.Over:
		fmt.Fprintln(streams.Out, "The game is saved; sargon play --games shows it.")
	default:
		fmt.Fprintln(streams.Out, "The game is saved; sargon play --resume goes on.")
	}
}

// newAppearance returns the appearance that the settings ask for, on the terminal of this process.
// instead is added to the error if there is no terminal: what the user can do instead.
func newAppearance(s settings.Settings, instead string) (l tui.Appearance, err error) {
	l.Pieces = s.Pieces
	if l.Theme, err = screen.ParseTheme(s.Theme); err != nil {
		return l, err
	}
	if l.Glyphs, err = screen.ChooseGlyphSet(s.Glyphs); err != nil {
		return l, err
	}
	if l.Screen, err = terminal.New(); err != nil {
		err = fmt.Errorf("%w; %s", err, instead)
	}
	return l, err
}
