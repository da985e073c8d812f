package compare

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"sargon78/native/literal"
	"sargon78/sargon"
)

// Write writes the report for a person: the smallest difference with its explanation, the others in
// a line each, what they have in common, and the summary.
func (r *Report) Write(out io.Writer) error {
	w := bufio.NewWriter(out)
	r.writeFindings(w)
	r.writeSummary(w)
	return w.Flush()
}

func (r *Report) writeSummary(w io.Writer) {
	line := func(label, format string, args ...any) {
		fmt.Fprintf(w, "%-10s %s\n", label, fmt.Sprintf(format, args...))
	}
	for i, e := range r.Engines {
		label := ""
		if i == 0 {
			label = "engines"
		}
		line(label, "%s", engineText(&e, r))
	}
	line("cases", "%s; levels %s; compared by %v", r.Source, r.Levels, r.Detail)
	line("compared", "%s%s", number(r.Compared), r.plannedText())
	if r.Compared > 0 {
		line("", "%s", countsText("level ", r.Levelled))
		line("", "%s", countsText("", r.Origins))
		line("digest", "%016x (of all traces, in any order)", r.digest)
	}
	if r.Skipped > 0 {
		line("skipped", "%s cases: fewer than two engines did them by themselves", number(r.Skipped))
	}
	line("limit", "each engine may fall back, be undefined or be skipped in %.2f cases, by chance in %.0f",
		r.Limits/100, math.Floor(r.allowed()))
	for _, why := range slices.Sorted(maps.Keys(r.Undefined)) {
		line("undefined", "%s cases that differ after %s: the specification says nothing about them",
			number(r.Undefined[why]), why)
	}
	for _, text := range r.BrokenTexts {
		line("broken", "%s", text)
	}
	if more := r.Broken - uint64(len(r.BrokenTexts)); more > 0 {
		line("", "and %s more", number(more))
	}
	r.writeReached(line)
	line("took", "%v%s", r.duration(), r.rateText())
	if f := r.smallest(); f != nil { // again: the end is what stays on a screen
		line("smallest", "%s", f.line(f.smallestCase()))
		if f.Command != "" {
			line("repeat", "%s", f.Command)
		}
	}
	if r.Command != "" {
		line("again", "%s", r.Command)
	}
	result := "no difference"
	if verdict := r.Verdict(); verdict != "" {
		result = verdict
	}
	line("result", "%s; cases done: %s", result, r.shares())
}

func engineText(e *EngineReport, r *Report) string {
	text := fmt.Sprintf("%-8s %s evaluations", e.Name, number(e.Evals))
	if e.Detail < sargon.DetailScore {
		text = fmt.Sprintf("%-8s %s moves", e.Name, number(e.Cases))
	} else if e.Cases < r.Compared {
		text += fmt.Sprintf(" in %s cases", number(e.Cases))
	}
	if e.TStates > 0 {
		text += fmt.Sprintf(", %s T-states", number(e.TStates))
	}
	if e.Detail < r.Detail {
		text += fmt.Sprintf(", shows its %v only", e.Detail)
	}
	if e.NoLists {
		text += ", shows no lists"
	}
	for _, n := range e.leftOut() {
		if n.cases > 0 {
			text += fmt.Sprintf("; %s: %s", n.what, number(n.cases))
		}
	}
	if e.GaveUp != "" {
		text += ", given up: " + e.GaveUp
	}
	if e.Version != "" {
		text += "; " + e.Version
	}
	return text
}

// plannedText says how much of the work is done.
func (r *Report) plannedText() string {
	text := " cases"
	if r.Planned > 0 {
		text = fmt.Sprintf(" of %s cases", number(uint64(r.Planned)))
	}
	if r.Of > 1 {
		var shards []string
		for _, s := range r.Shards {
			shards = append(shards, fmt.Sprint(s))
		}
		text += fmt.Sprintf(", shard %s of %d", strings.Join(shards, ", "), r.Of)
	}
	if !r.Complete {
		text += ", not complete"
	}
	return text
}

func (r *Report) rateText() string {
	if r.Seconds <= 0 {
		return ""
	}
	return fmt.Sprintf(", %.0f cases per second", float64(r.Compared)/r.Seconds)
}

// writeReached shows the quirks with their counts, and what was not reached.
func (r *Report) writeReached(line func(string, string, ...any)) {
	if r.Modelled == 0 {
		return
	}
	unreached, quirks := r.Unreached(), map[int]uint64{}
	for p := range literal.NumForks {
		info := literal.Fork(p).Info()
		quirks[info.Quirk] += r.Reached[info.Name] // 0: no quirk
	}
	line("reached", "%d of %d rules, in %s cases of the reference model",
		literal.NumForks-len(unreached), literal.NumForks, number(r.Modelled))
	var texts []string
	for q := 1; q <= literal.NumQuirks; q++ {
		texts = append(texts, fmt.Sprintf("%d: %s", q, number(quirks[q])))
	}
	line("quirks", "%s", strings.Join(texts, ", "))
	if len(unreached) > 0 {
		line("unreached", "%s", strings.Join(unreached, ", "))
	}
}

// WriteReached writes the table of all rules with their counts.
func (r *Report) WriteReached(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%12s  %-3s %-6s  %-26s  %s\n", "reached", "§", "quirk", "rule", "")
	for p := range literal.NumForks {
		info := literal.Fork(p).Info()
		quirk := ""
		if info.Quirk > 0 {
			quirk = fmt.Sprintf("14.%d", info.Quirk)
		}
		fmt.Fprintf(w, "%12s  %-3d %-6s  %-26s  %s\n", number(r.Reached[info.Name]), info.Section, quirk,
			info.Name, info.Text)
	}
	return w.Flush()
}

// countsText lists counts, the greatest first.
func countsText(prefix string, counts Counts) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	var texts []string
	for _, name := range names {
		texts = append(texts, fmt.Sprintf("%s%s: %s", prefix, name, number(counts[name])))
	}
	return strings.Join(texts, ", ")
}

// number writes a number with thin groups of three digits: 1 234 567.
func number(n uint64) string {
	digits := fmt.Sprint(n)
	var b strings.Builder
	for i, c := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// A junitSuite is what CI systems read.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
		Out      string      `xml:"system-out"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Time    int           `xml:"time,attr"` // of all together
		Failure *junitMessage `xml:"failure,omitempty"`
		Error   *junitMessage `xml:"error,omitempty"`
	}
	junitMessage struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes the report as JUnit XML: a test for each kind of case that came out
// equal, a failed one for each difference with its whole text, an error if nothing was
// compared.
func (r *Report) WriteJUnit(out io.Writer) error {
	var summary strings.Builder
	r.writeSummary(&summary)
	s := junitSuite{
		Name: "sargon compare", Time: fmt.Sprintf("%.3f", r.Seconds), Out: summary.String(),
		Failures: len(r.Differences),
	}
	var names []string
	for _, e := range r.Engines {
		names = append(names, e.Name)
	}
	class := "compare." + strings.Join(names, "-")
	for _, origin := range slices.Sorted(maps.Keys(r.Origins)) {
		name := fmt.Sprintf("%s: %d cases", origin, r.Origins[origin])
		s.Cases = append(s.Cases, junitCase{Name: name, Class: class})
	}
	for i := range r.Differences {
		f := &r.Differences[i]
		s.Cases = append(s.Cases, junitCase{
			Name: f.Case.String(), Class: class, Failure: &junitMessage{f.brief(), f.String()},
		})
	}
	if verdict := r.Verdict(); verdict != "" && s.Failures == 0 {
		s.Errors = 1
		s.Cases = append(s.Cases, junitCase{
			Name: "the run itself", Class: class, Error: &junitMessage{verdict, summary.String()},
		})
	}
	s.Tests = len(s.Cases)
	text, err := xml.MarshalIndent(s, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(out, "%s%s\n", xml.Header, text)
	}
	return err
}
