package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/emu/timeline"
	"sargon78/emu/z80"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/emulated/debugger"
	"sargon78/sargon/spec/variables"
)

// Debug returns a debugger of the last search of a case, by a program on a machine.
func Debug(
	ctx context.Context, engine *emulated.Engine, c cases.Case,
) (*debugger.Debugger, error) {
	if err := c.SetUp(ctx, engine); err != nil {
		return nil, err
	}
	return debugger.Search(ctx, engine, c.Options())
}

// AttachTo adds the second engine to the debugger of the first one's search, and goes to the evaluation
// at which they differ. From then on the debugger compares what its program holds with what the other
// held, and goes back to the first instruction that wrote another value.
func (d *Divergence) AttachTo(ctx context.Context, program *debugger.Debugger) error {
	p := d.compareInDebugger(ctx, 0, program)
	program.SetComparison(p)
	return p.toDifference(ctx)
}

// findOrigins finds, for each engine that is a program on a machine, which instruction wrote what differs.
func (d *Divergence) findOrigins(ctx context.Context) {
	for i := range d.sides[:referenceSide] {
		s := &d.sides[i]
		if !s.onMachine || s.state == nil {
			continue
		}
		m := d.debuggerOf(ctx, s, nil)
		if m == nil {
			continue
		}
		if text, err := d.compareInDebugger(ctx, i, m).backToOrigin(ctx); err == nil {
			s.origin = fmt.Sprintf("%s\n%s\n%v", text, m.Where(), m.Machine().Registers)
		}
	}
}

// debuggedPair is a program in its debugger, and the other engine.
type debuggedPair struct {
	*debugger.Debugger
	other         *side
	reference     *side
	otherDebugger *debugger.Debugger // that does the other's search; nil if there is none
	evaluation    int                // the evaluation that differs, or one after the last
	hasEvaluation bool               // the program has an evaluation of this number

	originTime    uint64 // when the write was that was found last
	registersTime uint64 // when the registers became other ones before that, 0 if that is not known
}

// compareInDebugger returns the program of one engine, compared with the other.
func (d *Divergence) compareInDebugger(ctx context.Context, which int, program *debugger.Debugger) *debuggedPair {
	p := &debuggedPair{
		Debugger: program, other: &d.sides[1-which], reference: &d.sides[referenceSide], evaluation: d.Index,
		hasEvaluation: d.sides[which].evaluation != nil,
	}
	if d.Kind == OtherResult {
		p.evaluation++
	}
	if p.hasEvaluation {
		p.otherDebugger = d.debuggerOf(ctx, p.other, program.Image())
	}
	return p
}

// debuggerOf returns a debugger of an engine's search: on its own machine, or, if it has none, on that of
// the embedded ROM, if another program is looked at and the ROM does the same up to the difference. It
// is nil if there is neither.
func (d *Divergence) debuggerOf(ctx context.Context, s *side, beside *roms.Image) *debugger.Debugger {
	var program *emulated.Engine
	if s.onMachine {
		defer s.engine.Close()
		engine, err := s.engine.Open()
		if err != nil {
			return nil
		}
		program, _ = emulated.FromEngine(engine)
	} else if beside.Kind != roms.Embedded && s.evaluation != nil {
		embedded, err := roms.Open("", roms.Options{Load: beside.Load})
		if err == nil {
			program, err = emulated.New("rom", embedded)
		}
		if err != nil {
			return nil // it cannot be loaded there
		}
		same, err := FindDivergence(ctx, observe.FromEngine(program), *s.engine.Participant, d.Case,
			sargon.DetailState)
		if err != nil || same.Kind != NoDivergence && same.Index <= d.Index {
			return nil
		}
	} else {
		return nil
	}
	m, _ := Debug(ctx, program, d.Case)
	return m
}

func (p *debuggedPair) toDifference(ctx context.Context) error {
	if p.SearchOver() && !p.hasEvaluation {
		return nil
	}
	_, err := p.GoToEvaluation(ctx, p.evaluation) // or to the end, if that comes before
	return err
}

// Other returns the name of the other engine, and the number of the evaluation that differs.
func (p *debuggedPair) Other() (name string, evaluation int) { return p.other.name, p.evaluation }

// state returns what the program holds now; nil if its search is over.
func (p *debuggedPair) state() *sargon.State {
	m := p.Memory()
	if m == nil || p.SearchOver() {
		return nil
	}
	state := m.State()
	return &state
}

// Rows compares what the program holds now with what the other engine held at its evaluation.
func (p *debuggedPair) Rows() (rows []debugger.Row) {
	mine, other := step{state: p.state()}, p.other.step
	if mine.state != nil {
		e := p.Memory().Evaluation()
		mine.evaluation = &e
	}
	const over = "none: its search is over"
	for _, r := range shownRows(mine, other) {
		rows = append(rows, debugger.Row{
			Name: r[0], Program: cmp.Or(r[1], over), Other: cmp.Or(r[2], over), Differs: r[1] != r[2],
		})
	}
	if mine.state == nil || other.state == nil {
		return rows[:1]
	}
	for square, piece := range mine.state.Board {
		if theirs := other.state.Board[square]; piece != theirs {
			rows = append(rows, debugger.Row{
				Name: "board " + sargon.Square(square).String(), Program: piece.Text(), Other: theirs.Text(), Differs: true,
			})
		}
	}
	return rows
}

// Origin goes back to the first instruction that wrote another value, and says which; from there it
// goes to the one that first made registers differ.
func (p *debuggedPair) Origin(ctx context.Context) (string, error) {
	if p.registersTime > 0 && p.Time().Now() == p.originTime {
		_, err := p.GoTo(ctx, p.registersTime)
		return "", err
	}
	p.registersTime = 0
	text, err := p.backToOrigin(ctx)
	if p.originTime = p.Time().Now(); p.registersTime > 0 {
		text += "; origin again goes there"
	}
	return text, err
}

// backToOrigin goes to the first instruction that wrote another value than the other engine, at or
// before the evaluation that differs. If there is no machine for the other, it goes to the last
// write of the first variable that differs.
func (p *debuggedPair) backToOrigin(ctx context.Context) (string, error) {
	them := p.otherDebugger
	if them == nil {
		return p.lastOfDiffering(ctx)
	}
	from, fromOther, err := p.lastAgreement(ctx)
	if err != nil {
		return "", err
	}
	mine, err := writes(ctx, p.Debugger, from, p.evaluation)
	theirs, err2 := writes(ctx, them, fromOther, p.evaluation)
	if err := errors.Join(err, err2); err != nil {
		return "", err
	}
	if !sameProgram(p.Image(), them.Image()) {
		mine, theirs = lastWriteBySquare(mine), lastWriteBySquare(theirs)
	}
	same := 0
	for same < min(len(mine), len(theirs)) && mine[same].offset == theirs[same].offset &&
		mine[same].New == theirs[same].New {
		same++
	}
	if same == len(mine) {
		return p.lastOfDiffering(ctx)
	}
	w, text := &mine[same], p.wrote(mine[same].Access, mine[same].square)
	if name := them.Image().Name; same == len(theirs) {
		text += fmt.Sprintf("; %s writes nothing more", name)
	} else {
		instead := &theirs[same]
		text += fmt.Sprintf("; %s wrote %02X to %s at ", name, instead.New,
			them.AddressName(instead.Addr))
		if them.Time().Seek(ctx, instead.at) == nil && them.Time().StepBack(ctx) == nil {
			text += them.PlaceName(them.Machine().PC)
		}
		text += " instead"
	}
	if same > 0 {
		from, fromOther = mine[same-1].at, theirs[same-1].at
	}
	registers, err := p.firstRegisterDifference(ctx, from, w.at, fromOther)
	if err != nil {
		return "", err
	}
	if _, err := p.GoTo(ctx, w.at); err != nil {
		return "", err
	}
	_, err = p.Move(ctx, debugger.Back, "step", "") // to the instruction that ended there
	return text + registers, err
}

// lastOfDiffering goes to the last write of the first variable that differs from what the other engine
// held, or else from what the specification says, in the order in which the program finds them.
func (p *debuggedPair) lastOfDiffering(ctx context.Context) (string, error) {
	if err := p.toDifference(ctx); err != nil {
		return "", err
	}
	mine, other := p.state(), p.other.state
	if other == nil {
		other = p.reference.state
	}
	for i := range stateValues {
		if mine == nil || other == nil {
			break
		}
		if at := stateValues[i].firstDifferent(mine, other); at >= 0 {
			addr := fmt.Sprintf("0x%04X", p.Image().Load+stateValues[i].cell+uint16(at))
			stop, err := p.Move(ctx, debugger.Back, "write", addr)
			return p.wrote(stop.Access, scannedSquare(p.Debugger)) + ": the last write of what differs", err
		}
	}
	return "", errors.New("nothing that the other engine shows differs here: go back from here")
}

// wrote returns what a write of the program was.
func (p *debuggedPair) wrote(a timeline.Access, lookedAt sargon.Square) string {
	text := fmt.Sprintf("here %02X goes into %s", a.New, p.AddressName(a.Addr))
	if lookedAt.OnBoard() {
		text += fmt.Sprintf(" (M3 = %v)", lookedAt)
	}
	return text
}

// scannedSquare is M3, the square that is being looked at.
func scannedSquare(d *debugger.Debugger) sargon.Square {
	return sargon.Square(d.Machine().Memory[d.Image().Load+variables.M3])
}

// lastAgreement finds the end of the last evaluation after which both machines held the same, and
// returns the moments; if there is none, the beginning.
func (p *debuggedPair) lastAgreement(ctx context.Context) (mine, other uint64, err error) {
	them := p.otherDebugger
	low, high := -1, p.evaluation // same at low, not at high
	mine, other = p.Time().Begin(), them.Time().Begin()
	for high-low > 1 {
		middle := (low + high) / 2
		_, err := p.GoToEvaluation(ctx, middle)
		_, err2 := them.GoToEvaluation(ctx, middle)
		if err := errors.Join(err, err2); err != nil {
			return 0, 0, err
		}
		if sameVariables(p.Debugger, them) {
			low, mine, other = middle, p.Time().Now(), them.Time().Now()
		} else {
			high = middle
		}
	}
	return mine, other, nil
}

// searchVariables are the variables that hold what a search knows, first and last bytes of them (spec §15),
// without the stack and those that only pass values between routines.
var searchVariables = [][2]uint16{
	{variables.NPINS, variables.COLOR},
	{variables.PMATE, variables.PTSCK},
	{variables.BOARDA, variables.PLYIX + 39},
	{variables.MLIST, variables.MLIST + 2047},
}

// sameVariables reports whether two machines hold the same search.
func sameVariables(a, b *debugger.Debugger) bool {
	mine, other := a.Machine().Memory[a.Image().Load:], b.Machine().Memory[b.Image().Load:]
	return !slices.ContainsFunc(searchVariables, func(r [2]uint16) bool {
		return !slices.Equal(mine[r[0]:r[1]+1], other[r[0]:r[1]+1])
	})
}

// variableWrite is a write to one of the search's variables.
type variableWrite struct {
	timeline.Access
	offset uint16
	square sargon.Square // M3
	at     uint64        // when the instruction was over
}

// writes lists what was written to the search's variables from a moment up to an evaluation, or to the end
// if that comes before.
func writes(
	ctx context.Context, d *debugger.Debugger, from uint64, evaluation int,
) ([]variableWrite, error) {
	if _, err := d.GoToEvaluation(ctx, evaluation); err != nil {
		return nil, err
	}
	load := d.Image().Load
	var squares []sargon.Square
	var stops []timeline.Stop
	for _, r := range searchVariables {
		stops = append(stops, timeline.Stop{
			Kind: timeline.Write, From: load + r[0], To: load + r[1],
			If: func(timeline.Access) bool {
				squares = append(squares, scannedSquare(d))
				return true
			},
		})
	}
	hits, err := d.Time().Hits(ctx, stops, from, d.Time().Now())
	var list []variableWrite
	for i, h := range hits {
		list = append(list, variableWrite{h.Access, h.Access.Addr - load, squares[i], h.TStates})
	}
	return list, err
}

// sameProgram reports whether two programs have mostly the same names: then one is a changed copy of
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

// lastWriteBySquare keeps the last write to each total on each square: before that, two programs that do the
// same may write other values.
func lastWriteBySquare(all []variableWrite) (kept []variableWrite) {
	begin := 0 // of the square
	for _, w := range all {
		if w.offset < variables.VALM || w.offset > variables.PTSCK {
			continue
		}
		if len(kept) > 0 && kept[len(kept)-1].square != w.square {
			begin = len(kept)
		}
		known := slices.IndexFunc(kept[begin:], func(k variableWrite) bool { return k.offset == w.offset })
		if known < 0 {
			kept = append(kept, w)
		} else {
			kept[begin+known] = w
		}
	}
	return kept
}

// firstRegisterDifference runs both machines in step over a stretch of time, up to the instruction that
// makes their registers differ, notes when that is, and says where. If they differ from the start, it
// says nothing.
func (p *debuggedPair) firstRegisterDifference(
	ctx context.Context, from, to uint64, fromOther uint64,
) (string, error) {
	const most = 20_000 // instructions
	them := p.otherDebugger
	here, there := p.Time(), them.Time()
	if err := errors.Join(here.Seek(ctx, from), there.Seek(ctx, fromOther)); err != nil {
		return "", err
	}
	for n := 0; n < most && here.Now() < to; n++ {
		if registerPairs(p.Debugger) != registerPairs(them) || there.Now() >= there.End() {
			return "", nil
		}
		at, pc, theirs := here.Now(), p.Machine().PC, them.Machine().PC
		_, err := here.Step(ctx)
		_, err2 := there.Step(ctx)
		if err := errors.Join(err, err2); err != nil {
			return "", err
		}
		if parted := describeParting(p.Debugger, them, pc, theirs); parted != "" {
			p.registersTime = at
			return fmt.Sprintf("\nthe ways part at %s: %s", p.PlaceName(pc), parted), nil
		}
		if registerPairs(p.Debugger) != registerPairs(them) {
			p.registersTime = at
			return "\nregisters first differ after " + p.PlaceName(pc), nil
		}
	}
	return "", nil
}

// registerPairs returns the pairs of registers that two programs at different addresses have in common.
func registerPairs(d *debugger.Debugger) [6]uint16 {
	r := &d.Machine().Registers
	return [6]uint16{r.AF(), r.BC(), r.DE(), r.HL(), r.IX, r.IY}
}

// describeParting returns where two machines have gone from the instructions at two addresses, if that is
// not the same: "here it goes on, there it goes to SKIP". In a changed program the same place has
// the same name, or is as far away.
func describeParting(here, there *debugger.Debugger, from, fromThere uint16) string {
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
