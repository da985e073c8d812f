package routine

import "sargon78/emu/z80"

// An Origin is the instruction that has left what differs, in the call that differs.
type Origin struct {
	PC          uint16 // its address
	Instruction string // in assembly language
	At          uint64 // the moment before it, in T-states
	Address     uint16 // the address that differs, if Register is 0
	Register    z80.RegisterSet
	Value       uint16 // what the program has there when the call ends
	Want        uint16 // what the other side has there
}

// differing is the register or the byte in which the two sides differ.
type differing struct {
	known    bool
	at       uint16
	register z80.RegisterSet // 0: it is the byte at an address
	is, want uint16
}

// sameAt compares a byte that the program has left, and ends the case with a fault if it differs.
func (c *Case) sameAt(at, is, want uint16) {
	if is != want {
		c.differing = differing{true, at, 0, is, want}
		c.same(c.address(at), is, want)
	}
}

// origin runs the call again, up to the moment at which it ended, and returns the last instruction that
// wrote what differs. It is nil if there is none, if what differs is no single place, or if the call
// cannot be repeated: a device or an interrupt has changed something.
func (c *Case) origin(f *frame, ended uint64, back uint16) (found *Origin) {
	d := c.differing
	if !d.known {
		return nil
	}
	chip := new(z80.Chip)
	chip.Memory, chip.Registers, chip.TStates = f.memory, f.registers, f.began
	var core z80.Interpreter
	for chip.TStates < ended {
		i := z80.Decode(chip.Peek, chip.PC)
		for i.IsPrefix() {
			i = z80.Decode(chip.Peek, i.Next())
		}
		writes := false
		if d.register != 0 {
			writes = i.Effects().Writes&d.register != 0
		} else {
			_, to := i.Accesses(&chip.Registers)
			writes = d.at-i.Address(to, &chip.Registers) < uint16(to.Bytes)
		}
		if writes {
			found = &Origin{
				PC: chip.PC, Instruction: i.Assembly(), At: chip.TStates, Address: d.at, Register: d.register, Value: d.is, Want: d.want,
			}
		}
		core.Run(chip, chip.TStates+1)
	}
	if chip.PC != back || chip.TStates != ended {
		return nil
	}
	return found
}

// Text returns the instruction and its place in a program: "INC L at LOOP+9 (mul.z80:12)".
func (o *Origin) Text(p *Program) string { return p.instruction(o.PC) }
