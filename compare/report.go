package compare

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
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
	// Undefined counts, by the reason, cases in which engines differ after their search
	// has left what the specification describes: memory is then read that is no table of
	// the program, and what it holds depends on the edition and the load address.
	Undefined Counts `json:"undefined,omitempty"`
	// Limit is in how many percent of the cases an engine may fall back, be undefined or be
	// skipped, each; 0 if that is said of each part of the cases. Limits is the sum over the cases.
	Limit             float64  `json:"limit,omitempty"`
	Limits            float64  `json:"limits"`
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
	FellBack    uint64 `json:"fell_back"`   // it had another engine do them
	Undefined   uint64 `json:"undefined"`   // it went on otherwise than others, outside the specification
	Skipped     uint64 `json:"skipped"`     // nobody to compare it with, or lost with an earlier case
	Failed      uint64 `json:"failed"`      // without an answer
	Unsupported uint64 `json:"unsupported"` // it, or all others, cannot be asked for them
}

// String names the engine exactly.
func (e EngineReport) String() string { return strings.TrimSpace(e.Name + " " + e.Version) }

const reportFormat = 5

// maxListed and maxBroken bound what a report lists; all are counted.
const (
	maxListed = 100
	maxBroken = 20
)

// Success reports whether something was compared and nothing was wrong.
func (r *Report) Success() bool { return r.Verdict() == "" }

// Verdict says what is wrong, "" if nothing is.
func (r *Report) Verdict() string {
	switch {
	case r.Differing > 0:
		return fmt.Sprintf("%d of %d cases differ", r.Differing, r.Compared+r.Skipped)
	case r.Compared == 0:
		return "nothing was compared"
	case r.BrokenInputs > 0:
		return fmt.Sprintf("%d inputs could not be read", r.BrokenInputs)
	}
	// A search that one engine delegates is missing for the others, too: it is reported first.
	for _, e := range slices.SortedStableFunc(slices.Values(r.Engines), func(a, b EngineReport) int {
		return cmp.Compare(b.FellBack, a.FellBack)
	}) {
		if why := r.engineVerdict(&e); why != "" {
			return why
		}
	}
	return ""
}

// engineVerdict says what an engine has left undone that it should have done, "" if nothing.
func (r *Report) engineVerdict(e *EngineReport) string {
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
	for _, n := range e.leftOut() {
		if n.verdict != "" && float64(n.cases) > r.allowed() {
			return fmt.Sprintf("%s %s in %d of %d cases, more than %.2g %%", e.Name, n.verdict, n.cases,
				all, r.Limits/float64(all))
		}
	}
	if e.Cases == 0 {
		return e.Name + " did none of the cases by itself"
	}
	return ""
}

// leftOut are cases that an engine did not do by itself: what a report and, if there are too many, a
// verdict calls them.
type leftOut struct {
	what, verdict string
	cases         uint64
}

func (e *EngineReport) leftOut() []leftOut {
	return []leftOut{
		{"fell back", "fell back to another engine", e.FellBack}, {"undefined", "is undefined", e.Undefined},
		{"skipped", "was skipped", e.Skipped},
		{"failed", "", e.Failed}, {"cannot be asked for", "", e.Unsupported},
	}
}

// allowed is in how many cases an engine may fall back, be undefined or be skipped. In a small run
// chance may bring that about more often than its share says: three standard deviations are let
// pass.
func (r *Report) allowed() float64 {
	cases := r.Limits / 100
	return cases + 3*math.Sqrt(cases)
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
	r.Digest = fmt.Sprintf("%016x", r.digest)
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
		Levels: r.Levels, AtLeast: r.AtLeast, Limit: r.Limit, Planned: r.Planned, ShardCount: r.ShardCount,
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
		e.FellBack += f.FellBack
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
	r.Limits += o.Limits
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
