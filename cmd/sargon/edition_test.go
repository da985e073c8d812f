package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/web/machine"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program/programtest"
	"sargon78/sargon/must"
)

// asks is a program for CP/M that asks for keys, and says them in brackets until there is Return.
const asks = "\x0E\x09\x11\x1F\x01\xCD\x05\x00" + // 0100: LD C,9; LD DE,011F; CALL 5
	"\x0E\x01\xCD\x05\x00" + // 0108: LD C,1; CALL 5
	"\xFE\x0D\xC8" + // 010D: CP 13; RET Z
	"\x0E\x02\x1E>\xCD\x05\x00" + // 0110: LD C,2; LD E,'>'; CALL 5
	"\x18\xEF" + "\x00\x00\x00\x00\x00\x00" + // 0117: JR 0108
	"KEY\xDB?$" // 011F; DB is a block in code page 437

func TestProgramsForCPMArePlayed(t *testing.T) {
	atHome(t)
	file := write(t, filepath.Join(t.TempDir(), "asks.com"), asks)
	for keys, want := range map[string]string{
		"ab\n":     "KEY█?a>b>\r",
		"ab\r\ncd": "KEY█?a>b>\r", // it has ended before the rest
		"abc":      "KEY█?a>b>c>", // and would ask for ever
		"":         "KEY█?",
		"a\x1dbc":  "KEY█?a>", // Control-]
	} {
		assert.Equal(t, want, ok(t, keys, "play", "--rom", file), "%q", keys)
	}
}

// The page gets the program as a file.
func TestASiteRunsAnotherEdition(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "site")
	assert.Contains(t, ok(t, "", "site", dir, "--rom", programtest.OtherEdition(t)),
		"They hold the program of main.z80, sha256 ")
	data := must.Have(os.ReadFile(filepath.Join(dir, "rom.txt")))
	image := must.Have(machine.Unpack(data))
	assert.Equal(t, "main.z80", image.Name)
	m := must.Have(machine.New(image))
	require.NoError(t, m.NewGame(sargon.White, 1))

	com := write(t, filepath.Join(t.TempDir(), "x.com"), "\xC9")
	for _, command := range [][]string{{"site", dir + "x"}, {"serve"}} {
		fails(t, anyFailure, "the page cannot run "+com+": "+com+" is a program for CP/M",
			"", append(command, "--rom", com)...)
	}
}
