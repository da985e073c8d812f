// Package front has what the front ends of sargon play share: the game that they are given to
// show, and the commands that people type.
//
//	var commands = front.Shared(func(a *App, do session.Action) { … })
//
// What they look like is the business of packages tui and plain.
package front

import (
	"errors"
	"fmt"

	"sargon78/cmd/sargon/internal/store"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

// View is a way to see the game.
type View string

// The views.
const (
	ScreenView View = "screen" // of 1978
	BoardView  View = "board"  // a modern one
)

// Game is what a front end shows, and passes on to what people do.
type Game struct {
	Table   *session.Table
	Program *program.Program // the machine of the table

	Message string // for the beginning
	Tip     string // for the beginning too, where there is room for it
	// Offer goes on with a game that Message tells of, if the person says yes.
	Offer session.Action

	Games Games // those that are saved; nil if none are
}

// Games are the saved games and the save states, by store.Saved.Name: see store.Folder.
type Games interface {
	List() ([]store.Saved, error)
	Rename(name, title string) error
	Delete(name string) error
	Free(name string) error
	SaveState(name string, s *states.State) error
}

// Illegal says why a move is not possible, without the position, which the person knows; ok
// is false for any other error.
func Illegal(err error) (text string, ok bool) {
	var illegal *sargon.IllegalMoveError
	switch {
	case !errors.As(err, &illegal) || illegal.Reason == "":
		return "", false
	case illegal.Reason == game.WantMove:
		return fmt.Sprintf("%s is neither a move (e4, Nf3, O-O, e2e4, e7e8q) nor a command",
			Short(illegal.Move)), true
	}
	return fmt.Sprintf("%s: %s", Short(illegal.Move), illegal.Reason), true
}

// Short is the beginning of a text, for messages about what a person has typed or pasted.
func Short(text string) string {
	const most = 20
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
