package compare

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"sargon78/compare/cases"
	"sargon78/native/literal"
	"sargon78/sargon/files"
)

// Report is what a run has done. It is also the state of a run that was stopped, from
// which Run goes on, and the part of a run that one shard does, which Merge joins.
//
// But for Seconds and Command it does not depend on how many workers there were, on
// interruptions, or on how the run was split into shards.
type Report struct {
	Format  int    `json:"format"` // of this record: reportFormat
	Program string `json:"program"`
	Command string `json:"command,omitempty"`

	// What was to be done.
	Engines []EngineReport `json:"engines"`
	Proof   Proof          `json:"depth_of_proof"`
	Source  string         `json:"source"`
	Seed    *uint64        `json:"seed,omitempty"`
	Levels  string         `json:"levels"`
	AtLeast int            `json:"at_least"`          // percent of the cases that each engine must do
	Planned int            `json:"planned,omitempty"` // cases over all shards, 0 if not known
	Shards  []int          `json:"shards"`            // which of them are in this report, from 1
	Of      int            `json:"of_shards"`

	// What was done.
	Complete bool              `json:"complete"` // nothing is left to do in these shards
	Next     int               `json:"next"`     // batches done, where a run goes on
	Compared uint64            `json:"compared"` // cases that at least two engines did
	Skipped  uint64            `json:"skipped,omitempty"`
	Over     uint64            `json:"over,omitempty"` // of those, in games that had ended for all alike
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
	Undefined   map[string]uint64 `json:"undefined,omitempty"`
	Broken      uint64            `json:"broken_inputs,omitempty"`
	BrokenTexts []string          `json:"broken_input_errors,omitempty"`

	// What was reached, by the names of the points, in Probed of the cases.
	Probed  uint64            `json:"probed"`
	Reached map[string]uint64 `json:"reached,omitempty"`

	digest uint64
}

// EngineReport is one engine's part in a run.
type EngineReport struct {
	Name    string  `json:"name"`
	Version string  `json:"version,omitempty"`
	Proof   Proof   `json:"depth_of_proof"` // what the engine can show at most
	Done    uint64  `json:"done"`           // cases, compared or not
	Cases   uint64  `json:"cases"`          // done, and compared with another engine
	Evals   uint64  `json:"evals"`
	TStates uint64  `json:"tstates,omitempty"`
	Failed  uint64  `json:"failed,omitempty"`
	GaveUp  string  `json:"gave_up,omitempty"`
	Seconds float64 `json:"seconds"`
}

// Finding is a case in which two engines differ, or one fails.
type Finding struct {
	Batch       int          `json:"batch"`
	Index       int          `json:"index"` // of the case in its batch
	Origin      string       `json:"origin"`
	Case        cases.Case   `json:"case"`
	A           string       `json:"a"`
	B           string       `json:"b,omitempty"`
	Also        []string     `json:"also,omitempty"` // engines that agree with B
	Differences []Difference `json:"differences,omitempty"`
	Failure     string       `json:"failure,omitempty"` // of engine A
	endless     bool         // the failure is a search without an end
	late        bool         // the failure is a search without an answer in time

	// Filled in by an investigation.
	Shrunk      *cases.Case `json:"shrunk,omitempty"`
	Command     string      `json:"repeat,omitempty"`
	Debug       string      `json:"debug,omitempty"` // the command that goes there in a machine
	Explanation string      `json:"explanation,omitempty"`
}

const reportFormat = 2

// keptDifferences and keptBroken bound what a report lists; all are counted.
const (
	keptDifferences = 100
	keptBroken      = 20
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
	for _, e := range r.Engines {
		if e.GaveUp != "" {
			return e.Name + " was given up: " + e.GaveUp
		}
		all := r.Compared + r.Skipped - r.Over
		switch {
		case e.Cases == 0:
			return e.Name + " did none of the cases"
		case e.Done*100 < all*uint64(r.AtLeast):
			return fmt.Sprintf("%s did %d of %d cases, less than %d %%", e.Name, e.Done, all, r.AtLeast)
		}
	}
	return ""
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

// Unreached returns the points of the specification that no probed case reached.
func (r *Report) Unreached() (points []string) {
	for p := range literal.NumPoints {
		if name := literal.Point(p).String(); r.Reached[name] == 0 {
			points = append(points, name)
		}
	}
	return points
}

// ReadReport reads a report as JSON. JSON lines of differences and of coverage before it are
// skipped, so that the whole output of a run can be read.
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
		if line.Type == "difference" || line.Type == "coverage" {
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

// ReadReportFile reads the report in a file.
func ReadReportFile(name string) (*Report, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := ReadReport(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
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

// sameWork says why two reports are not of the same work, "" if they are: the same
// engines, cases and depth of proof.
func (r *Report) sameWork(other *Report) string {
	engines := func(r *Report) string {
		var names []string
		for _, e := range r.Engines {
			names = append(names, strings.TrimSpace(e.Name+" "+e.Version))
		}
		return strings.Join(names, ", ")
	}
	seed := func(r *Report) string {
		if r.Seed == nil {
			return "none"
		}
		return fmt.Sprint(*r.Seed)
	}
	for _, field := range []struct{ what, a, b string }{
		{"engines", engines(r), engines(other)},
		{"depth of proof", r.Proof.String(), other.Proof.String()},
		{"source", r.Source, other.Source},
		{"seed", seed(r), seed(other)},
		{"levels", r.Levels, other.Levels},
		{"part that each engine must do", fmt.Sprint(r.AtLeast), fmt.Sprint(other.AtLeast)},
		{"planned cases", fmt.Sprint(r.Planned), fmt.Sprint(other.Planned)},
		{"number of shards", fmt.Sprint(r.Of), fmt.Sprint(other.Of)},
	} {
		if field.a != field.b {
			return fmt.Sprintf("%s: %s in one, %s in the other", field.what, field.a, field.b)
		}
	}
	return ""
}

// Merge joins the reports of the shards of one run. It refuses reports of different work
// and a shard that is there twice; shards that are missing leave it incomplete.
func Merge(reports ...*Report) (*Report, error) {
	if len(reports) == 0 {
		return nil, errors.New("nothing to merge")
	}
	m := reports[0].clone()
	for _, r := range reports[1:] {
		if why := m.sameWork(r); why != "" {
			return nil, fmt.Errorf("these reports are not of the same work: %s", why)
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

// add adds another shard, or a batch.
func (r *Report) add(o *Report) {
	for i := range r.Engines {
		e, f := &r.Engines[i], &o.Engines[i]
		e.Done += f.Done
		e.Cases += f.Cases
		e.Evals += f.Evals
		e.TStates += f.TStates
		e.Failed += f.Failed
		e.Seconds += f.Seconds
		if e.GaveUp == "" {
			e.GaveUp = f.GaveUp
		}
	}
	r.Shards = append(r.Shards, o.Shards...)
	r.Next += o.Next
	r.Compared += o.Compared
	r.Skipped += o.Skipped
	r.Over += o.Over
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
	r.Probed += o.Probed
}

func (r *Report) sortFindings() {
	slices.SortStableFunc(r.Differences, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Batch, b.Batch), cmp.Compare(a.Index, b.Index))
	})
}

// duration returns the time the run took, over all shards.
func (r *Report) duration() time.Duration {
	return time.Duration(r.Seconds * float64(time.Second)).Round(time.Millisecond)
}
