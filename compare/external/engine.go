package external

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"sargon78/compare/process"
	"sargon78/sargon"
)

// Engine is a program that speaks the line protocol. It is a sargon.Engine, as far as the
// program goes: watchers see no states, and it examines nothing.
type Engine struct {
	game
	program
	version string
	detail  sargon.Detail
	steps   bool
	told    string // the last position line that was sent
}

var _ sargon.Engine = (*Engine)(nil)

// startTimeout is how long a program may take to say hello.
const startTimeout = 20 * time.Second

// Open starts a program and waits for its hello. The command is words, which may stand in quotes;
// there is no shell. It fails if the program cannot be started, says nothing for twenty seconds, or
// does not speak the protocol. The end of ctx ends the waiting.
func Open(ctx context.Context, command string) (*Engine, error) {
	words, err := process.Split(command)
	if err != nil {
		return nil, err
	}
	p, err := process.Start(words)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", command, err)
	}
	e := &Engine{game: newGame(), program: program{command, p}, detail: sargon.DetailMove}
	if err := e.hello(ctx); err != nil {
		p.Close()
		return nil, err
	}
	return e, nil
}

// program is a process with the command that messages name it by.
type program struct {
	command string
	process *process.Process
}

// say writes a line.
func (p *program) say(format string, args ...any) error {
	return p.named(p.process.Say(format, args...))
}

// named adds the command to an error.
func (p *program) named(err error) error {
	if err != nil {
		err = fmt.Errorf("%s: %w", p.command, err)
	}
	return err
}

// Close ends the program.
func (p *program) Close() error {
	p.process.Close()
	return nil
}

// lost kills a program that has not answered, and says why it has not.
func (p *program) lost(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		p.process.Kill()
		return fmt.Errorf("%w%s", ctx.Err(), p.process.Complaint())
	}
	return p.named(err)
}

// hello is the first exchange of lines.
func (e *Engine) hello(ctx context.Context) error {
	if err := e.say("sargon 1"); err != nil {
		return err
	}
	began := time.Now() // the caller may wait less long
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	for {
		word, rest, err := e.answer(ctx)
		if errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("%s says nothing for %v; want the answer to `sargon 1`%s",
				e.command, time.Since(began).Round(time.Second/10), e.process.Complaint())
		}
		if err != nil {
			return err
		}
		switch word {
		case "name":
			e.version = rest
		case "shows":
			if e.steps = rest == "steps"; e.steps {
				e.detail = sargon.DetailTrace
			} else if e.detail, err = sargon.ParseDetail(rest); err != nil || e.detail > sargon.DetailTrace {
				return fmt.Errorf("%s: shows %q; want move, score, trace or steps", e.command, rest)
			}
		case "ok":
			return nil
		default:
			return e.nonsense(word, rest, "name, shows or ok")
		}
	}
}

// answer returns the first word of the next line, and the rest. When ctx ends the program is
// killed: what it does then is unknown.
func (e *Engine) answer(ctx context.Context) (word, rest string, err error) {
	for {
		line, err := e.process.Hear(ctx)
		if err != nil {
			return "", "", e.lost(ctx, err)
		}
		word, rest, _ = strings.Cut(strings.TrimSpace(line), " ")
		rest = strings.TrimSpace(rest)
		switch {
		case word == "" || strings.HasPrefix(word, "#"):
		case word == "error":
			return "", "", fmt.Errorf("%s says: %s", e.command, rest)
		case word == "unsupported":
			return "", "", fmt.Errorf("%s: %w", e.command, sargon.ErrUnsupported)
		default:
			return word, rest, nil
		}
	}
}

func (e *Engine) nonsense(word, rest, want string) error {
	return fmt.Errorf("%s answers %q; want %s", e.command, strings.TrimSpace(word+" "+rest), want)
}

// Name returns the command.
func (e *Engine) Name() string { return "exec:" + e.command }

// Shows says what the program has said, with what it calls itself as its version.
func (e *Engine) Shows() sargon.Shows {
	return sargon.Shows{
		Version: e.version, Detail: e.detail, Evaluations: e.steps, Forgets: true, Close: e.Close,
	}
}

// Search has the program search. Watch functions other than Step are not called.
func (e *Engine) Search(ctx context.Context, options sargon.SearchOptions) (sargon.Result, error) {
	if err := options.Validate(true); err != nil {
		return sargon.Result{}, err
	}
	if options.Root != nil || options.MaxEvals > 0 {
		return sargon.Result{}, sargon.ErrUnsupported
	}
	if err := e.tell(ctx); err != nil {
		return sargon.Result{}, err
	}
	words := []string{"search", strconv.Itoa(int(options.Level))}
	if options.NoBook {
		words = append(words, "nobook")
	}
	if options.QueenPawn {
		words = append(words, "queenpawn")
	}
	if options.Watch.Evaluation != nil && e.steps {
		words = append(words, "steps")
	}
	began := time.Now()
	if err := e.say("%s", strings.Join(words, " ")); err != nil {
		return sargon.Result{}, err
	}
	result, err := e.result(ctx, options.Watch.Evaluation)
	result.Duration = time.Since(began)
	return result, err
}

// tell sends the position, if the program does not know it yet.
func (e *Engine) tell(ctx context.Context) error {
	line := e.text(sargon.Move.String)
	if line == e.told {
		return nil
	}
	e.told = ""
	if err := e.say("position %s", line); err != nil {
		return err
	}
	word, rest, err := e.answer(ctx)
	if err != nil {
		return err
	}
	if word != "ok" {
		return e.nonsense(word, rest, "ok")
	}
	e.told = line
	return nil
}

// result reads the answer to a search.
func (e *Engine) result(ctx context.Context, each func(sargon.Evaluation)) (sargon.Result, error) {
	for {
		word, rest, err := e.answer(ctx)
		if err != nil {
			return sargon.Result{}, err
		}
		switch word {
		case "step":
			step, err := sargon.ParseEvaluation(rest)
			if err != nil {
				return sargon.Result{}, fmt.Errorf("%s: %w", e.command, err)
			}
			if each != nil {
				each(step)
			}
		case "none":
			return sargon.Result{}, sargon.ErrNoLegalMove
		case "best":
			result, err := e.parseBest(rest)
			if err != nil {
				return result, fmt.Errorf("%s answers %q: %w", e.command, "best "+rest, err)
			}
			return result, nil
		default:
			return sargon.Result{}, e.nonsense(word, rest, "step, best or none")
		}
	}
}

// parseBest reads "e2e4 score 132 evals 29 trace 0123456789abcdef".
func (e *Engine) parseBest(text string) (r sargon.Result, err error) {
	fields := strings.Fields(text)
	if len(fields)%2 == 0 {
		return r, fmt.Errorf("want a move, then names with values")
	}
	if r.Best, err = sargon.ParseMove(fields[0]); err != nil {
		return r, err
	}
	shown := sargon.DetailMove
	for i := 1; i < len(fields); i += 2 {
		name, value := fields[i], fields[i+1]
		switch name {
		case "score":
			var score uint64
			if score, err = strconv.ParseUint(value, 10, 8); err != nil {
				return r, fmt.Errorf("score %q: want a number from 0 to 255", value)
			}
			r.Score = sargon.Score(score)
		case "evals":
			if r.Evals, err = strconv.ParseUint(value, 10, 64); err != nil {
				return r, fmt.Errorf("evals %q: want a number", value)
			}
			shown = max(shown, sargon.DetailScore)
		case "trace":
			r.Trace, err = sargon.ParseFingerprint(value)
			shown = sargon.DetailTrace
		default:
			return r, fmt.Errorf("%q: want score, evals or trace", name)
		}
		if err != nil {
			return r, fmt.Errorf("%s: %w", name, err)
		}
	}
	if shown < e.detail {
		return r, fmt.Errorf("this answer shows the %v only; the engine said that it shows its %v",
			shown, e.detail)
	}
	return r, nil
}
