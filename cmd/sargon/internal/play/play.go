// Package play puts a game together from what a person asks for, and runs it on a terminal
// or in lines of text: the game that is new, resumed or read from a file, the machine, the
// engines, and the folder in which the game is kept.
//
//	err := play.Run(ctx, streams, play.Options{Settings: settings.Default()})
//
// What it looks like is the business of packages tui and plain.
package play

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/engines"
	"sargon78/cmd/sargon/internal/plain"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/settings"
	"sargon78/cmd/sargon/internal/store"
	"sargon78/cmd/sargon/internal/tui"
	"sargon78/roms"
	"sargon78/roms/edition"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
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
}

// Run plays until the person leaves.
func Run(ctx context.Context, streams *cli.IO, o Options) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := o.check(); err != nil {
		return err
	}
	s := &sitting{Options: o}
	if o.Resume {
		if err := s.findGame(); err != nil {
			return err
		}
	}
	if err := s.open(); err != nil {
		return errors.Join(err, s.rise())
	}
	if image := s.image; image.Kind == roms.Command {
		if err := o.checkCommand(image.Name); err != nil {
			return errors.Join(err, s.rise())
		}
		rate, err := speed.Parse(o.Speed)
		if err != nil {
			return err
		}
		return runCommand(ctx, streams, image, rate.Thinking)
	}
	o = s.Options
	if !o.Plain && (!cli.IsTerminal(streams.In) || !cli.IsTerminal(streams.Out) || os.Getenv("TERM") == "dumb") {
		err := errors.New("this is no terminal that can show a screen; `sargon play --plain` plays in lines of text")
		return errors.Join(err, s.rise())
	}
	err := s.sit()
	switch {
	case err != nil:
	case o.Plain:
		err = s.runPlain(ctx, streams)
	default:
		err = s.runTerminal(ctx)
	}
	if err != nil && !o.Resume && s.image.Kind != roms.Embedded && !s.machineMoved() {
		return errors.Join(err, s.discard()) // a program that fails at once leaves no game to resume
	}
	return errors.Join(err, s.rise())
}

// check refuses what does not go together, and completes what follows from the rest.
func (o *Options) check() error {
	switch {
	case o.Resume && o.PGN != "":
		return cli.Usagef("--resume and --pgn both name a game: want one of them")
	case o.Resume && o.FEN != "", o.PGN != "" && o.FEN != "":
		return cli.Usagef("--fen begins a game, --resume and --pgn go on with one: want one of them")
	}
	if file, ok := strings.CutPrefix(o.Engine, "rom:"); ok {
		o.Rom.Rom, o.Engine = file, "rom" // the screen shows this edition too
	}
	emulated := strings.HasPrefix(o.Engine, "rom")
	switch {
	case emulated:
	case o.Rom.Rom != "":
		return cli.Usagef("--rom goes with --engine rom, not with %s", o.Engine)
	case o.Plain || o.View == "board":
	case o.Given["view"]:
		return cli.Usagef("--view screen shows the emulated machine; --engine %s plays on --view board", o.Engine)
	default:
		o.View = "board"
	}
	return nil
}

// checkCommand refuses what cannot be asked of a program for CP/M.
func (o *Options) checkCommand(name string) error {
	for flag, given := range map[string]bool{
		"level": o.Given["level"], "color": o.Given["color"], "view": o.Given["view"], "engine": o.Given["engine"],
		"fen": o.FEN != "", "pgn": o.PGN != "", "resume": o.Resume,
	} {
		if given {
			return cli.Usagef("--%s is not possible with %s: a program for CP/M has its own board and questions, "+
				"which nobody here can answer for you; a listing or an image with symbols of the same edition can do it", flag, name)
		}
	}
	return nil
}

// sitting is a game being played.
type sitting struct {
	Options
	image    *roms.Image
	sum      string // the image's checksum
	session  *session.Session
	program  *program.Program
	slot     *store.Slot
	earlier  []*game.Game // of the PGN file, which stay before this one
	written  string       // this one, as it stands there
	resumed  store.Saved
	message  string // for the beginning
	found    bool   // the edition is that of the game resumed
	onScreen bool   // the machine's dialogue must be made to show the game of the table
	taken    bool   // it shows it already
}

// findGame finds the game to resume, and the edition it was played with.
func (s *sitting) findGame() error {
	if s.Folder == "" {
		return errors.New("games are not kept on this system: there is no folder for them")
	}
	var err error
	if s.slot, s.resumed, err = store.Folder(s.Folder).Resume(); err != nil {
		return err
	}
	if r := s.resumed.Rom; r != nil && s.Rom.Rom == "" && !s.Given["engine"] {
		s.Rom = engines.Options{Rom: r.File, Symbols: r.Symbols, Load: r.Load}
		s.found = true
	}
	return nil
}

// open opens the image that is played with.
func (s *sitting) open() (err error) {
	if s.image, err = s.Rom.Image(); err != nil {
		if s.found {
			return fmt.Errorf("the edition that the game was played with is gone: %w; --rom FILE says where it is now, "+
				"--engine rom goes on with the embedded one", err)
		}
		return err
	}
	s.sum = edition.SHA256(s.image)
	if r := s.resumed.Rom; s.found && r.SHA256 != s.sum {
		s.message = fmt.Sprintf("%s has changed since the game was played (sha256 was %.8s, is %.8s); it goes on with what is there now",
			r.File, r.SHA256, s.sum)
	}
	return nil
}

// sit puts the game together.
func (s *sitting) sit() error {
	o := &s.Options
	var err error
	if s.program, err = program.New(s.image, program.Options{}); err != nil {
		return err
	}
	player := sargon.White
	if o.Color == "black" {
		player = sargon.Black
	}
	s.session = session.New(session.Options{
		Open:   func(name string) (sargon.Engine, error) { return engines.Open(name, o.Rom) },
		Engine: o.Engine, Level: sargon.Level(o.Level), Player: player,
	})
	switch {
	case o.Resume:
		err = s.resume()
	case o.PGN != "":
		err = s.loadPGN()
	case o.FEN != "":
		err = s.setFEN()
	case o.Given["level"] || o.Given["color"]:
		s.onScreen = true
	}
	if err == nil {
		err = s.checkEdition()
	}
	if err != nil {
		return err
	}
	if s.slot == nil && o.Folder != "" {
		folder := store.Folder(o.Folder)
		if s.message == "" && folder.Unfinished() {
			s.message = "an unfinished game is kept: sargon play --resume"
		}
		if s.slot, err = folder.New(); err != nil {
			s.message = err.Error() // a game that is not kept is better than none
		}
	}
	return nil
}

// checkEdition says before the game what an edition cannot do.
func (s *sitting) checkEdition() error {
	if s.image.Kind == roms.Embedded {
		return nil
	}
	if !s.showsScreen() {
		if !strings.HasPrefix(s.session.Engine(), "rom") {
			return nil
		}
		_, err := engines.Open("rom", s.Rom)
		return err
	}
	err := s.program.CanSetUp()
	switch {
	case err == nil:
	case s.onScreen:
		return fmt.Errorf("%w; without --level, --color, --fen, --pgn and --resume it can be played, "+
			"if you answer its questions yourself", err)
	case !s.program.Known():
		s.message = err.Error() + "; so the game can neither be followed nor kept, nor shown on a modern board"
	default:
		s.message = err.Error() + "; so there is no way back from the modern board"
	}
	return nil
}

// showsScreen tells whether the game begins on the screen of 1978.
func (s *sitting) showsScreen() bool {
	return s.View == string(tui.ScreenView) && (!s.Plain || s.Given["view"])
}

// resume takes the last game up.
func (s *sitting) resume() error {
	r := &s.resumed
	g, err := parsePGN(r.PGN)
	if err != nil {
		return fmt.Errorf("the game in %s cannot be read: %w", s.slot.PGN(), err)
	}
	if !s.Given["view"] {
		s.View = r.View
	}
	if !s.Given["engine"] && r.Engine != "" {
		if err := s.session.SetEngine(r.Engine); err != nil {
			s.message = fmt.Sprintf("%v; %s takes over", err, s.Engine)
		}
	}
	s.session.SetGame(g, r.Player)
	level := r.Level
	if s.Given["level"] {
		level = sargon.Level(s.Level)
	}
	s.session.Adopt(r.Player, level)
	if r.Position != nil {
		s.session.TakeOver(*r.Position)
	}
	s.onScreen = true
	if len(r.Machine) == 0 {
		return nil
	}
	if r.Program != s.sum {
		if s.message == "" {
			s.message = "the game was played with another program; it goes on with this one"
		}
		return nil
	}
	state, err := store.Unpack(r.Machine)
	if err == nil {
		err = s.program.TakeUp(state)
	}
	if err != nil {
		s.message = err.Error() + "; the game goes on without it"
		return nil
	}
	s.onScreen, s.taken = false, true
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
func (s *sitting) loadPGN() error {
	if _, err := os.Stat(s.PGN); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	games, err := pgn.Load(s.PGN)
	if err != nil {
		return err
	}
	last := games[len(games)-1]
	if r := last.Result(); r.Over() && !r.Reason.Claimed() {
		s.earlier = games
		s.message = "the last game of " + s.PGN + " is over; this is a new one"
		return nil
	}
	s.earlier = games[:len(games)-1]
	player := last.Side()
	switch {
	case s.Given["color"]:
		player = s.session.Player()
	case strings.HasPrefix(last.Tags.Get("White"), engineName):
		player = sargon.Black
	case strings.HasPrefix(last.Tags.Get("Black"), engineName):
		player = sargon.White
	}
	s.session.SetGame(last, player)
	s.onScreen = true
	return nil
}

func (s *sitting) setFEN() error {
	g, err := game.FromFEN(s.FEN)
	if err != nil {
		return err
	}
	player := g.Side()
	if s.Given["color"] {
		player = s.session.Player()
	}
	s.session.SetGame(g, player)
	s.onScreen = true
	return nil
}

// rise keeps the game a last time.
func (s *sitting) rise() error {
	if s.slot == nil {
		return nil
	}
	if err := s.slot.Close(); err != nil {
		return fmt.Errorf("the game is not kept: %w", err)
	}
	return nil
}

// discard forgets the game.
func (s *sitting) discard() error {
	if s.slot == nil {
		return nil
	}
	return s.slot.Discard()
}

// machineMoved tells whether the machine has found a move of this game.
func (s *sitting) machineMoved() bool {
	return s.session != nil && len(s.session.Game().Plies()) > 1
}

// engineName is how PGN names the engine's side.
const engineName = "Sargon"

// keep writes the game to the folder, and to the PGN file if there is one.
func (s *sitting) keep(k tui.Kept) error {
	t := k.Session
	g := t.Game()
	s.tag(g)
	var errs []error
	if text := pgn.Text(g); s.PGN != "" && text != s.written {
		err := pgn.Save(s.PGN, append(s.earlier[:len(s.earlier):len(s.earlier)], g)...)
		if err == nil {
			s.written = text
		}
		errs = append(errs, err)
	}
	if s.slot != nil {
		saved := store.Saved{
			PGN: pgn.Text(g), Player: t.Player(), Level: t.Level(), Engine: t.Engine(), View: string(k.View),
			Over: t.Over(), Position: k.Position, Rom: s.savedRom(),
		}
		if k.Machine != nil {
			saved.Program, saved.Machine, saved.Thought = s.sum, store.Pack(k.Machine), k.Thought
		}
		errs = append(errs, s.slot.Keep(saved))
	}
	return errors.Join(errs...)
}

// savedRom says where the edition is found again.
func (s *sitting) savedRom() *store.Rom {
	if s.image.Kind == roms.Embedded {
		return nil
	}
	return &store.Rom{File: absolute(s.Rom.Rom), Symbols: absolute(s.Rom.Symbols), Load: s.Rom.Load, SHA256: s.sum}
}

// absolute makes a name good in any folder; where that is impossible, it stays.
func absolute(name string) string {
	if abs, err := filepath.Abs(name); name != "" && err == nil {
		return abs
	}
	return name
}

// engineWords names what is played against.
func (s *sitting) engineWords() string {
	if edition := edition.Name(s.image); edition != "" && s.session.Engine() == "rom" {
		return edition
	}
	return s.session.Engine()
}

// tag fills in the header of the game.
func (s *sitting) tag(g *game.Game) {
	opponent := fmt.Sprintf("%s 1978 (%s, level %d)", engineName, s.engineWords(), s.session.Level())
	sides := []string{"White", "Black"}
	if s.session.Player() == sargon.Black {
		sides[0], sides[1] = sides[1], sides[0]
	}
	if name := g.Tags.Get(sides[0]); name == "" || name == "?" || strings.HasPrefix(name, engineName) {
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

func (s *sitting) runPlain(ctx context.Context, streams *cli.IO) error {
	o := plain.Options{
		In: streams.In, Out: streams.Out, Prompt: cli.IsTerminal(streams.In), Message: s.message,
		Session: s.session, Program: s.program, Resumed: s.taken, SetUp: s.onScreen, Thought: s.resumed.Thought,
	}
	if !s.Given["view"] || s.View != string(tui.ScreenView) {
		o.Keep = func(uint64) error { return s.keep(tui.Kept{Session: s.session, View: tui.BoardView}) }
		return plain.Commands(ctx, o)
	}
	o.Keep = func(thought uint64) error {
		state, err := s.program.Save()
		if err != nil {
			return err
		}
		return s.keep(tui.Kept{Session: s.session, View: tui.ScreenView, Machine: state, Thought: thought})
	}
	return plain.Dialogue(ctx, o)
}

func (s *sitting) runTerminal(ctx context.Context) error {
	o := tui.Options{
		Program: s.program, Session: s.session, Message: s.message, Keep: s.keep, Resumed: s.taken, Thought: s.resumed.Thought,
		SetUp: s.onScreen, View: tui.View(s.View), Pieces: tui.Pieces(s.Pieces),
	}
	var err error
	if o.Speed, err = speed.Parse(s.Speed); err != nil {
		return err
	}
	if o.Look, err = screen.ParseLook(s.Look); err != nil {
		return err
	}
	o.Glyphs, _ = screen.Detect(os.Getenv, runtime.GOOS)
	if s.Glyphs != "auto" {
		if o.Glyphs, err = screen.ParseSet(s.Glyphs); err != nil {
			return err
		}
	}
	for _, name := range s.Panels {
		*map[string]*bool{
			"clocks": &o.Panels.Clocks, "thoughts": &o.Panels.Thoughts,
			"memory": &o.Panels.Memory, "registers": &o.Panels.Registers,
		}[name] = true
	}
	if o.Screen, err = tcell.NewScreen(); err != nil {
		return fmt.Errorf("this terminal (TERM=%s) cannot show the screen: %w; `sargon play --plain` plays in lines of text", os.Getenv("TERM"), err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	o.Suspend, o.Stops = tui.Suspender(ctx)
	return tui.New(o).Run(ctx)
}
