package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/sargon/must"
)

// Games of other programs in a PGN file keep every byte. A game that ends because another one begins is
// saved, too.
func TestPlayLosesNoGame(t *testing.T) {
	state := atHome(t).games()
	const foreign = "[Event \"M\xFCnchen\"]\r\n\r\n1. e4 (1. d4) e5 $1 {sch\xF6n} 1-0\r\n\r\n" +
		"[Event \"open\"]\r\n\r\n1. d4 $2 d5 *\r\n"
	file := filepath.Join(t.TempDir(), "games.pgn")
	write(t, file, foreign)
	assert.Contains(t, ok(t, "status\nlevel 3\n", "play", "--plain", "--level", "1", "--pgn", file),
		"it stays as it is, and goes on in a copy after it")
	assert.Equal(t, foreign, read(t, file), "the file does not change before a move")

	ok(t, "c4\nnew\ne4\n", "play", "--plain", "--level", "1", "--pgn", file)
	text := read(t, file)
	rest, isThere := strings.CutPrefix(text, foreign)
	assert.True(t, isThere, text)
	assert.Equal(t, 2, strings.Count(rest, "[Event "))
	has(t, rest, "\r\n1. d4 $2 d5 2. c4 ", "\r\n1. e4 e5 ")
	names := must.Have(filepath.Glob(filepath.Join(state, "*.pgn")))
	assert.Len(t, names, 3, "also the game without a new move")

	ok(t, "Nf3\n", "play", "--plain", "--level", "1", "--pgn", file)
	more := read(t, file)
	assert.True(t, strings.HasPrefix(more, text[:strings.Index(text, "1. e4 e5 ")]))
	assert.Equal(t, strings.Count(text, "[Event "), strings.Count(more, "[Event "), "no game is added")
	assert.Contains(t, more, "1. e4 e5 {book} 2. Nf3 ")
}

// If the reader of standard output goes away, files are still written, and the exit status is that of a
// failure.
func TestFilesAreWrittenWithoutAReader(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	write(t, p.path("game.pgn"), "1. e4 e5 2. Nf3 Nc6 *\n")
	for args, want := range map[string]string{
		"replay game.pgn --check --level 1 --pgn file.pgn": "2. Nf3 {change",
		"compare --engines 10x12,0x88 --cases 8 --seed 3 --report file.json --junit file.xml": "" +
			`<testsuite name="sargon compare"`,
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
		assert.Empty(t, errs.String(), "there is no message about the closed pipe")
		assert.Contains(t, read(t, p.path(args[strings.LastIndex(args, " ")+1:])), want)
	}
	assert.Contains(t, read(t, p.path("file.json")), `"compared":8`)
}

// A PGN file that becomes read-only is reported once, and again at the end. It does not change, unless
// it becomes writable again: then it gets the game.
func TestAFileThatBecomesReadOnly(t *testing.T) {
	atHome(t)
	file := filepath.Join(t.TempDir(), "game.pgn")
	args := []string{"play", "--plain", "--engine", "bitboards", "--level", "1", "--pgn", file}
	ok(t, "e4\n", args...)
	before := read(t, file)
	for told, last := range []os.FileMode{0o644, 0o444} {
		write(t, file, before)
		var out, errs bytes.Buffer
		said := writerFunc(func(text []byte) (int, error) {
			for words, mode := range map[string]os.FileMode{"or help.": 0o444, "white: Nc3": last} {
				if bytes.Contains(text, []byte(words)) {
					assert.NoError(t, os.Chmod(file, mode))
				}
			}
			return out.Write(text)
		})
		streams := &cli.IO{In: strings.NewReader("Nf3\nNc3\nlast\n"), Out: said, Err: &errs}
		status := cli.Main(t.Context(), program(), streams, args)
		assert.Equal(t, told, status)
		const reason = "he game is not saved: cannot write "
		assert.Equal(t, 1, strings.Count(out.String(), reason+file+": it is read-only."), out.String())
		assert.Equal(t, told, strings.Count(errs.String(), reason), errs.String())
		assert.Equal(t, told > 0, before == read(t, file))
	}
}

// Without a home directory play writes nothing below the root of the file system, and says so.
func TestPlayWithoutAHome(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the directories are others")
	}
	p := newPlace(t)
	homeless := func(args ...string) (string, error) {
		cmd := p.command(args...)
		cmd.Env = append(slices.DeleteFunc(cmd.Env, func(v string) bool { return strings.HasPrefix(v, "XDG_") }), "HOME=")
		cmd.Stdin = strings.NewReader("e4\n")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := homeless("play", "--plain", "--level", "1")
	require.NoError(t, err, out)
	has(t, out, "The game is not saved: there is no directory for games: set HOME or XDG_STATE_HOME.", "Sargon: e5")
	out, err = homeless("play", "--resume")
	require.Error(t, err)
	assert.Contains(t, out, "no game is saved: there is no directory for games")
	out, err = homeless("config")
	require.NoError(t, err)
	assert.Contains(t, out, "settings  there is no directory for settings: set HOME or XDG_CONFIG_HOME")
	out, err = homeless("config", "init")
	require.Error(t, err)
	assert.Contains(t, out, "there is no directory for settings")
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// asks is a program for CP/M that asks for keys and prints each with a > after it, until Return.
const asks = "\x0E\x09\x11\x1F\x01\xCD\x05\x00" + // 0100: LD C,9; LD DE,011F; CALL 5
	"\x0E\x01\xCD\x05\x00" + // 0108: LD C,1; CALL 5
	"\xFE\x0D\xC8" + // 010D: CP 13; RET Z
	"\x0E\x02\x1E>\xCD\x05\x00" + // 0110: LD C,2; LD E,'>'; CALL 5
	"\x18\xEF" + "\x00\x00\x00\x00\x00\x00" + // 0117: JR 0108
	"KEY\xDB?$" // 011F; DB is a block in code page 437

// copies is a program for CP/M that copies keys up to Return, by the BIOS.
const copies = "\xCD\x09\xFF" + // 0100: CALL CONIN
	"\x4F\xFE\x0D\xC8" + // 0103: LD C,A; CP 13; RET Z
	"\xCD\x0C\xFF" + // 0107: CALL CONOUT
	"\x18\xF4" // 010A: JR 0100

// A program ends at the end of its input. A call that the CP/M here does not have is an error.
func TestProgramsThatCallTheBIOS(t *testing.T) {
	atHome(t)
	file := write(t, filepath.Join(t.TempDir(), "copies.com"), copies)
	for keys, want := range map[string]string{"ab\n": "ab", "ab\ncd": "ab", "abc": "abc", "": ""} {
		assert.Equal(t, want, ok(t, keys, "play", "--rom", file), "%q", keys)
	}
	write(t, file, "\xCD\x27\xFF")
	status, _, errs := run(t, "", "play", "--rom", file)
	assert.Equal(t, cli.ExitFailure, status)
	assert.Contains(t, errs, "BIOS call 13 (READ) at 0100h is not here: this CP/M has a console, and no disks")
	write(t, file, "\x0E\x0F\xCD\x05\x00")
	status, _, errs = run(t, "", "play", "--rom", file)
	assert.Equal(t, cli.ExitFailure, status)
	assert.Contains(t, errs, "BDOS call 15 (open file) at 0102h is not here")
}

func TestProgramsForCPMArePlayed(t *testing.T) {
	atHome(t)
	file := write(t, filepath.Join(t.TempDir(), "asks.com"), asks)
	for keys, want := range map[string]string{
		"ab\n":     "KEY█?a>b>\r",
		"ab\r\ncd": "KEY█?a>b>\r", // the program has ended before cd
		"abc":      "KEY█?a>b>c>", // the program would ask forever
		"":         "KEY█?",
		"a\x1dbc":  "KEY█?a>", // Control-]
	} {
		assert.Equal(t, want, ok(t, keys, "play", "--rom", file), "%q", keys)
	}
}
