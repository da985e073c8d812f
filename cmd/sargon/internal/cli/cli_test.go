package cli_test

import (
	"context"
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"sargon78/cmd/sargon/internal/cli"
)

// Errors of flags are in the words of this program, and say what would be right.
func TestErrorsOfFlags(t *testing.T) {
	p := &cli.Program{Name: "tea", Default: "brew", Commands: []*cli.Command{
		{Name: "brew", Setup: func(fs *flag.FlagSet) cli.Run {
			fs.Bool("milk", false, "with milk")
			fs.Int("cups", 1, "how `many`")
			fs.Float64("grams", 1, "of leaves")
			fs.Duration("draw", time.Minute, "how long")
			fs.String("size", "small", "`small|large` cups")
			fs.Func("leaf", "a `name`", func(s string) error { return cli.Usagef("nobody grows %s", s) })
			return func(context.Context, *cli.IO, []string) error { return nil }
		}},
	}}
	for call, want := range map[string]string{
		"--sugar":       "there is no flag --sugar\n",
		"--mlik":        "there is no flag --mlik (did you mean --milk?)",
		"--cups":        "--cups wants a whole number behind it",
		"--size":        "--size wants one of small, large behind it",
		"--leaf":        "--leaf wants a value (name) behind it",
		"--cups many":   `--cups "many": want a whole number`,
		"--grams x":     `--grams "x": want a number`,
		"--draw long":   `--draw "long": want a time like 90s, 5m or 1h30m`,
		"--milk=much":   `--milk "much": want true or false`,
		"--leaf coffee": `--leaf "coffee": nobody grows coffee`,
		"---milk":       "---milk is no flag",
		"help brewx": `there is no command "brewx" (did you mean "brew"?); ` +
			"`tea help` lists them",
		"hlep":           `did you mean "help"?`,
		"pour":           "there is no command \"pour\"; `tea help`",
		"brew --cups 1x": `want a whole number`,
	} {
		var out, errs strings.Builder
		status := p.Main(context.Background(), &cli.IO{Out: &out, Err: &errs}, strings.Fields(call))
		assert.Equal(t, cli.ExitUsage, status, call)
		assert.Contains(t, errs.String(), want, call)
	}
	var out strings.Builder
	assert.Equal(t, cli.ExitOK, p.Main(context.Background(),
		&cli.IO{Out: &out}, []string{"help", "help"}))
	assert.Contains(t, out.String(), "tea help COMMAND")
}
