package compare

import (
	"cmp"
	"slices"
)

// Tally counts what was done: by a run up to now, by a shard, or by several that were merged.
type Tally struct {
	Shards   []int         `json:"shards"`   // the numbers of the shards that are counted, from 1
	Complete bool          `json:"complete"` // nothing is left to do in these shards
	ByEngine []EngineTally `json:"-"`        // in the order of Work.Engines
	Compared uint64        `json:"compared"` // cases that at least two engines did by themselves
	Skipped  uint64        `json:"skipped"`  // the others
	ByLevel  Counts        `json:"compared_by_level"`
	Origins  Counts        `json:"compared_by_origin"`
	Digest   uint64        `json:"-"` // of all traces, independent of their order
	Seconds  float64       `json:"seconds"`

	Differing   uint64    `json:"differing"` // cases in which an engine differed or failed
	Differences []Finding `json:"differences,omitempty"`
	// Undefined counts, by the reason, cases that were compared only up to where their search left what
	// the specification describes: memory is then read that is no table of the program, and what it
	// holds depends on the program and the load address. The reference engine and an independent one
	// agree that it is so, after the same evaluation.
	Undefined         Counts   `json:"undefined,omitempty"`
	BrokenInputs      uint64   `json:"broken_inputs,omitempty"`
	BrokenInputErrors []string `json:"broken_input_errors,omitempty"`

	// Reached counts how often each rule of the specification was reached, by the rule's name, in
	// ReferenceCases cases that the reference engine searched.
	ReferenceCases uint64 `json:"reference_cases"`
	Reached        Counts `json:"reached,omitempty"`
}

// EngineTally counts what one engine did.
type EngineTally struct {
	Done    uint64  `json:"done"`  // cases, compared or not
	Cases   uint64  `json:"cases"` // done by itself, and compared with another engine
	Evals   uint64  `json:"evals"` // compared: in these, and in undefined ones
	TStates uint64  `json:"tstates,omitempty"`
	Seconds float64 `json:"seconds"`
	GaveUp  string  `json:"gave_up,omitempty"`

	// The other cases.
	Undefined   uint64 `json:"undefined"`   // compared up to where the specification ends
	Tail        uint64 `json:"tail"`        // evaluations of these after that, not compared
	Skipped     uint64 `json:"skipped"`     // no engine to compare it with, or lost with an earlier case
	Failed      uint64 `json:"failed"`      // without an answer
	Unsupported uint64 `json:"unsupported"` // it, or all others, cannot be asked for them
}

// maxListed and maxBroken bound what a report lists; all are counted.
const (
	maxListed = 100
	maxBroken = 20
)

// newTally returns the tally of so many engines, of nothing.
func newTally(engines int) Tally {
	return Tally{ByEngine: make([]EngineTally, engines), ByLevel: Counts{}, Origins: Counts{}}
}

// Counts are numbers of cases by a name.
type Counts map[string]uint64

// count adds a number of cases.
func (c *Counts) count(name string, n uint64) {
	if *c == nil {
		*c = Counts{}
	}
	(*c)[name] += n
}

// notCompared are cases of an engine that were not compared to their end: what a report calls them.
type notCompared struct {
	what  string
	cases uint64
}

func (e *EngineTally) notCompared() []notCompared {
	return []notCompared{
		{"undefined", e.Undefined}, {"skipped", e.Skipped}, {"failed", e.Failed},
		{"cannot be asked for", e.Unsupported},
	}
}

// add adds the tally of another shard.
func (t *Tally) add(o *Tally) {
	for i := range o.ByEngine {
		e, f := &t.ByEngine[i], &o.ByEngine[i]
		e.Done += f.Done
		e.Cases += f.Cases
		e.Evals += f.Evals
		e.TStates += f.TStates
		e.Undefined += f.Undefined
		e.Tail += f.Tail
		e.Skipped += f.Skipped
		e.Failed += f.Failed
		e.Unsupported += f.Unsupported
		e.Seconds += f.Seconds
		e.GaveUp = cmp.Or(e.GaveUp, f.GaveUp)
	}
	t.Shards = append(t.Shards, o.Shards...)
	t.Complete = t.Complete && o.Complete
	t.Compared += o.Compared
	t.Skipped += o.Skipped
	for to, from := range map[*Counts]Counts{
		&t.ByLevel: o.ByLevel, &t.Origins: o.Origins, &t.Undefined: o.Undefined, &t.Reached: o.Reached,
	} {
		for name, n := range from {
			to.count(name, n)
		}
	}
	t.Digest += o.Digest
	t.Seconds += o.Seconds
	t.Differing += o.Differing
	t.Differences = append(t.Differences, o.Differences...)
	t.addBroken(o.BrokenInputs, o.BrokenInputErrors...)
	t.ReferenceCases += o.ReferenceCases
}

// addBroken adds inputs that could not be read, and the errors of some of them.
func (t *Tally) addBroken(inputs uint64, errors ...string) {
	t.BrokenInputs += inputs
	texts := append(t.BrokenInputErrors, errors...)
	t.BrokenInputErrors = texts[:min(maxBroken, len(texts))]
}

// sortFindings puts the findings in the order of their cases.
func (t *Tally) sortFindings() {
	slices.SortStableFunc(t.Differences, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.Index, b.Index))
	})
}
