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
}

// A holding says what cells may hold.
type holding struct {
	cells  string
	values []uint16
}

// Result is what became of a row.
type Result struct {
	Row     *Row
	Cases   uint64
	Left    uint64 // of them leave the specification
	Longest uint64 // T-states of the program
	Seconds float64
	Done    bool // all cases
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
	Most     uint64                       // 64 times so many cases of each row, and so many drawn; 0 is all
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
				if found {
					continue
				}
				began := time.Now()
				r := p.prove(ctx, rows[j.row], j.shard, o.Most, func(cases uint64) {
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

// prove does all cases of a shard of a row, up to the first that shows a fault.
func (p *pair) prove(
	ctx context.Context, r *Row, shard int, most uint64, tell func(uint64),
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
	p.longest, p.left = 0, 0
	p.prepare(r)
	p.begin(shard, shards)
	p.drawn = nil
	var untold uint64
	for done := uint64(1); ; done++ {
		fault := p.case1(r)
		if p.empty() {
			result.Done = true
			break
		}
		if fault != "" {
			result.Fault = p.shrink(r, fault)
			break
		}
		if untold++; untold == 1<<14 {
			tell(untold)
			untold = 0
			if ctx.Err() != nil {
				break
			}
		}
		if done == 1 && len(p.trail) > 0 { // there may be fewer shards than wanted
			most = most * shards / uint64(min(shards, len(p.trail[0].domain)))
		}
		if done == most { // those that come first, and as many that are drawn
			p.drawn = rand.New(rand.NewPCG(1978, uint64(shard)))
		}
		if result.Done = !p.next(); result.Done || most > 0 && done == 2*most {
			break
		}
	}
	tell(untold)
	result.Left, result.Longest = p.left, p.longest
	return result
}

// kind is what a fault is about, without its values.
func kind(fault string) string { return fault[:strings.IndexAny(fault+"0", "0123456789:[")] }

// shrink makes choices that do not matter the first of their domain.
func (p *pair) shrink(r *Row, fault string) *Fault {
	found := &Fault{fault, p.path(), p.debug()}
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
		if again := p.case1(r); again != "" && kind(again) == kind(fault) {
			found = &Fault{again, p.path(), p.debug()}
		} else {
			fixed[id] = was
		}
	}
	return found
}
