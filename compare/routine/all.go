package routine

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Options control All and Sample.
type Options struct {
	Workers int // goroutines; 0 is 1
	// MaxCases limits All: of each of the 64 shards of a routine it does this many cases, and then as many
	// random ones; 0: all cases. If a routine has fewer shards, each does more, so that the limit for a
	// routine is always 64 times MaxCases, and as many random ones.
	MaxCases uint64
	Cases    uint64 // of Sample: cases of each routine; 0 is 10000
	Seed     uint64 // of Sample
	First    bool   // stop all work at the first fault of any routine

	// A run does only every Shards-th piece of work, from number Shard on (0 to Shards−1); Shards 0 is 1.
	// The runs with all values of Shard together do what one run with Shards 1 does.
	Shard, Shards int

	// Progress is called now and then, by one goroutine at a time, unless it is nil.
	Progress func(r *Routine, cases uint64)
}

// A Result is what All or Sample has found out about a routine.
type Result struct {
	Routine   *Routine `json:"-"`
	Cases     uint64
	Undefined uint64 // how many of them the declaration does not describe: they were not compared
	Longest   uint64 // most T-states of the program in a case
	Other     uint64 // most T-states of the other side, if that is a Z80 routine
	Seconds   float64
	Done      bool // all cases of the domain were done
	// Interrupted: the context ended before all was done that the options ask for, and no fault was found.
	Interrupted bool
	Fault       *Fault
	Unused      *Unused `json:",omitempty"` // code that no case has run; nil if that is not known
	shards      int     // shards of which all cases were done
	pieces      int     // shards of which all was done that the options ask for
	sampled     bool
}

// A Fault is a case in which the two sides differ.
type Fault struct {
	What   string  // what differs
	Inputs []Value // those that matter: if one of them has the first value of its domain, there is no fault
	Others []Value // the other inputs that the case has, with the first values of their domains

	Known     []Byte  // all bytes that had a value when the routine began
	Registers []Value // the given registers when it began
}

// A Value is an input and its value.
type Value struct {
	Name  string
	Value uint16
}

// A Byte is a byte of the memory.
type Byte struct {
	At    uint16
	Value uint8
}

// String returns what differs, and with which inputs.
func (f *Fault) String() string {
	texts := func(of []Value) (all []string) {
		for _, v := range of {
			all = append(all, fmt.Sprintf("%s = %02Xh", v.Name, v.Value))
		}
		return all
	}
	switch {
	case len(f.Inputs) > 0:
		return f.What + "\n  with " + strings.Join(texts(f.Inputs), ", ")
	case len(f.Others) > 0:
		return f.What + "\n  with the first value of each input: " + firstOf(texts(f.Others))
	}
	return f.What
}

// Verdict returns in a word or two what has been shown. "proved" and "bounded" say that all cases of the
// domain were done; it is "bounded" if the routine may be given more than the domain has (Routine.Bounded).
// The others are "in part", "sampled", "interrupted", "DIFFERS", and "LEFT OPEN" if too many cases are
// undefined.
func (r *Result) Verdict() string {
	most := uint64(cmp.Or(r.Routine.MaxUndefined, 10))
	switch {
	case r.Fault != nil:
		return "DIFFERS"
	case r.Undefined > 0 && r.Undefined == r.Cases, r.Done && r.Undefined*100 > r.Cases*most:
		return "LEFT OPEN"
	case r.Interrupted:
		return "interrupted"
	case r.sampled:
		return "sampled"
	case !r.Done:
		return "in part"
	case r.Routine.Bounded != "":
		return "bounded"
	}
	return "proved"
}

// String returns what was done and shown, and with which inputs the sides differ: "mul: proved, 65536
// cases, at most 411 T-states".
func (r *Result) String() string {
	text := fmt.Sprintf("%s: %s, %d cases", r.Routine.Name, r.Verdict(), r.Cases)
	if r.Cases == 1 {
		text = strings.TrimSuffix(text, "s")
	}
	if r.Longest > 0 {
		text += fmt.Sprintf(", at most %d T-states", r.Longest)
	}
	if r.Other > 0 {
		text += fmt.Sprintf(" (the other side %d)", r.Other)
	}
	if r.Undefined > 0 {
		text += fmt.Sprintf(", %d undefined", r.Undefined)
	}
	if r.Verdict() == "bounded" {
		text += " (" + r.Routine.Bounded + ")"
	}
	if r.Fault != nil {
		text += "\n" + r.Fault.String()
	}
	if unused := r.Unused.String(); unused != "" {
		text += "\n  " + unused
	}
	return text
}

// shards is the number of pieces of work into which the values of its first choices divide a routine.
const shards = 64

// A runner does the cases of some routines.
type runner struct {
	Options
	sampling bool
	outer    context.Context // as it was given; without it a fault at which First stops would end the work
	stop     context.CancelFunc
	lock     sync.Mutex // guards the fields that follow
	results  []Result
	ways     map[*Routine]map[uint16]ways // what each instruction has done, by its address
	err      error
}

// All goes through all inputs of the domains of some routines, and compares both sides in each case. It is
// demand-driven: an input that neither side reads is not varied. If ctx ends, All returns the results up to
// then. Those that are not complete are Interrupted, and the error, which wraps that of ctx, says how far
// All came. Other errors say what is wrong with a declaration, or with a Process.
func All(ctx context.Context, o Options, routines ...*Routine) ([]Result, error) {
	return goThrough(ctx, &runner{Options: o}, routines)
}

// Sample does the same with inputs that it draws from the domains at random, from a seed. Each input that is
// asked for gets one of its values, all with the same probability. The verdict is then "sampled".
func Sample(ctx context.Context, o Options, routines ...*Routine) ([]Result, error) {
	o.Cases = cmp.Or(o.Cases, 10_000)
	return goThrough(ctx, &runner{Options: o, sampling: true}, routines)
}

// goThrough divides the shards of all routines among the workers, and returns a result for each routine.
// If it is interrupted, the results hold what was done, and the error says so.
func goThrough(ctx context.Context, run *runner, routines []*Routine) ([]Result, error) {
	if run.Shard < 0 || run.Shard >= max(1, run.Shards) {
		return nil, fmt.Errorf("shard %d of %d: want 0 to %d", run.Shard, max(1, run.Shards), max(1, run.Shards)-1)
	}
	for _, r := range routines {
		if err := r.check(); err != nil {
			return nil, err
		}
	}
	run.outer = ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	run.stop, run.results, run.ways = cancel, make([]Result, len(routines)), map[*Routine]map[uint16]ways{}
	for i, r := range routines {
		run.results[i].Routine, run.results[i].sampled = r, run.sampling
	}
	var jobs atomic.Int64
	var group sync.WaitGroup
	for range max(1, run.Workers) {
		group.Go(func() {
			var c *Case
			defer func() {
				run.used(c)
				c.close()
			}()
			for ctx.Err() == nil {
				n := int(jobs.Add(1)) - 1
				if n >= len(routines)*shards {
					return
				}
				number, shard := n/shards, n%shards
				if run.First { // a shard of each routine comes before the second of any
					number, shard = n%len(routines), n/len(routines)
				}
				if !run.mine(number*shards + shard) {
					continue
				}
				sum := &run.results[number]
				if run.add(sum, &Result{}) { // another shard has found a fault already
					continue
				}
				if c == nil || c.r != routines[number] {
					run.used(c)
					c.close()
					c = newEnumeratedCase(routines[number])
				}
				// Neighbouring shards are alike, so they do not follow each other.
				run.shard(ctx, c, sum, shard*37%shards)
			}
		})
	}
	group.Wait()
	if err := run.outer.Err(); run.err == nil && err != nil {
		run.err = run.interrupted(err)
	}
	for i := range run.results {
		run.results[i].Unused = run.unused(&run.results[i])
	}
	return run.results, run.err
}

// interrupted notes which results are not complete, and returns an error that says how far the run came; nil
// if all was done.
func (run *runner) interrupted(by error) error {
	whole, cases := 0, uint64(0)
	for i := range run.results {
		r := &run.results[i]
		done := 0 // shards that this run was to do
		for n := i * shards; n < (i+1)*shards; n++ {
			if run.mine(n) {
				done++
			}
		}
		if r.Interrupted = r.Fault == nil && r.pieces < done; !r.Interrupted {
			whole++
		}
		cases += r.Cases
	}
	if whole == len(run.results) {
		return nil
	}
	return fmt.Errorf("interrupted: %d of %d routines done, %d cases: %w", whole, len(run.results), cases, by)
}

// mine reports whether a piece of work belongs to this part of the run.
func (run *runner) mine(n int) bool { return n%max(1, run.Shards) == run.Shard }

// fail ends the run with an error.
func (run *runner) fail(r *Routine, err error) {
	run.lock.Lock()
	defer run.lock.Unlock()
	run.err = cmp.Or(run.err, fmt.Errorf("%s: %w", r.Name, err))
	run.stop()
}

// add adds what a shard has shown since its last call to the result of its routine, and reports whether any
// shard of the routine has found a fault.
func (run *runner) add(sum, of *Result) (ended bool) {
	run.lock.Lock()
	defer run.lock.Unlock()
	sum.Cases += of.Cases
	sum.Undefined += of.Undefined
	sum.Longest = max(sum.Longest, of.Longest)
	sum.Other = max(sum.Other, of.Other)
	sum.Seconds += of.Seconds
	sum.Fault = cmp.Or(sum.Fault, of.Fault)
	sum.shards += of.shards
	sum.pieces += of.pieces
	sum.Done = sum.shards == shards
	if run.Progress != nil && of.Cases > 0 {
		run.Progress(sum.Routine, sum.Cases)
	}
	if run.First && sum.Fault != nil {
		run.stop()
	}
	return sum.Fault != nil
}

// shard does the cases of a shard of a routine, until ctx ends or a case shows a fault. It then looks for
// the fewest inputs that show the fault.
func (run *runner) shard(ctx context.Context, c *Case, sum *Result, shard int) {
	began := time.Now()
	total := Result{}
	flush := func() (ended bool) {
		c.undefined, total.Undefined = 0, c.undefined
		total.Longest, total.Other = c.longest[0], c.longest[1]
		ended = run.add(sum, &total)
		total = Result{}
		return ended
	}
	defer func() {
		total.Seconds = time.Since(began).Seconds()
		flush()
	}()
	c.forks.begin(shard, shards)
	c.longest, c.undefined = [2]uint64{}, 0
	c.most, c.done, c.random = run.MaxCases, 0, nil
	if run.sampling {
		cases := run.Cases / shards
		if uint64(shard) < run.Cases%shards {
			cases++
		}
		if cases == 0 {
			total.pieces = 1
			return
		}
		c.sample(run.Seed, cases)
	}
	const (
		patience = 250 * time.Millisecond // from one report to the next
		many     = 256                    // cases after which it is time to look at ctx and at the clock
		much     = 1 << 20                // T-states after which it is
	)
	_, slow := c.opponent.(*port) // it is after each case
	reported, looked := began, c.program.chip.TStates
	for more := true; more; more = c.next() {
		if slow || total.Cases%many == 0 || c.program.chip.TStates-looked > much {
			if looked = c.program.chip.TStates; ctx.Err() != nil {
				return
			}
			if now := time.Now(); now.Sub(reported) > patience {
				if reported = now; flush() {
					return
				}
			}
		}
		fault := c.caught(c.run)
		if c.broken != nil {
			run.fail(c.r, c.broken)
			return
		}
		if c.empty() {
			break
		}
		total.Cases++
		if fault != "" {
			if total.Fault = c.shrink(run.outer, fault); c.broken != nil {
				run.fail(c.r, c.broken)
			}
			return
		}
	}
	if total.pieces = 1; c.random == nil {
		total.shards = 1
	}
}

// caught calls a function that does a case, and returns what is wrong; "" if nothing is. A panic is a fault
// of the case.
func (c *Case) caught(do func()) (fault string) {
	defer func() {
		switch is := recover().(type) {
		case nil:
		case undefined:
			c.undefined++
		case broken:
			c.broken = is.error
		case wrong:
			fault = string(is)
		case noChoice:
			fault = "it depends on a choice, and in a whole program nothing is chosen"
		case noValue:
			fault = c.name(int(is)) + " is read and has no value"
		default:
			fault = fmt.Sprintf("panic: %v%s", is, panicPlace())
		}
	}()
	do()
	return ""
}

// panicPlace returns the line in which a function outside this package has panicked, " at port.go:12"; "" if
// it was none.
func panicPlace() string {
	var pcs [32]uintptr
	for frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])]); ; {
		f, more := frames.Next()
		switch {
		case strings.HasPrefix(f.Function, "runtime."):
		case !strings.HasPrefix(f.Function, "sargon78/compare/routine."):
			return fmt.Sprintf(" at %s:%d", filepath.Base(f.File), f.Line)
		case strings.HasSuffix(f.Function, ".(*Case).caught"):
			return ""
		}
		if !more {
			return ""
		}
	}
}

// kindOf returns the text of a fault up to the first value in it: faults of one kind have it in common.
func kindOf(fault string) string { return fault[:strings.IndexAny(fault+"0", "0123456789:[")] }

// shrink returns a fault with only those inputs that matter, found by delta debugging. All other inputs get
// the first values of their domains. If ctx ends, it returns the fault as far as it is.
func (c *Case) shrink(ctx context.Context, fault string) *Fault {
	before := [2]uint64{c.undefined, c.longest[0]}
	defer func() { c.undefined, c.longest[0], c.fixed = before[0], before[1], nil }()
	var ids []int
	values := map[int]uint16{}
	for _, one := range c.trail {
		ids = append(ids, one.id)
		values[one.id] = one.domain[one.at]
	}
	kind, found := kindOf(fault), c.fault(fault, nil)
	tryWith := func(ids []int) bool { // with these values, and the first ones of all else
		if ctx.Err() != nil {
			return false
		}
		c.fixed = map[int]uint16{}
		for _, id := range ids {
			c.fixed[id] = values[id]
		}
		c.forks.begin(0, 1)
		again := c.caught(c.run)
		if again == "" || kindOf(again) != kind {
			return false
		}
		found = c.fault(again, c.fixed)
		return true
	}
	if !tryWith(ids) {
		return found // it does not happen again: the other side does not always do the same
	}
	for size := (len(ids) + 1) / 2; size > 0; {
		dropped := false
		for from := 0; from < len(ids); {
			without := append(append([]int(nil), ids[:from]...), ids[min(from+size, len(ids)):]...)
			if tryWith(without) {
				ids, dropped = without, true
			} else {
				from += size
			}
		}
		if size == 1 && !dropped {
			break
		}
		size = max(size/2, 1)
	}
	tryWith(ids)
	return found
}

// fault returns a fault of the current case. Of its choices those that are fixed matter; nil: all.
func (c *Case) fault(what string, fixed map[int]uint16) *Fault {
	f := &Fault{What: what}
	for _, one := range c.trail {
		v := Value{c.name(one.id), one.domain[one.at]}
		if _, matters := fixed[one.id]; matters || fixed == nil {
			f.Inputs = append(f.Inputs, v)
		} else {
			f.Others = append(f.Others, v)
		}
	}
	for id := range chosenID {
		here := func(m moved) bool { return int(m.at) == id }
		if c.knows(id) && (Use(c.marks[id]) != closed || slices.ContainsFunc(c.moved, here)) {
			f.Known = append(f.Known, Byte{uint16(id), uint8(c.value[id])})
		}
	}
	given := maskOf(c.r.Given)
	for i, pair := range pairs {
		if given[i] != 0 {
			f.Registers = append(f.Registers, Value{pair.name, c.program.begun[i]})
		}
	}
	return f
}
