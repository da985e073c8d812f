package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon/must"
	"sargon78/sargon/spec"
)

// The commands that pages show run as they are written, and print the lines that the pages show, in
// that order.
func TestPagesAreDoneAsTheyAreWritten(t *testing.T) {
	for page, least := range map[string]int{
		"debugger": 5, "owner": 11, "index": 1, "lists": 3, "exchange": 1, "alphabeta": 2, "edges": 2,
	} {
		t.Run(page, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if page == "owner" {
				write(t, "my-sargon.asm", romstest.Found(t)["zilog.asm"])
				write(t, "changed.asm", read(t, "my-sargon.asm"))
				write(t, "game.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 *\n")
			}
			done, last := 0, new(call)
			p, _ := spec.Lookup(page)
			blocks := regexp.MustCompile("(?ms)^```([^\n]*)\n(.*?)^```$").FindAllStringSubmatch(p.String(), -1)
			for _, block := range blocks {
				language, text := block[1], block[2]
				if file, isDiff := strings.CutPrefix(language, "diff "); isDiff {
					lines := regexp.MustCompile(`(?m)^-(.*)\n\+(.*)$`).FindStringSubmatch(text)
					change(t, file, lines[1], lines[2])
				} else if language == "console" {
					for _, c := range callsIn(text) {
						c.status = anyStatus
						c.do(t)
						done, last = done+1, c
					}
				} else if strings.HasPrefix(text, "next: ") { // on standard error, for people
					says(t, last.errs, strings.Split(text, "\n")...)
				}
			}
			assert.GreaterOrEqual(t, done, least)
			if page == "debugger" {
				assert.FileExists(t, "my/main.z80")
				_, err := os.Stat("my/main.z80.bak")
				assert.Error(t, err)
			}
		})
	}
}

var (
	onALine        = regexp.MustCompile(`(?m)^(?:  |    )((?:sargon|go)(?: .*)?)$`)
	inASentence    = regexp.MustCompile("`((?:sargon|go run) [^`]+)`")
	ofAClone       = regexp.MustCompile(`(?m)^    (?:bin/sargon|go run ./cmd/sargon)\b`)
	nameOfACommand = regexp.MustCompile(`^sargon \w+( merge| serve)?$`)
	hole           = regexp.MustCompile(`…|\b(N|DIR|FILE|LABEL|COMMAND|SHELL)\b`)
)

// shownLines returns the command lines that README, the help texts and the pages of the specification
// show, with their places. It leaves out lines with a placeholder for the reader.
func shownLines(t *testing.T) map[string]string {
	lines := map[string]string{}
	look := func(where, text string) {
		text = regexp.MustCompile(`\\\n +`).ReplaceAllString(text, "")
		text = ofAClone.ReplaceAllString(text, "    sargon") // the call from a clone, before installation
		for _, m := range onALine.FindAllStringSubmatch(text, -1) {
			line, _, _ := strings.Cut(m[1], "  ") // an explanation follows
			if strings.HasSuffix(line, "<<EOF") {
				_, rest, _ := strings.Cut(text, line)
				typed, _, _ := strings.Cut(rest, "EOF")
				line += typed
			}
			lines[line] = where
		}
		for _, m := range inASentence.FindAllStringSubmatch(text, -1) {
			line := strings.Join(strings.Fields(m[1]), " ")
			if !nameOfACommand.MatchString(line) {
				lines[line] = where
			}
		}
	}
	look("README.md", read(t, "../../README.md"))
	look("sargon help", ok(t, "", "help"))
	for _, c := range program().Commands() {
		if c.IsAvailableCommand() {
			look("sargon help "+c.Name(), ok(t, "", "help", c.Name()))
		}
	}
	for _, p := range spec.Pages() {
		look("sargon spec "+p.Name, p.String())
	}
	maps.DeleteFunc(lines, func(line, _ string) bool { return hole.MatchString(line) })
	return lines
}

// notHere matches lines that the test does not run. They run all tests, or build programs (the mutants
// for minutes; .ci/run has a sample), or need Stockfish or a program that the reader has to write.
var notHere = regexp.MustCompile(`go (test \./\.\.\.|build )|go run \./compare|exec:stockfish` +
	`|my-sargon\.py|mysargon|answers\.jsonl`)

// begun matches lines that take long, or that another test runs to the end. The test runs them with a
// cancelled context: they check their arguments, begin their work and stop.
var begun = regexp.MustCompile(`--cases \d{3}|^sargon (match|bench) |/oracle/` +
	`|--engines rom,rom\S*( games.pgn| --level 1 --cases 20)?$|perft 5|--level (5|1-5)|--check|^sargon kit \.` +
	`|^sargon rom check|^sargon prove($| --(max-cases|rom|against)| --beside($|.* --every \d+$)| store_move pins_of)|^sargon replay .*--rom|--kind game|rom list --html`)

// besides returns arguments that the test adds to a line. A program for a terminal uses lines of text.
// A server opens a port that no other program uses, until it is stopped.
func besides(line string) string {
	switch command, _, _ := strings.Cut(strings.TrimPrefix(line, "sargon "), " "); {
	case line == "sargon":
		return " play --plain"
	case (command == "play" || command == "debug") && !strings.Contains(line, "--plain") &&
		!strings.HasSuffix(line, ".com"):
		return " --plain"
	case command == "serve" && !strings.Contains(line, "--help"):
		return " --addr 127.0.0.1:0"
	}
	return ""
}

// The test runs each line that readers see, in a folder with the files that the lines name. If the
// output is short, it must be that in testdata/shown.txt.
func TestLinesAreRunAsTheyAreShown(t *testing.T) {
	lines := shownLines(t)
	require.Greater(t, len(lines), 100)
	shown := map[string][]string{}
	for _, c := range callsIn(read(t, "testdata/shown.txt")) {
		line := c.command
		for whole := range lines {
			if strings.HasSuffix(line, "<<EOF") && strings.HasPrefix(whole, line+"\n") {
				line = whole
			}
		}
		require.Contains(t, lines, line, "testdata/shown.txt has a line that no page shows")
		shown[line] = c.shown
	}
	desk := deskOfAReader(t)
	for _, line := range slices.Sorted(maps.Keys(lines)) {
		if notHere.MatchString(line) {
			continue
		}
		t.Run(line, func(t *testing.T) {
			atHome(t)
			t.Chdir(t.TempDir())
			if namesAFile(t, line, desk) {
				linkAll(t, desk)
			}
			if strings.HasSuffix(line, "--resume") {
				ok(t, "e4\n", "play", "--plain", "--engine", "bitboards", "--level", "1")
			}
			if strings.Contains(line, "rom export") { // rom export does not overwrite files
				require.NoError(t, os.RemoveAll("sargon.com"))
				require.NoError(t, os.RemoveAll("sargon.bin"))
			}
			runAsShown(t, line, lines[line], shown[line])
		})
	}
}

// linkAll links the files of a folder into the working folder. Programs that write a file replace the
// link, and do not change the original.
func linkAll(t *testing.T, from string) {
	require.NoError(t, fs.WalkDir(os.DirFS(from), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return errors.Join(err, os.MkdirAll(name, 0o755))
		}
		return os.Link(filepath.Join(from, name), name)
	}))
}

// deskOfAReader returns a folder with the files that lines name.
func deskOfAReader(t *testing.T) string {
	recordings := read(t, oracle+"search.jsonl.gz")
	suite := read(t, "../../sargon/analysis/testdata/bratko-kopec.epd")
	t.Chdir(t.TempDir())
	require.NoError(t, os.CopyFS(".", roms.Source()))
	require.NoError(t, os.Rename("main.z80", "my-sargon.asm"))
	write(t, "changed.asm", read(t, "my-sargon.asm"))
	ok(t, "", "rom", "source", "my")
	ok(t, "", "rom", "asm", "my-sargon.asm", "--load", "1A00", "--out", "sargon.bin",
		"--symbols-out", "sargon.sym")
	require.NoError(t, os.MkdirAll("compare/testdata/oracle", 0o755))
	write(t, "compare/testdata/oracle/search.jsonl.gz", recordings)
	ok(t, "", "rom", "export", "sargon.com")
	write(t, "my-sargon.com", "\xC9")
	games := ok(t, "", "spec", "games")
	write(t, "game.pgn", games)
	write(t, "games.pgn", games+"\n"+games)
	write(t, "my.fen", endgame+"\n")
	write(t, "bratko-kopec.epd", suite)
	write(t, "suite.epd", suite)
	write(t, "search.jsonl", ok(t, "", "record", "--engine", "10x12", "--level", "1", endgame))
	for _, part := range []string{"1", "2"} {
		ok(t, "", "compare", "--engines", "10x12,0x88", "--seed", "9", "--cases", "64", "--level", "1",
			"--shard", part+"/2", "--report", "part"+part+".json")
	}
	return must.Have(os.Getwd())
}

// namesAFile reports whether a line names, or may name, a file on the desk.
func namesAFile(t *testing.T, line, desk string) bool {
	files := must.Have(os.ReadDir(desk))
	return strings.Contains(line, "*") || slices.ContainsFunc(files, func(file os.DirEntry) bool {
		return strings.Contains(line, file.Name()) && !strings.Contains(line, "sargon "+file.Name())
	})
}

// runAsShown runs a line, as far as that is possible here, and checks that the shown lines come, in
// that order.
func runAsShown(t *testing.T, line, where string, shown []string) {
	call, stdin, _ := strings.Cut(line, "<<EOF\n")
	call, _, _ = strings.Cut(call+besides(call), " | ") // without printer and pager
	call, file, _ := strings.Cut(call, " > ")
	args := withFiles(words(call)[1:])
	if i := slices.Index(args, "--out"); i >= 0 {
		_ = os.Remove(args[i+1]) // the command does not overwrite it
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	stopped := begun.MatchString(line) || strings.HasSuffix(call, "127.0.0.1:0")
	if stopped {
		stop()
	}
	var out, errs bytes.Buffer
	streams := &cli.IO{
		In:  strings.NewReader(regexp.MustCompile(`(?m)^ +`).ReplaceAllString(stdin, "")),
		Out: &out, Err: &errs,
	}
	status := cli.Main(ctx, program(), streams, args)
	if stopped {
		assert.NotEqual(t, cli.ExitUsage, status, "%s shows it\n%s%s", where, &out, &errs)
		assert.NotContains(t, errs.String(), "no such file")
	} else {
		assert.Equal(t, cli.ExitOK, status, "%s shows it\n%s%s", where, &out, &errs)
	}
	if file != "" {
		_ = os.Remove(file) // the file may be a link
		write(t, file, out.String())
	}
	says(t, out.String(), shown...)
}

// The command that the page for museums starts exists, and has the flags that the page shows.
func TestMuseumStartsWhatThereIs(t *testing.T) {
	page, _ := spec.Lookup("museum")
	text, serve := page.String(), serveCommand()
	started := regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/sargon serve (.*)$`).
		FindAllStringSubmatch(text, -1)
	require.Len(t, started, 1)
	require.NoError(t, serve.ParseFlags(strings.Fields(started[0][1])))
	for _, item := range regexp.MustCompile("(?m)^- `[^`]*`").FindAllString(text, -1) {
		for _, name := range regexp.MustCompile(`--([a-z]+)`).FindAllStringSubmatch(item, -1) {
			assert.NotNil(t, serve.Flags().Lookup(name[1]), name[0])
		}
	}
	has(t, serve.Long, "chromium --kiosk http://127.0.0.1:8078/", "/staff", "/wall")
}
