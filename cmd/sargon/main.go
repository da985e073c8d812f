// Sargon plays the chess of 1978: on the computer of its day, emulated, and natively.
// It proves that both do the same search.
//
//	sargon                  play on the emulated machine
//	sargon help             all commands
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
)

func main() { os.Exit(doMain()) }

// doMain runs the program. Ctrl-C ends the context of the command, a second one the program.
func doMain() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	// Who reads the results may go: the write fails, and files are written to their end.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	streams := &cli.IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	return cli.Main(ctx, program(), streams, withUCI(ctx, os.Args[0], os.Args[1:], streams))
}

// program returns all commands, in the order of help and README: a file each.
func program() *cobra.Command {
	c := &cobra.Command{
		Use: "sargon [command] [flags] [arguments]",
		Long: `
Sargon, the chess program of 1978: on an emulated Z80 computer and natively in Go,
with the proof that both think the same thoughts.`,
		Example: `
  sargon                                          play on the screen of 1978
  sargon play --view board --engine bitboards     on a modern board, fast
  sargon analyze "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20" --explain
                                                  what Sargon thinks, number by number
  sargon compare --cases 20 --seed 7              all engines think the same thoughts
  sargon serve                                    the machine in a web page, to look inside`,
	}
	c.AddCommand(
		playCommand(),
		serveCommand(),
		siteCommand(),
		uciCommand(),
		matchCommand(),
		replayCommand(),
		analyzeCommand(),
		compareCommand(),
		proveCommand(),
		verifyCommand(),
		recordCommand(),
		kitCommand(),
		debugCommand(),
		dapCommand(),
		romCommand(),
		specCommand(),
		perftCommand(),
		boardCommand(),
		benchCommand(),
		configCommand(),
		versionCommand(),
	)
	return c
}
