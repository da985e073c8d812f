package tui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

// escape cancels what is half done: typing, a selection, browsing.
func (v *boardView) escape() {
	switch {
	case v.promote != nil:
		v.choosePromotion(-1)
	case len(v.input) > 0:
		v.input = nil
	case len(v.app.view.Premoves) > 0:
		v.app.act(session.ClearPremoves)
	case v.selected != sargon.NoSquare:
		v.selected = sargon.NoSquare
	case v.back > 0:
		v.back = 0
	default:
		v.cursor = sargon.NoSquare
	}
}

// enterKey executes the typed line: a command, an offer to continue with a text, or a move.
func (v *boardView) enterKey() {
	text := strings.TrimSpace(string(v.input))
	v.input = nil
	word, _, several := strings.Cut(text, " ")
	_, isCommand := v.app.commands.Find(word)
	switch {
	case v.promote != nil:
		v.choosePromotion(0)
	case isCommand || strings.HasPrefix(text, ":"):
		v.app.command(strings.TrimPrefix(text, ":"))
	case several:
		v.app.offerText(text)
	case text != "":
		v.playText(text)
	default:
		v.pickCursor()
	}
}

// playText makes the typed move. The text may be the beginning of only one move, or of the promotions
// of only one pawn. While an earlier position is shown, the user is asked first.
func (v *boardView) playText(text string) {
	a, view := v.app, &v.app.view
	m, err := v.game.ParseMove(text)
	if err == nil {
		text = v.game.SAN(m)
	} else if !view.EngineToMove && !view.Over {
		all := movesBeginning(v.game, text)
		switch {
		case len(all) == 1:
			text, err = all[0], nil
		case strings.HasSuffix(text, "=") && len(all) > 1 && v.back == 0:
			var promotions []game.Move
			for _, san := range all {
				if m, err := v.game.ParseMove(san); err == nil {
					promotions = append(promotions, m)
				}
			}
			v.askPromotion(promotions)
			return
		}
	}
	if v.back == 0 || err != nil || view.Over {
		a.act(session.Move(text))
		return
	}
	a.say(fmt.Sprintf("you are looking at an earlier position; play %s in the game%s", text, howToTake))
	a.Offer = session.Move(text)
}

// completions returns the moves that begin with the typed text, or else the names of commands. word is
// that text, without the colon of a command. Whether a premove will be possible is not known.
func (v *boardView) completions(typed string) (all []string, word string) {
	word, isCommand := strings.CutPrefix(typed, ":")
	if !isCommand && !v.app.view.EngineToMove {
		all = movesBeginning(v.game, typed)
	}
	if typed == "" || len(all) > 0 {
		return all, word
	}
	for _, c := range v.app.commands.WithPrefix(word) {
		all = append(all, c.Names[0])
	}
	return all, word
}

// complete extends the typed text as long as there is only one way to continue.
func (v *boardView) complete() {
	typed := string(v.input)
	all, word := v.completions(typed)
	common := terminal.CommonPrefix(all)
	if len(common) <= len(word) {
		common = word
	}
	if _, isCommand := v.app.commands.Find(common); isCommand && len(all) == 1 {
		common += " "
	}
	v.input = []rune(typed[:len(typed)-len(word)] + common)
}

// typingHint returns a line about what may be typed.
func (v *boardView) typingHint(width int) string {
	typed := string(v.input)
	name, isCommand := strings.CutPrefix(typed, ":")
	name, _, space := strings.Cut(name, " ")
	c, found := v.app.commands.Find(name)
	if isCommand {
		c, found = v.app.findCommand(name)
	}
	switch {
	case space && found:
		return c.Args + "   " + c.Help
	case isCommand && space:
		return "no such command"
	case isCommand:
	case typed == "" && v.game.Len() == 0 && !v.app.view.EngineToMove:
		return "type a move: e4, Nf3, O-O, e2e4; or use arrows, mouse, ? for help"
	case typed == "":
		return ""
	case v.app.view.EngineToMove && !found:
		return "Return: a premove"
	}
	all, _ := v.completions(typed)
	if len(all) == 0 && !isCommand {
		return "no such move"
	}
	return terminal.Fit(strings.Join(all, "  "), width)
}

// movesBeginning returns the moves whose notation, or whose squares, begin with what was typed.
// Case and the signs x, -, =, +, # do not matter, but a small b is a pawn's file first.
func movesBeginning(g *game.Game, typed string) []string {
	key := foldMove(typed)
	if key == "" {
		return nil
	}
	var exact, folded, squares []string
	for _, m := range g.Legal() {
		switch name := g.SAN(m); {
		case strings.HasPrefix(name, typed):
			exact = append(exact, name)
		case strings.HasPrefix(foldMove(name), key):
			folded = append(folded, name)
		case strings.HasPrefix(m.String(), key):
			squares = append(squares, m.String())
		}
	}
	slices.Sort(exact)
	slices.Sort(folded)
	return slices.Concat(exact, folded, squares)
}

var moveSigns = strings.NewReplacer("x", "", "X", "", "-", "", "=", "", "+", "", "#", "", " ", "",
	":", "", "0", "O", "o", "O")

// foldMove removes the signs that do not matter from a move. No square has a zero in it, so zeros count
// as the letter O.
func foldMove(text string) string { return strings.ToLower(moveSigns.Replace(text)) }

// takePaste handles a pasted text: a word or a command is typed; for a position or a game the user is
// asked.
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
	a.say("")
	a.offerText(text)
}

// howToTake tells the user how to answer an offer.
const howToTake = ": Return takes it, other keys leave it"

// offerText asks whether to continue with a position or a game.
func (a *App) offerText(text string) {
	what, goOn, err := front.ParsePasted(text, a.commands)
	if err != nil {
		a.say(err.Error())
		return
	}
	a.say("that is " + what + howToTake)
	a.Offer = goOn
}
