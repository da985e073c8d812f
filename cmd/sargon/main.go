// Sargon plays the chess of 1978: on the computer of its day, emulated, and natively in Go.
// It compares both, evaluation by evaluation.
//
//	sargon                  play on the emulated machine
//	sargon help             all commands
//
// Each command has a file here, with its flags and its help. The work is done elsewhere, for several
// commands by the packages in folder internal:
//
//	cli                    help, flags, errors and exit statuses of all commands
//	launch, participants   opening engines by the names that users type
//	settings, store        the file of settings; the folder of saved games
//	play                   sets up a game, or a replay, and runs one of its front ends: tui (full screen)
//	                       or plain (lines of text); front is what these two share
//	screen, terminal       drawing the machine's screen with characters; parts of full-screen views
//	debuggee               opens what is debugged. The front ends are debug (terminal, lines) and dap (editors)
//	web                    the server and the page; its script is in web/page/js, and the Go program that
//	                       the page runs in web/wasm and web/machine
//	listing, markdown      a program image as a page to read; the Markdown of the specification
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
	// Ignore SIGPIPE: if the reader of stdout goes away, writes return EPIPE, and output files are
	// still completed.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	streams := &cli.IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	return cli.Main(ctx, program(), streams, withUCI(ctx, os.Args[0], os.Args[1:], streams))
}

// program returns all commands, in the order of help and README: a file each.
func program() *cobra.Command {
	c := &cobra.Command{
		Use: "sargon [command] [flags] [arguments]",
		Long: `
Play against Sargon, the chess program of 1978, look inside while it thinks, and check that
engines of today make the same search, evaluation by evaluation. Sargon runs on an emulated
Z80 computer (engine rom) and natively in Go (engines 10x12, 0x88, bitboards).`,
		Example: `
  sargon                                          play on the screen of 1978
  sargon play --view board --engine bitboards     play on a modern board, fast
  sargon serve                                    open the machine in a web page
  sargon analyze "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20" --explain
                                                  show what Sargon thinks, number by number
  sargon compare --cases 20 --seed 7              compare all engines in 20 searches
  sargon spec guide                               where to begin with the specification`,
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
