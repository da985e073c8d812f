package cli

import (
	"flag"
	"io"
	"regexp"
	"strings"
	"text/template"
)

// Completions write scripts that make a shell complete the words of a program, by the name
// of the shell. All is taken from the commands themselves: their names, their flags, and the
// values of flags and arguments that are written as a choice, like screen|board. Other
// values are files.
var Completions = map[string]func(io.Writer, *Program) error{
	"bash": writer(bashScript), "zsh": writer(zshScript), "fish": writer(fishScript),
}

// word is a command, with what may follow it.
type word struct {
	Name, Help string
	Flags      []flagWord
	Values     []string // of its first argument
	Default    bool     // it may be left out
}

type flagWord struct {
	Name, Help string
	File       bool // its value is a file
	Values     []string
}

// words takes a program apart.
func words(p *Program) []word {
	var all []word
	for _, c := range p.Commands {
		first, _, _ := strings.Cut(c.Args, " ")
		w := word{
			Name: c.Name, Help: c.Short, Values: choice(strings.Trim(first, "[]")),
			Default: c.Name == p.Default,
		}
		for _, f := range Flags(c) {
			value, usage := usageOf(f)
			help, _, _ := strings.Cut(usage, "\n")
			values := choice(value)
			w.Flags = append(w.Flags, flagWord{f.Name, help, value != "" && values == nil, values})
		}
		all = append(all, w)
	}
	return append(all, word{Name: "help", Help: "how a command is used", Values: p.names()})
}

// usageOf returns how the value of a flag is written, empty if it has none, and what the flag
// is for, without the values of a choice.
func usageOf(f *flag.Flag) (value, text string) {
	value, text = flag.UnquoteUsage(f)
	if choice(value) != nil {
		text = strings.TrimSpace(strings.TrimPrefix(text, value))
	}
	return value, text
}

var choicePattern = regexp.MustCompile(`^[\w.:+-]+(\|[\w.:+-]+)+$`)

// choice returns the words of a|b|c, nil for anything else.
func choice(text string) []string {
	if !choicePattern.MatchString(text) {
		return nil
	}
	return strings.Split(text, "|")
}

// writer returns what fills in a script.
func writer(script string) func(io.Writer, *Program) error {
	t := template.Must(template.New("").Funcs(template.FuncMap{
		"join": func(words []string) string { return strings.Join(words, " ") },
		"sh":   func(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" },
		"zsh":  zshEscapes.Replace,
		"fish": func(text string) string { return "'" + fishEscapes.Replace(text) + "'" },
	}).Parse(script))
	return func(out io.Writer, p *Program) error {
		return t.Execute(out, map[string]any{
			"Name": p.Name, "Default": p.Default, "Words": words(p), "Names": append(p.names(), "help"),
		})
	}
}

// What the shells give a meaning to, zsh in the words of _arguments and _describe.
var (
	zshEscapes  = strings.NewReplacer(`\`, `\\`, ":", `\:`, "[", `\[`, "]", `\]`, "'", `'\''`)
	fishEscapes = strings.NewReplacer(`\`, `\\`, "'", `\'`)
)

const bashScript = `# completion of {{.Name}} for bash
_{{.Name}}() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} cmd={{sh .Default}}
  local flags= values=
  COMPREPLY=()
  if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} != -* ]]; then cmd=${COMP_WORDS[1]}; fi
  if ((COMP_CWORD == 1)) && [[ $cur != -* ]]; then
    COMPREPLY=($(compgen -W {{sh (join .Names)}} -- "$cur"))
    return
  fi
  case $cmd in
{{- range .Words}}
  {{.Name}})
    case $prev in
{{- range .Flags}}
  {{- if .Values}}
    -{{.Name}}|--{{.Name}}) COMPREPLY=($(compgen -W {{sh (join .Values)}} -- "$cur")); return ;;
  {{- else if .File}}
    -{{.Name}}|--{{.Name}}) COMPREPLY=($(compgen -f -- "$cur")); return ;;
  {{- end}}
{{- end}}
    esac
    flags='{{range .Flags}}--{{.Name}} {{end}}' values={{sh (join .Values)}} ;;
{{- end}}
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$cur"))
  elif [[ -n $values ]] && ((COMP_CWORD == 2)); then
    COMPREPLY=($(compgen -W "$values" -- "$cur"))
  else
    COMPREPLY=($(compgen -f -- "$cur"))
  fi
}
complete -o filenames -F _{{.Name}} {{.Name}}
`

const zshScript = `#compdef {{.Name}}
# completion of {{.Name}} for zsh
_{{.Name}}() {
  local -a commands
  commands=(
{{- range .Words}}
    '{{.Name}}:{{zsh .Help}}'
{{- end}}
  )
  local cmd={{.Default}}
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _describe command commands
    return
  fi
  if [[ $words[2] != -* ]]; then
    cmd=$words[2]
    shift words
    (( CURRENT-- ))
  fi
  case $cmd in
{{- range .Words}}
  {{.Name}})
    _arguments
  {{- range .Flags}} \
      '--{{.Name}}[{{zsh .Help}}]
    {{- if .Values}}:{{.Name}}:({{join .Values}}){{else if .File}}:{{.Name}}:_files{{end}}'
  {{- end}}
  {{- if .Values}} \
      '1:word:({{join .Values}})'
  {{- end}} \
      '*:file:_files'
    ;;
{{- end}}
  esac
}
compdef _{{.Name}} {{.Name}}
`

const fishScript = `# completion of {{.Name}} for fish
{{- $program := .Name}}
{{- range .Words}}
complete -c {{$program}} -n __fish_use_subcommand -f -a {{.Name}} -d {{fish .Help}}
{{- end}}
{{- range .Words}}
  {{- $when := printf "__fish_seen_subcommand_from %s" .Name}}
  {{- if .Default}}{{$when = printf "%s; or __fish_use_subcommand" $when}}{{end}}
  {{- range .Flags}}
complete -c {{$program}} -n {{fish $when}} -l {{.Name}} -d {{fish .Help}}
    {{- if .Values}} -x -a {{fish (join .Values)}}{{else if .File}} -r{{end}}
  {{- end}}
  {{- if .Values}}
complete -c {{$program}} -n {{fish $when}} -f -a {{fish (join .Values)}}
  {{- end}}
{{- end}}
`
