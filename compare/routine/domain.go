package routine

import (
	"fmt"
	"slices"
	"strings"

	"sargon78/emu/z80"
)

// Outside is an input that had values outside its domain in some calls of a whole program.
type Outside struct {
	Input  string // its name
	Domain string
	Answer bool   // a stubbed routine left what no answer leaves; Domain says how the nearest answer differs
	Calls  uint64 // calls with such values
	Value  uint16 // the value in the first of them
	Call   uint64 // the number of the first, from 1
}

// OutsideText returns how many calls had inputs outside the domain, and up to three of the inputs: "3 of
// 1200 calls had inputs outside the domain: A = 200 of 0..119, first at call 17"; "" if there was none.
func (c *Count) OutsideText() string {
	if c.Outside == 0 {
		return ""
	}
	var parts []string
	const most = 3
	for _, in := range c.Inputs[:min(len(c.Inputs), most)] {
		what := fmt.Sprintf("%s = %d of %s", in.Input, in.Value, in.Domain)
		if in.Answer {
			what = in.Input + " is " + in.Domain
		}
		parts = append(parts, fmt.Sprintf("%s, first at call %d", what, in.Call))
	}
	if more := len(c.Inputs) - most; more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	return fmt.Sprintf("%d of %d calls had inputs outside the domain: %s", c.Outside, c.Calls, strings.Join(parts, "; "))
}

// A liveDomain is what is known of the domain of a routine while a whole program runs.
type liveDomain struct {
	lists  [][]Input           // the inputs of each alternative
	bytes  []map[uint16]*Input // the inputs that are bytes, by their addresses, of each alternative
	chosen []changedDomain     // the domains that Set has set; the last has precedence
	given  *z80.Registers      // the registers when the program called the routine
	found  []Outside           // of the alternative that is being checked
}

// A noChoice ends the check of a domain, because the rest depends on a Choice, and in a whole program nothing
// is chosen. It is thrown as a panic.
type noChoice struct{}

// newLiveDomain returns the domain of a routine for calls in a running program, one list of inputs for
// each alternative.
func newLiveDomain(r *Routine) *liveDomain {
	d := &liveDomain{}
	for i := range max(1, len(r.Alternatives)) {
		list := r.Inputs
		if len(r.Alternatives) > 0 {
			list = slices.Concat(r.Inputs, r.Alternatives[i])
		}
		bytes := map[uint16]*Input{}
		for n := range list {
			if in := &list[n]; in.Register == 0 && !in.Word && !in.Choice {
				for _, at := range in.addresses() {
					bytes[at] = in
				}
			}
		}
		d.lists, d.bytes = append(d.lists, list), append(d.bytes, bytes)
	}
	return d
}

// outside returns the inputs of a call that are outside the domain, for the alternative with the fewest of
// them. It checks registers, words, the bytes that the other side has read, and what stubs have answered.
func (c *Case) outside(f *frame) (fewest []Outside) {
	for i := range c.domain.lists {
		found := c.outsideOf(i)
		if f.unknown != nil {
			found = append(found, *f.unknown)
		}
		if len(found) == 0 {
			return nil
		}
		if fewest == nil || len(found) < len(fewest) {
			fewest = slices.Clone(found)
		}
	}
	return fewest
}

// outsideOf returns the inputs that are outside the domain of one alternative.
func (c *Case) outsideOf(alternative int) []Outside {
	d := c.domain
	d.found, d.chosen = d.found[:0], d.chosen[:0]
	c.value[chosenID] = uint16(alternative) // for First
	c.checkRegisters(d.lists[alternative])
	chosen := func(at uint16) bool {
		return slices.ContainsFunc(d.chosen, func(one changedDomain) bool { return one.at == at })
	}
	for _, at := range c.sides[1].log {
		if use := Use(c.marks[at]); use != Read && use != Changed && use != Private {
			continue
		}
		if in := d.bytes[alternative][at]; chosen(at) {
			c.inside(c.address(at), Values{List: c.Domain(at)}, uint16(c.live[at]))
		} else if in != nil && in.Of == nil {
			c.inside(in.Name, in.Values, uint16(c.live[at]))
		}
	}
	return d.found
}

// checkRegisters checks registers, words, inputs that depend on others, and what Set sets. It ends early if
// something depends on a Choice, or if Set panics on inputs outside the domain.
func (c *Case) checkRegisters(list []Input) {
	defer func() { _ = recover() }() // a noChoice, or Set has panicked on inputs outside the domain
	later := map[string]bool{}       // a later input of the same name has precedence
	for i := len(list) - 1; i >= 0; i-- {
		in := &list[i]
		if in.Choice || later[in.Name] {
			continue
		}
		later[in.Name] = true
		values := in.Values
		switch {
		case in.Register != 0, in.Word:
			v := uint16(c.live[in.At]) | uint16(c.live[in.At+1])<<8
			if in.Register != 0 {
				v = readRegister(c.domain.given, in.Register)
			}
			if in.Of != nil {
				values.List = in.Of(c)
			}
			c.inside(in.Name, values, v)
		case in.Of != nil:
			for _, at := range in.addresses() {
				c.May(at, 1, in.Of(c))
			}
		}
	}
	slices.Reverse(c.domain.found) // in the order of the declaration
	if c.r.Set != nil {
		c.r.Set(c)
	}
}

// inside checks that a value is in its domain, and notes it otherwise.
func (c *Case) inside(name string, of Values, v uint16) {
	if len(of.List) == 0 && of.Of == nil || slices.Contains(of.List, v) {
		return
	}
	d := c.domain
	if !slices.ContainsFunc(d.found, func(one Outside) bool { return one.Input == name }) {
		d.found = append(d.found, Outside{Input: name, Domain: of.String(), Value: v})
	}
}

// add counts the inputs of a call that are outside the domain.
func (c *Count) add(found []Outside, call uint64) {
	if len(found) > 0 {
		c.Outside++
	}
	for _, one := range found {
		i := slices.IndexFunc(c.Inputs, func(is Outside) bool { return is.Input == one.Input })
		if i < 0 {
			i = len(c.Inputs)
			one.Call = call
			c.Inputs = append(c.Inputs, one)
		}
		c.Inputs[i].Calls++
	}
}
