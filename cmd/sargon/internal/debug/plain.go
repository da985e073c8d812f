package debug

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/debuggee"
	"sargon78/sargon/emulated/debugger"
	"sargon78/sargon/files"
)

// Plain executes commands from a stream, one on each line, until one ends the session or the stream
// ends. If both streams are a terminal it shows a prompt. A script continues after a command that
// fails, but the result is then an error.
func Plain(ctx context.Context, streams *cli.IO, d *debuggee.Debugger) error {
	asks := cli.IsTerminal(streams.In) && cli.IsTerminal(streams.Out)
	if _, err := fmt.Fprintln(streams.Out, d.Intro); err != nil {
		return err
	}
	in, prompt := files.Interruptible(ctx, streams.In), ""
	if asks {
		ctx = context.WithoutCancel(ctx) // Control-C ends the running command
		in, prompt = streams.In, "> "
	}
	lines := bufio.NewScanner(in)
	failed := error(nil)
	for {
		fmt.Fprint(streams.Out, prompt)
		if !lines.Scan() {
			return errors.Join(lines.Err(), failed)
		}
		err := interruptible(ctx, streams.Out, d.Debugger, lines.Text())
		switch {
		case errors.Is(err, debugger.ErrQuit):
			return failed
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			continue
		case !asks:
			failed = cli.ErrFailed
		}
		if _, err := fmt.Fprintf(streams.Out, "? %v\n", firstLines(err)); err != nil {
			return err
		}
	}
}

// interruptible executes a command, which Control-C ends; at the prompt Control-C ends the program.
func interruptible(ctx context.Context, out io.Writer, d *debugger.Debugger, line string) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	return d.Do(ctx, out, line)
}

// firstLines shortens an error to what fits on a screen.
func firstLines(err error) string {
	const most = 8
	lines := strings.Split(err.Error(), "\n")
	return strings.Join(lines[:min(most, len(lines))], "\n")
}
