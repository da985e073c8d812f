package pgn_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/gametest"
	"sargon78/sargon/game/pgn"
)

// read returns the games and the errors that Read yields.
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
		require.NotEqual(t, byte('%'), line[0], "readers skip a line that begins with %")
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
		games      int // that are read in spite of the error
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
		{"1. e4 e5\n(1... c5\n$999\n<x>\r\n\n\n2. Nf3\n", // warnings stand after the beginning
			"f.pgn:2: game 1: a variation that begins here does not end: ( without )", 0},
		{"1. e4 ) e5 *", "f.pgn:1: game 1: ) without (", 0},
		{"[Event \"a\"]\n[FEN x]\n[Site \"x\"]\n1. e4 *\n[Event \"b\"]\n*",
			`f.pgn:2: game 1: [FEN x] is no tag: the quotes are missing; want [FEN "value"]`, 1},
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

// tags returns count different tags.
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

// The lines of an old Macintosh end with \r. Comments and tags that end with their line end there.
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
	require.Len(t, errs, 1, "a comment that is not closed ends at the next header")
}

// Programs that annotate games write null moves. A game is read up to its first null move.
func TestNullMoves(t *testing.T) {
	for _, null := range []string{"--", "Z0", "null", "1...--", "z0?!"} {
		games, errs := read("[Result \"1-0\"]\n1. e4 (1. d4 " + null + " 2. c4) " + null +
			" $2 {why} 2. d4 (2. c4) d5 1-0\n\n[Event \"b\"]\n1. c4 *")
		require.Empty(t, errs)
		require.Len(t, games, 2)
		require.Equal(t, []string{"e4"}, gametest.SANs(games[0]))
		require.Equal(t, "not played, because of a null move: "+null+" $2 why 2. d4 d5\n(1. d4 {"+
			null+" 2. c4})", games[0].Ply(0).Annotations())
		require.Equal(t, "1. e4", game.Numbered(games[0].Ply(0)))
		require.Equal(t, game.WhiteWins, games[0].Result().Outcome)
	}
	require.Equal(t, "not played, because of a null move: -- e5", readOne(t, "1. -- e5 *").Comment)
	require.Nil(t, readOne(t, "1. e4 -- {change +0.38 for Sargon} *").Ply(0).Note, "the note is not about 1. e4")
	_, errs := read("1. e4 -- * (1. d4")
	require.Len(t, errs, 1, "the text after a null move must still be PGN")
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

// A comment after a result, or in front of a header, belongs to a game and is not a game itself.
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

// Comments on a move are bounded, so that many of them do not take quadratic time.
func TestCommentsWithoutEnd(t *testing.T) {
	g := readOne(t, "1. e4 "+strings.Repeat("{"+strings.Repeat("abc", 20)+"}", 60_000)+" *")
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

// Split holds one game at a time in memory, and only the beginning of a game that does not end.
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
	f.Add([]byte("[Event \"a\"]\n{x}\n\n[Event \"a\nb\"] [White O\"x\"y\"]\n\n[Event\r\"x\"\n]\n[Event \"q\"]"))
	f.Add([]byte("\xa0[\xa0A\xc2\xa0\"b\"\xe2\x80\x8b]\n1 - 0\n\xbd - \xbd e8 (Q) a8(\xe2\x99\x95)+ <x>\n1. 0 - 0 - 0 draw"))
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
		require.Equal(t, whole, parts, "the same if the reader returns one byte at a time")
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
	require.Equal(t, 1, g.WithVariation(1, g.Ply(1).Variations[2]).Len(), "no move of this variation is legal")
}

// Variations and signs are bounded, however many of them a text has.
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

	g = readOne(t, "1. e4 (well, "+strings.Repeat("probably-as-I-think-he-would-have-lost ", 30_000)+")")
	require.Less(t, len(g.Ply(0).Annotations()), 100_000)
	_, errs := read("1. e4 (1. d4 (1. c4) *")
	require.Len(t, errs, 1)
	require.Contains(t, errs[0], "f.pgn:1: game 1: a variation that begins here does not end")
}

// A game that is read, written and read again stays the same, or there is a warning.
func FuzzRead(f *testing.F) {
	for _, seed := range oddGames {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { requireNothingLost(t, text) })
}

// oddGames are texts with the oddities of real files.
var oddGames = []string{
	casual, "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"] 1. a8=N+ (1. a8) {x} *", "1. e4 ((((((((",
	"1. e4 (1. d4 --) Z0!? {x} 2. d4 (2. c4) e5 1-0", "1. e4 $1 e5 (1... c5 $14 {x} 2. Nf3 (2. c3 well) ) (1... e6)2. d4?!*",
	"{[(]})", "[Event \"x\"]\n{QGD} ; c\n[White \"A\"]\n\n1. d4 d5 2. c4 e6 *", "[White \"O\"Neil\"] [Round 3]\n[Event 'x'\n\n1. e4",
	"[Event \"Ugra Cup \\\"]\n[White-Elo \"2000\"]\n[White “A”]\n\n1. e4 1/2", "[Result \"½–½\"]\n\n1.e2–e4 e7—e5 1 - 0",
	"[Result \"0-0\"]\n[Event \"a\nb\"]\n[ White\u00a0\"x\" ]\n\n♘f3 $255 +- e5!!! ±", "[Event \"a\"]\n\n[Event \"b\"]\n\n1. d4 <x> [%clk 1] d5",
	"[FEN \"1n1nk3/P1P5/8/8/8/8/p1p5/1N1NK3 w - - 0 1\"]\n cxd8(N) cxb1=(Q)+ a8 (R) a1/N 0.5-0.5", "1. e4 e5 2. Nf3 zz {rest} (here) 1-0",
	"[0-0-0Event \"x\"]\x11;c\n[White \"A\"]\n\n1. d4 d5 *", "[>FEN \"4k3/P7/8/8/8/8/8/\r4K3 w - - 0 1!?\"] 1. a8=N+ (1.GD} ; ite \"A\"]\n\n1. d4 *",
	"[Event \"a\"]\n\n1. e4 {open\n\n[Event 'b']\n{c}\n\n1. d4 19…0 - 0! *",
	"\ufeff[Event\r\"x\"\r]\r\r1…e4\u200b 1 - 0 resigns\r", "1. f3 e5 2. g4 Qh4# 1-0 (never", "[SetUp \"1\"]\n[event \"x\"]\n[event \"y\"]\n\n*",
}

// requireNothingLost reads the games of a text, writes them, reads them again and compares.
func requireNothingLost(t require.TestingT, text string) {
	for raw, err := range pgn.Split(strings.NewReader(text)) {
		if err != nil {
			return
		}
		g, err := raw.Parse("")
		if err != nil {
			var e *pgn.Error
			require.ErrorAs(t, err, &e)
			if g = e.GameBefore; g == nil {
				continue
			}
		}
		written := pgn.Text(g)
		requireSame(t, g, readOne(t, written))
		if len(g.Warnings()) == 0 && utf8.Valid(raw.Text) {
			requireWords(t, string(raw.Text), written)
		}
	}
}

// requireSame compares a game with the same game after it was written and read again.
func requireSame(t require.TestingT, g, back *game.Game) {
	require.Equal(t, g.FEN(), back.FEN())
	require.Equal(t, g.StartFEN(), back.StartFEN())
	require.Equal(t, g.Plies(), back.Plies())
	require.Equal(t, g.Comment, back.Comment)
	require.Equal(t, g.Result().Outcome, back.Result().Outcome)
	for _, tag := range g.Tags {
		if tag.Value != "" {
			require.Equal(t, tag.Value, back.Tags.Get(tag.Name), tag.Name)
		}
	}
}

// requireWords checks that all words of a text are in the text that was written. A written move may have
// fewer letters.
func requireWords(t require.TestingT, text, written string) {
	if strings.Contains(text, "%") || strings.Contains(text, "FEN") { // lines to be skipped, the start position
		return
	}
	means := regexp.MustCompile(`^([QRBNqrbn]?(x|ep|ch|mate|dbl|dis)+|null|draw|drawn|remis|SetUp)$`)
	const longerThanMoves = 4
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(word) >= longerThanMoves && !means.MatchString(strings.ToLower(word)) && word != "SetUp" {
			require.Contains(t, written, word)
		}
	}
}

func TestEPD(t *testing.T) {
	const kings = "4k3/8/8/8/8/8/4P3/4K3 b - -"
	for line, want := range map[string][2]string{
		kings + ` bm Kd7; id "WAC.001; first"; c0 "a id ";`: {kings + " 0 1", "WAC.001; first"},
		kings + " id two":                                {kings + " 0 1", "two"},
		kings + " 12 34":                                 {kings + " 12 34", ""},
		kings + " 12 34 bm Kd7;":                         {kings + " 12 34", ""},
		kings + " hmvc 1; fmvn 37;":                      {kings + " 1 37", ""},
		kings + " fmvn 37;hmvc 1;id \"x\"":               {kings + " 1 37", "x"},
		kings + " 0 1; hmvc 1; fmvn 37;":                 {kings + " 1 37", ""},
		kings + ";bm Kd7;id \"x\";":                      {kings + " 0 1", "x"},
		"4k3/8/8/8/8/8/4P3/4K3\u00a0b – – bm Kd7; id x;": {kings + " 0 1", "x"},
		"4k3/8/8/8/8/8/4P3/4K3 b":                        {kings + " 0 1", ""},
		"\ufeff" + kings + " - - id \"x;":                {kings + " 0 1", "x;"},
	} {
		e, err := pgn.ParseEPD(line)
		require.NoError(t, err, line)
		require.Equal(t, want, [2]string{e.Game.FEN(), e.ID()}, line)
		again, err := pgn.ParseEPD(e.String())
		require.NoError(t, err, e.String())
		require.Equal(t, want, [2]string{again.Game.FEN(), again.ID()}, line)
	}
	for line, want := range map[string]string{
		"4k3 w": "need 8", kings + " hmvc x;": "hmvc x: want a number", kings + " fmvn;": "",
		kings + " fmvn -1;": "fmvn -1: want a number", kings + " hmvc 99999999999;": "too large",
	} {
		_, err := pgn.ParseEPD(line)
		if want == "" {
			require.NoError(t, err, line)
		} else {
			require.ErrorContains(t, err, want, line)
		}
	}
	e, err := pgn.ParseEPD(kings + ` 3 4 hmvc 1; id "x`)
	require.NoError(t, err)
	require.Equal(t, []string{`a quote is missing: "`, "hmvc 1 counts, not 3"}, e.Game.Warnings())
}

func TestOperationsOfEPD(t *testing.T) {
	const line = `1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - hmvc 3; fmvn 24; bm Qd1+, Bc6; am 24... Qd2 Qf8; ` +
		`acd 12; ce -30; c0 "a; b"; c9 "z"; pv Qd1+ Kxd1; noop; id "BK.01";`
	e, err := pgn.ParseEPD(line)
	require.NoError(t, err)
	require.Equal(t, line, e.String(), "nothing is lost")
	bm, err := e.Moves("bm")
	require.NoError(t, err)
	require.Equal(t, "[d6d1 d7c6]", fmt.Sprint(bm))
	am, err := e.Moves("am")
	require.NoError(t, err)
	require.Equal(t, "[d6d2 d6f8]", fmt.Sprint(am))
	require.Equal(t, "a; b", e.Get("c0"))
	e, err = pgn.ParseEPD("4k3/4P3/8/8/8/8/8/4K3 b - - bm Kd9;")
	require.NoError(t, err)
	_, err = e.Moves("bm")
	require.ErrorContains(t, err, `bm Kd9: "Kd9" is not a legal move`)
}

func TestReadEPD(t *testing.T) {
	const text = "# a suite\r\n\r\n4k3/8/8/8/8/8/4P3/4K3 b - - id one;\r\n; c\r\n4k3 w\r\n% d\r\n4k3/8/8/8/8/8/4P3/4K3 w KQ - id two;"
	var got []string
	for e, err := range pgn.ReadEPD(strings.NewReader(text), "f.epd") {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, fmt.Sprintln(e.Line, e.ID(), e.Game.Warnings()))
	}
	require.Len(t, got, 3)
	require.Equal(t, "3 one []\n", got[0])
	require.Contains(t, got[1], "f.epd:5: FEN \"4k3 w")
	require.Contains(t, got[2], "7 two [f.epd:7: castling right K left out")
}

// A line that is read, written and read again stays the same.
func FuzzParseEPD(f *testing.F) {
	for _, line := range oddLines {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) { requireSameEPD(t, line) })
}

var oddLines = []string{
	`2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001; first";`,
	"4k3/8/8/8/8/8/4P3/4K3 b - - 12 34", "4k3/8/8/8/8/8/4P3/4K3 b - - hmvc 1; fmvn 37; am Kd7, Kd8; c0 \"x",
	"4k3/8/8/8/8/8/4P3/4K3 b - ;- 12 34", "4k3/8/8/8/8/8/4P3/4K3\u00a0b – –;3\u00a0b – –;",
	"4k3/8/8/8/8/8/4P3/4K3\u00a0b – –;;bm 1... Kd7;noop", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 ce -12;",
}

func requireSameEPD(t require.TestingT, line string) {
	e, err := pgn.ParseEPD(line)
	if err != nil {
		return
	}
	again, err := pgn.ParseEPD(e.String())
	require.NoError(t, err)
	require.Equal(t, e.Game.FEN(), again.Game.FEN())
	require.Equal(t, e.String(), again.String())
	if len(e.Game.Warnings()) == 0 {
		require.Equal(t, e.Operations, again.Operations)
	}
	for _, code := range []string{"bm", "am"} {
		moves, err := e.Moves(code)
		for _, m := range moves {
			require.True(t, err != nil || e.Game.IsLegal(m))
		}
	}
}

var inputs = flag.Int("inputs", 3000, "how many texts TestManyInputs makes for each reader")

// The test cuts, joins and changes the texts above. Reading them does not panic, and nothing is lost without
// a warning. (The fuzz targets check the same. They are guided by coverage, and much slower.)
func TestManyInputs(t *testing.T) {
	dice := rand.New(rand.NewPCG(1978, uint64(*inputs)))
	tokens := strings.Fields("[ ] { } ( ) ; % < > \" \\ \\\" * 1-0 ½-½ 1/2 1:0 – 0.5 - 0 O-O 0-0-0 e4 e5 Nf3 exd5 e8=Q (Q) e8 d8 $1 $255 !? +- ± = " +
		"[Event [White \"x\"] [FEN [Variant [Result [SetUp \"1\"] 1. 1... 12. -- Z0 null draw words ♘f3 \u200b ; hmvc fmvn 37 bm id \"y\"; w b KQkq e3 /8/")
	tokens = append(tokens, "\n", "\n\n", "\r\n", "\r", " ", "\t", "\u00a0", "\xa0", "\xbd", "\n[Event \"z\"]\n", "\n\n[Event \"z\"]\n\n")
	pick := func(from []string) string { return from[dice.IntN(len(from))] }
	change := func(seeds []string) string {
		text := pick(seeds)
		for range 1 + dice.IntN(6) {
			from := dice.IntN(len(text) + 1)
			to := min(len(text), from+dice.IntN(8))
			switch dice.IntN(5) {
			case 0:
				text = text[:from] + text[to:]
			case 1, 2:
				text = text[:from] + pick(tokens) + text[from:]
			case 3:
				text = text[:from] + string([]byte{byte(dice.IntN(256))}) + text[to:]
			case 4:
				other := pick(seeds)
				text = text[:from] + other[dice.IntN(len(other)):]
			}
		}
		return text
	}
	for reader, check := range map[string]func(require.TestingT, string){
		"PGN": requireNothingLost, "EPD": requireSameEPD, "FEN": requireSameFEN,
	} {
		seeds := oddGames
		if reader != "PGN" {
			seeds = oddLines
		}
		for range *inputs {
			text := change(seeds)
			if !assert.NotPanics(t, func() { check(failing{t, text}, text) }, "%s of %q", reader, text) || t.Failed() {
				t.Fatalf("%s of %q", reader, text)
			}
		}
	}
}

// failing adds the text under test to the message of a failure.
type failing struct {
	*testing.T
	text string
}

func (f failing) FailNow() { f.Fatalf("of %q", f.text) }

func requireSameFEN(t require.TestingT, fen string) {
	p, err := sargon.ParseFEN(fen)
	if err != nil {
		return
	}
	again, err := sargon.ParseFEN(p.FEN())
	require.NoError(t, err)
	require.Equal(t, p.FEN(), again.FEN())
	g, err := game.FromFEN(fen)
	require.NoError(t, err)
	require.Equal(t, p.Board, g.Start().Board)
}
