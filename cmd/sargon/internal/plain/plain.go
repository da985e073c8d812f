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
	"bufio"
	"context"
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

// lines reads lines until the end of the text, on a goroutine of its own: a read cannot be
// interrupted. The channel is closed at the end; then the error says why, nil at the end of
// the text.
func lines(ctx context.Context, in io.Reader) (<-chan string, *error) {
	out, failed := make(chan string), new(error)
	go func() {
		defer close(out)
		scanner := bufio.NewScanner(in)
		defer func() { *failed = scanner.Err() }()
		for scanner.Scan() {
			select {
			case out <- scanner.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return out, failed
}

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
