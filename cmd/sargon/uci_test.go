package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/sargon/must"
)

// A GUI that passes no arguments starts the UCI engine all the same. The program reads any other input to
// the last byte.
func TestWhoSpeaksUCI(t *testing.T) {
	for _, c := range []struct {
		name, args, input, want string
	}{
		{"sargon", "", "uci\nisready\n", "uci"},
		{"sargon", "", "uci\r\nisready\r\n", "uci"},
		{"sargon", "", "\r\n \t\n\tuci \nquit", "uci"},
		{"sargon", "", "\ufeffuci\n", "uci"},
		{"sargon", "", "uci", "uci"},
		{"sargon", "", "uci\r", "uci"},
		{"sargon", "", "", ""},
		{"sargon", "", "\n\n", ""},
		{"sargon", "", "uciok\n", ""},
		{"sargon", "", "u\nci\n", ""},
		{"sargon", "", "e2e4\nuci\n", ""},
		{"sargon", "", "xboard\nuci\n", ""},
		{"sargon", "", strings.Repeat(" ", 5000) + "uci\n", ""},
		{"sargon", "play --plain", "uci\n", "play --plain"},
		{"sargon-uci", "", "e2e4\n", "uci"},
		{"/usr/games/sargon-uci", "--set Level=2", "", "uci --set Level=2"},
		{"./sargon-uci", "uci --set Level=2", "", "uci --set Level=2"},
		{"sargon-uci", "version", "", "version"},
		{`C:\Chess\Engines\sargon-uci.exe`, "", "", "uci"},
		{`C:\CHESS\SARGON-UCI.EXE`, "", "", "uci"},
		{"Sargon-UCI.Exe", "", "", "uci"},
		{"sargon-uci/sargon", "", "", ""},
		{"sargon-ucis", "", "", ""},
		{".exe", "", "", ""},
		{"", "", "", ""},
	} {
		streams := &cli.IO{In: strings.NewReader(c.input)}
		got := withUCI(t.Context(), c.name, strings.Fields(c.args), streams)
		assert.Equal(t, c.want, strings.Join(got, " "), "%+v", c)
		assert.Equal(t, c.input, string(must.Have(io.ReadAll(streams.In))), "%+v", c)
	}
}

// The same works in a process of its own, through pipes: by the input, and by the name of the program.
func TestAGUIThatPassesNoArguments(t *testing.T) {
	p := newPlace(t)
	for name, input := range map[string]string{"": "uci\n", "sargon-uci": "\nuci\n"} {
		cmd := p.command()
		if name != "" {
			cmd.Args[0] = name
		}
		cmd.Stdin = strings.NewReader(input + "position startpos moves e2e4\ngo depth 1\nquit\n")
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, err := cmd.Output()
		require.NoError(t, err, errs.String())
		has(t, string(out), "id name Sargon 1978", "uciok", "bestmove ")
	}
	cmd := p.command()
	cmd.Stdin = strings.NewReader("xboard\n")
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	has(t, string(out), "the screen needs a terminal")
}
