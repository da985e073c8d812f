package emulated

import (
	"context"

	"sargon78/sargon"
)

// Spectator listens to the searches of a program that runs on somebody else's machine: the
// interactive program, with its screen and its own game. It changes nothing there.
type Spectator struct{ engine *Engine }

// Attach sets the traps for a Spectator on the machine of a memory. The machine must not
// run meanwhile; traps at GENMOV, SORTM and POINTS are taken.
func Attach(memory *Memory) *Spectator {
	e := &Engine{
		name: memory.image.Name, image: memory.image, machine: memory.machine, memory: memory,
		guest: true,
	}
	e.listen()
	return &Spectator{e}
}

// Begin starts to listen: a search is about to begin. The functions of watch are called on
// the goroutine that runs the machine. Call it between two instructions.
func (s *Spectator) Begin(watch sargon.Watch) {
	e := s.engine
	options := sargon.SearchOptions{Level: e.memory.Level(), Watch: watch}
	e.listener = e.newListener(context.Background(), options)
	e.listener.heard()
	e.watchScores(true)
}

// Join starts to listen to a search that is going on: one that was saved in its middle. What was
// before is known as far as the program keeps it: the list of moves and the best one.
func (s *Spectator) Join(watch sargon.Watch) {
	s.Begin(watch)
	s.engine.listener.join()
}

// Counts returns what was counted since Begin, until End.
func (s *Spectator) Counts() (evals, gens uint64, records int) {
	if l := s.engine.listener; l != nil {
		return l.Evals, l.Gens, l.Records
	}
	return 0, 0, 0
}

// Endless tells whether the search that was begun has done nothing for so long that it will not
// come back (see sargon.ErrEndless). Call it between two instructions.
func (s *Spectator) Endless() bool {
	l := s.engine.listener
	return l != nil && (l.stopped != nil || s.engine.machine.TStates > l.heardAt+patience)
}

// End stops listening, between two instructions like Begin; without a Begin it does nothing.
func (s *Spectator) End() {
	s.engine.watchScores(false)
	s.engine.listener = nil
}
