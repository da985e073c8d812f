// Package coverage counts how often each instruction of a program image has run, and how often each
// branch was taken.
//
//	r := coverage.NewRecorder(image)
//	r.Attach(engine.Machine())   // as many machines as there are
//	…                            // they work
//	report := coverage.New("rom", image, r)
//	report.Write(os.Stdout)      // or WriteLCOV
//
// `sargon rom list --html` shows the same counts next to the lines of a search.
//
// The machine counts each instruction that it executes; while a recorder is attached, it executes them
// one at a time. The report also lists the instructions that never ran. It finds them by following the
// program from the entry points that a comparison calls, FNDMOV, VALMOV, INITBD and ROYALT (spec §15),
// and from others that the caller gives. Code after a jump through a register is listed only if it has
// run.
package coverage

import (
	"fmt"
	"strings"
	"sync"

	"sargon78/emu"
	"sargon78/emu/z80"
	"sargon78/roms"
)

// Recorder counts what machines do with an image. Several goroutines may call Attach. Read the counts
// only when the machines have stopped.
type Recorder struct {
	program     []Instruction
	fallThrough *[1 << 16]uint16 // by address of a conditional instruction: where it goes on if not taken

	mu    sync.Mutex
	cores []*countingCore
}

// NewRecorder returns a recorder for machines that run an image. It follows the program from its entry
// points, and from more addresses: the caller gives those of a program without names, or the targets of
// jumps through a register.
func NewRecorder(image *roms.Image, more ...uint16) *Recorder {
	r := &Recorder{program: reachable(image, more), fallThrough: new([1 << 16]uint16)}
	for _, i := range r.program {
		if i.Branch {
			r.fallThrough[i.Addr] = i.next
		}
	}
	return r
}

// Check returns an error if no code of the image can be followed, so that there is nothing to count.
func (r *Recorder) Check() error {
	if len(r.program) > 0 {
		return nil
	}
	return fmt.Errorf("there is nothing to count: want a program with at least one of the entry points %s, "+
		"or other entry points", strings.Join(entries, ", "))
}

// Attach records a machine from now on. The machine does the same as before, several times slower.
func (r *Recorder) Attach(m *emu.Machine) {
	c := &countingCore{core: m.Core(), fallThrough: r.fallThrough}
	r.mu.Lock()
	r.cores = append(r.cores, c)
	r.mu.Unlock()
	m.SetCore(c)
}

// countingCore makes another core do one instruction at a time, and counts.
type countingCore struct {
	core        emu.Core
	fallThrough *[1 << 16]uint16
	ran         [1 << 16]uint64 // how often an instruction began there, by its address
	taken       [1 << 16]uint64 // how often a conditional one jumped, called or returned
}

func (c *countingCore) Name() string { return c.core.Name() }

// Run executes one instruction at a time, and counts it and, if it is a branch that was taken, the branch.
func (c *countingCore) Run(s *z80.Chip, end uint64) z80.Reason {
	for {
		pc := s.PC
		why := c.core.Run(s, s.TStates+1)
		c.ran[pc]++
		if behind := c.fallThrough[pc]; behind != 0 && s.PC != behind {
			c.taken[pc]++
		}
		if why != z80.TimeIsUp || s.TStates >= end {
			return why
		}
	}
}
