package cli

import (
	"flag"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// Completions write scripts that make a shell complete the words of a program, by the name
// of the shell. All is taken from the commands themselves: their names, their flags, and the
// values of flags and arguments that are written as a choice, like screen|board. Other
// values are files.
var Completions = map[string]func(io.Writer, *Program) error{"bash": bash, "zsh": zsh, "fish": fish}

// word is a command, with what may follow it.
type word struct {
	name, help string
	flags      []flagWord
	values     []string // of its first argument
}

type flagWord struct {
	name, help string
	takesValue bool
	values     []string // nil: a file
}

// words takes a program apart.
func words(p *Program) []word {
	var all []word
	var names []string
	for _, c := range p.Commands {
		w := word{name: c.Name, help: c.Short, values: choice(firstArgument(c.Args))}
		for _, f := range Flags(c) {
			kind, usage := flag.UnquoteUsage(f)
			if choice(kind) != nil { // it is completed, not explained
				usage = strings.TrimSpace(strings.TrimPrefix(usage, kind))
			}
			boolean, ok := f.Value.(interface{ IsBoolFlag() bool })
			w.flags = append(w.flags, flagWord{
				name: f.Name, help: firstLine(usage), takesValue: !ok || !boolean.IsBoolFlag(), values: choice(kind),
			})
		}
		all = append(all, w)
		names = append(names, c.Name)
	}
	return append(all, word{name: "help", help: "how a command is used", values: names})
}

var choicePattern = regexp.MustCompile(`^[\w.:+-]+(\|[\w.:+-]+)+$`)

// choice returns the words of a|b|c, nil for anything else.
func choice(text string) []string {
	if !choicePattern.MatchString(text) {
		return nil
	}
	return strings.Split(text, "|")
}

func firstArgument(args string) string {
	first, _, _ := strings.Cut(args, " ")
	return strings.Trim(first, "[]")
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// quote makes a word of a shell out of any text.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

func bash(out io.Writer, p *Program) error {
	var b strings.Builder
	all := words(p)
	var names []string
	for _, w := range all {
		names = append(names, w.name)
	}
	f := "_" + p.Name
	fmt.Fprintf(&b, "# completion of %s for bash\n%s() {\n", p.Name, f)
	fmt.Fprintf(&b, "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} cmd=%s i\n", quote(p.Default))
	b.WriteString("  local flags= values=\n  COMPREPLY=()\n")
	b.WriteString("  for ((i = 1; i < COMP_CWORD; i++)); do\n    case ${COMP_WORDS[i]} in -*) ;; *) if ((i == 1)); then cmd=${COMP_WORDS[i]}; fi; break ;; esac\n  done\n")
	fmt.Fprintf(&b, "  if ((COMP_CWORD == 1)) && [[ $cur != -* ]]; then\n    COMPREPLY=($(compgen -W %s -- \"$cur\"))\n    return\n  fi\n", quote(strings.Join(names, " ")))
	b.WriteString("  case $cmd in\n")
	for _, w := range all {
		fmt.Fprintf(&b, "  %s)\n    case $prev in\n", w.name)
		var flags []string
		for _, fl := range w.flags {
			flags = append(flags, "--"+fl.name)
			switch {
			case fl.values != nil:
				fmt.Fprintf(&b, "    -%s|--%s) COMPREPLY=($(compgen -W %s -- \"$cur\")); return ;;\n", fl.name, fl.name, quote(strings.Join(fl.values, " ")))
			case fl.takesValue:
				fmt.Fprintf(&b, "    -%s|--%s) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n", fl.name, fl.name)
			}
		}
		fmt.Fprintf(&b, "    esac\n    flags=%s values=%s ;;\n", quote(strings.Join(flags, " ")), quote(strings.Join(w.values, " ")))
	}
	b.WriteString("  esac\n  if [[ $cur == -* ]]; then\n    COMPREPLY=($(compgen -W \"$flags\" -- \"$cur\"))\n")
	b.WriteString("  elif [[ -n $values ]] && ((COMP_CWORD == 2)); then\n    COMPREPLY=($(compgen -W \"$values\" -- \"$cur\"))\n")
	fmt.Fprintf(&b, "  else\n    COMPREPLY=($(compgen -f -- \"$cur\"))\n  fi\n}\ncomplete -o filenames -F %s %s\n", f, p.Name)
	_, err := io.WriteString(out, b.String())
	return err
}

// zshText escapes what _arguments and _describe give a meaning to.
func zshText(text string) string {
	return strings.NewReplacer(`\`, `\\`, ":", `\:`, "[", `\[`, "]", `\]`, "'", `'\''`).Replace(text)
}

func zsh(out io.Writer, p *Program) error {
	var b strings.Builder
	all := words(p)
	fmt.Fprintf(&b, "#compdef %s\n# completion of %s for zsh\n_%s() {\n  local -a commands\n  commands=(\n", p.Name, p.Name, p.Name)
	for _, w := range all {
		fmt.Fprintf(&b, "    '%s:%s'\n", w.name, zshText(w.help))
	}
	fmt.Fprintf(&b, "  )\n  local cmd=%s\n", p.Default)
	b.WriteString("  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n    _describe command commands\n    return\n  fi\n")
	b.WriteString("  if [[ $words[2] != -* ]]; then\n    cmd=$words[2]\n    shift words\n    (( CURRENT-- ))\n  fi\n  case $cmd in\n")
	for _, w := range all {
		fmt.Fprintf(&b, "  %s)\n    _arguments", w.name)
		for _, fl := range w.flags {
			value := ""
			switch {
			case fl.values != nil:
				value = fmt.Sprintf(":%s:(%s)", fl.name, strings.Join(fl.values, " "))
			case fl.takesValue:
				value = fmt.Sprintf(":%s:_files", fl.name)
			}
			fmt.Fprintf(&b, " \\\n      '--%s[%s]%s'", fl.name, zshText(fl.help), value)
		}
		if w.values != nil {
			fmt.Fprintf(&b, " \\\n      '1:word:(%s)'", strings.Join(w.values, " "))
		}
		b.WriteString(" \\\n      '*:file:_files'\n    ;;\n")
	}
	fmt.Fprintf(&b, "  esac\n}\ncompdef _%s %s\n", p.Name, p.Name)
	_, err := io.WriteString(out, b.String())
	return err
}

func fish(out io.Writer, p *Program) error {
	var b strings.Builder
	all := words(p)
	fmt.Fprintf(&b, "# completion of %s for fish\n", p.Name)
	for _, w := range all {
		fmt.Fprintf(&b, "complete -c %s -n __fish_use_subcommand -f -a %s -d %s\n", p.Name, w.name, fishQuote(w.help))
	}
	for _, w := range all {
		condition := "__fish_seen_subcommand_from " + w.name
		if w.name == p.Default {
			condition += "; or __fish_use_subcommand"
		}
		for _, fl := range w.flags {
			fmt.Fprintf(&b, "complete -c %s -n %s -l %s -d %s", p.Name, fishQuote(condition), fl.name, fishQuote(fl.help))
			switch {
			case fl.values != nil:
				fmt.Fprintf(&b, " -x -a %s", fishQuote(strings.Join(fl.values, " ")))
			case fl.takesValue:
				b.WriteString(" -r")
			}
			b.WriteByte('\n')
		}
		if w.values != nil {
			fmt.Fprintf(&b, "complete -c %s -n %s -f -a %s\n", p.Name, fishQuote(condition), fishQuote(strings.Join(w.values, " ")))
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func fishQuote(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}
