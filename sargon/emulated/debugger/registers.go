package debugger

import (
	"fmt"
	"strings"

	"sargon78/emu"
)

// register can be read and set by its name.
type register struct {
	name string
	get  func(*emu.Machine) int
	set  func(*emu.Registers, int)
	most int
}

func pair(name string, field func(*emu.Registers) *uint16) register {
	return register{
		name: name, most: 0xFFFF,
		get: func(m *emu.Machine) int { r := m.Registers(); return int(*field(&r)) },
		set: func(r *emu.Registers, v int) { *field(r) = uint16(v) },
	}
}

// half is the upper or lower half of a pair.
func half(name string, upper bool, field func(*emu.Registers) *uint16) register {
	shift := 0
	if upper {
		shift = 8
	}
	return register{
		name: name, most: 0xFF,
		get: func(m *emu.Machine) int { r := m.Registers(); return int(*field(&r) >> shift & 0xFF) },
		set: func(r *emu.Registers, v int) {
			*field(r) = *field(r)&^(0xFF<<shift) | uint16(v)<<shift
		},
	}
}

func flag(name string, bit uint8) register {
	return register{
		name: name, most: 1,
		get: func(m *emu.Machine) int { return truth(m.F&bit != 0) },
		set: func(r *emu.Registers, v int) { r.AF = r.AF&^uint16(bit) | uint16(v)*uint16(bit) },
	}
}

// Pairs are the registers in the order in which they are shown.
var Pairs = []string{
	"AF", "BC", "DE", "HL", "IX", "IY", "SP", "PC", "AF'", "BC'", "DE'", "HL'",
}

var pairFields = map[string]func(*emu.Registers) *uint16{
	"AF":  func(r *emu.Registers) *uint16 { return &r.AF },
	"BC":  func(r *emu.Registers) *uint16 { return &r.BC },
	"DE":  func(r *emu.Registers) *uint16 { return &r.DE },
	"HL":  func(r *emu.Registers) *uint16 { return &r.HL },
	"IX":  func(r *emu.Registers) *uint16 { return &r.IX },
	"IY":  func(r *emu.Registers) *uint16 { return &r.IY },
	"SP":  func(r *emu.Registers) *uint16 { return &r.SP },
	"PC":  func(r *emu.Registers) *uint16 { return &r.PC },
	"AF'": func(r *emu.Registers) *uint16 { return &r.AF_ },
	"BC'": func(r *emu.Registers) *uint16 { return &r.BC_ },
	"DE'": func(r *emu.Registers) *uint16 { return &r.DE_ },
	"HL'": func(r *emu.Registers) *uint16 { return &r.HL_ },
}

var registers = func() map[string]register {
	all := map[string]register{}
	for name, field := range pairFields {
		all[name] = pair(name, field)
	}
	for _, name := range []string{"AF", "BC", "DE", "HL"} {
		all[name[:1]] = half(name[:1], true, pairFields[name])
		all[name[1:]] = half(name[1:], false, pairFields[name])
	}
	for name, bit := range map[string]uint8{
		"F.C": emu.FlagC, "F.N": emu.FlagN, "F.PV": emu.FlagPV, "F.H": emu.FlagH,
		"F.Z": emu.FlagZ, "F.S": emu.FlagS,
	} {
		all[name] = flag(name, bit)
	}
	all["I"] = register{name: "I", most: 0xFF,
		get: func(m *emu.Machine) int { return int(m.I) },
		set: func(r *emu.Registers, v int) { r.I = uint8(v) }}
	all["R"] = register{name: "R", most: 0xFF,
		get: func(m *emu.Machine) int { return int(m.R) },
		set: func(r *emu.Registers, v int) { r.R = uint8(v) }}
	return all
}()

// PairOf returns one of Pairs.
func PairOf(r *emu.Registers, name string) uint16 { return *pairFields[name](r) }

// Register returns the value of a register or flag by its name, as Evaluate has it.
func (d *Debugger) Register(name string) (value int, ok bool) {
	r, ok := registers[strings.ToUpper(name)]
	if !ok {
		return 0, false
	}
	return r.get(d.machine), true
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
			return fmt.Errorf("%s cannot hold %d: want 0 to %d", r.name, v, r.most)
		}
		d.time.Change(func(m *emu.Machine) {
			all := m.Registers()
			r.set(&all, v)
			m.SetRegisters(all)
		})
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

// Poke changes bytes of memory. In the past it starts another future. It changes nothing if data
// runs past the end of memory.
func (d *Debugger) Poke(addr uint16, data []byte) (err error) {
	if d.fixed {
		return errFixed
	}
	d.time.Change(func(m *emu.Machine) { err = m.Load(addr, data) })
	return err
}
