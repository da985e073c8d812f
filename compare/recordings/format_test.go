package recordings_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sargon78/compare/recordings/format"
	"sargon78/sargon/must"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon"
)

const (
	searchLine = `{"fen":"7k/5R2/8/r7/1K6/5p2/8/3N4 w - - 0 49","depth":1,"best":"b4a5","score":170,"evals":21,"gens":3,"slots":42,"tstates":13702469,"trace":"75f9338687f6932e"}`
	evalLine   = `{"fen":"8/5k2/8/8/6P1/2p3K1/8/8 w - - 4 67","check":0,"generated":["g3f4-00","g4g5-00"],"sorted":[{"m":"g3f4","f":"00","v":128}],"brdc":0,"mtrl":-1,"ptsl":0,"ptsw1":0,"ptsw2":0,"pins":["d2+9","e6-10"],"attacks":["b2:0000000000000001010000000000","f2:0100000000000a00000000000000:-2"]}`
	gameLine   = `{"sargon":"white","level":1,"opponent":"random","plies":[{"m":"d2d4","by":"sargon","t":192},{"m":"b8c6","by":"random"}],"end":"Checkmate"}`
	stepsLine  = `{"depth":1,"fen":"8/3Q2Q1/Pk1p4/2p1K3/3q2pp/7P/2q3p1/3q3Q w - - 0 45","steps":["1 e5e6 199"],"trace":"e11d42788746cc69"}`
)

func TestRecordingsAreReadByKind(t *testing.T) {
	file := strings.Join([]string{searchLine, "", evalLine, gameLine, stepsLine}, "\n")
	var kinds []string
	var lines []int
	for r, err := range format.Read(strings.NewReader(file)) {
		require.NoError(t, err)
		kinds = append(kinds, r.Kind())
		lines = append(lines, r.Line)
	}
	assert.Equal(t, []string{"search", "eval", "game", "steps"}, kinds)
	assert.Equal(t, []int{1, 3, 4, 5}, lines)
}

func TestRecordingsAreWrittenAsTheyWereRead(t *testing.T) {
	for _, line := range []string{searchLine, gameLine, stepsLine, evalLine} {
		r := must.Have(format.Parse([]byte(line)))
		kinds := map[string]any{"search": r.Search, "eval": r.Eval, "game": r.Game, "steps": r.Steps}
		assert.JSONEq(t, line, string(must.Have(json.Marshal(kinds[r.Kind()]))))
	}
}

func TestAnExaminationIsWritten(t *testing.T) {
	x := sargon.Examination{
		Generated: []sargon.Move{{From: 47, To: 56}, {From: 57, To: 67}},
		Sorted:    []sargon.RatedMove{{Move: sargon.Move{From: 47, To: 56}, Value: 128}},
		Pins:      []sargon.Pin{{Square: 34, Direction: 9}, {Square: 75, Direction: -10}},
	}
	x.Totals.Material = -1
	x.Exchanges[36] = -2
	x.Attacks[36] = sargon.AttackList{0: 1, 6: 0x0A}
	x.Attacks[32] = sargon.AttackList{7: 1, 8: 1}
	out := must.Have(json.Marshal(format.NewEval("8/5k2/8/8/6P1/2p3K1/8/8 w - - 4 67", x)))
	assert.JSONEq(t, evalLine, string(out))
}

func TestBrokenRecordingsNameTheirLine(t *testing.T) {
	tests := []struct{ line, reason string }{
		{`{"fen":`, "not a JSON object"},
		{`[]`, "not a JSON object"},
		{`{}`, "not a recording"},
		{strings.Replace(searchLine, `"depth":1`, `"depth":7`, 1), "depth 7 is out of range"},
		{strings.Replace(searchLine, `b4a5`, `b4a9`, 1), `"a9" is not a square`},
		{strings.Replace(searchLine, `75f9338687f6932e`, `75f9`, 1), "not a fingerprint"},
		{strings.Replace(searchLine, `"score":170`, `"score":300`, 1), "score"},
		{strings.Replace(searchLine, `1K6`, `2K6`, 1), "does not have 8 squares"},
		{strings.Replace(evalLine, `d2+9`, `d2`, 1), "want a square and a direction"},
		{strings.Replace(evalLine, `b2:00`, `b2:0`, 1), "28 hexadecimal digits"},
		{strings.Replace(evalLine, `g3f4-00`, `g3f9-00`, 1), "want a move and its flags"},
		{strings.Replace(evalLine, `:-2`, `:x`, 1), "28 hexadecimal digits"},
		{strings.Replace(gameLine, `"white"`, `"green"`, 1), `want "white" or "black"`},
		{strings.Replace(gameLine, `"sargon","t"`, `"Sargon","t"`, 1), "a game without a move of the program"},
		{strings.Replace(gameLine, `"random"}]`, `"sargon"}]`, 1), `ply 2 is by "sargon"`},
		{strings.Replace(gameLine, `"white"`, `"black"`, 1), "the program, \"sargon\", is black"},
		{strings.Replace(stepsLine, `1 e5e6 199`, `1 e5e6`, 1), "step 1"},
	}
	for _, test := range tests {
		file := searchLine + "\n" + test.line + "\n" + gameLine
		good, broken := 0, 0
		for _, err := range format.Read(strings.NewReader(file)) {
			if err == nil {
				good++
				continue
			}
			broken++
			assert.ErrorContains(t, err, "line 2: ")
			assert.ErrorContains(t, err, test.reason)
		}
		assert.Equal(t, []int{2, 1}, []int{good, broken}, "reading goes on after %s", test.line)
	}
}

func FuzzReadRecordings(f *testing.F) {
	for _, line := range []string{searchLine, evalLine, gameLine, stepsLine, "", "{}", "[1]"} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for r, err := range format.Read(strings.NewReader(string(data))) {
			if err == nil && r.Kind() == "empty" {
				t.Fatal("neither a recording nor an error")
			}
		}
	})
}
