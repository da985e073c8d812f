package compare

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/compare/cases"
	"sargon78/native"
	"sargon78/native/literal"
	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/must"
)

// Cases that several tests use.
const (
	// leavesLate leaves the specification after 106 of its 122 evaluations: a king is lost.
	leavesLate = "level 2 fen n7/2k5/8/1rp5/8/3BQQ2/5K2/3BRB2 b - - 0 179"
	leavesAt   = 106

	// triesOld tries an old record, which the specification describes and the fast engines leave to
	// 10x12. It has 11 evaluations.
	triesOld = "level 2 fen 8/8/8/8/8/2K5/pp6/k2N4 w - - 0 3 set b1=89"

	// ordinary has nothing odd about it.
	ordinary = "level 1 fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 20"

	// sparse has few pieces; in pinned the rook on e8 pins the knight, which is transparent for the
	// rook on e1.
	sparse = "level 1 fen 8/8/n7/1K6/8/8/8/3k4 b - - 0 20"
	pinned = "level 1 fen 8/8/8/1K1Q1r2/8/3Q4/8/4k3 b - - 0 11"
)

var mostlyLevelOne = cases.Levels{1: 0.8, 2: 0.2}

// Engines without a fault; the two quick ones share no search.
var (
	fastest = contender("sets", native.NewSets)
	quick   = []Contender{contender("0x88", native.New0x88), fastest}
	sound   = changed("sound", func(*sargon.Result) {}) // 10x12, under a name of its own

	rom = sync.OnceValue(func() Contender {
		return edition("rom", must.Have(roms.Open("", roms.Options{})))
	})
)

// contender is an engine that can be opened.
func contender(name string, open func() sargon.Engine) Contender {
	return Contender{Name: name, Open: func() (sargon.Engine, error) { return open(), nil }}
}

// named is an engine under another name.
func named(name string, c Contender) Contender {
	c.Name = name
	return c
}

// edition is a program on the machine.
func edition(name string, image *roms.Image) Contender {
	return Contender{Name: name, Version: image.Name, Open: func() (sargon.Engine, error) {
		return emulated.New(name, image)
	}}
}

// changedROM is the ROM with a change in its source.
func changedROM(t *testing.T, file, old, text string) Contender {
	return edition("edition", romstest.Changed(t, file, old, text))
}

// asked is a search that the engine of the specification is asked for.
type asked struct {
	*literal.Engine
	ctx context.Context
	o   sargon.SearchOptions
}

func (a asked) search() (sargon.Result, error) { return a.Search(a.ctx, a.o) }

// faultyEngine is the engine of the specification with a fault in its search.
type faultyEngine struct {
	*literal.Engine
	fault func(asked) (sargon.Result, error)
}

func (f faultyEngine) Search(ctx context.Context, o sargon.SearchOptions) (sargon.Result, error) {
	return f.fault(asked{f.Engine, ctx, o})
}

// around is an engine with a fault around its search.
func around(fault func(asked) (sargon.Result, error)) func() sargon.Engine {
	return func() sargon.Engine { return faultyEngine{literal.New(), fault} }
}

// before is one with a fault when a search begins.
func before(f func(*literal.Engine, *sargon.SearchOptions)) func() sargon.Engine {
	return around(func(a asked) (sargon.Result, error) {
		f(a.Engine, &a.o)
		return a.search()
	})
}

// ended is one with a fault when a search has ended.
func ended(f func(asked, *sargon.Result, error) error) func() sargon.Engine {
	return around(func(a asked) (sargon.Result, error) {
		r, err := a.search()
		return r, f(a, &r, err)
	})
}

// after is one that does not look how it has ended.
func after(f func(*literal.Engine, *sargon.Result)) func() sargon.Engine {
	return ended(func(a asked, r *sargon.Result, err error) error { f(a.Engine, r); return err })
}

// player has a fault when a move is played.
type player struct {
	*literal.Engine
	play func(e *literal.Engine, from, to sargon.Square) error
}

func (p player) Play(from, to sargon.Square) error { return p.play(p.Engine, from, to) }

func playing(f func(e *literal.Engine, from, to sargon.Square) error) func() sargon.Engine {
	return func() sargon.Engine { return player{literal.New(), f} }
}

func faultyContender(name string, fault func(asked) (sargon.Result, error)) Contender {
	return contender(name, around(fault))
}

// changed is an engine whose results are changed.
func changed(name string, change func(*sargon.Result)) Contender {
	return contender(name, after(func(_ *literal.Engine, r *sargon.Result) { change(r) }))
}

// failsAlways is one whose searches end with an error.
func failsAlways(name string, with error) Contender {
	return contender(name, ended(func(asked, *sargon.Result, error) error { return with }))
}

// departs does other evaluations after so many.
func departs(after uint64) func(asked) (sargon.Result, error) {
	return func(a asked) (sargon.Result, error) {
		evals, trace, tell := uint64(1), sargon.EmptyTrace, a.o.Watch.Evaluation
		a.o.Watch.Evaluation = func(s sargon.Evaluation) {
			if evals++; evals > after {
				s.Value ^= 1
			}
			trace = trace.Add(s)
			if tell != nil {
				tell(s)
			}
		}
		r, err := a.search()
		r.Trace = trace
		return r, err
	}
}

func departing(after uint64) Contender { return faultyContender("departing", departs(after)) }

// ending is an engine whose searches end in an error after so many evaluations.
func ending(after uint64, with error) Contender {
	return faultyContender("ending", func(a asked) (sargon.Result, error) {
		if a.o.MaxEvals == 0 || a.o.MaxEvals > after {
			a.o.MaxEvals = after
			r, _ := a.search()
			return r, with
		}
		return a.search()
	})
}

// hasFallen makes a search one that 10x12 did.
func hasFallen(r *sargon.Result) { r.FellBack = "it never does anything itself" }

// mover is an engine of which only the move is known.
type mover struct{ sargon.Engine }

func (mover) Shows() sargon.Shows { return sargon.Shows{Detail: sargon.DetailMove} }
func (m mover) Search(ctx context.Context, o sargon.SearchOptions) (sargon.Result, error) {
	r, err := m.Engine.Search(ctx, o)
	return sargon.Result{Best: r.Best}, err
}

// moving is an engine of whose searches only the move is known.
func moving(open func() sargon.Engine) Contender {
	return contender("mover", func() sargon.Engine { return mover{open()} })
}

// strict is an engine that refuses black to move, and castling.
type strict struct{ sargon.Engine }

func (s strict) SetPosition(p sargon.Position) error {
	if p.Side == sargon.Black {
		return errors.New("it is always White's turn")
	}
	return s.Engine.SetPosition(p)
}

func (s strict) Play(from, to sargon.Square) error {
	if from == sargon.E1 && to == sargon.G1 {
		return &sargon.IllegalMoveError{Move: "e1g1"}
	}
	return s.Engine.Play(from, to)
}

var refusing = contender("strict", func() sargon.Engine { return strict{literal.New()} })

// gullible is an engine that takes any move that a piece can be moved by.
var gullible = contender("gullible", playing(func(e *literal.Engine, from, to sargon.Square) error {
	if err := e.Play(from, to); err == nil {
		return nil
	}
	p := e.Position()
	p.Board[to], p.Board[from] = p.Board[from]|sargon.MovedBit, sargon.Empty
	p.Side = p.Side.Other()
	return e.SetPosition(p)
}))

// sick is 10x12 with an illness in every nth search that ends well, counted over all its copies.
func sick(every int64, ill func(context.Context, *sargon.Result) error) Contender {
	searches := new(atomic.Int64)
	return contender("sick", ended(func(a asked, r *sargon.Result, err error) error {
		if err == nil && searches.Add(1)%every == 0 {
			return ill(a.ctx, r)
		}
		return err
	}))
}

// Illnesses.
var (
	crash = func(context.Context, *sargon.Result) error { panic("the chip is on fire") }
	fail  = func(context.Context, *sargon.Result) error { return errors.New("out of paper") }
	lie   = func(_ context.Context, r *sargon.Result) error { r.Best.To++; return nil }
	turn  = func(context.Context, *sargon.Result) error { return sargon.ErrEndless }
	// sleep ends when it is stopped.
	sleep = func(ctx context.Context, _ *sargon.Result) error { <-ctx.Done(); return ctx.Err() }
)

// tampered is an engine that takes forks of the specification as if they always, or never, held.
func tampered(answer bool, rules ...literal.Fork) func() sargon.Engine {
	return func() sargon.Engine {
		e := literal.New()
		e.Tamper = func(p literal.Fork, happens bool) bool {
			if slices.Contains(rules, p) {
				return answer
			}
			return happens
		}
		return e
	}
}

// breaking is an engine that does not follow rules.
func breaking(rules ...literal.Fork) Contender { return contender("faulty", tampered(false, rules...)) }

// listSource is a list of cases, errors, and what it panics with.
type listSource struct {
	items []any
	next  atomic.Int64
}

// listOf is a list of cases, as they are or as their lines.
func listOf[T any](list ...T) *listSource {
	s := new(listSource)
	for _, item := range list {
		switch c := any(item).(type) {
		case string:
			s.items = append(s.items, must.Have(cases.ParseCase(c)))
		default:
			s.items = append(s.items, c)
		}
	}
	return s
}

func (s *listSource) Describe() string { return "a list" }
func (s *listSource) Cases() int       { return 0 }
func (s *listSource) Next(cases.Shard) (cases.Case, error) {
	number := int(s.next.Add(1)) - 1
	if number >= len(s.items) {
		return cases.Case{}, io.EOF
	}
	c, whole := s.items[number].(cases.Case)
	if err, broken := s.items[number].(error); broken {
		return c, err
	}
	if !whole {
		panic(s.items[number])
	}
	c.Number = number
	return c, nil
}

// generator is a source of random cases at levels 1 and 2.
func generator(seed uint64, n int) cases.Source {
	return must.Have(cases.NewGenerator(cases.GeneratorOptions{
		Seed: seed, Cases: n, Levels: mostlyLevelOne, TargetEvery: 32,
	}))
}

func mustCase(line string) cases.Case { return must.Have(cases.ParseCase(line)) }

// mustRun compares by traces, if nothing else is said.
func mustRun(t testing.TB, contenders []Contender, source cases.Source, o Options) *Report {
	t.Helper()
	if o.Detail == 0 {
		o.Detail = sargon.DetailTrace
	}
	r, err := Run(context.Background(), contenders, source, o)
	require.NoError(t, err)
	return r
}

// judged compares engines without the reference model, and explains nothing.
func judged(t testing.TB, contenders []Contender, source cases.Source, o Options) *Report {
	t.Helper()
	o.Investigate, o.ModelEvery = -1, neverModel
	return mustRun(t, contenders, source, o)
}

// one compares engines so in single cases.
func one(t *testing.T, contenders []Contender, o Options, lines ...string) *Report {
	t.Helper()
	return judged(t, contenders, listOf(lines...), o)
}

// firstDifference compares two engines up to the first difference.
func firstDifference(t *testing.T, o cases.GeneratorOptions, a, b Contender) *Report {
	t.Helper()
	return judged(t, []Contender{a, b}, must.Have(cases.NewGenerator(o)),
		Options{Workers: 1, MaxDifferences: 1})
}

// investigated repeats a case, if the engines differ in it, and does not shrink it, unless it is said
// for how long.
func investigated(t *testing.T, a, b Contender, line string, o Options) *Finding {
	t.Helper()
	o.Detail = sargon.DetailTrace
	if o.ShrinkTime == 0 {
		o.ShrinkTime = -1
	}
	f, err := Investigate(t.Context(), a, b, mustCase(line), o)
	require.NoError(t, err)
	return f
}

// lasting is a report without what depends on the clock.
func lasting(t testing.TB, r *Report) string {
	t.Helper()
	c := *r
	c.Engines = slices.Clone(r.Engines)
	c.Seconds, c.Command = 0, ""
	for i := range c.Engines {
		c.Engines[i].Seconds = 0
	}
	var b bytes.Buffer
	require.NoError(t, c.WriteJSON(&b))
	return b.String()
}

// throughJSON writes a report and reads it again.
func throughJSON(t testing.TB, r *Report) *Report {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, r.WriteJSON(&b))
	return must.Have(ReadReport(&b))
}
