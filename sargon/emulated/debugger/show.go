package debugger

import (
	"fmt"
	"slices"
	"strings"
)

// Where returns in a few lines where the machine is: how the last motion ended, the place with its
// line, the time and the search.
func (d *Debugger) Where() string {
	pc := d.machine.PC
	line, ok := d.LineAt(pc)
	if !ok {
		line = d.Disassembly(pc, 1)[0]
	}
	text := fmt.Sprintf("%v\n%04X  %s  %s\n%s", d.stop, pc, d.PlaceName(pc),
		strings.TrimSpace(line.Text), d.whenText())
	return strings.TrimPrefix(text, "\n") // the motion may have nothing to report
}

// whenText returns the time, in T-states and in the search.
func (d *Debugger) whenText() string {
	text := fmt.Sprintf("T %d (%+d)", d.time.Now(), d.MotionTStates())
	if d.counted != nil {
		text += fmt.Sprintf(", %d since count", int64(d.time.Now()-*d.counted))
	}
	m, n := d.memory, d.Evaluation()
	switch {
	case m == nil:
		return text
	case n < 0 && d.midSearch && m.Ply() >= 1 && m.Ply() <= uint8(m.Level()):
		return text + fmt.Sprintf(", before the next evaluation, ply %d", m.Ply())
	case n < 0:
		return text + ", before the first evaluation"
	}
	text += fmt.Sprintf(", evaluation %d, ply %d", n, m.Ply())
	if line := d.lineText(); line != "" {
		text += ": " + line
	}
	if best, ok := m.Best(); ok && d.SearchOver() {
		text += fmt.Sprintf(", best %v, score %v", best, m.Score(1))
	}
	return text
}

// registersText returns the registers, with a star at those that the last motion changed.
func (d *Debugger) registersText() string {
	now := d.machine.Registers
	return fmt.Sprintf("%s\n flags %s  I %02X  R %02X",
		columns(append(d.Group(RegisterGroup), d.Group(AlternateGroup)...), " %-3s %s"),
		now.Flags(), now.I, now.R)
}

// variablesText returns the variables with their names.
func (d *Debugger) variablesText() string { return columns(d.Group(variableGroup), "%-6s %-4s") }

// columns returns names and texts of values in rows of six, with a star before those that have changed.
func columns(values []Value, format string) string {
	const inARow = 6
	var rows []string
	for row := range slices.Chunk(values, inARow) {
		var words []string
		for _, v := range row {
			word := fmt.Sprintf(format, v.Name, v.Text)
			if v.Changed {
				word = "*" + word[1:]
			}
			words = append(words, word)
		}
		rows = append(rows, strings.TrimRight(strings.Join(words, "  "), " "))
	}
	return strings.Join(rows, "\n")
}

// MemoryText returns a dump of the n bytes from address from, with row bytes in a line: the address, the
// bytes in hexadecimal, and their characters, with a dot for each that is not printable ASCII.
func (d *Debugger) MemoryText(from uint16, n, row int) string {
	var lines []string
	for at := 0; at < n; at += row {
		numbers, characters := "", ""
		for i := range min(row, n-at) {
			v := d.machine.Memory[from+uint16(at+i)]
			numbers += fmt.Sprintf(" %02X", v)
			if v < ' ' || v > '~' {
				v = '.'
			}
			characters += string(rune(v))
		}
		lines = append(lines, fmt.Sprintf("%04X %-*s  %s", from+uint16(at), 3*row, numbers, characters))
	}
	return strings.Join(lines, "\n")
}

// stackText returns the routines that have been called, the innermost first.
func (d *Debugger) stackText() string {
	var lines []string
	for i, f := range d.Frames() {
		lines = append(lines, fmt.Sprintf("%d  %04X  SP %04X  %s", i, f.PC, f.SP, f.Name))
	}
	return strings.Join(lines, "\n")
}

// searchText returns the values of the program's search.
func (d *Debugger) searchText() string {
	var lines []string
	for _, v := range append(d.Group(TimeGroup), d.Group(SearchGroup)...) {
		lines = append(lines, v.Name+": "+v.Text)
	}
	return strings.Join(lines, "\n")
}

// boardText returns the board as it is in the machine now.
func (d *Debugger) boardText() string {
	return strings.TrimSuffix(d.position().String(), "\n")
}

// pointsText returns the points, and how often a run has ended at each.
func (d *Debugger) pointsText() string {
	if len(d.points) == 0 {
		return "no breakpoints and no watchpoints"
	}
	var lines []string
	for _, p := range d.points {
		lines = append(lines, fmt.Sprintf("%v, hit %d times", p, p.hits))
	}
	return strings.Join(lines, "\n")
}
