package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/web/machine"
	"sargon78/emu/z80/cores"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program/programtest"
	"sargon78/sargon/must"
)

// An edition that asks other questions, and takes moves as five keys.
func TestAnotherEditionIsPlayed(t *testing.T) {
	atHome(t)
	rom := programtest.OtherEdition(t)
	out := ok(t, "e2-e4\n/help\n", "play", "--plain", "--view", "screen", "--rom", rom, "--level", "1",
		"--color", "white")
	has(t, out, "1 E2-E4 E7-E5",
		"A move is five keys: E2-E4. Castling is the king's move: E1-G1.")

	fen := "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10"
	out = ok(t, "e1-g1\n", "play", "--plain", "--view", "screen", "--rom", rom, "--level", "1",
		"--fen", fen)
	assert.Regexp(t, `10 0-0   [A-H]\d`, out)

	file := filepath.Join(t.TempDir(), "game.pgn")
	ok(t, "e4\nNf3\n", "play", "--plain", "--rom", rom, "--level", "1", "--pgn", file)
	has(t, ok(t, "f1-c4\n", "play", "--plain", "--view", "screen", "--rom", rom, "--pgn", file),
		"2 G1-F3 B8-C6", "3 F1-C4 ")
	assert.Regexp(t, `\[Black "Sargon 1978 \(main\.z80, sha256 [0-9a-f]{8}, level \d\)"\]`,
		read(t, file))
}

func TestAGameFindsItsEditionAgain(t *testing.T) {
	atHome(t)
	rom := programtest.OtherEdition(t)
	t.Chdir(filepath.Dir(rom))
	play := func(keys string, args ...string) (int, string, string) {
		return run(t, keys, append([]string{"play", "--plain", "--view", "screen"}, args...)...)
	}
	status, _, errs := play("e2-e4\n", "--rom", "main.z80", "--level", "1")
	require.Equal(t, 0, status, errs)
	t.Chdir(t.TempDir())
	status, out, errs := play("g1-f3\n", "--resume")
	require.Equal(t, 0, status, errs)
	assert.Contains(t, out, "2 G1-F3 B8-C6")
	assert.NotContains(t, out, "another program")

	dialogue := filepath.Join(filepath.Dir(rom), "messages.z80")
	change(t, dialogue, "'SARGON DEPTH '", "'SARGON GRADE '")
	status, out, errs = play("f1-c4\n", "--resume")
	require.Equal(t, 0, status, errs)
	has(t, out, "main.z80 has changed since the game was played (sha256 was ", "3 F1-C4 ")

	require.NoError(t, os.Rename(rom, rom+".away"))
	status, _, errs = play("", "--resume")
	assert.Equal(t, 1, status)
	has(t, errs, "the edition that the game was played with is gone", rom)
	status, out, errs = play("", "--resume", "--rom", rom+".away")
	require.Equal(t, 0, status, errs)
	assert.Contains(t, out, "3 F1-C4 ")
	status, out, errs = play("", "--resume", "--engine", "rom")
	require.Equal(t, 0, status, errs)
	assert.Contains(t, out, "3 F1-C4 ")
}

// A program that fails before it has thought of a move leaves no game behind.
func TestAProgramThatFailsLeavesNoGame(t *testing.T) {
	state := atHome(t).games()
	rom := programtest.OtherEdition(t)
	search := filepath.Join(filepath.Dir(rom), "search.z80")
	change(t, search, "\nFNDMOV:", "\nFNDMOV: LD SP,0C000H\n        RET\n")
	for _, view := range []string{"screen", "board"} {
		status, out, errs := run(t, "e2-e4\n", "play", "--plain", "--view", view, "--rom", rom, "--level",
			"1", "--color", "white")
		assert.Equal(t, 1, status, "%s: %s%s", view, out, errs)
		games := must.Have(filepath.Glob(filepath.Join(state, "*")))
		assert.Empty(t, games, view)
	}
}

func TestProgramsForCPMSayWhatTheyCannot(t *testing.T) {
	atHome(t)
	file := write(t, filepath.Join(t.TempDir(), "x.com"), "\xC9")
	for _, args := range []string{"--level 2", "--color black", "--fen 8/8", "--pgn x.pgn",
		"--view board"} {
		fails(t, 2, strings.Fields(args)[0]+" is not possible with "+file+": a program for CP/M",
			"", append([]string{"play", "--rom", file}, strings.Fields(args)...)...)
	}
	for _, core := range cores.Names() {
		ok(t, "", "play", "--rom", file, "--engine", "rom@"+core)
	}
}

// asks is a program for CP/M that asks for keys, and says them in brackets until there is Return.
const asks = "\x0E\x09\x11\x1F\x01\xCD\x05\x00" + // 0100: LD C,9; LD DE,011F; CALL 5
	"\x0E\x01\xCD\x05\x00" + // 0108: LD C,1; CALL 5
	"\xFE\x0D\xC8" + // 010D: CP 13; RET Z
	"\x0E\x02\x1E>\xCD\x05\x00" + // 0110: LD C,2; LD E,'>'; CALL 5
	"\x18\xEF" + "\x00\x00\x00\x00\x00\x00" + // 0117: JR 0108
	"KEY\xDB?$" // 011F; DB is a block in code page 437

func TestProgramsForCPMArePlayed(t *testing.T) {
	atHome(t)
	file := write(t, filepath.Join(t.TempDir(), "asks.com"), asks)
	for keys, want := range map[string]string{
		"ab\n":     "KEY█?a>b>\r",
		"ab\r\ncd": "KEY█?a>b>\r", // it has ended before the rest
		"abc":      "KEY█?a>b>c>", // and would ask for ever
		"":         "KEY█?",
		"a\x1dbc":  "KEY█?a>", // Control-]
	} {
		assert.Equal(t, want, ok(t, keys, "play", "--rom", file), "%q", keys)
	}
}

func TestReplayAndMatchKnowEditions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	one, other := programtest.OtherEdition(t), programtest.OtherEdition(t)
	messages := filepath.Join(filepath.Dir(other), "messages.z80")
	change(t, messages, "'SARGON DEPTH '", "'SARGON GRADE '")

	game, annotated := filepath.Join(dir, "game.pgn"), filepath.Join(dir, "annotated.pgn")
	write(t, game, "1. e4 e5 2. Nf3 Nc6 *\n")
	has(t, ok(t, "", "replay", game, "--rom", other, "--level", "1", "--print", "4"),
		"SARGON GRADE", "2 G1-F3 B8-C6")
	ok(t, "", "replay", game, "--rom", other, "--level", "1", "--pgn", annotated)
	assert.Regexp(t, `\[Annotator "Sargon 1978 \(main\.z80, sha256 [0-9a-f]{8}\) at level 1"\]`,
		read(t, annotated))

	games := filepath.Join(dir, "match.pgn")
	positions := write(t, filepath.Join(dir, "positions.fen"), "7k/5Q2/6K1/8/8/8/8/8 w - - 0 40\n")
	match := []string{
		"match", "rom:" + one + ",level=1", "rom:" + other + ",level=1", "rom,level=1",
		"--games", "1", "--tc", "none",
		"--pgn", games, "--openings", positions,
	}
	out := ok(t, "", match...)
	named := regexp.MustCompile(`Sargon 1978 \(main\.z80, sha256 ([0-9a-f]{8})\) level 1`)
	names := named.FindAllStringSubmatch(out, -1)
	require.Len(t, names, 2, out)
	assert.NotEqual(t, names[0][1], names[1][1])
	assert.Contains(t, out, "Sargon rom level 1")

	change(t, messages, "'SARGON GRADE '", "'SARGON POWER '")
	fails(t, 1, `is of another match: its `, "", append(match, "--resume")...)
}

// The page gets the program as a file.
func TestASiteRunsAnotherEdition(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "site")
	assert.Contains(t, ok(t, "", "site", dir, "--rom", programtest.OtherEdition(t)),
		"They hold the program of main.z80, sha256 ")
	data := must.Have(os.ReadFile(filepath.Join(dir, "rom.txt")))
	image := must.Have(machine.Unpack(data))
	assert.Equal(t, "main.z80", image.Name)
	m := must.Have(machine.New(image))
	require.NoError(t, m.NewGame(sargon.White, 1))

	com := write(t, filepath.Join(t.TempDir(), "x.com"), "\xC9")
	for _, command := range []string{"site " + dir + "x", "serve"} {
		fails(t, anyFailure, "the page cannot run "+com+": "+com+" is a program for CP/M",
			"", append(strings.Fields(command), "--rom", com)...)
	}
}
