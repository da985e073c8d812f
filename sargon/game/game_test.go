package game_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/gametest"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/must"
)

func Example() {
	g := game.New()
	for _, move := range []string{"e4", "e5", "Qh5", "Ke7", "Qxe5"} {
		if err := g.PlayText(move); err != nil {
			fmt.Println(err)
		}
	}
	g.Ply(2).Note = &game.Note{Score: 0x83, Evals: 1423,
		In1978: sargon.Time1978{Duration: 205 * time.Second}}
	g.Tags.Set("White", "Sargon")
	fmt.Println(g.Result())
	fmt.Print(pgn.Text(g))
	// Output:
	// 1-0 (checkmate)
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "Sargon"]
	// [Black "?"]
	// [Result "1-0"]
	//
	// 1. e4 e5 2. Qh5 {change +0.38 for Sargon, 1423 positions, 3:25 in 1978} 2...
	// Ke7 3. Qxe5# 1-0
}

func TestParseMoveReadsWhatPeopleWrite(t *testing.T) {
	const (
		start     = sargon.StartFEN
		knights   = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
		castling  = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"
		promotion = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
		bishop    = "4k3/8/8/2p5/1P6/4B3/8/4K3 w - - 0 1"
		passant   = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
	)
	for _, c := range []struct{ fen, text, want string }{
		{start, "e4", "e2e4"}, {start, "E4", "e2e4"}, {start, "e2e4", "e2e4"},
		{start, "e2-e4", "e2e4"},
		{start, " Nf3 ", "g1f3"}, {start, "nf3", "g1f3"}, {start, "NF3!?", "g1f3"},
		{start, "Ng1f3", "g1f3"}, {start, "Ngf3", "g1f3"}, {start, "N1f3", "g1f3"},
		{knights, "Nbd2", "b1d2"}, {knights, "Nfd2", "f3d2"}, {knights, "N3d2", "f3d2"},
		{knights, "nbd2", "b1d2"},
		{castling, "O-O", "e8g8"}, {castling, "0-0-0", "e8c8"}, {castling, "o-o", "e8g8"},
		{castling, "ooo", "e8c8"}, {castling, "e8g8", "e8g8"}, {castling, "O-O+", "e8g8"},
		{castling, "Kd7", "e8d7"},
		{promotion, "a8", "a7a8q"}, {promotion, "a8=N", "a7a8n"}, {promotion, "a8R", "a7a8r"},
		{promotion, "a7a8b", "a7a8b"}, {promotion, "a8(Q)", "a7a8q"},
		{promotion, "axb8=Q+", "a7b8q"}, {promotion, "ab8n", "a7b8n"},
		{promotion, "a7xb8", "a7b8q"},
		{bishop, "bxc5", "b4c5"}, {bishop, "Bxc5", "e3c5"}, {bishop, "b5", "b4b5"},
		{bishop, "bd4", "e3d4"}, {bishop, "BC5", "b4c5"},
		{passant, "exd6 e.p.", "e5d6"}, {passant, "ed6", "e5d6"}, {passant, "e5d6", "e5d6"},
	} {
		m, err := gametest.FromFEN(t, c.fen).ParseMove(c.text)
		require.NoError(t, err, c.text)
		require.Equal(t, c.want, m.String(), "%q in %s", c.text, c.fen)
	}
}

func TestParseMoveSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ fen, text, want string }{
		{sargon.StartFEN, "", "want a move like e4"},
		{sargon.StartFEN, "e9", "want a move like e4"},
		{sargon.StartFEN, "hello", "want a move like e4"},
		{sargon.StartFEN, "e5", "white has no pawn that can go to e5"},
		{sargon.StartFEN, "Qd4", "white has no queen that can go to d4"},
		{sargon.StartFEN, "e3e4", "there is no piece on e3"},
		{sargon.StartFEN, "e7e5", "the pawn on e7 is not white's"},
		{sargon.StartFEN, "e1e2", "white has no king that can go to e2"},
		{sargon.StartFEN, "e2e4n", "white has no pawn that can go to e4"},
		{sargon.StartFEN, "O-O", "white has no king that can go to g1"},
		{"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2", "it may be Nbd2 or Nfd2"},
		{"4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", "Rb1",
			"white is in check, and no rook can help by going to b1"},
		{"R3k3/8/4K3/8/8/8/8/8 b - - 0 1", "Kd8", "the game is over"},
	} {
		_, err := gametest.FromFEN(t, c.fen).ParseMove(c.text)
		var illegal *sargon.IllegalMoveError
		require.ErrorAs(t, err, &illegal, c.text)
		require.Contains(t, illegal.Reason, c.want, c.text)
	}
}

func TestUCIMoves(t *testing.T) {
	for _, good := range []string{"e2e4", "e7e8q", "a7b8n", "h2h1r"} {
		m, err := game.ParseUCI(good)
		require.NoError(t, err)
		require.Equal(t, good, m.String())
	}
	for _, bad := range []string{"", "e2", "e2e9", "i1a1", "e7e8k", "e7e8qq", "0000", "Nf3x"} {
		_, err := game.ParseUCI(bad)
		require.Error(t, err, bad)
	}
	require.Equal(t, "0000", game.Move{}.String())
}

func TestResultsByTheRules(t *testing.T) {
	for _, c := range []struct{ name, fen, moves, want string }{
		{"fool's mate", sargon.StartFEN, "f3 e5 g4 Qh4", "0-1 (checkmate)"},
		{"stalemate", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qf7", "1/2-1/2 (stalemate)"},
		{"bare kings", "8/8/8/7k/8/8/6q1/7K w - - 0 1", "Kxg2", "1/2-1/2 (insufficient material)"},
		{"a queen", "7k/8/5K2/8/8/8/8/6q1 w - - 0 1", "Ke6", "*"},
		{"a knight", "7k/8/8/8/8/8/6p1/6NK w - - 0 1", "Kxg2", "1/2-1/2 (insufficient material)"},
		{"two knights", "7k/8/8/8/8/5N2/6p1/6NK w - - 0 1", "Kxg2", "*"},
		{"bishops on one colour", "b6k/8/8/8/8/8/6p1/5B1K w - - 0 1", "Bxg2",
			"1/2-1/2 (insufficient material)"},
		{"bishops on both colours", "1b5k/8/8/8/8/8/6p1/5B1K w - - 0 1", "Bxg2", "*"},
		{"threefold", sargon.StartFEN, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
			"1/2-1/2 (threefold repetition)"},
		{"twofold", sargon.StartFEN, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", "*"},
		// After 1. e4 nothing can take en passant: the position counts from the start.
		{"an idle en passant square", sargon.StartFEN, "e4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1",
			"1/2-1/2 (threefold repetition)"},
		// Here the capture is possible once, so the first time is another position.
		{"a live en passant square", "4k3/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1",
			"e4 Kd7 Nf3 Ke8 Ng1 Kd7 Nf3 Ke8 Ng1", "*"},
		{"rights of castling", "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1",
			"Rg1 Rg8 Rh1 Rh8 Rg1 Rg8 Rh1 Rh8", "*"},
		{"fifty moves", "4k2r/8/8/8/8/8/8/4K2R w - - 98 80", "Rg1 Rg8", "1/2-1/2 (fifty moves)"},
		{"a pawn resets the clock", "4k2r/8/8/8/8/8/P7/4K2R w - - 98 80", "a3 Rg8", "*"},
		{"mate before fifty moves", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "Ra8", "1-0 (checkmate)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := gametest.FromFEN(t, c.fen)
			gametest.Play(t, g, c.moves)
			require.Equal(t, c.want, g.Result().String())
		})
	}
}

func TestFinishEndsWhatTheRulesDoNot(t *testing.T) {
	g := gametest.Played(t, "e4 e5")
	g.Finish(game.Result{Outcome: game.BlackWins, Reason: game.Resignation})
	require.Equal(t, "0-1 (resignation)", g.Result().String())
	gametest.Play(t, g, "Nf3")
	require.False(t, g.Result().Over(), "a move takes the result back")

	mate := gametest.Played(t, "f3 e5 g4 Qh4")
	mate.Finish(game.Result{Outcome: game.Draw})
	require.Equal(t, game.BlackWins, mate.Result().Outcome, "a mate is a mate")

	repeated := gametest.Played(t, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
	require.True(t, repeated.Result().Reason.Claimed())
	repeated.Finish(game.Result{Outcome: game.Unfinished})
	require.False(t, repeated.Result().Over(), "no player claims the draw")
}

func TestTakeBackAndClones(t *testing.T) {
	g := gametest.Played(t, "e4 e5 Nf3")
	fen := g.FEN()
	c := g.Clone()
	require.Equal(t, 2, c.TakeBack(2))
	gametest.Play(t, c, "c5 Nc3 Nc6 d4")
	require.Equal(t, fen, g.FEN())
	gametest.Play(t, g, "Nc6")
	require.Equal(t, []string{"e4", "e5", "Nf3", "Nc6"}, gametest.SANs(g))
	require.Equal(t, []string{"e4", "c5", "Nc3", "Nc6", "d4"}, gametest.SANs(c))
	require.Equal(t, 4, g.TakeBack(9))
	require.Equal(t, sargon.StartFEN, g.FEN())
	require.Zero(t, g.TakeBack(-1))
	require.Equal(t, []string{"e4", "c5"}, gametest.SANs(c.At(2)))
}

func TestNumbersAndSides(t *testing.T) {
	g := gametest.FromFEN(t, "4k3/8/8/8/8/8/4p3/4K3 b - - 0 7")
	require.Equal(t, 7, g.Number())
	gametest.Play(t, g, "Kd7 Kxe2")
	require.Equal(t, 8, g.Number())
	plies := g.Plies()
	require.Equal(t, []int{7, 8}, []int{plies[0].Number, plies[1].Number})
	require.Equal(t, []sargon.Color{sargon.Black, sargon.White},
		[]sargon.Color{plies[0].Side, plies[1].Side})
}

func TestFENIsReadInAllLengths(t *testing.T) {
	const board = "4k3/8/8/8/8/8/4P3/4K3 w - -"
	for in, want := range map[string]string{
		board: board + " 0 1", board + " 7": board + " 7 1", board + " 7 0": board + " 7 1",
		board + "  7   9 ": board + " 7 9",
	} {
		require.Equal(t, want, gametest.FromFEN(t, in).FEN())
	}
	for _, bad := range []string{"", "x", "8/8/8/8/8/8/8/8 w - - 0 1",
		"\xff4k2/8/8/8/8/8/8/4K3 w - - 0 1"} {
		_, err := game.FromFEN(bad)
		var e *sargon.FENError
		require.ErrorAs(t, err, &e, bad)
	}
}

// An engine takes the same position from a game as from its first FEN, whatever that left out.
func TestAGameStartsWhereItsFENDoes(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"
	for _, fen := range []string{
		start + " - 0 1", start + " -", start + " - 0 0", start + " - 0 2", start + " - - -",
		"4k3/8/8/8/8/8/8/4K3",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
		"4k3/8/8/8/8/8/8/R3K2R w Kq a6 0 300", "r3k2r/8/8/3pP3/8/8/8/R4K1R w kq d6 3 0",
	} {
		want := must.Have(sargon.ParseFEN(fen))
		g := gametest.FromFEN(t, fen)
		require.Equal(t, want, g.Start(), fen)
		require.Equal(t, want, must.Have(sargon.ParseFEN(g.StartFEN())), fen)
	}
}

// More queens than any game can have are a position all the same.
func TestPositionsOfManyMoves(t *testing.T) {
	g := gametest.FromFEN(t, "kn1QQQQQ/pp5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1")
	require.Len(t, g.Legal(), 251)
}

func TestUnderpromotionGivesItsOwnCheck(t *testing.T) {
	g := gametest.FromFEN(t, "r3k2r/2P5/8/8/8/8/P7/4K3 w kq - 0 1")
	gametest.Play(t, g, "c8=N")
	require.Equal(t, "c8=N", g.Ply(0).SAN)
	require.False(t, g.InCheck())
	require.NoError(t, g.PlayText("O-O"))

	g = gametest.FromFEN(t, "8/k1P5/8/K7/8/8/8/8 w - - 0 1")
	gametest.Play(t, g, "c8=B")
	require.Equal(t, "1/2-1/2 (insufficient material)", g.Result().String())
	g = gametest.FromFEN(t, "8/k1P5/2K5/8/8/8/8/8 w - - 0 1")
	gametest.Play(t, g, "c8=R Ka6")
	require.Equal(t, "*", g.Result().String())
}

func TestNotesSurvivePGN(t *testing.T) {
	for score := range 256 {
		note := game.Note{Score: sargon.Score(score), Evals: uint64(score) * 3,
			In1978: sargon.Time1978{Duration: time.Duration(score*score) * time.Second,
				Estimated: score%2 == 1 && score > 0}}
		for _, more := range []string{"", "and more; much more"} {
			text := strings.TrimSuffix(note.Comment()+"; "+more, "; ")
			back, rest, ok := game.ParseNote(text)
			require.True(t, ok, text)
			require.Equal(t, note, back)
			require.Equal(t, more, rest)
		}
	}
	require.Equal(t, "+0.38 e=1423 1978=3:25", game.Note{Score: 0x83, Evals: 1423,
		In1978: sargon.Time1978{Duration: 205 * time.Second}}.String())
	about := game.NoteOf(sargon.Result{Score: 0x83, Evals: 1423, OriginalTStates: 205 * sargon.Hertz1978,
		Estimated: true})
	require.Equal(t, "+0.38 e=1423 1978~3:25", about.String())
	require.Equal(t, "change +0.38 for Sargon, 1423 positions, about 3:25 in 1978",
		about.Comment())
	require.Equal(t, "about 3:25", game.FormatTime1978(about.In1978))
	require.Equal(t, "book", game.NoteOf(sargon.Result{Book: true, TStates: 192}).String())
	require.Equal(t, "mates e=7 1978=1:02:03", game.NoteOf(sargon.Result{Score: sargon.Mates,
		Evals: 7, OriginalTStates: 3723 * sargon.Hertz1978}).String())
	for _, other := range []string{"", "good move", "+1", "book-like", "book, they say", "mates in two",
		"+0.38", "+0.38/5 0.1s", "change +0.38", "change +99.00 for Sargon",
		"change +0.38 for Sargon and more", "change +0.38 for Sargon, 012 positions",
		"change +0.38 for Sargon, 12 positions, 3:65 in 1978",
		"change +0.38 for Sargon, 0:05 in 1978, 12 positions"} {
		_, rest, ok := game.ParseNote(other)
		require.False(t, ok, other)
		require.Equal(t, other, rest)
	}
}

func TestLinesEndWhereTheyStopBeingLegal(t *testing.T) {
	g := game.New()
	e2e4, d7d5 := sargon.Move{From: 35, To: 55}, sargon.Move{From: 84, To: 64}
	moves, san := g.LineFromSargon([]sargon.Move{e2e4, d7d5, e2e4})
	require.Len(t, moves, 2)
	require.Equal(t, []string{"e4", "d5"}, san)

	g = gametest.FromFEN(t, "7k/P7/8/8/8/8/8/K7 w - - 0 1")
	moves, san = g.LineFromSargon([]sargon.Move{{From: 81, To: 91}}) // no flags: still a promotion
	require.Equal(t, "a7a8q", moves[0].String())
	require.Equal(t, []string{"a8=Q+"}, san)
}

func TestEveryMoveIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gametest.RandomGame(t)
		for i, p := range g.Plies() {
			// Two opinions: the referee's sign, and who attacks the king.
			require.Equal(t, strings.ContainsAny(p.SAN, "+#"), g.At(i+1).InCheck(), p.SAN)
		}
		for _, m := range g.Legal() {
			for _, text := range []string{g.SAN(m), m.String()} {
				back, err := g.ParseMove(text)
				require.NoError(t, err)
				require.Equal(t, m, back, text)
			}
		}
	})
}

func FuzzParseMove(f *testing.F) {
	for _, seed := range []string{"e4", "Nbd2", "O-O-O", "e7e8=n", "bxc8(Q)+", "0-0", "e.p.", "==",
		"x"} {
		f.Add(seed)
	}
	positions := []string{sargon.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"}
	f.Fuzz(func(t *testing.T, text string) {
		for _, fen := range positions {
			g := gametest.FromFEN(t, fen)
			if m, err := g.ParseMove(text); err == nil {
				require.True(t, g.IsLegal(m), text)
			}
		}
	})
}

// A position without its history has the moved bits of the convention (spec §16).
func TestPositionIsThatOfItsFEN(t *testing.T) {
	g := game.New()
	for _, san := range []string{"Nf3", "Nf6", "Ng1", "Ng8"} {
		require.NoError(t, g.PlayText(san))
	}
	p, err := g.Position()
	require.NoError(t, err)
	assert.Equal(t, sargon.StartPosition().Board, p.Board, "the knights are at home")
	assert.Equal(t, must.Have(sargon.ParseFEN(g.FEN())), p)
}

func TestCaptured(t *testing.T) {
	g := must.Have(game.FromFEN("4k3/P6p/8/8/8/8/4q3/3QK2R w - - 0 40"))
	for _, move := range []string{"Qxe2+", "Kf7", "a8=Q", "Kg7", "Rxh7+"} {
		require.NoError(t, g.PlayText(move))
	}
	assert.Equal(t, []sargon.PieceType{sargon.Queen, sargon.Pawn}, g.Captured(sargon.Black))
	assert.Empty(t, g.Captured(sargon.White), "a pawn that has become a queen is not lost")
	assert.Equal(t, 23, g.Balance())

	g = must.Have(game.FromFEN("4k3/8/8/8/p7/8/1P6/4K3 w - - 0 40"))
	for _, move := range []string{"b4", "axb3"} { // en passant
		require.NoError(t, g.PlayText(move))
	}
	assert.Equal(t, []sargon.PieceType{sargon.Pawn}, g.Captured(sargon.White))
}
