package tui

import (
	"time"

	"sargon78/cmd/sargon/internal/cabinet"
	"sargon78/cmd/sargon/internal/game"
	"sargon78/cmd/sargon/internal/table"
	"sargon78/sargon"
)

// follower keeps the game of the table the same as the one in the dialogue.
type follower struct {
	last    cabinet.Event // of the present turn
	seen    bool          // there was one
	thought uint64        // T-states of thinking when the player was last asked
	version uint64        // of the state that was last looked at
}

// followMachine takes over what has happened on the machine since the last time.
func (a *App) followMachine() {
	f := &a.follower
	state := a.cabinet.State()
	for _, e := range a.cabinet.Events() {
		a.followEvent(e, state.Thought)
	}
	if state.Waiting && state.Version != f.version {
		f.version = state.Version
		if a.skipping {
			a.skipping = false
			a.applySpeed()
		}
		position, _ := a.cabinet.Position()
		a.pictures.Learn(screenOf(a.cabinet), position.Board)
		a.followEnd(position, state.Thought)
	}
}

// followEvent is a new turn.
func (a *App) followEvent(e cabinet.Event, thought uint64) {
	f := &a.follower
	f.last, f.seen = e, true
	switch e.Kind {
	case cabinet.Resigned:
		_ = a.table.Resign() // refused if the game is over already
		return
	case cabinet.PlayerToMove:
		defer func() { f.thought = thought }()
	}
	player := e.Machine.Other()
	if sameBoard(a.table.Game(), &e.Position) && a.table.Game().Side() == e.Position.Side {
		if a.table.Game().Len() == 0 {
			a.table.Adopt(player, e.Level)
		}
		return
	}
	if m, ok := moveTo(a.table.Game(), &e.Position); ok && player == a.table.Player() {
		a.followMove(m, e, thought)
		return
	}
	g, err := gameFrom(e.Position)
	if err != nil {
		return // a position that is none of chess has no record
	}
	a.table.SetGame(g, player)
	a.table.Adopt(player, e.Level)
}

func (a *App) followMove(m game.Move, e cabinet.Event, thought uint64) {
	var note *game.Note
	var in1978 time.Duration
	if a.table.Game().Side() == e.Machine {
		in1978 = duration1978(thought - a.follower.thought)
		note = &game.Note{Score: e.Score, Evals: e.Evals, In1978: in1978}
		if e.Evals == 0 {
			note = &game.Note{} // the book
		}
	}
	_ = a.table.Follow(m, in1978, note) // it was found among the legal moves
}

// followEnd looks for a last move: after mate and stalemate there is no further turn.
func (a *App) followEnd(p sargon.Position, thought uint64) {
	if !a.follower.seen || sameBoard(a.table.Game(), &p) {
		return
	}
	m, ok := moveTo(a.table.Game(), &p)
	if !ok {
		return
	}
	after := a.table.Game().Clone()
	if after.Play(m) != nil || len(after.Legal()) > 0 {
		return
	}
	e := a.follower.last
	e.Position = p
	a.followMove(m, e, thought)
}

// duration1978 is how long a number of T-states took.
func duration1978(tStates uint64) time.Duration {
	return time.Duration(float64(tStates) / table.Clock * float64(time.Second))
}

// sameBoard tells whether the pieces of a position stand as in the game.
func sameBoard(g *game.Game, p *sargon.Position) bool {
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		if s.OnBoard() && g.Piece(s) != bare(p.Board[s]) {
			return false
		}
	}
	return true
}

// bare is a piece without its past.
func bare(p sargon.Piece) sargon.Piece { return p & (sargon.ColorBit | sargon.TypeBits) }

// moveTo finds the legal move that leads to a position.
func moveTo(g *game.Game, p *sargon.Position) (game.Move, bool) {
	for _, m := range g.Legal() {
		if m.Underpromotes() || bare(p.Board[m.From]) != sargon.Empty || bare(p.Board[m.To]).Color() != g.Side() {
			continue
		}
		after := g.Clone()
		if after.Play(m) == nil && sameBoard(after, p) {
			return m, true
		}
	}
	return game.Move{}, false
}

// gameFrom is a game that begins with a position.
func gameFrom(p sargon.Position) (*game.Game, error) {
	if start := sargon.StartPosition(); p.Board == start.Board && p.Side == sargon.White {
		return game.New(), nil
	}
	return game.FromFEN(p.FEN())
}
