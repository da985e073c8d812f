package play

import (
	"errors"
	"fmt"
	"strings"

	"sargon78/cmd/sargon/internal/engines"
	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/store"
	"sargon78/roms"
	"sargon78/roms/edition"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/session"
)

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
