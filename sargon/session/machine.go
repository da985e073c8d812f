package session

import (
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/game"
)

// Follower keeps the game of a session the same as the one in the dialogue of a machine. The
// zero value has seen nothing.
type Follower struct {
	Begun bool // a game is on in the dialogue

	last    program.Event // the present turn
	thought uint64        // T-states of thinking when the player was last asked
}

// Follow takes over what has happened on the machine since the last call.
func (f *Follower) Follow(s *Session, p *program.Program) {
	state := p.State()
	for _, e := range p.Events() {
		f.event(s, p, e, state.Thought)
	}
	if state.Waiting && f.Begun {
		if position := p.Position(); !s.game.SameBoard(&position) {
			f.end(s, p, position, state.Thought)
		}
	}
}

// event is a new turn.
func (f *Follower) event(s *Session, p *program.Program, e program.Event, thought uint64) {
	f.last, f.Begun = e, true
	switch e.Kind {
	case program.Resigned:
		_ = s.Resign() // refused if the game is over already
		return
	case program.PlayerToMove:
		defer func() { f.thought = thought }()
	}
	player := e.Machine.Other()
	if s.game.SameBoard(&e.Position) && s.game.Side() == e.Position.Side && !s.Over() {
		if s.game.Len() == 0 {
			s.Adopt(player, e.Level)
		}
		return
	}
	if m, ok := moveTo(s.game, &e.Position); ok && player == s.player {
		f.move(s, p, m, e, thought)
		return
	}
	g, err := gameFrom(e.Position)
	if err != nil {
		return // a position that is none of chess has no record
	}
	s.SetGame(g, player)
	s.Adopt(player, e.Level)
}

func (f *Follower) move(
	s *Session, p *program.Program, m game.Move, e program.Event, thought uint64,
) {
	var note *game.Note
	var in1978 sargon.Time1978
	if s.game.Side() == e.Machine {
		in1978 = p.In1978(thought-f.thought, e.Original)
		note = &game.Note{Score: e.Score, Evals: e.Evals, In1978: in1978}
		if s.game.FromStart() && s.game.Number() == 1 {
			note = &game.Note{} // the book (spec §12)
		}
	}
	_ = s.Follow(m, in1978, note) // it was found among the legal moves
}

// end looks for a last move: after mate and stalemate there is no further turn.
func (f *Follower) end(
	s *Session, p *program.Program, position sargon.Position, thought uint64,
) {
	m, ok := moveTo(s.game, &position)
	if !ok {
		return
	}
	after := s.game.Clone()
	if after.Play(m) != nil || len(after.Legal()) > 0 {
		return
	}
	e, thoughts := f.last, p.Thoughts()
	e.Position = position
	e.Score, e.Evals, e.Original = thoughts.Score, thoughts.Evals, thoughts.Original
	f.move(s, p, m, e, thought)
}

// Leave hands the game over from the machine to the engine, which will hold the position
// exactly as the machine does.
func (f *Follower) Leave(s *Session) {
	if f.Begun && s.game.SameBoard(&f.last.Position) && s.game.Side() == f.last.Position.Side {
		s.TakeOver(f.last.Position)
	}
}

// TakenUp begins to follow a machine that was given another state, with the game of the
// session in it. thought is what Thought returned when that state was saved, 0 after SetUp.
func (f *Follower) TakenUp(s *Session, thought uint64) {
	*f = Follower{Begun: true, last: program.Event{Machine: s.player.Other()}, thought: thought}
}

// Thought returns how many T-states the machine had thought when the player last had to
// move, from which its present thinking is counted.
func (f *Follower) Thought() uint64 { return f.thought }

// SetUp puts the game up in the dialogue of a machine, which must not run. An engine that
// is not the machine's program is left for that: then took is true.
func (s *Session) SetUp(p *program.Program) (took bool, err error) {
	if err := p.CanSetUp(); err != nil {
		return false, err
	}
	if !strings.HasPrefix(s.engine, "rom") {
		if err := s.SetEngine("rom"); err != nil {
			return false, err
		}
		took = true
	}
	final, err := s.Position()
	if err != nil {
		return took, err
	}
	start, err := sargon.ParseFEN(s.game.StartFEN())
	if err != nil {
		return took, err
	}
	r := s.game.Result()
	return took, p.SetUp(program.Setting{
		Start: start, Moves: s.game.Records(), Final: final, Player: s.player, Level: s.level,
		Resigned: r.Reason == game.Resignation && r.Outcome == game.Win(s.player.Other()),
	})
}

// moveTo finds the legal move that leads to a position.
func moveTo(g *game.Game, p *sargon.Position) (game.Move, bool) {
	for _, m := range g.Legal() {
		after := g.Clone()
		if !m.Underpromotes() && after.Play(m) == nil && after.SameBoard(p) {
			return m, true
		}
	}
	return game.Move{}, false
}

// gameFrom returns a game that begins with a position.
func gameFrom(p sargon.Position) (*game.Game, error) {
	if start := sargon.StartPosition(); p.Board == start.Board && p.Side == sargon.White {
		return game.New(), nil
	}
	return game.FromFEN(p.FEN())
}
