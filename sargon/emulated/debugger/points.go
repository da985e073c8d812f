package debugger

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sargon78/emu"
	"sargon78/emu/timeline"
)

// Point is a breakpoint or a watchpoint.
type Point struct {
	Number    int
	From, To  uint16 // addresses, both included
	Read      bool   // a watchpoint for reading
	Write     bool   // for writing; with neither it is a breakpoint
	Condition string // an expression, or ""
	Count     int    // which hit in a run stops; 0 is 1
	Off       bool   // keeps its number, but stops nothing

	text      string // the place as typed
	condition expression
	hits      int
}

// String returns the words that set the point.
func (p *Point) String() string {
	kind := "break"
	switch {
	case p.Read && p.Write:
		kind = "watch rw"
	case p.Read:
		kind = "watch r"
	case p.Write:
		kind = "watch"
	}
	text := fmt.Sprintf("%d: %s %s", p.Number, kind, p.text)
	if p.Condition != "" {
		text += " if " + p.Condition
	}
	if p.Count > 1 {
		text += fmt.Sprintf(" count %d", p.Count)
	}
	if p.Off {
		text += " (off)"
	}
	return text
}

// isBreak reports whether the point is a breakpoint.
func (p *Point) isBreak() bool { return !p.Read && !p.Write }

// hit describes a hit of the point.
func (p *Point) hit(a timeline.Access) string {
	switch {
	case p.isBreak():
		return fmt.Sprintf("breakpoint %d", p.Number)
	case a.Old == a.New && p.Read:
		return fmt.Sprintf("watchpoint %d: %s, %02X, is read", p.Number, p.text, a.New)
	}
	return fmt.Sprintf("watchpoint %d: %s %02X → %02X", p.Number, p.text, a.Old, a.New)
}

// Points returns all points, by number.
func (d *Debugger) Points() []*Point { return d.points }

// SetBreakpoint sets a breakpoint, from words: a place (an address, a symbol or file:line), then "if"
// with an expression and "count" with a number, both optional.
func (d *Debugger) SetBreakpoint(words string) (*Point, error) {
	p, err := d.ParseBreakpoint(words)
	if err != nil {
		return nil, err
	}
	return d.add(p), nil
}

// ParseBreakpoint reads the words of SetBreakpoint, but sets nothing.
func (d *Debugger) ParseBreakpoint(words string) (*Point, error) {
	p, err := d.newPoint(words)
	if err == nil {
		p.From, err = d.Place(p.text)
		p.To = p.From
	}
	if err == nil {
		err = d.stopsAt(p.From)
	}
	return p, err
}

// SetWatchpoint sets a watchpoint, from words: optionally "r", "w" or "rw"; an address, or the first
// and the last of a range, with a comma between; optionally "=" and a value that must be written; then
// as for SetBreakpoint. In its expression, old and new are the byte before and after.
func (d *Debugger) SetWatchpoint(words string) (*Point, error) {
	p, err := d.newPoint(words)
	if err != nil {
		return nil, err
	}
	kind, address, _ := strings.Cut(p.text, " ")
	switch strings.ToLower(kind) {
	case "r", "read":
		p.Read = true
	case "rw":
		p.Read, p.Write = true, true
	case "w", "write":
		p.Write = true
	default:
		p.Write, address = true, p.text
	}
	address, value, sets := strings.Cut(address, "=")
	if sets {
		condition := "new == " + strings.TrimSpace(value)
		if p.Condition != "" {
			condition += " && (" + p.Condition + ")"
		}
		p.Condition = condition
		p.condition, err = d.compile(condition)
	}
	p.text = strings.TrimSpace(address)
	if err == nil {
		p.From, p.To, err = d.addressRange(p.text)
	}
	if err != nil {
		return nil, err
	}
	return d.add(p), nil
}

func (d *Debugger) add(p *Point) *Point {
	d.nextPoint++
	p.Number = d.nextPoint
	d.points = append(d.points, p)
	return p
}

// newPoint reads PLACE [if EXPRESSION] [count N]; the caller reads the place.
func (d *Debugger) newPoint(words string) (p *Point, err error) {
	p = &Point{}
	words = strings.TrimSpace(words)
	if i := strings.LastIndex(words, " count "); i >= 0 {
		if p.Count, err = countOf(strings.TrimSpace(words[i+len(" count "):]), 1); err != nil {
			return nil, err
		}
		words = words[:i]
	}
	place, condition, ok := strings.Cut(words+" ", " if ")
	if ok {
		p.Condition = strings.TrimSpace(condition)
		if p.condition, err = d.compile(p.Condition); err != nil {
			return nil, err
		}
	}
	if p.text = strings.TrimSpace(place); p.text == "" {
		return nil, errWhere
	}
	return p, nil
}

// point returns the point with a number.
func (d *Debugger) point(number string) (*Point, error) {
	for _, p := range d.points {
		if strconv.Itoa(p.Number) == number {
			return p, nil
		}
	}
	return nil, &Problem{
		Kind: "point", Value: number,
		text: fmt.Sprintf("there is no breakpoint or watchpoint %q: points shows all", number),
	}
}

// Delete removes a point by its number, if there is one.
func (d *Debugger) Delete(number int) {
	d.points = slices.DeleteFunc(d.points, func(p *Point) bool { return p.Number == number })
}

// Toggle sets a breakpoint at an address, or removes the one that is there. It returns an error if a
// breakpoint would never stop there.
func (d *Debugger) Toggle(addr uint16) error {
	if p := d.breakAt(addr); p != nil {
		d.Delete(p.Number)
		return nil
	}
	if err := d.stopsAt(addr); err != nil {
		return err
	}
	d.add(&Point{From: addr, To: addr, text: d.PlaceName(addr)})
	return nil
}

// breakAt returns the breakpoint at an address, nil if there is none.
func (d *Debugger) breakAt(addr uint16) *Point {
	for _, p := range d.points {
		if p.From == addr && p.isBreak() {
			return p
		}
	}
	return nil
}

// ConditionHolds reports whether the condition of a point holds for another machine with the same
// program. That machine has come to the point's place at an evaluation (see Evaluation).
func (d *Debugger) ConditionHolds(p *Point, m *emu.Machine, evaluation int, a timeline.Access) bool {
	return p.condition == nil || p.condition(&evalContext{m, evaluation, a}) != 0
}

// SetStop sets how the last motion ended, if another machine has found the place.
func (d *Debugger) SetStop(s Stop) { d.endMotion(s) }

// target returns the stop of a point.
func (d *Debugger) target(p *Point, kind timeline.Kind) timeline.Stop {
	s := timeline.Stop{Kind: kind, From: p.From, To: p.To, Count: p.Count}
	if p.condition != nil {
		s.If = func(a timeline.Access) bool { return p.condition(d.evalContext(a)) != 0 }
	}
	return s
}

// targets returns the points that are on, and their stops.
func (d *Debugger) targets() (points []*Point, targets []timeline.Stop) {
	for _, p := range d.points {
		for kind, waits := range [...]bool{
			timeline.At: p.isBreak(), timeline.Write: p.Write, timeline.Read: p.Read,
		} {
			if waits && !p.Off {
				points, targets = append(points, p), append(targets, d.target(p, timeline.Kind(kind)))
			}
		}
	}
	return points, targets
}
