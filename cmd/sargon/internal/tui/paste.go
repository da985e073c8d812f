package tui

import (
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
)

// takePaste does what was pasted: a word, or a command, is typed; of a position or a game the person
// is asked.
func (a *App) takePaste() {
	keys := a.pasted
	a.pasted = nil
	var b strings.Builder
	for _, e := range keys {
		switch e.Key() {
		case tcell.KeyRune:
			b.WriteRune(e.Rune())
		case tcell.KeyEnter, tcell.KeyLF:
			b.WriteByte('\n')
		default:
			b.WriteByte(' ')
		}
	}
	text := strings.TrimSpace(b.String())
	if len(strings.Fields(text)) < 2 || strings.HasPrefix(text, ":") {
		for _, e := range keys {
			a.key(e)
		}
		return
	}
	a.Message = ""
	a.offerText(text)
}

// howToTake says how an offer is answered.
const howToTake = ": Return takes it, other keys leave it"

// offerText asks whether to go on with a position or a game.
func (a *App) offerText(text string) {
	what, goOn, err := front.Pasted(text)
	if err != nil {
		a.Message = err.Error()
		return
	}
	a.Message = "that is " + what + howToTake
	a.Offer = goOn
}
