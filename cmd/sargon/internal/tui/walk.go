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

// Walk shows recorded games on the machine's screen.
type Walk struct {
	program  *program.Program
	level    sargon.Level
	pictures screen.Pictures

	shown jupiter.Screen // of a game after so many half-moves
	game  *game.Game
	at    int
}

// NewWalk makes a program show games; CheckSetUp of package program says which can. The level is the one
// on the screen.
func NewWalk(image *roms.Image, level sargon.Level) (*Walk, error) {
	p, err := program.New(image, program.Options{})
	if err == nil {
		err = p.CheckSetUp()
	}
	if err != nil {
		return nil, err
	}
	return &Walk{program: p, level: level, pictures: picturesOf(p)}, nil
}

// Screen returns the screen as the program shows a game after a number of half-moves. On the screen the
// user is White and the machine Black.
func (w *Walk) Screen(g *game.Game, halfMoves int) (*jupiter.Screen, error) {
	if w.game != g || w.at != halfMoves {
		// The engine only follows the moves, and all engines do that alike.
		err := session.ShowGame(w.program, native.New10x12(), g.At(halfMoves), sargon.White, w.level)
		if err != nil {
			return nil, err
		}
		w.shown, w.game, w.at = w.program.Screen(), g, halfMoves
	}
	return &w.shown, nil
}
