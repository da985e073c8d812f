package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"sargon78/cmd/sargon/internal/cli"
)

// Answers are graded from a file, from standard input, or by asking an engine; the status says
// whether all are right.
func TestKitCheck(t *testing.T) {
	t.Parallel()
	right := `{"id":1,"CKFLG":"00"}`
	const verdict = "all 1 answers are right\n"
	assert.Contains(t, ok(t, right, "kit", "check", "-"), verdict)
	file := write(t, filepath.Join(t.TempDir(), "answers.jsonl"), right)
	assert.Contains(t, ok(t, "", "kit", "check", file), verdict)
	assert.Contains(t, ok(t, "", "kit", "check", "--engine", "sets", "--to", "1"), "level 1 exact; ")

	assert.Contains(t, fails(t, cli.ExitFailure, "", `{"id":1,"CKFLG":"01"}`, "kit", "check", "-"),
		"case 1: CKFLG is 01, want 00\n")
	assert.Contains(t, fails(t, cli.ExitFailure, "", "", "kit", "check", "-"), "nothing was answered\n")

	for _, args := range [][]string{
		{"kit"}, {"kit", "check"}, {"kit", "check", "a", "b"}, {"kit", "check", "-", "--engine", "sets"},
		{"kit", "check", "--engine", "nobody"},
	} {
		status, _, errs := run(t, "", args...)
		assert.Equal(t, cli.ExitUsage, status, args)
		assert.NotEmpty(t, errs)
	}
}
