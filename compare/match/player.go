package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"sargon78/compare/external"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/game"
	"sargon78/sargon/think"
)

// player chooses the moves of a player, for one game at a time.
type player interface {
	name() string
	newGame(context.Context) error
	// move chooses a move. If the player gives no answer in time, the error is a DeadlineExceeded. The
	// referee decides whether the move is legal.
	move(ctx context.Context, g *game.Game, own, other *think.GameClock) (reply, error)
	close()
}

// reply is a move as the player wrote it, with its evaluation.
type reply struct {
	text   string // of the move, in UCI notation
	note   *game.Note
	scored bool
	score  think.Score
	depth  int
}

// newPlayer starts a player.
func (m *Match) newPlayer(ctx context.Context, e *PlayerSpec) (player, error) {
	if e.Command != "" {
		client, err := external.StartUCI(ctx, e.Command, cmp.Or(e.StartTimeout, m.StartTimeout), e.Options...)
		if err != nil {
			return nil, slowStart(err)
		}
		return &uciPlayer{e, client, cmp.Or(e.MoveTimeout, m.MoveTimeout, DefaultMoveTimeout)}, nil
	}
	thinker, err := e.Settings.NewThinker(m.Open, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name, err)
	}
	return &sargonPlayer{e, thinker}, nil
}

// slowStart returns an error that says what to do about a program that took too long to get ready.
func slowStart(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w; give it more time with --start-timeout, or start-timeout=SECONDS for "+
			"this player", err)
	}
	return err
}

// sargonPlayer is one of Sargon's engines.
type sargonPlayer struct {
	spec    *PlayerSpec
	thinker *think.Thinker
}

// name returns a name that is different for different ROM images.
func (p *sargonPlayer) name() string {
	e := p.spec
	e.ROMImage = emulated.ImageLabel(p.thinker.Mirror.Engine)
	if e.named {
		return e.Name
	}
	return e.sargonName()
}

func (p *sargonPlayer) newGame(context.Context) error { return nil }

func (p *sargonPlayer) close() {}

// move returns the move that the engine chooses, by its own clock if that runs.
func (p *sargonPlayer) move(ctx context.Context, g *game.Game, own, _ *think.GameClock) (reply, error) {
	e := p.spec
	limits := e.Limits
	limits.Level = e.Settings.PlayingLevel()
	if own.Runs() {
		shown := own.Clock
		shown.Overhead = time.Duration(e.Settings.Overhead) * time.Millisecond
		limits.Clock = &shown
	}
	choice, err := p.thinker.Choose(ctx, g, limits, think.Callbacks{})
	return reply{
		text: choice.Move.String(), note: game.NoteOf(choice.Result),
		scored: !choice.Result.Book && choice.Depth > 0, score: choice.Score, depth: int(choice.Depth),
	}, err
}

// uciPlayer is a player that speaks UCI, in a process of its own.
type uciPlayer struct {
	spec        *PlayerSpec
	client      *external.Client
	moveTimeout time.Duration
}

func (p *uciPlayer) name() string {
	if p.spec.Name != "" {
		return p.spec.Name
	}
	name := cmp.Or(p.client.Name, p.spec.Command)
	if p.spec.Anchor > 0 {
		name += fmt.Sprintf(", Elo %d", p.spec.Anchor)
	}
	return name
}

// DefaultMoveTimeout is how long a program may take for a move if neither a clock nor a time per move
// is set.
const DefaultMoveTimeout = 10 * time.Minute

// responseGrace is by how much a program may exceed its time before it is given up.
const responseGrace = 10 * time.Second

func (p *uciPlayer) newGame(ctx context.Context) error {
	return slowStart(errors.Join(p.client.Send("ucinewgame"), p.client.Ready(ctx)))
}

func (p *uciPlayer) close() { _ = p.client.Close() }

func (p *uciPlayer) move(ctx context.Context, g *game.Game, own, other *think.GameClock) (r reply, err error) {
	command, limit := p.goCommand(g, own, other)
	r.text, err = p.client.BestMove(ctx, limit.Round(time.Millisecond), positionCommand(g), command, r.read)
	if errors.Is(err, context.DeadlineExceeded) && !own.Runs() && p.spec.Limits.MoveTime == 0 {
		err = fmt.Errorf("%w; give it more time with --move-timeout, or move-timeout=SECONDS for this "+
			"player", err)
	}
	return r, err
}

func positionCommand(g *game.Game) string {
	if g.FromStart() {
		return external.PositionCommand("startpos", movesOf(g))
	}
	return external.PositionCommand("fen "+g.StartFEN(), movesOf(g))
}

// movesOf returns the moves of a game in UCI notation.
func movesOf(g *game.Game) (moves []string) {
	for _, ply := range g.Plies() {
		moves = append(moves, ply.Move.String())
	}
	return moves
}

// goCommand returns the command, and how long to wait for its answer.
func (p *uciPlayer) goCommand(g *game.Game, own, other *think.GameClock) (command string, limit time.Duration) {
	e := p.spec
	command, limit = "go", p.moveTimeout
	add := func(name string, value int) {
		if value > 0 {
			command += fmt.Sprintf(" %s %d", name, value)
		}
	}
	add("depth", e.Limits.Depth)
	add("nodes", int(e.Limits.Nodes))
	add("movetime", int(e.Limits.MoveTime.Milliseconds()))
	if e.Limits.MoveTime > 0 {
		limit = e.Limits.MoveTime + responseGrace
	}
	if !own.Runs() {
		return command, limit
	}
	white, black := own, other
	if !other.Runs() {
		black = own
	}
	if g.Side() == sargon.Black {
		white, black = black, white
	}
	command += fmt.Sprintf(" wtime %d btime %d", white.Remaining.Milliseconds(),
		black.Remaining.Milliseconds())
	add("winc", int(white.Increment.Milliseconds()))
	add("binc", int(black.Increment.Milliseconds()))
	add("movestogo", own.MovesToGo)
	return command, own.Remaining + responseGrace
}

// read reads a line of info about the position, or about the best of several lines.
func (r *reply) read(words []string) {
	for n, word := range words {
		if n+1 == len(words) || word == "string" || word == "pv" {
			return
		}
		value, err := strconv.Atoi(words[n+1])
		if err != nil {
			continue
		}
		switch word {
		case "multipv":
			if value > 1 {
				return
			}
		case "depth":
			r.depth = value
		case "cp":
			r.scored, r.score = true, think.Score{Centipawns: value}
		case "mate":
			r.scored, r.score = true, think.Score{Mate: true, Moves: value}
		}
	}
}
