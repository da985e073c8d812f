package machine

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"sargon78/emu/jupiter"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/session"
)

// shown is the game of the session that the page was last told about.
type shown struct {
	game    *game.Game
	number  int    // the number of the game since the machine was made
	refused int    // how many moves the program has refused in this game
	key     string // all that the page shows of the game
	version int    // grows when key changes: then the page asks for the game
}

// takeChanges updates the shown game with the changes in the session.
func (m *Machine) takeChanges() {
	s := &m.shown
	for _, c := range m.session.Changes() {
		if c.Kind == session.MoveRefused || c.Kind == session.PremoveRefused {
			s.refused++
		}
	}
	v := m.session.View()
	if v.Game != s.game {
		s.game, s.refused = v.Game, 0
		s.number++
	}
	key := fmt.Sprint(s.number, v.Game.Len(), v.Game.Result(), v.Player, v.Level, v.Dialogue, v.AwaitingMove,
		s.refused, m.search.Number, m.search.Active)
	if key != s.key {
		s.key = key
		s.version++
	}
}

// do does actions of the session, up to the first one that fails.
func (m *Machine) do(actions ...session.Action) (err error) {
	for _, a := range actions {
		if err = m.session.Do(a); err != nil {
			break
		}
	}
	m.takeChanges()
	return err
}

// restartWith does actions that put the machine into another state, and forgets the old search.
func (m *Machine) restartWith(actions ...session.Action) error {
	before := m.session.View()
	if err := m.do(actions...); err != nil {
		if !m.session.View().OnMachine { // the program cannot continue this game
			return errors.Join(err, m.do(session.Open(before.Game, before.Player), session.UseMachine))
		}
		return err
	}
	m.search, m.thought = Search{Number: m.search.Number}, newThought()
	m.begun, m.halt, m.catchUp, m.fault = nil, false, 0, nil
	m.past, m.heatCheckpoints, m.entered = [2]checkpoint{}, [2]checkpoint{}, false
	return m.StopAt("")
}

// Press types keys, as bytes of the keyboard of 1978. The key of resigning resigns at once: the page asks
// the visitor before.
func (m *Machine) Press(keys ...byte) error {
	for _, key := range keys {
		if key == jupiter.KeyControlR {
			_ = m.do(session.Type(key))
		}
		if err := m.do(session.Type(key)); err != nil {
			return err
		}
	}
	return nil
}

// PlayerMove types a move like "e2e4". It returns an error if the program does not wait for a move of the
// player.
func (m *Machine) PlayerMove(text string) error {
	move, err := sargon.ParseMove(text)
	if err != nil {
		return err
	}
	if !m.session.View().AwaitingMove {
		return errNotAsked
	}
	form, ok := m.program.MoveForm()
	if !ok {
		return errMoveForm
	}
	m.rubOut()
	return m.Press(form.Keys(move.From, move.To)...)
}

// Touch types the first square of a move on the machine's keyboard, and deletes what was typed before.
// With an empty square it only deletes.
func (m *Machine) Touch(square string) {
	if !m.session.View().AwaitingMove || m.image.Kind != roms.Embedded {
		return
	}
	m.rubOut()
	if s, err := sargon.ParseSquare(square); err == nil {
		form, _ := m.program.MoveForm()
		_ = m.Press(form.Keys(s, s)[:2]...)
	}
}

// rubOut deletes the part of a move that was typed, at most four keys. It works with the embedded ROM
// only.
func (m *Machine) rubOut() {
	const key = jupiter.KeyBackspace
	if m.image.Kind == roms.Embedded {
		_ = m.Press(key, key, key, key)
	}
}

// NewGame switches the machine off and on, and types the answers to its questions.
func (m *Machine) NewGame(player sargon.Color, level sargon.Level) error {
	if m.image.Kind != roms.Embedded {
		return m.SetUp("", nil, player, level)
	}
	if err := m.do(session.SetLevel(level)); err != nil {
		return err
	}
	side := byte('W')
	if player == sargon.Black {
		side = 'B'
	}
	return m.restartWith(session.SwitchOn, session.Type(side, '0'+byte(level), 'N'))
}

// SelfPlay lets the machine play both sides from the next turn on, or only its own side.
func (m *Machine) SelfPlay(on bool) {
	if on != (m.session.View().State == session.SelfPlaying) {
		_ = m.do(session.SelfPlay) // cannot fail on this machine
	}
}

// SetUp sets up a game, which the machine continues: a position, and moves in any notation that package
// game reads. The error of an illegal move names it.
func (m *Machine) SetUp(fen string, moves []string, player sargon.Color, level sargon.Level) error {
	g, _, err := replay(fen, moves)
	if err != nil {
		return err
	}
	return m.openGame(g, player, level)
}

func (m *Machine) openGame(g *game.Game, player sargon.Color, level sargon.Level) error {
	return m.restartWith(func(s *session.Session) (string, error) {
		if _, err := session.SetLevel(level)(s); err != nil {
			return "", err
		}
		return session.Open(g, player)(s)
	})
}

// replay plays moves from a position, up to an illegal one, which it returns as wrong. An empty fen is the
// start position.
func replay(fen string, moves []string) (g *game.Game, wrong string, err error) {
	g, err = game.FromFEN(cmp.Or(fen, sargon.StartFEN))
	for i := 0; err == nil && i < len(moves); i++ {
		if err = g.PlayText(moves[i]); err != nil {
			wrong = moves[i]
		}
	}
	return g, wrong, err
}

// TakeBack takes back moves until it is the player's turn again, or takes back a resignation.
func (m *Machine) TakeBack() error { return m.restartWith(session.TakeBack) }

// Resign resigns for the player. With the embedded ROM it also works while the machine thinks.
func (m *Machine) Resign() error {
	v := m.session.View()
	switch {
	case v.Dialogue != session.InGame || v.State == session.SelfPlaying:
		return errNoGame
	case m.image.Kind != roms.Embedded && !v.AwaitingMove:
		return errResignLater
	}
	return m.restartWith(session.Resign, session.Resign) // twice: the page has asked the visitor already
}

// Game is the game that the page shows.
type Game struct {
	Number  int                 `json:"number"` // grows with each game
	Start   string              `json:"start"`
	FEN     string              `json:"fen"`
	Player  string              `json:"player" ts:"Side"`
	Level   int                 `json:"level"`
	Started bool                `json:"started"`
	Waiting bool                `json:"waiting"` // the program waits for the player's move
	Refused int                 `json:"refused"` // how many moves the program has refused in this game
	Check   bool                `json:"check"`
	Ended   bool                `json:"ended"`
	Drawn   bool                `json:"drawn"` // drawn by a rule that the program does not know
	Result  string              `json:"result"`
	Reason  string              `json:"reason"`
	Legal   map[string][]string `json:"legal"` // the player's legal moves, if Waiting
	Plies   []Ply               `json:"plies"`
}

// Ply is a half-move. Time and Evals are those of its search: zero for a move of the player or the book.
type Ply struct {
	UCI    string  `json:"uci"`
	SAN    string  `json:"san"`
	Number int     `json:"number"`
	Side   string  `json:"side" ts:"Side"`
	Time   float64 `json:"seconds"` // seconds in 1978, estimated
	Evals  uint64  `json:"evals,omitempty"`
}

// Game returns the game. If no game has begun, it returns one at the start position.
func (m *Machine) Game() Game {
	v, s := m.session.View(), &m.shown
	if v.Dialogue != session.InGame {
		v.Game = game.New()
	}
	g := Game{
		Number: s.number, Start: v.Game.StartFEN(), FEN: v.Game.FEN(), Player: v.Player.String(),
		Level: int(v.Level), Started: v.Dialogue == session.InGame, Waiting: v.AwaitingMove, Refused: s.refused,
		Check: v.Game.InCheck(), Legal: map[string][]string{}, Plies: []Ply{},
	}
	// The program itself knows only mate and stalemate (spec §13), and plays on after a draw.
	if result := v.Game.Result(); result.Over() {
		g.Result, g.Reason = string(result.Outcome), string(result.Reason)
		g.Drawn = result.Outcome == game.Draw && result.Reason != game.Stalemate
		g.Ended = !g.Drawn
	}
	for i, p := range v.Game.Plies() {
		ply := Ply{
			UCI: p.Move.String(), SAN: p.SAN, Number: p.Number, Side: p.Side.String(),
			Time: v.TimesOf(i).In1978.Seconds(),
		}
		if p.Note != nil {
			ply.Evals = p.Note.Evals
		}
		g.Plies = append(g.Plies, ply)
	}
	if g.Waiting {
		for _, m := range v.Game.Legal() {
			if !m.Underpromotes() {
				from := m.From.String()
				g.Legal[from] = append(g.Legal[from], m.To.String())
			}
		}
	}
	return g
}

// Reading is the result of reading a text that may be a FEN or a game.
type Reading struct {
	FEN   string   `json:"fen"`                       // the position at the beginning; empty: the start position
	Moves []string `json:"moves"`                     // in notation, up to the mistake
	Error *Failure `json:"error" ts:"Failure | null"` // the mistake
	Move  string   `json:"move"`                      // the illegal move, if that is the mistake
}

// Read reads a FEN, or the main line of the first game of a PGN text.
func Read(text string) Reading { return reading(readText(strings.TrimSpace(text))) }

// Legal plays moves from a position, as SetUp does, up to the first one that is not legal.
func Legal(fen string, moves []string) Reading { return reading(replay(fen, moves)) }

// reading returns the Reading for a game that was read up to an illegal move.
func reading(g *game.Game, move string, err error) Reading {
	r := Reading{Moves: []string{}, Move: move}
	if err != nil {
		r.Error = FailureOf(err)
	}
	if g == nil {
		return r
	}
	if !g.FromStart() {
		r.FEN = g.StartFEN()
	}
	for _, p := range g.Plies() {
		r.Moves = append(r.Moves, p.SAN)
	}
	return r
}

// readText returns the game of a text. If a move is illegal, it returns that move and the game up to it.
func readText(text string) (g *game.Game, move string, err error) {
	const ranks = 8
	if board, _, _ := strings.Cut(text, " "); strings.Count(board, "/") == ranks-1 {
		g, err = game.FromFEN(text)
		return g, "", err
	}
	for g, err := range pgn.Read(strings.NewReader(text), "") {
		var wrong *pgn.Error
		if errors.As(err, &wrong) && wrong.GameBefore != nil {
			return wrong.GameBefore, wrong.Move, wrong.Err
		}
		return g, "", err
	}
	return game.New(), "", nil
}
