package compare

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"sargon78/compare/observe"
	"sargon78/emu"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/emulated/debugger"
	"sargon78/sargon/spec/cells"
)

// write is a write of the program to a cell.
type write struct {
	old, new  byte
	where     string
	at        sargon.Square // what M3 held: the square being looked at
	registers emu.Registers
	history   []emu.HistoryEntry
}

// maxWrites is how many writes to a cell are shown.
const maxWrites = 5

// lookInside has an emulated engine search up to the difference again, and notes who wrote
// to the cells that differ, during the evaluation that differs.
func (d *Divergence) lookInside(ctx context.Context, which int) {
	if d.shows[which].Machine == nil || d.States[which] == nil {
		return
	}
	engine, err := d.subjects[which].Open()
	if err != nil {
		return
	}
	inside, ok := emulated.Of(engine)
	if !ok {
		return
	}
	machine, image := inside.Machine(), inside.Image()
	differing := d.differingCells(image, which)
	if len(differing) == 0 {
		return
	}
	routines := image.Routines()
	writes := map[uint16][]write{}
	note := func(m *emu.Machine, addr uint16, old, new byte) (stop bool) {
		w := write{old: old, new: new, registers: m.Registers, history: m.History()}
		if len(w.history) > 0 {
			w.where = place(image, routines, w.history[len(w.history)-1].Addr)
		}
		w.at = sargon.Square(m.Memory[image.Load+cells.M3])
		list := append(writes[addr], w)
		if len(list) > maxWrites {
			list = slices.Delete(list, 0, 1)
		}
		writes[addr] = list
		return false
	}
	watch := func(f emu.WatchFunc) {
		for _, addr := range differing {
			machine.WatchWrites(addr, addr, f)
		}
	}
	if d.Index == 1 {
		watch(note) // from the root's evaluation on
	}
	number := 0
	d.observe(ctx, which, observe.Watch{Evals: uint64(d.Index) + 2, State: func(*sargon.State) {
		switch number++; number {
		case d.Index - 1:
			watch(note)
		case d.Index:
			watch(nil)
		}
	}})
	watch(nil) // for a search that did not come so far
	d.machine[which] = describeWrites(image, differing, writes)
}

// differingCells lists the bytes of the memory of an image in which an engine's state differs from the
// other's, or from the specification's if the other shows none.
func (d *Divergence) differingCells(image *roms.Image, which int) (list []uint16) {
	mine, other := d.States[which], d.States[1-which]
	if other == nil {
		other = d.ModelState
	}
	if other == nil {
		return nil
	}
	for i := range stateValues {
		v := &stateValues[i]
		x, y := v.bytes(mine), v.bytes(other)
		for at := range min(len(x), len(y)) {
			if x[at] != y[at] {
				list = append(list, image.Load+v.cell+uint16(at))
			}
		}
	}
	return list
}

// place says where an address is: the routine, and the line of the source if the image was
// assembled from one.
func place(image *roms.Image, routines *roms.Routines, addr uint16) string {
	text := fmt.Sprintf("%04X", addr)
	if name, offset := routines.At(addr); name != "" {
		text += fmt.Sprintf(" %s+%d", name, offset)
	}
	if image.Source != nil {
		if line, ok := image.Source.LineAt(addr); ok {
			text += fmt.Sprintf(" %s:%d", path.Base(line.File), line.Number)
		}
	}
	return text
}

// describeWrites lists the last writes to each of some bytes, and the last instructions before the last
// write to the first that was written.
func describeWrites(
	image *roms.Image, differing []uint16, writes map[uint16][]write,
) (lines []string) {
	const maxCells = 4
	var shown *write
	for i, addr := range differing {
		if i == maxCells {
			lines = append(lines, fmt.Sprintf("and %d more cells", len(differing)-maxCells))
			break
		}
		name, list := debugger.AddressName(image, addr), writes[addr]
		if len(list) == 0 {
			lines = append(lines, fmt.Sprintf("%s is not written during this evaluation", name))
		}
		for i := range list {
			w := &list[i]
			lines = append(lines,
				fmt.Sprintf("%s %02X → %02X  at %s, M3 = %v", name, w.old, w.new, w.where, w.at))
			if i == len(list)-1 && shown == nil {
				shown = w
			}
		}
	}
	if shown == nil {
		return lines
	}
	lines = append(lines, strings.Split(fmt.Sprint(shown.registers), "\n")...)
	lines = append(lines, "last instructions:")
	for _, e := range shown.history {
		lines = append(lines, "  "+e.String())
	}
	return lines
}
