package prove

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sargon78/roms"
)

// Row is one piece of the program and the rule it is checked against.
type Row struct {
	Name    string // the label in roms/src
	Section string // of the specification
	Cut     string // where the piece begins and ends, and what is left out
	Bounded string // why this is no proof; "" if it is one

	// Domain says what the inputs may hold: registers, cells and choices that run asks for, each with
	// its values, and behind a comma what else is to say. Behind | are alternatives, in which cells
	// may hold something else. What is not named may hold what mark says.
	Domain string

	prepare func(p *pair) // what the row wants besides
	run     func(p *pair) // a case; nil: the routine equals its rule as its contract says
}

// Result is what became of a row.
type Result struct {
	Row     *Row
	Cases   uint64
	Left    uint64 // of them leave the specification
	Longest uint64 // T-states of the program
	Seconds float64
	Done    bool   // all cases
	shards  int    // of which that is so
	Missing string // the label that the program does not have, so that the row is not applicable
	Fault   *Fault
}

// Fault is a case in which the two sides differ.
type Fault struct {
	What string // differs
	Path string // the choices that lead there

	// Debug are commands of `sargon debug --plain`, to stand where the piece begins.
	Debug []string
}

// Options say how a run is done.
type Options struct {
	Workers  int
	MaxCases uint64                       // cases per shard, and as many random ones; 0 is all
	First    bool                         // end with the first fault
	Progress func(row *Row, cases uint64) // called now and then, by one goroutine at a time
}

// shards is how many pieces of work a row is cut into, by its first choice.
const shards = 64

// run are rows that are being proved.
type run struct {
	Options
	stop    context.CancelFunc
	lock    sync.Mutex // of results
	results []Result
}

// Prove proves rows, in their order. It ends at ctx; then rows are not Done.
func Prove(ctx context.Context, image *roms.Image, rows []*Row, o Options) []Result {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	run := &run{Options: o, stop: cancel, results: make([]Result, len(rows))}
	for i, row := range rows {
		run.results[i].Row = row
	}
	var jobs atomic.Int64
	var group sync.WaitGroup
	for range max(1, o.Workers) {
		group.Go(func() {
			p := newPair(image)
			for ctx.Err() == nil {
				n := int(jobs.Add(1)) - 1
				if n >= len(rows)*shards {
					return
				}
				row, shard := n/shards, n%shards
				if o.First { // something of each row comes before all of any
					row, shard = n%len(rows), n/len(rows)
				}
				// What is next to each other is alike.
				p.prove(ctx, run, &run.results[row], shard*37%shards)
			}
		})
	}
	group.Wait()
	return run.results
}

// add adds what has been shown since the last time, and reports whether the row has ended: a fault
// was found, or the program does not have what the row needs.
func (r *run) add(sum, of *Result) (ended bool) {
	r.lock.Lock()
	defer r.lock.Unlock()
	sum.Cases += of.Cases
	sum.Left += of.Left
	sum.Longest = max(sum.Longest, of.Longest)
	sum.Seconds += of.Seconds
	sum.Fault = cmp.Or(sum.Fault, of.Fault)
	sum.Missing = cmp.Or(sum.Missing, of.Missing)
	sum.shards += of.shards
	sum.Done = sum.shards == shards
	if r.Progress != nil && of.Cases > 0 {
		r.Progress(sum.Row, sum.Cases)
	}
	if r.First && sum.Fault != nil {
		r.stop()
	}
	*of = Result{}
	return sum.Fault != nil || sum.Missing != ""
}

// prove does the cases of a shard of a row, until ctx ends. A fault is made short, if it is the
// first that was found; a piece ends with it.
func (p *pair) prove(ctx context.Context, run *run, sum *Result, shard int) {
	r, began := sum.Row, time.Now()
	found := run.add(sum, &p.shown) // by others
	if found {
		return
	}
	defer func() {
		p.shown.Seconds = time.Since(began).Seconds()
		run.add(sum, &p.shown)
	}()
	if lacks := p.caught(r, p.prepare); lacks != "" {
		p.shown.Fault = &Fault{What: lacks}
		return
	}
	if p.shown.Missing != "" {
		return
	}
	p.begin(shard, shards)
	p.most, p.done, p.drawn = run.MaxCases, 0, nil
	const patience = 1 << 14 // cases before the first report
	for more := true; more; more = p.next() {
		fault := p.caught(r, p.oneCase)
		if p.empty() {
			break
		}
		if p.shown.Missing != "" {
			return
		}
		if p.shown.Cases++; p.shown.Cases == patience {
			run.add(sum, &p.shown)
			if ctx.Err() != nil {
				return
			}
		}
		if fault == "" {
			continue
		}
		p.shown.Fault = p.shrink(r, fault)
		return
	}
	if p.drawn == nil {
		p.shown.shards = 1
	}
}

// shrink makes choices that do not matter the first of their domain.
func (p *pair) shrink(r *Row, fault string) *Fault {
	kind := func(fault string) string { // without its values
		return fault[:strings.IndexAny(fault+"0", "0123456789:[")]
	}
	found := p.fault(fault)
	p.fixed = map[int]uint16{}
	defer func(shown Result) { p.shown, p.fixed = shown, nil }(p.shown)
	for _, c := range p.trail {
		p.fixed[c.id] = c.domain[c.at]
	}
	for _, c := range slices.Clone(p.trail) {
		was := p.fixed[c.id]
		delete(p.fixed, c.id)
		p.begin(0, 1)
		again := p.caught(r, p.oneCase)
		if again != "" && kind(again) == kind(fault) {
			found = p.fault(again)
		} else {
			p.fixed[c.id] = was
		}
	}
	return found
}

// fault returns the fault of the case, with its choices.
func (p *pair) fault(what string) *Fault {
	var path []string
	for _, c := range p.trail {
		path = append(path, fmt.Sprintf("%s = %02X", p.name(c.id), c.domain[c.at]))
	}
	return &Fault{What: what, Path: strings.Join(path, ", "), Debug: p.debug()}
}
