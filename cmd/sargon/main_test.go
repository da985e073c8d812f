package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/sargon/must"
)

// asProgram is the environment variable that makes the test binary run as sargon, for tests that need a
// process.
const asProgram = "SARGON_TEST_AS_PROGRAM"

func init() {
	if os.Getenv(asProgram) == "" {
		return
	}
	os.Exit(doMain())
}

// TestMain runs more tests at the same time than there are processors, because most of them wait for
// programs, which wait for the clock.
func TestMain(m *testing.M) {
	flag.Parse()
	if parallel := flag.Lookup("test.parallel"); parallel.Value.String() == parallel.DefValue {
		_ = parallel.Value.Set("8")
	}
	os.Exit(m.Run())
}

// run runs sargon as a shell does, without a terminal.
func run(t testing.TB, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	streams := &cli.IO{In: strings.NewReader(stdin), Out: &out, Err: &errs}
	status = cli.Main(context.Background(), program(), streams, args)
	return status, out.String(), errs.String()
}

// ok runs a call that must succeed, and returns its standard output.
func ok(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	status, stdout, stderr := run(t, stdin, args...)
	require.Equal(t, cli.ExitOK, status, stdout+stderr)
	return stdout
}

// write writes a file, and returns its name.
func write(t *testing.T, file, text string) string {
	t.Helper()
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

// read returns the text of a file.
func read(t *testing.T, file string) string {
	t.Helper()
	data := must.Have(os.ReadFile(file))
	return string(data)
}

// change replaces a text in a file, which must be there.
func change(t *testing.T, file, old, changed string) {
	t.Helper()
	text := read(t, file)
	require.Contains(t, text, old)
	write(t, file, strings.ReplaceAll(text, old, changed))
}

// endgame is a position with few moves.
const endgame = "8/8/8/1k3q2/8/8/6K1/8 w - - 30 72"

const oracle = "../../compare/testdata/oracle/"

// Every command has a help text.
func TestEveryCommandHasHelp(t *testing.T) {
	t.Parallel()
	for _, c := range program().Commands() {
		for _, c := range append(c.Commands(), c) {
			words := strings.Fields(c.CommandPath())[1:]
			assert.Contains(t, ok(t, "", append([]string{"help"}, words...)...), c.Short)
			c.Flags().VisitAll(func(f *pflag.Flag) {
				assert.True(t, f.Hidden || f.Usage != "", "%s --%s", c.CommandPath(), f.Name)
			})
		}
	}
}

func TestLive(t *testing.T) {
	var out strings.Builder
	l := progressLine{terminal: &out}
	l.show("a\nb\n")
	l.show("c")
	l.show("")
	assert.Equal(t, "\r\x1b[Ja\nb\n"+"\x1b[2A\r\x1b[Jc"+"\r\x1b[J", out.String())
	out.Reset()
	synctest.Test(t, func(t *testing.T) {
		l.update(func() string { return "d" })
		l.update(func() string { return "too soon" })
		time.Sleep(time.Second)
		l.update(func() string { return "e" })
	})
	assert.Equal(t, "\r\x1b[Jd"+"\r\x1b[Je", out.String())
	newProgressLine(&out).show("no terminal")
	assert.NotContains(t, out.String(), "no terminal")
}

// The words that shells ask to be completed, and the answers in cobra's form: words, then what else the
// shell may offer (:0 files, :4 nothing, :8 files with these extensions, :16 folders).
func TestCompletionOfWords(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"":                     "replay :4",
		"re":                   "record replay :4",
		"play --th":            "--theme :4",
		"play -th":             "--theme :4",
		"play --theme ":        "paper contrast :4",
		"play --theme=am":      "amber :4",
		"play --engine ":       "rom 10x12 0x88 bitboards :4",
		"play --level ":        "1 6 :4",
		"--glyphs ":            "auto quadrant :4",
		"play --pgn ":          "pgn :8",
		"play --fen ":          ":4",
		"replay ":              "pgn :8",
		"analyze --engine ":    "bitboards :4",
		"verify ":              ":0",
		"rom ":                 "info check :4",
		"rom check ":           ":0",
		"rom check --symbols ": ":0",
		"config ":              "init :4",
		"compare ":             "merge repro serve :0",
		"spec ":                "engine z80 :4",
		"site ":                ":16",
		"help ":                "verify :4",
		"help rom ":            "asm :4",
		"help comp":            "compare completion :4",
		"--resu":               "--resume :4",
		"completion ":          "bash zsh fish powershell :4",
	} {
		words := strings.Fields(line)
		if line == "" || strings.HasSuffix(line, " ") {
			words = append(words, "")
		}
		var offered []string
		for line := range strings.Lines(ok(t, "", append([]string{"__complete"}, words...)...)) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			offered = append(offered, word)
		}
		assert.Subset(t, offered, strings.Fields(want), "%s", line)
	}
}

func TestEveryShellHasAScript(t *testing.T) {
	t.Parallel()
	for shell, want := range map[string]string{
		"bash": "complete -o default -F __start_sargon sargon", "zsh": "#compdef sargon",
		"fish": "complete -c sargon", "powershell": "Register-ArgumentCompleter -CommandName 'sargon'",
	} {
		script := ok(t, "", "completion", shell)
		assert.Contains(t, script, want)
		path, err := exec.LookPath(shell)
		if err != nil || shell == "powershell" || runtime.GOOS == "windows" {
			continue
		}
		file := write(t, filepath.Join(t.TempDir(), "script"), script)
		out, err := exec.Command(path, "-n", file).CombinedOutput() // -n only checks the syntax
		assert.NoError(t, err, "%s: %s", shell, out)
	}
}
