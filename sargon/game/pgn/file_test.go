package pgn_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/game"
	"sargon78/sargon/game/gametest"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/must"
)

// inFile writes a text to a new file and returns its name.
func inFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "games.pgn")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	return string(must.Have(os.ReadFile(name)))
}

// foreign is a file that another program wrote, in Latin-1 and with the line ends of Windows. It has
// three games, with variations and glyphs: the second one cannot be read, the last one is unfinished.
const foreign = "[Event \"M\xFCnchen\"]\r\n[Result \"1-0\"]\r\n\r\n" +
	"1. e4 $1 (1. d4 {sch\xF6n}) e5 {?} 1-0\r\n\r\n" +
	"[Event \"odd\"]\r\n[Variant \"Chess960\"]\r\n\r\n1. Nf9 *\r\n\r\n" +
	"[Event \"unfinished\"]\r\n\r\n1. d4 (1. c4) d5 $6 *"

func TestAGameIsAddedAndNothingElseChanges(t *testing.T) {
	name := inFile(t, foreign)
	file, last, err := pgn.Open(name)
	require.NoError(t, err)
	require.False(t, file.Contains(last), "WriteGame would write it differently")
	require.Equal(t, []string{"d4", "d5"}, gametest.SANs(last))
	require.Equal(t, foreign, readFile(t, name))

	gametest.Play(t, last, "c4")
	last.Tags.Set("White", "Jürgen ♔")
	require.NoError(t, file.WriteGame(last))
	text := readFile(t, name)
	added, isThere := strings.CutPrefix(text, foreign+"\r\n\r\n")
	require.True(t, isThere, text)
	require.Contains(t, added, "[White \"J\xFCrgen ?\"]\r\n", "in the encoding of the file")
	require.NotContains(t, strings.ReplaceAll(added, "\r\n", ""), "\n")
	require.True(t, strings.HasSuffix(added, "1. d4 (1. c4) 1... d5 $6 2. c4 *\r\n\r\n"))

	gametest.Play(t, last, "e6")
	require.NoError(t, file.WriteGame(last))
	require.Equal(t, strings.Replace(text, "2. c4 *", "2. c4 e6 *", 1), readFile(t, name))

	require.NoError(t, file.WriteGame(gametest.Played(t, "Nf3")))
	require.True(t, strings.HasPrefix(readFile(t, name),
		strings.Replace(text, "2. c4 *", "2. c4 e6 *", 1)),
		"another game is added")
	info := must.Have(os.Stat(name))
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), "the file keeps its permissions")
}

// WriteGame replaces the game that it wrote before, even if other programs have written in front of it or
// after it meanwhile.
func TestAGameGoesOnInItsPlace(t *testing.T) {
	for _, end := range []string{"\n", "\n\n", "\r\n\r\n\r\n", ""} {
		name := inFile(t, casual+strings.TrimSpace(pgn.Text(gametest.Played(t, "d4")))+end)
		file, last, err := pgn.Open(name)
		require.NoError(t, err)
		require.True(t, file.Contains(last), "%q", end)
		gametest.Play(t, last, "f5")
		require.NoError(t, file.WriteGame(last))
		text := readFile(t, name)
		require.True(t, strings.HasSuffix(text, "1. d4 f5 *"+end), text)
		require.True(t, strings.HasPrefix(text, casual), "%q", text)

		before, behind := "[Event \"before\"]\n1. e4 *\n\n", "\n[Event \"behind\"]\n1. c4 *"
		require.NoError(t, os.WriteFile(name, []byte(before+text+behind), 0o600))
		gametest.Play(t, last, "g3")
		require.NoError(t, file.WriteGame(last))
		want := strings.Replace(before+text+behind, "f5 *", "f5 2. g3 *", 1)
		require.Equal(t, want, readFile(t, name))

		require.NoError(t, os.WriteFile(name, []byte("{gone}\n"), 0o600))
		require.NoError(t, file.WriteGame(last))
		require.True(t, strings.HasPrefix(strings.ReplaceAll(readFile(t, name), "\r", ""),
			"{gone}\n\n[Event"))
	}
}

func TestFilesToPutGamesIn(t *testing.T) {
	name := filepath.Join(t.TempDir(), "new.pgn")
	file, last, err := pgn.Open(name)
	require.NoError(t, err)
	require.Nil(t, last)
	require.NoError(t, file.WriteGame(gametest.Played(t, "e4")))
	require.Equal(t, pgn.Text(gametest.Played(t, "e4")), readFile(t, name))

	mark := "\xEF\xBB\xBF"
	name = inFile(t, mark)
	file, _, err = pgn.Open(name)
	require.NoError(t, err)
	require.NoError(t, file.WriteGame(gametest.Played(t, "e4")))
	require.Equal(t, mark+pgn.Text(gametest.Played(t, "e4")), readFile(t, name))
	file, last, err = pgn.Open(name)
	require.NoError(t, err)
	require.True(t, file.Contains(last), "also after a byte order mark")

	name = inFile(t, casual+"[Event \"bad\"]\n1. e5 *\n")
	file, last, err = pgn.Open(name)
	require.ErrorContains(t, err, "game 4")
	require.Nil(t, last)
	require.NoError(t, file.WriteGame(gametest.Played(t, "e4")))
	require.True(t, strings.HasPrefix(readFile(t, name),
		casual+"[Event \"bad\"]\n1. e5 *\n\n[Event"))

	for text, want := range map[string]string{
		"Dear diary, today I lost.": "this is no PGN", "\xFF\xFE1\x00": "UTF-16",
	} {
		file, _, err = pgn.Open(inFile(t, text))
		require.Nil(t, file)
		require.ErrorContains(t, err, want)
	}
	file, _, err = pgn.Open("games.pgn.gz")
	require.Nil(t, file)
	require.ErrorContains(t, err, "packed")
	file, _, err = pgn.Open(filepath.Join(t.TempDir(), "nowhere", "new.pgn"))
	require.Nil(t, file)
	require.ErrorIs(t, err, os.ErrNotExist)
	file, _, err = pgn.Open(t.TempDir())
	require.Nil(t, file)
	require.Error(t, err)
}

// Open recognizes a game that Write wrote, with notes and comments, also in Latin-1.
func TestWhatIsWrittenHereIsHeld(t *testing.T) {
	g := gametest.Played(t, "e4 e5 Nf3 Nc6")
	g.Tags = game.Tags{{Name: "White", Value: "Jürgen"}, {Name: "Level", Value: "2"}}
	g.Ply(1).Note, g.Ply(2).Comment = &game.Note{Score: 0x91, Evals: 12}, "schön"
	for _, before := range []string{"", casual, foreign, strings.ReplaceAll(casual, "\n", "\r\n")} {
		name := inFile(t, before)
		file, _, err := pgn.Open(name)
		require.NoError(t, err)
		require.NoError(t, file.WriteGame(g))
		file, last, err := pgn.Open(name)
		require.NoError(t, err)
		require.True(t, file.Contains(last), readFile(t, name))
		require.Equal(t, g.Plies(), last.Plies())
	}
}

// WriteGame fails if the file cannot be replaced, and succeeds once that is possible again.
func TestAFileThatCannotBeReplacedStays(t *testing.T) {
	name := inFile(t, foreign)
	file, last, err := pgn.Open(name)
	require.NoError(t, err)
	require.NoError(t, os.Remove(name))
	require.NoError(t, os.Mkdir(name, 0o700))
	require.Error(t, file.WriteGame(last))
	require.NoError(t, os.Remove(name))
	require.NoError(t, file.WriteGame(last), "a file that was removed is created again")
	_, err = os.Stat(name)
	require.False(t, errors.Is(err, os.ErrNotExist))
}

// Programs that write to one file at the same time overwrite nothing of each other: each game is in the
// file once, and complete.
func TestSeveralProgramsUseOneFile(t *testing.T) {
	name := inFile(t, casual)
	const moves = "a3 a6 b3 b6 c3 c6 d3 d6 e3 e6 f3 f6 g3 g6 h3 h6"
	var players sync.WaitGroup
	for range 4 {
		players.Go(func() {
			file, _, err := pgn.Open(name)
			if !assert.NoError(t, err) {
				return
			}
			g := game.New()
			for move := range strings.FieldsSeq(moves) {
				assert.NoError(t, g.PlayText(move))
				assert.NoError(t, file.WriteGame(g))
			}
			assert.NoError(t, file.Close())
		})
	}
	players.Wait()
	rest, found := strings.CutPrefix(readFile(t, name), casual)
	require.True(t, found)
	whole := strings.TrimSpace(pgn.Text(gametest.Played(t, moves)))
	require.Equal(t, 4, strings.Count(rest, whole))
	require.Empty(t, strings.TrimSpace(strings.ReplaceAll(rest, whole, "")))
	left := must.Have(filepath.Glob(filepath.Join(filepath.Dir(name), ".*")))
	require.Empty(t, left, "no lock file and no temporary file is left")
}

// Alone reports whether another program has the file open: it may be playing the last game.
func TestAloneWithAFile(t *testing.T) {
	name := inFile(t, casual)
	first, _, err := pgn.Open(name)
	require.NoError(t, err)
	require.True(t, first.Alone())
	second, _, err := pgn.Open(name)
	require.NoError(t, err)
	require.False(t, second.Alone())
	require.Equal(t, fmt.Sprintf(" (process %d)", os.Getpid()), second.OtherProcess())
	require.NoError(t, first.Close())
	third, _, err := pgn.Open(name)
	require.NoError(t, err)
	require.False(t, third.Alone(), "the second is still open")
	require.Empty(t, third.OtherProcess(), "the first is closed")
	require.NoError(t, second.Close())
	require.NoError(t, third.Close())
	fourth, _, err := pgn.Open(name)
	require.NoError(t, err)
	require.True(t, fourth.Alone())
	require.NoError(t, fourth.Close())
}
