package external

import (
	"context"
	"fmt"
	"time"

	"sargon78/compare/cases"
	"sargon78/sargon"
)

// UCI is a program that speaks the Universal Chess Interface. Only its move can be compared. A program
// with an option Level searches to that level; all others get `go depth`.
type UCI struct {
	program
	client *Client
}

var _ sargon.Engine = (*UCI)(nil)

// OpenUCI starts a program, as Open does, and waits until it is ready.
func OpenUCI(ctx context.Context, command string) (*UCI, error) {
	client, err := StartUCI(ctx, command, 0)
	if err != nil {
		return nil, err
	}
	return &UCI{program: newProgram(client.Process), client: client}, nil
}

// Name returns "uci:" and the command.
func (e *UCI) Name() string { return "uci:" + e.Command() }

// Capabilities returns that the engine shows only its move; the version is the name that the program
// gives itself.
func (e *UCI) Capabilities() sargon.Capabilities {
	return sargon.Capabilities{
		Version: e.client.Name, Detail: sargon.DetailMove, Stateless: true, Close: e.Close,
	}
}

// Search sends the position and starts a search. It does not support positions that FEN cannot express,
// positions at move 1, where the book of 1978 answers, or write hooks.
func (e *UCI) Search(ctx context.Context, options sargon.SearchOptions) (sargon.Result, error) {
	err := unsupportedSearch(options)
	switch {
	case err != nil:
	case !cases.ExpressibleInFEN(e.start):
		err = fmt.Errorf("a position that FEN cannot express: %w", sargon.ErrUnsupported)
	case e.Position().MoveNumber == 1:
		err = fmt.Errorf("a book move, which UCI cannot ask for: %w", sargon.ErrUnsupported)
	}
	if err != nil {
		return sargon.Result{}, err
	}
	began := time.Now()
	search := "go"
	if e.client.Set("Level", fmt.Sprint(options.Level)) != nil {
		search = fmt.Sprintf("go depth %d", options.Level)
	}
	if err := e.Send("ucinewgame"); err != nil {
		return sargon.Result{}, err
	}
	move, err := e.client.BestMove(ctx, 0, e.gameCommand(sargon.Move.UCI), search, func([]string) {})
	result := sargon.Result{Duration: time.Since(began)}
	switch {
	case err != nil:
		return result, err
	case move == "(none)" || move == "0000":
		return result, sargon.ErrNoLegalMove
	}
	if result.Best, err = sargon.ParseMove(move); err != nil {
		err = fmt.Errorf("it answers: %w", err)
	}
	return result, err
}
