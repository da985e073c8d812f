package tui

import (
	"errors"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/moments"
	"sargon78/roms/edition"
	"sargon78/sargon"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/session"
)

var errSearchAlone = errors.New("this is a moment of a search alone: sargon debug goes on with it")

// oneGame reads the game of a state.
func oneGame(text string) (*game.Game, error) {
	for g, err := range pgn.Read(strings.NewReader(text), "the game of the state") {
		return g, err
	}
	return nil, errors.New("the state has no game")
}

// openMoments shows the moments of the machine that are kept.
func (a *App) openMoments() {
	switch {
	case a.view == front.BoardView:
		a.message = "moments are those of the machine: F2 shows it"
		return
	case a.o.Moments == "":
		a.message = "moments are not kept here"
		return
	}
	p, err := moments.New(a.o.Moments)
	if err != nil {
		a.message = err.Error()
		return
	}
	a.moments = p
}

// momentsKey handles a key in their list.
func (a *App) momentsKey(e *tcell.EventKey) {
	name, end := a.moments.Key(e)
	if !end {
		return
	}
	saves := a.moments.Saves
	a.moments = nil
	var err error
	switch {
	case name == "":
	case saves:
		if err = a.keepMoment(name); err == nil {
			a.message = "this moment is kept: " + name
		}
	default:
		if err = a.takeUpMoment(name); err == nil {
			a.message = "it goes on from there: " + name
		}
	}
	if err != nil {
		a.message = err.Error()
	}
}

// keepMoment keeps the machine as it is now, with its game.
func (a *App) keepMoment(name string) error {
	a.followMachine()
	machine, err := a.program.Save()
	if err != nil {
		return err
	}
	image, shown := a.program.Image(), a.program.Screen()
	s := states.State{
		Kind: states.Program, Edition: image.Name, SHA256: edition.SHA256(image),
		Saved: time.Now().UTC().Truncate(time.Second), Screen: shown[:], Machine: machine,
	}
	if a.follower.Begun {
		p := a.program.Position()
		s.Board = strings.TrimSuffix(p.String(), "\n")
		s.Game = &states.Game{
			PGN: pgn.Text(a.session.Game()), Player: a.session.Player(), Level: a.session.Level(),
			Thought: a.follower.Thought(),
		}
	}
	return a.o.Moments.Save(name, &s)
}

// takeUpMoment goes on from a moment that is kept. On an error nothing has changed.
func (a *App) takeUpMoment(name string) error {
	s, err := a.o.Moments.Load(name)
	if err != nil {
		return err
	}
	if s.Kind != states.Program {
		return errSearchAlone
	}
	if err := s.Fits(a.program.Image()); err != nil {
		return err
	}
	g, player, level := game.New(), sargon.White, a.session.Level()
	if s.Game != nil {
		if g, err = oneGame(s.Game.PGN); err != nil {
			return err
		}
		player, level = s.Game.Player, s.Game.Level
	}
	a.stopMachine()
	err = a.program.TakeUp(s.Machine)
	if err == nil {
		a.session.SetGame(g, player)
		a.session.Adopt(player, level)
		a.follower = session.Follower{}
		if s.Game != nil {
			a.follower.TakenUp(a.session, s.Game.Thought)
		}
	}
	a.startMachine()
	return err
}
