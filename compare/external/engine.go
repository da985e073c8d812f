package external

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sargon78/sargon"
)

// Engine is a program that speaks the line protocol. It is a sargon.Engine, as far as the
// program goes: watchers see no states, and it examines nothing.
type Engine struct {
	contender
	version string
	detail  sargon.Detail
	steps   bool
	told    string // the last position line that was sent
}

var _ sargon.Engine = (*Engine)(nil)

// Open starts a program and waits for its hello. The command is words, which may stand in quotes;
// there is no shell. It fails if the program cannot be started, says nothing for twenty seconds, or
// does not speak the protocol. The end of ctx ends the waiting.
func Open(ctx context.Context, command string) (*Engine, error) {
	p, err := Start(command)
	if err != nil {
		return nil, err
	}
	e := &Engine{contender: newContender(p), detail: sargon.DetailMove}
	if err := e.hello(ctx); err != nil {
		_ = p.Close()
		return nil, err
	}
	return e, nil
}

// hello is the first exchange of lines.
func (e *Engine) hello(ctx context.Context) error {
	if err := e.Say("sargon 1"); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	for {
		word, rest, err := e.answer(ctx)
		if errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("no answer to `sargon 1`: %w", err)
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

// answer returns the first word of the next line, and the rest.
func (e *Engine) answer(ctx context.Context) (word, rest string, err error) {
	for {
		line, err := e.Hear(ctx)
		if err != nil {
			return "", "", err
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
	if err := e.Say("%s", strings.Join(words, " ")); err != nil {
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
	if err := e.Say("position %s", line); err != nil {
		return err
	}
	word, rest, err := e.answer(ctx)
	if err == nil && word != "ok" {
		err = e.nonsense(word, rest, "ok")
	}
	if err == nil {
		e.told = line
	}
	return err
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
	for pair := range slices.Chunk(fields[1:], 2) {
		var score uint64
		want := "a number"
		switch pair[0] {
		case "score":
			want = "a number from 0 to 255"
			score, err = strconv.ParseUint(pair[1], 10, 8)
			r.Score = sargon.Score(score)
		case "evals":
			r.Evals, err = strconv.ParseUint(pair[1], 10, 64)
			shown = max(shown, sargon.DetailScore)
		case "trace":
			want = "16 hexadecimal digits"
			r.Trace, err = sargon.ParseFingerprint(pair[1])
			shown = sargon.DetailTrace
		default:
			return r, fmt.Errorf("%q: want score, evals or trace", pair[0])
		}
		if err != nil {
			return r, fmt.Errorf("%s %q: want %s", pair[0], pair[1], want)
		}
	}
	if shown < e.detail {
		return r, fmt.Errorf("this answer shows the %v only; the engine said that it shows its %v",
			shown, e.detail)
	}
	return r, nil
}
