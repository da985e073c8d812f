package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpFor prints the help of the command that the arguments name.
func helpFor(c *cobra.Command, args []string) error {
	named, rest, err := c.Root().Find(args)
	switch {
	case err != nil || len(rest) > 0 && named.HasSubCommands():
		return unknown(named, args[len(args)-max(1, len(rest))])
	case len(rest) > 0:
		return Usagef("%s has no commands of its own; want help %[1]s, without %q", path(named), rest[0])
	}
	return named.Help()
}

// writeHelp writes how a command is used, or what commands there are.
func writeHelp(w io.Writer, c *cobra.Command) {
	long := strings.Trim(c.Long, "\n")
	if c.HasParent() {
		fmt.Fprintf(w, "%s: %s\n\n", path(c), c.Short)
	} else {
		fmt.Fprintf(w, "%s\n\n", long)
		long = ""
	}
	fmt.Fprintf(w, "Usage: %s\n", c.UseLine())
	if long != "" {
		fmt.Fprintf(w, "\n%s\n", long)
	}
	writeCommands(w, c)
	writeFlags(w, c.Flags())
	if c.Example != "" {
		fmt.Fprintf(w, "\nTo begin with:\n%s\n", strings.Trim(c.Example, "\n"))
	}
	if c.HasAvailableSubCommands() {
		help := strings.TrimSpace("help " + path(c))
		fmt.Fprintf(w, "\n`%s %s COMMAND` shows its flags and examples.\n", c.Root().Name(), help)
	}
}

// path returns the names by which a command is called, without that of the program: "rom list". That of
// the program itself is empty.
func path(c *cobra.Command) string {
	return strings.TrimSpace(strings.TrimPrefix(c.CommandPath(), c.Root().Name()))
}

// writeCommands lists the commands below one.
func writeCommands(w io.Writer, c *cobra.Command) {
	if !c.HasAvailableSubCommands() {
		return
	}
	fmt.Fprintln(w, "\nCommands:")
	width := 0
	for _, sub := range c.Commands() {
		width = max(width, len(sub.Name()))
	}
	for i, sub := range c.Commands() {
		note := ""
		if i == 0 && !c.HasParent() {
			note = " (the default)"
		}
		fmt.Fprintf(w, "  %-*s  %s%s\n", width, sub.Name(), sub.Short, note)
	}
}

// writeFlags lists flags, each with its value and what it is for.
func writeFlags(w io.Writer, fs *pflag.FlagSet) {
	title := "\nFlags:\n"
	fs.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, text := usageOf(f)
		if value != "" {
			value = " " + value
		}
		if !slices.Contains([]string{"", "false", "0", "0s"}, f.DefValue) {
			text += fmt.Sprintf(" (default %s)", f.DefValue)
		}
		fmt.Fprintf(w, "%s  --%s%s\n        %s\n", title, f.Name, value,
			strings.ReplaceAll(text, "\n", "\n        "))
		title = ""
	})
}
