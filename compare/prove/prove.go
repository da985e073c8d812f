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

	holds   []holding     // what registers and cells of the contract may hold, if that is not what mark says
	prepare func(p *pair) // what else is
	run     func(p *pair) // a case; nil: the routine, held to its rule as its contract says

	// Of Routines: the inputs, beside what all have in common; and cells that are compared beside tables.
	draw   func(p *pair)
	leaves string
}

// A holding says what a register, or cells, may hold.
type holding struct {
	where  string
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
	shards    int  // of which that is so
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
	for i, row := range rows {
		results[i].Row = row
	}
	type job struct{ row, shard int }
	jobs := make(chan job, len(rows)*shards)
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
	var group sync.WaitGroup
	var lock sync.Mutex
	for range max(1, o.Workers) {
		group.Go(func() {
			p := newPair(image)
			for j := range jobs {
				sum := &results[j.row]
				lock.Lock()
				found := sum.Fault != nil
				lock.Unlock()
				if ctx.Err() != nil || found && sum.Row.draw == nil {
					continue
				}
				r := p.prove(ctx, sum.Row, j.shard, o, found, func(cases uint64) {
					lock.Lock()
					defer lock.Unlock()
					sum.Cases += cases
					if o.Progress != nil {
						o.Progress(sum.Row, sum.Cases)
					}
				})
				lock.Lock()
				sum.add(&r)
				lock.Unlock()
				if o.First && r.Fault != nil {
					cancel()
				}
			}
		})
	}
	group.Wait()
	return results
}

// add adds what a shard has shown.
func (r *Result) add(of *Result) {
	r.Left += of.Left
	r.Different += of.Different
	r.Longest = max(r.Longest, of.Longest)
	r.Seconds += of.Seconds
	if r.Fault == nil {
		r.Fault = of.Fault
	}
	if of.Done {
		r.shards++
	}
	r.Done = r.shards == shards
}

// prove does the cases of a shard of a row, until ctx ends. A fault is made short, if it is the first
// that was found; a piece ends with it.
func (p *pair) prove(
	ctx context.Context, r *Row, shard int, o Options, found bool, tell func(uint64),
) (result Result) {
	began, untold, patience := time.Now(), uint64(0), uint64(1)<<14
	defer func() {
		if is := recover(); is != nil { // the program lacks a label
			w, ok := is.(wrong)
			if !ok {
				panic(is)
			}
			result.Fault = &Fault{What: string(w)}
		}
		tell(untold)
		result.Left, result.Longest, result.Seconds = p.left, p.longest, time.Since(began).Seconds()
	}()
	p.longest, p.left = 0, 0
	p.prepare(r)
	p.begin(shard, shards)
	p.most, p.done, p.drawn = o.Most, 0, nil
	if r.draw != nil {
		patience = 100
		p.draw(o.Seed, (o.Drawn+shards-1-uint64(shard))/shards)
		p.whole.noise = rand.New(rand.NewPCG(o.Seed, uint64(shards+shard)))
	}
	for more := p.drawn == nil || p.toDraw > 0; more; more = p.next() {
		fault := p.case1(r)
		if p.empty() {
			break
		}
		if untold++; untold == patience {
			tell(untold)
			untold = 0
			if ctx.Err() != nil {
				return result
			}
		}
		if fault != "" {
			result.Different++
			if !found {
				result.Fault, found = p.shrink(r, fault), true
			}
			if r.draw == nil {
				return result
			}
		}
	}
	result.Done = r.draw != nil || p.drawn == nil
	return result
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
