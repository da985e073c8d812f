package pgn_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sargon78/sargon/game"
	"sargon78/sargon/game/gametest"
	"sargon78/sargon/game/pgn"
)

// read collects what Read yields: errors as texts among the games.
func read(text string) (games []*game.Game, errs []string) {
	for g, err := range pgn.Read(strings.NewReader(text), "f.pgn") {
		if err != nil {
			errs = append(errs, err.Error())
			continue
		}
		games = append(games, g)
	}
	return games, errs
}

func readOne(t require.TestingT, text string) *game.Game {
	games, errs := read(text)
	require.Empty(t, errs)
	require.Len(t, games, 1)
	return games[0]
}

func TestPGNIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gametest.RandomGame(t)
		text := rapid.StringMatching(`[ -~äß]{0,100}`)
		g.Tags = game.Tags{
			{Name: "Event", Value: strings.Join(strings.Fields(text.Draw(t, "event")), " ")},
			{Name: "Annotator", Value: `a "quoted" \ name`},
		}
		for i := range g.Len() {
			if rapid.Bool().Draw(t, "note") {
				g.Ply(i).Note = &game.Note{Score: 0x91, Evals: uint64(i + 1)}
			}
			comment := strings.NewReplacer("{", "(", "}", ")").Replace(text.Draw(t, "comment"))
			g.Ply(i).Comment = strings.Join(strings.Fields(comment), " ")
			if _, _, isNote := game.ParseNote(g.Ply(i).Comment); isNote {
				g.Ply(i).Comment = ""
			}
		}
		written := pgn.Text(g)
		back := readOne(t, written)
		require.Equal(t, g.FEN(), back.FEN())
		require.Equal(t, g.Result().Outcome, back.Result().Outcome)
		require.Equal(t, g.Plies(), back.Plies())
		require.Equal(t, written, pgn.Text(back))
	})
}

func TestPGNLinesAreShort(t *testing.T) {
	g := gametest.Played(t, strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 30))
	g.Ply(3).Comment = strings.Repeat("word % ", 40)
	for line := range strings.Lines(pgn.Text(g)) {
		require.LessOrEqual(t, len(strings.TrimRight(line, "\n")), 79)
		require.NotEqual(t, byte('%'), line[0], "a line that readers would pass over")
	}
}

const casual = `% a line to pass over
[Event "Casual \"game\""]
[Site "C:\\chess"]
[Result "1-0"]

{ opening words } 1.e4 {change +0.38 for Sargon, 12
positions, 0:05 in 1978; best by test} e5 ; to the end of the line
2. Bc4 $1 (2. Nf3 Nc6 (2... d6 {a } 3. d4) 3. Bb5) 2... Nc6 3.Qh5!? Nf6?? 4 .
Qxf7# 1-0

[Event "second"]
1. d4 *

1. c4 c5 1/2-1/2
`

func TestPGNOfManyHands(t *testing.T) {
	games, errs := read("\xEF\xBB\xBF" + casual)
	require.Empty(t, errs)
	require.Len(t, games, 3)
	g := games[0]
	require.Equal(t, `Casual "game"`, g.Tags.Get("Event"))
	require.Equal(t, `C:\chess`, g.Tags.Get("Site"))
	require.Equal(t, "opening words", g.Comment)
	require.Equal(t, []string{"e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"}, gametest.SANs(g))
	require.Equal(t, "change +0.38 for Sargon, 12 positions, 0:05 in 1978", g.Ply(0).Note.Comment())
	require.Equal(t, "best by test", g.Ply(0).Comment)
	require.Equal(t, "to the end of the line", g.Ply(1).Comment)
	require.Equal(t, "1-0 (checkmate)", g.Result().String())
	require.Equal(t, game.Unfinished, games[1].Result().Outcome)
	require.Equal(t, game.Draw, games[2].Result().Outcome)

	require.Equal(t, game.BlackWins, readOne(t, "[Result \"0-1\"]\n1. e4").Result().Outcome,
		"the tag, if the moves do not say")
	require.Equal(t, game.WhiteWins, readOne(t, "[Result \"0-1\"]\n1. e4 1-0").Result().Outcome,
		"the moves go before the tag")
}

func TestPGNFromAPosition(t *testing.T) {
	g := readOne(t, "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/4K3 b - - 0 7\"]\n\n"+
		"7... Kd7 8. Kxe2 1/2-1/2")
	require.Equal(t, []string{"Kd7", "Kxe2"}, gametest.SANs(g))
	require.Contains(t, pgn.Text(g), "\n7... Kd7 8. Kxe2 1/2-1/2\n")
	require.Equal(t, 1, strings.Count(pgn.Text(g), "[FEN "))
}

func TestPGNErrorsNameTheirLine(t *testing.T) {
	for _, c := range []struct {
		text, want string
		games      int // that are read all the same
	}{
		{"[Event \"a\"]\n\n1. e4 e5\n2. Nf9 Nc6 *\n\n[Event \"b\"]\n1. d4 *\n",
			`f.pgn:4: game 1: after 1... e5: "Nf9" is not a legal move`, 1},
		{"1. e4 Nd5 *", `f.pgn:1: game 1: after 1. e4: "Nd5" is not a legal move: ` +
			"black has no knight that can go to d5", 0},
		{"1. e4 {never\nended",
			"f.pgn:1: game 1: a comment that begins here does not end: { without }", 0},
		{"1. e4 {never ends\n\n[Event \"b\"]\n1. c4 *",
			"f.pgn:1: game 1: a comment that begins here", 1},
		{"[Variant \"Chess960\"]\n1. e4 *\n\n[Event \"b\"]\n1. c4 *",
			"f.pgn:1: game 1: a game of Chess960; want the chess", 1},
		{"\xFF\xFE1\x00", "f.pgn:1: game 1: the text is UTF-16; want UTF-8 or Latin-1", 0},
		{"1. e4 (1. d4\n\n[Event \"b\"]\n1. c4 *",
			"f.pgn:1: game 1: a variation that begins here does not end: ( without )", 1},
		{"1. e4 ) e5 *", "f.pgn:1: game 1: ) without (", 0},
		{"[Event \"a\"]\n[Event a]\n[Site \"x\"]\n1. e4 *\n[Event \"b\"]\n*",
			`f.pgn:2: game 1: a tag that begins here is wrong; want [Name "value"]`, 1},
		{"[FEN \"8/8 w - -\"]\n1. e4 *", "f.pgn:1: game 1: FEN", 0},
		{"1. e4 < *", "f.pgn:1: game 1: '<' has no meaning here", 0},
		{"[Event \"a\"]\r\r1. e4 e5\r\n2. Nf9 *\r\r[Event \"b\"]\r1. d4 *\r",
			`f.pgn:4: game 1: after 1... e5: "Nf9" is not a legal move`, 1},
		{strings.Repeat("[Event \"a\"]\n", 1001) + tags(1001) + "1. e4 *\n\n[Event \"b\"]\n*",
			"f.pgn:2001: game 1: more than 1000 tags", 1},
	} {
		games, errs := read(c.text)
		require.Len(t, errs, 1, c.text)
		require.Contains(t, errs[0], c.want, c.text)
		require.Len(t, games, c.games, c.text)
	}
}

// tags returns so many different tags.
func tags(count int) string {
	var text strings.Builder
	for i := range count {
		fmt.Fprintf(&text, "[T%d \"x\"]\n", i)
	}
	return text.String()
}

func TestAThousandTagsAreRead(t *testing.T) {
	require.Len(t, readOne(t, tags(1000)+"1. e4 *").Tags, 1000)
}

// A file of an old Macintosh: what ends with its line ends there.
func TestLinesThatEndWithCR(t *testing.T) {
	texts, lines := splits(t, strings.NewReader(casual))
	old := strings.NewReplacer("\n", "\r")
	oldTexts, oldLines := splits(t, strings.NewReader(old.Replace(casual)))
	require.Equal(t, lines, oldLines)
	for i, text := range texts {
		require.Equal(t, old.Replace(text), oldTexts[i])
		require.Equal(t, pgn.Text(readOne(t, text)), pgn.Text(readOne(t, oldTexts[i])))
	}
	_, errs := read("1. e4 {open\r\r[Event \"b\"]\r1. d4 *")
	require.Len(t, errs, 1, "an open comment ends here too")
}

// Programs that explain games let a side pass. Up to there a game is read.
func TestNullMoves(t *testing.T) {
	for _, null := range []string{"--", "Z0", "null", "1...--", "z0?!"} {
		games, errs := read("[Result \"1-0\"]\n1. e4 (1. d4 " + null + " 2. c4) " + null +
			" $2 {why} 2. d4 (2. c4) d5 1-0\n\n[Event \"b\"]\n1. c4 *")
		require.Empty(t, errs)
		require.Len(t, games, 2)
		require.Equal(t, []string{"e4"}, gametest.SANs(games[0]))
		require.Equal(t, "not played, because of a null move: "+null+" why 2. d4 d5\n(1. d4 {"+
			null+" 2. c4})", games[0].Ply(0).Annotations())
		require.Equal(t, "1. e4", game.Numbered(games[0].Ply(0)))
		require.Equal(t, game.WhiteWins, games[0].Result().Outcome)
	}
	require.Equal(t, "not played, because of a null move: -- e5", readOne(t, "1. -- e5 *").Comment)
	require.Nil(t, readOne(t, "1. e4 -- {change +0.38 for Sargon} *").Ply(0).Note, "it is not about 1. e4")
	_, errs := read("1. e4 -- * (1. d4")
	require.Len(t, errs, 1, "what is behind is still PGN")
}

func TestPGNReaderThatFails(t *testing.T) {
	broken := errors.New("disk on fire")
	var got error
	for _, err := range pgn.Read(io.MultiReader(strings.NewReader("1. e4 "),
		iotest.ErrReader(broken)), "") {
		got = err
	}
	require.ErrorIs(t, got, broken)
}

func TestTheLastGameOfAFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.pgn")
	games := pgn.Text(gametest.Played(t, "e4")) + pgn.Text(gametest.Played(t, "d4 d5"))
	require.NoError(t, os.WriteFile(name, []byte(games), 0o644))
	g, err := pgn.Last(name)
	require.NoError(t, err)
	require.Equal(t, []string{"d4", "d5"}, gametest.SANs(g))

	_, err = pgn.Last(filepath.Join(t.TempDir(), "none.pgn"))
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.WriteFile(name, []byte(" \n"), 0o644))
	_, err = pgn.Last(name)
	require.ErrorContains(t, err, "no game in it")
}

// What is said behind a result, or before a header, belongs to a game and is none.
func TestCommentsBetweenGames(t *testing.T) {
	games, errs := read(
		"{one}\n[Event \"a\"]\n{two} 1. e4 {three} 1-0 {four} $1 ; five\n\n[Event \"b\"]\n*\n")
	require.Empty(t, errs)
	require.Len(t, games, 2)
	require.Equal(t, "one two", games[0].Comment)
	require.Equal(t, "three four five", games[0].Ply(0).Comment)
}

func TestLatin1(t *testing.T) {
	g := readOne(t, "[White \"Gr\xFCnfeld\"]\n1. d4 {sch\xF6n \x96} *")
	require.Equal(t, "Grünfeld", g.Tags.Get("White"))
	require.Equal(t, "schön –", g.Ply(0).Comment)
}

// A million comments on a move take no longer than a million comments.
func TestCommentsWithoutEnd(t *testing.T) {
	g := readOne(t, "1. e4 "+strings.Repeat("{abc}", 60_000)+" *")
	require.Less(t, len(g.Ply(0).Comment), 1<<17)
}

// splits returns the texts of the games, and the lines on which they begin.
func splits(t require.TestingT, in io.Reader) (texts []string, lines []int) {
	for raw, err := range pgn.Split(in) {
		require.NoError(t, err)
		texts, lines = append(texts, string(raw.Text)), append(lines, raw.Line)
	}
	return texts, lines
}

func TestSplit(t *testing.T) {
	for _, in := range []io.Reader{strings.NewReader(casual),
		iotest.OneByteReader(strings.NewReader(casual))} {
		texts, lines := splits(t, in)
		require.Equal(t, casual, strings.Join(texts, ""), "nothing is lost")
		require.Len(t, texts, 3)
		require.Equal(t, []int{1, 11, 14}, lines)
		require.True(t, strings.HasPrefix(texts[1], "[Event \"second\"]"))
		require.True(t, strings.HasPrefix(texts[2], "1. c4"))
	}
}

// Many games, of which one is held at a time, and one without an end.
func TestSplitIsBounded(t *testing.T) {
	const games = 2000
	text := strings.Repeat(casual, games/3)
	endless := "[Event \"endless\"]\n1. e4 {" + strings.Repeat("long ", 1<<20) + "} *\n\n"
	in := io.MultiReader(strings.NewReader(text), strings.NewReader(endless),
		strings.NewReader(casual))
	count, longest := 0, 0
	var errs []error
	for raw, err := range pgn.Split(in) {
		require.NoError(t, err)
		count, longest = count+1, max(longest, len(raw.Text))
		if len(raw.Text) > len(casual) {
			_, err := raw.Parse("f.pgn")
			errs = append(errs, err)
		}
	}
	require.Equal(t, games/3*3+1+3, count)
	require.LessOrEqual(t, longest, 4<<20)
	require.Len(t, errs, 1)
	require.ErrorContains(t, errs[0], "f.pgn:9325: game 1999: a game of more than 4194304 bytes")
}

func FuzzSplit(f *testing.F) {
	f.Add([]byte(casual))
	f.Add([]byte("\xEF\xBB\xBF[A \"b\\\"\"]\r\n1. e4 {\r\n\r\n[Event \"x\"] *$1(;\n) 1-0%"))
	f.Add([]byte("{[(]})\n% [Event \"\n<>"))
	f.Add([]byte("[A \"b\"]\r1. e4 ;\r{\r\r[Event \"x\"]\r\n%\r*\r\r1. d4 --\r*"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if bytes.HasPrefix(text, []byte("\xFF\xFE")) || bytes.HasPrefix(text, []byte("\xFE\xFF")) {
			return
		}
		whole, lines := splits(t, bytes.NewReader(text))
		if len(whole) > 0 {
			require.Equal(t, string(text), strings.Join(whole, ""), "nothing is lost")
		}
		toLF := strings.NewReplacer("\r\n", "\n", "\r", "\n")
		for i := range whole {
			before := toLF.Replace(strings.Join(whole[:i], ""))
			require.Equal(t, 1+strings.Count(before, "\n"), lines[i])
		}
		parts, _ := splits(t, iotest.OneByteReader(bytes.NewReader(text)))
		require.Equal(t, whole, parts, "however it comes")
		for _, err := range pgn.Read(bytes.NewReader(text), "") {
			if err != nil {
				var e *pgn.Error
				require.ErrorAs(t, err, &e)
			}
		}
	})
}

func TestVariationsAndSigns(t *testing.T) {
	g := readOne(t, `
{Before} (not a variation yet) 1. e4 $1 c5!? $16 $16 $200 {sharp}
(1... e5 2. Nf3 (2. f4? {old} exf4 ?! (2... d5) 3. Bc4) 2... Nc6 {good} 3. Bb5 $5)
({Or} 1... e6 with 2. d4 (2. d3) in mind)
(solid is 1... c6)
2. Nf3 (2. c3) 2... d6 ( 2... Nc6 3. d4 *) 1-0`)
	require.Equal(t, "1. e4!", game.Numbered(g.Ply(0)))
	require.Empty(t, g.Ply(0).Annotations())
	require.Equal(t, "1... c5!? +/- $200", game.Numbered(g.Ply(1)))
	require.Equal(t, "sharp\n"+
		"(1... e5 2. Nf3 (2. f4? {old} 2... exf4?! (2... d5) 3. Bc4) 2... Nc6 {good} 3. Bb5!?)\n"+
		"({Or} 1... e6 {with 2. d4 in mind})\n"+
		"({solid is 1... c6})", g.Ply(1).Annotations())
	require.Equal(t, "(2. c3)", g.Ply(2).Annotations())
	require.Equal(t, "(2... Nc6 3. d4)", g.Ply(3).Annotations())
	require.Equal(t, "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3", g.FEN())
	require.Equal(t, "1-0", string(g.Result().Outcome))

	text := pgn.Text(g)
	require.Contains(t, text, "\n{Before} 1. e4 $1 c5 $5 $16 $200 {sharp} (1... e5 2. Nf3 (2. f4 $2 {old} 2...\n")
	require.Equal(t, g.Plies(), readOne(t, text).Plies())

	line := g.WithVariation(1, g.Ply(1).Variations[0])
	require.Equal(t, 6-1, line.Len())
	require.Equal(t, "3. Bb5!?", game.Numbered(line.Ply(4)))
	require.Equal(t, "good", line.Ply(3).Annotations())
	require.Equal(t, 1, g.WithVariation(1, g.Ply(1).Variations[2]).Len(), "no move of it was understood")
}

// What is written to make a reader busy costs it no more than a long game.
func TestVariationsWithoutEnd(t *testing.T) {
	const deep = 20_000
	g := readOne(t, "1. e4 "+strings.Repeat("(1. d4 ", deep)+strings.Repeat(")", deep)+" e5 *")
	require.Equal(t, 2, g.Len())
	require.Len(t, strings.Split(g.Ply(0).Annotations(), "("), 1+32)

	g = readOne(t, "1. e4 "+strings.Repeat("(1. d4 d5)", 12_000)+" e5 *")
	require.Equal(t, 2, g.Len())
	require.Less(t, len(g.Ply(0).Variations), 10_000)
	var signs strings.Builder
	for i := range 20_000 {
		fmt.Fprint(&signs, " $", 1000+i)
	}
	require.Less(t, len(readOne(t, "1. e4"+signs.String()+" *").Ply(0).Signs), 100)

	g = readOne(t, "1. e4 (well, "+strings.Repeat("I think ", 30_000)+")")
	require.Less(t, len(g.Ply(0).Annotations()), 100_000)
	_, errs := read("1. e4 (1. d4 (1. c4) *")
	require.Len(t, errs, 1)
	require.Contains(t, errs[0], "f.pgn:1: game 1: a variation that begins here does not end")
}

func FuzzRead(f *testing.F) {
	f.Add(casual)
	f.Add("[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"] 1. a8=N+ (1. a8) {x} *")
	f.Add("1. e4 ((((((((")
	f.Add("1. e4 (1. d4 --) Z0!? {x} 2. d4 (2. c4) e5 1-0")
	f.Add("1. e4 $1 e5 (1... c5 $14 {x} 2. Nf3 (2. c3 well) ) (1... e6)2. d4?!*")
	f.Add("{[(]})")
	f.Fuzz(func(t *testing.T, text string) {
		for g, err := range pgn.Read(strings.NewReader(text), "") {
			if err != nil {
				var e *pgn.Error
				require.ErrorAs(t, err, &e)
				continue
			}
			back := readOne(t, pgn.Text(g))
			require.Equal(t, g.FEN(), back.FEN())
		}
	})
}

func TestEPD(t *testing.T) {
	for line, want := range map[string][2]string{
		`4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7; id "WAC.001; first"; c0 "a id ";`: {
			"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "WAC.001; first"},
		"4k3/8/8/8/8/8/4P3/4K3 b - - id two":        {"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "two"},
		"4k3/8/8/8/8/8/4P3/4K3 b - - 12 34":         {"4k3/8/8/8/8/8/4P3/4K3 b - - 12 34", ""},
		"4k3/8/8/8/8/8/4P3/4K3 b - - 12 34 bm Kd7;": {"4k3/8/8/8/8/8/4P3/4K3 b - - 12 34", ""},
	} {
		g, id, err := pgn.ParseEPD(line)
		require.NoError(t, err)
		require.Equal(t, want, [2]string{g.FEN(), id}, line)
	}
	_, _, err := pgn.ParseEPD("4k3 w")
	require.Error(t, err)
}

func FuzzParseEPD(f *testing.F) {
	f.Add(`2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001; first";`)
	f.Add("4k3/8/8/8/8/8/4P3/4K3 b - - 12 34")
	f.Fuzz(func(t *testing.T, line string) {
		if g, _, err := pgn.ParseEPD(line); err == nil {
			_, err := game.FromFEN(g.FEN())
			require.NoError(t, err)
		}
	})
}
