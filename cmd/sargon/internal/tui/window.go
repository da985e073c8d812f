package tui

import (
	"slices"

	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/terminal"
)

// window is what each view of this package has: how it looks, what it says, and its page of help.
type window struct {
	Appearance
	message string // stands until the next key
	help    terminal.Page
	leaving bool
	err     error // ends the view
}

// say shows a text until the next key.
func (w *window) say(text string) { w.message = text }

func (w *window) quit() { w.leaving = true }

// Done implements terminal.View.
func (w *window) Done() bool { return w.leaving }

// redraw makes the picture anew: the page of help if it is open, else what view draws. The terminal
// gets what has changed.
func (w *window) redraw(helpLines func(width int) []string, view func(all terminal.Area)) {
	w.Screen.Fill(' ', terminal.Plain)
	w.Screen.HideCursor()
	all := terminal.Whole(w.Screen)
	if w.help.Open {
		w.help.Draw(all, helpLines(terminal.TextColumns(all)))
	} else {
		view(all)
	}
	w.Screen.Show()
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
