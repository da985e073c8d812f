package cpm_test

import (
	"context"
	"encoding/binary"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu"
	"sargon78/emu/console"
	"sargon78/emu/cpm"
	"sargon78/emu/z80/cores"
	"sargon78/sargon/must"
)

var zex = flag.String("zex", "", "run all of ZEXALL and ZEXDOC on these `cores`, with commas between")

const (
	zexGroups  = 67
	zexTStates = 46_734_977_142 // of all groups; other BDOSes take some more for their calls
)

// zexGroup is the group of ZEXALL, by its number, that a core always runs: DAA, CPL, SCF and CCF, which
// the translator leaves to the interpreter; A with a number.
var zexGroup = map[string]int{"interpreter": 12, "translator": 4}

// TestZex runs the instruction exerciser of Frank Cringle, which compares checksums of whatever
// groups of instructions do, over millions of operands, with those of a Z80. ZEXDOC leaves out the
// undocumented flags. Both lie in the module of the library.
func TestZex(t *testing.T) {
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}",
		"github.com/koron-go/z80").Output()
	require.NoError(t, err)
	for _, name := range []string{"zexdoc", "zexall"} {
		com, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(module)),
			"cmd", "zexdoc", name+".cim"))
		require.NoError(t, err)
		for _, core := range cores.Names() {
			whole := slices.Contains(strings.Split(*zex, ","), core)
			group, always := zexGroup[core]
			if !whole && (name == "zexdoc" || !always) {
				continue
			}
			groups, program := zexGroups, com
			if !whole {
				groups, program = 1, chooseGroup(t, com, group)
			}
			t.Run(name+" "+core, func(t *testing.T) {
				printed, tStates := runCOM(t, program, core)
				assert.Equal(t, groups, strings.Count(printed, "OK"), printed)
				assert.NotContains(t, printed, "ERROR")
				if whole {
					assert.EqualValues(t, zexTStates, tStates)
				}
			})
		}
	}
}

// chooseGroup leaves one in the table of groups, which lies directly before the first of them, and ends
// with 0.
func chooseGroup(t *testing.T, com []byte, group int) []byte {
	t.Helper()
	com = slices.Clone(com)
	for at := 0; at+2*zexGroups < len(com); at++ {
		first := binary.LittleEndian.Uint16(com[at:])
		if int(first) != cpm.Load+at+2*(zexGroups+1) {
			continue
		}
		copy(com[at:], com[at+2*group:][:2])
		copy(com[at+2:], []byte{0, 0})
		return com
	}
	t.Fatal("no table of groups")
	return nil
}

// runCOM runs a program to its end.
func runCOM(t *testing.T, com []byte, core string) (printed string, tStates uint64) {
	t.Helper()
	var output strings.Builder
	m := must.Have(cpm.New(com, console.Options{Output: &output}))
	c := must.Have(cores.New(core))
	m.Do(func(cpu *emu.Machine) { cpu.SetCore(c) })
	require.NoError(t, m.Run(context.Background()))
	return output.String(), m.State().TStates
}
