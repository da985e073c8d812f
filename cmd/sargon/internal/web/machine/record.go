package machine

import (
	"sargon78/sargon"
	"sargon78/sargon/game"
)

// record is the game on the machine, followed from its turns.
type record struct {
	game    *game.Game
	notes   []note // by half-move
	Player  sargon.Color
	Level   sargon.Level
	begun   bool // the first turn has come
	waiting bool // the player's move is asked for
	refused int  // moves that the program has not accepted
	ended   bool
	next    note // of the move that the search has found
	version int
	number  int // of the game since the machine was made
}

// note is what the machine's search for a move cost.
type note struct {
	TStates  uint64 `json:"t,omitempty"`
	Original uint64 `json:"original,omitempty"` // estimated T-states of 1978
	Evals    uint64 `json:"evals,omitempty"`
	Score    string `json:"score,omitempty"`
	Trace    string `json:"trace,omitempty"`
	Book     bool   `json:"book,omitempty"`
	Search   int    `json:"search,omitempty"` // its number
}

func (r *record) begin(p sargon.Position) {
	g, err := game.FromFEN(p.FEN())
	if err != nil {
		g = game.New()
	}
	*r = record{
		game: g, Player: r.Player, Level: r.Level, version: r.version + 1, number: r.number + 1,
	}
}

// ask is called when the program asks how to play the next game.
func (r *record) ask() {
	r.begin(sargon.StartPosition())
	r.begun = false
}

// played notes the move that the program has made.
func (r *record) played(record sargon.Move) {
	r.waiting = false
	m, ok := r.game.FromSargon(record)
	if !ok || r.game.Play(m) != nil {
		return // the program has lost its king (spec §14); the screen shows what it does
	}
	r.notes = append(r.notes, r.next)
	r.next = note{}
	r.version++
}

// asked notes that the program wants the player's move, and if it asks again, that it has refused
// one.
func (r *record) asked() {
	if r.waiting {
		r.refused++
	}
	r.waiting = true
	r.version++
}

func (r *record) thought(s *Search) {
	r.next = note{Book: true, Search: s.Number}
	if !s.Book {
		r.next = note{
			TStates: s.TStates, Original: s.original, Evals: s.evals, Trace: s.trace.String(),
			Score: s.Score.String(), Search: s.Number,
		}
	}
	r.version++
}

func (r *record) over() {
	r.waiting, r.ended = false, true
	r.version++
}

func (r *record) resign() {
	r.giveUp()
	r.over()
}

// giveUp ends the game for the player.
func (r *record) giveUp() {
	r.game.Finish(game.Result{Outcome: game.Win(r.Player.Other()), Reason: game.Resignation})
}

// Game is the game as the page shows it.
type Game struct {
	Number  int                 `json:"number"` // grows with each game
	Start   string              `json:"start"`
	FEN     string              `json:"fen"`
	Player  string              `json:"player"`
	Level   int                 `json:"level"`
	Begun   bool                `json:"begun"`
	Waiting bool                `json:"waiting"` // for the player's move
	Refused int                 `json:"refused"` // moves in this game, by the program
	Check   bool                `json:"check"`
	Ended   bool                `json:"ended"`
	Drawn   bool                `json:"drawn"` // by a rule unknown to the program
	Result  string              `json:"result"`
	Reason  string              `json:"reason"`
	Legal   map[string][]string `json:"legal"` // of the player, when waiting
	Plies   []Ply               `json:"plies"`
}

// Ply is a half-move; what its search took is zero for the player's.
type Ply struct {
	UCI    string  `json:"uci"`
	SAN    string  `json:"san"`
	Number int     `json:"number"`
	Side   string  `json:"side"`
	Time   float64 `json:"seconds"` // in 1978, about
	note
}

// Game returns the game.
func (m *Machine) Game() Game {
	r := &m.record
	g := Game{
		Number: r.number, Start: r.game.StartFEN(), FEN: r.game.FEN(),
		Player: r.Player.String(), Level: int(r.Level), Begun: r.begun,
		Waiting: r.waiting && !m.selfPlay, Refused: max(0, r.refused), Check: r.game.InCheck(),
		Ended: r.ended,
		Legal: map[string][]string{}, Plies: []Ply{},
	}
	// The program itself knows mate and stalemate only (spec §13), and plays on.
	if result := r.game.Result(); result.Over() {
		g.Result, g.Reason = string(result.Outcome), string(result.Reason)
		g.Drawn = result.Outcome == game.Draw && result.Reason != game.Stalemate
	}
	for i, p := range r.game.Plies() {
		ply := Ply{UCI: p.Move.String(), SAN: p.SAN, Number: p.Number, Side: p.Side.String()}
		if i < len(r.notes) {
			ply.note = r.notes[i]
			ply.Time = m.in1978(ply.TStates, ply.Original)
		}
		g.Plies = append(g.Plies, ply)
	}
	if g.Waiting {
		for _, m := range r.game.Legal() {
			if !m.Underpromotes() {
				from := m.From.String()
				g.Legal[from] = append(g.Legal[from], m.To.String())
			}
		}
	}
	return g
}
