package play

import (
	"errors"
	"fmt"
	"path/filepath"

	"sargon78/cmd/sargon/internal/store"
	"sargon78/roms"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
)

// close waits until the game is saved.
func (k *saver) close() (err error) {
	if k.slot != nil {
		err = k.slot.Close()
	}
	if err = errors.Join(err, k.unput); err != nil {
		return fmt.Errorf("the game is not saved: %w", err)
	}
	return nil
}

// discard forgets the game.
func (k *saver) discard() error {
	if k.slot == nil {
		return nil
	}
	return k.slot.Discard()
}

// save writes the game to the folder, and to the PGN file if there is one. What has ended
// stays where it is: another game gets a place of its own.
func (k *saver) save(s *states.State, g *game.Game) error {
	errs := []error{k.saveApart(g), k.putPGN(g)}
	if k.slot != nil {
		s.Rom = k.savedRom()
		errs = append(errs, k.slot.Save(s))
	}
	return errors.Join(errs...)
}

// saveApart saves a game in a place of its own when another one is begun, so that both stay.
func (k *saver) saveApart(g *game.Game) error {
	last := k.last
	k.last = g
	if last == nil || last == g || last.Len() == 0 || k.slot == nil {
		return nil
	}
	err := k.slot.Close()
	slot, newErr := store.Folder(k.Folder).New()
	if newErr != nil {
		slot = nil // a game that is not saved is better than none
	}
	k.slot = slot
	return errors.Join(err, newErr)
}

// putPGN writes the game to its file, when something has happened in it.
func (k *saver) putPGN(g *game.Game) error {
	now := progress(g)
	if k.file == nil || now == k.put || g.Len() == 0 && !k.file.Holds(g) {
		return nil
	}
	if k.unput = k.file.Put(g); k.unput == nil {
		k.put = now
	}
	return k.unput
}

// progress is a text that changes with the moves and the result of a game, and from one
// game to another.
func progress(g *game.Game) string { return fmt.Sprintf("%p %v %v", g, g.Records(), g.Result()) }

// savedRom says where the edition is found again.
func (k *saver) savedRom() *states.Rom {
	if k.image.Kind == roms.Embedded {
		return nil
	}
	return &states.Rom{
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
