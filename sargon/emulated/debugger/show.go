package debugger

import (
	"fmt"
	"strings"
)

// Where says in a few lines where the machine is: how the last motion ended, the place with its
// line, the time and the search.
func (d *Debugger) Where() string {
	var b strings.Builder
	if said := d.stop.String(); said != "" {
		fmt.Fprintln(&b, said)
	}
	pc := d.machine.PC
	line, ok := d.LineAt(pc)
	if !ok {
		line = d.Disassembly(pc, 1)[0]
	}
	fmt.Fprintf(&b, "%04X  %s  %s\n", pc, d.PlaceName(pc), strings.TrimSpace(line.Text))
	b.WriteString(d.whenText())
	return b.String()
}

// whenText writes the time, in T-states and in the search.
func (d *Debugger) whenText() string {
	text := fmt.Sprintf("T %d (%+d)", d.time.Now(), d.Since())
	if n, ok := d.sinceCount(); ok {
		text += fmt.Sprintf(", %d since count", n)
	}
	m, n := d.memory, d.Evaluation()
	switch {
	case m == nil:
		return text
	case n < 0 && d.inThought && m.Ply() >= 1 && m.Ply() <= uint8(m.Level()):
		return text + fmt.Sprintf(", before the next evaluation, ply %d", m.Ply())
	case n < 0:
		return text + ", before the first evaluation"
	}
	text += fmt.Sprintf(", evaluation %d, ply %d", n, m.Ply())
	if line := d.lineText(); line != "" {
		text += ": " + line
	}
	if best, ok := m.Best(); ok && d.Over() {
		text += fmt.Sprintf(", best %v, score %v", best, m.Score(1))
	}
	return text
}

// registersText writes the registers, with a star at those that the last motion changed.
func (d *Debugger) registersText() string {
	var words []string
	for _, v := range append(d.Group(RegisterGroup), d.Group(AlternateGroup)...) {
		mark := " "
		if v.Changed {
			mark = "*"
		}
		words = append(words, fmt.Sprintf("%s%-3s %s", mark, v.Name, v.Text))
	}
	now := d.machine.Registers
	return fmt.Sprintf("%s\n flags %s  I %02X  R %02X", columns(words, 6), now.Flags(), now.I, now.R)
}

// MemoryText writes bytes in rows of so many, and as characters.
func (d *Debugger) MemoryText(from uint16, n, row int) string {
	var b strings.Builder
	for at := 0; at < n; at += row {
		addr := from + uint16(at)
		fmt.Fprintf(&b, "%04X ", addr)
		text := ""
		for i := range min(row, n-at) {
			v := d.machine.Memory[addr+uint16(i)]
			fmt.Fprintf(&b, " %02X", v)
			if v < ' ' || v > '~' {
				v = '.'
			}
			text += string(rune(v))
		}
		fmt.Fprintf(&b, "%*s  %s\n", 3*(row-min(row, n-at)), "", text)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// cellsText writes the cells with their names.
func (d *Debugger) cellsText() string {
	var words []string
	for _, v := range d.Group(cellGroup) {
		words = append(words, fmt.Sprintf("%-6s %-4s", v.Name, v.Text))
	}
	return columns(words, 6)
}

// columns writes words in rows of so many.
func columns(words []string, inARow int) string {
	var b strings.Builder
	for i, w := range words {
		b.WriteString(w)
		if i%inARow == inARow-1 {
			b.WriteString("\n")
		} else {
			b.WriteString("  ")
		}
	}
	return strings.TrimRight(b.String(), " \n")
}

// stackText writes the routines that have been called, the innermost first.
func (d *Debugger) stackText() string {
	var b strings.Builder
	for i, f := range d.Frames() {
		fmt.Fprintf(&b, "%d  %04X  SP %04X  %s\n", i, f.PC, f.SP, f.Name)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// searchText writes what the program holds of its search.
func (d *Debugger) searchText() string {
	if d.memory == nil {
		return errNames.Error()
	}
	var b strings.Builder
	for _, v := range append(d.Group(TimeGroup), d.Group(SearchGroup)...) {
		fmt.Fprintf(&b, "%s: %s\n", v.Name, v.Text)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// boardText draws the board as it is in the machine now.
func (d *Debugger) boardText() string {
	if d.memory == nil {
		return errNames.Error()
	}
	position := d.position()
	return strings.TrimSuffix(position.String(), "\n")
}
