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
// DefaultLoad cannot be just any page. A king that an exchange has moved off the board
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

// KindOfName returns the kind of file that the extension of a name stands for; Embedded for any other
// extension.
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

// Symbol returns the value of a symbol, without regard to case. Of a variable it is the address, also where
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

// Warnings returns what looks like an oversight in the listing that the image was assembled from, a
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

// Start returns where the interactive program begins: DRIVER, or the load address if there is no
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

// Source returns the text of the embedded ROM: main.z80, and the files it includes.
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

// readFile reads a file of at most maxFile bytes.
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
