//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// asked are lines, and what a shell must offer for the word that is being typed there, and what
// it must not.
var asked = []struct{ line, has, hasNot string }{
	{"sargon ", "replay", "theme"},
	{"sargon re", "record replay", "play"},
	{"sargon play --th", "--theme", "--level"},
	{"sargon play --theme ", "paper contrast", "game.pgn"},
	{"sargon play --engine ", "rom 10x12 0x88 sets", "game.pgn"},
	{"sargon play --level ", "1 6", "game.pgn"},
	{"sargon --glyphs ", "auto braille", "game.pgn"},
	{"sargon play --pgn ", "game.pgn", "notes.txt"},
	{"sargon play --fen ", "", "game.pgn notes.txt"},
	{"sargon replay ", "game.pgn", "notes.txt"},
	{"sargon analyze --engine ", "sets", "notes.txt"},
	{"sargon rom ", "info check", "notes.txt"},
	{"sargon rom check ", "notes.txt", "info"},
	{"sargon compare ", "merge repro serve", ""},
	{"sargon config ", "init", "notes.txt"},
	{"sargon glyphs ", "sextant ascii", "notes.txt"},
	{"sargon spec ", "engine z80", "notes.txt"},
	{"sargon site ", "folder", "notes.txt"},
	{"sargon help ", "verify", "notes.txt"},
	{"sargon completion ", "bash zsh fish", "notes.txt"},
}

// shell finds a shell, and a folder with the script for it and some files.
func shell(t *testing.T, name string) (path, dir string) {
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("COMPLETION NOT TESTED: there is no %s here", name)
	}
	dir = t.TempDir()
	write(t, filepath.Join(dir, "game.pgn"), "1. e4 *\n")
	write(t, filepath.Join(dir, "notes.txt"), "notes\n")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "folder"), 0o755))
	script := ok(t, "", "completion", name)
	write(t, filepath.Join(t.TempDir(), "script"), script)
	return path, dir
}

// offers checks what a shell offers.
func offers(t *testing.T, line, offered, has, hasNot string) {
	t.Helper()
	words := strings.Fields(offered)
	for i, word := range words {
		words[i] = strings.TrimSuffix(word, "/")
	}
	for _, want := range strings.Fields(has) {
		assert.Contains(t, words, want, line)
	}
	for _, not := range strings.Fields(hasNot) {
		assert.NotContains(t, words, not, line)
	}
}

func inFolder(t *testing.T, dir, path string, args ...string) string {
	t.Helper()
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir+"/.config", "TERM=dumb")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

func TestCompletionOfBash(t *testing.T) {
	path, dir := shell(t, "bash")
	script := write(t, filepath.Join(t.TempDir(), "sargon.bash"), ok(t, "", "completion", "bash"))
	const ask = `source "$0"; read -ra COMP_WORDS <<<"$1"; [[ $1 == *' ' ]] && COMP_WORDS+=('')
		COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _sargon; printf '%s\n' "${COMPREPLY[@]}"`
	for _, a := range asked {
		offers(t, a.line, inFolder(t, dir, path, "--norc", "-c", ask, script, a.line), a.has, a.hasNot)
	}
	// bash cuts words at the sign of equality.
	const equals = `source "$0"; COMP_WORDS=(sargon play --theme = am); COMP_CWORD=4; _sargon
		echo "${COMPREPLY[@]}"`
	assert.Equal(t, "amber\n", inFolder(t, dir, path, "--norc", "-c", equals, script))
}

func TestCompletionOfFish(t *testing.T) {
	path, dir := shell(t, "fish")
	script := write(t, filepath.Join(t.TempDir(), "sargon.fish"), ok(t, "", "completion", "fish"))
	for _, a := range asked {
		out := inFolder(t, dir, path, "--no-config", "-c",
			"source "+script+"; complete -C '"+a.line+"' | string replace -r '\\t.*' ''; true")
		offers(t, a.line, out, a.has, a.hasNot)
	}
}

// zsh completes at its prompt only, so it gets a terminal. What it offers is captured where it
// adds it.
func TestCompletionOfZsh(t *testing.T) {
	path, dir := shell(t, "zsh")
	script := write(t, filepath.Join(t.TempDir(), "sargon.zsh"), ok(t, "", "completion", "zsh"))
	const capture = `
zmodload zsh/zpty zsh/zselect
ask() {
  zpty z zsh -f -i
  zpty -w z "cd $PWD; autoload -Uz compinit; compinit -u -d $HOME/dump; source $SCRIPT"
  zpty -w z 'zstyle ":completion:*" list-prompt ""; zstyle ":completion:*" menu no; LISTMAX=1000; PS1=; unsetopt beep list_beep'
  zpty -w z 'compadd() { local -a found; builtin compadd -O found "$@"; print -r -- "OFFERED ${found[*]}" >> $HOME/offered; builtin compadd "$@"; }'
  zpty -w z 'print READY''NOW'
  local line=
  while [[ $line != *READYNOW* ]]; do zpty -r z line; done
  : > $HOME/offered
  zpty -w -n z "$1"$'\t'
  for try in {1..30}; do # keys typed ahead would end the completion
    [[ -s $HOME/offered ]] && break
    zselect -t 10
  done
  zpty -w -n z $'\C-u'
  zpty -w z 'print DONE''NOW'
  while [[ $line != *DONENOW* ]]; do zpty -r z line; done
  zpty -d z
  cat $HOME/offered
}
ask "$1"
`
	t.Setenv("SCRIPT", script)
	for _, a := range asked {
		out := inFolder(t, dir, path, "-f", "-c", capture, "zsh", a.line)
		offers(t, a.line, strings.ReplaceAll(out, "OFFERED", ""), a.has, a.hasNot)
	}
}
