// Package plain plays in lines of text: for screen readers, scripts and slow lines. Nothing
// is painted, nothing is repeated, no line needs a colour.
//
//	err := plain.Commands(ctx, plain.Options{Game: game, In: os.Stdin, Out: os.Stdout})
//
// There are two ways. Commands takes moves and short questions: "Nf3", "last", "pieces N",
// "file e". Dialogue is the dialogue of the program on the machine, in its own words: what
// is typed goes to its keyboard, and what it writes beside the board comes out.
package plain

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/sargon/files"
)

// Options say what is played where.
type Options struct {
	front.Game
	In     io.Reader
	Out    io.Writer
	Prompt bool // a person types: say when it is their turn to
}

// lines reads lines until the end of the text or of ctx.
func lines(ctx context.Context, in io.Reader) *bufio.Scanner {
	return bufio.NewScanner(files.Interruptible(ctx, in))
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
