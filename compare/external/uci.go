package external

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"sargon78/compare/cases"
	"sargon78/compare/process"
	"sargon78/sargon"
)

// UCI is a program that speaks the Universal Chess Interface. Only its move can be compared: a
// program with an option Level searches to that, all others are told `go depth`.
type UCI struct {
	game
	program
	client *process.UCI
}

var _ sargon.Engine = (*UCI)(nil)

// OpenUCI starts a program, as Open does, and waits until it is ready.
func OpenUCI(ctx context.Context, command string) (*UCI, error) {
	words, err := process.Split(command)
	if err != nil {
		return nil, err
	}
	began := time.Now() // the caller may wait less long
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	client, err := process.StartUCI(ctx, words)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("no answer to `uci` and `isready` within %v",
			time.Since(began).Round(time.Second/10))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", command, err)
	}
	return &UCI{game: newGame(), program: program{command, client.Process}, client: client}, nil
}

// Name returns the command.
func (e *UCI) Name() string { return "uci:" + e.command }

// Shows says that nothing but the move can be compared; the version is what the program calls
// itself.
func (e *UCI) Shows() sargon.Shows {
	return sargon.Shows{
		Version: e.client.Name, Detail: sargon.DetailMove, Forgets: true, Close: e.Close,
	}
}

// Search sends the position and asks for a search. Not supported are positions that FEN cannot express,
// those of move 1, where the book of 1978 answers, and watch functions.
func (e *UCI) Search(ctx context.Context, options sargon.SearchOptions) (sargon.Result, error) {
	if err := options.Validate(true); err != nil {
		return sargon.Result{}, err
	}
	if !cases.SaidByFEN(e.start) {
		return sargon.Result{}, fmt.Errorf("a position that FEN cannot express: %w",
			sargon.ErrUnsupported)
	}
	if e.Position().MoveNumber == 1 {
		return sargon.Result{}, fmt.Errorf("a book move, which UCI cannot ask for: %w",
			sargon.ErrUnsupported)
	}
	if options.NoBook || options.QueenPawn || options.Root != nil || options.MaxEvals > 0 {
		return sargon.Result{}, sargon.ErrUnsupported
	}
	began := time.Now()
	search := "go"
	if e.client.Set("Level", fmt.Sprint(options.Level)) != nil {
		search = fmt.Sprintf("go depth %d", options.Level)
	}
	for _, line := range []string{"ucinewgame", "position " + e.text(e.promote())} {
		if err := e.say("%s", line); err != nil {
			return sargon.Result{}, err
		}
	}
	var answer []string
	err := e.client.Ask(ctx, search, func(words []string) bool {
		answer = words
		return words[0] == "bestmove"
	})
	result := sargon.Result{Duration: time.Since(began)}
	switch {
	case err != nil:
		return result, e.lost(ctx, err)
	case len(answer) < 2:
		return result, fmt.Errorf("%s answers %q without a move", e.command, answer[0])
	case answer[1] == "(none)" || answer[1] == "0000":
		return result, sargon.ErrNoLegalMove
	}
	if result.Best, err = sargon.ParseMove(answer[1]); err != nil {
		return result, fmt.Errorf("%s answers %q: %w", e.command, strings.Join(answer, " "), err)
	}
	return result, nil
}

// promote returns a function that writes the moves of the game as UCI does: a promotion names its
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
