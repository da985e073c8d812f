package cases

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"sargon78/native/literal"
	"sargon78/sargon"
)

// GeneratorOptions say which cases a generator makes.
type GeneratorOptions struct {
	Seed   uint64
	Cases  int    // 0: without end
	Levels Levels // nil: level 1
	// SteerEvery is the share of steered batches, one in so many; 0 means the usual
	// share. In these each case is drawn until it reaches a chosen rule of the
	// specification, one rule after the other.
	SteerEvery int
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

// batchCases is how many cases a batch has.
const batchCases = 16

// Drawn tells whether batch number is drawn. Of each group of every batches one is, and the salt
// chooses which. The number of the group is returned too.
func Drawn(number, every int, salt uint64) (group int, drawn bool) {
	group = number / every
	r := rand.NewPCG(salt, uint64(group))
	return group, number%every == int(r.Uint64()%uint64(every))
}

// UsualShare returns the share of steered batches in a run of so many cases (0: without end), one
// in so many: enough to go through the rules at least once, and few enough to cost only a few
// percent of a long run.
func UsualShare(cases int) int {
	switch {
	case cases > 200_000:
		return 2048
	case cases > 20_000:
		return 128
	case cases > SmallRun || cases == 0:
		return 16
	}
	return 4
}

// SmallRun is a number of cases so small that the probe may do all of them.
const SmallRun = 2000

// Generator is a Source of random cases. The same options give the same cases; batch i can
// be made without those before it.
type Generator struct {
	options GeneratorOptions
	targets []literal.Point
	next    int
}

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
	if o.SteerEvery == 0 {
		o.SteerEvery = UsualShare(o.Cases)
	}
	if g.targets != nil {
		o.SteerEvery = 1
	} else {
		for p := range literal.NumPoints {
			for range max(1, steerOften[literal.Point(p)]) {
				g.targets = append(g.targets, literal.Point(p))
			}
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

// Next returns the next batch.
func (g *Generator) Next() (Maker, bool, error) {
	first := g.next * batchCases
	if g.options.Cases > 0 && first >= g.options.Cases {
		return nil, false, nil
	}
	number, size := g.next, batchCases
	if g.options.Cases > 0 {
		size = min(size, g.options.Cases-first)
	}
	g.next++
	return func(t *Tools) Batch { return g.batch(t, number, size) }, true, nil
}

// Games goes through the games that are left, made with the tools.
func (g *Generator) Games(t *Tools) iter.Seq[Game] {
	return func(yield func(Game) bool) {
		for {
			maker, more, _ := g.Next() // a generator has no input that could be broken
			if !more {
				return
			}
			for _, game := range maker(t).Games {
				if !yield(game) {
					return
				}
			}
		}
	}
}

// Tools are what batches are made with.
type Tools struct {
	probe *literal.Engine
	ask   Ask
}

// NewTools returns tools for one goroutine.
func NewTools() *Tools { return &Tools{probe: literal.New()} }

// batch makes the batch of a number.
func (g *Generator) batch(t *Tools, number, size int) Batch {
	o := &g.options
	r := rand.New(rand.NewPCG(o.Seed, uint64(number)))
	b := Batch{Number: number}
	t.ask = o.Ask
	if group, steered := Drawn(number, o.SteerEvery, o.Seed); steered && len(o.Kinds) == 0 {
		b.Steered = true
		for i := range size {
			target := g.targets[(group*batchCases+i)%len(g.targets)]
			b.Games = append(b.Games, t.steer(r, target, o.Levels))
		}
		return b
	}
	switch x := r.Float64(); {
	case len(o.Kinds) > 0:
		for done := 0; done < size; {
			games := t.ofKind(r, o.Kinds[r.IntN(len(o.Kinds))], size-done, o.Levels)
			for i := range games {
				done += games[i].Searches()
			}
			b.Games = append(b.Games, games...)
		}
	case x < playoutShare:
		b.Games = t.playout(r, size, o.Levels)
	case x < playoutShare+selfPlayShare && o.Ask < AskFEN:
		b.Games = []Game{t.selfPlay(r, size, o.Levels)}
	case x < playoutShare+selfPlayShare+keptShare && o.Ask == AskAll:
		b.Games = t.kept(r, size, o.Levels)
	default:
		for range size {
			b.Games = append(b.Games, t.mixed(r, o))
		}
	}
	return b
}

// Shares of batches.
const (
	playoutShare  = 0.35
	selfPlayShare = 0.04
	keptShare     = 0.10
)

// Kinds of cases that are no classes of positions.
const (
	kindPlayout  = "playout"
	kindSelfPlay = "self-play"
	kindKept     = "kept game"
	kindDeep     = "deep"
	kindLocked   = "locked"
)

// Kinds returns the kinds of cases that there are, by the names under which reports count them.
func Kinds() []string {
	kinds := []string{kindPlayout, kindSelfPlay, kindKept, kindDeep, kindLocked}
	for i := range classes {
		kinds = append(kinds, classes[i].name)
	}
	return kinds
}

// ofKind makes one case of a kind, or up to so many in games.
func (t *Tools) ofKind(r *rand.Rand, kind string, size int, levels Levels) []Game {
	switch kind {
	case kindPlayout:
		return t.playout(r, size, levels)
	case kindSelfPlay:
		return []Game{t.selfPlay(r, size, levels)}
	case kindKept:
		return t.kept(r, size, levels)
	case kindDeep:
		return []Game{t.deep(r)}
	case kindLocked:
		return []Game{t.locked(r)}
	}
	return []Game{t.single(r, func() *class { return classNamed(kind) }, levels.Pick(r))}
}

// mixed makes a case of any class, now and then one at a level so high that it is stopped at a
// number of evaluations.
func (t *Tools) mixed(r *rand.Rand, o *GeneratorOptions) Game {
	x := r.Float64()
	switch {
	case t.ask != AskAll || x >= deepShare+lockedShare:
		return t.single(r, func() *class { return pickClass(r) }, o.Levels.Pick(r))
	case x < deepShare:
		return t.deep(r)
	}
	return t.locked(r)
}

// single makes a case of a drawn class that engines can be asked for.
func (t *Tools) single(r *rand.Rand, draw func() *class, level sargon.Level) Game {
	for {
		c := draw()
		p, ok := c.make(t, r)
		if !ok || (c.refused || c.evals > 0) && t.ask > AskAll ||
			t.ask == AskFEN && (p.MoveNumber == 1 || !SaidByFEN(p)) {
			continue
		}
		if c.maxLevel > 0 {
			level = min(level, c.maxLevel)
		}
		level = max(level, c.minLevel)
		one := Case{Start: p, Level: level, MaxEvals: c.evals}
		if p.MoveNumber == 1 {
			one.QueenPawn, one.NoBook = r.IntN(2) == 0, r.IntN(3) == 0
		}
		if t.ask == AskAll && r.IntN(100) == 0 { // stopped before anything is made
			one.MaxEvals = uint64(1 + r.IntN(2))
		}
		return one.Game(c.name)
	}
}

// How long a steered case is looked for, and how much a search may cost then.
const (
	steerTries    = 12
	steerMaxEvals = 1000
)

// steer draws cases until one reaches a point of the specification. If none does, the
// last one is as good as any.
func (t *Tools) steer(r *rand.Rand, target literal.Point, levels Levels) Game {
	var g Game
	for try := range max(steerTries, steerLonger[target]) {
		c := steerClass(r, target)
		level := levels.Pick(r)
		if try >= steerTries/4 {
			level = max(level, c.steered)
		}
		g = t.single(r, t.sometimesAny(r, c), level)
		g.Origin, g.Note = "steered", "to "+target.String()
		if t.reaches(g, target) {
			break
		}
	}
	return g
}

// sometimesAny draws a class; if it is refused so often that it may hold nothing that can be asked
// for, any class.
func (t *Tools) sometimesAny(r *rand.Rand, c *class) func() *class {
	const patience = 1000
	draws := 0
	return func() *class {
		if draws++; draws > patience && t.ask != AskAll {
			return pickClass(r)
		}
		return c
	}
}

// reaches tells whether the search of a game of one case reaches a point, without leaving
// the specification.
func (t *Tools) reaches(g Game, target literal.Point) bool {
	c := g.Case(len(g.Plies) - 1)
	if c.SetUp(context.Background(), t.probe) != nil {
		return false
	}
	clear(t.probe.Reached[:])
	options := c.Options()
	options.MaxEvals = steerMaxEvals
	_, _ = t.probe.Search(context.Background(), options)
	return t.probe.Reached[target] > 0 && t.probe.Left == ""
}

// playout makes games of random moves from the start, with so many searches between them.
func (t *Tools) playout(r *rand.Rand, size int, levels Levels) (games []Game) {
	for size > 0 {
		g, done := t.playoutGame(r, size, levels)
		if done > 0 {
			games = append(games, g)
		}
		size -= done
	}
	return games
}

// playoutGame makes one game; it ends early with mate or stalemate.
func (t *Tools) playoutGame(r *rand.Rand, size int, levels Levels) (g Game, done int) {
	g = Game{Origin: kindPlayout, Start: sargon.StartPosition()}
	_ = t.probe.SetPosition(g.Start)
	wait := r.IntN(40)
	captures := r.Float64() / 2
	for {
		ply := Ply{}
		if wait == 0 {
			ply.Level = levels.Pick(r)
			if t.probe.Position().MoveNumber == 1 && t.ask < AskFEN {
				ply.QueenPawn, ply.NoBook = r.IntN(2) == 0, r.IntN(3) == 0
			}
			done++
			wait = 1 + r.IntN(5)
		}
		wait--
		if done < size {
			ply.Move = t.playRandom(r, captures)
		}
		if ply.Level > 0 || !ply.Move.IsZero() {
			g.Plies = append(g.Plies, ply)
		}
		if ply.Move.IsZero() {
			return g, done
		}
	}
}

// playRandom plays a random legal move in the probe and returns it, the zero Move if
// there is none.
func (t *Tools) playRandom(r *rand.Rand, captures float64) sargon.Move {
	return t.probe.PlayRandom(func(moves []sargon.Move) sargon.Move {
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

// selfPlay makes a game that the engines play themselves, a level for each side, after a
// few random moves.
func (t *Tools) selfPlay(r *rand.Rand, size int, levels Levels) Game {
	_ = t.probe.SetPosition(sargon.StartPosition())
	for range r.IntN(12) {
		t.playRandom(r, 0)
	}
	g := Game{Origin: kindSelfPlay, Start: t.probe.Position(), SelfPlay: true}
	sides := [2]sargon.Level{levels.Pick(r), levels.Pick(r)}
	for i := range size {
		g.Plies = append(g.Plies, Ply{Level: sides[i%2]})
	}
	return g
}
