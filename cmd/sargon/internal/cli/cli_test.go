package cli_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"

	"sargon78/cmd/sargon/internal/cli"
)

func tea() *cobra.Command {
	brew := &cobra.Command{Use: "brew", Short: "make it", Args: cli.NoArgs,
		RunE: cli.Run(func(context.Context, *cli.IO, []string) error { return nil })}
	fs := brew.Flags()
	fs.Bool("milk", false, "with milk")
	fs.Int("cups", 1, "how `many`")
	fs.Float64("grams", 1, "of leaves")
	fs.Duration("draw", time.Minute, "how long")
	fs.String("size", "small", "`small|large` cups")
	fs.Func("leaf", "a `name`", func(s string) error { return cli.Usagef("nobody grows %s", s) })
	pot := &cobra.Command{Use: "pot COMMAND", Short: "what it is made in"}
	pot.AddCommand(&cobra.Command{Use: "warm", Short: "first",
		RunE: cli.Run(func(context.Context, *cli.IO, []string) error { return cli.ErrFailed })})
	root := &cobra.Command{Use: "tea"}
	root.AddCommand(brew, pot)
	return root
}

func call(words string) (status int, out, errs string) {
	var o, e strings.Builder
	status = cli.Main(context.Background(), tea(), &cli.IO{Out: &o, Err: &e}, strings.Fields(words))
	return status, o.String(), e.String()
}

// Errors of flags are in the words of this program, and say what would be right.
func TestErrorsOfFlags(t *testing.T) {
	for words, want := range map[string]string{
		"--sugar":       "tea brew: unknown flag: --sugar\n",
		"--mlik":        "unknown flag: --mlik (did you mean --milk?)",
		"-mlik":         "unknown flag: --mlik (did you mean --milk?)",
		"-x":            "unknown shorthand flag: 'x' in -x\n",
		"--version":     "there is no command \"version\"",
		"--cups":        "flag needs an argument: --cups",
		"--size":        "flag needs an argument: --size",
		"--leaf":        "flag needs an argument: --leaf",
		"--cups many":   `--cups "many": want a whole number`,
		"-cups many":    `--cups "many": want a whole number`,
		"--grams x":     `--grams "x": want a number`,
		"--draw long":   `--draw "long": want a time like 90s, 5m or 1h30m`,
		"--milk=much":   `--milk "much": want true or false`,
		"--leaf coffee": `--leaf "coffee": nobody grows coffee`,
		"---milk":       "bad flag syntax: ---milk",
		"--milk -- -x":  `unexpected argument "-x"; brew takes only flags`,
		"help brewx": `there is no command "brewx" (did you mean "brew"?); ` +
			"`tea help` lists them",
		"help brew milk": `brew has no commands of its own; want help brew, without "milk"`,
		"hlep":           "tea: there is no command \"hlep\" (did you mean \"help\"?); `tea help`",
		"pour":           "there is no command \"pour\"; `tea help`",
		"pour --help":    "there is no command \"pour\"; `tea help`",
		"pot":            "tea pot: want warm\nSee `tea help pot`.",
		"pot worm":       `tea pot: there is no command "worm" (did you mean "warm"?); want warm`,
		"brew --cups 1x": `want a whole number`,
	} {
		status, _, errs := call(words)
		assert.Equal(t, cli.ExitUsage, status, words)
		assert.Contains(t, errs, want, words)
	}
}

func TestWhatRuns(t *testing.T) {
	for words, want := range map[string]struct {
		status int
		out    string
	}{
		"":                     {cli.ExitOK, ""},
		"-milk -cups=2":        {cli.ExitOK, ""},
		"--cups -1":            {cli.ExitOK, ""},
		"pot warm":             {cli.ExitFailure, ""},
		"help":                 {cli.ExitOK, "  brew        make it (the default)\n  pot         what it is made in\n"},
		"--help":               {cli.ExitOK, "`tea help COMMAND` shows its flags and examples."},
		"help pot":             {cli.ExitOK, "Usage: tea pot COMMAND\n\nCommands:\n  warm  first\n"},
		"pot warm -h":          {cli.ExitOK, "warm: first\n\nUsage: tea pot warm\n"},
		"help brew":            {cli.ExitOK, "  --size small|large\n        cups (default small)\n"},
		"__complete -size s":   {cli.ExitOK, "small\n"},
		"__complete brew -mil": {cli.ExitOK, "--milk\twith milk\n"},
	} {
		status, out, errs := call(words)
		assert.Equal(t, want.status, status, words)
		assert.Contains(t, out, want.out, words)
		if !strings.HasPrefix(words, "__") {
			assert.Empty(t, errs, words)
		}
	}
}

// full is a file on a full disk.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestResultsThatCannotBeWrittenAreAFailure(t *testing.T) {
	var errs strings.Builder
	streams := &cli.IO{Out: full{}, Err: &errs}
	assert.Equal(t, cli.ExitFailure, cli.Main(t.Context(), tea(), streams, []string{"help"}))
	assert.Equal(t, "tea help: no space left\n", errs.String())
}
