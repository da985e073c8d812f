package tui

import "sargon78/cmd/sargon/internal/store"

// openList shows the saved games and save states, to choose one or to save another state.
func (a *App) openList(saveAs bool) {
	if a.Games == nil {
		a.Message = "games are not saved here"
		return
	}
	a.list = NewPicker(a.Games, a.Look)
	a.list.Open, a.list.Close = a.openSaved, a.closeList
	if saveAs {
		a.list.SaveAs(a.saveState)
	}
}

// closeList goes back to the game, or leaves if there is only the list.
func (a *App) closeList(leave bool) { a.list, a.leaving = nil, leave || a.Table == nil }

// openSaved goes on from a save state, or leaves for another game. On an error nothing has changed.
func (a *App) openSaved(k *store.Saved) {
	a.closeList(false)
	if !k.IsState() || a.Table == nil {
		a.picked, a.leaving = k.Name, true
		return
	}
	err := a.Table.Restore(k.State)
	if a.Message = "loaded: " + k.Title; err != nil {
		a.Message = err.Error()
	}
}

// saveState saves the game as it is now, with the machine if that is shown.
func (a *App) saveState(name string) {
	a.closeList(false)
	s, err := a.Table.State()
	if err == nil {
		err = a.Games.SaveState(name, s)
	}
	if a.Message = "saved: " + name; err != nil {
		a.Message = err.Error()
	}
}
