package machine

import (
	"encoding/json"
	"fmt"

	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/session"
)

// pageState is the field Page of a states.State, as JSON: what the page needs in addition to the other
// fields. It has no version number of its own: a change of it is a new states.Version.
type pageState struct {
	Number   int               `json:"number"` // the number of the game
	SelfPlay bool              `json:"selfPlay"`
	CatchUp  uint64            `json:"catchUp"` // T-states of the search that Load has to run again
	Follow   program.TakenTurn `json:"follow"`
}

// Save returns a file of a states.State, with all that Load needs to continue. Of a running search it
// saves the state at its start and the T-states so far: Load runs the search again at full speed.
func (m *Machine) Save() ([]byte, error) {
	s, err := m.session.State()
	if err != nil {
		return nil, err
	}
	v := m.session.View()
	if v.Dialogue != session.InGame {
		s.Game = nil
	}
	about := pageState{
		Number: m.shown.number, SelfPlay: v.State == session.SelfPlaying, Follow: m.program.TakenTurn(),
	}
	if m.search.Active && m.begun != nil {
		s.Machine, about.CatchUp = m.begun, max(m.cpu.TStates, m.catchUp)-m.search.began
	}
	if s.Page, err = json.Marshal(about); err != nil {
		return nil, err
	}
	return s.MarshalBinary()
}

// PGN returns the game as PGN.
func (m *Machine) PGN() (string, error) {
	state, err := m.session.State()
	if err != nil || state.Game == nil {
		return "", err
	}
	return state.Game.PGN, nil
}

// Load continues where Save was called, here or in another front end. It returns an error if data is not a
// saved game, has another version than states.Version, or belongs to another ROM image. Then nothing has
// changed.
func (m *Machine) Load(data []byte) error {
	saved := &states.State{}
	if err := saved.UnmarshalBinary(data); err != nil {
		return fileError{err}
	}
	if saved.Machine == nil && saved.Game != nil {
		g, err := session.GameOf(saved)
		if err != nil {
			return err
		}
		return m.openGame(g, saved.Game.Player, saved.Game.Level)
	}
	var about pageState
	if saved.Page != nil {
		if err := json.Unmarshal(saved.Page, &about); err != nil {
			return fmt.Errorf("it is damaged: Page: %w", err)
		}
	}
	if err := m.restartWith(func(s *session.Session) (string, error) { return "", s.Restore(saved) }); err != nil {
		return err
	}
	if about.Number > 0 {
		m.shown.number = about.Number
	}
	m.program.SetTakenTurn(about.Follow)
	m.SelfPlay(about.SelfPlay)
	m.catchUp = m.cpu.TStates + about.CatchUp
	return nil
}
