// Package front has what the two front ends of sargon play share: the game that they show, the
// commands that users type, and the texts of messages.
//
//	commands.AddShared(func(do session.Action) { … })
//
// Packages tui and plain show them.
package front

import (
	"sargon78/cmd/sargon/internal/store"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/session"
)

// Game is what a front end shows, and passes on to what people do.
type Game struct {
	Session *session.Session
	Program *program.Program // the machine of the session

	Message string // for the beginning
	Tip     string // for the beginning too, where there is room for it
	// Offer goes on with the game of Message, if the user says yes.
	Offer session.Action

	Games Games // those that are saved; nil if none are
}

// Games are the saved games and the save states, by store.Saved.Name: see store.Folder.
type Games interface {
	List() ([]store.Saved, error)
	Rename(name, title string) error
	Delete(name string) error
	CheckAvailable(name string) error
	SaveState(name string, s *states.State) error
}
