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

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

func TestCheckOfEditions(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, file, old, changed string
		say                      string // a regular expression for a line
		last                     string // for the end of the last line
	}{
		{"a rook of 4", "cells.z80", "1,3,3,5,9,10", "1,3,3,4,9,10",
			`: PVALUE: entry 3 \(rook\) in cells\.z80:\d+ is 4, and should be 5`,
			`not the Sargon of 1978: \d+ of 12 searches as recorded, different: \d+.*`},
		{"another book", "cells.z80", "34,54,10H", "33,53,10H", `BMOVES: entry 3 \(d2d4: from\)`,
			`nearly a Sargon of 1978: 12 of 12 searches as recorded, but 2 things are missing or wrong`},
		{"a loop", "sort.z80", "sort_next:", "sort_next: JR sort_next",
			`search \d+, level 2, .*: .*goes to itself for ever`,
			`not the Sargon of 1978: .* not tried after that`},
		{"a loop of two", "sort.z80", "sort_next:", "sort_next: NOP\n JR sort_next",
			`search \d+, level 2, .*: the program does not come back`,
			`not the Sargon of 1978: .* not tried after that`},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, stdout, stderr := run(t, "", "rom", "check",
				listingWith(t, test.file, test.old, test.changed))
			assert.Equal(t, cli.ExitFailure, status)
			assert.Regexp(t, test.say, stdout)
			assert.Regexp(t, test.last+`$`, lastLine(stdout))
			assert.Empty(t, stderr)
		})
	}
}

func TestCheckNeedsTheEntryPoints(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	image, symbols := filepath.Join(dir, "sargon.bin"), filepath.Join(dir, "sargon.sym")
	ok(t, "", "rom", "asm", "--out", image, "--symbols-out", symbols)
	fails(t, cli.ExitFailure, "is the file that is read",
		"", "rom", "asm", image, "--symbols", symbols, "--out", symbols)
	change(t, symbols, "FNDMOV ", "FINDMOVE ")
	stdout := fails(t, cli.ExitFailure, "", "", "rom", "check", image)
	assert.Contains(t, stdout, "FNDMOV: no such symbol")
	assert.Regexp(t, `cannot be run by the harness: 1 things are missing or wrong$`, lastLine(stdout))
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
	has(t, lastLine(fails(t, cli.ExitFailure, "", "", "rom", "check", cut)),
		"things are missing or wrong; but first see main.z80:", "take the END away")
}

// The page of a listing is one file, never written over the listing.
func TestRomListAsAPage(t *testing.T) {
	t.Parallel()
	mine := listingWith(t, "sort.z80", "; one record", "; ONE")
	page, other := filepath.Join(t.TempDir(), "mine.html"), filepath.Join(t.TempDir(), "x.html")
	ok(t, "", "rom", "list", mine, "--html", page, "--lang", "de", "--level", "1", "--fen", endgame)
	text := read(t, page)
	has(t, text, "<html lang=de>", "auf Stufe 1 durchsucht", `<span id="SORTM">`)
	for words, want := range map[string]string{
		"--html " + mine:                 "is the file that is read",
		"--html " + page:                 "--force replaces it",
		"--html " + other + " --lang fr": `--lang "fr": want en, de`,
		"--html " + other + " --level 9": "level 9",
		"--html " + other + " --fen 8/8": "FEN",
		"--html " + page + "/no/x.html":  "no/x.html",
	} {
		fails(t, anyFailure, want, "", append([]string{"rom", "list", mine}, strings.Fields(words)...)...)
	}
}
