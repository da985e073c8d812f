package tui

import (
	"time"

	"sargon78/sargon"
	"sargon78/sargon/session"
)

// Kept is all that is needed to go on with the game another time.
type Kept struct {
	Session  *session.Session // its game, sides, level and engine, to be read at once
	View     View
	Position *sargon.Position // as the engine holds it; nil if that is not known
	Machine  []byte           // the state of the machine; nil if it is not at this game
	Thought  uint64           // T-states of its thinking before the present turn
}

// keepEvery is how often a long search is kept, so that its work is not lost.
const keepEvery = 10 * time.Second

// keep gives the game to whoever keeps it.
func (a *App) keep() {
	if a.o.Keep == nil || !a.begun() {
		return
	}
	k := Kept{Session: a.session, View: a.view}
	if a.view == ScreenView && a.power {
		state, err := a.program.Save()
		if err != nil {
			a.message = "the game is not kept: " + err.Error()
			return
		}
		k.Machine, k.Thought = state, a.follower.Thought()
	} else if a.view == BoardView {
		// Asking the engine would stop a search; after a move there is none.
		if a.session.Searching() == nil {
			if p, err := a.session.Position(); err == nil {
				k.Position = &p
			}
		}
	}
	a.kept = a.o.Now()
	if err := a.o.Keep(k); err != nil {
		a.message = "the game is not kept: " + err.Error()
	}
}

// begun tells whether there is a game worth keeping.
func (a *App) begun() bool {
	g := a.session.Game()
	return g.Len() > 0 || !g.FromStart() || a.follower.Begun
}

// keepMachine keeps the game when the machine waits for a key or begins to think, and from
// time to time while it does.
func (a *App) keepMachine() {
	state := a.program.State()
	now := a.o.Now()
	switch {
	case state.Version == a.keptVersion:
		if !state.Thinking || now.Sub(a.kept) < keepEvery {
			return
		}
	case !state.Waiting && state.Thinking == a.keptThinking:
		return
	}
	a.keptVersion, a.keptThinking = state.Version, state.Thinking
	a.keep()
}
