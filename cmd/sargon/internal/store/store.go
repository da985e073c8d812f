// Package store saves games, so that none is lost: not by leaving, not by a crash, not by
// a full disk, not by a second program.
//
//	folder := store.Folder(dir)
//	slot, err := folder.New()            // for a new game
//	slot.Save(state)                     // written in the background, at once
//	err = slot.Close()                   // waits for the last writing
//	slot, state, err := folder.Resume()  // the newest game that is not over
//
// A game is two files of the folder: NAME.game with everything, NAME.pgn for people. Files
// are written beside and renamed, so the old one stays until the new one is whole. While a
// program has a game it holds a lock, which goes with the program however that ends.
package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/files"
)

// Folder is where games are saved.
type Folder string

// Errors of Resume.
var (
	ErrNone = errors.New("there is no unfinished game")
	ErrBusy = errors.New("another sargon is playing this game")
)

// Slot is a game that this program has.
type Slot struct {
	base string // path without an extension
	lock *files.Lock

	saved *states.State // the last one; nil: none
	title string        // that the person has given it

	jobs   chan *states.State
	done   chan struct{}
	failed atomic.Pointer[error] // why the last writing did; never nil itself
}

// New makes room for a game. Nothing is written yet.
func (f Folder) New() (*Slot, error) {
	if err := os.MkdirAll(string(f), 0o755); err != nil {
		return nil, fmt.Errorf("games cannot be saved: %w", err)
	}
	f.tidy()
	for {
		base := filepath.Join(string(f), time.Now().Format("2006-01-02T150405.000"))
		l, err := files.TryLock(base + ".lock")
		switch {
		case err == nil && !exists(base+".game"):
			return newSlot(base, l), nil
		case err == nil: // the name was taken within this very millisecond
			l.Release()
		case !errors.Is(err, files.ErrLocked):
			return nil, fmt.Errorf("games cannot be saved: %w", err)
		}
		time.Sleep(time.Millisecond)
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// Resume returns the newest game that is not over, and takes it. Errors: ErrNone, ErrBusy,
// or what is wrong with its file.
func (f Folder) Resume() (*Slot, *states.State, error) {
	name, err := f.newest()
	if err != nil {
		return nil, nil, err
	}
	return f.Open(nameOf(name))
}

// List returns all games, the one written last first, and behind them the save states.
func (f Folder) List() ([]front.SavedGame, error) {
	names, err := f.games()
	if err != nil {
		return nil, err
	}
	var all []front.SavedGame
	for _, name := range names {
		state, err := read(name)
		game := front.Saved(nameOf(name), state, err)
		if info, err := os.Stat(name); err == nil {
			game.Played = info.ModTime()
		}
		all = append(all, game)
	}
	slices.SortStableFunc(all, func(a, b front.SavedGame) int { return b.Played.Compare(a.Played) })
	saved, err := f.states().List()
	return append(all, saved...), err
}

func (f Folder) states() front.States {
	return front.States{Folder: states.Under(string(f))}
}

func nameOf(file string) string { return strings.TrimSuffix(filepath.Base(file), ".game") }

// Open takes a game. Errors: ErrBusy, or what is wrong with its file.
func (f Folder) Open(name string) (*Slot, *states.State, error) {
	base := filepath.Join(string(f), name)
	l, err := files.TryLock(base + ".lock")
	if errors.Is(err, files.ErrLocked) {
		return nil, nil, busy(base)
	}
	if err != nil {
		return nil, nil, err
	}
	saved, err := read(base + ".game") // it may have been written since it was looked at
	if err != nil {
		l.Release()
		return nil, nil, err
	}
	slot := newSlot(base, l)
	slot.saved, slot.title = saved, saved.Game.Title
	return slot, saved, nil
}

// busy is ErrBusy, of whom.
func busy(base string) error {
	return fmt.Errorf("%w%s; sargon play --games shows the others", ErrBusy,
		files.LockedBy(base+".lock"))
}

// Rename gives a game a title, a save state another name.
func (f Folder) Rename(name, title string) error {
	if front.IsState(name) {
		return f.states().Rename(name, title)
	}
	slot, _, err := f.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(slot.Rename(title), slot.Close())
}

// Free says who plays a game, or what is wrong with its file.
func (f Folder) Free(name string) error {
	if front.IsState(name) {
		return f.states().Free(name)
	}
	slot, _, err := f.Open(name)
	if err == nil {
		err = slot.Close()
	}
	return err
}

// SaveState saves a state under a name.
func (f Folder) SaveState(name string, s *states.State) error { return f.states().Save(name, s) }

// Delete removes a state, or a game that nobody plays, even one that cannot be read.
func (f Folder) Delete(name string) error {
	if front.IsState(name) {
		return f.states().Delete(name)
	}
	base := filepath.Join(string(f), name)
	l, err := files.TryLock(base + ".lock")
	if errors.Is(err, files.ErrLocked) {
		return busy(base)
	}
	if err != nil {
		return err
	}
	return newSlot(base, l).Discard()
}

// Unfinished tells whether there is a game to resume.
func (f Folder) Unfinished() bool {
	_, err := f.newest()
	return err == nil
}

// newest finds the newest game that is not over. Files that cannot be read are passed over
// unless there is nothing else.
func (f Folder) newest() (string, error) {
	names, err := f.games()
	if err != nil {
		return "", err
	}
	var broken error
	for _, name := range slices.Backward(names) {
		saved, err := read(name)
		switch {
		case err != nil:
			broken = errors.Join(broken, err)
		case !saved.Game.Over:
			return name, nil
		}
	}
	if broken != nil {
		return "", fmt.Errorf("%w, and one that cannot be read: %w", ErrNone, broken)
	}
	return "", fmt.Errorf("%w in %s", ErrNone, string(f))
}

// games lists the .game files, the oldest first: their names are times.
func (f Folder) games() ([]string, error) {
	return f.matching("*.game")
}

// matching lists files by a pattern, in the order of their names.
func (f Folder) matching(pattern string) ([]string, error) {
	names, err := fs.Glob(os.DirFS(string(f)), pattern)
	for i := range names {
		names[i] = filepath.Join(string(f), names[i])
	}
	return names, err
}

// maxGames is how many .game files stay; the PGN files all do.
const maxGames = 50

// tidy removes what nobody needs: old games beyond maxGames, locks without a game, files
// half written by programs that were killed. Failing is no harm.
func (f Folder) tidy() {
	names, err := f.games()
	if err != nil {
		return
	}
	for _, name := range names[:max(0, len(names)-maxGames)] {
		base := strings.TrimSuffix(name, ".game")
		if l, err := files.TryLock(base + ".lock"); err == nil {
			_ = os.Remove(name)
			l.Release()
		}
	}
	locks, _ := f.matching("*.lock")
	for _, name := range locks {
		if !exists(strings.TrimSuffix(name, ".lock") + ".game") {
			if l, err := files.TryLock(name); err == nil { // nobody plays there
				l.Release()
			}
		}
	}
	halfWritten, _ := f.matching(".*.*")
	for _, name := range halfWritten {
		if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > time.Hour {
			_ = os.Remove(name)
		}
	}
}

// read reads a .game file.
func read(name string) (*states.State, error) {
	s, err := states.Read(name)
	if err == nil && s.Game == nil {
		return nil, fmt.Errorf("%s: there is no game", name)
	}
	return s, err
}

func newSlot(base string, l *files.Lock) *Slot {
	s := &Slot{
		base: base, lock: l,
		jobs: make(chan *states.State, 1), done: make(chan struct{}),
	}
	s.failed.Store(new(error))
	go s.write()
	return s
}

// Name is that of the game in the folder.
func (s *Slot) Name() string { return filepath.Base(s.base) }

// PGN is the name of the file for people.
func (s *Slot) PGN() string { return s.base + ".pgn" }

// Save has the game written, and does not wait. It returns the error of the writing that ended last.
// Only the newest game is written when they come too fast.
func (s *Slot) Save(saved *states.State) error {
	saved.Game.Title, s.saved = s.title, saved
	select {
	case <-s.jobs: // this one is newer
	default:
	}
	s.jobs <- saved
	return *s.failed.Load()
}

// Rename gives the game a title, now and whenever it is saved.
func (s *Slot) Rename(title string) error {
	if s.title = title; s.saved == nil {
		return nil
	}
	saved, game := *s.saved, *s.saved.Game // which may still be written
	saved.Game = &game
	return s.Save(&saved)
}

// Close waits until the last game is written, and lets others have it.
func (s *Slot) Close() error {
	close(s.jobs)
	<-s.done
	s.lock.Release()
	return *s.failed.Load()
}

// Discard closes the slot and removes its game.
func (s *Slot) Discard() error {
	err := s.Close()
	for _, name := range []string{s.base + ".game", s.base + ".pgn"} {
		if gone := os.Remove(name); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}

func (s *Slot) write() {
	defer close(s.done)
	for saved := range s.jobs {
		err := s.writeOne(saved)
		s.failed.Store(&err)
	}
}

func (s *Slot) writeOne(saved *states.State) error {
	return errors.Join(
		saved.Write(s.base+".game"),
		files.WriteFile(s.base+".pgn", nil, files.Bytes([]byte(saved.Game.PGN))),
	)
}
