// Package debug shows the debugger of sargon/emulated/debugger on a terminal, or as lines of text.
//
//	err := debug.Terminal(ctx, streams, d)
//	err = debug.Plain(ctx, streams, d)        // commands from standard input
package debug

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/emulated/debugger"
)

// Sizes in cells.
const (
	leastWidth, leastHeight = 60, 20
	stateWidth              = 40 // of registers and chess, at the right
	memoryRows              = 4
	logShare                = 4  // a quarter of the height
	maxSearchValues         = 8  // values, next to the board
	narrow                  = 60 // a listing narrower than this has no addresses
)

// Draw draws the whole screen.
func (a *app) Draw() error {
	all := terminal.Whole(a.screen)
	if a.busy != nil {
		// The machine belongs to the running command: the screen stays as it is.
		if time.Since(a.began) < patience {
			return nil
		}
		all.Bar(all.Height-1, a.doing+" … Esc ends it", terminal.Reverse)
		a.screen.Show()
		return nil
	}
	a.screen.Clear()
	a.screen.HideCursor()
	switch {
	case a.picker != nil:
		a.picker.Draw(all)
	case a.help.Open:
		a.help.Draw(all, a.helpLines(terminal.TextColumns(all)))
	case a.machineShown:
		a.drawMachine(all)
	case all.Width < leastWidth || all.Height < leastHeight:
		all.TooSmall("the debugger", leastWidth, leastHeight, "F10 leaves; sargon debug --plain needs no room.")
	default:
		a.drawAll(all)
	}
	a.screen.Show()
	return nil
}

// drawMachine draws the machine's own screen.
func (a *app) drawMachine(all terminal.Area) {
	s, _ := a.d.Screen()
	for y, line := range strings.Split(s.String(), "\n") {
		all.Text(0, y, line, terminal.Plain)
	}
	all.Bar(all.Height-1, " Keys go to the program and let it run. Esc goes back.", terminal.Reverse)
}

func (a *app) drawAll(all terminal.Area) {
	logRows := max(3, all.Height/logShare)
	width := all.Width - stateWidth - 1
	listing := all.Within(0, 0, width, all.Height-memoryRows-logRows-3)
	a.drawListing(listing)
	y := listing.Height
	a.drawMemory(all.Within(0, y, width, memoryRows+1))
	y += memoryRows + 1
	a.drawLog(all.Within(0, y, width, logRows+1))
	a.drawState(all.Within(width+1, 0, stateWidth, all.Height-1).Lines())
	bottom := all.Within(0, all.Height-1, all.Width, 1)
	if a.command.open {
		x := bottom.Text(0, 0, ":"+string(a.command.text), terminal.Strong)
		a.screen.ShowCursor(bottom.X+x, bottom.Y)
		return
	}
	bottom.Bar(0, "", terminal.Reverse)
	a.keys().Bar(bottom, terminal.Reverse)
}

func (a *app) drawListing(area terminal.Area) {
	body := area.Below(1)
	lines, at, title := a.window(body.Height)
	area.Bar(0, a.titled(title, !a.onBoard), terminal.Reverse)
	for y, line := range lines {
		style, text := terminal.Plain, line.Short()
		if a.inSource() && body.Width < narrow {
			text = line.Narrow()
		}
		switch {
		case line.Here:
			style = terminal.Strong
		case a.inSource() && len(line.Bytes) == 0:
			style = terminal.Faint
		}
		body.Text(0, y, text, style.Reverse(y == at))
	}
}

// window returns the lines around the cursor for a number of rows, and the index of the cursor's line.
func (a *app) window(rows int) (lines []debugger.Line, at int, title string) {
	if a.inSource() {
		from, to := terminal.VisibleRange(a.d.Lines(), a.cursor, rows)
		for i := from; i < to; i++ {
			lines = append(lines, a.d.SourceLine(i))
		}
		return lines, a.cursor - from, path.Base(a.d.SourceLine(a.cursor).File)
	}
	top := a.addr
	for range rows / 2 {
		top = a.d.InstructionBefore(top)
	}
	lines = a.d.Disassembly(top, rows)
	at = slices.IndexFunc(lines, func(line debugger.Line) bool { return line.Addr == a.addr })
	return lines, at, "disassembly"
}

// titled marks the part of the screen in which the arrow keys move.
func (a *app) titled(title string, focus bool) string {
	if focus {
		return " ↕ " + title
	}
	return "   " + title
}

func (a *app) drawMemory(area terminal.Area) {
	area.Bar(0, "   memory: "+a.memory, terminal.Reverse)
	addr, err := a.d.Place(a.memory)
	if err != nil {
		area.Text(0, 1, err.Error(), terminal.Plain)
		return
	}
	const column, before = 4, 7 // cells: a byte and its character; the address and blanks
	row := 16
	for row > 1 && row*column+before > area.Width {
		row /= 2
	}
	for y, line := range strings.Split(a.d.MemoryText(addr, memoryRows*row, row), "\n") {
		area.Text(0, 1+y, line, terminal.Plain)
	}
}

func (a *app) drawLog(area terminal.Area) {
	area.Bar(0, "   said", terminal.Reverse)
	rows := area.Height - 1
	var lines []string
	for _, line := range a.log[max(0, len(a.log)-rows):] {
		if terminal.TextWidth(line) > area.Width { // others stay with their columns
			line = strings.Join(terminal.Wrap(line, area.Width-2), "\n  ")
		}
		lines = append(lines, strings.Split(line, "\n")...)
	}
	for y, line := range lines[max(0, len(lines)-rows):] {
		area.Text(0, 1+y, line, terminal.Plain)
	}
}

// drawState draws the right side: registers, time, board, search, stack.
func (a *app) drawState(lines *terminal.Lines) {
	a.drawRegisters(lines)
	drawValues(lines, a.d.Group(debugger.TimeGroup))
	if m := a.d.Memory(); m != nil {
		a.drawBoard(lines, m)
		drawValues(lines, a.d.Group(debugger.SearchGroup)[:maxSearchValues])
	}
	if other := a.d.Comparison(); other != nil {
		drawOther(lines, other)
	}
	heading(lines, "called")
	for _, f := range a.d.Frames() {
		lines.Line(fmt.Sprintf("%04X %s", f.PC, f.Name), terminal.Plain)
	}
}

func heading(lines *terminal.Lines, text string) {
	lines.Bar(lines.Y, "   "+text, terminal.Reverse)
	lines.Y++
}

func (a *app) drawRegisters(lines *terminal.Lines) {
	heading(lines, "registers")
	const inARow, cell = 4, 10
	values := append(a.d.Group(debugger.RegisterGroup), a.d.Group(debugger.AlternateGroup)...)
	for i, v := range values {
		x, y := i%inARow*cell, lines.Y+i/inARow
		lines.Text(x, y, fmt.Sprintf("%-3s", v.Name), terminal.Faint)
		lines.Text(x+4, y, v.Text, changed(v.Changed))
	}
	lines.Y += len(values) / inARow
	now, before := a.d.Machine().Registers, a.d.RegistersBefore()
	flags, old := now.Flags(), before.Flags()
	x := lines.Text(0, lines.Y, "F  ", terminal.Faint)
	for i := range flags {
		x = lines.Text(x, lines.Y, flags[i:i+1], changed(flags[i] != old[i]))
	}
	lines.Text(x, lines.Y, fmt.Sprintf("   I %02X R %02X", now.I, now.R), terminal.Plain)
	lines.Y++
}

// changed returns the style of values that the last motion changed.
func changed(is bool) tcell.Style {
	if is {
		return terminal.Strong.Underline(true)
	}
	return terminal.Plain
}

func drawValues(lines *terminal.Lines, values []debugger.Value) {
	for _, v := range values {
		lines.Line(v.Name+" "+v.Text, changed(v.Changed))
	}
}

// drawBoard draws the board, and next to it what the program finds on the square under the cursor.
func (a *app) drawBoard(lines *terminal.Lines, m *emulated.Memory) {
	pieces, move := m.Board(), m.Current()
	lines.Bar(lines.Y, a.titled("board", a.onBoard), terminal.Reverse)
	const boardWidth, rows = 18, 9
	board := lines.Within(0, lines.Y+1, boardWidth, rows)
	for rank := 7; rank >= 0; rank-- {
		y := 7 - rank
		board.Text(0, y, string(rune('1'+rank)), terminal.Faint)
		for file := range 8 {
			s := sargon.SquareAt(file, rank)
			style := terminal.Plain
			switch {
			case s == a.square:
				style = terminal.Reverse
			case s == move.From, s == move.To:
				style = terminal.Strong.Underline(true)
			}
			board.Text(2+2*file, y, string(rune(pieces[s].Letter())), style)
		}
	}
	board.Text(2, 8, "a b c d e f g h", terminal.Faint)
	text := "unknown"
	if found, err := a.d.Inspect(context.Background(), a.square); err == nil {
		text = found.String()
	}
	lines.Within(boardWidth+1, lines.Y+1, lines.Width, rows).Wrapped(0, text, terminal.Plain)
	lines.Y += 1 + rows
}

func drawOther(lines *terminal.Lines, other debugger.Comparison) {
	name, evaluation := other.Other()
	heading(lines, fmt.Sprintf("here | %s at evaluation %d", name, evaluation))
	for i, r := range other.Rows() {
		style := terminal.Plain
		switch {
		case r.Differs:
			style = terminal.Strong
		case i > 0:
			continue
		}
		name := strings.TrimPrefix(r.Name, "ply, move, ")
		lines.Line(fmt.Sprintf("%-6.16s %s | %s", name, r.Program, r.Other), style)
	}
}
