package main

import (
	"bytes"
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
