package debug

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/debug/debugtest"
	"sargon78/cmd/sargon/internal/debuggee"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon/emulated/program/programtest"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/must"
	"sargon78/sargon/spec/variables"
)

const (
	knight       = "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20"
	exchangeCase = "level 2 fen 1B2k2r/8/4P1K1/8/8/8/8/8 w k - 0 8"
)

// romWith writes the source of the embedded ROM to a folder, with one line of it changed, and
// returns the main file.
func romWith(t testing.TB, file, line, with string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, roms.Source()))
	name := filepath.Join(dir, file)
	text := must.Have(os.ReadFile(name))
	require.Equal(t, 1, strings.Count(string(text), line), "%q in %s", line, file)
	require.NoError(t,
		os.WriteFile(name, []byte(strings.Replace(string(text), line, with, 1)), 0o644))
	return filepath.Join(dir, "main.z80")
}

func open(t testing.TB, o debuggee.Target) *debuggee.Debugger {
	t.Helper()
	if o.Level == 0 {
		o.Level = 2
	}
	return debugtest.Open(t, o)
}

// plain runs a script of commands.
func plain(t testing.TB, d *debuggee.Debugger, commands ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	streams := &cli.IO{In: strings.NewReader(strings.Join(commands, "\n")), Out: &out, Err: &out}
	err := Plain(context.Background(), streams, d)
	return out.String(), err
}

// has checks that words stand in a text.
func has(t testing.TB, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		assert.Contains(t, text, w)
	}
}

// plainFront is a session in lines, as scripts drive it.
type plainFront struct{ d *debuggee.Debugger }

func (f plainFront) Do(t *testing.T, command string) (string, error) {
	f.d.Intro = ""
	out, err := plain(t, f.d, command)
	if err != nil {
		return "", errors.New(out)
	}
	return out, nil
}

// The same scripts in lines and on the terminal; package dap plays them in an editor.
func TestScripts(t *testing.T) {
	for _, open := range []func(*testing.T, debuggee.Target) debugtest.Front{
		func(t *testing.T, o debuggee.Target) debugtest.Front { return plainFront{open(t, o)} },
		func(t *testing.T, o debuggee.Target) debugtest.Front { return newTerminal(t, open(t, o), 140, 60) },
	} {
		debugtest.Run(t, open)
	}
}

// A difference planted in the ROM is found: first the write, then the instruction that caused it.
func TestAPlantedDifferenceIsFound(t *testing.T) {
	const theirs = "        SRL     A                       ; A: theirs"
	exchanged := strings.Replace(theirs, "A", "B", 1)
	for _, c := range []struct{ file, line, with, against, write, from string }{
		{"evaluate.z80", theirs, exchanged, "0x88", "here 84 goes into VALM", "evaluate.z80:95"},
		{"evaluate.z80", theirs, exchanged, "rom", "here 84 goes into VALM", "evaluate.z80:95"},
		{"variables.z80", "PVALUE  DB      1,3,3,5,9,10", "PVALUE  DB      1,3,4,5,9,10", "10x12",
			"here 04 goes into ATKLST+3", "attack.z80:"},
	} {
		d := open(t, debuggee.Target{
			Options: launch.Options{Rom: romWith(t, c.file, c.line, c.with)}, Case: exchangeCase,
			Against: c.against,
		})
		assert.Contains(t, d.Intro, "is the first that differs")
		out := must.Have(plain(t, d, "other", "origin", "origin", "goto eval 3", "other"))
		has(t, out, "* VALM", c.write, c.from, "registers first differ after", "(this is at evaluation 3)")
	}
}

// What a fault first makes differ may be where the program goes on.
func TestWhereTheWaysPart(t *testing.T) {
	d := open(t, debuggee.Target{
		Options: launch.Options{Rom: romWith(t, "evaluate.z80",
			"        JR      C,points_second", "        JR      Z,points_second")},
		Case: "level 1 fen 4k3/8/3r1q2/4n3/3P1P2/5N2/8/4K3 b - - 0 20", Against: "rom",
	})
	out := must.Have(plain(t, d, "origin", "origin"))
	_, again, found := strings.Cut(out, "evaluate.z80:231: here it goes on, "+
		"there it goes to POINTS_SECOND; origin again goes there")
	require.True(t, found, out)
	assert.Contains(t, again, "evaluate.z80:231", "origin goes to the guilty instruction itself")
}

// What a search has not set yet is no fact.
func TestBeforeTheFirstEvaluation(t *testing.T) {
	d := open(t, debuggee.Target{FEN: knight, Level: 2})
	out := must.Have(plain(t, d, "search", "to POINTS", "search"))
	before, after, found := strings.Cut(out, "POINTS")
	require.True(t, found, out)
	has(t, before, "ply: not yet set; level 2, move 20", "points: not yet set", "4k3/8/8/3q4/8/2N5/8/4K3 w")
	assert.Contains(t, after, "ply: 0 of level 2, move 20, white")
	assert.NotContains(t, after, "not yet set")
}

// bare are the bytes of an image, with symbols beside them.
func bare(t testing.TB, image *roms.Image, symbols string) launch.Options {
	file := filepath.Join(t.TempDir(), "mine")
	require.NoError(t, os.WriteFile(file+".bin", image.Bytes, 0o600))
	require.NoError(t, os.WriteFile(file+".sym", []byte(symbols), 0o600))
	return launch.Options{Rom: file + ".bin"}
}

// A program of which only the names of spec §15 are known may do things in another order: then the
// totals are compared square by square.
func TestADifferenceInAnotherProgram(t *testing.T) {
	changedROM := romWith(t, "evaluate.z80", "        CALL    manners\n",
		"        NOP\n        NOP\n        NOP\n")
	image := must.Have(roms.Open(changedROM, roms.Options{}))
	var symbols strings.Builder
	for _, name := range variables.Names() {
		addr, ok := image.Symbol(name)
		require.True(t, ok, name)
		fmt.Fprintf(&symbols, "%s EQU 0%04XH\n", name, addr)
	}
	d := open(t, debuggee.Target{
		Options: bare(t, image, symbols.String()), Against: "0x88",
		Case: "level 1 fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 20",
	})
	out := must.Have(plain(t, d, "origin"))
	assert.Contains(t, out, " goes into BRDC")
	assert.NotContains(t, out, "the last write of what differs")
}

func TestPlainGoesOnAfterAMistake(t *testing.T) {
	d := open(t, debuggee.Target{Case: exchangeCase, Against: "0x88"})
	assert.Contains(t, d.Intro, "0x88 does the same")
	out, err := plain(t, d, "jump", "origin", "eval", "print [NPLY]", "quit", "never")
	assert.ErrorIs(t, err, cli.ErrFailed)
	has(t, out, `? there is no command "jump"`, "? there is no other engine", "evaluation 0", "0 = 00h")
	assert.NotContains(t, out, "never")
}

func TestAGameAndItsPlies(t *testing.T) {
	g := game.New()
	for _, m := range []string{"e2e4", "e7e5", "g1f3", "b8c6"} {
		require.NoError(t, g.PlayText(m))
	}
	file := filepath.Join(t.TempDir(), "game.pgn")
	require.NoError(t, os.WriteFile(file, []byte(pgn.Text(g)), 0o600))
	for _, ply := range []*int{nil, new(4)} {
		assert.Contains(t, open(t, debuggee.Target{Game: file, Ply: ply}).Intro, "moves e2e4 e7e5 g1f3 b8c6")
	}
	d := open(t, debuggee.Target{Game: file, Ply: new(3)})
	assert.Contains(t, d.Intro, "moves e2e4 e7e5 g1f3")
	out := must.Have(plain(t, d, "eval", "board"))
	assert.Contains(t, out, "4 . . . . P . . .")
	assert.NotContains(t, open(t, debuggee.Target{Game: file, Ply: new(0)}).Intro, "moves e2e4")
	for _, ply := range []int{-1, 5} {
		o := debuggee.Target{Game: file, Ply: &ply, Level: 2}
		_, err := o.Open(context.Background())
		assert.ErrorContains(t, err, "has 4 half-moves")
	}
}

func TestStates(t *testing.T) {
	dir := t.TempDir()
	d := open(t, debuggee.Target{FEN: knight, Level: 1, Folder: dir})
	out, err := plain(t, d, "states", "goto eval 3", "save three", "where", "run", "load three",
		"where", "eval", "states")
	require.NoError(t, err)
	has(t, out, "no states are saved", `saved as "three"`, "three: search of embedded", "evaluation 4")

	other := open(t, debuggee.Target{
		Options: launch.Options{Rom: romWith(t, "variables.z80", "1,3,3,5,9,10", "1,3,4,5,9,10")},
		FEN:     knight,
		Folder:  dir,
	})
	out, err = plain(t, other, "load three")
	assert.ErrorIs(t, err, cli.ErrFailed)
	assert.Contains(t, out, "the state is of embedded as it was then")

	whole := open(t, debuggee.Target{Folder: dir})
	out, err = plain(t, whole, "load three", "run", "save asked", "type W1N", "run", "load asked",
		"screen")
	assert.ErrorIs(t, err, cli.ErrFailed)
	has(t, out, "? the state is of a search; this is a program", "waits for a key")
}

func TestWhatCannotBeDebugged(t *testing.T) {
	for want, o := range map[string]debuggee.Target{
		"want one of them":   {FEN: knight, Case: exchangeCase, Level: 1},
		"level 9":            {FEN: knight, Level: 9},
		"--case":             {Case: "level x", Level: 1},
		"need a search":      {Against: "0x88", Level: 1},
		"say where to go":    {FEN: knight, To: "POINTS", Against: "0x88", Level: 1},
		"there is no engine": {Case: exchangeCase, Against: "0x89", Level: 1},
		"no such file":       {Game: "none.pgn", Level: 1},
		"no such file ": {Options: launch.Options{Rom: "none.asm"}, FEN: knight,
			Level: 1},
		"FEN":                   {FEN: "nonsense", Level: 1},
		"does not show its eva": {Case: exchangeCase, Against: "exec:false", Level: 1},
	} {
		_, err := o.Open(context.Background())
		if strings.HasPrefix(o.Against, "exec:") {
			assert.Error(t, err)
			continue
		}
		assert.ErrorContains(t, err, strings.TrimSpace(want))
	}
}

// An image without source is shown as instructions, with the names of its symbols.
func TestAnImageWithSymbols(t *testing.T) {
	image := romstest.Image(t)
	var symbols strings.Builder
	require.NoError(t, image.Source.WriteSymbols(&symbols))
	d := open(t, debuggee.Target{Options: bare(t, image, symbols.String()), FEN: knight, Level: 1, Against: "0x88"})
	assert.Contains(t, d.Intro, "does the same")
	out, err := plain(t, d, "break POINTS", "run", "list", "stack", "out", "break evaluate.z80:3")
	assert.ErrorIs(t, err, cli.ErrFailed)
	has(t, out, "breakpoint 1", "XOR A               ; POINTS:", "evaluation 0",
		"was not assembled here: it has no lines")
}

// Other dialogues, the same search.
func TestAnotherEdition(t *testing.T) {
	d := open(t, debuggee.Target{
		Options: launch.Options{Rom: programtest.OtherROM(t)}, Case: exchangeCase, Against: "rom",
	})
	assert.Contains(t, d.Intro, "rom does the same: ")
	whole := open(t, debuggee.Target{Options: launch.Options{Rom: programtest.OtherROM(t)}})
	out, err := plain(t, whole, "run", "type Y", "run", "screen", "back run", "rs 5")
	assert.ErrorIs(t, err, cli.ErrFailed, "there is nothing before the beginning")
	assert.Contains(t, out, "waits for a key")
}
