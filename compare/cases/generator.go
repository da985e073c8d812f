package cases

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"sargon78/native/literal"
	"sargon78/sargon"
)

// GeneratorOptions say which cases a generator makes.
type GeneratorOptions struct {
	Seed   uint64
	Cases  int    // 0: without end
	Levels Levels // nil: level 1
	// TargetEvery is the share of targeted cases, one in so many; 0 means the usual
	// share. In these each case is drawn until it reaches a chosen rule of the
	// specification, one rule after the other.
	TargetEvery int
	// Ask is what the engines can be asked for.
	Ask Ask
	// Rules are names of rules of the specification, as reports list them: then every
	// case is drawn until it reaches one of them.
	Rules []string
	// Kinds are names of kinds of cases, as reports list them (see Kinds): then all are of
	// one of these.
	Kinds []string
}

// Ask is what engines can be asked for; each includes those after it.
type Ask int

// What engines can be asked for.
const (
	// AskAll is for engines of this project: also searches that are stopped at a number of
	// evaluations, games that keep their state, and positions that spec §16 refuses.
	AskAll Ask = iota
	// AskSearches are whole searches of positions as the text of a Case says them.
	AskSearches
	// AskFEN are searches of what a FEN says, and moves from there.
	AskFEN
)

// Limits are in how many percent of the cases an engine may have another one do its search, be
// undefined, or be skipped, each.
const (
	UsualLimit    = 1 // of the usual mixture
	targetedLimit = 5 // of the cases in it that look for chosen rules
	// chosenLimit is that of a run that asks for rules or kinds: of those with many pins two in
	// three lose a king.
	chosenLimit = 80
)

// blockSearches is how many searches a game has; so many single cases are drawn together.
const blockSearches = 16

// UsualShare returns the share of targeted cases in a run of so many cases (0: without end), one
// in so many: enough to go through the rules at least once, and few enough to cost only a few
// percent of a long run.
func UsualShare(cases int) int {
	if cases == 0 {
		return 16
	}
	return min(max(8, cases/250), 2048)
}

// SmallRun is a number of cases so small that the reference model may do all of them.
const SmallRun = 2000

// Generator is a Source of random cases. The same options give the same cases; each can be made
// without those before it.
type Generator struct {
	options GeneratorOptions
	targets []literal.Fork
	makers  sync.Pool // of *maker

	mu   sync.Mutex
	next int
}

// maker makes cases, one at a time.
type maker struct {
	model *literal.Engine
	ask   Ask
}

func newMaker(ask Ask) *maker { return &maker{literal.New(), ask} }

// NewGenerator returns a generator. An error means that a rule or a kind has an unknown name.
func NewGenerator(o GeneratorOptions) (*Generator, error) {
	g := &Generator{}
	for _, name := range o.Rules {
		p, ok := literal.Lookup(name)
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
	case len(o.Kinds) > 0 && o.Ask != AskAll:
		return nil, errors.New("kinds of cases can be chosen for engines of this project only: " +
			"a program behind a protocol may not do any of a kind")
	}
	if len(o.Levels) == 0 {
		o.Levels = Levels{{1, 1}}
	}
	if o.TargetEvery == 0 {
		o.TargetEvery = UsualShare(o.Cases)
	}
	if g.targets != nil {
		o.TargetEvery = 1
	} else {
		for p := range literal.NumForks {
			g.targets = append(g.targets, literal.Fork(p))
		}
	}
	g.options = o
	g.makers.New = func() any { return newMaker(o.Ask) }
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

// Next returns the next case.
func (g *Generator) Next(shard Shard) (Case, error) {
	number, size := g.take(shard)
	if size == 0 {
		return Case{}, io.EOF
	}
	m := g.makers.Get().(*maker)
	defer g.makers.Put(m)
	return g.make(m, number, size), nil
}

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

// take takes the next number of a shard, and returns how many searches its case is to have: 0 after
// the last. The numbers of a game's other searches are left out.
func (g *Generator) take(shard Shard) (number, size int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for all := g.options.Cases; all == 0 || g.next < all; {
		number, size = g.next, 1
		block := number / blockSearches
		if isGame(g.kind(block)) {
			size = blockSearches
			if all > 0 {
				size = min(size, all-number)
			}
		}
		g.next += size
		if shard.has(block) {
			return number, size
		}
	}
	return 0, 0
}

// kind draws the kind of the cases of a block.
func (g *Generator) kind(block int) string {
	o := &g.options
	r := rand.New(rand.NewPCG(o.Seed, blockSalt+uint64(block)))
	switch x := r.Float64(); {
	case len(o.Kinds) > 0:
		return o.Kinds[r.IntN(len(o.Kinds))]
	case r.IntN(o.TargetEvery) == 0:
		return kindTargeted
	case x < playoutShare:
		return kindPlayout
	case x < playoutShare+selfPlayShare && o.Ask < AskFEN:
		return kindSelfPlay
	case x < playoutShare+selfPlayShare+statefulShare && o.Ask == AskAll:
		return kindStateful
	}
	return kindMixed
}

// blockSalt keeps what is drawn for a block apart from what is drawn for a case.
const blockSalt = 1 << 63

// make makes the case of a number.
func (g *Generator) make(m *maker, number, size int) (c Case) {
	o := &g.options
	r := rand.New(rand.NewPCG(o.Seed, uint64(number)))
	kind := g.kind(number / blockSearches)
	switch kind {
	case kindPlayout:
		c = m.playout(r, size, o.Levels)
	case kindSelfPlay:
		c = m.selfPlay(r, size, o.Levels)
	case kindStateful:
		c = m.stateful(r, size, o.Levels)
	case kindTargeted:
		c = m.targeted(r, g.targets[number%len(g.targets)], o.Levels)
	default:
		c = m.ofKind(r, kind, o.Levels)
	}
	c.Number, c.Limit, c.Targeted = number, g.limit(kind), kind == kindTargeted
	return c
}

// limit returns the limit of cases of a kind.
func (g *Generator) limit(kind string) float64 {
	switch {
	case len(g.options.Kinds)+len(g.options.Rules) > 0:
		return chosenLimit
	case kind == kindTargeted:
		return targetedLimit
	}
	return UsualLimit
}

// Shares of blocks.
const (
	playoutShare  = 0.35
	selfPlayShare = 0.04
	statefulShare = 0.10
)

// Kinds of cases that are no files of the corpus.
const (
	kindPlayout  = "playout"
	kindSelfPlay = "self-play"
	kindStateful = "kept game"
	kindDeep     = "deep"
	kindTargeted = "targeted"
	kindMixed    = "" // of any file
)

// isGame tells whether the cases of a kind have many searches.
func isGame(kind string) bool {
	return kind == kindPlayout || kind == kindSelfPlay || kind == kindStateful
}

// Kinds returns the kinds of cases that there are, by the names under which reports count them.
func Kinds() []string {
	kinds := slices.Collect(maps.Keys(theCorpus().byKind))
	kinds = append(kinds, kindPlayout, kindSelfPlay, kindStateful, kindDeep)
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// single makes a case from a seed that is drawn, until one can be asked for.
func (m *maker) single(r *rand.Rand, draw func() *seed, levels Levels) Case {
	for {
		s := draw()
		c := Case{Origin: s.Origin, Start: m.mutate(r, s), Plies: []Ply{*s.Last()}}
		c.Last().Level = max(levels.Pick(r), c.Last().Level)
		if c.Start.MoveNumber == 1 {
			c.Last().QueenPawn, c.Last().NoBook = r.IntN(2) == 0, r.IntN(3) == 0
		}
		if !s.Stateful && m.canAsk(&c, s) && m.affords(&c, s) {
			return c
		}
	}
}

// canAsk tells whether a position may be searched, and engines can be asked for it.
func (m *maker) canAsk(c *Case, s *seed) bool {
	p := &c.Start
	switch {
	case p.Validate() != nil, p.InCheck(p.Side.Other()) != s.wrongCheck:
		return false
	case m.ask >= AskFEN && (p.MoveNumber == 1 || !SaidByFEN(*p)):
		return false
	}
	refused := s.wrongCheck || edgePawns(p) != nil // by spec §16
	return m.ask == AskAll || !refused && c.Last().MaxEvals == 0
}

// Searches that take too long are not made: from dearLevel on where both sides together have many
// moves. Those of seeds with a deep level of their own come to their end soon, or are stopped.
const (
	dearLevel          = 3
	manyMoves          = 70 // of both sides, at level 3; fewer at higher ones
	fewerMovesForDepth = 10
	deepSeedMaxEvals   = 1500
)

// affords tells whether a search is not too dear; it may lower its level, or give it a limit.
func (m *maker) affords(c *Case, s *seed) bool {
	last := c.Last()
	switch {
	case last.Level < dearLevel || last.MaxEvals > 0:
		return true
	case s.Last().Level >= dearLevel && m.ask == AskAll:
		last.MaxEvals = deepSeedMaxEvals
		return true
	case s.Last().Level >= dearLevel:
		_, err := m.search(c, deepSeedMaxEvals)
		return !errors.Is(err, sargon.ErrMaxEvals)
	}
	moves := 0
	for range 2 {
		if m.model.SetPosition(c.Start) == nil {
			moves += len(m.model.Moves(nil))
		}
		c.Start.Side = c.Start.Side.Other()
	}
	for last.Level >= dearLevel && moves > manyMoves-fewerMovesForDepth*int(last.Level-dearLevel) {
		last.Level--
	}
	return true
}

// search has the reference model do the last search of a case, and count what it reaches.
func (m *maker) search(c *Case, maxEvals uint64) (sargon.Result, error) {
	if err := c.SetUp(context.Background(), m.model); err != nil {
		return sargon.Result{}, err
	}
	clear(m.model.Reached[:])
	options := c.Options()
	options.MaxEvals = maxEvals
	return m.model.Search(context.Background(), options)
}

// anySeed draws seeds of the whole corpus, fewer of the dear ones.
func anySeed(r *rand.Rand) func() *seed {
	seeds := theCorpus().seeds
	return func() *seed {
		s := seeds[r.IntN(len(seeds))]
		for s.Last().Level >= dearLevel && r.IntN(4) > 0 {
			s = seeds[r.IntN(len(seeds))]
		}
		return s
	}
}

// ofKind makes a case from a file of the corpus, or from any: now and then one that is stopped before
// anything is made, or one at a level so high that it must be stopped.
func (m *maker) ofKind(r *rand.Rand, kind string, levels Levels) Case {
	draw := anySeed(r)
	if seeds := theCorpus().byKind[kind]; seeds != nil {
		draw = func() *seed { return seeds[r.IntN(len(seeds))] }
	}
	c := m.single(r, draw, levels)
	switch last := c.Last(); {
	case m.ask != AskAll || last.MaxEvals > 0:
	case kind == kindDeep || kind == kindMixed && r.IntN(deepEvery) == 0:
		c.Origin, c.Note = kindDeep, c.Origin
		last.Level, last.MaxEvals = deepLevels.Pick(r), deepMinEvals+r.Uint64N(deepMaxEvals-deepMinEvals)
	case r.IntN(100) == 0:
		last.MaxEvals = 1 + r.Uint64N(2)
	}
	return c
}

// Deep searches are stopped at a number of evaluations. The first few hundred already order the
// moves of each ply but the last, follow checks there, and fill the list area. They cost about a
// tenth of all evaluations at levels 1 and 2.
const (
	deepEvery                  = 120
	deepMinEvals, deepMaxEvals = 100, 500
)

// deepLevels are the levels of deep cases: the deeper, the less they have in common with
// usual ones.
var deepLevels = Levels{{3, 1}, {4, 2}, {5, 3}, {6, 3}}

// How often a targeted case is tried, and how much a search may cost then.
const (
	targetTries    = 8
	targetMaxEvals = 1000
)

// targeted changes seeds that reach a rule of the specification until what comes of it does so, too,
// without leaving the specification. At the end a seed as it is has to do.
func (m *maker) targeted(r *rand.Rand, target literal.Fork, levels Levels) (c Case) {
	seeds := slices.DeleteFunc(slices.Clone(theCorpus().witnesses[target]), func(s *seed) bool {
		as := s.Case
		return !m.canAsk(&as, s)
	})
	for try := range targetTries {
		switch {
		case len(seeds) == 0: // any position may reach it
			c = m.single(r, anySeed(r), levels)
		case try < targetTries-1:
			c = m.single(r, func() *seed { return seeds[r.IntN(len(seeds))] }, levels)
		default:
			c = seeds[r.IntN(len(seeds))].Case
		}
		result, _ := m.search(&c, targetMaxEvals)
		if m.model.Reached[target] > 0 && result.Undefined == "" {
			break
		}
	}
	c.Origin, c.Note = kindTargeted, "to "+target.String()
	return c
}

// playRandom plays a random legal move in the reference model and returns it, the zero Move if
// there is none.
func (m *maker) playRandom(r *rand.Rand, captures float64) sargon.Move {
	return m.model.PlayRandom(func(moves []sargon.Move) sargon.Move {
		return pickMove(r, moves, captures)
	})
}

// pickMove draws a move; now and then it prefers a capture.
func pickMove(r *rand.Rand, moves []sargon.Move, captures float64) sargon.Move {
	const dear = sargon.CapturedType | sargon.DoubleMove | sargon.Promotion
	m := moves[r.IntN(len(moves))]
	for range 4 {
		if m.Flags&dear != 0 || r.Float64() >= captures {
			return m
		}
		m = moves[r.IntN(len(moves))]
	}
	return m
}

// playout makes a game of random moves from the start, with searches between them, each of which
// stands for itself. When the game is over, its last position is searched again.
func (m *maker) playout(r *rand.Rand, size int, levels Levels) Case {
	c := Case{Origin: kindPlayout, Start: sargon.StartPosition()}
	_ = m.model.SetPosition(c.Start)
	captures := r.Float64() / 2
	for wait := r.IntN(40); size > 0; wait-- {
		ply := Ply{}
		if wait <= 0 {
			ply.Level = levels.Pick(r)
			if m.model.Position().MoveNumber == 1 && m.ask < AskFEN {
				ply.QueenPawn, ply.NoBook = r.IntN(2) == 0, r.IntN(3) == 0
			}
			size--
			wait = 1 + r.IntN(5)
		}
		if size > 0 {
			ply.Move = m.playRandom(r, captures)
		}
		if ply.Move.IsZero() {
			wait = 0
		}
		if ply.Level > 0 || !ply.Move.IsZero() {
			c.Plies = append(c.Plies, ply)
		}
	}
	return c
}

// selfPlay makes a game that the reference model plays against itself, at a level for each side,
// after a few random moves. Every position is searched.
func (m *maker) selfPlay(r *rand.Rand, size int, levels Levels) Case {
	_ = m.model.SetPosition(sargon.StartPosition())
	for range r.IntN(12) {
		m.playRandom(r, 0)
	}
	c := Case{Origin: kindSelfPlay, Start: m.model.Position()}
	sides := [2]sargon.Level{levels.Pick(r), levels.Pick(r)}
	for i := range size {
		ply := Ply{Level: sides[i%2]}
		if i < size-1 {
			found, _ := m.model.Search(context.Background(), sargon.SearchOptions{Level: sargon.MinLevel})
			if best := found.Best; !best.IsZero() && m.model.Play(best.From, best.To) == nil {
				ply.Move = best
			}
		}
		c.Plies = append(c.Plies, ply)
	}
	return c
}
