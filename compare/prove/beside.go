package prove

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"sargon78/compare/routine"
	"sargon78/emu/z80"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/spec/variables"
)

// A Search is a search that a program does while its routines are compared.
type Search struct {
	Position sargon.Position
	Level    sargon.Level
	Move     sargon.Move // the move that is then played; zero: none
	Name     string      // for people: "move 14 of game.pgn"
}

// BesideResult is what Beside has seen of a routine in all searches.
type BesideResult struct {
	Name string
	routine.Count
	In     *Search // the search with the first difference; nil if there is none
	number int     // how many searches were done before that one
	InCall uint64  // the number of the call that differs among the calls of that search
}

// BesideOptions control Beside.
type BesideOptions struct {
	Workers  int
	First    bool                         // stop after the first search in which a call differs
	Names    []string                     // only these routines; none: all
	Every    uint64                       // after 1000 calls of a routine, compare about one of this many; 0: all
	Progress func(done, of int, n uint64) // searches, and calls; called by one goroutine at a time
}

// Beside lets the program of an image do searches, and compares each call of each routine that the image
// names with the rule of the reference engine. It ends early if ctx ends. An error is one of the program, and
// comes with the results up to then.
func Beside(ctx context.Context, image *roms.Image, searches []Search, o BesideOptions) ([]BesideResult, error) {
	wanted := func(name string) bool {
		return len(o.Names) == 0 || slices.ContainsFunc(o.Names, func(n string) bool { return strings.EqualFold(n, name) })
	}
	var names []string
	for name, c := range contracts {
		if d := declare(image, name, c); d.missing == "" && name == c.label && wanted(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if len(names) == 0 {
		return nil, fmt.Errorf("%s names none of the routines that are wanted", cmp.Or(image.Name, "the program"))
	}
	b := &besideRun{image: image, BesideOptions: o, results: make([]BesideResult, len(names)), searches: searches}
	for i, name := range names {
		b.results[i].Name = name
	}
	ctx, b.stop = context.WithCancel(ctx)
	defer b.stop()
	var group sync.WaitGroup
	for range min(max(1, o.Workers), max(1, len(searches))) {
		group.Go(func() {
			if err := b.work(ctx, image, names); err != nil {
				b.lock.Lock()
				b.err = err
				b.lock.Unlock()
			}
		})
	}
	group.Wait()
	return b.results, b.err
}

type besideRun struct {
	BesideOptions
	image    *roms.Image
	searches []Search
	next     atomic.Int64
	stop     context.CancelFunc
	lock     sync.Mutex // guards the fields that follow
	results  []BesideResult
	done     int
	calls    uint64
	err      error
}

// work does searches until none are left.
func (b *besideRun) work(ctx context.Context, image *roms.Image, names []string) error {
	engine, err := emulated.New(image.Name, image)
	if err != nil {
		return err
	}
	var routines []*routine.Routine
	for _, name := range names {
		routines = append(routines, live(image, name))
	}
	watch, err := routine.Beside(engine.Machine(), routine.BesideOptions{Every: b.Every, GoOn: true}, routines...)
	if err != nil {
		return err
	}
	defer watch.Close()
	if _, err := engine.Search(ctx, sargon.SearchOptions{Level: 1}); err != nil && ctx.Err() == nil { // the book
		return err
	}
	for _, setUp := range []string{"INITBD", "ROYALT"} {
		if _, ok := image.Symbol(setUp); ok {
			if err := engine.Call(setUp); err != nil {
				return err
			}
		}
	}
	b.add(watch.Counts(), make([]routine.Count, len(names)), nil)
	for ctx.Err() == nil {
		n := int(b.next.Add(1)) - 1
		if n >= len(b.searches) {
			return nil
		}
		s := &b.searches[n]
		before := watch.Counts()
		if err := engine.SetPosition(s.Position); err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
		_, err := engine.Search(ctx, sargon.SearchOptions{Level: s.Level, NoBook: true})
		watch.Forget()
		b.add(watch.Counts(), before, s)
		if err != nil && ctx.Err() == nil && err != sargon.ErrNoLegalMove {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
		if err == nil && !s.Move.IsZero() {
			before = watch.Counts()
			_ = engine.Play(s.Move.From, s.Move.To)
			watch.Forget()
			b.add(watch.Counts(), before, nil)
		}
	}
	return nil
}

// add adds what a search has shown.
func (b *besideRun) add(now, before []routine.Count, in *Search) {
	b.lock.Lock()
	defer b.lock.Unlock()
	for i := range now {
		of, is, was := &b.results[i], &now[i], &before[i]
		of.Routine = is.Routine
		of.Seen += is.Seen - was.Seen
		of.Calls += is.Calls - was.Calls
		of.Undefined += is.Undefined - was.Undefined
		of.Abandoned += is.Abandoned - was.Abandoned
		of.Differ += is.Differ - was.Differ
		of.addOutside(is, was)
		if of.First == nil && is.First != nil {
			of.First, of.In, of.InCall, of.number = is.First, in, is.First.Call-was.Seen, b.done
		}
		b.calls += is.Calls - was.Calls
		if b.First && of.First != nil {
			b.stop()
		}
	}
	if in != nil {
		b.done++
	}
	if b.Progress != nil {
		b.Progress(b.done, len(b.searches), b.calls)
	}
}

// addOutside adds the calls that had inputs outside the domain.
func (r *BesideResult) addOutside(is, was *routine.Count) {
	r.Outside += is.Outside - was.Outside
	for i, in := range is.Inputs {
		if i < len(was.Inputs) {
			in.Calls -= was.Inputs[i].Calls
		}
		in.Call += r.Seen - is.Seen // its number in all searches
		n := slices.IndexFunc(r.Inputs, func(one routine.Outside) bool { return one.Input == in.Input })
		if n < 0 {
			r.Inputs = append(r.Inputs, in)
		} else {
			r.Inputs[n].Calls += in.Calls
		}
	}
}

// live returns the declaration of a contract for a whole program. Nothing is stubbed, because the listing of
// a user has none of the labels at which the rows are cut. So the routine may touch what the routines that it
// calls may touch, and records and tables as a whole. A program that is not made of our own source may also
// change all registers and the variables that only pass values between routines.
func live(image *roms.Image, name string) *routine.Routine {
	d := declare(image, name, contracts[name])
	uses := map[uint16]routine.Use{}
	d.uses(d.contract, uses, map[*contract]bool{}, true)
	_, ours := image.Symbol("SARGON78")
	if !ours {
		d.r.Changes |= everything | alternates | z80.RegIY | z80.RegAFAlt | z80.RegBCAlt
		for addr := 0; addr < 1<<16; addr++ {
			a := uint16(addr)
			inside := a >= load && a < at(variables.MLIST)+2048
			scratch := inside && a < at(variables.BMOVES)
			switch u := uses[a]; {
			case !inside || scratch && u == 0:
				uses[a] = routine.Clobbered
			case scratch && u == routine.Read:
				uses[a] = routine.Private
			}
		}
	}
	d.domainOfRows()
	d.fields = nil
	for i := range variables.All { // the rules may read all these
		v := &variables.All[i]
		for n := range uint16(v.Size) {
			if a := at(v.Offset + n); uses[a] == 0 && a >= at(variables.BOARDA) && a < at(variables.STACK) {
				uses[a] = routine.Read
			}
		}
	}
	for addr := range uint16(0x48) { // the record of the previous move: see package emulated
		if uses[addr] == 0 || uses[addr] == routine.Clobbered {
			uses[addr] = routine.Private
		}
	}
	for addr := range uint16(6) { // the rules have that record here
		uses[at(0x70)+addr] = routine.Private
	}
	for addr, use := range uses {
		d.r.Memory = append(d.r.Memory, routine.Memory{Use: use, At: addr})
		if f := fieldAt(addr - load); f != nil && f.Offset == addr-load {
			d.fields = append(d.fields, f)
		}
	}
	return d.r
}

// domainOfRows gives the declaration the domains of all rows of the contract, as alternatives: one for each
// alternative of a row.
func (d *declaration) domainOfRows() {
	var sets []func(c *routine.Case) // by alternative
	for _, row := range Rows {
		if contractOf(row) != d.contract {
			continue
		}
		for _, alternative := range append(row.alternatives, nil)[:max(1, len(row.alternatives))] {
			d.r.Alternatives = append(d.r.Alternatives, slices.Concat(row.inputs, alternative))
			sets = append(sets, row.set)
		}
	}
	d.r.Set = func(c *routine.Case) {
		if int(c.First()) < len(sets) && sets[c.First()] != nil {
			sets[c.First()](c)
		}
	}
}

// uses collects what the routine of a contract, and the routines that it calls, may do with each byte. own
// is false for a called routine. What such a routine makes counts as changed, because the declared routine
// does not always call it.
func (d *declaration) uses(c *contract, all map[uint16]routine.Use, seen map[*contract]bool, own bool) {
	if seen[c] {
		return
	}
	seen[c] = true
	put := func(use routine.Use, list []span) {
		for _, s := range list {
			if s.label != "" {
				s.at += d.address(s.label)
			}
			use := use
			if v := variableAt(s.at); v != nil && v.Kind == variables.Table && s.label == "" {
				s.at, s.n = at(v.Offset), max(v.Size, s.n)
				if use == routine.Made { // the routine makes only a part of the table
					use = routine.Changed
				}
			}
			for i := range uint16(s.n) {
				is := all[s.at+i]
				if is == 0 || is == routine.Read || use == routine.Changed && is == routine.Made {
					all[s.at+i] = use
				}
			}
		}
	}
	if own {
		put(routine.Made, c.makes)
		put(routine.Private, c.private)
		put(routine.Changed, c.changes)
	} else {
		put(routine.Changed, c.changes)
		put(routine.Changed, c.makes)
		put(routine.Private, c.private)
	}
	put(routine.Private, c.clobbers) // not compared: the rule may leave it as it was
	put(routine.Read, c.reads)
	for _, name := range c.calls {
		d.uses(contracts[name], all, seen, false)
	}
}

// WriteBeside writes what was seen of each routine, and for each that differs the command that goes to the
// call. options are the options of that command that open the image; "" for the embedded ROM.
func WriteBeside(w io.Writer, options string, results []BesideResult) (ok bool) {
	calls, differ := uint64(0), 0
	for i := range results {
		r := &results[i]
		calls += r.Calls
		switch {
		case r.Calls == 0:
			fmt.Fprintf(w, "%s: not called\n", r.Name)
			continue
		case r.Differ == 0:
			fmt.Fprintf(w, "%s: %s, no difference%s\n", r.Name, counted(r.Calls, "call"), r.rest())
			writeOutside(w, r)
			continue
		}
		differ++
		where := "as the program is set up"
		if r.In != nil {
			where = "in " + r.In.Name
		}
		fmt.Fprintf(w, "%s: %d of %d calls differ%s; the first is call %d %s:\n  %s\n", r.Name, r.Differ, r.Calls,
			r.rest(), r.InCall, where, r.First.What)
		if o := r.First.Origin; o != nil {
			fmt.Fprintf(w, "  %02Xh was left by %s; the page has %02Xh\n", o.Value, o.Text(r.First.Routine.Program), o.Want)
		}
		if r.In != nil {
			fmt.Fprintf(w, "  to stand there: sargon debug%s --level %d --beside %s %q\n", options, r.In.Level,
				r.Name, r.In.Position.FEN())
		}
		writeOutside(w, r)
	}
	if calls == 0 {
		fmt.Fprintln(w, "nothing was compared: no routine was called")
		return false
	}
	if inner := innermost(results); inner != nil && differ > 1 {
		fmt.Fprintf(w, "%s is the first that differs: those that call it may differ by that alone\n", inner.Name)
	}
	differs := "differ"
	if differ == 1 {
		differs = "differs"
	}
	fmt.Fprintf(w, "%s of %s, %s %s\n", counted(calls, "call"), counted(len(results), "routine"),
		counted(differ, "routine"), differs)
	return differ == 0
}

// counted returns a number of things as text: "3 calls" for 3 and "call".
func counted[N int | uint64](n N, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// writeOutside writes which calls had inputs outside the domain of Prove.
func writeOutside(w io.Writer, r *BesideResult) {
	if text := r.OutsideText(); text != "" {
		fmt.Fprintf(w, "  %s\n", text)
	}
}

// innermost returns the routine whose first difference came first; inner calls end before outer ones.
func innermost(results []BesideResult) (first *BesideResult) {
	for i := range results {
		r := &results[i]
		if r.First != nil && (first == nil || r.number < first.number ||
			r.number == first.number && r.First.Ended < first.First.Ended) {
			first = r
		}
	}
	return first
}

func (r *BesideResult) rest() string {
	var parts []string
	if r.Undefined > 0 {
		parts = append(parts, fmt.Sprintf("%d not described", r.Undefined))
	}
	if r.Abandoned > 0 {
		parts = append(parts, fmt.Sprintf("%d left without a return", r.Abandoned))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}
