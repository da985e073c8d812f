package routine

import "math/rand/v2"

// forks goes through all values of all that is asked for. Nothing has a value before it is first asked for;
// what is never asked for is never varied (demand-driven enumeration, as in Lazy SmallCheck and Korat). The
// trail is the list of choices that were made in a case, in order. The next case begins anew, with the next
// value of the last choice.
type forks struct {
	trail  []choice
	value  [numIDs]uint16
	known  [numIDs]uint64 // the case in which an id last got its value
	number uint64         // the number of the case

	shard       int            // the number of the shard
	part, parts int            // which of how many parts of what the next choices lead to is done
	fixed       map[int]uint16 // not nil: the values of some ids; all others take their first value
	most, done  uint64         // cases to be enumerated before random ones, 0: all; cases done
	random      *rand.Rand     // not nil: each choice is random
	toSample    uint64         // how many random cases are left, with this one
}

type choice struct {
	id     int
	domain []uint16
	at     int
	step   int // from a value to the next that is taken
}

// A noValue is an id that has no domain: a byte that need not have a value, and that one side alone has read
// or written. It is thrown as a panic.
type noValue int

// The ids of what may be asked for: the bytes of the memory have their addresses; all other choices follow,
// in their order.
const (
	chosenID = 1 << 16
	numIDs   = chosenID + maxChoices

	maxChoices = 4096 // choices of a case other than bytes
	maxCalls   = 4000 // calls of stubs by the program
)

// ask returns the value of an id, one of its domain. If the domain has only one value, that is no choice.
func (f *forks) ask(id int, domain []uint16) uint16 {
	if f.known[id] == f.number {
		return f.value[id]
	}
	first, step := 0, 1
	switch {
	case len(domain) == 0:
		panic(noValue(id))
	case len(domain) == 1: // no choice
		f.know(id, domain[0])
		return domain[0]
	case f.fixed != nil:
		domain = domain[:1]
		if v, ok := f.fixed[id]; ok {
			domain = []uint16{v}
		}
	case f.random != nil:
		first = f.random.IntN(len(domain))
	case f.parts > 1:
		first, step = f.split(len(domain))
	}
	f.trail = append(f.trail, choice{id, domain, first, step})
	f.know(id, domain[first])
	return domain[first]
}

// split returns the first of n values that belongs to the part, and the step from it to the next. If there
// are fewer values than parts, only the first belongs to it, and the choices that follow divide the rest.
func (f *forks) split(n int) (first, step int) {
	if n >= f.parts {
		first, step = f.part, f.parts
		f.part, f.parts = 0, 1
		return first, step
	}
	first = f.part % n
	f.part, f.parts = f.part/n, (f.parts-first+n-1)/n
	return first, n
}

// know gives an id its value for this case.
func (f *forks) know(id int, v uint16) { f.value[id], f.known[id] = v, f.number }

// knows reports whether an id has a value in this case.
func (f *forks) knows(id int) bool { return f.known[id] == f.number }

// begin is called before the first case of a shard.
func (f *forks) begin(shard, shards int) {
	f.trail, f.shard, f.part, f.parts = f.trail[:0], shard, shard, shards
	f.number++
}

// sample makes the choices random from now on, for a number of cases.
func (f *forks) sample(seed, cases uint64) {
	f.random, f.toSample = rand.New(rand.NewPCG(seed, uint64(f.shard))), cases
}

// next goes on to the next case, and returns false if there is none.
func (f *forks) next() bool {
	f.number++
	if f.done++; f.done == 1 { // the other parts of what the choices lead to are empty
		f.most *= uint64(f.parts)
	}
	if f.random == nil && f.done == f.most {
		f.sample(1978, f.most+1)
	}
	if f.random != nil {
		f.trail = f.trail[:0]
		f.toSample--
		return f.toSample > 0
	}
	for len(f.trail) > 0 {
		last := len(f.trail) - 1
		c := &f.trail[last]
		if c.at+c.step < len(c.domain) {
			c.at += c.step
			for _, c := range f.trail {
				f.know(c.id, c.domain[c.at])
			}
			return true
		}
		f.trail = f.trail[:last]
	}
	return false
}

// empty reports whether the shard has no case: there are fewer cases than shards.
func (f *forks) empty() bool { return f.fixed == nil && f.random == nil && f.part > 0 }
