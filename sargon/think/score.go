package think

import (
	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Score is a score as chess programs of today report it, for the side to move.
type Score struct {
	Mate       bool
	Moves      int // to mate; negative if the side to move is mated
	Centipawns int // with the material on the board counted in
	// Change is the score of 1978 in centipawns: it counts from the position searched, so
	// that a rook ahead is 0 as long as nothing happens (spec §8).
	Change int
}

// centipawns adds the material on the board to a score, which counts changes only.
func centipawns(g *game.Game, s sargon.Score) int {
	balance := 100 * g.Balance()
	if g.Side() == sargon.Black {
		balance = -balance
	}
	return balance + s.Centipawns()
}

// score turns a score of a search into one of today, and cuts the line if it would
// contradict the distance of a mate.
//
// The program knows that it mates, not when. At depth n it sees its own mates up to ply n
// and the opponent's likewise; shallower searches have not seen this one. The line is the
// first reply that loses, not the longest one: if it is shorter than the mate may take,
// only its first move is sure.
func (c *chooser) score(depth sargon.Level, s sargon.Score, line *[]game.Move) Score {
	score := Score{Change: s.Centipawns()}
	plies := 0
	switch {
	case s == sargon.Mates:
		score.Mate, score.Moves = true, max(1, (int(depth)+1)/2)
		if c.mates((*line)[:1]) {
			score.Moves = 1
		}
		plies = 2*score.Moves - 1
	case s == sargon.Mated:
		moves := max(1, int(depth)/2)
		score.Mate, score.Moves = true, -moves
		plies = 2 * moves
	case s == 0: // the book
		return score
	default:
		score.Centipawns = centipawns(c.game, s)
		return score
	}
	switch {
	case len(*line) >= plies && c.mates((*line)[:plies]):
		*line = (*line)[:plies]
	case len(*line) >= plies || c.mates(*line):
		*line = (*line)[:1]
	}
	return score
}

// mates reports whether a legal line ends in mate.
func (c *chooser) mates(line []game.Move) bool {
	g := c.game.Clone()
	for _, m := range line {
		if g.Play(m) != nil {
			return false
		}
	}
	return g.Result().Reason == game.Checkmate
}
