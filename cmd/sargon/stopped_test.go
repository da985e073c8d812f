package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/emu"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/must"
)

// listingWith writes the embedded ROM as a listing of several files, with a change in one of them.
func listingWith(t *testing.T, file, old, changed string) (main string) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, roms.Source()))
	change(t, filepath.Join(dir, file), old, changed)
	return filepath.Join(dir, "main.z80")
}

func TestWhatIsStoppedSaysSo(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	file := filepath.Join(t.TempDir(), "recordings.jsonl")
	for _, args := range [][]string{
		{"rom", "check"}, {"record", "--out", file, endgame}, {"kit", t.TempDir()},
	} {
		var out strings.Builder
		status := cli.Main(ctx, program(), &cli.IO{In: strings.NewReader(""), Out: &out, Err: &out}, args)
		assert.Equal(t, cli.ExitFailure, status)
		assert.Contains(t, out.String(), ": interrupted\n")
	}
	assert.NoFileExists(t, file, "nothing was recorded")

	var out, problem strings.Builder
	streams := &cli.IO{In: strings.NewReader(""), Out: &out, Err: &problem}
	status := cli.Main(ctx, program(), streams, []string{"prove", "--json", "LOOK", "castle"})
	assert.Equal(t, cli.ExitFailure, status)
	assert.Equal(t, "sargon prove: interrupted: 0 of 2 routines proved, 0 bounded, 2 interrupted\n", problem.String())
	assert.Equal(t, 2, strings.Count(out.String(), `"result":"interrupted"`))
}

// Ctrl-C ends verify in the middle of a recording. It comes while the machine runs an exchange that
// would never end: the program has an endless loop there.
func TestVerifyStopsWhateverAnEditionDoes(t *testing.T) {
	t.Parallel()
	const twoKings = `"version":1,"fen":"k7/8/8/8/8/8/8/K7 w - - 0 9",`
	image := must.Have(roms.Open(listingWith(t, "exchange.z80", "XCHNG:", "XCHNG: NOP\n JR XCHNG\n"),
		roms.Options{}))
	exchange, _ := image.Symbol("XCHNG")
	for kind, recording := range map[string]string{
		"search": `{"recording":"search",` + twoKings + `"level":1,"best":"a1a2","score":128,"evals":4,"gens":1,"records":3,` +
			`"trace":"cbf29ce484222325"}`,
		"eval":  `{"recording":"eval",` + twoKings + `"generated":[],"sorted":[],"attacks":[]}`,
		"steps": `{"recording":"steps",` + twoKings + `"level":1,"steps":[],"trace":"cbf29ce484222325"}`,
		"game": `{"recording":"game","version":1,"sargon":"white","level":1,"plies":[{"move":"e2e4","by":"sargon"},` +
			`{"move":"a7a6","by":"random"},{"move":"d2d4","by":"sargon","evals":30}]}`,
	} {
		ctx, cancel := context.WithCancel(t.Context())
		verify := verifyOptions{workers: 2, open: func() (sargon.Engine, error) {
			engine := must.Have(emulated.New("endless", image))
			engine.Machine().Budget = 0
			engine.Machine().Trap(exchange, func(*emu.Machine) error {
				cancel()
				return nil
			})
			return engine, nil
		}}
		var out bytes.Buffer
		in := strings.NewReader(strings.Repeat(recording+"\n", 1000))
		err := verify.run(ctx, &cli.IO{In: in, Out: &out, Err: &out}, []string{"-"})
		assert.ErrorIs(t, err, cli.ErrFailed, kind)
		assert.ErrorIs(t, ctx.Err(), context.Canceled, kind)
		assert.NotContains(t, out.String(), "engine failed", kind)
		assert.Contains(t, out.String(), "interrupted: 0 of 1000 recordings were replayed", kind)
	}
}

// Every command that opens a listing warns once of text after END.
func TestTextBehindEndIsAWarning(t *testing.T) {
	atHome(t)
	whole := listingWith(t, "messages.z80", "; messages", "; My")
	messages := filepath.Join(filepath.Dir(whole), "messages.z80")
	write(t, messages, read(t, messages)+"\n\tEND\n\tTHE REST\n")
	mateInOne := write(t, filepath.Join(t.TempDir(), "mate.fen"), "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 10\n")
	for _, args := range [][]string{
		{"rom", "info", whole},
		{"rom", "asm", whole, "--symbols-out", filepath.Join(t.TempDir(), "x.sym")},
		{"analyze", "--engine", "rom", "--rom", whole, "--level", "1", endgame},
		{"record", "--rom", whole, "--level", "1", endgame},
		{"verify", oracle + "steps.jsonl.gz", "--limit", "1", "--rom", whole},
		{"compare", "repro", "--engines", "10x12,rom:" + whole, "fen", endgame},
		{"bench", "--engines", "rom:" + whole, "--level", "1"},
		{"match", "10x12,level=1", "rom:" + whole + ",level=1", "--games", "2", "--openings", mateInOne},
		{"play", "--plain", "--rom", whole},
	} {
		status, stdout, stderr := run(t, "quit\n", args...)
		assert.Equal(t, cli.ExitOK, status, "%s: %s%s", args, stdout, stderr)
		assert.Equal(t, 1, strings.Count(stderr, "warning: messages.z80:"), "%s: %s", args, stderr)
	}

	cut := listingWith(t, "main.z80", "        INCLUDE \"search.z80\"",
		"        END\n"+strings.Repeat("The rest is on another tape.\n", 30)+"        INCLUDE \"search.z80\"")
	status, out, _ := run(t, "", "rom", "check", cut)
	assert.Equal(t, cli.ExitFailure, status)
	says(t, out, "names or numbers missing or wrong: ", "; but first see main.z80:", "take the END away")
}
