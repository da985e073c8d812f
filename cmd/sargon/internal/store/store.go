// Package store saves games, so that none is lost: not by leaving, not by a crash, not by
// a full disk, not by a second program.
//
//	folder := &store.Folder{Dir: dir}
//	err := folder.New()                  // room for a new game
//	err = folder.Save(state, game)       // written in the background, at once
//	err = folder.Close()                 // waits for the last writing
//	state, err := folder.Open("")        // takes the newest game that is not over
//	all, err := folder.List()            // all games, and the save states
//
// A game is two files of the folder: NAME.game with everything, NAME.pgn for people; a save state is
// states/NAME.state. A file is written under another name and then renamed, so the old one stays until
// the new one is complete. While a program has a game it holds a lock, which ends with the program,
// however that ends.
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

	"sargon78/sargon/emulated/states"
	"sargon78/sargon/files"
	"sargon78/sargon/game"
)

// Folder is where games are saved, and the one of them that is played here, if any: New and Open
// take it, Close and Discard let others have it.
type Folder struct {
	Dir        string
	OnlyStates bool       // List has no games
	Game       *game.Game // that was taken, or saved last

	name  string        // of the game that is played; "": none is
	lock  *files.Lock   // of that
	saved *states.State // the last one; nil: none
	title string        // that the user has given it

	jobs   chan *states.State
	done   chan struct{}
	failed atomic.Pointer[error] // why the last writing did
}

// Errors of Open.
var (
	ErrNoGame = errors.New("there is no unfinished game")
	ErrInUse  = errors.New("another sargon is playing this game")
)

// file returns the path of a game or a state.
func (f *Folder) file(name string) string {
	if IsState(name) {
		return f.path(name, ".state")
	}
	return f.path(name, ".game")
}

func (f *Folder) path(name, extension string) string {
	return filepath.Join(f.Dir, filepath.FromSlash(name+extension))
}

// isCurrent reports whether a game is the one that is played here.
func (f *Folder) isCurrent(name string) bool { return name == f.name }

// New makes room for a game. Nothing is written yet.
func (f *Folder) New() error {
	if err := os.MkdirAll(f.Dir, 0o755); err != nil {
		return err
	}
	f.tidy()
	for {
		name := time.Now().Format("2006-01-02T150405.000")
		err := f.claim(name)
		switch {
		case err == nil && !exists(f.file(name)):
			return nil
		case err == nil: // the name was taken within this very millisecond
			_ = f.Close()
		case !errors.Is(err, ErrInUse):
			return err
		}
		time.Sleep(time.Millisecond)
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// claim has a game, for which nothing was saved yet, as the one that is played.
func (f *Folder) claim(name string) error {
	lock, err := files.TryLock(f.path(name, ".lock"))
	if errors.Is(err, files.ErrLocked) {
		return fmt.Errorf("%w%s; sargon play --games shows the others", ErrInUse,
			files.LockedBy(f.path(name, ".lock")))
	}
	if err != nil {
		return err
	}
	f.name, f.lock, f.saved, f.title = name, lock, nil, ""
	f.jobs, f.done = make(chan *states.State, 1), make(chan struct{})
	f.failed.Store(new(error))
	go f.write()
	return nil
}

// Open takes a game; without a name the newest that is not over. A save state is only read: a game
// of its own goes on from it. Errors: ErrNoGame, ErrInUse, or what is wrong with its file.
func (f *Folder) Open(name string) (s *states.State, err error) {
	if name == "" {
		if name, err = f.newest(); err != nil {
			return nil, err
		}
	}
	if IsState(name) {
		s, err = f.read(name)
		if err == nil && s.Game == nil {
			err = fmt.Errorf("the state %q has no game to go on with", StateName(name))
		}
		return s, err
	}
	if err := f.claim(name); err != nil {
		return nil, err
	}
	if s, err = f.read(name); err != nil { // it may have been written since it was looked at
		return nil, errors.Join(err, f.Close())
	}
	f.saved, f.title = s, s.Game.Title
	return s, nil
}

// Unfinished reports whether there is a game to go on with.
func (f *Folder) Unfinished() bool {
	_, err := f.newest()
	return err == nil
}

// newest finds the newest game that is not over. Files that cannot be read are passed over
// unless there is nothing else.
func (f *Folder) newest() (string, error) {
	names, err := f.matching("*.game")
	if err != nil {
		return "", err
	}
	var broken error
	for _, name := range slices.Backward(names) {
		name = strings.TrimSuffix(name, ".game")
		saved, err := f.read(name)
		switch {
		case err != nil:
			broken = errors.Join(broken, err)
		case !saved.Game.Over:
			return name, nil
		}
	}
	if broken != nil {
		return "", fmt.Errorf("%w, and one that cannot be read: %w", ErrNoGame, broken)
	}
	return "", fmt.Errorf("%w in %s", ErrNoGame, f.Dir)
}

// matching lists files by a pattern, in the order of their names: those of games are times.
func (f *Folder) matching(pattern string) ([]string, error) {
	return fs.Glob(os.DirFS(f.Dir), pattern)
}

// read reads a game or a state.
func (f *Folder) read(name string) (*states.State, error) {
	s, err := states.Read(f.file(name))
	if err == nil && s.Game == nil && !IsState(name) {
		return nil, fmt.Errorf("%s: there is no game", f.file(name))
	}
	return s, err
}

// maxGames is how many .game files stay; the PGN files all do.
const maxGames = 50

// tidy removes what is not needed any more: old games beyond maxGames, locks without a game, files
// half written by programs that were killed. Failing is no harm.
func (f *Folder) tidy() {
	games, _ := f.matching("*.game")
	old := games[:max(0, len(games)-maxGames)]
	locks, _ := f.matching("*.lock")
	for _, name := range slices.Concat(old, locks) {
		name = strings.TrimSuffix(name, filepath.Ext(name))
		if !slices.Contains(old, name+".game") && exists(f.file(name)) {
			continue
		}
		if lock, err := files.TryLock(f.path(name, ".lock")); err == nil { // no process plays it
			_ = os.Remove(f.file(name))
			lock.Release()
		}
	}
	halfWritten, _ := f.matching(".*.*")
	for _, name := range halfWritten {
		name = filepath.Join(f.Dir, name)
		if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > time.Hour {
			_ = os.Remove(name)
		}
	}
}

// Save starts to write the game that is played, and does not wait. It returns the error of the writing
// that ended last. Only the newest is written when they come too fast. Another game than the one
// before gets a place of its own, so that both stay.
func (f *Folder) Save(s *states.State, g *game.Game) error {
	var apart error
	if last := f.Game; last != nil && last != g && last.Len() > 0 && f.name != "" {
		apart = errors.Join(f.Close(), f.New())
	}
	if f.Game = g; f.name == "" {
		return apart // a game that is not saved is better than none
	}
	s.Game.Title = f.title
	return errors.Join(apart, f.queue(s))
}

// queue has a state written.
func (f *Folder) queue(s *states.State) error {
	f.saved = s
	select {
	case <-f.jobs: // this one is newer
	default:
	}
	f.jobs <- s
	return *f.failed.Load()
}

// retitle gives the game that is played a title, now and whenever it is saved.
func (f *Folder) retitle(title string) error {
	if f.title = title; f.saved == nil {
		return nil
	}
	saved, game := *f.saved, *f.saved.Game // which may still be written
	saved.Game, game.Title = &game, title
	return f.queue(&saved)
}

// Close waits until the game that is played is written, and lets others have it.
func (f *Folder) Close() error {
	if f.name == "" {
		return nil
	}
	close(f.jobs)
	<-f.done
	f.lock.Release()
	f.name = ""
	return *f.failed.Load()
}

// Discard closes the game that is played, and removes it.
func (f *Folder) Discard() error {
	name := f.name
	err := f.Close()
	for _, extension := range []string{".game", ".pgn"} {
		if gone := os.Remove(f.path(name, extension)); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}

func (f *Folder) write() {
	defer close(f.done)
	for s := range f.jobs {
		err := errors.Join(s.Write(f.file(f.name)), files.WriteFile(f.path(f.name, ".pgn"), nil,
			files.Bytes([]byte(s.Game.PGN))))
		f.failed.Store(&err)
	}
}
