package play

import (
	"fmt"
	"strings"

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
)

// find finds the game to resume, and the ROM image it was played with.
func (k *runner) find() (err error) {
	if k.resumed, err = k.folder.Open(k.chosen); err != nil {
		return err
	}
	if r := k.resumed.Rom; r != nil && k.Rom.Rom == "" && !k.Explicit["engine"] {
		k.Rom.Rom, k.Rom.Symbols, k.Rom.Load = r.File, r.Symbols, r.Load
		k.romFromSave = true
	}
	return nil
}

// openImage opens the ROM image of the machine.
func (k *runner) openImage() (err error) {
	if k.image, err = k.Rom.Image(); err != nil {
		if k.romFromSave {
			return fmt.Errorf("the ROM image that the game was played with is gone: %w; "+
				"--rom FILE says where it is now, --engine rom goes on with the embedded one", err)
		}
		return err
	}
	if sum := k.image.SHA256(); k.romFromSave && k.resumed.Rom.SHA256 != sum {
		k.say(fmt.Sprintf("%s has changed since the game was played "+
			"(sha256 was %.8s, is %.8s); it goes on with what is there now",
			k.resumed.Rom.File, k.resumed.Rom.SHA256, sum))
	}
	return nil
}

// begin puts the game together.
func (k *runner) begin() error {
	o := &k.Options
	var err error
	if k.game.Program, err = program.New(k.image, program.Options{}); err != nil {
		return err
	}
	if err := o.setCore(k.game.Program.Do); err != nil {
		return err
	}
	begin := session.Options{
		Open:  func(name string) (sargon.Engine, error) { return launch.Open(name, o.Rom) },
		Level: sargon.Level(o.Level), Engine: o.Engine, Player: sargon.White,
		Machine: k.game.Program, Rom: k.savedRom(), Save: k.save, SaveOnlyWaiting: o.Plain,
	}
	if o.Color == "black" {
		begin.Player = sargon.Black
	}
	switch {
	case o.Resume:
		k.resume(&begin)
	case o.PGN != "":
		err = k.loadPGN(&begin)
	case o.FEN != "":
		err = k.setFEN(&begin)
	}
	if err != nil {
		return err
	}
	// Flags that answer the questions of the machine have them answered.
	begin.SetUpMachine = o.Resume || begin.Game != nil || k.Explicit["level"] || k.Explicit["color"]
	k.game.Session = session.New(begin)
	if o.Resume {
		err = k.game.Session.Restore(k.resumed)
		if err != nil && k.resumed.Machine != nil {
			k.say(err.Error() + "; the game goes on without it")
			k.resumed.Machine = nil
			err = k.game.Session.Restore(k.resumed)
		}
		if err == nil && k.Explicit["level"] {
			_, err = session.SetLevel(begin.Level)(k.game.Session)
		}
		if err != nil {
			return fmt.Errorf("the game cannot be read: %w", err)
		}
	}
	if err := k.checkROM(begin.Engine, begin.SetUpMachine); err != nil {
		return err
	}
	if k.folder == nil {
		return nil
	}
	k.game.Games, k.folder.Game = k.folder, k.game.Session.View().Game
	if o.Resume && !store.IsState(k.chosen) {
		return nil
	}
	if k.folder.Unfinished() {
		k.game.Tip = "Ctrl-O: unfinished game"
		if k.Plain {
			k.game.Tip = "An unfinished game is saved: sargon play --resume"
		}
	}
	if k.folderErr = k.folder.New(); k.folderErr != nil {
		k.say(fmt.Sprintf("The game is not saved: %v", k.folderErr)) // a game that is not saved is better than none
	}
	return nil
}

// say sets the message that is shown when the game begins.
func (k *runner) say(text string) { k.game.Message = text }

// checkROM sets a message about what the ROM image cannot do, or returns an error if it cannot play.
func (k *runner) checkROM(engine string, setUp bool) error {
	if k.image.Kind == roms.Embedded {
		return nil
	}
	if !k.startsOnScreen() {
		if !strings.HasPrefix(engine, "rom") {
			return nil
		}
		_, err := launch.Open("rom", k.Rom)
		return err
	}
	err := k.game.Program.CheckSetUp()
	switch {
	case err == nil:
	case setUp:
		return fmt.Errorf(
			"%w; without --level, --color, --fen, --pgn and --resume it can be played, "+
				"if you answer its questions yourself", err)
	case !k.game.Program.CanFollow():
		k.say(err.Error() +
			"; so the game can neither be followed nor saved, nor shown on a modern board")
	default:
		k.say(err.Error() + "; so there is no way back from the modern board")
	}
	return nil
}

// startsOnScreen reports whether the game begins on the screen of 1978.
func (k *runner) startsOnScreen() bool {
	return k.View == screenView && (!k.Plain || k.Explicit["view"])
}

// resume sets view, engine and machine as the saved game has them, unless flags say otherwise.
func (k *runner) resume(begin *session.Options) {
	r := k.resumed.Game
	if !k.Explicit["view"] {
		k.View = boardView
		if k.resumed.Kind == states.Program {
			k.View = screenView
		}
	}
	if !k.Explicit["engine"] && r.Engine != "" {
		if _, err := launch.Open(r.Engine, k.Rom); err != nil {
			k.say(fmt.Sprintf("%v; %s takes over", err, k.Engine))
		} else {
			begin.Engine = r.Engine
		}
	}
	if k.resumed.Machine != nil && k.resumed.SHA256 != k.image.SHA256() {
		k.resumed.Machine = nil
		if k.game.Message == "" {
			k.say("the game was played with another program; it goes on with this one")
		}
	}
}

// loadPGN goes on with the last game of the file, or begins one that will be in it.
func (k *runner) loadPGN(begin *session.Options) error {
	file, last, err := pgn.Open(k.PGN)
	if file == nil {
		return err
	}
	k.file = file
	if err != nil {
		k.say(fmt.Sprintf("%v; it stays as it is, and this is a new game", err))
		return nil
	}
	if k.FEN != "" { // a new game after the others
		return k.setFEN(begin)
	}
	if last == nil {
		return nil
	}
	if r := last.Result(); r.Over() && !r.Reason.Claimed() {
		k.say("the last game of " + k.PGN + " is over; this is a new one")
		return nil
	}
	if !file.Alone() {
		k.say("another sargon" + file.OtherProcess() + " plays in " + k.PGN +
			"; this is a new game in it")
		return nil
	}
	which := "no move yet"
	if n := last.Len(); n > 0 {
		which = game.Numbered(last.Ply(n - 1))
	}
	which = fmt.Sprintf("the last game of %s (%s, %s)", k.PGN, tui.Players(last), which)
	if !file.Contains(last) {
		k.say(which + " was not written here: it stays as it is, " +
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
	if k.Explicit["color"] {
		player = begin.Player
	}
	if !ours {
		k.say(which + " is unfinished, and of other players")
		k.game.Offer = session.Open(last, player)
		return nil
	}
	if k.game.Message == "" {
		k.say("this is " + which)
	}
	begin.Player, begin.Game, k.writtenPGN = player, last, gameKey(last)
	return nil
}

// playersUnknown reports whether a game names neither of its players.
func playersUnknown(g *game.Game) bool { return tui.Players(g) == tui.Players(game.New()) }

func (k *runner) setFEN(begin *session.Options) (err error) {
	if begin.Game, err = game.FromFEN(k.FEN); err != nil {
		return err
	}
	k.say(strings.Join(begin.Game.Warnings(), "; "))
	if !k.Explicit["color"] {
		begin.Player = begin.Game.Side()
	}
	return nil
}
