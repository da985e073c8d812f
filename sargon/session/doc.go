// Package session plays a game between a user and an engine, or between a user and a program of 1978
// on an emulated machine. A Session owns the whole life of the game: whose turn it is, the engine's
// thinking, premoves, self-play, clocks, taking back, the question before resigning, and saving. With
// Options.Both two users play each other, and the engine looks on. A front end passes on what the
// user does, asks for what has happened, and draws how things stand:
//
//	s := session.New(session.Options{Open: open, Engine: "rom", Level: 2, Save: save})
//	defer s.Close()
//	for {
//		for _, change := range s.Changes() { … }  // what has happened, in order
//		draw(s.View())                            // how things stand
//		select {
//		case text := <-typed:
//			err := s.Do(session.Move(text))       // or TakeBack, SelfPlay, NewGame(sargon.Black) …
//		case <-s.News():                          // there may be changes
//		}
//	}
//
// A Session belongs to one goroutine; only the engine's search and the machine run on others. Their
// results take effect when Changes is called: so game, referee, engine and machine never disagree
// about the position.
//
// While the machine plays, Type sends keys to its keyboard, and the session follows the game by
// watching what the program does. UseMachine and UseEngine change the opponent of the same game.
// Where there are no goroutines, Step runs the machine for some T-states.
//
// The package knows no terminal and no files: Options.Save receives a states.State, and Restore
// goes on from one.
package session
