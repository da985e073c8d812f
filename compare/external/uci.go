package external

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"sargon78/compare"
	"sargon78/sargon"
)

// UCI is a program that speaks the Universal Chess Interface. Only its move can be
// compared: `go depth` searches to the level.
type UCI struct {
	game
	process *process
	version string
}

var _ sargon.Engine = (*UCI)(nil)

// OpenUCI starts a program and waits until it is ready.
func OpenUCI(command string) (*UCI, error) {
	p, err := start(command)
	if err != nil {
		return nil, err
	}
	e := &UCI{game: newGame(), process: p}
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	if err := e.hello(ctx); err != nil {
		_ = p.close()
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("%s does not answer `uci` and `isready` within %v", command, startTimeout)
		}
		return nil, err
	}
	return e, nil
}

func (e *UCI) hello(ctx context.Context) error {
	if err := e.process.say("uci"); err != nil {
		return err
	}
	_, err := e.until(ctx, "uciok", func(line string) {
		if name, ok := strings.CutPrefix(line, "id name "); ok {
			e.version = name
		}
	})
	if err != nil {
		return err
	}
	return e.ready(ctx)
}

// until reads lines up to one that starts with a word, and returns that one.
func (e *UCI) until(ctx context.Context, word string, each func(line string)) (string, error) {
	for {
		line, err := e.process.hear(ctx)
		if err != nil {
			return "", err
		}
		if first, _, _ := strings.Cut(line, " "); first == word {
			return line, nil
		}
		if each != nil {
			each(line)
		}
	}
}

func (e *UCI) ready(ctx context.Context) error {
	if err := e.process.say("isready"); err != nil {
		return err
	}
	_, err := e.until(ctx, "readyok", nil)
	return err
}

// Close ends the program.
func (e *UCI) Close() error { return e.process.close() }

// Name returns the command.
func (e *UCI) Name() string { return "uci:" + e.process.command }

// Version returns what the program calls itself.
func (e *UCI) Version() string { return e.version }

// Proves returns that only the move can be compared.
func (e *UCI) Proves() compare.Proof { return compare.ProofMove }

// Search sends the position and `go depth`. Positions that FEN cannot say are not
// supported, nor are watch functions.
func (e *UCI) Search(ctx context.Context, options sargon.SearchOptions) (sargon.Result, error) {
	if err := options.Validate(true); err != nil {
		return sargon.Result{}, err
	}
	text := e.text(sargon.Move.String)
	for _, word := range []string{" set ", " royal ", " previous ", " number "} {
		if strings.Contains(text, word) {
			return sargon.Result{}, fmt.Errorf("a position that FEN cannot say: %w", sargon.ErrUnsupported)
		}
	}
	if options.NoBook || options.QueenPawn || options.Root != nil {
		return sargon.Result{}, sargon.ErrUnsupported
	}
	began := time.Now()
	text = e.text(e.promote())
	for _, line := range []string{"ucinewgame", "position " + text, fmt.Sprintf("go depth %d", options.Level)} {
		if err := e.process.say("%s", line); err != nil {
			return sargon.Result{}, err
		}
	}
	line, err := e.until(ctx, "bestmove", nil)
	if err != nil {
		return sargon.Result{}, err
	}
	result := sargon.Result{Duration: time.Since(began)}
	fields := strings.Fields(line)
	switch {
	case len(fields) < 2:
		return result, fmt.Errorf("%s answers %q without a move", e.process.command, line)
	case fields[1] == "(none)" || fields[1] == "0000":
		return result, sargon.ErrNoLegalMove
	}
	if result.Best, err = sargon.ParseMove(fields[1]); err != nil {
		return result, fmt.Errorf("%s answers %q: %w", e.process.command, line, err)
	}
	return result, nil
}

// promote returns how UCI writes the moves of the game in their order: a promotion has its
// queen.
func (e *UCI) promote() func(sargon.Move) string {
	rules := newGame().rules
	_ = rules.SetPosition(e.start)
	return func(m sargon.Move) string {
		_ = rules.Play(m.From, m.To)
		m.Flags = rules.Position().Previous.Flags
		return m.UCI()
	}
}
