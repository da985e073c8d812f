package game

import (
	"context"
	"errors"
	"fmt"

	"sargon78/sargon"
)

// Mirror keeps the game of an engine the same as a Game: forwards by playing the moves in
// the engine's own state, so that moved bits and royal squares are those of history (spec
// §16, last line), backwards by setting up what the engine held before.
//
// The engine must not be moved by anyone else. A Mirror may serve many games in turn.
type Mirror struct {
	Engine sargon.Engine

	startFEN string
	states   []engineState // what the engine held at the start and after each half-move
}

type engineState struct {
	move     Move
	position sargon.Position
}

// Reset says that the engine could not follow a move, and that the position after it was
// set up again by the convention of spec §16: moved bits from where the pieces stand.
type Reset struct {
	Ply    int // the half-move, from 0
	Move   string
	Reason error
}

// ErrUnderpromotion is the reason of a Reset after a promotion that the program does not
// know: its pawns become queens.
var ErrUnderpromotion = errors.New("promotion to a queen is the only one that Sargon knows")

func (r Reset) String() string {
	return fmt.Sprintf("after %s the position is set up again: %v", r.Move, r.Reason)
}

// NewMirror returns a Mirror for an engine, which may hold any game.
func NewMirror(engine sargon.Engine) *Mirror { return &Mirror{Engine: engine} }

// Invalidate makes the next Sync start from the first position.
func (m *Mirror) Invalidate() { m.states = nil }

// Sync brings the engine to where the game stands and returns the moves that it could not
// follow. After an error, which may be that of ctx, the next Sync starts from the first position.
func (m *Mirror) Sync(ctx context.Context, g *Game) (resets []Reset, err error) {
	defer func() {
		if err != nil {
			m.Invalidate()
		}
	}()
	common, err := m.rewind(g)
	if err != nil {
		return nil, err
	}
	for i := common; i < g.Len(); i++ {
		if err := ctx.Err(); err != nil {
			return resets, err
		}
		reset, err := m.follow(g, i)
		if err != nil {
			return resets, err
		}
		if reset != nil {
			resets = append(resets, *reset)
		}
	}
	return resets, nil
}

// rewind sets up the last position that the engine's game and g have in common and
// returns its half-move.
func (m *Mirror) rewind(g *Game) (int, error) {
	if m.states == nil || m.startFEN != g.StartFEN() {
		m.startFEN, m.states = g.StartFEN(), []engineState{{position: g.Start()}}
		return 0, m.Engine.SetPosition(g.Start())
	}
	common := 0
	for common < g.Len() && common+1 < len(m.states) && m.states[common+1].move == g.Ply(common).Move {
		common++
	}
	if common+1 == len(m.states) {
		return common, nil
	}
	m.states = m.states[:common+1]
	return common, m.Engine.SetPosition(m.states[common].position)
}

// follow plays half-move i of g in the engine.
func (m *Mirror) follow(g *Game, i int) (*Reset, error) {
	ply := g.Ply(i)
	why := ErrUnderpromotion
	if !ply.Move.Underpromotes() {
		why = m.Engine.Play(ply.Move.From, ply.Move.To)
	}
	var reset *Reset
	if why != nil {
		position, err := g.nodes[i+1].fenPosition()
		if err != nil {
			return nil, fmt.Errorf("after %s: %w", Numbered(ply), err)
		}
		if err := m.Engine.SetPosition(position); err != nil {
			return nil, fmt.Errorf("after %s: %w", Numbered(ply), err)
		}
		reset = &Reset{Ply: i, Move: Numbered(ply), Reason: why}
	}
	m.states = append(m.states, engineState{move: ply.Move, position: m.Engine.Position()})
	return reset, nil
}

// Numbered returns a half-move with its number and signs, "12. Nf3" or "12... Nf6!?".
func Numbered(p *Ply) string { return p.number() + " " + p.SAN + p.Signs }

func (p *Ply) number() string {
	dots := map[sargon.Color]string{sargon.White: ".", sargon.Black: "..."}
	return fmt.Sprint(p.Number) + dots[p.Side]
}
