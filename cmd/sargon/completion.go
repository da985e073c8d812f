package main

import (
	"context"
	"flag"

	"sargon78/cmd/sargon/internal/cli"
)

var completionCommand = &cli.Command{
	Name:  "completion",
	Args:  "bash|zsh|fish",
	Short: "write a completion script for a shell",
	Long: `
Writes a script that completes commands, flags and their values.

  bash   source <(sargon completion bash)          in ~/.bashrc
  zsh    source <(sargon completion zsh)           in ~/.zshrc, after compinit
  fish   sargon completion fish > ~/.config/fish/completions/sargon.fish`,
}

// The script is about the whole program, which this command is a part of.
func init() {
	completionCommand.Setup = func(*flag.FlagSet) cli.Run {
		return func(_ context.Context, streams *cli.IO, args []string) error {
			if len(args) != 1 {
				return cli.Usagef("for which shell? want bash, zsh or fish")
			}
			write, ok := cli.Completions[args[0]]
			if !ok {
				return cli.Usagef("%q: want bash, zsh or fish", args[0])
			}
			return write(streams.Out, program())
		}
	}
}
