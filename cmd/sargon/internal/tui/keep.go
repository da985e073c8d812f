package tui

import (
	"time"

	"sargon78/cmd/sargon/internal/front"
)

// keepEvery is how often a long search is kept, so that its work is not lost.
const keepEvery = 10 * time.Second

// keep gives the game to whoever keeps it.
func (a *App) keep() {
	if a.o.Keep == nil || !a.o.Begun() && !a.follower.Begun {
		return
	}
	a.kept = a.o.Now()
	var err error
	if a.view == front.ScreenView && a.power {
		err = a.o.KeepMachine(a.follower.Thought())
	} else {
		err = a.o.Keep(a.keptBoard())
	}
	if err != nil {
		a.message = "the game is not kept: " + err.Error()
	}
}

// keptBoard returns the game without a machine. The engine is not asked for its position while
// it searches: that would stop it.
func (a *App) keptBoard() front.Kept {
	k := front.Kept{View: a.view}
	if a.view == front.BoardView && a.session.Searching() == nil {
		if p, err := a.session.Position(); err == nil {
			k.Position = &p
		}
	}
	return k
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
