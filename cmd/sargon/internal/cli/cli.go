// Package cli runs one program with subcommands: flags, help and exit status.
//
// A command is a value; its Setup registers flags and returns what to run:
//
//	var verify = &cli.Command{
//		Name: "verify", Args: "FILE…", Short: "replay recordings against an engine",
//		Long: "…",
//		Setup: func(fs *flag.FlagSet) cli.Run {
//			limit := fs.Int("limit", 0, "stop after this many `recordings`")
//			return func(ctx context.Context, io *cli.IO, args []string) error { … }
//		},
//	}
//
// Flags may stand before, between and behind the arguments; "--" ends them. The package
// knows nothing of chess.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"sargon78/emu/spelling"

	"golang.org/x/term"
)

// Exit statuses of a program.
const (
	ExitOK      = 0
	ExitFailure = 1 // the work failed, or what was checked is wrong
	ExitUsage   = 2 // the words of the call are wrong; nothing was done
)

// IO is what a command reads from and writes to.
type IO struct {
	In  io.Reader
	Out io.Writer // results
	Err io.Writer // progress, warnings and errors
}

// Run does the work of a command with the arguments that are not flags.
type Run func(ctx context.Context, io *IO, args []string) error

// Command is one subcommand.
type Command struct {
	Name  string
	Args  string // how the arguments are written in the usage line
	Short string // a line, without a full stop
	Long  string // paragraphs for `help NAME`, examples included
	// Setup registers flags and returns what to run. While that runs, Output of the flag set
	// is the stream for warnings.
	Setup func(*flag.FlagSet) Run
}

// UsageError says what is wrong with the words of a call; the exit status is ExitUsage.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *UsageError) Unwrap() error { return e.Err }

// Usagef returns a UsageError.
func Usagef(format string, args ...any) error {
	return &UsageError{fmt.Errorf(format, args...)}
}

// ErrFailed makes the exit status ExitFailure without a message: the command has
// already said what is wrong.
var ErrFailed = errors.New("failed")

// Program is a set of commands.
type Program struct {
	Name     string
	Intro    string // what `help` says first
	Default  string // the command that runs when none is named
	Examples string // lines for `help`, what is worth seeing first
	Commands []*Command
}

// Lookup finds a command by name, nil if there is none.
func (p *Program) Lookup(name string) *Command {
	for _, c := range p.Commands {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Main runs the command that args (without the program's name) name and returns the
// exit status.
func (p *Program) Main(ctx context.Context, io *IO, args []string) int {
	name := p.Default
	switch {
	case len(args) > 0 && (args[0] == "-h" || args[0] == "-help" || args[0] == "--help"):
		p.help(io.Out)
		return ExitOK
	case len(args) > 0 && !strings.HasPrefix(args[0], "-"):
		name, args = args[0], args[1:]
	}
	if name == "help" {
		return p.helpFor(io, args)
	}
	command := p.Lookup(name)
	if command == nil {
		fmt.Fprintf(io.Err, "%s: %s; `%s help` lists them\n", p.Name, p.unknown(name), p.Name)
		return ExitUsage
	}
	err := p.runCommand(ctx, command, io, args)
	return p.report(io, command, err)
}

func (p *Program) runCommand(ctx context.Context, c *Command, io *IO, args []string) error {
	fs := newFlagSet(c)
	run := c.Setup(fs)
	rest, err := parse(fs, args)
	if errors.Is(err, flag.ErrHelp) {
		p.commandHelp(io.Out, c)
		return nil
	}
	if err != nil {
		return &UsageError{flagError(fs, err)}
	}
	fs.SetOutput(io.Err) // for what those who registered flags want to tell
	return run(ctx, io, rest)
}

// report writes an error for a person and returns the exit status.
func (p *Program) report(io *IO, c *Command, err error) int {
	var usage *UsageError
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &usage):
		fmt.Fprintf(io.Err, "%s %s: %v\n`%s help %s` says how it is used\n",
			p.Name, c.Name, err, p.Name, c.Name)
		return ExitUsage
	case !errors.Is(err, ErrFailed):
		fmt.Fprintf(io.Err, "%s %s: %v\n", p.Name, c.Name, err)
	}
	return ExitFailure
}

func newFlagSet(c *Command) *flag.FlagSet {
	fs := flag.NewFlagSet(c.Name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return fs
}

// parse reads flags wherever they stand and returns the arguments between them.
func parse(fs *flag.FlagSet, args []string) ([]string, error) {
	var rest []string
	for {
		if err := fs.Parse(args); err != nil {
			return nil, err
		}
		if fs.NArg() == 0 {
			return rest, nil
		}
		consumed := len(args) - fs.NArg()
		if consumed > 0 && args[consumed-1] == "--" {
			return append(rest, fs.Args()...), nil
		}
		rest = append(rest, fs.Arg(0))
		args = fs.Args()[1:]
	}
}

func (p *Program) names() []string {
	var names []string
	for _, c := range p.Commands {
		names = append(names, c.Name)
	}
	return names
}

// unknown says that there is no command of a name, and which one may have been meant.
func (p *Program) unknown(name string) string {
	text := fmt.Sprintf("there is no command %q", name)
	if near := spelling.Nearest(name, append(p.names(), "help")); near != "" {
		text += fmt.Sprintf(" (did you mean %q?)", near)
	}
	return text
}

func (p *Program) help(w io.Writer) {
	fmt.Fprintf(w, "%s\n\nUsage: %s [command] [flags] [arguments]\n\nCommands:\n",
		strings.TrimSpace(p.Intro), p.Name)
	width := len("help")
	for _, c := range p.Commands {
		width = max(width, len(c.Name))
	}
	for _, c := range p.Commands {
		note := ""
		if c.Name == p.Default {
			note = " (the default)"
		}
		fmt.Fprintf(w, "  %-*s  %s%s\n", width, c.Name, c.Short, note)
	}
	fmt.Fprintf(w, "  %-*s  how a command is used\n", width, "help")
	if p.Examples != "" {
		fmt.Fprintf(w, "\nTo begin with:\n%s\n", strings.Trim(p.Examples, "\n"))
	}
	fmt.Fprintf(w, "\n`%s help COMMAND` shows its flags and examples.\n", p.Name)
}

func (p *Program) helpFor(io *IO, args []string) int {
	if len(args) == 0 {
		p.help(io.Out)
		return ExitOK
	}
	if args[0] == "help" {
		fmt.Fprintf(io.Out, "`%s help` lists all commands, `%s help COMMAND` shows what one does,\n"+
			"its flags and examples. `%s COMMAND --help` is the same.\n", p.Name, p.Name, p.Name)
		return ExitOK
	}
	c := p.Lookup(args[0])
	if c == nil {
		fmt.Fprintf(io.Err, "%s help: %s; `%s help` lists them\n", p.Name, p.unknown(args[0]), p.Name)
		return ExitUsage
	}
	p.commandHelp(io.Out, c)
	return ExitOK
}

func (p *Program) commandHelp(w io.Writer, c *Command) {
	usage := []string{p.Name, c.Name}
	flags := Flags(c)
	if len(flags) > 0 {
		usage = append(usage, "[flags]")
	}
	if c.Args != "" {
		usage = append(usage, c.Args)
	}
	fmt.Fprintf(w, "%s: %s\n\nUsage: %s\n", c.Name, c.Short, strings.Join(usage, " "))
	if long := strings.TrimSpace(c.Long); long != "" {
		fmt.Fprintf(w, "\n%s\n", long)
	}
	if len(flags) == 0 {
		return
	}
	fmt.Fprintln(w, "\nFlags:")
	for _, f := range flags {
		value, text := usageOf(f)
		if value != "" {
			value = " " + value
		}
		fmt.Fprintf(w, "  --%s%s\n        %s",
			f.Name, value, strings.ReplaceAll(text, "\n", "\n        "))
		if f.DefValue != "" && !slices.Contains([]string{"false", "0", "0s"}, f.DefValue) {
			fmt.Fprintf(w, " (default %s)", f.DefValue)
		}
		fmt.Fprintln(w)
	}
}

// Flags returns the flags of a command, sorted by name.
func Flags(c *Command) []*flag.Flag {
	fs := newFlagSet(c)
	c.Setup(fs)
	var flags []*flag.Flag
	fs.VisitAll(func(f *flag.Flag) { flags = append(flags, f) })
	return flags
}

// IsTerminal tells whether a stream is a terminal: progress is shown only there.
func IsTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
