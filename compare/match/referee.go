package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/think"
)

// gameInProgress is a game in progress.
type gameInProgress struct {
	game    *game.Game
	players [2]player // White, Black
	names   [2]string
	clocks  [2]*think.GameClock
	margin  time.Duration
	fault   string
}

// shutdownGrace is how long after the end of a program the match may end: Ctrl-C may end the programs
// too (on Windows), and then the program is not at fault.
const shutdownGrace = time.Second / 5

// play goes on until the game is over. The error is that of ctx.
func (p *gameInProgress) play(ctx context.Context) error {
	for !p.game.Result().Over() {
		reason, err := p.move(ctx)
		if reason == game.Crash {
			select {
			case <-ctx.Done():
			case <-time.After(shutdownGrace):
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			side := p.game.Side()
			p.fault = onOneLine(fmt.Sprintf("%v (%s) %v", side, p.names[indexOf(side)], err))
			p.game.Finish(game.Result{Outcome: game.Win(side.Other()), Reason: reason})
		}
	}
	return nil
}

// move lets a side move. The reason is the fault by which the side loses, if any.
func (p *gameInProgress) move(ctx context.Context) (game.Reason, error) {
	side := p.game.Side()
	own, other := indexOf(side), indexOf(side.Other())
	clock, began := p.clocks[own], time.Now()
	reply, err := p.players[own].move(ctx, p.game, clock, p.clocks[other])
	inTime := clock.Move(time.Since(began), p.margin)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return game.TimeForfeit, err
	case err != nil:
		return game.Crash, fmt.Errorf("crashed: %w", err)
	case !inTime:
		return game.TimeForfeit, fmt.Errorf("took %.2f s too long", -clock.Remaining.Seconds())
	}
	m, err := game.ParseUCI(reply.text)
	if err == nil {
		err = p.game.Play(m)
	}
	switch {
	case err != nil && slices.Contains(noMove, strings.ToLower(reply.text)):
		return game.IllegalMove, fmt.Errorf("gave no move (%q), but has one", bestmove(reply.text))
	case err != nil:
		return game.IllegalMove, fmt.Errorf("moved illegally: %w", err)
	}
	ply := p.game.Ply(p.game.Len() - 1)
	ply.Note, ply.Comment = reply.note, reply.evaluation(side)
	if clock.Runs() {
		ply.Comment = strings.TrimSpace(ply.Comment + " " + clockCommand(clock.Remaining))
	}
	return "", nil
}

// indexOf returns the index of a side: 0 for White, 1 for Black.
func indexOf(side sargon.Color) int {
	if side == sargon.Black {
		return 1
	}
	return 0
}

// noMove are the words that programs write instead of a move.
var noMove = []string{"", "(none)", "none", "0000", "null", "(null)", "resign"}

// bestmove returns the answer of a program, as the program wrote it.
func bestmove(move string) string { return strings.TrimSpace("bestmove " + move) }

// onOneLine returns a text without line ends and other control characters, which a program may write.
func onOneLine(text string) string {
	visible := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
	return strings.Join(strings.Fields(visible), " ")
}

// evaluation returns the evaluation of a player for White, in the form that PGN readers know: "[%eval
// 0.31,12]", "[%eval #-3,12]".
func (r *reply) evaluation(side sargon.Color) string {
	sign := 1
	if side == sargon.Black {
		sign = -1
	}
	text := fmt.Sprintf("%.2f", float64(sign*r.score.Centipawns)/100)
	switch {
	case !r.scored:
		return ""
	case r.score.Mate:
		text = fmt.Sprintf("#%d", sign*r.score.Moves)
	}
	if r.depth > 0 {
		text += fmt.Sprintf(",%d", r.depth)
	}
	return "[%eval " + text + "]"
}

// clockCommand returns the remaining time in the form that PGN readers know: "[%clk 0:01:23.4]".
func clockCommand(left time.Duration) string {
	tenths := max(left, 0).Round(time.Second/10) / (time.Second / 10)
	seconds := int(tenths) / 10
	return fmt.Sprintf("[%%clk %d:%02d:%02d.%d]", seconds/3600, seconds/60%60, seconds%60,
		int(tenths)%10)
}
