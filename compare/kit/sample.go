package kit

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"sargon78/compare/cases"
	"sargon78/emu"
	"sargon78/native/reference"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/spec/variables"
)

// sampledOf has a number n for each kind: about one call in n becomes a case. So there are about as many cases
// of each kind, though a search calls ATTACK a thousand times as often as GENMOV.
var sampledOf = map[Kind]int{
	Generation: 1, "attack": 3, "attack lists": 300, "pins": 4, Exchange: 100, "evaluation": 4,
	"making": 4, "unmaking": 4, "ordering": 1,
}

// maxSampledCalls is the number of calls after which Sample leaves the search of a position.
const maxSampledCalls = 20_000

// orderingShare is how many times fewer cases of ordering are sampled than of other kinds, because each of
// them evaluates a whole list of moves.
const orderingShare = 4

// Sample returns new cases of routines: of each kind up to most, and a quarter as many of ordering. It runs
// random searches in the embedded ROM, and samples calls of its routines with what they are given. The
// reference engine answers the cases. The same seed gives the same cases. Errors are those of ctx, or of the
// ROM.
func Sample(ctx context.Context, seed uint64, most int) ([]Case, error) {
	image, err := roms.Open("", roms.Options{})
	if err != nil {
		return nil, err
	}
	engine, err := emulated.New("rom", image)
	if err != nil {
		return nil, err
	}
	source, err := cases.NewGenerator(cases.GeneratorOptions{
		Seed: seed, Levels: cases.Levels{1: 3, 2: 1},
	})
	if err != nil {
		return nil, err
	}
	s, err := newSampler(image, seed)
	if err != nil {
		return nil, err
	}
	for c := range source.All() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		last := c.Last()
		if c.Stateful || len(c.Plies) > 1 || engine.SetPosition(c.Start) != nil {
			continue
		}
		start, err := engine.SearchStart(ctx, sargon.SearchOptions{Level: last.Level, NoBook: true})
		if err != nil {
			continue // the ROM cannot search this position
		}
		if err := s.search(ctx, start, most); err != nil {
			return nil, err
		}
		if s.full(most) {
			break
		}
	}
	return s.all, nil
}

// A sampler makes cases of calls in searches.
type sampler struct {
	machine *emu.Machine
	model   *reference.Engine
	random  *rand.Rand
	entries map[uint16][]Kind
	forms   map[Kind]*Case // the first published case of each kind: it has the names of the variables
	seen    map[string]bool
	counts  map[Kind]int
	all     []Case
}

// newSampler returns a sampler of calls of the image's routines. For each kind of routine it takes the
// form of a case from the kit.
func newSampler(image *roms.Image, seed uint64) (*sampler, error) {
	published, err := Read()
	if err != nil {
		return nil, err
	}
	s := &sampler{
		machine: emu.New(), model: reference.New(), random: rand.New(rand.NewPCG(seed, 0)),
		entries: map[uint16][]Kind{}, forms: map[Kind]*Case{}, seen: map[string]bool{},
		counts: map[Kind]int{},
	}
	for i := range published {
		c := &published[i]
		if c.Before == nil || s.forms[c.Kind] != nil {
			continue
		}
		entry, _ := image.Symbol(routineOf[c.Kind])
		s.forms[c.Kind], s.entries[entry] = c, append(s.entries[entry], c.Kind)
	}
	return s, nil
}

func (s *sampler) full(most int) bool {
	for kind := range s.forms {
		if s.wants(kind, most) {
			return false
		}
	}
	return true
}

// wants reports whether there are fewer cases of a kind than Sample is to make.
func (s *sampler) wants(kind Kind, most int) bool {
	if kind == "ordering" {
		most = max(1, most/orderingShare)
	}
	return s.counts[kind] < most
}

// search runs a search, and samples the calls in it.
func (s *sampler) search(ctx context.Context, start emu.Snapshot, most int) error {
	if err := s.machine.Restore(start); err != nil {
		return err
	}
	until := emu.Until{Addresses: []uint16{emu.ReturnAddress}, TStates: 100_000_000}
	for entry := range s.entries {
		until.Addresses = append(until.Addresses, entry)
	}
	for range maxSampledCalls {
		stop, err := s.machine.Run(ctx, until)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || stop != emu.AtAddress || s.machine.PC == emu.ReturnAddress {
			return nil // a search that leaves the specification may end anyhow
		}
		for _, kind := range s.entries[s.machine.PC] {
			if s.wants(kind, most) && s.random.IntN(sampledOf[kind]) == 0 {
				s.take(kind)
			}
		}
	}
	return nil
}

// take makes a case of the call that is about to begin, if the call belongs to the kind and the case is new.
func (s *sampler) take(kind Kind) {
	m, form := memory(s.machine.Memory[:]), s.forms[kind]
	head := m.word(reference.Load + variables.MLPTRI)
	const lists = 7 // T1: build the lists
	isTest := m.cell(variables.T1)[0] != lists
	switch {
	case kind == "ordering" && head != reference.Load+variables.PLYIX+2, // the list of another ply
		kind == "attack" && !isTest, kind == "attack lists" && isTest:
		return
	}
	c := Case{Kind: kind, Section: form.Section, Before: Values{}, Want: Values{}}
	for name := range form.Before {
		c.Before[name] = text(m, name)
	}
	if kind == "attack" {
		c.Before["T1"] = form.Before["T1"]
	}
	for name := range form.Want {
		c.Want[name] = ""
	}
	key := c.key()
	if s.seen[key] {
		return
	}
	s.seen[key] = true
	clear(s.model.Reached[:])
	want, err := c.runReference(s.model)
	if err != nil {
		return // the specification does not say what is right
	}
	c.Want, c.Rules = want, ruleBits(&s.model.Reached)
	s.counts[kind]++
	c.ID = len(s.all) + 1
	s.all = append(s.all, c)
}

// key returns a text that no other question has.
func (c *Case) key() string {
	var b []byte
	for _, name := range slices.Sorted(maps.Keys(c.Before)) {
		b = append(b, name...)
		b = fmt.Append(b, c.Before[name])
	}
	return string(c.Kind) + string(b)
}
