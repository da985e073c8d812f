package timeline_test

import (
	"context"
	"hash/crc32"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu"
	"sargon78/emu/asm"
	"sargon78/emu/timeline"
	"sargon78/sargon/must"
)

// The program sorts numbers over and over, with calls, block moves, a chain of prefixes, and
// bytes that it is given from outside.
const program = `
device  EQU 38H
        ORG 1000H
start:  LD SP,3000H
again:  RST 38H
        LD HL,table
        LD (HL),A
        LD DE,copy
        LD BC,8
        LDIR
        LD HL,(sum)
        CALL add
        LD (sum),HL
        DB 0DDH,0DDH,0DDH,0FDH,0DDH,0DDH,0DDH,0DDH,0DDH,0DDH,0DDH
        INC IX
        CALL rotate
        JR again

add:    LD B,8
        LD DE,table
next:   LD A,(DE)
        ADD A,L
        LD L,A
        INC DE
        DJNZ next
        RET

rotate: LD HL,table+1
        LD DE,table
        LD A,(DE)
        LD BC,7
        LDIR
        LD (DE),A
        RET

sum:    DW 0
table:  DB 1,2,3,4,5,6,7,8
copy:   DS 8
`

// computer is the program with a device that gives it bytes.
type computer struct {
	machine *emu.Machine
	time    *timeline.Timeline
	symbols map[string]uint16
	given   byte
	queue   int // bytes left to give; below 0: without end
}

func newComputer(t testing.TB, interval uint64, memory int) *computer {
	t.Helper()
	p := must.Have(asm.Assemble("program", []byte(program), asm.Options{}))
	c := &computer{machine: emu.New(), symbols: map[string]uint16{}, queue: -1}
	for _, s := range p.Symbols {
		c.symbols[s.Name] = s.Value
	}
	require.NoError(t, c.machine.Load(p.Origin, p.Image))
	c.machine.Registers = emu.Registers{PC: p.Origin}
	c.time = timeline.Keeping(c.machine, interval, memory)
	save := func() []byte { return []byte{c.given} }
	c.time.Device(0x38, c.give, save, func(state []byte) { c.given = state[0] })
	return c
}

// give is a monitor call: the next byte comes in A.
func (c *computer) give(m *emu.Machine) error {
	if c.queue == 0 {
		return emu.ErrStop
	}
	c.queue--
	c.given += 37
	r := m.Registers
	r.A = c.given
	r.PC = m.Word(r.SP)
	r.SP += 2
	m.Registers = r
	return nil
}

func (c *computer) symbol(name string) uint16 { return c.symbols[name] }

// moment is what is known of a moment.
type moment struct {
	state
	given byte
	adds  uint64
}

// state is the machine's state, small enough to print.
type state struct {
	Registers emu.Registers
	TStates   uint64
	Op        byte // at PC
	Memory    uint32
}

func stateOf(m *emu.Machine) state {
	return state{m.Registers, m.TStates, m.Memory[m.PC], crc32.ChecksumIEEE(m.Memory[:])}
}

func (c *computer) now() moment {
	return moment{stateOf(c.machine), c.given, c.time.Visits()}
}

// record runs instructions and keeps every moment, of those at the same time the last one.
func (c *computer) record(t testing.TB, n int) (all []moment) {
	t.Helper()
	for range n {
		now := c.now()
		if len(all) > 0 && all[len(all)-1].state.TStates == now.state.TStates {
			all = all[:len(all)-1]
		}
		all = append(all, now)
		_, err := c.time.Step(context.Background())
		require.NoError(t, err)
	}
	return append(all, c.now())
}

// atDevice reports whether a moment is before a device acts: a timeline goes past that.
func atDevice(m moment) bool { return m.state.Registers.PC == 0x38 }

func eachOption(t *testing.T, test func(*testing.T, *computer, []moment)) {
	for name, o := range map[string]struct {
		interval uint64
		memory   int
	}{
		"many copies":    {500, timeline.MemoryLimit},
		"few copies":     {20_000, timeline.MemoryLimit},
		"thinned copies": {50, 1 << 18},
	} {
		t.Run(name, func(t *testing.T) {
			c := newComputer(t, o.interval, o.memory)
			c.time.CountVisits(c.symbol("add"))
			test(t, c, c.record(t, 4000))
		})
	}
}

func TestEveryMomentCanBeGoneBackTo(t *testing.T) {
	eachOption(t, func(t *testing.T, c *computer, all []moment) {
		random := rand.New(rand.NewPCG(1, 2))
		ctx := context.Background()
		for range 400 {
			i := random.IntN(len(all))
			if atDevice(all[i]) || all[i].state.TStates < c.time.Begin() {
				continue
			}
			require.NoError(t, c.time.Seek(ctx, all[i].state.TStates))
			require.Equal(t, all[i], c.now())
			err := c.time.StepBack(ctx)
			if all[i].state.TStates == c.time.Begin() {
				require.ErrorIs(t, err, timeline.ErrBeginning)
				continue
			}
			require.NoError(t, err)
			if !atDevice(all[i-1]) {
				require.Equal(t, all[i-1], c.now())
			}
			require.Equal(t, all[i-1].state.TStates, c.time.Now())
			_, err = c.time.Step(ctx)
			require.NoError(t, err)
			require.Equal(t, all[i], c.now(), "and forward again")
		}
		assert.ErrorContains(t, c.time.Seek(ctx, c.time.End()+1), "in the future")
	})
}

// last finds the last moment before one for which f holds, by trying all.
func last(all []moment, before int, f func(i int) bool) int {
	for i := before - 1; i >= 0; i-- {
		if f(i) {
			return i
		}
	}
	return -1
}

func TestBackToAnAddressAWriteAndARead(t *testing.T) {
	eachOption(t, func(t *testing.T, c *computer, all []moment) {
		random := rand.New(rand.NewPCG(3, 4))
		ctx := context.Background()
		next, cell := c.symbol("next"), c.symbol("table")+3
		at := timeline.Stop{From: next, To: next}
		small := timeline.Stop{
			From: next, To: next, If: func(timeline.Access) bool { return c.machine.B == 3 },
		}
		third := timeline.Stop{From: next, To: next, Count: 3}
		written := timeline.Stop{Kind: timeline.Write, From: cell, To: cell + 1}
		read := timeline.Stop{Kind: timeline.Read, From: cell, To: cell}
		pc := func(i int) uint16 { return all[i].state.Registers.PC }
		for range 60 {
			i := len(all)/2 + random.IntN(len(all)/2)
			if atDevice(all[i]) {
				continue
			}
			count := 0
			for name, back := range map[string]struct {
				stop timeline.Stop
				is   func(i int) bool
			}{
				"address": {at, func(i int) bool { return pc(i) == next }},
				"condition": {small, func(i int) bool {
					return pc(i) == next && all[i].state.Registers.B == 3
				}},
				"count": {third, func(i int) bool {
					if pc(i) == next {
						count++
					}
					return count == 3
				}},
				"write": {written, func(i int) bool {
					// All writes of the program to the table change it, but for block moves of 8
					// equal bytes, which there are none of: by what LDIR is about to do.
					r := &all[i].state.Registers
					return all[i].Op == 0xED && (r.DE() == cell || r.DE() == cell+1) ||
						all[i].Op == 0x12 && (r.DE() == cell || r.DE() == cell+1)
				}},
				"read": {read, func(i int) bool {
					r := &all[i].state.Registers
					op := all[i].Op
					return op == 0xED && r.HL() == cell || op == 0x1A && r.DE() == cell
				}},
			} {
				require.NoError(t, c.time.Seek(ctx, all[i].state.TStates))
				want := last(all, i, back.is)
				_, err := c.time.Backward(ctx, []timeline.Stop{back.stop})
				if all[want].state.TStates < c.time.Begin() {
					require.ErrorIs(t, err, timeline.ErrBeginning, name)
					require.Equal(t, all[i].state, stateOf(c.machine), "nothing has changed")
					continue
				}
				require.NoError(t, err, name)
				require.Equal(t, all[want].state, stateOf(c.machine), name)
			}
		}
	})
}

func TestForwardStopsWhereBackwardDoes(t *testing.T) {
	c := newComputer(t, 700, timeline.MemoryLimit)
	ctx := context.Background()
	cell := c.symbol("sum")
	stops := []timeline.Stop{
		{From: c.symbol("rotate"), To: c.symbol("rotate"), Count: 2},
		{Kind: timeline.Write, From: cell, To: cell,
			If: func(a timeline.Access) bool { return a.New > 0x60 }},
	}
	var forward []timeline.Hit
	for range 12 {
		hit := must.Have(c.time.Forward(ctx, stops, 0))
		forward = append(forward, hit)
		if hit.Stop == 1 {
			assert.Greater(t, c.machine.Memory[cell], byte(0x60))
			assert.Equal(t, hit.Access.New, c.machine.Memory[cell])
		} else {
			assert.Equal(t, c.symbol("rotate"), c.machine.PC)
		}
	}
	assert.Contains(t, []int{forward[0].Stop, forward[1].Stop, forward[2].Stop}, 1)
	// Again in the past, all the same.
	end := stateOf(c.machine)
	require.NoError(t, c.time.Seek(ctx, 0))
	for _, want := range forward {
		assert.Equal(t, want, must.Have(c.time.Forward(ctx, stops, 0)))
	}
	assert.Equal(t, end, stateOf(c.machine))
}

func TestCountedVisits(t *testing.T) {
	c := newComputer(t, 900, timeline.MemoryLimit)
	ctx := context.Background()
	c.time.CountVisits(c.symbol("add"))
	at := map[uint64]uint64{}
	for _, n := range []uint64{40, 7, 41, 1, 40, 90, 3} { // there and back
		assert.Equal(t, -1, must.Have(c.time.SeekVisit(ctx, n, nil)).Stop)
		assert.Equal(t, n, c.time.Visits())
		assert.Equal(t, c.symbol("add"), c.machine.PC)
		if before, ok := at[n]; ok {
			assert.Equal(t, before, c.time.Now())
		}
		at[n] = c.time.Now()
	}
	_, err := c.time.SeekVisit(ctx, 0, nil)
	assert.ErrorIs(t, err, timeline.ErrBeginning)
}

func TestADeviceWaits(t *testing.T) {
	c := newComputer(t, 100, timeline.MemoryLimit)
	ctx := context.Background()
	c.queue = 2
	hit := must.Have(c.time.Forward(ctx, nil, 0))
	assert.Equal(t, timeline.Waiting, hit.Reason)
	waits := stateOf(c.machine)
	require.NoError(t, c.time.StepBack(ctx))
	assert.Less(t, c.time.Now(), waits.TStates)
	hit = must.Have(c.time.Forward(ctx, nil, 0))
	assert.Equal(t, timeline.Waiting, hit.Reason)
	assert.Equal(t, waits, stateOf(c.machine))
	c.queue = 1
	rotate := timeline.Stop{From: c.symbol("rotate"), To: c.symbol("rotate")}
	_, err := c.time.Forward(ctx, []timeline.Stop{rotate}, 0)
	require.NoError(t, err)
	assert.EqualValues(t, 37*3, c.given&0xFF)
}

// A change of the past starts another future, which is known in both directions.
func TestChangesFromOutside(t *testing.T) {
	c := newComputer(t, 300, timeline.MemoryLimit)
	ctx := context.Background()
	rotate := []timeline.Stop{{From: c.symbol("rotate"), To: c.symbol("rotate"), Count: 20}}
	_, err := c.time.Forward(ctx, rotate, 0)
	require.NoError(t, err)
	end := c.time.End()
	_, err = c.time.Backward(ctx, rotate[:1])
	require.ErrorIs(t, err, timeline.ErrBeginning, "there were only 19 before")
	require.NoError(t, c.time.Seek(ctx, end/2))
	middle := c.time.Now()
	c.time.Change(func(m *emu.Machine) { m.Memory[c.symbol("table")+5] = 0xEE })
	assert.Equal(t, middle, c.time.End())
	changed := stateOf(c.machine)
	_, err = c.time.Step(ctx)
	require.NoError(t, err)
	require.NoError(t, c.time.StepBack(ctx))
	assert.Equal(t, changed, stateOf(c.machine))
	require.NoError(t, c.time.StepBack(ctx))
	assert.NotEqual(t, byte(0xEE), c.machine.Memory[c.symbol("table")+5])
	_, err = c.time.Forward(ctx, nil, end)
	require.NoError(t, err)
	require.NoError(t, c.time.Seek(ctx, middle))
	assert.Equal(t, changed, stateOf(c.machine))
}

func TestMemoryIsBounded(t *testing.T) {
	const limit = 300_000
	c := newComputer(t, 60, limit)
	ctx := context.Background()
	for range 25 {
		_, err := c.time.Forward(ctx, nil, c.time.Now()+100_000)
		require.NoError(t, err)
		assert.Less(t, c.time.Bytes(), limit+1<<16)
	}
	assert.Positive(t, c.time.Begin(), "events alone fill it: the oldest past is forgotten")
	now := stateOf(c.machine)
	require.NoError(t, c.time.Seek(ctx, c.time.Begin()))
	require.NoError(t, c.time.Seek(ctx, now.TStates))
	assert.Equal(t, now, stateOf(c.machine))
}

func TestTheContextEndsARun(t *testing.T) {
	c := newComputer(t, timeline.Interval, timeline.MemoryLimit)
	ctx, cancel := context.WithCancel(context.Background())
	_, err := c.time.Forward(ctx, nil, 100_000)
	require.NoError(t, err)
	now := stateOf(c.machine)
	cancel()
	_, err = c.time.Forward(ctx, nil, 0)
	require.ErrorIs(t, err, context.Canceled)
	_, err = c.time.Backward(ctx, []timeline.Stop{{From: 1}})
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, now, stateOf(c.machine))
}

func TestHaltAndFaultsEndARun(t *testing.T) {
	m := emu.New()
	require.NoError(t, m.Load(0x1000, []byte{0x00, 0x76}))
	m.Registers = emu.Registers{PC: 0x1000}
	time := timeline.New(m)
	hit, err := time.Forward(context.Background(), nil, 0)
	require.NoError(t, err)
	assert.Equal(t, timeline.Halted, hit.Reason)
	require.NoError(t, time.StepBack(context.Background()))
	assert.EqualValues(t, 0x1001, m.PC)

	time.Change(func(m *emu.Machine) { m.Memory[0x1001] = 0 })
	_, err = time.Forward(context.Background(), nil, 0)
	var fault *emu.Fault
	require.ErrorAs(t, err, &fault)
	assert.Contains(t, fault.Reason, "empty memory")
}

// Hits finds what a run over the same time stops at.
func TestHits(t *testing.T) {
	c := newComputer(t, 700, timeline.MemoryLimit)
	ctx := context.Background()
	cell := c.symbol("sum")
	stops := []timeline.Stop{
		{From: c.symbol("add"), To: c.symbol("add")},
		{Kind: timeline.Write, From: cell, To: cell + 1},
	}
	var forward []timeline.Hit
	for range 30 {
		hit := must.Have(c.time.Forward(ctx, stops, 0))
		forward = append(forward, hit)
	}
	now := stateOf(c.machine)
	hits, err := c.time.Hits(ctx, stops, forward[5].TStates, c.time.Now())
	require.NoError(t, err)
	assert.Equal(t, now, stateOf(c.machine))
	var seen []timeline.Hit // a word is two bytes; a run stops once
	for _, hit := range hits {
		if n := len(seen); n == 0 || seen[n-1].TStates != hit.TStates {
			seen = append(seen, hit)
		}
	}
	if first := forward[5]; first.Stop == 1 { // its instruction was over at that moment
		assert.Equal(t, forward[6:], seen)
	} else {
		assert.Equal(t, forward[5:], seen)
	}
	_, err = c.time.Hits(ctx, stops, 0, c.time.End()+1)
	assert.Error(t, err)
}

// A moment comes after everything from outside at the same time: going back from there to where the
// device was asked goes to an earlier moment.
func TestBackToADevice(t *testing.T) {
	c := newComputer(t, 400, timeline.MemoryLimit)
	ctx := context.Background()
	device := []timeline.Stop{{From: 0x38, To: 0x38}}
	var asked []uint64
	for range 6 {
		hit := must.Have(c.time.Forward(ctx, device, 0))
		asked = append(asked, hit.TStates)
	}
	_, err := c.time.Step(ctx)
	require.NoError(t, err)
	for i := 5; i >= 0; i-- {
		hit, err := c.time.Backward(ctx, device)
		require.NoError(t, err)
		assert.Equal(t, asked[i], hit.TStates)
	}
}

// Copies may lie exactly where a visit is counted.
func TestCountsAtCopies(t *testing.T) {
	c := newComputer(t, 1, timeline.MemoryLimit)
	ctx := context.Background()
	c.time.CountVisits(c.symbol("next"))
	visits := []uint64{0}
	for range 1500 {
		_, err := c.time.Step(ctx)
		require.NoError(t, err)
		if c.machine.PC == c.symbol("next") {
			visits = append(visits, c.time.Now())
		}
	}
	for n := len(visits) - 1; n > 0; n-- {
		_, err := c.time.SeekVisit(ctx, uint64(n), nil)
		require.NoError(t, err)
		require.Equal(t, visits[n], c.time.Now(), n)
	}
}

// Call runs a routine, which can be gone back through.
func TestCallRunsARoutine(t *testing.T) {
	m := emu.New()
	require.NoError(t, m.Load(0x1000, []byte{0x3E, 5, 0x32, 0, 0x20, 0xC9})) // LD A,5; LD (2000H),A; RET
	m.SP = 0x8000
	past := timeline.New(m)
	hit, err := past.Call(t.Context(), 0x1000, nil)
	require.NoError(t, err)
	require.Equal(t, timeline.Returned, hit.Reason)
	require.Equal(t, "returned", hit.Reason.String())
	require.Equal(t, byte(5), m.Memory[0x2000])
	require.Equal(t, uint16(0x8000), m.SP)
	_, err = past.Backward(t.Context(), []timeline.Stop{{Kind: timeline.Write, From: 0x2000, To: 0x2000}})
	require.NoError(t, err)
	require.Equal(t, uint16(0x1002), m.PC)
	hit, err = past.Call(t.Context(), 0x1000, []timeline.Stop{{Kind: timeline.At, From: 0x1002, To: 0x1002}})
	require.NoError(t, err)
	require.Equal(t, timeline.Hit{Reason: timeline.Stopped, TStates: hit.TStates}, hit)
}
