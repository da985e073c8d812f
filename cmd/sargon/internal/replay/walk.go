package replay

import (
	"sargon78/emu/jupiter"
	"sargon78/native"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/game"
)

// Walk is a game on the screen of 1978.
type Walk struct {
	Game    *game.Game
	level   sargon.Level
	program *program.Program
	mirror  *game.Mirror
	screens map[int]jupiter.Screen
}

// NewWalk has a program show a game; program.CanSetUp says which can. The level is what the
// screen says.
func NewWalk(image *roms.Image, g *game.Game, level sargon.Level) (*Walk, error) {
	c, err := program.New(image, program.Options{})
	if err != nil {
		return nil, err
	}
	if err := c.CanSetUp(); err != nil {
		return nil, err
	}
	return &Walk{
		Game: g, level: level, program: c, mirror: game.NewMirror(native.New10x12()),
		screens: map[int]jupiter.Screen{},
	}, nil
}

// At returns the screen as the program shows it after so many half-moves. The person at
// the keyboard is White, the machine Black, both as in the game.
func (w *Walk) At(halfMoves int) (jupiter.Screen, error) {
	if screen, ok := w.screens[halfMoves]; ok {
		return screen, nil
	}
	g := w.Game.At(halfMoves)
	if _, err := w.mirror.Sync(g); err != nil {
		return jupiter.Screen{}, err
	}
	start, err := sargon.ParseFEN(g.StartFEN())
	if err != nil {
		return jupiter.Screen{}, err
	}
	setting := program.Setting{
		Start: start, Final: w.mirror.Engine.Position(), Player: sargon.White, Level: w.level,
		Resigned: halfMoves == w.Game.Len() && w.Game.Result() == game.Result{Outcome: game.BlackWins, Reason: game.Resignation},
	}
	for _, p := range g.Plies() {
		setting.Moves = append(setting.Moves, sargon.Move{From: p.Move.From, To: p.Move.To})
	}
	if err := w.program.SetUp(setting); err != nil {
		return jupiter.Screen{}, err
	}
	screen := w.program.Screen()
	w.screens[halfMoves] = screen
	return screen, nil
}
