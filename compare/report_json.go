package compare

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// reportFormat is the number of the JSON format of reports.
const reportFormat = 7

// record is a report as JSON: one object without levels, for `jq .verdict`.
type record struct {
	Type    string `json:"type"`   // summaryType; lines of differences have another one
	Format  int    `json:"format"` // reportFormat
	Program string `json:"program"`
	Command string `json:"command,omitempty"`
	Work
	Engines []engineRecord `json:"engines"` // in place of Work.Engines
	Tally
	Digest string `json:"digest"` // Tally.Digest, in 16 hexadecimal digits
	// Verdict and Reason are for readers. ReadReport does not use them: they follow from the rest.
	Verdict Verdict `json:"verdict"`
	Reason  string  `json:"reason,omitempty"`
}

// engineRecord is what was known of an engine, and what it did.
type engineRecord struct {
	EngineInfo
	EngineTally
}

// The values of the field "type" in the JSON lines of a run.
const (
	summaryType    = "summary"
	differenceType = "difference"
)

// WriteJSON writes the report as one line of JSON, which ReadReport reads.
func (r *Report) WriteJSON(out io.Writer) error {
	line := record{
		Type: summaryType, Format: reportFormat, Program: r.Program, Command: r.Command,
		Work: r.Work, Tally: r.Tally, Digest: fmt.Sprintf("%016x", r.Digest),
		Verdict: r.Verdict(), Reason: r.Reason(),
	}
	for i := range r.ByEngine {
		line.Engines = append(line.Engines, engineRecord{r.Engines[i], r.ByEngine[i]})
	}
	return json.NewEncoder(out).Encode(&line)
}

// WriteJSON writes the finding as one line of JSON. ReadReport skips such lines.
func (f *Finding) WriteJSON(out io.Writer) error {
	return json.NewEncoder(out).Encode(struct {
		Type string `json:"type"`
		*Finding
	}{differenceType, f})
}

// ReadReport reads a report that WriteJSON wrote. It skips lines of differences before the report, so
// that it can read the whole output of `sargon compare --json`.
func ReadReport(in io.Reader) (*Report, error) {
	decoder := json.NewDecoder(in)
	for {
		var line record
		if err := decoder.Decode(&line); err != nil {
			return nil, fmt.Errorf("not a report of a comparison: %w", err)
		}
		if line.Type != differenceType {
			return line.report()
		}
	}
}

// report returns the report of a record, or an error if the record is not one of a report.
func (line *record) report() (*Report, error) {
	if line.Format != reportFormat || len(line.Engines) == 0 || line.ShardCount < 1 || len(line.Shards) == 0 ||
		slices.ContainsFunc(line.Differences, func(f Finding) bool {
			return !f.Differs() || len(f.Case.Plies) == 0
		}) {
		return nil, errors.New(
			"not a report of a comparison: want what `sargon compare --report FILE` writes")
	}
	r := &Report{Program: line.Program, Command: line.Command, Work: line.Work, Tally: line.Tally}
	if _, err := fmt.Sscanf(line.Digest, "%016x", &r.Digest); err != nil {
		return nil, fmt.Errorf("report: digest %q is not 16 hexadecimal digits", line.Digest)
	}
	for _, e := range line.Engines {
		r.Engines = append(r.Engines, e.EngineInfo)
		r.ByEngine = append(r.ByEngine, e.EngineTally)
	}
	return r, nil
}
