package play

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"golang.org/x/term"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/emu/console"
	"sargon78/emu/cpm"
	"sargon78/sargon/files"
	"sargon78/sargon/speed"
)

// keyLeave is Control-], which leaves the program whatever it does.
const keyLeave = 0x1D

// runCommand runs a program for CP/M in the terminal, or in a pipe, until the program or the keys end.
// The program has its own board and its own questions: views, engines and files of games do not apply
// to it.
func (r *runner) runCommand(ctx context.Context, streams *cli.IO) error {
	if err := r.checkCommand(r.image.Name); err != nil {
		return err
	}
	rate, err := speed.Parse(r.Speed)
	if err != nil {
		return err
	}
	machine, err := cpm.New(r.image.Bytes, console.Options{
		Output: unicodeWriter{streams.Out}, Idle: func() byte { return byte(rand.Uint32()) },
	})
	if err != nil {
		return err
	}
	if err := r.setCore(machine.Do); err != nil {
		return err
	}
	machine.SetSpeed(rate.Thinking, rate.Thinking)
	terminal := cli.IsTerminal(streams.In) && cli.IsTerminal(streams.Out)
	if in, ok := streams.In.(*os.File); ok && terminal {
		fmt.Fprintf(streams.Err, "%s runs under CP/M. Control-] leaves it.\n", r.image.Name)
		before, err := term.MakeRaw(int(in.Fd()))
		if err != nil {
			return err
		}
		defer fmt.Fprintln(streams.Err)
		defer term.Restore(int(in.Fd()), before)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- machine.Run(ctx) }()
	typed := make(chan error, 1)
	go func() { typed <- typeKeys(machine, files.Interruptible(ctx, streams.In)) }()
	leave := func(err error) error {
		stop()
		<-ended // everything that it has printed is written
		return err
	}
	for typing := true; ; {
		changed := machine.Changed()
		if !typing && machine.State().Waiting { // for a key that will never come
			return leave(nil)
		}
		select {
		case err := <-ended:
			if ctx.Err() != nil {
				return nil
			}
			return err
		case err := <-typed:
			if err != nil || terminal {
				return leave(err)
			}
			typing = false
		case <-changed:
		}
	}
}

// typeKeys types everything that it reads, until the end or Control-]. The end of a line becomes
// Return.
func typeKeys(machine *cpm.Computer, in io.Reader) error {
	r := bufio.NewReader(in)
	for last := byte(0); ; {
		key, err := r.ReadByte()
		switch {
		case err == io.EOF || key == keyLeave:
			return nil
		case err != nil:
			return err
		case key == '\n' && last == '\r': // CR LF is one end of a line
		case key == '\n':
			machine.Press(cpm.KeyReturn)
		default:
			machine.Press(key)
		}
		last = key
	}
}

// unicodeWriter translates the characters that a program prints to Unicode.
type unicodeWriter struct{ to io.Writer }

func (w unicodeWriter) Write(text []byte) (int, error) {
	runes := make([]rune, len(text))
	for i, c := range text {
		runes[i] = cpm.Rune(c)
	}
	if _, err := io.WriteString(w.to, string(runes)); err != nil {
		return 0, err
	}
	return len(text), nil
}
