package machine

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/session"
)

// aside is what the page saves besides a states.State.
type aside struct {
	Number   int               `json:"number"` // of the game
	SelfPlay bool              `json:"selfPlay"`
	CatchUp  uint64            `json:"catchUp"` // T-states into a search
	Follow   program.TakenTurn `json:"follow"`
}

var errNotSaved = errors.New("this is no saved state of the machine")

// Save returns a states.State, all that Load needs to go on. A running search is saved from its
// start, with how far it has come: Load runs it again at full speed.
func (m *Machine) Save() ([]byte, error) {
	s, err := m.table.State()
	if err != nil {
		return nil, err
	}
	v := m.table.View()
	if !v.Begun {
		s.Game = nil
	}
	about := aside{
		Number: m.shown.number, SelfPlay: v.SelfPlay, Follow: m.program.TakenTurn(),
	}
	if m.search.Active && m.begun != nil {
		s.Machine, about.CatchUp = m.begun, max(m.cpu.TStates, m.catchUp)-m.search.began
	}
	if s.Page, err = json.Marshal(about); err != nil {
		return nil, err
	}
	return s.MarshalBinary()
}

// PGN returns the game as text.
func (m *Machine) PGN() (string, error) {
	s, err := m.table.State()
	if err != nil || s.Game == nil {
		return "", err
	}
	return s.Game.PGN, nil
}

// Load goes on where Save was called, here or in another front end. On an error nothing has
// changed.
func (m *Machine) Load(data []byte) error {
	s, old := m.readOld(data)
	if !old {
		s = &states.State{}
		if err := s.UnmarshalBinary(data); err != nil {
			return fmt.Errorf("%w: %w", errNotSaved, err)
		}
	}
	if s.Machine == nil && s.Game != nil {
		g, err := session.GameOf(s)
		if err != nil {
			return fmt.Errorf("%w: %w", errNotSaved, err)
		}
		return m.openGame(g, s.Game.Player, s.Game.Level)
	}
	var about aside
	if s.Page != nil {
		if err := json.Unmarshal(s.Page, &about); err != nil {
			return fmt.Errorf("%w: %w", errNotSaved, err)
		}
	}
	if err := m.afresh(func(t *session.Table) (string, error) { return "", t.Restore(s) }); err != nil {
		return fmt.Errorf("%w: %w", errNotSaved, err)
	}
	if about.Number > 0 {
		m.shown.number = about.Number
	}
	m.program.SetTakenTurn(about.Follow)
	m.SelfPlay(about.SelfPlay)
	m.catchUp = m.cpu.TStates + about.CatchUp
	return nil
}

// old is what version 1 of the page has saved: JSON of its own, packed.
type old struct {
	Format  string       `json:"format"`
	Start   string       `json:"start"`
	Moves   []string     `json:"moves"`
	Player  sargon.Color `json:"player"`
	Level   sargon.Level `json:"level"`
	Begun   bool         `json:"begun"`
	Given   bool         `json:"given"`
	Machine []byte       `json:"machine"`
	Notes   []struct {
		TStates  uint64 `json:"t"`
		Original uint64 `json:"original"`
		Evals    uint64 `json:"evals"`
		Score    string `json:"score"`
	} `json:"notes"`
}

const maxSaved = 1 << 20 // bytes

// readOld reads what version 1 of the page has saved.
func (m *Machine) readOld(data []byte) (*states.State, bool) {
	var o old
	if packed, err := gzip.NewReader(bytes.NewReader(data)); err == nil {
		data, _ = io.ReadAll(io.LimitReader(packed, maxSaved+1)) // what is damaged is no JSON
	}
	if len(data) > maxSaved || json.Unmarshal(data, &o) != nil || o.Format != "sargon78 1" ||
		o.Machine == nil {
		return nil, false
	}
	g, _, err := replay(o.Start, o.Moves)
	if err != nil || len(o.Notes) > g.Len() {
		return nil, false
	}
	player := o.Player & sargon.Black
	for i, n := range o.Notes {
		if note, _, ok := game.ParseNote(n.Score); ok {
			note.Evals, note.In1978 = n.Evals, emulated.In1978(m.image, n.TStates, n.Original)
			g.Ply(i).Note = &note
		}
	}
	if o.Given {
		g.Finish(game.Result{Outcome: game.Win(player.Other()), Reason: game.Resignation})
	}
	s := &states.State{
		Kind: states.Program, SHA256: m.image.SHA256(), Machine: o.Machine, Page: data,
	}
	if o.Begun {
		s.Game = &states.Game{PGN: pgn.Text(g), Player: player, Level: o.Level}
	}
	return s, true
}
