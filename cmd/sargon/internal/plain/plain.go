// Package plain plays in lines of text: for screen readers, scripts and slow lines. Nothing
// is painted, nothing is repeated, no line needs a colour.
//
//	in := plain.Read(ctx, os.Stdin)
//	other, err := plain.Commands(ctx, plain.Options{Game: game, In: in, Out: os.Stdout})
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
	"time"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/sargon/files"
)

// Options say what is played where.
type Options struct {
	front.Game
	In  *Input
	Out io.Writer

	// Prompt means that a person types: they are told when it is their turn to, and may type
	// while Sargon thinks. What comes from a script waits until it has moved.
	Prompt bool
	// Progress is the time between two lines about what Sargon thinks; 0 means never.
	Progress time.Duration
	Bell     bool // rings when Sargon has moved
	List     bool // begin with the saved games
}

// Input is text as it comes in, line by line. Several games may be played with it, one after the
// other.
type Input struct {
	lines chan string // closed at the end of the text or of ctx, after ended
	ended chan struct{}
	err   error // once ended is closed
}

// Read begins to read a text, until its end or that of ctx.
func Read(ctx context.Context, in io.Reader) *Input {
	i := &Input{lines: make(chan string), ended: make(chan struct{})}
	go func() {
		defer close(i.lines)
		defer close(i.ended)
		scanner := bufio.NewScanner(files.Interruptible(ctx, in))
		for scanner.Scan() {
			select {
			case i.lines <- scanner.Text():
			case <-ctx.Done():
				return
			}
		}
		i.err = scanner.Err()
	}()
	return i
}

// failure returns the error of reading, nil while the text goes on.
func (i *Input) failure() error {
	select {
	case <-i.ended:
		return i.err
	default:
		return nil
	}
}

// every returns a channel that ticks, and a function that stops it; a nil channel for 0.
func every(d time.Duration) (<-chan time.Time, func()) {
	if d <= 0 {
		return nil, func() {}
	}
	t := time.NewTicker(d)
	return t.C, t.Stop
}

// bell is the character that rings.
const bell = "\a"

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
