package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sargon78/emu/jupiter"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/files"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

// Saved is a saved game or a save state.
type Saved struct {
	Name   string // unique; that of a save state begins with statePrefix
	Title  string // that the user has given it; empty if none
	Played time.Time
	State  *states.State // nil if Err says why it cannot be read
	Game   *game.Game    // nil if the state has none
	Err    error
}

// statePrefix is the folder of the save states.
const statePrefix = "states/"

// IsState reports whether a name is that of a save state, not of a game.
func IsState(name string) bool { return strings.HasPrefix(name, statePrefix) }

// IsState reports whether it is a save state.
func (s *Saved) IsState() bool { return IsState(s.Name) }

// StateName returns the name that the user has given a save state.
func StateName(name string) string { return strings.TrimPrefix(name, statePrefix) }

// List returns the games, the one played last first, and after them the save states.
func (f *Folder) List() (all []Saved, err error) {
	for _, pattern := range []string{"*.game", statePrefix + "*.state"} {
		if f.OnlyStates && !IsState(pattern) {
			continue
		}
		names, err := f.matching(pattern)
		if err != nil {
			return nil, err
		}
		var some []Saved
		for _, name := range names {
			some = append(some, f.readSaved(strings.TrimSuffix(name, filepath.Ext(name))))
		}
		slices.SortStableFunc(some, func(a, b Saved) int { return b.Played.Compare(a.Played) })
		all = append(all, some...)
	}
	return all, nil
}

// readSaved reads one of them.
func (f *Folder) readSaved(name string) Saved {
	s := Saved{Name: name}
	if info, err := os.Stat(f.file(name)); err == nil {
		s.Played = info.ModTime()
	}
	s.State, s.Err = f.read(name)
	if s.Err == nil && s.State.Game != nil {
		s.Title = s.State.Game.Title
		s.Game, s.Err = session.GameOf(s.State)
	}
	if s.IsState() {
		s.Title = StateName(name)
	}
	return s
}

// CheckAvailable says who plays a game, or what is wrong with its file. It is nil for the game that is played
// here, and for a state: one can go on with it as often as one likes.
func (f *Folder) CheckAvailable(name string) error {
	if IsState(name) || f.isCurrent(name) {
		return nil
	}
	other := Folder{Dir: f.Dir}
	_, err := other.Open(name)
	return errors.Join(err, other.Close())
}

// Rename gives a game a title, a save state another name.
func (f *Folder) Rename(name, title string) error {
	switch {
	case IsState(name):
		to, err := f.file(statePrefix+title), states.CheckName(title)
		if err != nil {
			return err
		}
		if exists(to) {
			return fmt.Errorf("there is a state %q already; choose another name", title)
		}
		return os.Rename(f.file(name), to)
	case f.isCurrent(name):
		return f.retitle(title)
	}
	other := Folder{Dir: f.Dir}
	_, err := other.Open(name)
	if err == nil {
		err = other.retitle(title)
	}
	return errors.Join(err, other.Close())
}

// Delete removes a state, or a game that no process plays, even one that cannot be read.
func (f *Folder) Delete(name string) error {
	switch {
	case IsState(name):
		return os.Remove(f.file(name))
	case f.isCurrent(name):
		return errors.New("that is the game you are playing")
	}
	other := Folder{Dir: f.Dir}
	if err := other.claim(name); err != nil {
		return err
	}
	return other.Discard()
}

// SaveState saves a state under a name.
func (f *Folder) SaveState(name string, s *states.State) error {
	return states.FolderIn(f.Dir).Save(name, s)
}

// lastMove returns the last move with its number: "12. Nf3", "no move yet".
func (s *Saved) lastMove() string {
	n := s.Game.Len()
	if n == 0 {
		return "no move yet"
	}
	return game.Numbered(s.Game.Ply(n - 1))
}

func (s *Saved) playersText() string {
	if s.State.Game.Both {
		return "two people play"
	}
	return fmt.Sprintf("you play %v", s.State.Game.Player)
}

// statusText returns how the game stands.
func (s *Saved) statusText() string {
	switch {
	case s.State.Game.Over:
		return s.Game.Result().Description()
	case s.State.Game.Both:
		return s.Game.Side().String() + " is to move"
	case s.Game.Side() == s.State.Game.Player:
		return "you are to move"
	}
	return "Sargon is to move"
}

// Facts say everything, what matters first.
func (s *Saved) Facts() []string {
	parts := []string{s.Played.Format("2006-01-02 15:04")}
	switch {
	case s.IsState():
		parts = append([]string{s.Title}, parts...)
	case s.Title != "":
		parts = append(parts, s.Title)
	}
	switch state := s.State; {
	case s.Err != nil:
		parts = append(parts, fmt.Sprintf("cannot be read: %v", s.Err))
	case s.Game == nil:
		parts = append(parts, fmt.Sprintf("%s of %s", state.Kind, state.Image), state.Note)
	default:
		image := state.Game.Engine
		if state.Rom != nil {
			image = filepath.Base(state.Rom.File)
		}
		parts = append(parts, s.lastMove(), fmt.Sprintf("%s, level %d", image, state.Game.Level),
			s.playersText(), s.statusText())
	}
	return parts
}

// Picture returns the screen of a save state as text, or its board if there is none.
func (s *Saved) Picture() string {
	if state := s.State; len(state.Screen) == len(jupiter.Screen{}) {
		screen := jupiter.Screen(state.Screen)
		return strings.TrimRight(screen.String(), "\n ")
	}
	return s.State.Board
}

// Export writes the game as PGN to a file that must not be there yet.
func (s *Saved) Export(file string) (said string, err error) {
	switch {
	case s.Err != nil:
		return "", s.Err
	case s.Game == nil:
		return "", errors.New("it has no game to export")
	}
	return WriteNew(file, s.State.Game.PGN)
}

// WriteNew writes a game to a file that must not be there yet, by the name that a person types.
func WriteNew(typed, pgn string) (said string, err error) {
	file := files.ExpandTyped(typed)
	if exists(file) {
		return "", fmt.Errorf("%s exists already; choose another name", file)
	}
	return "written to " + file, files.WriteFile(file, nil, files.Bytes([]byte(pgn)))
}
