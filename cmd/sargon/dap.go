package main

import (
	"context"
	"fmt"
	"net"

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
Speaks the Debug Adapter Protocol on standard input and output, as editors start it, or to
those that connect to an address. What launch may say: program (a listing or an image; none is
the embedded ROM), symbols, load, fen, game, ply, case, level, against, stopOnEntry. Without a
position it is the interactive program. Breakpoints stand in the lines of the listing; steps go
back too. In the editor's console every command of sargon debug works: back write MTRL, eval,
square e4 …

  sargon dap
  sargon dap --listen 127.0.0.1:4711

How to set up VS Code, Neovim and Emacs: sargon spec debugger.`,
		Args: cli.NoArgs,
	}
	fs := c.Flags()
	listen := fs.String("listen", "", "wait for editors at an `address` instead")
	c.RunE = cli.Run(func(ctx context.Context, streams *cli.IO, args []string) error {
		folder := settings.StateFolder()
		if *listen == "" {
			return dap.Serve(ctx, streams.In, streams.Out, folder)
		}
		return dap.Listen(ctx, *listen, folder, func(addr net.Addr) {
			fmt.Fprintf(streams.Err, "listening at %v\n", addr)
		})
	})
	return c
}
