package compare

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/cases"
	"sargon78/native"
	"sargon78/native/reference"
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

	// triesOld tries an old record, which the specification describes. It has 11 evaluations.
	triesOld = "level 2 fen 8/8/8/8/8/2K5/pp6/k2N4 w - - 0 3 set b1=89"

	// ordinary has nothing odd about it.
	ordinary = "level 1 fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 20"

	// castles and blackToMove are for engines that do that in a way of their own.
	castles     = "level 1 fen 4k3/8/8/8/8/8/8/4K2R w K - 0 5"
	blackToMove = "level 1 fen 4k3/8/8/8/8/8/8/4K2R b K - 0 5"

	// sparse has few pieces; in pinned the rook on e8 pins the knight, which is transparent for the
	// rook on e1.
	sparse = "level 1 fen 8/8/n7/1K6/8/8/8/3k4 b - - 0 20"
	pinned = "level 1 fen 8/8/8/1K1Q1r2/8/3Q4/8/4k3 b - - 0 11"
)

var mostlyLevelOne = cases.Levels{1: 0.8, 2: 0.2}

// Engines without a fault; the two quick ones share no search.
var (
	fastest = newParticipant("bitboards", native.NewBitboards)
	quick   = []Participant{newParticipant("0x88", native.New0x88), fastest}
	sound   = fake{}.as("sound") // 10x12, under a name of its own

	rom = sync.OnceValue(func() Participant {
		return romParticipant("rom", must.Have(roms.Open("", roms.Options{})))
	})
)

// newParticipant is an engine that can be opened.
func newParticipant(name string, open func() sargon.Engine) Participant {
	return Participant{Name: name, Open: func() (sargon.Engine, error) { return open(), nil }}
}

// named is an engine under another name.
func named(name string, c Participant) Participant {
	c.Name = name
	return c
}

// romParticipant is a program on the machine.
func romParticipant(name string, image *roms.Image) Participant {
	return Participant{Name: name, Version: image.Name, Open: func() (sargon.Engine, error) {
		return emulated.New(name, image)
	}}
}

// changedROM is the ROM with a change in its source.
func changedROM(t *testing.T, file, old, text string) Participant {
	return romParticipant("edition", romstest.ImageWithChange(t, file, old, text))
}

// fake is the engine of the specification with a fault: what is not nil it does in another way.
type fake struct {
	*reference.Engine
	tamper func(e *reference.Engine, rule reference.Rule, holds bool) bool
	set    func(e *reference.Engine, p sargon.Position) error
	play   func(e *reference.Engine, from, to sargon.Square) error
	search func(asked) (sargon.Result, error)
	can    func(*sargon.Capabilities)
}

// asked is a search that the engine of the specification is asked for.
type asked struct {
	*reference.Engine
	ctx context.Context
	o   sargon.SearchOptions
}

// right searches as the specification says.
func (a asked) right() (sargon.Result, error) { return a.Search(a.ctx, a.o) }

// as is the engine under a name.
func (f fake) as(name string) Participant { return newParticipant(name, f.open) }

func (f fake) open() sargon.Engine {
	f.Engine = reference.New()
	if f.tamper != nil {
		f.Tamper = func(rule reference.Rule, holds bool) bool { return f.tamper(f.Engine, rule, holds) }
	}
	return f
}

func (f fake) SetPosition(p sargon.Position) error {
	if f.set != nil {
		return f.set(f.Engine, p)
	}
	return f.Engine.SetPosition(p)
}

func (f fake) Play(from, to sargon.Square) error {
	if f.play != nil {
		return f.play(f.Engine, from, to)
	}
	return f.Engine.Play(from, to)
}

func (f fake) Search(ctx context.Context, o sargon.SearchOptions) (sargon.Result, error) {
	if f.search != nil {
		return f.search(asked{f.Engine, ctx, o})
	}
	return f.Engine.Search(ctx, o)
}

func (f fake) Capabilities() sargon.Capabilities {
	can := f.Engine.Capabilities()
	if f.can != nil {
		f.can(&can)
	}
	return can
}

// before has a fault when a search begins.
func before(f func(*reference.Engine, *sargon.SearchOptions)) fake {
	return fake{search: func(a asked) (sargon.Result, error) {
		f(a.Engine, &a.o)
		return a.right()
	}}
}

// ended has one when a search has ended, and after one that does not look how.
func ended(f func(asked, *sargon.Result, error) error) fake {
	return fake{search: func(a asked) (sargon.Result, error) {
		r, err := a.right()
		return r, f(a, &r, err)
	}}
}

func after(f func(*reference.Engine, *sargon.Result)) fake {
	return ended(func(a asked, r *sargon.Result, err error) error { f(a.Engine, r); return err })
}

// changed has its results changed.
func changed(f func(*sargon.Result)) fake {
	return after(func(_ *reference.Engine, r *sargon.Result) { f(r) })
}

// Engines with a fault that several tests use.
var (
	scoring  = changed(func(r *sargon.Result) { r.Score++ })
	counting = changed(func(r *sargon.Result) { r.Gens++ })
	liar     = changed(func(r *sargon.Result) { r.Best.To++ })
	crashing = changed(func(*sargon.Result) { panic("ouch") })

	// findingRoyals looks for the royal squares before each search.
	findingRoyals = before(func(e *reference.Engine, _ *sargon.SearchOptions) {
		p := e.Position()
		p.FindRoyals()
		e.SetRoyals(p.Royal)
	})

	errPaper = errors.New("out of paper")
)

// erring is one whose searches end with an error.
func erring(with error) fake {
	return ended(func(asked, *sargon.Result, error) error { return with })
}

// departs does other evaluations after so many.
func departs(after uint64) fake {
	return fake{search: func(a asked) (sargon.Result, error) {
		evals, trace, tell := uint64(1), sargon.EmptyTrace, a.o.Callbacks.Evaluation
		a.o.Callbacks.Evaluation = func(s sargon.Evaluation) {
			if evals++; evals > after {
				s.Value ^= 1
			}
			trace = trace.Add(s)
			if tell != nil {
				tell(s)
			}
		}
		r, err := a.right()
		r.Trace = trace
		return r, err
	}}
}

// ends is an engine whose searches end in an error after so many evaluations.
func ends(after uint64, with error) fake {
	return fake{search: func(a asked) (sargon.Result, error) {
		if a.o.MaxEvals == 0 || a.o.MaxEvals > after {
			a.o.MaxEvals = after
			r, _ := a.right()
			return r, with
		}
		return a.right()
	}}
}

// endsThere ends its searches after so many evaluations, because there they leave the specification.
func endsThere(after uint64) fake {
	return fake{search: func(a asked) (sargon.Result, error) {
		r, err := ends(after, sargon.ErrUndefined).search(a)
		if err == sargon.ErrUndefined {
			r.UndefinedReason, r.DefinedEvals = "so it says", after
		}
		return r, err
	}}
}

// moving shows only the moves of an engine.
func moving(f fake) fake {
	return fake{
		can: func(s *sargon.Capabilities) { *s = sargon.Capabilities{Detail: sargon.DetailMove} },
		search: func(a asked) (sargon.Result, error) {
			r, err := fake{Engine: a.Engine, search: f.search}.Search(a.ctx, a.o)
			return sargon.Result{Best: r.Best}, err
		},
	}
}

// amend changes the position that an engine holds, and setRoyal one of its royal squares.
func amend(e *reference.Engine, f func(*sargon.Position)) {
	p := e.Position()
	f(&p)
	_ = e.SetPosition(p)
}

func setRoyal(e *reference.Engine, which int, to sargon.Square) {
	royals := e.Position().Royal
	royals[which] = to
	e.SetRoyals(royals)
}

// played has a fault when a move was played, or refused.
func played(f func(e *reference.Engine, from sargon.Square, was sargon.Position, err error)) fake {
	return fake{play: func(e *reference.Engine, from, to sargon.Square) error {
		was := e.Position()
		err := e.Play(from, to)
		f(e, from, was, err)
		return err
	}}
}

// refusing is an engine that refuses black to move, and castling.
var refusing = fake{
	set: func(e *reference.Engine, p sargon.Position) error {
		if p.Side == sargon.Black {
			return errors.New("it is always White's turn")
		}
		return e.SetPosition(p)
	},
	play: func(e *reference.Engine, from, to sargon.Square) error {
		if from == sargon.E1 && to == sargon.G1 {
			return &sargon.IllegalMoveError{Move: "e1g1"}
		}
		return e.Play(from, to)
	},
}

// unopened cannot be opened.
var unopened = Participant{
	Name: "broken", Open: func() (sargon.Engine, error) { return nil, errors.New("no such tape") },
}

// sick is 10x12 with an illness in every nth search that ends well, counted over all its copies.
func sick(every int64, ill func(context.Context, *sargon.Result) error) Participant {
	searches := new(atomic.Int64)
	return ended(func(a asked, r *sargon.Result, err error) error {
		if err == nil && searches.Add(1)%every == 0 {
			return ill(a.ctx, r)
		}
		return err
	}).as("sick")
}

// Illnesses.
var (
	crash = func(context.Context, *sargon.Result) error { panic("the chip is on fire") }
	fail  = func(context.Context, *sargon.Result) error { return errPaper }
	lie   = func(_ context.Context, r *sargon.Result) error { r.Best.To++; return nil }
	turn  = func(context.Context, *sargon.Result) error { return sargon.ErrEndless }
	// sleep ends when it is stopped.
	sleep = func(ctx context.Context, _ *sargon.Result) error { <-ctx.Done(); return ctx.Err() }
)

// tampered takes rules of the specification as if they always, or never, held.
func tampered(answer bool, rules ...reference.Rule) fake {
	return fake{tamper: func(_ *reference.Engine, rule reference.Rule, holds bool) bool {
		if slices.Contains(rules, rule) {
			return answer
		}
		return holds
	}}
}

// listSource is a source of cases by their lines.
type listSource struct {
	lines []string
	next  atomic.Int64
}

func listOf(lines ...string) *listSource { return &listSource{lines: lines} }

func (s *listSource) Describe() string { return "a list" }
func (s *listSource) Cases() int       { return 0 }
func (s *listSource) Next(cases.Shard) (c cases.Case, err error) {
	number := int(s.next.Add(1)) - 1
	if number >= len(s.lines) {
		return c, io.EOF
	}
	c, err = cases.ParseCase(s.lines[number])
	c.Number = number
	return c, err
}

// generator is a source of random cases at levels 1 and 2.
func generator(seed uint64, n int) cases.Source {
	return must.Have(cases.NewGenerator(cases.GeneratorOptions{
		Seed: seed, Cases: n, Levels: mostlyLevelOne, TargetEvery: 32,
	}))
}

func mustCase(line string) cases.Case { return must.Have(cases.ParseCase(line)) }

// usual returns the usual options, changed.
func usual(change func(*Options)) Options {
	o := DefaultOptions()
	change(&o)
	return o
}

// oneWorker does one case after the other.
var oneWorker = usual(func(o *Options) { o.Workers = 1 })

// mustRun compares. Every search of every engine
// is counted once, and a report is what it was when it was written and read.
func mustRun(t testing.TB, participants []Participant, source cases.Source, o Options) *Report {
	t.Helper()
	r, err := Run(context.Background(), participants, source, o)
	require.NoError(t, err)
	for i, e := range r.ByEngine {
		require.Equal(t, r.Compared+r.Skipped,
			e.Cases+e.Undefined+e.Skipped+e.Failed+e.Unsupported, r.Engines[i].Name)
	}
	require.Equal(t, lasting(t, r), lasting(t, throughJSON(t, r)))
	return r
}

// judged compares engines without the reference engine, and explains nothing.
func judged(t testing.TB, participants []Participant, source cases.Source, o Options) *Report {
	t.Helper()
	o.MaxInvestigated, o.Reference = 0, ReferenceNone
	return mustRun(t, participants, source, o)
}

// reportText is what a report says, in short: each difference and failure, how often what is undefined, which
// cases engines did not do by themselves, and how many were compared.
func reportText(r *Report) string {
	var all []string
	for i := range r.Differences {
		f := &r.Differences[i]
		if first, _, _ := strings.Cut(f.Failure, "\n"); first != "" {
			all = append(all, f.A+" fails, "+first)
			continue
		}
		text := f.votes()
		for _, d := range f.Differences {
			text += ", " + d.What
		}
		all = append(all, text)
	}
	for _, why := range slices.Sorted(maps.Keys(r.Undefined)) {
		all = append(all, fmt.Sprintf("undefined %d, %s", r.Undefined[why], why))
	}
	for i, e := range r.Engines {
		for _, n := range r.ByEngine[i].notCompared() {
			if n.cases > 0 {
				all = append(all, fmt.Sprintf("%s %s %d", e.Name, n.what, n.cases))
			}
		}
	}
	all = append(all, fmt.Sprintf("%d compared", r.Compared))
	return strings.Join(append(all, r.BrokenInputErrors...), "; ")
}

// trial compares engines in cases, a line each.
type trial struct {
	lines  string
	change func(*Options) // of the usual options, or nil
}

// of has engines do the cases; it is told what the report must tell.
func (c trial) of(t *testing.T, what, want string, engines ...Participant) {
	t.Helper()
	t.Run(what, func(t *testing.T) {
		t.Parallel()
		o := DefaultOptions()
		if c.change != nil {
			c.change(&o)
		}
		o.MaxDifferences = 0
		assert.Equal(t, want, reportText(judged(t, engines, listOf(strings.Split(c.lines, "\n")...), o)))
	})
}

// with has sound and another engine do them.
func (c trial) with(t *testing.T, what string, other fake, want string) {
	t.Helper()
	c.of(t, what, want, sound, other.as("other"))
}

// firstDifference compares two engines up to the first difference.
func firstDifference(t *testing.T, o cases.GeneratorOptions, a, b Participant) *Report {
	t.Helper()
	return judged(t, []Participant{a, b}, must.Have(cases.NewGenerator(o)),
		usual(func(o *Options) { o.Workers, o.MaxDifferences = 1, 1 }))
}

// unshrunk are the usual options, except that a case that differs is left as it is.
var unshrunk = usual(func(o *Options) { o.ShrinkTime = 0 })

// investigated repeats a case, if the engines differ in it.
func investigated(t *testing.T, a, b Participant, line string, o Options) *Finding {
	t.Helper()
	f, err := Investigate(t.Context(), a, b, mustCase(line), o)
	require.NoError(t, err)
	return f
}

// written is what a report writes.
func written(t testing.TB, write func(io.Writer) error) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, write(&b))
	return b.String()
}

var byTheClock = regexp.MustCompile(`"(seconds|command)": .*`)

// lasting is a report without what depends on the clock.
func lasting(t testing.TB, r *Report) string {
	t.Helper()
	var lines bytes.Buffer
	require.NoError(t, json.Indent(&lines, []byte(written(t, r.WriteJSON)), "", " "))
	return byTheClock.ReplaceAllString(lines.String(), "")
}

// throughJSON writes a report and reads it again.
func throughJSON(t testing.TB, r *Report) *Report {
	t.Helper()
	return must.Have(ReadReport(strings.NewReader(written(t, r.WriteJSON))))
}
