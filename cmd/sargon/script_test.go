package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/emulated/program/programtest"
	"sargon78/sargon/must"
)

// call is a command that a reader types, with its expected output. The pages of the specification show
// calls, and the files of testdata/dialogues consist of them:
//
//	$ sargon perft 3    a command that succeeds; after $1 and $2, one that ends with that exit status
//	> e2e4              a line for its standard input
//	8902                a part of its standard output; the parts come in this order
//	! depth 3           a part of its standard error
//	~ warning           a text that it must not write
//	= \d+ moves?        a regular expression for its standard output
//
// (*call).of has the other commands. In commands HOME is the folder with settings and games; a * stands
// for files. Commands that ask nothing are tested in testdata/script: see TestScripts.
type call struct {
	command    string
	status     int
	typed      []string
	shown      []string
	complaints []string
	absent     []string
	matching   []string
	errs       string // the standard error of the command, when it has ended
}

// anyStatus is for a call on a page, which does not show its exit status.
const anyStatus = -1

var commandLine = regexp.MustCompile(`^\$(\d?) (.*)$`)

// callsIn returns the calls of a script.
func callsIn(script string) (all []*call) {
	c := new(call)
	for line := range strings.SplitSeq(strings.ReplaceAll(script, " \\\n", " "), "\n") {
		line = strings.TrimRight(line, " ")
		if m := commandLine.FindStringSubmatch(line); m != nil {
			c = &call{command: m[2]}
			c.status, _ = strconv.Atoi(m[1])
			all = append(all, c)
			continue
		}
		to := &c.shown
		if len(line) > 1 && line[1] == ' ' || line == ">" {
			list, isMarked := map[byte]*[]string{'>': &c.typed, '!': &c.complaints, '~': &c.absent,
				'=': &c.matching}[line[0]]
			if isMarked {
				to, line = list, strings.TrimPrefix(line[1:], " ")
			}
		}
		*to = append(*to, line)
	}
	return all
}

// blank stands for a blank in the name of a folder.
const blank = "\x00"

// words splits a command line as a shell does.
func words(line string) (list []string) {
	word := regexp.MustCompile(`(?:[^\s"']|"[^"]*"|'[^']*')+`)
	for _, w := range word.FindAllString(line, -1) {
		outer := regexp.MustCompile(`"([^"]*)"|'([^']*)'`)
		list = append(list, strings.ReplaceAll(outer.ReplaceAllString(w, "$1$2"), blank, " "))
	}
	return list
}

// withFiles replaces words with a * by the names of files.
func withFiles(args []string) (all []string) {
	for _, word := range args {
		if files, err := filepath.Glob(word); err == nil && len(files) > 0 {
			all = append(all, files...)
		} else {
			all = append(all, word)
		}
	}
	return all
}

// of runs a command: sargon, or one for files.
func (c *call) of(t *testing.T, args []string) (status int, out, errs string) {
	t.Helper()
	typed := strings.Join(c.typed, "\n") + "\n"
	switch args[0] {
	case "sargon":
		return run(t, strings.TrimPrefix(typed, "\n"), args[1:]...)
	case "cat": // one or more files
		for _, file := range args[1:] {
			out += read(t, file)
		}
	case "write": // a file of the lines that are typed
		require.NoError(t, os.MkdirAll(filepath.Dir(args[1]), 0o755))
		write(t, args[1], typed)
	case "rm":
		require.NoError(t, os.RemoveAll(args[1]))
	case "change": // replaces the text of the first typed line in a file by the other typed lines
		change(t, args[1], c.typed[0], strings.Join(c.typed[1:], "\n"))
	case "copy-rom": // writes a ROM image with another dialogue into a new folder
		require.NoError(t, os.CopyFS(args[1], os.DirFS(filepath.Dir(programtest.OtherROM(t)))))
	default:
		t.Fatalf("%s: there is no such command here", args[0])
	}
	return 0, out, ""
}

// name replaces a word by a folder, which may have blanks in its name.
func (c *call) name(word, folder string) {
	c.command = strings.ReplaceAll(c.command, word, strings.ReplaceAll(folder, " ", blank))
	for _, lines := range [][]string{c.typed, c.shown, c.complaints, c.absent, c.matching} {
		for i := range lines {
			lines[i] = strings.ReplaceAll(lines[i], word, folder)
		}
	}
}

// do runs the call in this folder, and checks its output and exit status.
func (c *call) do(t *testing.T) {
	t.Helper()
	status, out, errs := c.of(t, withFiles(words(c.command)))
	c.errs = errs
	isWell := says(t, out, c.shown...) && says(t, errs, c.complaints...)
	if c.status != anyStatus {
		isWell = assert.Equal(t, c.status, status, "exit status") && isWell
	}
	for _, expression := range c.matching {
		isWell = assert.Regexp(t, "(?m)"+expression, out) && isWell
	}
	for _, text := range c.absent {
		isWell = assert.NotContains(t, out+errs, text) && isWell
	}
	if !isWell {
		t.Fatalf("$ %s\n%s%s", c.command, out, errs)
	}
}

// TestDialogues plays testdata/dialogues: what a user types at a command that asks, and what it must
// write, in that order. Each part, below ==, begins in an empty folder, with no game and no settings.
func TestDialogues(t *testing.T) {
	files := must.Have(filepath.Glob("testdata/dialogues/*.txt"))
	require.NotEmpty(t, files)
	for _, file := range files {
		parts := strings.Split("\n"+read(t, file), "\n== ")[1:]
		require.NotEmpty(t, parts, file)
		for _, part := range parts {
			name, script, _ := strings.Cut(part, "\n")
			t.Run(fmt.Sprintf("%s: %s", filepath.Base(file), name), func(t *testing.T) {
				p := atHome(t)
				t.Chdir(p.dir)
				for _, c := range callsIn(script) {
					c.name("HOME", p.dir)
					c.do(t)
				}
			})
		}
	}
}
