package routine

import (
	"fmt"
	"strings"

	"sargon78/emu/z80"
)

// Unused is the code of a routine that no case of All or Sample has run. A domain that does not lead to some
// code shows nothing about it.
type Unused struct {
	Instructions int      // how many can be reached from the entry, without those of stubbed routines
	NeverRan     []uint16 // the addresses of those that have not run
	OneWay       []Branch // branches that have always gone the same way
	text         func(at uint16) string
}

// A Branch is a conditional jump, call or return.
type Branch struct {
	At     uint16
	Always bool // it was always taken; otherwise never
}

// String returns what was not used, up to three of each: "2 of 12 instructions never ran: CCF at LOW+1, RET at
// LOW+2; 1 branch went one way only: JR NC,8005h at LOOP+1 was never taken". It is "" if all was used.
func (u *Unused) String() string {
	if u == nil {
		return ""
	}
	var parts []string
	if n := len(u.NeverRan); n > 0 {
		var list []string
		for _, at := range u.NeverRan {
			list = append(list, u.text(at))
		}
		parts = append(parts, fmt.Sprintf("%d of %s never ran: %s", n, number(u.Instructions, "instruction"), firstOf(list)))
	}
	if n := len(u.OneWay); n > 0 {
		var list []string
		for _, b := range u.OneWay {
			was := " was never taken"
			if b.Always {
				was = " was always taken"
			}
			list = append(list, u.text(b.At)+was)
		}
		parts = append(parts, fmt.Sprintf("%s went one way only: %s", strings.Replace(number(n, "branch"), "hs", "hes", 1), firstOf(list)))
	}
	return strings.Join(parts, "; ")
}

// number returns a number of things as text: "3 instructions".
func number(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprint(n, " ", what)
}

// firstOf returns the first three of some texts, and how many more there are.
func firstOf(list []string) string {
	const most = 3
	text := strings.Join(list[:min(len(list), most)], ", ")
	if more := len(list) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// ways is a set of what an instruction has done in the cases.
type ways uint8

const (
	ran ways = 1 << iota
	taken
	notTaken
)

// used adds what the instructions of a case have done to the sum of its routine.
func (run *runner) used(c *Case) {
	if c == nil {
		return
	}
	run.lock.Lock()
	defer run.lock.Unlock()
	sum := run.ways[c.r]
	if sum == nil {
		sum = map[uint16]ways{}
		run.ways[c.r] = sum
	}
	for at, step := range c.program.code {
		if step != nil {
			sum[uint16(at)] |= step.ways | ran
		}
	}
}

// unused returns the code of a routine that no case has run. It returns nil if that is not known: if a run
// does only a part, was interrupted or has found a fault, or if the program changes itself.
func (run *runner) unused(r *Result) *Unused {
	of := r.Routine
	if run.Shards > 1 || r.Fault != nil || r.Interrupted || r.Cases == 0 || of.SelfModifying {
		return nil
	}
	ends, data := map[uint16]bool{}, map[uint16]bool{}
	from := []uint16{of.Entry}
	for _, exit := range of.Exits {
		ends[exit] = true
	}
	for _, stub := range of.Calls {
		ends[stub.At] = true
		from = append(from, stub.Exits...)
	}
	for _, m := range of.Memory {
		m.each(func(at uint16) { data[at] = true })
	}
	did := run.ways[of]
	enter := func(at uint16) (uint16, bool) {
		return at, of.Program.contains(at) && !data[at] && (at == of.Entry || !ends[at])
	}
	for at := range did { // for code that is reached by a jump through a register
		from = append(from, at)
	}
	u := &Unused{text: of.Program.instruction}
	for _, i := range z80.Reachable(of.Program.byteAt, enter, from...) {
		u.Instructions++
		switch is := did[i.Addr]; {
		case is == 0:
			u.NeverRan = append(u.NeverRan, i.Addr)
		case i.Conditional && is&(taken|notTaken) != taken|notTaken:
			if to, ok := i.Target(); !ok || to != i.Next() {
				u.OneWay = append(u.OneWay, Branch{i.Addr, is&taken != 0})
			}
		}
	}
	return u
}

// byteAt returns a byte of the program; 0 outside the program.
func (p *Program) byteAt(at uint16) byte {
	if !p.contains(at) {
		return 0
	}
	return p.Code[at-p.Origin]
}

// instruction returns the instruction at an address, and where that is: "INC L at LOOP+9 (mul.z80:12)".
func (p *Program) instruction(at uint16) string {
	i := z80.Decode(p.byteAt, at)
	text := i.Assembly() + " at " + p.name(at)
	if p.Line != nil {
		if line := p.Line(at); line != "" {
			text += " (" + line + ")"
		}
	}
	return text
}
