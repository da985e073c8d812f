package pgn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/game"
	"sargon78/sargon/game/gametest"
	"sargon78/sargon/game/pgn"
)

const slav = "\n\n1. d4 d5 2. c4 e6 *\n"

// Tags belong to one game, whatever blanks, empty lines and comments are between them.
func TestWhatStandsBetweenTags(t *testing.T) {
	for _, between := range []string{
		"\n", "\r", "\r\n", " ", "", "\n\n", "\n \t\n", "\r\r", "\n{QGD}\n", " {QGD} ", "{QGD}", "\n; c\n", " ; c\n",
		"\n;[Site \"y\"]\n", "\n{[Site]}\n", "\n{[Site \"y\"]}\n", "\n% [Site \"y\"]\n", "\n%\n%\n", "\n{a}\n{b}\n;c\n%d\n",
		"\n\n{a}\n\n", "\u00a0\n", "\n\u200b\n", "\n\ufeff", "\n{two\nlines}\n", "\n{two\r\nlines}\r\n",
	} {
		text := `[Event "x"]` + between + `[White "A"]` + between + `[Black "B"]` + slav + "\n[Event \"y\"]\n\n1. e4 *"
		games, errs := read(text)
		require.Empty(t, errs, "%q", between)
		require.Len(t, games, 2, "%q", between)
		require.Equal(t, "A - B", games[0].Tags.Get("White")+" - "+games[0].Tags.Get("Black"), "%q", between)
		require.Equal(t, []string{"d4", "d5", "c4", "e6"}, gametest.SANs(games[0]), "%q", between)
		require.Empty(t, games[0].Warnings())
	}
	g := readOne(t, "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"] {odds}\n[White \"A\"] ; c\n[Black \"B\"]\n\n1. e4 *")
	require.Equal(t, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", g.StartFEN())
	require.Equal(t, "odds c", g.Comment)
	require.Contains(t, pgn.Text(g), "{odds c} 1. e4")
}

func TestBlanksWithinTags(t *testing.T) {
	for _, tag := range []string{
		`[ White "x" ]`, `[White"x"]`, "[\tWhite\t\"x\"\t]", "[White\u00a0\"x\"]", "[\u200bWhite \"x\"\u200b]", "[White \"x\"\u00a0]",
		"[White\n\"x\"]", "[White \"x\"\n]", "[\r\nWhite\r\n\"x\"\r\n]", `  [White "x"]`, "\ufeff[White \"x\"]",
	} {
		g := readOne(t, "[Event \"e\"]\n"+tag+"\n[Black \"b\"]"+slav)
		require.Equal(t, game.Tags{{Name: "Event", Value: "e"}, {Name: "White", Value: "x"}, {Name: "Black", Value: "b"}}, g.Tags, "%q", tag)
		require.Equal(t, 4, g.Len())
		require.Empty(t, g.Warnings(), tag)
	}
	g := readOne(t, "[White\xa0\"M\xfcller\"]\xa0\n[Black \"b\"]\n\n1.\xa0e4 *")
	require.Equal(t, "Müller", g.Tags.Get("White"), "Latin-1")
	require.Equal(t, 1, g.Len())
}

// A broken tag becomes a warning with its line. Its text is preserved, and the moves are read.
func TestBrokenTags(t *testing.T) {
	for _, c := range []struct{ tag, name, value, wrong string }{
		{`[White "O"Neil"]`, "White", `O"Neil`, "a quote in the value"},
		{`[Event "Ugra Cup \"]`, "Event", `Ugra Cup \`, `\ before the quote`},
		{`[Round 3]`, "Round", "3", "the quotes are missing"},
		{`[Event 'x']`, "Event", "x", `its quotes are not "`},
		{`[White-Elo "2000"]`, "White-Elo", "2000", "its name may have letters"},
		{`[White “Ann”]`, "White", "Ann", `its quotes are not "`},
		{`[White „Ann“]`, "White", "Ann", `its quotes are not "`},
		{`[White «Ann»]`, "White", "Ann", `its quotes are not "`},
		{`[White "Ann"`, "White", "Ann", "the ] is missing"},
		{`[White "Ann`, "White", "Ann", "the ] is missing"},
		{`[White "Ann]`, "White", "Ann", "a quote is missing"},
		{`[White Ann"]`, "White", "Ann", "a quote is missing"},
		{`[White Ann B.]`, "White", "Ann B.", "the quotes are missing"},
		{`[White "a ] b"c"]`, "White", `a ] b"c`, "a quote in the value"},
		{`[White "Ann" B]`, "White", `Ann" B`, "a quote is missing"},
		{"[White \"Ann\nBell\"]", "White", "Ann Bell", "its value is broken over two lines"},
		{`[White Elo "2000"]`, "WhiteElo", "2000", "want [Name"},
		{`[Weiß "Ann"]`, "Weiß", "Ann", "its name may have letters"},
	} {
		text := "[Site \"s\"]\n" + c.tag + "\n[Black \"B\"]" + slav
		g := readOne(t, text)
		assert.Equal(t, c.value, g.Tags.Get(c.name), c.tag)
		assert.Equal(t, "B", g.Tags.Get("Black"), c.tag)
		assert.Equal(t, 4, g.Len(), c.tag)
		if assert.Len(t, g.Warnings(), 1, c.tag) {
			assert.Contains(t, g.Warnings()[0], "f.pgn:2: game 1: "+strings.Join(strings.Fields(c.tag), " ")+" is no tag: "+c.wrong)
		}
		again := readOne(t, pgn.Text(g))
		assert.Equal(t, c.value, again.Tags.Get(c.name), "written again: %s", c.tag)
	}
	for _, nameless := range []string{`[]`, `["x"]`, `[ ]`, `["`, `[`} {
		g := readOne(t, "[Site \"s\"]\n"+nameless+"\n[Black \"B\"]"+slav)
		assert.Equal(t, nameless, g.Comment)
		assert.Equal(t, 4, g.Len())
		assert.Len(t, g.Warnings(), 1)
	}
}

// The other tags on the line of a broken tag are read.
func TestBrokenTagsAmongOthers(t *testing.T) {
	for _, line := range []string{
		`[White "O"Neil"] [Black "B"]`, `[White "O"Neil"][Black "B"]`, `[White "O] [Black "B"]`, `[White "O" [Black "B"]`, `[White O [Black "B"]`,
		`[White 'O'] {c} [Black "B"]`, `[White "O\"] [Black "B"]`, `[White "O"Neil"] [Black "B"] 1. d4 d5 2. c4 e6 *`,
		`[Black "B"] [White "O"Neil"] 1. d4 d5 2. c4 e6 *`,
	} {
		g := readOne(t, "[Event \"e\"]\n"+line+strings.Repeat(slav, 1-strings.Count(line, "*")))
		assert.Equal(t, "B", g.Tags.Get("Black"), line)
		assert.True(t, strings.HasPrefix(g.Tags.Get("White"), "O"), line)
		assert.Equal(t, 4, g.Len(), line)
		assert.Len(t, g.Warnings(), 1, line)
	}
}

func TestTagsTwice(t *testing.T) {
	g := readOne(t, "[White \"A\"]\n[White \"B\"]\n[White \"B\"]"+slav)
	require.Equal(t, "B", g.Tags.Get("White"))
	require.Len(t, g.Warnings(), 1)
	g = readOne(t, "[White \"A\"]\n[White \"O\"Neil\"]"+slav)
	require.Equal(t, "A", g.Tags.Get("White"), "a broken tag does not replace a whole one")
	require.Equal(t, `[White "O"Neil"]`, g.Comment)
	g = readOne(t, "[event \"A\"]\n[fen \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n1. e4 *")
	require.Equal(t, "A", g.Tags.Get("Event"))
	require.Equal(t, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", g.StartFEN())
	require.Len(t, g.Warnings(), 2)
}

// A game is not read if its start position or its rules are not clear.
func TestBrokenFENAndVariant(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	for _, tag := range []string{
		"[FEN '" + fen + "']", "[FEN " + fen + "]", "[FEN \"" + fen + "]", "[FEN \"" + fen + "\"", "[FEN \"4k3 w\"]", "[fen 'x']",
		"[Variant Chess960]", "[Variant \"Chess960\"]", "[Variant \"Atomic\"]", "[variant \"Crazyhouse\"]", "[Variant 'chess']",
		"[FEN \"" + fen + "\"]\n[FEN \"8/4k3/8/8/8/8/4P3/4K3 w - - 0 1\"]",
	} {
		games, errs := read("[Event \"e\"]\n" + tag + "\n[White \"x\"]\n\n1. e4 *\n\n[Event \"f\"]\n\n1. d4 *")
		require.Len(t, errs, 1, tag)
		require.Contains(t, errs[0], fmt.Sprintf("f.pgn:%d: game 1: ", 2+strings.Count(tag, "\n")), tag)
		require.Len(t, games, 1, tag)
	}
	for _, variant := range []string{"Regular", "Classical", "Standard", "Normal", "Chess", "From Position", "standard", "STANDARD", "", "?"} {
		g := readOne(t, "[Variant \""+variant+"\"]\n\n1. e4 *")
		require.Empty(t, g.Warnings(), variant)
		require.Equal(t, 1, g.Len())
	}
}

func TestGamesOfTagsOnly(t *testing.T) {
	const only = "[Event \"a\"]\n[White \"A\"]\n"
	for text, want := range map[string][]string{
		only: {"a:0"},
		only + "\n" + "[Event \"b\"]\n[White \"B\"]\n\n1. e4 *\n": {"a:0", "b:1"},
		only + "\n{x}\n\n" + "[Event \"b\"]\n\n1. e4 *\n":         {"a:0", "b:1"},
		only + "\n" + only + "\n" + only:                          {"a:0", "a:0", "a:0"},
		only + "\n*\n\n[Event \"b\"]\n\n*\n":                      {"a:0", "b:0"},
		"[Event \"z\"]\n\n1. d4 *\n\n" + only:                     {"z:1", "a:0"},
		"[Event \"a\"]\n\n[White \"A\"]\n\n[White \"B\"]\n1. d4":  {"a:0", ":1"},
		"[Event \"a\"]\r\n\r\n[Event \"b\"]\r\n\r\n1. d4":         {"a:0", "b:1"},
		"[Event \"a\"]\r\r[Event \"b\"]\r\r1. d4":                 {"a:0", "b:1"},
	} {
		games, errs := read(text)
		require.Empty(t, errs, text)
		var got []string
		for _, g := range games {
			got = append(got, fmt.Sprintf("%s:%d", g.Tags.Get("Event"), g.Len()))
		}
		require.Equal(t, want, got, text)
	}
}

func TestResultsAsPeopleWriteThem(t *testing.T) {
	for outcome, spellings := range map[game.Outcome][]string{
		game.WhiteWins: {"1-0", "1–0", "1—0", "1−0", "1‑0", "1:0", "1 - 0", "1- 0", "1 -0", "1 – 0", "1-0.", "1.0-0.0", "1/0"},
		game.BlackWins: {"0-1", "0–1", "0:1", "0 - 1", "0 : 1", "0.0-1.0"},
		game.Draw: {"1/2-1/2", "1/2", "½-½", "½–½", "½:½", "½", "0.5-0.5", "0,5-0,5", ".5-.5", "1/2 - 1/2", "½ - ½", "½ – ½",
			"1/2–1/2", "1/2:1/2", "0.5 - 0.5", "1⁄2-1⁄2", "draw", "Draw", "remis", "1/2-1/2."},
		game.Unfinished: {"*"},
	} {
		for _, spelling := range spellings {
			for _, tag := range []string{"", fmt.Sprintf("[Result %q]\n\n", spelling)} {
				text := tag + "1. e4 e5 " + spelling + "\n"
				games, errs := read(text + "\n[Event \"next\"]\n\n1. d4 *\n")
				require.Empty(t, errs, text)
				require.Len(t, games, 2, text)
				assert.Equal(t, outcome, games[0].Result().Outcome, text)
				assert.Empty(t, games[0].Warnings(), text)
				assert.Equal(t, 2, games[0].Len(), text)
				assert.Contains(t, pgn.Text(games[0]), fmt.Sprintf("[Result \"%s\"]", outcome))
				games, errs = read(text + "\n1. d4 *\n")
				require.Empty(t, errs, text)
				assert.Len(t, games, 2, "without a header: %s", text)
			}
			g := readOne(t, fmt.Sprintf("[Result %q]\n\n1. e4 e5\n", spelling))
			assert.Equal(t, outcome, g.Result().Outcome, spelling)
			assert.Empty(t, g.Warnings(), spelling)
		}
	}
	for spelling, outcome := range map[string]game.Outcome{
		"+/-": game.WhiteWins, "+-": game.WhiteWins, "+:-": game.WhiteWins, "-/+": game.BlackWins, "- +": game.BlackWins,
		"=": game.Draw, "White wins": game.WhiteWins, "black won": game.BlackWins, "?": game.Unfinished, "": game.Unfinished,
	} {
		g := readOne(t, fmt.Sprintf("[Result %q]\n\n1. e4 e5\n", spelling))
		assert.Equal(t, outcome, g.Result().Outcome, spelling)
		assert.Empty(t, g.Warnings(), spelling)
	}
	require.Equal(t, game.Draw, readOne(t, "1. e4 \xbd-\xbd").Result().Outcome, "Latin-1")
	require.Equal(t, game.WhiteWins, readOne(t, "1. e4 1\x960").Result().Outcome, "Windows")
}

// The value of a tag Result that is not a result becomes a warning, and is preserved.
func TestResultsThatAreNone(t *testing.T) {
	for _, written := range []string{"0-0", "1-1", "½-0", "-/-", "won", "1-0 (time)"} {
		g := readOne(t, fmt.Sprintf("[Event \"e\"]\n[Result %q]\n\n1. e4 e5 *", written))
		require.Len(t, g.Warnings(), 1, written)
		require.Contains(t, g.Warnings()[0], fmt.Sprintf("[Result %q] is none", written))
		require.Contains(t, pgn.Text(g), fmt.Sprintf("[Result %q]", written))
		g = readOne(t, pgn.Text(g))
		require.Contains(t, pgn.Text(g), fmt.Sprintf("[Result %q]", written))
		g.Finish(game.Result{Outcome: game.Draw})
		require.Contains(t, pgn.Text(g), `[Result "1/2-1/2"]`)
	}
	for text, want := range map[string]string{
		"[Result \"1-0\"]\n1. e4 0-1":         "the moves end with 0-1; that is the result",
		"[Result \"1-0\"]\n1. e4 *":           "the result is 1-0, as the tag says",
		"1. e4 1-0 0-1":                       "two results, 1-0 and 0-1",
		"1. e4 1-0 resigns":                   `"resigns" after the result`,
		"1. f3 e5 2. g4 Qh4# 1-0":             "by the rules it is 0-1 (checkmate)",
		"[Result \"won\"]\n1. e4 1-0":         "the moves end with 1-0",
		"[Result \"1/2-1/2\"]\n1. e4 1-0 {x}": "that is the result",
	} {
		g := readOne(t, text)
		require.Len(t, g.Warnings(), 1, text)
		require.Contains(t, g.Warnings()[0], want, text)
	}
	require.Equal(t, "0-1", string(readOne(t, "[Result \"1-0\"]\n1. e4 0-1").Result().Outcome))
	require.Equal(t, "1-0", string(readOne(t, "[Result \"1-0\"]\n1. e4 *").Result().Outcome))
}

// Moves may have suffixes, and other letters, symbols and dashes than those of the standard.
func TestMovesAsPeopleWriteThem(t *testing.T) {
	const (
		castle = "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n"
		start  = ""
		pawns  = "[FEN \"1n1nk3/P1P5/8/8/8/8/p1p5/1N1NK3 w - - 0 1\"]\n"
		ep     = "[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2\"]\n"
	)
	for _, c := range []struct{ tag, moves, want string }{
		{castle, "0-0 0-0-0", "O-O O-O-O"}, {castle, "O–O O—O—O", "O-O O-O-O"}, {castle, "0-0+ 0-0-0!", "O-O O-O-O"},
		{castle, "O‑O 0−0−0", "O-O O-O-O"}, {castle, "o-o o-o-o", "O-O O-O-O"}, {castle, "1. O - O 0 - 0 - 0", "O-O O-O-O"},
		{castle, "О-О 0-0-0", "O-O O-O-O"}, {castle, "1.0-0 0-0-0 2. Kg2", "O-O O-O-O Kg2"},
		{start, "1. e2–e4 e7—e5", "e4 e5"}, {start, "1.♘f3 ♞f6 2.♙g3 ♟g6", "Nf3 Nf6 g3 g6"}, {start, "1.♘\ufe0ef3", "Nf3"},
		{start, "1. e4 d5 2. e4:d5 Qd8×d5", "e4 d5 exd5 Qxd5"}, {start, "1. e4 d5 2. ed: Qd5:", ""}, {start, "1. e4 d5 2. ed5: Qd5:", "e4 d5 exd5 Qxd5"},
		{start, "1… e4", "e4"}, {start, "1.…e4", "e4"}, {start, "1e4 e5 2Nf3", "e4 e5 Nf3"}, {start, "1 e4 e5 2 Nf3", "e4 e5 Nf3"},
		{start, "1.\u00a0e4\u00a0e5", "e4 e5"}, {start, "e4\u200b \u200be5", "e4 e5"},
		{start, "1. e4 = e5 ± 2. Nf3+- Nc6∞", "e4 e5 Nf3 Nc6"}, {start, "1. e4‼ e5⁉", "e4 e5"}, {start, "1. e4 +/- e5 -/+", "e4 e5"},
		{ep, "exd6e.p.", "exd6"}, {ep, "exd6 e.p.", "exd6"}, {ep, "exd6ep", "exd6"}, {ep, "exd6 (ep)", "exd6"}, {ep, "exd6(e.p.)", "exd6"},
		{ep, "exd6/ep", "exd6"}, {ep, "e5:d6 ep", "exd6"}, {ep, "e5–d6", "exd6"},
		{pawns, "cxd8(N)", "cxd8=N"}, {pawns, "cxd8=(Q)", "cxd8=Q+"}, {pawns, "cxd8/R", "cxd8=R+"}, {pawns, "cxd8B", "cxd8=B"}, {pawns, "cd8♘", "cxd8=N"},
		{pawns, "a8(R)+", "a8=R"}, {pawns, "a8 (R)+ cxb1(Q)", "a8=R cxb1=Q"}, {pawns, "a8=♕ a1=n", "a8=Q a1=N"}, {pawns, "c7–c8Q", "c8=Q"},
		{pawns, "1. a8=Q a1(R)+", "a8=Q a1=R"}, {pawns, "a8(=N)", "a8=N"}, {pawns, "c8=Q?! (c8=N)", "c8=Q"},
		{pawns, "cxd8", ""}, {pawns, "a8", ""}, {pawns, "a8=", ""}, {pawns, "a8(K)", ""}, {pawns, "a8=K", ""}, {pawns, "a8(", ""},
		{pawns, "a8()", ""}, {pawns, "a8(D)", ""}, {pawns, "a7a8", ""}, {pawns, "a8)", ""}, {pawns, "cxd8=P", ""},
		{start, "Sf3", ""}, {start, "Cf3", ""}, {start, "Df3", ""}, {start, "E4", ""}, {start, "1. e4 e5 2. Fc4", ""},
		{start, "1. e4 c6 2. Bc4", "e4 c6 Bc4"},
	} {
		games, errs := read(c.tag + "\n" + c.moves + " *")
		if c.want == "" {
			if assert.Len(t, errs, 1, c.moves) {
				assert.Contains(t, errs[0], "f.pgn:")
			}
			continue
		}
		require.Empty(t, errs, c.moves)
		require.Equal(t, c.want, strings.Join(gametest.SANs(games[0]), " "), c.moves)
		require.Empty(t, games[0].Warnings(), c.moves)
		require.Equal(t, games[0].Plies(), readOne(t, pgn.Text(games[0])).Plies(), c.moves)
	}
	_, errs := read("1. e4 e5\n2. Sf3 *")
	require.Len(t, errs, 1)
	require.Contains(t, errs[0], `f.pgn:2: game 1: after 1... e5: "Sf3" is not a legal move: `+
		"S is no piece; want the English letters K, Q, R, B and N")
}

// A damaged game is read up to the damage, and the rest of its text is preserved. The games around it
// are read.
func TestDamagedGames(t *testing.T) {
	for damage, line := range map[string]int{
		"2. Nf9 Nc6 1-0": 4, "2. Ke3 1-0": 4, "2. Nf3 ) Nc6": 4, "2. Nf3 Nc6 } 1-0": 4, "2. Nf3 {never": 4, "2. Nf3 (2. Nc3": 4,
		"2. Nf3 (2. Nc3 {never": 4, "2. Nf3\n> Nc6": 5, "2. Nf3 < Nc6": 4, "2. Sf3 *": 4, "2. Nf3 zz": 4,
	} {
		text := "[Event \"a\"]\n\n1. e4 e5\n" + damage + "\n\n"
		count := 0
		for g, err := range pgn.Read(strings.NewReader("[Event \"z\"]\n\n1. c4 *\n\n"+text+"[Event \"b\"]\n\n1. d4 *\n"), "f.pgn") {
			switch count++; count {
			case 1, 3:
				require.NoError(t, err, damage)
				require.Equal(t, 1, g.Len(), damage)
			default:
				var e *pgn.Error
				require.ErrorAs(t, err, &e, damage)
				require.Contains(t, err.Error(), fmt.Sprintf("f.pgn:%d: game 2: ", line+4), damage)
				require.GreaterOrEqual(t, e.GameBefore.Len(), 2, damage)
				require.Equal(t, []string{"e4", "e5"}, gametest.SANs(e.GameBefore)[:2], damage)
				require.Equal(t, "a", e.GameBefore.Tags.Get("Event"), damage)
				kept := pgn.Text(e.GameBefore)
				for _, word := range strings.FieldsFunc(damage, func(r rune) bool { return strings.ContainsRune(" \n(){}2.", r) }) {
					require.Contains(t, kept, word, damage)
				}
				upTo, err := pgn.UpTo(g, err)
				require.NoError(t, err)
				require.Same(t, e.GameBefore, upTo)
			}
		}
		require.Equal(t, 3, count, damage)
	}
}

func TestStrayThings(t *testing.T) {
	g := readOne(t, "1. e4 <what is this> e5 *")
	require.Equal(t, "<what is this>", g.Ply(0).Comment)
	require.Len(t, g.Warnings(), 1)
	g = readOne(t, "1. e4 [%clk 0:01] e5 [#] 1-0")
	require.Equal(t, 2, g.Len())
	require.Equal(t, "[%clk 0:01]", g.Ply(0).Comment)
	require.Len(t, g.Warnings(), 2)
	g = readOne(t, "$1 (1. d4) 1. e4 $999 $1 $2 !!! *")
	require.Len(t, g.Warnings(), 5)
	g = readOne(t, "1. e4!!! $11 $12 $20 $23 $255 e5 *")
	require.Empty(t, g.Warnings())
	require.Equal(t, g.Plies(), readOne(t, pgn.Text(g)).Plies())
	require.Contains(t, pgn.Text(g), "1. e4!!! $11 $12 $20 $23 $255 e5")
	g = readOne(t, "1. e4 (1. d4 d5 1-0) e5 *")
	require.Contains(t, pgn.Text(g), "{1-0}")
	games, errs := read("1. e4 e5 1-0\nWhite played well\n\n[Event \"b\"]\n\n1. d4 *")
	require.Empty(t, errs)
	require.Len(t, games, 2)
	require.Equal(t, "White played well", games[0].Ply(1).Comment)
}
