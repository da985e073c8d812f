package terminal

import (
	"fmt"
	"math"
	"strings"
	"unicode"

	"github.com/gdamore/tcell/v2"
)

// Page is a page of text that covers the window, and that may be longer than the window.
type Page struct {
	Open bool
	top  int // the first line shown
}

// Show opens the page.
func (p *Page) Show() { p.Open = true }

// TooSmall writes that the window has no room for something, and what the user can do. It returns the
// number of rows that it took.
func (a Area) TooSmall(what string, width, height int, toDo string) int {
	return a.Wrapped(0, fmt.Sprintf("This window has %d×%d cells; %s needs %d×%d. %s", a.Width, a.Height,
		what, width, height, toDo), Plain)
}

// TextColumns returns the width of a page of text.
func TextColumns(all Area) int { return min(all.Width-4, 76) }

// Draw draws the lines, and below them the keys to scroll and to leave.
func (p *Page) Draw(all Area, lines []string) {
	room := all.Within(2, 0, TextColumns(all), all.Height)
	how := "F10 leaves, other keys close this page."
	rows := room.Height - len(Wrap(how, room.Width))
	if len(lines) > rows {
		how = "Up, Down: more. " + how
		rows = room.Height - len(Wrap(how, room.Width))
	}
	hidden := max(0, len(lines)-rows)
	p.top = max(0, min(p.top, hidden))
	for y, line := range lines[p.top:min(len(lines), p.top+max(0, rows))] {
		style := Plain
		if y+p.top == 0 {
			style = Strong
		}
		room.Text(0, y, line, style)
	}
	room.Wrapped(rows, how, Strong)
}

// Key scrolls the page, or closes it. It reports whether the key was used.
func (p *Page) Key(k tcell.Key) bool {
	if to, ok := ScrollTarget(k, p.top, math.MaxInt32); ok { // Draw limits it to the end
		p.top = to
		return true
	}
	*p = Page{}
	return k != tcell.KeyCtrlC && k != tcell.KeyF10
}

// ScrollTarget returns where a key leads from a place in a list; ok is false if the key does not
// scroll.
func ScrollTarget(k tcell.Key, at, last int) (to int, ok bool) {
	const page = 10
	to, ok = map[tcell.Key]int{
		tcell.KeyUp: at - 1, tcell.KeyDown: at + 1, tcell.KeyPgUp: at - page, tcell.KeyPgDn: at + page,
		tcell.KeyHome: 0, tcell.KeyEnd: last,
	}[k]
	return max(0, min(to, last)), ok
}

// VisibleRange returns which lines of a list to show in a number of rows: line at is in the middle,
// unless it is near an end.
func VisibleRange(lines, at, rows int) (from, to int) {
	from = max(0, min(at-rows/2, lines-rows))
	return from, min(lines, from+max(0, rows))
}

// Row returns the lines of a row of a table: a name, and after it a text, which may need several lines.
func Row(name, text string, width int) []string {
	lines := Wrap(text, width-len(name))
	for i := range lines {
		lines[i] = name + lines[i]
		name = strings.Repeat(" ", len(name))
	}
	return lines
}

// Paragraphs wraps text. An empty line separates its paragraphs.
func Paragraphs(text string, width int) (lines []string) {
	for i, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, Wrap(strings.ReplaceAll(paragraph, "\n", " "), width)...)
	}
	return lines
}

// longestInput limits the typed text: a FEN has at most about 90 characters, a file name may have more.
const longestInput = 400

// EditLine returns a line of text as a key changes it.
func EditLine(line []rune, e *tcell.EventKey) []rune {
	switch {
	case e.Key() == tcell.KeyBackspace || e.Key() == tcell.KeyBackspace2:
		return line[:max(0, len(line)-1)]
	case e.Key() == tcell.KeyCtrlU:
		return nil
	case e.Key() == tcell.KeyRune && unicode.IsPrint(e.Rune()) && len(line) < longestInput:
		return append(line, e.Rune())
	}
	return line
}

// CommonPrefix returns the longest text with which all words begin.
func CommonPrefix(words []string) string {
	if len(words) == 0 {
		return ""
	}
	common := words[0]
	for _, w := range words[1:] {
		for !strings.HasPrefix(w, common) {
			common = common[:len(common)-1]
		}
	}
	return common
}
