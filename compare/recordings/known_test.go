package recordings

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/recordings/format"
	"sargon78/native/reference"
	"sargon78/sargon/files"
	"sargon78/sargon/must"
)

var update = flag.Bool("update", false, "write known.jsonl anew")

// What `sargon rom check` replays are lines of the recordings of the original where these have the same
// search, evaluation or game, and else what the reference engine answers today. With -update the file is
// written so: a new line of it needs no more than its kind, position and level.
func TestKnownIsMadeAnew(t *testing.T) {
	original := map[string]format.Recording{}
	names := must.Have(filepath.Glob("../testdata/oracle/*.jsonl.gz"))
	require.NotEmpty(t, names)
	for _, o := range must.Have(Read(nil, names, nil, 0)) {
		require.Empty(t, o.Error)
		original[question(o.Recording)] = o.Recording
	}
	model := reference.New()
	var lines []any
	fromOriginal := 0
	for _, r := range Known() {
		if recorded, ok := original[question(r)]; ok {
			r = recorded
			fromOriginal++
		} else {
			require.NotNil(t, r.Search, "other kinds are recordings of the original")
			r.Search = must.Have(RecordSearch(t.Context(), model, r.Search.FEN, r.Search.Level))
		}
		lines = append(lines, body(r))
	}
	var made bytes.Buffer
	require.NoError(t, files.JSONLines(lines)(&made))
	if *update {
		require.NoError(t, os.WriteFile("known.jsonl", made.Bytes(), 0o666))
		return
	}
	assert.True(t, made.String() == known, "write it anew: go test ./compare/recordings -run Known -update")
	assert.GreaterOrEqual(t, fromOriginal, 3*len(lines)/4, "most are recordings of the original")
}

// question tells what is recorded from all else.
func question(r format.Recording) string {
	if r.Game != nil {
		return fmt.Sprint(r.Game.Opponent, r.Game.Sargon, r.Game.Level)
	}
	kind, fen, level := r.Describe()
	return fmt.Sprint(kind, fen, level)
}

func body(r format.Recording) any {
	switch {
	case r.Search != nil:
		return r.Search
	case r.Eval != nil:
		return r.Eval
	}
	return r.Game
}
