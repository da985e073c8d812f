package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// How long a program may take where no clock says so.
const (
	patience = 10 * time.Second // to answer at all, and beyond its time before it is given up
	forever  = 24 * time.Hour   // for a move without a clock
	farewell = time.Second      // to end after quit
)

// program is a player that speaks UCI, in a process of its own.
type program struct {
	entrant *Entrant
	process *exec.Cmd
	in      io.WriteCloser
	out     io.Closer
	lines   chan string   // what it says; closed when it has ended
	stderr  *tail         // the end of what it complains about
	ended   chan struct{} // closed when the process is gone

	idName  string
	options []string // names, in lower case
}

// startProgram runs the program and sets its options.
func startProgram(ctx context.Context, e *Entrant) (*program, error) {
	p := &program{entrant: e}
	return p, p.start(ctx)
}

func (p *program) start(ctx context.Context) error {
	command := p.entrant.Command
	p.process = exec.Command(command[0], command[1:]...)
	p.process.WaitDelay = farewell
	p.stderr = new(tail)
	p.process.Stderr = p.stderr
	in, err := p.process.StdinPipe()
	if err != nil {
		return err
	}
	out, err := p.process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := p.process.Start(); err != nil {
		return fmt.Errorf("%s: %w", command[0], err)
	}
	p.in, p.out, p.lines, p.ended = in, out, make(chan string, 256), make(chan struct{})
	go p.read(out)
	if err := p.handshake(ctx); err != nil {
		p.close()
		return fmt.Errorf("%s: %w", strings.Join(command, " "), err)
	}
	return nil
}

// read passes lines on until the process is gone.
func (p *program) read(out io.Reader) {
	reader := bufio.NewReader(out)
	for {
		line, err := reader.ReadString('\n')
		if line = strings.TrimSpace(line); line != "" {
			p.lines <- line
		}
		if err != nil {
			break
		}
	}
	_ = p.process.Wait() // how it ended is told by what it said
	close(p.lines)
	close(p.ended)
}

func (p *program) handshake(ctx context.Context) error {
	p.options = nil
	p.send("uci")
	err := p.await(ctx, patience, func(words []string) bool {
		switch {
		case len(words) > 2 && words[0] == "id" && words[1] == "name":
			p.idName = strings.Join(words[2:], " ")
		case len(words) > 2 && words[0] == "option" && words[1] == "name":
			name := words[2:]
			if i := slices.Index(name, "type"); i >= 0 {
				name = name[:i]
			}
			p.options = append(p.options, strings.ToLower(strings.Join(name, " ")))
		}
		return words[0] == "uciok"
	})
	if err != nil {
		return fmt.Errorf("it does not speak UCI: %w", err)
	}
	for _, option := range p.entrant.Options {
		if !slices.Contains(p.options, strings.ToLower(option[0])) {
			return fmt.Errorf("it has no option %q; it has: %s", option[0], strings.Join(p.options, ", "))
		}
		p.send("setoption name %s value %s", option[0], option[1])
	}
	return p.ready(ctx)
}

func (p *program) ready(ctx context.Context) error {
	p.send("isready")
	return p.await(ctx, patience, func(words []string) bool { return words[0] == "readyok" })
}

// send writes a line. That nobody reads it shows in the answer that does not come.
func (p *program) send(format string, args ...any) {
	_, _ = fmt.Fprintf(p.in, format+"\n", args...)
}

// await reads lines until one is what is waited for.
func (p *program) await(ctx context.Context, limit time.Duration, is func(words []string) bool) error {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		select {
		case line, ok := <-p.lines:
			if !ok {
				return p.crash()
			}
			if is(strings.Fields(line)) {
				return nil
			}
		case <-timer.C:
			return errHang
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// crash says how the process ended.
func (p *program) crash() error {
	<-p.ended
	how := fmt.Sprint(p.process.ProcessState)
	if said := p.stderr.String(); said != "" {
		how += ": " + said
	}
	return fmt.Errorf("%w: %s", errCrash, how)
}

func (p *program) name() string {
	if p.entrant.Name != "" {
		return p.entrant.Name
	}
	if p.idName != "" {
		return p.idName
	}
	return p.entrant.Command[0]
}

// newGame also starts a program again that has ended, or was given up, in the last game.
func (p *program) newGame(ctx context.Context) error {
	select {
	case <-p.ended:
		if err := p.start(ctx); err != nil {
			return err
		}
	default:
	}
	p.send("ucinewgame")
	return p.ready(ctx)
}

func (p *program) move(ctx context.Context, g *game.Game, own, other *clock) (reply, error) {
	p.send("%s", positionCommand(g))
	command, limit := p.goCommand(g, own, other)
	p.send("%s", command)
	var r reply
	var told info
	err := p.await(ctx, limit+patience, func(words []string) bool {
		switch words[0] {
		case "info":
			told.read(words[1:])
		case "bestmove":
			r.text = strings.Join(words[1:min(2, len(words))], "")
			r.comment = told.String()
			return true
		}
		return false
	})
	if errors.Is(err, errHang) {
		p.kill()
	}
	return r, err
}

func positionCommand(g *game.Game) string {
	var b strings.Builder
	b.WriteString("position startpos")
	if !g.FromStart() {
		b.Reset()
		b.WriteString("position fen " + g.StartFEN())
	}
	for i := range g.Len() {
		if i == 0 {
			b.WriteString(" moves")
		}
		b.WriteString(" " + g.Ply(i).Move.String())
	}
	return b.String()
}

// goCommand returns the command, and how long its answer may take.
func (p *program) goCommand(g *game.Game, own, other *clock) (command string, limit time.Duration) {
	e := p.entrant
	command, limit = "go", forever
	if e.Depth > 0 {
		command += fmt.Sprintf(" depth %d", e.Depth)
	}
	if e.Nodes > 0 {
		command += fmt.Sprintf(" nodes %d", e.Nodes)
	}
	if e.MoveTime > 0 {
		command += fmt.Sprintf(" movetime %d", e.MoveTime.Milliseconds())
		limit = e.MoveTime
	}
	if !own.runs() {
		return command, limit
	}
	white, black := own, other
	if !other.runs() {
		black = own
	}
	if g.Side() == sargon.Black {
		white, black = black, white
	}
	command += fmt.Sprintf(" wtime %d btime %d", white.left.Milliseconds(), black.left.Milliseconds())
	if white.tc.Increment > 0 || black.tc.Increment > 0 {
		command += fmt.Sprintf(" winc %d binc %d", white.tc.Increment.Milliseconds(), black.tc.Increment.Milliseconds())
	}
	if own.movesToGo > 0 {
		command += fmt.Sprintf(" movestogo %d", own.movesToGo)
	}
	return command, own.left
}

// kill ends the process at once.
func (p *program) kill() {
	_ = p.process.Process.Kill()
	p.drain()
}

// close asks the process to end, and ends it if it does not.
func (p *program) close() {
	p.send("quit")
	p.in.Close()
	timer := time.AfterFunc(farewell, func() { _ = p.process.Process.Kill() })
	defer timer.Stop()
	p.drain()
}

// drain waits for the end of the process. Processes that it has started itself may still
// hold its output: that is closed then.
func (p *program) drain() {
	timer := time.AfterFunc(2*farewell, func() { p.out.Close() })
	defer timer.Stop()
	for range p.lines { // the reader may be waiting for us
	}
	<-p.ended
}

// info is the last thing a program has told about its search.
type info struct{ score, depth string }

func (i *info) read(words []string) {
	for n, word := range words {
		if n+1 == len(words) || word == "string" || word == "pv" {
			return
		}
		switch next := words[n+1]; {
		case word == "depth":
			i.depth = next
		case word == "cp":
			if cp, err := strconv.Atoi(next); err == nil {
				i.score = fmt.Sprintf("%+.2f", float64(cp)/100)
			}
		case word == "mate":
			if moves, err := strconv.Atoi(next); err == nil {
				i.score = fmt.Sprintf("%+dM", moves)
			}
		}
	}
}

// String writes score and depth as other match programs do: "+0.31/12".
func (i info) String() string {
	if i.score == "" {
		return ""
	}
	return i.score + "/" + i.depth
}

// tail keeps the end of a text.
type tail struct {
	mutex sync.Mutex
	text  []byte
}

func (t *tail) Write(p []byte) (int, error) {
	const kept = 500
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-kept):]
	return len(p), nil
}

func (t *tail) String() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return strings.TrimSpace(string(t.text))
}
