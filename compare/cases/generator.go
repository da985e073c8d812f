package cases

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"sargon78/native/reference"
	"sargon78/sargon"
)

// GeneratorOptions say which cases a generator makes.
type GeneratorOptions struct {
	Seed   uint64
	Cases  int    // 0: without end
	Levels Levels // zero: level 1
	// TargetEvery is the share of targeted cases, one block in so many; 0 means the usual share. In
	// these each case is drawn until it reaches a chosen rule of the specification, one rule after
	// the other.
	TargetEvery int
	// Capability is what the engines can be asked for.
	Capability Capability
	// Rules are names of rules of the specification, as reports list them: then every
	// case is drawn until it reaches one of them.
	Rules []string
	// Kinds are names of kinds of cases, as reports list them (see Kinds): then all are of
	// one of these.
	Kinds []string
}

// Capability is what engines can be asked for; each includes those after it.
type Capability int

// What engines can be asked for.
const (
	// AnyCase is for engines of this project: also searches that are stopped at a number of
	// evaluations, games that keep their state, and positions that spec §16 refuses.
	AnyCase Capability = iota
	// AnySearch are whole searches of positions as the text of a Case says them.
	AnySearch
	// OnlyFEN are searches of what a FEN says, and moves from there.
	OnlyFEN
)

// blockSearches is how many searches a game has; so many single cases are of a kind.
const blockSearches = 16

// DefaultShare returns the share of targeted cases in a run of so many cases (0: without end), one
// in so many: enough to go through the rules at least once, and few enough to cost only a few
// percent of a long run.
func DefaultShare(cases int) int {
	if cases == 0 {
		return 16
	}
	return min(max(8, cases/250), 2048)
}

// SmallRun is a number of cases so small that the reference engine may do all of them.
const SmallRun = 2000

// Generator is a Source of random cases. The same options give the same cases; each can be made
// without those before it.
type Generator struct {
	options GeneratorOptions
	targets []reference.Rule

	mu   sync.Mutex
	next int
}

// NewGenerator returns a generator. An error means that a rule or a kind has an unknown name.
func NewGenerator(o GeneratorOptions) (*Generator, error) {
	g := &Generator{}
	for _, name := range o.Rules {
		p, ok := reference.RuleByName(name)
		if !ok {
			return nil, fmt.Errorf("there is no rule %q: a report of a run lists them all", name)
		}
		g.targets = append(g.targets, p)
	}
	for _, name := range o.Kinds {
		if !slices.Contains(Kinds(), name) {
			return nil, fmt.Errorf("there is no kind of cases %q: want some of %s", name,
				strings.Join(Kinds(), ", "))
		}
	}
	switch {
	case len(o.Kinds) > 0 && len(o.Rules) > 0:
		return nil, errors.New("rules and kinds of cases: want one of them")
	case len(o.Kinds) > 0 && o.Capability != AnyCase:
		return nil, errors.New("kinds of cases can be chosen for engines of this project only: " +
			"a program that speaks a protocol may not do any of a kind")
	}
	o.Levels = cmp.Or(o.Levels, Levels{sargon.MinLevel: 1})
	o.TargetEvery = cmp.Or(o.TargetEvery, DefaultShare(o.Cases))
	if g.targets != nil {
		o.TargetEvery = 1
	} else {
		for p := range reference.NumRules {
			g.targets = append(g.targets, reference.Rule(p))
		}
	}
	g.options = o
	return g, nil
}

// Describe names the seed.
func (g *Generator) Describe() string {
	text := fmt.Sprintf("random cases, seed %d", g.options.Seed)
	if len(g.options.Rules) > 0 {
		text += ", that reach " + strings.Join(g.options.Rules, " or ")
	}
	if len(g.options.Kinds) > 0 {
		text += ", " + strings.Join(g.options.Kinds, " and ") + " only"
	}
	return text
}

// Cases returns how many there will be, 0 without end.
func (g *Generator) Cases() int { return g.options.Cases }

// All goes through the cases that are left.
func (g *Generator) All() iter.Seq[Case] {
	return func(yield func(Case) bool) {
		for {
			c, err := g.Next(Shard{})
			if err != nil || !yield(c) { // a generator has no input that could be broken
				return
			}
		}
	}
}

// Next returns the next case.
func (g *Generator) Next(shard Shard) (Case, error) {
	o := &g.options
	number, size, kind := g.take(shard)
	if size == 0 {
		return Case{}, io.EOF
	}
	m := newMaker(rand.NewPCG(o.Seed, uint64(number)), o.Capability, o.Levels)
	turn := number/blockSearches/o.TargetEvery*blockSearches + number%blockSearches
	target := g.targets[turn%len(g.targets)]
	make := kindOf(kind).make
	c := make(m, size, target)
	for o.Capability > AnyCase && needs(&c) < o.Capability {
		c = make(m, size, target)
	}
	c.Number, c.Targeted = number, kind == kindTargeted
	return c, nil
}

// needs returns what engines must be asked for to do a case.
func needs(c *Case) Capability {
	p := &c.Start
	hasOptions := func(p Ply) bool { return p.NoBook || p.QueenPawn }
	switch {
	case c.Stateful, c.Last().MaxEvals > 0, isWrongCheck(p), edgePawns(p) != nil:
		return AnyCase
	case !ExpressibleInFEN(*p), slices.ContainsFunc(c.Plies, hasOptions):
		return AnySearch
	}
	return OnlyFEN
}

// take takes the next number of a shard, and returns how many searches its case is to have, and its
// kind: 0 searches after the last. The numbers of a game's other searches are left out.
func (g *Generator) take(shard Shard) (number, size int, kind string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for all := g.options.Cases; all == 0 || g.next < all; {
		number, size = g.next, 1
		block := number / blockSearches
		kind = g.kind(block)
		if kindOf(kind).isGame {
			size = blockSearches
			if all > 0 {
				size = min(size, all-number)
			}
		}
		g.next += size
		if shard.has(block) {
			return number, size, kind
		}
	}
	return 0, 0, ""
}

// blockSalt keeps what is drawn for a block apart from what is drawn for a case.
const blockSalt = 1 << 63

// kind draws the kind of the cases of a block.
func (g *Generator) kind(block int) string {
	o := &g.options
	r := rand.New(rand.NewPCG(o.Seed, blockSalt+uint64(block)))
	switch {
	case len(o.Kinds) > 0:
		return oneOf(r, o.Kinds)
	case (block+1)%o.TargetEvery == 0:
		return kindTargeted
	}
	x := r.Float64()
	for _, k := range kinds() {
		if x -= k.share; x < 0 && k.share > 0 && k.needs >= o.Capability {
			return k.name
		}
	}
	return kindMixed
}

// kind is a kind of cases that has no file in the corpus. A new one is a line of the table kinds:
// reports, --kinds and the generator read it there. One that has a file of its own needs the file
// only.
type kind struct {
	name  string
	share float64 // of all blocks; what they leave is mixed
	// needs is what engines must be asked for to do any case of the kind.
	needs Capability
	// isGame says that a case has many searches: as many as a block, or as are left.
	isGame bool
	make   func(m *maker, searches int, target reference.Rule) Case
}

// Names that more than their line of the table needs.
const (
	kindPlayout  = "playout"
	kindSelfPlay = "self-play"
	kindStateful = "game with state"
	kindDeep     = "deep"
	kindTargeted = "targeted"
	kindMixed    = "" // of any file
)

// kinds are the kinds in the order in which their shares are drawn. It is made by a function, since
// what makes cases asks for kinds in its turn.
var kinds = sync.OnceValue(allKinds)

func allKinds() []kind {
	return []kind{
		{name: kindPlayout, share: 0.35, needs: OnlyFEN, isGame: true, make: gameOf(kindPlayout, 40, 5)},
		{name: kindSelfPlay, share: 0.04, needs: OnlyFEN, isGame: true, make: gameOf(kindSelfPlay, 12, 1)},
		{name: kindStateful, share: 0.10, needs: AnyCase, isGame: true, make: gameOf(kindStateful, 3, 3)},
		{name: kindDeep, make: ofCorpus(kindDeep)},
		{name: kindTargeted, make: func(m *maker, _ int, target reference.Rule) Case {
			return m.targeted(target)
		}},
		{name: kindMixed, make: ofCorpus(kindMixed)},
	}
}

// kindOf returns the kind of a name: of the table, or that of a file of the corpus.
func kindOf(name string) kind {
	for _, k := range kinds() {
		if k.name == name {
			return k
		}
	}
	return kind{name: name, make: ofCorpus(name)}
}

// gameOf makes games with fewer than first plies before their first search, and at most every plies
// from one search to the next.
func gameOf(name string, first, every int) func(*maker, int, reference.Rule) Case {
	return func(m *maker, searches int, _ reference.Rule) Case {
		return m.game(name, first, every, searches)
	}
}

// ofCorpus makes single cases of a file of the corpus, or of all.
func ofCorpus(name string) func(*maker, int, reference.Rule) Case {
	return func(m *maker, _ int, _ reference.Rule) Case { return m.ofKind(name) }
}

// Kinds returns the kinds of cases that there are, by the names under which reports count them.
func Kinds() []string {
	var names []string
	for _, k := range kinds() {
		if k.name != kindMixed && k.name != kindTargeted { // each case of these has another origin
			names = append(names, k.name)
		}
	}
	for _, c := range theCorpus().cases {
		names = append(names, c.Origin)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
