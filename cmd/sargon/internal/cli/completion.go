package cli

import (
	"flag"
	"io"
	"regexp"
	"strings"
	"text/template"
)

// Completions write scripts that make a shell complete the words of a program, by the name
// of the shell. All is taken from the commands themselves: their names, their flags, and how
// the values of flags and arguments are written. Choices like screen|board and words in small
// letters stand for themselves; file is any file, file.pgn one that ends so, folder and
// directory are folders; of arguments FILE, FILE.pgn and DIR. All else only the person knows.
var Completions = map[string]func(io.Writer, *Program) error{
	"bash": writer(bashScript), "zsh": writer(zshScript), "fish": writer(fishScript),
}

// word is a command, with what may follow it.
type word struct {
	Name, Help string
	Flags      []flagWord
	Values     []string // of its first argument
	Arg        value    // of the others
	Default    bool     // it may be left out
}

type flagWord struct {
	Name, Help string
	Takes      bool // a value
	value
}

// value says what can stand in a place: one of some words, a file, or a folder.
type value struct {
	Values []string
	File   bool
	Suffix string // of the file, if it must have one
	Dir    bool
}

var fileName = regexp.MustCompile(`^(?i:file)(\.\w+)?…?$`)

// valueOf reads how a value is written.
func valueOf(text string) (v value) {
	v.Values = choice(text)
	if m := fileName.FindStringSubmatch(text); m != nil {
		v.File, v.Suffix = true, m[1]
	}
	v.Dir = text == "folder" || text == "directory" || text == "DIR"
	return v
}

// words takes a program apart.
func words(p *Program) []word {
	var all []word
	for _, c := range p.Commands {
		w := word{Name: c.Name, Help: c.Short, Default: c.Name == p.Default}
		w.Values, w.Arg = arguments(c.Args)
		for _, f := range Flags(c) {
			text, usage := usageOf(f)
			help, _, _ := strings.Cut(usage, "\n")
			w.Flags = append(w.Flags, flagWord{f.Name, help, text != "", valueOf(text)})
		}
		all = append(all, w)
	}
	return append(all, word{Name: "help", Help: "how a command is used", Values: p.names()})
}

// arguments reads how the arguments of a command are written: words that may come first, and
// what the others are.
func arguments(text string) (first []string, others value) {
	for alternative := range strings.SplitSeq(text, " | ") {
		for i, part := range strings.Fields(alternative) {
			part = strings.Trim(part, "[]")
			v := valueOf(part)
			switch {
			case i == 0 && v.Values != nil:
				first = append(first, v.Values...)
			case i == 0 && part == strings.ToLower(part):
				first = append(first, part)
			case v.File || v.Dir:
				others = v
			}
		}
	}
	return first, others
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
  local flags= values= arg=
  COMPREPLY=()
  if [[ $cur == '=' ]]; then cur=; elif [[ $prev == '=' ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
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
  {{- if .Takes}}
    -{{.Name}}|--{{.Name}}) COMPREPLY=({{template "value" .}}); return ;;
  {{- end}}
{{- end}}
    esac
    flags='{{range .Flags}}--{{.Name}} {{end}}' values={{sh (join .Values)}}
    if [[ $cur == -* ]]; then
      COMPREPLY=($(compgen -W "$flags" -- "$cur"))
    elif [[ -n $values ]] && ((COMP_CWORD == 2)); then
      COMPREPLY=($(compgen -W "$values" -- "$cur"))
{{- if or .Arg.File .Arg.Dir}}
    else
      COMPREPLY=({{template "value" .Arg}})
{{- end}}
    fi ;;
{{- end}}
  esac
}
complete -o filenames -F _{{.Name}} {{.Name}}
{{define "value"}}
  {{- if .Values}}$(compgen -W {{sh (join .Values)}} -- "$cur")
  {{- else if .Suffix}}$(compgen -d -- "$cur"; compgen -f -X '!*{{.Suffix}}' -- "$cur")
  {{- else if .File}}$(compgen -f -- "$cur")
  {{- else if .Dir}}$(compgen -d -- "$cur")
  {{- end}}
{{- end}}`

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
      '--{{.Name}}{{if .Takes}}={{end}}[{{zsh .Help}}]{{if .Takes}}:{{.Name}}:{{template "value" .}}{{end}}'
  {{- end}}
  {{- if .Values}} \
      '1:word:({{join .Values}})'
  {{- end}}
  {{- if or .Arg.File .Arg.Dir}} \
      '*:file:{{template "value" .Arg}}'
  {{- end}}
    ;;
{{- end}}
  esac
}
compdef _{{.Name}} {{.Name}}
{{define "value"}}
  {{- if .Values}}({{join .Values}})
  {{- else if .Suffix}}_files -g "*{{.Suffix}}"
  {{- else if .File}}_files
  {{- else if .Dir}}_files -/
  {{- else}} {{end}}
{{- end}}`

const fishScript = `# completion of {{.Name}} for fish
{{- $program := .Name}}
function __{{.Name}}_first
  test (count (commandline -opc)) -eq 2
end
complete -c {{$program}} -f
{{- range .Words}}
complete -c {{$program}} -n __fish_use_subcommand -a {{.Name}} -d {{fish .Help}}
{{- end}}
{{- range .Words}}
  {{- $when := printf "__fish_seen_subcommand_from %s" .Name}}
  {{- if .Default}}{{$when = printf "%s; or __fish_use_subcommand" $when}}{{end}}
  {{- range .Flags}}
complete -c {{$program}} -n {{fish $when}} -l {{.Name}} -d {{fish .Help}}
    {{- if .Takes}}{{template "value" .}}{{end}}
  {{- end}}
  {{- if .Values}}
complete -c {{$program}} -n {{fish (printf "%s; and __%s_first" $when $program)}} -a {{fish (join .Values)}}
  {{- end}}
  {{- if or .Arg.File .Arg.Dir}}
    {{- if .Values}}{{$when = printf "%s; and not __%s_first" $when $program}}{{end}}
complete -c {{$program}} -n {{fish $when}}{{template "value" .Arg}}
  {{- end}}
{{- end}}
{{define "value"}}
  {{- if .Values}} -x -a {{fish (join .Values)}}
  {{- else if .Suffix}} -x -a '(__fish_complete_path (commandline -ct) | string replace -r "\t.*" "" | string match -r ".*(?:/|[.]{{slice .Suffix 1}})\$")'
  {{- else if .File}} -r -F
  {{- else if .Dir}} -x -a '(__fish_complete_directories)'
  {{- else}} -x{{end}}
{{- end}}`
