package tui

import (
	"slices"
	"strings"

	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon/game"
)

// suggestion is a move that begins as what was typed.
type suggestion struct {
	text string // as it would be typed in full
	move game.Move
}

// suggestions returns the moves whose notation, or whose squares, begin with what was
// typed. Case and the signs x, -, =, +, # do not matter, but a small b is a pawn's file
// first.
func suggestions(g *game.Game, typed string) []suggestion {
	key := foldMove(typed)
	if key == "" {
		return nil
	}
	var san, squares []suggestion
	for _, m := range g.Legal() {
		name := g.SAN(m)
		switch {
		case strings.HasPrefix(foldMove(name), key):
			san = append(san, suggestion{name, m})
		case strings.HasPrefix(m.String(), key):
			squares = append(squares, suggestion{m.String(), m})
		}
	}
	exact := func(s suggestion) bool { return strings.HasPrefix(s.text, typed) }
	slices.SortStableFunc(san, func(a, b suggestion) int {
		switch {
		case exact(a) == exact(b):
			return strings.Compare(a.text, b.text)
		case exact(a):
			return -1
		}
		return 1
	})
	return append(san, squares...)
}

var moveSigns = strings.NewReplacer("x", "", "X", "", "-", "", "=", "", "+", "", "#", "", " ", "",
	":", "", "0", "O", "o", "O")

// foldMove takes what does not matter out of a move. No square has a zero in it, so zeros
// count as the letter O.
func foldMove(text string) string { return strings.ToLower(moveSigns.Replace(text)) }

// completed returns the longest text that all suggestions begin with, or what was typed if
// that is longer.
func completed(typed string, all []suggestion) string {
	var words []string
	for _, s := range all {
		words = append(words, s.text)
	}
	if common := terminal.Common(words); len(common) > len(typed) {
		return common
	}
	return typed
}
