package machine

import (
	"fmt"
	"strconv"
	"strings"

	"sargon78/emu"
	"sargon78/emu/timeline"
	"sargon78/sargon/emulated/debugger"
)

// points are the points at which the running machine stops: the breakpoints and watchpoints of the
// debugger that are on, and the place of StopAt.
type points struct {
	all    []*activePoint
	breaks []uint16       // addresses of breakpoints
	reads  bool           // there is a watchpoint for reads, so instructions run one by one
	hit    *debugger.Stop // the point at which the last Run has stopped, or nil
}

// activePoint is a point that is on.
type activePoint struct {
	*debugger.Point
	left  int    // how many hits are left until the machine stops
	since uint64 // T-states of the search from which on it stops the machine
}

// StopAt makes the next run end at a place, once. The place has the form of the debugger's command
// break: a label of the program or an address in hexadecimal, and perhaps a condition, as in
// "gen_step if [M1] == #f1". ",3" after the place means the third visit, "@70000" the first visit after
// 70000 T-states of a search. The place "move" is the end of the search. "" removes the place.
func (m *Machine) StopAt(where string) (err error) {
	m.stop, m.atMove = nil, where == "move"
	defer m.arm()
	if where == "" || m.atMove {
		return nil
	}
	at := activePoint{left: 1}
	place, since, timed := strings.Cut(where, "@")
	if timed {
		if at.since, err = strconv.ParseUint(since, 10, 63); err != nil {
			return fmt.Errorf("%q: want a number of T-states after @", where)
		}
	}
	at.Point, err = m.debugger.ParseBreakpoint(strings.Replace(place, ",", " count ", 1))
	if err != nil {
		return fmt.Errorf("at=%s: %w", where, err)
	}
	m.stop = &at
	return nil
}

// arm makes the machine stop at the present points of the debugger and at the place of StopAt.
func (m *Machine) arm() {
	for _, p := range m.points.all {
		if p.Write {
			m.cpu.OnWrite(p.From, p.To, nil)
		}
	}
	m.points = points{}
	for _, p := range m.debugger.Points() {
		if !p.Off {
			m.points.all = append(m.points.all, &activePoint{Point: p})
		}
	}
	if m.stop != nil {
		m.points.all = append(m.points.all, m.stop)
	}
	for _, p := range m.points.all {
		p.left = max(p.Count, 1)
		if p.Write {
			m.cpu.OnWrite(p.From, p.To, m.onWrite)
		}
		if p.Read {
			m.points.reads = true
		}
		for addr := int(p.From); addr <= int(p.To) && !p.Read && !p.Write; addr++ {
			m.points.breaks = append(m.points.breaks, uint16(addr))
		}
	}
}

// onWrite is called on a write to an address of a watchpoint.
func (m *Machine) onWrite(_ *emu.Machine, addr uint16, old, new byte) (stop bool) {
	access := timeline.Access{Addr: addr, Old: old, New: new}
	return m.hits(addr, access, func(p *activePoint) bool { return p.Write })
}

// onInstruction notes whether a breakpoint stops the machine at the next instruction, or a watchpoint
// because the instruction reads its address.
func (m *Machine) onInstruction() {
	at := func(p *activePoint) bool { return !p.Read && !p.Write }
	if m.hits(m.cpu.PC, timeline.Access{}, at) || !m.points.reads {
		return
	}
	for _, addr := range m.cpu.Reads() {
		now := m.cpu.Memory[addr]
		access := timeline.Access{Addr: addr, Old: now, New: now}
		if m.hits(addr, access, func(p *activePoint) bool { return p.Read }) {
			return
		}
	}
}

// hits counts an access as a hit of the points of a kind, and notes the point that stops the machine. It
// counts nothing while the machine catches up, because these accesses were counted before.
func (m *Machine) hits(addr uint16, a timeline.Access, kind func(*activePoint) bool) (stop bool) {
	if m.catchingUp() || m.points.hit != nil {
		return m.points.hit != nil
	}
	for _, p := range m.points.all {
		if !kind(p) || addr < p.From || addr > p.To || m.cpu.TStates < m.search.began+p.since ||
			!m.debugger.ConditionHolds(p.Point, m.cpu, int(m.pointsVisited())-1, a) {
			continue
		}
		if p.left--; p.left > 0 {
			continue
		}
		if p == m.stop {
			m.stop, m.halt = nil, true
			m.arm()
			return true
		}
		p.left = max(p.Count, 1)
		m.points.hit = &debugger.Stop{Reason: debugger.HitPoint, Point: p.Point, Access: a}
		return true
	}
	return false
}

// pointsVisited returns how often the search has reached the routine POINTS: one more than the number of
// the present or last evaluation.
func (m *Machine) pointsVisited() uint64 {
	visits := m.program.Evals()
	if m.search.Active && m.cpu.PC == m.at.points {
		visits++ // the visit here is not counted yet
	}
	return visits
}
