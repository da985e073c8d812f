package match

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"sargon78/sargon/game"
	"sargon78/sargon/think"
	"sargon78/sargon/uci"
)

// Match is the players, the games to play, and the results so far. A game that repeats an earlier one,
// move by move, by the same players with the same colours, says nothing new: it is finished, but not
// counted.
type Match struct {
	Players  []PlayerSpec
	Openings []Opening
	Games    []Pairing

	Open        uci.Opener        // Sargon's engines
	Time        think.TimeControl // for players with a clock that have no time control of their own
	Margin      time.Duration     // how late a move may be
	Concurrency int               // games at the same time, at least 1
	Event       string            // for PGN

	// StartTimeout is how long programs may take to get ready, 0 for external.StartTimeout. MoveTimeout
	// is how long they may take for a move without a clock, 0 for DefaultMoveTimeout.
	StartTimeout, MoveTimeout time.Duration

	done    map[int]bool
	seen    map[string]bool
	scores  map[[2]int]Results    // of the first against the second, for both
	faults  []map[game.Reason]int // how each player lost games for other reasons than on the board
	journal *os.File              // nil if no file is wanted
}

// Pairing is one game of a match.
type Pairing struct {
	Number       int // from 1
	White, Black int // players
	Opening      int
}

// Record is a finished game.
type Record struct {
	Pairing
	Game   *game.Game
	Result game.Result
	Fault  string // what a player did wrong: how a program ended, or which move was illegal
}

// New pairs every player with every other, or in a gauntlet the first player with all others, for a
// number of games each: an opening with both colours, then the next opening. After the last opening it
// begins with the first again.
func New(players []PlayerSpec, openings []Opening, games int, gauntlet bool) *Match {
	m := &Match{
		Players: players, Openings: openings,
		done: map[int]bool{}, seen: map[string]bool{}, scores: map[[2]int]Results{},
	}
	for range players {
		m.faults = append(m.faults, map[game.Reason]int{})
	}
	// All pairs play an opening before the next one, so that an unfinished match is nearly as fair as a
	// finished one.
	for n := range games {
		for i := range players {
			for j := i + 1; j < len(players) && (i == 0 || !gauntlet); j++ {
				p := Pairing{
					Number: len(m.Games) + 1, White: i, Black: j, Opening: n / 2 % len(openings),
				}
				if n%2 == 1 {
					p.White, p.Black = j, i
				}
				m.Games = append(m.Games, p)
			}
		}
	}
	return m
}

// CheckPlayers starts every player once, to find problems before the match, and gives each a distinct
// name.
func (m *Match) CheckPlayers(ctx context.Context) error {
	taken := map[string]int{}
	for i := range m.Players {
		p, err := m.newPlayer(ctx, &m.Players[i])
		if err != nil {
			return err
		}
		name := p.name()
		p.close()
		if taken[name]++; taken[name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, taken[name])
		}
		m.Players[i].Name = name
	}
	return nil
}

// Run plays the remaining games, adds them to the standings and the journal, and calls finished with
// each, one at a time. Faults of players lose games. Errors are those of the match itself: a player
// that cannot be started, the journal, or the end of ctx, which interrupts running games.
func (m *Match) Run(ctx context.Context, finished func(Record)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	games := make(chan Pairing, len(m.Games))
	for _, p := range m.Games {
		if !m.done[p.Number] {
			games <- p
		}
	}
	close(games)
	var workers sync.WaitGroup
	var lock sync.Mutex
	for range max(1, m.Concurrency) {
		workers.Go(func() {
			w := &worker{match: m, players: map[int]player{}}
			defer w.close()
			for pairing := range games {
				if ctx.Err() != nil {
					return
				}
				record, err := w.play(ctx, pairing)
				if err == nil {
					lock.Lock()
					m.add(record)
					finished(record)
					err = m.write(record.Game)
					lock.Unlock()
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

// worker plays games one after the other.
type worker struct {
	match   *Match
	players map[int]player // by player
}

func (w *worker) close() {
	for _, p := range w.players {
		p.close()
	}
}

// player returns the player with a number in Match.Players, ready for a new game. If the player does
// not get ready, because it has ended or was given up, it is started again.
func (w *worker) player(ctx context.Context, number int) (player, error) {
	if p, ok := w.players[number]; ok {
		if p.newGame(ctx) == nil {
			return p, nil
		}
		p.close()
		delete(w.players, number)
	}
	p, err := w.match.newPlayer(ctx, &w.match.Players[number])
	if err != nil {
		return nil, err
	}
	w.players[number] = p
	return p, p.newGame(ctx)
}

// play plays one game.
func (w *worker) play(ctx context.Context, pairing Pairing) (Record, error) {
	m, began := w.match, time.Now()
	p := &gameInProgress{game: m.Openings[pairing.Opening].Game(), margin: m.Margin}
	for i, number := range []int{pairing.White, pairing.Black} {
		spec := &m.Players[number]
		var err error
		if p.players[i], err = w.player(ctx, number); err != nil {
			return Record{}, fmt.Errorf("%s: %w", spec.Name, err)
		}
		p.names[i], p.clocks[i] = spec.Name, think.NewGameClock(spec.timeControl(m.Time))
	}
	if err := p.play(ctx); err != nil {
		return Record{}, err
	}
	r := Record{Pairing: pairing, Game: p.game, Result: p.game.Result(), Fault: p.fault}
	m.tag(r, began)
	return r, nil
}

// tag writes the header of a game.
func (m *Match) tag(r Record, began time.Time) {
	header := [][2]string{{"Event", m.Event}, {"Date", began.Format("2006.01.02")}}
	for _, tag := range slices.Concat(header, m.tags(r.Pairing, r.Game)) {
		r.Game.Tags.Set(tag[0], tag[1])
	}
	r.Game.Tags.Set("Termination", cmp.Or(terminations[r.Result.Reason], "normal"))
	comment := string(r.Result.Reason)
	if r.Fault != "" {
		comment += ": " + r.Fault
	}
	r.Game.AddComment(comment)
}
