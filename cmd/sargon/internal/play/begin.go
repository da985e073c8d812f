package play

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/store"
	"sargon78/cmd/sargon/internal/tui"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/session"
	"sargon78/sargon/think"
)

// find finds the game to resume, and the ROM image with which it was played.
func (r *runner) find() (err error) {
	if r.resumed, err = r.saver.folder.Open(r.chosen); err != nil {
		return err
	}
	if from := r.resumed.Rom; from != nil && r.Rom.Rom == "" && !r.Explicit["engine"] {
		r.Rom.Rom, r.Rom.Symbols, r.Rom.Load = from.File, from.Symbols, from.Load
		r.romFromSave = true
	}
	return nil
}

// openImage opens the ROM image of the machine.
func (r *runner) openImage() (err error) {
	if r.image, err = r.Rom.Image(); err != nil {
		if r.romFromSave {
			return fmt.Errorf("the ROM image that the game was played with is gone: %w; "+
				"--rom FILE says where it is now, --engine rom goes on with the embedded one", err)
		}
		return err
	}
	if sum := r.image.SHA256(); r.romFromSave && r.resumed.Rom.SHA256 != sum {
		r.say(fmt.Sprintf("%s has changed since the game was played "+
			"(sha256 was %.8s, is %.8s); it goes on with what is there now",
			r.resumed.Rom.File, r.resumed.Rom.SHA256, sum))
	}
	return nil
}

// begin prepares the game.
func (r *runner) begin() error {
	o := &r.Options
	var err error
	if r.game.Program, err = program.New(r.image, program.Options{}); err != nil {
		return err
	}
	if err := o.setCore(r.game.Program.Do); err != nil {
		return err
	}
	begin := session.Options{
		Open:  func(name string) (sargon.Engine, error) { return launch.Open(name, o.Rom) },
		Level: sargon.Level(o.Level), Engine: o.Engine, Player: sargon.White,
		Both: o.Both, Machine: r.game.Program, Rom: r.savedRom(), Save: r.saver.save, SaveOnlyWaiting: o.Plain,
	}
	if o.Time != "" {
		if begin.Time, err = think.ParseTimeControl(o.Time, time.Minute); err != nil {
			return &cli.UsageError{Err: fmt.Errorf("--tc: %w", err)}
		}
	}
	if o.Color == "black" {
		begin.Player = sargon.Black
	}
	switch {
	case o.Resume:
		r.resume(&begin)
	case o.PGN != "":
		err = r.loadPGN(&begin)
	case o.FEN != "":
		err = r.setFEN(&begin)
	}
	if err != nil {
		return err
	}
	// If flags answer the questions of the machine, the session types the answers.
	begin.SetUpMachine = o.Resume || begin.Game != nil || r.Explicit["level"] || r.Explicit["color"]
	r.game.Session = session.New(begin)
	if o.Resume {
		err = r.game.Session.Restore(r.resumed)
		if err != nil && r.resumed.Machine != nil {
			r.say(err.Error() + "; the game goes on without it")
			r.resumed.Machine = nil
			err = r.game.Session.Restore(r.resumed)
		}
		if err == nil && r.Explicit["level"] {
			_, err = session.SetLevel(begin.Level)(r.game.Session)
		}
		if err != nil {
			return fmt.Errorf("the game cannot be read: %w", err)
		}
	}
	if err := r.checkROM(begin.Engine, begin.SetUpMachine); err != nil {
		return err
	}
	if r.saver.folder == nil {
		if r.NoFolder != nil {
			r.alsoSay(fmt.Sprintf("The game is not saved: %v", r.NoFolder))
		}
		return nil
	}
	r.game.Games, r.saver.folder.Game = r.saver.folder, r.game.Session.View().Game
	if o.Resume && !store.IsState(r.chosen) {
		return nil
	}
	if r.saver.folder.Unfinished() {
		r.game.Tip = "Ctrl-O: unfinished game"
		if r.Plain {
			r.game.Tip = "An unfinished game is saved: sargon play --resume"
		}
	}
	if err := r.saver.makeRoom(); err != nil { // playing without saving is better than not playing
		r.alsoSay(fmt.Sprintf("The game is not saved: %v", err))
	}
	return nil
}

// say sets the message that is shown when the game begins.
func (r *runner) say(text string) { r.game.Message = text }

// alsoSay adds to the message that is shown when the game begins.
func (r *runner) alsoSay(text string) {
	if before := r.game.Message; before != "" {
		text = before + ". " + text
	}
	r.say(text)
}

// checkROM sets a message about the abilities that the ROM image lacks, or returns an error if it
// cannot play.
func (r *runner) checkROM(engine string, setUp bool) error {
	if r.image.Kind == roms.Embedded {
		return nil
	}
	if !r.startsOnScreen() {
		if !strings.HasPrefix(engine, "rom") {
			return nil
		}
		_, err := launch.Open("rom", r.Rom)
		return err
	}
	err := r.game.Program.CheckSetUp()
	switch {
	case err == nil:
	case setUp:
		return fmt.Errorf(
			"%w; without --level, --color, --fen, --pgn and --resume it can be played, "+
				"if you answer its questions yourself", err)
	case !r.game.Program.CanFollow():
		r.say(err.Error() +
			"; so the game can neither be followed nor saved, nor shown on a modern board")
	default:
		r.say(err.Error() + "; so there is no way back from the modern board")
	}
	return nil
}

// startsOnScreen reports whether the game begins on the screen of 1978.
func (r *runner) startsOnScreen() bool {
	return r.View == screenView && (!r.Plain || r.Explicit["view"])
}

// resume takes view, engine and machine from the saved game, unless flags say otherwise.
func (r *runner) resume(begin *session.Options) {
	if !r.Explicit["view"] {
		r.View = boardView
		if r.resumed.Kind == states.Program {
			r.View = screenView
		}
	}
	if engine := r.resumed.Game.Engine; !r.Explicit["engine"] {
		if _, err := launch.Open(engine, r.Rom); err != nil {
			r.say(fmt.Sprintf("%v; %s takes over", err, r.Engine))
		} else {
			begin.Engine = engine
		}
	}
	if r.resumed.Machine != nil && r.resumed.SHA256 != r.image.SHA256() {
		r.resumed.Machine = nil
		if r.game.Message == "" {
			r.say("the game was played with another program; it goes on with this one")
		}
	}
}

// loadPGN continues the last game of the file, or begins one that the file will contain.
func (r *runner) loadPGN(begin *session.Options) error {
	_, missing := os.Stat(r.PGN)
	file, last, err := pgn.Open(r.PGN)
	if file == nil {
		return err
	}
	r.saver.file = file
	if errors.Is(missing, fs.ErrNotExist) {
		r.say("there is no " + r.PGN + " yet: this is a new game, which will be written there")
	}
	if err != nil {
		r.say(fmt.Sprintf("%v; it stays as it is, and this is a new game", err))
		return nil
	}
	if r.FEN != "" { // a new game after the others
		return r.setFEN(begin)
	}
	if last == nil {
		return nil
	}
	if result := last.Result(); result.Over() && !result.Reason.Claimed() {
		r.say("the last game of " + r.PGN + " is over; this is a new one")
		return nil
	}
	if !file.Alone() {
		r.say("another sargon" + file.OtherProcess() + " plays in " + r.PGN +
			"; this is a new game in it")
		return nil
	}
	which := "no move yet"
	if n := last.Len(); n > 0 {
		which = game.Numbered(last.Ply(n - 1))
	}
	which = fmt.Sprintf("the last game of %s (%s, %s)", r.PGN, tui.Players(last), which)
	if !file.Contains(last) {
		r.say(which + " was not written here: it stays as it is, " +
			"and goes on in a copy after it")
	}
	var player sargon.Color
	ours := true
	switch {
	case strings.HasPrefix(last.Tags.Get("White"), session.EngineName):
		player = sargon.Black
	case strings.HasPrefix(last.Tags.Get("Black"), session.EngineName):
		player = sargon.White
	default:
		player, ours = last.Side(), playersUnknown(last)
	}
	if r.Explicit["color"] {
		player = begin.Player
	}
	if !ours {
		r.say(which + " is unfinished, and of other players")
		r.game.Offer = session.Open(last, player)
		return nil
	}
	if r.game.Message == "" {
		r.say("this is " + which)
	}
	begin.Player, begin.Game, r.saver.written = player, last, gameKey(last)
	return nil
}

// playersUnknown reports whether a game names neither of its players.
func playersUnknown(g *game.Game) bool { return tui.Players(g) == tui.Players(game.New()) }

func (r *runner) setFEN(begin *session.Options) (err error) {
	if begin.Game, err = game.FromFEN(r.FEN); err != nil {
		return err
	}
	if warnings := begin.Game.Warnings(); len(warnings) > 0 {
		r.alsoSay(strings.Join(warnings, "; "))
	}
	if !r.Explicit["color"] {
		begin.Player = begin.Game.Side()
	}
	return nil
}

// savedRom returns the place of the ROM image as a saved game stores it.
func (r *runner) savedRom() *states.Rom {
	if r.image.Kind == roms.Embedded {
		return nil
	}
	return &states.Rom{
		File: absolute(r.Rom.Rom), Symbols: absolute(r.Rom.Symbols), Load: r.Rom.Load,
		SHA256: r.image.SHA256(),
	}
}

// absolute returns a file name that is valid in any folder; if that is impossible, the name itself.
func absolute(name string) string {
	if abs, err := filepath.Abs(name); name != "" && err == nil {
		return abs
	}
	return name
}
