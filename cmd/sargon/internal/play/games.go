package play

import (
	"errors"

	"sargon78/cmd/sargon/internal/store"
	"sargon78/sargon/emulated/states"
)

// games are those of a folder, and its save states, while the game of the saver is played.
type games struct {
	store.Folder
	saver *saver
}

// played tells whether a game is the one being played.
func (g games) played(name string) bool {
	return g.saver.slot != nil && g.saver.slot.Name() == name
}

func (g games) Rename(name, title string) error {
	if g.played(name) {
		return g.saver.slot.Rename(title)
	}
	return g.Folder.Rename(name, title)
}

func (g games) Delete(name string) error {
	if g.played(name) {
		return errors.New("that is the game you are playing")
	}
	return g.Folder.Delete(name)
}

func (g games) Free(name string) error {
	if g.played(name) {
		return nil
	}
	return g.Folder.Free(name)
}

func (g games) SaveState(name string, s *states.State) error {
	s.Rom = g.saver.savedRom()
	return g.Folder.SaveState(name, s)
}
