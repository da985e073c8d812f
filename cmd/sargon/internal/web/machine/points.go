package machine

import (
	"sargon78/emu"
	"sargon78/emu/timeline"
	"sargon78/sargon/emulated/debugger"
)

// points are those of the debugger that are on: the machine itself stops at them too.
type points struct {
	all    []armed
	breaks []uint16 // addresses of breakpoints
	reads  bool     // some wait for a read: instructions run one by one
	hit    *debugger.Stop
}

// armed is a point, and how many hits are left to the one that stops.
type armed struct {
	*debugger.Point
	left int
}

// arm takes over what the debugger has as points.
func (m *Machine) arm() {
	for _, p := range m.points.all {
		if p.Write {
			m.cpu.WatchWrites(p.From, p.To, nil)
		}
	}
	m.points = points{}
	for _, p := range m.debugger.Points() {
		if p.Off {
			continue
		}
		m.points.all = append(m.points.all, armed{p, max(p.Count, 1)})
		if p.Write {
			m.cpu.WatchWrites(p.From, p.To, m.written)
		}
		if p.Read {
			m.points.reads = true
		}
		for addr := int(p.From); addr <= int(p.To) && !p.Read && !p.Write; addr++ {
			m.points.breaks = append(m.points.breaks, uint16(addr))
		}
	}
}

// written is told of a write to the cells of watch points.
func (m *Machine) written(_ *emu.Machine, addr uint16, old, new byte) (stop bool) {
	access := timeline.Access{Addr: addr, Old: old, New: new}
	return m.hits(access, func(p armed) bool { return p.Write && covers(p, addr) })
}

// reached notes whether a breakpoint stops the machine here, or a watch point before it reads.
func (m *Machine) reached() {
	pc := m.cpu.PC
	at := func(p armed) bool { return !p.Read && !p.Write && covers(p, pc) }
	if m.hits(timeline.Access{}, at) || !m.points.reads {
		return
	}
	for _, addr := range m.cpu.Reads() {
		now := m.cpu.Memory[addr]
		access := timeline.Access{Addr: addr, Old: now, New: now}
		if m.hits(access, func(p armed) bool { return p.Read && covers(p, addr) }) {
			return
		}
	}
}

func covers(p armed, addr uint16) bool { return p.From <= addr && addr <= p.To }

// hits counts an access, and notes the point that stops the machine for it. What is only caught up
// with has been seen.
func (m *Machine) hits(a timeline.Access, concerns func(armed) bool) (stop bool) {
	if m.catchingUp() || m.points.hit != nil {
		return m.points.hit != nil
	}
	for i, p := range m.points.all {
		if !concerns(p) || !m.debugger.Holds(p.Point, m.cpu, m.evaluation(), a) {
			continue
		}
		if p.left > 1 {
			m.points.all[i].left--
			continue
		}
		m.points.all[i].left = max(p.Count, 1)
		m.points.hit = &debugger.Stop{Why: debugger.AtPoint, Point: p.Point, Access: a}
		return true
	}
	return false
}

// evaluation is the number of the present or last one; -1: there was none.
func (m *Machine) evaluation() int { return int(m.pointsVisited()) - 1 }

// pointsVisited tells how often the search has come to POINTS.
func (m *Machine) pointsVisited() uint64 {
	visits := m.program.Evals()
	if m.search.Active && m.cpu.PC == m.at.points {
		visits++ // the visit here is not counted yet
	}
	return visits
}
