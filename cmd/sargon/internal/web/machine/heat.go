package machine

import (
	"context"
	"errors"

	"sargon78/emu/timeline"
)

const (
	hottest     = 15
	heatTStates = 20_000 // that are shown
)

// Heat fills in how hot each byte of memory is, from when it was read and written in the last
// 20,000 T-states: reads in the lower four bits, writes in the upper. A running machine shows those
// after a look before this one, as a sample: the debugger runs them again.
func (m *Machine) Heat(ctx context.Context, into *[1 << 16]uint8) error {
	*into = [1 << 16]uint8{}
	if !m.entered {
		now := m.cpu.TStates
		if m.looks[1].state == nil || now >= m.looks[1].tStates+heatTStates {
			state, err := m.program.Save()
			if err != nil {
				return err
			}
			m.looks = [2]remembered{m.looks[1], {state: state, tStates: now}}
		}
		from := m.looks[0]
		if from.state == nil {
			from = m.looks[1]
		}
		if err := m.open(from); err != nil {
			return err
		}
		if _, err := m.debugger.GoTo(ctx, min(now, from.tStates+2*heatTStates)); err != nil {
			return err
		}
	}
	time := m.debugger.Time()
	now := time.Now()
	hits, err := time.Hits(ctx, []timeline.Stop{
		{Kind: timeline.Read, To: 0xFFFF}, {Kind: timeline.Write, To: 0xFFFF},
	}, max(time.Begin(), now-min(now, heatTStates)), now)
	if errors.Is(err, timeline.ErrBeginning) {
		return nil
	}
	for _, hit := range hits {
		level := uint8(hottest - (now-min(now, hit.TStates))*(hottest-1)/heatTStates)
		if byte := &into[hit.Access.Addr]; hit.Stop == 0 {
			*byte = *byte&0xF0 | level
		} else {
			*byte = *byte&0x0F | level<<4
		}
	}
	return err
}
