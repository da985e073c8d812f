package debugger

import (
	"fmt"
	"strings"

	"sargon78/emu"
	"sargon78/emu/z80"
)

// register is a register that can be read and set by its name.
type register struct {
	most int
	get  func(*emu.Registers) int
	set  func(*emu.Registers, int)
}

// field returns a register that is a field of the machine's registers.
func field[T uint8 | uint16](field func(*emu.Registers) *T) register {
	return register{
		int(^T(0)),
		func(r *emu.Registers) int { return int(*field(r)) },
		func(r *emu.Registers, v int) { *field(r) = T(v) },
	}
}

func pair(get func(*emu.Registers) uint16, set func(*emu.Registers, uint16)) register {
	return register{
		0xFFFF,
		func(r *emu.Registers) int { return int(get(r)) },
		func(r *emu.Registers, v int) { set(r, uint16(v)) },
	}
}

func flag(bit uint8) register {
	return register{
		1,
		func(r *emu.Registers) int { return truth(r.F&bit != 0) },
		func(r *emu.Registers, v int) { r.F = r.F&^bit | uint8(v)*bit },
	}
}

var registers = map[string]register{
	"AF":   pair((*emu.Registers).AF, (*emu.Registers).SetAF),
	"BC":   pair((*emu.Registers).BC, (*emu.Registers).SetBC),
	"DE":   pair((*emu.Registers).DE, (*emu.Registers).SetDE),
	"HL":   pair((*emu.Registers).HL, (*emu.Registers).SetHL),
	"IX":   field(func(r *emu.Registers) *uint16 { return &r.IX }),
	"IY":   field(func(r *emu.Registers) *uint16 { return &r.IY }),
	"SP":   field(func(r *emu.Registers) *uint16 { return &r.SP }),
	"PC":   field(func(r *emu.Registers) *uint16 { return &r.PC }),
	"AF'":  field(func(r *emu.Registers) *uint16 { return &r.AF_ }),
	"BC'":  field(func(r *emu.Registers) *uint16 { return &r.BC_ }),
	"DE'":  field(func(r *emu.Registers) *uint16 { return &r.DE_ }),
	"HL'":  field(func(r *emu.Registers) *uint16 { return &r.HL_ }),
	"A":    field(func(r *emu.Registers) *uint8 { return &r.A }),
	"F":    field(func(r *emu.Registers) *uint8 { return &r.F }),
	"B":    field(func(r *emu.Registers) *uint8 { return &r.B }),
	"C":    field(func(r *emu.Registers) *uint8 { return &r.C }),
	"D":    field(func(r *emu.Registers) *uint8 { return &r.D }),
	"E":    field(func(r *emu.Registers) *uint8 { return &r.E }),
	"H":    field(func(r *emu.Registers) *uint8 { return &r.H }),
	"L":    field(func(r *emu.Registers) *uint8 { return &r.L }),
	"I":    field(func(r *emu.Registers) *uint8 { return &r.I }),
	"R":    field(func(r *emu.Registers) *uint8 { return &r.R }),
	"F.C":  flag(z80.FlagC),
	"F.N":  flag(z80.FlagN),
	"F.PV": flag(z80.FlagPV),
	"F.H":  flag(z80.FlagH),
	"F.Z":  flag(z80.FlagZ),
	"F.S":  flag(z80.FlagS),
}

// IsRegister reports whether a name is that of a register or flag, as in Evaluate.
func IsRegister(name string) bool {
	_, ok := registers[strings.ToUpper(name)]
	return ok
}

// Set sets a register, a variable of one or two bytes, or memory ([address], or [address].w for a word)
// to the value of an expression. If the machine is in the past, another future begins.
func (d *Debugger) Set(what, expression string) error {
	if d.readOnly {
		return errReadOnly
	}
	v, err := d.Evaluate(expression)
	if err != nil {
		return err
	}
	what = strings.TrimSpace(what)
	if r, ok := registers[strings.ToUpper(what)]; ok {
		if v < 0 || v > r.most {
			return fmt.Errorf("%s cannot hold %d: want 0 to %d", strings.ToUpper(what), v, r.most)
		}
		d.time.Change(func(m *emu.Machine) { r.set(&m.Registers, v) })
		return nil
	}
	if _, size, ok := d.variable(what); ok && size > 2 {
		return fmt.Errorf("%s has %d bytes: want one of them, [%s+n]", what, size, what)
	}
	address, isWord := strings.CutSuffix(d.reading(what), ".w")
	inner, ok := strings.CutPrefix(address, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !ok || !closed {
		return fmt.Errorf("%q cannot be set: want a register, a variable, [address] or [address].w", what)
	}
	addr, err := d.address(inner)
	if err != nil {
		return err
	}
	most := 0xFF
	if isWord {
		most = 0xFFFF
	}
	if v < -(most+1)/2 || v > most {
		return fmt.Errorf("%s cannot hold %d: want %d to %d", what, v, -(most+1)/2, most)
	}
	d.time.Change(func(m *emu.Machine) {
		if isWord {
			m.SetWord(addr, uint16(v))
		} else {
			m.Memory[addr] = byte(v)
		}
	})
	return nil
}
