// Package gametest makes games for tests.
package gametest

import (
	"strings"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// FromFEN returns a game from a position.
func FromFEN(t require.TestingT, fen string) *game.Game {
	g, err := game.FromFEN(fen)
	require.NoError(t, err)
	return g
}

// Played returns a game from the start with moves in any notation.
func Played(t require.TestingT, moves string) *game.Game {
	g := game.New()
	Play(t, g, moves)
	return g
}

// Play makes moves in any notation.
func Play(t require.TestingT, g *game.Game, moves string) {
	for _, text := range strings.Fields(moves) {
		require.NoError(t, g.PlayText(text))
	}
}

// SANs returns the moves of a game in algebraic notation.
func SANs(g *game.Game) []string {
	var text []string
	for _, p := range g.Plies() {
		text = append(text, p.SAN)
	}
	return text
}

// RandomGame draws a game of random moves, also from a position in mid-game.
func RandomGame(t *rapid.T) *game.Game {
	fen := rapid.SampledFrom([]string{
		sargon.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 3 40",
	}).Draw(t, "fen")
	g := FromFEN(t, fen)
	for range rapid.IntRange(0, 60).Draw(t, "length") {
		legal := g.Legal()
		if len(legal) == 0 {
			break
		}
		require.NoError(t, g.Play(legal[rapid.IntRange(0, len(legal)-1).Draw(t, "move")]))
	}
	return g
}
