package compare

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"sargon78/native/reference"
	"sargon78/sargon"
)

// Report is what a run had to do and what it did. The verdict follows from both.
//
// Except for Command and Seconds it does not depend on the number of workers, or on how the run was
// split into shards, unless the run ended early.
type Report struct {
	Program string // name and version of the program that made the run
	Command string // the command that makes the run again, or ""
	Work
	Tally
}

// Work is what a run has to do. Only reports of equal work can be merged.
type Work struct {
	Engines    []EngineInfo  `json:"engines"`
	Detail     sargon.Detail `json:"detail"`
	Source     string        `json:"source"`
	Seed       *uint64       `json:"seed,omitempty"`
	Levels     string        `json:"levels"`
	AtLeast    int           `json:"at_least"`          // percent of the cases that each engine must do
	Planned    int           `json:"planned,omitempty"` // cases over all shards, 0 if not known
	ShardCount int           `json:"of_shards"`
}

// EngineInfo is what is known of an engine before the run.
type EngineInfo struct {
	Name    string        `json:"name"`
	Version string        `json:"version,omitempty"`
	Detail  sargon.Detail `json:"detail"`             // what the engine can show at most
	NoLists bool          `json:"no_lists,omitempty"` // it does not show what it leaves to the next search
}

// String names the engine exactly.
func (e EngineInfo) String() string { return strings.TrimSpace(e.Name + " " + e.Version) }

// Verdict is the result of a comparison, in one of three words.
type Verdict string

// The verdicts.
const (
	NoDifference Verdict = "no difference"
	Differs      Verdict = "differs"
	// Inconclusive: so little was compared that the run says nothing.
	Inconclusive Verdict = "inconclusive"
)

// Verdict returns the result of the run.
func (r *Report) Verdict() Verdict {
	switch {
	case r.Differing > 0:
		return Differs
	case r.missing() != "":
		return Inconclusive
	}
	return NoDifference
}

// Reason returns why the verdict is not NoDifference, "" if it is.
func (r *Report) Reason() string {
	if r.Differing > 0 {
		return fmt.Sprintf("%d of %d cases", r.Differing, r.Compared+r.Skipped)
	}
	return r.missing()
}

// Result returns the verdict and its reason in one text: "inconclusive: nothing was compared".
func (r *Report) Result() string {
	text := string(r.Verdict())
	if reason := r.Reason(); reason != "" {
		text += ": " + reason
	}
	return text
}

// missing returns what should have been compared and was not, "" if nothing is missing.
func (r *Report) missing() string {
	switch {
	case r.Compared == 0:
		return "nothing was compared"
	case r.BrokenInputs > 0:
		return fmt.Sprintf("%d inputs could not be read", r.BrokenInputs)
	}
	all := r.Compared + r.Skipped
	for i := range r.Engines {
		name, e := r.Engines[i].Name, &r.ByEngine[i]
		did := all - e.Unsupported
		switch {
		case e.GaveUp != "":
			return name + " was given up: " + e.GaveUp
		case e.Done == 0:
			return name + " did none of the cases"
		case did*100 < all*uint64(r.AtLeast):
			return fmt.Sprintf("%s and another engine did %d of %d cases, less than %d %%", name, did, all,
				r.AtLeast)
		case e.Cases == 0:
			return name + " did none of the cases to its end"
		}
	}
	return ""
}

// AllShardsDone reports whether every shard is in the report and was done to its end.
func (r *Report) AllShardsDone() bool { return r.Complete && len(r.Shards) == r.ShardCount }

// Unreached returns the names of the rules of the specification that no case of the reference engine
// reached.
func (r *Report) Unreached() (rules []string) {
	for rule := range reference.NumRules {
		if name := reference.Rule(rule).String(); r.Reached[name] == 0 {
			rules = append(rules, name)
		}
	}
	return rules
}

// Merge joins the reports of the shards of one run. It refuses reports of different work, and a shard
// that is there twice. If shards are missing, the merged report is not complete.
func Merge(reports ...*Report) (*Report, error) {
	if len(reports) == 0 {
		return nil, errors.New("nothing to merge")
	}
	first := reports[0]
	m := &Report{Program: first.Program, Work: first.Work, Tally: newTally(len(first.Engines))}
	m.Complete = true
	for _, r := range reports {
		if err := m.sameWork(&r.Work); err != nil {
			return nil, err
		}
		for _, shard := range r.Shards {
			if slices.Contains(m.Shards, shard) {
				return nil, fmt.Errorf("shard %d/%d is there twice", shard, m.ShardCount)
			}
		}
		m.add(&r.Tally)
	}
	slices.Sort(m.Shards)
	m.sortFindings()
	return m, nil
}

// sameWork returns an error that names the first field in which two works are not equal.
func (w *Work) sameWork(other *Work) error {
	mine, others := reflect.ValueOf(*w), reflect.ValueOf(*other)
	for i := range mine.NumField() {
		a, b := mine.Field(i), others.Field(i)
		if !reflect.DeepEqual(a.Interface(), b.Interface()) {
			name, _, _ := strings.Cut(mine.Type().Field(i).Tag.Get("json"), ",")
			return fmt.Errorf("these reports are not of the same work: %s: %v in one, %v in the other",
				name, reflect.Indirect(a), reflect.Indirect(b))
		}
	}
	return nil
}
