package cli_test

import (
	"context"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/cli"
)

var program = &cli.Program{Name: "tea", Default: "brew", Commands: []*cli.Command{
	{Name: "brew", Args: "green|black", Short: "make it: don't wait", Setup: func(fs *flag.FlagSet) cli.Run {
		fs.Bool("milk", false, "with [a drop of] milk")
		fs.String("cup", "small", "`small|large` size")
		fs.String("recipe", "", "read a `file`")
		return func(context.Context, *cli.IO, []string) error { return nil }
	}},
}}

func Example_completions() {
	_ = cli.Completions["fish"](os.Stdout, program)
	// Output:
	// # completion of tea for fish
	// complete -c tea -n __fish_use_subcommand -f -a brew -d 'make it: don\'t wait'
	// complete -c tea -n __fish_use_subcommand -f -a help -d 'how a command is used'
	// complete -c tea -n '__fish_seen_subcommand_from brew; or __fish_use_subcommand' -l cup -d 'size' -x -a 'small large'
	// complete -c tea -n '__fish_seen_subcommand_from brew; or __fish_use_subcommand' -l milk -d 'with [a drop of] milk'
	// complete -c tea -n '__fish_seen_subcommand_from brew; or __fish_use_subcommand' -l recipe -d 'read a file' -r
	// complete -c tea -n '__fish_seen_subcommand_from brew; or __fish_use_subcommand' -f -a 'green black'
	// complete -c tea -n '__fish_seen_subcommand_from help' -f -a 'brew'
}

func TestWhatShellsGiveAMeaningToIsEscaped(t *testing.T) {
	for shell, want := range map[string]string{
		"bash": "compgen -W 'small large'",
		"zsh":  `'--milk[with \[a drop of\] milk]'`,
		"fish": `don\'t`,
	} {
		var out strings.Builder
		require.NoError(t, cli.Completions[shell](&out, program))
		assert.Contains(t, out.String(), want, shell)
	}
}
