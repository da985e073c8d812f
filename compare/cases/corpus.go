package cases

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"sargon78/native/reference"
)

// The corpus is the cases from which the generator makes others: a file for each kind of them, a
// line for each case. A comment "# reaches pair-cut old-record" names rules of the specification
// that the lines up to the next comment reach. How many lines a file has is its share.
//
//go:embed testdata/corpus/*.case
var corpusFiles embed.FS

// corpus is what the files hold.
type corpus struct {
	cases     []Case
	byKind    map[string][]Case         // by file; for other kinds a mixture, where deep ones are rare
	witnesses map[reference.Rule][]Case // that reach a rule
}

// isDeep reports whether a case of the corpus is searched so deep that it may be expensive.
func isDeep(c Case) bool { return c.Last().Level >= expensiveLevel }

// theCorpus reads the files, once.
var theCorpus = sync.OnceValue(func() *corpus {
	c, err := readCorpus()
	if err != nil {
		panic(err) // the files are part of the program
	}
	return c
})

// readCorpus reads the embedded corpus. The name of a file is the kind of its cases. A comment with the
// word "reaches" names the rules that searches of the cases below it reach.
func readCorpus() (*corpus, error) {
	all := &corpus{byKind: map[string][]Case{}, witnesses: map[reference.Rule][]Case{}}
	names, err := fs.Glob(corpusFiles, "testdata/corpus/*.case")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := corpusFiles.ReadFile(name)
		if err != nil {
			return nil, err
		}
		kind := strings.ReplaceAll(strings.TrimSuffix(path.Base(name), ".case"), "-", " ")
		var rules []string
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if comment, is := strings.CutPrefix(line, "#"); is || line == "" {
				_, reached, _ := strings.Cut(comment, " reaches ")
				rules = strings.Fields(reached)
				continue
			}
			if is, err := isHeading(line); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			} else if is {
				continue
			}
			c, err := parseStart(line)
			if err != nil {
				return nil, fmt.Errorf("%s: %q: %w", name, line, err)
			}
			c.Origin = kind
			all.cases = append(all.cases, c)
			all.byKind[kind] = append(all.byKind[kind], c)
			for _, name := range rules {
				if rule, ok := reference.RuleByName(name); ok {
					all.witnesses[rule] = append(all.witnesses[rule], c)
				}
			}
		}
	}
	for rule, cases := range all.witnesses { // deep ones only where there are no others
		if quick := slices.DeleteFunc(slices.Clone(cases), isDeep); len(quick) > 1 {
			all.witnesses[rule] = quick
		}
	}
	const quickPerDeep = 4
	var mixture []Case
	for _, c := range all.cases {
		mixture = append(mixture, c)
		if !isDeep(c) {
			mixture = append(mixture, slices.Repeat([]Case{c}, quickPerDeep-1)...)
		}
	}
	all.byKind[kindMixed], all.byKind[kindDeep] = mixture, mixture
	return all, nil
}

// parseStart reads a line. Of a game that keeps no state the position is enough.
func parseStart(line string) (Case, error) {
	c, err := ParseCase(line)
	if err == nil && !c.Stateful && len(c.Plies) > 1 {
		c.Start, err = c.Position()
		c.Plies = c.Plies[len(c.Plies)-1:]
	}
	return c, err
}
