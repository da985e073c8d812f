package play

import (
	"errors"
	"fmt"
	"path/filepath"

	"sargon78/roms"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
)

// close waits until the game is saved. What has failed at once leaves no game to resume.
func (k *runner) close(failed error) error {
	var errs []error
	switch t := k.game.Session; {
	case k.folder == nil:
	case failed != nil && t != nil && !k.Resume && k.image.Kind != roms.Embedded &&
		t.View().Game.Len() < 2:
		failed = errors.Join(failed, k.folder.Discard())
	default:
		errs = append(errs, k.folder.Close())
	}
	if k.file != nil {
		errs = append(errs, k.pgnErr, k.file.Close())
	}
	if err := errors.Join(errs...); err != nil {
		return errors.Join(failed, fmt.Errorf("the game is not saved: %w", err))
	}
	return failed
}

// save writes the game to the folder, and to the PGN file if there is one.
func (k *runner) save(s *states.State, g *game.Game) error {
	err := k.writePGN(g)
	if k.folder != nil {
		err = errors.Join(k.folder.Save(s, g), err)
	}
	return err
}

// writePGN writes the game to its file, when something has happened in it.
func (k *runner) writePGN(g *game.Game) error {
	now := gameKey(g)
	if k.file == nil || now == k.writtenPGN || g.Len() == 0 && !k.file.Contains(g) {
		return nil
	}
	if k.pgnErr = k.file.WriteGame(g); k.pgnErr == nil {
		k.writtenPGN = now
	}
	return k.pgnErr
}

// gameKey is a text that changes with the moves and the result of a game, and from one
// game to another.
func gameKey(g *game.Game) string { return fmt.Sprintf("%p %v %v", g, g.Records(), g.Result()) }

// savedRom returns where a saved game finds the ROM image.
func (k *runner) savedRom() *states.Rom {
	if k.image.Kind == roms.Embedded {
		return nil
	}
	return &states.Rom{
		File: absolute(k.Rom.Rom), Symbols: absolute(k.Rom.Symbols), Load: k.Rom.Load,
		SHA256: k.image.SHA256(),
	}
}

// absolute makes a name good in any folder; where that is impossible, it stays.
func absolute(name string) string {
	if abs, err := filepath.Abs(name); name != "" && err == nil {
		return abs
	}
	return name
}
