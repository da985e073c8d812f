// Package roms opens program images: the embedded ROM, and listings or ROM images of the user.
//
//	image, err := roms.Open("", roms.Options{})                       // the embedded ROM
//	image, err := roms.Open("sargon.asm", roms.Options{Load: 0x4000}) // a listing
//	image, err := roms.Open("sargon.bin", roms.Options{})             // with sargon.sym in its folder
//	findMove, ok := image.Symbol("FNDMOV")
//	problems := roms.Check(image)                                     // none: engines can use it
//
// The source of the embedded ROM is in src, and is assembled whenever it is opened; that takes
// a few milliseconds. The package leaves out running: see emu/jupiter, emu/cpm, and
// sargon/emulated.
package roms

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"sargon78/emu/asm"
	"sargon78/sargon/spec/variables"
)

// Where a program may lie (spec/machine.md): above the monitor, at the start of a page, below
// the screen.
//
// DefaultLoad is not quite free to choose. A king that an exchange has moved off the board
// (spec §7) is looked for in what lies after it, and there PLYIX holds the page of MLIST. At
// 1000h and 1200h, and the same in every 800h, that byte looks like a bishop or queen giving
// check. The original was recorded where it does not.
const (
	DefaultLoad = 0x1100
	lowestLoad  = 0x0100
	pageSize    = 0x0100
	screen      = 0xC000
	commandLoad = 0x0100 // .COM files of CP/M
	commandEnd  = 0xFE00 // where CP/M itself begins in emu/cpm
)

// maxFile is the largest file that is read; a listing of a chess program has a fortieth of that.
const maxFile = 8 << 20

// Options say where a program goes and how it is to be read. The zero value lets the file decide.
type Options struct {
	// Load is the load address: 0 means DefaultLoad for a listing that can be moved there, and
	// otherwise the address that a listing or image was made for. A listing can be moved if it begins
	// without an ORG or with that of a number (START: ORG START+80H), or if its load address is that
	// of an equate (START EQU 0, ORG START+80H). A number that is a possible load address is only
	// moved if Load says so.
	Load uint16

	// Define gives equates of a listing other values, by name.
	Define map[string]uint16

	// Symbols is the symbol file of an image. Empty means the file in the same folder with the
	// extension .sym, .symbols, .lab or .map.
	Symbols string
}

// Kind is what sort of file an image came from.
type Kind int

// The kinds of files.
const (
	Embedded Kind = iota // the ROM in this program
	Listing              // source, assembled here
	Binary               // bytes as they lie in memory
	Hex                  // Intel HEX
	Command              // a .COM file of CP/M: loads at 0100, mostly without symbols
)

// kinds are their names, and the extensions of files.
var kinds = [...]struct{ name, extensions string }{
	Embedded: {"embedded", ""},
	Listing:  {"listing", ".asm .z80 .mac .src .s .a80 .zsm .txt .lst"},
	Binary:   {"raw image", ".bin .rom .img .raw"},
	Hex:      {"Intel HEX", ".hex .ihx .ihex"},
	Command:  {"CP/M command", ".com"},
}

func (k Kind) String() string { return kinds[k].name }

// KindOfName is what the extension of a file says it is; Embedded, if it says nothing.
func KindOfName(name string) Kind {
	extension := strings.ToLower(filepath.Ext(name))
	return Kind(max(0, slices.IndexFunc(kinds[:], func(k struct{ name, extensions string }) bool {
		return slices.Contains(strings.Fields(k.extensions), extension)
	})))
}

// Image is a program ready to be loaded.
type Image struct {
	Name    string // of the file, or "embedded"
	Kind    Kind
	Load    uint16 // where Bytes go
	Bytes   []byte
	Symbols map[string]uint16 // names in capitals; see Symbol
	Labels  map[string]uint16 // as they are spelled, if the image was assembled here; else nil
	Source  *asm.Program      // lines and listing, if it was assembled here; else nil
	Digest  string            // of an image that was sent to a page: its SHA256
}

// Symbol is the value of a symbol, without regard to case. Of a variable it is the address, also where
// the name stands for a distance (see isDistance).
func (i *Image) Symbol(name string) (uint16, bool) {
	name = strings.ToUpper(name)
	v, ok := i.Symbols[name]
	if c, isCell := variables.Named(name); ok && isCell && isDistance(name, c.Offset, v, i.Load) {
		v = i.Load + c.Offset
	}
	return v, ok
}

// Find fills in the values of symbols by name. The error lists those that the image lacks,
// which stay as they are.
func (i *Image) Find(values map[string]*uint16) error {
	var missing []string
	for name, value := range values {
		if v, ok := i.Symbol(name); ok {
			*value = v
		} else {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	slices.Sort(missing)
	return fmt.Errorf("no symbol %s: variables and entry points of the program of 1978 are "+
		"needed by name", strings.Join(missing, ", "))
}

// Warnings are what looks like an oversight in the listing that the image was assembled from, a
// line each.
func (i *Image) Warnings() []string {
	if i.Source == nil {
		return nil
	}
	var lines []string
	for _, w := range i.Source.Warnings {
		lines = append(lines, w.Error())
	}
	return lines
}

// Start is where the interactive program begins: DRIVER, or the load address if there is no
// such symbol.
func (i *Image) Start() uint16 {
	if start, ok := i.Symbol("DRIVER"); ok {
		return start
	}
	return i.Load
}

// Identity names an image of the user's own, "my.asm, sha256 1a2b3c4d", so that a game or a table
// tells it from others; it is empty for the embedded ROM.
func (i *Image) Identity() string {
	if i.Kind == Embedded {
		return ""
	}
	return fmt.Sprintf("%s, sha256 %.8s", filepath.Base(i.Name), i.SHA256())
}

//go:embed src
var source embed.FS

// Source is the text of the embedded ROM: main.z80, and the files it includes.
func Source() fs.FS {
	src, err := fs.Sub(source, "src")
	if err != nil {
		panic(err) // only if this package was built without its source
	}
	return src
}

// Open reads a program; the empty name is the embedded ROM. What sort of file it is shows in
// its extension, or else in its content. Errors say what is wrong with which file: mistakes in
// a listing are an asm.ErrorList.
func Open(name string, o Options) (*Image, error) {
	if o.Load != 0 {
		if err := checkLoad(o.Load); err != nil {
			return nil, err
		}
	}
	if name == "" {
		if o.Load != 0 || o.Define != nil {
			return fromEmbedded(o)
		}
		embedded.once.Do(func() { embedded.image, embedded.err = fromEmbedded(o) })
		if embedded.err != nil {
			return nil, embedded.err
		}
		own := *embedded.image
		own.Bytes = slices.Clone(own.Bytes)
		own.Symbols, own.Labels = maps.Clone(own.Symbols), maps.Clone(own.Labels)
		return &own, nil
	}
	data, err := readFile(name)
	if err == nil && len(data) == 0 {
		err = fmt.Errorf("%s is empty", name)
	}
	if err != nil {
		return nil, err
	}
	kind, err := kindOf(name, data)
	switch {
	case err != nil:
		return nil, err
	case kind == Listing:
		l := listing{filepath.Base(name), data, folder(filepath.Dir(name))}
		i, err := l.open(name, Listing, o)
		var wrong asm.ErrorList
		errors.As(err, &wrong)
		for _, e := range wrong { // as one opens it from here
			if !filepath.IsAbs(filepath.FromSlash(e.File)) {
				e.File = filepath.Join(filepath.Dir(name), e.File)
			}
		}
		return i, err
	case kind == Command:
		return openCommand(name, data, o)
	}
	return openImage(name, kind, data, o)
}

func fromEmbedded(o Options) (*Image, error) {
	return FromSource("embedded", Embedded, Source(), "main.z80", o)
}

// embedded is the embedded ROM as it is, assembled once in a process. (A function here would bring
// the assembler into the page.)
var embedded struct {
	once  sync.Once
	image *Image
	err   error
}

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

func readFile(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a folder; a program is a file", name)
	}
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1)) // a device may never end
	if len(data) > maxFile {
		err = fmt.Errorf("%s has more than %d bytes: too large for a program or a listing of this machine",
			name, maxFile)
	}
	return data, err
}

// foreign returns the kind of a file that may hold a listing, but not as text, judged by its first bytes:
// "a document in PDF". It returns "" for all other files.
func foreign(data []byte) string {
	for begins, is := range map[string]string{
		"%PDF":             "a document in PDF",
		"PK\x03\x04":       "an archive (zip), or a document of a word processor",
		"\x1F\x8B":         "packed (gzip)",
		"\x1F\x9D":         "packed (compress)",
		"\xD0\xCF\x11\xE0": "a document of a word processor",
		"\x89PNG":          "a picture",
		"\xFF\xD8\xFF":     "a picture",
	} {
		if strings.HasPrefix(string(data), begins) {
			return is
		}
	}
	return ""
}

// kindOf trusts the extension as long as the content can be what it says.
func kindOf(name string, data []byte) (Kind, error) {
	isText := asm.IsText(data)
	isHex := isText && strings.HasPrefix(strings.TrimSpace(asm.Text(data)), ":")
	kind := KindOfName(name)
	if is := foreign(data); is != "" && (kind == Listing || kind == Embedded) {
		return kind, fmt.Errorf("%s is %s; %s", name, is, asm.Wanted)
	}
	switch {
	case kind == Listing && !isText:
		return kind, fmt.Errorf("%s is not text: a listing was expected by its name (an image would "+
			"be called .bin); %s", name, asm.Wanted)
	case kind != Embedded:
		return kind, nil
	case isHex:
		return Hex, nil
	case isText:
		return Listing, nil
	}
	return Binary, nil
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

// openImage reads a raw image or Intel HEX. Only its symbols know where the program lies.
func openImage(name string, kind Kind, data []byte, o Options) (*Image, error) {
	symbols, symbolFile, err := findSymbols(name, o)
	if err != nil {
		return nil, err
	}
	load, ok := loadAddress(symbols)
	if !ok {
		return nil, fmt.Errorf(
			"%s names none of the variables that tell where a program lies (M1, TBASE, KOLOR, BOARDA)",
			symbolFile,
		)
	}
	const listing = "only a listing can be assembled for another address"
	switch wrong := wrongLoad(load); {
	case wrong != "":
		return nil, fmt.Errorf("%s is made for load address %04Xh (so says %s), which %s, and cannot be "+
			"moved: %s; wanted is the listing, or an image made for %04Xh", name, load, symbolFile, wrong,
			listing, DefaultLoad)
	case o.Load != 0 && o.Load != load:
		return nil, fmt.Errorf("%s is made for load address %04Xh (so says %s) and cannot be moved "+
			"to %04Xh: %s", name, load, symbolFile, o.Load, listing)
	}
	image := &Image{Name: name, Kind: kind, Load: load, Symbols: symbols}
	if kind == Binary {
		return place(image, load, data)
	}
	origin, code, err := readHex([]byte(asm.Text(data)))
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	return place(image, origin, code)
}

// openCommand reads a .COM file; symbols are welcome, but not expected.
func openCommand(name string, data []byte, o Options) (*Image, error) {
	switch {
	case o.Load != 0 && o.Load != commandLoad:
		return nil, fmt.Errorf("%s is a program for CP/M, which loads all programs at %04Xh, not at %04Xh",
			name, commandLoad, o.Load)
	case len(data) > commandEnd-commandLoad:
		return nil, fmt.Errorf("%s has %d bytes; CP/M has room for %d", name, len(data),
			commandEnd-commandLoad)
	}
	symbols, _, err := findSymbols(name, o)
	if err != nil && (o.Symbols != "" || !errors.Is(err, errNoSymbols)) {
		return nil, err
	}
	return &Image{Name: name, Kind: Command, Load: commandLoad, Bytes: data, Symbols: symbols}, nil
}

// place puts code that lies at origin into an image that begins at its load address.
func place(image *Image, origin uint16, code []byte) (*Image, error) {
	if origin < image.Load {
		return nil, fmt.Errorf("%s has bytes at %04Xh, below its load address %04Xh", image.Name,
			origin, image.Load)
	}
	if end := int(origin) + len(code); end > screen {
		highest := (screen - (end - int(image.Load))) &^ (pageSize - 1)
		return nil, fmt.Errorf("%s at load address %04Xh would end at %04Xh, and the screen begins "+
			"at %04Xh: choose %04Xh or lower", image.Name, image.Load, end-1, screen,
			max(lowestLoad, highest))
	}
	image.Bytes = append(make([]byte, origin-image.Load, int(origin-image.Load)+len(code)), code...)
	return image, nil
}

// checkLoad reports what is wrong with a load address, and what would be right.
func checkLoad(load uint16) error {
	wrong, right := wrongLoad(load), uint16(DefaultLoad)
	if wrong == "" {
		return nil
	}
	if load%pageSize != 0 && load > lowestLoad && load < screen {
		right = load &^ (pageSize - 1)
	}
	return fmt.Errorf("load address %04Xh %s: want a multiple of %04Xh, from %04Xh to below the screen "+
		"at %04Xh; try %04Xh", load, wrong, pageSize, lowestLoad, screen, right)
}

// wrongLoad returns what is wrong with a load address, "" if nothing is.
func wrongLoad(load uint16) string {
	switch {
	case load < lowestLoad:
		return "lies in the memory of the monitor"
	case load >= screen:
		return "lies in the screen"
	case load%pageSize != 0:
		return "is not the start of a page"
	}
	return ""
}

// loadAddress finds it from the variables, whose distance from it is the same in all ROM images (spec
// §15).
func loadAddress(symbols map[string]uint16) (uint16, bool) {
	for _, name := range []string{"M1", "TBASE", "KOLOR", "BOARDA"} {
		variable, _ := variables.Named(name)
		if v, ok := symbols[name]; ok {
			return v - variable.Offset, true
		}
	}
	return 0, false
}

// errNoSymbols is when no symbol file was named, and none found.
var errNoSymbols = errors.New("an image needs a symbol file")

var symbolExtensions = []string{".sym", ".symbols", ".lab", ".map"}

func findSymbols(image string, o Options) (symbols map[string]uint16, file string, err error) {
	if file = o.Symbols; file == "" {
		base := strings.TrimSuffix(image, filepath.Ext(image))
		i := slices.IndexFunc(symbolExtensions, func(ext string) bool {
			_, err := os.Stat(base + ext)
			return err == nil
		})
		if i < 0 {
			return nil, "", fmt.Errorf("%s: %w: none was named, and there is no %s next to it (nor %s)",
				image, errNoSymbols, filepath.Base(base)+symbolExtensions[0],
				strings.Join(symbolExtensions[1:], ", "))
		}
		file = base + symbolExtensions[i]
	}
	data, err := readFile(file)
	if err == nil {
		if symbols, err = ReadSymbols(data); err != nil {
			err = fmt.Errorf("%s:%w", file, err)
		}
	}
	return symbols, file, err
}
