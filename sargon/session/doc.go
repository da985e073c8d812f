// Package session is the table at which a game is played: by a person, against an engine or
// against a machine with a program of 1978. A Table owns the whole life of the game: whose turn it
// is, the engine's thinking, premoves, self-play, clocks, taking back, the question before
// resigning, and saving. Front ends pass on what the user does, hear what has happened, and draw
// what there is to see:
//
//	t := session.New(session.Options{Open: open, Engine: "rom", Level: 2, Save: save})
//	defer t.Close()
//	for {
//		for _, change := range t.Changes() { … }  // what has happened, in order
//		draw(t.View())                            // how things stand
//		select {
//		case text := <-typed:
//			err := t.Do(session.Move(text))       // or TakeBack, SelfPlay, NewGame(sargon.Black) …
//		case <-t.News():                          // there may be changes
//		}
//	}
//
// A Table belongs to one goroutine; only the engine's search and the machine run on others. Nothing
// happens by itself but what Changes takes over: so game, referee, engine and machine never
// disagree about the position.
//
// At the machine the user sits at its keyboard: Type passes keys on, and the game is known from
// what the program does. UseMachine and UseEngine go from one to the other with the same game.
// Where there are no goroutines, Step lets the machine run for some T-states.
//
// The package knows no terminal and no files: Options.Save is given a states.State, from
// which Restore goes on.
package session
