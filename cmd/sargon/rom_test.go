package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon/must"
)

// listingWith is the embedded ROM as a listing of several files, one of them changed.
func listingWith(t *testing.T, file, old, changed string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, roms.Source()))
	text := read(t, filepath.Join(dir, file))
	require.Contains(t, text, old)
	write(t, filepath.Join(dir, file), strings.Replace(text, old, changed, 1))
	return filepath.Join(dir, "main.z80")
}

func TestAssembledToIntelHex(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	image, symbols := filepath.Join(dir, "sargon.hex"), filepath.Join(dir, "sargon.sym")
	ok(t, "", "rom", "asm", "--out", image, "--symbols-out", symbols)
	want := romstest.Image(t)
	made := must.Have(roms.Open(image, roms.Options{}))
	assert.Equal(t, roms.Hex, made.Kind)
	assert.Equal(t, want.Bytes, made.Bytes)
}

func TestWhatIsStoppedSaysSo(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	file := filepath.Join(t.TempDir(), "recordings.jsonl")
	for _, args := range [][]string{
		{"rom", "check"}, {"record", "--out", file, endgame}, {"kit", t.TempDir()},
	} {
		var out strings.Builder
		status := cli.Main(ctx, program(), &cli.IO{In: strings.NewReader(""), Out: &out, Err: &out}, args)
		assert.Equal(t, cli.ExitFailure, status)
		assert.Contains(t, out.String(), ": interrupted\n")
	}
	assert.NoFileExists(t, file, "nothing was recorded")
}

// Every command that opens a listing warns of text behind END, once.
func TestTextBehindEndIsAWarning(t *testing.T) {
	atHome(t)
	whole := listingWith(t, "messages.z80", "; messages", "; My")
	messages := filepath.Join(filepath.Dir(whole), "messages.z80")
	write(t, messages, read(t, messages)+"\n\tEND\n\tTHE REST\n")
	mateInOne := "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 10\n"
	mate := write(t, filepath.Join(t.TempDir(), "mate.fen"), mateInOne)
	for _, args := range [][]string{
		{"rom", "info", whole}, {"rom", "check", whole},
		{"rom", "asm", whole, "--symbols-out", filepath.Join(t.TempDir(), "x.sym")},
		{"analyze", "--engine", "rom", "--rom", whole, "--level", "1", endgame},
		{"record", "--rom", whole, "--level", "1", endgame},
		{"verify", oracle + "steps.jsonl.gz", "--limit", "1", "--rom", whole},
		{"compare", "--engines", "10x12,rom:" + whole, "--level", "1", "--positions", "2"},
		{"bench", "--engines", "rom:" + whole, "--level", "1"},
		{"match", "10x12,level=1", "rom:" + whole + ",level=1", "--games", "2", "--openings", mate},
		{"play", "--plain", "--rom", whole},
	} {
		status, stdout, stderr := run(t, "quit\n", args...)
		assert.Equal(t, cli.ExitOK, status, "%s: %s%s", args, stdout, stderr)
		assert.Equal(t, 1, strings.Count(stderr, "warning: messages.z80:"), "%s: %s", args, stderr)
	}

	cut := listingWith(t, "main.z80", "        INCLUDE \"search.z80\"",
		"        END\n        INCLUDE \"search.z80\"")
	has(t, fails(t, cli.ExitFailure, "", "", "rom", "check", cut),
		"things are missing or wrong; but first see main.z80:", "take the END away")
}
