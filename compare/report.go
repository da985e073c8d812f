package compare

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"sargon78/native/reference"
	"sargon78/sargon"
)

// Report is what a run has done, or the part of it that one shard has done, which Merge joins.
//
// But for Seconds and Command it does not depend on how many workers there were, or on how the run
// was split into shards, unless it ended early.
type Report struct {
	Format  int    `json:"format"` // of this record: reportFormat
	Program string `json:"program"`
	Command string `json:"command,omitempty"`

	// What was to be done.
	Engines    []EngineReport `json:"engines"`
	Detail     sargon.Detail  `json:"detail"`
	Source     string         `json:"source"`
	Seed       *uint64        `json:"seed,omitempty"`
	Levels     string         `json:"levels"`
	AtLeast    int            `json:"at_least"`          // percent of the cases that each engine must do
	Planned    int            `json:"planned,omitempty"` // cases over all shards, 0 if not known
	Shards     []int          `json:"shards"`            // which of them are in this report, from 1
	ShardCount int            `json:"of_shards"`

	// What was done.
	Complete bool    `json:"complete"` // nothing is left to do in these shards
	Compared uint64  `json:"compared"` // cases that at least two engines did by themselves
	Skipped  uint64  `json:"skipped"`  // the others
	ByLevel  Counts  `json:"compared_by_level"`
	Origins  Counts  `json:"compared_by_origin"`
	Digest   string  `json:"digest"` // of all traces, independent of their order
	Seconds  float64 `json:"seconds"`

	// What came of it.
	Differing   uint64    `json:"differing"` // cases in which an engine differed or failed
	Differences []Finding `json:"differences,omitempty"`
	// Verdict is the result, and Reason says why it is not NoDifference.
	Verdict Verdict `json:"verdict"`
	Reason  string  `json:"reason,omitempty"`
	// Undefined counts, by the reason, cases that were compared only up to where their search left what
	// the specification describes: memory is then read that is no table of the program, and what it
	// holds depends on the program and the load address. The reference engine and an independent one
	// agree that it is so, after the same evaluation.
	Undefined         Counts   `json:"undefined,omitempty"`
	BrokenInputs      uint64   `json:"broken_inputs,omitempty"`
	BrokenInputErrors []string `json:"broken_input_errors,omitempty"`

	// How often each rule of the specification was reached, by its name, in ReferenceCases cases
	// that the reference engine searched.
	ReferenceCases uint64 `json:"reference_cases"`
	Reached        Counts `json:"reached,omitempty"`

	digest uint64
}

// EngineReport is one engine's part in a run.
type EngineReport struct {
	Name    string        `json:"name"`
	Version string        `json:"version,omitempty"`
	Detail  sargon.Detail `json:"detail"`             // what the engine can show at most
	NoLists bool          `json:"no_lists,omitempty"` // what it leaves to the next search is not shown
	Done    uint64        `json:"done"`               // cases, compared or not
	Cases   uint64        `json:"cases"`              // done by itself, and compared with another engine
	Evals   uint64        `json:"evals"`              // in these
	TStates uint64        `json:"tstates,omitempty"`
	Seconds float64       `json:"seconds"`
	GaveUp  string        `json:"gave_up,omitempty"`

	// The other cases.
	Undefined   uint64 `json:"undefined"`   // compared up to where the specification ends
	Skipped     uint64 `json:"skipped"`     // no engine to compare it with, or lost with an earlier case
	Failed      uint64 `json:"failed"`      // without an answer
	Unsupported uint64 `json:"unsupported"` // it, or all others, cannot be asked for them
}

// String names the engine exactly.
func (e EngineReport) String() string { return strings.TrimSpace(e.Name + " " + e.Version) }

const reportFormat = 6

// maxListed and maxBroken bound what a report lists; all are counted.
const (
	maxListed = 100
	maxBroken = 20
)

// Verdict is the result of a comparison, in one of three words.
type Verdict string

// The verdicts.
const (
	NoDifference Verdict = "no difference"
	Differs      Verdict = "differs"
	// Inconclusive: so little was compared that the run says nothing.
	Inconclusive Verdict = "inconclusive"
)

// conclude fills in what follows from the counts: the digest, the verdict and its reason.
func (r *Report) conclude() {
	r.Digest = fmt.Sprintf("%016x", r.digest)
	r.Verdict, r.Reason = NoDifference, r.missing()
	if r.Differing > 0 {
		r.Verdict, r.Reason = Differs, fmt.Sprintf("%d of %d cases", r.Differing, r.Compared+r.Skipped)
	} else if r.Reason != "" {
		r.Verdict = Inconclusive
	}
}

// missing says what was to be compared and was not, "" if nothing.
func (r *Report) missing() string {
	switch {
	case r.Compared == 0:
		return "nothing was compared"
	case r.BrokenInputs > 0:
		return fmt.Sprintf("%d inputs could not be read", r.BrokenInputs)
	}
	all := r.Compared + r.Skipped
	for i := range r.Engines {
		e := &r.Engines[i]
		did := all - e.Unsupported
		switch {
		case e.GaveUp != "":
			return e.Name + " was given up: " + e.GaveUp
		case e.Done == 0:
			return e.Name + " did none of the cases"
		case did*100 < all*uint64(r.AtLeast):
			return fmt.Sprintf("%s and another engine did %d of %d cases, less than %d %%", e.Name, did, all,
				r.AtLeast)
		case e.Cases == 0:
			return e.Name + " did none of the cases to its end"
		}
	}
	return ""
}

// notCompared are cases of an engine that were not compared to their end: what a report calls them.
type notCompared struct {
	what  string
	cases uint64
}

func (e *EngineReport) notCompared() []notCompared {
	return []notCompared{
		{"undefined", e.Undefined}, {"skipped", e.Skipped}, {"failed", e.Failed},
		{"cannot be asked for", e.Unsupported},
	}
}

// AllShardsDone reports whether nothing is left to do, in no shard.
func (r *Report) AllShardsDone() bool { return r.Complete && len(r.Shards) == r.ShardCount }

// Unreached returns the points of the specification that no case of the reference engine reached.
func (r *Report) Unreached() (points []string) {
	for p := range reference.NumRules {
		if name := reference.Rule(p).String(); r.Reached[name] == 0 {
			points = append(points, name)
		}
	}
	return points
}

// ReadReport reads a report as JSON. JSON lines of differences before it are skipped, so that the
// whole output of a run can be read.
func ReadReport(in io.Reader) (*Report, error) {
	decoder := json.NewDecoder(in)
	for {
		var line struct {
			Type string `json:"type"`
			Report
		}
		if err := decoder.Decode(&line); err != nil {
			return nil, fmt.Errorf("not a report of a comparison: %w", err)
		}
		if line.Type == "difference" {
			continue
		}
		r := &line.Report
		if r.Format != reportFormat || len(r.Engines) == 0 || r.ShardCount < 1 || len(r.Shards) == 0 ||
			slices.ContainsFunc(r.Differences, func(f Finding) bool {
				return !f.Differs() || len(f.Case.Plies) == 0
			}) {
			return nil, errors.New(
				"not a report of a comparison: want what `sargon compare --report FILE` writes")
		}
		if _, err := fmt.Sscanf(r.Digest, "%016x", &r.digest); err != nil {
			return nil, fmt.Errorf("report: digest %q is not 16 hexadecimal digits", r.Digest)
		}
		return r, nil
	}
}

// WriteJSON writes the report as ReadReport reads it.
func (r *Report) WriteJSON(out io.Writer) error {
	r.conclude()
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	_, err = out.Write(append(data, '\n'))
	return err
}

// emptyCopy is a report of the same work, of which nothing is done.
func (r *Report) emptyCopy() *Report {
	w := &Report{
		Format: r.Format, Detail: r.Detail, Source: r.Source, Seed: r.Seed,
		Levels: r.Levels, AtLeast: r.AtLeast, Planned: r.Planned, ShardCount: r.ShardCount,
		Complete: true, ByLevel: Counts{}, Origins: Counts{},
	}
	for _, e := range r.Engines {
		w.Engines = append(w.Engines, EngineReport{
			Name: e.Name, Version: e.Version, Detail: e.Detail, NoLists: e.NoLists,
		})
	}
	return w
}

// Merge joins the reports of the shards of one run. It refuses reports of different work
// and a shard that is there twice; shards that are missing leave it incomplete.
func Merge(reports ...*Report) (*Report, error) {
	if len(reports) == 0 {
		return nil, errors.New("nothing to merge")
	}
	work, m := reports[0].emptyCopy(), reports[0].emptyCopy()
	m.Program = reports[0].Program
	for _, r := range reports {
		mine, other := reflect.ValueOf(*work), reflect.ValueOf(*r.emptyCopy())
		for i := range mine.NumField() {
			name, _, _ := strings.Cut(mine.Type().Field(i).Tag.Get("json"), ",")
			a, b := mine.Field(i), other.Field(i)
			if a.CanInterface() && !reflect.DeepEqual(a.Interface(), b.Interface()) {
				return nil, fmt.Errorf("these reports are not of the same work: %s: %v in one, %v in the other",
					name, reflect.Indirect(a), reflect.Indirect(b))
			}
		}
		for _, shard := range r.Shards {
			if slices.Contains(m.Shards, shard) {
				return nil, fmt.Errorf("shard %d/%d is there twice", shard, m.ShardCount)
			}
		}
		m.Complete = m.Complete && r.Complete
		m.add(r)
	}
	slices.Sort(m.Shards)
	m.sortFindings()
	m.conclude()
	return m, nil
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

// add adds another shard, or what is broken.
func (r *Report) add(o *Report) {
	for i := range o.Engines {
		e, f := &r.Engines[i], &o.Engines[i]
		e.Done += f.Done
		e.Cases += f.Cases
		e.Evals += f.Evals
		e.TStates += f.TStates
		e.Undefined += f.Undefined
		e.Skipped += f.Skipped
		e.Failed += f.Failed
		e.Unsupported += f.Unsupported
		e.Seconds += f.Seconds
		e.GaveUp = cmp.Or(e.GaveUp, f.GaveUp)
	}
	r.Shards = append(r.Shards, o.Shards...)
	r.Compared += o.Compared
	r.Skipped += o.Skipped
	for to, from := range map[*Counts]Counts{
		&r.ByLevel: o.ByLevel, &r.Origins: o.Origins, &r.Undefined: o.Undefined, &r.Reached: o.Reached,
	} {
		for name, n := range from {
			to.count(name, n)
		}
	}
	r.digest += o.digest
	r.Seconds += o.Seconds
	r.Differing += o.Differing
	r.Differences = append(r.Differences, o.Differences...)
	r.BrokenInputs += o.BrokenInputs
	texts := append(r.BrokenInputErrors, o.BrokenInputErrors...)
	r.BrokenInputErrors = texts[:min(maxBroken, len(texts))]
	r.ReferenceCases += o.ReferenceCases
}

func (r *Report) sortFindings() {
	slices.SortStableFunc(r.Differences, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.Index, b.Index))
	})
}
