// Package lines runs programs that are talked to in lines of text: engines, and ports of routines.
package lines

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"
)

// Process is a running program that is talked to in lines. It is ended with all that it has
// started itself, where the system lets us (on Unix: it has a process group of its own). Its
// methods are for one goroutine; the caller knows which program their errors are about.
type Process struct {
	command   string
	killAll   func() // the program and what it has started
	in        io.WriteCloser
	out       io.Closer
	lines     chan string // what it writes; closed when it is gone
	exitState string      // how it ended, once it has
	gone      bool        // an error has said so
	stderr    tail
}

const (
	MaxLine         = 1 << 20 // bytes of a line of a program
	maxPendingLines = 256     // written and not heard yet, before the program has to wait

	// quitTimeout is how long a program has to end after quit, and then, twice, for programs that it
	// has started to give its output back: less than a second in all, as a person waits.
	quitTimeout = 200 * time.Millisecond
)

// Start runs a command: a program, by its path or looked for in PATH, and its arguments, as Split
// reads them.
func Start(command string) (*Process, error) {
	words, err := Split(command)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(words[0], words[1:]...)
	p := &Process{
		command: command, killAll: func() { kill(cmd) }, lines: make(chan string, maxPendingLines),
	}
	cmd.Stderr = &p.stderr
	cmd.WaitDelay = quitTimeout
	ownGroup(cmd)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s: cannot start: %w", command, err)
	}
	p.in, p.out = in, out
	go p.read(cmd, out)
	return p, nil
}

// read hands the program's lines on until it ends.
func (p *Process) read(cmd *exec.Cmd, out io.Reader) {
	tooLong := p.scan(out)
	if tooLong { // the rest is not read
		p.killAll()
	}
	_ = cmd.Wait() // its state says how it ended
	p.exitState = "the program has ended: " + cmd.ProcessState.String()
	if tooLong {
		p.exitState = fmt.Sprintf("it wrote a line of more than %d bytes, and was ended", MaxLine)
	}
	close(p.lines)
}

// scan hands lines on to their end, or to one that is too long.
func (p *Process) scan(out io.Reader) (tooLong bool) {
	scanner := bufio.NewScanner(out)
	scanner.Buffer(nil, MaxLine)
	for scanner.Scan() {
		p.lines <- strings.TrimRight(scanner.Text(), "\r")
	}
	return errors.Is(scanner.Err(), bufio.ErrTooLong)
}

// Send writes a line. A program that does not listen is killed; the error says how it ended.
func (p *Process) Send(format string, args ...any) error {
	if _, err := fmt.Fprintf(p.in, format+"\n", args...); err != nil {
		p.Kill()
		return p.ending()
	}
	return nil
}

// Ask writes a line and reads lines, in words, until one is the answer or wrong. Empty lines are
// left out. Errors are those of Say and of answers; that the program has ended, with its exit status;
// and that of ctx: then the program is killed, because what it would do later is unknown.
func (p *Process) Ask(
	ctx context.Context, line string, answers func(words []string) (done bool, err error),
) error {
	if err := p.Send("%s", line); err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			p.Kill()
			return p.withStderr(ctx.Err())
		case line, open := <-p.lines:
			if !open {
				return p.ending()
			}
			words := strings.Fields(line)
			if len(words) == 0 {
				continue
			}
			if done, err := answers(words); done || err != nil {
				return err
			}
		}
	}
}

// ending says how a program that is gone has ended.
func (p *Process) ending() error {
	p.gone = true
	return p.withStderr(errors.New(p.exitState))
}

// Ended reports whether an error has said already that the program is gone.
func (p *Process) Ended() bool { return p.gone }

// Command returns the command that was started.
func (p *Process) Command() string { return p.command }

// withStderr adds to an error what the program wrote to its standard error.
func (p *Process) withStderr(err error) error {
	return fmt.Errorf("%w%s", err, p.Stderr())
}

// Stderr returns what the program wrote to its standard error last, in brackets, "" for nothing.
func (p *Process) Stderr() string {
	if words := p.stderr.String(); words != "" {
		return fmt.Sprintf(" (standard error: %s)", words)
	}
	return ""
}

// Kill ends the program at once.
func (p *Process) Kill() {
	p.killAll()
	p.drain()
}

// Close asks the program to quit, and kills it if it does not. The error is always nil.
func (p *Process) Close() error {
	impatience := time.AfterFunc(quitTimeout, p.killAll)
	defer impatience.Stop()
	_, _ = io.WriteString(p.in, "quit\n")
	_ = p.in.Close()
	p.drain()
	return nil
}

// drain waits for the end. What the program has started may still hold its output: that is closed
// then.
func (p *Process) drain() {
	silence := time.AfterFunc(2*quitTimeout, func() { _ = p.out.Close() })
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

var (
	commandWord = regexp.MustCompile(`(?:[^\s"']|"[^"]*"|'[^']*')+`)
	quotedPart  = regexp.MustCompile(`"([^"]*)"|'([^']*)'`)
)

// Split splits a command into words at spaces outside quotes, single or double. A backslash
// is a plain character, as in the paths of Windows. There is at least one word.
func Split(command string) ([]string, error) {
	if rest := strings.TrimSpace(commandWord.ReplaceAllString(command, "")); rest != "" {
		return nil, fmt.Errorf("command %q: a quote %c is not closed", command, rest[0])
	}
	words := commandWord.FindAllString(command, -1)
	if len(words) == 0 {
		return nil, errors.New("no command: want a program and its arguments, like python3 port.py")
	}
	for i, word := range words {
		words[i] = quotedPart.ReplaceAllString(word, "$1$2")
	}
	return words, nil
}
