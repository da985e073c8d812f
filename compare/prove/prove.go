package prove

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"sargon78/roms"
)

// Row is one piece of the program and the rule it is held to.
type Row struct {
	Name    string // the label in roms/src
	Section string // of the specification
	Cut     string // where the piece begins and ends, and what is left out
	Domain  string // what the inputs may hold
	Bounded string // why this is no proof; "" if it is one

	holds   []holding     // what cells of the contract may hold, if that is not what mark says
	prepare func(p *pair) // what else is
	run     func(p *pair) // a case; nil: the routine, held to its rule as its contract says

	// Of Routines: the inputs, beside what all have in common; and cells that are compared beside tables.
	draw   func(p *pair)
	leaves string
}

// A holding says what cells may hold.
type holding struct {
	cells  string
	values []uint16
}

// Result is what became of a row.
type Result struct {
	Row       *Row
	Cases     uint64
	Left      uint64 // of them leave the specification
	Different uint64 // of them show a fault; a row ends with its first, but for those of Routines
	Longest   uint64 // T-states of the program
	Seconds   float64
	Done      bool // all cases
	Fault     *Fault
}

// Fault is a case in which the two sides differ.
type Fault struct {
	What string // differs
	Path string // the choices that lead there

	Board string `json:",omitempty"` // of a whole routine: bytes of the squares

	// Debug are commands of `sargon debug --plain`, to stand where the piece begins.
	Debug []string
}

// Options say how a run is done.
type Options struct {
	Workers  int
	Most     uint64                       // 64 times so many cases of each row, and so many drawn; 0 is all
	Drawn    uint64                       // cases of each of Routines
	Seed     uint64                       // from which those follow
	First    bool                         // end with the first fault
	Progress func(row *Row, cases uint64) // called now and then, by one goroutine at a time
}

// shards is how many pieces of work a row is cut into, by its first choice.
const shards = 64

// Prove proves rows, in their order. It ends at ctx; then rows are not Done.
func Prove(ctx context.Context, image *roms.Image, rows []*Row, o Options) []Result {
	results := make([]Result, len(rows))
	var group sync.WaitGroup
	var lock sync.Mutex
	type job struct{ row, shard int }
	jobs := make(chan job, len(rows)*shards)
	left := make([]int, len(rows))
	for i := range rows {
		results[i].Row = rows[i]
		left[i] = shards
	}
	for n := range len(rows) * shards {
		row, shard := n/shards, n%shards
		if o.First { // something of each row comes before all of any
			row, shard = n%len(rows), n/len(rows)
		}
		jobs <- job{row, shard * 37 % shards} // what is next to each other is alike
	}
	close(jobs)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for range max(1, o.Workers) {
		group.Go(func() {
			p := newPair(image)
			for j := range jobs {
				if ctx.Err() != nil {
					return
				}
				lock.Lock()
				found := results[j.row].Fault != nil
				lock.Unlock()
				if found && rows[j.row].draw == nil {
					continue
				}
				began := time.Now()
				r := p.prove(ctx, rows[j.row], j.shard, o, found, func(cases uint64) {
					lock.Lock()
					defer lock.Unlock()
					results[j.row].Cases += cases
					if o.Progress != nil {
						o.Progress(rows[j.row], results[j.row].Cases)
					}
				})
				lock.Lock()
				sum := &results[j.row]
				sum.Left += r.Left
				sum.Different += r.Different
				sum.Longest = max(sum.Longest, r.Longest)
				sum.Seconds += time.Since(began).Seconds()
				if sum.Fault == nil {
					sum.Fault = r.Fault
				}
				if o.First && r.Fault != nil {
					cancel()
				}
				if r.Done {
					left[j.row]--
				}
				sum.Done = left[j.row] == 0
				lock.Unlock()
			}
		})
	}
	group.Wait()
	return results
}

// prove does the cases of a shard of a row, until ctx ends. A fault that is found is made short, if it is
// the first.
func (p *pair) prove(
	ctx context.Context, r *Row, shard int, o Options, found bool, tell func(uint64),
) (result Result) {
	defer func() {
		if is := recover(); is != nil { // the program lacks a label
			w, ok := is.(wrong)
			if !ok {
				panic(is)
			}
			result.Fault = &Fault{What: string(w)}
		}
	}()
	p.longest, p.left, p.drawn = 0, 0, nil
	p.prepare(r)
	p.begin(shard, shards)
	var untold uint64
	if r.draw != nil {
		result.Done = p.sample(r, shard, o, func(fault string) (goOn bool) {
			if untold++; untold == 100 {
				tell(untold)
				untold = 0
			}
			if fault != "" {
				if result.Different++; result.Fault == nil && !found {
					result.Fault = p.shrink(r, fault)
				}
			}
			return ctx.Err() == nil
		})
	} else {
		result.Done = p.enumerate(r, shard, o.Most, func(fault string) (goOn bool) {
			if untold++; untold == 1<<14 {
				tell(untold)
				untold = 0
			}
			if fault != "" {
				result.Different, result.Fault = 1, p.shrink(r, fault)
				return false
			}
			return untold != 0 || ctx.Err() == nil
		})
	}
	tell(untold)
	result.Left, result.Longest = p.left, p.longest
	return result
}

// enumerate does all cases of a shard, and tells whether these were all that there are; or the first,
// and as many that are drawn.
func (p *pair) enumerate(r *Row, shard int, most uint64, goOn func(fault string) bool) (all bool) {
	for done := uint64(1); ; done++ {
		fault := p.case1(r)
		if p.empty() {
			return true
		}
		if !goOn(fault) {
			return false
		}
		if done == 1 && len(p.trail) > 0 { // there may be fewer shards than wanted
			most = most * shards / uint64(min(shards, len(p.trail[0].domain)))
		}
		if done == most {
			p.drawn = rand.New(rand.NewPCG(1978, uint64(shard)))
		}
		if !p.next() {
			return true
		}
		if most > 0 && done == 2*most {
			return false
		}
	}
}

// sample does a shard of the cases of a whole routine.
func (p *pair) sample(r *Row, shard int, o Options, goOn func(fault string) bool) (all bool) {
	p.drawn = rand.New(rand.NewPCG(o.Seed, uint64(shard)))
	p.whole.noise = rand.New(rand.NewPCG(o.Seed, uint64(shards+shard)))
	for range (o.Drawn + shards - 1 - uint64(shard)) / shards {
		if !goOn(p.case1(r)) {
			return false
		}
		p.next()
	}
	return true
}

// kind is what a fault is about, without its values.
func kind(fault string) string { return fault[:strings.IndexAny(fault+"0", "0123456789:[")] }

// fault is that of the case.
func (p *pair) fault(r *Row, what string) *Fault {
	if r.draw != nil {
		return &Fault{What: what, Path: p.path(r), Board: p.diagram()}
	}
	return &Fault{What: what, Path: p.path(r), Debug: p.debug()}
}

// shrink makes choices that do not matter the first of their domain.
func (p *pair) shrink(r *Row, fault string) *Fault {
	found := p.fault(r, fault)
	fixed := map[int]uint16{}
	for _, c := range p.trail {
		fixed[c.id] = c.domain[c.at]
	}
	ids := make([]int, 0, len(fixed))
	for _, c := range p.trail {
		ids = append(ids, c.id)
	}
	p.fixed = fixed
	defer func() { p.fixed = nil }()
	for _, id := range ids {
		was := fixed[id]
		delete(fixed, id)
		p.begin(0, 1)
		again := p.case1(r)
		if again != "" && (r.draw != nil || kind(again) == kind(fault)) {
			found = p.fault(r, again)
		} else {
			fixed[id] = was
		}
	}
	return found
}
