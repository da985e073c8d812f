package roms

import (
	"cmp"
	"fmt"
	"slices"
)

// Cells are the cells that every edition has at the same distance from its load address (spec §15).
var Cells = func() map[string]uint16 {
	cells := map[string]uint16{
		"BMOVES": 0x034, "DIRECT": 0x080, "DPOINT": 0x098, "DCOUNT": 0x09F, "PVALUE": 0x0A6, "PIECES": 0x0AC,
		"BOARDA": 0x0B4, "ATKLST": 0x12C, "PLISTA": 0x13A, "POSK": 0x14E, "POSQ": 0x150, "SCORE": 0x153, "PLYIX": 0x15F,
		"STACK": 0x2FF, "MLIST": 0x300,
	}
	for i, name := range []string{
		"M1", "M2", "M3", "M4", "T1", "T2", "T3", "INDX1", "INDX2", "NPINS", "MLPTRI", "MLPTRJ", "SCRIX", "BESTM", "MLLST", "MLNXT",
	} {
		cells[name] = uint16(2 * i)
	}
	for i, name := range []string{
		"KOLOR", "COLOR", "P1", "P2", "P3", "PMATE", "MOVENO", "PLYMAX", "NPLY", "CKFLG", "MATEF", "VALM",
		"BRDC", "PTSL", "PTSW1", "PTSW2", "MTRL", "BC0", "MV0", "PTSCK",
	} {
		cells[name] = uint16(0x020 + i)
	}
	return cells
}()

// EntryPoints are the routines that are called by name (spec §15), and MVEMSG, through which VALMOV is told its move.
var EntryPoints = []string{
	"ATTACK", "CPTRMV", "DRIVER", "EVAL", "FNDMOV", "GENMOV", "INCHK", "INITBD", "MOVE", "MVEMSG", "PINFND", "PLYRMV",
	"POINTS", "ROYALT", "SORTM", "UNMOVE", "VALMOV", "XCHNG",
}

// Missing is something the harness needs of an image and does not find.
type Missing struct {
	Name string // the symbol
	Why  string // what is wrong with it, for people
}

func (m Missing) String() string { return m.Name + ": " + m.Why }

// Check tells what an image lacks to be run by the harness: cells at their places, entry points inside the program. The
// result is sorted by name, and empty if all is well.
func Check(image *Image) []Missing {
	var missing []Missing
	lacks := func(name, format string, args ...any) {
		missing = append(missing, Missing{name, fmt.Sprintf(format, args...)})
	}
	for name, offset := range Cells {
		want := image.Load + offset
		if is, ok := image.Symbol(name); !ok {
			lacks(name, "no such symbol; it belongs at load address + %03Xh", offset)
		} else if is != want {
			lacks(name, "is at %04Xh, and belongs at %04Xh, load address + %03Xh", is, want, offset)
		}
	}
	end := int(image.Load) + len(image.Bytes)
	for _, name := range EntryPoints {
		if is, ok := image.Symbol(name); !ok {
			lacks(name, "no such symbol; it is an entry point")
		} else if is < image.Load || int(is) >= end {
			lacks(name, "is at %04Xh, outside the program, which goes from %04Xh to %04Xh", is, image.Load, end-1)
		}
	}
	slices.SortFunc(missing, func(x, y Missing) int { return cmp.Compare(x.Name, y.Name) })
	return missing
}
