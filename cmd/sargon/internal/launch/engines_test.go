package launch_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/launch"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program/programtest"
)

func Example() {
	engine, err := launch.Open("0x88", launch.Options{})
	fmt.Println(engine.Name(), err)
	// Output: 0x88 <nil>
}

func TestEveryEngineIsOpened(t *testing.T) {
	for _, name := range sargon.EngineNames {
		engine, err := launch.Open(name, launch.Options{})
		require.NoError(t, err, name)
		assert.Equal(t, name, engine.Name())
	}
	_, err := launch.Open("11x13", launch.Options{})
	assert.ErrorContains(
		t, err, `there is no engine "11x13": want one of rom, 10x12, 0x88, bitboards, or rom:FILE, rom@CORE`)
	_, err = launch.Open("rom:nowhere.asm", launch.Options{})
	assert.ErrorContains(t, err, "nowhere.asm")
}

// What --engine and --rom mean together.
func TestFlagsChooseAnEngine(t *testing.T) {
	rom := programtest.OtherROM(t)
	for _, test := range []struct {
		args   []string
		engine string
		kind   roms.Kind // of the image
		err    string
	}{
		{nil, "10x12", roms.Embedded, ""},
		{[]string{"--engine", "0x88"}, "0x88", roms.Embedded, ""},
		{[]string{"--rom", rom}, "rom", roms.Listing, ""},
		{[]string{"--engine", "rom", "--rom", rom}, "rom", roms.Listing, ""},
		{[]string{"--engine", "rom:" + rom}, "rom:" + rom, roms.Listing, ""},
		{[]string{"--engine", "0x88", "--rom", rom}, "", 0,
			"--rom goes with --engine rom, not with 0x88"},
		{[]string{"--core", "library"}, "rom@library", roms.Embedded, ""},
		{[]string{"--engine", "rom@library"}, "rom@library", roms.Embedded, ""},
		{[]string{"--engine", "rom:" + rom + "@library"}, "rom:" + rom + "@library",
			roms.Listing, ""},
		{[]string{"--engine", "0x88", "--core", "library"}, "", 0,
			"--core goes with --engine rom, not with 0x88"},
		{[]string{"--engine", "rom@abacus"}, "", 0,
			`there is no core "abacus": want one of `},
		{[]string{"--engine", "0x88@library"}, "", 0, `there is no engine "0x88@library"`},
		{[]string{"--engine", "rom", "--load", "0"}, "", 0, "the first page belongs to the monitor"},
		{[]string{"--engine", "rom", "--load", "1,000"}, "", 0, `--load "1,000" is not an address`},
	} {
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		fs.SetOutput(io.Discard)
		open, image := launch.Flags(fs, "10x12", launch.Open)
		require.NoError(t, fs.Parse(test.args))
		engine, err := open()
		if test.err != "" {
			assert.ErrorContains(t, err, test.err)
			continue
		}
		require.NoError(t, err, test.args)
		assert.Equal(t, test.engine, engine.Name())
		opened, err := image()
		require.NoError(t, err, test.args)
		assert.Equal(t, test.kind, opened.Kind, test.args)
	}
}

// However often a listing is opened, its warning comes once.
func TestWarningsComeOnce(t *testing.T) {
	rom := programtest.OtherROM(t)
	file, err := os.OpenFile(
		filepath.Join(filepath.Dir(rom), "messages.z80"), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = file.WriteString("\n\tEND\n\tTHE REST\n")
	require.NoError(t, err)
	require.NoError(t, file.Close())

	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	var said strings.Builder
	fs.SetOutput(&said)
	options := launch.RomFlags(fs)
	require.NoError(t, fs.Parse([]string{"--rom", rom}))
	for range 2 {
		_, err := options.Image()
		require.NoError(t, err)
	}
	assert.Equal(t, 1, strings.Count(said.String(), "warning: messages.z80:"))
}
