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
	if n, ok := d.FromCount(); ok {
		text += fmt.Sprintf(", %d since count", n)
	}
	c, ok := d.Chess()
	if !ok {
		return text
	}
	if c.Evaluation >= 0 {
		text += fmt.Sprintf(", evaluation %d", c.Evaluation)
	}
	text += fmt.Sprintf(", ply %d", c.Ply)
	if len(c.Line) > 0 {
		text += ": " + c.LineText()
	}
	if d.Over() && !c.Best.IsZero() {
		text += fmt.Sprintf(", best %v, score %v", c.Best, c.Scores[1])
	}
	return text
}

// registersText writes the registers, with a star at those that the last motion changed.
func (d *Debugger) registersText() string {
	var b strings.Builder
	now, before := d.machine.Registers(), d.before
	const inARow = 6
	for i, name := range Pairs {
		field := pairFields[name]
		mark := " "
		if *field(&now) != *field(&before) {
			mark = "*"
		}
		fmt.Fprintf(&b, "%s%-3s %04X", mark, name, *field(&now))
		switch {
		case i%inARow == inARow-1:
			b.WriteString("\n")
		default:
			b.WriteString("  ")
		}
	}
	fmt.Fprintf(&b, " flags %s  I %02X  R %02X", now.Flags(), now.I, now.R)
	return b.String()
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

// CellNames are the cells shown by name, with the sign of those that have one.
var CellNames = []string{
	"KOLOR", "COLOR", "MOVENO", "PLYMAX", "NPLY", "CKFLG", "MATEF", "PMATE", "VALM",
	"BRDC", "MTRL", "PTSL", "PTSW1", "PTSW2", "PTSCK", "BC0", "MV0", "P1", "P2", "P3", "NPINS",
}

// CellWords are the cells that are words; of indexes the low byte is a square.
var CellWords = []string{
	"M1", "M2", "M3", "M4", "T1", "T2", "T3", "INDX1", "INDX2", "MLPTRI", "MLPTRJ", "SCRIX",
	"BESTM", "MLLST", "MLNXT",
}

// cellsText writes the cells with their names.
func (d *Debugger) cellsText() string {
	var words []string
	for _, name := range CellNames {
		if addr, ok := d.symbol(name); ok {
			words = append(words, fmt.Sprintf("%-6s %02X  ", name, d.machine.Memory[addr]))
		}
	}
	for _, name := range CellWords {
		if addr, ok := d.symbol(name); ok {
			words = append(words, fmt.Sprintf("%-6s %04X", name, d.machine.Word(addr)))
		}
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
	c, ok := d.Chess()
	if !ok {
		return errNames.Error()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "level %d, ply %d, move number %d, evaluation %d\n", c.Level, c.Ply,
		c.Position.MoveNumber, c.Evaluation)
	fmt.Fprintf(&b, "line: %s\n", c.LineText())
	best := "none"
	if !c.Best.IsZero() {
		best = c.Best.String()
	}
	fmt.Fprintf(&b, "record: %v, flags %02X; best: %s\n", c.Current, uint8(c.Current.Flags), best)
	b.WriteString("SCORE:")
	for _, s := range c.Scores {
		fmt.Fprintf(&b, " %02X", uint8(s))
	}
	t := c.Totals
	fmt.Fprintf(&b, "\nBRDC %d, MTRL %d, PTSL %d, PTSW1 %d, PTSW2 %d, PTSCK %v, VALM %d\n",
		t.BoardControl, t.Material, t.PointsLost, t.PointsWon1, t.PointsWon2, t.Checked, t.Value)
	fmt.Fprintf(&b, "pins: %s; looked at: %v", PinsText(c.Pins), c.Looked)
	return b.String()
}

// boardText draws the board as it is in the machine now.
func (d *Debugger) boardText() string {
	c, ok := d.Chess()
	if !ok {
		return errNames.Error()
	}
	return strings.TrimSuffix(c.Position.String(), "\n")
}
