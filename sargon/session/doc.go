// Package session is a game that a person plays against an engine: the game, the referee, the
// engine that follows it, the clocks. Front ends show it and pass on what the person does.
//
//	s := session.New(session.Options{Open: open, Engine: "rom", Level: 2})
//	err := s.Play(move)
//	s.Think(wake)                    // the engine's turn: searches in the background
//	…                                // wake is called when there is news
//	ply, err := s.Finish()           // makes the move that was found
//
// A Session belongs to one goroutine; only the search runs on another one, and the engine is
// its own meanwhile. What is asked of the engine stops the search first. So game, referee
// and engine never disagree about the position.
//
// It knows no terminal.
package session
