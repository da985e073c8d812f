package roms

import "fmt"

// Terminal is the embedded program for a computer without the Jupiter's screen: the same search
// and questions, with a board as text (src/terminal.z80).
//
// Command is a .COM file for CP/M; start is then 0. Binary and Hex are for a bare Z80: the
// program begins at start, the beginning of a page, with the table of six routines that
// `sargon spec board` describes, and must be in memory that can be written.
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
	if err := checkLoad(start); err != nil {
		return nil, err
	}
	return FromSource("terminal.z80", kind, Source(), "terminal.z80", Options{
		Load: start, Define: map[string]uint16{"BASE": start, "CPM": cpm},
	})
}
