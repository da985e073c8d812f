package tui

import (
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/emu/jupiter"
	"sargon78/native"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

// Walk is a recorded game on the machine's screen.
type Walk struct {
	game    *game.Game
	program *program.Program
	level   sargon.Level

	pictures screen.Pictures
	shown    *jupiter.Screen // after so many half-moves; nil: not yet
	at       int
}

// NewWalk has a program show a game; program.CanSetUp says which can. The level is what the
// screen says.
func NewWalk(image *roms.Image, g *game.Game, level sargon.Level) (*Walk, error) {
	p, err := program.New(image, program.Options{})
	if err != nil {
		return nil, err
	}
	if err := p.CanSetUp(); err != nil {
		return nil, err
	}
	return &Walk{game: g, program: p, pictures: picturesOf(p), level: level}, nil
}

// show makes another game the one on the screen.
func (w *Walk) show(g *game.Game) { w.game, w.shown = g, nil }

// At returns the screen as the program shows it after so many half-moves. The person at
// the keyboard is White, the machine Black, both as in the game.
func (w *Walk) At(halfMoves int) (jupiter.Screen, error) {
	if w.shown == nil || w.at != halfMoves {
		// The engine only follows the moves, which all engines do alike.
		err := session.Show(w.program, native.New10x12(), w.game.At(halfMoves), sargon.White, w.level)
		if err != nil {
			return jupiter.Screen{}, err
		}
		shown := w.program.Screen()
		w.shown, w.at = &shown, halfMoves
	}
	return *w.shown, nil
}
