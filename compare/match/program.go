package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"sargon78/compare/process"
	"sargon78/sargon"
	"sargon78/sargon/game"
)

// How long a program may take where no clock says so.
const (
	patience = 10 * time.Second // to answer at all, and beyond its time before it is given up
	forever  = 24 * time.Hour   // for a move without a clock
)

// program is a player that speaks UCI, in a process of its own.
type program struct {
	entrant *Entrant
	client  *process.UCI
}

// startProgram is a player whose program has started.
func startProgram(ctx context.Context, e *Entrant) (*program, error) {
	p := &program{entrant: e}
	return p, p.start(ctx)
}

// start starts the program: it tells what it is, and gets ready with its options.
func (p *program) start(ctx context.Context) error {
	err := within(ctx, 2*patience, func(ctx context.Context) error {
		client, err := process.StartUCI(ctx, p.entrant.Command, p.entrant.Options...)
		if err == nil {
			p.client = client
		}
		return err
	})
	if err != nil {
		err = fmt.Errorf("%s: %w", strings.Join(p.entrant.Command, " "), err)
	}
	return err
}

// within runs do until ctx ends. It returns errHang if the limit is over first.
func within(ctx context.Context, limit time.Duration, do func(context.Context) error) error {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := do(limited)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return errHang
	}
	return err
}

func (p *program) name() string {
	if p.entrant.Name != "" {
		return p.entrant.Name
	}
	name := cmp.Or(p.client.Name, p.entrant.Command[0])
	if p.entrant.Anchor > 0 {
		name += fmt.Sprintf(", Elo %d", p.entrant.Anchor)
	}
	return name
}

// newGame starts a program again that ended, or was given up, since the last game, or does not
// get ready for the next one.
func (p *program) newGame(ctx context.Context) error {
	if err := p.getReady(ctx); err == nil || ctx.Err() != nil {
		return err
	}
	p.client.Kill()
	if err := p.start(ctx); err != nil {
		return err
	}
	return p.getReady(ctx)
}

func (p *program) getReady(ctx context.Context) error {
	if err := p.client.Say("ucinewgame"); err != nil {
		return err
	}
	return within(ctx, patience, p.client.Ready)
}

func (p *program) move(ctx context.Context, g *game.Game, own, other *clock) (reply, error) {
	if err := p.client.Say("%s", positionCommand(g)); err != nil {
		return reply{}, err
	}
	command, limit := p.goCommand(g, own, other)
	var r reply
	var told eval
	err := within(ctx, limit+patience, func(ctx context.Context) error {
		return p.client.Ask(ctx, command, func(words []string) bool {
			switch words[0] {
			case "info":
				told.read(words[1:])
			case "bestmove":
				r.text = strings.Join(words[1:min(2, len(words))], "")
				r.eval = told
				return true
			}
			return false
		})
	})
	if errors.Is(err, errHang) {
		p.client.Kill()
	}
	return r, err
}

func (p *program) close() { p.client.Close() }

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

// goCommand returns the command, and how long to wait for its answer.
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
	if white.increment() > 0 || black.increment() > 0 {
		command += fmt.Sprintf(" winc %d binc %d", white.increment().Milliseconds(),
			black.increment().Milliseconds())
	}
	if own.movesToGo > 0 {
		command += fmt.Sprintf(" movestogo %d", own.movesToGo)
	}
	return command, own.left
}

// read takes over what a line of info tells about the position.
func (e *eval) read(words []string) {
	for n, word := range words {
		if n+1 == len(words) || word == "string" || word == "pv" {
			return
		}
		value, err := strconv.Atoi(words[n+1])
		if err != nil {
			continue
		}
		switch word {
		case "depth":
			e.depth = value
		case "cp", "mate":
			e.known, e.mate, e.value = true, word == "mate", value
		}
	}
}
