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

// endlessEdition writes an edition to a file whose exchanges never come to an end.
func endlessEdition(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "endless.bin")
	ok(t, "", "rom", "asm", "--out", file, "--symbols-out", strings.TrimSuffix(file, "bin")+"sym")
	image := must.Have(roms.Open(file, roms.Options{}))
	exchange, ok := image.Symbol("XCHNG")
	require.True(t, ok)
	code := must.Have(os.ReadFile(file))
	copy(code[exchange-image.Load:], []byte{0x00, 0x18, 0xFD}) // NOP; JR to the NOP
	require.NoError(t, os.WriteFile(file, code, 0o644))
	return file
}

const (
	twoKings         = "k7/8/8/8/8/8/8/K7 w - - 0 9"
	twoKingsRecorded = `{"fen":"` + twoKings +
		`","depth":1,"best":"a1a2","score":128,"evals":4,"gens":1,"slots":3,"trace":"cbf29ce484222325"}`
	doesNotComeBack = "the program does not come back from this position"
)

// Ctrl-C ends verify, wherever in a recording it is. It comes as soon as a machine is in the
// endless exchange, which without Ctrl-C would never end: the program has no limit here.
func TestVerifyStopsWhateverAnEditionDoes(t *testing.T) {
	t.Parallel()
	image := must.Have(roms.Open(endlessEdition(t), roms.Options{}))
	exchange, _ := image.Symbol("XCHNG")
	for kind, recording := range map[string]string{
		"search": twoKingsRecorded,
		"eval":   `{"fen":"` + twoKings + `","generated":[],"sorted":[],"attacks":[]}`,
		"steps":  `{"fen":"` + twoKings + `","depth":1,"steps":[],"trace":"cbf29ce484222325"}`,
		"game": `{"sargon":"white","level":1,"plies":[{"m":"e2e4","by":"sargon"},` +
			`{"m":"a7a6","by":"random"},{"m":"d2d4","by":"sargon","evals":30}]}`,
	} {
		ctx, cancel := context.WithCancel(t.Context())
		verify := verifyOptions{workers: 2, open: func() (sargon.Engine, error) {
			engine, err := emulated.New("endless", image)
			if err == nil {
				engine.Machine().Budget = 0
				engine.Machine().Trap(exchange, func(*emu.Machine) error {
					cancel()
					return nil
				})
			}
			return engine, err
		}}
		var out, errs bytes.Buffer
		streams := &cli.IO{In: strings.NewReader(strings.Repeat(recording+"\n", 1000)), Out: &out,
			Err: &errs}
		assert.ErrorIs(t, verify.run(ctx, streams, []string{"-"}), cli.ErrFailed, kind)
		assert.ErrorIs(t, ctx.Err(), context.Canceled, kind)
		assert.NotContains(t, out.String(), "engine failed", kind)
		assert.Contains(t, out.String(), "interrupted: 0 of 1000 recordings were replayed", kind)
	}
}
