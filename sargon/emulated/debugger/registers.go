package debugger

import (
	"fmt"
	"strings"

	"sargon78/emu"
	"sargon78/emu/z80"
)

// register can be read and set by its name.
type register struct {
	most int
	get  func(*emu.Registers) int
	set  func(*emu.Registers, int)
}

func word(field func(*emu.Registers) *uint16) register {
	return register{
		0xFFFF,
		func(r *emu.Registers) int { return int(*field(r)) },
		func(r *emu.Registers, v int) { *field(r) = uint16(v) },
	}
}

func half(field func(*emu.Registers) *uint8) register {
	return register{
		0xFF,
		func(r *emu.Registers) int { return int(*field(r)) },
		func(r *emu.Registers, v int) { *field(r) = uint8(v) },
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
	"IX":   word(func(r *emu.Registers) *uint16 { return &r.IX }),
	"IY":   word(func(r *emu.Registers) *uint16 { return &r.IY }),
	"SP":   word(func(r *emu.Registers) *uint16 { return &r.SP }),
	"PC":   word(func(r *emu.Registers) *uint16 { return &r.PC }),
	"AF'":  word(func(r *emu.Registers) *uint16 { return &r.AF_ }),
	"BC'":  word(func(r *emu.Registers) *uint16 { return &r.BC_ }),
	"DE'":  word(func(r *emu.Registers) *uint16 { return &r.DE_ }),
	"HL'":  word(func(r *emu.Registers) *uint16 { return &r.HL_ }),
	"A":    half(func(r *emu.Registers) *uint8 { return &r.A }),
	"F":    half(func(r *emu.Registers) *uint8 { return &r.F }),
	"B":    half(func(r *emu.Registers) *uint8 { return &r.B }),
	"C":    half(func(r *emu.Registers) *uint8 { return &r.C }),
	"D":    half(func(r *emu.Registers) *uint8 { return &r.D }),
	"E":    half(func(r *emu.Registers) *uint8 { return &r.E }),
	"H":    half(func(r *emu.Registers) *uint8 { return &r.H }),
	"L":    half(func(r *emu.Registers) *uint8 { return &r.L }),
	"I":    half(func(r *emu.Registers) *uint8 { return &r.I }),
	"R":    half(func(r *emu.Registers) *uint8 { return &r.R }),
	"F.C":  flag(z80.FlagC),
	"F.N":  flag(z80.FlagN),
	"F.PV": flag(z80.FlagPV),
	"F.H":  flag(z80.FlagH),
	"F.Z":  flag(z80.FlagZ),
	"F.S":  flag(z80.FlagS),
}

// IsRegister tells whether a name is that of a register or flag, as Evaluate has it.
func IsRegister(name string) bool {
	_, ok := registers[strings.ToUpper(name)]
	return ok
}

// Set changes a register or a byte of memory, [address] or [address].w for a word, to an
// expression. In the past it starts another future.
func (d *Debugger) Set(what, expression string) error {
	if d.fixed {
		return errFixed
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
	cell, word := strings.CutSuffix(what, ".w")
	inner, ok := strings.CutPrefix(cell, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !ok || !closed {
		return fmt.Errorf("%q cannot be set: want a register, [address] or [address].w", what)
	}
	addr, err := d.address(inner)
	if err != nil {
		return err
	}
	most := 0xFF
	if word {
		most = 0xFFFF
	}
	if v < -(most+1)/2 || v > most {
		return fmt.Errorf("%s cannot hold %d: want %d to %d", what, v, -(most+1)/2, most)
	}
	d.time.Change(func(m *emu.Machine) {
		m.Memory[addr] = byte(v)
		if word {
			m.Memory[addr+1] = byte(v >> 8)
		}
	})
	return nil
}
