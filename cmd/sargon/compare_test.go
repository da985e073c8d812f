package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/must"
)

// Without --seed, compare draws a random seed and prints it.
func TestSeedIsPrinted(t *testing.T) {
	call := strings.Fields("compare --engines 10x12,0x88 --cases 8 --at-least 1")
	first, second := ok(t, "", call...), ok(t, "", call...)
	assert.Regexp(t, `again .* --seed \d+ --at-least 1`, first)
	assert.NotEqual(t, first, second)
}

// compare runs an external engine by the line protocol. The subcommand serve is such an engine.
func TestServeAndExec(t *testing.T) {
	t.Setenv(asProgram, "1")
	command := fmt.Sprintf(`exec:"%s" compare serve --engines 0x88`, os.Args[0])
	status, out, errs := run(t, "", "compare", "--engines", "10x12", "--engines", command, "--seed", "3",
		"--cases", "40")
	assert.Zero(t, status, out)
	assert.Empty(t, errs, "no progress in a pipe")
	has(t, out, "; 0x88 "+buildVersion(), "--engines 10x12 --engines 'exec:")
}

// The commands in the files for clusters have valid flags.
func TestCommandsForClusters(t *testing.T) {
	t.Parallel()
	files := must.Have(filepath.Glob("../../compare/deploy/*"))
	found := 0
	command := regexp.MustCompile(`sargon compare((?:\s+--\S+ [^-\s;]\S*|\s+--json)+)`)
	for _, file := range files {
		joined := strings.ReplaceAll(read(t, file), "\\\n", " ")
		joined = regexp.MustCompile(`\$\{\{[^}]*}}|\$\w+|\{}`).ReplaceAllString(joined, "3")
		for _, m := range command.FindAllStringSubmatch(joined, -1) {
			fs := compareCommand().Flags()
			words := strings.Fields(strings.NewReplacer(`"`, "", `'`, "").Replace(m[1]))
			require.NoError(t, fs.Parse(words), file)
			assert.Empty(t, fs.Args(), file)
			assert.NotEmpty(t, fs.Lookup("shard").Value.String(), "%s: %q", file, m[1])
			assert.True(t, fs.Changed("seed"), file)
			found++
		}
	}
	assert.Equal(t, 4, found)
}
