package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/sargon"
	"sargon78/sargon/files"
	"sargon78/sargon/uci"
)

func uciCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "uci",
		Short: "play in chess programs of today, by UCI",
		Long: `
Makes Sargon an engine for Cute Chess, Arena, BanksiaGUI, En Croissant, lichess-bot, fastchess,
xboard with polyglot, and every other program that speaks the Universal Chess Interface. If the
program cannot pass the argument uci, it may start sargon alone: without a terminal, and with uci as
its first line of input, sargon speaks UCI. It also does so under the name sargon-uci (a copy or a
link).

Options, set in the GUI or here with --set:
` + uci.OptionHelp(11, 90) + `
For lichess-bot, make a link sargon-uci to sargon in its folder engines (ln -s "$(which sargon)"
engines/sargon-uci), and write into the engine section of config.yml:

  engine:
    dir: "./engines"
    name: "sargon-uci"
    protocol: "uci"
    uci_options:
      Level: 3
      Move Overhead: 100

Sargon knows neither threefold repetition nor the fifty-move rule, and promotes to a
queen only. If the opponent promotes to another piece, Sargon goes on from that position as if
the game began there.

  sargon uci
  sargon uci --set Engine=rom --set Level=2`,
		Args: cli.NoArgs,
	}
	fs := c.Flags()
	rom := launch.MachineFlags(fs)
	settings := uci.DefaultSettings()
	fs.Func("set", "begin with an option set, `NAME=VALUE`; may be given several times",
		func(text string) error {
			name, value, _ := strings.Cut(text, "=")
			return settings.Set(name, value)
		})
	c.RunE = cli.Run(func(ctx context.Context, io *cli.IO, args []string) error {
		if rom.Rom != "" || rom.Core != "" {
			settings.Engine, settings.Rom = "rom", rom.Rom
		}
		return uci.Serve(ctx, io.In, io.Out, uci.Config{
			Open: func(name, file string) (sargon.Engine, error) {
				options := *rom
				options.Rom = file
				return launch.Open(name, options)
			},
			Settings: settings,
			Quiet:    time.Second / 5,
		})
	})
	return c
}

// uciName is the name under which the program speaks UCI without being told to.
const uciName = "sargon-uci"

// withUCI returns the arguments of a call. It puts the command uci in front if the program is called by
// uciName, or if a GUI calls it: without arguments, without a terminal, and with uci as the first line
// of input. What it reads of the input to find out is put back into streams.
func withUCI(ctx context.Context, name string, args []string, streams *cli.IO) []string {
	base := name[strings.LastIndexAny(name, `/\`)+1:]
	if ext := len(base) - len(".exe"); ext > 0 && strings.EqualFold(base[ext:], ".exe") {
		base = base[:ext]
	}
	if strings.EqualFold(base, uciName) {
		if len(args) == 0 || strings.HasPrefix(args[0], "-") {
			return slices.Insert(args, 0, "uci")
		}
		return args
	}
	if len(args) > 0 || cli.IsTerminal(streams.In) {
		return args
	}
	var read bytes.Buffer
	in := bufio.NewReader(files.Interruptible(ctx, streams.In))
	isUCI := false
	for read.Len() < maxFirstLine { // a GUI says uci at once; others may say anything
		c, err := in.ReadByte()
		if err != nil {
			break
		}
		read.WriteByte(c)
		if line := firstLine(read.String()); (c == '\n' || c == '\r') && line != "" {
			isUCI = line == "uci"
			break
		}
	}
	isUCI = isUCI || firstLine(read.String()) == "uci" // and that was all
	streams.In = io.MultiReader(&read, in)
	if isUCI {
		return []string{"uci"}
	}
	return args
}

const maxFirstLine = 256 // bytes

// firstLine returns a first line without the blanks, empty lines and byte order mark around it.
func firstLine(text string) string {
	return strings.Trim(strings.TrimPrefix(text, "\ufeff"), " \t\r\n")
}
