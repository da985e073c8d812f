package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A package with faults of all kinds, planted at once: each number does its own, and no other.
func TestSchemata(t *testing.T) {
	root := t.TempDir()
	file := func(name, text string) {
		name = filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	file("go.mod", "module sargon78\n\ngo 1.25\n")
	file("small/small.go", `package small

const width = 10

const area = width * width

var table = [3]uint8{7, 255, 9}

func Values() (all []int) {
	all = append(all, width, area, int(table[0]), int(table[1]), int(table[2]))
	sum := 0
	for i := 0; i < 4; i++ {
		if i == 2 {
			continue
		}
		sum += i
	}
	negative := -sum
	return append(all, sum, negative)
}
`)
	file("main.go", `package main

import (
	"fmt"

	"sargon78/small"
)

func main() { fmt.Println(small.Values()) }
`)
	s, err := newSchemata(t.Context(), root, "small", func(string) bool { return true })
	require.NoError(t, err)
	bin := filepath.Join(root, "small.bin")
	require.NoError(t, s.build(t.Context(), root, t.TempDir(), ".", bin))
	says := func(number string) string {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		call := exec.CommandContext(ctx, bin)
		call.Env = append(os.Environ(), mutantVariable+"="+number)
		said, err := call.Output()
		require.NoError(t, err)
		return strings.TrimSpace(string(said))
	}
	const right = "[10 100 7 255 9 4 -4]"
	assert.Equal(t, right, says("0"))
	want := map[string]string{
		"const width = 10 → const width = 11":                               "[11 121 7 255 9 4 -4]",
		"const area = width * width → const area = width + width":           "[10 20 7 255 9 4 -4]",
		"const width = 10 → const width = 9":                                "[9 81 7 255 9 4 -4]",
		"var table = [3]uint8{7, 255, 9} → var table = [3]uint8{8, 255, 9}": "[10 100 8 255 9 4 -4]",
		"if i == 2 { → if !(i == 2) {":                                      "[10 100 7 255 9 2 -2]",
		"continue → break":                                                  "[10 100 7 255 9 1 -1]",
		"sum += i → nothing":                                                "[10 100 7 255 9 0 0]",
		"negative := -sum → negative := sum":                                "[10 100 7 255 9 4 4]",
		"for i := 0; i < 4; i++ { → for i := 0; i < 3; i++ {":               "[10 100 7 255 9 1 -1]",
	}
	unfit := map[string]string{}
	for i, f := range s.faults {
		if f.unfit != "" {
			unfit[f.change()] = f.unfit
		} else if said, ok := want[f.change()]; ok {
			assert.Equal(t, said, says(strconv.Itoa(i+1)), f.change())
			delete(want, f.change())
		}
	}
	assert.Empty(t, want)
	// 256 is no uint8.
	assert.Equal(t, map[string]string{
		"var table = [3]uint8{7, 255, 9} → var table = [3]uint8{7, 256, 9}": "does not build",
	}, unfit)
}
