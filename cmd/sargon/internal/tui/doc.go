// Package tui shows a game in the terminal: the screen of 1978, and a modern board next to
// it.
//
//	app := tui.New(tui.Options{Appearance: appearance, Game: game})
//	err := app.Run(ctx)     // returns when the user leaves
//	err = tui.Replay(ctx, walk, tui.ReplayOptions{Appearance: appearance})   // a game of others
//
// The terminal is put back whatever happens: leaving, Ctrl-Z, the end of the context, an
// error of the machine, a panic. One goroutine draws and handles keys; the machine runs on
// another one and never waits for a picture.
package tui
