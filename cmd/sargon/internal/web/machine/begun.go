package machine

import (
	"errors"
	"fmt"

	"sargon78/roms"
	"sargon78/sargon"
)

// Begun is a machine that waits for the first move of a game, as the page shows it before its own
// machine has come.
type Begun struct {
	Status Status `json:"status"`
	Game   Game   `json:"game"`
	Screen []byte `json:"screen"` // in base 64
	// Moves are what the page shows after a first move, by the move: "e2e4".
	Moves map[string]Moved `json:"moves"`
}

// Moved is a machine that has just taken the player's move, and has not begun to think.
type Moved struct {
	FEN    string `json:"fen"`
	Screen []byte `json:"screen"` // in base 64
}

const mostDialogue = 1e9 // T-states until a move is asked for

// Level and side of a game that a visitor begins without choosing.
const (
	usualLevel  = 2
	usualPlayer = sargon.White
)

// Begin returns a machine that waits for the first move. Errors say that the ROM image does not come
// to that.
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

// moved begins another game and makes a first move in it.
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
