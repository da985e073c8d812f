package sargon

import (
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/files"
	"sargon78/sargon/must"
)

// recordedSearch is what the estimate is made from, and TStates, what it is to be.
type recordedSearch struct {
	FEN                  string
	Evals, Gens, TStates uint64
	Records              int
}

// recordings1978 reads the recorded searches of the original from one file.
func recordings1978(t *testing.T, file string) (searches []*recordedSearch) {
	f := must.Have(files.Open(file, nil))
	defer f.Close()
	for lines := json.NewDecoder(f); lines.More(); {
		s := new(recordedSearch)
		require.NoError(t, lines.Decode(s))
		if s.TStates > 0 {
			searches = append(searches, s)
		}
	}
	return searches
}

const recordings1978Dir = "../compare/testdata/oracle/"

// The estimate is fitted to every other recorded search and tested on the others.
func halves(t *testing.T) (fitted, others []*recordedSearch) {
	for i, s := range recordings1978(t, recordings1978Dir+"search.jsonl.gz") {
		if i%2 == 0 {
			fitted = append(fitted, s)
		} else {
			others = append(others, s)
		}
	}
	require.Greater(t, len(others), 500)
	return fitted, others
}

func recordedPosition(t *testing.T, s *recordedSearch) *Position {
	p, err := ParseRecordedFEN(s.FEN)
	require.NoError(t, err)
	return &p
}

const unknowns = 5

// counted is what the coefficients of the estimate are multiplied with.
func counted(t *testing.T, s *recordedSearch) [unknowns]float64 {
	squares, attackers := recordedPosition(t, s).countRays()
	evals := float64(s.Evals)
	return [unknowns]float64{
		evals, evals * float64(squares), evals * float64(attackers), float64(s.Gens), float64(s.Records),
	}
}

// Fitted again, the coefficients are those of the program:
//
//	go test ./sargon -run FitOfTheTimeOf1978 -v
func TestFitOfTheTimeOf1978(t *testing.T) {
	fitted, _ := halves(t)
	var equations [unknowns][unknowns + 1]float64 // of least squares on the relative error
	for _, s := range fitted {
		x := counted(t, s)
		for i := range x {
			x[i] /= float64(s.TStates)
		}
		for i := range x {
			for j := range x {
				equations[i][j] += x[i] * x[j]
			}
			equations[i][unknowns] += x[i]
		}
	}
	for i, c := range solve(equations) {
		name := [...]string{"perEval", "perSquare", "perAttacker", "perGen", "perRecord"}[i]
		t.Logf("%-12s %.0f", name, c)
		is := [...]float64{perEval, perSquare, perAttacker, perGen, perRecord}[i]
		assert.InEpsilon(t, c, is, 0.005, name)
	}
}

// solve eliminates the unknowns one by one.
func solve(e [unknowns][unknowns + 1]float64) (x [unknowns]float64) {
	for i := range e {
		for j := range e {
			if i == j {
				continue
			}
			times := e[j][i] / e[i][i]
			for k := range e[j] {
				e[j][k] -= times * e[i][k]
			}
		}
	}
	for i := range x {
		x[i] = e[i][unknowns] / e[i][i]
	}
	return x
}

// errors1978 are the relative errors of the estimate, in order of their size, and their
// mean, in which too much and too little make up for each other.
func errors1978(t *testing.T, searches []*recordedSearch) (sizes []float64, mean float64) {
	for _, s := range searches {
		estimate := EstimateTStates(recordedPosition(t, s), s.Evals, s.Gens, s.Records)
		e := float64(estimate)/float64(s.TStates) - 1
		sizes = append(sizes, math.Abs(e))
		mean += e / float64(len(searches))
	}
	slices.Sort(sizes)
	return sizes, mean
}

// checkErrors wants the errors no greater than what the documentation says of them.
func checkErrors(t *testing.T, searches []*recordedSearch, median, most, worst, mean float64) {
	t.Helper()
	sizes, m := errors1978(t, searches)
	n := len(sizes)
	t.Logf("%d searches: median %.2f %%, 95 of 100 %.2f %%, worst %.2f %%, mean %+.2f %%",
		n, 100*sizes[n/2], 100*sizes[n*95/100], 100*sizes[n-1], 100*m)
	assert.Less(t, sizes[n/2], median, "median")
	assert.Less(t, sizes[n*95/100], most, "95 of 100")
	assert.Less(t, sizes[n-1], worst, "worst")
	assert.InDelta(t, 0, m, mean, "mean")
}

func TestErrorOfTheTimeOf1978(t *testing.T) {
	_, others := halves(t)
	checkErrors(t, others, 0.007, 0.035, 0.15, 0.002)
}

// Searches of other kinds than those the estimate was fitted to: crowded boards, lists
// that overflow, deep searches.
func TestErrorOfTheTimeOf1978OfOtherKinds(t *testing.T) {
	all := must.Have(filepath.Glob(recordings1978Dir + "*.jsonl.gz"))
	require.NotEmpty(t, all)
	for _, file := range all {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl.gz")
		searches := recordings1978(t, file)
		if name == "search" || len(searches) == 0 {
			continue
		}
		t.Run(name, func(t *testing.T) { checkErrors(t, searches, 0.05, 0.10, 0.11, 0.05) })
	}
}
