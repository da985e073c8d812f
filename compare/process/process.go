// Package process runs other programs and talks to them in lines.
//
//	words, err := process.Split(`python3 "my engine.py"`)
//	p, err := process.Start(words)
//	defer p.Close()
//	err = p.Say("search 2")
//	line, err := p.Hear(ctx)
//
// A program is ended with all that it has started itself, where the system lets us (on Unix:
// it has a process group of its own). UCI is a program that speaks the Universal Chess
// Interface. What the lines mean otherwise is for the caller.
package process

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Process is a running program. Its methods are for one goroutine.
type Process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.Closer
	lines  chan string   // what it writes; closed at the end
	ended  chan struct{} // closed when it is gone
	how    string        // it ended, once it has
	stderr tail
}

// MaxLine bounds a line of a program, in bytes.
const MaxLine = 1 << 20

const (
	keptLines = 256 // written and not heard yet, before the program has to wait

	// farewell is how long a program has to end after quit, and then, twice, for programs that it
	// has started to give its output back: less than a second in all, as a person waits.
	farewell = 200 * time.Millisecond
)

// ErrEnded is part of errors about a program that has ended.
var ErrEnded = errors.New("the program has ended")

// Start runs a program: its path, or a name looked for in PATH, and its arguments.
func Start(words []string) (*Process, error) {
	p := &Process{
		cmd:   exec.Command(words[0], words[1:]...),
		lines: make(chan string, keptLines), ended: make(chan struct{}),
	}
	p.cmd.Stderr = &p.stderr
	p.cmd.WaitDelay = farewell
	ownGroup(p.cmd)
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("cannot start: %w", err)
	}
	p.in, p.out = in, out
	go p.read(out)
	return p, nil
}

// read hands the program's lines on until it ends.
func (p *Process) read(out io.Reader) {
	scanner := bufio.NewScanner(out)
	scanner.Buffer(nil, MaxLine)
	for scanner.Scan() {
		p.lines <- strings.TrimRight(scanner.Text(), "\r")
	}
	tooLong := errors.Is(scanner.Err(), bufio.ErrTooLong)
	if tooLong { // nobody will read the rest
		kill(p.cmd)
	}
	_ = p.cmd.Wait() // its state says how it ended
	p.how = p.cmd.ProcessState.String()
	if tooLong {
		p.how = fmt.Sprintf("it wrote a line of more than %d bytes", MaxLine)
	}
	close(p.ended)
	close(p.lines)
}

// Say writes a line. The error is an ErrEnded, or says that nobody listens.
func (p *Process) Say(format string, args ...any) error {
	_, err := fmt.Fprintf(p.in, format+"\n", args...)
	if err == nil {
		return nil
	}
	select {
	case <-p.ended:
		return p.ending()
	case <-time.After(farewell):
		return fmt.Errorf("it does not listen: %w", err)
	}
}

// Hear returns the next line. Errors: that of ctx, or an ErrEnded with the program's exit
// status and last words.
func (p *Process) Hear(ctx context.Context) (string, error) {
	select {
	case line, ok := <-p.lines:
		if !ok {
			return "", p.ending()
		}
		return line, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// Complaint returns the end of what the program has written on standard error, as " (standard error:
// …)"; "" if that is nothing.
func (p *Process) Complaint() string {
	if words := p.stderr.String(); words != "" {
		return fmt.Sprintf(" (standard error: %s)", words)
	}
	return ""
}

// Ended is closed when the program is gone.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// ending says how a program that is gone has ended.
func (p *Process) ending() error {
	how := p.how
	if words := p.stderr.String(); words != "" {
		how += ": " + words
	}
	return fmt.Errorf("%w: %s", ErrEnded, how)
}

// Kill ends the program at once.
func (p *Process) Kill() {
	kill(p.cmd)
	p.drain()
}

// Close asks the program to quit, and kills it if it does not.
func (p *Process) Close() {
	impatience := time.AfterFunc(farewell, func() { kill(p.cmd) })
	defer impatience.Stop()
	_ = p.Say("quit")
	_ = p.in.Close()
	p.drain()
}

// drain waits for the end. What the program has started may still hold its output: that is closed
// then.
func (p *Process) drain() {
	silence := time.AfterFunc(2*farewell, func() { _ = p.out.Close() })
	defer silence.Stop()
	for range p.lines {
	}
}

// tail keeps the end of what is written to it.
type tail struct {
	sync.Mutex
	bytes []byte
}

const tailBytes = 2000

func (t *tail) Write(b []byte) (int, error) {
	t.Lock()
	defer t.Unlock()
	t.bytes = append(t.bytes, b...)
	t.bytes = t.bytes[max(0, len(t.bytes)-tailBytes):]
	return len(b), nil
}

func (t *tail) String() string {
	t.Lock()
	defer t.Unlock()
	return strings.TrimSpace(string(t.bytes))
}

// Split splits a command into words at spaces outside quotes, single or double. A backslash
// is a plain character, as in the paths of Windows. There is at least one word.
func Split(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord := false
	quote := rune(0)
	for _, c := range command + " " {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '"' || c == '\'':
			quote, inWord = c, true
		case c != ' ' && c != '\t':
			word.WriteRune(c)
			inWord = true
		case inWord:
			words = append(words, word.String())
			word.Reset()
			inWord = false
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("command %q: a quote %c is not closed", command, quote)
	}
	if len(words) == 0 {
		return nil, errors.New("no command: want a program and its arguments, " +
			"like exec:python3 mysargon.py")
	}
	return words, nil
}
