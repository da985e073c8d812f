package main

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"sargon78/compare/kit"
)

// A fault is planted in a kind if a case of that kind shows it. Faults of lines that choose cases are not
// fresh. A kind that notices too few of all, or too few of the fresh ones, fails.
func TestTableOfTheKit(t *testing.T) {
	line := func(fresh bool) *goFault { // a fault of a line that is fresh, or is not
		f := &fault{File: "a.go", Old: "a"}
		for chooses(f) == fresh {
			f.Old += "a"
		}
		return &goFault{fault: f}
	}
	k := &kitRun{
		options: new(options),
		cases:   []kit.Case{{Kind: "attack"}, {Kind: "attack"}, {Kind: "pins"}, {Kind: "pins"}},
		// The second case of each kind was sampled.
		published: []bool{true, false, true, false},
		faults:    []*goFault{line(false), line(true), line(true), line(false)},
		noticed:   [][]int{{0, 1, 2}, {0, 3}, {2}, nil},
	}
	write := func() (string, error) {
		var b strings.Builder
		err := k.write(&b)
		return b.String(), err
	}
	said, err := write()
	assert.Contains(t, said, "| kind | cases | planted | noticed | share | fresh | noticed | share |\n")
	assert.Contains(t, said, "| attack | 1 | 2 | 2 | 100.0 % | 1 | 1 | 100.0 % |\n")
	assert.Contains(t, said, "| pins | 1 | 3 | 2 | 66.7 % | 2 | 1 | 50.0 % |\n")
	assert.Contains(t, said, "1 faults show in no case")
	assert.Contains(t, said, "pins does not notice a.go:0: "+k.faults[1].change())
	assert.NotContains(t, said, "attack does not")
	assert.EqualError(t, err, "less than 95 % are noticed by pins")

	// 19 of 20 are enough of all; if the one that is missed is fresh, it may be too much of the fresh ones.
	few := k.faults[1]
	k.faults, k.noticed = []*goFault{few}, [][]int{{3}}
	for range 19 {
		k.faults, k.noticed = append(k.faults, line(false)), append(k.noticed, []int{2})
	}
	said, err = write()
	assert.Contains(t, said, "| pins | 1 | 20 | 19 | 95.0 % | 1 | 0 | 0.0 % |\n")
	assert.Error(t, err)
	k.faults[0] = line(false)
	_, err = write()
	assert.NoError(t, err)
}

// The kit gets some cases of each answer that is one byte, whatever faults they notice.
func TestAnswersOfTheKit(t *testing.T) {
	assert.Equal(t, "exchange 06", answer(&kit.Case{Kind: "exchange", Want: kit.Values{"E": "06", "ATKLST": "00"}}))
	assert.Equal(t, "attack 01", answer(&kit.Case{Kind: "attack", Want: kit.Values{"A": "01"}}))
	assert.Empty(t, answer(&kit.Case{Kind: "pins", Want: kit.Values{"NPINS": "01"}}))
}

// An interrupted run does not count faults that it has not tried.
func TestAnInterruptedRunOfTheKit(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	k := &kitRun{options: new(options), cases: []kit.Case{{Kind: "pins"}}, numbers: []int{1}}
	k.bin = "no such port"
	k.faults = []*goFault{{fault: &fault{File: "a.go"}}}
	k.tryAll(ctx, io.Discard)
	assert.Empty(t, k.faults)
	assert.Empty(t, k.noticed)
}
