package cli

import (
	"fmt"
	"slices"
	"strings"
	"text/template"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// help shows how a command is used, or what commands there are.
var help = template.Must(template.New("help").Funcs(template.FuncMap{
	"text":  func(s string) string { return strings.Trim(s, "\n") },
	"flags": flagsText,
	"width": func(c *cobra.Command) (width int) {
		for _, sub := range c.Commands() {
			width = max(width, len(sub.Name()))
		}
		return width
	},
}).Parse(`{{if .HasParent}}{{.Name}}: {{.Short}}{{else}}{{text .Long}}{{end}}

Usage: {{.UseLine}}
{{if and .HasParent .Long}}
{{text .Long}}
{{end}}{{if .HasAvailableSubCommands}}
Commands:
{{range $i, $c := .Commands}}{{if not .Hidden -}}
{{"  "}}{{printf "%-*s" (width $) .Name}}  {{.Short}}{{if not (or $i $.HasParent)}} (the default){{end}}
{{end}}{{end}}{{end}}{{flags .Flags}}{{if .Example}}
To begin with:{{.Example}}
{{end}}{{if .HasAvailableSubCommands}}
{{printf "` + "`%s help%s COMMAND`" + `" .Root.Name (slice .CommandPath (len .Root.Name))}} ` +
	`shows its flags and examples.
{{end}}`))

// helpFor shows how the command that the arguments name is used.
func helpFor(c *cobra.Command, args []string) error {
	named, rest, err := c.Root().Find(args)
	if err != nil || len(rest) > 0 && named.HasSubCommands() {
		return unknown(named, args[len(args)-max(1, len(rest))])
	}
	if named.Hidden { // it is gone
		return named.RunE(named, nil)
	}
	return named.Help()
}

// flagsText lists flags, each with its value and what it is for.
func flagsText(fs *pflag.FlagSet) string {
	var b strings.Builder
	fs.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		if b.Len() == 0 {
			b.WriteString("\nFlags:\n")
		}
		value, text := usageOf(f)
		if value != "" {
			value = " " + value
		}
		if !slices.Contains([]string{"", "false", "0", "0s"}, f.DefValue) {
			text += fmt.Sprintf(" (default %s)", f.DefValue)
		}
		fmt.Fprintf(&b, "  --%s%s\n        %s\n", f.Name, value,
			strings.ReplaceAll(text, "\n", "\n        "))
	})
	return b.String()
}
