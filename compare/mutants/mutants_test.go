package main

import (
	"bytes"
	"context"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/roms"
)

func changes(faults []fault) []string {
	var said []string
	for _, f := range faults {
		said = append(said, f.where+": "+f.rule+": "+f.change())
	}
	return said
}

func TestFaultsOfGo(t *testing.T) {
	faults, err := goFaults("a.go", `package a
import "fmt"
func (b *board) look(n int) bool {
	var list [7]int
	if n < 3 && !b.full {
		b.count++
		return false
	}
	fmt.Println(list)
	return true
}
`)
	require.NoError(t, err)
	assert.Equal(t, []string{
		"board.look: condition negated: n < 3 && !b.full → !(n < 3 && !b.full)",
		"board.look: operator changed: < → <=",
		"board.look: number too big: 3 → 4",
		"board.look: number too small: 3 → 2",
		"board.look: operator changed: && → ||",
		"board.look: sign dropped: ! → nothing",
		"board.look: statement left out: b.count++ → nothing",
		"board.look: operator changed: ++ → --",
		"board.look: truth turned: false → true",
		"board.look: statement left out: fmt.Println(list) → nothing",
		"board.look: truth turned: true → false",
	}, changes(faults))
}

func TestFaultsOfZ80(t *testing.T) {
	faults := z80Faults("a.z80", `SIDE    EQU     7
TAB     DB      1,0FFH          ; 12
look:   LD      B,(IX+SIDE)     ; 3 not a fault
        CP      'A'
        JR      NC,look
        OR      A               ; as AND
        OR      B
`)
	assert.Equal(t, []string{
		"TAB: number too big: 1 → 2",
		"TAB: number too small: 1 → 0",
		"TAB: number too big: 0FFH → 256",
		"TAB: number too small: 0FFH → 254",
		"look: instruction left out: LD B,(IX+SIDE) → nothing",
		"look: register mistaken: B → C",
		"look: register mistaken: IX → IY",
		"look: address one off: SIDE → SIDE+1",
		"look: instruction left out: CP 'A' → nothing",
		"look: instruction left out: JR NC,look → nothing",
		"look: condition turned: NC → C",
		"look: instruction left out: OR A → nothing",
		"look: instruction changed: OR → XOR",
		"look: instruction left out: OR B → nothing",
		"look: instruction changed: OR → AND",
		"look: register mistaken: B → C",
	}, changes(faults))
}

// Each fault is one change, where it says, with a name of its own.
func TestEveryFaultIsWhereItSays(t *testing.T) {
	root, err := moduleRoot()
	require.NoError(t, err)
	for name, on := range map[string]field{"native": &goField{root: root}, "rom": &romField{}} {
		faults, err := on.faults()
		require.NoError(t, err)
		assert.Greater(t, len(faults), 1000, name)
		names := map[string]bool{}
		for _, f := range faults {
			assert.False(t, names[f.ID()], "two faults are called %s", f.ID())
			names[f.ID()] = true
			var source []byte
			if name == "rom" {
				source, err = fs.ReadFile(roms.Source(), f.file)
			} else {
				source, err = os.ReadFile(filepath.Join(root, f.file))
			}
			require.NoError(t, err)
			require.Equal(t, f.old, string(source[f.offset:f.offset+len(f.old)]), f.ID())
			require.Equal(t, f.line, 1+strings.Count(string(source[:f.offset]), "\n"), f.ID())
			require.NotEqual(t, string(source), f.applied(string(source)), f.ID())
		}
		for id := range equivalent {
			if strings.HasPrefix(id, "native/") == (name == "native") {
				assert.True(t, names[id], "equivalent.txt explains %s, which there is not", id)
			}
		}
	}
}

// Nearly all changes must build, or a sample of them says little.
func TestFaultsLeaveAProgram(t *testing.T) {
	root, err := moduleRoot()
	require.NoError(t, err)
	faults, err := (&goField{root: root}).faults()
	require.NoError(t, err)
	for _, f := range sample(faults, 300, 1) {
		source, err := os.ReadFile(filepath.Join(root, f.file))
		require.NoError(t, err)
		_, err = parser.ParseFile(token.NewFileSet(), f.file, f.applied(string(source)), 0)
		assert.NoError(t, err, f.ID())
	}

	faults, err = (&romField{}).faults()
	require.NoError(t, err)
	built := 0
	for _, f := range sample(faults, 100, 1) {
		p, err := (&romField{}).plant(context.Background(), f, t.TempDir())
		require.NoError(t, err)
		if p != nil {
			built++
		}
	}
	assert.Greater(t, built, 80)
}

func TestSampleIsDrawnFromItsSeed(t *testing.T) {
	all := z80Faults("a.z80", strings.Repeat("\tINC\tA\n", 50))
	assert.Equal(t, sample(all, 5, 1), sample(all, 5, 1))
	assert.NotEqual(t, sample(all, 5, 1), sample(all, 5, 2))
	assert.Len(t, sample(all, 5, 1), 5)
	assert.Equal(t, all, sample(all, 0, 1))
}

func TestTableTellsWhatWasNotFound(t *testing.T) {
	f := fault{
		file: "a.go", line: 3, where: "look", rule: "number too big", number: 1,
		old: "1", new: "2",
	}
	all := table{most: 2000}
	require.ErrorContains(t, all.verdict(), "no fault was planted")
	all.add(f, result{found, 32})
	all.add(f, result{found, 2000})
	all.add(f, result{outcome: notBuilt})
	require.NoError(t, all.verdict())
	all.add(f, result{survived, 2000})
	all.add(f, result{undecided, 400})
	assert.Equal(t, `| file | faults | found by 32 cases | by 2000 | equivalent | not found |
|---|--:|--:|--:|--:|--:|
| a.go | 4 | 1 | 1 | 0 | 2 |
| all | 4 | 1 | 1 | 0 | 2 |

a.go:look:number too big#1
	a.go:3: 1 → 2
	NOT FOUND

a.go:look:number too big#1
	a.go:3: 1 → 2
	NOT FOUND
`, all.String())
	assert.ErrorContains(t, all.verdict(), "2 of 4 faults were not found")
}

// Results are kept line by line; a run that goes on does not try those again.
func TestResultsAreKept(t *testing.T) {
	name := filepath.Join(t.TempDir(), "kept.tsv")
	require.NoError(t, os.WriteFile(name, []byte("a.z80:x:y#1\tfound\t100\na.z80:x:y#2\tsur"), 0o666))
	kept, file, err := openKept(name)
	require.NoError(t, err)
	require.NoError(t, file.Close())
	assert.Equal(t, map[string]result{"a.z80:x:y#1": {found, 100}}, kept)
}

// What survived the cheap stages is tried in the dear ones later.
func TestStagesLeft(t *testing.T) {
	assert.Equal(t, stages, limits{most: 2000}.left(0))
	assert.Equal(t, stages[:2], limits{most: 400}.left(0))
	assert.Equal(t, stages[2:], limits{most: 2000}.left(400))
	assert.Empty(t, limits{most: 400}.left(400))
}

func TestWrongWords(t *testing.T) {
	var out bytes.Buffer
	for _, args := range [][]string{{}, {"emu"}, {"--sample", "x", "rom"}} {
		assert.Error(t, run(context.Background(), args, &out, &out), args)
	}
	assert.NoError(t, run(context.Background(), []string{"--help"}, &out, &out))
	assert.Contains(t, out.String(), "number of faults tried at the same time")
}
