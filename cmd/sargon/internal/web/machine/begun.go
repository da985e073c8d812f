package machine

import (
	"errors"

	"sargon78/roms"
	"sargon78/sargon"
)

// Begun is a machine that waits for the first move of a game, as the page shows it before its own
// machine has come.
type Begun struct {
	Status Status `json:"status"`
	Game   Game   `json:"game"`
	Screen []byte `json:"screen"` // in base 64
}

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
	const mostDialogue = 1e9 // T-states
	m.Run(mostDialogue, nil)
	screen := m.Screen()
	b := Begun{m.Status(), m.Game(), screen[:]}
	if !b.Game.Waiting {
		return Begun{}, errors.New("it does not ask for a move in a new game")
	}
	return b, nil
}
