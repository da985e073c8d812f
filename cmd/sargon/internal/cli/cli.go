// Package cli runs a tree of cobra commands and gives all of them the same help, exit statuses, errors,
// flags with a choice of values, and completion in the shell.
//
//	root := &cobra.Command{Use: "tea", Long: "…"}
//	root.AddCommand(brew, pour) // brew is the default
//	os.Exit(cli.Main(ctx, root, &cli.IO{…}, os.Args[1:]))
//
// Flags may stand before, between and after the arguments, with one dash or two; "--" ends them.
// The package knows nothing of chess.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"sargon78/emu/nearest"
)

// Exit statuses of a program.
const (
	ExitOK      = 0
	ExitFailure = 1 // the work failed, or what was checked is wrong
	ExitUsage   = 2 // the words of the call are wrong; nothing was done

	ExitInconclusive = 3 // so little was checked that it says nothing
)

// IO is what a command reads from and writes to.
type IO struct {
	In  io.Reader
	Out io.Writer // results
	Err io.Writer // progress, warnings and errors
}

// Run returns the RunE of a command whose work is a function. While it runs, Output of the command's flags is
// the stream for warnings.
func Run(work func(ctx context.Context, io *IO, args []string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		c.Flags().SetOutput(c.ErrOrStderr())
		return work(c.Context(), &IO{c.InOrStdin(), c.OutOrStdout(), c.ErrOrStderr()}, args)
	}
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

// ErrInconclusive makes the exit status ExitInconclusive. It is printed only where it is wrapped with a
// reason; otherwise the command has already said why.
var ErrInconclusive = errors.New("inconclusive")

// NoArgs is for commands that have flags and no arguments.
func NoArgs(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case c.HasSubCommands():
		return unknown(c, args[0])
	}
	return Usagef("unexpected argument %q; %s takes only flags", args[0], c.Name())
}

// Main runs the command that args name, and returns the exit status. The first command of root
// needs no name.
func Main(ctx context.Context, root *cobra.Command, io *IO, args []string) int {
	results := &errorWriter{Writer: io.Out}
	root.SetIn(io.In)
	root.SetOut(results)
	if IsTerminal(io.Out) {
		root.SetOut(io.Out)
	}
	root.SetErr(io.Err)
	prepare(root)
	args = complete(root, args)
	root.SetArgs(args)
	c, err := root.ExecuteContextC(ctx)
	if c == root && !errors.As(err, new(*UsageError)) && err != nil {
		err = unknown(root, args[0])
	}
	if err == nil {
		err = results.err
	}
	switch {
	case err == nil:
		return ExitOK
	case err == ErrInconclusive, errors.Is(err, ErrFailed), errors.Is(err, syscall.EPIPE): // who reads knows that he has gone
	case errors.Is(err, context.Canceled):
		fmt.Fprintf(io.Err, "%s: interrupted\n", c.CommandPath())
	default:
		fmt.Fprintf(io.Err, "%s: %v\n", c.CommandPath(), err)
	}
	if errors.Is(err, ErrInconclusive) {
		return ExitInconclusive
	}
	if !errors.As(err, new(*UsageError)) {
		return ExitFailure
	}
	if c != root {
		fmt.Fprintf(io.Err, "See `%s help %s`.\n", root.Name(), path(c))
	}
	return ExitUsage
}

// errorWriter keeps the first error of what is written to a file or a pipe: without its results a command
// has failed, whatever files it goes on to write.
type errorWriter struct {
	io.Writer
	mu  sync.Mutex
	err error
}

func (r *errorWriter) Write(text []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n, err := r.Writer.Write(text)
	if r.err == nil {
		r.err = err
	}
	return n, err
}

func init() {
	cobra.EnableCommandSorting = false
	cobra.MousetrapHelpText = "" // on Windows a click on the program plays
}

// prepare sets up errors, help and flags alike for all commands.
func prepare(root *cobra.Command) {
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { writeHelp(c.OutOrStdout(), c) })
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "completion":
			c.Short = "write a completion script for a shell"
		case "help":
			c.Use, c.Short, c.Long = "help [COMMAND]", "show how a command is used", ""
			c.Run, c.RunE = nil, helpFor
		}
	}
	each(root, func(c *cobra.Command) {
		c.InitDefaultHelpFlag()
		c.Flags().Lookup("help").Hidden = true // everybody knows it
		if c != root && c.HasSubCommands() && !c.Runnable() {
			c.Args = cobra.ArbitraryArgs
			c.RunE = func(c *cobra.Command, args []string) error {
				return unknown(c, strings.Join(args, " "))
			}
		}
	})
}

// each visits a command and all below it.
func each(c *cobra.Command, visit func(*cobra.Command)) {
	visit(c)
	for _, sub := range c.Commands() {
		each(sub, visit)
	}
}

var oneDash = regexp.MustCompile(`^-[A-Za-z][\w-]`)

// complete writes arguments as cobra reads them: flags of one dash get a second one, and the first
// command its name.
func complete(root *cobra.Command, args []string) []string {
	args = slices.Clone(args)
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if oneDash.MatchString(arg) {
			args[i] = "-" + arg
		}
	}
	first := 0
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		first = 1
		each(root, completion)
	}
	switch {
	case len(args) == first || strings.HasPrefix(args[first], "-") &&
		!slices.Contains([]string{"-h", "--help", "--version"}, args[first]):
		args = slices.Insert(args, first, root.Commands()[0].Name())
	case args[first] == "--version":
		args[first] = "version"
	}
	return args
}

// unknown returns the error that a command has no subcommand of a name, with the one that may have been meant.
func unknown(c *cobra.Command, name string) error {
	var names []string
	for _, sub := range c.Commands() {
		names = append(names, sub.Name())
	}
	want := "want " + strings.Join(names, ", ")
	if !c.HasParent() {
		want = fmt.Sprintf("`%s help` lists them", c.Name())
	}
	if name == "" {
		return Usagef("%s", want)
	}
	if near := nearest.Name(name, names); near != "" {
		return Usagef("there is no command %q (did you mean %q?); %s", name, near, want)
	}
	return Usagef("there is no command %q; %s", name, want)
}

// IsTerminal reports whether a stream is a terminal: progress is shown only there.
func IsTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
