package debugger

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sargon78/emu"
	"sargon78/emu/timeline"
)

// Point is a breakpoint or a watch point.
type Point struct {
	Number    int
	From, To  uint16 // addresses, both included
	Read      bool   // a watch point for reading
	Write     bool   // for writing; with neither it is a breakpoint
	Condition string // an expression, or ""
	Count     int    // the hit of a run that stops; 0 is 1
	Off       bool   // keeps its number, but stops nothing

	text      string // the place as typed
	condition expression
	hits      int
}

// String writes a point as the words that make it.
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

// hit describes a hit of the point.
func (p *Point) hit(a timeline.Access) string {
	switch {
	case !p.Read && !p.Write:
		return fmt.Sprintf("breakpoint %d", p.Number)
	case a.Old == a.New && p.Read:
		return fmt.Sprintf("watch point %d: %s, %02X, is read", p.Number, p.text, a.New)
	}
	return fmt.Sprintf("watch point %d: %s %02X → %02X", p.Number, p.text, a.Old, a.New)
}

// Points returns all points, by number.
func (d *Debugger) Points() []*Point { return d.points }

// Break sets a breakpoint, from words: a place (an address, a symbol or file:line), then "if"
// with an expression and "count" with a number, both optional.
func (d *Debugger) Break(words string) (*Point, error) {
	p, err := d.Breakpoint(words)
	if err != nil {
		return nil, err
	}
	return d.add(p), nil
}

// Breakpoint reads the words of Break, and sets nothing.
func (d *Debugger) Breakpoint(words string) (*Point, error) {
	p, err := d.newPoint(words)
	if err != nil {
		return nil, err
	}
	p.From, err = d.Place(p.text)
	p.To = p.From
	return p, err
}

// Watch sets a watch point, from words: optionally "r", "w" or "rw"; a cell, or two with a comma
// for all from one to the other; optionally "=" and a value that it must get; then as for Break. In
// its expression old and new are the byte before and after.
func (d *Debugger) Watch(words string) (*Point, error) {
	p, err := d.newPoint(words)
	if err != nil {
		return nil, err
	}
	p.Write = true
	first, rest, _ := strings.Cut(p.text, " ")
	switch strings.ToLower(first) {
	case "r", "read":
		p.Read, p.Write, p.text = true, false, rest
	case "rw":
		p.Read, p.text = true, rest
	case "w", "write":
		p.text = rest
	}
	p.text = strings.TrimSpace(p.text)
	cell := p.text
	if before, value, ok := strings.Cut(p.text, "="); ok {
		cell = before
		condition := "new == " + strings.TrimSpace(value)
		if p.Condition != "" {
			condition += " && (" + p.Condition + ")"
		}
		p.text, p.Condition = strings.TrimSpace(before), condition
		if p.condition, err = d.compile(condition); err != nil {
			return nil, err
		}
	}
	if p.From, p.To, err = d.cells(cell); err != nil {
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

// newPoint reads what follows the place.
func (d *Debugger) newPoint(words string) (*Point, error) {
	p := &Point{text: strings.TrimSpace(words)}
	if i := strings.LastIndex(p.text, " count "); i >= 0 {
		n, err := strconv.Atoi(strings.TrimSpace(p.text[i+len(" count "):]))
		if err != nil || n < 1 {
			return nil, fmt.Errorf("count %q: want a number from 1",
				strings.TrimSpace(p.text[i+len(" count "):]))
		}
		p.Count, p.text = n, p.text[:i]
	}
	if place, condition, ok := strings.Cut(p.text+" ", " if "); ok {
		p.text, p.Condition = strings.TrimSpace(place), strings.TrimSpace(condition)
		var err error
		if p.condition, err = d.compile(p.Condition); err != nil {
			return nil, err
		}
	}
	if p.text == "" {
		return nil, errWhere
	}
	return p, nil
}

// Delete removes a point by its number.
func (d *Debugger) Delete(number int) error {
	i := slices.IndexFunc(d.points, func(p *Point) bool { return p.Number == number })
	if i < 0 {
		return fmt.Errorf("there is no breakpoint or watch point %d", number)
	}
	d.points = slices.Delete(d.points, i, i+1)
	return nil
}

// Toggle sets a breakpoint at an address, or removes those that are there.
func (d *Debugger) Toggle(addr uint16) {
	n := len(d.points)
	d.points = slices.DeleteFunc(d.points, func(p *Point) bool {
		return p.From == addr && !p.Read && !p.Write
	})
	if n == len(d.points) {
		d.add(&Point{From: addr, To: addr, text: d.PlaceName(addr)})
	}
}

// breakAt returns the breakpoint at an address, nil if there is none.
func (d *Debugger) breakAt(addr uint16) *Point {
	for _, p := range d.points {
		if p.From == addr && !p.Read && !p.Write {
			return p
		}
	}
	return nil
}

// Holds tells whether the condition of a point holds for another machine with the same program,
// which has come to its place at an evaluation (see Evaluation).
func (d *Debugger) Holds(p *Point, m *emu.Machine, evaluation int, a timeline.Access) bool {
	if p.condition == nil {
		return true
	}
	mine := d.machine
	d.machine, d.elsewhere = m, &evaluation
	defer func() { d.machine, d.elsewhere = mine, nil }()
	return p.condition(&a) != 0
}

// Arrived says how the machine has come to where it stands, if another one has led it there.
func (d *Debugger) Arrived(s Stop) { d.settle(s) }

// stop is where a breakpoint stops.
func (p *Point) stop() timeline.Stop {
	s := timeline.Stop{From: p.From, To: p.To, Count: p.Count}
	if p.condition != nil {
		s.If = func(a timeline.Access) bool { return p.condition(&a) != 0 }
	}
	return s
}

// stops returns the points that are on, and their stops in the timeline.
func (d *Debugger) stops() (points []*Point, stops []timeline.Stop) {
	for _, p := range d.points {
		if p.Off {
			continue
		}
		s := p.stop()
		kinds := []timeline.Kind{timeline.At}
		if p.Read || p.Write {
			kinds = kinds[:0]
		}
		if p.Write {
			kinds = append(kinds, timeline.Write)
		}
		if p.Read {
			kinds = append(kinds, timeline.Read)
		}
		for _, k := range kinds {
			s.Kind = k
			points, stops = append(points, p), append(stops, s)
		}
	}
	return points, stops
}
