package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sargon78/compare/process"
	"sargon78/roms/edition"
	"sargon78/sargon/game"
	"sargon78/sargon/think"
	"sargon78/sargon/uci"
)

// player plays for an entrant, one game at a time.
type player interface {
	name() string
	newGame(context.Context) error
	// move chooses a move. Errors: that of ctx, errHang, errCrash; whether the move is
	// legal is for the referee.
	move(ctx context.Context, g *game.Game, own, other *clock) (reply, error)
	close()
}

// reply is a move as a player told it.
type reply struct {
	text    string // of the move, in UCI notation
	note    *game.Note
	comment string
}

// Errors of players.
var (
	errCrash = process.ErrEnded
	errHang  = errors.New("the program does not answer")
)

// newPlayer starts a player.
func newPlayer(ctx context.Context, e *Entrant, open uci.Opener) (player, error) {
	if len(e.Command) > 0 {
		return startProgram(ctx, e)
	}
	thinker, err := e.Settings.NewThinker(open, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name, err)
	}
	return &sargonPlayer{entrant: e, thinker: thinker}, nil
}

// sargonPlayer is one of Sargon's engines.
type sargonPlayer struct {
	entrant *Entrant
	thinker *think.Thinker
}

// name tells one edition from another.
func (p *sargonPlayer) name() string {
	e := p.entrant
	e.Edition = edition.Of(p.thinker.Mirror.Engine)
	if e.named {
		return e.Name
	}
	return e.sargonName()
}

func (p *sargonPlayer) newGame(context.Context) error { return nil }

func (p *sargonPlayer) close() {}

func (p *sargonPlayer) move(ctx context.Context, g *game.Game, own, _ *clock) (reply, error) {
	e := p.entrant
	limits := think.Limits{
		Level: e.Settings.Plays(), Depth: e.Depth, Nodes: e.Nodes, MoveTime: e.MoveTime,
	}
	if e.hasClock() && own.runs() {
		limits.Clock = &think.Clock{
			Remaining: own.left, Increment: own.tc.Increment, MovesToGo: own.movesToGo,
			Overhead: e.Settings.Overhead,
		}
	}
	began := time.Now()
	choice, err := p.thinker.Choose(ctx, g, limits, think.Report{})
	if ctx.Err() != nil {
		return reply{}, ctx.Err()
	}
	if err != nil {
		return reply{}, fmt.Errorf("%w: %w", errCrash, err)
	}
	r := reply{text: choice.Move.String(), note: game.NoteOf(choice.Result)}
	if e.Settings.Plays() == 0 {
		r.comment = fmt.Sprintf("%d/%.2fs", choice.Depth, time.Since(began).Seconds())
	}
	return r, nil
}
