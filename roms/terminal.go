package roms

import (
	"errors"
	"fmt"
	"io/fs"
)

// Terminal returns the embedded program for a computer without the Jupiter's screen: the same search
// and questions, with a board as text (src/terminal.z80).
//
// Command is a .COM file for CP/M; start is then 0. Binary and Hex are for a bare Z80: the
// program begins at start, the beginning of any page from 0000 on, with the table of six routines that
// `sargon spec board` describes, and must be in memory that can be written. It must end before FFFFh.
func Terminal(kind Kind, start uint16) (*Image, error) {
	cpm := uint16(0)
	switch {
	case kind == Command && (start == 0 || start == commandLoad):
		start, cpm = commandLoad, 1
	case kind == Command:
		return nil, fmt.Errorf("CP/M loads all programs at %04Xh, not at %04Xh", commandLoad, start)
	case kind != Binary && kind != Hex:
		return nil, fmt.Errorf("not as a %v: the program is made as a %v, a %v or %v",
			kind, Command, Binary, Hex)
	}
	if start%pageSize != 0 {
		return nil, fmt.Errorf("%04Xh is not the start of a page: want a multiple of %04Xh, at most %04Xh; "+
			"try %04Xh", start, pageSize, highestStart(), start&^(pageSize-1))
	}
	image, err := terminal(start, cpm)
	if err != nil {
		return nil, fmt.Errorf("from %04Xh on %w: want a start of %04Xh at most", start, errTooHigh,
			highestStart())
	}
	image.Name, image.Kind = "terminal.z80", kind
	return image, nil
}

// terminal assembles the program from an address on.
func terminal(start, cpm uint16) (*Image, error) {
	text, err := fs.ReadFile(Source(), "terminal.z80")
	if err != nil {
		return nil, err
	}
	image, err := listing{"terminal.z80", text, Source()}.assemble(
		map[string]uint16{"BASE": start, "CPM": cpm}, 0)
	if err == nil && image.Load != start { // what comes after it has gone round to 0000
		err = errTooHigh
	}
	return image, err
}

var errTooHigh = errors.New("the program runs past FFFFh, the end of memory")

// highestStart returns the last page from which on the program fits into memory.
func highestStart() uint16 {
	for start := uint16(0x10000 - pageSize); start > 0; start -= pageSize {
		if _, err := terminal(start, 0); err == nil {
			return start
		}
	}
	return 0
}
