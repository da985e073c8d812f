// Package plain plays in lines of text: for screen readers, scripts and slow lines. Nothing
// is painted, nothing is repeated, no line needs a colour.
//
//	err := plain.Commands(ctx, plain.Options{In: os.Stdin, Out: os.Stdout, Session: table})
//
// There are two ways. Commands takes moves and short questions: "Nf3", "last", "pieces N",
// "file e". Dialogue is the dialogue of the program on the machine, in its own words: what
// is typed goes to its keyboard, and what it writes beside the board comes out.
package plain

import (
	"errors"
	"fmt"
	"io"

	"sargon78/sargon/emulated/program"
	"sargon78/sargon/session"
)

// Options say what is played where.
type Options struct {
	In      io.Reader
	Out     io.Writer
	Prompt  bool // a person types: say when it is their turn to
	Session *session.Session
	Program *program.Program // for Dialogue
	Resumed bool             // it holds the game of the table already; otherwise,
	SetUp   bool             // if this is set, it is made to
	Thought uint64           // see tui.Kept
	Keep    func(thought uint64) error
	Message string
}

// errLeave ends a game on request.
var errLeave = errors.New("leave")

// writer remembers the first error of writing, so that it need not be looked at each time.
type writer struct {
	out io.Writer
	err error
}

func (w *writer) say(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.out, format+"\n", args...)
	}
}
