package debug

import (
	"slices"
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon/emulated/debugger"
)

// commandLine is the line at the bottom in which the user types a command, with the earlier commands.
type commandLine struct {
	open bool
	text []rune
	past []string // the earlier commands
	at   int      // index of the earlier command in the line; len(past) if none is

	symbols func(part string) []string // returns the symbols whose names contain a part
}

// begin opens the line with some words.
func (c *commandLine) begin(words string) {
	c.open, c.text, c.at = true, []rune(words), len(c.past)
}

// key handles a key while the line is open: it edits the line or closes it. It returns the command to
// run, "" for none, and the completions of the last word if there are several.
func (c *commandLine) key(e *tcell.EventKey) (command string, choices []string) {
	backspace := e.Key() == tcell.KeyBackspace || e.Key() == tcell.KeyBackspace2
	switch {
	case e.Key() == tcell.KeyEscape, e.Key() == tcell.KeyCtrlC, backspace && len(c.text) == 0:
		c.open = false
	case e.Key() == tcell.KeyEnter:
		c.open = false
		if command = strings.TrimSpace(string(c.text)); command != "" {
			c.past = append(c.past, command)
		}
	case e.Key() == tcell.KeyUp:
		c.recall(-1)
	case e.Key() == tcell.KeyDown:
		c.recall(1)
	case e.Key() == tcell.KeyTab:
		choices = c.complete()
	default:
		c.text = terminal.EditLine(c.text, e)
	}
	return command, choices
}

// recall puts an earlier command into the line: the one before for step −1, the one after for 1.
func (c *commandLine) recall(step int) {
	if at := c.at + step; at >= 0 && at < len(c.past) {
		c.at = at
		c.text = []rune(c.past[at])
	}
}

// complete completes the last word: the first word of a line is a command, others are symbols. If there
// are several completions, it returns them.
func (c *commandLine) complete() []string {
	text := string(c.text)
	start := strings.LastIndexAny(text, " [(+-,@") + 1
	word, known := strings.ToUpper(text[start:]), c.symbols(text[start:])
	if start == 0 {
		word, known = strings.ToLower(word), debugger.Commands()
	}
	found := slices.DeleteFunc(known, func(k string) bool { return !strings.HasPrefix(k, word) })
	if len(found) > 0 {
		c.text = []rune(text[:start] + terminal.CommonPrefix(found))
	}
	switch {
	case len(found) > 1:
		return found
	case len(found) == 1 && start == 0:
		c.text = append(c.text, ' ')
	}
	return nil
}
