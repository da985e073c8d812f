package roms

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sargon78/emu/asm"
	"sargon78/sargon/spec/variables"
)

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

// findSymbols reads the symbol file of an image: the one that the options name, or one next to the image.
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
	symbols, err = readSymbolFile(file)
	return symbols, file, err
}
