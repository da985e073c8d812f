package machine

import (
	"errors"
	"fmt"

	"sargon78/roms"
	"sargon78/sargon"
)

// Begun is the state of a machine that waits for the first move of a game. The page shows it until its
// own machine is loaded.
type Begun struct {
	Status Status `json:"status"`
	Game   Game   `json:"game"`
	Screen []byte `json:"screen"` // in base 64
	// Moves maps each first move, like "e2e4", to what the page shows after it.
	Moves map[string]Moved `json:"moves"`
}

// Moved is the state of a machine that has just accepted the player's move and has not begun to think.
type Moved struct {
	FEN    string `json:"fen"`
	Screen []byte `json:"screen"` // in base 64
}

const mostDialogue = 1e9 // T-states within which the program must ask for a move

// The level and side of a game that a visitor begins without choosing.
const (
	usualLevel  = 2
	usualPlayer = sargon.White
)

// Begin returns the state of a machine that waits for the first move. It returns an error if the program
// of the ROM image does not ask for a move.
func Begin(image *roms.Image) (Begun, error) {
	m, err := New(image)
	if err != nil {
		return Begun{}, err
	}
	if err := m.NewGame(usualPlayer, usualLevel); err != nil {
		return Begun{}, err
	}
	m.Run(mostDialogue, nil)
	screen := m.Screen()
	b := Begun{m.Status(), m.Game(), screen[:], map[string]Moved{}}
	if !b.Game.Waiting {
		return Begun{}, errors.New("it does not ask for a move in a new game")
	}
	for from, to := range b.Game.Legal {
		for _, to := range to {
			if b.Moves[from+to], err = m.moved(from + to); err != nil {
				return Begun{}, err
			}
		}
	}
	return b, nil
}

// moved begins another game, makes a first move in it, and returns the state.
func (m *Machine) moved(move string) (Moved, error) {
	if err := m.NewGame(usualPlayer, usualLevel); err != nil {
		return Moved{}, err
	}
	m.Run(mostDialogue, nil)
	if err := m.PlayerMove(move); err != nil {
		return Moved{}, err
	}
	g, _, err := replay("", []string{move})
	if err != nil {
		return Moved{}, err
	}
	if err := m.StopAt("FNDMOV"); err != nil {
		return Moved{}, err
	}
	if !m.Run(mostDialogue, nil) {
		return Moved{}, fmt.Errorf("it does not take the move %s", move)
	}
	screen := m.Screen()
	return Moved{g.FEN(), screen[:]}, nil
}
