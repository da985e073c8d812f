package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each copy acts with its fault, and without one the program is unchanged.
func TestCopiesDoWhatTheirFaultsSay(t *testing.T) {
	const source = `package main

import "fmt"

var table = [2]uint8{5, 7}

var typed uint8 = 3

type box[T any] struct{ values []T }

func (b *box[T]) add(_ int, more ...T) (n int, ok bool) {
	b.values = append(b.values, more...)
	return len(b.values) + 1, true
}

func first[T any](list []T) T { return list[0] }

func init() { table[0]++ }

func main() {
	var b box[uint8]
	n, ok := b.add(0, table[:]...)
	fmt.Print(n, ok, b.values, first(b.values), typed)
}
`
	faults, err := goFaults("main.go", source)
	require.NoError(t, err)
	faults = slices.DeleteFunc(faults, func(f fault) bool { return f.where == "main" })
	numbers := map[string]int{}
	text, name, err := copies(source, faults, numbers)
	require.NoError(t, err)
	numbered := 0
	for _, f := range faults {
		if numbers[f.ID()] > 0 {
			numbered++
		}
	}
	require.Equal(t, len(faults), numbered)

	dir := t.TempDir()
	put := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	put("main.go", text)
	put("planted_fault.go", plantedSource(name))
	put("go.mod", "module planted\n\ngo 1.25\n")
	build := exec.Command("go", "build", "-o", "planted.exe", ".")
	build.Dir = dir
	said, err := build.CombinedOutput()
	require.NoError(t, err, "%s", said)
	with := func(number string) string {
		run := exec.Command(filepath.Join(dir, "planted.exe"))
		run.Env = append(os.Environ(), plantedVariable+"="+number)
		said, _ := run.CombinedOutput()
		first, _, _ := strings.Cut(string(said), "\n")
		return first
	}
	assert.Equal(t, "3 true [6 7] 6 3", with(""))
	for id, want := range map[string]string{
		"declarations:number too big#1":   "3 true [7 7] 7 3",
		"declarations:number too small#3": "3 true [6 7] 6 2",
		"box.add:operator changed#1":      "1 true [6 7] 6 3",
		"box.add:truth turned#1":          "3 false [6 7] 6 3",
		"box.add:statement left out#1":    "panic: runtime error: index out of range [0] with length 0",
		"first:number too big#1":          "3 true [6 7] 7 3",
		"init:operator changed#1":         "3 true [4 7] 4 3",
		"init:statement left out#1":       "3 true [5 7] 5 3",
	} {
		if number := numbers["main.go:"+id]; assert.NotZero(t, number, id) {
			assert.Equal(t, want, with(strconv.Itoa(number)), id)
		}
	}
}

// What the compiler refuses is found by name.
func TestCompilerSaysWhichFaultsAreNone(t *testing.T) {
	said := "# sargon78/native\nnative/fault_12:3:5: undefined: x\n" +
		"native/fault_3:1:2: declared and not used"
	assert.Equal(t, map[int]bool{12: true, 3: true}, faultsIn(said))
}
