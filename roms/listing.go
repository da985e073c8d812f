package roms

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sargon78/emu/asm"
	"sargon78/sargon/spec/variables"
)

// FromSource assembles a file of some sources, which may include others of them, as Open does.
func FromSource(name string, kind Kind, sources fs.FS, file string, o Options) (*Image, error) {
	text, err := fs.ReadFile(sources, file)
	if err != nil {
		return nil, err
	}
	return listing{file, text, sources}.open(name, kind, o)
}

// listing is a file with source, and the others that it may include.
type listing struct {
	file     string
	text     []byte
	includes fs.FS
}

// folder is where a listing lies: the files that it includes are found from there, also above it
// (../common.z80) and by absolute paths.
type folder string

func (f folder) Open(name string) (fs.File, error) {
	return os.Open(f.path(name))
}

func (f folder) ReadFile(name string) ([]byte, error) { return readFile(f.path(name)) }

func (f folder) path(name string) string {
	if name = filepath.FromSlash(name); filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(string(f), name)
}

// open makes an image of a listing. It begins at the load address even if the listing
// leaves a gap there.
func (l listing) open(name string, kind Kind, o Options) (*Image, error) {
	image, err := l.assemble(o.Define, 0)
	if err != nil {
		return nil, err
	}
	if len(image.Bytes) == 0 {
		return nil, fmt.Errorf("%s assembles to nothing: no instruction and no data in it", name)
	}
	wrong := checkLoad(image.Load)
	if to := cmp.Or(o.Load, DefaultLoad); to != image.Load {
		moved, stays := l.relocated(image, to, o.Define, o.Load != 0 || wrong != nil)
		if moved == nil && (o.Load != 0 || wrong != nil) {
			return nil, fmt.Errorf("%s is written for load address %04Xh and cannot be moved to %04Xh: %s",
				name, image.Load, to, stays)
		}
		image = cmp.Or(moved, image)
	}
	image.Name, image.Kind = name, kind
	return place(image, image.Source.Origin, image.Bytes)
}

// assemble returns a listing as it is written. Its load address is that of its variables, or else of the
// page it begins in.
func (l listing) assemble(define map[string]uint16, shift uint16) (*Image, error) {
	program, err := asm.Assemble(l.file, l.text,
		asm.Options{FS: l.includes, Define: define, Shift: shift})
	if err != nil {
		return nil, err
	}
	image := &Image{
		Load: program.Origin &^ (pageSize - 1), Bytes: program.Image, Source: program,
		Symbols: map[string]uint16{}, Labels: map[string]uint16{},
	}
	for _, s := range program.Symbols {
		image.Symbols[strings.ToUpper(s.Name)] = s.Value
		if s.Label {
			image.Labels[s.Name] = s.Value
		}
	}
	if load, ok := loadAddress(image.Symbols); ok && load%pageSize == 0 && load <= program.Origin {
		image.Load = load
	}
	return image, nil
}

// relocated is a listing assembled for another load address, nil if it cannot be moved; then it says what
// stays where it is. What takes all of the program along is the address at which the source begins,
// if it may be shifted, or the first equate that has the old load address for its value, or both.
func (l listing) relocated(
	from *Image, to uint16, given map[string]uint16, mayShift bool,
) (moved *Image, stays string) {
	by := to - from.Load
	shifts := []uint16{0}
	if mayShift {
		shifts = []uint16{by, 0}
	}
	try := func(define map[string]uint16, shift uint16) *Image {
		image, err := l.assemble(define, shift)
		switch {
		case err != nil:
			stays = cmp.Or(stays, fmt.Sprintf("it does not assemble there: %v", err))
		case image.Load != to || len(image.Bytes) != len(from.Bytes) || unmoved(from, image, by) != "":
			stays = cmp.Or(stays, unmoved(from, image, by))
		default:
			return image
		}
		return nil
	}
	if mayShift {
		if image := try(given, by); image != nil {
			return image, ""
		}
	}
	names := slices.Collect(maps.Keys(given))
	for _, s := range from.Source.Symbols {
		isGiven := func(name string) bool { return strings.EqualFold(name, s.Name) }
		if s.Label || s.Value != from.Load || slices.ContainsFunc(names, isGiven) {
			continue
		}
		define := map[string]uint16{s.Name: to}
		maps.Copy(define, given)
		for _, shift := range shifts {
			if image := try(define, shift); image != nil {
				return image, ""
			}
		}
	}
	return nil, cmp.Or(stays, "its ORG is not written with a label at the beginning or an equate "+
		"(as START EQU 0, ORG START+80H would be)")
}

// unmoved returns a message about what stays at its address when a listing is assembled for another load
// address: the first ORG, or the first variable. It returns "" if everything moves.
func unmoved(from, to *Image, by uint16) string {
	old, lines := from.Source.Lines, to.Source.Lines
	for i := range min(len(lines), len(old)) {
		if old[i].Size == 0 || lines[i].Address-old[i].Address == by {
			continue
		}
		org := i
		for org > 0 && int(old[org].Address) == int(old[org-1].Address)+old[org-1].Size {
			org--
		}
		return fmt.Sprintf("what follows %s:%d, %s, stays at %04Xh; write its ORG as a distance from a "+
			"label at the beginning, like ORG START+80H", old[org].File, old[org].Number,
			strings.Join(strings.Fields(old[org].Text), " "), old[org].Address)
	}
	for _, c := range variables.All {
		was, ok := from.Symbol(c.Name)
		if is, still := to.Symbol(c.Name); ok && still && is-was != by {
			return fmt.Sprintf("%s stays at %04Xh; write it as a label, or as a distance from one",
				c.Name, is)
		}
	}
	return ""
}
