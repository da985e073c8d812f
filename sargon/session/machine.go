package session

import (
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/game"
)

// Follower keeps the game of a table the same as the one in the dialogue of a machine. The
// zero value has seen nothing.
type Follower struct {
	Begun bool // a game is on in the dialogue

	last    program.Event // the present turn
	thought uint64        // T-states of thinking when the player was last asked
}

// Follow takes over what has happened on the machine since the last call.
func (f *Follower) Follow(t *Session, c *program.Program) {
	state := c.State()
	for _, e := range c.Events() {
		f.event(t, c, e, state.Thought)
	}
	if state.Waiting && f.Begun {
		if position := c.Position(); !sameBoard(t.game, &position) {
			f.end(t, c, position, state.Thought)
		}
	}
}

// event is a new turn.
func (f *Follower) event(t *Session, c *program.Program, e program.Event, thought uint64) {
	f.last, f.Begun = e, true
	switch e.Kind {
	case program.Resigned:
		_ = t.Resign() // refused if the game is over already
		return
	case program.PlayerToMove:
		defer func() { f.thought = thought }()
	}
	player := e.Machine.Other()
	if sameBoard(t.game, &e.Position) && t.game.Side() == e.Position.Side && !t.Over() {
		if t.game.Len() == 0 {
			t.Adopt(player, e.Level)
		}
		return
	}
	if m, ok := moveTo(t.game, &e.Position); ok && player == t.player {
		f.move(t, c, m, e, thought)
		return
	}
	g, err := gameFrom(e.Position)
	if err != nil {
		return // a position that is none of chess has no record
	}
	t.SetGame(g, player)
	t.Adopt(player, e.Level)
}

func (f *Follower) move(t *Session, c *program.Program, m game.Move, e program.Event, thought uint64) {
	var note *game.Note
	var in1978 sargon.Time1978
	if t.game.Side() == e.Machine {
		in1978 = c.In1978(thought-f.thought, e.Original)
		note = &game.Note{Score: e.Score, Evals: e.Evals, In1978: in1978}
		if t.game.FromStart() && t.game.Number() == 1 {
			note = &game.Note{} // the book (spec §12)
		}
	}
	_ = t.Follow(m, in1978, note) // it was found among the legal moves
}

// end looks for a last move: after mate and stalemate there is no further turn.
func (f *Follower) end(t *Session, c *program.Program, p sargon.Position, thought uint64) {
	m, ok := moveTo(t.game, &p)
	if !ok {
		return
	}
	after := t.game.Clone()
	if after.Play(m) != nil || len(after.Legal()) > 0 {
		return
	}
	e, thoughts := f.last, c.Thoughts()
	e.Position = p
	e.Score, e.Evals, e.Original = thoughts.Score, thoughts.Evals, thoughts.Original
	f.move(t, c, m, e, thought)
}

// Leave is when the machine is left and the engine takes over: it will hold the position
// exactly as the machine does.
func (f *Follower) Leave(t *Session) {
	if f.Begun && sameBoard(t.game, &f.last.Position) && t.game.Side() == f.last.Position.Side {
		t.TakeOver(f.last.Position)
	}
}

// TakenUp is when the machine was given another state, with the game of the table in it.
// thought is what Thought returned when that state was saved, 0 after SetUp.
func (f *Follower) TakenUp(t *Session, thought uint64) {
	*f = Follower{Begun: true, last: program.Event{Machine: t.player.Other()}, thought: thought}
}

// Thought returns how many T-states the machine had thought when the player last had to
// move, from which its present thinking is counted.
func (f *Follower) Thought() uint64 { return f.thought }

// SetUp puts the game of the table up in the dialogue of a machine, which must not run. An
// engine that is not the machine's program is left for that: then took is true.
func (t *Session) SetUp(c *program.Program) (took bool, err error) {
	if err := c.CanSetUp(); err != nil {
		return false, err
	}
	if !strings.HasPrefix(t.engine, "rom") {
		if err := t.SetEngine("rom"); err != nil {
			return false, err
		}
		took = true
	}
	final, err := t.Position()
	if err != nil {
		return took, err
	}
	start, err := sargon.ParseFEN(t.game.StartFEN())
	if err != nil {
		return took, err
	}
	r := t.game.Result()
	s := program.Setting{
		Start: start, Final: final, Player: t.player, Level: t.level,
		Resigned: r.Reason == game.Resignation && r.Outcome == game.Win(t.player.Other()),
	}
	for _, p := range t.game.Plies() {
		s.Moves = append(s.Moves, sargon.Move{From: p.Move.From, To: p.Move.To})
	}
	return took, c.SetUp(s)
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
		arrived := bare(p.Board[m.To])
		if m.Underpromotes() || bare(p.Board[m.From]) != sargon.Empty || arrived == sargon.Empty || arrived.Color() != g.Side() {
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
