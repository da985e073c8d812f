package external_test

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare"
	"sargon78/compare/cases"
	"sargon78/compare/external"
	"sargon78/compare/kit"
	"sargon78/native"
	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/must"
	"sargon78/sargon/uci"
)

// helper is the environment variable that makes this test binary act as one of the programs instead of
// testing.
const helper = "SARGON_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if name := os.Getenv(helper); name != "" {
		programs[name]()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// programs are the programs as which the test binary can act.
var programs = map[string]func(){
	"good": func() {
		_ = external.Serve(context.Background(), native.New0x88(), "test", os.Stdin, os.Stdout)
	},
	"one king":  func() { serveTampered(reference.KingAttacks) }, // its king attacks from afar
	"two rules": func() { serveTampered(reference.KingAttacks, reference.PawnAttacks) },
	"dies at once": func() {
		fmt.Fprintln(os.Stderr, "cannot find my opening book")
		os.Exit(3)
	},
	"dies in a search": func() {
		answerSearch(func() string {
			fmt.Fprintln(os.Stderr, "segmentation fault")
			os.Exit(1)
			return ""
		})
	},
	"hangs in a search": func() { answerSearch(func() string { select {} }) },
	"silent": func() {
		signal.Ignore(os.Interrupt)
		select {}
	},
	"nonsense":   says("I like e4"),
	"bad move":   says("best e2e9 score 1 evals 1 trace 0123456789abcdef"),
	"bad score":  says("best e2e4 score 300 evals 1 trace 0123456789abcdef"),
	"less":       says("best e2e4"),
	"steps":      says("step 1 e2e4 1\nbest e2e4 score 1 evals 2 trace 0123456789abcdef"),
	"error":      says("error out of memory"),
	"unable":     says("unsupported"),
	"long":       says(strings.Repeat("x", 2<<20)),
	"other game": func() { answer(func(string) string { return "Hello, Dave." }) },
	"uci":        func() { speakUCI("option name Level ") },
	"uci level":  func() { speakUCI("nothing") },
	"uci wrong":  func() { alwaysPlays("e7e8n") },
	"uci none":   func() { alwaysPlays("(none)") },
}

// alwaysPlays acts as a UCI program that always plays the same move.
func alwaysPlays(move string) {
	answer(func(line string) string {
		return cmp.Or(map[string]string{"uci": "uciok", "isready": "readyok"}[line], "bestmove "+move)
	})
}

// answer answers each line of the input.
func answer(reply func(line string) string) {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		fmt.Println(reply(lines.Text()))
	}
}

// answerSearch answers searches; all other lines it answers as a program does that has no problem.
func answerSearch(reply func() string) {
	answer(func(line string) string {
		switch word, _, _ := strings.Cut(line, " "); word {
		case "sargon":
			return "name test\n\n# a remark\nshows steps\nok"
		case "search":
			return reply()
		}
		return "ok"
	})
}

// says returns a program that answers each search with a text.
func says(text string) func() { return func() { answerSearch(func() string { return text }) } }

// serveTampered acts as a reference engine to which some rules always happen.
func serveTampered(rules ...reference.Rule) {
	e := reference.New()
	e.Tamper = func(p reference.Rule, happens bool) bool { return happens || slices.Contains(rules, p) }
	_ = external.Serve(context.Background(), e, "test", os.Stdin, os.Stdout)
}

// speakUCI acts like sargon uci, without the lines that begin with a text.
func speakUCI(without string) {
	out, in := io.Pipe()
	go func() {
		_ = uci.Serve(context.Background(), os.Stdin, in, uci.Config{
			Settings: uci.DefaultSettings(),
			Open:     func(string, string) (sargon.Engine, error) { return native.NewBitboards(), nil },
		})
		_ = in.Close()
	}()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if !strings.HasPrefix(lines.Text(), without) {
			fmt.Println(lines.Text())
		}
	}
}

// start returns the command that makes the test binary act as one of the programs.
func start(t *testing.T, program string) string {
	t.Helper()
	t.Setenv(helper, program)
	path := must.Have(os.Executable())
	return `"` + path + `" -test.run=none`
}

func participants(t *testing.T, program string) []compare.Participant {
	command := start(t, program)
	open := func() (sargon.Engine, error) {
		if strings.HasPrefix(program, "uci") {
			return external.OpenUCI(t.Context(), command)
		}
		return external.Open(t.Context(), command)
	}
	return []compare.Participant{
		{Name: "bitboards", Open: func() (sargon.Engine, error) { return native.NewBitboards(), nil }},
		{Name: program, Open: open},
	}
}

// searches returns options for n cases that a program with a protocol can be asked for.
func searches(n int) cases.GeneratorOptions {
	return cases.GeneratorOptions{Seed: 6, Cases: n, Capability: cases.AnySearch}
}

func run(
	t *testing.T, all []compare.Participant, which cases.GeneratorOptions, o compare.Options,
) *compare.Report {
	t.Helper()
	o.Workers = 1
	return must.Have(compare.Run(t.Context(), all, must.Have(cases.NewGenerator(which)), o))
}

// graded returns the verdict of the kit for ports on a program, up to a level.
func graded(t *testing.T, program compare.Participant, to sargon.Level) string {
	t.Helper()
	lines := must.Have(kit.Read())
	answers := must.Have(kit.CollectAnswers(t.Context(), program, lines, to, 0, func(int) {}))
	return kit.Check(t.Context(), lines, answers).Verdict()
}

// An engine that is a program with the protocol does the same as one in this process.
func TestProtocol(t *testing.T) {
	r := run(t, participants(t, "good"), searches(64), compare.DefaultOptions())
	assert.Equal(t, compare.NoDifference, r.Verdict(), r.Reason(), r.Differences)
	assert.EqualValues(t, 64, r.Compared)
	assert.Equal(t, r.ByEngine[0].Evals, r.ByEngine[1].Evals)
	assert.Equal(t, "0x88 test", r.Engines[1].Version)
	assert.Equal(t, sargon.DetailTrace, r.Engines[1].Detail)

	program := participants(t, "good")[1]
	assert.Regexp(t, `^level 1 exact; all \d+ answers are right$`, graded(t, program, 1))

	// The place where a program differs is found from the steps that it shows.
	c := must.Have(cases.ParseCase("level 2 nobook startpos"))
	d := must.Have(compare.FindDivergence(t.Context(), program, compare.ReferenceEngine(), c,
		sargon.DetailTrace))
	assert.Equal(t, compare.NoDivergence, d.Kind, d)
	assert.NotZero(t, d.Index)
}

// The example is a program like any other: it does what it can, and leaves out the rest.
func TestExample(t *testing.T) {
	program := filepath.Join(t.TempDir(), "example.exe")
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", program, "./example").CombinedOutput()
	require.NoError(t, err, string(out))
	all := participants(t, "good")
	all[1] = compare.Participant{
		Name: "exec:" + program,
		Open: func() (sargon.Engine, error) { return external.Open(t.Context(), `"`+program+`"`) },
	}
	o := compare.DefaultOptions()
	o.AtLeast = 80
	r := run(t, all, searches(80), o)
	assert.Equal(t, compare.NoDifference, r.Verdict(), r.Reason(), r.Differences)
	o.AtLeast = 100
	strict := run(t, all, searches(80), o)
	assert.Equal(t, compare.Inconclusive, strict.Verdict())
	assert.Regexp(t, `did \d\d of 80 cases, less than 100 %`, strict.Reason())
	assert.Equal(t, "example 1.0", r.Engines[1].Version)
	assert.Equal(t, sargon.DetailTrace, r.Engines[1].Detail)
	assert.NotZero(t, r.Skipped, "odd positions are left out")
	assert.Equal(t, r.Compared, r.ByEngine[1].Cases)

	assert.Equal(t, "levels 1–2 exact; all 213 answers are right", graded(t, all[1], 2),
		"but for the position that no FEN can say")
}

// A case that a program cannot do is left out, and is no difference; an engine that does none of the
// cases has proved nothing.
func TestProgramThatDoesNothing(t *testing.T) {
	other := func() (sargon.Engine, error) { return native.New0x88(), nil }
	all := append(participants(t, "unable"), compare.Participant{Name: "0x88", Open: other})
	r := run(t, all, searches(16), compare.DefaultOptions())
	assert.EqualValues(t, 16, r.Compared+r.Skipped)
	assert.Empty(t, r.Differences)
	assert.Equal(t, "inconclusive: unable did none of the cases", r.Result())
}

// A wrong program is explained by its evaluations: by the rule that it breaks, or by where it differs.
func TestWrongProgramsAreExplained(t *testing.T) {
	for program, want := range map[string]struct{ position, place string }{
		"one king":  {"8/8/3k4/8/3P4/3K4/8/8 w - - 0 9", "one king searches as if spec §5"},
		"two rules": {"4k3/pp6/8/3n4/2P5/4K3/PP6/8 w - - 0 9", "points to spec §"},
	} {
		t.Run(program, func(t *testing.T) {
			c := must.Have(cases.ParseCase("level 2 fen " + want.position))
			all := participants(t, program)
			o := compare.DefaultOptions()
			o.ShrinkTime = 0
			found := must.Have(compare.Investigate(t.Context(), all[0], all[1], c, o))
			t.Log(found.Explanation)
			assert.Contains(t, found.Explanation, want.place)
		})
	}
}

// What goes wrong in a program is reported with the case, its last words included.
func TestProgramsThatMisbehave(t *testing.T) {
	for program, want := range map[string]string{
		"dies in a search":  "segmentation fault",
		"hangs in a search": "timed out after 300ms",
		"nonsense":          `answers "I like e4"; want best, none, step`,
		"bad move":          `"e2e9" is not a move`,
		"bad score":         "want a number from 0 to 255",
		"less":              "this answer shows the move only; the engine said that it shows its trace",
		"steps":             "reported evaluations hash to",
		"error":             "says: out of memory",
		"long":              "line of more than",
		"uci wrong":         "Sargon promotes to a queen only",
	} {
		t.Run(program, func(t *testing.T) {
			o := compare.DefaultOptions()
			o.MaxInvestigated = 0
			if strings.HasPrefix(program, "hangs") {
				o.Timeout = 300 * time.Millisecond
			}
			which := cases.GeneratorOptions{Seed: 9, Cases: 2, Rules: []string{"step"}}
			r := run(t, participants(t, program), which, o)
			require.NotEmpty(t, r.Differences, r)
			assert.Contains(t, r.Differences[0].Failure, want)
			assert.NotContains(t, r.Differences[0].Failure, "-test.run", "the report names the command already")
			assert.Equal(t, compare.Differs, r.Verdict())
		})
	}
}

// Of a UCI program only the move is compared. A program with levels is given its level, another one a depth.
// Our own engine then searches up to the depth ply by ply and may find a mate earlier; with this seed it does
// not.
func TestUCI(t *testing.T) {
	for program, o := range map[string]cases.GeneratorOptions{
		"uci level": {Seed: 10}, "uci": {Seed: 11, Levels: must.Have(cases.ParseLevels("1-2"))},
	} {
		t.Run(program, func(t *testing.T) {
			o.Cases, o.Capability = 48, cases.OnlyFEN
			r := run(t, participants(t, program), o, compare.DefaultOptions())
			assert.Equal(t, compare.NoDifference, r.Verdict(), r.Reason(), r.Differences)
			assert.Equal(t, sargon.DetailMove, r.Engines[1].Detail)
			assert.Contains(t, r.Engines[1].Version, "Sargon")
			assert.NotZero(t, r.Compared)
			if program == "uci level" {
				assert.Equal(t, "all 104 answers are right", graded(t, participants(t, program)[1], 1))
			}
		})
	}
}

// UCI cannot ask for the move of the book. If there is no move, some programs write a word in its place.
func TestUCIWithoutAMove(t *testing.T) {
	engine := must.Have(external.OpenUCI(t.Context(), start(t, "uci none")))
	defer engine.Close()
	_, err := engine.Search(t.Context(), sargon.SearchOptions{Level: 1})
	require.ErrorIs(t, err, sargon.ErrUnsupported)
	assert.ErrorContains(t, err, "book")
	require.NoError(t, engine.SetPosition(must.Have(sargon.ParseFEN("7k/5Q2/6K1/8/8/8/8/8 b - - 0 40"))))
	_, err = engine.Search(t.Context(), sargon.SearchOptions{Level: 1})
	assert.ErrorIs(t, err, sargon.ErrNoLegalMove)
}

func TestProgramsThatDoNotStart(t *testing.T) {
	for program, want := range map[string]string{
		"dies at once": "cannot find my opening book",
		"other game":   `answers "Hello, Dave."; want name, ok, shows`,
	} {
		_, err := external.Open(t.Context(), start(t, program))
		assert.ErrorContains(t, err, want, program)
	}
	for command, want := range map[string]string{
		"":                        "no command",
		" \t":                     "no command",
		`python3 "my engine.py`:   "not closed",
		"/no/such/program --fast": "/no/such/program --fast: cannot start",
	} {
		_, err := external.Open(t.Context(), command)
		assert.ErrorContains(t, err, want, command)
		_, err = external.OpenUCI(t.Context(), command)
		assert.ErrorContains(t, err, want, command)
	}
}

func ExampleServe() {
	in := strings.NewReader(`sargon 1
position startpos moves e2e4
search 1
position fen 8/8/8/8/8/7k/7q/7K w - -
search 2 steps
position fen 8/8 w - -
castle
quit
`)
	err := external.Serve(context.Background(), native.New10x12(), "1.0", in, os.Stdout)
	fmt.Println(err)
	// Output:
	// name 10x12 1.0
	// shows steps
	// ok
	// ok
	// best e7e5 score 0 evals 0 trace cbf29ce484222325
	// ok
	// none
	// error case: FEN "8/8 w - -": found 2 ranks, need 8 separated by /
	// error "castle": want sargon, position, search or quit
	// <nil>
}

// A user who interrupts Open does not have to wait for a silent program.
func TestWaitingForHelloEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	command := start(t, "silent")
	_, err := external.Open(ctx, command)
	assert.ErrorIs(t, err, context.Canceled)
	_, err = external.OpenUCI(ctx, command)
	assert.ErrorIs(t, err, context.Canceled)
}
