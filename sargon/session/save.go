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
	"sargon78/sargon/think"
)

// State returns all that is needed to go on with the game another time: with the machine, if the
// user plays on it.
func (s *Session) State() (*states.State, error) {
	s.tag()
	var took []time.Duration
	for _, p := range s.game.Plies() {
		took = append(took, p.Elapsed)
	}
	state := &states.State{
		Kind: states.Board, Saved: time.Now().UTC().Truncate(time.Second), Rom: s.o.Rom,
		Game: &states.Game{
			PGN: pgn.Text(s.game), Player: s.player, Level: s.level, Engine: s.engineName,
			Over: s.over(), Both: s.both, Took: took,
		},
	}
	m := &s.machine
	if !m.inUse {
		if s.search == nil { // otherwise it would be stopped
			if p, err := s.position(); err == nil {
				state.Game.Position = &p
			}
		}
		return state, nil
	}
	state.Kind = states.Program
	if m.dialogue == Ended {
		return state, nil
	}
	image, screen := m.program.Image(), m.program.Screen()
	state.Image, state.SHA256, state.Screen = image.Name, image.SHA256(), screen[:]
	switch {
	case m.dialogue == InGame:
		p := m.program.Position()
		state.Board = strings.TrimSuffix(p.String(), "\n")
	case s.game.Len() == 0:
		state.Game = nil
	}
	var err error
	state.Machine, err = m.program.Save()
	return state, err
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
func (s *Session) Restore(state *states.State) error {
	g, about := game.New(), states.Game{Player: sargon.White, Level: s.level}
	if state.Game != nil {
		var err error
		if g, err = GameOf(state); err != nil {
			return err
		}
		about = *state.Game
		// PGN records a loss on time only. Users lose without a mate in one other way.
		switch r := g.Result(); {
		case r.Reason != "":
		case g.Tags.Get("Termination") == timeForfeit:
			g.Finish(game.Result{Outcome: r.Outcome, Reason: game.TimeForfeit})
		case r.Outcome == game.Win(about.Player.Other()), about.Both && r.Outcome == game.Win(about.Player):
			g.Finish(game.Result{Outcome: r.Outcome, Reason: game.Resignation})
		}
	}
	if state.Machine != nil {
		if err := s.resumeMachine(state); err != nil {
			return err
		}
		if state.Game != nil { // it plays at the level in its memory
			about.Level = cmp.Or(s.machine.program.Level(), about.Level)
		}
	}
	for i, took := range about.Took[:min(len(about.Took), g.Len())] {
		g.Ply(i).Elapsed = took
	}
	s.setGame(g, about.Player)
	s.both = about.Both || s.o.Both
	if tc, err := think.ParseTimeControl(g.Tags.Get("TimeControl"), time.Second); err == nil && s.o.Time == nil {
		s.time = tc
	}
	s.setPlayerAndLevel(about.Player, about.Level)
	s.machinePosition = about.Position
	m := &s.machine
	m.forget()
	if state.Machine != nil {
		s.machineResumed()
		if m.dialogueKey = s.key(); state.Game == nil {
			m.dialogue = Questions
		}
	}
	return nil
}

// resumeMachine has the machine go on from a state.
func (s *Session) resumeMachine(state *states.State) error {
	p := s.machine.program
	switch {
	case p == nil:
		return errNoMachine
	case state.Kind != states.Program:
		return errSnapshotOnly
	}
	if err := state.CheckImage(p.Image()); err != nil {
		return err
	}
	s.stopMachine()
	if s.machine.inUse {
		defer s.runMachine()
	}
	return p.Resume(state.Machine)
}

// saveEvery is how often a long search of the machine is saved, so that its work is not lost.
const saveEvery = 10 * time.Second

// save gives the game to Options.Save if there is reason to.
func (s *Session) save(always bool) {
	due := s.unsaved
	if s.machine.inUse {
		due = s.machineDue()
	}
	begun := s.game.Len() > 0 || !s.game.FromStart() || s.machine.dialogue == InGame
	if s.o.Save == nil || !begun || !due && !always ||
		s.o.SaveOnlyWaiting && s.machine.inUse && !s.machine.followedState.Waiting {
		return
	}
	s.unsaved, s.saved = false, time.Now()
	state, err := s.State()
	if err == nil {
		err = s.o.Save(state, s.game)
	}
	if err != nil && s.notSaved == nil { // reported once, until saving works again
		s.changed(Change{Kind: NotSaved, Err: err})
	}
	s.notSaved = err
}

// EngineName is how PGN names the engine's side.
const EngineName = "Sargon"

// timeForfeit is the value of PGN's tag Termination of a game that was lost on time.
const timeForfeit = "time forfeit"

// tag fills in the header of the game.
func (s *Session) tag() {
	engine := s.engineName
	if p := s.machine.program; p != nil && engine == "rom" && p.Image().Identity() != "" {
		engine = p.Image().Identity()
	}
	sides := []string{"White", "Black"}
	if s.player == sargon.Black {
		sides[0], sides[1] = sides[1], sides[0]
	}
	tags := &s.game.Tags
	name := tags.Get(sides[0])
	if name == "" || name == "?" || strings.HasPrefix(name, EngineName) {
		tags.Set(sides[0], "Player")
	}
	if s.time != nil {
		tags.Set("TimeControl", s.time.String())
	}
	switch lost := s.game.Result().Reason == game.TimeForfeit; {
	case lost:
		tags.Set("Termination", timeForfeit)
	case tags.Get("Termination") == timeForfeit: // it was taken back
		tags.Set("Termination", "unterminated")
	}
	if s.both {
		if name := tags.Get(sides[1]); name == "" || name == "?" || strings.HasPrefix(name, EngineName) {
			tags.Set(sides[1], "Player")
		}
	} else {
		how := fmt.Sprintf("level %d", s.level)
		if s.time != nil && !s.machine.inUse {
			how = "by the clock"
		}
		tags.Set(sides[1], fmt.Sprintf("%s 1978 (%s, %s)", EngineName, engine, how))
	}
	if tags.Get("Date") == "" {
		tags.Set("Date", time.Now().Format("2006.01.02"))
	}
	if tags.Get("Event") == "" {
		tags.Set("Event", "sargon play")
	}
}

// Close ends all that runs, and saves the game as it stands then. What Changes returns afterwards
// is the last.
func (s *Session) Close() {
	s.stopMachine()
	s.stop()
	s.stopQuestion()
	if s.machine.inUse {
		s.follow()
	}
	s.save(true)
	if s.flagTimer != nil {
		s.flagTimer.Stop()
	}
	s.state = Closed
}
