package analysis_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/analysis"
	"sargon78/sargon/game/pgn"
)

// The 24 positions of Bratko and Kopec, as the table of the page on history has them.
func TestBratkoKopec(t *testing.T) {
	file, err := os.Open("testdata/bratko-kopec.epd")
	require.NoError(t, err)
	defer file.Close()
	levels := []sargon.Level{1, 2, 3}
	var out strings.Builder
	table := analysis.SuiteTable{Out: &out, Levels: levels}
	engine := native.NewBitboards()
	for e, err := range pgn.ReadEPD(file, "bratko-kopec.epd") {
		require.NoError(t, err)
		s, err := analysis.Solve(t.Context(), engine, e, levels, false)
		require.NoError(t, err)
		require.Equal(t, e.ID(), s.Name)
		table.Add(s)
	}
	table.End()
	require.Contains(t, out.String(), "\n* solved                            5 of 24    4 of 24    5 of 24\n")
	require.Contains(t, out.String(), "\nBK.05         Nd5 a4                ")
}
