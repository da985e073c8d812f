package translator

import (
	"maps"
	"slices"

	"sargon78/emu/z80"
)

const (
	// maxInstructions is how many instructions of a program are translated at most.
	maxInstructions = 6000

	// maxBlock is how many instructions a block has at most, and stretch how many T-states may pass
	// between two checks of the clock.
	maxBlock      = 20
	clockInterval = 512
)

// block is code that is entered at its start only; it may be left before its end.
type block struct {
	addr  uint16
	code  []instruction
	index int // in program.blocks

	entry    bool // jumps whose target is only known at run time may come here too
	called   bool // a routine or the program starts here
	returned bool // a call returns here
	checked  bool // it may have a mark: a trap, or a stop
	clock    bool // the clock is checked

	loopEnd int // if it starts a loop: the index of the last block of the loop, else -1

	copied *routineCopy // the block is part of a copy of a routine
	calls  *routineCopy // the block ends with a call of this copy
}

// routineCopy is a copy of a routine for one call.
type routineCopy struct {
	at   map[uint16]*block
	back uint16 // where it returns to
}

// program is the result of explore.
type program struct {
	code   map[uint16]instruction
	blocks []*block // by address
	at     map[uint16]*block
}

// explorer follows a program.
type explorer struct {
	chip    *z80.Chip
	limit   int                    // instructions
	changes func(addr uint16) bool // bytes that change while the program runs

	code    map[uint16]instruction // all that was found
	leaders map[uint16]*block
	todo    []uint16
}

// explore follows the program in memory from some addresses.
func explore(s *z80.Chip, roots []uint16, limit int, changes func(uint16) bool) *program {
	e := &explorer{
		chip: s, limit: limit, changes: changes,
		code: map[uint16]instruction{}, leaders: map[uint16]*block{},
	}
	for _, addr := range roots {
		e.entry(addr).called = true
	}
	for len(e.todo) > 0 {
		addr := e.todo[0]
		e.todo = e.todo[1:]
		e.follow(addr)
	}
	p := e.blocks()
	p.copyRoutines()
	p.findLoops()
	p.placeClocks()
	return p
}

// leader begins a block at an address.
func (e *explorer) leader(addr uint16) *block {
	b := e.leaders[addr]
	if b == nil {
		b = &block{addr: addr}
		e.leaders[addr] = b
		e.todo = append(e.todo, addr)
	}
	return b
}

// entry begins a block that is a possible target of jumps whose target is only known at run time.
func (e *explorer) entry(addr uint16) *block {
	b := e.leader(addr)
	b.entry = true
	return b
}

// follow decodes the code from an address on, until it meets known code.
func (e *explorer) follow(addr uint16) {
	for length := 0; len(e.code) < e.limit; length++ { // of a block
		_, known := e.code[addr]
		if known || length == maxBlock {
			e.leader(addr)
		}
		if known {
			return
		}
		if e.leaders[addr] != nil {
			length = 0
		}
		i := decode(e.chip.Peek, addr)
		if int(addr)+int(i.Length) >= len(e.chip.Memory) {
			i.interpreted = true
		}
		changes := false
		for n := range i.Length {
			changes = changes || e.changes(addr+n)
		}
		i.interpreted = i.interpreted || changes
		e.code[addr] = i
		stops := e.chip.Stops(addr)
		if stops {
			e.leader(addr).checked = true
		}
		if i.interpreted {
			if goesOn := i.Flow == z80.Straight || i.Flow == z80.Repeat; goesOn && !changes &&
				!i.IsPrefix() {
				e.entry(i.Next())
			}
			return
		}
		if to, known := i.target(); known && i.calls() {
			routine, behind := e.entry(to), e.leader(i.Next())
			routine.called, routine.checked = true, true
			behind.returned, behind.checked = true, true
		} else if known {
			e.leader(to)
		}
		if i.ends() {
			return
		}
		if stops && i.Flow == z80.Straight { // the interpreter executes it, and returns here
			e.entry(i.Next())
		}
		addr = i.Next()
	}
}

// blocks divides the program into blocks.
func (e *explorer) blocks() *program {
	p := &program{code: e.code, at: map[uint16]*block{}}
	for _, addr := range slices.Sorted(maps.Keys(e.leaders)) {
		b := e.leaders[addr]
		i, known := e.code[addr]
		for known && (len(b.code) == 0 || e.leaders[i.Addr] == nil) {
			b.code = append(b.code, i)
			if i.interpreted || i.ends() {
				break
			}
			i, known = e.code[i.Next()]
		}
		if len(b.code) > 0 {
			p.blocks = append(p.blocks, b)
			p.at[addr] = b
		}
	}
	return p
}

// last returns the last instruction of a block.
func (b *block) last() *instruction { return &b.code[len(b.code)-1] }

// runsInto returns the address after a block, if the program can continue there.
func (b *block) runsInto() (addr uint16, can bool) {
	i := b.last()
	return i.Next(), !i.interpreted && !i.ends()
}

// find returns the block that a jump from a block goes to.
func (p *program) find(b *block, addr uint16) *block {
	if b.copied != nil && b.copied.at[addr] != nil {
		return b.copied.at[addr]
	}
	return p.at[addr]
}

// eachWay calls f for each block that a block goes to; nil stands for one that is only known at run
// time.
func (p *program) eachWay(b *block, f func(to *block, flow z80.Flow)) {
	for n := range b.code {
		i := &b.code[n]
		to, known := i.target()
		switch flow := i.flow(); {
		case flow == z80.Return && b.copied != nil:
			f(p.at[b.copied.back], flow)
		case flow == z80.Call && b.calls != nil:
			f(b.calls.at[to], flow)
		case flow == z80.Call:
			f(p.at[to], flow)
		case known:
			f(p.find(b, to), flow)
		case flow != z80.Straight:
			f(nil, flow)
		}
	}
	if addr, can := b.runsInto(); can {
		f(p.find(b, addr), z80.Straight)
	}
}

const (
	shortRoutine = 32   // instructions of a routine that is copied
	maxCopied    = 1000 // instructions of all copies
)

// copyRoutines puts copies of short routines that call no others after their calls.
func (p *program) copyRoutines() {
	var blocks []*block
	copied := 0
	for _, b := range p.blocks {
		blocks = append(blocks, b)
		if i := b.last(); i.calls() {
			to, _ := i.target()
			routine, size := p.routine(to)
			if size == 0 || copied+size > maxCopied || p.at[i.Next()] == nil {
				continue
			}
			copied += size
			b.calls = &routineCopy{map[uint16]*block{}, i.Next()}
			for _, r := range routine {
				c := *r
				c.entry, c.called, c.returned, c.copied = false, false, false, b.calls
				b.calls.at[c.addr] = &c
				blocks = append(blocks, &c)
			}
		}
	}
	p.blocks = blocks
	for n, b := range p.blocks {
		b.index = n
		if i := b.last(); i.calls() {
			if behind := p.at[i.Next()]; behind != nil && b.calls == nil {
				behind.entry = true
			}
		}
	}
}

// routine returns the blocks of a routine by their addresses if it is short and calls no other.
func (p *program) routine(addr uint16) (blocks []*block, size int) {
	ok := true
	var add func(b *block)
	add = func(b *block) {
		if slices.Contains(blocks, b) {
			return
		}
		blocks = append(blocks, b)
		if size += len(b.code); size > shortRoutine || b.last().interpreted {
			ok = false
		}
		p.eachWay(b, func(to *block, flow z80.Flow) {
			switch {
			case flow == z80.Return:
			case to == nil || flow == z80.Call:
				ok = false
			case ok:
				add(to)
			}
		})
	}
	if b := p.at[addr]; b != nil {
		add(b)
	}
	if !ok {
		return nil, 0
	}
	slices.SortFunc(blocks, func(a, b *block) int { return int(a.addr) - int(b.addr) })
	return blocks, size
}

func (b *block) isLoop() bool { return b.loopEnd >= 0 }

// findLoops turns all blocks that jumps go back to into entries, and finds those that can be loops of
// WebAssembly: these contain no routines, and are only jumped into at entries.
func (p *program) findLoops() {
	ends := make([][]int, len(p.blocks)) // where jumps back to a block come from
	from := make([][]int, len(p.blocks)) // where all ways to it come from
	for _, b := range p.blocks {
		b.loopEnd = -1
		p.eachWay(b, func(to *block, _ z80.Flow) {
			if to == nil {
				return
			}
			from[to.index] = append(from[to.index], b.index)
			if to.index <= b.index {
				if to.copied == nil {
					to.entry = true
				}
				ends[to.index] = append(ends[to.index], b.index)
			}
		})
	}
	closed := func(start, end int) bool {
		for n := start + 1; n <= end; n++ {
			b := p.blocks[n]
			outside := func(m int) bool { return m < start || m > end }
			if b.called || !b.entry && slices.ContainsFunc(from[n], outside) {
				return false
			}
		}
		crosses := func(b *block) bool { return b.loopEnd >= start && b.loopEnd < end }
		return !slices.ContainsFunc(p.blocks[:start], crosses)
	}
	for start, b := range p.blocks {
		slices.Sort(ends[start])
		for _, end := range slices.Backward(ends[start]) {
			if closed(start, end) {
				b.loopEnd = end
				break
			}
		}
	}
}

// entriesWithin returns the entries in a loop, except its start.
func (p *program) entriesWithin(b *block) (list []*block) {
	if b.isLoop() {
		for _, in := range p.blocks[b.index+1 : b.loopEnd+1] {
			if in.entry {
				list = append(list, in)
			}
		}
	}
	return list
}

// placeClocks places enough checks of the clock: every jump back has one anyway.
func (p *program) placeClocks() {
	passed := make([]int, len(p.blocks)) // T-states since the clock was checked, at most
	for n, b := range p.blocks {
		took := len(b.code) * z80.MaxTStates
		if b.clock = b.isLoop() || passed[n]+took > clockInterval; b.clock {
			passed[n] = 0
		}
		p.eachWay(b, func(to *block, _ z80.Flow) {
			if to != nil && to.index > n {
				passed[to.index] = max(passed[to.index], passed[n]+took)
			}
		})
	}
}
