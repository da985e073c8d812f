package compare

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/files"
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
	Engines []EngineReport `json:"engines"`
	Detail  sargon.Detail  `json:"depth_of_proof"`
	Source  string         `json:"source"`
	Seed    *uint64        `json:"seed,omitempty"`
	Levels  string         `json:"levels"`
	AtLeast int            `json:"at_least"`          // percent of the cases that each engine must do
	Planned int            `json:"planned,omitempty"` // cases over all shards, 0 if not known
	Shards  []int          `json:"shards"`            // which of them are in this report, from 1
	Of      int            `json:"of_shards"`

	// What was done.
	Complete bool              `json:"complete"` // nothing is left to do in these shards
	Compared uint64            `json:"compared"` // cases that at least two engines did by themselves
	Skipped  uint64            `json:"skipped"`  // the others
	Levelled map[string]uint64 `json:"compared_by_level"`
	Origins  map[string]uint64 `json:"compared_by_origin"`
	Digest   string            `json:"digest"` // of all traces, independent of their order
	Seconds  float64           `json:"seconds"`

	// What came of it.
	Differing   uint64    `json:"differing"` // cases in which an engine differed or failed
	Differences []Finding `json:"differences,omitempty"`
	// Undefined counts, by the reason, cases in which engines differ after their search
	// has left what the specification describes: memory is then read that is no table of
	// the program, and what it holds depends on the edition and the load address.
	Undefined map[string]uint64 `json:"undefined,omitempty"`
	// Limit is in how many percent of the cases an engine may fall back, be undefined or be
	// skipped, each; 0 if that is said of each part of the cases. Limits is the sum over the cases.
	Limit       float64  `json:"limit,omitempty"`
	Limits      float64  `json:"limits"`
	Broken      uint64   `json:"broken_inputs,omitempty"`
	BrokenTexts []string `json:"broken_input_errors,omitempty"`

	// What was reached, by the names of the points, in Modelled of the cases.
	Modelled uint64            `json:"probed"`
	Reached  map[string]uint64 `json:"reached,omitempty"`

	digest uint64
}

// EngineReport is one engine's part in a run.
type EngineReport struct {
	Name    string        `json:"name"`
	Version string        `json:"version,omitempty"`
	Detail  sargon.Detail `json:"depth_of_proof"`     // what the engine can show at most
	NoLists bool          `json:"no_lists,omitempty"` // what it leaves to the next search is not shown
	Done    uint64        `json:"done"`               // cases, compared or not
	Cases   uint64        `json:"cases"`              // done by itself, and compared with another engine
	Evals   uint64        `json:"evals"`              // in these
	TStates uint64        `json:"tstates,omitempty"`
	Seconds float64       `json:"seconds"`
	GaveUp  string        `json:"gave_up,omitempty"`

	// The other cases.
	FellBack    uint64 `json:"fell_back"`   // it had another engine do them
	Undefined   uint64 `json:"undefined"`   // it went on otherwise than others, outside the specification
	Skipped     uint64 `json:"skipped"`     // nobody to compare it with, or lost with an earlier case
	Failed      uint64 `json:"failed"`      // without an answer
	Unsupported uint64 `json:"unsupported"` // it, or all others, cannot be asked for them
}

const reportFormat = 4

// maxListed and maxBroken bound what a report lists; all are counted.
const (
	maxListed = 100
	maxBroken = 20
)

// Success tells whether something was compared and nothing was wrong.
func (r *Report) Success() bool { return r.Verdict() == "" }

// Verdict says what is wrong, "" if nothing is.
func (r *Report) Verdict() string {
	switch {
	case r.Differing > 0:
		return fmt.Sprintf("%d of %d cases differ", r.Differing, r.Compared+r.Skipped)
	case r.Compared == 0:
		return "nothing was compared"
	case r.Broken > 0:
		return fmt.Sprintf("%d inputs could not be read", r.Broken)
	}
	// What one hands over the others miss: it is told of first.
	for _, e := range slices.SortedStableFunc(slices.Values(r.Engines), func(a, b EngineReport) int {
		return cmp.Compare(b.FellBack, a.FellBack)
	}) {
		if why := r.wrongWith(&e); why != "" {
			return why
		}
	}
	return ""
}

// wrongWith says what an engine has left undone that it should have done, "" if nothing.
func (r *Report) wrongWith(e *EngineReport) string {
	all := r.Compared + r.Skipped
	switch {
	case e.GaveUp != "":
		return e.Name + " was given up: " + e.GaveUp
	case e.Done == 0:
		return e.Name + " did none of the cases"
	}
	if did := all - e.Unsupported; did*100 < all*uint64(r.AtLeast) {
		return fmt.Sprintf("%s and another engine did %d of %d cases, less than %d %%", e.Name, did, all,
			r.AtLeast)
	}
	for _, n := range []struct {
		what  string
		cases uint64
	}{
		{"fell back to another engine", e.FellBack}, {"is undefined", e.Undefined},
		{"was skipped", e.Skipped},
	} {
		if float64(n.cases) > r.allowed() {
			return fmt.Sprintf("%s %s in %d of %d cases, more than %.2g %%", e.Name, n.what, n.cases,
				all, r.Limits/float64(all))
		}
	}
	if e.Cases == 0 {
		return e.Name + " did none of the cases by itself"
	}
	return ""
}

// allowed is in how many cases an engine may fall back, be undefined or be skipped. In a small run
// chance may bring that about more often than its share says: three standard deviations are let
// pass.
func (r *Report) allowed() float64 {
	cases := r.Limits / 100
	return cases + 3*math.Sqrt(cases)
}

// shares says how many cases each engine did: "rom 200, sets 200".
func (r *Report) shares() string {
	var texts []string
	for _, e := range r.Engines {
		texts = append(texts, fmt.Sprintf("%s %s", e.Name, number(e.Cases)))
	}
	return strings.Join(texts, ", ")
}

// Whole tells whether nothing is left to do, in no shard.
func (r *Report) Whole() bool { return r.Complete && len(r.Shards) == r.Of }

// Unreached returns the points of the specification that no case of the reference model reached.
func (r *Report) Unreached() (points []string) {
	for p := range literal.NumForks {
		if name := literal.Fork(p).String(); r.Reached[name] == 0 {
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
		if r.Format != reportFormat || len(r.Engines) == 0 || r.Of < 1 || len(r.Shards) == 0 {
			return nil, errors.New(
				"not a report of a comparison: want what `sargon compare --report FILE` writes")
		}
		if _, err := fmt.Sscanf(r.Digest, "%016x", &r.digest); err != nil {
			return nil, fmt.Errorf("report: digest %q is not 16 hexadecimal digits", r.Digest)
		}
		return r, nil
	}
}

// WriteFile writes the report to a file, whole or not at all.
func (r *Report) WriteFile(name string) error { return files.WriteFile(name, nil, r.WriteJSON) }

// WriteJSON writes the report as ReadReport reads it.
func (r *Report) WriteJSON(out io.Writer) error {
	r.Digest = fmt.Sprintf("%016x", r.digest)
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	_, err = out.Write(append(data, '\n'))
	return err
}

// work says what a report is about: what must be the same in all parts of a run.
func (r *Report) work() [][2]string {
	var engines []string
	for _, e := range r.Engines {
		engines = append(engines, strings.TrimSpace(e.Name+" "+e.Version))
	}
	seed := "none"
	if r.Seed != nil {
		seed = fmt.Sprint(*r.Seed)
	}
	return [][2]string{
		{"engines", strings.Join(engines, ", ")},
		{"detail", r.Detail.String()}, {"source", r.Source}, {"seed", seed}, {"levels", r.Levels},
		{"part that each engine must do", fmt.Sprint(r.AtLeast)}, {"limit", fmt.Sprint(r.Limit)},
		{"planned cases", fmt.Sprint(r.Planned)}, {"number of shards", fmt.Sprint(r.Of)},
	}
}

// Merge joins the reports of the shards of one run. It refuses reports of different work
// and a shard that is there twice; shards that are missing leave it incomplete.
func Merge(reports ...*Report) (*Report, error) {
	if len(reports) == 0 {
		return nil, errors.New("nothing to merge")
	}
	m := reports[0].clone()
	work := m.work()
	for _, r := range reports[1:] {
		for i, part := range r.work() {
			if part != work[i] {
				return nil, fmt.Errorf("these reports are not of the same work: %s: %s in one, %s in the other",
					part[0], work[i][1], part[1])
			}
		}
		for _, shard := range r.Shards {
			if slices.Contains(m.Shards, shard) {
				return nil, fmt.Errorf("shard %d/%d is there twice", shard, m.Of)
			}
		}
		m.Complete = m.Complete && r.Complete
		m.add(r)
	}
	slices.Sort(m.Shards)
	m.sortFindings()
	return m, nil
}

func (r *Report) clone() *Report {
	c := *r
	c.Engines = slices.Clone(r.Engines)
	c.Shards = slices.Clone(r.Shards)
	for _, counts := range c.counts() {
		*counts = maps.Clone(*counts)
	}
	c.makeCounts()
	c.Differences = slices.Clone(r.Differences)
	c.BrokenTexts = slices.Clone(r.BrokenTexts)
	return &c
}

// counts are the tables of counts.
func (r *Report) counts() []*map[string]uint64 {
	return []*map[string]uint64{&r.Levelled, &r.Origins, &r.Undefined, &r.Reached}
}

// makeCounts makes those that are nil.
func (r *Report) makeCounts() {
	for _, counts := range r.counts() {
		if *counts == nil {
			*counts = map[string]uint64{}
		}
	}
}

// add adds another shard, or what a worker has done.
func (r *Report) add(o *Report) {
	for i := range r.Engines {
		e, f := &r.Engines[i], &o.Engines[i]
		e.Done += f.Done
		e.Cases += f.Cases
		e.Evals += f.Evals
		e.TStates += f.TStates
		e.FellBack += f.FellBack
		e.Undefined += f.Undefined
		e.Skipped += f.Skipped
		e.Failed += f.Failed
		e.Unsupported += f.Unsupported
		e.Seconds += f.Seconds
		if e.GaveUp == "" {
			e.GaveUp = f.GaveUp
		}
	}
	r.Shards = append(r.Shards, o.Shards...)
	r.Compared += o.Compared
	r.Skipped += o.Skipped
	r.Limits += o.Limits
	from := o.counts()
	for i, to := range r.counts() {
		for name, n := range *from[i] {
			(*to)[name] += n
		}
	}
	r.digest += o.digest
	r.Seconds += o.Seconds
	r.Differing += o.Differing
	r.Differences = append(r.Differences, o.Differences...)
	r.Broken += o.Broken
	r.BrokenTexts = append(r.BrokenTexts, o.BrokenTexts...)
	r.Modelled += o.Modelled
}

func (r *Report) sortFindings() {
	slices.SortStableFunc(r.Differences, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.Index, b.Index))
	})
}

// duration returns the time the run took, over all shards.
func (r *Report) duration() time.Duration {
	return time.Duration(r.Seconds * float64(time.Second)).Round(time.Millisecond)
}
