package play

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/store"
	"sargon78/sargon/files"
)

// games are those of a folder, for front ends. The one of the keeper, which may be nil, is being
// played.
type games struct {
	store.Folder
	keeper *keeper
}

// played tells whether a game is the one being played.
func (g games) played(name string) bool {
	return g.keeper != nil && g.keeper.slot != nil && g.keeper.slot.Name() == name
}

func (g games) Rename(name, title string) error {
	if !g.played(name) {
		return g.Folder.Rename(name, title)
	}
	g.keeper.resumed.Title, g.keeper.saved.Title = title, title
	return g.keeper.slot.Keep(g.keeper.saved)
}

func (g games) Delete(name string) error {
	if g.played(name) {
		return errors.New("that is the game you are playing")
	}
	return g.Folder.Delete(name)
}

func (g games) List() ([]front.KeptGame, error) {
	listed, err := g.Folder.List()
	if err != nil {
		return nil, err
	}
	var all []front.KeptGame
	for _, l := range listed {
		k := front.KeptGame{
			Name: l.Name, Title: l.Title, Played: l.Written, Player: l.Player, Level: l.Level,
			Edition: l.Engine, Over: l.Over, Err: l.Err,
		}
		if l.Rom != nil {
			k.Edition = filepath.Base(l.Rom.File)
		}
		if k.Err == nil {
			k.Game, k.Err = parsePGN(l.PGN)
		}
		all = append(all, k)
	}
	return all, nil
}

func (g games) Export(name, file string) error {
	listed, err := g.Folder.List()
	if err != nil {
		return err
	}
	if _, err := os.Stat(file); err == nil {
		return fmt.Errorf("%s exists already; choose another name", file)
	}
	for _, l := range listed {
		if l.Name == name {
			return files.WriteFile(file, nil, files.Bytes([]byte(l.PGN)))
		}
	}
	return store.ErrNone
}
