package tui

import (
	"slices"
	"time"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/terminal"
)

// window is the part that all views of this package share: the appearance, the message, and the page of
// help.
type window struct {
	Appearance
	message string // shown until the next key
	line    string // shown as long, over the lowest rows of the window: a text to copy
	help    terminal.Page
	why     answerPage
	loop    *terminal.Loop
	leaving bool
	err     error // ends the view
}

// say shows a text until the next key.
func (w *window) say(text string) { w.message, w.line = text, "" }

// offerCopy puts a text into the clipboard of the user, if the terminal has OSC 52. It shows line until
// the next key, from edge to edge: there the user can mark it with the mouse and Shift.
func (w *window) offerCopy(what, text, line string) {
	w.Screen.SetClipboard([]byte(text))
	w.say(what + " is in the clipboard, if this terminal allows it; else mark it below with Shift and the mouse")
	w.line = line
}

func (w *window) quit() { w.leaving = true }

// Done implements terminal.View.
func (w *window) Done() bool { return w.leaving }

// redraw draws the window anew: the page of help if it is open, else what view draws. Only changed
// cells are sent to the terminal.
func (w *window) redraw(helpLines func(width int) []string, view func(all terminal.Area)) {
	w.Screen.Fill(' ', terminal.Plain)
	w.Screen.HideCursor()
	all := terminal.Whole(w.Screen)
	switch {
	case w.help.Open:
		w.help.Draw(all, helpLines(terminal.TextColumns(all)))
	case w.why.Open:
		w.why.Draw(all, w.why.lines(terminal.TextColumns(all)))
	default:
		view(all)
	}
	w.drawLine(all)
	w.Screen.Show()
}

// drawLine draws the line to be copied, over as many of the lowest rows as it needs.
func (w *window) drawLine(all terminal.Area) {
	text := []rune(w.line)
	if len(text) == 0 || all.Width == 0 {
		return
	}
	rows := (len(text) + all.Width - 1) / all.Width
	for y := max(0, all.Height-rows); y < all.Height; y++ {
		all.Bar(y, string(text[:min(len(text), all.Width)]), terminal.Reverse)
		text = text[min(len(text), all.Width):]
	}
}

// drawInside draws the debugger, if it is open. shown is false if it is not.
func (w *window) drawInside() (shown bool, err error) {
	if w.why.view == nil {
		return false, nil
	}
	if w.why.view.Done() {
		w.why.view = nil
		return false, nil
	}
	return true, w.why.view.Draw()
}

// handleInside passes an event to the debugger, if it is open. It reports whether it is.
func (w *window) handleInside(event tcell.Event) bool {
	if w.why.view == nil {
		return false
	}
	w.why.view.Handle(event)
	return true
}

// waitInside returns how long the debugger waits, if it is open.
func (w *window) waitInside() time.Duration {
	if w.why.view == nil {
		return 0
	}
	return w.why.view.Wait()
}

// addAppearanceKeys adds the keys that change how things look.
func (w *window) addAppearanceKeys(keys *terminal.Keys) {
	keys.Add("Ctrl-L", "", "other colours: paper, green, amber, wood …", w.nextTheme)
	keys.Add("Ctrl-G", "", "other glyphs, if pictures look broken", w.nextGlyphs)
}

func (w *window) nextTheme() {
	now := func(t screen.Theme) bool { return t.Name == w.Theme.Name }
	w.setTheme(screen.Themes[(slices.IndexFunc(screen.Themes, now)+1)%len(screen.Themes)])
}

func (w *window) setTheme(theme screen.Theme) {
	w.Theme = theme
	w.say("theme: " + theme.Name)
}

func (w *window) nextGlyphs() {
	w.Glyphs = screen.GlyphSets[(int(w.Glyphs)+1)%len(screen.GlyphSets)]
	w.say("glyphs: " + w.Glyphs.String())
}
