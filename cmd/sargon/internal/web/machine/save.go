package machine

import (
	"encoding/json"
	"errors"
	"fmt"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// saved is what a saved state holds besides the machine.
type saved struct {
	Format   string       `json:"format"`
	Number   int          `json:"number"` // of the game
	Start    string       `json:"start"`
	Moves    []string     `json:"moves"`
	Notes    []note       `json:"notes"`
	Player   sargon.Color `json:"player"`
	Level    sargon.Level `json:"level"`
	Begun    bool         `json:"begun"`
	Waiting  bool         `json:"waiting"`
	Ended    bool         `json:"ended"`
	Given    bool         `json:"given"`
	SelfPlay bool         `json:"selfPlay"`
	CatchUp  uint64       `json:"catchUp"` // T-states into a search
	Follow   follow       `json:"follow"`
	Machine  []byte       `json:"machine"`
}

const (
	savedFormat = "sargon78 1"
	mostSaved   = 1 << 20 // bytes
)

var errNotSaved = errors.New("this is no saved state of the machine")

// Save returns all that Load needs to go on, about 90 KB of JSON that packs well. A running search
// is saved from its start, with how far it has come: Load runs it again at full speed.
func (m *Machine) Save() ([]byte, error) {
	r := &m.record
	s := saved{
		Format: savedFormat, Number: r.number, Start: r.game.StartFEN(), Moves: moves(r.game),
		Notes:  r.notes,
		Player: r.Player, Level: r.Level, Begun: r.begun, Waiting: r.waiting, Ended: r.ended,
		Given:    r.game.Result().Reason == game.Resignation,
		SelfPlay: m.selfPlay, Follow: m.follow,
	}
	var err error
	if s.Machine, err = m.jupiter.Save(); err != nil {
		return nil, err
	}
	if m.search.Active && m.begun != nil {
		s.Machine, s.CatchUp = m.begun, max(m.cpu.TStates, m.catchUp)-m.search.began
	}
	return json.Marshal(s)
}

// Load goes on where Save was called. On an error nothing has changed.
func (m *Machine) Load(data []byte) error {
	var s saved
	if len(data) > mostSaved || json.Unmarshal(data, &s) != nil || s.Format != savedFormat {
		return errNotSaved
	}
	r := record{
		Player: s.Player & sargon.Black, Level: s.Level, begun: s.Begun, waiting: s.Waiting,
		ended: s.Ended, notes: s.Notes, number: s.Number,
	}
	var err error
	if r.game, err = replay(s.Start, s.Moves); err != nil {
		return fmt.Errorf("%w: %w", errNotSaved, err)
	}
	if len(r.notes) > r.game.Len() {
		return errNotSaved
	}
	if s.Given {
		r.giveUp()
	}
	if err := m.load(s.Machine, r); err != nil {
		return fmt.Errorf("%w: %w", errNotSaved, err)
	}
	m.selfPlay, m.catchUp, m.follow = s.SelfPlay, m.cpu.TStates+s.CatchUp, s.Follow
	m.quietly()
	return nil
}
