package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/sargon/must"
)

// compared runs `sargon compare`, which must end with an exit status, and say nothing on standard
// error: it is quiet in a pipe. It returns standard output.
func compared(t *testing.T, status int, words ...string) string {
	t.Helper()
	got, out, err := run(t, "", append([]string{"compare"}, words...)...)
	assert.Equal(t, status, got, out)
	assert.Empty(t, err)
	return out
}

func TestNoDifference(t *testing.T) {
	t.Parallel()
	out := compared(t, cli.ExitOK, "--engines", "10x12,0x88", "--seed", "8", "--positions", "60",
		"--level", "1-2")
	assert.Contains(t, out, "59 of 60 cases")
	assert.Contains(t, out, "; fell back: 1;", "0x88 has 10x12 do them")
	has(t, out, "skipped    1 cases: fewer than two engines did them by themselves",
		"limit      each engine may fall back, be undefined or be skipped in 0.60",
		"again      sargon compare --engines 10x12,0x88 --level 1-2 --positions 60 --seed 8\n",
		"result     no difference; cases done: ")
}

// A seed that was not given is drawn anew, and printed, whatever cases follow from it.
func TestSeedIsPrinted(t *testing.T) {
	words := strings.Fields("--engines 10x12,0x88 --positions 8 --at-least 1 --limit 100")
	first, second := compared(t, cli.ExitOK, words...), compared(t, cli.ExitOK, words...)
	assert.Regexp(t, `again .* --seed \d+ --at-least 1`, first)
	assert.NotEqual(t, first, second)
}

func TestMistakesInTheCall(t *testing.T) {
	for words, want := range map[string]string{
		"--engines 10x12":                           "at least two",
		"--engines 10x12,0x77":                      `there is no engine "0x77"`,
		"--engines 10x12,,0x88":                     "an empty name",
		"--engines 10x12,0x88 --level 9":            "want a number 1–6",
		"--engines 10x12,0x88 --depth-of-proof all": "want one of move, score, trace, state",
		"--engines 10x12,0x88 --shard 3/2":          "want i/n",
		"--engines 10x12,0x88 --shard 1/2":          "--shard needs --seed",
		"--engines 10x12,0x88 --positions -1":       "--positions: must not be negative",
		"--engines 10x12,0x88 --seed x":             "want a number from 0",
		"--engines 10x12,0x88 --rules nothing":      `no rule "nothing"`,
		"repro --engines 10x12,0x88 level 2":        "no position",
		"--routines --engines 0x88":                 "rom or rom:FILE, not 0x88",
		"--routines some.fen":                       "some.fen is not read",
		"merge":                                     "which reports?",
		"serve":                                     "name one engine with --engine",
		"--engines rom,sets --coverage=rom.html":    "want a file .info (lcov; genhtml makes pages of it) or .txt",
		"--engines 0x88,sets --coverage":            "",
		"--engines 10x12,0x88 --resume run.json":    "--resume is gone; --shard i/n --report FILE",
		"--engines 10x12,0x88 --checkpoint 2s":      "--checkpoint is gone; --shard i/n --report FILE",
	} {
		out := fails(t, cli.ExitUsage, want, "", strings.Fields("compare "+words)...)
		assert.Empty(t, out, words)
	}
	broken := write(t, t.TempDir()+"/broken.json", "{}")
	for words, want := range map[string]string{
		"--engines 10x12,rom:nosuch.asm":                               "nosuch.asm",
		"--engines 10x12,exec:nosuchprogram":                           "cannot start",
		"merge " + broken:                                              "not a report",
		"merge nosuch.json":                                            "no such file",
		"repro --engines 10x12,0x88 level 1 startpos moves e2e5":       "not a legal move",
		"--engines 10x12,0x88 --positions 8 --report nosuch/dir/r.txt": "cannot write",
		broken + " --engines 10x12,0x88 --junit " + broken:             "is the file that is read",
	} {
		out := fails(t, cli.ExitFailure, want, "", strings.Fields("compare "+words)...)
		assert.Empty(t, out, words)
	}
}

// Files of all kinds are read; what is broken in them is named, and the rest compared.
func TestFiles(t *testing.T) {
	t.Parallel()
	fens := write(t, t.TempDir()+"/some.fen", `# endings
8/8/8/1K6/8/8/8/3k4 b - - 0 20

8/8/8 w - -
`)
	epd := write(t, t.TempDir()+"/some.epd",
		`r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5; id "spanish";`)
	pgn := write(t, t.TempDir()+"/some.pgn", `[White "A"]
[Black "B"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 *
`)
	recordings := write(
		t,
		t.TempDir()+"/some.jsonl",
		`{"depth":1,"fen":"8/3Q2Q1/Pk1p4/2p1K3/3q2pp/7P/2q3p1/3q3Q w - - 0 45",`+
			`"steps":["1 e5e6 198"],"trace":"e11d42788746cc69"}
{"depth":9}
`,
	)
	cases := write(t, t.TempDir()+"/some.case", "level 2 startpos moves e2e4 e7e5\n")
	status, out, err := run(t, "level 1 startpos moves d2d4 d7d5\n", "compare", "--engines", "10x12,0x88",
		fens, epd, pgn, recordings, cases, "-")
	assert.Equal(t, cli.ExitFailure, status)
	assert.Empty(t, err)
	has(t, out, "compared   11 cases", "some.pgn: 6", fens+":4: ", recordings+":2: ",
		"result     2 inputs could not be read; cases done: 10x12 11, 0x88 11\n")

	out = compared(t, cli.ExitOK, "--engines", "10x12,0x88", "--without-history", "--positions",
		"4", pgn)
	assert.Contains(t, out, "compared   4 of 4 cases")

	out = compared(t, cli.ExitFailure, "--engines", "10x12,0x88",
		write(t, t.TempDir()+"/empty.fen", "# nothing\n"))
	assert.Contains(t, out, "result     nothing was compared; cases done: 10x12 0, 0x88 0\n")
	out = compared(t, cli.ExitFailure, "--engines", "10x12,0x88", "nosuch.fen")
	assert.Contains(t, out, "nosuch.fen")
}

// An engine behind the line protocol is compared; the sub-word serve is the other side.
func TestServeAndExec(t *testing.T) {
	t.Setenv(asProgram, "1")
	command := fmt.Sprintf(`exec:"%s" compare serve --engines 0x88`, os.Args[0])
	out := compared(t, cli.ExitOK, "--engines", "10x12", "--engines", command, "--seed", "3",
		"--positions", "40")
	has(t, out, "; 0x88 "+buildVersion(), "--engines 10x12 --engines 'exec:")
}

// A difference of two editions is explained inside both, shrunk, saved and repeated, and
// the exit status says so.
func TestDifferenceOfEditions(t *testing.T) {
	t.Parallel()
	edition := "rom:" + listingWith(t, "cells.z80", "1,3,3,5,9,10", "1,3,3,4,9,10")
	saved := filepath.Join(t.TempDir(), "cases")
	out := compared(t, cli.ExitFailure, "--engines", "rom,"+edition, "--seed", "3", "--positions",
		"8", "--level", "1", "--rules", "rook-attacks", "--max-differences", "1", "--shrink",
		"100ms", "--save", saved)
	has(t, out, "DIFFERENT: rom against "+edition, "inside rom:", "inside "+edition+":",
		"specification", "registers first differ after")
	assert.Regexp(t, `result     \d+ of \d+ cases differ; cases done: .*\n$`, out)

	files, _ := filepath.Glob(filepath.Join(saved, "*.case"))
	require.NotEmpty(t, files)
	out = compared(t, cli.ExitFailure, "--engines", "rom,"+edition, "--shrink", "0", files[0])
	assert.Contains(t, out, "1 of 1 cases differ")
	compared(t, cli.ExitOK, "--engines", "rom,0x88", files[0])

	text, err2 := os.ReadFile(files[0])
	require.NoError(t, err2)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	out = compared(t, cli.ExitFailure, "repro", "--engines", "0x88,"+edition, "--shrink", "0",
		lines[len(lines)-1])
	assert.Contains(t, out, "DIFFERENT: 0x88 against "+edition)
	out = compared(t, cli.ExitOK, "repro", "--engines", "10x12,0x88", lines[len(lines)-1])
	assert.Equal(t, "10x12 and 0x88 do the same\n", out)
}

func TestReportsAreWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	report, junit := filepath.Join(dir, "r.json"), filepath.Join(dir, "r.xml")
	out := compared(t, cli.ExitOK, "--engines", "10x12,0x88", "--seed", "3", "--positions", "16",
		"--json", "--report", report, "--junit", junit, "--reached")
	var last struct {
		Type     string
		Compared uint64
		Reached  map[string]uint64
	}
	require.NoError(t, json.Unmarshal([]byte(out), &last))
	assert.Equal(t, "summary", last.Type)
	assert.EqualValues(t, 16, last.Compared)
	assert.NotEmpty(t, last.Reached)
	data := must.Have(os.ReadFile(junit))
	assert.Contains(t, string(data), `<testsuite name="sargon compare"`)
	out = compared(t, cli.ExitOK, "merge", report)
	assert.Contains(t, out, "16 of 16 cases")
}

func TestMergeOfShards(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var names []string
	for i := range 2 {
		name := filepath.Join(dir, fmt.Sprintf("part%d.json", i+1))
		compared(t, cli.ExitOK, "--engines", "10x12,0x88", "--seed", "3", "--positions", "64",
			"--level", "1", "--shard", fmt.Sprintf("%d/2", i+1), "--report", name)
		names = append(names, name)
	}
	whole := compared(t, cli.ExitOK, "--engines", "10x12,0x88", "--seed", "3", "--positions", "64",
		"--level", "1")
	merged := compared(t, cli.ExitOK, append([]string{"merge"}, names...)...)
	assert.Equal(t, digest(t, whole), digest(t, merged))
	fails(t, cli.ExitFailure, "not complete", "", "compare", "merge", names[0])
}

func digest(t *testing.T, text string) string {
	t.Helper()
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "digest") {
			return line
		}
	}
	t.Fatalf("no digest in %s", text)
	return ""
}

// The commands in the files for clusters can be called as they stand there.
func TestCommandsForClusters(t *testing.T) {
	t.Parallel()
	files := must.Have(filepath.Glob("../../compare/deploy/*"))
	found := 0
	command := regexp.MustCompile(`sargon compare((?:\s+--\S+ [^-\s;]\S*|\s+--json)+)`)
	for _, file := range files {
		text := must.Have(os.ReadFile(file))
		joined := strings.ReplaceAll(string(text), "\\\n", " ")
		joined = regexp.MustCompile(`\$\{\{[^}]*}}|\$\w+|\{}`).ReplaceAllString(joined, "3")
		for _, m := range command.FindAllStringSubmatch(joined, -1) {
			fs := compareCommand().Flags()
			words := strings.Fields(strings.NewReplacer(`"`, "", `'`, "").Replace(m[1]))
			require.NoError(t, fs.Parse(words), file)
			assert.Empty(t, fs.Args(), file)
			assert.NotEmpty(t, fs.Lookup("shard").Value.String(), "%s: %q", file, m[1])
			assert.True(t, fs.Changed("seed"), file)
			found++
		}
	}
	assert.Equal(t, 4, found)
}

// What ran of a ROM is printed before the report, or written to files.
func TestCoverage(t *testing.T) {
	t.Parallel()
	info := filepath.Join(t.TempDir(), "rom.info")
	words := []string{"--engines", "rom,sets", "--seed", "3", "--positions", "4", "--level", "1",
		"--kinds", "few pieces"}
	out := compared(t, cli.ExitOK, append(words, "--coverage")...)
	assert.Regexp(t, `search, evaluation, moves and set-up: \d+ of \d+ instructions`, out)
	out = compared(t, cli.ExitOK, append(words, "--coverage="+info)...)
	assert.Contains(t, out, "in "+info)
	text := must.Have(os.ReadFile(info))
	assert.Contains(t, string(text), "TN:rom\nSF:")
}
