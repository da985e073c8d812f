package machine

import (
	"errors"
	"strings"

	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
)

// Reading is what is in a text that may be a FEN or a game.
type Reading struct {
	FEN   string   `json:"fen"`   // where it begins; empty: at the usual place
	Moves []string `json:"moves"` // in notation, up to what is wrong
	Wrong string   `json:"wrong"` // what is; empty: nothing
	Move  string   `json:"move"`  // the one that is not possible, if that is wrong
}

// Read reads a FEN, or the first game of a PGN text: its main line.
func Read(text string) Reading { return reading(readText(strings.TrimSpace(text))) }

// Legal plays moves from a position, as SetUp does, up to the first one that is not legal.
func Legal(fen string, moves []string) Reading { return reading(replay(fen, moves)) }

// reading tells of a game that was read up to a move that is not possible.
func reading(g *game.Game, move string, err error) Reading {
	r := Reading{Moves: []string{}, Move: move}
	if err != nil {
		r.Wrong = err.Error()
	}
	if g == nil {
		return r
	}
	if !g.FromStart() {
		r.FEN = g.StartFEN()
	}
	for _, p := range g.Plies() {
		r.Moves = append(r.Moves, p.SAN)
	}
	return r
}

// readText returns the game of a text; if a move of it is not possible that too, with the game up
// to there.
func readText(text string) (g *game.Game, move string, err error) {
	const ranks = 8
	if board, _, _ := strings.Cut(text, " "); strings.Count(board, "/") == ranks-1 {
		g, err = game.FromFEN(text)
		return g, "", err
	}
	for g, err := range pgn.Read(strings.NewReader(text), "") {
		var wrong *pgn.Error
		if errors.As(err, &wrong) && wrong.Before != nil {
			return wrong.Before, wrong.Move, wrong.Err
		}
		return g, "", err
	}
	return game.New(), "", nil
}
