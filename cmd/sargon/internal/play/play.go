// Package play sets up and runs the game that the user asks for: a new game, a resumed one or one from
// a file. It opens the machine, the engines and the folder in which the game is saved, and runs the
// game on a terminal or in lines of text.
//
//	err := play.Run(ctx, streams, play.Options{Settings: flags})
//	err = play.Replay(ctx, streams, play.ReplayOptions{File: "game.pgn", …})
//
// This package is separate because no other package may import all of these: the front ends (tui and
// plain) do not use files, the store does not use the machine, and subcommands only read flags.
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
	"sargon78/sargon/speed"
)

// Options are what the user asks for.
type Options struct {
	settings.Settings
	Rom      launch.Options
	Resume   bool
	PGN      string // a file to read the game from, if it exists, and to write the game to
	FEN      string
	Time     string // on the clock of each side, as think.ParseTimeControl reads it; empty: no clocks
	Both     bool   // two people play at one board
	Plain    bool
	Explicit map[string]bool // settings that are flags of this call
	Folder   string          // where games are saved; empty means not at all
	NoFolder error           // why there is no folder; nil if there is one
	Games    bool            // the user chooses one of them first

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
		r := &runner{Options: o}
		other, err := r.playOne(ctx, streams)
		if err == nil && ctx.Err() != nil { // it was interrupted
			err = cli.ErrFailed
		}
		if err != nil || other == "" {
			return err
		}
		o = r.Options
		// The flags were only for the first game.
		o.PGN, o.FEN, o.Time, o.Both, o.Explicit, o.Rom = "", "", "", false, nil, launch.Options{}
		o.Games, o.chosen, o.Resume = false, other, true
	}
}

// runner plays one game. Its saver saves the game.
type runner struct {
	Options
	saver       saver
	image       *roms.Image
	game        front.Game
	resumed     *states.State  // the saved game that is resumed; nil if there is none
	romFromSave bool           // the ROM image is that of the resumed game, not of a flag
	appearance  tui.Appearance // of a game on a terminal
}

// playOne plays one game. other is the name of the game to continue, if any.
func (r *runner) playOne(ctx context.Context, streams *cli.IO) (other string, err error) {
	if r.Folder != "" {
		r.saver.folder = &store.Folder{Dir: r.Folder}
	}
	if r.Resume {
		if err := r.find(); err != nil {
			return "", err
		}
	}
	if err = r.openImage(); err == nil {
		other, err = r.run(ctx, streams)
	}
	if err = r.saver.close(err, r.failedAtOnce(err)); err == nil && other == "" && r.game.Session != nil && (!r.Plain || ctx.Err() != nil) {
		if v := r.game.Session.View(); v.Game.Len() > 0 {
			fmt.Fprint(streams.Out, r.saver.farewell(v.Over))
		}
	}
	return other, err
}

// failedAtOnce reports whether the user's ROM image has failed before a game began.
func (r *runner) failedAtOnce(err error) bool {
	s := r.game.Session
	return err != nil && s != nil && !r.Resume && r.image.Kind != roms.Embedded && s.View().Game.Len() < 2
}

// run plays with the opened program.
func (r *runner) run(ctx context.Context, streams *cli.IO) (other string, err error) {
	if r.image.Kind == roms.Command {
		return "", r.runCommand(ctx, streams)
	}
	switch {
	case r.Plain:
	case !cli.IsTerminal(streams.In) || !cli.IsTerminal(streams.Out):
		return "", errors.New("the screen needs a terminal; " + insteadPlain)
	default:
		r.appearance, err = newAppearance(r.Settings, "the game is played in lines of text, as with --plain")
		if r.Plain = err != nil; r.Plain {
			fmt.Fprintf(streams.Err, "%v.\n", err)
		}
	}
	if err := r.begin(); err != nil {
		return "", err
	}
	if r.Plain {
		return r.runPlain(ctx, streams)
	}
	return r.runTerminal(ctx)
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
	case (o.Games || o.Resume) && o.NoFolder != nil:
		return fmt.Errorf("no game is saved: %w", o.NoFolder)
	}
	if o.Both {
		if o.Explicit["view"] && o.View != boardView {
			return cli.Usagef("--player both: two people play on --view board; the machine always plays one side itself")
		}
		o.View = boardView
	}
	options, emulated := o.Rom.Named(o.Engine)
	if emulated { // the screen also shows this machine
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

// setCore sets the core of a machine: the chosen one, or the default.
func (o *Options) setCore(do func(func(*emu.Machine))) error {
	core, err := cores.New(o.Rom.Core)
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	do(func(m *emu.Machine) { m.SetCore(core) })
	return nil
}

// checkCommand refuses options that do not apply to a program for CP/M.
func (o *Options) checkCommand(name string) error {
	for flag, given := range map[string]bool{
		"level": o.Explicit["level"], "color": o.Explicit["color"], "view": o.Explicit["view"],
		"tc": o.Time != "", "player": o.Both, "fen": o.FEN != "", "pgn": o.PGN != "", "resume": o.Resume,
	} {
		if given {
			return cli.Usagef("--%s is not possible with %s: a program for CP/M has its own board "+
				"and questions, which only you can answer; a listing or an image with "+
				"symbols of the same ROM image can do it", flag, name)
		}
	}
	return nil
}

func (r *runner) runPlain(ctx context.Context, streams *cli.IO) (next string, err error) {
	if r.lines == nil {
		r.lines = plain.Read(ctx, streams.In)
	}
	o := plain.Options{
		Game: r.game, In: r.lines, Out: streams.Out, Prompt: cli.IsTerminal(streams.In),
		Bell: r.Bell == settings.On, List: r.Options.Games, Dialogue: r.startsOnScreen(),
	}
	if o.Prompt || r.Explicit["progress"] { // a script gets no progress, unless it asks for it
		o.Progress = time.Duration(r.Progress) * time.Second
	}
	return plain.Play(ctx, o)
}

func (r *runner) runTerminal(ctx context.Context) (next string, err error) {
	o := tui.Options{
		Game: r.game, Board: r.View == boardView, Panels: r.Panels,
		Inside: openInside(r.Rom), Coordinates: r.Coordinates == settings.On, Bell: r.Bell == settings.On, Appearance: r.appearance,
	}
	if o.Speed, err = speed.Parse(r.Speed); err != nil {
		return "", err
	}
	app := tui.New(o)
	err = app.Run(ctx)
	return app.Picked(), err
}

// newAppearance returns the appearance that the settings choose, on the terminal of this process.
// instead says what the user can do without a terminal; it is added to the error.
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
