package cases

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"sargon78/native/literal"
)

// The corpus is the cases from which the generator makes others: a file for each kind of them, a
// line for each case. A comment "# reaches pair-cut old-record" names rules of the specification
// that the lines up to the next comment reach. How many lines a file has is its share.
//
//go:embed testdata/corpus/*.case
var corpusFiles embed.FS

// seed is a case of the corpus.
type seed struct {
	Case
	plain      bool // FEN says all about its start
	wrongCheck bool // the side is in check that is not to move
	edgePawns  bool // pawns stand on the first or last rank
}

// corpus is what the files hold.
type corpus struct {
	seeds     []*seed
	byKind    map[string][]*seed
	witnesses map[literal.Fork][]*seed // that reach a rule
}

// theCorpus reads the files, once.
var theCorpus = sync.OnceValue(func() *corpus {
	c, err := readCorpus()
	if err != nil {
		panic(err) // the files are part of the program
	}
	return c
})

func readCorpus() (*corpus, error) {
	c := &corpus{byKind: map[string][]*seed{}, witnesses: map[literal.Fork][]*seed{}}
	files, err := corpusFiles.ReadDir("testdata/corpus")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		text, err := corpusFiles.ReadFile(path.Join("testdata/corpus", f.Name()))
		if err != nil {
			return nil, err
		}
		kind := strings.ReplaceAll(strings.TrimSuffix(f.Name(), ".case"), "-", " ")
		var rules []literal.Fork
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if comment, is := strings.CutPrefix(line, "#"); is || line == "" {
				rules = rulesIn(comment)
				continue
			}
			s, err := newSeed(line)
			if err != nil {
				return nil, fmt.Errorf("%s: %q: %w", f.Name(), line, err)
			}
			s.Origin = kind
			c.seeds = append(c.seeds, s)
			c.byKind[kind] = append(c.byKind[kind], s)
			for _, rule := range rules {
				c.witnesses[rule] = append(c.witnesses[rule], s)
			}
		}
	}
	for rule, seeds := range c.witnesses { // deep ones only where there are no others
		isDeep := func(s *seed) bool { return s.Last().Level >= dearLevel }
		if quick := slices.DeleteFunc(slices.Clone(seeds), isDeep); len(quick) > 1 {
			c.witnesses[rule] = quick
		}
	}
	return c, nil
}

// rulesIn returns the rules that a comment says are reached.
func rulesIn(comment string) (rules []literal.Fork) {
	words := strings.Fields(comment)
	if len(words) == 0 || words[0] != "reaches" {
		return nil
	}
	for _, name := range words[1:] {
		if rule, ok := literal.Lookup(name); ok {
			rules = append(rules, rule)
		}
	}
	return rules
}

func newSeed(line string) (*seed, error) {
	c, err := ParseCase(line)
	if err == nil && !c.Stateful && len(c.Plies) > 1 { // the position is enough
		c.Start, err = c.Position()
		c.Plies = c.Plies[len(c.Plies)-1:]
	}
	if err != nil {
		return nil, err
	}
	p := &c.Start
	return &seed{
		Case: c, plain: SaidByFEN(*p), wrongCheck: p.InCheck(p.Side.Other()), edgePawns: edgePawns(p) != nil,
	}, nil
}
