package main

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// What the shells ask for, and what they must be offered, as cobra writes it: words, and then what
// else they may offer (:0 files, :4 nothing, :8 files that end so, :16 folders).
func TestCompletionOfWords(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"":                     "replay :4",
		"re":                   "record replay :4",
		"play --th":            "--theme :4",
		"play -th":             "--theme :4",
		"play --theme ":        "paper contrast :4",
		"play --theme=am":      "amber :4",
		"play --engine ":       "rom 10x12 0x88 sets :4",
		"play --level ":        "1 6 :4",
		"--glyphs ":            "auto quadrant :4",
		"play --pgn ":          "pgn :8",
		"play --fen ":          ":4",
		"replay ":              "pgn :8",
		"analyze --engine ":    "sets :4",
		"verify ":              ":0",
		"rom ":                 "info check :4",
		"rom check ":           ":0",
		"rom check --symbols ": ":0",
		"config ":              "init :4",
		"compare ":             "merge repro serve :0",
		"spec ":                "engine z80 :4",
		"site ":                ":16",
		"help ":                "verify :4",
		"help rom ":            "asm :4",
		"help comp":            "compare completion :4",
		"--resu":               "--resume :4",
		"completion ":          "bash zsh fish powershell :4",
	} {
		words := strings.Fields(line)
		if line == "" || strings.HasSuffix(line, " ") {
			words = append(words, "")
		}
		var offered []string
		for line := range strings.Lines(ok(t, "", append([]string{"__complete"}, words...)...)) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			offered = append(offered, word)
		}
		assert.Subset(t, offered, strings.Fields(want), "%s", line)
		assert.NotContains(t, offered, "core", "%s: it is gone", line)
	}
}

func TestEveryShellHasAScript(t *testing.T) {
	t.Parallel()
	for shell, want := range map[string]string{
		"bash": "complete -o default -F __start_sargon sargon", "zsh": "#compdef sargon",
		"fish": "complete -c sargon", "powershell": "Register-ArgumentCompleter -CommandName 'sargon'",
	} {
		script := ok(t, "", "completion", shell)
		assert.Contains(t, script, want)
		path, err := exec.LookPath(shell)
		if err != nil || shell == "powershell" || runtime.GOOS == "windows" {
			continue
		}
		file := write(t, filepath.Join(t.TempDir(), "script"), script)
		out, err := exec.Command(path, "-n", file).CombinedOutput() // it only reads it
		assert.NoError(t, err, "%s: %s", shell, out)
	}
}
