package timeline

import (
	"slices"

	"sargon78/emu"
)

// event is a change from outside between two instructions.
type event struct {
	at        uint64 // T-states
	registers emu.Registers
	memory    []changedBytes
	byDevice  bool   // the device made the change, not Change
	state     []byte // of the device, after the event
}

// changedBytes are consecutive bytes that have changed.
type changedBytes struct {
	addr  uint16
	bytes []byte
}

func (e *event) size() int {
	n := eventBytes + len(e.state)
	for _, s := range e.memory {
		n += len(s.bytes) + 32
	}
	return n
}

// device is a part outside the machine that acts in place of an instruction.
type device struct {
	addr    uint16
	f       func(*emu.Machine) error
	save    func() []byte
	restore func([]byte)
}

// Device calls f in place of the instruction at addr, as emu.Machine.Trap does, when time reaches it
// for the first time. When that time runs again, f's changes are repeated without calling f. save
// returns a copy of what f itself remembers, restore restores it. A timeline has one device; call
// Device right after New.
func (t *Timeline) Device(addr uint16, f func(*emu.Machine) error, save func() []byte, restore func([]byte)) {
	t.device = &device{addr: addr, f: f, save: save, restore: restore}
	t.checkpoints[0].device = save()
	t.machine.Trap(addr, t.arrived)
}

// recordEvent calls f, which is the device or the function of Change, and records what f changed.
func (t *Timeline) recordEvent(device bool, f func() error) error {
	m := t.machine
	before, registers := m.Memory, m.Registers
	err := f()
	e := event{at: m.TStates, registers: m.Registers, byDevice: device}
	for i := 0; i < len(before); i++ {
		from := i
		for i < len(before) && before[i] != m.Memory[i] {
			i++
		}
		if i > from {
			e.memory = append(e.memory, changedBytes{uint16(from), slices.Clone(m.Memory[from:i])})
		}
	}
	if e.registers == registers && e.memory == nil {
		return err
	}
	if device {
		e.state = t.device.save()
	}
	t.events = append(t.events, e)
	t.next = len(t.events)
	t.bytes += e.size()
	t.shrink()
	return err
}

// replayEvents repeats the events whose time has come.
func (t *Timeline) replayEvents() {
	for t.next < len(t.events) && t.events[t.next].at <= t.Now() && t.hit == nil {
		e := &t.events[t.next]
		if e.byDevice && t.visit() {
			return
		}
		for _, s := range e.memory {
			copy(t.machine.Memory[s.addr:], s.bytes)
		}
		t.machine.Registers = e.registers
		if e.byDevice {
			t.device.restore(e.state)
		}
		t.next++
	}
}
