package debugger

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"sargon78/emu/timeline"
	"sargon78/sargon"
)

// Other is another engine's search of the same case, at the first evaluation that differs.
type Other struct {
	Name  string
	Index int           // number of the evaluation
	Mine  bool          // the program has an evaluation of this number; else it ended before
	Step  *sargon.Step  // of the other; nil: its search had ended
	State *sargon.State // of the other after it; nil if it shows none

	// Machine does the other's search on a machine, so that its writes can be seen: that of the
	// other itself, or of the embedded ROM if that agrees with it. It may be nil.
	Machine *Debugger
}

// Against adds another engine, and goes to the evaluation at which it differs.
func (d *Debugger) Against(ctx context.Context, o Other) (Stop, error) {
	d.other = &o
	return d.toDifference(ctx)
}

// Other returns what was given to Against, nil if nothing was.
func (d *Debugger) Other() *Other { return d.other }

func (d *Debugger) toDifference(ctx context.Context) (Stop, error) {
	if d.other.Mine {
		return d.GoToEvaluation(ctx, d.other.Index)
	}
	return d.move(func() (Stop, error) {
		if err := d.time.Seek(ctx, d.time.End()); err != nil || d.Over() {
			return Stop{Why: Over}, err
		}
		hit, err := d.time.Forward(ctx, d.hidden(), 0)
		return d.stopOf(hit, 0, nil), err
	})
}

// OtherRow is a line of the comparison.
type OtherRow struct {
	Name, Mine, Other string
	Differs           bool
}

// OtherRows compares what the program holds now with what the other engine held at its evaluation.
func (d *Debugger) OtherRows() []OtherRow {
	c, ok := d.Chess()
	if !ok || d.other == nil {
		return nil
	}
	var rows []OtherRow
	add := func(name string, mine, other any) {
		r := OtherRow{Name: name, Mine: fmt.Sprint(mine), Other: fmt.Sprint(other)}
		r.Differs = r.Mine != r.Other
		rows = append(rows, r)
	}
	theirs := "none: its search is over"
	if s := d.other.Step; s != nil {
		theirs = s.String()
	}
	if d.Over() {
		add("ply, move, value", "none: its search is over", theirs)
		return rows
	}
	add("ply, move, value", c.Step(), theirs)
	s := d.other.State
	if s == nil {
		return rows
	}
	t, u := c.Totals, s.Totals
	add("BRDC", t.BoardControl, u.BoardControl)
	add("MTRL", t.Material, u.Material)
	add("PTSL", t.PointsLost, u.PointsLost)
	add("PTSW1", t.PointsWon1, u.PointsWon1)
	add("PTSW2", t.PointsWon2, u.PointsWon2)
	add("PTSCK", t.Checked, u.Checked)
	add("VALM", t.Value, u.Value)
	add("POSK, POSQ", c.Position.Royal, s.Royal)
	add("pins", PinsText(c.Pins), PinsText(s.Pins))
	for square, piece := range c.Position.Board {
		if other := s.Board[square]; piece != other {
			add("board "+sargon.Square(square).String(), PieceText(piece), PieceText(other))
		}
	}
	return rows
}

// otherText writes the comparison, with a star at what differs.
func (d *Debugger) otherText() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "  evaluation %d\t%s\t%s\n", d.other.Index, d.image.Name, d.other.Name)
	for _, r := range d.OtherRows() {
		mark := " "
		if r.Differs {
			mark = "*"
		}
		fmt.Fprintf(w, "%s %s\t%s\t%s\n", mark, r.Name, r.Mine, r.Other)
	}
	_ = w.Flush() // into memory
	if d.Evaluation() != d.other.Index && d.other.Mine {
		fmt.Fprintf(&b, "  (this is at evaluation %d)\n", d.Evaluation())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

var errNoOther = errors.New("there is no other engine to compare with: --against names one")

func other(c *call) error {
	if c.d.other == nil {
		return errNoOther
	}
	return c.say(c.d.otherText())
}

func origin(c *call) error {
	if c.d.other == nil {
		return errNoOther
	}
	if o := c.d.origin; o != nil && o.Before != "" && c.d.time.Now() == o.at {
		return c.arrived(c.d.GoTo(c.ctx, o.BeforeAt))
	}
	found, err := c.d.BackToOrigin(c.ctx)
	if err != nil {
		return err
	}
	found.at, c.d.origin = c.d.time.Now(), found
	if err := c.say(found.String()); err != nil {
		return err
	}
	return c.say(c.d.Where())
}

// Origin is the first write of another value.
type Origin struct {
	Cell   string
	Mine   timeline.Access
	Other  *timeline.Access // nil: the other wrote nothing more
	There  string           // where the other's program wrote
	InIts  string           // name of the other machine
	Square sargon.Square    // M3: the square being looked at
	Alone  bool             // no other machine: the last write of what differs
	// Before is the place of the instruction that first made the registers differ, "" if unknown.
	BeforeAt uint64 // T-states
	Before   string

	at uint64 // the moment of the write
}

func (o *Origin) String() string {
	text := fmt.Sprintf("here %s becomes %02X", o.Cell, o.Mine.New)
	if o.Square.OnBoard() {
		text += fmt.Sprintf(", M3 = %v", o.Square)
	}
	switch {
	case o.Alone:
		return text + ": the last write of what differs"
	case o.Other == nil:
		return text + fmt.Sprintf("; %s writes nothing more", o.InIts)
	}
	text += fmt.Sprintf("; %s has written %02X to %04X (%s)", o.InIts, o.Other.New, o.Other.Addr,
		o.There)
	if o.Before != "" {
		text += fmt.Sprintf("\nregisters first differ after %s: origin again goes there", o.Before)
	}
	return text
}

// searchCells are the cells that hold what a search knows, as offsets from the load address (spec
// §15), without the stack and those that only pass values between routines.
var searchCells = [][2]uint16{
	{0x012, 0x021}, // NPINS … COLOR
	{0x025, 0x033}, // PMATE … PTSCK
	{0x0B4, 0x186}, // BOARDA … PLYIX
	{0x300, 0xAFF}, // MLIST
}

// cellWrite is a write to one of them.
type cellWrite struct {
	timeline.Access
	offset uint16
	square sargon.Square // M3
	at     uint64        // when the instruction was over
}

// BackToOrigin goes to the first instruction that wrote another value than the other engine, at or
// before the evaluation that differs. If there is no machine for the other, it goes to the last
// write of the first cell that differs.
func (d *Debugger) BackToOrigin(ctx context.Context) (*Origin, error) {
	if d.other == nil {
		return nil, errNoOther
	}
	if d.other.Machine == nil {
		return d.lastOfDiffering(ctx)
	}
	from, fromOther, err := d.lastSame(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := d.toDifference(ctx); err != nil {
		return nil, err
	}
	mine, err := d.writes(ctx, from)
	if err != nil {
		return nil, err
	}
	them := d.other.Machine
	if _, err := them.GoToEvaluation(ctx, d.other.Index); err != nil {
		return nil, err
	}
	theirs, err := them.writes(ctx, fromOther)
	if err != nil {
		return nil, err
	}
	if !d.sameProgram(them) {
		mine, theirs = bySquare(mine), bySquare(theirs)
	}
	for i, w := range mine {
		if i < len(theirs) && theirs[i].offset == w.offset && theirs[i].New == w.New {
			continue
		}
		o := &Origin{
			Cell: d.AddressName(w.Addr), Mine: w.Access, Square: w.square, InIts: them.image.Name,
		}
		if i < len(theirs) {
			o.Other = &theirs[i].Access
			if err := them.time.Seek(ctx, theirs[i].at); err == nil && them.time.StepBack(ctx) == nil {
				o.There = them.PlaceName(them.machine.PC)
			}
		}
		if i > 0 {
			from, fromOther = mine[i-1].at, theirs[i-1].at
		}
		if err := d.firstRegisters(ctx, o, [2]uint64{from, w.at}, fromOther); err != nil {
			return nil, err
		}
		return o, d.toWrite(ctx, w.at)
	}
	return d.lastOfDiffering(ctx)
}

// firstRegisters runs both machines in step over a stretch of time, up to the instruction that
// makes their registers differ, and notes it. If they differ from the start, it notes nothing.
func (d *Debugger) firstRegisters(ctx context.Context, o *Origin, mine [2]uint64,
	other uint64) error {
	const most = 20_000 // instructions
	them := d.other.Machine
	if err := errors.Join(d.time.Seek(ctx, mine[0]), them.time.Seek(ctx, other)); err != nil {
		return err
	}
	for n := 0; n < most && d.time.Now() < mine[1]; n++ {
		if !d.sameRegisters(them) {
			return nil
		}
		at, pc := d.time.Now(), d.machine.PC
		if them.time.Now() >= them.time.End() {
			return nil
		}
		if _, err := d.time.Step(ctx); err != nil {
			return err
		}
		if _, err := them.time.Step(ctx); err != nil {
			return err
		}
		if !d.sameRegisters(them) {
			o.BeforeAt, o.Before = at, d.PlaceName(pc)
			return nil
		}
	}
	return nil
}

func (d *Debugger) sameRegisters(them *Debugger) bool {
	x, y := d.machine.Registers(), them.machine.Registers()
	return x.AF == y.AF && x.BC == y.BC && x.DE == y.DE && x.HL == y.HL && x.IX == y.IX && x.IY == y.IY
}

// toWrite goes to the instruction that ended at a moment.
func (d *Debugger) toWrite(ctx context.Context, end uint64) error {
	_, err := d.move(func() (Stop, error) {
		if err := d.time.Seek(ctx, end); err != nil {
			return Stop{}, err
		}
		return Stop{Why: There}, d.time.StepBack(ctx)
	})
	return err
}

// lastOfDiffering goes to the last write of the first cell that differs.
func (d *Debugger) lastOfDiffering(ctx context.Context) (*Origin, error) {
	if _, err := d.toDifference(ctx); err != nil {
		return nil, err
	}
	for _, r := range d.OtherRows() {
		cell := r.Name
		if square, ok := strings.CutPrefix(r.Name, "board "); ok {
			cell = "@" + square
		}
		switch {
		case !r.Differs:
			continue
		case strings.HasPrefix(cell, "ply,"):
			continue // its parts come later
		case strings.HasPrefix(cell, "POSK"):
			cell = "POSK,POSQ+1"
		case cell == "pins":
			cell = "PLISTA,PLISTA+19"
		}
		from, to, err := d.cells(cell)
		if err != nil {
			return nil, err
		}
		o := &Origin{Alone: true, Square: sargon.Square(d.machine.Memory[d.at.m3])}
		stop := timeline.Stop{Kind: timeline.Write, From: from, To: to}
		_, err = d.move(func() (Stop, error) {
			hit, err := d.time.Backward(ctx, []timeline.Stop{stop})
			o.Mine = hit.Access
			return Stop{Why: There}, err
		})
		o.Cell = d.AddressName(o.Mine.Addr)
		o.Square = sargon.Square(d.machine.Memory[d.at.m3])
		return o, err
	}
	return nil, errors.New("nothing that the other engine shows differs here: go back from here")
}

// lastSame finds the end of the last evaluation after which both machines held the same, and
// returns the moments; if there is none, the beginning.
func (d *Debugger) lastSame(ctx context.Context) (mine, other uint64, err error) {
	them := d.other.Machine
	low, high := -1, d.other.Index // same at low, not at high
	mine, other = d.time.Begin(), them.time.Begin()
	for high-low > 1 {
		middle := (low + high) / 2
		if _, err := d.GoToEvaluation(ctx, middle); err != nil {
			return 0, 0, err
		}
		if _, err := them.GoToEvaluation(ctx, middle); err != nil {
			return 0, 0, err
		}
		if d.sameCells(them) {
			low, mine, other = middle, d.time.Now(), them.time.Now()
		} else {
			high = middle
		}
	}
	return mine, other, nil
}

// sameCells tells whether two machines hold the same search.
func (d *Debugger) sameCells(them *Debugger) bool {
	for _, r := range searchCells {
		for offset := r[0]; offset <= r[1]; offset++ {
			if d.machine.Memory[d.image.Load+offset] != them.machine.Memory[them.image.Load+offset] {
				return false
			}
		}
	}
	return true
}

// writes lists what was written to the search's cells from a moment up to now.
func (d *Debugger) writes(ctx context.Context, from uint64) ([]cellWrite, error) {
	var squares []sargon.Square
	var stops []timeline.Stop
	for _, r := range searchCells {
		stops = append(stops, timeline.Stop{
			Kind: timeline.Write, From: d.image.Load + r[0], To: d.image.Load + r[1],
			If: func(timeline.Access) bool {
				squares = append(squares, sargon.Square(d.machine.Memory[d.at.m3]))
				return true
			},
		})
	}
	hits, err := d.time.Hits(ctx, stops, from, d.time.Now())
	if err != nil {
		return nil, err
	}
	list := make([]cellWrite, len(hits))
	for i, h := range hits {
		list[i] = cellWrite{h.Access, h.Access.Addr - d.image.Load, squares[i], h.TStates}
	}
	return list, nil
}

// bySquare keeps the last write to each total on each square: before that, two programs that do the
// same may write other values.
func bySquare(all []cellWrite) (kept []cellWrite) {
	const valm, ptsck = 0x02B, 0x033
	for _, w := range all {
		if w.offset < valm || w.offset > ptsck {
			continue
		}
		same := false
		for i := len(kept) - 1; i >= 0 && kept[i].square == w.square && !same; i-- {
			if same = kept[i].offset == w.offset; same {
				kept[i] = w
			}
		}
		if !same {
			kept = append(kept, w)
		}
	}
	return kept
}

// sameProgram tells whether two programs have mostly the same names: then one is a changed copy of
// the other, and writes in the same order.
func (d *Debugger) sameProgram(them *Debugger) bool {
	common := 0
	for name := range d.image.Symbols {
		if _, ok := them.image.Symbols[name]; ok {
			common++
		}
	}
	return common*10 > 9*len(them.image.Symbols)
}
