package main

import (
	"context"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/dap"
	"sargon78/cmd/sargon/internal/settings"
)

func dapCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "dap",
		Short: "the debugger for editors: the Debug Adapter Protocol",
		Long: `
Speaks the Debug Adapter Protocol on standard input and output; your editor starts it. A launch
request may set: program (a listing or an image; the embedded ROM by default), symbols, load, fen,
game, ply, case, level, against, stopOnEntry. Without a position it runs the interactive program.
Breakpoints are set in the lines of the listing, or move to the next line with an instruction;
steps can go backwards. Every command of sargon debug works in the editor's console: back write
MTRL, eval, square e4 … While the program runs, the editor can ask for its stack and variables, and
set breakpoints; a request that moves or changes the program waits until it stops. Pause stops it.

How to set up VS Code, Neovim and Emacs: sargon spec debugger.`,
		Args: cli.NoArgs,
	}
	c.RunE = cli.Run(func(ctx context.Context, streams *cli.IO, args []string) error {
		folder, _ := settings.StateFolder() // without a folder states cannot be saved; saving one reports it
		return dap.Serve(ctx, streams.In, streams.Out, folder)
	})
	return c
}
