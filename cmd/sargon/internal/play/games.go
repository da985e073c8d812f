package play

import (
	"errors"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/store"
	"sargon78/sargon/emulated/states"
)

// games are those of a folder, and its save states, for front ends. The game of the saver, which may
// be nil, is being played.
type games struct {
	store.Folder
	saver *saver
}

func (g games) states() front.States { return front.States{Folder: states.Under(string(g.Folder))} }

// played tells whether a game is the one being played.
func (g games) played(name string) bool {
	return g.saver != nil && g.saver.slot != nil && g.saver.slot.Name() == name
}

func (g games) Rename(name, title string) error {
	if _, ok := front.StateName(name); ok {
		return g.states().Rename(name, title)
	}
	if !g.played(name) {
		return g.Folder.Rename(name, title)
	}
	saved := *g.saver.saved // which the slot may still be writing
	about := *saved.Game
	about.Title, g.saver.title = title, title
	saved.Game, g.saver.saved = &about, &saved
	return g.saver.slot.Save(&saved)
}

func (g games) Delete(name string) error {
	if g.played(name) {
		return errors.New("that is the game you are playing")
	}
	if _, ok := front.StateName(name); ok {
		return g.states().Delete(name)
	}
	return g.Folder.Delete(name)
}

func (g games) List() ([]front.SavedGame, error) {
	listed, err := g.Folder.List()
	if err != nil {
		return nil, err
	}
	var all []front.SavedGame
	for _, l := range listed {
		all = append(all, front.Saved(l.Name, l.Written, l.State, l.Err))
	}
	saved, err := g.states().List()
	return append(all, saved...), err
}

func (g games) SaveState(name string, s *states.State) error {
	s.Rom = g.saver.savedRom()
	return g.states().SaveState(name, s)
}
