package game_test

import (
	"slices"
	"testing"

	"github.com/corentings/chess/v2"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/gametest"
)

// requireSameBoard holds the engine's board against the referee's.
func requireSameBoard(t require.TestingT, g *game.Game, engine sargon.Engine) {
	position := engine.Position()
	require.Equal(t, g.Side(), position.Side)
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		if s.OnBoard() {
			require.Equal(t, g.Piece(s), position.Board[s]&^(sargon.MovedBit|sargon.CastledBit),
				"%v in %s", s, g.FEN())
		}
	}
}

// The engine follows any game, also one that is taken back and goes another way.
func TestMirrorFollowsTheGame(t *testing.T) {
	engine := native.New10x12()
	mirror := game.NewMirror(engine)
	before := game.New() // the game that the mirror has followed last
	rapid.Check(t, func(t *rapid.T) {
		g := gametest.RandomGame(t)
		common := inCommon(before, g)
		resets, err := mirror.Sync(t.Context(), g)
		before = g // which goes another way below
		require.NoError(t, err)
		requireSameBoard(t, g, engine)
		underpromotions := 0
		for _, p := range g.Plies()[common:] {
			if p.Move.Underpromotes() {
				underpromotions++
			}
		}
		require.Len(t, resets, underpromotions)

		g.TakeBack(rapid.IntRange(0, 5).Draw(t, "back"))
		if legal := g.Legal(); len(legal) > 0 {
			require.NoError(t, g.Play(legal[0]))
		}
		_, err = mirror.Sync(t.Context(), g)
		require.NoError(t, err)
		requireSameBoard(t, g, engine)
	})
}

// inCommon counts the half-moves with which two games begin alike.
func inCommon(a, b *game.Game) (n int) {
	if a.StartFEN() != b.StartFEN() {
		return 0
	}
	for n < a.Len() && n < b.Len() && a.Ply(n).Move == b.Ply(n).Move {
		n++
	}
	return n
}

// A game is played in the engine's own state: what has moved and come home has moved.
func TestMirrorKeepsHistory(t *testing.T) {
	engine := native.New10x12()
	mirror := game.NewMirror(engine)
	g := gametest.Played(t, "Nf3 Nf6 Ng1 Ng8")
	_, err := mirror.Sync(t.Context(), g)
	require.NoError(t, err)
	position := engine.Position()
	require.True(t, position.Board[sargon.G1].Moved())
	require.EqualValues(t, 3, position.MoveNumber)

	g.TakeBack(4)
	_, err = mirror.Sync(t.Context(), g)
	require.NoError(t, err)
	require.Equal(t, sargon.StartPosition(), engine.Position())
}

func TestMirrorSaysWhereItCouldNotFollow(t *testing.T) {
	engine := native.New10x12()
	g := gametest.FromFEN(t, "4k3/P7/8/8/8/8/8/4K3 w - - 0 30")
	gametest.Play(t, g, "a8=N Kd7")
	resets, err := game.NewMirror(engine).Sync(t.Context(), g)
	require.NoError(t, err)
	require.Len(t, resets, 1)
	require.Equal(t, 0, resets[0].Ply)
	require.ErrorIs(t, resets[0].Reason, game.ErrUnderpromotion)
	require.Equal(t, "after 30. a8=N the position is set up again: promotion to a queen is the "+
		"only one that Sargon knows", resets[0].String())
	requireSameBoard(t, g, engine)
}

// What the program accepts as a move and what the rules allow are the same, promotion
// aside: neither can surprise the other in a game. Tried are all legal moves, and a quarter of the rest.
func TestEngineAndRefereeAgreeOnLegalMoves(t *testing.T) {
	engine := native.New10x12()
	mirror := game.NewMirror(engine)
	rapid.Check(t, func(t *rapid.T) {
		g := gametest.RandomGame(t)
		_, err := mirror.Sync(t.Context(), g)
		require.NoError(t, err)
		defer mirror.Invalidate()
		position, fen, chosen := engine.Position(), g.FEN(), rapid.IntRange(0, 3).Draw(t, "rest")
		for from := sargon.FirstSquare; from <= sargon.LastSquare; from++ {
			for to := sargon.FirstSquare; to <= sargon.LastSquare; to++ {
				if !from.OnBoard() || !to.OnBoard() || g.Piece(from) == sargon.Empty {
					continue
				}
				_, legal := g.FromSargon(sargon.Move{From: from, To: to})
				if !legal && int(from+to)%4 != chosen {
					continue
				}
				accepted := engine.Play(from, to) == nil
				require.Equal(t, legal, accepted, "%v%v in %s", from, to, fen)
				if accepted {
					require.NoError(t, engine.SetPosition(position))
				}
			}
		}
	})
}

// Another program's rules and notation say the same in random games.
func TestAgainstAnotherReferee(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gametest.RandomGame(t)
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
