package game_test

import (
	"slices"
	"testing"

	"github.com/corentings/chess/v2"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sargon78/sargon/game"
	"sargon78/sargon/game/gametest"
)

// Another program's rules and notation say the same in random games.
func TestAgainstAnotherReferee(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gametest.Draw(t)
		other := new(chess.Position)
		require.NoError(t, other.UnmarshalText([]byte(g.StartFEN())))
		for i := range g.Len() + 1 {
			now := g.At(i)
			require.Equal(t, other.String(), now.FEN())
			require.Equal(t, movesOf(other), sortedMoves(now), now.FEN())
			if i == g.Len() {
				break
			}
			move, err := chess.UCINotation{}.Decode(other, g.Ply(i).Move.String())
			require.NoError(t, err)
			require.Equal(t, chess.AlgebraicNotation{}.Encode(other, move), g.Ply(i).SAN, now.FEN())
			other = other.Update(move)
		}
	})
}

func movesOf(p *chess.Position) []string {
	var moves []string
	for _, m := range p.ValidMoves() {
		moves = append(moves, m.String())
	}
	slices.Sort(moves)
	return moves
}

func sortedMoves(g *game.Game) []string {
	var moves []string
	for _, m := range g.Legal() {
		moves = append(moves, m.String())
	}
	slices.Sort(moves)
	return moves
}
