package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/store"
	"sargon78/sargon/must"
)

func TestPlainPlay(t *testing.T) {
	atHome(t)
	status, out, errs := run(t, strings.Join([]string{
		"e4", "last", "pieces N", "file e", "rank 4", "s e4", "legal N", "Nf3", "clock", "hint",
		"nonsense", "status", "back", "moves", "fen", "level 3", "level 9", "engine 0x88",
		"engine 9x9", "captured", "pgn", "resign", "resign", "e5", "quit",
	}, "\n"), "play", "--plain", "--level", "1")
	assert.Equal(t, 0, status, errs)
	has(t, out, "Sargon, engine rom, level 1. You play white.", "Sargon: e5\n",
		"1, white: e4, pawn from e2 to e4.\n1, black: e5, pawn from e7 to e5, from the book.",
		"knight: white b1 g1, black b8 g8.",
		"file e: e1 white king, e4 white pawn, e5 black pawn, e8 black king.",
		"rank 4: e4 white pawn.", "e4: e4 white pawn.", "5 moves: Na3 Nc3 Ne2 Nf3 Nh3.",
		"Sargon: Nc6\n", " now, about 0:", " in 1978. You: ", "Hint: ",
		"nonsense is neither a move (e4, Nf3", "You are to move. Move 3.",
		"Took back your move and Sargon's reply.", "1. e4 e5\n",
		"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq", "Level 3.", "choose 1 to 6",
		"0x88 takes over.", `there is no engine "9x9"`, "Material is even.", "Type resign again",
		`[Black "Sargon 1978`, "You have resigned.", "The game is over: Black wins, resignation.")
	assert.NotContains(t, out, "\x1b", "no colours, no repainting")
}

func TestPlainDialogue(t *testing.T) {
	atHome(t)
	says(t, ok(t, "w\n1\nn\ne2e4\n/board\ne2e5\n/resign\n/resign\nn\n", "play", "--plain", "--view",
		"screen"), "A Z80 INVITES YOU TO ITS BOARD", "WHITE OR BLACK", "HOW MANY HALF-MOVES",
		"SARGON DEPTH 1", "1 E2-E4 E7-E5", "4 . . . . P . . .", "RULES FORBID IT",
		"(Resign? Type /resign again to give up.)", "YOU BOW OUT.", "FAREWELL")
}

// A game goes on where it was left, in any view, and in a PGN file.
func TestGamesAreResumed(t *testing.T) {
	state := atHome(t).games()
	ok(t, "w\n1\nn\ne2e4\n", "play", "--plain", "--view", "screen")
	has(t, ok(t, "g1f3\n", "play", "--plain", "--view", "screen", "--resume"),
		"1 E2-E4 E7-E5", "2 G1-F3 B8-C6")
	assert.Contains(t, ok(t, "moves\nd4\n", "play", "--plain", "--resume"),
		"1. e4 e5\n2. Nf3 Nc6\n")
	names := must.Have(filepath.Glob(filepath.Join(state, "*.pgn")))
	require.Len(t, names, 1)
	data := read(t, names[0])
	assert.Contains(t, data, "3. d4")

	other := store.Folder{Dir: state} // as another program does
	_, err := other.Open("")
	require.NoError(t, err)
	fails(t, cli.ExitFailure, fmt.Sprintf("another sargon is playing this game (process %d)", os.Getpid()),
		"", "play", "--plain", "--resume")
	require.NoError(t, other.Close())

	file := filepath.Join(t.TempDir(), "game.pgn")
	ok(t, "d4\n", "play", "--plain", "--level", "1", "--pgn", file)
	assert.Contains(t, ok(t, "moves\nresign\nresign\n", "play", "--plain", "--pgn", file), "1. d4 ")
	assert.Contains(t, ok(t, "e4\n", "play", "--plain", "--pgn", file, "--color", "white"),
		"is over; this is a new one")
	data = read(t, file)
	assert.Equal(t, 2, strings.Count(data, "[Event "), "the first game is still there")
	ok(t, "a8=N\n", "play", "--plain", "--level", "1", "--pgn", file, "--fen",
		"8/P6k/8/8/8/8/7K/8 w - - 0 1")
	assert.Contains(t, read(t, file), "\n1. a8=N", "a new game behind the one that is unfinished")
	assert.Contains(t, data, "0-1")
}

// Another level than before: the machine, which remembers the old one, is asked anew.
func TestAGameGoesOnAtAnotherLevel(t *testing.T) {
	atHome(t)
	ok(t, "w\n1\nn\ne2e4\n", "play", "--plain", "--view", "screen")
	out := ok(t, "g1f3\n", "play", "--plain", "--view", "screen", "--resume", "--level", "2")
	has(t, out, "DEPTH 2", "2 G1-F3 B8-C6")
	assert.NotContains(t, out, "DEPTH 1")
	assert.Contains(t, ok(t, "d2d4\n", "play", "--plain", "--view", "screen", "--resume"), "DEPTH 2")
}

// What is asked for goes before what the file says.
func TestPGNWithLevelAndColour(t *testing.T) {
	atHome(t)
	file := filepath.Join(t.TempDir(), "game.pgn")
	ok(t, "e4\n", "play", "--plain", "--level", "1", "--pgn", file)
	require.Contains(t, read(t, file), `[Black "Sargon 1978`)

	assert.Contains(t, ok(t, "status\nd4\n", "play", "--plain", "--pgn", file, "--level", "2"),
		"level 2. You play white.")

	out := ok(t, "moves\nstatus\n", "play", "--plain", "--pgn", file, "--level", "1",
		"--color", "black")
	has(t, out, "level 1. You play black.", "1. e4 e5\n2. d4 ")
	text := read(t, file)
	assert.Regexp(t, `\[White "Sargon 1978 .*level 1`, text)
	assert.Regexp(t, `1\. e4 .*e5 .*2\. d4 .* 3\. `, strings.ReplaceAll(text, "\n", " "),
		"Sargon has moved, as White now")
	assert.Equal(t, 1, strings.Count(text, "[Event "), "it is the same game")

	fails(t, 2, "want 1, 2, 3, 4, 5, 6", "", "play", "--plain", "--pgn", file, "--level", "9")
	assert.Equal(t, text, read(t, file))
}

// Games that were not played here stay as they are, to the byte; games that end by another
// one are saved too.
func TestPlayLosesNoGame(t *testing.T) {
	state := atHome(t).games()
	const foreign = "[Event \"M\xFCnchen\"]\r\n\r\n1. e4 (1. d4) e5 $1 {sch\xF6n} 1-0\r\n\r\n" +
		"[Event \"open\"]\r\n\r\n1. d4 $2 d5 *\r\n"
	file := filepath.Join(t.TempDir(), "games.pgn")
	write(t, file, foreign)
	assert.Contains(t, ok(t, "status\nlevel 3\n", "play", "--plain", "--level", "1", "--pgn", file),
		"it stays as it is, and goes on in a copy behind it")
	assert.Equal(t, foreign, read(t, file), "nothing was played")

	ok(t, "c4\nnew\ne4\n", "play", "--plain", "--level", "1", "--pgn", file)
	text := read(t, file)
	rest, isThere := strings.CutPrefix(text, foreign)
	assert.True(t, isThere, text)
	assert.Equal(t, 2, strings.Count(rest, "[Event "))
	has(t, rest, "\r\n1. d4 d5 2. c4 ", "\r\n1. e4 e5 ")
	names := must.Have(filepath.Glob(filepath.Join(state, "*.pgn")))
	assert.Len(t, names, 3, "that which was only looked at, too")

	ok(t, "Nf3\n", "play", "--plain", "--level", "1", "--pgn", file)
	more := read(t, file)
	assert.True(t, strings.HasPrefix(more, text[:strings.Index(text, "1. e4 e5 ")]))
	assert.Equal(t, strings.Count(text, "[Event "), strings.Count(more, "[Event "), "in its place")
	assert.Contains(t, more, "1. e4 e5 {book} 2. Nf3 ")
}

func TestAnotherGameAfterAResumedOne(t *testing.T) {
	state := atHome(t).games()
	ok(t, "e4\n", "play", "--plain", "--level", "1")
	ok(t, "new\nd4\n", "play", "--plain", "--resume")
	names := must.Have(filepath.Glob(filepath.Join(state, "*.pgn")))
	require.Len(t, names, 2)
	assert.Contains(t, read(t, names[0]), "1. e4 e5")
	assert.Contains(t, read(t, names[1]), "1. d4")
}

// Who reads the results may go before their end: files are written, and the status says what happened.
func TestFilesAreWrittenWithoutAReader(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	write(t, p.path("game.pgn"), "1. e4 e5 2. Nf3 Nc6 *\n")
	for args, want := range map[string]string{
		"replay game.pgn --check --level 1 --pgn file.pgn":                       "2. Nf3 {change",
		"compare --engines 10x12,0x88 --positions 8 --seed 3 --report file.json": `"compared": 8`,
		"compare --engines 10x12,0x88 --positions 8 --seed 3 --junit file.xml":   `<testsuite name="sargon compare"`,
	} {
		cmd := p.command(strings.Fields(args)...)
		out, in, err := os.Pipe()
		require.NoError(t, err)
		var errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = in, &errs
		require.NoError(t, out.Close())
		require.Error(t, cmd.Run())
		require.NoError(t, in.Close())
		assert.Equal(t, cli.ExitFailure, cmd.ProcessState.ExitCode(), args)
		assert.Empty(t, errs.String(), "nobody is told what he knows")
		words := strings.Fields(args)
		assert.Contains(t, read(t, p.path(words[len(words)-1])), want)
	}
}

func TestReplayOverwritesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	games, other := filepath.Join(dir, "games.pgn"), filepath.Join(dir, "other.pgn")
	const text = "1. e4 e5 *\n\n1. d4 *\n"
	write(t, games, text)
	write(t, other, text)
	for _, args := range [][]string{{games}, {games, "--force"}, {other}} {
		status, _, errs := run(t, "", append([]string{"replay", games, "--check", "--pgn"}, args...)...)
		assert.NotZero(t, status)
		assert.Regexp(t, "is the file that is read|exists; --force replaces it", errs)
	}
	assert.Equal(t, text, read(t, games))
	assert.Equal(t, text, read(t, other))
	ok(t, "", "replay", games, "--check", "--level", "1", "--pgn", other, "--force")
	assert.Contains(t, read(t, other), "1. e4 {")
}

func TestPlayRefuses(t *testing.T) {
	home := atHome(t)
	config, state := home.settings(), home.games()
	for _, test := range []struct {
		args   string
		status int
		stderr string
	}{
		{"play", 1, "the screen needs a terminal; try `sargon play --plain`"},
		{"", 1, "needs a terminal"},
		{"play --plain --theme papper", 2, `--theme "papper": want paper`},
		{"play --plain --level 7", 2, `--level "7": want 1, 2`},
		{"play --plain --glyphs braille", 2, `"braille" is gone; choose auto, sextant, quadrant`},
		{"play --plain --level two", 2, `--level "two": want 1, 2`},
		{"play --plain --rom nowhere.asm", 1, "nowhere.asm"},
		{"play --plain --rom nowhere.asm --engine 0x88", 2, "--rom goes with --engine rom"},
		{"play --plain --load 0", 2, "the first page belongs to the monitor"},
		{"play --plain --fen 8/8", 1, "FEN"},
		{"play --plain --resume", 1, "there is no unfinished game in " + state},
		{"play --plain --resume --pgn x", 2, "want one of them"},
		{"play --plain --pgn /", 1, "/"},
		{"play --plain --pgn " + os.DevNull, 1, "is no file: want a PGN file"},
		{"play --plain --pgn -", 1, "- is no file: want a PGN file"},
		{"play --view screen --engine 10x12", 2, "plays on --view board"},
		{"help glyphs", 2, "sargon config says which suit this terminal"},
		{"config edit", 2, `there is no command "edit"; want init`},
		{"completion csh", 2, "want bash, zsh, fish, powershell"},
	} {
		fails(t, test.status, test.stderr, "", strings.Fields(test.args)...)
	}
	require.NoError(t, os.MkdirAll(filepath.Dir(config), 0o755))
	write(t, config, "level = 3\ntheme = 'red'\n")
	fails(t, 1, config+`:2: theme cannot be "red"`, "", "play", "--plain")
}

// A game of others is gone on with after a question only, and never in its own place.
func TestGamesOfOthersInAFile(t *testing.T) {
	atHome(t)
	file := filepath.Join(t.TempDir(), "book.pgn")
	for _, test := range []struct{ tags, asks, in, moves string }{
		{"", "", "Nc3\n", "1. e4 e5 {the usual} 2. Nc3"},
		{"[White \"Player\"]\n[Black \"Sargon 1978 (rom, level 2)\"]\n", "", "Nc3\n", "1. e4 e5 {the usual} 2. Nc3"},
		{"[White \"Anna\"]\n[Black \"Bea\"]\n", "(Anna – Bea, 1... e5)", "yes\nNc3\n", "1. e4 e5 {the usual} 2. Nc3"},
		{"[White \"Anna\"]\n[Black \"Bea\"]\n", "is unfinished and somebody else's", "Nc3\n", "1. Nc3"},
	} {
		theirs := "[Event \"open\"]\n" + test.tags + "\n1. e4 e5 {the usual} *\n"
		write(t, file, theirs)
		out := ok(t, test.in, "play", "--plain", "--engine", "sets", "--level", "1", "--pgn", file)
		assert.Contains(t, out, cmp.Or(test.asks, "the last game of "+file))
		assert.Equal(t, test.asks != "", strings.Contains(out, "Type yes to go on with it."))
		added, isThere := strings.CutPrefix(read(t, file), theirs)
		assert.True(t, isThere, "theirs stays as it was")
		assert.Contains(t, strings.Join(strings.Fields(added), " "), test.moves)
	}
}

// A position or a game that is pasted is taken after a question; nothing of it is a move or a command.
func TestPasteInLines(t *testing.T) {
	atHome(t)
	const fen, movetext = "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20", "1. e4 e5\n2. Nf3 Nc6\n"
	const file = "[White \"Anna\"]\n[Black \"Bea\"]\n\n" + movetext + "3. Bb5 *\n"
	for _, test := range []struct{ in, says, position string }{
		{fen + "\nyes\n", "That is a position. Type yes to go on with it.", fen},
		{fen + "\n", "That is a position.", "RNBQKBNR w KQkq - 0 1"},
		{movetext + "yes\n", "That is a game of 4 half-moves.", "RNBQKB1R w KQkq - 2 3"},
		{file + "yes\n", "That is a game of 5 half-moves.", "RNBQK2R b KQkq - 3 3"},
		{"1. e4 e5 2. Ke3 Qh4\n", "Neither a game nor a FEN: Ke3: white has no king that can go to e3.",
			"RNBQKBNR w KQkq - 0 1"},
	} {
		has(t, ok(t, test.in+"fen\n", "play", "--plain", "--engine", "sets"),
			test.says, test.position+"\n")
	}
}

// A file that can be written to no more is told once, and again when one leaves; it stays as it is.
func TestAFileThatBecomesReadOnly(t *testing.T) {
	atHome(t)
	file := filepath.Join(t.TempDir(), "game.pgn")
	args := []string{"play", "--plain", "--engine", "sets", "--level", "1", "--pgn", file}
	ok(t, "e4\n", args...)
	before := read(t, file)
	becomes := readerFunc(func([]byte) (int, error) {
		assert.NoError(t, os.Chmod(file, 0o444))
		return 0, io.EOF
	})
	var out, errs bytes.Buffer
	in := io.MultiReader(becomes, strings.NewReader("Nf3\nNc3\nlast\n"))
	status := cli.Main(t.Context(), program(), &cli.IO{In: in, Out: &out, Err: &errs}, args)
	assert.Equal(t, cli.ExitFailure, status)
	const reason = "he game is not saved: cannot write "
	assert.Equal(t, 1, strings.Count(out.String(), reason+file+": it is read-only."), out.String())
	assert.Equal(t, 1, strings.Count(errs.String(), reason), errs.String())
	assert.Equal(t, before, read(t, file))
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// A folder that cannot be written is said, and one can play.
func TestGamesThatCannotBeSaved(t *testing.T) {
	state := atHome(t).games()
	require.NoError(t, os.MkdirAll(filepath.Dir(state), 0o755))
	write(t, state, "") // a file in its place
	has(t, ok(t, "e4\n", "play", "--plain", "--level", "1"), "games cannot be saved", "Sargon: e5")
}

func TestConfig(t *testing.T) {
	home := atHome(t)
	config, state := home.settings(), home.games()
	out := ok(t, "", "config")
	has(t, out, config+"  (not there", state, `theme       = "paper"`, "glyphs auto means ")
	for _, set := range []string{"sextant", "quadrant", "half", "ascii"} {
		assert.Regexp(t, `(?m)^  `+set+` +[a-z]`, out)
	}
	ok(t, "", "config", "init")
	fails(t, 1, "stays as it is", "", "config", "init")
	write(t, config, "theme = 'amber'\nlevel = 4\n")
	assert.Regexp(t, `theme       = "amber" +# from the file`, ok(t, "", "config"))
	assert.Contains(t, ok(t, "", "play", "--plain"), "level 4", "the file holds")
	assert.Contains(t, ok(t, "", "play", "--plain", "--level", "2"), "level 2", "a flag overrides it")
}

// Another game does not take the place of the one before, and all can be gone on with.
func TestSavedGames(t *testing.T) {
	state := atHome(t).games()
	ok(t, "e4\nnew\nd4\n", "play", "--plain", "--level", "1")
	file := filepath.Join(state, "exported.pgn")
	out := ok(t, strings.Join([]string{
		"open 2", "moves", "games", "rename 1 The other", "export 2 " + file,
		"games", "delete 2 yes", "delete 1", "delete 1 yes", "open 9", "games", "rename 1 This one",
		"quit",
	}, "\n"), "play", "--plain", "--games")
	has(t, out, "1: ", "2: ", "1. e4 e5\n", "The other, 1... d5", "Written to "+file,
		"Type: delete 1 yes", "the game you are playing", "Deleted.",
		`"9" is no number of a game`)
	assert.FileExists(t, file)
	out = ok(t, "quit\n", "play", "--plain", "--games")
	assert.Contains(t, out, "This one, 1... e5")
	assert.NotContains(t, out, "2: ")
	fails(t, 2, "want one of them", "", "play", "--plain", "--games", "--resume")
}
