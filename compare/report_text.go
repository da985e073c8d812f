package compare

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"sargon78/compare/observe"
	"sargon78/native/reference"
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

// writeFindings shows the smallest difference as a whole, and the others in a line each.
func (r *Report) writeFindings(w io.Writer) {
	smallest := r.smallest()
	if smallest == nil {
		return
	}
	told := *smallest
	told.Command = "" // it stands at the end
	fmt.Fprintf(w, "%s\n\n", &told)
	if len(r.Differences) == 1 {
		return
	}
	fmt.Fprintln(w, "The others, by the position that is searched:")
	for i := range r.Differences {
		if f := &r.Differences[i]; f != smallest {
			fmt.Fprintf(w, "  %s\n", f.Line())
		}
	}
	if text := r.common(); text != "" {
		fmt.Fprintf(w, "In common: %s.\n", text)
	}
	fmt.Fprintln(w)
}

// smallest returns the finding whose case is the smallest: of those that are explained, the one with
// the fewest pieces; what is late comes last. It is nil if there is none.
func (r *Report) smallest() (best *Finding) {
	var least []int
	for i := range r.Differences {
		f := &r.Differences[i]
		c, unexplained, pieces := f.smallestCase(), 0, 0
		for _, p := range c.Start.Board {
			if p != sargon.Empty && p != sargon.Border {
				pieces++
			}
		}
		switch {
		case f.failureKind == observe.TimedOut:
			unexplained = 2
		case f.Explanation == "":
			unexplained = 1
		}
		size := []int{unexplained, pieces, len(c.String())}
		if best == nil || slices.Compare(size, least) < 0 {
			best, least = f, size
		}
	}
	return best
}

// common returns what several findings have in common: what most of those have that have such a thing
// at all.
func (r *Report) common() string {
	var texts []string
	for i, format := range inCommon {
		counts, all := Counts{}, uint64(0)
		for j := range r.Differences {
			if text := r.Differences[j].facts()[i]; text != "" {
				counts[text]++
				all++
			}
		}
		for _, text := range slices.Sorted(maps.Keys(counts)) {
			if n := counts[text]; n > 1 && 3*n > 2*all {
				texts = append(texts, fmt.Sprintf("%d of %d "+format, n, all, text))
			}
		}
	}
	return strings.Join(texts, "; ")
}

// writeSummary writes what was compared, how to repeat it, and in the last line the result.
func (r *Report) writeSummary(w io.Writer) {
	line := func(label, format string, args ...any) {
		fmt.Fprintf(w, "%-10s %s\n", label, fmt.Sprintf(format, args...))
	}
	label := "engines"
	var shares []string
	for i, e := range r.Engines {
		line(label, "%s", r.engineText(i))
		label = ""
		shares = append(shares, e.Name+" "+number(r.ByEngine[i].Cases))
	}
	line("cases", "%s; levels %s; compared by %v", r.Source, r.Levels, r.Detail)
	line("compared", "%s%s", number(r.Compared), r.plannedText())
	if r.Compared > 0 {
		line("", "%s", countsText("level ", r.ByLevel))
		line("", "%s", countsText("", r.Origins))
		line("digest", "%016x (of all traces, in any order)", r.Digest)
	}
	if r.Skipped > 0 {
		line("skipped", "%s cases: fewer than two engines did them to the end", number(r.Skipped))
	}
	for _, why := range slices.Sorted(maps.Keys(r.Undefined)) {
		line("undefined", "%s cases, compared up to where the specification ends: %s",
			number(r.Undefined[why]), why)
	}
	for _, text := range r.BrokenInputErrors {
		line("broken", "%s", text)
	}
	if more := r.BrokenInputs - uint64(len(r.BrokenInputErrors)); more > 0 {
		line("", "and %s more", number(more))
	}
	r.writeReached(line)
	took := time.Duration(r.Seconds * float64(time.Second)).Round(time.Millisecond).String()
	if r.Seconds > 0 {
		took += fmt.Sprintf(", %.0f cases per second", float64(r.Compared)/r.Seconds)
	}
	line("took", "%s", took)
	if f := r.smallest(); f != nil { // again: the end is what stays on a screen
		line("smallest", "%s", f.line(f.smallestCase()))
		if f.Command != "" {
			line("repeat", "%s", f.Command)
		}
	}
	if r.Command != "" {
		line("again", "%s", r.Command)
	}
	line("result", "%s; cases done: %s", r.Result(), strings.Join(shares, ", "))
}

// engineText returns in a line what an engine, given by its index, did in the run.
func (r *Report) engineText(index int) string {
	e, did := &r.Engines[index], &r.ByEngine[index]
	text := fmt.Sprintf("%-8s %s evaluations", e.Name, number(did.Evals))
	if e.Detail < sargon.DetailScore {
		text = fmt.Sprintf("%-8s %s moves", e.Name, number(did.Cases))
	} else if did.Cases < r.Compared {
		text += fmt.Sprintf(" in %s cases", number(did.Cases))
	}
	if did.TStates > 0 {
		text += fmt.Sprintf(", %s T-states", number(did.TStates))
	}
	if e.Detail < r.Detail {
		text += fmt.Sprintf(", shows its %v only", e.Detail)
	}
	if e.NoLists {
		text += ", shows no lists"
	}
	for _, n := range did.notCompared() {
		if n.cases > 0 {
			text += fmt.Sprintf("; %s: %s", n.what, number(n.cases))
		}
	}
	if did.Tail > 0 {
		text += fmt.Sprintf("; evaluations after the specification ends: %s", number(did.Tail))
	}
	if did.GaveUp != "" {
		text += ", given up: " + did.GaveUp
	}
	if e.Version != "" {
		text += "; " + e.Version
	}
	return text
}

// plannedText returns how much of the work is done.
func (r *Report) plannedText() string {
	text := " cases"
	if r.Planned > 0 {
		text = fmt.Sprintf(" of %s cases", number(uint64(r.Planned)))
	}
	if r.ShardCount > 1 {
		shards := strings.Trim(strings.ReplaceAll(fmt.Sprint(r.Shards), " ", ", "), "[]")
		text += fmt.Sprintf(", shard %s of %d", shards, r.ShardCount)
	}
	if !r.Complete {
		text += ", not complete"
	}
	return text
}

// writeReached shows the quirks with their counts, and what was not reached.
func (r *Report) writeReached(line func(string, string, ...any)) {
	if r.ReferenceCases == 0 {
		return
	}
	var counts [reference.NumQuirks + 1]uint64 // 0: no quirk
	for p := range reference.NumRules {
		info := reference.Rule(p).Info()
		counts[info.Quirk] += r.Reached[info.Name]
	}
	var quirks []string
	for q, n := range counts[1:] {
		quirks = append(quirks, fmt.Sprintf("%d: %s", q+1, number(n)))
	}
	unreached := r.Unreached()
	line("reached", "%d of %d rules, in %s cases of the reference engine",
		reference.NumRules-len(unreached), reference.NumRules, number(r.ReferenceCases))
	line("quirks", "%s", strings.Join(quirks, ", "))
	if len(unreached) > 0 {
		line("unreached", "%s", strings.Join(unreached, ", "))
	}
}

// WriteReached writes the table of all rules with their counts.
func (r *Report) WriteReached(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%12s  %-3s %-6s  %-26s  %s\n", "reached", "§", "quirk", "rule", "")
	for p := range reference.NumRules {
		info := reference.Rule(p).Info()
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
	for i, name := range names {
		names[i] = fmt.Sprintf("%s%s: %s", prefix, name, number(counts[name]))
	}
	return strings.Join(names, ", ")
}

// number returns a number with a space between groups of three digits: 1 234 567.
func number(n uint64) string {
	digits := fmt.Sprint(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + " " + digits[at:]
	}
	return digits
}

// What CI systems read.
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
// equal, a failed one for each difference with its whole text, an error if the run is
// inconclusive.
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
	if r.Verdict() == Inconclusive {
		s.Errors = 1
		s.Cases = append(s.Cases, junitCase{
			Name: "the run itself", Class: class, Error: &junitMessage{r.Result(), summary.String()},
		})
	}
	s.Tests = len(s.Cases)
	text, err := xml.MarshalIndent(s, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(out, "%s%s\n", xml.Header, text)
	}
	return err
}
