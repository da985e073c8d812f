package front

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"sargon78/emu/jupiter"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/files"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

// Games are the saved games and the save states, by SavedGame.Name.
type Games interface {
	// List returns the games, the one played last first, and behind them the save states.
	List() ([]SavedGame, error)
	// Rename gives a game a title, a save state another name.
	Rename(name, title string) error
	Delete(name string) error
	// Free says who else plays a game, nil if nobody does.
	Free(name string) error
	// SaveState saves a state under the name that a person has given it.
	SaveState(name string, s *states.State) error
}

// SavedGame is one of them.
type SavedGame struct {
	Name   string // unique
	Title  string // that the person has given it; empty if none
	Played time.Time
	State  *states.State // nil if Err says why it cannot be read
	Game   *game.Game    // nil if the state has none
	Err    error
}

// Saved is what a file holds.
func Saved(name string, s *states.State, err error) SavedGame {
	k := SavedGame{Name: name, State: s, Err: err}
	if err == nil && s.Game != nil {
		k.Title = s.Game.Title
		k.Game, k.Err = session.GameOf(s)
	}
	return k
}

// lastMove is the last move with its number: "12. Nf3", "no move yet".
func (k *SavedGame) lastMove() string {
	n := k.Game.Len()
	if n == 0 {
		return "no move yet"
	}
	return game.Numbered(k.Game.Ply(n - 1))
}

// standing says how the game stands.
func (k *SavedGame) standing() string {
	switch {
	case k.State.Game.Over:
		return Ended(k.Game.Result())
	case k.Game.Side() == k.State.Game.Player:
		return "you are to move"
	}
	return "Sargon is to move"
}

// Facts say everything, what matters first.
func (k *SavedGame) Facts() []string {
	parts := []string{k.Played.Format("2006-01-02 15:04")}
	switch {
	case k.IsState():
		parts = append([]string{k.Title}, parts...)
	case k.Title != "":
		parts = append(parts, k.Title)
	}
	switch s := k.State; {
	case k.Err != nil:
		parts = append(parts, fmt.Sprintf("cannot be read: %v", k.Err))
	case k.Game == nil:
		parts = append(parts, fmt.Sprintf("%s of %s", s.Kind, s.Edition), s.Note)
	default:
		edition := s.Game.Engine
		if s.Rom != nil {
			edition = filepath.Base(s.Rom.File)
		}
		parts = append(parts, k.lastMove(), fmt.Sprintf("%s, level %d", edition, s.Game.Level),
			fmt.Sprintf("you play %v", s.Game.Player), k.standing())
	}
	return parts
}

// Picture is the screen of a save state as text, or its board if there is none.
func (k *SavedGame) Picture() string {
	if s := k.State; len(s.Screen) == len(jupiter.Screen{}) {
		screen := jupiter.Screen(s.Screen)
		return strings.TrimRight(screen.String(), "\n ")
	}
	return k.State.Board
}

// States are the save states of a folder as Games. Their names there begin with statePrefix, which
// no name of a file does.
type States struct{ states.Folder }

const statePrefix = "states/"

// StateName returns the name that the person has given a save state.
func StateName(name string) string { return strings.TrimPrefix(name, statePrefix) }

// IsState tells whether a name is that of a save state, not of a game.
func IsState(name string) bool { return strings.HasPrefix(name, statePrefix) }

// IsState tells whether it is a save state.
func (k *SavedGame) IsState() bool { return IsState(k.Name) }

// List returns them, the newest first.
func (f States) List() (all []SavedGame, err error) {
	names, err := f.Names()
	for _, name := range names {
		s, err := f.Load(name)
		k := Saved(statePrefix+name, s, err)
		if k.Title = name; err == nil {
			k.Played = s.Saved.Local()
		}
		all = append(all, k)
	}
	return all, err
}

// Rename gives a state another name.
func (f States) Rename(name, title string) error {
	s, err := f.Load(StateName(name))
	if err == nil && StateName(name) != title {
		if err = f.Save(title, s); err == nil {
			err = f.Delete(name)
		}
	}
	return err
}

// Delete removes a state.
func (f States) Delete(name string) error { return f.Folder.Delete(StateName(name)) }

// Free is always nil: a state can be gone on with as often as one likes.
func (f States) Free(string) error { return nil }

// SaveState saves a state.
func (f States) SaveState(name string, s *states.State) error { return f.Save(name, s) }

// Export writes the game as PGN to a file that must not be there yet.
func (k *SavedGame) Export(file string) error {
	switch {
	case k.Err != nil:
		return k.Err
	case k.Game == nil:
		return errors.New("it has no game to export")
	}
	if err := mustBeNew(file); err != nil {
		return err
	}
	return files.WriteFile(file, nil, files.Bytes([]byte(k.State.Game.PGN)))
}
