package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/corentings/chess/v2"
	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/must"
	"sargon78/sargon/think"
)

func Example() {
	one, _ := ParsePlayerSpec("10x12,level=1,name=One")
	two, _ := ParsePlayerSpec("10x12,level=2,name=Two")
	openings, _ := Openings{}.Choose()
	m := New([]PlayerSpec{one, two}, openings, 2, false)
	m.Open = open
	err := m.Run(context.Background(), func(r Record) { fmt.Println(r.White, r.Black) })
	fmt.Println(m.Done(), err)
	// Output:
	// 0 1
	// 1 0
	// 2 <nil>
}

// opening is one of some moves.
func opening(moves string) Opening {
	g := game.New()
	for _, move := range strings.Fields(moves) {
		if err := g.PlayText(move); err != nil {
			panic(err)
		}
	}
	return must.Have(openingOf(moves, g, 0))
}

// short are openings of games that the side to move ends by mate, and another one.
var short = []Opening{
	opening("e4 e5 Qh5 Ke7"), opening("e4 e5 Qh5 Nc6 Bc4 Nf6"), opening("f3 e5 g4"),
	opening("e4 e5 Qh5 Nc6 Bc4 a6"),
}

func TestElo(t *testing.T) {
	// Known values: 75 % is 190.8 points; 60 wins, 20 draws, 20 losses are 70 %, and their
	// standard error is √(0.16/100).
	difference, _, _ := Results{Wins: 3, Losses: 1}.Elo()
	require.InDelta(t, 190.85, difference, 0.01)
	s := Results{Wins: 60, Draws: 20, Losses: 20}
	require.InDelta(t, 0.04, s.standardError(), 1e-9)
	difference, low, high := s.Elo()
	require.InDelta(t, 147.19, difference, 0.01)
	require.InDelta(t, 400*math.Log10(0.6216/0.3784), low, 0.1)
	require.InDelta(t, 400*math.Log10(0.7784/0.2216), high, 0.1)
	require.InDelta(t, 1, s.Superiority(), 1e-5)
	require.InDelta(t, 0.921, Results{Wins: 2}.Superiority(), 0.001)
	require.Equal(t, 0.5, Results{Draws: 9}.Superiority())

	require.Equal(t, "–", Results{}.eloText(0))
	require.Equal(t, "+0 [+0, +0]", Results{Draws: 5}.eloText(0))
	require.Equal(t, "+191 [-126, +∞]", Results{Wins: 3, Losses: 1}.eloText(0))
	require.Regexp(t, `^under -\d+$`, Results{Losses: 22}.eloText(0))
	require.Equal(t, "1691 [1374, +∞]", Results{Wins: 3, Losses: 1}.eloText(1500))
	// If all games were won: at this strength 22 wins come once in forty times.
	_, low, _ = Results{Wins: 22}.Elo()
	p := 1 / (1 + math.Pow(10, -low/400))
	require.InDelta(t, 0.025, math.Pow(p, 22), 1e-9)
}

func TestPlayerSpecs(t *testing.T) {
	whole := think.TimeControl{{Remaining: time.Minute}}
	e := playerSpec("rom:my sargon.asm,level=2,speed=1.79,play=avoid-repetition")
	require.Equal(t, "rom", e.Settings.Engine)
	require.Equal(t, "my sargon.asm", e.Settings.Rom)
	require.Equal(t, 2, e.Settings.Level)
	require.Equal(t, "Sargon rom level 2, avoid-repetition", e.Name)
	for spec, want := range map[string]think.TimeControl{
		"rom,level=2": nil, "10x12": whole, "10x12,depth=2": nil, "exec:x,nodes=3": nil,
		"bitboards,movetime=0.5": nil, "bitboards,tc=5": {{Remaining: 5 * time.Second}}, "10x12,elo=1500": nil,
		"exec:x,elo=1500": whole,
	} {
		e := playerSpec(spec)
		require.Equal(t, want, e.timeControl(whole), spec)
	}
	e = playerSpec("exec:engine --flag,option.Skill Level=0,option.Path=a,,b,tc=40/60,name=X")
	require.Equal(t, "engine --flag", e.Command)
	require.Equal(t, [][2]string{{"Skill Level", "0"}, {"Path", "a,b"}}, e.Options)
	require.Equal(t, &think.TimeControl{{MovesToGo: 40, Remaining: time.Minute}}, e.Time)

	for _, bad := range []string{
		"", "chess", "exec:", "10x12,level", "10x12,level=9", "10x12,depth=0", "10x12,option.Level=1",
		"10x12,hashes=1", "exec:x,level=1", "10x12,movetime=0.0009", "10x12,tc=x",
	} {
		_, err := ParsePlayerSpec(bad)
		require.ErrorContains(t, err, "player", bad)
	}
}

func TestPlansAreFair(t *testing.T) {
	for _, c := range []struct {
		players, games, want int
		gauntlet             bool
	}{{2, 6, 6, false}, {3, 4, 12, false}, {4, 2, 6, true}} {
		m := New(make([]PlayerSpec, c.players), short[:2], c.games, c.gauntlet)
		require.Len(t, m.Games, c.want)
		balance := map[[3]int]int{} // whites less blacks, by opening and pair
		for i, p := range m.Games {
			require.Equal(t, i+1, p.Number)
			low, high, sign := p.White, p.Black, 1
			if low > high {
				low, high, sign = high, low, -1
			}
			require.True(t, !c.gauntlet || low == 0)
			balance[[3]int{p.Opening, low, high}] += sign
		}
		for _, b := range balance {
			require.Zero(t, b)
		}
	}
}

// Every line is legal for another program too, has 4 to 8 moves, is unlike all others, and nearly
// even for Sargon itself.
func TestBuiltInOpenings(t *testing.T) {
	openings := must.Have(Openings{}.Choose())
	require.Len(t, openings, 110, "as sargon help match says")
	names, ends := map[string]bool{}, map[string]string{}
	const level = 3
	thinker := &think.Thinker{Mirror: game.NewMirror(native.NewBitboards())}
	for _, o := range openings {
		g := o.Game()
		require.False(t, names[o.Name], o.Name)
		names[o.Name] = true
		fields := strings.Fields(g.FEN())
		end := strings.Join(fields[:4], " ")
		require.Empty(t, ends[end], o.Name)
		ends[end] = o.Name
		require.GreaterOrEqual(t, g.Len(), 6, o.Name)
		require.LessOrEqual(t, g.Len(), 16, o.Name)

		other := chess.NewGame()
		for _, ply := range g.Plies() {
			require.NoError(t, other.PushNotationMove(ply.SAN, chess.AlgebraicNotation{}, nil), o.Name)
		}
		require.Equal(t, fields[0], strings.Fields(other.FEN())[0], o.Name)

		choice := must.Have(thinker.Choose(t.Context(), g, think.Limits{Level: level}, think.Callbacks{}))
		require.LessOrEqual(t, max(choice.Score.Centipawns, -choice.Score.Centipawns), 100, o.Name)
	}
}

// file writes a text to a new file.
func file(t *testing.T, name, text string) string {
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func names(openings []Opening) (all []string) {
	for _, o := range openings {
		all = append(all, o.Name)
	}
	return all
}

func TestOpeningsFromFiles(t *testing.T) {
	openings := must.Have(Openings{Plies: 2, File: file(t, "a.pgn",
		"[Opening \"Bird\"]\n1. f4 {x} d5 2. Nf3 *\n\n[Event \"?\"]\n1. e4 1-0\n")}.Choose())
	require.Equal(t, []string{"Bird", "a.pgn 2"}, names(openings))
	require.Equal(t, 2, openings[0].Game().Len())
	require.Equal(t, 1, openings[1].Game().Len())
	require.False(t, openings[1].Game().Result().Over())
	require.Empty(t, openings[0].Game().Ply(0).Comment)

	openings = must.Have(Openings{OnSkipped: func(err error) { t.Error(err) }, File: file(t, "b.epd",
		"# comment\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n\n"+
			"4k3/8/8/8/8/8/4P3/4K3 b - - 0 9\n")}.Choose())
	require.Equal(t, []string{"pawn", "b.epd:4"}, names(openings))

	for text, want := range map[string]string{
		"":                                       "no openings",
		"4k3 w\n":                                "c.epd:1: ",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n":        "is over: 1/2-1/2 (insufficient material)",
		"7k/5Q2/6K1/8/8/8/8/8 b - - id \"x\";\n": "opening x is over: 1/2-1/2 (stalemate)",
	} {
		_, err := Openings{File: file(t, "c.epd", text)}.Choose()
		require.ErrorContains(t, err, want)
	}
	_, err := Openings{File: filepath.Join(t.TempDir(), "none.pgn")}.Choose()
	require.ErrorIs(t, err, os.ErrNotExist)
}

// What is odd about the openings of a file is told. A damaged game is an opening up to the damage.
func TestOpeningsFromFilesAsPeopleHaveThem(t *testing.T) {
	var odd []string
	choose := func(name, text string, plies int) []Opening {
		odd = nil
		return must.Have(Openings{Plies: plies, File: file(t, name, text), OnSkipped: func(err error) { t.Error(err) },
			OnOdd: func(err error) { odd = append(odd, err.Error()) }}.Choose())
	}
	const between = "[Event \"x\"]\n{QGD}\n[White \"A\"]\n\n1. d4 d5 2. c4 e6 *\n\n"
	for _, o := range choose("a.pgn", between+between, 0) {
		require.Equal(t, 4, o.Game().Len())
	}
	require.Empty(t, odd)
	openings := choose("a.txt", between+"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 1 37\"] {odds}\n[White \"O\"Neil\"]\n\n1. e4 Zz *\n\n"+between, 0)
	require.Len(t, openings, 3)
	require.Equal(t, "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 37", openings[1].Game().FEN())
	require.Len(t, odd, 2)
	require.Contains(t, odd[0], `a.txt:8: game 2: [White "O"Neil"] is no tag`)
	require.Contains(t, odd[1], "a.txt:10: game 2: after 37. e4: \"Zz\" is not a legal move")
	choose("a.pgn", "1. e4 e5 2. Nf3 Zz *", 2)
	require.Empty(t, odd, "it is damaged behind what is played")

	openings = choose("b.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 1; fmvn 37; id \"x\";\r4k3/8/8/8/8/8/4P3/4K3 b K - bm Kd7;\r", 0)
	require.Equal(t, "4k3/8/8/8/8/8/4P3/4K3 w - - 1 37", openings[0].Game().FEN())
	require.Equal(t, []string{"x", "b.epd:2"}, names(openings))
	require.Len(t, odd, 1)
	require.Contains(t, odd[0], "b.epd:2: castling right K left out")
}

// Openings that cannot be played are replaced; the order is the file's or a seed's.
func TestTheOrderOfOpenings(t *testing.T) {
	var text strings.Builder
	for i := range 20 {
		moves := "1. e4 e5 *"
		if i%4 == 1 {
			moves = "1. Ke4 *"
		}
		fmt.Fprintf(&text, "[Opening \"%d\"]\n\n%s\n\n", i+1, moves)
	}
	name := file(t, "openings.pgn", text.String())
	choose := func(c Openings) ([]string, int) {
		skipped := 0
		c.File, c.OnSkipped = name, func(err error) {
			skipped++
			require.ErrorContains(t, err, "openings.pgn:")
		}
		return names(must.Have(c.Choose())), skipped
	}
	got, skipped := choose(Openings{Count: 4})
	require.Equal(t, []string{"1", "3", "4", "5"}, got)
	require.Positive(t, skipped)
	got, _ = choose(Openings{Count: 3, Start: 20})
	require.Equal(t, []string{"20", "1", "3"}, got)
	for _, start := range []int{-1, 21} {
		_, err := Openings{File: name, Start: start}.Choose()
		require.ErrorContains(t, err, "want 1 to 20, the number of openings")
	}
	all, skipped := choose(Openings{})
	require.Len(t, all, 15)
	require.Equal(t, 5, skipped)
	random, _ := choose(Openings{Random: true, Seed: 7})
	require.ElementsMatch(t, all, random)
	require.NotEqual(t, all, random)
	again, _ := choose(Openings{Random: true, Seed: 7, Count: 6})
	require.Equal(t, random[:6], again, "more games go on in the same order")
	other, _ := choose(Openings{Random: true, Seed: 8})
	require.NotEqual(t, random, other)
}

// The standings of three players, each game by a fixed result; one has a known strength.
func TestTable(t *testing.T) {
	m := New([]PlayerSpec{{Name: "A"}, {Name: "B"}, {Name: "C", Anchor: 1500}}, short, 2, false)
	for _, p := range m.Games {
		r := game.Result{Outcome: game.WhiteWins, Reason: game.Checkmate}
		switch {
		case p.Black == 0: // A wins all
			r = game.Result{Outcome: game.BlackWins, Reason: game.IllegalMove}
		case p.White != 0:
			r = game.Result{Outcome: game.Draw, Reason: game.Stalemate}
		}
		g := m.Openings[p.Opening].Game()
		require.NoError(t, g.Play(g.Legal()[p.Number%2])) // two games that differ
		m.add(Record{Pairing: p, Result: r, Game: g})
	}
	require.Equal(t, `     Player  games   won drawn  lost  points         Elo [95 %]                LOS
  1  A           4     4     0     0     4.0 100.0%  over -72                97.7%
  2  B           4     0     2     2     1.0  25.0%  -191 [-919, -3]          7.9%
  3  C           4     0     2     2     1.0  25.0%  -191 [-919, -3]          7.9%
A: Elo over 1209, by 2 games with programs of Elo 1500 on average
B: Elo 1500 [1500, 1500], by 2 games with programs of Elo 1500 on average
B: illegal moves 1, losses on time 0, crashes 0
C: illegal moves 1, losses on time 0, crashes 0
6 of 6 games; illegal moves 2, losses on time 0, crashes 0
`, m.Table())
}

// A game that repeats another is done, but says nothing new. One in which a pawn becomes another
// piece is another game.
func TestTheSameGameIsNotCountedTwice(t *testing.T) {
	openings := []Opening{opening("e4 e5 Nf3 Nc6"), opening("Nf3 Nc6 e4 e5"), opening("d4 d5")}
	m := New([]PlayerSpec{{Name: "A"}, {Name: "B"}}, openings, 6, false)
	for _, p := range m.Games {
		g := m.Openings[p.Opening].Game()
		require.NoError(t, g.PlayText("Nc3"))
		m.add(Record{Pairing: p, Game: g, Result: game.Result{Outcome: game.WhiteWins}})
	}
	require.Equal(t, 6, m.Done())
	require.Equal(t, Results{Wins: 2, Losses: 2}, m.scores[[2]int{0, 1}],
		"the second opening comes to the same position")
	require.Equal(t, Results{Wins: 2, Losses: 2}, m.scores[[2]int{1, 0}])
	require.Contains(t, m.Table(),
		"4 games are distinct; 2 repeated another one and are not counted")

	pawn := must.Have(openingOf("pawn", must.Have(game.FromFEN("8/P6k/8/8/8/8/8/K7 w - - 0 9")), 0))
	m = New(m.Players, []Opening{pawn}, 4, false)
	for i, move := range []string{"a8=Q", "a8=N"} {
		g := pawn.Game()
		require.NoError(t, g.PlayText(move))
		m.add(Record{Pairing: m.Games[2*i], Game: g, Result: game.Result{Outcome: game.Draw}})
	}
	require.Equal(t, Results{Draws: 2}, m.scores[[2]int{0, 1}])
}

// A match that is interrupted goes on from its PGN file to the same end as one that is not.
func TestResume(t *testing.T) {
	name := filepath.Join(t.TempDir(), "m.pgn")
	specs := []string{"10x12,level=1", "10x12,level=1,name=Other"}
	games := 6
	// run plays until so many games are done in all, 0 for all.
	run := func(resume bool, until int) (*Match, error) {
		m := New([]PlayerSpec{playerSpec(specs[0]), playerSpec(specs[1])}, short[:games/2], games, false)
		m.Open = open
		if err := m.Journal(name, resume); err != nil {
			return nil, err
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		err := m.Run(ctx, func(Record) {
			if m.Done() == until {
				cancel()
			}
		})
		return m, errors.Join(err, m.Close())
	}
	_, err := run(false, 2)
	require.ErrorIs(t, err, context.Canceled)

	// Killed within the second game: that one is played again.
	begun := must.Have(os.ReadFile(name))
	require.NoError(t, os.WriteFile(name, begun[:len(begun)-5], 0o644))
	m, err := run(true, 4)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, 4, m.Done())
	whole := ""
	for _, c := range []struct {
		what  string
		games int
	}{{"to the end", 6}, {"nothing is left to do", 6}, {"there may be more", 8}} {
		games = c.games
		m, err = run(true, 0)
		require.NoError(t, err, c.what)
		require.Equal(t, games, m.Done())
		in, count := must.Have(os.Open(name)), 0
		for _, err := range pgn.Read(in, name) {
			require.NoError(t, err)
			count++
		}
		require.NoError(t, in.Close())
		require.Equal(t, games, count)
		if games == 6 {
			require.Equal(t, cmp.Or(whole, m.Table()), m.Table())
			whole = m.Table()
		}
	}
	games = 6
	_, err = run(true, 0)
	require.ErrorContains(t, err, "no fewer games")
	games = 8
	specs[1] = "10x12,level=2,name=Other"
	_, err = run(true, 0)
	require.ErrorContains(t, err, `Engine is "Sargon 10x12 level 1", here it is "Sargon 10x12 level 2"`)
	specs[0] = "10x12,level=2"
	_, err = run(true, 0)
	require.ErrorContains(t, err, `game 1 is of another match: its White is "Sargon 10x12 level 1"`)
}

func TestJournalsThatAreBroken(t *testing.T) {
	text := func(round, white string) string {
		return fmt.Sprintf("[Round %q]\n[White %q]\n[Black \"b\"]\n[Opening \"e4 e5 Qh5 Ke7\"]\n"+
			"[PlyCount \"1\"]\n[TimeControl \"-\"]\n[Termination \"time forfeit\"]\n[Result \"1-0\"]\n\n"+
			"1. e4 1-0\n\n", round, white)
	}
	// resumed is a match of two that goes on with a file.
	resumed := func(name string) (*Match, error) {
		m := New([]PlayerSpec{{Name: "a"}, {Name: "b"}}, short[:1], 2, false)
		err := m.Journal(name, true)
		return m, errors.Join(err, m.Close())
	}
	for before, want := range map[string]string{
		text("3", "a"):                   `round "3" is not part of this match`,
		text("one", "a"):                 `round "one" is not part of this match`,
		text("1", "a") + text("1", "a"):  "m.pgn:12: game 1 is there twice",
		text("1", "c"):                   `its White is "c", here it is "a"`,
		"1. e5 1-0\n\n" + text("1", "a"): "m.pgn:1: ",
	} {
		name := file(t, "m.pgn", before)
		_, err := resumed(name)
		require.ErrorContains(t, err, want)
		after := must.Have(os.ReadFile(name))
		require.Equal(t, before, string(after), "a journal that is not understood is not touched")
	}
	for _, cut := range []int{4, 6} { // within the result, and before it
		begun := text("1", "a") + text("2", "b")
		m := must.Have(resumed(file(t, "m.pgn", begun[:len(begun)-cut])))
		require.Equal(t, 1, m.Done(), "a last game that is cut short is taken off")
	}
	m := must.Have(resumed(file(t, "m.pgn", text("1", "a"))))
	require.Equal(t, 1, m.Done(), "a game shorter than its opening does no harm")
	require.Equal(t, map[game.Reason]int{game.TimeForfeit: 1}, m.faults[1], "how it was lost is in its file")
}

func TestConcurrentGames(t *testing.T) {
	m := New([]PlayerSpec{
		playerSpec("10x12,level=1"), playerSpec("10x12,depth=1"), playerSpec("10x12,level=1"),
	}, short, 4, false)
	m.Open, m.Concurrency = open, 4
	require.NoError(t, m.CheckPlayers(t.Context()))
	require.Equal(t, "Sargon 10x12 level 1 (2)", m.Players[2].Name, "names are distinct")
	require.NoError(t, m.Run(t.Context(), func(Record) {}))
	require.Equal(t, 12, m.Done())
	for i := range 3 {
		total, _ := m.total(i, false)
		require.Equal(t, 8, total.Games())
	}
	require.Contains(t, m.Table(), "12 of 12 games; illegal moves 0, losses on time 0, crashes 0")
}
