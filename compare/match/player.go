package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sargon78/compare/process"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/game"
	"sargon78/sargon/think"
	"sargon78/sargon/uci"
)

// player plays for an entrant, one game at a time.
type player interface {
	name() string
	newGame(context.Context) error
	// move chooses a move. Errors: that of ctx, errHang, errCrash. The referee decides whether the
	// move is legal.
	move(ctx context.Context, g *game.Game, own, other *clock) (reply, error)
	close()
}

// reply is a move as a player told it.
type reply struct {
	text string // of the move, in UCI notation
	note *game.Note
	eval eval
}

// eval is what a player thinks of a position, in centipawns as programs give them today: for the
// side to move, with the material on the board.
type eval struct {
	known bool
	mate  bool
	value int // centipawns, or moves to mate
	depth int
}

// command writes it as PGN readers know it, for White: "[%eval 0.31,12]", "[%eval #-3,12]".
func (e eval) command(side sargon.Color) string {
	if side == sargon.Black {
		e.value = -e.value
	}
	text := fmt.Sprintf("%.2f", float64(e.value)/100)
	switch {
	case !e.known:
		return ""
	case e.mate:
		text = fmt.Sprintf("#%d", e.value)
	}
	if e.depth > 0 {
		text += fmt.Sprintf(",%d", e.depth)
	}
	return "[%eval " + text + "]"
}

// clockCommand writes the time that is left as PGN readers know it: "[%clk 0:01:23.4]".
func clockCommand(left time.Duration) string {
	tenths := max(left, 0).Round(time.Second/10) / (time.Second / 10)
	seconds := int(tenths) / 10
	return fmt.Sprintf("[%%clk %d:%02d:%02d.%d]", seconds/3600, seconds/60%60, seconds%60,
		int(tenths)%10)
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
	e.Edition = emulated.EditionOf(p.thinker.Mirror.Engine)
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
			Remaining: own.left, Increment: own.increment(), MovesToGo: own.movesToGo,
			Overhead: e.Settings.Overhead,
		}
	}
	choice, err := p.thinker.Choose(ctx, g, limits, think.Report{})
	if ctx.Err() != nil {
		return reply{}, ctx.Err()
	}
	if err != nil {
		return reply{}, fmt.Errorf("%w: %w", errCrash, err)
	}
	r := reply{text: choice.Move.String(), note: game.NoteOf(choice.Result)}
	if !choice.Result.Book && choice.Depth > 0 {
		r.eval = eval{known: true, value: choice.Score.Centipawns, depth: int(choice.Depth)}
		if choice.Score.Mate {
			r.eval.mate, r.eval.value = true, choice.Score.Moves
		}
	}
	return r, nil
}
