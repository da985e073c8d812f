package main

import (
	"bytes"
	"context"
	"encoding/json"
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
	"sargon78/emu/z80/cores"
	"sargon78/sargon/must"
)

// asProgram makes the test binary be sargon itself, for tests that need a process.
const asProgram = "SARGON_TEST_AS_PROGRAM"

func init() {
	if os.Getenv(asProgram) == "" {
		return
	}
	os.Exit(doMain())
}

// TestMain has more tests run at the same time than there are processors: most of them wait for
// programs, and these for the clock.
func TestMain(m *testing.M) {
	flag.Parse()
	if parallel := flag.Lookup("test.parallel"); parallel.Value.String() == parallel.DefValue {
		_ = parallel.Value.Set("8")
	}
	os.Exit(m.Run())
}

// run runs the program as from a shell, without a terminal.
func run(t testing.TB, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	streams := &cli.IO{In: strings.NewReader(stdin), Out: &out, Err: &errs}
	status = cli.Main(context.Background(), program(), streams, args)
	return status, out.String(), errs.String()
}

// ok is run for what must succeed; it returns standard output.
func ok(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	status, stdout, stderr := run(t, stdin, args...)
	require.Equal(t, cli.ExitOK, status, stdout+stderr)
	return stdout
}

// anyFailure is any exit status but 0.
const anyFailure = -1

// fails is run for what must end with an exit status, and say why on standard error. It returns
// standard output.
func fails(t *testing.T, status int, why, stdin string, args ...string) string {
	t.Helper()
	got, stdout, stderr := run(t, stdin, args...)
	if status == anyFailure {
		assert.NotZero(t, got, args)
	} else {
		assert.Equal(t, status, got, args)
	}
	assert.Contains(t, stderr, why, args)
	return stdout
}

// write makes a file, and returns its name.
func write(t *testing.T, file, text string) string {
	t.Helper()
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

// read returns a file.
func read(t *testing.T, file string) string {
	t.Helper()
	data := must.Have(os.ReadFile(file))
	return string(data)
}

// change puts a text of a file in the place of another, which must be there.
func change(t *testing.T, file, old, changed string) {
	t.Helper()
	text := read(t, file)
	require.Contains(t, text, old)
	write(t, file, strings.ReplaceAll(text, old, changed))
}

// endgame is a position with few moves.
const endgame = "8/8/8/1k3q2/8/8/6K1/8 w - - 30 72"

const oracle = "../../compare/testdata/oracle/"

// call is a command line, with a FEN behind a |, and its exit status and what it must say on
// standard output and error.
type call struct {
	name, args, stdin string
	status            int
	stdout, stderr    string
}

func calls(t *testing.T, all []call) {
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			words, fen, _ := strings.Cut(c.args, "|")
			args := strings.Fields(words)
			if fen != "" {
				args = append(args, fen)
			}
			status, stdout, stderr := run(t, c.stdin, args...)
			assert.Equal(t, c.status, status, "stdout: %s\nstderr: %s", stdout, stderr)
			assert.Contains(t, stdout, c.stdout)
			assert.Contains(t, stderr, c.stderr)
		})
	}
}

func TestCalls(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	good := `{"fen":"` + endgame +
		`","depth":1,"best":"g2g3","score":128,"evals":5,"gens":1,"slots":8,` +
		`"tstates":3292637,"trace":"e5d2982bf0584bd0"}`
	wrong := strings.Replace(good, "g2g3", "g2g1", 1)
	calls(t, []call{
		{"help", "help", "", 0, "Commands:", ""},
		{"help for a command", "help verify", "", 0, "recordings reproduced", ""},
		{"a flag with one dash", "verify - -engine 10x12 -limit=1", good, 0, "1 of 1 recordings", ""},
		{"gone command", "glyphs --all", "", 2, "", "sargon: \"glyphs\" is gone; Ctrl-G in sargon play"},

		{"verify all well", "verify - --engine 10x12", good, 0, "1 of 1 recordings reproduced\n", ""},
		{"verify on the machine", "verify - --tstates", good, 0, "ratio", ""},
		{"verify a wrong recording", "verify - --engine 10x12", good + "\n" + wrong, 1,
			"best move: recorded g2g1, came g2g3", ""},
		{"verify counts", "verify - --engine 10x12", good + "\n" + wrong, 1,
			"1 of 2 recordings reproduced\n", ""},
		{"verify a broken line", "verify - --engine 10x12", good + "\nnonsense\n", 1,
			"line 2: not a JSON object", ""},
		{"verify nothing", "verify - --engine 10x12", "", 1, "0 of 0 recordings reproduced\n", ""},
		{"verify nothing left by the filter", "verify - --engine 10x12 --filter depth=3", good, 1,
			"none that passes the filter", ""},
		{"verify a missing file", "verify nowhere.jsonl", "", 1, "", "nowhere.jsonl"},
		{"verify without a file", "verify", "", 2, "", "which recordings?"},
		{"verify with an unknown engine", "verify - --engine 11x13", good, 2, "",
			"want one of rom, 10x12, 0x88"},
		{"verify with a bad filter", "verify - --filter depth>2", good, 2, "", "depth<=N"},
		{"verify tells the first different evaluation", "verify - --engine 10x12",
			`{"depth":1,"fen":"8/3Q2Q1/Pk1p4/2p1K3/3q2pp/7P/2q3p1/3q3Q w - - 0 45",` +
				`"steps":["1 e5e6 198"],"trace":"e11d42788746cc69"}`,
			1, `evaluation 1: recorded "1 e5e6 198", came "1 e5e6 199"`, ""},
		{"verify --limit", "verify - --limit 1 --engine 10x12", good + "\n" + wrong, 0, "1 of 1", ""},

		{"record a search", "record --engine 10x12 --level 1|" + endgame, "", 0, `"best":"g2g3"`, ""},
		{"record positions of a file", "record --engine 10x12 --level 1 --positions -",
			"\ufeff# endings\r\n" + endgame + " # mine\r\n\r\n", 0, `"best":"g2g3"`, ""},
		{"record an illegal FEN", "record --engine 10x12|8/8/8/8/8/8/8/8 w - - 0 1", "", 1, "",
			"0 white kings"},
		{"record nothing", "record --engine 10x12", "", 2, "", "nothing to record"},
		{"record at level 9", "record --engine 10x12 --level 9|" + endgame, "", 2, "", "want 1–6"},
		{"record an unknown kind", "record --kind film|" + endgame, "", 2, "",
			"want search, steps, eval or game"},

		{"rom info", "rom info", "", 0, "load address  1100", ""},
		{"rom check", "rom check", "", 0,
			"embedded: a Sargon of 1978: 12 of 12 searches as recorded\n", ""},
		{"rom check of a CP/M program", "rom check " + write(t, filepath.Join(dir, "chess.com"), "\xC9"),
			"", 1, "", "a program for CP/M without symbols"},
		{"rom list", "rom list", "", 0, "FNDMOV", ""},
		{"rom check without symbols",
			"rom check " + write(t, filepath.Join(dir, "plain.bin"), "\x00\x01\x02"),
			"", 1, "", "symbol"},
		{"rom at a bad address", "rom info --load 0F80", "", 1, "", "0F80"},
		{"rom over the screen", "rom info --load BF00", "", 1, "", "BF00"},
		{"rom with mistakes",
			"rom info " + write(t, filepath.Join(dir, "bad.asm"), "\tLD A,B\n\tLDX A,B\n\tJR 500\n"),
			"", 1, "", "bad.asm:2:"},
		{"rom of no sort", "rom cook", "", 2, "", "want info, asm, list, check, source"},

		{"analyze", "analyze --engine 10x12 --level 1|" + endgame, "", 0, "best move     Kg3", ""},
		{"analyze tells the time of 1978", "analyze --engine 0x88 --level 1|" + endgame, "", 0,
			"in 1978       about 1.8 s (at 1.79 MHz, the clock of the Microprofessor (built in 1983)", ""},
		{"analyze --explain", "analyze --engine 10x12 --level 1 --explain|" + endgame, "", 0, "BRDC = ",
			""},
		{"analyze a mate", "analyze --engine 10x12 --level 1|7k/8/8/8/8/8/1q6/K1q5 w - - 0 9", "", 0,
			"mate: no legal move", ""},
		{"analyze an illegal FEN", "analyze|xyz", "", 1, "", "found 1 rank"},
		{"analyze at level 7", "analyze --level 7", "", 2, "", "want 1–6"},
		{"analyze with odd limits", "analyze --limits 1979", "", 2, "", "want 1978, none"},

		{"perft", "perft 3", "", 0, "8902\n", "depth 3 on sets"},
		{"perft kiwipete",
			"perft 3 --board mailbox|" +
				"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
			"", 0, "97862\n", ""},
		{"perft divided", "perft 1 --divide --board 0x88|8/P6k/8/8/8/8/8/K7 w - - 0 9", "", 0,
			"a7a8n: 1\n", ""},
		{"perft of Sargon", "perft 1 --divide --rules sargon|8/P6k/8/8/8/8/8/K7 w - - 0 9", "", 0,
			"a7a8q: 1\n4\n", ""},
		{"perft of another board", "perft 3 --board 8x8", "", 2, "", "want 0x88, mailbox, sets"},
		{"debug half-moves of no game", "debug --plain --ply 3", "", 2, "", "name its file with --game"},
		{"perft without a depth", "perft", "", 2, "", "how deep?"},
		{"perft of a bad depth", "perft five", "", 2, "", "want a number, 0–20"},

		{"board", "board", "", 0, " 20: FF 04 02 03 05 06 03 02 04 FF", ""},
		{"board in one code", "board --show 0x88", "", 0, "70: 84 82 83 85 86 83 82 84 |", ""},
		{"board in no code", "board --show 9x9", "", 2, "",
			"want all, men, unicode, ascii, 10x12"},
		{"board numbers", "board --squares 0x88", "", 0, "h4 37  +1 = 38   & 08 = 08", ""},
		{"board numbers of no board", "board --squares 8x8", "", 2, "",
			"want 10x12, 0x88, mailbox"},
		{"board relation", "board --relation a1,h8", "", 0, "could go:   queen, bishop", ""},
		{"board relation of one square", "board --relation a1", "", 2, "", "want two squares, a1,h8"},
		{"board after moves", "board --show ascii --moves|e2e4 d7d5 e4d5", "", 0, "5 |   |   |   | P |", ""},
		{"board after moves in SAN", "board --show ascii --moves|e4 d5 exd5", "", 0, "5 |   |   |   | P |", ""},
		{"board after a promotion that Sargon does not know", "board 8/P6k/8/8/8/8/7K/8 --moves|a8=N", "",
			1, "", `move 1, a8=N: "a7a8n": Sargon promotes to a queen only, like e7e8q`},
		{"board after a bad move", "board --moves|e2e5", "", 1, "",
			`move 1, e2e5: "e2e5" is not a legal move`},
		{"board of an illegal FEN", "board|8/8/8/8/8/8/8/8 w - - 0 1", "", 1, "", "0 white kings"},

		{"spec lists pages and sections", "spec", "", 0, "z80: how to read the Z80 source", ""},
		{"spec lists sections", "spec", "", 0, "\n  7          Exchange on an occupied square\n", ""},
		{"spec of a section", "spec 7", "", 0, "## 7. Exchange on an occupied square\n", ""},
		{"spec as it is cited", "spec §14.6", "", 0, "6. The half-byte overflow", ""},
		{"spec of a page", "spec engine", "", 0, "## 17. Traces\n", ""},
		{"spec of a section of a page", "spec machine screen", "", 0, "## Screen\n", ""},
		{"spec of what lies behind the tables", "spec appendix", "", 0,
			"SCORE (12), to 0x15E        | yes", ""},
		{"spec of no section", "spec engine 18", "", 2, "",
			"page engine has no section \"18\": want one of guide, 1, 2"},
		{"spec of a page without sections", "spec games 7", "", 2, "", "games has no sections"},
		{"spec of no page", "spec z81", "", 2, "", "pages are engine, machine, assembler, debugger, z80"},
		{"spec of too much", "spec machine screen 7", "", 2, "", "unexpected \"7\""},
		{"spec where to begin", "spec guide", "", 0, "**First reading:** §1, 2, 4, 5, 8 and 11", ""},

		{"bench", "bench --engines 10x12 --level 1", "", 0, "ec4834d87a1ea8c4", ""},
		{"bench tells the time of 1978", "bench --engines 10x12 --level 1", "", 0, "about 2:24", ""},
		{"bench tells the core", "bench --engines rom --level 1", "", 0, "rom on " + cores.Names()[0],
			""},
		{"bench of all cores and one", "bench --cores --core library", "", 2, "", "want one of them"},
		{"version", "version", "", 0, "sargon", ""},
		{"version lists cores", "version", "", 0, "cores of the machine: " + strings.Join(cores.Names(),
			", "), ""},

		{"an engine on a core", "analyze --engine rom@library --level 1", "", 0, "rom@library", ""},
		{"--core", "analyze --core library --level 1", "", 0, "rom@library", ""},
		{"play without --core", "play --plain --core library", "", 2, "",
			"--core is gone; --engine rom@CORE runs the machine on another core"},
		{"no core", "play --plain --engine rom@abacus", "", 2, "",
			`there is no core "abacus": want one of ` + cores.Names()[0]},
		{"a core for an engine in Go", "verify --engine sets --core library -", "", 2, "",
			"--core goes with --engine rom, not with sets"},
		{"a core for a native entrant", "match sets@library rom", "", 2, "",
			"rom@CORE with one of the cores " + cores.Names()[0]},
		{"cores side by side", "compare --engines rom,rom@library --positions 1 --seed 1", "", 0,
			"on the core library", ""},
	})
}

func TestVerifyAsJSON(t *testing.T) {
	t.Parallel()
	status, stdout, stderr := run(t, "", "verify", oracle+"steps.jsonl.gz", "--engine", "10x12",
		"--json", "--limit", "3")
	assert.Equal(t, cli.ExitOK, status)
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	require.Len(t, lines, 4)
	var sum struct{ Recordings, Reproduced int }
	require.NoError(t, json.Unmarshal([]byte(lines[3]), &sum))
	assert.Equal(t, 3, sum.Recordings)
	assert.Equal(t, 3, sum.Reproduced)
	assert.Contains(t, stderr, "3 of 3 recordings reproduced")
}

// What is recorded on the machine is reproduced natively.
func TestRecordThenVerify(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "mine.jsonl")
	fen := "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
	for kind, has := range map[string]string{
		"search": `"best":`, "steps": `"steps":`, "eval": `"attacks":`,
	} {
		ok(t, "", "record", fen, "--kind", kind, "--level", "1", "--out", file, "--force")
		assert.Contains(t, read(t, file), has)
		ok(t, "", "verify", file, "--engine", "10x12")
	}
	ok(t, "", "record", "--engine", "10x12", "--kind", "game", "--level", "1", "--games", "2", "--out",
		file, "--force")
	says(t, read(t, file), `{"sargon":"white","level":1`, `{"sargon":"black","level":1`)
	assert.Contains(t, ok(t, "", "verify", file, "--engine", "0x88"), "2 of 2 recordings")
	fails(t, cli.ExitFailure, "exists; --force replaces it", "", "record", fen, "--out", file)
	fails(t, cli.ExitFailure, "cannot write",
		"", "record", fen, "--out", filepath.Join(file, "impossible"))
}

func TestAssembledRomSearchesTheSame(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	image, symbols := filepath.Join(dir, "sargon.bin"), filepath.Join(dir, "sargon.sym")
	ok(t, "", "rom", "asm", "--load", "4000", "--out", image, "--symbols-out", symbols)
	ok(t, "", "verify", oracle+"steps.jsonl.gz", "--limit", "2", "--rom", image)
}

// Every command can say what it is for.
func TestEveryCommandHasHelp(t *testing.T) {
	t.Parallel()
	for _, c := range program().Commands() {
		for _, c := range append(c.Commands(), c) {
			if c.Hidden {
				continue
			}
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
	l := live{terminal: &out}
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
	liveOn(&out).show("no terminal")
	assert.NotContains(t, out.String(), "no terminal")
}

// Answers are graded from a file, from standard input, or by asking an engine; the status says
// whether all are right.
func TestKitCheck(t *testing.T) {
	t.Parallel()
	right := `{"id":1,"CKFLG":"00"}`
	const verdict = "all 1 answers are right\n"
	assert.Contains(t, ok(t, right, "kit", "check", "-"), verdict)
	file := write(t, filepath.Join(t.TempDir(), "answers.jsonl"), right)
	assert.Contains(t, ok(t, "", "kit", "check", file), verdict)
	assert.Contains(t, ok(t, "", "kit", "check", "--engine", "sets", "--to", "1"), "level 1 exact; ")

	assert.Contains(t, fails(t, cli.ExitFailure, "", `{"id":1,"CKFLG":"01"}`, "kit", "check", "-"),
		"case 1: CKFLG is 01, want 00\n")
	assert.Contains(t, fails(t, cli.ExitFailure, "", "", "kit", "check", "-"), "nothing was answered\n")

	for _, args := range [][]string{
		{"kit"}, {"kit", "check"}, {"kit", "check", "a", "b"}, {"kit", "check", "-", "--engine", "sets"},
		{"kit", "check", "--engine", "nobody"}, {"kit", "check", "--engine", "sets", "--to", "9"},
		{"kit", "check", "--engine", "sets", "--timeout", "-1s"},
	} {
		status, _, errs := run(t, "", args...)
		assert.Equal(t, cli.ExitUsage, status, args)
		assert.NotEmpty(t, errs)
	}
}

func TestDebugCalls(t *testing.T) {
	t.Chdir(t.TempDir())
	fails(t, anyFailure, "needs a terminal", "", "debug", endgame)
	assert.Contains(t, ok(t, "eval\nwhere\n", "debug", "--plain", "--level", "1", endgame),
		"evaluation 0")
	fails(t, anyFailure, "level 9", "", "debug", "--plain", "--level", "9", endgame)
	fails(t, anyFailure, "unexpected argument", "", "dap", "x")
	ok(t, "", "dap") // nobody speaks: it ends
	ok(t, "", "rom", "source", "here")
	fails(t, anyFailure, "exists", "", "rom", "source", "here")
	fails(t, anyFailure, "which folder", "", "rom", "source")
}

// To alone goes to a line in a position that comes there; with a position, in that.
func TestDebugTo(t *testing.T) {
	assert.Regexp(t, `level 2 fen 3r2k1/.*\n.* search_down search\.z80:\d+ `,
		ok(t, "", "debug", "--plain", "--to", "search_down count 3"))
	assert.Regexp(t, `pPppqpb1.*\n.* pawn_promotes generate\.z80:`,
		ok(t, "", "debug", "--plain", "--to", "pawn_promotes"))
	out := ok(t, "back step\n", "debug", "--plain", "--level", "1", "--to", "POINTS count 4", endgame)
	has(t, out, endgame[:20], "CALL    POINTS")
	for words, want := range map[string]string{
		"VALMOV": "it does not come to VALMOV: the search has ended",
		"nosuch": "nosuch", "POINTS count x": "want a number from 1",
	} {
		fails(t, anyFailure, want, "", "debug", "--plain", "--to", words)
	}
	fails(t, anyFailure, "want one of them", "", "debug", "--plain", "--to", "POINTS", "--against", "0x88", endgame)
}

// What the shells ask for, and what they must be offered, as cobra writes it: words, and then what
// else they may offer (:0 files, :4 nothing, :8 files that end so, :16 folders).
func TestCompletionOfWords(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"":                     "replay :4",
		"re":                   "record replay :4",
		"play --th":            "--theme :4",
		"play -th":             "--theme :4",
		"play --theme ":        "paper contrast :4",
		"play --theme=am":      "amber :4",
		"play --engine ":       "rom 10x12 0x88 sets :4",
		"play --level ":        "1 6 :4",
		"--glyphs ":            "auto quadrant :4",
		"play --pgn ":          "pgn :8",
		"play --fen ":          ":4",
		"replay ":              "pgn :8",
		"analyze --engine ":    "sets :4",
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
		assert.NotContains(t, offered, "core", "%s: it is gone", line)
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
		out, err := exec.Command(path, "-n", file).CombinedOutput() // it only reads it
		assert.NoError(t, err, "%s: %s", shell, out)
	}
}
