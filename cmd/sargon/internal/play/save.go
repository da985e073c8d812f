package play

import (
	"errors"
	"fmt"

	"sargon78/cmd/sargon/internal/store"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
)

// saver saves the current game: in the folder of saved games, and in the file of --pgn.
type saver struct {
	folder *store.Folder // nil if games are not saved
	noRoom error         // why the folder cannot take the game

	file    *pgn.File // nil if there is none
	written string    // gameKey of the game as the file has it
	fileErr error     // why the last write to the file failed; nil if it did not
}

// makeRoom makes room for a new game in the folder.
func (s *saver) makeRoom() error {
	s.noRoom = s.folder.New()
	return s.noRoom
}

// save writes the game to the folder, and to the file. It does not wait until it is written.
func (s *saver) save(state *states.State, g *game.Game) error {
	err := s.writePGN(g)
	if s.folder != nil {
		err = errors.Join(s.folder.Save(state, g), err)
	}
	return err
}

// writePGN writes the game to the file, if the game has changed.
func (s *saver) writePGN(g *game.Game) error {
	now := gameKey(g)
	if s.file == nil || now == s.written || g.Len() == 0 && !s.file.Contains(g) {
		return nil
	}
	if s.fileErr = s.file.WriteGame(g); s.fileErr == nil {
		s.written = now
	}
	return s.fileErr
}

// gameKey returns a text that changes with the moves and the result of a game, and that differs from
// game to game.
func gameKey(g *game.Game) string { return fmt.Sprintf("%p %v %v", g, g.Records(), g.Result()) }

// close waits until the game is saved. If the game is to be discarded, the folder then has no game to
// resume. It returns the error with which the game has ended, joined with the reason why the game is
// not saved.
func (s *saver) close(failed error, discard bool) error {
	var errs []error
	switch {
	case s.folder == nil:
	case discard:
		failed = errors.Join(failed, s.folder.Discard())
	default:
		errs = append(errs, s.folder.Close())
	}
	if s.file != nil {
		errs = append(errs, s.fileErr, s.file.Close())
	}
	if err := errors.Join(errs...); err != nil {
		return errors.Join(failed, fmt.Errorf("the game is not saved: %w", err))
	}
	return failed
}

// farewell returns a line that says where the game is saved, and how to continue it unless it is over.
// The line is empty if games are not saved.
func (s *saver) farewell(over bool) string {
	switch {
	case s.folder == nil:
		return ""
	case s.noRoom != nil:
		return fmt.Sprintf("The game is not saved: %v\n", s.noRoom)
	case over:
		return "The game is saved; sargon play --games shows it.\n"
	}
	return "The game is saved; sargon play --resume goes on.\n"
}
