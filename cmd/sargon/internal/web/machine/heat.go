package machine

import (
	"context"
	"errors"

	"sargon78/emu"
	"sargon78/emu/timeline"
)

// heat counts which bytes of memory were read and written lately.
type heat struct {
	on            bool
	reads, writes [1 << 16]uint8 // 0 to hottest
	ran           bool           // since the last look
}

const (
	hottest     = 15
	heatStretch = 5_000  // T-states watched after each look
	heatBefore  = 20_000 // and before the debugger's present
)

// WatchMemory switches the counting of reads and writes: all of them in slow runs; in others those
// of 5,000 T-states after each look, as a sample.
func (m *Machine) WatchMemory(on bool) {
	m.heat = heat{on: on}
}

// watchAccesses runs so many T-states instruction by instruction, as RunFor does.
func (m *Machine) watchAccesses(tStates uint64) (err error) {
	h := &m.heat
	h.ran = true
	m.cpu.WatchWrites(0, 0xFFFF,
		func(_ *emu.Machine, addr uint16, _, _ byte) bool { h.writes[addr] = hottest; return false })
	defer m.cpu.WatchWrites(0, 0xFFFF, nil)
	end, before := m.cpu.TStates+tStates, uint64(0)
	for m.cpu.TStates < end && m.cpu.TStates != before && !m.halt && !m.Stopped() && err == nil {
		for _, addr := range m.cpu.Reads() {
			h.reads[addr] = hottest
		}
		before = m.cpu.TStates
		err = m.runFor(1)
	}
	return err
}

// Heat fills in how hot each byte of memory is: reads in the lower four bits, writes in the upper.
// Each look at a running machine lets it cool down. In the debugger it shows the last 20,000
// T-states.
func (m *Machine) Heat(ctx context.Context, into *[1 << 16]uint8) error {
	if m.entered {
		return m.debugger.heat(ctx, into)
	}
	h := &m.heat
	for i := range into {
		into[i] = h.writes[i]<<4 | h.reads[i]
	}
	if !h.ran {
		return nil
	}
	h.ran = false
	for i := range into {
		h.reads[i] -= min(1, h.reads[i])
		h.writes[i] -= min(1, h.writes[i])
	}
	return nil
}

// heat asks the timeline what was read and written shortly before the present.
func (d *Debugger) heat(ctx context.Context, into *[1 << 16]uint8) error {
	*into = [1 << 16]uint8{}
	now := d.Time().Now()
	from := max(d.Time().Begin(), now-min(now, heatBefore))
	hits, err := d.Time().Hits(ctx, []timeline.Stop{
		{Kind: timeline.Read, To: 0xFFFF}, {Kind: timeline.Write, To: 0xFFFF},
	}, from, now)
	if errors.Is(err, timeline.ErrBeginning) {
		return nil
	}
	for _, hit := range hits {
		level := uint8(hottest - (now-min(now, hit.TStates))*(hottest-1)/heatBefore)
		if byte := &into[hit.Access.Addr]; hit.Stop == 0 {
			*byte = *byte&0xF0 | level
		} else {
			*byte = *byte&0x0F | level<<4
		}
	}
	return err
}
