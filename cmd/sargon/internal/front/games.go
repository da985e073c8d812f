package front

import (
	"fmt"
	"strings"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Games are the games that are kept, by KeptGame.Name.
type Games interface {
	// List returns all of them, the one played last first.
	List() ([]KeptGame, error)
	// Rename gives a game a title.
	Rename(name, title string) error
	Delete(name string) error
	// Export writes the game as PGN to a file that must not be there yet.
	Export(name, file string) error
}

// KeptGame is one of them.
type KeptGame struct {
	Name    string // unique
	Title   string // that the person has given it; empty if none
	Played  time.Time
	Game    *game.Game // nil if Err says why it cannot be read
	Player  sargon.Color
	Level   sargon.Level
	Edition string // or engine
	Over    bool
	Err     error
}

// LastMove is the last move with its number: "12. Nf3", "no move yet".
func (k *KeptGame) LastMove() string {
	n := k.Game.Len()
	if n == 0 {
		return "no move yet"
	}
	return game.Numbered(k.Game.Ply(n - 1))
}

// State says how the game stands.
func (k *KeptGame) State() string {
	switch {
	case k.Over:
		return Ended(k.Game.Result())
	case k.Game.Side() == k.Player:
		return "you are to move"
	}
	return "Sargon is to move"
}

// Line says everything in a line, shortest words first.
func (k *KeptGame) Line() string {
	when := k.Played.Format("2006-01-02 15:04")
	if k.Err != nil {
		return fmt.Sprintf("%s  cannot be read: %v", when, k.Err)
	}
	parts := []string{
		when, k.LastMove(), fmt.Sprintf("%s, level %d", k.Edition, k.Level),
		fmt.Sprintf("you play %v", k.Player), k.State(),
	}
	if k.Title != "" {
		parts = append(parts[:1], append([]string{k.Title}, parts[1:]...)...)
	}
	return strings.Join(parts, "  ")
}
