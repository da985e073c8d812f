package session

import (
	"errors"
	"fmt"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/think"
)

// Clock is what a chess clock shows for a side. It runs from the first move of the game on, and is
// computed from the times of the moves: taking a move back gives its time back.
type Clock struct {
	think.Clock
	Fallen bool // the flag: the time is used up. The game can be played on.
}

// chessClock returns the clock of a side; nil if the game has none.
func (s *Session) chessClock(side sargon.Color) *Clock {
	if s.time == nil {
		return nil
	}
	c := think.NewGameClock(s.time)
	inTime := true
	for i := 0; i < s.game.Len() && inTime; i++ {
		p := s.game.Ply(i)
		took := p.Elapsed
		if i == 0 {
			took = 0
		}
		if p.Side == side {
			inTime = c.Move(took, 0)
		}
	}
	left := c.Clock
	if s.ticking(side) && inTime {
		left.Remaining -= s.elapsed()
	}
	return &Clock{Clock: left, Fallen: left.Remaining <= 0}
}

// ticking reports whether the clock of a side runs now.
func (s *Session) ticking(side sargon.Color) bool {
	return s.game.Side() == side && s.game.Len() > 0 && !s.over()
}

// watchFlags reports a flag that has fallen, once, and sets a timer that wakes the session when the next
// one falls.
func (s *Session) watchFlags() {
	if s.time == nil {
		return
	}
	for i, side := range [...]sargon.Color{sargon.White, sargon.Black} {
		c := s.chessClock(side)
		if c.Fallen && !s.flags[i] {
			s.changed(Change{Kind: FlagFell, Text: s.flagText(side)})
		}
		s.flags[i] = c.Fallen
		if s.ticking(side) && !c.Fallen && s.state != Closed {
			if s.flagTimer != nil {
				s.flagTimer.Stop()
			}
			s.flagTimer = time.AfterFunc(c.Remaining, s.wake)
		}
	}
}

// flagText returns whose time is up, and what can be done.
func (s *Session) flagText(side sargon.Color) string {
	switch {
	case s.both:
		return fmt.Sprintf("%v's time is up: flag claims the game for %v; or play on", side, side.Other())
	case side != s.player && s.machine.inUse:
		return "Sargon's time is up: you could claim the game on the modern board; or play on"
	case side == s.player:
		return "your time is up, and the game would be lost; you can play on"
	}
	return "Sargon's time is up: flag claims the game; or play on"
}

// Why the game cannot be claimed on time.
var (
	errNoFlag  = errors.New("no flag has fallen")
	errOwnFlag = errors.New("it is your flag that has fallen, not Sargon's; you can play on")
)

// ClaimTime ends the game because the time of the other side is up; where two people play, for the side
// whose time is not. A machine is left for that.
func ClaimTime(s *Session) (string, error) {
	loser := s.player.Other()
	if s.both && s.fallen(s.player) && !s.fallen(loser) {
		loser = s.player
	}
	switch {
	case s.over():
		return "", ErrOver
	case !s.fallen(loser) && s.fallen(loser.Other()):
		return "", errOwnFlag
	case !s.fallen(loser):
		return "", errNoFlag
	}
	if _, err := UseEngine(s); err != nil { // the machine knows no clock, and would play on
		return "", err
	}
	s.stop()
	s.game.Finish(game.Result{Outcome: game.Win(loser.Other()), Reason: game.TimeForfeit})
	return fmt.Sprintf("%v has won on time", loser.Other()), nil
}

func (s *Session) fallen(side sargon.Color) bool {
	c := s.chessClock(side)
	return c != nil && c.Fallen
}

// limits returns how long the engine thinks about its move: as long as the clock allows, or if there
// is none, or its flag has fallen already, at the level.
func (s *Session) limits() think.Limits {
	if c := s.chessClock(s.game.Side()); c != nil && !c.Fallen {
		return think.Limits{Clock: &c.Clock}
	}
	return think.Limits{Level: s.level}
}
