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
	"path/filepath"
	"strings"
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
	"sargon78/roms/edition"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/session"
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

// other is how to go on with another game: the one of a name, or one to be picked.
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

// find finds the game to resume, and the edition it was played with.
func (k *keeper) find() error {
	if k.Folder == "" {
		return errNoFolder
	}
	var err error
	if k.open != "" {
		k.slot, k.resumed, err = store.Folder(k.Folder).Open(k.open)
	} else {
		k.slot, k.resumed, err = store.Folder(k.Folder).Resume()
	}
	if err != nil {
		return err
	}
	k.saved = k.resumed
	if r := k.resumed.Rom; r != nil && k.Rom.Rom == "" && !k.Given["engine"] {
		k.Rom.Rom, k.Rom.Symbols, k.Rom.Load = r.File, r.Symbols, r.Load
		k.found = true
	}
	return nil
}

// openImage opens the image that is played with.
func (k *keeper) openImage() (err error) {
	if k.image, err = k.Rom.Image(); err != nil {
		if k.found {
			return fmt.Errorf("the edition that the game was played with is gone: %w; "+
				"--rom FILE says where it is now, --engine rom goes on with the embedded one", err)
		}
		return err
	}
	k.sum = edition.SHA256(k.image)
	if r := k.resumed.Rom; k.found && r.SHA256 != k.sum {
		k.game.Message = fmt.Sprintf("%s has changed since the game was played "+
			"(sha256 was %.8s, is %.8s); it goes on with what is there now",
			r.File, r.SHA256, k.sum)
	}
	return nil
}

// begin puts the game together.
func (k *keeper) begin() error {
	o := &k.Options
	var err error
	if k.game.Program, err = program.New(k.image, program.Options{}); err != nil {
		return err
	}
	if err := o.setCore(k.game.Program.Do); err != nil {
		return err
	}
	player := sargon.White
	if o.Color == "black" {
		player = sargon.Black
	}
	k.game.Session = session.New(session.Options{
		Open:   func(name string) (sargon.Engine, error) { return engines.Open(name, o.Rom) },
		Engine: o.Engine, Level: sargon.Level(o.Level), Player: player,
	})
	k.game.Keep, k.game.Moments = k.keep, states.Under(o.Folder)
	if o.Folder != "" {
		k.game.Games = games{store.Folder(o.Folder), k}
	}
	switch {
	case o.Resume:
		err = k.resume()
	case o.PGN != "":
		err = k.loadPGN()
	case o.FEN != "":
		err = k.setFEN()
	default:
		k.answered()
	}
	if err == nil {
		err = k.checkEdition()
	}
	if err != nil {
		return err
	}
	k.kept = k.game.Session.Game()
	if k.slot == nil && o.Folder != "" {
		folder := store.Folder(o.Folder)
		if folder.Unfinished() {
			k.game.Tip = "Ctrl-O: unfinished game"
			if k.Plain {
				k.game.Tip = "an unfinished game is kept: sargon play --resume"
			}
		}
		if k.slot, err = folder.New(); err != nil {
			k.game.Message = err.Error() // a game that is not kept is better than none
		}
	}
	return nil
}

// answered has the questions of the machine answered, if flags have done so.
func (k *keeper) answered() {
	k.game.SetUp = k.Given["level"] || k.Given["color"]
}

// checkEdition says before the game what an edition cannot do.
func (k *keeper) checkEdition() error {
	if k.image.Kind == roms.Embedded {
		return nil
	}
	if !k.showsScreen() {
		if !strings.HasPrefix(k.game.Session.Engine(), "rom") {
			return nil
		}
		_, err := engines.Open("rom", k.Rom)
		return err
	}
	err := k.game.Program.CanSetUp()
	switch {
	case err == nil:
	case k.game.SetUp:
		return fmt.Errorf(
			"%w; without --level, --color, --fen, --pgn and --resume it can be played, "+
				"if you answer its questions yourself", err)
	case !k.game.Program.Known():
		k.game.Message = err.Error() +
			"; so the game can neither be followed nor kept, nor shown on a modern board"
	default:
		k.game.Message = err.Error() + "; so there is no way back from the modern board"
	}
	return nil
}

// showsScreen tells whether the game begins on the screen of 1978.
func (k *keeper) showsScreen() bool {
	return k.View == string(front.ScreenView) && (!k.Plain || k.Given["view"])
}

// resume takes the last game up.
func (k *keeper) resume() error {
	r := &k.resumed
	g, err := parsePGN(r.PGN)
	if err != nil {
		return fmt.Errorf("the game in %s cannot be read: %w", k.slot.PGN(), err)
	}
	if !k.Given["view"] {
		k.View = r.View
	}
	if !k.Given["engine"] && r.Engine != "" {
		if err := k.game.Session.SetEngine(r.Engine); err != nil {
			k.game.Message = fmt.Sprintf("%v; %s takes over", err, k.Engine)
		}
	}
	k.game.Session.SetGame(g, r.Player)
	level := r.Level
	if k.Given["level"] {
		level = sargon.Level(k.Level)
	}
	k.game.Session.Adopt(r.Player, level)
	if r.Position != nil {
		k.game.Session.TakeOver(*r.Position)
	}
	k.game.SetUp = true
	if len(r.Machine) == 0 {
		return nil
	}
	if r.Program != k.sum {
		if k.game.Message == "" {
			k.game.Message = "the game was played with another program; it goes on with this one"
		}
		return nil
	}
	state, err := store.Unpack(r.Machine)
	if err == nil {
		err = k.game.Program.TakeUp(state)
	}
	if err != nil {
		k.game.Message = err.Error() + "; the game goes on without it"
		return nil
	}
	k.game.SetUp, k.game.Resumed = false, true
	k.game.Thought = r.Thought
	return nil
}

// parsePGN reads the one game of a text.
func parsePGN(text string) (*game.Game, error) {
	for g, err := range pgn.Read(strings.NewReader(text), "the game") {
		return g, err
	}
	return nil, errors.New("there is none")
}

// loadPGN goes on with the last game of the file, or begins one that will be in it.
func (k *keeper) loadPGN() error {
	file, last, err := pgn.Open(k.PGN)
	if file == nil {
		return err
	}
	k.file = file
	if err != nil {
		k.game.Message = fmt.Sprintf("%v; it stays as it is, and this is a new game", err)
		k.answered()
		return nil
	}
	if last == nil {
		k.answered()
		return nil
	}
	if r := last.Result(); r.Over() && !r.Reason.Claimed() {
		k.game.Message = "the last game of " + k.PGN + " is over; this is a new one"
		k.answered()
		return nil
	}
	if !file.Holds(last) {
		k.game.Message = "the last game of " + k.PGN +
			" was not written here: it stays as it is, " +
			"and goes on in a copy behind it"
	}
	player := last.Side()
	switch {
	case k.Given["color"]:
		player = k.game.Session.Player()
	case strings.HasPrefix(last.Tags.Get("White"), engineName):
		player = sargon.Black
	case strings.HasPrefix(last.Tags.Get("Black"), engineName):
		player = sargon.White
	}
	k.game.Session.SetGame(last, player)
	k.put = progress(last)
	k.game.SetUp = true
	return nil
}

func (k *keeper) setFEN() error {
	g, err := game.FromFEN(k.FEN)
	if err != nil {
		return err
	}
	k.game.Message = strings.Join(sargon.FENWarnings(k.FEN), "; ")
	player := g.Side()
	if k.Given["color"] {
		player = k.game.Session.Player()
	}
	k.game.Session.SetGame(g, player)
	k.game.SetUp = true
	return nil
}

// close waits until the game is kept.
func (k *keeper) close() error {
	if k.slot == nil {
		return nil
	}
	if err := k.slot.Close(); err != nil {
		return fmt.Errorf("the game is not kept: %w", err)
	}
	return nil
}

// discard forgets the game.
func (k *keeper) discard() error {
	if k.slot == nil {
		return nil
	}
	return k.slot.Discard()
}

// engineName is how PGN names the engine's side.
const engineName = "Sargon"

// keep writes the game to the folder, and to the PGN file if there is one. What has ended
// stays where it is: another game gets a place of its own.
func (k *keeper) keep(kept front.Kept) error {
	t := k.game.Session
	g := t.Game()
	k.tag(g)
	errs := []error{k.keepApart(g), k.putPGN(g)}
	if k.slot != nil {
		saved := store.Saved{
			Title: k.resumed.Title, PGN: pgn.Text(g),
			Player: t.Player(), Level: t.Level(), Engine: t.Engine(),
			View: string(kept.View), Over: t.Over(), Position: kept.Position, Rom: k.savedRom(),
		}
		if kept.Machine != nil {
			saved.Program, saved.Machine = k.sum, store.Pack(kept.Machine)
			saved.Thought = kept.Thought
		}
		k.saved = saved
		errs = append(errs, k.slot.Keep(saved))
	}
	return errors.Join(errs...)
}

// keepApart keeps a game in a place of its own when another one is begun, so that both stay.
func (k *keeper) keepApart(g *game.Game) error {
	last := k.kept
	k.kept = g
	if last == nil || last == g || last.Len() == 0 || k.slot == nil {
		return nil
	}
	err := k.slot.Close()
	slot, newErr := store.Folder(k.Folder).New()
	if newErr != nil {
		slot = nil // a game that is not kept is better than none
	}
	k.slot, k.resumed.Title = slot, ""
	return errors.Join(err, newErr)
}

// putPGN writes the game to its file, when something has happened in it.
func (k *keeper) putPGN(g *game.Game) error {
	now := progress(g)
	if k.file == nil || now == k.put || g.Len() == 0 && !k.file.Holds(g) {
		return nil
	}
	err := k.file.Put(g)
	if err == nil {
		k.put = now
	}
	return err
}

// progress is a text that changes with the moves and the result of a game, and from one
// game to another.
func progress(g *game.Game) string { return fmt.Sprintf("%p %v %v", g, g.Records(), g.Result()) }

// savedRom says where the edition is found again.
func (k *keeper) savedRom() *store.Rom {
	if k.image.Kind == roms.Embedded {
		return nil
	}
	return &store.Rom{
		File: absolute(k.Rom.Rom), Symbols: absolute(k.Rom.Symbols), Load: k.Rom.Load,
		SHA256: k.sum,
	}
}

// absolute makes a name good in any folder; where that is impossible, it stays.
func absolute(name string) string {
	if abs, err := filepath.Abs(name); name != "" && err == nil {
		return abs
	}
	return name
}

// engineWords names what is played against.
func (k *keeper) engineWords() string {
	if edition := edition.Name(k.image); edition != "" && k.game.Session.Engine() == "rom" {
		return edition
	}
	return k.game.Session.Engine()
}

// tag fills in the header of the game.
func (k *keeper) tag(g *game.Game) {
	opponent := fmt.Sprintf("%s 1978 (%s, level %d)",
		engineName, k.engineWords(), k.game.Session.Level())
	sides := []string{"White", "Black"}
	if k.game.Session.Player() == sargon.Black {
		sides[0], sides[1] = sides[1], sides[0]
	}
	if name := g.Tags.Get(sides[0]); name == "" || name == "?" ||
		strings.HasPrefix(name, engineName) {
		g.Tags.Set(sides[0], "Player")
	}
	g.Tags.Set(sides[1], opponent)
	if g.Tags.Get("Date") == "" {
		g.Tags.Set("Date", time.Now().Format("2006.01.02"))
	}
	if g.Tags.Get("Event") == "" {
		g.Tags.Set("Event", "sargon play")
	}
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

// look is how things are to look.
func look(s settings.Settings) (l tui.Look, err error) {
	l.Pieces = tui.Pieces(s.Pieces)
	if l.Theme, err = screen.ParseTheme(s.Theme, s.Themes); err != nil {
		return l, err
	}
	l.Glyphs, err = screen.ChooseSet(s.Glyphs)
	return l, err
}
