package cli_test

import (
	"context"
	"flag"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/cli"
)

var program = &cli.Program{Name: "tea", Default: "brew", Commands: []*cli.Command{
	{Name: "brew", Args: "green|black", Short: "make it: don't wait", Setup: setUpBrew},
}}

func setUpBrew(fs *flag.FlagSet) cli.Run {
	fs.Bool("milk", false, "with [a drop of] milk")
	fs.String("cup", "small", "`small|large` size")
	fs.String("recipe", "", "read a `file`")
	return func(context.Context, *cli.IO, []string) error { return nil }
}

func TestFish(t *testing.T) {
	var out strings.Builder
	require.NoError(t, cli.Completions["fish"](&out, program))
	const brew = "'__fish_seen_subcommand_from brew; or __fish_use_subcommand'"
	want := []string{
		`-f`,
		`-n __fish_use_subcommand -a brew -d 'make it: don\'t wait'`,
		`-n __fish_use_subcommand -a help -d 'how a command is used'`,
		`-n ` + brew + ` -l cup -d 'size' -x -a 'small large'`,
		`-n ` + brew + ` -l milk -d 'with [a drop of] milk'`,
		`-n ` + brew + ` -l recipe -d 'read a file' -r -F`,
		`-n '__fish_seen_subcommand_from brew; or __fish_use_subcommand; and __tea_first' -a 'green black'`,
		`-n '__fish_seen_subcommand_from help; and __tea_first' -a 'brew'`,
	}
	assert.Equal(t, "# completion of tea for fish\nfunction __tea_first\n"+
		"  test (count (commandline -opc)) -eq 2\nend\ncomplete -c tea "+
		strings.Join(want, "\ncomplete -c tea ")+"\n", out.String())
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
