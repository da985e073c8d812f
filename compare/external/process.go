package external

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

// process is a running program that is talked to in lines.
type process struct {
	command string
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     io.Closer
	lines   chan string // what it writes; closed at the end
	ended   chan struct{}
	err     error // how it ended, when ended is closed
	stderr  tail
}

// maxLine bounds a line of a program.
const maxLine = 1 << 20

// startTimeout is how long a program may take to say hello.
const startTimeout = 20 * time.Second

// start runs a command: words, which may stand in single or double quotes. There is no
// shell.
func start(command string) (*process, error) {
	words, err := SplitWords(command)
	if err != nil {
		return nil, err
	}
	p := &process{command: command, cmd: exec.Command(words[0], words[1:]...), lines: make(chan string, 64), ended: make(chan struct{})}
	p.cmd.Stderr = &p.stderr
	ownGroup(p.cmd)
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("cannot start %q: %w", command, err)
	}
	p.out = out
	go p.read(out)
	return p, nil
}

// read hands the program's lines on until it ends.
func (p *process) read(out io.Reader) {
	scanner := bufio.NewScanner(out)
	scanner.Buffer(nil, maxLine)
	for scanner.Scan() {
		p.lines <- strings.TrimRight(scanner.Text(), "\r")
	}
	err := scanner.Err()
	if err != nil { // a line without end: nobody will read the rest
		kill(p.cmd)
		err = fmt.Errorf("wrote a line of more than %d bytes", maxLine)
	}
	if waited := p.cmd.Wait(); err == nil {
		err = waited
	}
	p.err = err
	close(p.ended)
	close(p.lines)
}

// say writes a line.
func (p *process) say(format string, args ...any) error {
	if _, err := fmt.Fprintf(p.in, format+"\n", args...); err != nil {
		return p.failure("does not listen: " + err.Error())
	}
	return nil
}

// hear returns the next line. When ctx ends the program is killed: it cannot be trusted to
// be where it was thought to be.
func (p *process) hear(ctx context.Context) (string, error) {
	select {
	case line, ok := <-p.lines:
		if !ok {
			return "", p.failure("has ended")
		}
		return line, nil
	case <-ctx.Done():
		kill(p.cmd)
		return "", ctx.Err()
	}
}

// failure describes what went wrong with the program, with its last words.
func (p *process) failure(what string) error {
	text := fmt.Sprintf("%s %s", p.command, what)
	select {
	case <-p.ended:
		if p.err != nil {
			text += " (" + p.err.Error() + ")"
		}
	default:
	}
	if words := p.stderr.String(); words != "" {
		text += "; it wrote:\n" + words
	}
	return errors.New(text)
}

// close asks the program to quit, and kills it if it does not. What it has started itself
// may hold its output still: that is closed then.
func (p *process) close() error {
	_, _ = io.WriteString(p.in, "quit\n")
	_ = p.in.Close()
	impatience := time.AfterFunc(time.Second, func() { kill(p.cmd) })
	defer impatience.Stop()
	silence := time.AfterFunc(2*time.Second, func() { p.out.Close() })
	defer silence.Stop()
	for range p.lines {
	}
	return nil
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
	if more := len(t.bytes) - tailBytes; more > 0 {
		t.bytes = append(t.bytes[:0], t.bytes[more:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.Lock()
	defer t.Unlock()
	return strings.TrimSpace(string(t.bytes))
}

// SplitWords splits a command at spaces outside quotes. A backslash is a plain character,
// as in the paths of Windows.
func SplitWords(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord := false
	quote := rune(0)
	for _, c := range command {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '"' || c == '\'':
			quote, inWord = c, true
		case c == ' ' || c == '\t':
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("command %q: a quote %c is not closed", command, quote)
	}
	if inWord {
		words = append(words, word.String())
	}
	if len(words) == 0 {
		return nil, errors.New("no command: want a program and its arguments, like exec:python3 mysargon.py")
	}
	return words, nil
}
