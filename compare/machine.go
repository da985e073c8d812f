package compare

import (
	"context"
	"fmt"
	"path"
	"slices"

	"sargon78/emu"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// write is a write of the program to a cell.
type write struct {
	old, new  byte
	where     string
	at        sargon.Square // what M3 held: the square being looked at
	registers emu.Registers
	history   []emu.HistoryEntry
}

// keptWrites is how many writes to a cell are shown.
const keptWrites = 5

// lookInside has an emulated engine search up to the difference again, and notes who wrote
// to the cells that differ, during the evaluation that differs.
func (d *Divergence) lookInside(ctx context.Context, which int, engine sargon.Engine) {
	inside, ok := engine.(emulated.OnMachine)
	if !ok || d.States[which] == nil {
		return
	}
	names := d.differingCells(inside.Image(), which)
	if len(names) == 0 {
		return
	}
	machine, image := inside.Machine(), inside.Image()
	routines := image.Routines()
	writes := map[uint16][]write{}
	note := func(m *emu.Machine, addr uint16, old, new byte) {
		w := write{old: old, new: new, registers: m.Registers(), history: m.History()}
		if len(w.history) > 0 {
			w.where = place(image, routines, w.history[len(w.history)-1].Addr)
		}
		if m3, ok := image.Symbol("M3"); ok {
			w.at = sargon.Square(m.Memory[m3])
		}
		list := append(writes[addr], w)
		if len(list) > keptWrites {
			list = slices.Delete(list, 0, 1)
		}
		writes[addr] = list
	}
	watch := func(f func(*emu.Machine, uint16, byte, byte)) {
		for _, c := range names {
			machine.WatchWrites(c.addr, c.addr, f)
		}
	}
	if d.Index == 1 {
		watch(note) // from the root's evaluation on
	}
	stateAt(ctx, engine, d.Case, d.Index, func() { watch(note) }, func() { watch(nil) })
	watch(nil) // for a search that did not come so far
	d.machine[which] = describeWrites(names, writes)
}

// cell is a byte of memory with a name.
type cell struct {
	name string
	addr uint16
}

// differingCells lists the cells of an image in which an engine's state differs from the
// other's, or from the specification's if the other shows none.
func (d *Divergence) differingCells(image *roms.Image, which int) (cells []cell) {
	mine, other := d.States[which], d.States[1-which]
	if other == nil {
		other = d.ProbeState
	}
	if other == nil {
		return nil
	}
	differs := func(name, symbol string, offset int, different bool) {
		if addr, ok := image.Symbol(symbol); ok && different {
			cells = append(cells, cell{name, addr + uint16(offset)})
		}
	}
	for s := range mine.Board {
		differs("board "+sargon.Square(s).String(), "BOARDA", s, mine.Board[s] != other.Board[s])
	}
	for i, symbol := range []string{"POSK", "POSK", "POSQ", "POSQ"} {
		differs(fmt.Sprintf("%s+%d", symbol, i%2), symbol, i%2, mine.Royal[i] != other.Royal[i])
	}
	differs("NPINS", "NPINS", 0, len(mine.Pins) != len(other.Pins))
	for i := range min(len(mine.Pins), len(other.Pins)) {
		differs(fmt.Sprintf("PLISTA+%d", i), "PLISTA", i, mine.Pins[i] != other.Pins[i])
	}
	t, u := mine.Totals, other.Totals
	differs("BRDC", "BRDC", 0, t.BoardControl != u.BoardControl)
	differs("MTRL", "MTRL", 0, t.Material != u.Material)
	differs("PTSL", "PTSL", 0, t.PointsLost != u.PointsLost)
	differs("PTSW1", "PTSW1", 0, t.PointsWon1 != u.PointsWon1)
	differs("PTSW2", "PTSW2", 0, t.PointsWon2 != u.PointsWon2)
	differs("PTSCK", "PTSCK", 0, t.Checked != u.Checked)
	differs("VALM", "VALM", 0, t.Value != u.Value)
	return cells
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

// describeWrites lists the last writes to each cell, and the last instructions before the last
// write to the first cell that was written.
func describeWrites(names []cell, writes map[uint16][]write) (lines []string) {
	const mostCells = 4
	var shown *write
	for i, c := range names {
		if i == mostCells {
			lines = append(lines, fmt.Sprintf("and %d more cells", len(names)-mostCells))
			break
		}
		list := writes[c.addr]
		if len(list) == 0 {
			lines = append(lines, fmt.Sprintf("%s is not written during this evaluation", c.name))
		}
		for i := range list {
			w := &list[i]
			lines = append(lines,
				fmt.Sprintf("%s %02X → %02X  at %s, M3 = %v", c.name, w.old, w.new, w.where, w.at))
			if i == len(list)-1 && shown == nil {
				shown = w
			}
		}
	}
	if shown == nil {
		return lines
	}
	lines = append(lines, fmt.Sprint(shown.registers), "last instructions:")
	for _, e := range shown.history {
		lines = append(lines, "  "+e.String())
	}
	return lines
}
