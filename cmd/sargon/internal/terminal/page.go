package terminal

import (
	"fmt"
	"math"
	"strings"
	"unicode"

	"github.com/gdamore/tcell/v2"
)

// Page is a page of text over all else, which may be longer than the window.
type Page struct {
	Open bool
	top  int // the first line shown
}

// Show opens the page.
func (p *Page) Show() { p.Open = true }

// TooSmall writes that a window has no room for something, and what the user can do. It returns the
// number of rows that it took.
func (a Area) TooSmall(what string, width, height int, toDo string) int {
	return a.Wrapped(0, fmt.Sprintf("This window has %d×%d cells; %s needs %d×%d. %s", a.Width, a.Height,
		what, width, height, toDo), Plain)
}

// TextColumns is the width of a page of text.
func TextColumns(all Area) int { return min(all.Width-4, 76) }

// Draw draws the lines, and below them how to read on and to leave.
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

// Key scrolls the page, or closes it. It reports whether the key means nothing else.
func (p *Page) Key(k tcell.Key) bool {
	if to, ok := ScrollTarget(k, p.top, math.MaxInt32); ok { // Draw knows where it ends
		p.top = to
		return true
	}
	*p = Page{}
	return k != tcell.KeyCtrlC && k != tcell.KeyF10
}

// ScrollTarget returns where a key leads from a place in a list; ok is false for a key that leads nowhere.
func ScrollTarget(k tcell.Key, at, last int) (to int, ok bool) {
	const page = 10
	to, ok = map[tcell.Key]int{
		tcell.KeyUp: at - 1, tcell.KeyDown: at + 1, tcell.KeyPgUp: at - page, tcell.KeyPgDn: at + page,
		tcell.KeyHome: 0, tcell.KeyEnd: last,
	}[k]
	return max(0, min(to, last)), ok
}

// VisibleRange returns which of the lines of a list stand in so many rows, with one of them in the middle
// unless it is near an end.
func VisibleRange(lines, at, rows int) (from, to int) {
	from = max(0, min(at-rows/2, lines-rows))
	return from, min(lines, from+max(0, rows))
}

// Row is a line of a table: a name, and after it what there is to say, in several lines if need
// be.
func Row(name, text string, width int) []string {
	lines := Wrap(text, width-len(name))
	for i := range lines {
		lines[i] = name + lines[i]
		name = strings.Repeat(" ", len(name))
	}
	return lines
}

// Paragraphs breaks text anew, whose Paragraphs have an empty line between them.
func Paragraphs(text string, width int) (lines []string) {
	for i, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, Wrap(strings.ReplaceAll(paragraph, "\n", " "), width)...)
	}
	return lines
}

// longestInput bounds what is typed: a FEN has at most some 90 characters, a file name may
// have more.
const longestInput = 400

// EditLine is a line of text after a key.
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

// CommonPrefix returns what all words begin with.
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
