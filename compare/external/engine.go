package external

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"sargon78/compare/lines"
	"sargon78/sargon"
)

// Engine is a program that speaks the line protocol, as a sargon.Engine. It leaves out what the
// protocol leaves out: callbacks see no states, and Examine is not supported.
type Engine struct {
	program
	version          string
	detail           sargon.Detail
	showsEvaluations bool
}

var _ sargon.Engine = (*Engine)(nil)

// Open starts a program and waits for its hello. The command is words, which may be quoted; there is no
// shell. Open fails if the program cannot be started, does not answer for StartTimeout, or does not
// speak the protocol. If ctx ends, Open stops waiting.
func Open(ctx context.Context, command string) (*Engine, error) {
	p, err := lines.Start(command)
	if err != nil {
		return nil, err
	}
	e := &Engine{program: newProgram(p), detail: sargon.DetailMove}
	if err := e.hello(ctx); err != nil {
		_ = p.Close()
		return nil, fmt.Errorf("%s: %w", command, err)
	}
	return e, nil
}

// hello exchanges the first lines.
func (e *Engine) hello(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, StartTimeout)
	defer cancel()
	err := e.ask(ctx, "sargon 1", replyHandlers{
		"name": func(rest string) (done bool, err error) {
			e.version = rest
			return false, nil
		},
		"shows": func(rest string) (done bool, err error) {
			if e.showsEvaluations = rest == "steps"; e.showsEvaluations {
				rest = sargon.DetailTrace.String()
			}
			if e.detail, err = sargon.ParseDetail(rest); err != nil || e.detail > sargon.DetailTrace {
				err = fmt.Errorf("shows %q; want move, score, trace or steps", rest)
			}
			return false, err
		},
		"ok": isDone,
	})
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("no answer to `sargon 1`: %w", err)
	}
	return err
}

// replyHandlers are the lines with which a program may answer, by their first word. Each handler gets
// the rest of the line, and reports whether the answer has ended.
type replyHandlers map[string]func(rest string) (done bool, err error)

func isDone(string) (bool, error) { return true, nil }

// ask writes a line and reads the answer of the program to its end.
func (e *Engine) ask(ctx context.Context, line string, may replyHandlers) error {
	return e.Ask(ctx, line, func(words []string) (bool, error) {
		word, rest := words[0], strings.Join(words[1:], " ")
		switch {
		case strings.HasPrefix(word, "#"):
			return false, nil
		case word == "error":
			return false, fmt.Errorf("it says: %.200s", rest)
		case word == "unsupported":
			return false, sargon.ErrUnsupported
		case may[word] == nil:
			return false, fmt.Errorf("it answers %.200q; want %s", strings.Join(words, " "),
				strings.Join(slices.Sorted(maps.Keys(may)), ", "))
		}
		return may[word](rest)
	})
}

// Name returns the command.
func (e *Engine) Name() string { return "exec:" + e.Command() }

// Capabilities returns what the program has said that it shows; the version is the name that it gives
// itself.
func (e *Engine) Capabilities() sargon.Capabilities {
	return sargon.Capabilities{
		Version: e.version, Detail: e.detail, Evaluations: e.showsEvaluations, Stateless: true, Close: e.Close,
	}
}

// Search makes the program search. Callbacks other than Step are not called.
func (e *Engine) Search(ctx context.Context, options sargon.SearchOptions) (sargon.Result, error) {
	if err := unsupportedSearch(options); err != nil {
		return sargon.Result{}, err
	}
	// The position is sent even if it is that of the last search, because the program may have kept
	// state of that search.
	if err := e.ask(ctx, e.gameCommand(sargon.Move.String), replyHandlers{"ok": isDone}); err != nil {
		return sargon.Result{}, err
	}
	words := []string{"search", strconv.Itoa(int(options.Level))}
	if options.NoBook {
		words = append(words, "nobook")
	}
	if options.QueenPawn {
		words = append(words, "queenpawn")
	}
	if options.Callbacks.Evaluation != nil && e.showsEvaluations {
		words = append(words, "steps")
	}
	began := time.Now()
	result, err := e.search(ctx, strings.Join(words, " "), options.Callbacks.Evaluation)
	result.Duration = time.Since(began)
	return result, err
}

// search sends the command for a search, and reads the result.
func (e *Engine) search(
	ctx context.Context, line string, each func(sargon.Evaluation),
) (result sargon.Result, err error) {
	err = e.ask(ctx, line, replyHandlers{
		"step": func(rest string) (done bool, err error) {
			step, err := sargon.ParseEvaluation(rest)
			if err == nil && each != nil {
				each(step)
			}
			return false, err
		},
		"none": func(string) (bool, error) { return true, sargon.ErrNoLegalMove },
		"best": func(rest string) (done bool, err error) {
			if result, err = e.parseBest(rest); err != nil {
				err = fmt.Errorf("it answers %.200q: %w", "best "+rest, err)
			}
			return true, err
		},
	})
	return result, err
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
