// Package store keeps games, so that none is lost: not by leaving, not by a crash, not by
// a full disk, not by a second program.
//
//	folder := store.Folder(dir)
//	slot, err := folder.New()            // for a new game
//	slot.Keep(store.Saved{…})            // written in the background, at once
//	err = slot.Close()                   // waits for the last writing
//	slot, saved, err := folder.Resume()  // the newest game that is not over
//
// A game is two files of the folder: NAME.game with everything, NAME.pgn for people. Files
// are written beside and renamed, so the old one stays until the new one is whole. While a
// program has a game it holds a lock, which goes with the program however that ends.
package store

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/files"
)

// Saved is a game that is kept.
type Saved struct {
	Title    string `json:",omitempty"` // that the person has given the game
	PGN      string
	Player   sargon.Color
	Level    sargon.Level
	Engine   string
	View     string
	Over     bool             // there is nothing to resume
	Position *sargon.Position `json:",omitempty"` // as the engine holds it, with what history it knows
	Rom      *Rom             `json:",omitempty"` // the edition; nil is the embedded ROM
	Program  string           `json:",omitempty"` // checksum of the image that Machine runs
	Machine  []byte           `json:",omitempty"` // the machine's state, packed by Pack
	Thought  uint64           `json:",omitempty"` // T-states it thought before the present turn
}

// Rom says where an edition is found again.
type Rom struct {
	File    string // absolute
	Symbols string `json:",omitempty"` // absolute, or empty
	Load    string `json:",omitempty"` // as it was given
	SHA256  string // of the image
}

// version is that of the file's format.
const version = 1

// file is what a .game file holds.
type file struct {
	Sargon78 int // version
	Saved
}

// Folder is where games are kept.
type Folder string

// Errors of Resume.
var (
	ErrNone = errors.New("there is no unfinished game")
	ErrBusy = errors.New("the game is being played by another sargon")
)

// Slot is a game that this program has.
type Slot struct {
	base string // path without an extension
	lock *lock

	jobs chan Saved
	done chan struct{}
	errs chan error // the last error of writing
}

// New makes room for a game. Nothing is written yet.
func (f Folder) New() (*Slot, error) {
	if err := os.MkdirAll(string(f), 0o755); err != nil {
		return nil, fmt.Errorf("games cannot be kept: %w", err)
	}
	f.tidy()
	for {
		base := filepath.Join(string(f), time.Now().Format("2006-01-02T150405.000"))
		l, err := takeLock(base + ".lock")
		switch {
		case err == nil && !exists(base+".game"):
			return newSlot(base, l), nil
		case err == nil: // the name was taken within this very millisecond
			l.release()
		case !errors.Is(err, errLocked):
			return nil, fmt.Errorf("games cannot be kept: %w", err)
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
func (f Folder) Resume() (*Slot, Saved, error) {
	name, _, err := f.newest()
	if err != nil {
		return nil, Saved{}, err
	}
	return f.Open(nameOf(name))
}

// Listed is a game of the folder.
type Listed struct {
	Name    string // for Open and the others
	Written time.Time
	Saved
	Err error // why it cannot be read
}

// List returns all games, the one written last first.
func (f Folder) List() ([]Listed, error) {
	names, err := f.games()
	if err != nil {
		return nil, err
	}
	var all []Listed
	for _, name := range names {
		l := Listed{Name: nameOf(name)}
		if info, err := os.Stat(name); err == nil {
			l.Written = info.ModTime()
		}
		l.Saved, l.Err = read(name)
		all = append(all, l)
	}
	slices.SortStableFunc(all, func(a, b Listed) int { return b.Written.Compare(a.Written) })
	return all, nil
}

func nameOf(file string) string { return strings.TrimSuffix(filepath.Base(file), ".game") }

// Open takes a game. Errors: ErrBusy, or what is wrong with its file.
func (f Folder) Open(name string) (*Slot, Saved, error) {
	base := filepath.Join(string(f), name)
	l, err := takeLock(base + ".lock")
	if errors.Is(err, errLocked) {
		return nil, Saved{}, ErrBusy
	}
	if err != nil {
		return nil, Saved{}, err
	}
	saved, err := read(base + ".game") // it may have been written since it was looked at
	if err != nil {
		l.release()
		return nil, Saved{}, err
	}
	return newSlot(base, l), saved, nil
}

// Has tells whether there is a game of a name.
func (f Folder) Has(name string) bool { return exists(filepath.Join(string(f), name+".game")) }

// Rename gives a game a title.
func (f Folder) Rename(name, title string) error {
	slot, saved, err := f.Open(name)
	if err != nil {
		return err
	}
	saved.Title = title
	return errors.Join(slot.Keep(saved), slot.Close())
}

// Delete removes a game that nobody plays, even one that cannot be read.
func (f Folder) Delete(name string) error {
	base := filepath.Join(string(f), name)
	l, err := takeLock(base + ".lock")
	if errors.Is(err, errLocked) {
		return ErrBusy
	}
	if err != nil {
		return err
	}
	return newSlot(base, l).Discard()
}

// Unfinished tells whether there is a game to resume.
func (f Folder) Unfinished() bool {
	_, _, err := f.newest()
	return err == nil
}

// newest finds the newest game that is not over. Files that cannot be read are passed over
// unless there is nothing else.
func (f Folder) newest() (string, Saved, error) {
	names, err := f.games()
	if err != nil {
		return "", Saved{}, err
	}
	var broken error
	for _, name := range slices.Backward(names) {
		saved, err := read(name)
		switch {
		case err != nil:
			broken = errors.Join(broken, err)
		case !saved.Over:
			return name, saved, nil
		}
	}
	if broken != nil {
		return "", Saved{}, fmt.Errorf("%w, and one that cannot be read: %w", ErrNone, broken)
	}
	return "", Saved{}, fmt.Errorf("%w in %s", ErrNone, string(f))
}

// games lists the .game files, the oldest first: their names are times.
func (f Folder) games() ([]string, error) {
	names, err := filepath.Glob(filepath.Join(escapeGlob(string(f)), "*.game"))
	slices.Sort(names)
	return names, err
}

func escapeGlob(dir string) string {
	return strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// keepGames is how many .game files stay; the PGN files all do.
const keepGames = 50

// tidy removes what nobody needs: old games beyond keepGames, locks without a game, files
// half written by programs that were killed. Failing is no harm.
func (f Folder) tidy() {
	names, err := f.games()
	if err != nil {
		return
	}
	for _, name := range names[:max(0, len(names)-keepGames)] {
		base := strings.TrimSuffix(name, ".game")
		if l, err := takeLock(base + ".lock"); err == nil {
			_ = os.Remove(name)
			l.release()
		}
	}
	locks, _ := filepath.Glob(filepath.Join(escapeGlob(string(f)), "*.lock"))
	for _, name := range locks {
		if !exists(strings.TrimSuffix(name, ".lock") + ".game") {
			if l, err := takeLock(name); err == nil { // nobody plays there
				l.release()
			}
		}
	}
	halfWritten, _ := filepath.Glob(filepath.Join(escapeGlob(string(f)), ".*.*"))
	for _, name := range halfWritten {
		if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > time.Hour {
			_ = os.Remove(name)
		}
	}
}

// read reads a .game file.
func read(name string) (Saved, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return Saved{}, err
	}
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return Saved{}, fmt.Errorf("%s is damaged: %w", name, err)
	}
	if f.Sargon78 != version {
		return Saved{}, fmt.Errorf("%s is of version %d; this program reads version %d",
			name, f.Sargon78, version)
	}
	return f.Saved, nil
}

func newSlot(base string, l *lock) *Slot {
	s := &Slot{
		base: base, lock: l,
		jobs: make(chan Saved, 1), done: make(chan struct{}), errs: make(chan error, 1),
	}
	go s.write()
	return s
}

// Name is that of the game in the folder.
func (s *Slot) Name() string { return filepath.Base(s.base) }

// PGN is the name of the file for people.
func (s *Slot) PGN() string { return s.base + ".pgn" }

// Keep has the game written, and does not wait. It returns the error of an earlier
// writing, if there was one. Only the newest game is written when they come too fast.
func (s *Slot) Keep(saved Saved) error {
	select {
	case <-s.jobs: // this one is newer
	default:
	}
	s.jobs <- saved
	return s.lastError()
}

// lastError returns the error of an earlier writing, once.
func (s *Slot) lastError() error {
	select {
	case err := <-s.errs:
		return err
	default:
		return nil
	}
}

// Close waits until the last game is written, and lets others have it.
func (s *Slot) Close() error {
	close(s.jobs)
	<-s.done
	s.lock.release()
	return s.lastError()
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
		if err := s.writeOne(saved); err != nil {
			_ = s.lastError() // this one is newer
			s.errs <- err
		}
	}
}

func (s *Slot) writeOne(saved Saved) error {
	data, err := json.Marshal(file{version, saved})
	if err != nil {
		return err
	}
	return errors.Join(
		files.WriteFile(s.base+".game", nil, files.Bytes(data)),
		files.WriteFile(s.base+".pgn", nil, files.Bytes([]byte(saved.PGN))),
	)
}

// Pack makes a machine's state small.
func Pack(state []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed) // the level exists
	_, _ = w.Write(state)                           // a Buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

// largestState is more than any machine's state.
const largestState = 1 << 20

// Unpack is the inverse of Pack.
func Unpack(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("the saved machine is damaged: %w", err)
	}
	state, err := io.ReadAll(io.LimitReader(r, largestState))
	if err != nil {
		return nil, fmt.Errorf("the saved machine is damaged: %w", err)
	}
	return state, nil
}

// errLocked says that another program holds a lock.
var errLocked = errors.New("locked by another program")
