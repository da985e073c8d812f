package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
)

func completionCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "write a completion script for a shell",
		Long: `
Writes a script that completes commands, flags and their values.

  bash         source <(sargon completion bash)          in ~/.bashrc
  zsh          source <(sargon completion zsh)           in ~/.zshrc, after compinit
  fish         sargon completion fish > ~/.config/fish/completions/sargon.fish
  powershell   sargon completion powershell | Out-String | Invoke-Expression
                                                         in $PROFILE`,
	}
	c.RunE = cli.Run(func(_ context.Context, streams *cli.IO, args []string) error {
		if len(args) != 1 {
			return cli.Usagef("for which shell? want bash, zsh, fish or powershell")
		}
		switch out, root := streams.Out, c.Root(); args[0] {
		case "bash":
			fmt.Fprint(out, bashAlone)
			return root.GenBashCompletionV2(out, true)
		case "zsh":
			return root.GenZshCompletion(out)
		case "fish":
			return root.GenFishCompletion(out, true)
		case "powershell":
			return root.GenPowerShellCompletionWithDesc(out)
		}
		return cli.Usagef("%q: want bash, zsh, fish or powershell", args[0])
	})
	return c
}

// bashAlone is what cobra's script takes from bash-completion, where that is not installed.
const bashAlone = `declare -F _get_comp_words_by_ref >/dev/null || _get_comp_words_by_ref() {
    words=("${COMP_WORDS[@]}") cword=$COMP_CWORD
    cur=${words[cword]} prev=${words[cword-1]}
}
declare -F _filedir >/dev/null || _filedir() {
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -d -- "$cur"))
    [[ $1 == -d ]] || COMPREPLY+=($(compgen -f ${1:+-X "!*.${1%|}"} -- "$cur"))
}
`
