package front

import (
	"slices"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Lost are the pieces of a side that were captured in the course of a game, the most valuable
// first.
func Lost(g *game.Game, side sargon.Color) (pieces []sargon.PieceType) {
	var left [sargon.King + 1]int // at the start, made and still there
	count := func(g *game.Game, by int) {
		for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
			piece := g.Piece(s)
			if piece != sargon.Empty && piece != sargon.Border && piece.Color() == side {
				left[piece.Type()] += by
			}
		}
	}
	count(g.At(0), 1)
	count(g, -1)
	for _, p := range g.Plies() {
		if p.Side == side && p.Move.Promotion != sargon.NoPiece {
			left[p.Move.Promotion]++
			left[sargon.Pawn]--
		}
	}
	for t, n := range left {
		pieces = append(pieces, slices.Repeat([]sargon.PieceType{sargon.PieceType(t)}, max(0, n))...)
	}
	slices.Reverse(pieces)
	return pieces
}

// Ahead is how many points of material a side is ahead (game.Balance), negative if it is behind.
func Ahead(g *game.Game, side sargon.Color) int {
	if side == sargon.Black {
		return -g.Balance()
	}
	return g.Balance()
}
