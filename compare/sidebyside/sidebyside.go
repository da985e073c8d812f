// Package sidebyside looks for what made two engines differ, with the program in the debugger.
//
//	stop, err := sidebyside.Add(ctx, d, sidebyside.Other{Name: "sets", Index: 12, …})
//
// From then on the debugger compares what its program holds with what the other engine held, and
// goes back to the first instruction that wrote another value.
package sidebyside

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"sargon78/emu/timeline"
	"sargon78/emu/z80"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated/debugger"
	"sargon78/sargon/spec/cells"
)

// Other is another engine's search of the same case, at the first evaluation that differs.
type Other struct {
	Name  string
	Index int                // number of the evaluation
	Mine  bool               // the program has an evaluation of this number; else it ended before
	Step  *sargon.Evaluation // of the other; nil: its search had ended
	State *sargon.State      // of the other after it; nil if it shows none

	// Machine does the other's search on a machine, so that its writes can be seen: that of the
	// other itself, or of the embedded ROM if that agrees with it. It may be nil.
	Machine *debugger.Debugger
}

// Add adds another engine to the debugger of a program, and goes to the evaluation at which it
// differs.
func Add(ctx context.Context, d *debugger.Debugger, o Other) error {
	p := &pair{Debugger: d, other: o}
	d.Against(p)
	return p.toDifference(ctx)
}

// pair is a program in its debugger, and the other engine.
type pair struct {
	*debugger.Debugger
	other  Other
	origin *origin // found last
}

func (p *pair) toDifference(ctx context.Context) error {
	if p.Over() && !p.other.Mine {
		return nil
	}
	_, err := p.GoToEvaluation(ctx, p.other.Index) // or to the end, if that comes before
	return err
}

// Other names the other engine, and tells the number of the evaluation that differs.
func (p *pair) Other() (name string, evaluation int) { return p.other.Name, p.other.Index }

// Rows compares what the program holds now with what the other engine held at its evaluation.
func (p *pair) Rows() []debugger.Row {
	m := p.Memory()
	if m == nil {
		return nil
	}
	var rows []debugger.Row
	add := func(name string, mine, other any) {
		r := debugger.Row{Name: name, Mine: fmt.Sprint(mine), Other: fmt.Sprint(other)}
		r.Differs = r.Mine != r.Other
		rows = append(rows, r)
	}
	theirs := "none: its search is over"
	if s := p.other.Step; s != nil {
		theirs = s.String()
	}
	if p.Over() {
		add("ply, move, value", "none: its search is over", theirs)
		return rows
	}
	add("ply, move, value", m.Evaluation(), theirs)
	s := p.other.State
	if s == nil {
		return rows
	}
	t, u := m.Totals(), s.Totals
	add("BRDC", t.BoardControl, u.BoardControl)
	add("MTRL", t.Material, u.Material)
	add("PTSL", t.PointsLost, u.PointsLost)
	add("PTSW1", t.PointsWon1, u.PointsWon1)
	add("PTSW2", t.PointsWon2, u.PointsWon2)
	add("PTSCK", t.HangingMover, u.HangingMover)
	add("VALM", t.Value, u.Value)
	add("POSK, POSQ", m.Royals(), s.Royal)
	add("pins", debugger.PinsText(m.Pins()), debugger.PinsText(s.Pins))
	for square, piece := range m.Board() {
		if other := s.Board[square]; piece != other {
			add("board "+sargon.Square(square).String(), piece.Text(), other.Text())
		}
	}
	return rows
}

// Origin goes back to the first instruction that wrote another value, and says which; from there it
// goes to the one that first made registers differ.
func (p *pair) Origin(ctx context.Context) (string, error) {
	if o := p.origin; o != nil && o.Before != "" && p.Time().Now() == o.at {
		_, err := p.GoTo(ctx, o.BeforeAt)
		return "", err
	}
	found, err := p.backToOrigin(ctx)
	if err != nil {
		return "", err
	}
	found.at, p.origin = p.Time().Now(), found
	return found.String(), nil
}

// origin is the first write of another value.
type origin struct {
	Cell      string
	Mine      timeline.Access
	Other     *timeline.Access // nil: the other wrote nothing more
	OtherCell string           // where the other wrote
	There     string           // where the other's program wrote
	InIts     string           // name of the other machine
	Square    sargon.Square    // M3: the square being looked at
	Alone     bool             // no other machine: the last write of what differs
	// Before is the place of the instruction that first made the registers differ, the program
	// counter among them; "" if unknown.
	BeforeAt uint64 // T-states
	Before   string
	Parted   string // where both went on if that is where they part, "" if not

	at uint64 // the moment of the write
}

func (o *origin) String() string {
	text := fmt.Sprintf("here %02X goes into %s", o.Mine.New, o.Cell)
	if o.Square.OnBoard() {
		text += fmt.Sprintf(" (M3 = %v)", o.Square)
	}
	switch {
	case o.Alone:
		return text + ": the last write of what differs"
	case o.Other == nil:
		return text + fmt.Sprintf("; %s writes nothing more", o.InIts)
	}
	text += fmt.Sprintf("; %s wrote %02X to %s at %s instead", o.InIts, o.Other.New, o.OtherCell,
		o.There)
	switch {
	case o.Parted != "":
		text += fmt.Sprintf("\nthe ways part at %s: %s; origin again goes there", o.Before, o.Parted)
	case o.Before != "":
		text += fmt.Sprintf("\nregisters first differ after %s: origin again goes there", o.Before)
	}
	return text
}

// searchCells are the cells that hold what a search knows, first and last bytes of them (spec §15),
// without the stack and those that only pass values between routines.
var searchCells = [][2]uint16{
	{cells.NPINS, cells.COLOR},
	{cells.PMATE, cells.PTSCK},
	{cells.BOARDA, cells.PLYIX + 39},
	{cells.MLIST, cells.MLIST + 2047},
}

// cellWrite is a write to one of them.
type cellWrite struct {
	timeline.Access
	offset uint16
	square sargon.Square // M3
	at     uint64        // when the instruction was over
}

// backToOrigin goes to the first instruction that wrote another value than the other engine, at or
// before the evaluation that differs. If there is no machine for the other, it goes to the last
// write of the first cell that differs.
func (p *pair) backToOrigin(ctx context.Context) (*origin, error) {
	if p.other.Machine == nil {
		return p.lastOfDiffering(ctx)
	}
	from, fromOther, err := p.lastSame(ctx)
	if err != nil {
		return nil, err
	}
	if err := p.toDifference(ctx); err != nil {
		return nil, err
	}
	mine, err := writes(ctx, p.Debugger, from)
	if err != nil {
		return nil, err
	}
	them := p.other.Machine
	if _, err := them.GoToEvaluation(ctx, p.other.Index); err != nil {
		return nil, err
	}
	theirs, err := writes(ctx, them, fromOther)
	if err != nil {
		return nil, err
	}
	if !sameProgram(p.Image(), them.Image()) {
		mine, theirs = bySquare(mine), bySquare(theirs)
	}
	for i, w := range mine {
		if i < len(theirs) && theirs[i].offset == w.offset && theirs[i].New == w.New {
			continue
		}
		o := &origin{
			Cell: p.AddressName(w.Addr), Mine: w.Access, Square: w.square, InIts: them.Image().Name,
		}
		if i < len(theirs) {
			o.Other, o.OtherCell = &theirs[i].Access, them.AddressName(theirs[i].Addr)
			if err := them.Time().Seek(ctx, theirs[i].at); err == nil && them.Time().StepBack(ctx) == nil {
				o.There = them.PlaceName(them.Machine().PC)
			}
		}
		if i > 0 {
			from, fromOther = mine[i-1].at, theirs[i-1].at
		}
		if err := p.firstRegisters(ctx, o, [2]uint64{from, w.at}, fromOther); err != nil {
			return nil, err
		}
		return o, p.toWrite(ctx, w.at)
	}
	return p.lastOfDiffering(ctx)
}

// firstRegisters runs both machines in step over a stretch of time, up to the instruction that
// makes their registers differ, and notes it. If they differ from the start, it notes nothing.
func (p *pair) firstRegisters(ctx context.Context, o *origin, mine [2]uint64, other uint64) error {
	const most = 20_000 // instructions
	them := p.other.Machine
	here, there := p.Time(), them.Time()
	if err := errors.Join(here.Seek(ctx, mine[0]), there.Seek(ctx, other)); err != nil {
		return err
	}
	for n := 0; n < most && here.Now() < mine[1]; n++ {
		if pairsOf(p.Debugger) != pairsOf(them) || there.Now() >= there.End() {
			return nil
		}
		at, pc, theirs := here.Now(), p.Machine().PC, them.Machine().PC
		if _, err := here.Step(ctx); err != nil {
			return err
		}
		if _, err := there.Step(ctx); err != nil {
			return err
		}
		parted := partedWays(p.Debugger, them, pc, theirs)
		if parted != "" || pairsOf(p.Debugger) != pairsOf(them) {
			o.BeforeAt, o.Before, o.Parted = at, p.PlaceName(pc), parted
			return nil
		}
	}
	return nil
}

// partedWays says where two machines have gone from the instructions at two addresses, if that is
// not the same: "here it goes on, there it goes to SKIP". In a changed program the same place has
// the same name, or is as far away.
func partedWays(here, there *debugger.Debugger, from, fromThere uint16) string {
	to, toThere := here.Machine().PC, there.Machine().PC
	if to-from == toThere-fromThere || here.AddressName(to) == there.AddressName(toThere) {
		return ""
	}
	went := func(d *debugger.Debugger, from uint16) string {
		to := d.Machine().PC
		if to == from+uint16(z80.Decode(d.Machine().Peek, from).Length) {
			return "goes on"
		}
		return "goes to " + d.AddressName(to)
	}
	return fmt.Sprintf("here it %s, there it %s", went(here, from), went(there, fromThere))
}

// pairsOf returns the pairs of registers that two programs at different addresses have in common.
func pairsOf(d *debugger.Debugger) [6]uint16 {
	r := &d.Machine().Registers
	return [6]uint16{r.AF(), r.BC(), r.DE(), r.HL(), r.IX, r.IY}
}

// lookedAt is M3, the square that is being looked at.
func lookedAt(d *debugger.Debugger) sargon.Square {
	return sargon.Square(d.Machine().Memory[d.Image().Load+cells.M3])
}

// toWrite goes to the instruction that ended at a moment.
func (p *pair) toWrite(ctx context.Context, end uint64) error {
	if _, err := p.GoTo(ctx, end); err != nil {
		return err
	}
	_, err := p.Move(ctx, debugger.Back, "step", "")
	return err
}

// lastOfDiffering goes to the last write of the first cell that differs.
func (p *pair) lastOfDiffering(ctx context.Context) (*origin, error) {
	if err := p.toDifference(ctx); err != nil {
		return nil, err
	}
	for _, r := range p.Rows() {
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
		stop, err := p.Move(ctx, debugger.Back, "write", cell)
		return &origin{
			Alone: true, Cell: p.AddressName(stop.Access.Addr), Mine: stop.Access,
			Square: lookedAt(p.Debugger),
		}, err
	}
	return nil, errors.New("nothing that the other engine shows differs here: go back from here")
}

// lastSame finds the end of the last evaluation after which both machines held the same, and
// returns the moments; if there is none, the beginning.
func (p *pair) lastSame(ctx context.Context) (mine, other uint64, err error) {
	them := p.other.Machine
	low, high := -1, p.other.Index // same at low, not at high
	mine, other = p.Time().Begin(), them.Time().Begin()
	for high-low > 1 {
		middle := (low + high) / 2
		if _, err := p.GoToEvaluation(ctx, middle); err != nil {
			return 0, 0, err
		}
		if _, err := them.GoToEvaluation(ctx, middle); err != nil {
			return 0, 0, err
		}
		if sameCells(p.Debugger, them) {
			low, mine, other = middle, p.Time().Now(), them.Time().Now()
		} else {
			high = middle
		}
	}
	return mine, other, nil
}

// sameCells tells whether two machines hold the same search.
func sameCells(a, b *debugger.Debugger) bool {
	for _, r := range searchCells {
		for offset := r[0]; offset <= r[1]; offset++ {
			if a.Machine().Memory[a.Image().Load+offset] != b.Machine().Memory[b.Image().Load+offset] {
				return false
			}
		}
	}
	return true
}

// writes lists what was written to the search's cells from a moment up to now.
func writes(ctx context.Context, d *debugger.Debugger, from uint64) ([]cellWrite, error) {
	load := d.Image().Load
	var squares []sargon.Square
	var stops []timeline.Stop
	for _, r := range searchCells {
		stops = append(stops, timeline.Stop{
			Kind: timeline.Write, From: load + r[0], To: load + r[1],
			If: func(timeline.Access) bool {
				squares = append(squares, lookedAt(d))
				return true
			},
		})
	}
	hits, err := d.Time().Hits(ctx, stops, from, d.Time().Now())
	if err != nil {
		return nil, err
	}
	list := make([]cellWrite, len(hits))
	for i, h := range hits {
		list[i] = cellWrite{h.Access, h.Access.Addr - load, squares[i], h.TStates}
	}
	return list, nil
}

// bySquare keeps the last write to each total on each square: before that, two programs that do the
// same may write other values.
func bySquare(all []cellWrite) (kept []cellWrite) {
	for _, w := range all {
		if w.offset < cells.VALM || w.offset > cells.PTSCK {
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
func sameProgram(a, b *roms.Image) bool {
	common := 0
	for name := range a.Symbols {
		if _, ok := b.Symbols[name]; ok {
			common++
		}
	}
	return common*10 > 9*len(b.Symbols)
}
