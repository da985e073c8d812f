// Package front has what the front ends of sargon play share: the game that they are given to
// show, and the commands that people type.
//
//	err := g.KeepMachine(follower.Thought())
//	var commands = front.Shared(func(a *App, do front.Action, args string) { … })
//
// What they look like is the business of packages tui and plain.
package front

import (
	"errors"
	"fmt"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

// View is a way to see the game.
type View string

// The views.
const (
	ScreenView View = "screen" // of 1978
	BoardView  View = "board"  // a modern one
)

// Game is what a front end shows, and passes on to what people do.
type Game struct {
	Session *session.Session
	Program *program.Program // the machine, in whose dialogue the game may be

	Resumed bool   // the machine holds the game of the session already; otherwise,
	SetUp   bool   // if this is set, it is made to
	Thought uint64 // of the game resumed: see Kept
	Message string // for the beginning
	Tip     string // for the beginning too, where there is room for it

	// Moments is the folder for moments of the machine; "" for none.
	Moments states.Folder

	Games Games // those that are kept; nil if none are

	// Keep is given the game after each move; nil if it is not kept. It must not wait. Its
	// error is shown, and the game goes on.
	Keep func(Kept) error
}

// Kept is what is needed besides the session to go on with the game another time.
type Kept struct {
	View     View
	Position *sargon.Position // as the engine holds it; nil if that is not known
	Machine  []byte           // the state of the machine; nil if it is not at this game
	Thought  uint64           // T-states of its thinking before the present turn
}

// KeepMachine keeps the game as the machine holds it. thought is Follower.Thought.
func (g *Game) KeepMachine(thought uint64) error {
	state, err := g.Program.Save()
	if err != nil {
		return err
	}
	return g.Keep(Kept{View: ScreenView, Machine: state, Thought: thought})
}

// Begun tells whether there is a game worth keeping.
func (g *Game) Begun() bool { return g.Session.Game().Len() > 0 || !g.Session.Game().FromStart() }

// Ended says how a game ended: "White wins, checkmate".
func Ended(r game.Result) string {
	text := map[game.Outcome]string{
		game.WhiteWins: "White wins", game.BlackWins: "Black wins", game.Draw: "a draw",
	}[r.Outcome]
	if r.Reason != "" {
		text += ", " + string(r.Reason)
	}
	return text
}

// Illegal says why a move is not possible, without the position, which the person knows; ok
// is false for any other error.
func Illegal(err error) (text string, ok bool) {
	var illegal *game.IllegalMoveError
	if !errors.As(err, &illegal) || illegal.Reason == "" {
		return "", false
	}
	return fmt.Sprintf("%s: %s", illegal.Move, illegal.Reason), true
}

// InWords writes a time as one says it: "3 min 25 s".
func InWords(d time.Duration) string {
	s := int64(d.Round(time.Second) / time.Second)
	switch {
	case s >= 86400:
		return fmt.Sprintf("%d d %d h", s/86400, s/3600%24)
	case s >= 3600:
		return fmt.Sprintf("%d h %d min", s/3600, s/60%60)
	case s >= 60:
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	}
	return fmt.Sprintf("%d s", s)
}
