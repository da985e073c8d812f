// Package states defines what a saved file holds: a game, with the machine that it is played on or
// without, or a single search of the debugger.
//
//	data, err := state.MarshalBinary()       // a file
//	err = state.UnmarshalBinary(data)
//	err = state.CheckImage(image)            // is it of this very ROM image?
//	folder := states.Folder(dir)             // save states, by their names
//	err = folder.Save("before the mate", &state)
//
// A file is a zip archive, for any tool to open:
//
//	sargon78.json  {"Version": 1, …}: what it is, and of which ROM image; the fields of State
//	game.pgn       the game, if there is one
//	machine        the machine, if there is one: emu.Snapshot, or jupiter.Computer.Save
//	screen         the characters of its screen
//
// Games (NAME.game), save states (NAME.state) and what the page saves (NAME.sargon78) are all such
// files. Version is the number of the format. A file with another one is refused; the error names
// the file, its version, and Version. Other entries of the archive are ignored.
package states

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/files"
)

// Kind says what a state is of.
type Kind string

// The kinds.
const (
	Search  Kind = "search"  // a single search
	Program Kind = "program" // the interactive program on the Jupiter
	Board   Kind = "board"   // a game without a machine
)

// State is what is saved.
type State struct {
	Kind   Kind
	Saved  time.Time // by the clock on the wall
	Image  string    `json:",omitempty"` // of the machine: its name
	SHA256 string    `json:",omitempty"` // of its image
	Rom    *Rom      `json:",omitempty"` // where it is found; nil is the embedded ROM
	Note   string    `json:",omitempty"` // where it is, in a line for people
	Board  string    `json:",omitempty"` // the board as text, if the program's names are known
	Evals  uint64    `json:",omitempty"` // visits of POINTS before
	Game   *Game     `json:",omitempty"` // nil before the first move on a machine

	Page json.RawMessage `json:",omitempty"` // JSON that only the page writes and reads

	Screen  []byte `json:"-"` // the characters of the screen; a single search has none
	Machine []byte `json:"-"` // of a search emu.Snapshot, of a program jupiter.Computer.Save
}

// Game is what a front end needs in addition to the machine to go on with the game.
type Game struct {
	Title    string `json:",omitempty"` // given by the user
	PGN      string `json:"-"`
	Player   sargon.Color
	Level    sargon.Level
	Engine   string           `json:",omitempty"`
	Both     bool             `json:",omitempty"` // users play both sides
	Took     []time.Duration  `json:",omitempty"` // each half-move, by the clock on the wall
	Over     bool             `json:",omitempty"` // there is nothing to go on with
	Position *sargon.Position `json:",omitempty"` // as the engine holds it, with its history
}

// Rom says where a ROM image is found again.
type Rom struct {
	File    string // absolute
	Symbols string `json:",omitempty"` // absolute, or empty
	Load    string `json:",omitempty"` // as it was given
	SHA256  string // of the image
}

// Version is the number of the format that is written, and the only one that is read. It changes
// with the format.
const Version = 1

const (
	maxBytes    = 16 << 20 // a machine has about 70 KB, a game with many comments some MB
	extension   = ".state"
	maxNameSize = 60 // characters

	headFile, gameFile, machineFile, screenFile = "sargon78.json", "game.pgn", "machine", "screen"
)

var partNames = []string{headFile, gameFile, machineFile, screenFile}

// head is what headFile holds.
type head struct {
	Version int
	*State
}

// CheckImage reports whether a state is of an image; if not, the error is an *ImageError.
func (s *State) CheckImage(image *roms.Image) error {
	if image.SHA256() == s.SHA256 {
		return nil
	}
	return &ImageError{fmt.Sprintf("the state is of %s as it was then, SHA-256 %.12s; this is %s, SHA-256 %.12s",
		s.Image, s.SHA256, image.Name, image.SHA256())}
}

// ImageError says that a state is of another image.
type ImageError struct{ text string }

func (e *ImageError) Error() string { return e.text }

// VersionError says that a file has another version than Version.
type VersionError struct{ Version int }

func (e *VersionError) Error() string {
	return fmt.Sprintf("it has version %d; this program reads version %d", e.Version, Version)
}

// MarshalBinary writes the file.
func (s *State) MarshalBinary() ([]byte, error) {
	about, err := json.MarshalIndent(head{Version, s}, "", "\t")
	if err != nil {
		return nil, err
	}
	parts := map[string][]byte{headFile: about, machineFile: s.Machine, screenFile: s.Screen}
	if s.Game != nil {
		parts[gameFile] = []byte(s.Game.PGN)
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range partNames {
		if len(parts[name]) == 0 {
			continue
		}
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write(parts[name])
		}
		if err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return b.Bytes(), err
}

// UnmarshalBinary reads the file. The error says what is wrong with it: it is damaged, or (a
// *VersionError) has another version than Version. Then s is as it was.
func (s *State) UnmarshalBinary(data []byte) error {
	if !bytes.HasPrefix(data, []byte("PK")) {
		return errors.New("it is damaged, or no saved game")
	}
	parts, err := unzip(data)
	if err != nil {
		return fmt.Errorf("it is damaged: %w", err)
	}
	about := parts[headFile]
	var is struct{ Version int } // in another version all the rest may be other
	if err := json.Unmarshal(about, &is); err != nil || is.Version == 0 {
		return fmt.Errorf("it is damaged: %s does not say which version it has", headFile)
	}
	if is.Version != Version {
		return &VersionError{is.Version}
	}
	read := head{State: new(State)}
	if err := json.Unmarshal(about, &read); err != nil {
		return fmt.Errorf("it is damaged: %s: %w", headFile, err)
	}
	*s = *read.State
	s.Machine, s.Screen = parts[machineFile], parts[screenFile]
	if s.Game != nil {
		s.Game.PGN = string(parts[gameFile])
	}
	return nil
}

// unzip returns what is in an archive.
func unzip(data []byte) (map[string][]byte, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	parts := map[string][]byte{}
	for _, f := range archive.File {
		if !slices.Contains(partNames, f.Name) || parts[f.Name] != nil {
			continue
		}
		in, err := f.Open()
		if err == nil {
			parts[f.Name], err = io.ReadAll(io.LimitReader(in, maxBytes+1))
		}
		if err == nil && len(parts[f.Name]) > maxBytes {
			err = errors.New("it is too large")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return parts, nil
}

// Read reads a file.
func Read(name string) (*State, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case info.Size() > maxBytes:
		return nil, fmt.Errorf("%s is too large for a saved game", name)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	s := new(State)
	if err := s.UnmarshalBinary(data); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// Write writes a file: the old one stays until the new one is whole.
func (s *State) Write(name string) error {
	data, err := s.MarshalBinary()
	if err != nil {
		return err
	}
	return files.WriteFile(name, nil, files.Bytes(data))
}

// Folder is where states are saved, a file each.
type Folder string

// FolderIn returns the folder of states in the one where a program keeps things; "" if that is "".
func FolderIn(folder string) Folder {
	if folder == "" {
		return ""
	}
	return Folder(filepath.Join(folder, "states"))
}

// CheckName reports what is wrong with a name: it becomes that of a file, on any system.
func CheckName(name string) error {
	bad := func(r rune) bool { return strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' }
	switch {
	case strings.TrimSpace(name) != name || name == "" || strings.HasPrefix(name, "."):
		return fmt.Errorf("%q is no name for a state: want letters, digits and blanks", name)
	case len([]rune(name)) > maxNameSize:
		return fmt.Errorf("the name has more than %d characters", maxNameSize)
	case strings.IndexFunc(name, bad) >= 0:
		return fmt.Errorf(`%q is no name for a state: it has one of / \ : * ? " < > |`, name)
	}
	return nil
}

func (f Folder) path(name string) string { return filepath.Join(string(f), name+extension) }

// Save writes a state. One that has the name already is replaced.
func (f Folder) Save(name string, s *State) error {
	if err := CheckName(name); err != nil {
		return err
	}
	if err := os.MkdirAll(string(f), 0o755); err != nil {
		return fmt.Errorf("states cannot be saved: %w", err)
	}
	return s.Write(f.path(name))
}

// Load reads a state.
func (f Folder) Load(name string) (*State, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	s, err := Read(f.path(name))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no state %q in %s", name, string(f))
	}
	return s, err
}

// Names lists the states, the newest first.
func (f Folder) Names() (names []string, err error) {
	entries, err := os.ReadDir(string(f))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	saved := map[string]time.Time{}
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), extension)
		if info, err := e.Info(); ok && err == nil && CheckName(name) == nil {
			saved[name] = info.ModTime()
			names = append(names, name)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return saved[b].Compare(saved[a]) })
	return names, nil
}
