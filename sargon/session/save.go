package session

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
)

// State returns all that is needed to go on with the game another time: with the machine, if the
// user plays on it.
func (t *Session) State() (*states.State, error) {
	t.tag()
	s := &states.State{
		Kind: states.Board, Saved: time.Now().UTC().Truncate(time.Second), Rom: t.o.Rom,
		Game: &states.Game{
			PGN: pgn.Text(t.game), Player: t.player, Level: t.level, Engine: t.engineName,
			Over: t.over(),
		},
	}
	m := &t.machine
	if !m.inUse {
		if t.search == nil { // otherwise it would be stopped
			if p, err := t.position(); err == nil {
				s.Game.Position = &p
			}
		}
		return s, nil
	}
	s.Kind = states.Program
	if !m.programRunning {
		return s, nil
	}
	image, screen := m.program.Image(), m.program.Screen()
	s.Image, s.SHA256, s.Screen = image.Name, image.SHA256(), screen[:]
	switch {
	case m.gameStarted:
		p := m.program.Position()
		s.Board = strings.TrimSuffix(p.String(), "\n")
	case t.game.Len() == 0:
		s.Game = nil
	}
	var err error
	s.Machine, err = m.program.Save()
	return s, err
}

// GameOf returns the game of a state as it was played.
func GameOf(s *states.State) (*game.Game, error) {
	for g, err := range pgn.Read(strings.NewReader(s.Game.PGN), "the game") {
		return g, err
	}
	return nil, errors.New("there is no game")
}

// Restore goes on from a state. If its machine runs another ROM image, or cannot be resumed, the
// error says so and nothing has changed. Whether the user plays on the machine stays as it is.
func (t *Session) Restore(s *states.State) error {
	g, about := game.New(), states.Game{Player: sargon.White, Level: t.level}
	if s.Game != nil {
		var err error
		if g, err = GameOf(s); err != nil {
			return err
		}
		about = *s.Game
		// PGN does not tell why a game ended: the user can lose without a mate in one way only.
		if r := g.Result(); r.Reason == "" && r.Outcome == game.Win(about.Player.Other()) {
			g.Finish(game.Result{Outcome: r.Outcome, Reason: game.Resignation})
		}
	}
	if s.Machine != nil {
		if err := t.resumeMachine(s); err != nil {
			return err
		}
		if s.Game != nil { // it plays at the level in its memory
			about.Level = cmp.Or(t.machine.program.Level(), about.Level)
		}
	}
	t.setGame(g, about.Player)
	t.setPlayerAndLevel(about.Player, about.Level)
	t.machinePosition = about.Position
	m := &t.machine
	m.forget()
	if s.Machine != nil {
		t.machineResumed()
		m.gameStarted, m.dialogueKey = s.Game != nil, t.key()
	}
	return nil
}

// resumeMachine has the machine go on from a state.
func (t *Session) resumeMachine(s *states.State) error {
	p := t.machine.program
	switch {
	case p == nil:
		return errNoMachine
	case s.Kind != states.Program:
		return errSnapshotOnly
	}
	if err := s.CheckImage(p.Image()); err != nil {
		return err
	}
	t.stopMachine()
	if t.machine.inUse {
		defer t.runMachine()
	}
	return p.Resume(s.Machine)
}

// saveEvery is how often a long search of the machine is saved, so that its work is not lost.
const saveEvery = 10 * time.Second

// save gives the game to Options.Save if there is reason to.
func (t *Session) save(always bool) {
	due := t.unsaved
	if t.machine.inUse {
		due = t.machineDue()
	}
	begun := t.game.Len() > 0 || !t.game.FromStart() || t.machine.gameStarted
	if t.o.Save == nil || !begun || !due && !always ||
		t.o.SaveOnlyWaiting && t.machine.inUse && !t.machine.followedState.Waiting {
		return
	}
	t.unsaved, t.saved = false, time.Now()
	s, err := t.State()
	if err == nil {
		err = t.o.Save(s, t.game)
	}
	if err != nil && t.notSaved == nil { // reported once, until saving works again
		t.changed(Change{Kind: NotSaved, Err: err})
	}
	t.notSaved = err
}

// EngineName is how PGN names the engine's side.
const EngineName = "Sargon"

// tag fills in the header of the game.
func (t *Session) tag() {
	engine := t.engineName
	if p := t.machine.program; p != nil && engine == "rom" && p.Image().Identity() != "" {
		engine = p.Image().Identity()
	}
	sides := []string{"White", "Black"}
	if t.player == sargon.Black {
		sides[0], sides[1] = sides[1], sides[0]
	}
	tags := &t.game.Tags
	name := tags.Get(sides[0])
	if name == "" || name == "?" || strings.HasPrefix(name, EngineName) {
		tags.Set(sides[0], "Player")
	}
	tags.Set(sides[1], fmt.Sprintf("%s 1978 (%s, level %d)", EngineName, engine, t.level))
	if tags.Get("Date") == "" {
		tags.Set("Date", time.Now().Format("2006.01.02"))
	}
	if tags.Get("Event") == "" {
		tags.Set("Event", "sargon play")
	}
}

// Close ends all that runs, and saves the game as it stands then. What Changes returns afterwards
// is the last.
func (t *Session) Close() {
	t.stopMachine()
	t.stop()
	if t.machine.inUse {
		t.follow()
	}
	t.save(true)
	t.closed = true
}
