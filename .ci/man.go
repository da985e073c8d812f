//go:build ignore

// Man writes man pages of a program and of its commands, made of what their help says.
//
//	go run .ci/man.go PROGRAM FOLDER
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "man: want a program and a folder")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "man:", err)
		os.Exit(1)
	}
}

// command is a line of the list of commands in a help.
var command = regexp.MustCompile(`(?m)^  ([a-z][\w-]*) +\S`)

// write writes the page of a command, given by its words after the program, and of all below it.
func write(program, folder string, words ...string) error {
	help, err := exec.Command(program, append([]string{"help"}, words...)...).Output()
	if err != nil {
		return fmt.Errorf("%s help %s: %w", program, strings.Join(words, " "), err)
	}
	name := strings.Join(append([]string{"sargon"}, words...), "-")
	text, err := page(name, string(help))
	if err != nil {
		return fmt.Errorf("help of %s: %w", name, err)
	}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // there is that level
	_, _ = z.Write([]byte(text))                               // to memory
	_ = z.Close()
	if err := os.WriteFile(filepath.Join(folder, name+".1.gz"), packed.Bytes(), 0o644); err != nil {
		return err
	}
	_, commands, _ := strings.Cut(string(help), "\nCommands:\n")
	commands, _, _ = strings.Cut(commands, "\n\n")
	for _, m := range command.FindAllStringSubmatch(commands, -1) {
		if m[1] == "help" || slices.Equal(words, []string{"spec"}) || slices.Equal(words, []string{"completion"}) {
			continue
		}
		if err := write(program, folder, append(words[:len(words):len(words)], m[1])...); err != nil {
			return err
		}
	}
	return nil
}

// page makes a man page of a help. Paragraphs that begin at the margin are filled; what is indented
// stays line by line. A line that ends in a colon at the margin, with indented lines after it, heads
// a section.
func page(name, help string) (string, error) {
	first, rest, _ := strings.Cut(strings.TrimSpace(help), "\n\n")
	about := first
	if _, after, ok := strings.Cut(first, ": "); ok {
		about = after
	}
	usage := regexp.MustCompile(`(?m)^Usage: (.*)$`).FindStringSubmatch(help)
	if usage == nil {
		return "", errors.New("it has no line Usage:")
	}
	var b strings.Builder
	about = strings.Join(strings.Fields(about), " ")
	if i := strings.Index(about, ". "); i > 0 {
		about = about[:i]
	}
	fmt.Fprintf(&b, ".TH %s 1\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n%s\n.SH DESCRIPTION\n",
		strings.ToUpper(name), name, escape(about), escape(usage[1]))
	body := rest
	if name == "sargon" {
		body = help
	}
	verbatim := false
	for line := range strings.SplitSeq(body, "\n") {
		indented := strings.HasPrefix(line, " ")
		if indented != verbatim && line != "" {
			b.WriteString(map[bool]string{true: ".nf\n", false: ".fi\n"}[indented])
			verbatim = indented
		}
		switch {
		case strings.HasPrefix(line, "Usage: "):
		case line == "":
			b.WriteString(".PP\n")
		case heads.MatchString(line):
			fmt.Fprintf(&b, ".SH %s\n", strings.ToUpper(strings.TrimSuffix(line, ":")))
		default:
			b.WriteString(escape(line) + "\n")
		}
	}
	if verbatim {
		b.WriteString(".fi\n")
	}
	return b.String(), nil
}

var heads = regexp.MustCompile(`^(Flags|Commands|To begin with|[A-Z]\w* flags):$`)

// escape writes a line so that troff shows it as it is.
func escape(line string) string {
	line = strings.NewReplacer(`\`, `\e`, `-`, `\-`).Replace(line)
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		line = `\&` + line
	}
	return line
}
