// Package states keeps moments of a machine under names: with what its screen showed, and the
// edition that it ran.
//
//	folder := states.Folder(dir)
//	err := folder.Save("before the mate", states.State{…})
//	state, err := folder.Load("before the mate")
//	err = state.Fits(image)                 // is it of this very edition?
//
// A file is a line with the format's name and version, a line of JSON that says what the state
// is, the machine, and a checksum of all before it. Later versions of this program read what
// earlier ones have written; fields that they do not know are passed over.
package states

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sargon78/roms"
	"sargon78/roms/edition"
	"sargon78/sargon"
	"sargon78/sargon/files"
)

// Kind says what a state is of.
type Kind string

// The kinds.
const (
	Search  Kind = "search"  // a search alone
	Program Kind = "program" // the interactive program on the Jupiter
)

// State is a moment.
type State struct {
	Kind    Kind
	Edition string    // its name
	SHA256  string    // of the image
	Saved   time.Time // by the clock on the wall
	Note    string    `json:",omitempty"` // where it is, in a line for people
	Screen  []byte    `json:",omitempty"` // the cells of the screen; a search alone has none
	Board   string    `json:",omitempty"` // the board as text, if the program's names are known
	Evals   uint64    `json:",omitempty"` // visits of POINTS before
	Game    *Game     `json:",omitempty"` // of what is played; nil before the first move

	Machine []byte `json:"-"` // of a search emu.Snapshot, of a program jupiter.Computer.Save
}

// Game is what a front end must know besides the machine to go on with its game.
type Game struct {
	PGN     string
	Player  sargon.Color
	Level   sargon.Level
	Thought uint64 // T-states the machine has thought before its present turn
}

// version is that of the format. It grows when an earlier program could not read a file; news
// that it can pass over becomes a field.
const (
	magic       = "sargon78 state "
	version     = 1
	checksum    = 4       // bytes
	mostBytes   = 1 << 20 // a state has about 70 KB
	extension   = ".state"
	mostOfAName = 60 // characters
)

// Fits tells whether a state is of an image; if not, the error says so.
func (s *State) Fits(image *roms.Image) error {
	if edition.SHA256(image) == s.SHA256 {
		return nil
	}
	return fmt.Errorf("the state is of %s as it was then, SHA-256 %.12s; this is %s, SHA-256 %.12s",
		s.Edition, s.SHA256, image.Name, edition.SHA256(image))
}

// MarshalBinary writes the file.
func (s *State) MarshalBinary() ([]byte, error) {
	head, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	data := fmt.Appendf(nil, "%s%d\n%s\n", magic, version, head)
	data = append(data, s.Machine...)
	return binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data)), nil
}

// UnmarshalBinary reads the file. The error says what is wrong with it; s is as it was then.
func (s *State) UnmarshalBinary(data []byte) error {
	body, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return errors.New("no state of a machine")
	}
	number, rest, ok := bytes.Cut(body, []byte("\n"))
	var v int
	if _, err := fmt.Sscanf(string(number), "%d", &v); err != nil || !ok {
		return errors.New("the state is damaged: it has no version")
	}
	if v > version {
		return fmt.Errorf("the state has version %d; this program reads up to %d: a newer one "+
			"has written it", v, version)
	}
	end := len(data) - checksum
	if len(rest) < checksum ||
		binary.LittleEndian.Uint32(data[end:]) != crc32.ChecksumIEEE(data[:end]) {
		return errors.New("the state is damaged: wrong checksum")
	}
	head, machine, ok := bytes.Cut(rest[:len(rest)-checksum], []byte("\n"))
	var read State
	if err := json.Unmarshal(head, &read); err != nil || !ok {
		return errors.New("the state is damaged: it does not say what it is")
	}
	*s = read
	s.Machine = bytes.Clone(machine)
	return nil
}

// Folder is where states are kept, a file each.
type Folder string

// Under is the folder of states in the one where a program keeps things; "" if that is "".
func Under(folder string) Folder {
	if folder == "" {
		return ""
	}
	return Folder(filepath.Join(folder, "states"))
}

// CheckName tells what is wrong with a name: it becomes that of a file, on any system.
func CheckName(name string) error {
	bad := func(r rune) bool { return strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' }
	switch {
	case strings.TrimSpace(name) != name || name == "" || strings.HasPrefix(name, "."):
		return fmt.Errorf("%q is no name for a state: want letters, digits and blanks", name)
	case len([]rune(name)) > mostOfAName:
		return fmt.Errorf("the name has more than %d characters", mostOfAName)
	case strings.IndexFunc(name, bad) >= 0:
		return fmt.Errorf(`%q is no name for a state: it has one of / \ : * ? " < > |`, name)
	}
	return nil
}

func (f Folder) path(name string) string { return filepath.Join(string(f), name+extension) }

// Save keeps a state. One that has the name already is replaced.
func (f Folder) Save(name string, s *State) error {
	if err := CheckName(name); err != nil {
		return err
	}
	data, err := s.MarshalBinary()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(string(f), 0o755); err != nil {
		return fmt.Errorf("states cannot be kept: %w", err)
	}
	return files.WriteFile(f.path(name), nil, files.Bytes(data))
}

// Load reads a state.
func (f Folder) Load(name string) (*State, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	info, err := os.Stat(f.path(name))
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("there is no state %q in %s", name, string(f))
	case err != nil:
		return nil, err
	case info.Size() > mostBytes:
		return nil, fmt.Errorf("%s is too large for a state", f.path(name))
	}
	data, err := os.ReadFile(f.path(name))
	if err != nil {
		return nil, err
	}
	s := new(State)
	if err := s.UnmarshalBinary(data); err != nil {
		return nil, fmt.Errorf("%s: %w", f.path(name), err)
	}
	return s, nil
}

// Delete removes a state.
func (f Folder) Delete(name string) error {
	if err := CheckName(name); err != nil {
		return err
	}
	return os.Remove(f.path(name))
}

// Names lists the states, the newest first.
func (f Folder) Names() ([]string, error) {
	entries, err := os.ReadDir(string(f))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	type file struct {
		name string
		at   time.Time
	}
	var all []file
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), extension)
		if info, err := e.Info(); ok && err == nil && CheckName(name) == nil {
			all = append(all, file{name, info.ModTime()})
		}
	}
	slices.SortStableFunc(all, func(a, b file) int { return b.at.Compare(a.at) })
	var names []string
	for _, file := range all {
		names = append(names, file.name)
	}
	return names, nil
}
