package roms_test

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon/must"
)

// Listings as they are found, in both dialects, give the same program as ours, at the usual address and
// at others.
func TestFoundListings(t *testing.T) {
	found := romstest.Found(t)
	open := folder(t, found)
	for name := range found {
		for _, load := range []uint16{0, 0x1A00} {
			want := must.Have(roms.Open("", roms.Options{Load: load}))
			image, err := open(name, roms.Options{Load: load})
			require.NoError(t, err, name)
			require.Equal(t, want.Load, image.Load, name)
			require.True(t, bytes.Equal(want.Bytes, image.Bytes), name)
			require.Empty(t, roms.Check(image), name)
			ends := strings.Contains(found[name], "; the second module")
			if filepath.Ext(name) == ".tdl" {
				ends = true
			}
			if ends {
				require.Len(t, image.Warnings(), 1, name)
				require.Contains(t, image.Warnings()[0], "code follows this END", name)
			} else {
				require.Empty(t, image.Warnings(), name)
			}
		}
	}
}

// Where a listing begins, and what keeps it from being moved.
func TestWhereListingsBegin(t *testing.T) {
	files := map[string]string{
		"none.asm":     "START: NOP\n ORG START+80H\nX: DW X\n",
		"nolabel.asm":  " NOP\nX: DW X\n",
		"zero.asm":     "; a remark\n ORG 0\nSTART: NOP\n ORG START+80H\nX: DW X\n",
		"label.asm":    "START: ORG 0\n NOP\n ORG START+80H\nX: DW X\n",
		"tdl.src":      "START: .LOC 0\n NOP\n .LOC START+80H\nX: .WORD X\n",
		"tdlnone.src":  "START: NOP\n .LOC START+80H\nX: .WORD X\n",
		"equate.asm":   "START EQU 0\n ORG START\n NOP\n ORG START+80H\nX: DW X\n",
		"distance.asm": "START EQU 0\n NOP\n ORG START+80H\nX: DW X\n",
		"both.asm":     "START EQU 0\n ORG 0\n NOP\n ORG START+80H\nX: DW X\n",
		"valid.asm":    "START EQU 1200H\n ORG START\n NOP\n ORG START+80H\nX: DW X\n",
		"here.asm":     "START EQU $\n NOP\n ORG START+80H\nX: DW X\n",
		"number.asm":   " ORG 1200H\nX: DW X\n",

		"stays.asm":    "START: NOP\n ORG 80H\n NOP\n",
		"variable.asm": "START: NOP\nMTRL EQU 30H\nM1 EQU START\n",
	}
	open := folder(t, files)
	for name := range files {
		for _, load := range []uint16{0, 0x1A00} {
			image, err := open(name, roms.Options{Load: load})
			want := map[string]string{
				"stays.asm":    "what follows stays.asm:2, ORG 80H, stays at 0080h; write its ORG as a distance",
				"variable.asm": "MTRL stays at 0030h; write it as a label",
			}[name]
			if want != "" {
				require.ErrorContains(t, err, want, name)
				continue
			}
			require.NoError(t, err, name)
			at := cmp.Or(load, roms.DefaultLoad)
			if name == "number.asm" && load == 0 {
				at = 0x1200 // it is what the listing says
			}
			require.Equal(t, at, image.Load, name)
			x, _ := image.Symbol("X")
			require.Equal(t, byte(x>>8), image.Bytes[x-at+1], name)
			require.GreaterOrEqual(t, x, at, name)
			require.Less(t, x, at+0x100, name)
		}
	}
}

// Included files may lie anywhere, and include others in their folder.
func TestIncludedFilesMayLieAnywhere(t *testing.T) {
	above := t.TempDir()
	for _, dir := range []string{"common", "program"} {
		require.NoError(t, os.Mkdir(filepath.Join(above, dir), 0o700))
	}
	write := func(name, text string) string {
		file := filepath.Join(above, name)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	write("common/a.z80", " INCLUDE \"b.z80\"\n")
	write("common/b.z80", " DB 1\n")
	absolute := write("common/c.z80", " DB 2\n")
	write("empty.z80", "")
	main := write("program/main.asm", " ORG 1100H\n INCLUDE \"../common/a.z80\"\n INCLUDE \""+absolute+
		"\"\n INCLUDE ../empty.z80\n")
	image := must.Have(roms.Open(main, roms.Options{}))
	require.Equal(t, []byte{1, 2}, image.Bytes)
	write("common/b.z80", " DB Q\n")
	_, err := roms.Open(main, roms.Options{})
	require.ErrorContains(t, err, filepath.Join(above, "common", "b.z80")+":1:5: Q is not defined")
	write("program/main.asm", " INCLUDE \"../none.z80\"\n")
	_, err = roms.Open(main, roms.Options{})
	require.ErrorContains(t, err, "cannot include ../none.z80: open "+filepath.Join(above, "none.z80"))
}
