package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/uci"
)

// Options say how games are played.
type Options struct {
	Open        uci.Opener // Sargon's engines
	Time        TimeControl
	Margin      time.Duration // how late a move may be
	Concurrency int           // games at the same time, at least 1
	Event       string        // for PGN

	// Finished is called for each game that is done, one at a time; an error ends the match.
	Finished func(Record) error
}

// Record is a game that is done.
type Record struct {
	Pairing
	Game   *game.Game
	Result game.Result
	Fault  string // what went wrong: how a program ended, or which move was illegal
}

// Run plays the games of a plan that are not done yet and adds them to the tally. Faults of players
// lose games; errors are those of the match itself: a player that cannot be started, Finished, or
// the end of ctx, which breaks off running games.
func Run(ctx context.Context, plan *Plan, tally *Tally, o Options) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	todo := slices.DeleteFunc(slices.Clone(plan.Games), func(p Pairing) bool {
		return tally.Has(p.Number)
	})
	games := make(chan Pairing, len(todo))
	for _, p := range todo {
		games <- p
	}
	close(games)
	var workers sync.WaitGroup
	var lock sync.Mutex // of tally and Finished
	finish := func(r Record) error {
		lock.Lock()
		defer lock.Unlock()
		tally.Add(r)
		if o.Finished == nil {
			return nil
		}
		return o.Finished(r)
	}
	for range max(1, o.Concurrency) {
		workers.Go(func() {
			w := &worker{plan: plan, options: &o, players: map[int]player{}}
			defer w.close()
			for pairing := range games {
				if ctx.Err() != nil {
					return
				}
				record, err := w.play(ctx, pairing)
				if err == nil {
					err = finish(record)
				}
				if err != nil {
					cancel(err)
				}
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

// Try starts every player of a plan once, to find out before the match what does not work, and
// gives each a distinct name.
func Try(ctx context.Context, plan *Plan, open uci.Opener) error {
	taken := map[string]int{}
	for i := range plan.Entrants {
		p, err := newPlayer(ctx, &plan.Entrants[i], open)
		if err != nil {
			return err
		}
		name := p.name()
		p.close()
		if taken[name]++; taken[name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, taken[name])
		}
		plan.Entrants[i].Name = name
	}
	return nil
}

// worker plays games one after the other.
type worker struct {
	plan    *Plan
	options *Options
	players map[int]player // by entrant
}

func (w *worker) close() {
	for _, p := range w.players {
		p.close()
	}
}

// player returns the player of an entrant, ready for a new game.
func (w *worker) player(ctx context.Context, entrant int) (player, error) {
	p, ok := w.players[entrant]
	if !ok {
		var err error
		if p, err = newPlayer(ctx, &w.plan.Entrants[entrant], w.options.Open); err != nil {
			return nil, err
		}
		w.players[entrant] = p
	}
	return p, p.newGame(ctx)
}

// playing is a game in progress.
type playing struct {
	game    *game.Game
	players [2]player // White, Black
	clocks  [2]*clock
	margin  time.Duration
	fault   string
}

// play plays one game.
func (w *worker) play(ctx context.Context, pairing Pairing) (Record, error) {
	began := time.Now()
	opening := w.plan.Openings[pairing.Opening]
	p := &playing{game: opening.Game(), margin: w.options.Margin}
	for i, number := range []int{pairing.White, pairing.Black} {
		entrant := &w.plan.Entrants[number]
		var err error
		if p.players[i], err = w.player(ctx, number); err != nil {
			return Record{}, fmt.Errorf("%s: %w", entrant.Name, err)
		}
		p.clocks[i] = newClock(entrant.timeControl(w.options.Time))
	}
	if err := p.play(ctx); err != nil {
		return Record{}, err
	}
	record := Record{Pairing: pairing, Game: p.game, Result: p.game.Result(), Fault: p.fault}
	w.tag(record, began)
	return record, nil
}

// tag writes the header of the game.
func (w *worker) tag(r Record, began time.Time) {
	tags := &r.Game.Tags
	tags.Set("Event", w.options.Event)
	tags.Set("Date", began.Format("2006.01.02"))
	for _, tag := range w.plan.tags(r.Pairing, r.Game, w.options.Time) {
		tags.Set(tag[0], tag[1])
	}
	tags.Set("Termination", cmp.Or(terminations[r.Result.Reason], "normal"))
	r.Game.Say(string(r.Result.Reason))
}

// beforeBlame is how long the end of the match may come after the end of a program.
const beforeBlame = time.Second / 5

// play goes on until the game is over. The error is that of ctx.
func (p *playing) play(ctx context.Context) error {
	for !p.game.Result().Over() {
		side := p.game.Side()
		own, other := 0, 1
		if side == sargon.Black {
			own, other = 1, 0
		}
		began := time.Now()
		reply, err := p.players[own].move(ctx, p.game, p.clocks[own], p.clocks[other])
		used := time.Since(began)
		if errors.Is(err, errCrash) {
			// Ctrl-C may end the programs too (on Windows): then it is no fault of theirs.
			select {
			case <-ctx.Done():
			case <-time.After(beforeBlame):
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		lost := func(reason game.Reason, fault string) {
			p.fault = fault
			p.game.Finish(game.Result{Outcome: game.Win(side.Other()), Reason: reason})
		}
		switch {
		case errors.Is(err, errHang):
			lost(game.TimeForfeit, fmt.Sprintf("%v did not answer", side))
			continue
		case err != nil:
			lost(game.Crash, fmt.Sprintf("%v: %v", side, err))
			continue
		case !p.clocks[own].move(used, p.margin):
			late := -p.clocks[own].left
			lost(game.TimeForfeit, fmt.Sprintf("%v took %.2f s too long", side, late.Seconds()))
			continue
		}
		m, err := game.ParseUCI(reply.text)
		if err == nil {
			err = p.game.Play(m)
		}
		if err != nil {
			lost(game.IllegalMove, fmt.Sprintf("%v: %v", side, err))
			continue
		}
		ply := p.game.Ply(p.game.Len() - 1)
		ply.Note, ply.Comment = reply.note, reply.eval.command(side)
		if clock := p.clocks[own]; clock.runs() {
			ply.Comment = strings.TrimSpace(ply.Comment + " " + clockCommand(clock.left))
		}
	}
	return nil
}
