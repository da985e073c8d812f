package tui

import (
	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/store"
)

// openList shows the saved games and save states, to choose one or to save another state.
func (a *App) openList(saveAs bool) {
	if a.o.Games == nil {
		a.message = "games are not saved here"
		return
	}
	a.list = NewPicker(a.screen, a.o.Games, a.o.Look)
	if saveAs {
		a.list.SaveAs()
	}
}

// listKey handles a key in the list.
func (a *App) listKey(e *tcell.EventKey) {
	p := a.list
	p.Key(e)
	if p.Result == Picking {
		return
	}
	a.list, a.leaving = nil, p.Result == Left || a.table == nil // where there is only the list
	switch p.Result {
	case Saves:
		a.saveState(p.Name())
	case Opened:
		if k := &p.list[p.at]; k.IsState() && a.table != nil {
			a.loadState(k)
		} else {
			a.picked, a.leaving = k.Name, true
		}
	}
}

// saveState saves the game as it is now, with the machine if that is shown.
func (a *App) saveState(name string) {
	s, err := a.table.State()
	if err == nil {
		err = a.o.Games.SaveState(name, s)
	}
	if a.message = "saved: " + name; err != nil {
		a.message = err.Error()
	}
}

// loadState goes on from a save state. On an error nothing has changed.
func (a *App) loadState(k *store.Saved) {
	err := a.table.Restore(k.State)
	if a.message = "loaded: " + k.Title; err != nil {
		a.message = err.Error()
	}
}
